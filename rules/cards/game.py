"""The card game as a ``Game``: texts in, states out. The rules themselves stand in play.py."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.cards import actions as texts
from rules.cards import notation, tell
from rules.cards.options import CHOICES, SEATS, hand_size, read
from rules.cards.play import RULES, deal
from rules.cards.state import Seat, Setup, State, Table, may_take, playable, problems
from rules.cards.view import determinize, view
from rules.protocol import (
    CHANCE,
    Actor,
    BadOption,
    IllegalAction,
    Json,
    Message,
    NotYourTurn,
    Option,
    Outcome,
)


@dataclass(frozen=True, slots=True)
class Cards:
    """Palace, the card game, for two to four seats. Hands, face-down cards and the stock are secret."""

    key: str = "cards"
    version: int = 1
    seats: range = SEATS
    options: tuple[Option, ...] = CHOICES

    def new(self, seats: int, options: Mapping[str, Any]) -> State:
        if type(seats) is not int or seats not in SEATS:
            raise BadOption("options.seats", field="seats", given=str(seats)[:40], least=2, most=4)
        chosen = read(options)
        setup = Setup(chosen, hand_size(chosen, seats), ready=(False,) * seats)
        return State(setup, Table("deal", seats=(Seat(),) * seats))

    def actor(self, s: State) -> Actor:
        if s.table.phase == "deal":
            return CHANCE
        if s.table.phase == "swap":
            return frozenset(index for index, said in enumerate(s.setup.ready) if not said)
        return s.table.turn

    def actions(self, s: State, seat: int | None = None) -> list[str]:
        """See ``Game.actions``. Of equal ranks one choice per count is listed, the lowest suits; ``apply``
        takes every choice and order of suits."""
        if s.table.phase == "swap":
            seat = _actor(s) if seat is None else seat
            if not (0 <= seat < len(s.table.seats)) or s.setup.ready[seat]:
                return []
            own = s.table.seats[seat]
            return ["ready", *texts.write_swaps(own.hand, own.up)]
        if s.table.turn is None or (seat is not None and seat != s.table.turn):
            return []
        own = s.table.seats[s.table.turn]
        if not own.hand and not own.up:
            return sorted(f"turn {slot}" for slot in own.slots)
        listed = texts.write_plays(playable(s))
        if may_take(s):
            listed.append("take")
        return listed

    def apply(self, s: State, action: str, seat: int | str | None = None) -> State:
        read = texts.read(action)
        if s.table.phase == "deal":
            if seat not in (None, CHANCE):
                raise NotYourTurn("cards.not_dealt")
            if read.kind != "deal":
                raise IllegalAction("cards.not_dealt")
            return deal(s, action)
        if s.table.phase == "over":
            raise NotYourTurn("cards.over")
        if read.kind == "deal":
            raise IllegalAction("cards.dealt")
        if seat is None:
            seat = _actor(s) if s.table.turn is None else s.table.turn
        elif type(seat) is not int or not 0 <= seat < len(s.table.seats):
            raise NotYourTurn("cards.no_seat", seat=str(seat)[:20])
        return RULES[read.kind](s, seat, read)

    def chance(self, s: State, rng: Any) -> str:
        """A shuffled pack, then shuffled lots: two calls of ``rng.shuffle``."""
        if s.table.phase != "deal":
            raise ValueError("the cards are dealt once, at the start")
        cards, lots = list(range(52)), list(range(len(s.table.seats)))
        rng.shuffle(cards)
        rng.shuffle(lots)
        return texts.write_deal(cards, lots)

    def outcome(self, s: State) -> Outcome | None:
        """R15; after the turn cap a draw without a loser, in which who was out has won all the same (R14)."""
        if s.table.phase != "over":
            return None
        everybody = range(len(s.table.seats))
        winners = tuple(sorted(s.table.order))
        ranks = tuple(1 if seat in s.table.order else len(s.table.order) + 1 for seat in everybody)
        if len(s.table.order) < len(s.table.seats) - 1:
            return Outcome(winners, (), None, ranks, "turn_cap")
        losers = tuple(seat for seat in everybody if seat not in s.table.order)
        return Outcome(winners, losers, None, ranks, "last_player")

    def view(self, s: State, seat: int | None) -> dict[str, Json]:
        return view(s, seat)

    def determinize(self, view: Mapping[str, Json], rng: Any) -> State:
        return determinize(view, rng)

    def reveals(self, s: State, action: str) -> bool:
        """A card shown is shown, a card drawn is seen. Nothing is learned from a pile taken, from a face-up
        card played (the stock is empty by then), or from a ``ready`` that is not the last."""
        kind = texts.read(action).kind
        if kind == "take":
            return False
        if kind == "ready":
            return s.setup.ready.count(False) == 1
        if kind == "play" and s.table.turn is not None:
            return bool(s.table.seats[s.table.turn].hand or s.table.stock)
        return True

    def repetition_key(self, s: State) -> Hashable | None:
        """Whose turn, the pile, and every zone as a set; None while stock remains."""
        if s.table.phase != "play" or s.table.stock:
            return None
        return s.table.turn, s.table.pile, s.table.seats

    def problems(self, s: State) -> list[str]:
        return problems(s)

    def describe(self, s: State, action: str) -> Message:
        return tell.describe(s, action)

    def happened(self, s: State) -> Message | None:
        """What happened last in words, a turned card named: for move lists, once it has happened."""
        return None if s.table.last is None else tell.happened(s.table.last)

    def to_json(self, s: State) -> dict[str, Json]:
        return notation.write(s)

    def from_json(self, d: Json) -> State:
        return notation.parse(d)


def _actor(s: State) -> int:
    """The only seat that still exchanges; NotYourTurn (a ValueError) when there are several."""
    waiting = [index for index, said in enumerate(s.setup.ready) if not said]
    if len(waiting) != 1:
        raise NotYourTurn("cards.whose")
    return waiting[0]


GAME = Cards()
