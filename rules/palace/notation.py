"""Action texts of Palace: ``B3=1``, ``@c``, ``c7n``, ``pass``.

Read leniently (upper or lower case, blanks anywhere), written in exactly one way. The canonical text is what
is listed, stored and sent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from rules.options import shown
from rules.palace.geometry import BANDS, COLUMNS, ENTRANCES, LEVELS, NAMES, NUMBERS
from rules.protocol import BadNotation


@dataclass(frozen=True, slots=True)
class PlaceAction:
    column: int
    """0 is a."""

    def __str__(self) -> str:
        return "@" + COLUMNS[self.column]


@dataclass(frozen=True, slots=True)
class RollAction:
    pane: int
    direction: str

    def __str__(self) -> str:
        return NAMES[self.pane] + self.direction


@dataclass(frozen=True, slots=True)
class BandAction:
    band: int
    """0-4; the text says 1-5."""
    level: int

    def __str__(self) -> str:
        return f"B{self.band + 1}={self.level}"


@dataclass(frozen=True, slots=True)
class PassAction:
    def __str__(self) -> str:
        return PASS


Action: TypeAlias = PlaceAction | RollAction | BandAction | PassAction
PASS = "pass"
_PLACE = re.compile("@([a-h])")
_ROLL = re.compile("([a-h](?:10|[1-9]))([nesw])")
_BAND = re.compile("b([0-9]+)=([0-9]+)")


def parse(text: object) -> Action:
    """The action that ``text`` names; raises BadNotation when it names none."""
    if not isinstance(text, str):
        raise BadNotation("palace.bad.action_type", field="action", given=shown(text))
    plain = "".join(text.split()).lower()
    if plain == PASS:
        return PassAction()
    if found := _PLACE.fullmatch(plain):
        return PlaceAction(COLUMNS.index(found[1]))
    if found := _ROLL.fullmatch(plain):
        return RollAction(NUMBERS[found[1]], found[2])
    if found := _BAND.fullmatch(plain):
        band, level = found.groups()
        if band not in map(str, range(1, BANDS + 1)):
            raise BadNotation("palace.bad.action_band", field="action", given=shown(band))
        if level not in map(str, LEVELS):
            raise BadNotation("palace.bad.action_level", field="action", given=shown(level))
        return BandAction(int(band) - 1, int(level))
    raise BadNotation("palace.bad.action", field="action", given=shown(text))


def place_text(seat: int, pane: int) -> str:
    """The text of placing on the entrance pane ``pane``."""
    return "@" + COLUMNS[pane - ENTRANCES[seat]]
