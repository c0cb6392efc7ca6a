"""A match made on a device without the panel's rights, for all who sit round it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect


def test_a_family_with_one_tablet_makes_its_own_match(open_page: Any) -> None:
    """A device without the panel's rights takes several seats of a new match, and their hands are covered."""
    page = open_page("/new?game=cards", "phone", panel=False)
    page.locator("#create:enabled").wait_for()
    page.locator("[data-focus=turn_cap-less]").click()
    expect(page.locator("output")).to_have_text("750")  # a few taps, not a hundred, lead down to "never"
    page.locator("fieldset:has(#name1) label:has([value=mine])").click()
    expect(page.locator("#together")).to_be_visible()
    page.locator("#create").click()
    page.locator('#match[data-state="playing"]').wait_for()
    expect(page.locator("#cover")).to_be_visible()
    expect(page.locator("#hand [data-card]")).to_have_count(0)
    page.locator("#seats .seat-pick").nth(1).click()
    expect(page.locator("#cover")).to_contain_text("Player 2")
