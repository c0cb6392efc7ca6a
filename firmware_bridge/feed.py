"""From the link's readings to snapshots and events: the board's own thread.

Everything that happens to the board goes through one queue, so listeners hear of it in order and one at a
time. A snapshot is sent when something in it has changed: heights at most ten times a second, all else at
once. Each fault is told once when it appears; a band's during a movement is told by the movement's end.
"""

from __future__ import annotations

import collections
import contextlib
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from firmware_bridge import image
from firmware_bridge import regmap as reg
from firmware_bridge.errors import LinkError
from firmware_bridge.exchange import Reading
from firmware_bridge.link import LinkState
from firmware_bridge.movement import Movement, Watch
from firmware_bridge.values import Notice, Pending, Snapshot

EventKind: TypeAlias = Literal["snapshot", "notice", "motion"]
Listener: TypeAlias = Callable[[EventKind, Any], None]
"""Called on the board's own thread: put the event into a queue and return.

"snapshot" (Snapshot)      something changed; band positions at most ten times a second, all else at once
"notice"   (Notice)        something people should be told once (link found or lost, board restarted, ...)
"motion"   (MotionResult)  a Pending of ``move`` or ``home`` has ended
"""
POSITIONS_S = 0.1
"""Least time between two snapshots that differ in nothing but heights."""
AGREE_S = 1.0
"""So long may Pi and board see the e-stop differently before a wire is suspected."""
_NOTHING_READ = (0,) * 40 + (0x3333,) * 20
"""A body before the first reading: no band is homed, every pane is uncertain."""


@dataclass(frozen=True, slots=True)
class Flags:
    """What a snapshot shows besides the register image."""

    pending: Pending | None
    stopped: bool
    estop: bool | None
    """The console's own contact is open; None without a console."""
    untrusted: frozenset[str]
    ending: Notice | None = None
    """Why the pending movement is about to end, and what its result will say."""


