"""Privilege cards of Palais Royal on the page: those that name a room, those that name two, and the writ."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.rest import settled

NO_GUIDE = "localStorage.setItem('palace-royal-guide', '[\"off\"]')"
QUIET = ("done", "stop", "collect", "end", "reinforce 0", "draw 0")
SEED = "hand 80"
"""With this seed the first three cards are a letter, a passage and a writ, and N03 (no gold, one seal of
each colour) stands on f5."""


@pytest.fixture
def holding(service: Any) -> str:
    """A match in which Ada's second turn begins with those three cards in her hand."""
    seats = [{"kind": "panel", "name": name} for name in ("Ada", "Ben")]
    match = service.new_match(game="royal", seats=seats, options={}, seed=SEED)
    service.play(match, *(f"post {place}" for place in ("back", "back", "back", "king", "pomp")))
    service.play(match, *["post gate"] * 5)
    service.play(match, "reinforce 0", "stop", "collect", "draw 3", "end")
    while (now := seen(service, match))["actor"] == 1:
        service.play(match, next(action for action in QUIET if action in now["actions"]))
    assert sorted(now["views"]["0"]["hand"]) == ["letter", "passage", "writ"]
    return str(match)


def seen(service: Any, match: str) -> Any:
    return service.get(f"/api/matches/{match}")


def pick(page: Any, kind: str, *, dull: bool = False) -> None:
    """Opens the covered hand and takes a card out of it, when what was played before is done with."""
    expect(page.locator("#dock .busy:visible")).to_have_count(0)
    page.locator("#cards").click()
    page.get_by_role("button", name="Show the cards of Ada").click()
    page.locator(f".kind[data-kind={kind}]").click(force=dull)


def room(page: Any, name: str) -> Any:
    return page.locator(f".room[data-room={name}]")


def test_cards_find_their_rooms_and_nobles(
    service: Any, open_page: Any, holding: str, wait_until: Any
) -> None:
    """A letter asks for its room, a passage for two, a writ lights the nobles it can have; others wait."""
    page = open_page(f"/match/{holding}", script=NO_GUIDE)

    pick(page, "passage", dull=True)
    expect(page.locator("#strip-text")).to_contain_text("secret passage")
    page.keyboard.press("Escape")

    pick(page, "letter")
    expect(room(page, "parade")).to_have_attribute("data-can", "")
    if page.locator("#confirm").count() == 0:
        room(page, "parade").click()
    page.locator("#confirm").click()
    wait_until(lambda: seen(service, holding)["view"]["now"]["capacity"] == 3, "the tie is Ada's")
    service.play(holding, "reinforce 0")

    expect(page.locator("#match")).to_have_attribute("data-phase", "move")
    pick(page, "passage")
    room(page, "back").click()
    expect(room(page, "mint")).to_have_attribute("data-can", "")
    room(page, "mint").click()
    page.locator("#confirm").click()
    wait_until(lambda: seen(service, holding)["view"]["players"][0]["palace"]["mint"] == 1, "he is through")
    service.play(holding, "stop", "collect")

    expect(page.locator("#match")).to_have_attribute("data-phase", "recruit")
    expect(page.locator(".space[data-had]")).to_have_count(0)
    pick(page, "writ")
    expect(page.locator(".space[data-space=f5]")).to_have_attribute("data-had", "")
    page.locator(".space[data-space=f5]").click()
    page.locator(".way-to").first.click()
    page.locator("#confirm").click()
    wait_until(lambda: seen(service, holding)["view"]["players"][0]["nobles"] == ["N03"], "she has come")
    assert seen(service, holding)["view"]["border"] == {"f5": 0}
    expect(page.locator(".space[data-space=f5] .guard .seat-0")).to_be_visible()
    expect(page.locator('[data-border="column_f"]')).to_have_text("1")
    expect(page.locator("#cards-count")).to_have_text("0")


def test_a_finger_drags_a_servant(service: Any, open_page: Any, wait_until: Any) -> None:
    """By touch too a servant is led from room to room; the browser does not scroll instead."""
    seats = [{"kind": "panel", "name": name} for name in ("Ada", "Ben")]
    match = service.new_match(game="royal", seats=seats, options={})
    for _ in seats:
        service.play(match, *["post gate"] * 5)
    page = open_page(f"/match/{match}", "phone", touch=True, script=NO_GUIDE)
    service.play(match, "reinforce 0")
    expect(room(page, "gate")).to_have_attribute("data-grab", "")
    settled(page)
    ends = [room(page, name).bounding_box() for name in ("gate", "king")]
    start, end = [(box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.4) for box in ends]
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1], "id": 1}] if at else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", *start)
    for step in range(1, 9):
        touch("touchMove", start[0], start[1] + (end[1] - start[1]) * step / 8)
    expect(page.locator(".drag-ghost b")).to_have_text("−1")
    touch("touchEnd")
    wait_until(lambda: seen(service, match)["view"]["players"][0]["palace"]["king"] == 1, "he was led there")
