"""Clocks as an option of a match: none, sudden death, or an increment for each turn.

A clock runs for the seats that are to act. It stands while the table is stopped, the spheres are astray, a
band moves, people are being waited for or the match waits to be resumed. Times are seconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Clock:
    """The time each seat has left. ``now`` is always given, monotonic."""

    kind: str
    left: list[float]
    increment: float = 0.0
    running: frozenset[int] = frozenset()
    since: float = 0.0
    held: bool = field(default=True)

    @classmethod
    def of(cls, spec: dict[str, Any] | None, seats: int, left: list[float] | None = None) -> Clock | None:
        """From a match's ``clock`` option and, after a restart, the times kept with the last action."""
        if not spec or spec["kind"] == "none":
            return None
        start = float(spec["seconds"])
        increment = float(spec.get("increment", 0)) if spec["kind"] == "increment" else 0.0
        return cls(spec["kind"], list(left or [start] * seats), increment)

    def _settle(self, now: float) -> None:
        if not self.held:
            for seat in self.running:
                self.left[seat] = max(0.0, self.left[seat] - (now - self.since))
        self.since = now

    def turn(self, seats: Iterable[int], now: float, *, played: int | None = None) -> None:
        """From now on ``seats`` are to act; ``played`` has ended its turn and gets its increment."""
        self._settle(now)
        coming = frozenset(seats)
        if played is not None and played in self.running and played not in coming:
            self.left[played] += self.increment
        self.running = coming

    def hold(self, held: bool, now: float) -> None:
        """Stops the clock, or lets it go on."""
        self._settle(now)
        self.held = held

    def read(self, now: float) -> list[float]:
        """The time each seat has left at ``now``."""
        passed = 0.0 if self.held else now - self.since
        return [max(0.0, left - passed) if n in self.running else left for n, left in enumerate(self.left)]

    def due_s(self, now: float) -> float | None:
        """Seconds until the first running clock is out, None while none runs."""
        if self.held or not self.running:
            return None
        times = self.read(now)
        return min(times[seat] for seat in self.running)

    def fallen(self, now: float) -> int | None:
        """The running seat whose time is up, if any."""
        if self.held:
            return None
        times = self.read(now)
        return next((seat for seat in sorted(self.running) if times[seat] <= 0.0), None)

    def to_json(self, now: float) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "left_s": [round(left, 1) for left in self.read(now)],
            "increment_s": self.increment,
            "running": [] if self.held else sorted(self.running),
        }
