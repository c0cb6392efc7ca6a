"""The link: the one owner of the serial port. A thread of its own polls, everything else asks it.

Every 40 ms it polls the head of the register image; the body (bands, panes) as well when CHANGE_COUNT has
moved and for a second after that, every 80 ms while bands move, and once a second. How an answer is proved
right: see ``exchange``.

Stop has its own way: written at once by the thread that calls it, between the frames of the owner, and again
after 12 ms; then such pairs follow with every poll until two readings made afterwards show rest. A request
that would move something and was made before the Stop is dropped under the same lock, and never reaches the
wire.

On a line that swallows every second frame, in turn or at random, the board has the Stop within 400 ms (in
pairs, so that no regular loss can catch them all). On a dead line the firmware's watchdog stops the bands
1 s after the last heartbeat it could read.
"""

from __future__ import annotations

import collections
import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from pymodbus.framer import FramerRTU

from firmware_bridge import regmap as reg
from firmware_bridge.errors import (
    BadReply,
    LinkClosed,
    LinkError,
    NoReply,
    PortLost,
    PortUnavailable,
    Refused,
    Superseded,
    WrongIdentity,
)
from firmware_bridge.exchange import Exchange, Reading
from firmware_bridge.line import Line
from firmware_bridge.portlock import PortLock

T = TypeVar("T")
LinkState: TypeAlias = Literal["none", "silent", "found"]
POLL_S = 0.040
TIMEOUT_S = 0.150
LOST_S = 1.0
"""No good reading for this long: the board is called silent, and must prove its identity again."""
BODY_S = 1.0
BODY_MOVING_S = 0.080
"""How often the body is read: at rest, and while bands move."""
BUSY_S = 1.0
"""After a change another one is likely (a sphere is lifted, then set down): the body with every poll."""
STOP_GAP_S = 0.012
REOPEN_S = 0.5
STOP_FRAME = bytes((0, 6, 0, reg.HOLD.CMD, 0, reg.CMD.STOP))
STOP_FRAME += FramerRTU.compute_CRC(STOP_FRAME).to_bytes(2, "big")
"""Broadcast: unit 0, write single register, CMD = STOP."""


@dataclass(frozen=True, slots=True)
class StopRecord:
    """When a Stop was pressed and when its first frame was handed to the port (None: no board there)."""

    pressed: float
    written: float | None


@dataclass(slots=True)
class _Job:
    work: Callable[[], Any]
    future: Future[Any] = field(default_factory=Future)


