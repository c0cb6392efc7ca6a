"""Matches: making them, looking at them, playing in them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, jsonify, request

from rules.match import SEAT_KINDS
from web_panel.api.routing import route
from web_panel.api.seats import keys_answer
from web_panel.api.verdicts import answered, audience
from web_panel.callers import drop_seat_keys
from web_panel.hosting import records
from web_panel.hosting.errors import BadRequest
from web_panel.hosting.house import NewMatch
from web_panel.schema import (
    NOTHING,
    REQUEST_ID,
    SEAT,
    VERSION,
    Choice,
    Flag,
    Int,
    List,
    Name,
    Number,
    Object,
    Scalars,
    Text,
)
from web_panel.services import caller, current

blueprint = Blueprint("matches", __name__)
VERSION_NEEDED = replace(VERSION, required=True)
REQUEST_NEEDED = replace(REQUEST_ID, required=True)
ACTION = Text(longest=200, required=True, doc="the action's text")
VERDICTS = {
    200: "accepted and on disk",
    202: "pending: bands move first, an event tells the rest",
    409: "not now; holds the match as it is",
    422: "not legal, with the reason",
}

NEW_SEAT = Object(
    fields={
        "kind": Choice(values=SEAT_KINDS, required=True, doc="one of " + ", ".join(SEAT_KINDS)),
        "name": Name(default="", doc="shown to all; cleaned"),
        "bot": Text(longest=64, null=True, doc="a bot of GET /api/games, for a seat of kind bot"),
        "mine": Flag(default=False, doc="the caller's own phone takes this seat"),
    }
)
CLOCK = Object(
    null=True,
    fields={
        "kind": Choice(
            values=("none", "sudden", "increment"), required=True, doc="none, sudden or increment"
        ),
        "seconds": Int(low=10, high=86_400, default=900, doc="for each seat"),
        "increment": Number(low=0, high=600, default=0, doc="seconds added after each turn"),
    },
)


@route(blueprint, "GET", "/api/matches")
def matches() -> Response:
    """All matches in one line each, the newest first."""
    return jsonify({"matches": current().house.matches()})


@route(
    blueprint,
    "POST",
    "/api/matches",
    body=Object(
        fields={
            "game": Text(longest=32, required=True, doc="a key of GET /api/games"),
            "seats": List(of=NEW_SEAT, shortest=1, longest=16, required=True, doc="a list of seats"),
            "options": Scalars(default={}, doc="the game's options; missing ones take their defaults"),
            "on_board": Flag(default=False),
            "seed": Text(longest=64, null=True, doc="fixes chance; marks the match as training"),
            "clock": CLOCK,
        }
    ),
    limit="create",
    answers={201: "made: its id, keys of the caller's own seats, a join address for each phone seat"},
)
def new_match(body: dict[str, Any]) -> tuple[Response, int]:
    """Makes a match."""
    house = current().house
    for number, seat in enumerate(body["seats"]):
        seat["name"] = seat["name"] or f"Seat {number + 1}"
    made = house.call(house.create, caller(), NewMatch(**body))
    return keys_answer(made), 201


@route(blueprint, "GET", "/api/matches/<id>")
def match(id: str) -> Response:
    """A match as the bearer's seat sees it, or as onlookers do."""
    response = jsonify(current().house.match_view(id, audience(id)))
    if caller().lost(id):
        drop_seat_keys(response, current().port, id)
    return response


@route(
    blueprint,
    "GET",
    "/api/matches/<id>/moves",
    query={"from": "number of the first line", "to": "number after the last; at most 1000 lines are given"},
)
def moves(id: str) -> Response:
    """Lines of the move list, for matches longer than the snapshot shows."""
    first, last = _range(1000)
    house = current().house
    return jsonify(house.call(house.moves, id, first, last, audience(id)))


@route(
    blueprint,
    "GET",
    "/api/matches/<id>/states",
    query={"from": "number of the first state", "to": "number after the last; at most 200 are given"},
)
def states(id: str) -> Response:
    """The states of a match, as onlookers see them: to step through it again."""
    first, last = _range(200)
    house = current().house
    return jsonify(house.call(house.states, id, first, last, audience(id)))


def _range(most: int) -> tuple[int, int]:
    numbers = []
    for name, default in (("from", 0), ("to", None)):
        given = request.args.get(name)
        if given is None:
            numbers.append(default if default is not None else numbers[0] + most)
        elif given.isascii() and given.isdigit() and len(given) < 9:
            numbers.append(int(given))
        else:
            raise BadRequest("web.field.wrong", field=name, expected="a whole number")
    return numbers[0], min(numbers[1], numbers[0] + most)


