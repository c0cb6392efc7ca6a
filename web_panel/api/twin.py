"""The simulated board's own controls: spheres, handles, faults, the e-stop. Served with a twin only."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify

from firmware_bridge.values import PANES
from web_panel.api.routing import route
from web_panel.hosting.errors import BadRequest
from web_panel.schema import Choice, Field, Flag, Int, Keyed, Object, Text
from web_panel.services import current

blueprint = Blueprint("twin", __name__)
BAD_GATEWAY = {200: "done", 502: "the twin refused, with its reason"}


class FaultValue(Field):
    """True, false, null or a number: what a fault is set to."""

    def check(self, value: Any, path: str) -> Any:
        if type(value) not in (bool, int, float, str) or (isinstance(value, str) and len(value) > 32):
            from web_panel.schema import wrong

            raise wrong(path, "true, false, a number, a word or null")
        return value

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [{"type": kind} for kind in ("boolean", "number", "string")]}


def _ask(message: dict[str, Any]) -> dict[str, Any]:
    twin = current().twin
    assert twin is not None
    return twin.request(message)


@route(blueprint, "GET", "/api/twin")
def world() -> Response:
    """The simulated world: spheres, heights, e-stop, active faults, and the faults there are."""
    return jsonify({"world": _ask({"do": "world"}), "faults": _ask({"do": "faults"})["faults"]})


@route(
    blueprint,
    "POST",
    "/api/twin/panes",
    body=Keyed(keys=PANES, of=Choice(values=("white", "black"), null=True)),
    limit="twin",
    answers=BAD_GATEWAY,
)
def panes(body: dict[str, Any]) -> Response:
    """Puts spheres on panes and lifts them off."""
    return jsonify(_ask({"do": "panes", "set": body}))


@route(
    blueprint,
    "POST",
    "/api/twin/handles/<int:band>",
    body=Object(fields={"steps": Int(low=-32, high=32, required=True, doc="signed detents; + is up")}),
    limit="twin",
)
def handles(band: int, body: dict[str, Any]) -> Response:
    """Turns a handle; four detents one way make one request."""
    if not 1 <= band <= 5:
        raise BadRequest("hosting.band")
    console = current().console
    if console is None:
        raise BadRequest("table.twin.none")
    console.simulate_turn(band, body["steps"])
    return jsonify({"turned": body["steps"]})


@route(
    blueprint,
    "POST",
    "/api/twin/faults",
    body=Object(
        fields={
            "name": Text(
                longest=40, pattern=r"[a-z0-9_-]{1,40}", required=True, doc="a fault of GET /api/twin"
            ),
            "value": FaultValue(null=True, doc="null or false clears it"),
            "band": Int(low=1, high=5, null=True),
            "pane": Choice(values=PANES, null=True),
        }
    ),
    limit="twin",
    answers=BAD_GATEWAY,
)
def faults(body: dict[str, Any]) -> Response:
    """Injects a fault, or takes it away."""
    return jsonify(_ask({"do": "fault", **body}))


@route(
    blueprint,
    "POST",
    "/api/twin/estop",
    body=Object(fields={"pressed": Flag(required=True, doc="true or false")}),
    limit="twin",
    answers=BAD_GATEWAY,
)
def estop(body: dict[str, Any]) -> Response:
    """Presses or releases the emergency stop: all its contacts."""
    services = current()
    told = _ask({"do": "estop", "pressed": body["pressed"]})
    if services.console is not None:
        services.console.simulate_estop(body["pressed"])
    return jsonify(told)
