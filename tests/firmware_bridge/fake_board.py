"""A small board on a real pseudo-terminal: enough of the register map to exercise link and board quickly.

It moves at 400 mm/s, so that a movement takes a tenth of a second, and every way a line can go wrong can be
put between it and the bridge: ``reply`` sees each answer before it is sent, ``request`` each frame before it
is understood. The real firmware in the twin is tested apart, with its own times.
"""

from __future__ import annotations

import collections
import contextlib
import os
import select
import threading
import time
import tty
from collections.abc import Callable, Iterable

from pymodbus.framer import FramerRTU

from firmware_bridge import regmap as reg

OK = (
    reg.STATUS.ESTOP_OK
    | reg.STATUS.GUARD_CLOSED
    | reg.STATUS.DRIVERS_OK
    | reg.STATUS.VM_OK
    | reg.STATUS.SCAN_VALID
    | reg.STATUS.CONFIG_OK
)
SPEED_MM_S = 400.0


def framed(payload: bytes) -> bytes:
    """A frame: payload with its checksum."""
    return payload + FramerRTU.compute_CRC(payload).to_bytes(2, "big")


def _length(data: bytes) -> int | None:
    """Length of the request that ``data`` begins with; None while that cannot be told."""
    if len(data) < 2:
        return None
    if data[1] in (1, 2, 3, 4, 5, 6):
        return 8
    at = {15: 6, 16: 6, 23: 10}.get(data[1])
    if at is None:
        return len(data)
    return at + 3 + data[at] if len(data) > at else None


class Refusal(Exception):
    def __init__(self, exception: int, reject: int, band: int = 0xFF) -> None:
        self.exception, self.word = exception, reject << 8 | band


