"""Palace as a ``Game``: texts in, positions out. The rules themselves stand in ``slow`` and ``legal``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.options import settled, shown
from rules.palace import legal, notation, refuse
from rules.palace.geometry import ENTRANCES, NAMES, band_of, panes_of
from rules.palace.messages import TEXTS
from rules.palace.notation import Action, BandAction, PassAction, PlaceAction, RollAction
from rules.palace.position import (
    BANDS_OPTIONS,
    MOST_TURNS,
    Position,
    checked_bands,
    checked_max_turns,
)
from rules.palace.roll import annotated, slide
from rules.palace.sound import problems
from rules.palace.tables import terrain
from rules.protocol import Actor, BadNotation, BadOption, Json, Message, NotYourTurn, Option, Outcome

_OPTIONS = (
    Option("bands", "choice", BANDS_OPTIONS, "free", TEXTS["palace.option.bands"]),
    Option("max_turns", "int", (1, MOST_TURNS, None), None, TEXTS["palace.option.max_turns"]),
)


@dataclass(frozen=True, slots=True)
class Palace:
    """The board game for two. Seat 0 is White, seat 1 Black. No chance, no secrets."""

    key: str = "palace"
    version: int = 1
    seats: range = range(2, 3)
    options: tuple[Option, ...] = _OPTIONS

    def new(self, seats: int, options: Mapping[str, Any]) -> Position:
        if seats not in self.seats:
            raise BadOption("options.seats", field="seats", given=shown(seats), least=2, most=2)
        chosen = settled(self.options, options)
        return Position.start(checked_bands(chosen["bands"]), checked_max_turns(chosen["max_turns"]))

    def begin(self, start: object, options: Mapping[str, Any]) -> Position:
        """The first state of a match that begins at the position text ``start``, such as a puzzle's."""
        chosen = settled(self.options, options)
        if not isinstance(start, str):
            raise BadNotation("palace.bad.position_type", field="position", given=shown(start))
        return Position.parse(start, checked_bands(chosen["bands"]), checked_max_turns(chosen["max_turns"]))

    def actor(self, s: Position) -> Actor:
        return None if legal.over(s) else s.turn

    def actions(self, s: Position, seat: int | None = None) -> list[str]:
        if legal.over(s) or seat not in (None, s.turn):
            return []
        texts = [notation.place_text(s.turn, pane) for pane in panes_of(legal.places(s))]
        rays = terrain(s.levels).rays
        texts += [ray.text for slot in panes_of(legal.rolls(s)) if (ray := rays[slot]) is not None]
        texts += [str(BandAction(band, level)) for band, level in legal.band_moves(s)]
        if legal.may_pass(s):
            texts.append(notation.PASS)
        return sorted(texts)

    def apply(self, s: Position, action: str, seat: int | str | None = None) -> Position:
        todo = self._checked(s, action, seat)
        match todo:
            case PlaceAction():
                return legal.placed(s, ENTRANCES[s.turn] + todo.column)
            case RollAction():
                return legal.rolled(s, terrain(s.levels).ray(todo.pane, todo.direction).effect(s.occupied))
            case BandAction():
                return legal.band_set(s, todo.band, todo.level)
            case PassAction():
                return legal.passed(s)

    def _checked(self, s: Position, action: str, seat: int | str | None) -> Action:
        """``action``, read and found legal in ``s``; raises the refusal otherwise."""
        todo = notation.parse(action)
        if seat is not None and seat != s.turn and not legal.over(s):
            raise NotYourTurn(f"palace.not_turn.{s.turn}", action=str(todo))
        error = refuse.reason(s, todo)
        if error is not None:
            raise error
        return todo

    def chance(self, s: Position, rng: Any) -> str:
        raise ValueError("Palace knows no chance")

    def outcome(self, s: Position) -> Outcome | None:
        loser = legal.broken(s)
        if loser is not None:
            ranks = (2, 1) if loser == 0 else (1, 2)
            return Outcome((1 - loser,), (loser,), None, ranks, "broken")
        if legal.over(s):
            return Outcome((), (), None, (1, 1), "turn_cap")
        return None

    def view(self, s: Position, seat: int | None) -> dict[str, Json]:
        return {
            "position": s.text(),
            "bands": s.bands,
            "max_turns": s.max_turns,
            "levels": list(s.levels),
            "turn": s.turn,
            "reserves": list(s.reserves),
            "panes": dict(s.panes()),
            "lost": list(s.lost),
            "count": s.count,
            "moved": list(s.moved),
        }

    def determinize(self, view: Mapping[str, Json], rng: Any) -> Position:
        return self.from_json(view)

    def reveals(self, s: Position, action: str) -> bool:
        return False

    def repetition_key(self, s: Position) -> None:
        return None

    def problems(self, s: Position) -> list[str]:
        return problems(s)

    def describe(self, s: Position, action: str) -> Message:
        """What a legal action does. ``params["short"]`` is the annotated text of move lists."""
        todo = self._checked(s, action, None)
        params: dict[str, Any] = {"action": str(todo), "short": str(todo)}
        match todo:
            case PlaceAction():
                return Message("palace.did.place", params | {"pane": NAMES[ENTRANCES[s.turn] + todo.column]})
            case BandAction():
                code = "palace.did.band_up" if todo.level > s.levels[todo.band] else "palace.did.band_down"
                return Message(code, params | {"band": todo.band + 1, "level": todo.level})
            case PassAction():
                return Message("palace.did.pass", params)
            case RollAction():
                return _did_roll(s, todo, params)

    def to_json(self, s: Position) -> dict[str, Json]:
        return {"position": s.text(), "bands": s.bands, "max_turns": s.max_turns}

    def from_json(self, d: Json) -> Position:
        """Reads state JSON; ``bands`` and ``max_turns`` may be left out. BadNotation names the field."""
        if not isinstance(d, Mapping):
            raise BadNotation("palace.bad.state", field="state", given=shown(d))
        if "position" not in d:
            raise BadNotation("palace.bad.state_missing", field="position")
        return Position.parse(d["position"], d.get("bands", "free"), d.get("max_turns"))


def short(s: Position, action: str) -> str:
    """A legal action with what it does, as move lists show it: "c7n>c9" (see ``roll.annotated``)."""
    todo = notation.parse(action)
    if isinstance(todo, RollAction):
        return annotated(str(todo), slide(s, todo.pane, todo.direction))
    return str(todo)


def _did_roll(s: Position, todo: RollAction, params: dict[str, Any]) -> Message:
    done = slide(s, todo.pane, todo.direction)
    code = f"palace.did.{done.end}"
    params |= {"short": annotated(str(todo), done), "pane": NAMES[todo.pane], "direction": todo.direction}
    if done.target is not None:
        params["target"] = NAMES[done.target]
    if done.victim is not None and done.victim_to is None:
        code += "_own" if legal.own(s) >> done.victim & 1 else ""
    if done.victim_to is not None:
        params["victim_to"] = NAMES[done.victim_to]
    if done.at is not None:
        params |= {"at": NAMES[done.at], "band": band_of(done.at) + 1}
    return Message(code, params)


GAME = Palace()
