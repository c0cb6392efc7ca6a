"""Taking a seat by phone: invitations, their QR codes, claiming, giving up."""

from __future__ import annotations

import io
import socket
from typing import Any

import segno
from flask import Blueprint, Response, jsonify, request

from web_panel.api.routing import route
from web_panel.callers import add_seat_keys
from web_panel.hosting.errors import Unknown
from web_panel.schema import NOTHING, Name, Object
from web_panel.security import host_name, is_loopback
from web_panel.services import caller, current

blueprint = Blueprint("seats", __name__)


def base_url() -> str:
    """The address under which phones find this table: the caller's own, unless that is the loopback."""
    services = current()
    host = request.headers.get("Host", "")
    name = host_name(host) or ""
    if services.lan and is_loopback(name):
        return f"http://{lan_address()}:{services.port}"
    return f"http://{host}"


def lan_address() -> str:
    """This machine's address on the home network (no packet is sent to find it)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def join_url(code: str) -> str:
    return f"{base_url()}/j/{code}"


def keys_answer(made: dict[str, Any]) -> Response:
    """The answer to whoever made a match: id, keys (as cookie too), a join address for each phone seat."""
    services, host = current(), made.get("host")
    response = jsonify(
        {
            "id": made["id"],
            "tokens": {str(seat): token for seat, token in made["tokens"].items()},
            "join_url": {str(seat): join_url(code) for seat, code in made["codes"].items()},
            "host_token": host,
        }
    )
    keys = [*([host] if host else []), *made["tokens"].values()]
    if keys and not caller().panel:  # the panel needs no key for its own matches
        add_seat_keys(response, services.port, made["id"], keys, services.grants)
    return response


def qr(text: str) -> Response:
    """``text`` as a QR code in SVG."""
    buffer = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        buffer, kind="svg", scale=6, border=4, svgclass=None, lineclass=None
    )
    return Response(buffer.getvalue(), mimetype="image/svg+xml")


@route(blueprint, "POST", "/api/matches/<id>/seats/<int:seat>/invite", body=NOTHING, optional=True)
def invite(id: str, seat: int, body: dict[str, Any]) -> Response:
    """A new code for a phone's seat: one use, two minutes."""
    house = current().house
    code = house.call(house.seating.invite, caller(), id, seat)
    return jsonify({"join_url": join_url(code.code), "seconds": round(code.until - house.clock())})


@route(blueprint, "GET", "/api/matches/<id>/seats/<int:seat>/join.svg", media=("image/svg+xml",))
def join_svg(id: str, seat: int) -> Response:
    """The QR code of the seat's valid invitation."""
    house = current().house
    return qr(join_url(house.call(house.seating.code_for, caller(), id, seat).code))


@route(blueprint, "GET", "/api/wifi.svg", media=("image/svg+xml",))
def wifi_svg() -> Response:
    """The QR code by which a phone joins the configured wireless network."""
    wifi = current().settings["wifi"]
    if not wifi:
        raise Unknown("web.wifi.none")
    return qr(wifi_text(wifi["name"], wifi.get("password") or ""))


def wifi_text(name: str, password: str) -> str:
    """The text of a Wi-Fi QR code, special characters escaped."""

    def escaped(part: str) -> str:
        return "".join(f"\\{c}" if c in '\\;,":' else c for c in part)

    kind = "WPA" if password else "nopass"
    return f"WIFI:T:{kind};S:{escaped(name)};" + (f"P:{escaped(password)};" if password else "") + ";"


@route(blueprint, "POST", "/api/matches/<id>/seats/<int:seat>/release", body=NOTHING, optional=True)
def release(id: str, seat: int, body: dict[str, Any]) -> Response:
    """Frees a phone's seat; its key dies."""
    house = current().house
    house.call(house.seating.release, caller(), id, seat)
    return jsonify({"released": seat})


@route(
    blueprint,
    "POST",
    "/j/<code>",
    body=Object(fields={"name": Name(default="", doc="how the player wants to be called")}),
    optional=True,
    limit="join",
    answers={200: "the seat is the caller's", 404: "unknown code", 410: "used or too old"},
)
def claim(code: str, body: dict[str, Any]) -> Response:
    """Claims the seat of an invitation."""
    house = current().house
    match, seat, token = house.call(house.seating.claim, code, body["name"])
    response = jsonify({"id": match, "seat": seat, "tokens": {str(seat): token}})
    add_seat_keys(response, current().port, match, [token], current().grants)
    return response
