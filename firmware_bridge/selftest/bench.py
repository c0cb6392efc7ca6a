"""What the steps of the hardware test work with: the board, hands, movements with their samples, the ramp."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from firmware_bridge import image
from firmware_bridge import regmap as reg
from firmware_bridge.errors import BoardRefusal
from firmware_bridge.movement import answered
from firmware_bridge.opening import OpenBoard
from firmware_bridge.selftest.hands import Aborted, Ask, Hands
from firmware_bridge.values import MotionResult, Notice, Pending, Snapshot

HAND_S = 180.0
"""How long a hand is waited for."""
MOTION_S = 120.0


class StepFailed(Exception):
    """A step did not find what it should; ``values`` is what it had measured by then."""

    def __init__(self, notice: Notice, values: Mapping[str, Any] | None = None) -> None:
        super().__init__(notice)
        self.notice, self.values = notice, dict(values or {})


class Interrupted(Aborted):
    """Somebody pressed Stop or the emergency stop; the whole run ends, and nothing is lifted."""


class NotHere(Exception):
    """The step cannot be done in this run; the message is the code that says why."""


def failed(code: str, values: Mapping[str, Any] | None = None, **params: Any) -> StepFailed:
    return StepFailed(Notice(code, params), values)


@dataclass(frozen=True, slots=True)
class Ramp:
    """The ideal movement: constant acceleration, constant speed, the same deceleration."""

    speed_mm_s: float
    accel_mm_s2: float

    def seconds(self, distance_mm: float) -> float:
        """t = d/v + v/a, or 2 sqrt(d/a) where full speed is never reached."""
        d, v, a = abs(distance_mm), self.speed_mm_s, self.accel_mm_s2
        return d / v + v / a if d >= v * v / a else 2 * math.sqrt(d / a)

    def height(self, distance_mm: float, t: float) -> float:
        """How far it has come ``t`` seconds after setting out."""
        d, a = abs(distance_mm), self.accel_mm_s2
        whole = self.seconds(d)
        t = min(max(t, 0.0), whole)
        rise = min(self.speed_mm_s / a, whole / 2)
        top = a * rise
        if t <= rise:
            done = a * t * t / 2
        elif t <= whole - rise:
            done = a * rise * rise / 2 + top * (t - rise)
        else:
            done = d - a * (whole - t) ** 2 / 2
        return math.copysign(done, distance_mm)


@dataclass(slots=True)
class Journey:
    """One movement: how it ended, and heights on the way as (seconds, five millimetres)."""

    result: MotionResult
    seconds: float
    samples: list[tuple[float, tuple[float, ...]]]


@dataclass(slots=True)
class Bench:
    """The board under test. ``progress(done, of)`` may be called by long steps."""

    opened: OpenBoard
    hands: Hands
    cycles: int = 3
    progress: Callable[[int, int], None] = lambda done, of: None
    on_interrupted: Callable[[], None] = lambda: None
    """Called when a Stop or the emergency stop that is not the test's own ends the run."""
    aborted: threading.Event = field(default_factory=threading.Event)
    interrupted: bool = False
    _stops: int = 0
    _estops: int = 0
    """So many presses are from before the run, or the test's own."""
    _own_stop: bool = False
    """The Stop that holds is the test's own: it alone may be lifted."""
    _may_open: bool = True
    _moves: bool = False
    _news: threading.Condition = field(default_factory=threading.Condition)
    _snapshots: list[Snapshot] = field(default_factory=list)
    _results: dict[str, MotionResult] = field(default_factory=dict)
    _recording: bool = False

    @property
    def board(self) -> Any:
        return self.opened.board

    @property
    def seen(self) -> Snapshot:
        snapshot: Snapshot = self.opened.board.snapshot()
        return snapshot

    def listen(self) -> Callable[[], None]:
        """Begins to take the board's events in; returns what ends it."""
        return self.opened.board.subscribe(self._take)

    def _take(self, kind: str, value: Any) -> None:
        with self._news:
            if kind == "snapshot" and self._recording:
                self._snapshots.append(value)
            elif kind == "motion":
                self._results[value.id] = value
            self._news.notify_all()
        if not self.interrupted and self.ended_by_stop():
            self.on_interrupted()

    # --- Stop and e-stop that are not the test's own --------------------------------------------------

    def begin_run(self) -> None:
        """What was pressed until now does not end the run; a Stop that holds is still not lifted."""
        self._stops, self._estops = self.board.stops, self.board.estops
        self._may_open = not self.seen.connected  # a chain open since before is seen with the first reading

    def begin_step(self, *, moves: bool, opens_chain: bool) -> None:
        """``opens_chain``: in this step the emergency stop is pressed because the test asks for it."""
        if self._may_open:
            self._estops = self.board.estops
        self._moves, self._may_open = moves, opens_chain
        self._check()

    def press_stop(self) -> None:
        """The test's own Stop."""
        self._stops += 1
        self._own_stop = True
        self.board.stop()

    def enable(self) -> None:
        """Motors on; lifts no Stop but the test's own. Raises StepFailed, Aborted."""
        self._check()
        try:
            self.board.resume(stops=self._stops)
        except BoardRefusal as refusal:
            self._check()
            raise StepFailed(refusal.notice) from refusal
        self.until(lambda s: s.enabled and not s.stopped, 2.0)
        self._own_stop = False

    def ended_by_stop(self) -> bool:
        """Whether somebody has pressed Stop or the emergency stop; once so, always so."""
        seen = self.seen
        held = self._moves and (seen.estop or (seen.stopped and not self._own_stop))
        opened = not self._may_open and self.board.estops != self._estops
        if held or opened or self.board.stops > self._stops:
            self.interrupted = True
        return self.interrupted

    # --- waiting ------------------------------------------------------------------------------------

    def until(self, test: Callable[[Snapshot], bool], limit_s: float) -> bool:
        """Waits for a snapshot that passes; False when none does in time. Raises Aborted."""
        end = time.monotonic() + limit_s
        with self._news:
            while not test(self.seen):
                self._check()
                left = end - time.monotonic()
                if left <= 0:
                    return False
                self._news.wait(min(left, 0.5))
        return True

    def pause(self, seconds: float) -> None:
        """Lets the board be for a while. Raises Aborted."""
        self.aborted.wait(seconds)
        self._check()

    def _check(self) -> None:
        if self.aborted.is_set():
            raise Aborted
        if self.ended_by_stop():
            raise Interrupted

    def hand(self, code: str, deed: tuple[str, Any], done: Callable[[], bool], **params: Any) -> None:
        """Has a hand do something; raises StepFailed when nothing comes of it."""
        if not self.hands.until(Ask(code, params, deed), done, HAND_S):
            raise failed("test.fail.nobody", seconds=round(HAND_S))

    def question(self, code: str, look: Callable[[], bool], **params: Any) -> None:
        """Raises StepFailed when the answer is no."""
        if not self.hands.confirm(Ask(code, params, question=True), look):
            raise failed("test.fail.said_no")

    # --- reading ------------------------------------------------------------------------------------

    def inputs(self, address: int, count: int) -> tuple[int, ...]:
        words: tuple[int, ...] = answered(self.opened.board.link.read_inputs(address, count))
        return words

    def status(self, mask: reg.STATUS) -> bool:
        return bool(self.inputs(reg.IN.STATUS, 1)[0] & mask)

    def settings(self) -> dict[str, int]:
        """The configuration that decides how bands move."""
        names = ("SPEED", "ACCEL", "HOME_SPEED", "LEVEL_STEP", "LEVEL1_OFFSET", "MAX_MOVING")
        words = answered(self.opened.board.link.read_holding(reg.HOLD.SPEED, len(names)))
        return dict(zip((name.lower() for name in names), words))

    def ramp(self) -> Ramp:
        found = self.settings()
        return Ramp(found["speed"] / 100, found["accel"] / 10)

    def trend(self, address: int) -> list[float]:
        """Five signed values in 0.01 mm, as millimetres."""
        return [image.signed(word) / 100 for word in self.inputs(address, reg.BANDS)]

    # --- moving -------------------------------------------------------------------------------------

    def begin(self, ask: Callable[[], Pending]) -> tuple[Pending, float]:
        """Asks for a movement and records heights from now on; a refusal fails the step."""
        self._check()
        with self._news:
            self._snapshots.clear()
            self._recording = True
        try:
            return ask(), time.monotonic()
        except BoardRefusal as refusal:
            raise StepFailed(refusal.notice) from refusal

    def over(self, pending: Pending) -> bool:
        """Whether its result has come."""
        return pending.id in self._results

    def end(self, pending: Pending, since: float) -> Journey:
        """Waits for the end of a movement, however it ends."""
        limit = time.monotonic() + MOTION_S
        with self._news:
            while pending.id not in self._results:
                self._check()
                if time.monotonic() > limit:
                    raise failed("test.fail.nobody", seconds=round(MOTION_S))
                self._news.wait(0.5)
            self._recording = False
            samples = [
                (round(s.at - since, 3), tuple(b.position_mm for b in s.bands)) for s in self._snapshots
            ]
            return Journey(self._results[pending.id], time.monotonic() - since, samples)

    def go(self, ask: Callable[[], Pending]) -> Journey:
        """A movement from asking to its good end; raises StepFailed with the board's reason otherwise."""
        journey = self.end(*self.begin(ask))
        if not journey.result.ok:
            raise StepFailed(journey.result.notice or Notice("test.fail.aborted"))
        return journey

    def ready(self, level: int | None = None) -> None:
        """Motors on, all bands homed and, if asked for, at ``level``. Raises Aborted after others' Stop."""
        self._check()
        if self._own_stop or (self.seen.homed and not self.seen.enabled):
            self.enable()
        if not self.seen.homed or any(b.state == "fault" for b in self.seen.bands):
            self.go(self.board.home)
        if level is not None and any(b.level != level for b in self.seen.bands):
            self.go(lambda: self.board.move(dict.fromkeys(image.BANDS, level)))
