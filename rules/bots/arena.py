"""Bots against bots, fairly: the same deal with every seating, and an honest interval around the result.

One *deal* (a deal of cards, or for Palace a few random turns to begin with) is played once for each seat that
A can sit in, all other seats taken by B. So luck of the deal and of the seat falls to both alike. The
interval counts every match for itself: where the deal decides, the matches of one deal cancel out, and it
is too wide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from rules.bots.palace.turns import turns
from rules.bots.protocol import Bot, Budget, Rng
from rules.palace.position import Position
from rules.protocol import CHANCE, Game, Outcome

OPENING: Final = 4
"""Random turns before a match of Palace, for want of chance in its rules."""
MOST_TURNS: Final = 400
"""A match of Palace that is longer counts as drawn, unless its options say otherwise."""


@dataclass(frozen=True, slots=True)
class Played:
    """One match: what A got (1 won, 0 lost, with more seats the share of the others it left behind), and how.

    ``seconds`` and ``decisions`` are those of A, then those of all B together.
    """

    share: float
    outcome: Outcome
    actions: int
    seconds: tuple[float, float]
    decisions: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tally:
    """All matches together. ``share`` is A's mean, between ``low`` and ``high`` with 95 % confidence."""

    matches: int
    won: int
    even: int
    lost: int
    share: float
    low: float
    high: float
    capped: int
    actions: float
    seconds: tuple[float, float]
    """A decision, of A and of B."""


def share(outcome: Outcome, seat: int) -> float:
    """The part of the other seats that ``seat`` has left behind, ties half."""
    others = [rank for other, rank in enumerate(outcome.ranks) if other != seat]
    mine = outcome.ranks[seat]
    if seat in outcome.losers and len(outcome.losers) == 1:
        return 0.0
    if outcome.reason == "last_player":  # whoever does not lose has won: the order of going out is no matter
        return 0.5 + 0.5 / len(others) if others else 0.5
    return sum(1.0 if mine < rank else 0.5 if mine == rank else 0.0 for rank in others) / len(others)


def interval(successes: float, trials: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a share: 95 % for z = 1.96. (0, 1) without trials."""
    if not trials:
        return 0.0, 1.0
    p = successes / trials
    middle = (p + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    return max(0.0, middle - half), min(1.0, middle + half)


def deal(game: Game, seats: int, options: Mapping[str, Any], rng: Rng) -> Any:
    """The state in which all seatings of one deal begin."""
    chosen = dict(options)
    if game.key == "palace" and chosen.get("max_turns") is None:
        chosen["max_turns"] = MOST_TURNS
    state = game.new(seats, chosen)
    if isinstance(state, Position):
        for _ in range(OPENING):
            following = [turn.after for turn in turns(state) if game.outcome(turn.after) is None]
            state = rng.choice(following)
    while game.actor(state) == CHANCE:
        state = game.apply(state, game.chance(state, rng))
    return state


def play(
    game: Game,
    state: Any,
    a: Bot,
    b: Bot,
    seat: int,
    rng: Rng,
    clock: Callable[[], float],
    budget: Callable[[Bot], Budget],
) -> Played:
    """A plays in ``seat``, B in all others, from ``state`` to the end. ``clock`` measures, ``budget``
    limits.
    """
    seconds, decisions = [0.0, 0.0], [0, 0]
    lines: dict[int, Sequence[str]] = {}
    actions = 0
    while (actor := game.actor(state)) is not None:
        actions += 1
        if actor == CHANCE:
            state = game.apply(state, game.chance(state, rng))
            continue
        now = min(actor) if isinstance(actor, frozenset) else int(actor)
        legal = game.actions(state, now)
        line = lines.get(now, ())
        if not line or line[0] not in legal:
            who = 0 if now == seat else 1
            begun = clock()
            player = (a, b)[who]
            line = player.choose(game, game.view(state, now), legal, budget(player), rng).line
            seconds[who] += clock() - begun
            decisions[who] += 1
        state = game.apply(state, line[0], now)
        # The rest of the line holds for as long as the turn does.
        lines[now] = line[1:] if game.actor(state) == actor or isinstance(actor, frozenset) else ()
    outcome = game.outcome(state)
    assert outcome is not None
    return Played(
        share(outcome, seat), outcome, actions, (seconds[0], seconds[1]), (decisions[0], decisions[1])
    )


def tally(played: Sequence[Played]) -> Tally:
    """What the matches come to."""
    number = len(played)
    total = sum(match.share for match in played)
    low, high = interval(total, number)
    seconds = [
        sum(match.seconds[who] for match in played) / max(1, sum(match.decisions[who] for match in played))
        for who in (0, 1)
    ]
    return Tally(
        matches=number,
        won=sum(match.share > 0.5 for match in played),
        even=sum(match.share == 0.5 for match in played),
        lost=sum(match.share < 0.5 for match in played),
        share=total / max(1, number),
        low=low,
        high=high,
        capped=sum(match.outcome.reason == "turn_cap" for match in played),
        actions=sum(match.actions for match in played) / max(1, number),
        seconds=(seconds[0], seconds[1]),
    )
