"""The players of Palace: one that looks at the next position only, and one that searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.bots.palace.engine import ENGINES, search
from rules.bots.palace.evaluate import FORCED, WIN
from rules.bots.palace.search import DEEPEST, Result, Search
from rules.bots.palace.turns import turns
from rules.bots.protocol import Budget, Decision, Rng
from rules.palace.game import GAME
from rules.protocol import Game, Json, Message

MOST_JITTER: Final = 100.0
"""Spheres; more would be mistaken for a match won by force."""


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

    ``jitter`` (in spheres) is how far it may misjudge each position it reaches, by an error of its own: a
    little keeps it from going round in circles, much makes it err like a person. ``engine`` is "auto" (the
    compiled core where there is one), "core" or "python".
    """

    WORDS: ClassVar[dict[str, tuple[str, ...]]] = {"engine": ENGINES}
    depth: int = DEEPEST
    nodes: int = 200_000
    jitter: float = 0.2
    engine: str = "auto"
    seconds: float = 5.0
    spec: str = "alphabeta"

    def choose(
        self, game: Game, view: Mapping[str, Json], actions: Sequence[str], budget: Budget, rng: Rng
    ) -> Decision:
        found = search(
            GAME.from_json(view),
            depth=max(1, self.depth),
            nodes=budget.limit(self.nodes),
            expired=budget.expired,
            rng=rng,
            jitter=round(100 * min(self.jitter, MOST_JITTER)),
            engine=self.engine,
        )
        return decision(found)


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
