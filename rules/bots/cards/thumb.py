"""Rules of thumb for the card game, quick enough to play whole matches out with.

They look at nothing that the seat on turn does not know: its own cards, what lies open, the number of cards.

Low cards go first, and all of a rank together; 2s go on everything and are kept for when nothing else fits;
a 10, or four of a rank, are worth it when the pile they remove is big; the pile is taken only in need. Who
can be out with one play is.
"""

from __future__ import annotations

from typing import Final

from rules.bots.protocol import Rng
from rules.cards.actions import Action
from rules.cards.cards import OF_RANK, TEN, TWO, members
from rules.cards.state import Seat, State, four_equal, may_take, playable

TAKE: Final = Action("take")
READY: Final = Action("ready")
COST: Final = (12.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 10.0, 9.0, 10.5, 11.0, 13.0)
"""By rank, 2 to A: how reluctantly one card is given away. No two are equal."""
BURN: Final = 1.0
"""... and how much less so for each card of the pile that the play removes."""
FOUR: Final = 4.0
"""... and still less when four of a rank remove it, which is harder to come by than a 10."""
KEPT: Final = frozenset({TWO, TEN})
"""Ranks of which one card at a time is played, unless they are the seat's last cards."""
SHOWN: Final = (20, 0, 1, 2, 3, 4, 5, 9, 12, 10, 13, 15, 18)
"""By rank: how good it is to have face up, for the time when stock and hand are gone."""


def act(s: State, rng: Rng, *, wild: float = 0.0) -> Action:
    """What the seat on turn does. With the chance ``wild`` it plays anything, but all of a rank or one.

    It never misses to be out.
    """
    table = s.table
    assert table.turn is not None
    seat = table.seats[table.turn]
    if not seat.hand and not seat.up:
        return Action("turn", slot=seat.slots[0])  # one is as good as another
    cards = playable(s)
    if not cards:
        return TAKE
    if done := finish(s):
        return done
    plays = _plays(cards)
    if wild and rng.random() < wild:
        options = plays + [TAKE] * may_take(s)
        return options[int(rng.random() * len(options))]
    return min(plays, key=lambda play: price(s, play))


def finish(s: State) -> Action | None:
    """The play of all that the seat on turn has left, if one play can be that: it is out with it."""
    table = s.table
    if table.turn is None:
        return None
    seat = table.seats[table.turn]
    rest = seat.hand | seat.up
    if table.stock or seat.slots or not rest or playable(s) != rest:
        return None
    rank = (rest & -rest).bit_length() - 1 >> 2
    return None if rest & ~OF_RANK[rank] else Action("play", tuple(members(rest)), rest)


def _plays(cards: int) -> list[Action]:
    """For each rank that can be played, low to high, all of its cards; of the kept ones a single card."""
    found = []
    while cards:
        rank = (cards & -cards).bit_length() - 1 >> 2
        of_rank = cards & OF_RANK[rank]
        cards ^= of_rank
        if rank in KEPT:
            of_rank &= -of_rank
        found.append(Action("play", tuple(members(of_rank)), of_rank))
    return found


def price(s: State, play: Action) -> float:
    """How reluctantly the seat on turn makes this play."""
    rank = play.cards[0] >> 2
    pile = s.table.pile
    if rank == TEN:
        return COST[rank] - BURN * (len(pile) + len(play.cards))
    if s.setup.options.four_burn and four_equal(pile + play.cards):
        return COST[rank] - BURN * (len(pile) + len(play.cards)) - FOUR
    return COST[rank]


def exchange(own: Seat) -> Action:
    """The next action before the game: good cards up, low ones into the hand, then ready."""
    hand = max(members(own.hand), key=lambda card: SHOWN[card >> 2])
    up = min(members(own.up), key=lambda card: SHOWN[card >> 2])
    if SHOWN[hand >> 2] > SHOWN[up >> 2]:
        return Action("swap", (hand, up), 1 << hand | 1 << up)
    return READY
