"""The API's document against its routes."""

from __future__ import annotations

import re
from typing import Any

from web_panel.rights import RIGHTS


def test_the_document_describes_exactly_the_api(board_table: Any) -> None:
    """Every API route and no other, with its right, parameters and body."""
    document = board_table.browser().json("/api/openapi.json")
    described = {
        f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods
    }
    served = {
        re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", key)
        for key in RIGHTS
        if "/api/" in key or key.startswith("POST") or key in ("GET /healthz", "GET /i18n/<lang>.json")
    }
    assert described == served


def test_every_operation_is_complete(board_table: Any) -> None:
    """A summary, its right, the refusals' form, each path parameter, the header of every POST."""
    document = board_table.browser().json("/api/openapi.json")
    assert document["openapi"].startswith("3.1")
    ids = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            ids.append(operation["operationId"])
            assert operation["summary"].endswith("."), path
            assert operation["x-right"] in {"anyone", "player", "seat", "host", "panel", "builder"}
            assert operation["responses"]["default"]["content"]["application/json"]["schema"]
            named = {p["name"] for p in operation["parameters"] if p["in"] == "path"}
            assert named == set(re.findall(r"{(\w+)}", path))
            headers = {p["name"] for p in operation["parameters"] if p["in"] == "header"}
            assert headers == ({"X-Panel"} if method == "post" else set())
    assert len(ids) == len(set(ids))
