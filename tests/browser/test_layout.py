"""What a finger meets: sizes, distances, nothing cut off, nothing in the way of Stop. By geometry."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.probe import amiss
from tests.browser.rest import arrived, resized

PAGES = ("/", "/new", "/puzzles", "/board", "/twin", "/records", "/help/board", "/start")
MATCH_PAGES = ("/match/{palace}", "/review/{palace}")
# French and Italian words are the longer ones; the built-in panel is measured in all three.
SCREENS = {"en": ("kiosk",), "fr": ("kiosk", "phone", "small"), "it": ("kiosk", "panel", "phone", "small")}


@pytest.fixture(scope="module")
def matches(service: Any) -> dict[str, str]:
    palace = service.new_match()
    service.play(palace, "@c", "@d", "c1n", "d10s")
    return {"palace": palace}


@pytest.mark.parametrize("lang", SCREENS)
def test_everything_fits_and_can_be_touched(open_page: Any, matches: dict[str, str], lang: str) -> None:
    """Targets of 48 px, no text cut off, no sideways scrolling; the built-in panel does not scroll at all."""
    page = open_page("/records", SCREENS[lang][0], touch=True, lang=lang)
    base = page.url.removesuffix("/records")
    faults: list[str] = []
    for path in PAGES + MATCH_PAGES:
        page.goto(base + path.format(**matches))
        arrived(page)
        for size in SCREENS[lang]:
            faults += [f"{path} {size}: {one}" for one in amiss(resized(page, size), size)]
    assert not faults, "\n".join(faults)
