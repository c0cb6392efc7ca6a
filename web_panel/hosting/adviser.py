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

import itertools
import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from web_panel.hosting.child import Child, serve

log = logging.getLogger(__name__)
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


class Adviser:
    """Asks the process, one question after the other, on a thread of its own, which also calls ``done``."""

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self._child = Child("web_panel.hosting.adviser")
        self._condition = threading.Condition()
        self._waiting: list[tuple[int, int, Question]] = []
        self._order = itertools.count()
        self._current: Question | None = None
        self._closed = False
        self._thread: threading.Thread | None = None

    def ask(self, question: Question) -> None:
        """Queues a question."""
        with self._condition:
            self._waiting.append((question.rank, next(self._order), question))
            self._condition.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="adviser", daemon=True)
                self._thread.start()

    def forget(self, topic: str) -> None:
        """Nobody waits for the answer about ``topic`` any more: it is not looked for, ``done`` gets None."""
        with self._condition:
            gone = [entry[2] for entry in self._waiting if entry[2].topic == topic]
            self._waiting = [entry for entry in self._waiting if entry[2].topic != topic]
            if self._current is not None and self._current.topic == topic:
                self._child.end()
        for question in gone:
            question.done(None)

    def close(self) -> None:
        with self._condition:
            self._closed = True
            self._waiting.clear()
            self._condition.notify()
        self._child.close()
        if self._thread is not None:
            self._thread.join(2.0)

    # -- the thread

    def _next(self) -> Question | None:
        with self._condition:
            self._condition.wait_for(lambda: self._waiting or self._closed)
            if self._closed:
                return None
            entry = min(self._waiting, key=lambda entry: entry[:2])
            self._waiting.remove(entry)
            self._current = entry[2]
            return self._current

    def _run(self) -> None:
        while (question := self._next()) is not None:
            answer = None
            timer = threading.Timer(self._patience_s, self._give_up, (question,))
            timer.daemon = True
            try:
                timer.start()
                answer = self._child.ask(question.asked)
            except (OSError, ValueError) as error:
                log.info("no answer about %s: %s", question.topic, error)
                self._child.end()
            finally:
                timer.cancel()
                with self._condition:
                    self._current = None
                question.done(answer)

    def _give_up(self, question: Question) -> None:
        with self._condition:
            if self._current is question:
                log.warning("%s took too long and was given up", question.topic)
                self._child.end()


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
