"""The table as the firmware's chips meet it: glass bands on screws, switches, spheres, sensors, supply.

Heights are in steps of 1/800 mm above the home switch, times in us. Runs unchanged under MicroPython, and
everything random comes from one small generator, so that both interpreters give the same run.

Faults are set with `set_fault(name, value, band, pane)`; their table stands in faults.py.
"""

BANDS = 5
PANES = 80
MM = 800
BOTTOM = -MM // 2
TOP = 50 * MM
SWITCH_OPENS = 80  # closes at or below 0, opens 0.1 mm above
VANE_HALF = MM // 2
TACHO_EDGE = 160
LEVELS = (2 * MM, 22 * MM, 42 * MM)  # where the vanes' flags are
EMPTY, BLACK, WHITE = 0, 1, 2
NAMES = (None, "black", "white")
VM_FALL_US = 5_000  # the motor supply's capacitors


class Band:
    """One band's carriage, screw and sensors."""

    def __init__(self, height):
        self.height = height
        self.turned = 0  # steps the screw really made
        self.switch = height <= 0

    def move(self, steps, low, high):
        """Tries to move by signed steps between two obstacles; returns what was really made."""
        goal = self.height + steps
        if steps > 0:
            goal = max(self.height, min(goal, high))
        else:
            goal = min(self.height, max(goal, low))
        made = goal - self.height
        self.height = goal
        self.turned += made
        if goal <= 0:
            self.switch = True
        elif goal > SWITCH_OPENS:
            self.switch = False
        return made