@route(
    blueprint,
    "GET",
    "/api/matches/<id>/record",
    query={"format": "json (default) or text"},
    media=("application/json", "text/plain"),
    answers={200: "the record", 409: "hidden while the match runs"},
)
def record(id: str) -> Response:
    """The whole record: of a match that is over, or of a running one without secrets."""
    form = request.args.get("format", "json")
    if form not in ("json", "text"):
        raise BadRequest("web.field.wrong", field="format", expected="json or text")
    house = current().house
    data = house.call(house.record, id)
    if form == "json":
        response = jsonify(data)
    else:
        response = Response(records.to_text(data), mimetype="text/plain")
    if "download" in request.args:
        ending = "json" if form == "json" else "txt"
        response.headers["Content-Disposition"] = f'attachment; filename="{data["game"]}-{id}.{ending}"'
    return response


@route(
    blueprint,
    "POST",
    "/api/matches/<id>/actions",
    body=Object(
        fields={
            "action": ACTION,
            "version": VERSION_NEEDED,
            "request_id": REQUEST_NEEDED,
            "seat": replace(SEAT, null=True),
        }
    ),
    limit="act",
    answers=VERDICTS,
)
def act(id: str, body: dict[str, Any]) -> Any:
    """Plays an action for the caller's seat."""
    turns = current().house.turns
    return answered(
        id, turns.act, caller(), id, body["action"], body["version"], body["request_id"], body["seat"]
    )


ASKING = Object(
    fields={
        "version": replace(VERSION, null=True),
        "request_id": replace(REQUEST_ID, null=True),
        "seat": replace(SEAT, null=True),
        "agree": Flag(default=True, doc="false refuses what another seat has asked for"),
    }
)
DOING = Object(fields={name: part for name, part in ASKING.fields.items() if name != "agree"})


@route(blueprint, "POST", "/api/matches/<id>/undo", body=ASKING, optional=True, limit="act", answers=VERDICTS)
def undo(id: str, body: dict[str, Any]) -> Any:
    """Asks to take the last action back, or answers such a wish."""
    turns = current().house.turns
    return answered(
        id, turns.undo, caller(), id, body["version"], body["request_id"], body["seat"], body["agree"]
    )


@route(
    blueprint,
    "POST",
    "/api/matches/<id>/correct",
    body=Object(fields={"action": ACTION} | {n: f for n, f in DOING.fields.items() if n != "seat"}),
    limit="act",
    answers=VERDICTS,
)
def correct(id: str, body: dict[str, Any]) -> Any:
    """Replaces the last action that the board recognised: that is not what was played."""
    turns = current().house.turns
    return answered(id, turns.correct, caller(), id, body["action"], body["version"], body["request_id"])


@route(
    blueprint, "POST", "/api/matches/<id>/resign", body=DOING, optional=True, limit="act", answers=VERDICTS
)
def resign(id: str, body: dict[str, Any]) -> Any:
    """Gives up for the caller's seat."""
    turns = current().house.turns
    return answered(id, turns.resign, caller(), id, body["version"], body["request_id"], body["seat"])


@route(blueprint, "POST", "/api/matches/<id>/draw", body=ASKING, optional=True, limit="act", answers=VERDICTS)
def draw(id: str, body: dict[str, Any]) -> Any:
    """Offers a draw, or answers an offer."""
    turns = current().house.turns
    return answered(
        id, turns.draw, caller(), id, body["version"], body["request_id"], body["seat"], body["agree"]
    )


@route(blueprint, "POST", "/api/matches/<id>/abandon", body=NOTHING, optional=True)
def abandon(id: str, body: dict[str, Any]) -> Response:
    """Ends a match without a result and frees the board."""
    house = current().house
    return jsonify(house.call(house.abandon, id).body)


@route(
    blueprint,
    "POST",
    "/api/matches/<id>/resume",
    body=Object(fields={"on_board": Flag(default=True, doc="false: play on without the board")}),
    optional=True,
    answers=VERDICTS,
)
def resume(id: str, body: dict[str, Any]) -> Any:
    """Goes on with the match on the board: bands are driven, panes compared, then play."""
    return answered(id, current().house.boarding.resume, caller(), id, body["on_board"])


@route(
    blueprint,
    "POST",
    "/api/matches/<id>/terrain",
    body=Object(fields={"state": Int(low=0, high=10**6, required=True, doc="the number of the state")}),
    answers=VERDICTS,
)
def terrain(id: str, body: dict[str, Any]) -> Any:
    """Lets the real bands stand as in one state of a stored match."""
    return answered(id, current().house.boarding.terrain, id, body["state"])


@route(
    blueprint,
    "POST",
    "/api/matches/<id>/rematch",
    body=Object(),
    optional=True,
    limit="create",
    answers={201: "made"},
)
def rematch(id: str, body: dict[str, Any]) -> tuple[Response, int]:
    """The same people again, seats turned by one; everyone who asks gets the key of their own seat."""
    house = current().house
    return keys_answer(house.call(house.seating.rematch, caller(), id)), 201
