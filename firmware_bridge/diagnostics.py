"""What a builder wants to see of a running board: raw values, counters, trends, the log of movements."""

from __future__ import annotations

from typing import Any

from firmware_bridge import image
from firmware_bridge import regmap as reg
from firmware_bridge.feed import Feed
from firmware_bridge.link import Link
from firmware_bridge.movement import answered
from firmware_bridge.values import PANES

_OF_THE_HEAD = (reg.IN.FW_VERSION, reg.IN.BOOT_COUNT, reg.IN.LOOP_MAX, reg.IN.HEAP_FREE, reg.IN.VM)


def raw_values(link: Link, feed: Feed) -> dict[str, Any]:
    """JSON: {state, link, motions, panes: [{pane, raw, confidence, noise}], board: {...}}.

    A few round trips; without a board only what the bridge itself knows. Raises LinkError.
    """
    told: dict[str, Any] = {
        "state": link.state,
        "link": link.figures(),
        "motions": list(feed.motions),
        "panes": [],
        "board": {},
    }
    if link.state != "found":
        return told
    asked = [
        link.read_inputs(reg.IN.PANE_RAW, reg.PANES),
        link.read_inputs(reg.IN.PANE_QUALITY, reg.PANES),
        link.read_inputs(reg.IN.COUNTER, len(reg.COUNTER)),
        link.read_inputs(reg.IN.TACHO_DIFF, 3 * reg.BANDS),
    ]
    raw, quality, counters, trend = (answered(future) for future in asked)
    told["panes"] = [
        {"pane": name, "raw": raw[n], "confidence": quality[n] & 0xFF, "noise": quality[n] >> 8}
        for n, name in enumerate(PANES)
    ]
    head = feed.head
    told["board"] = {
        **{counter.name.lower(): counters[counter] for counter in reg.COUNTER},
        **{register.name.lower(): head[register] for register in _OF_THE_HEAD if head},
        "tacho_diff_mm": [image.signed(word) / 100 for word in trend[:5]],
        "home_diff_mm": [image.signed(word) / 100 for word in trend[5:10]],
        "move_ms": list(trend[10:]),
    }
    return told
