"""The plainest bot: any legal action, each with the same chance. For every game, and the measure of the
others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.bots.protocol import Budget, Decision, Rng
from rules.protocol import Game, Json, Message


@dataclass(frozen=True, slots=True)
class Random:
    """Plays anything."""

    spec: str = "random"
    seconds: float = 1.0

    def choose(
        self, game: Game, view: Mapping[str, Json], actions: Sequence[str], budget: Budget, rng: Rng
    ) -> Decision:
        action = rng.choice(actions)
        return Decision(action, None, (action,), Message("bots.note.random"))


def only(actions: Sequence[str]) -> Decision | None:
    """The decision where there is nothing to decide."""
    if len(actions) != 1:
        return None
    return Decision(actions[0], None, (actions[0],), Message("bots.note.only"))
