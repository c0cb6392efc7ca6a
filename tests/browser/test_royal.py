"""The page of Palais Royal: what is seen, what is chosen, what it costs, and that nothing secret is on it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

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
    page = open_page("/records", size, **more)
    page.evaluate(NO_GUIDE)
    page.goto(page.url.replace("/records", f"/match/{match}"))
    page.locator("#main[data-ready]").wait_for()
    return page


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
