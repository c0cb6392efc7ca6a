"""What a write on the link means: which are refused and why, and the commands that take time.

check_... are asked by the bank before anything is applied, ..._written afterwards; a reason is one of the
X_ numbers, with a band where it concerns one (bank.for_band).
"""

import board as b
import regmap as r
from bank import Device, for_band, signed
from micropython import const

ALL_BANDS = const(31)
SELFTEST_US = const(100_000)
REBOOT_US = const(100_000)  # the reply leaves first


class Commands(Device):
    """Heartbeat, enabling, targets and commands."""

    def __init__(self, app, reset):
        self.app = app
        self._reset = reset
        self.comm_ok = False
        self._beat_us = 0  # since the last fresh heartbeat
        self._token = 0
        self._held_us = r.HELD_MS * 1000  # since the last held one
        self._queue = [0] * r.BANDS  # levels that wait for their turn
        self._to_home = 0  # bands that wait to be homed
        self._running = r.CMD_NONE
        self._mask = 0
        self._sequence = 0
        self._fresh = False  # the write under way carries a new CMD_SEQ
        self._left_us = 0
        self._tachos = 0

    # --- what others ask ---

    def held(self):
        return self.comm_ok and self._held_us < r.HELD_MS * 1000

    def target(self, band):
        """Level the band goes to or waits for, 0 none."""
        return self._queue[band] or self.app.axes[band].target

    def waiting(self):
        """A band waits for its turn to move."""
        return self._to_home != 0 or any(self._queue)

    def forget_targets(self):
        """Whatever has not begun yet is not begun any more."""
        for band in range(r.BANDS):
            self._queue[band] = 0
        self._to_home = 0

    def health(self):
        """Why the motors may not run: a reason that needs a person, or 0."""
        app = self.app
        if not app.estop_ok:
            return r.X_ESTOP_OPEN
        if not app.guard.on:
            return r.X_GUARD_OPEN
        if not app.vm_ok():
            return r.X_VM_MISSING
        if not app.drivers_ok():
            return r.X_DRIVER_FAULT
        if not app.config_ok:
            return r.X_CONFIG_BAD
        return 0

    # --- coils ---

    def check_coils(self, first, count, bits):
        app, bank = self.app, self.app.bank
        for i in range(count):
            coil, on = first + i, bits >> i & 1
            if coil == r.C_MOTION_ENABLE and on and not bank.coil(coil):
                reason = self.health() or (0 if self.comm_ok else r.X_NO_HEARTBEAT)
                if reason:
                    return reason
            elif coil == r.C_SERVICE_MODE and on != bank.coil(coil) and (app.moving() or self.waiting()):
                return r.X_MOVING
        return 0

    def coils_written(self, first, count):
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
                    self._queue[band] = 0
                    self._to_home &= ~(1 << band)
                app.axes[band].inhibit(bool(on))
        app.status.refresh()

    # --- registers: before ---

    def check_words(self, first, count):
        end = first + count
        bank = self.app.bank
        self._fresh = False
        if end > r.H_SPEED and first < r.H_PANE_COLOUR:
            reason = self._check_settings(first, end)
            if reason:
                return reason
        for band in range(r.BANDS):
            register = r.H_TARGET_LEVEL + band
            if first <= register < end and bank.proposed(register):
                reason = self._check_target(band, bank.proposed(register))
                if reason:
                    return reason
        if first <= r.H_CMD_SEQ < end and bank.proposed(r.H_CMD_SEQ) != bank.holding(r.H_CMD_SEQ):
            reason = self._check_command(bank.proposed(r.H_CMD))
            if reason:
                return reason
            self._fresh = True
        return 0

    def _check_settings(self, first, end):
        bank = self.app.bank
        service = False
        for address, span, _low, _high, _default, flags in r.HOLDING:
            if flags & r.SERVICE and first < address + span and end > address:
                service = True
        if not service:
            return 0
        if self.app.moving() or self.waiting():
            return r.X_MOVING
        return check_heights(bank.proposed)

    def _check_motion(self):
        return self.health() or (0 if self.app.bank.coil(r.C_MOTION_ENABLE) else r.X_NOT_ENABLED)

    def _check_target(self, band, level):
        axis = self.app.axes[band]
        if self.target(band) == level and (axis.busy() or self._queue[band]):
            return 0
        reason = self._check_motion()
        if reason:
            return reason
        if self.app.bank.coil(r.C_SERVICE_MODE):
            return r.X_IN_SERVICE
        if axis.busy() or self._queue[band] or self._to_home >> band & 1:
            return for_band(r.X_MOVING, band)
        if axis.state == r.S_FAULT:
            return for_band(r.X_IN_FAULT, band)
        if axis.inhibited:
            return for_band(r.X_INHIBITED, band)
        if axis.state == r.S_UNHOMED:
            return for_band(r.X_UNHOMED, band)
        if self.app.bank.holding(r.H_HOLD_TO_RUN) and not self.held():
            return r.X_NOT_HELD
        return 0

    def _check_command(self, command):
        bank = self.app.bank
        if command == r.CMD_STOP or command == r.CMD_NONE:
            return 0
        if self._running:
            return r.X_MOVING
        if r.SERVICE_COMMANDS >> command & 1 and not bank.coil(r.C_SERVICE_MODE):
            return r.X_NEEDS_SERVICE
        mask = bank.proposed(r.H_CMD_MASK)
        arg = signed(bank.proposed(r.H_CMD_ARG))
        if command == r.CMD_HOME:
            return self._check_home(mask)
        if command == r.CMD_JOG:
            return self._check_jog(mask, arg)
        if command == r.CMD_CLEAR_FAULT or r.CMD_CAL_EMPTY <= command <= r.CMD_CAL_LIGHT:
            return 0 if mask else r.X_ARGUMENT
        if command == r.CMD_REBOOT and arg & 0xFFFF != r.REBOOT_KEY:
            return r.X_ARGUMENT
        if self.app.moving() or self.waiting():  # SAVE, DEFAULTS, REBOOT, SELFTEST want rest
            return 0 if command == r.CMD_CLEAR_COUNTERS else r.X_MOVING
        return 0

    def _check_home(self, mask):
        if not mask:
            return r.X_ARGUMENT
        reason = self._check_motion()
        if reason:
            return reason
        for band in range(r.BANDS):
            if mask >> band & 1:
                axis = self.app.axes[band]
                if axis.busy() or self._queue[band]:
                    return for_band(r.X_MOVING, band)
                if axis.state == r.S_FAULT:
                    return for_band(r.X_IN_FAULT, band)
                if axis.inhibited:
                    return for_band(r.X_INHIBITED, band)
        return 0

    def _check_jog(self, mask, arg):
        if not mask or not arg or not -500 <= arg <= 500:
            return r.X_ARGUMENT
        reason = self._check_motion()
        if reason:
            return reason
        if not self.held():
            return r.X_NOT_HELD
        for band in range(r.BANDS):
            if mask >> band & 1:
                axis = self.app.axes[band]
                if axis.busy():
                    return for_band(r.X_MOVING, band)
                if axis.state == r.S_FAULT:
                    return for_band(r.X_IN_FAULT, band)
                if axis.inhibited:
                    return for_band(r.X_INHIBITED, band)
                if axis.homed and not r.TRAVEL_MIN <= (axis.position >> 3) + arg <= r.TRAVEL_MAX:
                    return for_band(r.X_TRAVEL, band)
        return 0

    # --- registers: after ---

    def words_written(self, first, count):
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
                under_way = self._queue[band] or app.axes[band].busy()
                if first <= register < end and level and not (under_way and self.target(band) == level):
                    self._queue[band] = level
            self._start_waiting()
            app.status.refresh()
        if end > r.H_SPEED and first < r.H_PANE_EMPTY:
            app.limits.load(bank.holding)
            app.lamps.changed()
        if end > r.H_PANE_COLOUR:
            app.lamps.changed()

    def _beat(self, word):
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

    def stop(self):
        """CMD = STOP, from whatever source: everything stops by its ramp."""
        self.forget_targets()
        for axis in self.app.axes:
            axis.stop()
        self.app.status.refresh()

    def _execute(self):
        """The command in CMD, for a new CMD_SEQ."""
        app, bank = self.app, self.app.bank
        command = bank.holding(r.H_CMD)
        if self._running:  # only STOP gets here while another runs
            app.calibration.drop()
            self._finish(r.R_CANCELLED)
        self._running = command
        self._sequence = bank.holding(r.H_CMD_SEQ)
        self._mask = bank.holding(r.H_CMD_MASK)
        if command == r.CMD_STOP:
            self._mask = ALL_BANDS
            return
        if command == r.CMD_HOME:
            self._to_home = self._mask
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
        if command == r.CMD_REBOOT:
            self._left_us = REBOOT_US
            return
        if command == r.CMD_SELFTEST:
            self._left_us = SELFTEST_US
            self._tachos = self._tacho_bits()
            return
        self._finish(self._at_once(command))

    def _at_once(self, command):
        """Commands that are done when they are given; their result."""
        app, bank = self.app, self.app.bank
        if command == r.CMD_CLEAR_FAULT:
            for band in range(r.BANDS):
                if self._mask >> band & 1:
                    app.axes[band].clear()
            app.status.refresh()
        elif command == r.CMD_SAVE:
            if not app.store.save(bank):
                return r.R_FLASH
            bank.count(r.N_CONFIG_WRITES)
            app.config_ok = True
        elif command == r.CMD_DEFAULTS:
            bank.defaults(True)
            app.limits.load(bank.holding)
            app.lamps.changed()
        elif command == r.CMD_CLEAR_COUNTERS:
            app.status.clear()
        return r.R_OK

    def _finish(self, result):
        bank = self.app.bank
        self._running = r.CMD_NONE
        bank.set_input(r.I_CMD_RESULT, result)
        bank.set_input(r.I_CMD_SEQ_DONE, self._sequence)

    # --- time ---

    def tick(self, elapsed):
        app = self.app
        self._held_us = min(r.HELD_MS * 1000, self._held_us + elapsed)
        if self.comm_ok:
            self._beat_us += elapsed
            if self._beat_us > app.bank.holding(r.H_WATCHDOG) * 1000:
                self.comm_ok = False
                app.comm_lost()
        if not self.held():
            jogging = self._running == r.CMD_JOG
            if jogging or app.bank.holding(r.H_HOLD_TO_RUN):
                for axis in app.axes:
                    if axis.state == r.S_MOVING:
                        axis.stop()
                for band in range(r.BANDS):
                    self._queue[band] = 0
        self._start_waiting()
        if self._running:
            self._watch(elapsed)

    def _start_waiting(self):
        """Lets bands set out, as many as may move at once."""
        app = self.app
        free = app.bank.holding(r.H_MAX_MOVING) - app.moving()
        if self._to_home and self._one_by_one():
            free = 1 if not app.moving() else 0
        for band in range(r.BANDS):
            if free <= 0:
                return
            if self._to_home >> band & 1:
                self._to_home &= ~(1 << band)
                app.axes[band].seek_home()
                free -= 1
            elif self._queue[band]:
                level, self._queue[band] = self._queue[band], 0
                app.axes[band].goto(level)
                free -= 1

    def _one_by_one(self):
        """With spheres aboard, or when that cannot be known, bands are homed one after another."""
        if not self.app.scan_valid():
            return True
        for kind in self.app.panes.classes:
            if kind != r.P_EMPTY:
                return True
        return False

    def _watch(self, elapsed):
        """Ends the running command when it is done."""
        app = self.app
        command = self._running
        if command == r.CMD_REBOOT:
            self._left_us -= elapsed
            if self._left_us <= 0:
                self._finish(r.R_OK)
                app.store.commanded()
                self._reset()
        elif command == r.CMD_SELFTEST:
            self._left_us -= elapsed
            if self._left_us <= 0:
                self._finish(self._selftest())
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

    def _tacho_bits(self):
        bits = 0
        for axis in self.app.axes:
            bits = bits << 1 | (1 if axis.tacho else 0)
        return bits

    def _selftest(self):
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


def check_heights(holding):
    """Levels of all bands within the travel; `holding(address)` gives the registers. 0 or a reason."""
    for band in range(r.BANDS):
        first = holding(r.H_LEVEL1_OFFSET) + signed(holding(r.H_LEVEL_TRIM + band))
        if first < 30 or first + 2 * holding(r.H_LEVEL_STEP) > r.TRAVEL_MAX:
            return for_band(r.X_HEIGHT, band)
    return 0
