"""The players of the card game: by rules of thumb, and by playing every action out in worlds that may be.

A world is a full state that agrees with the view: the unseen cards dealt at random, but so that what
everybody has seen stays true (``Cards.determinize``). From each, the match is played to its end by the rules
of thumb.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.bots.cards import thumb
from rules.bots.cards.playout import share
from rules.bots.protocol import Budget, Decision, Rng
from rules.bots.race import race
from rules.bots.simple import only
from rules.cards.actions import Action, read
from rules.cards.cards import NAMES
from rules.cards.play import RULES
from rules.cards.state import State
from rules.protocol import Game, Json, Message


@dataclass(frozen=True, slots=True)
class Thumb:
    """Plays by rules of thumb; with the chance ``wild`` anything, unless it can be out at once."""

    wild: float = 0.0
    seconds: float = 1.0
    spec: str = "thumb"

    def choose(
        self, game: Game, view: Mapping[str, Json], actions: Sequence[str], budget: Budget, rng: Rng
    ) -> Decision:
        if alone := only(actions):
            return alone
        s = game.determinize(view, rng)
        if self.wild and rng.random() < self.wild and not thumb.finish(s):
            return _decided(rng.choice(actions))
        return by_thumb(s, view["seat"], rng)


@dataclass(frozen=True, slots=True)
class MonteCarlo:
    """Plays each action out: ``iterations`` matches in all, in which everybody errs with the chance
    ``wild``.
    """

    iterations: int = 2000
    wild: float = 0.1
    seconds: float = 5.0
    spec: str = "montecarlo"

    def choose(
        self, game: Game, view: Mapping[str, Json], actions: Sequence[str], budget: Budget, rng: Rng
    ) -> Decision:
        if alone := only(actions):
            return alone
        seat = view["seat"]
        s = game.determinize(view, rng)
        if view["phase"] == "swap" or view["seats"][seat]["zone"] == "down" or thumb.finish(s):
            return by_thumb(s, seat, rng)
        found = race(
            [read(text) for text in actions],
            budget.limit(self.iterations),
            lambda: game.determinize(view, rng),
            lambda s, action: share(RULES[action.kind](s, seat, action), seat, rng, self.wild),
            budget.expired,
        )
        note = Message("bots.note.simulated", {"games": found.played})
        text = write(found.action)
        return Decision(text, found.value, (text,), note)


def by_thumb(s: State, seat: int, rng: Rng) -> Decision:
    """The action by rules of thumb; in the exchange also those that follow it."""
    if s.table.phase != "swap":
        return _decided(write(thumb.act(s, rng)))
    line = []
    while not s.setup.ready[seat]:
        action = thumb.exchange(s.table.seats[seat])
        s = RULES[action.kind](s, seat, action)
        line.append(write(action))
    return Decision(line[0], None, tuple(line), Message("bots.note.rule"))


def _decided(text: str) -> Decision:
    return Decision(text, None, (text,), Message("bots.note.rule"))


def write(action: Action) -> str:
    """The action as text."""
    if action.kind == "turn":
        return f"turn {action.slot}"
    return " ".join([action.kind, *(NAMES[card] for card in action.cards)])
