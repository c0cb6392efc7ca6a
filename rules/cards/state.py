"""A match at one moment: a value that every rule takes and gives back.

``Seat`` is what one player has, ``Event`` what everybody saw happen last, ``Setup`` what stays, ``Table``
what a turn changes, ``State`` the whole. Zones whose order means nothing are masks (see cards.py), the pile
and the stock are tuples.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from rules.cards.cards import ALL, NAMES, OF_RANK, TEN, TWO, mask, members, names
from rules.cards.options import EMPTY, Options

Phase = Literal["deal", "swap", "open", "play", "over"]
PHASES: Final[tuple[Phase, ...]] = ("deal", "swap", "open", "play", "over")
TURNED: Final = -1
"""Stands in ``Seat.down`` where a face-down card lay."""


class Seat(NamedTuple):
    """The cards of one player."""

    hand: int = 0
    up: int = 0
    down: tuple[int, ...] = ()
    """The face-down cards slot by slot, TURNED where there is none any more."""

    @property
    def out(self) -> bool:
        """No card left anywhere (R14)."""
        return not self.hand and not self.up and max(self.down, default=TURNED) == TURNED

    @property
    def slots(self) -> list[int]:
        """The slots, from 1, that still hold a face-down card."""
        return [slot for slot, card in enumerate(self.down, 1) if card != TURNED]

    @property
    def cards(self) -> list[int]:
        """Every card of the seat, once for each time it is there."""
        return members(self.hand) + members(self.up) + [card for card in self.down if card != TURNED]


class Event(NamedTuple):
    """What happened last, all of it seen by everybody.

    ``kind`` is that of the action; "miss" is a turned card that did not fit.
    """

    kind: Literal["deal", "swap", "ready", "play", "take", "turn", "miss"]
    seat: int | None = None
    cards: tuple[int, ...] = ()
    """Cards shown: those played or turned; in an exchange the card laid up, then the card taken in hand."""
    zone: Literal["hand", "up", "down", ""] = ""
    """Where ``cards`` came from."""
    slot: int = 0
    """The slot of a turned card, from 1."""
    taken: tuple[int, ...] = ()
    """The pile that went to the hand, bottom first."""
    burn: Literal["", "ten", "four"] = ""
    """Why the pile was removed."""
    burned: int = 0
    """How many cards that was, those just played included."""
    drew: int = 0
    """How many cards were drawn from the stock."""
    out: bool = False
    """The seat has no card left."""


class Setup(NamedTuple):
    """What is settled before the first play and stays so."""

    options: Options
    hand_size: int
    """N of R2, the number to refill to all game long."""
    ready: tuple[bool, ...]
    """Who has finished exchanging, seat by seat."""
    lots: tuple[int, ...] = ()
    """All seats; of those tied for the opening the first named opens."""
    unused: int = 0
    """Cards that never entered (option deal=short), known to nobody."""


class Table(NamedTuple):
    """What a turn changes."""

    phase: Phase
    seats: tuple[Seat, ...]
    turn: int | None = None
    """The seat to act in the phases open and play."""
    open_rank: int | None = None
    """The rank the opener must play, in the phase open only."""
    stock: tuple[int, ...] = ()
    """The last is drawn first."""
    pile: tuple[int, ...] = ()
    """The last is the top."""
    removed: int = 0
    """Cards out of the game, known to all."""
    order: tuple[int, ...] = ()
    """Seats that are out, the first first."""
    ply: int = 0
    """Plays, takes and turned cards so far, those of extra turns included."""
    last: Event | None = None

    @property
    def top(self) -> int:
        """The rank on top of the pile, EMPTY when there is none."""
        return self.pile[-1] >> 2 if self.pile else EMPTY


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a match. Seats are numbered clockwise from 0.

    Two named tuples and not fifteen fields, because a turn makes one: a named tuple is made several times
    faster than a frozen dataclass of its size.
    """

    setup: Setup
    table: Table


def playable(s: State) -> int:
    """The cards the seat on turn may lay down now: one zone, one rule for the hand and the face-up cards.

    Empty at the face-down stage, and when nothing fits.
    """
    table = s.table
    assert table.turn is not None
    seat = table.seats[table.turn]
    zone = seat.hand or seat.up
    if table.open_rank is not None:
        return zone & OF_RANK[table.open_rank]
    return zone & s.setup.options.fits[table.top]


