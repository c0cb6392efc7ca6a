"""The pages. Each gets ``lang``, ``t``, ``asset``, ``page`` and ``boot``; all the rest comes by the API."""

from __future__ import annotations

import mimetypes
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app, redirect, render_template, send_from_directory
from markupsafe import Markup

from rules.palace import BANDS_OPTIONS
from web_panel import texts
from web_panel.hosting.errors import HostingError, Unknown
from web_panel.services import caller, current

blueprint = Blueprint("pages", __name__)
STATIC = Path(__file__).parent / "static"
BOOKS = Path(__file__).parent.parent / "seeds"
FOREVER = "public, max-age=31536000, immutable"
mimetypes.add_type("text/javascript", ".js")


def asset(path: str) -> str:
    """The address of a static file; it changes whenever any of them does."""
    return f"/static/v-{current().asset_version}/{path}"


def page(name: str, template: str | None = None, *, match: str | None = None, **more: Any) -> str:
    """Renders a page of that name."""
    services, who, lang = current(), caller(), texts.language()
    boot = {
        "page": name,
        "lang": lang,
        "epoch": services.hub.epoch,
        "simulated": services.twin is not None,
        "rights": {"panel": who.panel, "builder": who.builder},
        "lan": services.lan,
        "version": services.asset_version,
    }
    if match is not None:
        boot["match"] = match
    boot |= more.pop("boot", {})
    return render_template(
        template or f"{name}.html",
        page=name,
        lang=lang,
        boot=boot,
        asset=asset,
        t=lambda code, **params: texts.say(code, params, lang),
        **more,
    )


@blueprint.get("/")
def home() -> str:
    return page("home")


@blueprint.get("/new")
def new() -> str:
    return page("new")


@blueprint.get("/match/<id>")
def match(id: str) -> str:
    """The game's own page where there is one, else the plain one that suits every game."""
    row = current().store.match(id)
    if row is None:
        raise Unknown("hosting.none")
    own = f"{row.game}.html" in current_app.jinja_env.list_templates()
    return page(row.game if own else "generic", match=id)


@blueprint.get("/review/<id>")
def review(id: str) -> str:
    row = current().store.match(id)
    if row is None:
        raise Unknown("hosting.none")
    return page("review", match=id, boot={"game": row.game})


@blueprint.get("/records")
def records() -> str:
    return page("records")


@blueprint.get("/puzzles")
def puzzles() -> str:
    return page("puzzles", boot={"bands": BANDS_OPTIONS})


@blueprint.get("/board")
def board() -> str:
    return page("board")


@blueprint.get("/twin")
def twin() -> str:
    if current().twin is None:
        raise Unknown("table.twin.none")
    return page("twin")


@blueprint.get("/j/<code>")
def join(code: str) -> str:
    """The page of an invitation. Looking at it uses nothing up; its POST claims the seat."""
    house = current().house
    try:
        found, error = house.call(house.seating.look, code), None
    except HostingError as refused:
        found, error = None, {"code": refused.code, "params": refused.params}
    return page("join", boot={"join": found, "error": error})


@blueprint.get("/start")
def start() -> str:
    """The page of the start address. Its script sends the code and goes to the first page."""
    return page("start")


@blueprint.get("/help")
def help_index() -> str:
    return page("help", books=books(), html=None, book=None)


@blueprint.get("/help/<book>")
def help_book(book: str) -> str:
    lang = texts.language()
    path = next(
        (p for p in (BOOKS / f"{book}.{lang}.md", BOOKS / f"{book}.md") if book in books() and p.is_file()),
        None,
    )
    if path is None:
        raise Unknown("web.not_found")
    return page("help", books=books(), html=Markup(rendered(path)), book=book)


def books() -> list[str]:
    """The names of the rule books there are."""
    return sorted({path.name.split(".")[0] for path in BOOKS.glob("*.md")})


@cache
def rendered(path: Path) -> str:
    """A rule book as HTML without inline styles (the content policy would refuse them)."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    tokens = reader.parse(path.read_text(encoding="utf-8"))
    for token in tokens:
        style = token.attrs.pop("style", None)
        if style:
            token.attrs["class"] = str(style).replace("text-align:", "align-")
    return reader.renderer.render(tokens, reader.options, {})


@blueprint.get("/static/<path:path>")
def static_file(path: str) -> Response:
    """A file of the panel; under the present version's address it may be kept for ever."""
    version, _, rest = path.partition("/")
    present = version == f"v-{current().asset_version}"
    name = rest if version.startswith("v-") and rest else path
    response = send_from_directory(STATIC, name, conditional=True, etag=True)
    response.headers["Cache-Control"] = FOREVER if present else "no-cache"
    return response


@blueprint.get("/favicon.ico")
def favicon() -> Any:
    return redirect(asset("img/palace.svg"))


def error_page(status: int, body: dict[str, Any]) -> Response:
    """A refusal as a page, for people."""
    html = page("error", boot={"error": body}, refusal=body)
    return Response(html, status=status, mimetype="text/html")
