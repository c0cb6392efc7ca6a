"""What a position's features are worth, in hundredths of a sphere: data, tuned by self-play."""

from __future__ import annotations

from dataclasses import dataclass

from rules.palace.position import BandsOption


@dataclass(frozen=True, slots=True)
class Weights:
    """One set of weights. Rows are counted from the owner's side, columns from the nearer edge.

    ``strike`` is for the number of spheres that the side to move can break now, ``danger`` for the number of
    its own that the other side could break next (the last entry stands for that many and more).
    """

    spheres: tuple[int, ...]
    """By the number of spheres left, 0 to 8, on the board and in reserve together."""
    reserve: int
    """More for each sphere that still waits: nothing can happen to it."""
    row: tuple[int, ...]
    column: tuple[int, ...]
    level: tuple[int, ...]
    """By the level a sphere stands on, 1 to 3. Under ``free`` the level means nothing."""
    mobility: int
    """For each different roll."""
    strike: tuple[int, ...]
    danger: tuple[int, ...]
    move: int
    """For being the one to move."""

    def flat(self) -> tuple[int, ...]:
        """All numbers in the order of the fields: what the compiled core is given."""
        return (
            *self.spheres,
            self.reserve,
            *self.row,
            *self.column,
            *self.level,
            self.mobility,
            *self.strike,
            *self.danger,
            self.move,
        )


_PLAIN = Weights(
    spheres=(0, 0, 0, 0, 300, 440, 560, 670, 770),
    reserve=0,
    row=(0, 4, 8, 10, 10, 10, 10, 8, 4, 0),
    column=(0, 4, 6, 8),
    level=(0, 6, 12),
    mobility=1,
    strike=(0, 60, 75, 85),
    danger=(0, -10, -55, -70),
    move=5,
)

WEIGHTS: dict[BandsOption, Weights] = {
    "free": _PLAIN,
    "single": _PLAIN,
    "action": _PLAIN,
    "locked": _PLAIN,
}
