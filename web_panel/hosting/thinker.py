"""Bots think in a process of their own, so that neither Stop nor the serial heartbeat ever waits for one.

The service starts ``python -m web_panel.hosting.thinker`` when a bot is first asked; requests and answers are
JSON lines on its stdin and stdout, one at a time::

    {"job": 7, "game": "palace", "bot": "hard", "view": {...}, "actions": [...], "seed": 123}
    {"job": 7, "action": "c1n", "line": ["c1n"], "value": 0.5, "note": {"code": ..., "params": ...}}

The process gets views, never states. It ends when its stdin does. A job that is no longer wanted, or takes
far too long, costs the process its life; the next job starts a new one.
"""

from __future__ import annotations

import itertools
import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from web_panel.hosting.child import Child, serve

log = logging.getLogger(__name__)
PATIENCE_S = 10.0
"""How much longer than it said a bot may take before it is given up."""


@dataclass(frozen=True, slots=True)
class Job:
    """One question to a bot, and whom to tell the answer (None when there is none)."""

    match: str
    game: str
    bot: str
    view: Mapping[str, Any]
    actions: list[str]
    seed: int
    patience_s: float
    done: Callable[[dict[str, Any] | None], None]
    rank: int = 0
    """The lower, the sooner."""


class Thinker:
    """Asks bots, one job after the other, on a thread of its own. ``done`` is called on that thread.

    Jobs wait by rank and then by age.
    """

    ENDING = -1

    def __init__(self) -> None:
        self._jobs: queue.PriorityQueue[tuple[int, int, Job | None]] = queue.PriorityQueue()
        self._order = itertools.count()
        self._lock = threading.Lock()
        self._child = Child("web_panel.hosting.thinker")
        self._current: Job | None = None
        self._thread: threading.Thread | None = None

    def ask(self, job: Job) -> None:
        """Queues a job."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="thinker", daemon=True)
            self._thread.start()
        self._jobs.put((job.rank, next(self._order), job))

    def forget(self, match: str) -> None:
        """Nobody waits for the answer in ``match`` any more: a bot that thinks about it stops."""
        with self._lock:
            if self._current is not None and self._current.match == match:
                self._child.end()

    def close(self) -> None:
        self._jobs.put((self.ENDING, next(self._order), None))
        self._child.close()
        if self._thread is not None:
            self._thread.join(2.0)

    # -- the thread

    def _run(self) -> None:
        while (job := self._jobs.get()[2]) is not None:
            answer = None
            timer = threading.Timer(job.patience_s, self._give_up, (job,))
            timer.daemon = True
            try:
                with self._lock:
                    self._current = job
                timer.start()
                answer = self._answer(job)
            except (OSError, ValueError) as error:
                log.warning("a bot gave no answer: %s", error)
                self._child.end()
            finally:
                timer.cancel()
                with self._lock:
                    self._current = None
                job.done(answer)

    def _give_up(self, job: Job) -> None:
        with self._lock:
            if self._current is job:
                log.warning("the bot %s took too long and was given up", job.bot)
                self._child.end()

    def _answer(self, job: Job) -> dict[str, Any]:
        asked = {"game": job.game, "bot": job.bot, "view": job.view, "seed": job.seed}
        answer = self._child.ask(asked | {"actions": job.actions})
        if answer.get("action") not in job.actions:
            raise ValueError(f"an action that is none: {str(answer.get('action'))[:200]!r}")
        return answer


# -- the process


def think(asked: Mapping[str, Any]) -> dict[str, Any]:
    """One answer, in the bot's process."""
    from random import Random

    from rules import bots, game

    bot = bots.bot(asked["game"], asked["bot"])
    until = time.monotonic() + bot.seconds
    decision = bot.choose(
        game(asked["game"]),
        asked["view"],
        asked["actions"],
        bots.Budget(expired=lambda: time.monotonic() >= until),
        Random(asked["seed"]),
    )
    return {
        "action": decision.action,
        "line": list(decision.line),
        "value": decision.value,
        "note": decision.note.to_json(),
    }


def main() -> None:
    """Answers until stdin ends; gives way to the service."""
    serve(think, nice=5)


if __name__ == "__main__":
    main()
