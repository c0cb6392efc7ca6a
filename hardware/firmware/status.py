"""Keeps the read-only images current: status bits, band blocks, panes, loop and heap."""

import gc

import board as b
import regmap as r
from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from app import App

SECOND = const(1_000_000)


class Status:
    """Writes what the app knows into the bank."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self._shown = [-1] * r.BANDS
        self._turn = 0
        self._second_us = 0
        self._uptime = 0
        self._worst_us = 0
        bank = app.bank
        bank.set_input(r.I_MAGIC, r.MAGIC)
        bank.set_input(r.I_MAP_VERSION, r.MAP_VERSION)
        bank.set_input(r.I_FW_VERSION, r.FW_VERSION)
        bank.set_input(r.I_BOOT_COUNT, app.store.boots)
        bank.set_input(r.I_RESET_CAUSE, app.store.cause)
        if app.store.cause == r.RESET_WATCHDOG:
            bank.count(r.N_WATCHDOG_RESETS)
        for pane in range(r.PANES):
            self._pane_bits(pane)
        self._heap()
        self.refresh()

    def pass_took(self, spent_us: int) -> None:
        """Length of a pass, for LOOP_MAX."""
        if spent_us > self._worst_us:
            self._worst_us = spent_us
            self.app.bank.set_input(r.I_LOOP_MAX, min(0xFFFF, spent_us // 10))

    def clear(self) -> None:
        """CLEAR_COUNTERS."""
        bank = self.app.bank
        for counter in range(r.N_FOREIGN_FRAMES + 1):
            bank.set_input(r.I_COUNTER + counter, 0)
        bank.set_input(r.I_LOOP_MAX, 0)
        self._worst_us = 0

    def refresh(self) -> None:
        """Every band and the status bits, now."""
        for band in range(r.BANDS):
            self.band(band)
        self.bits()

    def tick(self, elapsed: int, port: int) -> None:
        """Every 5 ms: what moves, and one of the bands at rest in turn."""
        app, bank = self.app, self.app.bank
        self._turn = (self._turn + 1) % r.BANDS
        for band in range(r.BANDS):
            axis = app.axes[band]
            if band == self._turn or axis.busy() or self._shown[band] != self._now(band):
                self.band(band)
            bank.set_discrete(r.D_HOME + band, axis.home.on)
            bank.set_discrete(r.D_VANE + band, axis.vane.on)
            bank.set_discrete(r.D_TACHO + band, port >> (b.PORT_TACHO + band) & 1)
        self.bits()
        bank.set_input(r.I_VM, app.vm_mv)
        bank.set_input(r.I_IR_REFERENCE, app.inputs.reference)
        self._second_us += elapsed
        if self._second_us >= SECOND:
            self._second_us -= SECOND
            self._uptime += 1
            bank.set_input(r.I_UPTIME_LO, self._uptime)
            bank.set_input(r.I_UPTIME_HI, self._uptime >> 16)
            if not app.moving():
                self._heap()

    def _heap(self) -> None:
        """At rest only: collecting takes some milliseconds."""
        gc.collect()
        self.app.bank.set_input(r.I_HEAP_FREE, min(0xFFFF, gc.mem_free() >> 4))

    def _now(self, band: int) -> int:
        """What CHANGE_COUNT follows, in one number: nothing is allocated for looking."""
        axis = self.app.axes[band]
        return axis.state | axis.fault << 4 | axis.level << 12 | self.app.commands.target(band) << 16

    def band(self, band: int) -> None:
        """One band's block and bits."""
        axis, bank = self.app.axes[band], self.app.bank
        now = self._now(band)
        target = self.app.commands.target(band)
        if now != self._shown[band]:
            self._shown[band] = now
            bank.changed()
        at = r.I_BAND + r.BAND_STRIDE * band
        bank.set_input(at + r.B_STATE_FAULT, axis.state | axis.fault << 8)
        bank.set_input(at + r.B_LEVEL, axis.level)
        bank.set_input(at + r.B_TARGET, target)
        bank.set_input(at + r.B_POSITION, _hundredths(axis.position))
        bank.set_input(at + r.B_SPEED, _hundredths(axis.speed))
        bank.set_input(at + r.B_MOVES, axis.moves)
        bank.set_input(at + r.B_STALLS, axis.stalls)
        bank.set_input(at + r.B_FAULT_POSITION, _hundredths(axis.fault_position))
        bank.set_input(r.I_TACHO_DIFF + band, _hundredths(axis.tacho_diff))
        bank.set_input(r.I_HOME_DIFF + band, _hundredths(axis.home_diff))
        bank.set_input(r.I_MOVE_MS + band, axis.move_ms)
        bank.set_holding(r.H_TARGET_LEVEL + band, target)
        bank.set_discrete(r.D_AT_LEVEL + band, axis.level and axis.vane.on and not axis.busy())
        bank.set_discrete(r.D_MOVING + band, axis.busy())

    def bits(self) -> None:
        """STATUS and discrete inputs 0-11."""
        app, bank = self.app, self.app.bank
        homed = True
        fault = False
        for axis in app.axes:
            homed = homed and axis.homed and axis.state != r.S_HOMING
            fault = fault or axis.fault != 0
        word = (
            (1 if app.estop_ok else 0) << r.D_ESTOP_OK
            | (1 if app.guard.on else 0) << r.D_GUARD_CLOSED
            | bank.coil(r.C_MOTION_ENABLE) << r.D_MOTION_ENABLED
            | (1 if app.commands.comm_ok else 0) << r.D_COMM_OK
            | (1 if app.moving() or app.commands.waiting() else 0) << r.D_ANY_MOVING
            | (1 if homed else 0) << r.D_ALL_HOMED
            | (1 if fault else 0) << r.D_ANY_FAULT
            | (1 if app.drivers_ok() else 0) << r.D_DRIVERS_OK
            | (1 if app.vm_ok() else 0) << r.D_VM_OK
            | (1 if app.scan_valid() else 0) << r.D_SCAN_VALID
            | (1 if app.config_ok else 0) << r.D_CONFIG_OK
            | bank.coil(r.C_SERVICE_MODE) << r.D_SERVICE
        )
        if word != bank.input(r.I_STATUS):
            bank.set_input(r.I_STATUS, word)
            for bit in range(12):
                bank.set_discrete(bit, word >> bit & 1)

    def pane(self, pane: int, changed: bool) -> None:
        """A pane was read."""
        panes, bank = self.app.panes, self.app.bank
        bank.set_input(r.I_PANE_RAW + pane, panes.values[pane])
        if changed or self.app.scans & 3 == 0:
            confidence = panes.confidence(
                pane, bank.holding(r.H_PANE_DARK_FROM + pane), bank.holding(r.H_PANE_LIGHT_FROM + pane)
            )
            bank.set_input(r.I_PANE_QUALITY + pane, confidence | panes.noise(pane) << 8)
        if changed:
            self._pane_bits(pane)
            bank.changed()

    def _pane_bits(self, pane: int) -> None:
        bank = self.app.bank
        kind = self.app.panes.classes[pane]
        at = r.I_PANE_CLASS + (pane >> 2)
        shift = (pane & 3) << 2
        bank.set_input(at, bank.input(at) & ~(15 << shift) | kind << shift)
        bank.set_discrete(r.D_OCCUPIED + pane, kind == r.P_DARK or kind == r.P_LIGHT)
        bank.set_discrete(r.D_LIGHT + pane, kind == r.P_LIGHT)
        bank.set_discrete(r.D_SUSPECT + pane, kind >= r.P_UNCERTAIN)


def _hundredths(steps: int) -> int:
    """Steps as 0.01 mm, rounded to the nearest."""
    return (steps + 4) >> 3
