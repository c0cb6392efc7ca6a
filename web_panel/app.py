"""The Flask application: routes, the gate before them, the headers after them."""

from __future__ import annotations

import hashlib
from pathlib import Path

from flask import Flask, Response, request

from web_panel import pages, rights, texts
from web_panel.api import (
    advice,
    answers,
    boards,
    events,
    gate,
    matches,
    openapi,
    seats,
    selftest,
    service,
    twin,
)
from web_panel.doors import Doors
from web_panel.security import BODY_LIMIT, HEADERS, TRUSTED_HEADERS, host_name, is_loopback
from web_panel.services import KEY, Services

HERE = Path(__file__).parent


def create_app(services: Services) -> Flask:
    """The application over ``services``. Raises LookupError when a route has no entry in the rights table."""
    app = Flask(__name__, static_folder=None, template_folder="templates")
    app.config.update(
        MAX_CONTENT_LENGTH=BODY_LIMIT,
        BABEL_TRANSLATION_DIRECTORIES=str(HERE / "translations"),
        BABEL_DEFAULT_LOCALE="en",
        TEMPLATES_AUTO_RELOAD=False,
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions[KEY] = services
    services.asset_version = services.asset_version or assets_version(HERE / "static")
    texts.babel.init_app(app, locale_selector=texts.language)
    answers.register(app)
    gate.register(app)
    for module in (service, boards, matches, seats, advice, selftest, events, openapi, pages):
        app.register_blueprint(module.blueprint)
    if services.twin is not None:
        app.register_blueprint(twin.blueprint)
    app.after_request(finish)
    check_rights(app)
    app.wsgi_app = Doors(app.wsgi_app)  # type: ignore[method-assign]
    return app


def assets_version(folder: Path) -> str:
    """A short hash over all static files: part of their address, so that an old page is noticed."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            total.update(path.relative_to(folder).as_posix().encode())
            total.update(path.read_bytes())
    return total.hexdigest()[:12]


def finish(response: Response) -> Response:
    """The headers every answer bears."""
    trusted = request.is_secure or is_loopback(host_name(request.headers.get("Host", "")) or "")
    for name, value in (HEADERS | (TRUSTED_HEADERS if trusted else {})).items():
        response.headers.setdefault(name, value)
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response


def route_keys(app: Flask) -> set[str]:
    """Every served "METHOD rule", as the rights table writes it."""
    return {
        f"{method} {rule.rule}"
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def check_rights(app: Flask) -> None:
    if missing := sorted(route_keys(app) - set(rights.RIGHTS)):
        raise LookupError(f"no right is given for {', '.join(missing)}: add it to web_panel/rights.py")
