"""What is asked of the house, by whom, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol


class Who(Protocol):
    """Whoever asks, as far as hosting cares."""

    @property
    def panel(self) -> bool: ...
    @property
    def builder(self) -> bool: ...
    def hosts(self, match: str | None) -> bool: ...
    def seats(self, match: str) -> frozenset[int]: ...


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a command. ``pending``: it has begun, events will tell how it ended."""

    body: dict[str, Any]
    pending: bool = False


@dataclass(frozen=True, slots=True)
class NewMatch:
    """What a match is made of."""

    game: str
    seats: list[dict[str, Any]]
    options: dict[str, Any] = field(default_factory=dict)
    on_board: bool = False
    seed: str | None = None
    clock: dict[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    """What is kept with it: of a puzzle the position it begins at, and the puzzle itself."""
