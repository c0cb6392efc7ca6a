"""One band: its states, its runs and everything that can go wrong on the way. Pure: no pins, no clock.

The app calls tick() every 5 ms with the time that went by and the levels of the band's three sensors;
`drive` (see stepgen.Stepper) makes the pulses. Heights are in steps above the home switch.

A *run* is one motion in one direction under one ramp. A state is made of runs:

    MOVING    GOING                                           one run, then the vane must confirm
    HOMING    LIFTING? SEEKING, LIFTING, CREEPING, GOING      switch found twice, then level 1
    STOPPING  the braking half of a run, or BACKING after a stall
"""

import board as b
import regmap as r
from micropython import const
from motion import SEGMENT_MS, Ramp
from sensing import Limits, Sampled, Tacho

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from stepgen import Stepper as Drive

# what the present run is for
NO_RUN = const(0)
GOING = const(1)  # to a level
JOGGING = const(2)
SEEKING = const(3)  # down, until the home switch closes
LIFTING = const(4)  # up 2 mm, off the switch
CREEPING = const(5)  # down slowly, until it closes again
BACKING = const(6)  # away from what blocked the band

CONFIRM_US = const(60_000)  # the vane has this long after the last pulse
UNHEARD = const(80)  # 0.1 mm: a dead tacho is told this much before STALL_TOL
SEEK = const(41_600)  # 52 mm: more than the whole travel
AT_LEVEL = const(80)  # 0.1 mm: this near to a level is at the level
CREEP_LAG = const(8)  # steps at 1 mm/s while the two later samples of the switch are taken
LONG = const(4000)  # 5 mm: a run as long as this must leave the vane once


