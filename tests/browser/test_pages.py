"""Every page by the rules of accessibility, in both themes, on the panel and on a phone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.rest import arrived, settled

PAGES = (
    "/",
    "/new",
    "/puzzles",
    "/board",
    "/twin",
    "/records",
    "/help",
    "/help/board",
    "/start",
    "/j/nobody-knows-it",
)
MATCH_PAGES = ("/match/{palace}", "/match/{cards}", "/review/{palace}")
LIGHT = ("/", "/new", "/board", "/help/board", "/match/{palace}")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="module")
def matches(service: Any) -> dict[str, str]:
    """A match of Palace with some moves, and one of a game that may have no page of its own."""
    palace = service.new_match()
    service.play(palace, "@c", "@d", "c1n", "d10s")
    seats = [{"kind": "panel", "name": "Ada"}, {"kind": "panel", "name": "Ben"}]
    cards = service.post("/api/matches", {"game": "cards", "seats": seats, "options": {}})["id"]
    return {"palace": palace, "cards": cards}


@pytest.mark.parametrize(
    ("size", "theme", "lang", "paths"),
    [("panel", "dark", "en", PAGES), ("panel", "dark", "it", MATCH_PAGES), ("phone", "light", "fr", LIGHT)],
    ids=["dark", "matches", "light"],
)
def test_pages_have_no_accessibility_fault(
    open_page: Any, matches: dict[str, str], size: str, theme: str, lang: str, paths: tuple[str, ...]
) -> None:
    """axe finds nothing, with the rules of WCAG 2.2 AA, on any page."""
    from axe_playwright_python.sync_playwright import Axe

    page = open_page("/help", size, theme=theme, lang=lang)
    base = page.url.removesuffix("/help")
    told = []
    for path in paths:
        page.goto(base + path.format(**matches))
        found = Axe().run(settled(arrived(page)), options={"runOnly": RULES}).response["violations"]
        told += [
            f"{path}: {v['id']}: {v['help']}: {node['html'][:160]} {node['failureSummary'][:200]}"
            for v in found
            for node in v["nodes"][:3]
        ]
    assert not told, "\n".join(told)


def test_axe_is_awake(open_page: Any) -> None:
    """The check above can fail: a planted nameless button is found."""
    from axe_playwright_python.sync_playwright import Axe

    page = open_page("/records")
    page.evaluate("document.getElementById('main').append(document.createElement('button'))")
    violations = Axe().run(page, options={"runOnly": ["wcag2a"]}).response["violations"]
    assert "button-name" in {v["id"] for v in violations}
