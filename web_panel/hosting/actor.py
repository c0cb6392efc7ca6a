"""One thread that owns all matches: commands come through a queue, one after the other.

::

    actor = Actor("house")
    actor.start()
    verdict = actor.call(house.play, "m1", 0, "@c")    # runs there, waits here
    actor.post(house.board_changed, snapshot)          # runs there, does not wait
    actor.later(0.6, house.tick)                       # runs there, in 0.6 s
"""

from __future__ import annotations

import heapq
import itertools
import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any, TypeVar

from web_panel.hosting.errors import Unavailable

T = TypeVar("T")
log = logging.getLogger(__name__)


class Timer:
    """A call that is due later; ``cancel`` makes it never happen."""

    __slots__ = ("args", "cancelled", "due", "run")

    def __init__(self, due: float, run: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self.due, self.run, self.args, self.cancelled = due, run, args, False

    def cancel(self) -> None:
        self.cancelled = True


class Actor:
    """The thread and its queue. ``clock`` is monotonic seconds."""

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._queue: queue.SimpleQueue[tuple[Future[Any] | None, Callable[..., Any], tuple[Any, ...]] | None]
        self._queue = queue.SimpleQueue()
        self._timers: list[tuple[float, int, Timer]] = []
        self._order = itertools.count()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self, timeout_s: float = 2.0) -> None:
        """Lets what is queued already finish, then ends the thread."""
        self._queue.put(None)
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(timeout_s)

    def call(self, run: Callable[..., T], *args: Any, timeout_s: float = 2.0) -> T:
        """Runs ``run(*args)`` on the actor's thread and returns its result or raises its error.

        Raises Unavailable when it has not begun within ``timeout_s``; then it will never run. One that has
        begun is waited for a little longer, as its verdict exists soon.
        """
        if threading.current_thread() is self._thread:
            return run(*args)
        future: Future[T] = Future()
        self._queue.put((future, run, args))
        try:
            return future.result(timeout_s)
        except FutureTimeout:
            if future.cancel():
                raise Unavailable("web.busy") from None
        try:
            return future.result(10 * timeout_s)
        except FutureTimeout:
            raise Unavailable("web.busy") from None

    def post(self, run: Callable[..., Any], *args: Any) -> None:
        """Queues ``run(*args)``; errors are logged."""
        self._queue.put((None, run, args))

    def later(self, seconds: float, run: Callable[..., Any], *args: Any) -> Timer:
        """Runs ``run(*args)`` in ``seconds``. Call it on the actor's own thread."""
        timer = Timer(self.clock() + max(0.0, seconds), run, args)
        heapq.heappush(self._timers, (timer.due, next(self._order), timer))
        return timer

    # -- the thread

    def _run(self) -> None:
        while True:
            self._fire_due()
            try:
                command = self._queue.get(timeout=self._wait_s())
            except queue.Empty:
                continue
            if command is None:
                return
            self._execute(*command)

    def _wait_s(self) -> float | None:
        return max(0.0, self._timers[0][0] - self.clock()) if self._timers else None

    def _fire_due(self) -> None:
        while self._timers and self._timers[0][0] <= self.clock():
            timer = heapq.heappop(self._timers)[2]
            if not timer.cancelled:
                self._execute(None, timer.run, timer.args)

    def _execute(self, future: Future[Any] | None, run: Callable[..., Any], args: tuple[Any, ...]) -> None:
        if future is not None and not future.set_running_or_notify_cancel():
            return
        try:
            result = run(*args)
        except Exception as error:
            if future is None:
                log.exception("a command of the house failed")
            else:
                future.set_exception(error)
        else:
            if future is not None:
                future.set_result(result)
