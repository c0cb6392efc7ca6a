"""A process of the service's own that computes, spoken to in JSON lines on its stdin and stdout::

    {"job": 7, ...}      asked
    {"job": 7, ...}      answered

It is started when it is first asked and ends when its stdin does. Whoever no longer wants its answer ends it;
the next question starts a new one.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any


class Child:
    """``python -m module`` as often as needed, never two at a time. ``ask`` it from one thread only."""

    def __init__(self, module: str) -> None:
        self._command = [sys.executable, "-m", module]
        self._lock = threading.Lock()
        self._number = 0
        self._closed = False
        self.process: subprocess.Popen[str] | None = None

    def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """The answer; waits for it. Raises OSError or ValueError when the process ends without one."""
        process = self._started()
        self._number += 1
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps({"job": self._number, **question}) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            raise ValueError("its process has ended")
        answer = json.loads(line)
        if answer.pop("job", None) != self._number:
            raise ValueError(f"an answer that fits nothing: {line[:200]!r}")
        return dict(answer)

    def _started(self) -> subprocess.Popen[str]:
        with self._lock:
            if self._closed:
                raise ValueError("the service is ending")
            if self.process is None or self.process.poll() is not None:
                self._end()
                self.process = subprocess.Popen(
                    self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
                )
            return self.process

    def end(self) -> None:
        """Ends the process, whatever it is at. Any thread."""
        with self._lock:
            self._end()

    def close(self) -> None:
        """Ends it for good."""
        with self._lock:
            self._closed = True  # a question that still waits starts no process any more
            self._end()

    def _end(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def serve(answer: Callable[[dict[str, Any]], Mapping[str, Any]], *, nice: int) -> None:
    """The process's own side: answers until stdin ends, and gives way to the service by ``nice``."""
    os.nice(nice)
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps({"job": asked["job"], **answer(asked)}), flush=True)
