"""The drawn board: its geometry, the 80 buttons over it, what a keyboard and a screen reader find."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.rest import settled

CLIFFS = ("B1=3", "B2=1", "B4=1", "B5=3")  # levels 3-1-3-1-3: the highest steps there can be

HERE = Path(__file__).parent
ROUND_TRIP = (HERE / "round_trip.js").read_text(encoding="utf-8")
HITS = (HERE / "hits.js").read_text(encoding="utf-8")


def missed(page: Any) -> list[str]:
    """The panes a finger would miss, with the whole board in sight and the page at rest."""
    page.evaluate("document.getElementById('stage').scrollIntoView({block: 'start'})")
    return list(settled(page).evaluate(HITS))


def test_geometry_leads_there_and_back(open_page: Any, service: Any) -> None:
    """The middle of each pane is found again from its point on the screen, whatever heights and view."""
    page = open_page(f"/match/{service.new_match()}")
    assert page.evaluate(ROUND_TRIP) == []


@pytest.mark.parametrize("size", ["panel", "kiosk", "phone", "small"])
def test_each_pane_can_be_touched(open_page: Any, service: Any, size: str) -> None:
    """With cliffs of two levels everywhere every pane still has a free strip of its own, in both views."""
    match = service.new_match()
    service.play(match, *CLIFFS)
    page = open_page(f"/match/{match}", size, touch=size in ("phone", "small"))
    expect(page.locator('[data-band="1"]')).to_have_attribute("aria-valuenow", "3")
    assert missed(page) == []
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Turn the board").click()
    assert missed(page) == []
    one, other = (page.locator(f'[data-pane="{pane}"]').bounding_box() for pane in ("a1", "h10"))
    assert one["y"] < other["y"]
    assert one["x"] > other["x"]


def test_accessibility_tree_holds_the_board(open_page: Any, service: Any) -> None:
    """A grid of ten rows and eighty named cells, in the tree itself and not only in attributes."""
    match = service.new_match()
    service.play(match, "@c", "@d")
    page = open_page(f"/match/{match}")
    expect(page.locator('[data-pane="c1"]')).to_have_accessible_name(re.compile("white sphere"))
    tree = page.get_by_role("grid").aria_snapshot()
    assert tree.count("- row ") == 10
    assert tree.count("- gridcell ") == 80
    assert 'button "c1, height 1, white sphere' in tree
    assert 'button "d10, height 1, black sphere' in tree
    assert 'button "e5, height 3, empty"' in tree
    sliders = page.get_by_role("group", name="Level control").aria_snapshot()
    assert sliders.count("- slider ") == 5


def test_flat_view_tells_heights_in_numbers(open_page: Any, service: Any) -> None:
    """Without relief each pane bears its height as a number, and is as easy to touch."""
    page = open_page(f"/match/{service.new_match()}", "phone")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Flat view").click()
    numbers = page.locator(".flat-levels text")
    expect(numbers).to_have_count(80)
    assert numbers.all_text_contents()[::8] == list("1122332211")
    assert missed(page) == []


def test_board_is_played_by_keyboard_alone(open_page: Any, service: Any) -> None:
    """One tab stop; arrows, pages and ends move; Enter chooses sphere and way; Play confirms."""
    match = service.new_match()
    service.play(match, "@c", "@d")
    page = open_page(f"/match/{match}")
    page.locator('[data-pane="a1"]').focus()
    at = "document.activeElement.dataset.pane"
    for key, pane in (("ArrowRight", "b1"), ("PageUp", "b3"), ("End", "h3"), ("ArrowDown", "h2"),
                      ("Home", "a2"), ("ArrowDown", "a1"), ("ArrowDown", "a1"), ("ArrowRight", "b1"),
                      ("ArrowRight", "c1")):  # fmt: skip
        page.keyboard.press(key)
        assert page.evaluate(at) == pane
    assert page.locator("[data-pane][tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    expect(page.locator('[data-pane="c1"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_focused()
    expect(page.locator("#announce")).to_contain_text("c1 rolls north to c2")
    page.keyboard.press("Enter")
    expect(page.locator("#log li").last).to_contain_text("c1n>c2")
    expect(page.locator("#announce")).to_contain_text("White")


def test_one_scrolls_by_swiping_on_the_board(open_page: Any, service: Any) -> None:
    """On a phone a finger that wipes over the glass moves the page, and chooses nothing."""
    match = service.new_match()
    service.play(match, "@c", "@d")
    page = open_page(f"/match/{match}", "phone", touch=True)
    box = settled(page).locator('[data-pane="c1"]').bounding_box()
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    x, y = box["x"] + 10, box["y"] + 10
    touch("touchStart", (x, y))
    for step in range(1, 9):
        touch("touchMove", (x, y - 20 * step))
    touch("touchEnd")
    page.wait_for_function("scrollY > 20")
    expect(page.locator(".roll")).to_have_count(0)
