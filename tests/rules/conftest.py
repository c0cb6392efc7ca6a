"""Shared by the tests of the rules: a tiny game with everything Palace has not, and all registered games.

``Toy``: 2-3 seats, nine cards 1-9, two hidden in each hand, the rest a hidden stock. Chance deals; then all
seats say ``ready``, in any order; then in turn ``play <card>``, ``draw`` (it shows the drawer a card), or
``wait`` (nothing changes but the turn; at most eight times). Whoever has no card left ends the game; the sum
of the cards played decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from rules import games
from rules.options import settled
from rules.protocol import (
    CHANCE,
    BadNotation,
    BadOption,
    IllegalAction,
    Message,
    NotYourTurn,
    Option,
    Outcome,
)

# A loaded machine is slow at times; that is no failure of what is tested.
settings.register_profile("table", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("table")

CARDS = tuple(range(1, 10))
MOST_WAITS = 8


@dataclass(frozen=True, slots=True)
class ToyState:
    hands: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]
    played: tuple[int, ...]
    """Sum of the cards each seat has played."""
    ready: tuple[bool, ...]
    turn: int
    waits: int
    dealt: bool


@dataclass(frozen=True, slots=True)
class Toy:
    key: str = "toy"
    version: int = 1
    seats: range = range(2, 4)
    options: tuple[Option, ...] = (Option("open", "flag", (), False, "Hands are shown to everybody"),)

    def new(self, seats: int, options: Mapping[str, Any]) -> ToyState:
        if seats not in self.seats:
            raise BadOption("options.seats", field="seats", given=seats, least=2, most=3)
        settled(self.options, options)
        return ToyState(((),) * seats, (), (0,) * seats, (False,) * seats, 0, 0, False)

    def actor(self, s: ToyState) -> Any:
        if not s.dealt:
            return CHANCE
        if not all(s.ready):
            return frozenset(seat for seat, ready in enumerate(s.ready) if not ready)
        return None if () in s.hands else s.turn

    def actions(self, s: ToyState, seat: int | None = None) -> list[str]:
        actor = self.actor(s)
        if isinstance(actor, frozenset):
            if seat is None:
                raise ValueError("several seats act")
            return ["ready"] if seat in actor else []
        if actor is None or actor == CHANCE or seat not in (None, actor):
            return []
        more = ["draw"] * bool(s.stock) + ["wait"] * (s.waits < MOST_WAITS)
        return sorted([f"play {card}" for card in s.hands[s.turn]] + more)

    def apply(self, s: ToyState, action: str, seat: int | str | None = None) -> ToyState:
        word, _, number = action.partition(" ")
        if word == "deal":
            if seat not in (None, CHANCE):
                raise NotYourTurn("toy.turn")
            return self._deal(s, number)
        if word not in ("ready", "draw", "wait", "play") or bool(number) != (word == "play"):
            raise BadNotation("toy.bad", field="action", given=action[:20])
        actor = self.actor(s)
        if isinstance(actor, frozenset):
            if seat not in actor:
                raise NotYourTurn("toy.turn")
        elif seat is not None and seat != actor:
            raise NotYourTurn("toy.turn")
        if action not in self.actions(s, seat):
            raise IllegalAction("toy.illegal", action=action)
        if word == "ready":
            return replace(s, ready=tuple(r or n == seat for n, r in enumerate(s.ready)))
        hand = s.hands[s.turn]
        after = replace(s, turn=(s.turn + 1) % len(s.hands))
        if word == "wait":
            return replace(after, waits=s.waits + 1)
        if word == "draw":
            hand, after = tuple(sorted((*hand, s.stock[-1]))), replace(after, stock=s.stock[:-1])
        else:
            card = int(number)
            hand = tuple(held for held in hand if held != card)
            sums = tuple(total + card * (n == s.turn) for n, total in enumerate(s.played))
            after = replace(after, played=sums)
        return replace(after, hands=(*s.hands[: s.turn], hand, *s.hands[s.turn + 1 :]))

    def _deal(self, s: ToyState, text: str) -> ToyState:
        try:
            cards = tuple(map(int, text.split(",")))
        except ValueError as error:
            raise BadNotation("toy.bad", field="deal", given=text[:20]) from error
        if sorted(cards) != list(CARDS):
            raise BadNotation("toy.bad", field="deal", given=text[:20])
        if s.dealt:
            raise IllegalAction("toy.illegal", action="deal")
        seats = len(s.hands)
        hands = tuple(tuple(sorted(cards[2 * n : 2 * n + 2])) for n in range(seats))
        return replace(s, hands=hands, stock=cards[2 * seats :], dealt=True)

    def chance(self, s: ToyState, rng: Any) -> str:
        return "deal " + ",".join(map(str, rng.sample(CARDS, len(CARDS))))

    def outcome(self, s: ToyState) -> Outcome | None:
        if not s.dealt or () not in s.hands:
            return None
        ranks = tuple(1 + sum(other > mine for other in s.played) for mine in s.played)
        winners = tuple(n for n, rank in enumerate(ranks) if rank == 1)
        losers = tuple(n for n, rank in enumerate(ranks) if rank > 1)
        return Outcome(winners, losers, s.played, ranks, "points")

    def view(self, s: ToyState, seat: int | None) -> dict[str, Any]:
        return {
            "hand": None if seat is None else list(s.hands[seat]),
            "seat": seat,
            "sizes": [len(hand) for hand in s.hands],
            "stock": len(s.stock),
            "played": list(s.played),
            "gone": sorted(set(CARDS) - set(s.stock) - {card for hand in s.hands for card in hand}),
            "ready": list(s.ready),
            "turn": s.turn,
            "waits": s.waits,
            "dealt": s.dealt,
        }

    def determinize(self, view: Mapping[str, Any], rng: Any) -> ToyState:
        unseen = [card for card in CARDS if card not in [*view["gone"], *(view["hand"] or ())]]
        if not view["dealt"]:
            unseen = []
        rng.shuffle(unseen)
        hands = []
        for seat, size in enumerate(view["sizes"]):
            own = view["hand"] if seat == view["seat"] else [unseen.pop() for _ in range(size)]
            hands.append(tuple(sorted(own)))
        rest = (tuple(view["played"]), tuple(view["ready"]), view["turn"], view["waits"], view["dealt"])
        return ToyState(tuple(hands), tuple(unseen), *rest)

    def reveals(self, s: ToyState, action: str) -> bool:
        return action.split(" ")[0] in ("deal", "draw", "play")

    def repetition_key(self, s: ToyState) -> Any:
        return (s.hands, s.stock, s.played, s.turn)

    def problems(self, s: ToyState) -> list[str]:
        cards = [*s.stock, *(card for hand in s.hands for card in hand)]
        return ["a card twice"] if len(set(cards)) != len(cards) else []

    def describe(self, s: ToyState, action: str) -> Message:
        return Message("toy.did", {"action": action})

    def to_json(self, s: ToyState) -> dict[str, Any]:
        lists = {"hands": [list(hand) for hand in s.hands], "stock": list(s.stock), "played": list(s.played)}
        return lists | {"ready": list(s.ready), "turn": s.turn, "waits": s.waits, "dealt": s.dealt}

    def from_json(self, d: Any) -> ToyState:
        hands = tuple(tuple(hand) for hand in d["hands"])
        rest = (tuple(d["stock"]), tuple(d["played"]), tuple(d["ready"]), d["turn"], d["waits"], d["dealt"])
        return ToyState(hands, *rest)


@pytest.fixture
def toy() -> Toy:
    """The tiny game with chance, secrets and several actors at once."""
    return Toy()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """``any_game`` is (game, seats): every registered game and the tiny one, all numbers of seats."""
    if "any_game" in metafunc.fixturenames:
        every = [(game, seats) for game in (*games(), Toy()) for seats in game.seats]
        metafunc.parametrize("any_game", every, ids=lambda pair: f"{pair[0].key}-{pair[1]}")
