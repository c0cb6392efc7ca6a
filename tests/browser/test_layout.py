"""What a finger meets: sizes, distances, nothing cut off, nothing in the way of Stop. By geometry."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.rest import arrived, settled

PAGES = ("/", "/new", "/board", "/twin", "/records", "/help/board", "/start")
MATCH_PAGES = ("/match/{palace}", "/review/{palace}")
# French and Italian words are the longer ones; the built-in panel is measured in all three.
SCREENS = [("panel", "it"), ("kiosk", "en"), ("kiosk", "fr"), ("kiosk", "it")]
SCREENS += [("phone", "fr"), ("phone", "it"), ("small", "fr"), ("small", "it")]

PROBE = (Path(__file__).parent / "probe.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def matches(service: Any) -> dict[str, str]:
    palace = service.new_match()
    service.play(palace, "@c", "@d", "c1n", "d10s")
    return {"palace": palace}


@pytest.mark.parametrize(("size", "lang"), SCREENS)
def test_everything_fits_and_can_be_touched(
    open_page: Any, matches: dict[str, str], size: str, lang: str
) -> None:
    """Targets of 48 px, no text cut off, no sideways scrolling; the built-in panel does not scroll at all."""
    page = open_page("/records", size, touch=size in ("phone", "small"), lang=lang)
    base = page.url.removesuffix("/records")
    faults: list[str] = []
    for path in PAGES + MATCH_PAGES:
        page.goto(base + path.format(**matches))
        found = settled(arrived(page)).evaluate(PROBE)
        faults += [f"{path} too small: {one}" for one in found["small"]]
        faults += [f"{path} cut off: {one}" for one in found["cut"]]
        faults += [f"{path} within 24 px of Stop: {one}" for one in found["close"]]
        if found["wide"] > 0:
            faults.append(f"{path}: {found['wide']} px too wide")
        if size in ("panel", "kiosk") and found["tall"] > 0:
            faults.append(f"{path}: {found['tall']} px too tall")
        stop = found["stop"]
        if stop["height"] < 96 or stop["width"] < 120:
            faults.append(f"{path}: Stop is {stop['width']} x {stop['height']}")
        if min(stop["left"], stop["right"], stop["top"], stop["bottom"]) < 16:
            faults.append(f"{path}: Stop too near an edge: {stop}")
        if not all(stop["corners"]):
            faults.append(f"{path}: something lies over Stop")
    assert not faults, "\n".join(faults)
