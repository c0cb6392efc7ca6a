"""Questions that wait for a process of the service's own: by rank and then by age, one at a time.

The bots' process and the adviser's are asked in the same way; see ``thinker`` and ``adviser`` for what.
"""

from __future__ import annotations

import itertools
import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, TypeVar

from web_panel.hosting.child import Child

log = logging.getLogger(__name__)


class Asked(Protocol):
    """One question. ``topic``: what it is about, such as "hint m1"; the lower its ``rank``, the sooner."""

    @property
    def topic(self) -> str: ...
    @property
    def rank(self) -> int: ...
    @property
    def asked(self) -> Mapping[str, Any]: ...
    @property
    def done(self) -> Callable[[dict[str, Any] | None], None]: ...


Q = TypeVar("Q", bound=Asked)


class Asker(ABC, Generic[Q]):
    """Asks ``python -m module`` on a thread of its own; there ``done`` is called, with None for no answer."""

    def __init__(self, module: str, name: str, *, level: int = logging.WARNING) -> None:
        """``level``: how a question that got no answer is logged."""
        self._child = Child(module)
        self._name = name
        self._level = level
        self._condition = threading.Condition()
        self._waiting: list[tuple[int, int, Q]] = []
        self._order = itertools.count()
        self._current: Q | None = None
        self._closed = False
        self._thread: threading.Thread | None = None

    def ask(self, question: Q) -> None:
        """Queues a question."""
        with self._condition:
            self._waiting.append((question.rank, next(self._order), question))
            self._condition.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()

    def forget(self, topic: str) -> None:
        """Nobody waits for the answer about ``topic`` any more: if it is being looked for, that ends."""
        with self._condition:
            if self._current is not None and self._current.topic == topic:
                self._child.end()

    def close(self) -> None:
        with self._condition:
            self._closed = True
            self._waiting.clear()
            self._condition.notify()
        self._child.close()
        if self._thread is not None:
            self._thread.join(2.0)

    # -- what the kinds of askers differ in

    @abstractmethod
    def patience_s(self, question: Q) -> float:
        """After so long ``question`` is given up."""

    def check(self, question: Q, answer: dict[str, Any]) -> None:
        """Raises ValueError for an answer that cannot be one."""

    # -- the thread

    def _next(self) -> Q | None:
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
            timer = threading.Timer(self.patience_s(question), self._give_up, (question,))
            timer.daemon = True
            try:
                timer.start()
                found = self._child.ask(question.asked)
                self.check(question, found)
                answer = found
            except (OSError, ValueError) as error:
                log.log(self._level, "%s: no answer about %s: %s", self._name, question.topic, error)
                self._child.end()
            finally:
                timer.cancel()
                with self._condition:
                    self._current = None
                question.done(answer)

    def _give_up(self, question: Q) -> None:
        with self._condition:
            if self._current is question:
                log.warning("%s: %s took too long and was given up", self._name, question.topic)
                self._child.end()
