"""The board's geometry: panes, rows, bands and directions, as small pure functions.

A pane is a number 0-79 inside the rules, ``8 * row + column``, counted from the south-west corner: a1 is 0,
h1 is 7, a2 is 8, h10 is 79 (the order of the wire too). A set of panes is an int with bit n for pane n.
Bands are indexed 0-4 here (band 1 is index 0); texts and messages say 1-5.
"""

from __future__ import annotations

from collections.abc import Iterator

COLUMNS = "abcdefgh"
WIDTH = 8
ROWS = 10
PANES = WIDTH * ROWS
BANDS = 5
ROWS_PER_BAND = 2
LEVELS = (1, 2, 3)
"""The three heights a band can have."""
START_LEVELS = (1, 2, 3, 2, 1)
"""Band 1 first."""

WHITE, BLACK = 0, 1
"""The seats; White sits south and begins."""
SPHERES = 8
"""Spheres of a side at the start."""
LEAST = 4
"""A side with fewer spheres than this, on the board and in reserve together, is broken."""

DIRECTIONS = "nesw"
DELTAS = {"n": WIDTH, "e": 1, "s": -WIDTH, "w": -1}

NAMES: tuple[str, ...] = tuple(f"{column}{row}" for row in range(1, ROWS + 1) for column in COLUMNS)
"""Pane names by number: a1 b1 ... h1 a2 ... h10."""
NUMBERS: dict[str, int] = {name: pane for pane, name in enumerate(NAMES)}
BOARD = (1 << PANES) - 1
ENTRANCES = (0, WIDTH * (ROWS - 1))
"""The pane before column a on each side's entrance row; the column's number is added to it."""
ENTRANCE_BANDS = (0, BANDS - 1)


def bit(pane: int) -> int:
    """The set that holds only ``pane``."""
    return 1 << pane


def band_of(pane: int) -> int:
    """Index 0-4 of the band that carries ``pane``."""
    return pane // (WIDTH * ROWS_PER_BAND)


def step(pane: int, direction: str) -> int | None:
    """The next pane in ``direction``, or None over the edge of the board."""
    column = pane % WIDTH
    if (direction == "e" and column == WIDTH - 1) or (direction == "w" and column == 0):
        return None
    there = pane + DELTAS[direction]
    return there if 0 <= there < PANES else None


def panes_of(mask: int) -> Iterator[int]:
    """The panes of a set, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def turned(mask: int) -> int:
    """The set with the board turned by 180 degrees: pane n becomes 79 - n."""
    return sum(1 << (PANES - 1 - pane) for pane in panes_of(mask))
