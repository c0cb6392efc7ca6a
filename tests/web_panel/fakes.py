"""Stand-ins for what lies below the panel: board of values, twin and console that keep what was asked."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from firmware_bridge.errors import BoardRefusal
from firmware_bridge.values import PANES, Band, MotionResult, Notice, Pane, Pending, Snapshot


class FakeBoard:
    """A board of values with the face of ``firmware_bridge.board.Board``.

    Movements end when the test says so (``finish``), or at once with ``auto``. Spheres lie where ``lay`` puts
    them. ``refuse`` makes the next movement fail with that notice's code.
    """

    link_state = "found"

    def __init__(self, *, auto: bool = True) -> None:
        self.auto = auto
        self.refuse: str | None = None
        self.asked: list[dict[int, int]] = []
        self.stops = 0
        self.lit: dict[str, str] = {}
        self._listeners: list[Callable[[str, Any], None]] = []
        self._lock = threading.RLock()
        self._snapshot = Snapshot(
            connected=True,
            simulated=False,
            homed=True,
            moving=False,
            stopped=False,
            enabled=True,
            estop=False,
            bands=tuple(Band(n, 1, 1, 0.0, "idle", 0) for n in range(1, 6)),
            panes=tuple(Pane(name, "empty", None) for name in PANES),
            pending=None,
            seq=1,
            at=time.monotonic(),
            faults=(),
        )

    # what the table sees

    def start(self) -> None: ...

    def close(self) -> None: ...

    def snapshot(self) -> Snapshot:
        return self._snapshot

    def age_ms(self) -> int | None:
        return 40

    def subscribe(self, listener: Callable[[str, Any], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        listener("snapshot", self._snapshot)
        return lambda: self._listeners.remove(listener)

    def _emit(self, kind: str, value: Any) -> None:
        for listener in list(self._listeners):
            listener(kind, value)

    def change(self, **parts: Any) -> None:
        """Changes parts of the snapshot and tells everybody."""
        with self._lock:
            self._snapshot = replace(self._snapshot, seq=self._snapshot.seq + 1, at=time.monotonic(), **parts)
        self._emit("snapshot", self._snapshot)

    def lay(self, **panes: str | None) -> None:
        """Puts spheres on panes ("white", "black") or takes them off (None)."""
        there = {p.pane: p for p in self._snapshot.panes}
        for name, colour in panes.items():
            there[name] = replace(there[name], state="full" if colour else "empty", colour=colour)
        self.change(panes=tuple(there.values()))

    def stand(self, *levels: int) -> None:
        """Sets the bands' levels without a movement."""
        self.change(bands=tuple(Band(n, level, level, 0.0, "idle", 0) for n, level in enumerate(levels, 1)))

    # what the table asks

    def move(self, targets: Any) -> Pending:
        if self.refuse is not None:
            code, self.refuse = self.refuse, None
            raise BoardRefusal(code)
        if self._snapshot.stopped:
            raise BoardRefusal("board.stopped")
        if self._snapshot.pending is not None:
            raise BoardRefusal("board.busy")
        self.asked.append(dict(targets))
        return self._begin(dict(targets), "move")

    def home(self, bands: Any = None) -> Pending:
        return self._begin(dict.fromkeys(bands or range(1, 6), 1), "home")

    def _begin(self, targets: dict[int, int], kind: Any) -> Pending:
        pending = Pending(secrets.token_hex(4), targets, "warning", kind)
        self.change(pending=pending)
        if self.auto:
            self.finish()
        return pending

    def finish(self, *, ok: bool = True, code: str = "board.stopped") -> None:
        """Ends the movement that is going on."""
        pending = self._snapshot.pending
        assert pending is not None, "nothing moves"
        bands = self._snapshot.bands
        if ok:
            bands = tuple(
                replace(
                    b,
                    level=pending.targets.get(b.band, b.level),
                    target=pending.targets.get(b.band, b.target),
                )
                for b in bands
            )
        self.change(pending=None, bands=bands)
        notice = None if ok else Notice(code)
        self._emit("motion", MotionResult(pending.id, pending.targets, ok, notice, pending.kind))

    def cancel(self) -> bool:
        if self._snapshot.pending is None:
            return False
        self.finish(ok=False, code="motion.cancelled")
        return True

    def stop(self) -> None:
        self.stops += 1
        if self._snapshot.pending is not None:
            self.finish(ok=False)
        self.change(stopped=True)

    def resume(self) -> None:
        self.change(stopped=False)

    def clear(self) -> None: ...

    def lamps_test(self) -> None: ...

    def light(self, panes: Any) -> None:
        self.lit = dict(panes)

    def trust(self, pane: str, trusted: bool) -> None:
        self.change(
            panes=tuple(replace(p, trusted=trusted) if p.pane == pane else p for p in self._snapshot.panes)
        )

    def raw(self) -> dict[str, Any]:
        return {"state": "found", "panes": [], "board": {}, "link": {}, "motions": []}


class FakeTwin:
    """Remembers what the twin was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def request(self, message: dict[str, Any], timeout_s: float = 2.0) -> dict[str, Any]:
        self.asked.append(message)
        return {"ok": True, "faults": [], "panes": {}}


class FakeConsole:
    """Remembers what was done to handles and lamps."""

    def __init__(self) -> None:
        self.turned: list[tuple[int, int]] = []
        self.refused: list[int] = []
        self.lamps_lit: set[int] = set()
        self.estop = False

    def simulate_turn(self, band: int, steps: int) -> None:
        self.turned.append((band, steps))

    def simulate_estop(self, pressed: bool) -> None:
        self.estop = pressed

    def refuse(self, band: int) -> None:
        self.refused.append(band)

    def lamps(self, bands: Any) -> None:
        self.lamps_lit = set(bands)
