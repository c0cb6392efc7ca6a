"""Runs the firmware under MicroPython on a chip that allocates nothing itself, and prints its appetite.

    micropython heap_probe.py FOLDER_OF_THE_FIRMWARE

Prints JSON: bytes allocated per 5 ms tick at rest and with five bands moving, per poll (function 23, 80
registers) on top, and bytes in use after the start. A slot is 8 bytes on this machine and 4 on the Pico.
"""

import gc
import json
import sys

sys.path[:] = [sys.argv[1]]
TICKS = 400


class Chip:
    """What the modules machine, rp2 and time give, all in one; time moves by one tick a pass."""

    PWRON_RESET = 1
    WDT_RESET = 3
    IN = OUT = PULL_DOWN = PULL_UP = OUT_LOW = SHIFT_LEFT = SHIFT_RIGHT = 0

    def __init__(self):
        self.now = 0
        self.coming = b""

    def ticks_us(self):
        return self.now

    def ticks_add(self, ticks, delta):
        return ticks + delta

    def ticks_diff(self, later, earlier):
        return later - earlier

    def sleep_us(self, us):
        pass

    def reset(self):
        pass

    def reset_cause(self):
        return 1

    def asm_pio(self, **settings):
        return lambda program: None


chip = Chip()


class Anything:
    """A pin that is high, a bus on which all is well, a UART, a watchdog, a machine."""

    IN = OUT = PULL_DOWN = PULL_UP = 0

    def __init__(self, *parts, **settings):
        pass

    def value(self, level=None):
        return 1

    def write(self, data):
        pass

    def write_readinto(self, data, answer):
        if len(answer) == 4:
            answer[2] = 0xFF
            answer[3] = 0x7F
            return
        channel = data[1] >> 4 & 7
        value = 690 if channel == 5 else 620 if channel == 7 else 30
        answer[1] = value >> 8
        answer[2] = value & 0xFF

    def any(self):
        return len(chip.coming)

    def readinto(self, buffer, count):
        buffer[:count] = chip.coming
        chip.coming = b""
        return count

    def feed(self):
        pass

    def active(self, on):
        pass

    def put(self, words):
        pass


class Machine(Anything):
    """A step machine that finishes a segment every fourth tick."""

    def __init__(self, *parts, **settings):
        self.words = 0
        self.polls = 0

    def put(self, word):
        self.words += 1

    def get(self):
        self.words -= 1
        return 0

    def tx_fifo(self):
        return max(0, self.words - 1)

    def rx_fifo(self):
        self.polls += 1
        return 1 if self.words and self.polls % 5 == 0 else 0

    def restart(self):
        pass

    def exec(self, instruction):
        pass


chip.Pin = chip.SPI = chip.UART = chip.WDT = chip.PIO = Anything
chip.StateMachine = Machine
chip.PIO.OUT_LOW = chip.PIO.SHIFT_LEFT = chip.PIO.SHIFT_RIGHT = 0
for name in ("machine", "rp2", "time"):
    sys.modules[name] = chip


class Uncollected:
    """The firmware's gc: it must not tidy up while we measure."""

    def collect(self):
        pass

    def mem_free(self):
        return 0


sys.modules["gc"] = Uncollected()


class Memory:
    def read(self, name):
        return None

    def write(self, name, data):
        pass


def measure(app, frame):
    """Bytes allocated per tick, with the frame arriving every eighth tick."""
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for tick in range(TICKS):
        chip.now += 5000
        if frame and tick % 8 == 0:
            chip.coming = frame
        app.step()
    spent = gc.mem_alloc() - before
    gc.enable()
    return spent / TICKS


gc.collect()
empty = gc.mem_alloc()
import main  # noqa: E402
from modbus_rtu import crc16  # noqa: E402

app = main.build(Memory())
gc.collect()
in_use = gc.mem_alloc() - empty
for _ in range(200):  # the first scans
    chip.now += 5000
    app.step()
body = bytes((1, 23, 0, 200, 0, 80, 0, 0, 0, 1, 2, 0, 7))
crc = crc16(body, len(body))
poll = body + bytes((crc & 0xFF, crc >> 8))
at_rest = measure(app, None)
polled = measure(app, poll)
for axis in app.axes:  # all five bands on a long way, with a tacho that is not asked
    axis.homed = True
    axis.state = 1
    axis.level = 1
    axis.goto(3)
app.limits.stall = 1 << 20
moving = measure(app, None)
assert app.moving() == 5
print(json.dumps({"rest": at_rest, "moving": moving, "poll": (polled - at_rest) * 8, "in_use": in_use}))
