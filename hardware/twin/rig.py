"""The chip between firmware and world: pins, SPI chips, line, state machines, watchdog; and virtual time.

A rig runs the firmware's passes and moves its clock to whatever comes next. It knows nothing of real time:
a process that paces it to a wall clock is in run.py. Runs unchanged under MicroPython.
"""

from hardware.twin.motor import LampMachine, StepMachine
from hardware.twin.world import BANDS, PANES

# The board's wiring, as far as the world needs it (checked against firmware/board.py by a test)
DIR = (7, 8, 9, 10, 11)
NOT_ENABLE = 12
IR_ON = 14
ESTOP_OK = 15
CS_ADC = 17
CS_PORT = 27
MUX = (20, 21, 22, 26)

# What things take on the chip, measured in an emulator of it
PASS_US = 160
CONVERSION_US = 80
PORT_US = 66

POWER, WATCHDOG = 1, 3
WDT_BOOT_US = 300_000  # reset to first pass


class Reset(Exception):
    """The firmware asked for a reset in the middle of a pass."""


class Line:
    """The serial line, as the chip sees it. `sent` is called with every reply."""

    def __init__(self, rig, sent):
        self._rig = rig
        self._sent = sent
        self._coming = []  # (time, bytes)
        self._here = b""

    def deliver(self, data, at_us=0):
        """Bytes that arrive at a time (now when it lies behind)."""
        self._coming.append((at_us, data))

    def next_us(self):
        """When the next bytes arrive, None when nothing is on its way."""
        return self._coming[0][0] if self._coming else None

    def waiting(self):
        while self._coming and self._coming[0][0] <= self._rig.now_us:
            self._here += self._coming.pop(0)[1]
        return len(self._here)

    def take(self, buffer, count):
        data = self._here[:count]
        self._here = self._here[count:]
        buffer[: len(data)] = data
        return len(data)

    def send(self, data):
        self._sent(bytes(data))

    def cut(self):
        self._coming = []
        self._here = b""


class Flash:
    """The Pico's files, in memory; the owner may keep `files` somewhere. A torn write loses the power."""

    def __init__(self, files=None):
        self.files = files if files is not None else {}
        self.tear = None  # bytes of the next write that still arrive
        self.broken = False
        self.writes = 0

    def read(self, name):
        return self.files.get(name)

    def write(self, name, data):
        if self.broken:
            return
        self.writes += 1
        if self.tear is not None:
            self.files[name] = data[: self.tear]
            self.tear = None
            raise Reset(POWER)
        self.files[name] = data


class Rig:
    """One board: `load(rig)` gives a fresh copy of the firmware's main module each time it is called."""

    def __init__(self, world, load, sent, start_us=0, flash=None):
        self.world = world
        self.now_us = start_us
        self.flash = flash or Flash()
        self.pins = bytearray(30)
        self.line = Line(self, sent)
        self.lamps = [0] * PANES
        self.cause = POWER
        self.watchdog_us = 0
        self.fed_us = start_us
        self.resets = 0
        self.hung_until_us = 0
        self._load = load
        self._machines = {}
        self.app = None

    # --- what the stand-ins ask ---

    def pin(self, number):
        if number == ESTOP_OK:
            return 0 if self.world.estop_open() else 1
        return self.pins[number]

    def state_machine(self, number, program):
        if number not in self._machines:
            if program == "step_program":
                self._machines[number] = StepMachine(self, self._pulse(number))
            else:
                self._machines[number] = LampMachine(self.lamps)
        return self._machines[number]

    def _pulse(self, band):
        def pulse(count):
            pins = self.pins
            self.world.pulses(band, count, pins[DIR[band]], not pins[NOT_ENABLE], self.now_us)

        return pulse

    def sync(self):
        """Brings every motor up to now."""
        for machine in self._machines.values():
            machine.sync()

    def spi(self, data, answer):
        pins = self.pins
        if not pins[CS_ADC]:
            channel = data[1] >> 4 & 7
            address = pins[MUX[0]] | pins[MUX[1]] << 1 | pins[MUX[2]] << 2 | pins[MUX[3]] << 3
            value = self.world.analogue(channel, address, pins[IR_ON], self.now_us)
            answer[1] = value >> 8
            answer[2] = value & 0xFF
            self.now_us += CONVERSION_US
        elif not pins[CS_PORT]:
            if answer is not None:
                self.sync()
                word = self.world.switch_word()
                answer[2] = word & 0xFF
                answer[3] = word >> 8
            self.now_us += PORT_US

    def reset(self, cause):
        raise Reset(cause)

    # --- running ---

    def boot(self, cause=POWER):
        """Power comes, or the chip restarts: pins fall, machines forget, the firmware starts anew."""
        self.power_off()
        for number in range(len(self.pins)):
            self.pins[number] = 0
        self.pins[NOT_ENABLE] = 1
        self.cause = cause
        self.watchdog_us = 0
        self.hung_until_us = 0
        self.app = None
        try:
            self.app = self._load(self).build(flash=self.flash)
        except Reset as reset:
            self.boot(reset.args[0])

    def hang(self, for_us):
        """The loop stops; pulses that are queued still go out, and the watchdog is not fed."""
        self.hung_until_us = self.now_us + for_us

    def next_us(self):
        """When the next pass is due."""
        if self.hung_until_us > self.now_us:
            return min(self.hung_until_us, self.fed_us + self.watchdog_us)
        due = self.now_us + self.app.due_us()
        byte = self.line.next_us()
        return due if byte is None else min(due, max(byte, self.now_us))

    def step(self):
        """One pass at the present time."""
        if self.watchdog_us and self.now_us - self.fed_us >= self.watchdog_us:
            self._restart(WATCHDOG)
            return
        if self.hung_until_us > self.now_us:
            return
        try:
            self.app.step()
        except Reset as reset:
            self._restart(reset.args[0])
            return
        self.now_us += PASS_US

    def _restart(self, cause):
        self.resets += 1
        self.sync()
        self.now_us += WDT_BOOT_US
        self.boot(cause)

    def run_until(self, time_us):
        """Passes and waits, until the clock shows the time."""
        while True:
            due = self.next_us()
            if due > self.now_us:
                if due >= time_us:
                    self.now_us = max(self.now_us, time_us)
                    self.sync()
                    return
                self.now_us = due
            elif self.now_us >= time_us:
                return
            self.step()

    def run_for(self, us):
        self.run_until(self.now_us + us)

    def power_off(self):
        """The chip stops: no program, no pulses, and the drivers' side pulls nEN up."""
        self.sync()
        self.pins[NOT_ENABLE] = 1
        for machine in self._machines.values():
            machine.power_off()
        self.line.cut()

    def stall_machines(self, world):
        """Sets or ends the twin's fault "pio-stall"."""
        for band in range(BANDS):
            machine = self._machines.get(band)
            if machine:
                machine.stall(world.fault("pio-stall", band) is not None)