class Link:
    """Owns one port. All public methods may be called from any thread; those returning a Future never block.

    ``on_reading`` and ``on_state(state, error)`` are called on the link's thread and must only queue.
    """

    def __init__(
        self,
        port: str,
        *,
        on_reading: Callable[[Reading], None],
        on_state: Callable[[LinkState, LinkError | None], None],
        timeout_s: float = TIMEOUT_S,
        poll_s: float = POLL_S,
        lock_folder: Path | None = None,
    ) -> None:
        self.port = port
        self.stops: collections.deque[StopRecord] = collections.deque(maxlen=100)
        self._on_reading, self._on_state = on_reading, on_state
        self._poll_s = poll_s
        self._line = Line(port, timeout_s=timeout_s, lock=PortLock(port, lock_folder))
        self._line.errand = self._repeat_stop
        self._exchange = Exchange(self._line, self._publish)
        self._state: LinkState = "none"
        self._error: LinkError | None = None
        self._jobs: collections.deque[_Job] = collections.deque()
        self._guard = threading.Lock()  # for _jobs, _state, _closing, _released
        self._closing = self._released = False
        self._told = threading.Event()  # set by whatever should end a wait without a port
        self._free = threading.Event()  # the port is not open
        self._free.set()
        self._thread = threading.Thread(target=self._run, name="link", daemon=True)
        self._known = False  # this open port has proved to be the board
        self._epoch = 0  # Stops so far
        self._stop_due: float | None = None  # when the next STOP frame is to be written
        self._stop_second = False  # the next one is the second of a pair
        self._stopped_at = 0.0
        self._rests = 0
        self._body_at = 0.0
        self._body_change = -1
        self._changed_at = float("-inf")
        self._good_at = 0.0

    # --- life ---------------------------------------------------------------------------------------

    @property
    def state(self) -> LinkState:
        return self._state

    @property
    def error(self) -> LinkError | None:
        """Why the state is not "found"."""
        return self._error

    def figures(self) -> dict[str, Any]:
        """Counters and round trips, see ``Exchange.figures``."""
        return self._exchange.figures()

    def trips(self) -> list[float]:
        """Seconds from request to accepted answer of the last transactions (500 at most), latest last."""
        return list(self._exchange.trips)

    def hold(self, held: bool) -> None:
        """Whether the next heartbeats say that the player holds the handle."""
        self._exchange.held = held

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Ends the thread and frees the port; what still waits gets LinkClosed."""
        with self._guard:
            if self._closing:
                return
            self._closing = True
        self._rouse()
        if self._thread.is_alive():
            self._thread.join()
        self._fail_jobs(LinkClosed(port=self.port))
        self._line.dispose()

    def release_port(self) -> None:
        """Lets go of the port so that another program may use it; returns when it is free."""
        with self._guard:
            self._released = True
        self._rouse()
        self._free.wait(2.0)

    def take_port(self) -> None:
        """Opens the port again after ``release_port``."""
        with self._guard:
            self._released = False
        self._rouse()

    def _rouse(self) -> None:
        self._told.set()
        self._line.wake()

    # --- asking -------------------------------------------------------------------------------------

    def read_inputs(self, address: int, count: int) -> Future[tuple[int, ...]]:
        """Input registers (function 4), at most 125."""
        return self._ask(lambda: self._exchange.read(4, address, count))

    def read_holding(self, address: int, count: int) -> Future[tuple[int, ...]]:
        """Holding registers (function 3), at most 125."""
        return self._ask(lambda: self._exchange.read(3, address, count))

    def read_bits(self, address: int, count: int) -> Future[tuple[bool, ...]]:
        """Discrete inputs (function 2), at most 2000."""
        return self._ask(lambda: self._exchange.bits(address, count))

    def write(self, address: int, values: Sequence[int], *, ticket: int | None = None) -> Future[None]:
        """Holding registers (function 16), all or none. ``ticket``: see there."""
        gate, words = self._gate(ticket), tuple(values)
        return self._ask(lambda: self._exchange.write(address, words, gate))

    def coil(self, address: int, on: bool, *, ticket: int | None = None) -> Future[None]:
        """One coil (function 5)."""
        gate = self._gate(ticket)
        return self._ask(lambda: self._exchange.coil(address, on, gate))

    def command(self, command: int, *, mask: int = 0, arg: int = 0, ticket: int | None = None) -> Future[int]:
        """CMD with a fresh CMD_SEQ, in one transaction with a heartbeat; gives the CMD_SEQ.

        The command has been accepted then; it has finished when CMD_SEQ_DONE shows that number.
        """
        gate = self._gate(ticket)
        seq: list[int] = []  # drawn by the owner, once for all tries

        def work() -> int:
            if not seq:
                seq.append(self._exchange.next_seq())
            self._exchange.command(command, mask, arg, seq[0], gate)
            return seq[0]

        return self._ask(work)

    def _ask(self, work: Callable[[], T]) -> Future[T]:
        job = _Job(lambda: self._exchange.proved(work))
        with self._guard:
            refused = self._absence()
            if refused is None:
                self._jobs.append(job)
        if refused is not None:
            job.future.set_exception(refused)
        else:
            self._line.wake()
        return job.future

    def _absence(self) -> LinkError | None:
        """Why nothing can be asked now."""
        if self._closing:
            return LinkClosed(port=self.port)
        if self._released:
            return PortUnavailable("link.released", port=self.port)
        if self._state == "found":
            return None
        return self._error or NoReply(port=self.port)

    def ticket(self) -> int:
        """The right to move something, good until the next Stop.

        Draw it before asking whether motion is allowed, and hand it in with the request: a request whose
        ticket is older than a Stop raises Superseded and never reaches the wire.
        """
        return self._epoch

    def _gate(self, ticket: int | None) -> Callable[[], None]:
        """What must still hold at the moment the request is written."""

        def check() -> None:
            if ticket is not None and self._epoch != ticket:
                raise Superseded

        return check

    # --- stop ---------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Sends STOP now, whatever else is going on, and keeps at it until the board rests."""
        pressed = time.monotonic()
        with self._line.writing() as port:
            self._epoch += 1
            self._stopped_at = time.monotonic()
            self._rests = 0
            self._stop_due = self._stopped_at + STOP_GAP_S
            self._stop_second = True
            written = self._put_stop(port)
        self.stops.append(StopRecord(pressed, written))
        self._line.wake()

    def _put_stop(self, port: int | None) -> float | None:
        if port is None or not self._known:
            return None
        try:
            os.write(port, STOP_FRAME)
        except OSError:  # full or gone: the owner finds out, and repeats it
            return None
        self._exchange.counters.stop_frames += 1
        return time.monotonic()

    def _repeat_stop(self) -> float | None:
        """The owner's errand while it waits: the next STOP frame, when it is due."""
        due = self._stop_due
        if due is None:
            return None
        now = time.monotonic()
        if now >= due:
            with self._line.writing() as port:
                self._put_stop(port)
                pause = self._poll_s - STOP_GAP_S if self._stop_second else STOP_GAP_S
                self._stop_second = not self._stop_second
                due = self._stop_due = now + pause
        return due - now

    def _see_rest(self, reading: Reading) -> None:
        """Two readings made after the Stop and showing rest end its repetition."""
        if self._stop_due is None:
            return
        with self._line.writing():  # not while a new Stop is being pressed
            if reading.asked_at < self._stopped_at or reading.status(reg.STATUS.ANY_MOVING):
                self._rests = 0
            else:
                self._rests += 1
            if self._rests >= 2:
                self._stop_due = None

    # --- the owner's thread -------------------------------------------------------------------------

    def _run(self) -> None:
        error: LinkError = LinkClosed(port=self.port)
        try:
            while not self._closing:
                self._told.clear()
                if self._released:
                    self._enter("none", PortUnavailable("link.released", port=self.port))
                    self._told.wait()
                    continue
                try:
                    self._free.clear()
                    self._line.open()
                    self._exchange.counters.opened += 1
                    while not self._leaving():
                        self._identify_and_serve()
                except (PortUnavailable, PortLost) as reason:
                    self._enter("none", reason)
                finally:
                    self._known = False
                    self._line.close()
                    self._free.set()
                if not self._leaving():
                    self._told.wait(REOPEN_S)
        finally:
            self._enter("none", error)

    def _leaving(self) -> bool:
        return self._closing or self._released

    def _enter(self, state: LinkState, error: LinkError | None) -> None:
        with self._guard:
            before = self._state, str(self._error)
            self._state, self._error = state, error
        if error is not None:
            self._fail_jobs(error)
        if before != (state, str(error)) or state == "found":
            self._on_state(state, error)

    def _fail_jobs(self, error: LinkError) -> None:
        with self._guard:
            jobs = tuple(self._jobs)
            self._jobs.clear()
        for job in jobs:
            if job.future.set_running_or_notify_cancel():
                job.future.set_exception(error)

    def _identify_and_serve(self) -> None:
        """Asks who is there; if it is the board, serves until it falls silent. PortLost ends it earlier."""
        try:
            reading = self._exchange.identify()
        except (NoReply, BadReply, WrongIdentity, Refused) as error:
            stranger = error if isinstance(error, WrongIdentity) else None
            self._enter("silent", stranger or NoReply(port=self.port))
            self._told.wait(0.2)
            self._told.clear()
            return
        self._known = True
        self._exchange.counters.found += 1
        self._enter("found", None)
        self._publish(reading)
        try:
            self._serve()
        except (NoReply, WrongIdentity) as error:
            self._exchange.counters.lost += 1
            self._enter("silent", error)

    def _serve(self) -> None:
        poll_at = time.monotonic()
        while not self._leaving():
            now = time.monotonic()
            if now >= poll_at:
                poll_at = max(poll_at + self._poll_s, now)
                self._poll_cycle(now)
                continue
            with self._guard:
                job = self._jobs.popleft() if self._jobs else None
            if job is None:
                self._line.idle(poll_at - now)
            else:
                self._do(job)

    def _do(self, job: _Job) -> None:
        if not job.future.set_running_or_notify_cancel():
            return
        try:
            result = job.work()
        except PortLost as error:
            job.future.set_exception(error)
            raise
        except Exception as error:  # noqa: BLE001  (it is the asker's: a value out of range, a lost line)
            job.future.set_exception(error)
        else:
            job.future.set_result(result)

    def _poll_cycle(self, now: float) -> None:
        busy = now - self._changed_at < BUSY_S or self._stop_due is not None
        body_due = busy or now - self._body_at >= BODY_S
        try:
            reading = self._exchange.poll(body=body_due)
            if reading.body is None:
                moving = reading.status(reg.STATUS.ANY_MOVING) and now - self._body_at >= BODY_MOVING_S
                if moving or reading.head[reg.IN.CHANGE_COUNT] != self._body_change:
                    reading = self._exchange.poll(body=True)
        except (NoReply, BadReply) as error:
            self._exchange.resync()
            if time.monotonic() - self._good_at > LOST_S:
                raise NoReply(port=self.port) from error
            return
        self._publish(reading)

    def _publish(self, reading: Reading) -> None:
        self._good_at = reading.at
        if reading.body is not None:
            count = reading.head[reg.IN.CHANGE_COUNT]
            if count != self._body_change and not reading.status(reg.STATUS.ANY_MOVING):
                self._changed_at = reading.at
            self._body_at, self._body_change = reading.at, count
        self._see_rest(reading)
        self._on_reading(reading)
