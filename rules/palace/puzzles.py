"""Puzzles: positions in which a sphere of the other side can be broken within n turns, in exactly one way.

    >>> from random import Random
    >>> puzzle = generate(Random(3), "locked", 1)
    >>> [list(turn.actions) for turn in keys(puzzle.start(), puzzle.turns)] == [list(puzzle.key)]
    True

"In n turns" counts the turns of the side to move, whatever the other side answers; there is no shorter way.
"One way" means one result of the first turn: under ``free`` other terrains may lead to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.bots.palace.children import children_of
from rules.bots.palace.evaluate import evaluator
from rules.bots.palace.search import Node, node_of
from rules.bots.palace.turns import Turn, turns
from rules.bots.protocol import Rng, never
from rules.palace import legal
from rules.palace.game import GAME
from rules.palace.geometry import COLUMNS, LEAST, LEVELS, PANES, bit
from rules.palace.position import BandsOption, Position
from rules.protocol import Json

MOST_TURNS = 3
MOST_TRIES = 20_000


@dataclass(frozen=True, slots=True)
class Puzzle:
    """``position`` (a text) under ``bands``: the side to move breaks a sphere in ``turns`` turns.

    ``key`` is the only first turn that does it, as actions.
    """

    position: str
    bands: BandsOption
    turns: int
    key: tuple[str, ...]

    def start(self) -> Position:
        return Position.parse(self.position, self.bands)

    def solves(self, actions: tuple[str, ...]) -> bool:
        """Whether these actions, a whole turn, are the key or come to the same."""
        return node_of(self._after(actions)) == node_of(self._after(self.key))

    def to_json(self) -> dict[str, Json]:
        return {
            "position": self.position,
            "bands": self.bands,
            "turns": self.turns,
            "key": list(self.key),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Puzzle:
        """The puzzle ``to_json`` wrote."""
        return cls(data["position"], data["bands"], data["turns"], tuple(data["key"]))

    def _after(self, actions: tuple[str, ...]) -> Position:
        position = self.start()
        for action in actions:
            position = GAME.apply(position, action)
        return position


def forced(node: Node, option: BandsOption, count: int) -> bool:
    """Whether the side to move can break a sphere within ``count`` of its turns, whatever is answered."""
    own, other, own_reserve, other_reserve, levels, seat, left = node
    white, black = (other, own) if seat else (own, other)
    by_white, by_black, _ = evaluator(option).lines(white, black, levels)
    if (by_black if seat else by_white) & other:
        return True
    if count <= 1:
        return False
    return any(
        gain >= 0 and _holds((others, mine, other_reserve, reserve, after, 1 - seat, left), option, count - 1)
        for gain, _, mine, others, reserve, after in children_of(option)(
            own, other, own_reserve, levels, seat
        )
    )


def _holds(node: Node, option: BandsOption, count: int) -> bool:
    """Whether every answer of the side to move leaves the other one a forced break within ``count``."""
    own, other, own_reserve, other_reserve, levels, seat, left = node
    others_left = other.bit_count() + other_reserve.bit_count()
    for gain, _, mine, others, reserve, after in children_of(option)(own, other, own_reserve, levels, seat):
        if gain < 0:
            continue  # it breaks its own sphere: the wish is granted
        if gain > 0 and others_left == LEAST:
            return False  # ... by losing the match
        if not forced((others, mine, other_reserve, reserve, after, 1 - seat, left), option, count):
            return False
    return True


def keys(position: Position, count: int) -> list[Turn]:
    """The turns that break a sphere, or force it within ``count`` turns; one of each result."""
    found: dict[tuple[int, ...], Turn] = {}
    other = 1 - position.turn
    for turn in turns(position):
        if turn.after.spheres[other] < position.spheres[other]:
            found.setdefault(turn.key, turn)
        elif count > 1 and not legal.over(turn.after):
            kept = turn.after.spheres[position.turn] == position.spheres[position.turn]
            if kept and _holds(node_of(turn.after), position.bands, count - 1):
                found.setdefault(turn.key, turn)
    return list(found.values())


def generate(
    rng: Rng, bands: BandsOption = "free", count: int = 2, *, expired: Callable[[], bool] = never
) -> Puzzle | None:
    """A puzzle in ``count`` turns (1 to 3), checked; None when the time is over or none was found.

    Raises ValueError for another number of turns.
    """
    if not 1 <= count <= MOST_TURNS:
        raise ValueError(f"puzzles take 1 to {MOST_TURNS} turns, not {count}")
    for _ in range(MOST_TRIES):
        if expired():
            return None
        position = _scattered(rng, bands)
        if count > 1 and forced(node_of(position), bands, count - 1):
            continue
        found = keys(position, count)
        if len(found) == 1:
            return Puzzle(position.text(), bands, count, found[0].actions)
    return None


def _scattered(rng: Rng, bands: BandsOption) -> Position:
    """Four to six spheres of each side on the board, at most two waiting, bands anyhow, White to move."""
    panes = list(range(PANES))
    rng.shuffle(panes)
    white_count, black_count = 4 + rng.randrange(3), 4 + rng.randrange(3)
    white = sum(bit(pane) for pane in panes[:white_count])
    black = sum(bit(pane) for pane in panes[white_count : white_count + black_count])
    waiting = [sum({bit(rng.randrange(len(COLUMNS))) for _ in range(rng.randrange(3))}) for _ in range(2)]
    levels = tuple(LEVELS[rng.randrange(3)] for _ in range(5))
    return Position(white, black, waiting[0], waiting[1], levels, 0, (), 1, bands, None)
