"""The page of Palais Royal: what is seen, what is chosen, what it costs, and that nothing secret is on it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.rest import arrived, settled

NO_GUIDE = "localStorage.setItem('palace-royal-guide', '[\"off\"]')"
POSTS = ("office", "king", "pomp", "mint", "cardinal")


def royal(service: Any, names: tuple[str, ...] = ("Ada", "Ben"), **options: Any) -> str:
    """A match with everybody at the panel; its id."""
    seats = [{"kind": "panel", "name": name} for name in names]
    return service.new_match(game="royal", seats=seats, options=options)


def seen(service: Any, match: str) -> Any:
    return service.get(f"/api/matches/{match}")


def posted(service: Any, match: str) -> None:
    """Everybody posts one servant in each of five rooms."""
    for _ in seen(service, match)["seats"]:
        service.play(match, *(f"post {place}" for place in POSTS))


def opened(open_page: Any, match: str, size: str = "panel", **more: Any) -> Any:
    """The page of a match, without the guide to the phases."""
    return open_page(f"/match/{match}", size, script=NO_GUIDE, **more)


def room(page: Any, name: str) -> Any:
    return page.locator(f".room[data-room={name}]")


def test_servants_are_posted_as_planned(service: Any, open_page: Any) -> None:
    """Taps plan five servants, shown before they are sent; one press posts them; then Ben is asked."""
    match = royal(service)
    page = opened(open_page, match)
    for name in POSTS:
        room(page, name).click()
    expect(room(page, "mint").locator(".room-cost")).to_have_text("+1")
    assert seen(service, match)["view"]["players"][0]["palace"]["mint"] == 0
    page.locator("#confirm").click()
    expect(page.locator("#turn")).to_contain_text("Ben")
    assert seen(service, match)["view"]["players"][0]["palace"]["mint"] == 1


@pytest.mark.parametrize("size", ["panel", "kiosk", "phone"])
def test_all_nobles_are_in_the_park(service: Any, open_page: Any, size: str) -> None:
    """Thirty-six nobles, each with points, costs and privilege, named for people who listen."""
    match = royal(service)
    page = opened(open_page, match, size)
    if size != "panel":
        page.locator("#tab-park").click()
    spaces = page.locator(".space")
    expect(spaces).to_have_count(36)
    view = seen(service, match)["view"]
    for space, tile in view["park"].items():
        noble = view["nobles"][tile["noble"]]
        button = page.locator(f".space[data-space={space}]")
        assert noble["title"] in button.get_attribute("aria-label")
        assert button.locator(".n-points").inner_text() == str(noble["points"])
        shown = [int(number) for number in button.locator(".cost-number").all_inner_texts()]
        assert shown == [n for n in (noble["gold"], noble["turquoise"], noble["violet"]) if n]


def begun(service: Any, *actions: str, names: tuple[str, ...] = ("Ada", "Ben")) -> str:
    """A match in which everybody has posted, and the first player has played ``actions``."""
    match = royal(service, names)
    posted(service, match)
    service.play(match, *actions)
    return match


def test_a_walk_shows_its_cost_and_pays_it(service: Any, open_page: Any, wait_until: Any) -> None:
    """A chosen servant marks what every room costs; the second tap walks there; undo takes a step back."""
    match = begun(service, "reinforce 3")
    page = opened(open_page, match)
    expect(page.locator(".phase-left")).to_contain_text("4")
    room(page, "gate").click()
    expect(room(page, "mint").locator(".room-cost")).to_have_text("1")
    expect(room(page, "back").locator(".room-cost")).to_have_text("2")
    assert "Costs 2" in room(page, "back").get_attribute("aria-label")
    room(page, "back").click()
    wait_until(lambda: seen(service, match)["view"]["players"][0]["palace"]["back"] == 1, "he has arrived")
    assert seen(service, match)["view"]["now"]["left"] == 2
    expect(page.locator(".phase-left")).to_contain_text("2")
    page.locator("#undo").click()
    wait_until(lambda: seen(service, match)["view"]["now"]["left"] == 3, "one step is taken back")
    assert seen(service, match)["view"]["players"][0]["palace"]["back"] == 0


def test_a_servant_is_dragged(service: Any, open_page: Any, wait_until: Any) -> None:
    """Dragging shows the cost and pays it on letting go; back where it began it does nothing."""
    match = begun(service, "reinforce 3")
    page = opened(open_page, match)
    settled(page)
    middle = {name: room(page, name).bounding_box() for name in ("gate", "pomp")}
    at = {
        name: (box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.5) for name, box in middle.items()
    }
    page.mouse.move(*at["gate"])
    page.mouse.down()
    page.mouse.move(*at["pomp"], steps=6)
    expect(page.locator(".drag-ghost b")).to_have_text("−1")
    page.mouse.move(*at["gate"], steps=6)
    page.mouse.up()
    expect(page.locator(".drag-ghost")).to_have_count(0)
    assert seen(service, match)["view"]["now"]["left"] == 4
    page.mouse.move(*at["gate"])
    page.mouse.down()
    page.mouse.move(*at["pomp"], steps=6)
    page.mouse.up()
    wait_until(lambda: seen(service, match)["view"]["players"][0]["palace"]["pomp"] == 2, "he was led there")


def test_the_count_is_chosen_within_its_limits(service: Any, open_page: Any, wait_until: Any) -> None:
    """Reinforcing starts at the most there can be and goes down by one."""
    match = begun(service)
    page = opened(open_page, match)
    expect(page.locator("#confirm")).to_have_text("3 to the gate")
    expect(page.locator("[data-focus=more]").first).to_be_disabled()
    page.get_by_role("button", name="less", exact=True).click()
    expect(page.locator("#confirm")).to_have_text("2 to the gate")
    page.locator("#confirm").click()
    wait_until(lambda: seen(service, match)["view"]["players"][0]["palace"]["gate"] == 2, "two have come")


def test_nobles_one_can_afford_are_lit_with_their_ways(service: Any, open_page: Any, wait_until: Any) -> None:
    """Lit are exactly the affordable; a way marks whom it sends back; others read what was done."""
    match = begun(service, "reinforce 3", "move gate-office", "stop", "collect")
    offers = seen(service, match)["view"]["offers"]
    lit = sorted(space for space, offer in offers.items() if offer["affordable"])
    page = opened(open_page, match)
    onlooker = opened(open_page, match, panel=False)
    shown = page.locator(".space[data-had]").evaluate_all("all => all.map((one) => one.dataset.space)")
    assert lit
    assert sorted(shown) == lit
    space = max(lit, key=lambda one: len(offers[one]["ways"]))
    page.locator(f".space[data-space={space}]").click()
    ways = page.locator(".way-to")
    expect(ways).to_have_count(len(offers[space]["ways"]))
    ways.first.click()
    expect(room(page, "office").locator(".servant[data-leaving]")).to_have_count(1)
    page.locator("#confirm").click()
    wait_until(lambda: space not in seen(service, match)["view"]["park"], "the noble has come")
    noble = seen(service, match)["view"]["players"][0]["nobles"][0]
    title = seen(service, match)["view"]["nobles"][noble]["title"]
    expect(onlooker.locator("#summary [data-noble]")).to_contain_text(title)
    out_of_reach = next(one for one, offer in offers.items() if offer["short"])
    page.locator(f".space[data-space={out_of_reach}]").click()
    expect(page.locator(".noble-sheet .short")).to_contain_text("short")
    expect(page.locator(".way-to")).to_have_count(0)


def test_a_hand_stays_covered_on_a_shared_screen(service: Any, open_page: Any, wait_until: Any) -> None:
    """Cards on the panel show only when their player asks; an onlooker's page never holds one."""
    match = royal(service)
    for _ in range(2):
        service.play(match, *["post back"] * 5)
    service.play(match, "reinforce 2", "stop", "draw 5")
    page = opened(open_page, match)
    onlooker = opened(open_page, match, panel=False)
    assert onlooker.locator("#cards").is_hidden()
    expect(page.locator("#cards-count")).to_have_text("5")
    expect(page.locator("#undo")).to_be_disabled()
    page.locator("#cards").click()
    expect(page.locator(".kind")).to_have_count(0)
    expect(page.locator(".card-back")).to_have_count(5)
    page.get_by_role("button", name="Show the cards of Ada").click()
    kinds = page.locator(".kind").evaluate_all("all => all.map((one) => one.dataset.kind)")
    assert sorted(kinds) == sorted(set(seen(service, match)["views"]["0"]["hand"]))
    page.keyboard.press("Escape")
    expect(page.locator("#hand-sheet .kind")).to_have_count(0)
    assert kinds[0] not in page.locator("#hand-sheet").evaluate("node => node.outerHTML")
    page.locator("#confirm").click()
    wait_until(lambda: seen(service, match)["actor"] == 1, "it is Ben's turn")
    page.locator("#cards").click()
    expect(page.locator(".kind")).to_have_count(0)


