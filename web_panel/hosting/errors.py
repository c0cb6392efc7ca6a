"""What hosting refuses. Each error carries a code and parameters; the words stand in ``web_panel.texts``.

    HostingError
    +-- Unknown       no such match, seat or code
    +-- Forbidden     not for whoever asks
    +-- Expired       a code or key that was good once
    +-- BadRequest    a field makes no sense (names it)
    +-- Conflict      not now: pending, over, another match on the board
    |   +-- Stale     the match has moved on
    +-- Unavailable   the actor, the store or the board cannot answer

What the rules refuse comes through as the rules' own errors.
"""

from __future__ import annotations

from typing import Any

from firmware_bridge.errors import BridgeError
from rules.protocol import RulesError


class HostingError(Exception):
    """Base; ``code`` and ``params`` name the sentence."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


class Unknown(HostingError):
    """There is no such thing."""


class Forbidden(HostingError):
    """It exists, but whoever asks may not."""


class Expired(HostingError):
    """A join code that was used or has run out, or a key whose seat was given away."""


class BadRequest(HostingError):
    """A value that cannot be meant, though its form is right."""


class Conflict(HostingError):
    """Right in itself, but not in the match's present state."""


class Stale(Conflict):
    """The version given is not the present one."""


class Unavailable(HostingError):
    """No verdict could be reached; nothing was changed."""


REFUSALS = (HostingError, RulesError, BridgeError)
"""Whatever hosting, rules or board may refuse a command with."""


def told(error: Exception) -> tuple[str, dict[str, Any]]:
    """Code and parameters of one of ``REFUSALS``."""
    if isinstance(error, HostingError):
        return error.code, error.params
    if isinstance(error, RulesError):
        return error.message.code, error.message.params
    if isinstance(error, BridgeError):
        return error.notice.code, error.notice.params
    raise TypeError(f"no refusal: {error!r}")
