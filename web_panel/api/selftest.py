"""The hardware test on the panel: start it, answer its questions, read its report."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request, send_file

from firmware_bridge.selftest.runner import KEYS
from web_panel.api.routing import route
from web_panel.hosting.errors import BadRequest
from web_panel.schema import NOTHING, Choice, Int, List, Object
from web_panel.services import current

blueprint = Blueprint("selftest", __name__)
CONFLICT = {202: "under way", 409: "not now: the reason"}


@route(blueprint, "GET", "/api/selftest")
def state() -> Response:
    """Where the hardware test stands, and which steps there are."""
    return jsonify(current().wizard.state())


@route(
    blueprint,
    "POST",
    "/api/selftest/start",
    body=Object(
        fields={
            "only": List(
                of=Choice(values=KEYS), longest=len(KEYS), default=[], doc="steps; all when left out"
            ),
            "repeat": Int(low=1, high=20, default=1),
            "cycles": Int(low=1, high=200, default=3, doc="movements of the endurance step"),
        }
    ),
    optional=True,
    answers=CONFLICT,
)
def start(body: dict[str, Any]) -> tuple[Response, int]:
    """Begins the hardware test; bands will move."""
    wizard = current().wizard
    wizard.start(body["only"], repeat=body["repeat"], cycles=body["cycles"])
    return jsonify(wizard.state()), 202


@route(
    blueprint,
    "POST",
    "/api/selftest/answer",
    body=Object(
        fields={
            "word": Choice(values=("yes", "no", "skip", "abort"), required=True, doc="yes, no, skip or abort")
        }
    ),
    answers={200: "taken", 409: "no test is running"},
)
def answer(body: dict[str, Any]) -> Response:
    """Answers the question of the hardware test."""
    current().wizard.answer(body["word"])
    return jsonify({"word": body["word"]})


@route(
    blueprint,
    "POST",
    "/api/selftest/abort",
    body=NOTHING,
    optional=True,
    answers={200: "ending", 409: "no test is running"},
)
def abort(body: dict[str, Any]) -> Response:
    """Ends the hardware test; bands that move are stopped."""
    current().wizard.abort()
    return jsonify({"aborting": True})


@route(
    blueprint,
    "GET",
    "/api/selftest/report",
    query={"format": "html (default) or json"},
    media=("text/html", "application/json"),
)
def report() -> Response:
    """The last hardware test's report, as a file to keep."""
    form = request.args.get("format", "html")
    if form not in ("html", "json"):
        raise BadRequest("web.field.wrong", field="format", expected="html or json")
    path = current().wizard.report(form)
    return send_file(path, as_attachment=True, download_name=f"hardware-test.{form}")
