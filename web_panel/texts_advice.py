"""The words of help at Palace: what to carry out by hand, threats, hints, the analysis, puzzles."""

from __future__ import annotations

ADVICE: dict[str, str] = {
    # what was played elsewhere and is to be carried out on the glass
    "ui.carry": "For {side}, on the glass:",
    "ui.carry.move": "Take the sphere on {pane} to {to}.",
    "ui.carry.break": "Take the broken sphere off {pane}.",
    "ui.carry.put": "Put {sphere} on {pane}.",
}
