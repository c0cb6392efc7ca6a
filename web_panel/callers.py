"""Who asks: the keys a request brings, and what they open right now."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, request

from web_panel.hosting.grants import Grant, Grants, digest

KEY_LENGTH = 43
"""Characters of a key (32 random bytes, base64url)."""
YEAR_S = 365 * 24 * 3600
MONTH_S = 30 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody's keys (as digests, each with the match its cookie was for) and address."""

    keys: tuple[tuple[str, str | None], ...]
    peer: str
    grants: Grants

    def _held(self) -> list[Grant]:
        return [grant for key, _ in self.keys if (grant := self.grants.find(key))]

    @property
    def panel(self) -> bool:
        return any(g.role == "panel" for g in self._held())

    @property
    def builder(self) -> bool:
        return any(g.role in ("panel", "builder") for g in self._held())

    def hosts(self, match: str | None) -> bool:
        return any(g.role == "host" and match in (None, g.match) for g in self._held())

    def plays(self, match: str | None) -> bool:
        return any(g.role == "seat" and match in (None, g.match) for g in self._held())

    def seats(self, match: str) -> frozenset[int]:
        """The seats of ``match`` this caller has a key for."""
        return frozenset(
            g.seat for g in self._held() if g.role == "seat" and g.match == match and g.seat is not None
        )

    def lost(self, match: str | None) -> bool:
        """Whether one of the keys for ``match`` opens nothing any more."""
        return any(
            self.grants.find(key) is None for key, of in self.keys if match is None or of in (match, "")
        )


def cookie(port: int, name: str) -> str:
    """A cookie's name: browsers share cookies between ports, so the port is in it."""
    return f"palace_{port}_{name}"


def identify(grants: Grants, port: int) -> Caller:
    """The caller of the present request, by cookies and ``Authorization: Bearer``."""
    found: list[tuple[str, str | None]] = []
    if (panel := request.cookies.get(cookie(port, "panel"))) and len(panel) == KEY_LENGTH:
        found.append((digest(panel), None))
    prefix = cookie(port, "m_")
    for name, value in request.cookies.items():
        if name.startswith(prefix):
            for token in value.split(".")[:16]:
                found.append((digest(token), name[len(prefix) :]))
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        found.append((digest(token.strip()), ""))
    return Caller(tuple(found), request.remote_addr or "", grants)


def set_key(response: Response, port: int, name: str, value: str, max_age_s: int) -> None:
    response.set_cookie(
        cookie(port, name), value, max_age=max_age_s, httponly=True, samesite="Strict", path="/", secure=False
    )


def add_seat_keys(response: Response, port: int, match: str, tokens: list[str], grants: Grants) -> None:
    """Adds keys of ``match`` to those the browser holds already; cookies of dead keys are cleared away."""
    name = f"m_{match}"
    for other, value in request.cookies.items():
        dead = not any(grants.find(digest(token)) for token in value.split("."))
        if other.startswith(cookie(port, "m_")) and other != cookie(port, name) and dead:
            response.delete_cookie(other, path="/", httponly=True, samesite="Strict")
    held = [t for t in request.cookies.get(cookie(port, name), "").split(".") if t]
    set_key(response, port, name, ".".join([*held, *tokens][-16:]), MONTH_S)


def drop_seat_keys(response: Response, port: int, match: str) -> None:
    response.delete_cookie(cookie(port, f"m_{match}"), path="/", httponly=True, samesite="Strict")
