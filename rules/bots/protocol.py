"""What a bot is: it gets a view, never a state, and answers with a decision.

    >>> from random import Random
    >>> from rules import game
    >>> from rules.bots import Budget, bot
    >>> palace = game("palace")
    >>> start = palace.new(2, {})
    >>> decision = bot("palace", "greedy").choose(
    ...     palace, palace.view(start, 0), palace.actions(start), Budget(), Random(7)
    ... )
    >>> decision.action in palace.actions(start)
    True

The same view, actions, budget of work and state of ``rng`` give the same decision, unless ``expired`` cuts
the work short. Bots keep nothing from one call to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from rules.protocol import Game, Json, Message

T = TypeVar("T")


class Rng(Protocol):
    """The part of ``random.Random`` that bots use; handed in, so that a choice can be repeated."""

    def random(self) -> float: ...
    def randrange(self, stop: int, /) -> int: ...
    def getrandbits(self, bits: int, /) -> int: ...
    def gauss(self, mu: float, sigma: float) -> float: ...
    def choice(self, seq: Sequence[T], /) -> T: ...
    def shuffle(self, x: MutableSequence[Any], /) -> None: ...


def never() -> bool:
    """The clock of a bot that may take all its time."""
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think.

    ``work`` caps its own unit (nodes of a search, iterations of a simulation); None leaves it the amount its
    spec names. ``expired`` is asked now and then while it thinks; once true, it answers with the best so far.
    """

    work: int | None = None
    expired: Callable[[], bool] = never

    def limit(self, own: int) -> int:
        """The amount of work for a bot that would take ``own``."""
        return own if self.work is None else min(own, self.work)


@dataclass(frozen=True, slots=True)
class Decision:
    """A bot's answer.

    ``value`` is what it expects, seen from its seat: in spheres for Palace (+1.0 = a sphere ahead; beyond
    ``WON`` a won match), as a share of the match for the other games (0 to 1); None when it did not look.
    ``line`` starts with ``action`` and goes on as the bot expects; it may be played on along while the turn
    stays its own. ``note`` says in words how it came to it.
    """

    action: str
    value: float | None
    line: tuple[str, ...]
    note: Message


WON = 990.0
"""A Palace value beyond plus or minus this means that the match is decided by force."""


class Bot(Protocol):
    """Someone who plays. ``seconds`` is the time it asks its host to grant a decision."""

    @property
    def spec(self) -> str: ...
    @property
    def seconds(self) -> float: ...

    def choose(
        self, game: Game, view: Mapping[str, Json], actions: Sequence[str], budget: Budget, rng: Rng
    ) -> Decision:
        """One of ``actions``, of which there is at least one."""
        ...