def may_take(s: State) -> bool:
    """Whether the seat on turn may take the pile (R5): not an empty one, not instead of turning a card."""
    table = s.table
    assert table.turn is not None
    seat = table.seats[table.turn]
    if not table.pile or not (seat.hand or seat.up):
        return False
    return s.setup.options.optional_pickup or not playable(s)


def four_equal(pile: tuple[int, ...]) -> bool:
    """Whether the top four cards have one rank (R10), whoever played them."""
    if len(pile) < 4:
        return False
    fourth, third, second, top = pile[-4:]
    return fourth >> 2 == third >> 2 == second >> 2 == top >> 2


def opening_rank(seats: tuple[Seat, ...]) -> int:
    """The lowest rank from 3 up in any hand (R4). Only where every hand holds nothing but 2s is it the 2."""
    hands = 0
    for seat in seats:
        hands |= seat.hand
    hands &= ~OF_RANK[TWO]
    return (hands & -hands).bit_length() - 1 >> 2 if hands else TWO


def problems(s: State) -> list[str]:
    """Broken invariants in words; [] is sound."""
    setup, table, found = s.setup, s.table, []
    counted = [card for seat in table.seats for card in seat.cards]
    counted += [*table.stock, *table.pile, *members(table.removed), *members(setup.unused)]
    if table.phase == "deal":
        if counted:
            found.append("cards lie about before the deal")
        return found
    twice = sorted({card for card in counted if counted.count(card) > 1})
    if twice:
        found.append(f"in two places: {', '.join(NAMES[card] for card in twice)}")
    missing = ALL & ~mask(counted)
    if missing:
        found.append(f"nowhere: {', '.join(names(missing))}")
    everybody = set(range(len(table.seats)))
    gone = {index for index, seat in enumerate(table.seats) if seat.out}
    if set(table.order) != gone or len(table.order) != len(gone):
        found.append(f"seats {sorted(gone)} have no card, but {list(table.order)} are called out")
    if set(setup.lots) != everybody or len(setup.lots) != len(everybody):
        found.append(f"the lots {list(setup.lots)} are not all seats")
    if len(setup.ready) != len(table.seats) or all(setup.ready) == (table.phase == "swap"):
        found.append(f"ready is {list(setup.ready)} in the phase {table.phase}")
    if (table.turn is None) != (table.phase in ("swap", "over")):
        found.append(f"turn is {table.turn} in the phase {table.phase}")
    elif table.turn is not None and (table.turn not in everybody or table.turn in gone):
        found.append(f"seat {table.turn} is on turn, but not in the game")
    if (table.open_rank is not None) != (table.phase == "open"):
        found.append(f"open_rank is {table.open_rank} in the phase {table.phase}")
    return found + _problems_of_play(s, gone)


def _problems_of_play(s: State, gone: set[int]) -> list[str]:
    """Those that need sane seats and cards to be worked out."""
    setup, table, found = s.setup, s.table, []
    sizes = [seat.hand.bit_count() for seat in table.seats]
    if table.phase in ("swap", "open"):
        if table.pile or table.ply or any(size != setup.hand_size for size in sizes):
            found.append("before the first play every hand has its full number and the pile is empty")
    elif table.stock and any(size < setup.hand_size for size in sizes):
        found.append("a hand is short although the stock is not empty")
    if table.phase == "open":
        rank = opening_rank(table.seats)
        tied = [lot for lot in setup.lots if table.seats[lot].hand & OF_RANK[rank]]
        if table.open_rank != rank or [table.turn] != tied[:1]:
            found.append(f"of the seats {tied} the first is to open with rank {rank}, not {table.turn}")
    if any(card >> 2 == TEN for card in table.pile):
        found.append("a 10 lies in the pile that it should have removed")
    if setup.options.four_burn and four_equal(table.pile):
        found.append("four cards of one rank lie on top of the pile")
    cap = setup.options.turn_cap
    ended = len(gone) == len(table.seats) - 1 or bool(cap and table.ply >= cap)
    if ended != (table.phase == "over") or len(gone) == len(table.seats):
        found.append(f"the phase is {table.phase} with {len(gone)} seats out after {table.ply} turns")
    return found
