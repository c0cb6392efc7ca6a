"""One device for several people: nobody sees a hand unless its player holds a finger on it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.rest import halted, settled

HANDS = {"hands": {0: "3C 6D KH", 1: "3D 9C JS"}, "deal": "three"}


def table(live: Any, moment: Any, *actions: str, size: str = "kiosk", **more: Any) -> tuple[Any, Any]:
    match = live(moment.played(moment.begun(2, **HANDS), *actions), "panel", "panel")
    return match, match.page(0, size, **more)


def middle(page: Any, selector: str) -> tuple[float, float]:
    box = settled(page).locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def faces(page: Any) -> int:
    return page.locator("#hand [data-card]").count()


def test_hand_is_covered_until_held(live: Any, moment: Any) -> None:
    """No face is in the page before the finger is on the bar, nor after it is lifted."""
    match, page = table(live, moment, "ready")
    assert faces(page) == 0
    shown = page.locator("#own").inner_html()
    assert [card for card in HANDS["hands"][0].split() if f'"{card}"' in shown] == []
    page.mouse.move(*middle(page, "#cover"))
    page.mouse.down()
    expect(page.locator("#hand [data-card]")).to_have_count(3)
    page.mouse.up()
    expect(page.locator("#hand [data-card]")).to_have_count(0)
    assert match.state()["version"] == 2 + 1


def test_finger_slides_to_a_card_and_chooses_it(live: Any, moment: Any) -> None:
    """Hold, slide to a card, let go: it is chosen, covered again, and named nowhere; then it is played."""
    match, page = table(live, moment, "ready")
    page.mouse.move(*middle(page, "#cover"))
    page.mouse.down()
    page.locator('#hand [data-card="3C"]').wait_for()
    page.mouse.move(*middle(page, '#hand [data-card="3C"]'), steps=5)
    expect(page.locator('#hand [data-card="3C"]')).to_have_attribute("data-under", "")
    page.mouse.up()
    expect(page.locator("#confirm-text")).to_have_text("Cards chosen: 1")
    assert faces(page) == 0
    page.locator("#confirm").click()
    expect(page.locator("#pile [data-pile='3C']")).to_be_visible()
    expect(page.locator("#told")).to_have_text("Ada: plays 3♣. Cards drawn: 1.")
    assert match.state()["view"]["pile"] == ["3C"]


def test_looking_without_sliding_chooses_nothing(live: Any, moment: Any) -> None:
    """A finger that only looked, even on the cards themselves, has chosen nothing."""
    _, page = table(live, moment, "ready")
    page.mouse.move(*middle(page, "#hand"))
    page.mouse.down()
    expect(page.locator("#hand [data-card]")).to_have_count(3)
    page.mouse.up()
    expect(page.locator("#hand [data-card]")).to_have_count(0)
    expect(page.locator("#confirm")).to_be_hidden()


def test_second_finger_touches_cards(live: Any, moment: Any) -> None:
    """While one finger holds the bar, a second one chooses cards."""
    _, page = table(live, moment, "ready")
    page.mouse.move(*middle(page, "#cover"))
    page.mouse.down()
    page.locator('#hand [data-card="3C"]').wait_for()
    x, y = middle(page, '#hand [data-card="3C"]')
    second = {"pointerId": 7, "isPrimary": False, "button": 0, "clientX": x, "clientY": y, "bubbles": True}
    page.dispatch_event('#hand [data-card="3C"]', "pointerdown", second)
    page.dispatch_event('#hand [data-card="3C"]', "pointerup", second)
    expect(page.locator('#hand [data-card="3C"]')).to_have_attribute("aria-pressed", "true")
    page.mouse.up()
    expect(page.locator("#hand [data-card]")).to_have_count(0)
    expect(page.locator("#confirm-text")).to_have_text("Cards chosen: 1")


def test_bar_is_a_switch_for_keyboards(live: Any, moment: Any) -> None:
    """Enter on the bar shows the hand and covers it again; the hand is covered when the turn changes."""
    match, page = table(live, moment, "ready")
    page.locator("#cover").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#hand [data-card]")).to_have_count(3)
    page.keyboard.press("Enter")
    expect(page.locator("#hand [data-card]")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#hand [data-card]")).to_have_count(3)
    match.play(0, "play 3C")
    expect(page.locator("#hand [data-card]")).to_have_count(0)
    expect(page.locator("#cover")).to_have_text("Hold to see the hand of Ben")


def test_second_tap_does_not_play_for_the_next(live: Any, moment: Any) -> None:
    """For half a second after the turn has changed, taps do nothing."""
    match, page = table(live, moment, "ready", clock=True)
    halted(page)
    match.play(0, "play 3C")
    expect(page.locator("#take")).to_have_text("Take pile (1)")
    page.locator("#take").click()
    expect(page.locator("#confirm")).to_be_hidden()
    page.clock.run_for(600)
    page.locator("#take").click()
    expect(page.locator("#confirm")).to_be_visible()


def test_each_player_exchanges_in_turn_of_their_own(live: Any, moment: Any) -> None:
    """In the exchange a touch on a player's box brings that hand, covered; ready is said for that seat."""
    match, page = table(live, moment)
    expect(page.locator("#cover")).to_have_text("Hold to see the hand of Ada")
    page.locator(".seat[data-seat='1'] .seat-pick").click()
    expect(page.locator("#cover")).to_have_text("Hold to see the hand of Ben")
    assert faces(page) == 0
    x, y = middle(page, "#ready")
    page.mouse.move(x, y)
    page.mouse.down()
    expect(page.locator("#cover")).to_have_text("Hold to see the hand of Ada")
    page.mouse.up()
    assert match.state()["view"]["ready"] == [False, True]


def test_phone_with_one_seat_and_bots_is_not_covered(live: Any, moment: Any) -> None:
    """One person alone at the panel, all others elsewhere: still covered; with bots only: open."""
    match = live(moment.played(moment.begun(2, **HANDS), "ready"), "panel", "phone")
    page = match.page(0, "kiosk")
    assert faces(page) == 0
    alone = live(moment.played(moment.begun(2, **HANDS), "ready"), "panel", "bot")
    page = alone.page(0, "kiosk")
    expect(page.locator("#hand [data-card]")).to_have_count(3)


def test_released_seat_leaves_no_face_behind(live: Any, moment: Any, service: Any) -> None:
    """A phone whose seat was given free is an onlooker from then on: its page holds no card of the hand."""
    match = live(moment.played(moment.begun(2, **HANDS), "ready"))
    page = match.page(0)
    expect(page.locator("#hand [data-card]")).to_have_count(3)
    service.post(f"/api/matches/{match.id}/seats/0/release")
    expect(page.locator("#own")).to_be_hidden()
    assert [card for card in HANDS["hands"][0].split() if f'"{card}"' in page.content()] == []


def test_empty_hand_leaves_no_card_behind(live: Any, moment: Any) -> None:
    """When the last card of the hand is played none stays in the page; the face-up cards come forward."""

    def last_of_hand(match: Any) -> bool:
        seat = match.actor()
        table = match.state.table
        mine = None if seat is None or table.stock else table.seats[seat]
        fits = mine and any(text.startswith("play") for text in match.legal(seat))
        return bool(fits) and mine.hand.bit_count() == 1 and mine.up > 0

    start = moment.found(last_of_hand, deal="short")
    seat = start.actor()
    match = live(start)
    page = match.page(seat)
    match.play(seat, next(text for text in start.legal(seat) if text.startswith("play")))
    expect(page.locator("#hand [data-card]")).to_have_count(0)
    expect(page.locator("#own-row")).to_have_attribute("data-large", "")
