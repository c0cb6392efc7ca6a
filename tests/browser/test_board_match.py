"""A match on the (simulated) board, on the panel's page: what the referee sees, said and marked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

TRAVEL_MS = 30_000


@pytest.fixture
def seen(table: Any, open_page: Any) -> Iterator[Any]:
    """The panel's page of a match on the board that has begun, bands standing and panes compared."""
    seats = [{"kind": "board", "name": "Ada"}, {"kind": "board", "name": "Ben"}]
    table.match = table.new_match(seats=seats, on_board=True)
    page = open_page(f"/match/{table.match}")
    expect(page.locator("#match")).to_have_attribute("data-state", "playing", timeout=TRAVEL_MS)
    yield page
    table.post(f"/api/matches/{table.match}/abandon")


def test_sphere_in_hand_and_sphere_astray_are_named(seen: Any, table: Any) -> None:
    """Lifted: named at once. Put where no action leads: which pane should be empty, and where it belongs."""
    strip = seen.locator("#strip")
    table.post("/api/twin/panes", {"d1": "white"})
    expect(seen.locator("#log li").last).to_contain_text("@d")
    table.post("/api/twin/panes", {"h10": "black"})
    expect(seen.locator("#log li").last).to_contain_text("@h")
    table.post("/api/twin/panes", {"d1": None})
    expect(strip).to_contain_text("d1")
    expect(seen.locator(".mark-hand")).to_have_count(1)
    table.post("/api/twin/panes", {"f6": "white"})
    expect(strip).to_contain_text("f6 should be empty: put it back on d1.")
    expect(seen.locator(".badge-extra")).to_have_count(1)
    expect(seen.locator(".badge-missing")).to_have_count(1)
    table.post("/api/twin/panes", {"f6": None, "d1": "white"})
    expect(strip).not_to_contain_text("f6")
    expect(seen.locator(".badge-extra, .badge-missing, .mark-hand")).to_have_count(0)


def test_a_recognised_action_is_corrected_without_asking(seen: Any, table: Any) -> None:
    """ "Not what I played": the choice comes back, another action replaces it, the board is guided."""
    table.post("/api/twin/panes", {"c1": "white"})
    expect(seen.locator("#log li").last).to_contain_text("@c")
    seen.wait_for_timeout(600)
    seen.get_by_role("button", name="Not what I played").click()
    expect(seen.locator("#confirm-text")).to_have_text("Choose what was really played.")
    seen.locator('[data-pane="e1"]').click()
    seen.locator("#confirm").click()
    expect(seen.locator("#log li")).to_have_count(1)
    expect(seen.locator("#log li").last).to_contain_text("@e")
    expect(seen.locator("#strip")).to_contain_text("c1 should be empty: put it back on e1.")
    table.post("/api/twin/panes", {"c1": None, "e1": "white"})
    expect(seen.locator("#strip")).not_to_contain_text("c1 should")


def test_an_open_choice_is_shown_with_pictures(seen: Any, table: Any) -> None:
    """Two actions that look the same: both are drawn and told; a tap and Play decide."""
    table.post("/api/twin/panes", {"d1": "white"})
    expect(seen.locator("#log li").last).to_contain_text("@d")
    table.post("/api/twin/panes", {"h10": "black"})
    expect(seen.locator("#log li").last).to_contain_text("@h")
    seen.wait_for_timeout(600)
    seen.evaluate(
        """async () => {
          const src = document.querySelector('script[src*="js/pages/"]').src;
          const { client } = await import(src.slice(0, src.indexOf("js/") + 3) + "shell.js");
          const { id: match, version } = client.match;
          const report = { state: "ambiguous", actions: ["d1e", "d1w"], missing: [], extra: [], in_hand: [] };
          client.take("referee", { match, version, action: null, message: null, ...report });
        }"""
    )
    expect(seen.locator("#strip")).to_contain_text("Choose the one that was played")
    expect(seen.locator(".roll.wide")).to_have_count(2)
    expect(seen.locator(".paths .path")).to_have_count(2)
    seen.locator(".roll.wide").nth(1).click()
    expect(seen.locator("#confirm-text")).to_contain_text("d1 rolls west over the edge")
    expect(seen.locator("#confirm")).to_be_enabled()
