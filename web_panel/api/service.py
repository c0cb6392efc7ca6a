"""The service itself: health, games, texts, language, who becomes the panel, settings."""

from __future__ import annotations

import json
import logging
from typing import Any

from flask import Blueprint, Response, jsonify, request

from web_panel import texts
from web_panel.api.answers import answer
from web_panel.api.routing import route
from web_panel.callers import YEAR_S, set_key
from web_panel.hosting import offers
from web_panel.hosting.errors import Unknown
from web_panel.hosting.grants import Grant
from web_panel.schema import NOTHING, Choice, Flag, Number, Object, Text
from web_panel.services import caller, current

log = logging.getLogger(__name__)
blueprint = Blueprint("service", __name__)
PIN = Text(longest=12, shortest=6, pattern=r"[0-9]{6,12}", required=True, doc="6 to 12 digits")


@route(blueprint, "GET", "/healthz")
def healthz() -> Response:
    """Whether the service lives, and how it is with board and store."""
    services = current()
    return jsonify(
        {
            "ok": True,
            "board": services.house.link(),
            "streams": services.hub.streams,
            "epoch": services.hub.epoch,
            "version": services.asset_version,
        }
    )


@route(blueprint, "GET", "/api/games")
def games() -> Response:
    """The games this table knows: seats, options with their defaults, bots."""
    return jsonify({"games": offers.games()})


@route(blueprint, "GET", "/i18n/<lang>.json")
def catalogue(lang: str) -> Response:
    """Every text the table can say, by code, in one language."""
    if lang not in texts.LANGUAGES:
        raise Unknown("web.not_found")
    response = Response(
        json.dumps(texts.catalogue(lang), ensure_ascii=False, separators=(",", ":")),
        mimetype="application/json",
    )
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    return response.make_conditional(request)


@route(
    blueprint,
    "POST",
    "/api/language",
    body=Object(fields={"lang": Choice(values=tuple(texts.LANGUAGES), required=True)}),
)
def language(body: dict[str, Any]) -> Response:
    """Chooses this browser's language."""
    response = jsonify({"lang": body["lang"]})
    response.set_cookie("lang", body["lang"], max_age=YEAR_S, samesite="Strict", path="/")
    return response


@route(
    blueprint,
    "POST",
    "/api/start",
    body=Object(fields={"code": Text(longest=64, required=True, doc="the code of the start address")}),
    limit="login",
    answers={200: "this browser is the panel now", 403: "the code is not valid (any more)"},
)
def start(body: dict[str, Any]) -> Response:
    """Makes this browser the table's panel, with the one-time code of the printed address."""
    services = current()
    with services.start.use(body["code"]) as right:
        if not right:
            return answer(403, "web.start.wrong")
        admitted = _admit("panel")
    try:
        services.write_panel_url()
    except OSError as error:
        log.error("the new start address could not be written: %s", error)
    return admitted


@route(
    blueprint,
    "POST",
    "/api/login",
    body=Object(fields={"pin": PIN, "role": Choice(values=("panel", "builder"), default="panel")}),
    limit="login",
    answers={200: "admitted", 403: "wrong PIN, or none is set", 429: "too many tries"},
)
def login(body: dict[str, Any]) -> Response:
    """Admits a second panel, or a builder's laptop, by PIN."""
    services = current()
    if not services.pin.is_set:
        return answer(403, "web.pin.none")
    if wait := services.pin.wait_s():
        return answer(429, "web.too_many", {"seconds": int(wait) + 1})
    if not services.pin.check(body["pin"]):
        return answer(403, "web.pin.wrong")
    return _admit(body["role"])


def _admit(role: Any) -> Response:
    services = current()
    token = services.grants.issue(Grant(role))
    response = jsonify({"role": role})
    set_key(response, services.port, "panel", token, YEAR_S)
    services.hub.wake()
    return response


@route(blueprint, "POST", "/api/logout", body=NOTHING, optional=True)
def logout(body: dict[str, Any]) -> Response:
    """Gives up this browser's right as panel or builder."""
    services = current()
    mine = {key for key, _ in caller().keys}
    services.grants.drop(lambda key, grant: key in mine and grant.role in ("panel", "builder"))
    response = jsonify({"role": None})
    set_key(response, services.port, "panel", "", 0)
    services.hub.wake()
    return response


@route(
    blueprint,
    "POST",
    "/api/pin",
    body=Object(fields={"pin": PIN, "old": Text(longest=12, default="", null=True)}),
    limit="login",
    answers={200: "set", 403: "the old PIN is missing or wrong"},
)
def set_pin(body: dict[str, Any]) -> Response:
    """Sets the PIN; changing one needs the old one, and ends the keys of all other panels and builders."""
    pin = current().pin
    if pin.is_set:
        if wait := pin.wait_s():
            return answer(429, "web.too_many", {"seconds": int(wait) + 1})
        if not body["old"]:
            return answer(403, "web.pin.old")
        if not pin.check(body["old"]):
            return answer(403, "web.pin.wrong")
    # Whoever the old PIN let in has to give the new one; the one who changed it stays. Ended first: should
    # the disk take only one of the two, nobody is in by a PIN that holds no more.
    current().end_admissions(but=frozenset(key for key, _ in caller().keys))
    pin.set(body["pin"])
    return jsonify({"set": True})


WIFI = Object(
    null=True,
    fields={
        "name": Text(longest=32, octets=32, required=True, doc="the network's name, 32 bytes at most"),
        "password": Text(longest=63, shortest=0, default=""),
    },
)
SETTINGS = {
    "settle_s": Number(low=0.2, high=5.0, doc="seconds the panes must rest before an action counts"),
    "warning_s": Number(low=1.0, high=10.0, doc="seconds of lamp and buzzer before bands move"),
    "hold_to_run": Flag(doc="bands move only while the handle is held"),
    "buttons": Flag(doc="two turn buttons are wired"),
    "wifi": WIFI,
}


def _shown() -> dict[str, Any]:
    services = current()
    shown = {name: services.settings[name] for name in SETTINGS}
    return shown | {"pin_set": services.pin.is_set, "lan": services.lan}


@route(blueprint, "GET", "/api/settings")
def settings() -> Response:
    """The table's settings."""
    return jsonify(_shown())


@route(blueprint, "POST", "/api/settings", body=Object(fields=SETTINGS))
def change_settings(body: dict[str, Any]) -> Response:
    """Changes the settings given; they hold from now on, for hardware from the next start."""
    services = current()
    given = json.loads(request.get_data())
    services.settings.change({name: value for name, value in body.items() if name in given})
    services.house.settings_changed()
    return jsonify(_shown())
