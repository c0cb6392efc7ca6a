"""How many requests are worked on at a time: whatever hangs, a thread is left for Stop.

::

    app.wsgi_app = Doors(app.wsgi_app)

Stop passes always. A stream needs a place only until it is open: the hub counts it from then on.
Whoever finds no place is told so by the gate, at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

PLACES = 24
"""Several pages that load all their files at once; each place is a thread."""
FULL = "palace.full"
"""Set in the environment of a request that found no place."""
STOP = ("POST", "/api/table/stop")
STREAM = ("GET", "/api/events")
Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


class Doors:
    """A WSGI application around ``app`` that lets ``places`` requests in at a time."""

    def __init__(self, app: Wsgi, places: int = PLACES) -> None:
        self._app = app
        self._free = threading.Semaphore(places)

    def full(self) -> bool:
        """Whether the next one would find no place."""
        if self._free.acquire(blocking=False):
            self._free.release()
            return False
        return True

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        asked = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        if asked == STOP:
            return self._app(environ, start_response)
        if not self._free.acquire(blocking=False):
            environ[FULL] = True
            return self._app(environ, start_response)
        answer = None
        try:
            answer = self._app(environ, start_response)
        finally:
            if answer is None or asked == STREAM:
                self._free.release()
        return answer if asked == STREAM else _Leaving(answer, self._free.release)


class _Leaving:
    """The parts of an answer; the place is free when the server has taken them all, or given up."""

    def __init__(self, parts: Iterable[bytes], leave: Callable[[], None]) -> None:
        self._parts, self._leave = parts, leave
        self._lock = threading.Lock()

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._parts)

    def close(self) -> None:
        if not self._lock.acquire(blocking=False):
            return  # closed twice
        try:
            if hasattr(self._parts, "close"):
                self._parts.close()
        finally:
            self._leave()
