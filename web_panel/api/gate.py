"""What every request passes before its route: host, origin, headers, right, rate, body.

Order: an address the table does not own is refused first; then what does not come from the table's own page;
then who may not; then who asks too often; then what is not well formed. Stop passes the first two only.
While too many requests are being worked on, all but Stop are sent away before any of this.
"""

from __future__ import annotations

import math
from typing import Any

from flask import Flask, Response, g, request

from web_panel import rights
from web_panel.api.answers import answer
from web_panel.api.routing import BY_ENDPOINT, Route
from web_panel.callers import identify
from web_panel.doors import FULL
from web_panel.schema import BadField, parse_json
from web_panel.security import BODY_LIMIT, same_origin
from web_panel.services import current

SAFE = ("GET", "HEAD", "OPTIONS")


def register(app: Flask) -> None:
    app.before_request(gate)


def gate() -> Response | None:
    """None lets the request in."""
    if FULL in request.environ:
        refused = answer(503, "web.full")
        refused.headers["Retry-After"] = "1"
        return refused
    services = current()
    if not services.hosts.honest(request.headers.get("Host", "")):
        return answer(400, "web.host")
    if request.method not in SAFE and (refused := _forged()):
        return refused
    g.caller = identify(services.grants, services.port)
    if request.url_rule is None:
        return None  # 404 or 405 follows
    key = f"{'GET' if request.method == 'HEAD' else request.method} {request.url_rule.rule}"
    declared = BY_ENDPOINT.get(request.endpoint or "")
    if refused := _unentitled(key):
        return refused
    if declared is None or request.method in SAFE:
        return None
    free = declared.limit == "create" and g.caller.panel
    if declared.limit and not free and (wait := services.limiter.wait_s(declared.limit, g.caller.peer)):
        refused = answer(429, "web.too_many", {"seconds": math.ceil(wait)})
        refused.headers["Retry-After"] = str(math.ceil(wait))
        return refused
    return _body(declared)


def _forged() -> Response | None:
    if not same_origin(request.headers.get("Origin"), request.headers.get("Host", "")):
        return answer(403, "web.origin")
    if request.headers.get("X-Panel") != "1":
        return answer(403, "web.header")
    if request.mimetype != "application/json":
        return answer(415, "web.content_type")
    if (request.content_length or 0) > BODY_LIMIT:
        return answer(413, "web.too_large", {"limit": BODY_LIMIT})
    return None


def _unentitled(key: str) -> Response | None:
    right = rights.RIGHTS.get(key)
    if right is None:  # OPTIONS and the like: nothing is declared, nothing is given
        return answer(405, "web.method")
    match = (request.view_args or {}).get("id")
    if right is rights.HOST and match is None:
        match = current().house.boarding.match or ""  # the host of what is on the board
    if rights.allows(right, g.caller, match):
        return None
    if right is not rights.ANYONE and g.caller.lost(match):
        return answer(401, "web.token")
    return answer(403, f"web.right.{right}")


def _body(declared: Route) -> Response | None:
    raw = request.get_data(cache=True)
    if declared.body is None:
        return None
    value: Any = {}
    if raw or not declared.body_optional:
        try:
            value = parse_json(raw)
        except ValueError:
            return answer(400, "web.not_json")
    try:
        checked = declared.body.read(value, "")
    except BadField as error:
        return answer(400, error.code, error.params)
    request.view_args = {**(request.view_args or {}), "body": checked}
    return None
