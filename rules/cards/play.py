"""What each action does: one function per kind, each a new state out of an old one.

The order of a play: cards to the pile; burn? (R9, R10); refill (R11); out? (R14); over? (R15); next seat.
Every function checks first and says in words why not; a state that is refused something is left as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from rules.cards.actions import Action, read_deal
from rules.cards.cards import OF_RANK, TEN, faces, mask, members
from rules.cards.options import STOCK, misfit, rank_code
from rules.cards.state import (
    TURNED,
    Event,
    Phase,
    Seat,
    State,
    Table,
    four_equal,
    may_take,
    opening_rank,
    playable,
)
from rules.protocol import IllegalAction, NotYourTurn

Burn = Literal["", "ten", "four"]
Zone = Literal["hand", "up", "down"]


def deal(s: State, text: str) -> State:
    """R2: N down, N up, N in hand for each seat, then the cards that never enter, then the stock."""
    count = len(s.table.seats)
    cards, lots = read_deal(text, count)
    row = count * s.setup.hand_size  # one card a seat, N times round
    down, up, hand, rest = cards[:row], cards[row : 2 * row], cards[2 * row : 3 * row], cards[3 * row :]
    seats = tuple(Seat(mask(hand[n::count]), mask(up[n::count]), down[n::count]) for n in range(count))
    unused = rest[:-STOCK] if s.setup.options.deal == "short" else ()
    setup = s.setup._replace(lots=lots, unused=mask(unused))
    return State(setup, Table("swap", seats, stock=rest[len(unused) :], last=Event("deal")))


def swap(s: State, index: int, action: Action) -> State:
    """R3: one own hand card for one own face-up card."""
    _exchanging(s, index)
    seat = s.table.seats[index]
    given, got = action.cards
    if not seat.hand >> given & 1:
        raise IllegalAction("cards.not_in_hand", card=faces([given]))
    if not seat.up >> got & 1:
        raise IllegalAction("cards.not_face_up", card=faces([got]))
    both = action.mask
    seat = Seat(seat.hand ^ both, seat.up ^ both, seat.down)
    event = Event("swap", index, action.cards, "hand")
    return State(s.setup, s.table._replace(seats=_with(s, index, seat), last=event))


def ready(s: State, index: int, action: Action) -> State:
    """R3, R4: final for the seat; the last one ready opens the game."""
    _exchanging(s, index)
    setup, seats = s.setup, s.table.seats
    setup = setup._replace(ready=(*setup.ready[:index], True, *setup.ready[index + 1 :]))
    table = s.table._replace(last=Event("ready", index))
    if not all(setup.ready):
        return State(setup, table)
    rank = opening_rank(seats)
    opener = next(lot for lot in setup.lots if seats[lot].hand & OF_RANK[rank])
    return State(setup, table._replace(phase="open", turn=opener, open_rank=rank))


def play(s: State, index: int, action: Action) -> State:
    """R5: one or more cards of one rank from one zone."""
    _on_turn(s, index)
    cards = action.mask
    if (
        cards & ~playable(s)
        or cards & ~OF_RANK[action.cards[0] >> 2]
        or cards.bit_count() < len(action.cards)
    ):
        raise _why_not(s, action)
    hand, up, down = s.table.seats[index]
    if hand:
        return _laid(s, index, Seat(hand ^ cards, up, down), action.cards, "hand")
    return _laid(s, index, Seat(0, up ^ cards, down), action.cards, "up")


def take(s: State, index: int, action: Action) -> State:
    """R5, R12: the pile goes to the hand and the turn ends; nothing is drawn (R11)."""
    _on_turn(s, index)
    if not may_take(s):
        raise _why_no_take(s)
    return _taken(s, index, s.table.seats[index], Event("take", index, taken=s.table.pile))


def turn(s: State, index: int, action: Action) -> State:
    """R13: fit is decided first. What fits is an ordinary play, what does not is taken with the pile."""
    _on_turn(s, index)
    seat, slot = s.table.seats[index], action.slot
    if seat.hand or seat.up:
        raise IllegalAction("cards.turn_too_early")
    if not 1 <= slot <= len(seat.down):
        raise IllegalAction("cards.no_slot", slot=slot, slots=len(seat.down))
    card = seat.down[slot - 1]
    if card == TURNED:
        raise IllegalAction("cards.slot_empty", slot=slot)
    seat = Seat(0, 0, (*seat.down[: slot - 1], TURNED, *seat.down[slot:]))
    if s.setup.options.fits[s.table.top] >> card & 1:
        return _laid(s, index, seat, (card,), "down", slot)
    seat = seat._replace(hand=1 << card)
    return _taken(s, index, seat, Event("miss", index, (card,), "down", slot, s.table.pile))


RULES: Final[dict[str, Callable[[State, int, Action], State]]] = {
    "play": play,
    "take": take,
    "turn": turn,
    "swap": swap,
    "ready": ready,
}
"""What a seat may do, by the kind of the action."""


def _laid(s: State, index: int, seat: Seat, cards: tuple[int, ...], zone: Zone, slot: int = 0) -> State:
    """The rest of a play once ``cards``, all of one rank, have left the seat's zone for the pile."""
    setup, table = s.setup, s.table
    pile, removed, stock, order = table.pile + cards, table.removed, table.stock, table.order
    burn: Burn = ""
    burned = drew = 0
    if cards[0] >> 2 == TEN:
        burn = "ten"
    elif setup.options.four_burn and four_equal(pile):
        burn = "four"
    if burn:
        burned = len(pile)
        removed |= mask(pile)
        pile = ()
    if stock:
        drew = min(max(setup.hand_size - seat.hand.bit_count(), 0), len(stock))
        if drew:
            seat = Seat(seat.hand | mask(stock[-drew:]), seat.up, seat.down)
            stock = stock[:-drew]
    out = seat.out
    if out:
        order = (*order, index)
    phase, turn = _then(s, index, order, again=bool(burn) and not out)
    event = Event("turn" if slot else "play", index, cards, zone, slot, (), burn, burned, drew, out)
    seats = _with(s, index, seat)
    return State(setup, Table(phase, seats, turn, None, stock, pile, removed, order, table.ply + 1, event))