class Feed:
    """The thread between link and listeners. ``reading`` and ``state`` are the link's callbacks."""

    def __init__(
        self,
        *,
        simulated: bool,
        flags: Callable[[], Flags],
        watch: Watch,
        on_estop: Callable[[], None],
        on_board: Callable[[], None],
        on_end: Callable[[Movement], None],
    ) -> None:
        self.motions: collections.deque[dict[str, Any]] = collections.deque(maxlen=100)
        """The movements that have ended, latest last."""
        self.absence: Notice | None = None
        """Why there is no board; None while there is one, and before the first look."""
        self.head: tuple[int, ...] = ()
        self.openings = 0
        """How often the board was seen to open the chain of the emergency stop."""
        self._simulated, self._flags, self._watch = simulated, flags, watch
        self._on_estop, self._on_board, self._on_end = on_estop, on_board, on_end
        self._inbox: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="board", daemon=True)
        self._listeners: list[Listener] = []
        self._state: LinkState = "none"
        self._body: tuple[int, ...] = _NOTHING_READ
        self._boot: int | None = None
        self._read_at: float | None = None
        self._published_at = 0.0
        self._chain_open = False
        self._disagree_since: float | None = None
        self._announced: set[tuple[str, str]] = set()
        self.snapshot = self._build(0)
        """The latest one; replaced as a whole."""

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        if self._thread.is_alive():
            self._inbox.put(("end", None))
            self._thread.join()

    def age_ms(self) -> int | None:
        """Milliseconds since the last good reading; None when there was none yet."""
        return None if self._read_at is None else round(1000 * (time.monotonic() - self._read_at))

    # --- from any thread ----------------------------------------------------------------------------

    def reading(self, reading: Reading) -> None:
        self._inbox.put(("reading", reading))

    def state(self, state: LinkState, error: LinkError | None) -> None:
        self._inbox.put(("state", (state, error)))

    def ended(self, asked: Movement, notice: Notice | None) -> None:
        """A movement is over."""
        self._inbox.put(("ended", (asked, notice)))

    def look(self) -> None:
        """A flag has changed."""
        self._inbox.put(("look", None))

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self._inbox.put(("hello", listener))
        return lambda: self._inbox.put(("goodbye", listener))

    # --- the thread ---------------------------------------------------------------------------------

    def _run(self) -> None:
        handlers: dict[str, Callable[[Any], None]] = {
            "reading": self._take_reading,
            "state": self._take_state,
            "ended": self._take_end,
            "hello": self._greet,
            "goodbye": self._forget,
            "look": lambda _: None,
        }
        patience: float | None = None
        while True:
            try:
                kind, value = self._inbox.get(timeout=patience)
            except queue.Empty:
                kind, value = "look", None
            if kind == "end":
                return
            handlers[kind](value)
            patience = self._publish()

    def _take_reading(self, reading: Reading) -> None:
        self.head, self._read_at = reading.head, reading.at
        before, self._boot = self._boot, reading.head[reg.IN.BOOT_COUNT]
        if before is not None and self._boot != before:
            self._emit("notice", Notice("board.restarted"))
            self._on_board()
        if reading.body is not None:
            self._body = reading.body
            self._watch.see(reading, image.bands(reading.body))
        is_open = not reading.status(reg.STATUS.ESTOP_OK)
        self.openings += is_open and not self._chain_open
        self._chain_open = is_open
        if is_open:
            self._on_estop()

    def _take_state(self, news: tuple[LinkState, LinkError | None]) -> None:
        self._state, error = news
        self.absence = error.notice if error is not None else None
        if error is not None:
            self.head, self._body = (), _NOTHING_READ  # what was true before is not assumed afterwards
            self._watch.lose(error)
        elif self._state == "found":
            self._emit("notice", Notice("link.found"))
            self._on_board()

    def _take_end(self, ended: tuple[Movement, Notice | None]) -> None:
        asked, notice = ended
        self._on_end(asked)
        if notice is not None:
            self._announced.add(_key(notice))  # said once, by the result
        told = notice.to_json() if notice else None
        entry = {"at": round(time.time(), 3), "kind": asked.kind, "targets": dict(asked.targets)}
        self.motions.append({**entry, "ok": notice is None, "notice": told})
        self._publish()
        self._emit("motion", asked.result(notice))

    def _greet(self, listener: Listener) -> None:
        self._listeners.append(listener)
        listener("snapshot", self.snapshot)

    def _forget(self, listener: Listener) -> None:
        with contextlib.suppress(ValueError):  # unsubscribed twice
            self._listeners.remove(listener)

    def _emit(self, kind: EventKind, value: Any) -> None:
        for listener in tuple(self._listeners):
            listener(kind, value)

    # --- snapshots ----------------------------------------------------------------------------------

    def _build(self, seq: int) -> Snapshot:
        connected = self._state == "found" and bool(self.head)
        status = self.head[reg.IN.STATUS] if connected else 0
        flags = self._flags()
        bands = image.bands(self._body)
        panes = image.panes(self._body, flags.untrusted)
        board_open = connected and not status & reg.STATUS.ESTOP_OK
        if connected:
            faults = image.faults(self.head, bands, panes) + self._contacts(flags.estop, board_open)
        else:
            faults = (self.absence,) if self.absence is not None else ()
        return Snapshot(
            connected=connected,
            simulated=self._simulated,
            homed=bool(status & reg.STATUS.ALL_HOMED),
            moving=bool(status & reg.STATUS.ANY_MOVING),
            stopped=flags.stopped,
            enabled=bool(status & reg.STATUS.MOTION_ENABLED),
            estop=bool(flags.estop) or board_open,
            bands=bands,
            panes=panes,
            pending=flags.pending,
            seq=seq,
            at=self._read_at if self._read_at is not None else time.monotonic(),
            faults=faults,
        )

    def _contacts(self, pi_open: bool | None, board_open: bool) -> tuple[Notice, ...]:
        """The e-stop's contacts at Pi and board must agree, give or take the time to read them."""
        if pi_open is None or pi_open == board_open:
            self._disagree_since = None
            return ()
        now = time.monotonic()
        self._disagree_since = since = now if self._disagree_since is None else self._disagree_since
        return (Notice("console.estop_wire"),) if now - since > AGREE_S else ()

    def _publish(self) -> float | None:
        """Sends what has changed; returns how long to wait when only heights have, and too soon."""
        old = self.snapshot
        new = self._build(old.seq + 1)
        if replace(new, seq=old.seq, at=old.at) == old:
            return None
        now = time.monotonic()
        if _without_heights(new) == _without_heights(old):
            wait = self._published_at + POSITIONS_S - now
            if wait > 0:
                return wait
        self.snapshot, self._published_at = new, now
        self._emit("snapshot", new)
        self._announce(new)
        return None

    def _announce(self, new: Snapshot) -> None:
        ending = self._flags().ending
        present = {_key(notice): notice for notice in new.faults if notice.code != "link.closed"}
        for key, notice in present.items():
            moving = new.pending is not None and notice.params.get("band") in new.pending.targets
            if key not in self._announced and not moving and notice != ending:
                self._announced.add(key)
                self._emit("notice", notice)
        self._announced &= present.keys()


def _key(notice: Notice) -> tuple[str, str]:
    return notice.code, str(notice.params)


def _without_heights(snapshot: Snapshot) -> Snapshot:
    bands = tuple(replace(band, position_mm=0.0) for band in snapshot.bands)
    return replace(snapshot, bands=bands, seq=0, at=0.0)
