"""A match: one game being played from its first state to its end. The one mutable object of the rules.

    >>> from rules import game
    >>> from rules.match import Match, SeatInfo
    >>> match = Match.start(game("palace"), [SeatInfo("Ada", "board"), SeatInfo("Ben", "phone")])
    >>> _ = match.play(0, "@c", version=0)
    >>> match.version, match.actor()
    (1, 1)

Every change that is accepted raises ``version`` by one, undo included; a caller who names an older version
is refused with StaleVersion. A refused call changes nothing. Not safe for several threads at once: hosting
holds one lock a match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from rules.options import settled
from rules.protocol import (
    CHANCE,
    Actor,
    BadNotation,
    BadOption,
    Game,
    IllegalAction,
    Json,
    NotYourTurn,
    Outcome,
    StaleVersion,
)

SeatKind: TypeAlias = Literal["board", "panel", "phone", "bot"]
SEAT_KINDS: tuple[SeatKind, ...] = ("board", "panel", "phone", "bot")
RECORD_FORMAT = 1


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who sits there: a person at the board, the panel or a phone, or a bot."""

    name: str
    kind: SeatKind

    @property
    def person(self) -> bool:
        return self.kind != "bot"


@dataclass(frozen=True, slots=True)
class Correction:
    """The action with that index was first recognised as ``was``, and its player said it was ``now``."""

    index: int
    was: str
    now: str


