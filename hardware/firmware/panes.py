"""What lies on the eighty panes, from lit-minus-dark readings. Pure: values in, classes out.

A class counts when two scans in a row agree in it and the value stands still. While a white sphere comes
near, the value climbs through the range of a black one; it never stands still there, so the pane keeps its
old class until it does. A noisy pane that never stands still is believed after six scans in a row in one
class, unless the value has only climbed or only fallen all the way. Between two classes lies a guard band:
uncertain, never guessed.
"""

from array import array

import board as b
import regmap as r
from micropython import const

STEADY = const(16)  # counts between two scans that count as standing still; 1/16 of the value above 256
PATIENCE = const(6)  # scans in one class after which an unsteady value is believed
DRIFT = const(5)  # differences of one sign in a row: something is still on its way
NOISY = const(48)  # mean difference from scan to scan that is a fault of the sensor
QUIET = const(24)  # and where the fault ends
CLIP = const(96)  # one jump counts at most this much as noise: a sphere put down is no noise
NONE_YET = const(7)


def classify(lit: int, dark: int, dark_from: int, light_from: int) -> int:
    """Class of one reading by itself."""
    if lit <= b.RAIL_LOW or dark >= b.RAIL_HIGH:
        return r.P_SENSOR_FAULT
    value = lit - dark
    guard = dark_from // 10 + 5
    if value <= dark_from - guard:
        return r.P_EMPTY
    if value < dark_from + guard:
        return r.P_UNCERTAIN
    guard = light_from // 10 + 5
    if value <= light_from - guard:
        return r.P_DARK
    if value < light_from + guard:
        return r.P_UNCERTAIN
    return r.P_LIGHT


class Panes:
    """Classes, values and noise of all panes."""

    def __init__(self) -> None:
        self.classes = bytearray([r.P_UNCERTAIN] * r.PANES)
        self.values = array("H", [0] * r.PANES)
        self._first = bytearray([NONE_YET] * r.PANES)  # class of the newest reading
        self._run = bytearray(r.PANES)  # readings in a row in it
        self._drift = bytearray(r.PANES)  # differences in a row of one sign, bit 7: falling
        self._noise = array("H", [0] * r.PANES)  # mean difference, times 8

    def update(self, pane: int, lit: int, dark: int, dark_from: int, light_from: int) -> bool:
        """One reading; True when the pane's class changed."""
        value = max(0, lit - dark)
        step = value - self.values[pane]
        self.values[pane] = value
        now = classify(lit, dark, dark_from, light_from)
        if self._first[pane] == NONE_YET:
            self._first[pane] = now
            self._run[pane] = 1
            self._drift[pane] = 0
            return False
        noise = self._noise[pane]
        noise += min(CLIP, abs(step)) - (noise >> 3)
        self._noise[pane] = noise
        self._track_drift(pane, step)
        if noise >= 8 * NOISY or (self.classes[pane] == r.P_SENSOR_FAULT and noise > 8 * QUIET):
            now = r.P_SENSOR_FAULT
        if now == self._first[pane]:
            self._run[pane] = min(255, self._run[pane] + 1)
        else:
            self._first[pane] = now
            self._run[pane] = 1
        if now == self.classes[pane] or self._run[pane] < 2:
            return False
        still = abs(step) <= max(STEADY, value >> 4) or now == r.P_SENSOR_FAULT
        if still or (self._run[pane] >= PATIENCE and self._drift[pane] & 0x7F < DRIFT):
            self.classes[pane] = now
            return True
        return False

    def _track_drift(self, pane: int, step: int) -> None:
        falling = 0x80 if step < 0 else 0
        drift = self._drift[pane]
        if step and drift & 0x80 == falling:
            self._drift[pane] = min(drift + 1, falling | 0x7F)
        else:
            self._drift[pane] = falling | (1 if step else 0)

    def forget(self, pane: int) -> None:
        """The next reading starts anew; the class stays as it is."""
        self._first[pane] = NONE_YET

    def settled(self, pane: int) -> bool:
        """A reading has been taken since the start or forget()."""
        return self._first[pane] != NONE_YET

    def noise(self, pane: int) -> int:
        return min(255, self._noise[pane] >> 3)

    def confidence(self, pane: int, dark_from: int, light_from: int) -> int:
        """0-100: distance to the nearest threshold, 100 at half of it or more."""
        kind = self.classes[pane]
        if kind >= r.P_UNCERTAIN:
            return 0
        value = self.values[pane]
        far = min(
            abs(value - dark_from) * 200 // max(1, dark_from),
            abs(value - light_from) * 200 // max(1, light_from),
        )
        return min(100, far)
