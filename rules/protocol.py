"""What every game of the table promises: the ``Game`` protocol and the values it speaks in.

The errors, from general to special::

    RulesError                 anything the rules refuse; carries a Message
    +-- BadOption              an option or its value is unknown, or the number of seats is
    +-- BadNotation            a text that is no action, position or record at all
    +-- IllegalAction          a well-formed action that the rules refuse now
    |   +-- NotYourTurn        ... because another seat (or nobody, or chance) is to act
    +-- StaleVersion           the match has moved on since the caller looked

Every one of them leaves the state it was asked about as it was.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

CHANCE: Literal["chance"] = "chance"
"""The seat that deals and shuffles. Only hosting plays it, with ``Game.chance``."""

Json: TypeAlias = Any
"""Anything ``json.dumps`` takes."""
Actor: TypeAlias = "int | frozenset[int] | Literal['chance'] | None"
Reason: TypeAlias = Literal["broken", "last_player", "points", "resigned", "agreed", "turn_cap"]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for people, as a code and its parameters.

    The English text of each code stands in one table per storey (``rules.messages.TEXTS``); the panel's
    catalogues translate it. ``params`` holds plain strings and numbers only.
    """

    code: str
    params: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        from rules.messages import english

        return english(self)

    def to_json(self) -> dict[str, Json]:
        return {"code": self.code, "params": dict(self.params)}


@dataclass(frozen=True, slots=True)
class Option:
    """One choice to make before a match: what the panel's form is built from.

    ``kind`` is "choice" (one of ``values``), "flag" (true or false) or "int" (a whole number from
    ``values[0]`` to ``values[1]``; None allowed when it stands in ``values`` too).
    """

    name: str
    kind: Literal["choice", "flag", "int"]
    values: tuple[str | bool | int | None, ...]
    default: str | bool | int | None
    meaning: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. ``ranks[seat]`` is 1 for the best; ties share a rank."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]
    scores: tuple[int, ...] | None
    ranks: tuple[int, ...]
    reason: Reason

    def to_json(self) -> dict[str, Json]:
        return {
            "winners": list(self.winners),
            "losers": list(self.losers),
            "scores": None if self.scores is None else list(self.scores),
            "ranks": list(self.ranks),
            "reason": self.reason,
        }


class RulesError(ValueError):
    """Base of everything the rules refuse. ``str(error)`` is the English sentence."""

    def __init__(self, code: str, **params: Any) -> None:
        self.message = Message(code, params)
        super().__init__(str(self.message))

    def __reduce__(self) -> tuple[Any, ...]:  # survives the way to a bot's process and back
        return _rebuild, (type(self), self.message.code, dict(self.message.params))


def _rebuild(kind: type[RulesError], code: str, params: dict[str, Any]) -> RulesError:
    return kind(code, **params)


class BadOption(RulesError):
    """An option, its value or the number of seats is not one the game knows."""


class BadNotation(RulesError):
    """The text is no action, position, state or record of this game."""


class IllegalAction(RulesError):
    """The action is well formed, but the rules refuse it in this state."""


class NotYourTurn(IllegalAction):
    """Another seat is to act, or nobody, or chance."""


class StaleVersion(RulesError):
    """The caller acted on an older version of the match."""


class Game(Protocol):
    """A set of rules as pure functions over immutable states. ``State`` is the game's own frozen type."""

    @property
    def key(self) -> str: ...
    @property
    def version(self) -> int:
        """Raised when rules or texts change, so that an old record is replayed by what it was made with."""
        ...

    @property
    def seats(self) -> range: ...
    @property
    def options(self) -> tuple[Option, ...]: ...

    def new(self, seats: int, options: Mapping[str, Any]) -> Any:
        """The first state. Missing options take their defaults; unknown ones raise BadOption."""
        ...

    def actor(self, s: Any) -> Actor:
        """Who acts: a seat, several seats at once (frozenset), CHANCE, or None when the game is over."""
        ...

    def actions(self, s: Any, seat: int | None = None) -> list[str]:
        """The legal actions as sorted texts; [] at the end, at CHANCE, and for a seat that may not act.

        ``seat=None`` means the single actor; with several actors it raises ValueError.
        """
        ...

    def apply(self, s: Any, action: str, seat: int | str | None = None) -> Any:
        """The state after ``action``; never changes ``s``. Raises BadNotation, IllegalAction, NotYourTurn."""
        ...

    def chance(self, s: Any, rng: Any) -> str:
        """Draws an outcome for ``apply`` with ``rng`` (a random.Random); only where the actor is CHANCE."""
        ...

    def outcome(self, s: Any) -> Outcome | None: ...

    def view(self, s: Any, seat: int | None) -> dict[str, Json]:
        """What ``seat`` may know, as JSON, built field by field from an allow-list; None = onlookers."""
        ...

    def determinize(self, view: Mapping[str, Json], rng: Any) -> Any:
        """Some full state that agrees with ``view``; the identity for games without secrets."""
        ...

    def reveals(self, s: Any, action: str) -> bool:
        """Whether anyone learns something hidden by ``action``; there is no undo past it."""
        ...

    def repetition_key(self, s: Any) -> Hashable | None:
        """Equal for positions that count as the same; None where repetition means nothing."""
        ...

    def problems(self, s: Any) -> list[str]:
        """Broken invariants in words; [] is sound."""
        ...

    def describe(self, s: Any, action: str) -> Message:
        """For people: what ``action``, legal in ``s``, does."""
        ...

    def to_json(self, s: Any) -> Json: ...
    def from_json(self, d: Json) -> Any: ...
