"""The rights table against the routes, and every route against every kind of caller."""

from __future__ import annotations

import re
from typing import Any

import pytest

from web_panel.api.routing import ROUTES
from web_panel.app import route_keys
from web_panel.rights import RIGHTS, Right

LEVELS: dict[Right, set[str]] = {
    Right.ANYONE: {"onlooker", "seat", "host", "builder", "panel"},
    Right.PLAYER: {"seat", "host", "builder", "panel"},
    Right.SEAT: {"seat", "host", "panel"},
    Right.HOST: {"host", "panel"},
    Right.PANEL: {"builder", "panel"},
    Right.BUILDER: {"builder", "panel"},
}
REFUSED = {401, 403}
AT_THE_BOARD = {"POST /api/table/resume"}


def test_every_route_has_a_right_and_every_right_a_route(board_table: Any) -> None:
    """The table holds exactly the routes that are served."""
    assert route_keys(board_table.app) == set(RIGHTS)


def test_every_api_route_is_declared(board_table: Any) -> None:
    """No API route bypasses the declaration that body checks, limits and the OpenAPI document come from."""
    api = {key for key in RIGHTS if "/api/" in key or key.startswith("POST")}
    assert api <= set(ROUTES)


def address(key: str, match: str) -> tuple[str, str]:
    method, rule = key.split(" ")
    values = {"id": match, "seat": "0", "band": "1", "pane": "a1", "code": "x" * 22}
    values |= {"lang": "en", "book": "board", "path": "no"}
    return method, re.sub(r"<(?:\w+:)?(\w+)>", lambda part: values[part[1]], rule)


@pytest.mark.parametrize("key", sorted(set(RIGHTS) - {"GET /api/events"}))  # endless: see test_events
def test_who_lacks_the_right_is_refused_and_who_has_it_is_not(board_table: Any, key: str) -> None:
    """Each route against each kind of caller: 401 or 403 exactly where the table says so."""
    table = board_table
    maker = table.browser()
    made = maker.new([{"kind": "phone"}, {"kind": "panel"}])
    seat = table.browser()
    code = made["join_url"]["0"].rsplit("/", 1)[1]
    assert seat.post(f"/j/{code}").status_code == 200
    callers = {
        "onlooker": table.browser(),
        "seat": seat,
        "host": table.browser(),
        "builder": table.builder(),
        "panel": table.panel(),
    }
    callers["host"].headers["Authorization"] = f"Bearer {made['host_token']}"
    method, path = address(key, made["id"])
    for kind, browser in callers.items():
        table.services.limiter._buckets.clear()
        answer = browser.get(path) if method == "GET" else browser.post(path)
        refused = answer.status_code in REFUSED and answer.get_json()["code"].startswith("web.right.")
        allowed = kind in LEVELS[RIGHTS[key]]
        if kind == "host" and key in AT_THE_BOARD:
            allowed = False  # their match is not the one on the board
        said = answer.get_data(as_text=True)[:200]
        assert refused is not allowed, f"{key} for {kind}: {answer.status_code} {said}"