class World:
    """All of the table. `rig` gives the time and the pins."""

    def __init__(self, seed=1, heights=None):
        self.bands = [Band(h) for h in (heights or [5 * MM, 5 * MM, 5 * MM, 5 * MM, 5 * MM])]
        self.spheres = bytearray(PANES)
        self._was = bytearray(PANES)  # what lay there before the newest change
        self._since = [0] * PANES  # when the change began
        self._takes = [0] * PANES  # how long it takes
        self.estop_pressed = False
        self.faults = {}
        self._estop_at = -VM_FALL_US
        self._sides = {}
        self._random = seed or 1
        self._base = [self._spread(pane) for pane in range(PANES)]
        self.lost = [0] * BANDS  # steps that the motor was told and did not make

    def _spread(self, pane):
        """Each pane's own values: dark, empty, black, white."""
        return (12 + pane * 7 % 11, 34 + pane * 13 % 17, 150 + pane * 29 % 50, 560 + pane * 37 % 110)

    def _noise(self, half):
        """-half .. half, from a generator that fits 31-bit integers."""
        self._random = self._random * 16807 % 2147483647
        return self._random % (2 * half + 1) - half

    # --- faults ---

    def fault(self, name, index=None):
        """Value of an active fault, None when it is not set."""
        if not self.faults:
            return None
        value = self.faults.get((name, index))
        if value is None and index is not None:
            value = self.faults.get((name, None))
        return value

    def set_fault(self, name, value, index=None):
        if name == "jam":
            self._sides = {}
        if value is None or value is False:
            self.faults.pop((name, index), None)
        else:
            self.faults[(name, index)] = value

    def _side(self, band, at):
        """On which side of its jam a band is: 1 above, -1 below, 0 in the middle of it."""
        if (band, at) not in self._sides:
            height = self.bands[band].height
            self._sides[band, at] = (height > at) - (height < at)
        return self._sides[band, at]

    # --- hands ---

    def put(self, pane, colour, now_us, takes_us=0):
        """Puts a sphere (BLACK, WHITE) or takes it away (EMPTY); its approach may take time."""
        self._was[pane] = self.spheres[pane]
        self.spheres[pane] = colour
        self._since[pane] = now_us
        self._takes[pane] = takes_us

    def press_estop(self, pressed, now_us):
        if pressed and not self.estop_pressed:
            self._estop_at = now_us
        self.estop_pressed = pressed

    def estop_open(self):
        return self.estop_pressed or self.fault("estop") is not None

    # --- motors ---

    def motor_power(self, now_us):
        """24 V behind the relay, in mV."""
        if self.fault("vm-low") is not None:
            return self.fault("vm-low")
        if self.estop_open():
            return 0 if now_us - self._estop_at > VM_FALL_US else 20_500
        return 24_000

    def pulses(self, band, count, up, enabled, now_us):
        """Step pulses reached the driver of a band."""
        if not enabled or self.estop_open() or self.motor_power(now_us) < 12_000:
            self.lost[band] += count
            return
        lose = self.fault("lost-steps", band)
        if lose:
            now = min(count, lose)
            self.lost[band] += now
            count -= now
            self.set_fault("lost-steps", lose - now or None, band)
        body = self.bands[band]
        low, high = BOTTOM, TOP
        jam = self.fault("jam", band)
        if jam is not None:
            at = int(jam * MM + 0.5)
            side = self._side(band, at)
            if side <= 0:
                high = min(high, at)
            if side >= 0:
                low = max(low, at)
        made = body.move(count if up else -count, low, high)
        self.lost[band] += count - abs(made)

    # --- switches ---

    def switch_word(self):
        """The sixteen lines of the port expander."""
        word = 0
        for band in range(BANDS):
            body = self.bands[band]
            closed = body.switch
            early = self.fault("home-early", band)
            if early is not None and body.height <= int(early * MM):
                closed = True
            if self.fault("home-stuck", band):
                closed = True
            if self.fault("home-dead", band):
                closed = False
            if not closed:
                word |= 1 << band
            vane = self.fault("vane-dead", band) is None and self._at_level(body.height)
            if vane or self.fault("vane-stuck", band):
                word |= 1 << (5 + band)
            if self.fault("tacho-dead", band) is None and body.turned // TACHO_EDGE & 1:
                word |= 1 << (10 + band)
        if self.fault("guard"):
            word |= 1 << 15
        return word

    def _at_level(self, height):
        return any(level - VANE_HALF <= height <= level + VANE_HALF for level in LEVELS)

    # --- analogue ---

    def analogue(self, channel, address, lit, now_us):
        """What the ADC reads on a channel, 0-1023."""
        if channel < BANDS:
            return self._pane(16 * channel + address, lit, now_us)
        if channel == 5:
            return min(1023, (self.motor_power(now_us) * 100 + 1774) // 3548)
        if channel == 6:
            return 810 if self.fault("diag") else 12
        if not lit:
            return 18
        return 18 + 600 * self._lamp_supply() // 100 + self._noise(3)

    def _lamp_supply(self):
        supply = self.fault("ir-supply")
        return 100 if supply is None else supply

    def _pane(self, pane, lit, now_us):
        stuck = self.fault("pane-stuck", pane)
        if stuck is not None:
            return stuck
        base = self._base[pane]
        value = base[0]
        if lit:
            light = self._light(base, pane, now_us)
            value += light * self._lamp_supply() // 100
            value += self.fault("pane-offset", pane) or 0
        noisy = self.fault("pane-noisy", pane)
        value += self._noise(3)
        if noisy:
            value += self._noise(noisy)
        return max(0, min(1023, value))

    def _light(self, base, pane, now_us):
        """Reflection of what lies there, on its way while a hand comes near."""
        goal = base[1 + self.spheres[pane]]
        takes = self._takes[pane]
        if takes:
            gone = now_us - self._since[pane]
            if gone < takes:
                start = base[1 + self._was[pane]]
                return start + (goal - start) * gone // takes
            self._takes[pane] = 0
        return goal

    # --- saved with the power off ---

    def to_json(self):
        return {
            "heights": [body.height for body in self.bands],
            "turned": [body.turned for body in self.bands],
            "spheres": list(self.spheres),
            "estop": self.estop_pressed,
        }

    def from_json(self, data):
        for band in range(BANDS):
            body = self.bands[band]
            body.height = data["heights"][band]
            body.turned = data["turned"][band]
            body.switch = body.height <= 0
        for pane in range(PANES):
            self.spheres[pane] = data["spheres"][pane]
        self.estop_pressed = bool(data["estop"])
