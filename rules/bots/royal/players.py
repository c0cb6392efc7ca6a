"""The players of Palais Royal: by rules of thumb, and by playing several plans for the turn on for some
rounds.

A plan is a whole turn as the rules of thumb would play it, with other tastes in nobles each time. Every plan
is tried in the same worlds (full states that agree with the view), with everybody playing on by rules of
thumb; the one that leaves its seat furthest ahead is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from rules.bots.protocol import Budget, Decision, Rng
from rules.bots.race import race
from rules.bots.royal import thumb
from rules.bots.royal.worth import total
from rules.bots.simple import only
from rules.protocol import CHANCE, Game, Json, Message
from rules.royal.data import SPACES
from rules.royal.game import GAME
from rules.royal.state import State

SPREAD: Final = 0.35
"""How much tastes differ: the standard deviation of the logarithm of each noble's factor."""
SCALE: Final = 8.0
"""Points ahead that make a win about three times as likely as a loss, for the value told."""
SECRET: Final = ("draw", "end")
"""Phases that a plan does not reach into: what is drawn cannot be known."""


@dataclass(frozen=True, slots=True)
class Thumb:
    """Plays by rules of thumb; with the chance ``wild`` anything that is legal."""

    wild: float = 0.0
    seconds: float = 1.0
    spec: str = "thumb"

    def choose(
        self, game: Game, view: Mapping[str, Json], actions: Sequence[str], budget: Budget, rng: Rng
    ) -> Decision:
        if alone := only(actions):
            return alone
        if self.wild and rng.random() < self.wild:
            action = rng.choice(actions)
        else:
            action = thumb.act(game.determinize(view, rng))
        return Decision(action, None, (action,), Message("bots.note.rule"))


@dataclass(frozen=True, slots=True)
class Rollouts:
    """Tries ``plans`` plans in ``worlds`` worlds each, ``rounds`` rounds on."""

    plans: int = 8
    worlds: int = 8
    rounds: int = 2
    seconds: float = 8.0
    spec: str = "rollouts"

    def choose(
        self, game: Game, view: Mapping[str, Json], actions: Sequence[str], budget: Budget, rng: Rng
    ) -> Decision:
        if alone := only(actions):
            return alone
        s: State = game.determinize(view, rng)
        seat = s.turn.seat
        plans = self._plans(s, rng, budget.expired)
        if len(plans) == 1 or s.turn.phase in SECRET:
            return Decision(plans[0][0], None, plans[0], Message("bots.note.rule"))
        found = race(
            plans,
            budget.limit(self.plans * self.worlds),
            lambda: game.determinize(view, rng),
            lambda world, plan: self._ahead(world, plan, seat, rng),
            budget.expired,
        )
        note = Message("bots.note.simulated", {"games": found.played})
        return Decision(found.action[0], 1 / (1 + exp(-found.value / SCALE)), found.action, note)

    def _plans(self, s: State, rng: Rng, expired: Callable[[], bool]) -> list[tuple[str, ...]]:
        """Different plans; the first is the one without any special taste."""
        found = {plan(s): None}
        for _ in range(3 * self.plans):
            if len(found) >= self.plans or expired():
                break
            found[plan(s, [exp(rng.gauss(0.0, SPREAD)) for _ in SPACES])] = None
        return list(found)

    def _ahead(self, s: State, line: tuple[str, ...], seat: int, rng: Rng) -> float:
        """How far ahead of the best other seat ``seat`` is some rounds after the turn played so."""
        for action in line:
            s = GAME.apply(s, action)
        last = s.clock.round + self.rounds
        while (actor := GAME.actor(s)) is not None:
            if s.clock.round >= last and s.turn.seat == seat and s.turn.phase == "reinforce":
                break
            s = GAME.apply(s, GAME.chance(s, rng) if actor == CHANCE else thumb.act(s))
        values = [total(s, other) for other in range(len(s.players))]
        return values[seat] - max(value for other, value in enumerate(values) if other != seat)


def plan(s: State, taste: Sequence[float] | None = None) -> tuple[str, ...]:
    """The rest of the turn by rules of thumb, up to what is secret; at least one action."""
    seat = s.turn.seat
    line = [thumb.act(s, taste=taste)]
    s = GAME.apply(s, line[0])
    while GAME.actor(s) == seat and s.turn.phase not in SECRET and s.turn.seat == seat:
        if s.turn.phase == "reinforce" and len(line) > 1:
            break  # its next turn has come already: all others passed
        line.append(thumb.act(s, taste=taste))
        s = GAME.apply(s, line[-1])
    return tuple(line)
