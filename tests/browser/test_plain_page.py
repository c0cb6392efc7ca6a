"""The plain page of a match, which serves every game that has no page of its own."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

PARTS = ("rules", "firmware_bridge", "hardware", "seeds")


@pytest.fixture
def plain_service(own_service: Any, tmp_path: Path) -> Any:
    """The service from a copy of the house in which no game has a page of its own."""
    own_service.stop()
    root = own_service.root
    house = tmp_path / "house"
    skipped = shutil.ignore_patterns("cards.html", "royal.html", "palace.html", "__pycache__")
    shutil.copytree(root / "web_panel", house / "web_panel", ignore=skipped)
    for part in PARTS:
        (house / part).symlink_to(root / part)
    own_service.root = house
    return own_service.start()


@pytest.mark.parametrize("game", ["palace", "cards", "royal"])
def test_any_game_can_be_played_on_the_plain_page(plain_service: Any, open_own: Any, game: str) -> None:
    """What is known as tables, what may be done as buttons; one is chosen, shown, and played by Play."""
    seats = [{"kind": "panel", "name": "Ada"}, {"kind": "panel", "name": "Ben"}]
    made = plain_service.post("/api/matches", {"game": game, "seats": seats, "options": {}})
    before = plain_service.get(f"/api/matches/{made['id']}")
    page = open_own(f"/match/{made['id']}", "kiosk")
    expect(page.locator("body")).to_have_attribute("data-page", "generic")
    action = before["actions"][0]
    page.locator("#actions button", has_text=action).first.click()
    expect(page.locator("#confirm-text")).to_have_text(action)
    page.locator("#confirm").click()
    expect(page.locator("#moves li")).to_have_count(before["moves_total"] + 1)
    after = plain_service.get(f"/api/matches/{made['id']}")
    assert after["version"] == before["version"] + 1
    assert page.locator("#view table").count() > 0


def test_many_actions_are_paged(plain_service: Any, open_own: Any) -> None:
    """However many actions there are, every one can be reached, a page at a time."""
    match = plain_service.new_match()
    page = open_own(f"/match/{match}", "kiosk")
    page.evaluate(
        """async () => {
        const src = document.querySelector('script[src*="js/pages/"]').src;
        const { client } = await import(src.slice(0, src.indexOf("js/") + 3) + "shell.js");
        const actions = Array.from({ length: 130 }, (_, n) => `act ${n + 1}`);
        client.take("match", { ...client.match, actions });
        }"""
    )
    found = page.locator("#actions button")
    expect(page.locator("#paging")).to_contain_text("1–60 of 130")
    expect(found).to_have_count(60)
    page.get_by_role("button", name="Further ones").click()
    page.get_by_role("button", name="Further ones").click()
    expect(page.locator("#paging")).to_contain_text("121–130 of 130")
    expect(found.last).to_have_text("act 130")
    expect(page.get_by_role("button", name="Further ones")).to_be_disabled()
