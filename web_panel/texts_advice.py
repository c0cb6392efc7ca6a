"""The words of help at Palace: what to carry out by hand, threats, hints, the analysis, puzzles."""

from __future__ import annotations

ADVICE: dict[str, str] = {
    # what was played elsewhere and is to be carried out on the glass
    "ui.carry": "For {side}, on the glass:",
    "ui.carry.move": "Take the sphere on {pane} to {to}.",
    "ui.carry.break": "Take the broken sphere off {pane}.",
    "ui.carry.put": "Put {sphere} on {pane}.",
    # threats: which spheres can be broken in the other side's next turn
    "ui.threats.show": "Show threats",
    "ui.threats": "In danger: {panes}.",
    "ui.threat.at_once": "{pane} can be broken: {text}.",
    "ui.threat.after": "{pane} can be broken: {text} after {bands}.",
    # hints
    "ui.hint": "Hint",
    "ui.hint.waiting": "Looking …",
    "ui.value": "{value} spheres",
    "ui.value.win": "wins by force",
    "ui.value.loss": "loses by force",
    # the analysis of a match that is over
    "ui.analysis": "Analyse",
    "ui.analysis.running": "Analysing: {done} of {of}",
    "ui.analysis.none": "No mistakes were found.",
    "ui.analysis.found": "Marked turns: {count}.",
    "ui.analysis.next": "Next mark",
    "ui.analysis.graph": "Who was ahead, turn by turn, by the table’s reckoning: "
    "White above the line, Black below.",
    "ui.analysis.says": "{side}: {mark} ({value}).",
    "ui.analysis.better": "Better ({value}): {turn}.",
    "ui.mark.mistake": "mistake",
    "ui.mark.blunder": "blunder",
    "ui.mark.missed_win": "missed win",
    # puzzles
    "ui.puzzle": "Puzzle",
    "ui.puzzles": "Puzzles",
    "ui.puzzles.about": "Break a sphere of Black’s, whatever Black does: there is one key.",
    "ui.puzzles.turns": "In how many turns",
    "ui.puzzles.turns.1": "In one turn",
    "ui.puzzles.turns.2": "In two turns",
    "ui.puzzles.begin": "Show a puzzle",
    "ui.puzzle.goal.1": "White breaks a black sphere in this turn.",
    "ui.puzzle.goal.2": "White breaks a black sphere in two turns.",
    "ui.puzzle.on": "That is the key. Now go on.",
    "ui.puzzle.solved": "Solved!",
    "ui.puzzle.wrong": "That is not the key.",
    "ui.puzzle.decided": "This puzzle is decided. Take another one, or try again.",
    "ui.puzzle.key": "Show the key",
    "ui.puzzle.again": "Try again",
    "ui.puzzle.next": "Next puzzle",
    "ui.puzzle.board": "Set it up on the board",
    "ui.puzzle.all": "Leave the puzzle",
}
