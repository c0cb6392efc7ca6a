"""Records as text: a header of ``Name: value`` lines, a blank line, one numbered turn a line.

    Palace Table record 1
    Game: palace 1
    Options: {"bands":"free","max_turns":null}
    Start: 8/8/... w ...                    (only when the match began at a position of its own)
    Seat 0: board Ada
    Seat 1: phone Ben
    Result: {"winners":[0], ...}            (or: none, or: abandoned)
    Corrections: [...]                      (only when there are any)
    Resigned: [2]                           (only when there are any)
    Secret: 5d41...                         (only with chance: see ``hosting.fair``)
    Training: true                          (only when chance was drawn from a given seed)

    1. 0 @c
    2. 1 B3=1; @d
    3. chance deal 3S,...

A turn is the seat and its actions in a row, ``; `` between them. What ``to_text`` writes ``from_text`` reads.
A record without a result goes on where it is imported, unless it was abandoned or holds cards.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rules.protocol import BadNotation, Json

if TYPE_CHECKING:
    from web_panel.hosting.hosted import Hosted

TITLE = "Palace Table record 1"


def to_text(record: dict[str, Json]) -> str:
    """The text form of a record's JSON form."""
    lines = [
        TITLE,
        f"Game: {record['game']} {record['game_version']}",
        f"Options: {_dump(record['options'])}",
        *([f"Start: {record['start']}"] if record.get("start") else []),
        *(f"Seat {n}: {seat['kind']} {seat['name']}".rstrip() for n, seat in enumerate(record["seats"])),
        f"Result: {_dump(record['result']) if record['result'] else _unfinished(record)}",
    ]
    lines += [
        f"{name.capitalize()}: {_dump(record[name])}"
        for name in ("corrections", "resigned")
        if record.get(name)
    ]
    if record.get("secret"):
        lines.append(f"Secret: {record['secret']}")
    if record.get("training"):
        lines.append("Training: true")
    lines.append("")
    turns: list[tuple[Any, list[str]]] = []
    for seat, action in record["actions"]:
        if not turns or turns[-1][0] != seat:
            turns.append((seat, []))
        turns[-1][1].append(action)
    lines += [f"{n}. {seat} {'; '.join(actions)}" for n, (seat, actions) in enumerate(turns, 1)]
    return "\n".join(lines) + "\n"


def _unfinished(record: dict[str, Json]) -> str:
    return "abandoned" if record.get("abandoned") else "none"


def whole(hosted: Hosted) -> dict[str, Json]:
    """The record of a stored match with what hosting knows of it: training, abandoned, the secret of chance.

    The caller sees to it that nothing hidden of a running match gets out.
    """
    data = hosted.match.record() | {"training": hosted.row.training}
    if hosted.row.state == "abandoned":
        data["abandoned"] = True
    return data if hosted.open_game else data | {"secret": hosted.row.secret.hex()}


def from_text(text: str) -> dict[str, Json]:
    """The record's JSON form; raises BadNotation that names the line. The rules check the rest."""
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[0].strip() != TITLE:
        raise BadNotation("hosting.record.line", line=1, wanted=TITLE)
    blank = next((n for n, line in enumerate(lines) if not line.strip()), len(lines))
    record: dict[str, Json] = {"format": 1, "seats": [], "actions": [], "corrections": [], "result": None}
    for number, line in enumerate(lines[1:blank], 2):
        _header(record, number, line)
    for number, line in enumerate(lines[blank:], blank + 1):
        if line.strip():
            _turn(record, number, line.strip())
    return record


def _header(record: dict[str, Json], number: int, line: str) -> None:
    name, colon, value = line.partition(":")
    value = value.strip()
    if not colon:
        raise BadNotation("hosting.record.line", line=number, wanted="Name: value")
    if name == "Game":
        key, _, version = value.rpartition(" ")
        if not _is_number(version):
            raise BadNotation("hosting.record.line", line=number, wanted="Game: <key> <version>")
        record["game"], record["game_version"] = key, int(version)
    elif name.startswith("Seat "):
        kind, _, person = value.partition(" ")
        record["seats"].append({"name": person, "kind": kind})
    elif name in ("Secret", "Start"):
        record[name.lower()] = value
    elif (name, value) == ("Result", "abandoned"):
        record["abandoned"] = True
    elif name in ("Options", "Result", "Corrections", "Resigned", "Training"):
        record[name.lower()] = None if value == "none" else _load(number, value)
    else:
        raise BadNotation("hosting.record.line", line=number, wanted="Game, Options, Seat, Result or Secret")


def _turn(record: dict[str, Json], number: int, line: str) -> None:
    count, dot, rest = line.partition(". ")
    seat, _, actions = rest.partition(" ")
    if not dot or not _is_number(count) or not actions or not (seat == "chance" or _is_number(seat)):
        raise BadNotation("hosting.record.line", line=number, wanted="<number>. <seat> <action>; <action>")
    who = seat if seat == "chance" else int(seat)
    record["actions"] += [[who, action.strip()] for action in actions.split(";")]


def _is_number(text: str) -> bool:
    """Whether ``int`` can read it: not every digit of Unicode is one to it, nor any length."""
    return text.isascii() and text.isdigit() and len(text) < 10


def _load(number: int, value: str) -> Json:
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        raise BadNotation("hosting.record.line", line=number, wanted="JSON") from None


def _dump(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
