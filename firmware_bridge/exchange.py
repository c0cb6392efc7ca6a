"""Questions to the board and the proof that what came back answers them.

A *poll* writes a fresh heartbeat token and reads the register image in one transaction; the token must stand
in the answer, so a reading is known to answer its own question. What bears no token (builder's reads,
acknowledgements of writes) counts only between two polls that came back in step: a serial line delivers in
order, so nothing late or doubled can hide between them. Such reads also ask for some registers more than
wanted, another number each time, so that an answer to somebody else on the line (a second master whose
question swallowed ours) does not fit. After anything unreadable the line gets 50 ms of silence before the
next word.

Nothing here knows threads; everything is called by the link's own.
"""

from __future__ import annotations

import collections
import contextlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeVar

from pymodbus.exceptions import ModbusException
from pymodbus.pdu import ModbusPDU

from firmware_bridge import regmap as reg
from firmware_bridge.errors import (
    BadReply,
    NoReply,
    PortLost,
    Refused,
    WrongCount,
    WrongEcho,
    WrongFunction,
    WrongIdentity,
)
from firmware_bridge.line import Line

T = TypeVar("T")
RETRIES = 2
WATCHDOG_MS = 1000
HEAD = 20
"""Registers in the head of the image (MAGIC to RESERVED); the rest of the 80 is its body."""


READABLE: dict[int, tuple[tuple[int, int], ...]] = {
    4: ((reg.IN.MAGIC, reg.IN.COUNTER + 16), (reg.IN.PANE_RAW, reg.IN.MOVE_MS + reg.BANDS - reg.IN.PANE_RAW)),
    3: (
        (reg.HOLD.SPEED, reg.HOLD.LEVEL_TRIM + reg.BANDS - reg.HOLD.SPEED),
        (reg.HOLD.PANE_EMPTY, 3 * reg.PANES),
        (reg.HOLD.PANE_COLOUR, reg.PANES),
    ),
}
"""Stretches without holes, by function: first address and length."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One answer of the board. ``head`` is input 0-19, ``body`` input 20-79 or None when it was not read."""

    asked_at: float
    at: float
    head: tuple[int, ...]
    body: tuple[int, ...] | None

    def status(self, mask: reg.STATUS) -> bool:
        return bool(self.head[reg.IN.STATUS] & mask)


@dataclass(slots=True)
class Counters:
    """What the line went through since the link was made."""

    requests: int = 0
    replies: int = 0
    timeouts: int = 0
    """No byte came back."""
    unreadable: int = 0
    """Bytes came back, but no frame with a right checksum."""
    wrong_function: int = 0
    wrong_count: int = 0
    wrong_echo: int = 0
    refusals: int = 0
    repeats: int = 0
    stray_bytes: int = 0
    opened: int = 0
    found: int = 0
    lost: int = 0
    stop_frames: int = 0


