"""A position of Palace: everything that decides what may be played, as one frozen value, and its text.

The text is like chess's FEN, six fields with a blank between them::

    ROWS                BANDS TURN RESERVES          MOVED COUNT
    8/8/8/8/8/8/8/8/8/8 12321 w    abcdefgh/abcdefgh -     1

ROWS names row 10 first; digits count empty panes, ``w`` and ``b`` are spheres. BANDS are the five levels,
band 1 first. RESERVES are the columns still waiting, White's / Black's. MOVED is the band already moved in
this turn under ``single``. COUNT is the number of the turn.

It is read leniently (upper or lower case, any blanks, runs of single empty panes, reserves in any order or
empty, MOVED and COUNT left out) and written in exactly one way.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.options import shown
from rules.palace.geometry import (
    BANDS,
    BLACK,
    COLUMNS,
    LEAST,
    NAMES,
    ROWS,
    SPHERES,
    START_LEVELS,
    WHITE,
    WIDTH,
    bit,
    panes_of,
)
from rules.protocol import BadNotation

BandsOption: TypeAlias = Literal["free", "single", "action", "locked"]
BANDS_OPTIONS: tuple[BandsOption, ...] = ("free", "single", "action", "locked")
MOST_TURNS = 10_000
"""The largest turn limit that can be asked for."""


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A position. ``white`` and ``black`` are sets of panes, the reserves sets of columns (bit 0 is a)."""

    white: int
    black: int
    white_reserve: int
    black_reserve: int
    levels: tuple[int, ...]
    """Five levels, 1-3, band 1 first."""
    turn: int
    """The seat to act: 0 is White."""
    moved: tuple[int, ...]
    """Under ``single`` the band (1-5) already moved in this turn; else empty."""
    count: int
    """The number of the turn, from 1."""
    bands: BandsOption
    max_turns: int | None

    @classmethod
    def start(cls, bands: BandsOption = "free", max_turns: int | None = None) -> Position:
        return cls(0, 0, 0xFF, 0xFF, START_LEVELS, WHITE, (), 1, bands, max_turns)

    @classmethod
    def parse(cls, text: str, bands: str = "free", max_turns: int | None = None) -> Position:
        """Reads a position text; raises BadNotation, whose message and ``field`` name the part at fault."""
        return _parse(text, bands, max_turns)

    @property
    def occupied(self) -> int:
        return self.white | self.black

    @property
    def reserves(self) -> tuple[str, str]:
        """The columns still waiting: White's, Black's."""
        return columns(self.white_reserve), columns(self.black_reserve)

    @property
    def spheres(self) -> tuple[int, int]:
        """How many spheres each side still has, on the board and in reserve together."""
        return (
            self.white.bit_count() + self.white_reserve.bit_count(),
            self.black.bit_count() + self.black_reserve.bit_count(),
        )

    @property
    def lost(self) -> tuple[int, int]:
        white, black = self.spheres
        return SPHERES - white, SPHERES - black

    def panes(self) -> dict[str, Literal["white", "black"]]:
        """The occupied panes, in the order a1 b1 ... h10, and the colour of the sphere on each."""
        white = self.white
        return {NAMES[n]: "white" if white >> n & 1 else "black" for n in panes_of(self.occupied)}

    def text(self) -> str:
        """The canonical text."""
        rows = "/".join(self._row(row) for row in reversed(range(ROWS)))
        levels = "".join(map(str, self.levels))
        reserves = "/".join(waiting or "-" for waiting in self.reserves)
        moved = "".join(map(str, self.moved)) or "-"
        return f"{rows} {levels} {'wb'[self.turn]} {reserves} {moved} {self.count}"

    def _row(self, row: int) -> str:
        text = ""
        empty = 0
        for pane in range(row * WIDTH, (row + 1) * WIDTH):
            sphere = "w" if self.white >> pane & 1 else "b" if self.black >> pane & 1 else ""
            if not sphere:
                empty += 1
                continue
            text += (str(empty) if empty else "") + sphere
            empty = 0
        return text + (str(empty) if empty else "")

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        extra = "" if self.max_turns is None else f", max_turns={self.max_turns}"
        return f"Position.parse({self.text()!r}, bands={self.bands!r}{extra})"


