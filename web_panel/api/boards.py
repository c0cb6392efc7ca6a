"""The physical board: its state, Stop, and what people may ask of it outside a match's rules.

Stop goes straight to the board: no queue, no lock of the house, no store, no right, no rate limit. While the
hardware test has the board all else is refused.
"""

from __future__ import annotations

import logging
import subprocess
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, jsonify

from firmware_bridge.values import PANES
from web_panel import texts
from web_panel.api.answers import answer
from web_panel.api.routing import route
from web_panel.api.verdicts import answered
from web_panel.hosting.errors import BadRequest, Unknown
from web_panel.schema import NOTHING, REQUEST_ID, VERSION, Choice, Flag, Int, List, Object, Text
from web_panel.services import caller, current

log = logging.getLogger(__name__)
blueprint = Blueprint("boards", __name__)


@route(blueprint, "GET", "/api/table")
def table() -> Response:
    """The board at this moment."""
    services, who = current(), caller()
    shown = services.house.table() | {"rights": {"panel": who.panel, "builder": who.builder}}
    shown["faults"] = [in_words(fault) for fault in shown["faults"]]
    return jsonify(shown)


def in_words(fault: dict[str, Any]) -> dict[str, Any]:
    """A fault with its sentence and advice in the request's language; events carry the code alone."""
    code, params = fault["code"], fault["params"]
    return fault | {"says": texts.say(code, params), "do": texts.advise(code, params)}


@route(blueprint, "GET", "/api/table/raw")
def raw() -> Response:
    """For builders: raw pane values, counters, the motion log."""
    return jsonify(current().board.raw())


@route(
    blueprint,
    "POST",
    "/api/table/stop",
    limit=None,
    answers={200: "the Stop has been handed to the board"},
)
def stop() -> Response:
    """Stops all motion, at once and until somebody resumes. Whatever the body holds is not even read."""
    current().house.stop()
    return jsonify({"stopping": True})


@route(
    blueprint,
    "POST",
    "/api/table/resume",
    body=NOTHING,
    optional=True,
    answers={200: "motion is possible again", 409: "not yet: the reason"},
)
def resume(body: dict[str, Any]) -> Response:
    """Lifts a Stop; moves nothing."""
    current().house.boarding.check_not_lent()
    current().board.resume()
    return jsonify({"resumed": True})


@route(
    blueprint,
    "POST",
    "/api/table/home",
    body=Object(
        fields={
            "bands": List(of=Int(low=1, high=5), shortest=1, longest=5, null=True, doc="all when left out")
        }
    ),
    optional=True,
    answers={202: "the bands are warned and driven; events tell the rest", 409: "not now: the reason"},
)
def home(body: dict[str, Any]) -> tuple[Response, int]:
    """Finds the zero of the bands and drives them to level 1."""
    current().house.boarding.check_not_lent()
    pending = current().board.home(sorted(set(body["bands"])) if body["bands"] else None)
    return jsonify({"pending": pending.id}), 202


@route(
    blueprint,
    "POST",
    "/api/table/clear",
    body=NOTHING,
    optional=True,
    answers={200: "acknowledged", 409: "not now: the reason"},
)
def clear(body: dict[str, Any]) -> Response:
    """Acknowledges the bands' faults."""
    current().house.boarding.check_not_lent()
    current().board.clear()
    return jsonify({"cleared": True})


@route(
    blueprint,
    "POST",
    "/api/table/lamps",
    body=NOTHING,
    optional=True,
    answers={200: "watch the lamps", 409: "not now: the reason"},
)
def lamps(body: dict[str, Any]) -> Response:
    """Lights every lamp for a moment."""
    current().house.boarding.check_not_lent()
    current().board.lamps_test()
    return jsonify({"testing": True})


@route(
    blueprint,
    "POST",
    "/api/table/power",
    body=Object(fields={"action": Choice(values=("off",), default="off")}),
    optional=True,
    answers={200: "the machine goes down", 409: "not on a simulated board"},
)
def power(body: dict[str, Any]) -> Response:
    """Stops all motion and switches the table's computer off."""
    services = current()
    services.house.stop()
    snapshot = services.board.snapshot()
    command = services.settings["power_off"]
    if snapshot.simulated or not snapshot.connected or not command:
        return answer(409, "table.power.none")
    log.warning("power off was asked for on the panel")
    try:
        subprocess.run(list(command), stdin=subprocess.DEVNULL, check=True, capture_output=True, timeout=10)
    except (OSError, subprocess.SubprocessError) as error:
        log.error("power off failed: %s", error)
        return answer(409, "table.power.failed")
    return jsonify({"off": True})


@route(
    blueprint,
    "POST",
    "/api/table/bands/<int:band>",
    body=Object(
        fields={
            "level": Int(low=1, high=3, required=True, doc="1, 2 or 3"),
            "match": Text(
                longest=32, null=True, doc="the match it is an action of; by default the one on the board"
            ),
            "version": replace(VERSION, null=True),
            "request_id": REQUEST_ID,
        }
    ),
    limit="act",
    answers={200: "applied (a match without the board)", 202: "pending", 409: "not now", 422: "not legal"},
)
def bands(band: int, body: dict[str, Any]) -> Any:
    """Sets a band's level: in a match the action of the player to move, otherwise by hand."""
    if not 1 <= band <= 5:
        raise BadRequest("hosting.band", field="band")
    boarding = current().house.boarding
    match = body["match"] or boarding.match
    asked = (caller(), band, body["level"], body["match"], body["version"], body["request_id"])
    return answered(match, boarding.move_band, *asked)


@route(
    blueprint,
    "POST",
    "/api/table/panes/<pane>",
    body=Object(fields={"trusted": Flag(required=True, doc="true or false")}),
)
def panes(pane: str, body: dict[str, Any]) -> Response:
    """Marks a pane's sensor as (not) to be believed; kept over restarts."""
    if pane not in PANES:
        raise Unknown("table.pane")
    services = current()
    doubted = set(services.settings["untrusted"]) - {pane}
    services.settings.change({"untrusted": sorted(doubted | (set() if body["trusted"] else {pane}))})
    services.board.trust(pane, body["trusted"])
    return jsonify({"pane": pane, "trusted": body["trusted"]})
