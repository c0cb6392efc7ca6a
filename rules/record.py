"""Records of matches as JSON: the public format in which a match is stored, shared and replayed.

    {"format": 1, "game": "palace", "game_version": 1, "options": {...},
     "seats": [{"name": "Ada", "kind": "board"}, ...],
     "actions": [[0, "@c"], ["chance", "deal ..."], ...],
     "corrections": [{"index": 3, "was": "c1n", "now": "c1e"}],
     "result": null or {"winners", "losers", "scores", "ranks", "reason"}}

``start`` (a position's text) is added when the match began elsewhere than the game does, such as at a puzzle.
``resigned`` (a list of seats) is added when persons of a match of three or more gave up and bots played on.
Chance outcomes stand among the actions, so that a record replays for ever. Reading checks everything and
raises BadNotation, whose message and ``field`` name the place, such as "actions[3]".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.match import RECORD_FORMAT, SEAT_KINDS, Correction, Match, SeatInfo
from rules.options import shown
from rules.protocol import CHANCE, BadNotation, BadOption, Json, Outcome, RulesError


def write(match: Match) -> dict[str, Json]:
    """The record of ``match``."""
    result = match.result
    data: dict[str, Json] = {
        "format": RECORD_FORMAT,
        "game": match.game.key,
        "game_version": match.game.version,
        "options": dict(match.options),
        "seats": [{"name": seat.name, "kind": seat.kind} for seat in match.seats],
        "actions": [[seat, action] for seat, action in match.actions],
        "corrections": [{"index": c.index, "was": c.was, "now": c.now} for c in match.corrections],
        "result": None if result is None else result.to_json(),
    }
    if match.begun is not None:
        data["start"] = match.begun
    if match.resigned:
        data["resigned"] = list(match.resigned)
    return data


def read(data: Json, version: int | None) -> Match:
    """The match that ``data`` records."""
    from rules import game

    record = _mapping(data, "record")
    if _get(record, "format", int) != RECORD_FORMAT:
        raise _impossible("format", record["format"], RECORD_FORMAT)
    try:
        rules = game(_get(record, "game", str))
    except BadOption as error:
        raise _reworded(error) from error
    if _get(record, "game_version", int) != rules.version:
        raise _impossible("game_version", record["game_version"], rules.version)
    options = _mapping(_get(record, "options"), "options")
    seats = [_seat(n, each) for n, each in enumerate(_get(record, "seats", list))]
    try:
        match = Match(rules, seats, options, start=record.get("start"))
    except BadOption as error:
        raise _reworded(error) from error
    _replay(match, _get(record, "actions", list))
    match.corrections = [_correction(match, n, c) for n, c in enumerate(_get(record, "corrections", list))]
    match.resigned = _resigned(match, record.get("resigned", []))
    _finish(match, _get(record, "result"))
    changes = len(match.actions) + len(match.corrections) + len(match.resigned) + (match.ended_by_players)
    match.version = changes if version is None else version
    return match


def _replay(match: Match, actions: list[Any]) -> None:
    for number, entry in enumerate(actions):
        field = f"actions[{number}]"
        if not isinstance(entry, (list, tuple)) or len(entry) != 2:
            raise _wrong(field, "[seat, text]", entry)
        seat, text = entry
        if not isinstance(text, str):
            raise _wrong(f"{field}[1]", "a text", text)
        if seat != CHANCE and (type(seat) is not int or seat not in range(len(match.seats))):
            raise _wrong(f"{field}[0]", f"a seat from 0 to {len(match.seats) - 1} or chance", seat)
        try:
            match.play(seat, text)
        except RulesError as error:
            raise BadNotation("record.refused", field=field, action=shown(text), reason=str(error)) from error


def _finish(match: Match, result: Json) -> None:
    """Takes over how the players ended it; an end by the rules must be the one the actions lead to."""
    if result is None:
        if match.result is not None:
            raise BadNotation("record.result", field="result")
        return
    outcome = _outcome(_mapping(result, "result"), len(match.seats))
    if match.result is None and outcome.reason == "agreed":
        match.draw()
    elif match.result is None and outcome.reason == "resigned" and len(match.seats) == 2 and outcome.losers:
        match.resign(outcome.losers[0])
    if match.result != outcome:
        raise BadNotation("record.result", field="result")


def _outcome(data: Mapping[str, Any], seats: int) -> Outcome:
    fields: dict[str, tuple[int, ...] | None] = {}
    for name in ("winners", "losers", "scores", "ranks"):
        values = _get(data, name, inside="result")
        if values is None and name == "scores":
            fields[name] = None
            continue
        if not isinstance(values, list) or any(type(value) is not int for value in values):
            raise _wrong(f"result.{name}", "a list of whole numbers", values)
        fields[name] = tuple(values)
    for name in ("winners", "losers"):
        if any(seat not in range(seats) for seat in fields[name] or ()):
            raise _wrong(f"result.{name}", f"seats from 0 to {seats - 1}", list(fields[name] or ()))
    if len(fields["ranks"] or ()) != seats:
        raise _wrong("result.ranks", f"a rank for each of {seats} seats", list(fields["ranks"] or ()))
    reason = _get(data, "reason", str, inside="result")
    return Outcome(
        fields["winners"] or (), fields["losers"] or (), fields["scores"], fields["ranks"] or (), reason
    )


def _seat(number: int, data: Json) -> SeatInfo:
    where = f"seats[{number}]"
    seat = _mapping(data, where)
    name = _get(seat, "name", str, inside=where)
    kind = _get(seat, "kind", str, inside=where)
    for known in SEAT_KINDS:
        if kind == known:
            return SeatInfo(name, known)
    raise _impossible(f"{where}.kind", kind, ", ".join(SEAT_KINDS))


def _correction(match: Match, number: int, data: Json) -> Correction:
    where = f"corrections[{number}]"
    entry = _mapping(data, where)
    index = _get(entry, "index", int, inside=where)
    if index not in range(len(match.actions)):
        raise _impossible(f"{where}.index", index, f"0 to {len(match.actions) - 1}")
    return Correction(index, _get(entry, "was", str, inside=where), _get(entry, "now", str, inside=where))


def _resigned(match: Match, seats: Json) -> list[int]:
    if not isinstance(seats, list) or any(
        type(n) is not int or n not in range(len(match.seats)) for n in seats
    ):
        raise _wrong("resigned", f"a list of seats from 0 to {len(match.seats) - 1}", seats)
    return list(seats)


_WORDS = {int: "a whole number", str: "a text", list: "a list"}


def _get(data: Mapping[str, Any], name: str, kind: type | None = None, *, inside: str = "") -> Any:
    """``data[name]``, present and of that kind, or BadNotation."""
    field = f"{inside}.{name}" if inside else name
    if name not in data:
        raise BadNotation("record.missing", field=field)
    value = data[name]
    if kind is not None and type(value) is not kind:
        raise _wrong(field, _WORDS[kind], value)
    return value


def _mapping(data: Json, field: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise _wrong(field, "an object", data)
    return data


def _wrong(field: str, wanted: str, given: object) -> BadNotation:
    return BadNotation("record.type", field=field, wanted=wanted, given=shown(given))


def _impossible(field: str, given: object, wanted: object) -> BadNotation:
    return BadNotation("record.value", field=field, given=shown(given), wanted=str(wanted))


def _reworded(error: BadOption) -> BadNotation:
    """The same message as an error of the record's text."""
    return BadNotation(error.message.code, **error.message.params)
