"""A match of the card game played to its end by the rules of thumb, on bare numbers and very fast.

Suits mean nothing here: a zone is how many cards it has of each rank, and a set of ranks as 13 bits. That is
all the rules of ``rules.cards.play`` over again, so a test steps through whole matches by those and by
``thumb.act`` and finds the same end.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from rules.bots.cards.thumb import BURN, COST, FOUR, KEPT
from rules.bots.protocol import Rng
from rules.cards.cards import RANKS, TEN, members
from rules.cards.options import EMPTY, Options
from rules.cards.state import TURNED, Seat, State

LONGEST: Final = 300
"""Turns after which a match counts as undecided."""
HASTE: Final = 0.0005
"""What a turn costs: who wins whatever it does would else see no reason to end the match."""
_COUNT: Final = len(RANKS)
_TEN_BIT: Final = 1 << TEN


def _cheapest() -> list[int]:
    """For every set of ranks the one that is given away first."""
    order = sorted(range(_COUNT), key=COST.__getitem__)
    return [next((r for r in order if ranks >> r & 1), -1) for ranks in range(1 << _COUNT)]


CHEAPEST: Final = _cheapest()


@lru_cache
def _fits(options: Options) -> tuple[int, ...]:
    """Which ranks go on each top rank, as 13 bits."""
    return tuple(sum(1 << rank for rank in range(_COUNT) if cards >> 4 * rank & 1) for cards in options.fits)


class _Zone:
    """Cards by rank."""

    __slots__ = ("counts", "ranks", "total")

    def __init__(self, cards: int) -> None:
        self.counts = [0] * _COUNT
        self.ranks = 0
        self.total = 0
        for card in members(cards):
            self.add(card >> 2)

    def add(self, rank: int) -> None:
        self.counts[rank] += 1
        self.ranks |= 1 << rank
        self.total += 1

    def take(self, rank: int, count: int) -> None:
        self.counts[rank] -= count
        self.total -= count
        if not self.counts[rank]:
            self.ranks ^= 1 << rank


class _Hand:
    """What one seat has."""

    __slots__ = ("down", "hand", "up")

    def __init__(self, seat: Seat) -> None:
        self.hand = _Zone(seat.hand)
        self.up = _Zone(seat.up)
        self.down = [card >> 2 for card in reversed(seat.down) if card != TURNED]
        """The last is turned first."""


def share(s: State, me: int, rng: Rng, wild: float = 0.0, longest: int = LONGEST) -> float:
    """What seat ``me`` gets when everybody plays on from ``s`` by rules of thumb, erring with chance
    ``wild``.

    1 when it gets rid of all cards, less ``HASTE`` for each turn until then; 0 when it loses, 0.5 when
    neither has come after ``longest`` turns. ``s`` is past the exchange.
    """
    table, options = s.table, s.setup.options
    turn = table.turn
    if me in table.order:
        return 1.0
    if turn is None:
        return 0.5 if len(table.order) < len(table.seats) - 1 else 0.0
    fits = _fits(options)
    hand_size, four_burn, optional = s.setup.hand_size, options.four_burn, options.optional_pickup
    seats = [_Hand(seat) for seat in table.seats]
    inside = [n for n in range(len(seats)) if n not in table.order]
    pile = [card >> 2 for card in table.pile]
    run = _run(pile)
    stock = [card >> 2 for card in table.stock]
    random = rng.random
    opening = table.open_rank
    for played in range(1, longest + 1):
        seat = seats[turn]
        hand = seat.hand
        zone = hand if hand.total else seat.up
        top = pile[-1] if pile else EMPTY
        again = False
        if not zone.total:
            rank = seat.down.pop()
            if fits[top] >> rank & 1:
                count = 1
            else:
                hand.add(rank)
                count = 0
        else:
            can = zone.ranks & (fits[top] if opening is None else 1 << opening)
            last = hand.total + seat.up.total if not (stock or seat.down) else 0
            if zone.ranks == can and last == zone.total == zone.counts[can.bit_length() - 1]:
                rank, count = can.bit_length() - 1, last  # the seat's last cards, at once: it is out
            else:
                rank, count = _choice(zone, can, pile, run, four_burn, optional, wild, random)
            if count:
                zone.take(rank, count)
        opening = None
        if count:
            pile += [rank] * count
            run = run + count if rank == top else count
            if rank == TEN or (four_burn and run >= 4):
                pile.clear()
                run = 0
                again = True
            while stock and hand.total < hand_size:
                hand.add(stock.pop())
            if not (hand.total or seat.up.total or seat.down):
                place = inside.index(turn)
                del inside[place]
                if turn == me:
                    return 1.0 - HASTE * played
                if len(inside) == 1:
                    return 0.0
                turn = inside[place % len(inside)]
                continue
        else:
            for rank in pile:
                hand.add(rank)
            pile.clear()
            run = 0
        if not again:
            turn = inside[(inside.index(turn) + 1) % len(inside)]
    return 0.5


def _run(pile: list[int]) -> int:
    """How many cards of one rank lie on top."""
    run = 0
    for rank in reversed(pile):
        if rank != pile[-1]:
            break
        run += 1
    return run


def _choice(
    zone: _Zone,
    can: int,
    pile: list[int],
    run: int,
    four_burn: bool,
    optional: bool,
    wild: float,
    random: Callable[[], float],
) -> tuple[int, int]:
    """The rank and number of cards to play; no cards: the pile is taken. See ``thumb.act``.

    ``run``: how many cards of one rank lie on top, where four of them together would burn.
    """
    if not can:
        return 0, 0
    counts = zone.counts
    top = pile[-1] if pile else EMPTY
    if wild and random() < wild:
        ranks = [rank for rank in range(_COUNT) if can >> rank & 1]
        options = len(ranks) + (optional and bool(pile))
        pick = int(random() * options)
        if pick == len(ranks):
            return 0, 0
        return ranks[pick], 1 if ranks[pick] in KEPT else counts[ranks[pick]]
    rank = CHEAPEST[can]
    best = COST[rank]
    if can & _TEN_BIT:
        price = COST[TEN] - BURN * (len(pile) + 1)
        if price < best or (price == best and rank > TEN):
            rank, best = TEN, price
    if four_burn and (run or 4 in counts):
        for four in range(_COUNT):
            played = 1 if four in KEPT else counts[four]
            if can >> four & 1 and four != TEN and played + (run if four == top else 0) >= 4:
                price = COST[four] - BURN * (len(pile) + played) - FOUR
                if price < best or (price == best and four < rank):
                    rank, best = four, price
    return rank, 1 if rank in KEPT else counts[rank]
