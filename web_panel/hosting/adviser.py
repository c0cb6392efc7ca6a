"""Threats, hints, analyses and puzzles are computed in one process of their own, beside that of the bots.

Questions wait by rank and then by age, so that an analysis, asked turn by turn, gives way to a hint. The
process is nicer than the bots': at the table a bot comes first. What it is asked and answers::

    {"kind": "threats", "state": {...}}                        {"threats": [{"pane", "seat", ...}, ...]}
    {"kind": "lines", "state": {...}, "count": 3}              {"lines": [{"turns", "value", "says", ...}]}
    {"kind": "mark", "state": {...}, "played": [...], "index"} {"mark": {...} or null}
    {"kind": "puzzle", "bands", "turns", "seed"}               {"puzzle": {...} or null}

States are Palace's JSON. Only open games are advised on, so nothing here is a secret.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from web_panel.hosting.asker import Asker
from web_panel.hosting.child import serve

NICE = 15
PATIENCE_S = 30.0
"""After so long an answer is given up."""
LINES_S = 2.0
MARK_NODES = 60_000
MARK_S = 20.0
PUZZLE_S = 3.0
THREATS, LINES, MARK, PUZZLE = range(4)
"""The ranks of questions: the lower, the sooner."""


@dataclass(frozen=True, slots=True)
class Question:
    """``topic``: what it is about, such as "hint m1"; ``done`` gets the answer, None when there is none."""

    topic: str
    rank: int
    asked: Mapping[str, Any]
    done: Callable[[dict[str, Any] | None], None]


class Adviser(Asker[Question]):
    """Asks the adviser's process. A question that is forgotten is expected: its log line is no warning."""

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        super().__init__("web_panel.hosting.adviser", "adviser", level=logging.INFO)
        self._patience_s = patience_s

    def patience_s(self, question: Question) -> float:
        return self._patience_s

    def forget(self, topic: str) -> None:
        """Also what waits is not looked for any more; its ``done`` gets None."""
        with self._condition:
            gone = [entry[2] for entry in self._waiting if entry[2].topic == topic]
            self._waiting = [entry for entry in self._waiting if entry[2].topic != topic]
            super().forget(topic)
        for question in gone:
            question.done(None)


# -- the process


def answer(asked: Mapping[str, Any]) -> dict[str, Any]:
    """One answer, in the adviser's process."""
    return _ANSWERS[asked["kind"]](asked)


def until(seconds: float) -> Callable[[], bool]:
    """Tells whether ``seconds`` have passed since now."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end


def _threats(asked: Mapping[str, Any]) -> dict[str, Any]:
    from rules.palace import GAME
    from rules.palace.hints import threats

    position = GAME.from_json(asked["state"])
    return {
        "threats": [
            {"seat": seat, "pane": one.pane, "actions": list(one.actions), "text": one.text}
            for seat in (0, 1)
            for one in threats(position, seat)
        ]
    }


def _lines(asked: Mapping[str, Any]) -> dict[str, Any]:
    from rules.palace import GAME
    from rules.palace.hints import best_lines

    position = GAME.from_json(asked["state"])
    lines = best_lines(position, asked["count"], expired=until(asked.get("seconds", LINES_S)))
    return {"lines": [_line(position, line) for line in lines]}


def _line(position: Any, line: Any) -> dict[str, Any]:
    from web_panel.hosting.views import turn_json

    first = turn_json(position, line.turns[0])
    return {"turns": [list(turn) for turn in line.turns], "value": line.value, **first}


def _mark(asked: Mapping[str, Any]) -> dict[str, Any]:
    from rules.palace import GAME
    from rules.palace.hints import judged
    from web_panel.hosting.views import turn_json

    nodes = asked.get("nodes", MARK_NODES)
    before, played = GAME.from_json(asked["state"]), tuple(asked["played"])
    mark = judged(before, played, asked["index"], nodes=nodes, expired=until(MARK_S))
    if mark is None:
        return {"mark": None}
    return {
        "mark": {
            "index": mark.index,
            "seat": mark.seat,
            "played": list(mark.played),
            "best": list(mark.best),
            "value": mark.value,
            "best_value": mark.best_value,
            "mark": mark.mark,
            "message": mark.message and mark.message.to_json(),
            "better": turn_json(before, mark.best) if mark.mark else None,
        }
    }


def _puzzle(asked: Mapping[str, Any]) -> dict[str, Any]:
    from random import Random

    from rules.palace.puzzles import generate

    seconds = asked.get("seconds", PUZZLE_S)
    made = generate(Random(asked["seed"]), asked["bands"], asked["turns"], expired=until(seconds))
    return {"puzzle": made and made.to_json()}


_ANSWERS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "threats": _threats,
    "lines": _lines,
    "mark": _mark,
    "puzzle": _puzzle,
}


if __name__ == "__main__":
    serve(answer, nice=NICE)
