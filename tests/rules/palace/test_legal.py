"""What may be played, against a plain reading of the rule book that tries everything."""

from __future__ import annotations

import itertools
import random

import pytest

from rules.palace import GAME, Position
from rules.palace.geometry import COLUMNS, DIRECTIONS, ENTRANCES, LEVELS, NAMES, WHITE, panes_of
from rules.palace.legal import children, number_of_actions
from rules.palace.position import BANDS_OPTIONS
from rules.palace.slow import roll


def duties(p: Position, levels: tuple[int, ...]) -> set[str]:
    """The places and rolls of the side to move, were the bands at ``levels``: pane by pane, by the book."""
    white = p.turn == WHITE
    own = p.white if white else p.black
    taken = frozenset(panes_of(p.white | p.black))
    entrance = levels[0 if white else 4]
    found = {
        f"@{column}"
        for column in p.reserves[p.turn]
        if entrance == 1 and ENTRANCES[p.turn] + COLUMNS.index(column) not in taken
    }
    for pane, direction in itertools.product(panes_of(own), DIRECTIONS):
        if roll(levels, taken, pane, direction).end != "blocked":
            found.add(NAMES[pane] + direction)
    return found


def changed(levels: tuple[int, ...], band: int, level: int) -> tuple[int, ...]:
    return tuple(level if n == band else now for n, now in enumerate(levels))


def by_the_book(p: Position) -> set[str]:
    """All legal actions, each ``bands`` option spelled out, passing decided by trying what could be moved."""
    if min(p.spheres) < 4:
        return set()
    now = duties(p, p.levels)
    far = {(b, level) for b in range(5) for level in LEVELS if level != p.levels[b]}
    near = {(b, level) for b, level in far if abs(level - p.levels[b]) == 1}
    if p.bands == "locked":
        moves, could = set(), bool(now)
    elif p.bands == "free":
        moves = far
        could = bool(now) or any(duties(p, terrain) for terrain in itertools.product(LEVELS, repeat=5))
    elif p.bands == "action":
        moves, could = near, True
    elif p.moved:
        moves, could = set(), bool(now)
    else:
        useful = {(b, level) for b, level in near if duties(p, changed(p.levels, b, level))}
        could = bool(now) or bool(useful)
        moves = useful if could else near
    return now | {f"B{b + 1}={level}" for b, level in moves} | (set() if could else {"pass"})


def some_positions(bands: str, rng: random.Random) -> list[Position]:
    """Positions of random play, and crowded or starved ones that play seldom reaches."""
    found = []
    position = Position.start(bands)
    while GAME.actor(position) is not None and len(found) < 60:
        found.append(position)
        position = GAME.apply(position, rng.choice(GAME.actions(position)))
    for _ in range(60):
        board = rng.sample(range(80) if rng.random() < 0.5 else [*range(8), *range(72, 80)], 12)
        whites, blacks = board[: rng.randint(0, 6)], board[6 : 6 + rng.randint(0, 6)]
        reserves = [sum(1 << n for n in rng.sample(range(8), rng.choice((0, 2)))) for _ in "wb"]
        moved = (rng.randint(1, 5),) if bands == "single" and rng.random() < 0.3 else ()
        made = Position(
            sum(1 << n for n in whites),
            sum(1 << n for n in blacks),
            *reserves,
            tuple(rng.choice(LEVELS) for _ in range(5)),
            rng.randint(0, 1),
            moved,
            rng.randint(1, 99),
            bands,
            None,
        )
        if max(made.spheres) >= 4:
            found.append(made)
    # The one way to be stuck but for a wall of the other side's spheres: nothing on the board, no way in.
    for levels in itertools.product(LEVELS, repeat=2):
        text = f"8/8/8/8/8/8/8/8/8/bbbb4 {levels[0]}12{levels[1]}1 w {rng.choice(('abcd', 'abch'))}/- - 1"
        found.append(Position.parse(text, bands))
    return found


@pytest.mark.parametrize("bands", BANDS_OPTIONS)
def test_actions_are_those_of_the_book(bands: str) -> None:
    """The listed actions are exactly those a plain reading of the rules finds, passing included."""
    positions = some_positions(bands, random.Random(5))
    for position in positions:
        assert set(GAME.actions(position)) == by_the_book(position), position
    passing = [p for p in positions if "pass" in GAME.actions(p)]
    assert bool(passing) == (bands != "action")


@pytest.mark.parametrize("bands", BANDS_OPTIONS)
def test_children_and_number_agree_with_actions(bands: str) -> None:
    """The fast walk makes the same positions as applying each listed action, and counts the same."""
    for position in some_positions(bands, random.Random(6)):
        actions = GAME.actions(position)
        assert number_of_actions(position) == len(actions)
        made = sorted(child.text() for child in children(position))
        assert made == sorted(GAME.apply(position, action).text() for action in actions)
