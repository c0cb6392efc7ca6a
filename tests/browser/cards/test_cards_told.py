"""What happened is understood by everybody at the table, and nobody is shown what they may not know."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.rest import settled


def nothing_flies(page: Any) -> None:
    expect(page.locator("#flight > *")).to_have_count(0)


def public(view: Any) -> set[str]:
    """The cards everybody may know at a moment."""
    last = view["last"] or {"cards": [], "taken": []}
    ups = [card for seat in view["seats"] for card in seat["up"]]
    return {*view["pile"], *view["removed"], *ups, *last["cards"], *last["taken"]}


def test_onlookers_never_hold_a_private_face(live: Any, moment: Any, script: Any) -> None:
    """Through exchange, plays, refills and burns, an onlooker's page holds no card they may not know."""
    start = moment.begun(3, hands={0: "3C TC 5C 6C", 1: "4D 4H 8D TD", 2: "4S KS QS 9S"})
    match = live(start)
    page = match.page(None, "kiosk", motion="no-preference", script=script("watch"))
    known = public(match.state()["view"])
    swap = f"swap 6C {match.state()['view']['seats'][0]['up'][0]}"
    for seat, action in [
        (0, swap),
        (0, "ready"),
        (1, "ready"),
        (2, "ready"),
        (0, "play 3C"),
        (1, "play 4D 4H"),
        (2, "play 4S"),
        (0, "play TC"),
    ]:
        match.play(seat, action)
        known |= public(match.state()["view"])
        version = match.state()["version"]
        expect(page.locator("#match")).to_have_attribute("data-version", str(version))
    nothing_flies(page)
    seen = set(page.evaluate("[...window.facesSeen]"))
    assert seen <= known
    assert {"3C", "4D", "4H", "4S", "TC"} <= seen
    private = {card for seat in range(3) for card in match.state(seat)["view"]["seats"][seat]["hand"]} - known
    assert private
    assert [card for card in private if f'"{card}"' in page.content()] == []


def test_burn_by_a_ten_is_swept_and_said(live: Any, moment: Any, script: Any) -> None:
    """A 10 sweeps the pile before everybody's eyes, with a sign, words and the new number of cards out."""
    match = live(
        moment.played(
            moment.begun(2, hands={0: "3C TC 5C", 1: "4D 9D JS"}, deal="three"), "ready", "play 3C", "play 4D"
        )
    )
    page = match.page(None, "kiosk", motion="no-preference", script=script("watch"))
    match.play(0, "play TC")
    expect(page.locator("#event b")).to_have_text("10! Pile removed: 3")
    expect(page.locator("#told")).to_contain_text("Ada: plays 10♣: the pile (3) is removed, and another turn")
    expect(page.locator("#removed .counted b")).to_have_text("3")
    nothing_flies(page)
    assert page.evaluate("window.flown") > 0
    expect(page.locator("#turn")).to_have_text("Ada’s turn")


def test_four_of_a_kind_is_said(live: Any, moment: Any) -> None:
    """Four equal cards on top are told as such, whoever laid the others."""
    match = live(
        moment.played(
            moment.begun(2, hands={0: "3C 3D 5C", 1: "3H 3S JS"}, deal="three"), "ready", "play 3C 3D"
        )
    )
    page = match.page(1)
    expect(page.locator("#pile")).to_have_accessible_name(re.compile("Equal cards on top: 2 of rank 3"))
    match.play(1, "play 3H 3S")
    expect(page.locator("#event b")).to_have_text("Four of a kind! Pile removed: 4")
    expect(page.locator("#turn")).to_have_text("Your turn")


def test_nine_binds_and_says_so(live: Any, moment: Any) -> None:
    """After a 9 a sign beside the pile says what goes, until the next player has acted."""
    match = live(
        moment.played(
            moment.begun(2, hands={0: "3C 9C 5C", 1: "4D 8D JS"}, deal="three"), "ready", "play 3C", "play 4D"
        )
    )
    page = match.page(1)
    match.play(0, "play 9C")
    expect(page.locator("#binding")).to_have_text("9 or lower")
    expect(page.locator("#binding")).to_have_attribute("data-strong", "")
    expect(page.locator('#hand [data-card="JS"]')).to_have_attribute("data-fit", "no")
    match.play(1, "play 8D")
    expect(page.locator("#binding")).to_have_text("8 or higher")


