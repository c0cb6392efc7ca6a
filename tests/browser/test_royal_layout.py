"""Palais Royal under a finger and for people who listen: sizes, distances, languages, accessibility."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.probe import amiss
from tests.browser.rest import arrived, resized, settled

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
POSTS = ("office", "king", "pomp", "mint", "cardinal")
# Servants whose row does not lie wholly in its room.
UNCOUNTED = """() => [...document.querySelectorAll('.folk')].filter((row) => row.checkVisibility() &&
  row.getBoundingClientRect().bottom > row.closest('.room').getBoundingClientRect().bottom)
  .map((row) => `cut off in ${row.closest('.room').dataset.room}: seat ${row.dataset.seat}`)"""
NO_GUIDE = "localStorage.setItem('palace-royal-guide', '[\"off\"]')"


@pytest.fixture(scope="module")
def recruiting(service: Any) -> str:
    """A match of four at the panel, in which the first player may recruit."""
    seats = [{"kind": "panel", "name": name} for name in ("Ada", "Ben", "Cleo", "Dario")]
    match = service.new_match(game="royal", seats=seats, options={})
    for _ in seats:
        service.play(match, *(f"post {place}" for place in POSTS))
    service.play(match, "reinforce 3", "move gate-office", "move gate-pomp", "stop", "collect")
    return str(match)


def views(page: Any, size: str) -> list[str]:
    """What is amiss in any of the page's views and sheets, on a page just loaded."""
    told = [f"first: {one}" for one in amiss(page, size)]
    told += page.evaluate(UNCOUNTED) if size in ("panel", "small") else []
    for view in ("palace", "park", "court"):
        tab = page.locator(f"#tab-{view}")
        if tab.is_visible():
            tab.click()
            told += [f"{view}: {one}" for one in amiss(page, size)]
    if size != "panel":
        page.locator("#tab-park").click()
    elif page.locator("#tab-court").get_attribute("aria-pressed") == "true":
        page.locator("#tab-court").click()
    page.locator(".space[data-had]").first.click()
    told += [f"noble: {one}" for one in amiss(page, size)]
    page.keyboard.press("Escape")
    for opener in ("#cards", "#more"):
        page.locator(opener).click()
        told += [f"{opener}: {one}" for one in amiss(page, size)]
        page.keyboard.press("Escape")
    return told


SCREENS = {"en": ("kiosk", "small"), "fr": ("kiosk", "small"), "it": ("panel", "phone")}


@pytest.mark.parametrize("lang", SCREENS)
def test_park_rooms_and_court_fit(open_page: Any, recruiting: str, lang: str) -> None:
    """Every view has targets of 48 px, no cut text, nothing near Stop; the panel does not scroll."""
    first, second = SCREENS[lang]
    page = open_page(f"/match/{recruiting}", first, lang=lang, touch=True, script=NO_GUIDE)
    told = [f"{first}: {one}" for one in views(page, first)]
    resized(page, second).reload()
    told += [f"{second}: {one}" for one in views(arrived(page), second)]
    assert not told, "\n".join(told)


@pytest.mark.parametrize(("size", "theme"), [("panel", "dark"), ("kiosk", "light"), ("phone", "light")])
def test_no_accessibility_fault(open_page: Any, recruiting: str, size: str, theme: str) -> None:
    """axe finds nothing on the table, on a chosen noble, on the covered hand and in the menu."""
    from axe_playwright_python.sync_playwright import Axe

    page = open_page(f"/match/{recruiting}", size, theme=theme, script=NO_GUIDE)

    def found(part: str) -> list[str]:
        violations = Axe().run(settled(page), part, {"runOnly": RULES}).response["violations"]
        return [f"{part}: {v['id']}: {node['html'][:140]}" for v in violations for node in v["nodes"][:3]]

    told = found("html")
    page.locator(".space[data-had]").first.click()
    told += found(".noble-sheet") + found("#dock")
    page.keyboard.press("Escape")
    for opener, sheet in (("#cards", "#hand-sheet"), ("#more", "#menu-sheet")):
        page.locator(opener).click()
        told += found(sheet)
        page.keyboard.press("Escape")
    assert told == []
