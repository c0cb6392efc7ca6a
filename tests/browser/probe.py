"""What a finger meets on a page, by geometry: ``probe.js`` measures, ``amiss`` says it in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.browser.rest import settled

PROBE = (Path(__file__).parent / "probe.js").read_text(encoding="utf-8")


def amiss(page: Any, size: str) -> list[str]:
    """What there is to be found amiss once the page is at rest; ``size`` is a name of ``opener.SIZES``."""
    found = settled(page).evaluate(PROBE)
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
