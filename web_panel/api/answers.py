"""Errors as JSON: ``{error, code, params, says, do}`` with a fitting status; never a trace, never an echo."""

from __future__ import annotations

import logging
import math
from typing import Any

from flask import Flask, Response, g, jsonify, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from firmware_bridge.errors import BoardRefusal, BridgeError
from rules.protocol import BadNotation, BadOption, IllegalAction, RulesError, StaleVersion
from web_panel import texts
from web_panel.hosting import errors
from web_panel.schema import BadField
from web_panel.security import BODY_LIMIT

log = logging.getLogger(__name__)
WORDS = {
    400: "bad_request", 401: "unauthorised", 403: "forbidden", 404: "not_found", 405: "method",
    409: "conflict", 410: "gone", 413: "too_large", 415: "content_type", 422: "illegal", 429: "too_many",
    500: "internal", 502: "board", 503: "unavailable",
}  # fmt: skip
UNSAID = "…"
RAW = ("given", "text", "lots", "problem")
"""Parameters in which the rules repeat a piece of what they were given: for files at the machine."""
# The kinds of errors and their status; the first that fits holds.
STATUS: tuple[tuple[type[Exception], int], ...] = (
    (errors.Unknown, 404),
    (errors.Forbidden, 403),
    (errors.Expired, 410),
    (errors.BadRequest, 400),
    (errors.Conflict, 409),
    (errors.Unavailable, 503),
    (BadOption, 400),
    (StaleVersion, 409),
    (IllegalAction, 422),
    (BadNotation, 422),
    (RulesError, 400),
    (BoardRefusal, 409),
    (BridgeError, 502),
)


def answer(status: int, code: str, params: dict[str, Any] | None = None, **more: Any) -> Response:
    """An error answer in the request's language."""
    params = safe_params(params or {})
    advice = texts.advise(code, params) or (texts.advise("web.illegal") if status == 422 else "")
    body = {
        "error": WORDS.get(status, "error"),
        "code": code,
        "params": params,
        "says": texts.say(code, params),
        "do": advice,
    }
    if more or not for_people():
        response = jsonify(body | more)
        response.status_code = status
        return response
    from web_panel import pages

    return pages.error_page(status, body)


def for_people() -> bool:
    """Whether a browser asks for a page (and has got past the gate), not a program for data."""
    if request.method not in ("GET", "HEAD") or "caller" not in g:
        return False
    if request.path.startswith(("/api/", "/i18n/", "/static/", "/healthz")):
        return False
    return request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html"


def safe_params(params: dict[str, Any]) -> dict[str, Any]:
    """Parameters fit for any page: plain values, short, one line."""

    def plain(value: Any) -> Any:
        if isinstance(value, bool | int) or value is None:
            return value
        if isinstance(value, float):
            return value if math.isfinite(value) else None
        return "".join(c for c in str(value) if c.isprintable())[:200]

    return {name: plain(value) for name, value in params.items()}


def unechoed(params: dict[str, Any]) -> dict[str, Any]:
    """Parameters of what the rules could not even read, without the text itself.

    What they could read, an action that is not legal, is named in their own spelling and may be said.
    """
    plain = {
        name: UNSAID if name in RAW and isinstance(value, str) else value for name, value in params.items()
    }
    if "known" in plain and "field" in plain:
        plain["field"] = str(plain["field"]).partition(".")[0]  # the name of an option that does not exist
    return plain


def of_error(error: Exception) -> Response:
    """The answer for what a route raised."""
    if isinstance(error, BadField):
        return answer(400, error.code, error.params)
    status = next((status for kind, status in STATUS if isinstance(error, kind)), 500)
    if isinstance(error, BadNotation | BadOption):
        return answer(status, error.message.code, unechoed(error.message.params))
    if isinstance(error, errors.REFUSALS):
        return answer(status, *errors.told(error))
    log.error("%s %s failed", request.method, request.url_rule, exc_info=error)
    return answer(500, "web.internal")


def register(app: Flask) -> None:
    def http(error: HTTPException) -> Any:
        if isinstance(error, RequestEntityTooLarge):
            return answer(413, "web.too_large", {"limit": BODY_LIMIT})
        if error.code and error.code < 400:
            return error
        code = {404: "web.not_found", 405: "web.method"}.get(error.code or 500, "web.field.wrong")
        params = {"field": "the address", "expected": "see /api/openapi.json"} if "field" in code else {}
        return answer(error.code or 500, code, params)

    app.register_error_handler(HTTPException, http)
    app.register_error_handler(Exception, of_error)
