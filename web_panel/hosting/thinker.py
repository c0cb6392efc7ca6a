"""Bots think in a process of their own, so that neither Stop nor the serial heartbeat ever waits for one.

The service starts ``python -m web_panel.hosting.thinker`` when a bot is first asked; requests and answers are
JSON lines on its stdin and stdout, one at a time::

    {"job": 7, "game": "palace", "bot": "hard", "view": {...}, "actions": [...], "seed": 123}
    {"job": 7, "action": "c1n", "line": ["c1n"], "value": 0.5, "note": {"code": ..., "params": ...}}

The process gets views, never states. It ends when its stdin does. A job that is no longer wanted, or takes
far too long, costs the process its life; the next job starts a new one.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

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


class Thinker:
    """Asks bots, one job after the other, on a thread of its own. ``done`` is called on that thread."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._current: Job | None = None
        self._unwanted: set[int] = set()
        self._number = 0
        self._closed = False
        self._thread: threading.Thread | None = None

    def ask(self, job: Job) -> None:
        """Queues a job."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="thinker", daemon=True)
            self._thread.start()
        self._jobs.put(job)

    def forget(self, match: str) -> None:
        """Nobody waits for the answer in ``match`` any more: a bot that thinks about it stops."""
        with self._lock:
            if self._current is not None and self._current.match == match:
                self._end_process()

    def close(self) -> None:
        self._jobs.put(None)
        with self._lock:
            self._closed = True  # a job that still waits starts no process any more
            self._end_process()
        if self._thread is not None:
            self._thread.join(2.0)

    # -- the thread

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
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
                with self._lock:
                    self._end_process()
            finally:
                timer.cancel()
                with self._lock:
                    self._current = None
                job.done(answer)

    def _give_up(self, job: Job) -> None:
        with self._lock:
            if self._current is job:
                log.warning("the bot %s took too long and was given up", job.bot)
                self._end_process()

    def _answer(self, job: Job) -> dict[str, Any]:
        process = self._started()
        self._number += 1
        asked = {"job": self._number, "game": job.game, "bot": job.bot, "view": job.view, "seed": job.seed}
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(asked | {"actions": job.actions}) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            raise ValueError("its process has ended")
        answer = json.loads(line)
        if answer.get("job") != self._number or answer.get("action") not in job.actions:
            raise ValueError(f"an answer that fits nothing: {line[:200]!r}")
        return dict(answer)

    def _started(self) -> subprocess.Popen[str]:
        with self._lock:
            if self._closed:
                raise ValueError("the service is ending")
            if self._process is None or self._process.poll() is not None:
                self._end_process()
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "web_panel.hosting.thinker"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            return self._process

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


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
        "job": asked["job"],
        "action": decision.action,
        "line": list(decision.line),
        "value": decision.value,
        "note": decision.note.to_json(),
    }


def main() -> None:
    """Answers until stdin ends; gives way to the service."""
    os.nice(5)
    for line in sys.stdin:
        print(json.dumps(think(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
