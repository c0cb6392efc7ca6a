"""Whole turns: bands first, as the option allows, then a place, a roll or a pass (or a band move alone).

A search that went by single actions would drown: under ``free`` a turn may begin with any of 243 terrains.
But the next player may set them anew, so there a terrain only matters for the roll made on it, and of the
terrains only those that change what the roll does. For each different result one turn is listed, the one that
moves the fewest bands by the fewest levels. Under ``single`` the terrain left behind matters to the next
player, and every one of the (at most eleven) terrains is listed with all that can be played on it; under
``action`` a band move is a turn of its own.

``tests/rules/bots/palace/test_turns.py`` plays every sequence of actions that makes a turn, one by one, and
finds the same results.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from rules.bots.palace.reach import ALL_TERRAINS, Levels, Move
from rules.palace import legal
from rules.palace.geometry import BANDS, DIRECTIONS, ENTRANCE_BANDS, panes_of
from rules.palace.notation import PASS, BandAction, place_text
from rules.palace.position import Position
from rules.palace.tables import SLOTS, Ray, ray_of, terrain


@dataclass(frozen=True, slots=True)
class Turn:
    """The actions of one turn, in order, and the position after it."""

    actions: tuple[str, ...]
    after: Position

    @property
    def key(self) -> tuple[int, ...]:
        """What tells turns apart for the search (see ``result``)."""
        return result(self.after)


def result(after: Position) -> tuple[int, ...]:
    """The part of a position that the next player cares about: under ``free`` the terrain is not."""
    levels = () if after.bands == "free" else after.levels
    return (after.white, after.black, after.white_reserve, after.black_reserve, *levels)


def turns(position: Position) -> list[Turn]:
    """Every different turn; [] when the match is over.

    Under ``single``, once the band of this turn has been moved, what is left of the turn.
    """
    if legal.over(position):
        return []
    if position.bands == "free":
        return list(_free(position))
    found = list(_actions(position))
    if position.bands == "action":
        found += [
            Turn((str(BandAction(band, level)),), legal.band_set(position, band, level))
            for band, level in legal.band_moves(position)
        ]
    elif position.bands == "single":
        for band, level in legal.band_moves(position):
            first = str(BandAction(band, level))
            found += [
                Turn((first, *turn.actions), turn.after)
                for turn in _actions(legal.band_set(position, band, level))
            ]
    return found


def _actions(p: Position) -> Iterator[Turn]:
    """Places, rolls and the pass on the terrain as it is."""
    for pane in panes_of(legal.places(p)):
        yield Turn((place_text(p.turn, pane),), legal.placed(p, pane))
    here = terrain(p.levels)
    may = legal.rolls(p)
    for pane in panes_of(legal.own(p)):
        for direction in DIRECTIONS:
            ray = here.ray(pane, direction)
            if may >> SLOTS[direction] + pane & 1:
                yield Turn((ray.text,), legal.rolled(p, ray.effect(p.occupied)))
    if p.bands != "action" and legal.may_pass(p):
        yield Turn((PASS,), legal.passed(p))


def _free(p: Position) -> Iterator[Turn]:
    band = ENTRANCE_BANDS[p.turn]
    lowered = p.levels if p.levels[band] == 1 else legal.with_level(p.levels, band, 1)
    first = band_actions(p.levels, lowered)
    for pane in panes_of(legal.entrances(p)):
        yield Turn((*first, place_text(p.turn, pane)), legal.placed(moved(p, lowered), pane))
    for pane in panes_of(legal.own(p)):
        for direction in DIRECTIONS:
            seen: set[Move] = set()
            for ray, levels in cheapest(p.levels, pane, direction):
                done = ray.effect(p.occupied)
                move = Move(done.mover, done.victim, done.shift, 0)
                if done.slide.end == "blocked" or move in seen:
                    continue
                seen.add(move)
                yield Turn((*band_actions(p.levels, levels), ray.text), legal.rolled(moved(p, levels), done))
    if legal.may_pass(p):
        yield Turn((PASS,), legal.passed(p))


def moved(p: Position, levels: Levels) -> Position:
    """``p`` after the band moves that lead to ``levels``, under ``free``."""
    for band, level in enumerate(levels):
        if p.levels[band] != level:
            p = legal.band_set(p, band, level)
    return p


def band_actions(before: Levels, after: Levels) -> tuple[str, ...]:
    """The band moves from one terrain to the other, band 1 first."""
    return tuple(str(BandAction(band, after[band])) for band in range(BANDS) if before[band] != after[band])


@cache
def _by_cost(levels: Levels) -> tuple[Levels, ...]:
    """All terrains, those with the fewest bands moved first, then those with the least travel."""

    def cost(other: Levels) -> tuple[int, int]:
        travels = [abs(a - b) for a, b in zip(levels, other)]
        return sum(travel > 0 for travel in travels), sum(travels)

    return tuple(sorted(ALL_TERRAINS, key=cost))


@cache
def cheapest(levels: Levels, pane: int, direction: str) -> tuple[tuple[Ray, Levels], ...]:
    """The different rays from ``pane`` under ``free``, each with the terrain that is least work to set."""
    if direction in "ew":  # levels play no part across a row
        return ((ray_of(levels, pane, direction), levels),)
    found: dict[int, tuple[Ray, Levels]] = {}
    for other in _by_cost(levels):
        ray = ray_of(other, pane, direction)
        found.setdefault(id(ray), (ray, other))
    return tuple(found.values())