class Match:
    """A game, its seats, and all that was played. Build it with ``start`` or ``from_record``.

    ``actions`` holds (seat or "chance", text); ``states[n]`` is the state before ``actions[n]``, and the last
    one is the present. ``resigned`` are the seats whose persons gave up while a bot plays on.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[SeatInfo],
        options: Mapping[str, Any],
        *,
        start: str | None = None,
        version: int = 0,
    ) -> None:
        self.game = game
        self.seats: list[SeatInfo] = list(seats)
        self.options: dict[str, Any] = settled(game.options, options)
        self.actions: list[tuple[int | Literal["chance"], str]] = []
        self.begun: str | None = start
        """Where it began, if that is not where the game does: the text of a position, such as a puzzle's."""
        self.states: list[Any] = [
            game.new(len(self.seats), self.options) if start is None else _begun(game, start, self.options)
        ]
        self.version = version
        self.corrections: list[Correction] = []
        self.resigned: list[int] = []
        self._ended: Outcome | None = None
        """By the players: resigned or agreed."""
        self._recognised = False
        """Whether the last action was read from the board and nothing else has been accepted since."""

    @classmethod
    def start(
        cls,
        game: Game,
        seats: Sequence[SeatInfo],
        options: Mapping[str, Any] | None = None,
        *,
        start: str | None = None,
    ) -> Match:
        """A new match, from the game's first state or, in games that allow it, from the position ``start``.

        Raises BadOption for an option, a seat's kind or a number of seats that cannot be, BadNotation for a
        ``start`` that is none.
        """
        for number, seat in enumerate(seats):
            if seat.kind not in SEAT_KINDS:
                raise BadOption(
                    "options.value",
                    field=f"seats[{number}].kind",
                    given=str(seat.kind)[:40],
                    wanted=", ".join(SEAT_KINDS),
                )
        return cls(game, seats, options or {}, start=start)

    # What is

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def result(self) -> Outcome | None:
        """How it ended: by the rules, resigned or agreed; None while it goes on.

        A person who resigned has lost, whatever the bot reached that took the seat over.
        """
        outcome = self._ended or self.game.outcome(self.state)
        if outcome is None or not self.resigned:
            return outcome
        gone = tuple(self.resigned)
        return replace(
            outcome,
            winners=tuple(seat for seat in outcome.winners if seat not in gone),
            losers=tuple(sorted({*outcome.losers, *gone})),
        )

    @property
    def ended_by_players(self) -> bool:
        """Whether it was resigned or a draw was agreed."""
        return self._ended is not None

    def actor(self) -> Actor:
        """Who acts: a seat, several seats, "chance", or None when the match is over."""
        return None if self._ended else self.game.actor(self.state)

    def legal(self, seat: int | Literal["chance"]) -> list[str]:
        """The actions ``seat`` may play now, sorted; [] when it is not to act."""
        if self._ended or not isinstance(seat, int) or seat not in range(len(self.seats)):
            return []
        return self.game.actions(self.state, seat)

    def repetitions(self) -> int:
        """How often the present position has stood here, this time included; 0 where that means nothing.

        From the third time on the table offers a draw.
        """
        key = self.game.repetition_key(self.state)
        if key is None:
            return 0
        return sum(self.game.repetition_key(state) == key for state in self.states)

    # What is done

    def play(
        self,
        seat: int | Literal["chance"],
        action: str,
        version: int | None = None,
        *,
        recognised: bool | None = None,
    ) -> Any:
        """Plays ``action`` for ``seat`` and returns the new state.

        ``recognised`` tells that the board's referee read it from the panes, so that its player may correct
        it without asking; left out, it is taken to be so for a person who plays on the board.
        Raises StaleVersion, BadNotation, NotYourTurn or IllegalAction.
        """
        self._check(version)
        self._going_on()
        self._check_seat(seat)
        text = self._canonical(seat, action)
        state = self.game.apply(self.state, text, seat)
        self.actions.append((seat, text))
        self.states.append(state)
        self._recognised = self._on_board(seat) if recognised is None else recognised
        self.version += 1
        return state

    def undo_needs_consent(self, seat: int) -> set[int]:
        """The seats that must agree before ``seat`` may take the last action back.

        Every other person in the match, but nobody while it is one's own action in one's own unfinished turn
        (bands moved, nothing placed or rolled yet). Raises IllegalAction when it cannot be taken back at all:
        past a deal, past anything that showed somebody something hidden, after the players ended the match.
        """
        self._check_seat(seat)
        self._check_undo()
        if self.actions[-1][0] == seat and self._acts(seat):
            return set()
        return {n for n, info in enumerate(self.seats) if info.person and n != seat}

    def undo(self, version: int | None = None) -> Any:
        """Takes the last action back and returns the state before it. Who must agree is hosting's to ask."""
        self._check(version)
        self._check_undo()
        self._take_back()
        self.version += 1
        return self.state

    def correct(self, action: str, version: int | None = None) -> Any:
        """Replaces the last recognised action by ``action``: "that is not what I played". Asks nobody.

        Possible until the next action is accepted. Raises IllegalAction when the last action was not
        recognised, or when ``action`` could not have been played instead.
        """
        self._check(version)
        self._check_undo()
        if not self._recognised:
            raise IllegalAction("match.not_recognised")
        seat, was = self.actions[-1]
        before = self.states[-2]
        text = self._canonical(seat, action, before)
        if text == was:
            raise IllegalAction("match.same_action", action=was)
        state = self.game.apply(before, text, seat)
        index = len(self.actions) - 1
        self._take_back()
        self.actions.append((seat, text))
        self.states.append(state)
        self.corrections.append(Correction(index, was, text))
        self.version += 1
        return state

    def resign(self, seat: int, version: int | None = None) -> None:
        """``seat`` gives up. Of two the other has won; of more the person has lost and a bot plays on."""
        self._check(version)
        self._going_on()
        self._check_seat(seat)
        if seat in self.resigned:
            raise IllegalAction("match.resigned", seat=seat)
        if len(self.seats) == 2:
            ranks = (2, 1) if seat == 0 else (1, 2)
            self._ended = Outcome((1 - seat,), (seat,), None, ranks, "resigned")
        else:
            self.resigned.append(seat)
            self.seats[seat] = replace(self.seats[seat], kind="bot")
        self._recognised = False
        self.version += 1

    def draw(self, version: int | None = None) -> None:
        """All persons have agreed on a draw; hosting has asked them."""
        self._check(version)
        self._going_on()
        self._ended = Outcome((), (), None, (1,) * len(self.seats), "agreed")
        self._recognised = False
        self.version += 1

    # Records (read and written in record.py)

    def record(self) -> dict[str, Json]:
        """The whole match as JSON; ``from_record`` makes an equal match of it."""
        from rules.record import write

        return write(self)

    @classmethod
    def from_record(cls, data: Json, *, version: int | None = None) -> Match:
        """The match that ``data`` records, every action checked; raises BadNotation that names the field.

        A record holds no version: it is the number of accepted changes the record shows, or ``version``.
        """
        from rules.record import read

        return read(data, version)

    # Checks

    def _check(self, version: int | None) -> None:
        if version is not None and version != self.version:
            raise StaleVersion("match.stale", version=self.version, given=version)

    def _going_on(self) -> None:
        if self.actor() is None:
            raise IllegalAction("match.over")

    def _check_seat(self, seat: object) -> None:
        if seat == CHANCE or (type(seat) is int and seat in range(len(self.seats))):
            return
        raise NotYourTurn("match.no_seat", given=str(seat)[:20], most=len(self.seats) - 1)

    def _check_undo(self) -> None:
        if self._ended:
            raise IllegalAction("match.undo_ended")
        if not self.actions:
            raise IllegalAction("match.nothing_to_undo")
        seat, action = self.actions[-1]
        if seat == CHANCE:
            raise IllegalAction("match.undo_chance")
        if self.game.reveals(self.states[-2], action):
            raise IllegalAction("match.undo_reveal")

    def _acts(self, seat: int) -> bool:
        actor = self.actor()
        return seat in actor if isinstance(actor, frozenset) else seat == actor

    def _on_board(self, seat: int | Literal["chance"]) -> bool:
        return isinstance(seat, int) and self.seats[seat].kind == "board"

    def _take_back(self) -> None:
        self.actions.pop()
        self.states.pop()
        index = len(self.actions)
        self.corrections = [c for c in self.corrections if c.index < index]
        self._recognised = False

    def _canonical(self, seat: int | Literal["chance"], action: str, state: Any = None) -> str:
        """``action`` as the game lists it, where it differs from a listed one in case or blanks only."""
        if seat == CHANCE or not isinstance(action, str):
            return action
        listed = self.game.actions(self.state if state is None else state, seat)
        if action in listed:
            return action
        same = [text for text in listed if _plain(text) == _plain(action)]
        return same[0] if len(same) == 1 else action


def _plain(text: str) -> str:
    return "".join(text.split()).lower()


def _begun(game: Game, start: object, options: Mapping[str, Any]) -> Any:
    """The state that ``start`` names. Raises BadNotation when it is none, or the game begins in one way."""
    begin = getattr(game, "begin", None)
    if begin is None:
        raise BadNotation("match.start", field="start", game=game.key)
    return begin(start, options)
