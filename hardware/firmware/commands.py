"""What a write on the link does: heartbeat, enabling, targets, and the commands that take time.

What is refused, and why, stands in refusals.py.
"""

import board as b
import refusals
import regmap as r
from bank import Device, signed
from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from app import App

ALL_BANDS = const(31)
SELFTEST_US = const(100_000)
REPLY_US = const(100_000)  # before a restart or a write to flash the reply leaves


class Commands(Device):
    """Heartbeat, enabling, targets and commands."""

    def __init__(self, app: "App", reset: "Callable[[], object]") -> None:
        self.app = app
        self._reset = reset
        self.comm_ok = False
        self._beat_us = 0  # since the last fresh heartbeat
        self._token = 0
        self._held_us = r.HELD_MS * 1000  # since the last held one
        self.queue = [0] * r.BANDS  # levels that wait for their turn
        self.to_home = 0  # bands that wait to be homed
        self.running = r.CMD_NONE
        self._mask = 0
        self._sequence = 0
        self._fresh = False  # the write under way carries a new CMD_SEQ
        self._left_us = 0
        self._tachos = 0

    # --- what others ask ---

    def held(self) -> bool:
        return self.comm_ok and self._held_us < r.HELD_MS * 1000

    def target(self, band: int) -> int:
        """Level the band goes to or waits for, 0 none."""
        return self.queue[band] or self.app.axes[band].target

    def waiting(self) -> bool:
        """A band waits for its turn to move."""
        return self.to_home != 0 or any(self.queue)

    def forget_targets(self) -> None:
        """Whatever has not begun yet is not begun any more."""
        for band in range(r.BANDS):
            self.queue[band] = 0
        self.to_home = 0

    # --- coils ---

    def check_coils(self, first: int, count: int, bits: int) -> int:
        app, bank = self.app, self.app.bank
        for i in range(count):
            coil, on = first + i, bits >> i & 1
            if coil == r.C_MOTION_ENABLE and on and not bank.coil(coil):
                reason = refusals.health(app) or (0 if self.comm_ok else r.X_NO_HEARTBEAT)
                if reason:
                    return reason
            elif coil == r.C_SERVICE_MODE and on != bank.coil(coil) and (app.moving() or self.waiting()):
                return r.X_MOVING
        return 0

    def coils_written(self, first: int, count: int) -> None:
        app, bank = self.app, self.app.bank
        for coil in range(first, first + count):
            on = bank.coil(coil)
            if coil == r.C_MOTION_ENABLE and not on:
                self.stop()
            elif coil == r.C_IR_SCAN and not on:
                app.scans = 0
            elif coil == r.C_LEDS_ON:
                app.lamps.changed()
            elif coil == r.C_LAMP_TEST:
                app.lamps.test(on)
            elif coil >= r.C_INHIBIT:
                band = coil - r.C_INHIBIT
                if on:
                    self.queue[band] = 0
                    self.to_home &= ~(1 << band)
                app.axes[band].inhibit(bool(on))
        app.status.refresh()

    # --- registers: before ---

    def check_words(self, first: int, count: int) -> int:
        end = first + count
        bank = self.app.bank
        self._fresh = False
        if end > r.H_SPEED and first < r.H_PANE_COLOUR:
            reason = refusals.of_settings(self.app, first, end)
            if reason:
                return reason
        for band in range(r.BANDS):
            register = r.H_TARGET_LEVEL + band
            if first <= register < end and bank.proposed(register):
                reason = refusals.of_target(self.app, band, bank.proposed(register))
                if reason:
                    return reason
        if first <= r.H_CMD_SEQ < end and bank.proposed(r.H_CMD_SEQ) != bank.holding(r.H_CMD_SEQ):
            reason = refusals.of_command(self.app, bank.proposed(r.H_CMD))
            if reason:
                return reason
            self._fresh = True
        return 0

    # --- registers: after ---

    def words_written(self, first: int, count: int) -> None:
        app, bank = self.app, self.app.bank
        end = first + count
        if first == r.H_HEARTBEAT:
            self._beat(bank.holding(r.H_HEARTBEAT))
        if first <= r.H_CMD < end and bank.holding(r.H_CMD) == r.CMD_STOP:
            self.stop()
        if self._fresh:
            self._fresh = False
            self._execute()
        if first < r.H_SPEED and end > r.H_TARGET_LEVEL:
            for band in range(r.BANDS):
                register = r.H_TARGET_LEVEL + band
                level = bank.holding(register)
                under_way = self.queue[band] or app.axes[band].busy()
                if first <= register < end and level and not (under_way and self.target(band) == level):
                    self.queue[band] = level
            self._start_waiting()
            app.status.refresh()
        if end > r.H_SPEED and first < r.H_PANE_EMPTY:
            app.limits.load(bank.holding)
            app.lamps.changed()
        if end > r.H_PANE_COLOUR:
            app.lamps.changed()

    def _beat(self, word: int) -> None:
        """A heartbeat: a token that differs from the last one feeds the watchdog."""
        bank = self.app.bank
        bank.set_input(r.I_HEARTBEAT_ECHO, word)
        if word & r.TOKEN_MASK == self._token:
            return
        self._token = word & r.TOKEN_MASK
        if self.comm_ok and self._beat_us > bank.holding(r.H_WATCHDOG) * 500:
            bank.count(r.N_LATE_HEARTBEATS)
        self._beat_us = 0
        if word & r.HELD_BIT:
            self._held_us = 0
        if not self.comm_ok:
            self.comm_ok = True
            self.app.status.bits()

    def stop(self) -> None:
        """CMD = STOP, from whatever source: everything stops by its ramp."""
        self.forget_targets()
        for axis in self.app.axes:
            axis.stop()
        self.app.status.refresh()

    def _execute(self) -> None:
        """The command in CMD, for a new CMD_SEQ."""
        app, bank = self.app, self.app.bank
        command = bank.holding(r.H_CMD)
        if self.running:  # only STOP gets here while another runs
            app.calibration.drop()
            self._finish(r.R_CANCELLED)
        self.running = command
        self._sequence = bank.holding(r.H_CMD_SEQ)
        self._mask = bank.holding(r.H_CMD_MASK)
        if command == r.CMD_STOP:
            self._mask = ALL_BANDS
            return
        if command == r.CMD_HOME:
            self.to_home = self._mask
            return
        if command == r.CMD_JOG:
            for band in range(r.BANDS):
                if self._mask >> band & 1:
                    app.axes[band].jog(signed(bank.holding(r.H_CMD_ARG)) * 8)
            return
        if r.CMD_CAL_EMPTY <= command <= r.CMD_CAL_LIGHT:
            if not app.scan_valid():
                self._finish(r.R_SENSORS)
            else:
                app.calibration.start(command, self._mask)
            return
        if command == r.CMD_REBOOT or command == r.CMD_SAVE:
            self._left_us = REPLY_US
            return
        if command == r.CMD_SELFTEST:
            self._left_us = SELFTEST_US
            self._tachos = self._tacho_bits()
            return
        self._finish(self._at_once(command))

    def _at_once(self, command: int) -> int:
        """Commands that are done when they are given; their result."""
        app, bank = self.app, self.app.bank
        if command == r.CMD_CLEAR_FAULT:
            for band in range(r.BANDS):
                if self._mask >> band & 1:
                    app.axes[band].clear()
            app.status.refresh()
        elif command == r.CMD_DEFAULTS:
            bank.defaults(True)
            app.limits.load(bank.holding)
            app.lamps.changed()
        elif command == r.CMD_CLEAR_COUNTERS:
            app.status.clear()
        return r.R_OK

    def _finish(self, result: int) -> None:
        bank = self.app.bank
        self.running = r.CMD_NONE
        bank.set_input(r.I_CMD_RESULT, result)
        bank.set_input(r.I_CMD_SEQ_DONE, self._sequence)

    # --- time ---

    def tick(self, elapsed: int) -> None:
        app = self.app
        self._held_us = min(r.HELD_MS * 1000, self._held_us + elapsed)
        if self.comm_ok:
            self._beat_us += elapsed
            if self._beat_us > app.bank.holding(r.H_WATCHDOG) * 1000:
                self.comm_ok = False
                app.comm_lost()
        if not self.held():
            jogging = self.running == r.CMD_JOG
            if jogging or app.bank.holding(r.H_HOLD_TO_RUN):
                for axis in app.axes:
                    if axis.state == r.S_MOVING:
                        axis.stop()
                for band in range(r.BANDS):
                    self.queue[band] = 0
        self._start_waiting()
        if self.running:
            self._watch(elapsed)

    def _start_waiting(self) -> None:
        """Lets bands set out, as many as may move at once."""
        app = self.app
        free = app.bank.holding(r.H_MAX_MOVING) - app.moving()
        if self.to_home and self._one_by_one():
            free = 1 if not app.moving() else 0
        for band in range(r.BANDS):
            if free <= 0:
                return
            if self.to_home >> band & 1:
                self.to_home &= ~(1 << band)
                app.axes[band].seek_home()
                free -= 1
            elif self.queue[band]:
                level, self.queue[band] = self.queue[band], 0
                app.axes[band].goto(level)
                free -= 1

    def _one_by_one(self) -> bool:
        """With spheres aboard, or when that cannot be known, bands are homed one after another."""
        if not self.app.scan_valid():
            return True
        for kind in self.app.panes.classes:
            if kind != r.P_EMPTY:
                return True
        return False

    def _watch(self, elapsed: int) -> None:
        """Ends the running command when it is done."""
        app = self.app
        command = self.running
        if command == r.CMD_REBOOT or command == r.CMD_SAVE or command == r.CMD_SELFTEST:
            self._left_us -= elapsed
            if self._left_us <= 0:
                self._finish(self._delayed(command))
        elif r.CMD_CAL_EMPTY <= command <= r.CMD_CAL_LIGHT:
            result = app.calibration.result()
            if not app.scan_valid():
                app.calibration.drop()
                result = r.R_SENSORS
            if result is not None:
                self._finish(result)
        elif not self.waiting():
            result = r.R_OK
            for band in range(r.BANDS):
                if self._mask >> band & 1:
                    axis = app.axes[band]
                    if axis.busy():
                        return
                    if command != r.CMD_STOP:
                        if axis.fault:
                            result = result or axis.fault
                        elif axis.cancelled or (command == r.CMD_HOME and not axis.homed):
                            result = result or r.R_CANCELLED
            self._finish(result)

    def _delayed(self, command: int) -> int:
        """Commands that are done a little after they were given; their result."""
        app = self.app
        if command == r.CMD_SELFTEST:
            return self._selftest()
        if app.moving():  # a target was given meanwhile; the flash would hold the loop up
            return r.R_CANCELLED
        if command == r.CMD_REBOOT:
            app.store.commanded()
            self._reset()
            return r.R_OK
        if not app.store.save(app.bank):
            return r.R_FLASH
        app.bank.count(r.N_CONFIG_WRITES)
        app.config_ok = True
        return r.R_OK

    def _tacho_bits(self) -> int:
        bits = 0
        for axis in self.app.axes:
            bits = bits << 1 | (1 if axis.tacho.level else 0)
        return bits

    def _selftest(self) -> int:
        """At rest: 0 or the fault that comes nearest to what is wrong."""
        app = self.app
        if not app.config_ok:
            return r.F_CONFIG
        if not app.vm_ok():
            return r.F_VM_LOW
        if not app.drivers_ok():
            return r.F_DRIVER
        if self._tachos != self._tacho_bits():
            return r.F_STALL
        for axis in app.axes:
            if axis.homed and axis.home.on and axis.position > b.STEPS_PER_MM:
                return r.F_HOME_UNEXPECTED
            if axis.level and not axis.vane.on:
                return r.F_LEVEL_MISMATCH
        if not app.reference_ok:
            return r.F_IR_SUPPLY
        for kind in app.panes.classes:
            if kind == r.P_SENSOR_FAULT:
                return r.F_PANE_SENSOR
        return r.R_OK
