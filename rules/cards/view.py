"""What one seat may know, and a full state that could lie behind it.

A view is written field by field from what is public, plus the hand of its own seat. Nobody, the owner
included, sees face-down cards, the order of the stock, the lots or the cards that never entered.

    seat            whose view it is, null for onlookers
    phase, turn, open_rank, hand_size, ply, options, order, ready     as in the state's JSON
    pile, removed   all cards, the last of the pile is the top
    stock_count, unused_count
    seats           [{"hand_count": 3, "up": [cards], "down": [whether a card still lies in the slot],
                      "zone": "hand" | "up" | "down" | "out", where it plays from; "hand": only in one's own}]
    misfits         {rank: why it does not go now}: ranks that do go are not in it; {} when nobody is on turn
    last            what happened last (see ``Event``) with "message", the same in words; or null
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rules.cards.cards import ALL, NAMES, OF_RANK, RANKS, TWO, mask, members, names, number, rank_of
from rules.cards.notation import parse_event, write_event
from rules.cards.options import Options, misfit, rank_code, read
from rules.cards.state import TURNED, Event, Seat, Setup, State, Table
from rules.cards.tell import happened
from rules.protocol import Json, Message


def view(s: State, seat: int | None) -> dict[str, Json]:
    """What ``seat`` may know of ``s``; None is an onlooker."""
    setup, table = s.setup, s.table
    return {
        "seat": seat,
        "phase": table.phase,
        "turn": table.turn,
        "open_rank": None if table.open_rank is None else RANKS[table.open_rank],
        "hand_size": setup.hand_size,
        "ply": table.ply,
        "options": setup.options.to_json(),
        "order": list(table.order),
        "ready": list(setup.ready),
        "pile": [NAMES[card] for card in table.pile],
        "removed": names(table.removed),
        "stock_count": len(table.stock),
        "unused_count": setup.unused.bit_count(),
        "seats": [_seat_view(one, own=index == seat) for index, one in enumerate(table.seats)],
        "misfits": {} if table.turn is None else _misfits(setup.options, table),
        "last": None
        if table.last is None
        else write_event(table.last) | {"message": happened(table.last).to_json()},
    }


def _seat_view(seat: Seat, own: bool) -> dict[str, Json]:
    left = [card != TURNED for card in seat.down]
    public = {
        "hand_count": seat.hand.bit_count(),
        "up": names(seat.up),
        "down": left,
        "zone": "hand" if seat.hand else "up" if seat.up else "down" if any(left) else "out",
    }
    return public | {"hand": names(seat.hand)} if own else public


def _misfits(options: Options, table: Table) -> dict[str, Json]:
    """Why each rank that does not go now does not. It tells of the pile's top, not of anybody's cards."""
    if table.open_rank is not None:
        message = Message("cards.must_open", {"rank": rank_code(table.open_rank)})
        return {RANKS[rank]: message.to_json() for rank in range(13) if rank != table.open_rank}
    return {rank: message.to_json() for rank, message in _reasons(options, table.top)}


@lru_cache(maxsize=1024)
def _reasons(options: Options, top: int) -> tuple[tuple[str, Message], ...]:
    found = ((RANKS[rank], misfit(rank, top, options.ten, options.low_rank)) for rank in range(13))
    return tuple((rank, message) for rank, message in found if message is not None)


def determinize(v: Mapping[str, Json], rng: Any) -> State:
    """A full state that agrees with a view, the unseen cards dealt at random by ``rng`` (a random.Random).

    What the view lets one conclude is kept: cards that the last event put into a hand are in it, and before
    the first play the hands are such that its opener opens.
    """
    rows = v["seats"]
    count, dealt = len(rows), v["phase"] != "deal"
    last = None if v["last"] is None else parse_event(v["last"], count)
    pile = tuple(map(number, v["pile"]))
    removed = mask(map(number, v["removed"]))
    ups = [mask(map(number, row["up"])) for row in rows]
    hands = [mask(map(number, row.get("hand", ()))) for row in rows]
    if last is not None and last.seat is not None:
        hands[last.seat] |= _shown_in_hand(last)
    open_rank = None if v["open_rank"] is None else rank_of(v["open_rank"])

    seen = mask(pile) | removed
    for zone in ups + hands:
        seen |= zone
    unseen = members(ALL & ~seen) if dealt else []
    rng.shuffle(unseen)
    lots = list(range(count)) if dealt else []
    rng.shuffle(lots)
    if open_rank is not None:
        # Nobody holds a lower rank (2s apart), and of those who hold this one the opener's lot is the first.
        opener = v["turn"]
        lots.remove(opener)
        lots.insert(0, opener)
        lower = sum(OF_RANK[TWO + 1 : open_rank])
        if not hands[opener] & OF_RANK[open_rank]:
            hands[opener] |= 1 << _pull(unseen, OF_RANK[open_rank])
    else:
        lower = 0
    for index, row in enumerate(rows):
        while hands[index].bit_count() < row["hand_count"]:
            hands[index] |= 1 << _pull(unseen, ALL & ~lower)
    downs = [tuple(unseen.pop() if there else TURNED for there in row["down"]) for row in rows]
    stock = tuple(unseen.pop() for _ in range(v["stock_count"]))
    setup = Setup(
        options=read(v["options"]),
        hand_size=v["hand_size"],
        ready=tuple(v["ready"]),
        lots=tuple(lots),
        unused=mask(unseen),
    )
    table = Table(
        phase=v["phase"],
        seats=tuple(map(Seat, hands, ups, downs)),
        turn=v["turn"],
        open_rank=open_rank,
        stock=stock,
        pile=pile,
        removed=removed,
        order=tuple(v["order"]),
        ply=v["ply"],
        last=last,
    )
    return State(setup, table)


def _shown_in_hand(last: Event) -> int:
    """Cards that everybody saw going into the hand of ``last.seat`` and that must still be there."""
    if last.kind == "swap":
        return mask(last.cards[1:])
    if last.kind == "miss":
        return mask(last.cards + last.taken)
    return mask(last.taken)


def _pull(unseen: list[int], allowed: int) -> int:
    """Takes the last card out of a shuffled row that is one of ``allowed``."""
    for place in range(len(unseen) - 1, -1, -1):
        if allowed >> unseen[place] & 1:
            return unseen.pop(place)
    raise ValueError("the view contradicts itself: no unseen card is left that its hands may hold")