class Exchange:
    """Transactions over one line. ``on_reading`` gets every accepted reading, also those made for proof."""

    def __init__(self, line: Line, on_reading: Callable[[Reading], None]) -> None:
        self.counters = Counters()
        self.held = False
        """Sent with each heartbeat: whether the player holds the handle (HOLD_TO_RUN)."""
        self.trips: collections.deque[float] = collections.deque(maxlen=500)
        """Seconds from request to accepted answer, latest last."""
        self._line = line
        self._on_reading = on_reading
        self._token = random.randrange(1, reg.TOKEN_MASK)
        self._seq = 0
        self._in_step = False

    # --- polls --------------------------------------------------------------------------------------

    def identify(self) -> Reading:
        """Who is there? Reads only, until the magic number is right; then the first poll."""
        self._in_step = False
        self._line.quieten()
        reply = self._transact(lambda: self._line.read_input_registers(reg.IN.MAGIC, count=2), 4)
        check_identity(self._counted(reply.registers, 2))
        reading = self.poll(body=True)
        self._seq = reading.head[reg.IN.CMD_SEQ_DONE] + random.randrange(1, 0x8000)
        return reading

    def poll(self, *, body: bool) -> Reading:
        """One heartbeat. Raises NoReply, BadReply, WrongIdentity, PortLost; a reading is right or is none."""
        token = self._next_token()
        count = reg.MIRRORED if body else HEAD
        asked_at = time.monotonic()
        try:
            registers = self._heartbeat([token], count, lambda: None)
        except Refused as error:  # this board never refuses a heartbeat
            raise BadReply from error
        self._check_echo(token, registers)
        check_identity(registers)
        self._in_step = True
        return Reading(asked_at, time.monotonic(), registers[:HEAD], registers[HEAD:] if body else None)

    def resync(self) -> None:
        """After anything unreadable: silence, so that a late reply finds no asker."""
        self._in_step = False
        self._line.quieten()

    def proved(self, work: Callable[[], T]) -> T:
        """``work`` between two polls that came back in step; asked again when anything was amiss.

        Raises Refused, with the board's reason, when the board said no; LinkError when the tries are used up.
        """
        for attempt in range(RETRIES + 1):
            try:
                if not self._in_step:
                    self._on_reading(self.poll(body=False))
                refusal: Refused | None = None
                try:
                    result = work()
                except Refused as error:
                    refusal = error
                reading = self.poll(body=False)
                self._on_reading(reading)
                if refusal is not None:
                    raise Refused(refusal.exception, reject=reading.head[reg.IN.LAST_REJECT])
                return result
            except (NoReply, BadReply):
                self.resync()
                if attempt == RETRIES:
                    raise
                self.counters.repeats += 1
        raise AssertionError("the last attempt returns or raises")

    # --- single questions, to be asked within ``proved`` --------------------------------------------

    def read(self, function: Literal[3, 4], address: int, count: int) -> tuple[int, ...]:
        """``count`` registers from ``address``, asked for with some more around them (see above)."""
        ask = self._line.read_input_registers if function == 4 else self._line.read_holding_registers
        first, size = self._disguised(function, address, count)
        reply = self._transact(lambda: ask(first, count=size), function)
        return self._counted(reply.registers, size)[address - first :][:count]

    @staticmethod
    def _disguised(function: int, address: int, count: int) -> tuple[int, int]:
        for start, length in READABLE[function]:
            if start <= address and address + count <= start + length:
                before, after = address - start, start + length - address - count
                extra = random.randint(1, max(1, min(before + after, 125 - count)))
                behind = min(extra, after)
                front = min(extra - behind, before)
                if count + behind + front <= 125:
                    return address - front, front + count + behind
        return address, count

    def bits(self, address: int, count: int) -> tuple[bool, ...]:
        reply = self._transact(lambda: self._line.read_discrete_inputs(address, count=count), 2)
        return self._counted(reply.bits, -(-count // 8) * 8)[:count]

    def write(self, address: int, values: tuple[int, ...], gate: Callable[[], None]) -> None:
        reply = self._transact(lambda: self._line.write_registers(address, list(values)), 16, gate)
        self._acknowledged((reply.address, reply.count) == (address, len(values)))

    def coil(self, address: int, on: bool, gate: Callable[[], None]) -> None:
        reply = self._transact(lambda: self._line.write_coil(address, on), 5, gate)
        self._acknowledged(reply.address == address and list(reply.bits[:1]) == [on])

    def next_seq(self) -> int:
        """A CMD_SEQ this board has not seen."""
        self._seq = (self._seq + 1) & 0xFFFF
        return self._seq

    def command(self, command: int, mask: int, arg: int, seq: int, gate: Callable[[], None]) -> None:
        """CMD in the same transaction as a heartbeat, whose token proves the acknowledgement."""
        token = self._next_token()
        values = [token, WATCHDOG_MS, command, mask, arg & 0xFFFF, seq]
        self._check_echo(token, self._heartbeat(values, HEAD, gate))

    # --- checks -------------------------------------------------------------------------------------

    def _next_token(self) -> int:
        self._token = self._token % reg.TOKEN_MASK + 1
        return self._token | (reg.HELD_BIT if self.held else 0)

    def _heartbeat(self, values: list[int], count: int, gate: Callable[[], None]) -> tuple[int, ...]:
        reply = self._transact(
            lambda: self._line.readwrite_registers(
                read_address=reg.MIRROR, read_count=count, write_address=reg.HOLD.HEARTBEAT, values=values
            ),
            23,
            gate,
        )
        return self._counted(reply.registers, count)

    def _transact(
        self, ask: Callable[[], ModbusPDU], function: int, gate: Callable[[], None] = lambda: None
    ) -> ModbusPDU:
        """One request and its answer, of which only the function code has been checked."""
        self.counters.requests += 1
        started = time.monotonic()
        try:
            with self._gated(gate):
                reply = ask()
        except ModbusException as error:
            self._in_step = False
            if not self._line.connect():
                raise PortLost(port=self._line.port) from error
            if self._line.received:
                self.counters.unreadable += 1
                raise BadReply from error
            self.counters.timeouts += 1
            raise NoReply(port=self._line.port) from error
        if reply.function_code == function | 0x80:
            self.counters.refusals += 1
            raise Refused(reply.exception_code)
        if reply.function_code != function:
            self.counters.wrong_function += 1
            self._in_step = False
            raise WrongFunction
        self.counters.replies += 1
        self.trips.append(time.monotonic() - started)
        return reply

    @contextlib.contextmanager
    def _gated(self, gate: Callable[[], None]) -> Iterator[None]:
        self._line.gate = gate
        try:
            yield
        finally:
            self._line.gate = lambda: None

    def _counted(self, values: Sequence[T], count: int) -> tuple[T, ...]:
        if len(values) != count:
            self.counters.wrong_count += 1
            self._in_step = False
            raise WrongCount
        return tuple(values)

    def _check_echo(self, token: int, registers: Sequence[int]) -> None:
        self._acknowledged(registers[reg.IN.HEARTBEAT_ECHO] == token)

    def _acknowledged(self, right: bool) -> None:
        if not right:
            self.counters.wrong_echo += 1
            self._in_step = False
            raise WrongEcho

    # --- figures ------------------------------------------------------------------------------------

    def figures(self) -> dict[str, Any]:
        """Counters and round trips (ms, None before the first), for the Board page and the hardware test."""
        self.counters.stray_bytes = self._line.stray_bytes
        trips = sorted(self.trips)

        def quantile(share: float) -> float | None:
            return round(1000 * trips[int(share * (len(trips) - 1))], 2) if trips else None

        return {**asdict(self.counters), "trip_p50_ms": quantile(0.5), "trip_p99_ms": quantile(0.99)}


def check_identity(head: Sequence[int]) -> None:
    """Raises WrongIdentity unless ``head`` (input registers from 0 on) is this board with a map we speak."""
    if head[reg.IN.MAGIC] != reg.MAGIC:
        raise WrongIdentity(magic=f"{head[reg.IN.MAGIC]:04x}")
    if head[reg.IN.MAP_VERSION] >> 8 != reg.MAP_MAJOR:
        raise WrongIdentity("link.version", found=head[reg.IN.MAP_VERSION] >> 8, wanted=reg.MAP_MAJOR)
