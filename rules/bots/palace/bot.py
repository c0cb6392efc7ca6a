"""The players of Palace: one that looks at the next position only, and one that searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.bots.bot import Budget, Decision, Rng
from rules.bots.palace.engine import ENGINES, search
from rules.bots.palace.evaluate import FORCED, WIN
from rules.bots.palace.search import DEEPEST, Result, Search
from rules.bots.palace.turns import Turn, turns
from rules.palace.game import GAME
from rules.protocol import Game, Json, Message


@dataclass(frozen=True, slots=True)
class Greedy:
    """Takes the turn after which things look best, without a look at the answer."""

    seconds: float = 2.0
    spec: str = "greedy"

    def choose(
        self, game: Game, view: Mapping[str, Json], actions: Sequence[str], budget: Budget, rng: Rng
    ) -> Decision:
        position = GAME.from_json(view)
        found = turns(position)
        rng.shuffle(found)
        return decision(Search(position).run(1, found))


@dataclass(frozen=True, slots=True)
class AlphaBeta:
    """Searches ``depth`` turns deep or ``nodes`` positions, whichever is reached first.

    With ``noise`` (in spheres) it judges every turn by its value at ``depth`` and errs: each value is off by
    a normal error of that size, wins and losses that it sees excepted. ``engine`` is "auto" (the compiled
    core where there is one), "core" or "python".
    """

    WORDS: ClassVar[dict[str, tuple[str, ...]]] = {"engine": ENGINES}
    depth: int = DEEPEST
    nodes: int = 200_000
    noise: float = 0.0
    engine: str = "auto"
    seconds: float = 5.0
    spec: str = "alphabeta"

    def choose(
        self, game: Game, view: Mapping[str, Json], actions: Sequence[str], budget: Budget, rng: Rng
    ) -> Decision:
        position = GAME.from_json(view)
        if self.noise:
            return self._erring(Search(position).all_values(max(1, self.depth)), rng)
        found = search(
            position,
            depth=self.depth,
            nodes=budget.limit(self.nodes),
            expired=budget.expired,
            rng=rng,
            engine=self.engine,
        )
        return decision(found)

    def _erring(self, result: Result, rng: Rng) -> Decision:
        def seen(pair: tuple[Turn, int]) -> float:
            value = pair[1]
            error = 0.0 if abs(value) > FORCED else rng.gauss(0.0, 100 * self.noise)
            return value + error

        turn, value = max(result.values, key=seen)
        return decision(Result(value, (turn,), result.depth, result.nodes))


def decision(result: Result) -> Decision:
    """A search's result as an answer: the line as single actions."""
    line = tuple(action for turn in result.line for action in turn.actions)
    return Decision(line[0], result.value / 100, line, note(result))


def note(result: Result) -> Message:
    """What the search found, in words."""
    if abs(result.value) > FORCED:
        code = "bots.note.win" if result.value > 0 else "bots.note.loss"
        return Message(code, {"turns": (WIN - abs(result.value) + 1) // 2})
    return Message("bots.note.searched", {"depth": result.depth, "nodes": result.nodes})
