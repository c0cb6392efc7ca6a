"""How good a position looks, without searching: an int in hundredths of a sphere, for the side to move.

Looked at are the spheres of both sides, where they stand and how high, how many rolls they have, and which
spheres each side could break in one turn. All of that comes from single lines of the board, so that it is
remembered by what stands on a line; a position is the sum of its eight columns and ten rows.

The compiled core works out the same number (``core.c``, ``evaluate``).
"""

from __future__ import annotations

from functools import cache
from typing import Final

from rules.bots.palace.reach import FILE, RANK, Levels, Move, Reach, reaches_of
from rules.bots.palace.weights import WEIGHTS, Weights
from rules.palace.geometry import DIRECTIONS, LEAST, PANES, ROWS, WIDTH, band_of, panes_of
from rules.palace.position import BandsOption

WIN: Final = 100_000
"""The value of a match won now; one less for every turn it takes."""
FORCED: Final = WIN - 1_000
"""Beyond plus or minus this a value tells of a forced end."""
Found = tuple[int, int, int]
"""What a line adds: spheres White can break there, spheres Black can break there, points for White."""


class Line(dict[tuple[int, int], Found]):
    """One column or one row: by the white and the black spheres on it (as on column a or on row 1)."""

    __slots__ = ("directions", "points", "reaches", "weights")

    def __init__(
        self,
        weights: Weights,
        reaches: tuple[Reach, ...],
        directions: str,
        points: tuple[list[int], list[int]],
    ) -> None:
        super().__init__()
        self.weights = weights
        self.reaches = reaches
        self.directions = directions
        self.points = points
        """By the side and the pane."""

    def __missing__(self, key: tuple[int, int]) -> Found:
        white, black = key
        broken = [0, 0]
        points = [0, 0]
        for side, own, other in ((0, white, black), (1, black, white)):
            for pane in panes_of(own):
                points[side] += self.points[side][pane]
                for move in self._moves(pane, white | black):
                    points[side] += self.weights.mobility
                    broken[side] |= move.broken & other
        self[key] = found = (broken[0], broken[1], points[0] - points[1])
        return found

    def _moves(self, pane: int, occupied: int) -> list[Move]:
        rolls: list[Move] = []
        for direction in self.directions:
            reach = self.reaches[4 * pane + DIRECTIONS.index(direction)]
            rolls += reach[occupied & reach.line]
        return rolls


class Evaluator:
    """The evaluation of all positions with one ``bands`` option; make it with ``evaluator``."""

    def __init__(self, option: BandsOption, weights: Weights) -> None:
        self.option = option
        self.weights = weights
        self._files: dict[Levels, Line] = {}
        self._ranks = self._rank()

    def _rank(self) -> Line:
        """Rows: all of them are alike, on every terrain."""
        columns = [self.weights.column[min(n, WIDTH - 1 - n)] for n in range(WIDTH)]
        return Line(self.weights, reaches_of("locked", (1, 1, 1, 1, 1)), "ew", (columns, columns))

    def _file(self, levels: Levels) -> Line:
        """Columns: all of them are alike, on one terrain."""
        w = self.weights
        heights = [
            0 if self.option == "free" else w.level[levels[band_of(pane)] - 1] for pane in range(PANES)
        ]
        white = [w.row[pane // WIDTH] + heights[pane] for pane in range(PANES)]
        black = [w.row[ROWS - 1 - pane // WIDTH] + heights[pane] for pane in range(PANES)]
        return Line(w, reaches_of(self.option, levels), "ns", (white, black))

    def file(self, levels: Levels) -> Line:
        """The line of the columns on that terrain."""
        key = () if self.option == "free" else levels
        found = self._files.get(key)
        if found is None:
            found = self._files[key] = self._file(levels)
        return found

    def lines(self, white: int, black: int, levels: Levels) -> Found:
        """The sum of all lines."""
        by_white = by_black = points = 0
        line = self.file(levels)
        for column in range(WIDTH):
            w = white >> column & FILE
            b = black >> column & FILE
            if w or b:
                hits, hurts, more = line[w, b]
                by_white |= hits << column
                by_black |= hurts << column
                points += more
        line = self._ranks
        for shift in range(0, PANES, WIDTH):
            w = white >> shift & RANK
            b = black >> shift & RANK
            if w or b:
                hits, hurts, more = line[w, b]
                by_white |= hits << shift
                by_black |= hurts << shift
                points += more
        return by_white, by_black, points

    def value(
        self, own: int, other: int, own_reserve: int, other_reserve: int, levels: Levels, seat: int
    ) -> int:
        """For the side to move, ``own``, in ``seat``. Neither side is broken.

        A side that can break the last sphere the other may not lose has won in one turn, and that is its
        value.
        """
        if seat:
            hurts, hits, points = self.lines(other, own, levels)
            points = -points
        else:
            hits, hurts, points = self.lines(own, other, levels)
        w = self.weights
        waiting, others_waiting = own_reserve.bit_count(), other_reserve.bit_count()
        others = other.bit_count() + others_waiting
        if hits and others == LEAST:
            return WIN - 1
        return (
            points
            + w.spheres[own.bit_count() + waiting]
            - w.spheres[others]
            + w.reserve * (waiting - others_waiting)
            + w.strike[min(hits.bit_count(), len(w.strike) - 1)]
            + w.danger[min(hurts.bit_count(), len(w.danger) - 1)]
            + w.move
        )


@cache
def evaluator(option: BandsOption) -> Evaluator:
    """The one evaluator of an option, with its memory."""
    return Evaluator(option, WEIGHTS[option])