def missing(match: Any) -> bool:
    """A face-down card is about to be turned that will not fit."""
    seat = match.actor()
    if seat is None or match.state.table.seats[seat].hand or match.state.table.seats[seat].up:
        return False
    after = [match.game.apply(match.state, action).table.last for action in match.legal(seat)]
    return any(event.kind == "miss" for event in after) and len(match.state.table.pile) > 1


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_turned_card_that_does_not_go_is_held_up(live: Any, moment: Any, script: Any, motion: str) -> None:
    """All see the card that was turned and did not go, and that it was taken with the pile."""
    start = moment.found(missing, deal="short")
    seat = start.actor()
    action = next(
        one for one in start.legal(seat) if start.game.apply(start.state, one).table.last.kind == "miss"
    )
    match = live(start)
    page = match.page(None, "phone", motion=motion, script=script("watch"))
    match.play(seat, action)
    last = match.state()["view"]["last"]
    expect(page.locator("#event b")).to_have_text(f"Does not go. Cards taken: {len(last['taken']) + 1}")
    expect(page.locator("#told")).to_contain_text("which does not go, and takes it with the pile")
    assert last["cards"][0] in page.evaluate("[...window.facesSeen]")
    nothing_flies(page)


def test_reduced_motion_lets_nothing_fly(live: Any, moment: Any, script: Any) -> None:
    """Who asked for less motion gets the sign and the words, and not one flying card."""
    match = live(
        moment.played(
            moment.begun(2, hands={0: "3C TC 5C", 1: "4D 9D JS"}, deal="three"), "ready", "play 3C", "play 4D"
        )
    )
    page = match.page(1, script=script("watch"))
    match.play(0, "play TC")
    expect(page.locator("#event")).to_contain_text("10! Pile removed: 3")
    expect(page.locator("#event .pc")).to_have_count(1)
    assert page.evaluate("window.flown") == 0


def test_table_does_not_jump(live: Any, moment: Any) -> None:
    """Pile, players and own cards stay where they are through plays, takes, refusals and refills."""
    match = live(moment.played(moment.begun(2, hands={0: "3C TC 5C", 1: "4D 9D JS"}, deal="three"), "ready"))
    page = match.page(0)
    parts = ("#pile .pile-cards", "#stock", "#own-row", "#hand", ".seat", "#dock", "#more")

    def places() -> list[Any]:
        settled(page)
        return [page.locator(part).first.bounding_box() for part in parts]

    before = places()
    page.locator('#hand [data-card="TC"]').click(position={"x": 12, "y": 12}, force=True)
    expect(page.locator("#strip-text")).to_contain_text("opens")
    assert places() == before
    for seat, action in [(0, "play 3C"), (1, "play 4D"), (0, "play TC"), (0, "play 5C"), (1, "take")]:
        match.play(seat, action)
        expect(page.locator("#match")).to_have_attribute("data-version", str(match.state()["version"]))
        assert places() == before


def test_pile_and_removed_cards_can_be_looked_through(live: Any, moment: Any) -> None:
    """Both sheets show every card; Escape closes them and the focus goes back to where it came from."""
    start = moment.found(lambda m: len(m.state.table.pile) >= 5 and m.state.table.removed, deal="short")
    match = live(start)
    page = match.page(None, "kiosk")
    view = match.state()["view"]
    page.locator("#pile").click()
    expect(page.locator("#looking .looked-card")).to_have_count(len(view["pile"]))
    expect(page.locator("#looking-title")).to_have_text(f"Pile, top card first ({len(view['pile'])})")
    page.keyboard.press("Escape")
    expect(page.locator("#looking")).to_be_hidden()
    expect(page.locator("#pile")).to_be_focused()
    page.locator("#removed").click()
    expect(page.locator("#looking .looked-card")).to_have_count(len(view["removed"]))
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#removed")).to_be_focused()


