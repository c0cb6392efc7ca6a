"""Palais Royal as a ``Game``: texts in, states out. What each phase does stands in ``phases``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.options import settled
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
from rules.royal import coding, scoring
from rules.royal import describe as telling
from rules.royal import view as seeing
from rules.royal.data import GOLD_BY_SEAT, SEATS, STALL_ROUNDS, STALL_ROUNDS_RANGE, VERSION
from rules.royal.messages import TEXTS
from rules.royal.notation import Action, parse
from rules.royal.phases import cards, nobles, servants, setup
from rules.royal.phases.flow import advance
from rules.royal.problems import problems
from rules.royal.state import Options, State, new_state
from rules.royal.words import phase_code

OPTIONS = (
    Option("layout", "choice", ("fixed", "random", "gate-centre"), "fixed", TEXTS["royal.option.layout"]),
    Option("cardinal", "choice", ("presence", "most"), "presence", TEXTS["royal.option.cardinal"]),
    Option("discount", "choice", ("none", "neighbours"), "none", TEXTS["royal.option.discount"]),
    Option("stall_rounds", "int", STALL_ROUNDS_RANGE, STALL_ROUNDS, TEXTS["royal.option.stall_rounds"]),
)


def _plain(s: State, _action: Action) -> State:
    """``stop``, ``done`` and ``end``: nothing but the end of their phase."""
    return s


VERBS: dict[str, tuple[str, Callable[[State, Action], State]]] = {
    "deal": ("deal", setup.deal),
    "post": ("post", setup.post),
    "reinforce": ("reinforce", servants.reinforce),
    "move": ("move", servants.move),
    "stop": ("move", _plain),
    "collect": ("collect", nobles.collect),
    "recruit": ("recruit", nobles.recruit),
    "done": ("recruit", _plain),
    "draw": ("draw", cards.draw),
    "reshuffle": ("draw", cards.reshuffle),
    "end": ("end", _plain),
}
"""The first word of an action: the phase it belongs to, and the function that does it (``card`` has many)."""

ENDING = frozenset({"post", "reinforce", "stop", "collect", "done", "draw", "reshuffle", "end"})
"""The actions that finish their phase, a post and a draw only when nothing is left to do of it."""

CHOICES: dict[str, Callable[[State], tuple[str, ...] | list[str]]] = {
    "post": lambda _s: setup.POST_TEXTS,
    "reinforce": servants.reinforce_texts,
    "move": servants.move_texts,
    "collect": nobles.collect_texts,
    "recruit": nobles.recruit_texts,
    "draw": cards.draw_texts,
    "end": lambda _s: ("end",),
}
"""What may be done in a phase beside laying down cards; each in code-point order, and after "card"."""


@dataclass(frozen=True, slots=True)
class Royal:
    """The worker-placement game for two to four. Hidden: hands and the order of the pile."""

    key: str = "royal"
    version: int = VERSION
    seats: range = SEATS
    options: tuple[Option, ...] = OPTIONS

    def new(self, seats: int, options: Mapping[str, Any]) -> State:
        if type(seats) is not int or seats not in self.seats:
            raise BadOption(
                "options.seats", field="seats", given=str(seats)[:40], least=SEATS[0], most=SEATS[-1]
            )
        chosen = settled(self.options, options)
        return new_state(seats, Options(**chosen), GOLD_BY_SEAT)  # type: ignore[arg-type]

    def actor(self, s: State) -> Actor:
        turn = s.turn
        if turn.phase == "over":
            return None
        if turn.phase == "deal" or (turn.count and turn.phase == "draw"):
            return CHANCE
        return turn.seat

    def actions(self, s: State, seat: int | None = None) -> list[str]:
        turn = s.turn
        phase = turn.phase
        if phase not in CHOICES or (seat is not None and seat != turn.seat):
            return []
        if phase == "draw" and turn.count:
            return []
        choices = CHOICES[phase](s)
        if s.players[turn.seat].hand:
            return [*cards.card_texts(s), *choices]
        return list(choices)

    def apply(self, s: State, action: str, seat: int | str | None = None) -> State:
        wanted = parse(action)
        kind = wanted.kind
        actor = self.actor(s)
        if actor is None:
            raise NotYourTurn("royal.over")
        if seat is not None and seat != actor:
            raise NotYourTurn("royal.not_your_turn" if actor != CHANCE else "royal.wait_for_chance")
        if kind == "card" and actor != CHANCE:
            return cards.card(s, wanted)
        if (kind in ("deal", "reshuffle")) != (actor == CHANCE):
            raise IllegalAction("royal.wait_for_chance" if actor == CHANCE else "royal.not_chance")
        phase, verb = VERBS[kind]
        if phase != s.turn.phase:
            raise IllegalAction(
                "royal.wrong_phase", kind=kind, phase=phase_code(s.turn.phase), belongs=phase_code(phase)
            )
        after = verb(s, wanted)
        if kind in ENDING and not (after.turn.count and kind in ("post", "draw", "reshuffle")):
            return advance(after)
        return after

    def chance(self, s: State, rng: Any) -> str:
        if self.actor(s) != CHANCE:
            raise ValueError("nothing is dealt or shuffled now")
        return setup.draw_deal(s, rng) if s.turn.phase == "deal" else cards.draw_reshuffle(s, rng)

    def outcome(self, s: State) -> Outcome | None:
        return scoring.outcome(s)

    def view(self, s: State, seat: int | None) -> dict[str, Json]:
        return seeing.view(s, seat)

    def determinize(self, view: Mapping[str, Json], rng: Any) -> State:
        return seeing.determinize(view, rng, self.options)

    def reveals(self, s: State, action: str) -> bool:
        """Cards drawn are learnt by their owner, cards laid down by everybody else."""
        wanted = parse(action)
        if wanted.kind == "draw":
            return wanted.number > 0 and bool(s.piles.draw)
        return wanted.writ or wanted.kind in ("card", "deal", "reshuffle")

    def repetition_key(self, s: State) -> None:
        """Nobles never return to the park, so that positions do not come again in any way that matters."""
        return

    def problems(self, s: State) -> list[str]:
        return problems(s)

    def describe(self, s: State, action: str) -> Message:
        self.apply(s, action)  # refuses what is not legal
        return telling.describe(s, parse(action))

    def to_json(self, s: State) -> dict[str, Json]:
        return coding.to_json(s)

    def from_json(self, d: Json) -> State:
        return coding.from_json(d, self.options)


GAME = Royal()
