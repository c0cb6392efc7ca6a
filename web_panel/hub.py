"""The one ring behind every event stream: fan-out and replay at once.

A change is published once, as an ``Event`` that can be rendered for any audience. Each stream remembers its
own place in the ring, so a burst is read in one go, a slow client costs nobody anything, and a reconnect
with ``Last-Event-ID`` simply starts further back. What has left the ring is made good by a snapshot.

The hub knows nothing of HTTP, games or boards.
"""

from __future__ import annotations

import secrets
import threading
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

RING = 1024
"""Events kept for replay; at the busiest (20 a second) nearly a minute."""

PER_GROUP = 2
"""Streams of one seat: a phone that reloads may overlap with itself."""

PER_PEER = 20
"""Streams of one address, half of all: room for a household behind one router, never the whole table."""

ONLOOKER, PLAYER, MACHINE, PANEL = range(4)
"""Who goes before whom when the house is full: ``MACHINE`` is a page on the table's own computer."""

Render = Callable[[Any], "str | None"]
"""Makes the JSON text of an event for an audience; None: not for this audience."""


@dataclass(slots=True, eq=False)
class Event:
    """One change. ``topic`` is a match's id, or None for what concerns the whole table."""

    seq: int
    kind: str
    topic: str | None
    render: Render
    _texts: dict[Hashable, str | None] = field(default_factory=dict, repr=False)

    def text(self, audience: Hashable) -> str | None:
        """The JSON text for ``audience``, made once however many streams share it."""
        try:
            return self._texts[audience]
        except KeyError:
            text = self.render(audience)
            self._texts[audience] = text
            return text


@dataclass(frozen=True, slots=True, eq=False)
class Owner:
    """One open stream: the seat it is of, if any, how important it is, and from which address it came."""

    group: str | None = None
    rank: int = ONLOOKER
    peer: str = ""


class Hub:
    """The ring, its condition, and who listens.

    ``epoch`` is new at every start of the service: an id of another epoch asks for a snapshot.
    """

    def __init__(self, *, streams: int = 40, ring: int = RING) -> None:
        self.epoch = secrets.token_hex(4)
        self.limit = streams
        self.closing: str | None = None
        self._condition = threading.Condition()
        self._ring: deque[Event] = deque(maxlen=ring)
        self._seq = 0
        self._owners: dict[str, Owner] = {}
        """Who streams, by page, the oldest first."""

    # -- publishing

    def publish(self, kind: str, render: Render, topic: str | None = None) -> int:
        """Appends an event and wakes every stream; returns its number. Never blocks on a client."""
        with self._condition:
            self._seq += 1
            self._ring.append(Event(self._seq, kind, topic, render))
            self._condition.notify_all()
            return self._seq

    def wake(self) -> None:
        """Lets every stream look at its rights again (a seat has changed hands)."""
        with self._condition:
            self._condition.notify_all()

    def close(self, reason: str) -> None:
        """Ends every stream with ``bye``; later streams end at once."""
        with self._condition:
            self.closing = reason
            self._condition.notify_all()

    # -- reading

    @property
    def seq(self) -> int:
        return self._seq

    def event_id(self, seq: int) -> str:
        return f"{self.epoch}:{seq}"

    def place(self, event_id: str | None) -> int | None:
        """The ring position an id stands for, or None when only a snapshot can help.

        That is: no id, one of another epoch or malformed, one from the future, or one whose successors have
        left the ring already.
        """
        if not event_id or len(event_id) > 64:
            return None
        epoch, _, number = event_id.partition(":")
        if epoch != self.epoch or not (number.isascii() and number.isdigit()):
            return None
        seq = int(number)
        with self._condition:
            oldest = self._ring[0].seq if self._ring else self._seq + 1
            return seq if oldest - 1 <= seq <= self._seq else None

    def after(
        self, seq: int, timeout_s: float, until: Callable[[], bool] = lambda: False
    ) -> list[Event] | None:
        """The events after ``seq``; waits up to ``timeout_s`` for one, or until ``until()`` holds when woken.

        None: some of them have left the ring; send a snapshot.
        """
        with self._condition:
            self._condition.wait_for(
                lambda: self._seq > seq or self.closing is not None or until(), timeout_s
            )
            if self._seq <= seq:
                return []
            first = self._ring[0].seq
            if first > seq + 1:
                return None
            return list(self._ring)[seq + 1 - first :]

    # -- who listens: the newest stream of a page wins, and there is room for so many pages

    def enter(
        self, page: str, *, group: str | None = None, rank: int = ONLOOKER, peer: str = ""
    ) -> Owner | None:
        """A place for a new stream of ``page`` (an older one of the same page ends); None: no room.

        ``group``: a seat; of its streams the oldest ends when there are more than ``PER_GROUP``. ``peer``
        has at most ``PER_PEER``, unless it is the table's own computer or the panel. When the house is full
        the oldest of the streams of the lowest ``rank`` makes room for one of a higher rank.
        """
        with self._condition:
            self._owners.pop(page, None)
            same = [name for name, owner in self._owners.items() if group and owner.group == group]
            if len(same) >= PER_GROUP:
                del self._owners[same[0]]
            near = sum(owner.peer == peer and owner.rank < MACHINE for owner in self._owners.values())
            if rank < MACHINE and near >= PER_PEER:
                return None
            if len(self._owners) >= self.limit:
                other = min(self._owners, key=lambda name: self._owners[name].rank)  # the oldest of them
                if self._owners[other].rank >= rank:
                    return None
                del self._owners[other]
            self._owners[page] = owner = Owner(group, rank, peer)
            self._condition.notify_all()
            return owner

    def owns(self, page: str, owner: Owner) -> bool:
        return self._owners.get(page) is owner

    def leave(self, page: str, owner: Owner) -> None:
        with self._condition:
            if self._owners.get(page) is owner:
                del self._owners[page]
                self._condition.notify_all()

    @property
    def streams(self) -> int:
        return len(self._owners)

    def wait_empty(self, timeout_s: float) -> bool:
        """After ``close``: waits until the last stream has gone."""
        with self._condition:
            return self._condition.wait_for(lambda: not self._owners, timeout_s)