def test_the_guide_explains_each_phase_once(service: Any, open_page: Any) -> None:
    """The first time a phase comes it is explained; after "I see" it is not; the menu brings it back."""
    match = begun(service)
    page = open_page(f"/match/{match}")
    guide = page.locator("#guide")
    expect(guide).to_contain_text("parade court")
    guide.get_by_role("button", name="I see").click()
    expect(guide).to_be_hidden()
    page.reload()
    arrived(page)
    expect(guide).to_be_hidden()
    page.locator("#confirm").click()
    expect(guide).to_contain_text("staircase")
    guide.get_by_role("button", name="No more of this").click()
    expect(guide).to_be_hidden()
    page.locator("#more").click()
    page.get_by_role("button", name="Explain the phases").click()
    expect(guide).to_contain_text("staircase")


def test_the_end_shows_the_score_border_by_border(service: Any, open_page: Any) -> None:
    """After the last turn a sheet shows where the points came from; the table can be looked at behind it."""
    match = royal(service, stall_rounds=1)
    posted(service, match)
    quiet = ("done", "stop", "collect", "end", "reinforce 0", "draw 0")
    page = opened(open_page, match)
    for _ in range(60):
        now = seen(service, match)
        if now["state"] == "over":
            break
        service.play(match, next(action for action in quiet if action in now["actions"]))
    expect(page.locator("#ending h2")).to_be_visible()
    expect(page.locator("#ending tbody tr:not(.decider)")).to_have_count(8)
    expect(page.locator("#ending .decider")).to_have_text("A tie: most gold45")  # so Ben has won
    totals = [int(text) for text in page.locator(".total-row td b").all_inner_texts()]
    assert totals == seen(service, match)["outcome"]["scores"]
    page.get_by_role("button", name="Look at the table").click()
    expect(page.locator("#ending")).to_be_hidden()
    page.get_by_role("button", name="Scoring").click()
    expect(page.locator("#ending h2")).to_be_visible()


