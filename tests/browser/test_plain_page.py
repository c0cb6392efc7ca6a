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
    page.locator("#main[data-ready]").wait_for()
    expect(page.locator("body")).to_have_attribute("data-page", "generic")
    action = before["actions"][0]
    page.locator("#actions button", has_text=action).first.click()
    expect(page.locator("#confirm-text")).to_have_text(action)
    page.locator("#confirm").click()
    expect(page.locator("#moves li")).to_have_count(before["moves_total"] + 1)
    after = plain_service.get(f"/api/matches/{made['id']}")
    assert after["version"] == before["version"] + 1
    assert page.locator("#view table").count() > 0