def columns(reserve: int) -> str:
    """The letters of a set of columns."""
    return "".join(COLUMNS[n] for n in panes_of(reserve))


def checked_bands(value: object) -> BandsOption:
    """The bands option ``value``, or BadNotation."""
    for option in BANDS_OPTIONS:
        if value == option:
            return option
    raise BadNotation("palace.bad.bands_option", field="bands", given=shown(value))


def checked_max_turns(value: object) -> int | None:
    """The turn limit ``value``, or BadNotation."""
    if value is None or (type(value) is int and 1 <= value <= MOST_TURNS):
        return value
    raise BadNotation("palace.bad.max_turns", field="max_turns", most=MOST_TURNS, given=shown(value))


def _parse(text: str, bands: str, max_turns: int | None) -> Position:
    option = checked_bands(bands)
    limit = checked_max_turns(max_turns)
    if not isinstance(text, str):
        raise BadNotation("palace.bad.position_type", field="position", given=shown(text))
    fields = text.lower().split()
    if not 4 <= len(fields) <= 6:
        raise BadNotation("palace.bad.position_fields", field="position", given=len(fields))
    rows, levels, turn, reserves, moved, count = (*fields, *("-", "1")[len(fields) - 4 :])
    white, black = _parse_rows(rows)
    if not re.fullmatch(f"[123]{{{BANDS}}}", levels):
        raise BadNotation("palace.bad.bands", field="BANDS", given=shown(levels))
    if turn not in ("w", "b"):
        raise BadNotation("palace.bad.turn", field="TURN", given=shown(turn))
    white_reserve, black_reserve = _parse_reserves(reserves)
    position = Position(
        white,
        black,
        white_reserve,
        black_reserve,
        tuple(map(int, levels)),
        BLACK if turn == "b" else WHITE,
        _parse_moved(moved, option),
        _parse_count(count),
        option,
        limit,
    )
    for colour, own in zip(("white", "black"), position.spheres):
        if own > SPHERES:
            raise BadNotation(f"palace.bad.too_many_{colour}", field="ROWS and RESERVES", given=own)
    if max(position.spheres) < LEAST:
        raise BadNotation("palace.bad.both_broken", field="ROWS and RESERVES")
    return position


def _parse_rows(text: str) -> tuple[int, int]:
    rows = text.split("/")
    if len(rows) != ROWS:
        raise BadNotation("palace.bad.rows", field="ROWS", given=len(rows))
    white = black = 0
    for row, content in zip(reversed(range(ROWS)), rows):
        column = 0
        for char in content:
            if char in "12345678":
                column += int(char)
                continue
            if char not in "wb":
                raise BadNotation("palace.bad.row_char", field="ROWS", row=row + 1, given=char)
            if column < WIDTH:
                here = bit(row * WIDTH + column)
                white |= here if char == "w" else 0
                black |= here if char == "b" else 0
            column += 1
        if column != WIDTH:
            raise BadNotation("palace.bad.row_length", field="ROWS", row=row + 1, given=column)
    return white, black


def _parse_reserves(text: str) -> tuple[int, int]:
    parts = text.split("/")
    if len(parts) != 2:
        raise BadNotation("palace.bad.reserves", field="RESERVES", given=shown(text))
    sets = []
    for part in parts:
        reserve = 0
        for char in "" if part == "-" else part:
            if char not in COLUMNS:
                raise BadNotation("palace.bad.reserve_char", field="RESERVES", given=char)
            column = bit(COLUMNS.index(char))
            if reserve & column:
                raise BadNotation("palace.bad.reserve_twice", field="RESERVES", given=char)
            reserve |= column
        sets.append(reserve)
    return sets[0], sets[1]


def _parse_moved(text: str, option: BandsOption) -> tuple[int, ...]:
    if text == "-":
        return ()
    if not re.fullmatch("[1-5]", text):
        raise BadNotation("palace.bad.moved", field="MOVED", given=shown(text))
    if option != "single":
        raise BadNotation("palace.bad.moved_option", field="MOVED", given=text, bands=option)
    return (int(text),)


def _parse_count(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or int(text) < 1:
        raise BadNotation("palace.bad.count", field="COUNT", given=shown(text))
    return int(text)
