"""The turns of a search's node, and the nodes after them: like ``turns.py``, on sets of panes and without
texts.

``tests/rules/bots/palace/test_children.py`` finds the same results by both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from rules.bots.palace.reach import ALL_TERRAINS, Levels, Reach, neighbours, reaches
from rules.palace.geometry import ENTRANCE_BANDS, ENTRANCES
from rules.palace.position import BandsOption

ANYWHERE: Final[Levels] = ()
"""The levels of a node under ``free``."""
Child: TypeAlias = tuple[int, int, int, int, int, Levels]
"""Gain (1: breaks one of the other's spheres, -1: one of its own, else 0), what names the turn to killers and
history, then own, other, own reserve and levels after it."""
Children: TypeAlias = Callable[[int, int, int, Levels, int], list[Child]]
"""(own, other, own reserve, levels, seat) -> children. Neither side is broken."""


def children_of(option: BandsOption) -> Children:
    """The function that lists the children under that option."""
    return _BY_OPTION[option]


def _places(own: int, other: int, reserve: int, levels: Levels, seat: int) -> list[Child]:
    found = []
    entrance = ENTRANCES[seat]
    free = reserve << entrance & ~(own | other)
    while free:
        pane = free & -free
        free ^= pane
        found.append((0, -pane, own | pane, other, reserve ^ pane >> entrance, levels))
    return found


def _rolls(
    own: int, other: int, reserve: int, levels: Levels, table: tuple[Reach, ...], found: list[Child]
) -> None:
    occupied = own | other
    rest = own
    while rest:
        pane = rest & -rest
        rest ^= pane
        slot = 4 * (pane.bit_length() - 1)
        for reach in table[slot : slot + 4]:
            for mover, victim, shift, broken in reach[occupied & reach.line]:
                if other & victim:
                    gain = 1 if broken else 0
                    found.append((gain, mover, own ^ mover, other ^ shift, reserve, levels))
                elif victim:
                    gain = -1 if broken else 0
                    found.append((gain, mover, own ^ mover ^ shift, other, reserve, levels))
                else:
                    gain = -1 if mover == pane else 0
                    found.append((gain, mover, own ^ mover, other, reserve, levels))


def _free(own: int, other: int, reserve: int, levels: Levels, seat: int) -> list[Child]:
    found = _places(own, other, reserve, ANYWHERE, seat)
    _rolls(own, other, reserve, ANYWHERE, reaches(ALL_TERRAINS), found)
    return found or [(0, 0, own, other, reserve, ANYWHERE)]


def _on(own: int, other: int, reserve: int, levels: Levels, seat: int) -> list[Child]:
    """Places and rolls on one terrain."""
    found: list[Child] = []
    if levels[ENTRANCE_BANDS[seat]] == 1:
        found = _places(own, other, reserve, levels, seat)
    _rolls(own, other, reserve, levels, reaches((levels,)), found)
    return found


def _locked(own: int, other: int, reserve: int, levels: Levels, seat: int) -> list[Child]:
    return _on(own, other, reserve, levels, seat) or [(0, 0, own, other, reserve, levels)]


def _action(own: int, other: int, reserve: int, levels: Levels, seat: int) -> list[Child]:
    found = _on(own, other, reserve, levels, seat)
    found += [(0, _band_name(after), own, other, reserve, after) for after in neighbours(levels)]
    return found


def _single(own: int, other: int, reserve: int, levels: Levels, seat: int) -> list[Child]:
    terrains = (levels, *neighbours(levels))
    found: list[Child] = []
    for after in terrains:
        found += _on(own, other, reserve, after, seat)
    # Stuck on every terrain: the bands may be left or moved, and nothing else be done.
    return found or [(0, _band_name(after), own, other, reserve, after) for after in terrains]


def _band_name(levels: Levels) -> int:
    """Names a turn that only moves a band; no roll is named by a number below 1 << 80 with bits above it."""
    name = 1
    for level in levels:
        name = name << 2 | level
    return name << 80


_BY_OPTION: Final[dict[BandsOption, Children]] = {
    "free": _free,
    "single": _single,
    "action": _action,
    "locked": _locked,
}
