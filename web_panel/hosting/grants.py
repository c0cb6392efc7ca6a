"""Keys and what they open: seats, hosts, the panel. Only a key's SHA-256 is kept, in memory and in the store.

Readable from any thread: the table of grants is replaced, never changed. ``generation`` rises with each
change, so that a long-lived stream knows when to look again.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

Role = Literal["panel", "builder", "host", "seat"]


@dataclass(frozen=True, slots=True)
class Grant:
    """What one key opens. ``generation`` counts how often the seat has been given away."""

    role: Role
    match: str | None = None
    seat: int | None = None
    generation: int = 0


class GrantStore(Protocol):
    def grants(self) -> Iterable[tuple[str, Grant]]: ...
    def add_grant(self, key: str, grant: Grant) -> None: ...
    def drop_grants(self, keys: Iterable[str]) -> None: ...


def digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Grants:
    """All keys in force."""

    def __init__(self, store: GrantStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._by_key: dict[str, Grant] = dict(store.grants())
        self.generation = 0

    def issue(self, grant: Grant) -> str:
        """A new key for ``grant``; the key itself is nowhere kept."""
        token = secrets.token_urlsafe(32)
        key = digest(token)
        with self._lock:
            self._store.add_grant(key, grant)
            self._by_key = {**self._by_key, key: grant}
            self.generation += 1
        return token

    def find(self, key: str) -> Grant | None:
        """What the key with digest ``key`` opens; digests of random keys leak nothing by timing."""
        return self._by_key.get(key)

    def revoke(self, which: Callable[[Grant], bool]) -> int:
        """Ends all keys whose grant fits; returns how many."""
        return self.drop(lambda _key, grant: which(grant))

    def drop(self, which: Callable[[str, Grant], bool]) -> int:
        """Like ``revoke``, judging by the key's digest too."""
        with self._lock:
            dead = [key for key, grant in self._by_key.items() if which(key, grant)]
            if dead:
                self._store.drop_grants(dead)
                gone = set(dead)
                self._by_key = {key: g for key, g in self._by_key.items() if key not in gone}
                self.generation += 1
        return len(dead)