class FakeBoard:
    """The board's side of the line. Attributes may be changed at any time from the test."""

    def __init__(self) -> None:
        self.master, self.slave = os.openpty()
        tty.setraw(self.master)
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)
        self.port = os.ttyname(self.slave)
        self.reply: Callable[[bytes], Iterable[tuple[float, bytes]]] = lambda frame: [(0.0, frame)]
        self.request: Callable[[bytes], bytes | None] = lambda frame: frame
        self.mute = False
        self.frames: list[tuple[float, bytes]] = []
        """All requests as they arrived, with the time."""
        self.status = int(OK)
        self.classes = [reg.PANE.EMPTY] * reg.PANES
        self.phase = [int(reg.STATE.UNHOMED)] * 5
        self.fault = [0] * 5
        self.height = [7.0] * 5
        self.goal: list[float | None] = [None] * 5
        self.level = [0] * 5
        self.target = [0] * 5
        self.enabled = False
        self.jam: int | None = None
        """Band (0-4) that meets something and stalls."""
        self.input = [0] * 275
        self.input[reg.IN.MAGIC] = reg.MAGIC
        self.input[reg.IN.MAP_VERSION] = reg.MAP_MAJOR << 8
        for n in range(reg.PANES):  # so that a mix-up of two blocks shows
            self.input[reg.IN.PANE_RAW + n] = 100 + n
            self.input[reg.IN.PANE_QUALITY + n] = 500 + n
        self.holding = dict.fromkeys((*range(6), *range(10, 15), *range(20, 35), *range(600, 680)), 0)
        self.coils: dict[int, bool] = {}
        self._out: collections.deque[tuple[float, bytes]] = collections.deque()
        self._ticked = time.monotonic()
        self._ending = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Pulls the plug."""
        if not self._ending:
            self._ending = True
            self._thread.join()
            os.close(self.slave)
            os.close(self.master)

    def until(self, test: Callable[[], object], limit_s: float = 3.0) -> None:
        """Waits until ``test()`` holds on the board's side of the line."""
        end = time.monotonic() + limit_s
        while not test():
            assert time.monotonic() < end, f"not within {limit_s} s"
            time.sleep(0.002)

    def stops(self) -> list[float]:
        """When the STOP frames arrived."""
        return [at for at, f in list(self.frames) if f[:6] == bytes((0, 6, 0, reg.HOLD.CMD, 0, reg.CMD.STOP))]

    def moves(self) -> list[float]:
        """When frames arrived that would set something in motion."""

        def moving(f: bytes) -> bool:
            targets = f[1] == 16 and f[3] == reg.HOLD.TARGET_LEVEL
            return targets or (f[1] == 23 and f[9] > 2 and f[16] == reg.CMD.HOME)

        return [at for at, frame in list(self.frames) if moving(frame)]

    # --- the line -----------------------------------------------------------------------------------

    def _run(self) -> None:
        buffer, heard = b"", 0.0
        while not self._ending:
            readable, _, _ = select.select([self.master], [], [], 0.002)
            now = time.monotonic()
            if readable:
                with contextlib.suppress(OSError):
                    buffer += os.read(self.master, 4096)
                heard = now
            elif buffer and now - heard > 0.010:
                buffer = b""
            while (size := _length(buffer)) is not None and len(buffer) >= size > 0:
                frame, buffer = buffer[:size], buffer[size:]
                self._take(frame, now)
            self._tick(now)
            while self._out and self._out[0][0] <= now:
                os.write(self.master, self._out.popleft()[1])

    def _take(self, frame: bytes, now: float) -> None:
        self.frames.append((now, frame))
        changed = self.request(frame)
        if changed is None or framed(changed[:-2]) != changed or self.mute:
            return
        unit, payload = changed[0], changed[1:-2]
        try:
            answer = self._handle(payload)
        except Refusal as refusal:
            self.input[reg.IN.LAST_REJECT] = refusal.word
            answer = bytes((payload[0] | 0x80, refusal.exception))
        if unit == reg.UNIT:
            at = max(now, self._out[-1][0] if self._out else 0.0)
            for delay, piece in self.reply(framed(bytes((unit,)) + answer)):
                at += delay
                self._out.append((at, piece))

    def _handle(self, payload: bytes) -> bytes:
        function = payload[0]
        word = [int.from_bytes(payload[n : n + 2], "big") for n in range(1, len(payload) - 1, 2)]
        if function in (3, 4):
            return self._data(function, self._image(function, word[0], word[1]))
        if function == 2:
            return bytes((2, -(-word[1] // 8))) + bytes(-(-word[1] // 8))
        if function == 5:
            self._coil(word[0], word[1] == 0xFF00)
            return payload
        if function == 6:
            self._write(word[0], word[1:2])
            return payload
        if function == 16:
            values = [int.from_bytes(payload[n : n + 2], "big") for n in range(6, len(payload), 2)]
            self._write(word[0], values)
            return payload[:5]
        values = [int.from_bytes(payload[n : n + 2], "big") for n in range(10, len(payload), 2)]
        self._write(word[2], values)
        return self._data(23, self._image(3, word[0], word[1]))

    @staticmethod
    def _data(function: int, words: list[int]) -> bytes:
        return bytes((function, 2 * len(words))) + b"".join(w.to_bytes(2, "big") for w in words)

    # --- the registers ------------------------------------------------------------------------------

    def _image(self, function: int, address: int, count: int) -> list[int]:
        self._refresh()
        if function == 3 and address >= reg.MIRROR and address + count <= reg.MIRROR + reg.MIRRORED:
            return self.input[address - reg.MIRROR : address - reg.MIRROR + count]
        if function == 4 and address + count <= len(self.input):
            return self.input[address : address + count]
        if function == 3 and all(n in self.holding for n in range(address, address + count)):
            return [self.holding[n] for n in range(address, address + count)]
        raise Refusal(reg.EXC.ADDRESS, reg.REJECT.ADDRESS)

    def _refresh(self) -> None:
        moving = any(goal is not None for goal in self.goal)
        status = self.status | (reg.STATUS.ANY_MOVING if moving else 0)
        status |= reg.STATUS.MOTION_ENABLED if self.enabled else 0
        status |= 0 if reg.STATE.UNHOMED in self.phase else reg.STATUS.ALL_HOMED
        before = self.input[20:80]
        for b in range(5):
            at = reg.IN.BAND + 8 * b
            self.input[at] = self.phase[b] | self.fault[b] << 8
            self.input[at + reg.BAND.LEVEL] = self.level[b]
            self.input[at + reg.BAND.TARGET] = self.target[b]
            self.input[at + reg.BAND.POSITION] = round(self.height[b] * 100) & 0xFFFF
        for n in range(20):
            four = self.classes[4 * n : 4 * n + 4]
            self.input[reg.IN.PANE_CLASS + n] = sum(c << 4 * i for i, c in enumerate(four))
        if self.input[20:80] != before:
            self.input[reg.IN.CHANGE_COUNT] = (self.input[reg.IN.CHANGE_COUNT] + 1) & 0xFFFF
        self.input[reg.IN.STATUS] = status

    def _write(self, address: int, values: list[int]) -> None:
        if any(n not in self.holding for n in range(address, address + len(values))):
            raise Refusal(reg.EXC.ADDRESS, reg.REJECT.ADDRESS)
        if address == reg.HOLD.TARGET_LEVEL:
            self._targets(values)
        sequence = self.holding[reg.HOLD.CMD_SEQ]
        self.holding.update({address + n: value for n, value in enumerate(values)})
        if address == reg.HOLD.HEARTBEAT:
            self.input[reg.IN.HEARTBEAT_ECHO] = values[0]
        if address == reg.HOLD.CMD and values[0] == reg.CMD.STOP:
            self._stop()
        if self.holding[reg.HOLD.CMD_SEQ] != sequence:
            self._command(self.holding[reg.HOLD.CMD], self.holding[reg.HOLD.CMD_MASK])
            self.input[reg.IN.CMD_SEQ_DONE] = self.holding[reg.HOLD.CMD_SEQ]

    def _stop(self) -> None:
        for b in range(5):
            if self.goal[b] is not None:
                self.goal[b] = None
                self.phase[b] = reg.STATE.IDLE if self.phase[b] == reg.STATE.MOVING else reg.STATE.UNHOMED

    def _coil(self, address: int, on: bool) -> None:
        if address == reg.COIL.MOTION_ENABLE:
            if on and not self.status & reg.STATUS.ESTOP_OK:
                raise Refusal(reg.EXC.NEEDS_PERSON, reg.REJECT.ESTOP_OPEN)
            self.enabled = on
        self.coils[address] = on

    def _command(self, command: int, mask: int) -> None:
        chosen = [b for b in range(5) if mask >> b & 1]
        if command == reg.CMD.HOME:
            if not self.enabled:
                raise Refusal(reg.EXC.NOT_NOW, reg.REJECT.NOT_ENABLED)
            for b in chosen:
                self.phase[b], self.goal[b], self.level[b] = reg.STATE.HOMING, 2.0, 0
        if command == reg.CMD.CLEAR_FAULT:
            for b in chosen:
                if self.phase[b] == reg.STATE.FAULT:
                    self.phase[b], self.fault[b] = reg.STATE.UNHOMED, 0

    def _targets(self, values: list[int]) -> None:
        if not self.enabled:
            raise Refusal(reg.EXC.NOT_NOW, reg.REJECT.NOT_ENABLED)
        for b, level in enumerate(values):
            if level and self.phase[b] != reg.STATE.IDLE:
                raise Refusal(reg.EXC.NOT_NOW, reg.REJECT.UNHOMED, b)
        for b, level in enumerate(values):
            if level:
                self.phase[b], self.target[b], self.level[b] = reg.STATE.MOVING, level, 0
                self.goal[b] = 2.0 + 20.0 * (level - 1)

    def _tick(self, now: float) -> None:
        step = (now - self._ticked) * SPEED_MM_S
        self._ticked = now
        for b, goal in enumerate(self.goal):
            if goal is None:
                continue
            if b == self.jam:
                self.goal[b], self.phase[b], self.fault[b] = None, reg.STATE.FAULT, reg.FAULT.STALL
                continue
            left = goal - self.height[b]
            self.height[b] += max(-step, min(step, left))
            if abs(left) <= step:
                self.height[b], self.goal[b], self.phase[b] = goal, None, reg.STATE.IDLE
                self.level[b] = self.target[b] = round((goal - 2.0) / 20.0) + 1
