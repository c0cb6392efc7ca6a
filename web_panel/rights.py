"""Who may do what: one table, read by the routes, the panel and the tests.

Rights, from none to most:

  anyone    onlookers included. Stop is among them: it needs no right, only an honest browser.
  player    whoever has a seat in the match named by the request, its host, or the panel.
  seat      whoever has a seat in the match named by the path, or the panel for seats played at the table.
  host      whoever made the match (for the board: the match that is on it), or the panel.
  panel     the table's own touch panel, a second panel admitted by PIN, or the builder.
  builder   whoever gave the PIN as builder, or the panel.

A route that is not in the table cannot be served: the application refuses to start.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol


class Right(StrEnum):
    ANYONE = "anyone"
    PLAYER = "player"
    SEAT = "seat"
    HOST = "host"
    PANEL = "panel"
    BUILDER = "builder"


ANYONE, PLAYER, SEAT, HOST, PANEL, BUILDER = Right

RIGHTS: dict[str, Right] = {
    # pages
    "GET /": ANYONE,
    "GET /new": ANYONE,
    "GET /match/<id>": ANYONE,
    "GET /review/<id>": ANYONE,
    "GET /records": ANYONE,
    "GET /puzzles": ANYONE,
    "GET /board": ANYONE,
    "GET /twin": ANYONE,
    "GET /help": ANYONE,
    "GET /help/<book>": ANYONE,
    "GET /j/<code>": ANYONE,
    "GET /start": ANYONE,
    "GET /static/<path:path>": ANYONE,
    "GET /i18n/<lang>.json": ANYONE,
    "GET /favicon.ico": ANYONE,
    # the service
    "GET /healthz": ANYONE,
    "GET /api/openapi.json": ANYONE,
    "GET /api/events": ANYONE,
    "GET /api/games": ANYONE,
    "POST /api/start": ANYONE,
    "POST /api/login": ANYONE,
    "POST /api/logout": ANYONE,
    "POST /api/language": ANYONE,
    "POST /api/pin": PANEL,
    "GET /api/settings": PANEL,
    "POST /api/settings": PANEL,
    # the board
    "GET /api/table": ANYONE,
    "GET /api/table/raw": BUILDER,
    "POST /api/table/stop": ANYONE,
    "POST /api/table/resume": HOST,
    "POST /api/table/home": PANEL,
    "POST /api/table/clear": PANEL,
    "POST /api/table/lamps": PANEL,
    "POST /api/table/power": PANEL,
    "POST /api/table/bands/<int:band>": PLAYER,
    "POST /api/table/panes/<pane>": PANEL,
    "GET /api/selftest": BUILDER,
    "POST /api/selftest/start": BUILDER,
    "POST /api/selftest/answer": BUILDER,
    "POST /api/selftest/abort": BUILDER,
    "GET /api/selftest/report": BUILDER,
    # matches
    "GET /api/matches": ANYONE,
    "POST /api/matches": ANYONE,
    "GET /api/matches/<id>": ANYONE,
    "GET /api/matches/<id>/moves": ANYONE,
    "GET /api/matches/<id>/record": ANYONE,
    "GET /api/matches/<id>/states": ANYONE,
    "GET /api/matches/<id>/threats": ANYONE,
    "POST /api/matches/<id>/hint": SEAT,
    "GET /api/matches/<id>/analysis": ANYONE,
    "POST /api/matches/<id>/analysis": PLAYER,
    "POST /api/puzzles": ANYONE,
    "GET /api/matches/<id>/key": ANYONE,
    "POST /api/matches/<id>/actions": SEAT,
    "POST /api/matches/<id>/undo": SEAT,
    "POST /api/matches/<id>/correct": SEAT,
    "POST /api/matches/<id>/resign": SEAT,
    "POST /api/matches/<id>/draw": SEAT,
    "POST /api/matches/<id>/abandon": HOST,
    "POST /api/matches/<id>/resume": HOST,
    "POST /api/matches/<id>/rematch": PLAYER,
    "POST /api/matches/<id>/terrain": PANEL,
    "POST /api/matches/<id>/seats/<int:seat>/release": SEAT,
    "POST /api/matches/<id>/seats/<int:seat>/invite": SEAT,
    "GET /api/matches/<id>/seats/<int:seat>/join.svg": SEAT,
    "POST /j/<code>": ANYONE,
    "GET /api/wifi.svg": PANEL,
    # the simulated board
    "GET /api/twin": PANEL,
    "POST /api/twin/panes": PANEL,
    "POST /api/twin/handles/<int:band>": PANEL,
    "POST /api/twin/faults": PANEL,
    "POST /api/twin/estop": PANEL,
}


class Caller(Protocol):
    """What the rights need to know of whoever asks."""

    @property
    def panel(self) -> bool: ...
    @property
    def builder(self) -> bool: ...
    def hosts(self, match: str | None) -> bool:
        """Whether they made ``match`` (None: any)."""
        ...

    def plays(self, match: str | None) -> bool:
        """Whether they have a seat in ``match`` (None: in any)."""
        ...


def allows(right: Right, caller: Caller, match: str | None) -> bool:
    """Whether ``caller`` has ``right``, for the match named by the request (None when it names none)."""
    if right is ANYONE or caller.panel:
        return True
    if right in (PANEL, BUILDER):
        return caller.builder
    if right is HOST:
        return caller.hosts(match)
    if right is SEAT:
        return caller.plays(match) or caller.hosts(match)
    return caller.plays(match) or caller.hosts(match) or caller.builder
