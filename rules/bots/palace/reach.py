"""What a sphere can do in one turn, with the band moves that the turn allows: memoised tables for the search.

Across a row the levels play no part. Along a column only the levels ahead do, and of the terrains a turn can
make most give the same rays; ``Reach`` keeps the different ones. What comes of them depends on the spheres on
the line ahead and on nothing else, so the answers are remembered by that.

The rays themselves come from ``rules.palace.tables`` and so from the one slow roll.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import NamedTuple, TypeAlias

from rules.palace.geometry import BANDS, BOARD, DIRECTIONS, LEVELS, PANES, WIDTH, bit, step
from rules.palace.position import BandsOption
from rules.palace.tables import Ray, ray_of

Levels: TypeAlias = tuple[int, ...]
ALL_TERRAINS: tuple[Levels, ...] = tuple(product(LEVELS, repeat=BANDS))
"""The 243 terrains; band 1 changes slowest."""
FILE = sum(1 << (WIDTH * row) for row in range(PANES // WIDTH))
"""The panes of column a."""
RANK = (1 << WIDTH) - 1
"""The panes of row 1."""


class Move(NamedTuple):
    """What a roll changes, as sets of panes to flip: see ``tables.Effect``."""

    mover: int
    """Start and target; the start alone when the sphere falls."""
    victim: int
    shift: int
    """In the victim's colour: its pane, and for a shove the pane it goes to."""
    broken: int
    """The victim's pane when it is gone, else 0."""


class Reach(dict[int, tuple[Move, ...]]):
    """The different rolls from one pane in one direction, by the spheres on ``line``, the panes ahead."""

    __slots__ = ("line", "rays", "start")

    def __init__(self, start: int, line: int, rays: Iterable[Ray]) -> None:
        super().__init__()
        self.start = start
        self.line = line
        self.rays = tuple({id(ray): ray for ray in rays}.values())  # equal ones are one object

    def __missing__(self, met: int) -> tuple[Move, ...]:
        moves = dict.fromkeys(
            Move(done.mover, done.victim, done.shift, done.victim if done.shift == done.victim else 0)
            for done in (ray.effect(met) for ray in self.rays)
            if done.slide.end != "blocked"
        )
        self[met] = found = tuple(moves)
        return found


def line_ahead(pane: int, direction: str) -> int:
    """All panes from the one before ``pane`` to the edge."""
    line = 0
    there = step(pane, direction)
    while there is not None:
        line |= bit(there)
        there = step(there, direction)
    return line


def in_reach(option: BandsOption, levels: Levels) -> tuple[Levels, ...]:
    """The terrains on which the side to move can roll within its turn, its own first."""
    if option == "free":
        return (levels, *(other for other in ALL_TERRAINS if other != levels))
    if option == "single":
        return (levels, *neighbours(levels))
    return (levels,)


@cache
def neighbours(levels: Levels) -> tuple[Levels, ...]:
    """The terrains one band move of one level away: bands in order, down before up."""
    return tuple(
        (*levels[:band], level, *levels[band + 1 :])
        for band in range(BANDS)
        for level in LEVELS
        if abs(level - levels[band]) == 1
    )


@cache
def reaches(terrains: tuple[Levels, ...]) -> tuple[Reach, ...]:
    """For each pane and direction (``4 * pane + direction``) what a roll on any of ``terrains`` can do."""
    found = []
    for pane in range(PANES):
        for direction in DIRECTIONS:
            rays = _rays(pane, direction, terrains)
            found.append(Reach(pane, line_ahead(pane, direction), rays))
    return tuple(found)


def _rays(pane: int, direction: str, terrains: tuple[Levels, ...]) -> list[Ray]:
    if direction in "ew":  # levels play no part across a row
        terrains = terrains[:1]
    return [ray_of(levels, pane, direction) for levels in terrains]


@cache
def reaches_of(option: BandsOption, levels: Levels) -> tuple[Reach, ...]:
    """What rolls can do in a whole turn that begins at ``levels``; under ``free`` the same everywhere."""
    if option == "free":
        return reaches(ALL_TERRAINS)
    return reaches(in_reach(option, levels))


FILES = tuple(FILE << column for column in range(WIDTH))
RANKS = tuple(RANK << WIDTH * row for row in range(PANES // WIDTH))
assert sum(FILES) == sum(RANKS) == BOARD
