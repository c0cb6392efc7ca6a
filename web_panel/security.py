"""Keeping strangers out on a home network over plain HTTP: host, origin, headers, keys, PIN, rate limits.

Who may do what stands in ``rights``; this module establishes who asks and whether the request is honest.
Threats thought of: a web page open on a guest's phone (forged requests, DNS rebinding), a curious player, a
child at the panel, hostile text in names and files, a neighbour on the Wi-Fi.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import os
import secrets
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar, Protocol
from urllib.parse import urlsplit

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
TRUSTED_HEADERS = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Heeded by browsers on https and on this machine only; elsewhere all they do with it is log an error."""
BODY_LIMIT = 64 * 1024
NAMES = ("localhost", "table.local", "palace.local")
"""Host names this table answers to besides the machine's own."""


class Hosts:
    """Which Host headers are honest: the table's names, the machine's name, and addresses of a home network.

    A literal private address cannot be a rebinding attack (that needs a name the attacker controls), so all
    of them pass: the machine's own address may change under a running service.
    """

    def __init__(self, extra: tuple[str, ...] = ()) -> None:
        machine = socket.gethostname().lower().partition(".")[0]
        self.names = {*NAMES, machine, f"{machine}.local", *(name.lower() for name in extra)} - {""}

    def honest(self, header: str) -> bool:
        name = host_name(header)
        if name is None:
            return False
        if name in self.names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_private or address.is_loopback or address.is_link_local


def host_name(header: str) -> str | None:
    """The name or address in a Host header, without its port; None if it is not well formed."""
    if not header or len(header) > 255 or not header.isascii() or set(header) & set("/\\@?# \t,%"):
        return None
    try:
        parts = urlsplit(f"//{header}")
        port = parts.port
    except ValueError:
        return None
    if not parts.hostname or (port is None and header.rstrip().endswith(":")):
        return None
    return parts.hostname


def is_loopback(name: str) -> bool:
    """Whether an address (or the name localhost) is this machine's own."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def same_origin(origin: str | None, host: str) -> bool:
    """Whether a POST comes from the table's own page. No Origin passes: the custom header is asked for."""
    return origin is None or origin == f"http://{host}" or origin == f"https://{host}"


def digest(token: str) -> str:
    """What is kept of a key: its SHA-256."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Limiter:
    """Token buckets by peer and purpose: ``burst`` at once, then ``rate`` a second."""

    LIMITS: ClassVar[dict[str, tuple[float, float]]] = {
        "join": (1.0, 5.0),
        "login": (1.0, 5.0),
        "act": (10.0, 20.0),
        "advise": (1.0, 10.0),
        "create": (1.0, 10.0),
        "twin": (100.0, 200.0),
        "post": (20.0, 40.0),
    }
    PEERS = 2048

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._lock = threading.Lock()
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def wait_s(self, purpose: str, peer: str) -> float:
        """0 when the request may pass (and is counted), else the seconds to wait."""
        rate, burst = self.LIMITS[purpose]
        now = self.clock()
        with self._lock:
            left, at = self._buckets.pop((purpose, peer), (burst, now))
            left = min(burst, left + (now - at) * rate)
            passes = left >= 1.0
            self._buckets[purpose, peer] = (left - 1.0 if passes else left, now)
            while len(self._buckets) > self.PEERS:
                self._buckets.popitem(last=False)
        return 0.0 if passes else (1.0 - left) / rate


class StartCode:
    """The one-time code of the printed start address; whoever brings it becomes the panel."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.code = secrets.token_urlsafe(16)

    @contextmanager
    def use(self, code: str) -> Iterator[bool]:
        """Whether ``code`` is right. When the block ends well it is used up: a new one takes its place."""
        with self._lock:
            right = hmac.compare_digest(code.encode(), self.code.encode())
            yield right
            if right:
                self.code = secrets.token_urlsafe(16)


class Settings(Protocol):
    """What a PIN needs of the settings."""

    def get(self, name: str, /) -> Any: ...
    def __setitem__(self, name: str, value: Any, /) -> None: ...
    def save(self) -> None: ...
    def change(self, values: Mapping[str, Any]) -> None: ...


class Pin:
    """The builder's PIN: scrypt, constant time, and a back-off that outlives a restart.

    After five wrong tries nobody may try for 30 s; each further wrong try doubles that, up to an hour. The
    count is global, as a guesser may change his address, and is kept in the settings.
    """

    FREE_TRIES = 5
    FIRST_WAIT_S = 30.0
    LONGEST_WAIT_S = 3600.0

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.time) -> None:
        self._settings = settings
        self._clock = clock
        self._lock = threading.Lock()

    @property
    def is_set(self) -> bool:
        return bool(self._settings.get("pin"))

    def wait_s(self) -> float:
        until = self._settings.get("pin_locked_until") or 0.0
        return min(max(0.0, until - self._clock()), self.LONGEST_WAIT_S)

    def set(self, pin: str) -> None:
        """Makes ``pin`` the one that holds. Raises Unavailable, and the old one holds on."""
        self.hold(self.kept(pin))

    def hold(self, kept: Mapping[str, str]) -> None:
        """Like ``set``, for a PIN as it is kept."""
        self._settings.change({"pin": dict(kept), "pin_wrong": 0, "pin_locked_until": 0.0})

    @classmethod
    def kept(cls, pin: str) -> dict[str, str]:
        """What is kept of a PIN."""
        salt = os.urandom(16)
        return {"salt": salt.hex(), "hash": cls._hash(pin, salt).hex()}

    def check(self, pin: str) -> bool:
        """Whether ``pin`` is right; a wrong one counts. Call it only when ``wait_s()`` is 0."""
        with self._lock:
            kept = self._settings.get("pin")
            if not kept:
                return False
            right = hmac.compare_digest(
                self._hash(pin, bytes.fromhex(kept["salt"])), bytes.fromhex(kept["hash"])
            )
            wrong = 0 if right else int(self._settings.get("pin_wrong") or 0) + 1
            if right and not self._settings.get("pin_wrong"):
                return True
            self._settings["pin_wrong"] = wrong
            if wrong >= self.FREE_TRIES:
                wait = min(self.FIRST_WAIT_S * 2.0 ** (wrong - self.FREE_TRIES), self.LONGEST_WAIT_S)
                self._settings["pin_locked_until"] = self._clock() + wait
            self._settings.save()
            return right

    @staticmethod
    def _hash(pin: str, salt: bytes) -> bytes:
        return hashlib.scrypt(pin.encode(), salt=salt, n=2**13, r=8, p=1)
