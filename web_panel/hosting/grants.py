"""Keys and what they open: seats, hosts, the panel. Only a key's SHA-256 is kept, in memory and in the store.

Readable from any thread: the table of grants is replaced, never changed. ``generation`` rises with each
change, so that a long-lived stream knows when to look again.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from web_panel.store import MatchRow

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
    def change_grants(
        self, add: Mapping[str, Grant], drop: Iterable[str], rows: Iterable[MatchRow]
    ) -> None: ...


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
        return self.exchange([grant])[0]

    def find(self, key: str) -> Grant | None:
        """What the key with digest ``key`` opens; digests of random keys leak nothing by timing."""
        return self._by_key.get(key)

    def revoke(self, which: Callable[[Grant], bool]) -> int:
        """Ends all keys whose grant fits; returns how many."""
        return self.drop(lambda _key, grant: which(grant))

    def drop(self, which: Callable[[str, Grant], bool]) -> int:
        """Like ``revoke``, judging by the key's digest too."""
        before = len(self._by_key)
        self.exchange(dead=which)
        return before - len(self._by_key)

    def exchange(
        self,
        add: Sequence[Grant] = (),
        dead: Callable[[str, Grant], bool] = lambda _key, _grant: False,
        rows: Sequence[MatchRow] = (),
    ) -> list[str]:
        """New keys for ``add``, and the end of those that ``dead`` fits, with the matches this changes.

        On disk all at once, then in force. Raises Unavailable, and nothing has changed.
        """
        tokens = [secrets.token_urlsafe(32) for _ in add]
        news = {digest(token): grant for token, grant in zip(tokens, add)}
        with self._lock:
            gone = {key for key, grant in self._by_key.items() if dead(key, grant)}
            if news or gone or rows:
                self._store.change_grants(news, gone, rows)
            if news or gone:
                self._by_key = {k: g for k, g in self._by_key.items() if k not in gone} | news
                self.generation += 1
        return tokens
