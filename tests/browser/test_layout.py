"""What a finger meets: sizes, distances, nothing cut off, nothing in the way of Stop. By geometry."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.rest import arrived, resized, settled

PAGES = ("/", "/new", "/board", "/twin", "/records", "/help/board", "/start")
MATCH_PAGES = ("/match/{palace}", "/review/{palace}")
# French and Italian words are the longer ones; the built-in panel is measured in all three.
SCREENS = {"en": ("kiosk",), "fr": ("kiosk", "phone", "small"), "it": ("kiosk", "panel", "phone", "small")}

PROBE = (Path(__file__).parent / "probe.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def matches(service: Any) -> dict[str, str]:
    palace = service.new_match()
    service.play(palace, "@c", "@d", "c1n", "d10s")
    return {"palace": palace}


def amiss(found: Any, size: str) -> list[str]:
    """What the probe has found, in words."""
    told = [f"too small: {one}" for one in found["small"]]
    told += [f"cut off: {one}" for one in found["cut"]]
    told += [f"within 24 px of Stop: {one}" for one in found["close"]]
    if found["wide"] > 0:
        told.append(f"{found['wide']} px too wide")
    if size in ("panel", "kiosk") and found["tall"] > 0:
        told.append(f"{found['tall']} px too tall")
    stop = found["stop"]
    if stop["height"] < 96 or stop["width"] < 120:
        told.append(f"Stop is {stop['width']} x {stop['height']}")
    if min(stop["left"], stop["right"], stop["top"], stop["bottom"]) < 16:
        told.append(f"Stop too near an edge: {stop}")
    if not all(stop["corners"]):
        told.append("something lies over Stop")
    return told


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
            found = settled(resized(page, size)).evaluate(PROBE)
            faults += [f"{path} {size}: {one}" for one in amiss(found, size)]
    assert not faults, "\n".join(faults)