def test_third_repetition_offers_a_draw(live: Any, moment: Any) -> None:
    """When a position has come three times a draw is offered; the other phone agrees, and it is drawn."""
    match = live(moment.found(lambda m: m.repetitions() >= 3, deal="short"))
    ada, ben = match.page(0), match.page(1)
    expect(ada.locator("#strip-text")).to_have_text("The same position has come 3 times: a draw?")
    ada.locator("#strip").get_by_role("button", name="Offer a draw").click()
    expect(ben.locator("#strip-text")).to_have_text("Ada offers a draw.")
    ben.locator("#strip").get_by_role("button", name="Agree").click()
    expect(ada.locator("#ending h2")).to_have_text("A draw by agreement.")


def test_draw_can_be_put_aside(live: Any, moment: Any) -> None:
    """ "Play on" takes the offer away until the next repetition."""
    page = live(moment.found(lambda m: m.repetitions() >= 3, deal="short")).page(0)
    page.locator("#strip").get_by_role("button", name="Play on").click()
    expect(page.locator("#strip")).to_have_attribute("data-level", "")


def last_play(match: Any) -> bool:
    """The action that ends a match of three is about to be played."""
    seat = match.actor()
    return (
        seat is not None
        and len(match.state.table.order) == 1
        and any(match.game.apply(match.state, action).table.phase == "over" for action in match.legal(seat))
    )


def test_order_of_going_out_is_shown(live: Any, moment: Any) -> None:
    """Who is out says so at once; at the end all stand in their order, and who lost is named."""
    start = moment.found(last_play, seats=3, deal="short")
    seat = start.actor()
    first = start.state.table.order[0]
    action = next(
        one for one in start.legal(seat) if start.game.apply(start.state, one).table.phase == "over"
    )
    match = live(start)
    page = match.page(None, "kiosk")
    expect(page.locator(f".seat[data-seat='{first}'] .sign.out")).to_contain_text("out 1")
    mine = match.page(first)
    expect(mine.locator("#own-out")).to_have_text("Out as number 1.")
    match.play(seat, action)
    loser = moment.names[3 - seat - first]
    expect(page.locator("#ending h2")).to_have_text(f"{loser} has lost. All others have won.")
    expect(page.locator("#ending .end-order li")).to_have_text([moment.names[first], moment.names[seat]])
    expect(page.locator("#ending").get_by_role("link", name="Review")).to_be_visible()


def test_own_turn_is_told_in_words_and_title(live: Any, moment: Any) -> None:
    """The turn is said above the table, in the page's title and to people who listen."""
    match = live(moment.played(moment.begun(2, hands={0: "3C TC 5C", 1: "4D 9D JS"}, deal="three"), "ready"))
    page = match.page(1)
    expect(page).to_have_title(re.compile("^Ada’s turn"))
    match.play(0, "play 3C")
    expect(page).to_have_title(re.compile("^● Your turn"))
    expect(page.locator("#announce")).to_contain_text("Ada: plays 3♣. Cards drawn: 1. Your turn")


def test_lost_phone_gets_its_seat_back_by_a_new_code(live: Any, moment: Any) -> None:
    """The host sees which phones are gone and shows a code for one; what others play leaves it standing."""
    match = live(moment.played(moment.begun(2, hands={0: "3C TC 5C", 1: "4D 9D JS"}, deal="three"), "ready"))
    match.keys(0)
    page = match.page(0, also=[])
    page.context.add_cookies(match.service.cookies)
    page.reload()
    page.locator("#more").click()
    page.locator('[data-focus="invite1"]').click()
    expect(page.locator("#menu-sheet img.qr")).to_be_visible()
    match.play(0, "play 3C")
    expect(page.locator("#match")).to_have_attribute("data-version", str(match.state()["version"]))
    expect(page.locator("#menu-sheet img.qr")).to_be_visible()
