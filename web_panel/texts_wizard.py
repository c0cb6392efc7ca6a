"""The words of the hardware test on the Board page. Codes begin with ``ui.test.``; English is the msgid.

The steps' titles, what a hand is asked to do and why a step failed have their words in
``firmware_bridge.selftest.texts``.
"""

from __future__ import annotations

WIZARD: dict[str, str] = {
    "ui.test": "Hardware test",
    "ui.test.about": "For a board just built or repaired: each part is tried in turn, and a report is kept.",
    "ui.test.open": "Test the board …",
    "ui.test.back": "Back to the board",
    "ui.test.steps": "What to test",
    "ui.test.all": "Everything",
    "ui.test.rest": "Without moving bands",
    "ui.test.nothing": "Nothing",
    "ui.test.moves": "bands move",
    "ui.test.cycles": "Movements of the endurance step",
    "ui.test.start": "Hold to start the test",
    "ui.test.start.moves": "Bands will move: take everything off the glass and keep hands away.",
    "ui.test.start.no_board": "There is no board to test.",
    "ui.test.start.choose": "Choose at least one step.",
    "ui.test.now": "Step {number} of {of}",
    "ui.test.works": "The board does this by itself. Look on.",
    "ui.test.moving": "Bands move: hands off the glass.",
    "ui.test.sensed": "The test goes on by itself when the board senses it.",
    "ui.test.done": "It is done",
    "ui.test.yes": "Yes",
    "ui.test.no": "No",
    "ui.test.skip": "Skip this step",
    "ui.test.abort": "End the test",
    "ui.test.progress": "{done} of {of}",
    "ui.test.results": "Results",
    "ui.test.step": "Step",
    "ui.test.result": "Result",
    "ui.test.seconds": "{seconds} s",
    "ui.test.verdict.passed": "passed",
    "ui.test.verdict.failed": "failed",
    "ui.test.verdict.skipped": "skipped",
    "ui.test.verdict.aborted": "ended",
    "ui.test.passed": "The board has passed.",
    "ui.test.not_passed": "The board has not passed.",
    "ui.test.report": "Report as a page",
    "ui.test.again": "Test again",
}