def _taken(s: State, index: int, seat: Seat, event: Event) -> State:
    """The end of a turn in which the pile goes to the hand."""
    table = s.table
    seats = _with(s, index, Seat(seat.hand | mask(table.pile), seat.up, seat.down))
    phase, turn = _then(s, index, table.order, again=False)
    return State(
        s.setup,
        Table(phase, seats, turn, None, table.stock, (), table.removed, table.order, table.ply + 1, event),
    )


def _then(s: State, index: int, order: tuple[int, ...], again: bool) -> tuple[Phase, int | None]:
    """Who acts after a turn: the same seat again, the next one still in (R14), or nobody (R15, turn_cap)."""
    count, cap = len(s.table.seats), s.setup.options.turn_cap
    if len(order) == count - 1 or (cap and s.table.ply + 1 >= cap):
        return "over", None
    if again:
        return "play", index
    following = (index + 1) % count
    while following in order:
        following = (following + 1) % count
    return "play", following


def _with(s: State, index: int, seat: Seat) -> tuple[Seat, ...]:
    return (*s.table.seats[:index], seat, *s.table.seats[index + 1 :])


def _exchanging(s: State, index: int) -> None:
    if s.table.phase != "swap":
        raise IllegalAction("cards.exchange_over")
    if s.setup.ready[index]:
        raise NotYourTurn("cards.already_ready")


def _on_turn(s: State, index: int) -> None:
    if index != s.table.turn:
        if s.table.phase == "swap":
            raise IllegalAction("cards.exchange_first")
        raise NotYourTurn("cards.not_your_turn", seat=s.table.turn)


def _why_not(s: State, action: Action) -> IllegalAction:
    """The words for a play that is refused, the plainest reason first."""
    assert s.table.turn is not None
    seat, cards = s.table.seats[s.table.turn], action.cards
    for place, card in enumerate(cards):
        name = faces([card])
        if card in cards[:place]:
            return IllegalAction("cards.twice", card=name)
        if seat.hand >> card & 1:
            continue
        if seat.up >> card & 1:
            if seat.hand:
                return IllegalAction("cards.hand_first", card=name)
            continue
        if not seat.hand and not seat.up:
            return IllegalAction("cards.only_turning")
        return IllegalAction("cards.not_yours", card=name)
    ranks = {card >> 2 for card in cards}
    if len(ranks) > 1:
        return IllegalAction("cards.mixed")
    (rank,) = ranks
    if s.table.open_rank is not None:
        return IllegalAction("cards.must_open", rank=rank_code(s.table.open_rank))
    reason = misfit(rank, s.table.top, s.setup.options.ten, s.setup.options.low_rank)
    assert reason is not None
    return IllegalAction(reason.code, **reason.params)


def _why_no_take(s: State) -> IllegalAction:
    assert s.table.turn is not None
    seat = s.table.seats[s.table.turn]
    if not seat.hand and not seat.up:
        return IllegalAction("cards.take_at_end")
    if s.table.open_rank is not None:
        return IllegalAction("cards.must_open", rank=rank_code(s.table.open_rank))
    if not s.table.pile:
        return IllegalAction("cards.pile_empty")
    fitting = playable(s)
    return IllegalAction("cards.take_only_if_stuck", card=faces(members(fitting)[:1]))