class Axis:
    """Band 0-4; `count(N_...)` raises a counter."""

    def __init__(self, band: int, drive: "Drive", limits: Limits, count: "Callable[[int], None]") -> None:
        self.band = band
        self.drive = drive
        self.limits = limits
        self._count = count
        self.state = r.S_UNHOMED
        self.fault = 0
        self.homed = False
        self.inhibited = False
        self.level = 0
        self.target = 0
        self.position = 0
        self.fault_position = 0
        self.moves = 0
        self.stalls = 0
        self.tacho_diff = 0
        self.home_diff = 0
        self.move_ms = 0
        self.speed = 0  # steps/s, up positive
        self.home = Sampled()
        self.vane = Sampled()
        self.tacho = Tacho()
        self.cancelled = False  # the last request ended early, by wish
        self._ramp = Ramp()
        self._run = NO_RUN
        self._up = False
        self._length = 0
        self._started = False
        self._origin = 0  # position where the run began
        self._left_vane = False
        self._age_us = 0  # of the run
        self._limit_us = 0
        self._request_us = 0  # since the level was asked for
        self._waiting_us = 0  # for the vane, after the run
        self._lifts = 0
        self._after = 0  # fault to report when the present ramp stop is over
        self._base = False  # homing: True once the switch was found fast

    # --- requests; the app has checked that they are permitted ---

    def goto(self, level: int) -> None:
        """To level 1-3."""
        self.target = level
        self.cancelled = False
        goal = self.limits.levels[self.band][level - 1]
        if self.level == level and goal == self.position:
            return
        self.level = 0
        self.state = r.S_MOVING
        self._request_us = 0
        self._plan(GOING, goal - self.position, self.limits.speed)

    def jog(self, steps: int) -> None:
        """By some steps, up or down."""
        self.target = 0
        self.level = 0
        self.cancelled = False
        self.state = r.S_MOVING
        self._plan(JOGGING, steps, b.JOG_SPEED)

    def seek_home(self) -> None:
        """Home switch, twice, then level 1."""
        self.target = 1
        self.level = 0
        self.cancelled = False
        self.state = r.S_HOMING
        self._request_us = 0
        self._lifts = 0
        self._base = False
        if self.home.on:
            self._base = True
            self._plan(LIFTING, b.BACK_OFF, self.limits.home_speed)
        else:
            self._plan(SEEKING, -SEEK, self.limits.home_speed)

    def stop(self, fault: int = 0) -> None:
        """By the ramp; with a fault it ends in FAULT. Nothing at rest."""
        if self._run == NO_RUN:
            if self.state == r.S_MOVING or self.state == r.S_HOMING:  # waiting for the vane
                self._settle_stopped(fault)
            return
        if self.state == r.S_STOPPING:
            self._after = self._after or fault
            self._ramp.stop()
            return
        if self.state == r.S_HOMING:
            self.homed = False
        self.state = r.S_STOPPING
        self.cancelled = True
        self.target = 0
        self._after = fault
        if self._started:
            self._ramp.stop()
        else:
            self._end_run()
            self._settle_stopped(fault)

    def cut(self, fault: int) -> None:
        """Pulses end at once, the fault stands. Bands at rest are not touched."""
        if self.busy():
            self._fail(fault)

    def power_lost(self, fault: int) -> None:
        """The motors lost their supply: a moving band faults, one at rest is no longer homed."""
        if self.busy():
            self._fail(fault)
        self.homed = False
        self.level = 0
        self.target = 0
        if self.state == r.S_IDLE:
            self.state = r.S_UNHOMED

    def clear(self) -> None:
        """FAULT ends."""
        if self.state == r.S_FAULT:
            self.fault = 0
            self.state = self._rest_state()

    def inhibit(self, on: bool) -> None:
        """Maintenance lock."""
        self.inhibited = on
        if on:
            self.stop()
        if not self.busy() and self.state != r.S_FAULT:
            self.state = self._rest_state()

    def _rest_state(self) -> int:
        """The state of a band at rest without a fault."""
        if self.inhibited:
            return r.S_INHIBITED
        return r.S_IDLE if self.homed else r.S_UNHOMED

    def busy(self) -> bool:
        """Moving, homing or stopping."""
        return self.state == r.S_MOVING or self.state == r.S_HOMING or self.state == r.S_STOPPING

    # --- time ---

    def tick(self, elapsed_us: int, home: bool, vane: bool, tacho: bool, powered: bool) -> None:
        """Time went by; `powered` says that the motor is energised and awake."""
        if self.home.sample(home):
            self._count(r.N_SWITCH_GLITCHES)
        if self.vane.sample(vane):
            self._count(r.N_SWITCH_GLITCHES)
        self.tacho.sample(tacho)
        if self.busy():
            self._request_us += elapsed_us
        if self._run == NO_RUN:
            if self._waiting_us:
                self._await_vane(elapsed_us)
            elif self.home.on and self.homed and self.state == r.S_IDLE and self._above_switch():
                self.homed = False
                self._fail(r.F_HOME_UNEXPECTED)
            return
        if not self._started:
            if powered:
                self._start()
            return
        self._age_us += elapsed_us
        drive = self.drive
        drive.poll(elapsed_us)
        made = drive.estimate()
        self.tacho.count()
        self.position = self._origin + (made if self._up else -made)
        if not self.vane.on:
            self._left_vane = True
        if elapsed_us > b.LATE_MS * 1000:
            self._count(r.N_LATE_LOOPS)
            self.tacho.forgive(made)
        elif self._judge(made):
            return
        self._feed(elapsed_us)

    def _judge(self, made: int) -> bool:
        """Whether the run may go on; True when it was ended."""
        limits = self.limits
        diff = made - self.tacho.travel()
        if not self.tacho.heard:
            if diff > limits.stall - UNHEARD:
                self._count(r.N_TACHO_MISMATCHES)
                self._fail(self._after if self._run == BACKING else r.F_TACHO_DEAD)
                return True
        elif diff > limits.stall or diff < -limits.stall:
            self._count(r.N_TACHO_MISMATCHES)
            self._stalled()
            return True
        if self.home.on:
            if self._searching():
                self._switch_found()
                return True
            if self._run == BACKING and not self._up:
                self._end_run()
                self._settle_fault(self._after)
                return True
            if self._run == JOGGING and not self._up and not self.homed:
                self._end_run()
                self._settle_stopped(0)
                return True
            if self.homed and self._run == GOING and self._above_switch():
                self.homed = False
                self._fail(r.F_HOME_UNEXPECTED)
                return True
        if self._age_us > self._limit_us:
            self._fail(r.F_HOME_NOT_FOUND if self._searching() else r.F_TIMEOUT)
            return True
        return False

    def _feed(self, elapsed_us: int) -> None:
        drive = self.drive
        if not drive.queued and self._ramp.left():
            self._count(r.N_UNDERRUNS)
            self._fail(r.F_INTERNAL)
            return
        last = 0
        while drive.room():
            steps = self._ramp.next()
            if not steps:
                break
            drive.put(steps)
            last = steps
        if last:
            self.speed = (last if self._up else -last) * (1000 // SEGMENT_MS)
        if not drive.queued:
            self._run_over()

    # --- runs ---

    def _plan(self, run: int, steps: int, speed: int) -> None:
        self._run = run
        self._up = steps > 0
        self._length = abs(steps)
        self._started = False
        self._waiting_us = 0
        self._ramp.plan(self._length, speed, self.limits.accel)
        self._limit_us = self._ramp.segments() * SEGMENT_MS * 1250 + 500_000

    def _start(self) -> None:
        """Sets out. The first segments are queued at once."""
        self._started = True
        self._origin = self.position
        self.tacho.start()
        self._left_vane = not self.vane.on
        self._age_us = 0
        self.level = 0
        self.drive.start(self._up)
        while self.drive.room():
            steps = self._ramp.next()
            if not steps:
                break
            self.drive.put(steps)

    def _end_run(self) -> None:
        """No pulses from here on; the position is what was really made."""
        if self._started:
            made = self.drive.abort()
            self.position = self._origin + (made if self._up else -made)
        self._run = NO_RUN
        self._started = False
        self.speed = 0

    def _run_over(self) -> None:
        """The ramp has come to its end and every pulse is made."""
        run = self._run
        made = self.drive.done
        self._end_run()
        self.tacho_diff = made - self.tacho.travel()
        if self.state == r.S_STOPPING:
            if run == BACKING:
                self._settle_fault(self._after)
            else:
                self._settle_stopped(self._after)
        elif run == GOING:
            self._waiting_us = CONFIRM_US
            self._await_vane(0)
        elif run == LIFTING:
            self._lifted()
        elif run == JOGGING:
            self._settle_stopped(0)
        else:
            self._fail(r.F_HOME_NOT_FOUND)  # the whole way down and no switch

    def _await_vane(self, elapsed_us: int) -> None:
        """At the end of the way: the vane says whether this is a level."""
        if self.vane.on:
            if not self._left_vane and self._length >= LONG:
                self._fail(r.F_LEVEL_MISMATCH)  # it never opened on the way: it says nothing
                return
            self._waiting_us = 0
            self.homed = True
            self.level = self.target
            self.moves += 1
            self.move_ms = min(0xFFFF, self._request_us // 1000)
            self.state = self._rest_state()
            return
        self._waiting_us -= elapsed_us
        if self._waiting_us <= 0:
            self._fail(r.F_LEVEL_MISMATCH)

    # --- homing ---

    def _switch_found(self) -> None:
        creeping = self._run == CREEPING
        self._end_run()
        if creeping:
            self.home_diff = self.position if self.homed else 0
            self.position = -CREEP_LAG
            goal = self.limits.levels[self.band][0]
            self._plan(GOING, goal - self.position, self.limits.speed)
        else:
            self._base = True
            self._plan(LIFTING, b.BACK_OFF, self.limits.home_speed)

    def _lifted(self) -> None:
        self._lifts += 1
        if not self.home.on:
            self._plan(CREEPING, -3 * b.BACK_OFF, b.CREEP)
        elif self._lifts < 2:
            self._plan(LIFTING, b.BACK_OFF, self.limits.home_speed)
        else:
            self._fail(r.F_HOME_STUCK)

    def _searching(self) -> bool:
        """On the way down to a home switch."""
        return self._run == SEEKING or self._run == CREEPING

    def _above_switch(self) -> bool:
        """High enough that a closed home switch cannot be right."""
        return self.position > min(b.STEPS_PER_MM, self.limits.levels[self.band][0] // 2 + 120)

    # --- ends ---

    def _stalled(self) -> None:
        """Commanded and counted travel part: cut, then once 2 mm back where it came from."""
        run = self._run
        self.stalls += 1
        up = self._up
        self._end_run()
        counted = self.tacho.travel()
        self.position = self._origin + (counted if up else -counted)
        self.fault_position = self.position
        known = self.homed
        self.homed = False
        self.target = 0
        fault = r.F_STALL
        if (run == SEEKING or run == CREEPING) and not known:
            fault = r.F_HOME_NOT_FOUND  # from an unknown height the end of the way looks the same
        if run == BACKING:
            self._settle_fault(self._after)
        elif fault != r.F_STALL or (up and self.home.on):  # never down on a closed switch
            self._settle_fault(fault)
        else:
            self.fault = fault
            self.state = r.S_STOPPING
            self._after = fault
            self._plan(BACKING, -b.BACK_OFF if up else b.BACK_OFF, self.limits.home_speed)

    def _fail(self, fault: int) -> None:
        """Pulses end at once; the band is in FAULT."""
        self._end_run()
        self._waiting_us = 0
        self.fault_position = self.position
        self._settle_fault(fault)

    def _settle_fault(self, fault: int) -> None:
        self.fault = fault
        self.state = r.S_FAULT
        self.target = 0
        self.level = 0
        if r.REHOME >> fault & 1:
            self.homed = False

    def _settle_stopped(self, fault: int) -> None:
        """At rest after a stop by the ramp, or after a jog."""
        self._waiting_us = 0
        self.level = 0
        self.target = 0
        if fault:
            self.fault_position = self.position
            self._settle_fault(fault)
            return
        if self.homed and self.vane.on:
            for level in range(3):
                if abs(self.position - self.limits.levels[self.band][level]) <= AT_LEVEL:
                    self.level = level + 1
        self.state = self._rest_state()
