"""The whole board: one cooperative loop that polls the line and, every 5 ms, everything else.

step() is one pass. Nothing in it waits longer than a conversion of the ADC; whoever calls it may sleep for
due_us() in between, or until a byte arrives.
"""

import board as b
import regmap as r
from axis import Axis
from bank import Bank
from calibrate import Calibration
from commands import Commands
from leds import Lamps
from machine import Pin
from micropython import const
from modbus_rtu import Slave
from panes import Panes
from sensing import Limits, Sampled
from status import Status
from stepgen import Stepper
from time import ticks_add, ticks_diff, ticks_us

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from _mpy_shed.time_mp import _TicksUs as Ticks
    from inputs import Inputs
    from machine import UART
    from store import Store

RX = const(512)
FAR = const(20_000)  # a tick later than this gives up its place in the row
VALID_SCANS = const(2)


class App:
    """Everything the firmware is, without main.py's UART and watchdog."""

    def __init__(
        self,
        uart: "UART",
        inputs: "Inputs",
        store: "Store",
        reset: "Callable[[], object]",
        feed: "Callable[[], None]",
    ) -> None:
        """`inputs`, `store`: see their files; `reset()` restarts the chip, `feed()` its watchdog."""
        self.uart = uart
        self.inputs = inputs
        self.store = store
        self.feed = feed
        self.bank = Bank()
        self.lamps = Lamps(self.bank)
        self.limits = Limits()
        self.panes = Panes()
        self.calibration = Calibration(self.bank, self.panes)
        self.slave = Slave(self.bank)
        self.axes = [
            Axis(band, Stepper(band, b.STEP[band], b.DIR[band]), self.limits, self.bank.count)
            for band in range(r.BANDS)
        ]
        self._not_enable = Pin(b.NOT_ENABLE, Pin.OUT, value=1)
        self._estop = Pin(b.ESTOP_OK, Pin.IN, Pin.PULL_DOWN)
        self.estop_ok = self._read_estop()
        self.guard = Sampled()  # on: closed
        self._vm = Sampled()
        self._drivers = Sampled()  # on: in order
        self.reference_ok = False
        self.config_ok = store.load(self.bank)
        self.limits.load(self.bank.holding)
        self.commands = Commands(self, reset)
        self.bank.device = self.commands
        self.status = Status(self)
        self.powered_us = 0  # how long the motors have been energised; 0 is off
        self._rest_us = 0
        self._blank_us = [0] * r.BANDS
        self._port = 0
        self.vm_mv = 0
        self.scans = 0
        self._rx = bytearray(RX)
        now = ticks_us()
        self._last_rx = now
        self._last_tick: "Ticks" = now
        self._next_tick = ticks_add(now, b.TICK_US)

    # --- what the rest asks ---

    def vm_ok(self) -> bool:
        return self._vm.on

    def drivers_ok(self) -> bool:
        return self._drivers.on

    def scan_valid(self) -> bool:
        return bool(self.bank.coil(r.C_IR_SCAN)) and self.reference_ok and self.scans >= VALID_SCANS

    def moving(self) -> int:
        """Bands that move now."""
        count = 0
        for axis in self.axes:
            if axis.busy():
                count += 1
        return count

    # --- the loop ---

    def step(self) -> None:
        """One pass."""
        begun = ticks_us()
        self.feed()
        self._check_estop()
        self._poll_line(begun)
        late = ticks_diff(begun, self._next_tick)
        if late >= 0:
            elapsed = ticks_diff(begun, self._last_tick)
            self._last_tick = begun
            self._next_tick = ticks_add(begun if late > FAR else self._next_tick, b.TICK_US)
            self._tick(elapsed)
        self.status.pass_took(ticks_diff(ticks_us(), begun))

    def due_us(self) -> int:
        """Time until step() has something to do again, bytes from the line apart."""
        now = ticks_us()
        due = ticks_diff(self._next_tick, now)
        if self.slave.waiting():
            due = min(due, r.GAP_MS * 1000 - ticks_diff(now, self._last_rx))
        return max(0, due)

    def _poll_line(self, now: "Ticks") -> None:
        waiting = self.uart.any()
        reply = None
        if waiting:
            count = self.uart.readinto(self._rx, min(waiting, RX))
            self._last_rx = now
            if count:
                reply = self.slave.feed(self._rx, count)
        elif self.slave.waiting() and ticks_diff(now, self._last_rx) >= r.GAP_MS * 1000:
            reply = self.slave.gap()
        if reply:
            self.uart.write(reply)

    def _tick(self, elapsed: int) -> None:
        inputs = self.inputs
        port = inputs.switches()
        self._port = port
        self.vm_mv = inputs.vm_mv()
        self._safety(port)
        self.commands.tick(elapsed)
        powered = self._power(elapsed)
        for band in range(r.BANDS):
            axis = self.axes[band]
            axis.tick(
                elapsed,
                not port >> (b.PORT_HOME + band) & 1,
                bool(port >> (b.PORT_VANE + band) & 1),
                bool(port >> (b.PORT_TACHO + band) & 1),
                powered,
            )
            if axis.busy():
                self._blank_us[band] = b.BLANK_MS * 1000
            elif self._blank_us[band]:
                self._blank_us[band] = max(0, self._blank_us[band] - elapsed)
        if self.bank.coil(r.C_IR_SCAN):
            self._scan()
        self.lamps.tick(elapsed)
        self.status.tick(elapsed, port)

    # --- safety ---

    def _read_estop(self) -> bool:
        """Both of two readings must see it open: a loose wire stays open, a spike does not."""
        return bool(self._estop.value()) or bool(self._estop.value())

    def _check_estop(self) -> None:
        """Whoever sees the chain open first acts on it: no opening may fall between two looks."""
        closed = self._read_estop()
        if self.estop_ok and not closed:
            self._estop_opened()
        self.estop_ok = closed

    def _estop_opened(self) -> None:
        self.estop_ok = False
        self.bank.count(r.N_ESTOPS)
        self._motors_off()
        for axis in self.axes:
            axis.power_lost(r.F_ESTOP)
        self.status.refresh()

    def _safety(self, port: int) -> None:
        """Guard, supply and drivers; each clears MOTION_ENABLE when it goes."""
        self._check_estop()
        was_closed, had_power, were_fine = self.guard.on, self._vm.on, self._drivers.on
        self.guard.sample(not port >> b.PORT_GUARD & 1)
        self._vm.sample(self.vm_mv >= b.VM_LOW_MV)
        self._drivers.sample(self.inputs.drivers_ok())
        if was_closed and not self.guard.on:
            self.bank.count(r.N_GUARD_OPENINGS)
            self._motors_off()
            for axis in self.axes:
                axis.cut(r.F_GUARD)
        if had_power and not self._vm.on:
            self._motors_off()
            for axis in self.axes:
                axis.power_lost(r.F_VM_LOW)
        if were_fine and not self._drivers.on:
            self._motors_off()
            for axis in self.axes:
                axis.cut(r.F_DRIVER)

    def _motors_off(self) -> None:
        """At once, and the host must enable them again."""
        self._not_enable.value(1)
        self.powered_us = 0
        self.bank.set_coil(r.C_MOTION_ENABLE, 0)
        self.commands.forget_targets()

    def comm_lost(self) -> None:
        """The heartbeat is overdue: whatever moves stops by its ramp."""
        self.bank.count(r.N_COMM_LOSSES)
        self.bank.set_coil(r.C_MOTION_ENABLE, 0)
        self.commands.forget_targets()
        for axis in self.axes:
            axis.stop(r.F_COMM_LOSS)

    def _power(self, elapsed: int) -> bool:
        """Energises the motors while a band moves and a little longer; True when they are awake."""
        if self.moving():
            self._rest_us = b.REST_MS * 1000
            if not self.powered_us:
                self._not_enable.value(0)
                self.powered_us = 1
            else:
                self.powered_us = min(1_000_000, self.powered_us + elapsed)
        elif self.powered_us:
            self._rest_us -= elapsed
            if self._rest_us <= 0:
                self._not_enable.value(1)
                self.powered_us = 0
        return self.powered_us >= b.ENABLE_MS * 1000

    # --- panes ---

    def _scan(self) -> None:
        """Five panes, unless the reference says that the lamps cannot be trusted."""
        inputs, bank = self.inputs, self.bank
        address = inputs.scan(bank.holding(r.H_IR_SETTLE))
        self.reference_ok = b.REFERENCE_LOW <= inputs.reference <= b.REFERENCE_HIGH
        if not self.reference_ok:
            self.scans = 0
        for band in range(r.BANDS):
            pane = 16 * band + address
            if self._blank_us[band] or not self.reference_ok:
                self.panes.forget(pane)
                continue
            changed = self.panes.update(
                pane,
                inputs.lit[band],
                inputs.dark[band],
                bank.holding(r.H_PANE_DARK_FROM + pane),
                bank.holding(r.H_PANE_LIGHT_FROM + pane),
            )
            self.status.pane(pane, changed)
        if inputs.address == 0 and self.reference_ok:
            self.scans = min(1000, self.scans + 1)
            bank.set_input(r.I_SCAN_COUNT, bank.input(r.I_SCAN_COUNT) + 1)
            self.calibration.scanned()
