"""From verdicts to answers: 200 when done, 202 when bands move first, 409 with the match as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import jsonify

from firmware_bridge.errors import BoardRefusal
from web_panel.api.answers import of_error
from web_panel.hosting.errors import Conflict
from web_panel.hosting.house import Verdict
from web_panel.hosting.views import Audience
from web_panel.services import caller, current


def audience(match: str | None) -> Audience:
    """What the present caller may see of ``match``."""
    who = caller()
    seats = who.seats(match) if match else frozenset()
    return Audience(match, seats, match is not None and who.hosts(match), who.panel, who.builder)


def answered(match: str | None, command: Callable[..., Verdict], *args: Any) -> Any:
    """Runs a command; a conflict is answered with ``match`` as it is now."""
    house = current().house
    try:
        verdict = house.call(command, *args)
    except (Conflict, BoardRefusal) as error:
        response = of_error(error)
        if match is None:
            return response
        body = response.get_json() | {"match": house.match_view(match, audience(match))}
        response.set_data(jsonify(body).get_data())
        return response
    return jsonify(verdict.body), 202 if verdict.pending else 200