def test_the_keyboard_does_all_of_it(service: Any, open_page: Any, wait_until: Any) -> None:
    """Arrows go from room to room, Enter chooses and walks, Escape lets go; the park likewise."""
    match = begun(service, "reinforce 3")
    page = opened(open_page, match)
    room(page, "gate").focus()
    page.keyboard.press("Enter")
    expect(room(page, "gate")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(room(page, "gate")).not_to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    expect(room(page, "office")).to_be_focused()
    page.keyboard.press("Enter")
    wait_until(lambda: seen(service, match)["view"]["players"][0]["palace"]["office"] == 2, "he has walked")
    expect(page.locator("#told")).to_contain_text("from the gate to the office")
    expect(room(page, "office")).to_be_focused()
    page.locator(".space[data-space=a1]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".space[data-space=b2]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".noble-sheet h2")).to_be_visible()


def test_the_signs_of_a_player_are_told_in_words(service: Any, open_page: Any) -> None:
    """Nothing is for a mouse that hovers only: a tap on a player's box says what its signs count."""
    page = opened(open_page, royal(service))
    page.get_by_role("button", name="What Ben has").click()
    expect(page.locator("#strip-text")).to_contain_text("Gold: 1 · servants in the reserve: 13")


def test_who_waits_cannot_act(service: Any, open_page: Any) -> None:
    """An onlooker's taps tell what a room does and change nothing."""
    match = begun(service, "reinforce 3")
    page = opened(open_page, match, "phone", panel=False)
    before = seen(service, match)["version"]
    room(page, "gate").click()
    room(page, "office").click()
    expect(page.locator("#strip-text")).to_contain_text("recruit a noble")
    expect(page.locator("#confirm")).to_have_count(0)
    assert seen(service, match)["version"] == before
