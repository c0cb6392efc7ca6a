"""Help at Palace: threats, hints, analyses, puzzles; answers say whether what was asked for is there."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, Response, jsonify

from rules.palace import BANDS_OPTIONS
from web_panel.api.routing import route
from web_panel.api.seats import keys_answer
from web_panel.schema import Choice, Flag, Int, Object, Text
from web_panel.services import caller, current

blueprint = Blueprint("advice", __name__)
NOT_NOW = {200: "what is known; not ready: an event tells when to ask again", 409: "not for this match now"}


@route(blueprint, "GET", "/api/matches/<id>/threats", answers=NOT_NOW)
def threats(id: str) -> Response:
    """The spheres of both sides that could be broken in the other's next turn, and how."""
    house = current().house
    return jsonify(house.call(house.advice.threats, id))


@route(
    blueprint, "POST", "/api/matches/<id>/hint", body=Object(), optional=True, limit="advise", answers=NOT_NOW
)
def hint(id: str, body: dict[str, Any]) -> Response:
    """The best turns for the caller with their values, in a match against computers alone."""
    house = current().house
    return jsonify(house.call(house.advice.hint, caller(), id))


@route(blueprint, "GET", "/api/matches/<id>/analysis", answers=NOT_NOW)
def analysis(id: str) -> Response:
    """The turns of a match that were mistakes, as far as somebody had it analysed."""
    house = current().house
    return jsonify(house.call(house.advice.analysis, id))


@route(
    blueprint,
    "POST",
    "/api/matches/<id>/analysis",
    body=Object(),
    optional=True,
    limit="advise",
    answers=NOT_NOW,
)
def analyse(id: str, body: dict[str, Any]) -> Response:
    """Has a match that is over analysed; events tell how far it is."""
    house = current().house
    return jsonify(house.call(house.advice.analyse, id))


@route(
    blueprint,
    "POST",
    "/api/puzzles",
    body=Object(
        fields={
            "bands": Choice(values=BANDS_OPTIONS, default="free", doc="when bands may be moved"),
            "turns": Int(low=1, high=2, default=1, doc="in how many turns a sphere is to be broken"),
            "on_board": Flag(default=False, doc="set it up on the glass"),
            "after": Text(longest=32, null=True, doc="the puzzle that is left for it"),
            "again": Flag(default=False, doc="the one that is left once more"),
        }
    ),
    optional=True,
    limit="create",
    answers={201: "made: a match that begins at the puzzle", 409: "the board is taken"},
)
def puzzle(body: dict[str, Any]) -> tuple[Response, int]:
    """Sets up a puzzle: a match of one person, from a position in which a sphere can be broken."""
    house = current().house
    return keys_answer(house.call(partial(house.puzzles.create, caller(), **body))), 201


@route(blueprint, "GET", "/api/matches/<id>/key", answers=NOT_NOW)
def key(id: str) -> Response:
    """The key of a puzzle: its first turn."""
    house = current().house
    return jsonify(house.call(house.puzzles.key, id))
