"""What bands and board measure with: the configuration in steps, debounced levels, the tacho. Pure."""

import board as b
import regmap as r
from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SAMPLES = const(3)  # equal readings in a row before a switch or vane counts


class Limits:
    """The configuration in steps and seconds; one object serves all bands."""

    def __init__(self) -> None:
        self.speed = 0
        self.accel = 0
        self.home_speed = 0
        self.stall = 0
        self.levels = [[0, 0, 0] for _ in range(r.BANDS)]

    def load(self, holding: "Callable[[int], int]") -> None:
        """From holding registers (`holding(address)`, see regmap): 0.01 mm is 8 steps."""
        self.speed = holding(r.H_SPEED) * 8
        self.accel = holding(r.H_ACCEL) * 80
        self.home_speed = holding(r.H_HOME_SPEED) * 8
        self.stall = holding(r.H_STALL_TOL) * 8
        for band in range(r.BANDS):
            trim = holding(r.H_LEVEL_TRIM + band)
            if trim & 0x8000:
                trim -= 0x10000
            first = holding(r.H_LEVEL1_OFFSET) + trim
            for level in range(3):
                self.levels[band][level] = (first + level * holding(r.H_LEVEL_STEP)) * 8


class Sampled:
    """A switch or vane that counts only after SAMPLES equal readings; rejected ones are counted."""

    def __init__(self) -> None:
        self.on = False
        self._run = 0

    def sample(self, level: bool) -> bool:
        """One reading; True when an earlier reading turns out to have been a glitch."""
        if level == self.on:
            glitch = self._run > 0
            self._run = 0
            return glitch
        self._run += 1
        if self._run >= SAMPLES:
            self.on = level
            self._run = 0
        return False


class Tacho:
    """Edges of the screw's slotted wheel, against the steps that were told to the motor."""

    def __init__(self) -> None:
        self.level = False
        self.heard = False  # an edge came since the run began, or ticks were late and nobody knows
        self._edge = False
        self._edges = 0
        self._offset = 0  # steps from which the comparison starts

    def start(self) -> None:
        """A run begins."""
        self.heard = False
        self._edges = 0
        self._offset = 0

    def sample(self, level: bool) -> None:
        """One reading, at rest too."""
        self._edge = level != self.level
        self.level = level

    def count(self) -> None:
        """The newest reading belongs to the run."""
        if self._edge:
            self._edges += 1
            self.heard = True

    def travel(self) -> int:
        """Steps that the wheel has seen since start()."""
        return self._edges * b.TACHO_EDGE + self._offset

    def forgive(self, made: int) -> None:
        """A late tick may have missed edges: from here on the wheel agrees with `made` steps."""
        self._offset = made - self._edges * b.TACHO_EDGE
        self.heard = True
