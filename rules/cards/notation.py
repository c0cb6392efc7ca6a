"""States as JSON: a public format, read leniently and written canonically.

    {"options": {...}, "hand_size": 3, "phase": "deal|swap|open|play|over", "turn": 0 or null,
     "open_rank": "3" or null, "stock": [cards, the last is drawn first],
     "pile": [cards, the last is the top], "removed": [cards], "unused": [cards],
     "seats": [{"hand": [cards], "up": [cards], "down": [card or null per slot]}, ...],
     "order": [seats out, the first first], "ready": [bool per seat], "lots": [seats], "ply": 0,
     "last": what happened last, or null}

A partial state needs ``seats`` only. What is missing is read as: options the defaults; phase "play"; turn 0,
or null in the phases without one; hand_size by the deal; zones empty; ``order`` the seats without cards;
``lots`` in the order of the seats; everybody ready except in the exchange. Cards named nowhere are out of the
game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.cards.cards import ALL, NAMES, RANKS, mask, names, number, rank_of
from rules.cards.options import SEATS, hand_size, read
from rules.cards.state import PHASES, TURNED, Event, Seat, Setup, State, Table, opening_rank, playable
from rules.protocol import BadNotation, Json

KINDS = ("deal", "swap", "ready", "play", "take", "turn", "miss")
ZONES = ("", "hand", "up", "down")
BURNS = ("", "ten", "four")


def write(s: State) -> dict[str, Json]:
    setup, table = s.setup, s.table
    return {
        "options": setup.options.to_json(),
        "hand_size": setup.hand_size,
        "phase": table.phase,
        "turn": table.turn,
        "open_rank": None if table.open_rank is None else RANKS[table.open_rank],
        "stock": [NAMES[card] for card in table.stock],
        "pile": [NAMES[card] for card in table.pile],
        "removed": names(table.removed),
        "unused": names(setup.unused),
        "seats": [
            {
                "hand": names(seat.hand),
                "up": names(seat.up),
                "down": [None if card == TURNED else NAMES[card] for card in seat.down],
            }
            for seat in table.seats
        ],
        "order": list(table.order),
        "ready": list(setup.ready),
        "lots": list(setup.lots),
        "ply": table.ply,
        "last": None if table.last is None else write_event(table.last),
    }


def write_event(event: Event) -> dict[str, Json]:
    """An event, every field of it public; see ``Event`` for what they mean."""
    return {
        "kind": event.kind,
        "seat": event.seat,
        "cards": [NAMES[card] for card in event.cards],
        "zone": event.zone,
        "slot": event.slot,
        "taken": [NAMES[card] for card in event.taken],
        "burn": event.burn,
        "burned": event.burned,
        "drew": event.drew,
        "out": event.out,
    }


def parse(d: Json) -> State:
    """The state a JSON value describes; BadNotation names the field that is wrong, BadOption the option."""
    if not isinstance(d, Mapping):
        raise _wrong("state")
    options = read(_typed(d, "options", Mapping, {}))
    rows = _typed(d, "seats", list, None)
    if len(rows) not in SEATS:
        raise _wrong("seats")
    phase = d.get("phase", "play")
    if phase not in PHASES:
        raise _wrong("phase")
    count, taken = len(rows), _Once()
    seats = tuple(_seat(row, index, taken) for index, row in enumerate(rows))
    stock, pile = taken.row(d, "stock"), taken.row(d, "pile")
    removed, unused = mask(taken.row(d, "removed")), mask(taken.row(d, "unused"))
    dealt = phase != "deal"
    if dealt:
        removed |= ALL & ~taken.seen
    open_rank = d.get("open_rank")
    if phase == "open" and open_rank is None:
        open_rank = RANKS[opening_rank(seats)]
    last = d.get("last")
    setup = Setup(
        options=options,
        hand_size=_number(d, "hand_size", hand_size(options, count), 1),
        ready=tuple(_typed(d, "ready", list, [phase not in ("deal", "swap")] * count)),
        lots=_seats(d, "lots", list(range(count)) if dealt else [], count),
        unused=unused,
    )
    table = Table(
        phase=phase,
        seats=seats,
        turn=d.get("turn", 0 if phase in ("open", "play") else None),
        open_rank=None if open_rank is None else rank_of(open_rank),
        stock=stock,
        pile=pile,
        removed=removed,
        order=_seats(d, "order", [n for n in range(count) if dealt and seats[n].out], count),
        ply=_number(d, "ply", 0, 0),
        last=None if last is None else parse_event(last, count),
    )
    state = State(setup, table)
    _check(state)
    return state


def _check(s: State) -> None:
    """Refuses a state in which somebody could get stuck. Lesser oddities are left to ``problems``."""
    setup, table = s.setup, s.table
    count = len(table.seats)
    gone = {n for n in range(count) if table.phase != "deal" and table.seats[n].out}
    if table.phase == "deal" and any(seat.cards for seat in table.seats):
        raise _wrong("phase")
    if set(table.order) != gone:
        raise _wrong("order")
    if table.phase in ("open", "play") and len(gone) > count - 2:
        raise _wrong("phase")
    if table.phase in ("open", "play"):
        if not _is_seat(table.turn, count) or table.turn in gone:
            raise _wrong("turn")
        if table.phase == "open" and not playable(s):
            raise _wrong("open_rank")
    elif table.turn is not None:
        raise _wrong("turn")
    if table.phase != "open" and table.open_rank is not None:
        raise _wrong("open_rank")
    if table.phase != "deal" and len(setup.lots) != count:
        raise _wrong("lots")
    if len(setup.ready) != count or not all(isinstance(one, bool) for one in setup.ready):
        raise _wrong("ready")
    if table.phase == "swap" and (all(setup.ready) or not all(seat.hand for seat in table.seats)):
        raise _wrong("ready" if all(setup.ready) else "seats")


def parse_event(d: Json, count: int) -> Event:
    """The event a JSON value describes, in a match of ``count`` seats."""
    if not isinstance(d, Mapping) or d.get("kind") not in KINDS:
        raise _wrong("last")
    seat, zone, burn, out = d.get("seat"), d.get("zone", ""), d.get("burn", ""), d.get("out", False)
    if (seat is None) != (d["kind"] == "deal") or not (seat is None or _is_seat(seat, count)):
        raise _wrong("last.seat")
    if zone not in ZONES or burn not in BURNS or not isinstance(out, bool):
        raise _wrong("last")
    return Event(
        kind=d["kind"],
        seat=seat,
        cards=_Once().row(d, "cards"),
        zone=zone,
        slot=_number(d, "slot", 0, 0),
        taken=_Once().row(d, "taken"),
        burn=burn,
        burned=_number(d, "burned", 0, 0),
        drew=_number(d, "drew", 0, 0),
        out=out,
    )


class _Once:
    """Reads rows of cards and refuses a card that was there before."""

    def __init__(self) -> None:
        self.seen = 0

    def card(self, text: Json) -> int:
        card = number(text)
        if self.seen >> card & 1:
            raise BadNotation("cards.card_again", card=text)
        self.seen |= 1 << card
        return card

    def row(self, d: Mapping[str, Json], field: str) -> tuple[int, ...]:
        return tuple(self.card(text) for text in _typed(d, field, list, []))


def _wrong(field: str) -> BadNotation:
    return BadNotation("cards.bad_state", field=field)


def _seat(raw: Json, index: int, taken: _Once) -> Seat:
    if not isinstance(raw, Mapping):
        raise _wrong(f"seats[{index}]")
    hand, up = mask(taken.row(raw, "hand")), mask(taken.row(raw, "up"))
    down = _typed(raw, "down", list, [])
    return Seat(hand, up, tuple(TURNED if one is None else taken.card(one) for one in down))


def _typed(d: Mapping[str, Json], field: str, kind: type, default: Any) -> Any:
    value = d.get(field, default)
    if not isinstance(value, kind):
        raise _wrong(field)
    return value


def _number(d: Mapping[str, Json], field: str, default: int, least: int) -> int:
    value = d.get(field, default)
    if type(value) is not int or value < least:
        raise _wrong(field)
    return value


def _seats(d: Mapping[str, Json], field: str, default: list[int], count: int) -> tuple[int, ...]:
    """Some different seats."""
    value = _typed(d, field, list, default)
    if not all(_is_seat(one, count) for one in value) or len(set(value)) != len(value):
        raise _wrong(field)
    return tuple(value)


def _is_seat(value: Json, count: int) -> bool:
    return type(value) is int and 0 <= value < count
