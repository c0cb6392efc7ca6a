"""What may be played in a position, and the position after it, on sets of panes. Fast; no texts.

Every rule of a roll is in ``slow.py`` and reaches this module through the tables. Here stand the rules of
placing, of the four ``bands`` options, of passing and of the end.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.palace.geometry import (
    BANDS,
    ENTRANCE_BANDS,
    ENTRANCES,
    LEAST,
    LEVELS,
    WHITE,
    bit,
    panes_of,
)
from rules.palace.position import Position
from rules.palace.tables import Effect, terrain


def broken(position: Position) -> int | None:
    """The seat that has fewer than four spheres, if one has."""
    white, black = position.spheres
    if white < LEAST:
        return 0
    return 1 if black < LEAST else None


def over(position: Position) -> bool:
    """Whether a side is broken or the turn limit is reached."""
    limit = position.max_turns
    return (limit is not None and position.count > limit) or broken(position) is not None


def own(position: Position) -> int:
    """The panes with spheres of the side to move."""
    return position.white if position.turn == WHITE else position.black


def entrances(position: Position) -> int:
    """The free panes before which a sphere of the side to move waits, whatever the level of their band."""
    reserve = position.white_reserve if position.turn == WHITE else position.black_reserve
    return reserve << ENTRANCES[position.turn] & ~(position.white | position.black)


def places(position: Position) -> int:
    """The panes on which the side to move may place a sphere."""
    if position.levels[ENTRANCE_BANDS[position.turn]] != 1:
        return 0
    return entrances(position)


def rolls(position: Position) -> int:
    """The legal rolls of the side to move, as a set of the slots of ``tables``."""
    mine = position.white if position.turn == WHITE else position.black
    return terrain(position.levels).legal(mine, position.white | position.black)


def dutiful(position: Position, levels: tuple[int, ...]) -> bool:
    """Whether the side to move could place or roll, were the bands at ``levels``."""
    if levels[ENTRANCE_BANDS[position.turn]] == 1 and entrances(position):
        return True
    return terrain(levels).legal(own(position), position.occupied) != 0


def with_level(levels: tuple[int, ...], band: int, level: int) -> tuple[int, ...]:
    """The levels after band ``band`` (0-4) is set to ``level``."""
    return (*levels[:band], level, *levels[band + 1 :])


def band_steps(position: Position, most: int) -> list[tuple[int, int]]:
    """All (band 0-4, level) that differ from now by one to ``most`` levels."""
    return [
        (band, level)
        for band in range(BANDS)
        for level in LEVELS
        if 0 < abs(level - position.levels[band]) <= most
    ]


def useful_steps(position: Position) -> list[tuple[int, int]]:
    """The band moves of one level after which the side to move could place or roll."""
    levels = position.levels
    return [
        (b, level) for b, level in band_steps(position, 1) if dutiful(position, with_level(levels, b, level))
    ]


def band_moves(position: Position) -> list[tuple[int, int]]:
    """The legal band moves, as (band 0-4, level), in order. The match is not over."""
    match position.bands:
        case "free":
            return band_steps(position, 2)
        case "action":
            return band_steps(position, 1)
        case "single" if not position.moved:
            # One that leaves neither a place nor a roll is illegal, unless nothing else is possible at all.
            useful = useful_steps(position)
            stuck = not useful and not dutiful(position, position.levels)
            return band_steps(position, 1) if stuck else useful
    return []


def may_pass(position: Position) -> bool:
    """Whether the duty to place or roll cannot be met in this turn. The match is not over."""
    match position.bands:
        case "action":
            return False  # some band can always be moved by one level
        case "free":
            # With a sphere on the board some terrain always gives a roll; level 1 is always in reach.
            return not own(position) and not entrances(position)
    if dutiful(position, position.levels):
        return False
    return position.bands == "locked" or bool(position.moved) or not useful_steps(position)


def placed(position: Position, pane: int) -> Position:
    """After a legal placing on ``pane``."""
    p = position
    column = bit(pane - ENTRANCES[p.turn])
    if p.turn == WHITE:
        return _turned(p, p.white | bit(pane), p.black, p.white_reserve ^ column, p.black_reserve)
    return _turned(p, p.white, p.black | bit(pane), p.white_reserve, p.black_reserve ^ column)


def rolled(position: Position, effect: Effect) -> Position:
    """After a legal roll with that effect."""
    p = position
    white, black = p.white, p.black
    if effect.victim:
        if white & effect.victim:
            white ^= effect.shift
        else:
            black ^= effect.shift
    if p.turn == WHITE:
        white ^= effect.mover
    else:
        black ^= effect.mover
    return _turned(p, white, black, p.white_reserve, p.black_reserve)


def passed(position: Position) -> Position:
    p = position
    return _turned(p, p.white, p.black, p.white_reserve, p.black_reserve)


def band_set(position: Position, band: int, level: int) -> Position:
    """After a legal band move. The turn goes on, but under ``action``, where it was the turn's action."""
    p = position
    levels = with_level(p.levels, band, level)
    turn, moved, count = p.turn, p.moved, p.count
    if p.bands == "action":
        turn, count = 1 - turn, count + 1
    elif p.bands == "single":
        moved = (band + 1,)
    return Position(
        p.white,
        p.black,
        p.white_reserve,
        p.black_reserve,
        levels,
        turn,
        moved,
        count,
        p.bands,
        p.max_turns,
    )


def _turned(p: Position, white: int, black: int, white_reserve: int, black_reserve: int) -> Position:
    """The turn is over: the other side's begins."""
    return Position(
        white,
        black,
        white_reserve,
        black_reserve,
        p.levels,
        1 - p.turn,
        (),
        p.count + 1,
        p.bands,
        p.max_turns,
    )


def number_of_actions(position: Position) -> int:
    """``len(actions)`` without making any of them."""
    if over(position):
        return 0
    number = places(position).bit_count() + rolls(position).bit_count()
    if position.bands == "locked":
        return number or 1
    return number + len(band_moves(position)) + may_pass(position)


def children(position: Position) -> Iterator[Position]:
    """The position after each legal action, in no particular order."""
    if over(position):
        return
    nothing = True
    for pane in panes_of(places(position)):
        nothing = False
        yield placed(position, pane)
    occupied = position.white | position.black
    rays = terrain(position.levels).rays
    slots = rolls(position)
    while slots:
        nothing = False
        lowest = slots & -slots
        slots ^= lowest
        ray = rays[lowest.bit_length() - 1]
        assert ray is not None
        yield rolled(position, ray.effect(occupied))
    if position.bands == "locked":
        if nothing:
            yield passed(position)
        return
    for band, level in band_moves(position):
        yield band_set(position, band, level)
    if may_pass(position):
        yield passed(position)
