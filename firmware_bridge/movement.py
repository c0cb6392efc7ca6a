"""One movement of bands from the warning to the confirmed level, written down in the order it happens.

A movement runs on a short-lived thread of its own, so that it can wait: for the warning to pass, for the
board's answers, for the levels. Whatever should end it (Stop, e-stop, cancel) calls ``halt``; in the warning
phase nothing has been sent yet and then never is.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from firmware_bridge import image
from firmware_bridge import regmap as reg
from firmware_bridge.errors import (
    LinkClosed,
    LinkError,
    NoReply,
    PortLost,
    PortUnavailable,
    Refused,
    Superseded,
)
from firmware_bridge.exchange import Reading
from firmware_bridge.link import Link
from firmware_bridge.values import Band, MotionResult, Notice, Pending

T = TypeVar("T")
ANSWER_S = 3.0
"""A request is answered, refused or given up by the link long before this."""
REST_S = 1.0
"""At rest for this long without being there: it will not come any more."""


@dataclass(slots=True)
class Movement:
    """A pending movement. ``ticket`` is the link's, drawn when it was asked for."""

    id: str
    kind: Literal["move", "home"]
    targets: dict[int, int]
    ticket: int
    stage: Literal["warning", "moving"] = "warning"
    halted: threading.Event = field(default_factory=threading.Event)
    why: Notice | None = None
    """Why it was halted; the first reason holds."""

    def halt(self, why: Notice) -> None:
        if self.why is None:
            self.why = why
        self.halted.set()

    def pending(self) -> Pending:
        return Pending(self.id, dict(self.targets), self.stage, self.kind)

    def result(self, notice: Notice | None) -> MotionResult:
        return MotionResult(self.id, dict(self.targets), notice is None, notice, self.kind)


class Halted(Exception):
    """Leaves the script of a movement; the reason stands in ``Movement.why``."""


class Watch:
    """Lets the movement's thread wait for readings made after a moment."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._reading: Reading | None = None
        self._bands: tuple[Band, ...] = ()
        self._lost: LinkError | None = None

    def see(self, reading: Reading, bands: tuple[Band, ...]) -> None:
        with self._changed:
            self._reading, self._bands, self._lost = reading, bands, None
            self._changed.notify_all()

    def lose(self, error: LinkError) -> None:
        with self._changed:
            self._lost = error
            self._changed.notify_all()

    def rouse(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def until(
        self,
        judge: Callable[[Reading, tuple[Band, ...]], bool],
        *,
        after: float,
        limit_s: float,
        halted: threading.Event | None = None,
    ) -> Reading | None:
        """Waits for a whole reading asked for at ``after`` or later that ``judge`` accepts, and gives it.

        None when ``limit_s`` has passed; raises Halted, or the link's error when it is lost.
        """
        end = time.monotonic() + limit_s
        with self._changed:
            while True:
                if halted is not None and halted.is_set():
                    raise Halted
                if self._lost is not None:
                    raise self._lost
                reading = self._reading
                if reading is not None and reading.asked_at >= after and judge(reading, self._bands):
                    return reading
                left = end - time.monotonic()
                if left <= 0:
                    return None
                self._changed.wait(left)


def answered(future: Future[T]) -> T:
    """The answer of a request; NoReply when even the link's owner gives none. Raises LinkError."""
    try:
        return future.result(ANSWER_S)
    except TimeoutError as error:
        raise NoReply(port="") from error


def run_command(
    link: Link, watch: Watch, command: int, bands: Iterable[int], *, ticket: int | None = None
) -> int:
    """A command from acceptance to its end; gives CMD_RESULT. Raises LinkError."""
    asked = time.monotonic()
    seq = answered(link.command(command, mask=image.band_mask(bands), ticket=ticket))
    done = watch.until(
        lambda reading, _: reading.head[reg.IN.CMD_SEQ_DONE] == seq, after=asked, limit_s=ANSWER_S
    )
    if done is None:
        raise NoReply(port=link.port)
    return done.head[reg.IN.CMD_RESULT]


def enable(link: Link, watch: Watch, faulty: Iterable[int], *, ticket: int | None = None) -> None:
    """Clears the faults of ``faulty`` bands and switches the motors on; nothing moves by it."""
    faulty = tuple(faulty)
    if faulty:
        run_command(link, watch, reg.CMD.CLEAR_FAULT, faulty, ticket=ticket)
    answered(link.coil(reg.COIL.MOTION_ENABLE, True, ticket=ticket))


def carry_out(
    movement: Movement,
    link: Link,
    watch: Watch,
    *,
    warning_s: float,
    faulty: Callable[[], tuple[int, ...]],
    on_moving: Callable[[], None],
    hold_to_run: bool = False,
) -> Notice | None:
    """The whole script. None when every level is confirmed, else why not.

    With ``hold_to_run`` a board that rests on the way was let go of.
    """
    try:
        if movement.halted.wait(warning_s):
            raise Halted
        movement.stage = "moving"
        on_moving()
        if movement.kind == "home":
            return _home(movement, link, watch, faulty())
        notice = _move(movement, link, watch)
        if hold_to_run and notice is not None and notice.code == "motion.timeout":
            return Notice("motion.not_held")
        return notice
    except (Halted, Superseded):
        return movement.why or Notice("board.stopped")
    except Refused as error:
        return movement.why or image.refusal_notice(error)
    except LinkError as error:
        link.stop()  # nobody knows whether the request arrived: whatever moves by it must not
        gone = isinstance(error, PortUnavailable | PortLost | LinkClosed)
        return movement.why or (Notice("motion.lost") if gone else error.notice)


def _move(movement: Movement, link: Link, watch: Watch) -> Notice | None:
    words = image.target_words(movement.targets)
    asked = time.monotonic()
    answered(link.write(reg.HOLD.TARGET_LEVEL, words, ticket=movement.ticket))
    return _arrival(movement, watch, asked)


def _home(movement: Movement, link: Link, watch: Watch, faulty: tuple[int, ...]) -> Notice | None:
    enable(link, watch, faulty, ticket=movement.ticket)
    mask = image.band_mask(movement.targets)
    answered(link.command(reg.CMD.HOME, mask=mask, ticket=movement.ticket))
    return _arrival(movement, watch, time.monotonic())


def _arrival(movement: Movement, watch: Watch, after: float) -> Notice | None:
    """Waits until all bands are there, one has a fault, or the board rests without being there.

    No time limit of its own: the firmware has one for every band, and with HOLD_TO_RUN only the player knows.
    """
    targets = movement.targets
    found: list[Notice] = []
    rest_since: float | None = None

    def judge(reading: Reading, bands: tuple[Band, ...]) -> bool:
        nonlocal rest_since
        wanted = [b for b in bands if b.band in targets]
        moving = reading.status(reg.STATUS.ANY_MOVING)
        faulty = [b for b in wanted if b.state == "fault"]
        if faulty and not moving:
            found.append(image.fault_notice(faulty[0].fault, faulty[0].band))
            return True
        if not moving and all(b.state == "idle" and b.level == targets[b.band] for b in wanted):
            return True
        if moving:
            rest_since = None
        elif rest_since is None:
            rest_since = reading.asked_at
        elif reading.asked_at - rest_since > REST_S:
            names = ", ".join(str(b.band) for b in wanted if b.level != targets[b.band])
            found.append(Notice("motion.timeout", {"bands": names}))
            return True
        return False

    while watch.until(judge, after=after, limit_s=60.0, halted=movement.halted) is None:
        pass  # a long journey: readings keep coming, or the link says that it is lost
    return found[0] if found else None
