"""Declaring a route once: method, path, body and answers, for Flask and for the OpenAPI document alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Blueprint

from web_panel.schema import Object


@dataclass(frozen=True, slots=True)
class Route:
    """One route of the API. ``limit`` names the rate limit, None for none (Stop has none, ever)."""

    method: str
    rule: str
    endpoint: str
    summary: str
    body: Object | None
    body_optional: bool
    answers: dict[int, str]
    limit: str | None
    query: dict[str, str]
    media: tuple[str, ...]

    @property
    def key(self) -> str:
        return f"{self.method} {self.rule}"


ROUTES: dict[str, Route] = {}
"""All declared routes by "METHOD rule", the key of the rights table."""
BY_ENDPOINT: dict[str, Route] = {}


def route(
    blueprint: Blueprint,
    method: str,
    rule: str,
    *,
    body: Any = None,
    optional: bool = False,
    answers: dict[int, str] | None = None,
    limit: str | None = "post",
    query: dict[str, str] | None = None,
    media: tuple[str, ...] = ("application/json",),
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Registers the decorated view; the first line of its docstring documents it.

    ``media``: the content types of an answer that is no refusal. A view with a ``body`` gets the checked
    body as keyword ``body``. ``optional``: no body at all is an empty one.
    """

    def register(view: Callable[..., Any]) -> Callable[..., Any]:
        endpoint = f"{blueprint.name}.{view.__name__}"
        declared = Route(
            method=method,
            rule=rule,
            endpoint=endpoint,
            summary=(view.__doc__ or "").strip().splitlines()[0],
            body=body,
            body_optional=optional,
            answers=answers or {200: "done"},
            limit=limit if method != "GET" else None,
            query=query or {},
            media=media,
        )
        ROUTES[declared.key] = declared
        BY_ENDPOINT[endpoint] = declared
        blueprint.add_url_rule(rule, view.__name__, view, methods=[method], provide_automatic_options=False)
        return view

    return register
