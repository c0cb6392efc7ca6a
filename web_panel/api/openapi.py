"""The API's own description, made from the declared routes and the rights table."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, Response, jsonify

from web_panel.api.routing import ROUTES, Route, route
from web_panel.rights import RIGHTS

blueprint = Blueprint("openapi", __name__)
_PART = re.compile(r"<(?:(\w+):)?(\w+)>")

ERROR = {
    "type": "object",
    "required": ["error", "code", "params", "says", "do"],
    "properties": {
        "error": {"type": "string"},
        "code": {"type": "string"},
        "params": {"type": "object"},
        "says": {"type": "string", "description": "what is wrong, in the request's language"},
        "do": {"type": "string", "description": "what to do about it"},
    },
}

REFUSED = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}


@route(blueprint, "GET", "/api/openapi.json")
def document() -> Response:
    """This document."""
    return jsonify(describe(list(ROUTES.values())))


def describe(routes: list[Route]) -> dict[str, Any]:
    paths: dict[str, Any] = {}
    for declared in sorted(routes, key=lambda r: (r.rule, r.method)):
        path = _PART.sub(r"{\2}", declared.rule)
        paths.setdefault(path, {})[declared.method.lower()] = _operation(declared)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Palace Table",
            "version": "1",
            "description": "Every POST needs the header X-Panel: 1, a JSON body and the table's own Origin.",
        },
        "paths": paths,
        "components": {"schemas": {"Error": ERROR}},
    }


def _operation(declared: Route) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": declared.endpoint.replace(".", "_"),
        "summary": declared.summary,
        "x-right": RIGHTS[declared.key].value,
        "parameters": _parameters(declared),
        "responses": {
            str(status): {"description": text} | (REFUSED if status >= 400 else _content(declared))
            for status, text in declared.answers.items()
        },
    }
    if declared.method == "POST":
        operation["parameters"].append(
            {"name": "X-Panel", "in": "header", "required": True, "schema": {"const": "1"}}
        )
    if declared.body is not None:
        operation["requestBody"] = {
            "required": not declared.body_optional,
            "content": {"application/json": {"schema": declared.body.openapi()}},
        }
    operation["responses"]["default"] = {"description": "refused, with reason and remedy"} | REFUSED
    return operation


def _content(declared: Route) -> dict[str, Any]:
    return {"content": {media: {"schema": {}} for media in declared.media}}


def _parameters(declared: Route) -> list[dict[str, Any]]:
    kinds = {"int": {"type": "integer"}}
    path = [
        {"name": name, "in": "path", "required": True, "schema": kinds.get(kind, {"type": "string"})}
        for kind, name in _PART.findall(declared.rule)
    ]
    query = [
        {"name": name, "in": "query", "required": False, "description": text, "schema": {"type": "string"}}
        for name, text in declared.query.items()
    ]
    return path + query
