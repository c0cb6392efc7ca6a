"""A roll, step by step, exactly as the rule book tells it. Slow, obvious, and the only place of these rules.

The fast tables (``tables.py``) are made by asking this function; a test lets both roll on many boards.
Colours play no part here: a sphere shoves and smashes either colour alike.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.palace.geometry import band_of, step

End: TypeAlias = Literal["stop", "wall", "hop", "drop", "fall", "shove", "shove_off", "smash", "blocked"]
"""How a roll ends:

stop       before a sphere on its own tier that does not budge
wall       before a higher band that cannot be hopped
hop        up one step, from the pane right below it
drop       down two levels, where it stays
fall       over the edge of the board, shattered
shove      the sphere it met moved on by one pane; it took that pane
shove_off  the sphere it met went over the edge; it took that pane
smash      it dropped onto a sphere, which is gone; it took that pane
blocked    it cannot even leave its pane: not a legal roll
"""

Why: TypeAlias = Literal["", "wall", "step", "upper_taken", "backed_sphere", "backed_higher", "backed_lower"]
"""What a roll was stopped by: a wall of two levels, a step reached in the run, an occupied pane above the
step, or a sphere that does not budge because the pane behind it is occupied, higher or lower."""


@dataclass(frozen=True, slots=True)
class Slide:
    """What one roll does. Panes are numbers.

    ``path`` holds every pane entered, in order, the last one included; a sphere that falls has no last one.
    ``victim`` is the pane of the sphere shoved, shoved off or smashed; ``victim_to`` where a shove moves it.
    ``why`` and ``at`` tell what stopped it, and the pane that did.
    """

    path: tuple[int, ...]
    end: End
    victim: int | None = None
    victim_to: int | None = None
    why: Why = ""
    at: int | None = None

    @property
    def target(self) -> int | None:
        """Where the sphere stops; None when it falls or cannot roll."""
        return self.path[-1] if self.path and self.end != "fall" else None


def roll(levels: Sequence[int], occupied: Collection[int], start: int, direction: str) -> Slide:
    """Rolls the sphere on pane ``start`` over bands at ``levels`` among the ``occupied`` panes."""
    path: list[int] = []
    here = start
    while True:
        there = step(here, direction)
        if there is None:  # 1. There is no railing.
            return Slide(tuple(path), "fall")
        rise = levels[band_of(there)] - levels[band_of(here)]
        taken = there in occupied
        if rise >= 2:  # 2. A wall.
            return Slide(tuple(path), "wall" if path else "blocked", why="wall", at=there)
        if rise == 1:  # 3. A step: hopped from right below only, and only onto a free pane.
            if path:
                return Slide(tuple(path), "wall", why="step", at=there)
            if taken:
                return Slide((), "blocked", why="upper_taken", at=there)
            return Slide((there,), "hop")
        if rise == 0 and taken:  # 4. A carom.
            return _carom(levels, occupied, tuple(path), there, direction)
        path.append(there)
        here = there
        if rise < 0 and taken:  # 5. and 6. Dropping onto a sphere smashes it.
            return Slide(tuple(path), "smash", victim=there)
        if rise <= -2:  # 6. Dropped deep: it stays.
            return Slide(tuple(path), "drop")


def _carom(
    levels: Sequence[int], occupied: Collection[int], path: tuple[int, ...], met: int, direction: str
) -> Slide:
    """The mover has come along ``path`` and meets the sphere on pane ``met`` on its own tier."""
    beyond = step(met, direction)
    if beyond is None:
        return Slide((*path, met), "shove_off", victim=met)
    rise = levels[band_of(beyond)] - levels[band_of(met)]
    why: Why
    if rise > 0:
        why = "backed_higher"
    elif rise < 0:
        why = "backed_lower"
    elif beyond in occupied:
        why = "backed_sphere"
    else:
        return Slide((*path, met), "shove", victim=met, victim_to=beyond)
    return Slide(path, "stop" if path else "blocked", why=why, at=met)
