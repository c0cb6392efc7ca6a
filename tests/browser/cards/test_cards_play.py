"""Choosing and playing cards: exactly those that were touched, and words for those that do not go."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.rest import settled

THREE_SEVENS = {"hands": {0: "7C 7D 7H", 1: "8C 9D JS"}, "deal": "three"}


def card(page: Any, name: str) -> Any:
    return page.locator(f'#hand [data-card="{name}"]')


def touch(page: Any, name: str) -> None:
    """Touches the strip of a card that is seen whatever lies over it."""
    settled(page, "#hand [data-card]")  # a forced click does not wait for that
    card(page, name).click(position={"x": 12, "y": 12}, force=True)  # also one that is marked as not going


def hold_ready(page: Any) -> None:
    page.locator("#ready").hover()
    page.mouse.down()
    expect(page.locator("#ready")).to_be_hidden()
    page.mouse.up()


def test_exchange_is_open_to_all_phones_at_once(live: Any, moment: Any) -> None:
    """Both phones exchange in any order; what the other one does takes no chosen card away."""
    match = live(
        moment.begun(
            2, hands={0: "3C 4C 5C", 1: "3D 4D 5D"}, ups={0: "AC KC QC", 1: "AD KD QD"}, deal="three"
        )
    )
    ada, ben = match.page(0), match.page(1)
    touch(ada, "3C")
    expect(card(ada, "3C")).to_have_attribute("aria-pressed", "true")
    touch(ben, "4D")
    ben.locator('#own-row [data-up="KD"]').click()
    expect(card(ben, "KD")).to_be_visible()
    expect(ada.locator('.seat[data-seat="1"] [data-up="4D"]')).to_be_visible()
    expect(card(ada, "3C")).to_have_attribute("aria-pressed", "true")
    ada.locator('#own-row [data-up="AC"]').click()
    expect(card(ada, "AC")).to_be_visible()
    expect(ada.locator('#own-row [data-up="3C"]')).to_be_visible()


def test_exchange_overtaken_by_another_still_happens(live: Any, moment: Any) -> None:
    """An exchange sent on an old version is sent again: nobody can have changed the own cards meanwhile."""
    match = live(
        moment.begun(
            2, hands={0: "3C 4C 5C", 1: "3D 4D 5D"}, ups={0: "AC KC QC", 1: "AD KD QD"}, deal="three"
        )
    )
    page = match.page(0)
    old = match.state(0)["version"]
    sent: list[int] = []

    def overtaken(route: Any) -> None:
        sent.append(route.request.post_data_json["version"])
        if len(sent) == 1:
            match.play(1, "swap 3D AD")
        route.continue_()

    page.route("**/actions", overtaken)
    touch(page, "3C")
    page.locator('#own-row [data-up="KC"]').click()
    expect(card(page, "KC")).to_be_visible()
    assert sent[0] == old
    assert sent[-1] > old
    page.unroute("**/actions")


def test_ready_is_held_and_final(live: Any, moment: Any) -> None:
    """A tap on "ready" does nothing, holding it does; when all are, the lowest card opens the game."""
    match = live(moment.begun(2, **THREE_SEVENS))
    ada, ben = match.page(0), match.page(1)
    ada.locator("#ready").click()
    assert match.state()["view"]["ready"] == [False, False]
    hold_ready(ada)
    expect(ada.locator("#turn")).to_have_text("Waiting for Ben")
    expect(ben.locator(".seat[data-seat='0'] .sign.ready")).to_be_visible()
    hold_ready(ben)
    expect(ada.locator("#turn")).to_have_text("Your turn")
    expect(ada.locator("#binding")).to_have_text("opens with 7")


def test_touched_cards_are_played_and_no_others(live: Any, moment: Any) -> None:
    """Of three equal cards exactly the two that were touched lie on the pile, in that order."""
    match = live(moment.played(moment.begun(2, **THREE_SEVENS), "ready"))
    page = match.page(0)
    touch(page, "7H")
    touch(page, "7D")
    expect(page.locator("#confirm-text")).to_have_text("Play 7♥ 7♦")
    page.locator("#confirm").click()
    expect(page.locator("#pile .top")).to_have_count(2)
    assert match.state()["view"]["pile"] == ["7H", "7D"]
    expect(card(page, "7C")).to_be_visible()


def test_one_touch_chooses_one_card_only(live: Any, moment: Any) -> None:
    """Equal cards are never chosen along with the one touched; a second touch gives it back."""
    page = live(moment.played(moment.begun(2, **THREE_SEVENS), "ready")).page(0)
    touch(page, "7C")
    expect(page.locator("#hand [data-chosen]")).to_have_count(1)
    touch(page, "7D")
    touch(page, "7C")
    expect(page.locator("#hand [data-chosen]")).to_have_count(1)
    touch(page, "7D")
    expect(page.locator("#hand [data-chosen]")).to_have_count(0)
    expect(page.locator("#confirm")).to_be_hidden()


def test_fan_is_chosen_by_one_touch_on_its_tab(live: Any, moment: Any) -> None:
    """The tab of a fan takes all its equal cards; one of them can be given back by itself."""
    match = live(moment.played(moment.begun(2, **THREE_SEVENS), "ready"))
    page = match.page(0)
    page.locator('#hand [data-fan="7"]').click()
    expect(page.locator("#hand [data-card][data-chosen]")).to_have_count(3)
    touch(page, "7D")
    page.locator("#confirm").click()
    expect(page.locator("#pile .top")).to_have_count(2)
    assert match.state()["view"]["pile"] == ["7C", "7H"]


def test_card_that_does_not_go_says_why(live: Any, moment: Any) -> None:
    """What goes is bright, the rest dull; a touch on a dull card says why and sends nothing."""
    match = live(
        moment.played(moment.begun(2, hands={0: "4C 6D KH", 1: "3C 9D JS"}, deal="three"), "ready", "play 3C")
    )
    match.play(0, "play KH")
    match.play(1, "play 9D") if "play 9D" in match.state(1)["actions"] else match.play(1, "take")
    page = match.page(0)
    expect(card(page, "4C")).to_have_attribute("data-fit", "yes")
    match.play(0, "play 6D")
    match.play(1, "play JS")
    expect(card(page, "4C")).to_have_attribute("data-fit", "no")
    before = match.state()["version"]
    touch(page, "4C")
    expect(page.locator("#strip-text")).to_contain_text("A 4 is lower than a jack.")
    expect(page.locator("#hand [data-chosen]")).to_have_count(0)
    assert "a 4 is lower than a jack" in card(page, "4C").get_attribute("aria-label").lower()
    assert match.state()["version"] == before


def test_face_up_cards_wait_for_the_hand(live: Any, moment: Any) -> None:
    """A face-up card touched too early says that the hand goes first; so does a face-down card."""
    match = live(
        moment.played(moment.begun(2, hands={0: "3C 6D KH"}, ups={0: "AC KC QC"}, deal="three"), "ready")
    )
    page = match.page(0)
    settled(page).locator('#own-row [data-up="KC"]').click(force=True)
    expect(page.locator("#strip-text")).to_contain_text("the hand is played first")


def test_pile_is_taken_after_confirming_only(live: Any, moment: Any) -> None:
    """Taking the pile shows what it would do first; cancelling sends nothing."""
    match = live(moment.grown(5))
    page = match.page(0)
    before = match.state()["version"]
    page.locator("#take").click()
    expect(page.locator("#confirm-text")).to_have_text("Take the pile into the hand: 1")
    page.locator("#cancel").click()
    expect(page.locator("#take")).to_be_visible()
    assert match.state()["version"] == before
    page.locator("#take").click()
    page.locator("#confirm").click()
    expect(page.locator("#hand [data-card]")).to_have_count(6)
    expect(page.locator("#turn")).to_have_text("Ben’s turn")


def test_take_says_why_not(live: Any, moment: Any) -> None:
    """Where the pile may not be taken, the button says the reason."""
    page = live(moment.played(moment.begun(2, **THREE_SEVENS), "ready")).page(0)
    page.locator("#take").click(force=True)
    expect(page.locator("#strip-text")).to_contain_text("The game opens with a 7.")


def test_face_down_card_is_chosen_by_its_slot(live: Any, moment: Any) -> None:
    """At the end one chooses a slot, confirms, and that card is turned."""

    def last_stage(match: Any) -> bool:
        seat = match.actor()
        mine = seat is not None and match.state.table.seats[seat]
        return bool(mine) and not mine.hand and not mine.up and len(mine.slots) == 3

    start = moment.found(last_stage, deal="short")
    seat = start.actor()
    match = live(start)
    page = match.page(seat)
    page.locator('#own-row [data-down="2"]').click()
    expect(page.locator("#confirm-text")).to_have_text("Turn face-down card 2")
    page.locator("#confirm").click()
    expect(page.locator('#own-row [data-slot="2"] .down')).to_have_count(0)
    assert match.state()["view"]["last"]["slot"] == 2


def test_event_in_between_clears_the_choice(live: Any, moment: Any) -> None:
    """A card chosen before the position changed is not chosen any more."""
    match = live(moment.played(moment.begun(2, **THREE_SEVENS), "ready"))
    page = match.page(0)
    touch(page, "7C")
    match.play(0, "play 7D")
    expect(page.locator("#hand [data-chosen]")).to_have_count(0)
    expect(page.locator("#confirm")).to_be_hidden()


def test_hand_is_played_by_keyboard(live: Any, moment: Any) -> None:
    """Arrow keys walk the hand, Enter chooses, Tab leads to Play, Escape gives a choice back."""
    match = live(moment.played(moment.begun(2, **THREE_SEVENS), "ready"))
    page = match.page(0)
    card(page, "7C").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("#hand [data-chosen]")).to_have_count(0)
    card(page, "7C").focus()
    page.keyboard.press("ArrowDown")
    expect(card(page, "7D")).to_be_focused()
    page.keyboard.press("Enter")
    expect(card(page, "7D")).to_be_focused()
    page.locator("#confirm").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#pile .top")).to_have_count(1)
    assert match.state()["view"]["pile"] == ["7D"]


def test_stop_and_ways_stay(live: Any, moment: Any) -> None:
    """Stop motion is the topmost thing at its place in every sheet of the page."""
    page = live(moment.grown(12)).page(0)
    for opener in (None, "#more", "#pile"):
        if opener:
            page.locator(opener).click()
        topmost = page.evaluate(
            """() => {
              const { x, y, width, height } = document.getElementById("stop").getBoundingClientRect();
              return document.elementFromPoint(x + width / 2, y + height / 2).closest("#stop") !== null;
            }"""
        )
        assert topmost
        if opener:
            page.keyboard.press("Escape")
