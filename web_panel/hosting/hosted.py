"""One match as it is hosted: the rules' ``Match``, its row and log in the store, and what surrounds it.

The log is the truth. ``accept`` applies a change to a copy of the match, which takes the match's place when
the change is on disk: memory never runs ahead of the disk.
"""

from __future__ import annotations

import copy
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import rules
from rules.match import Match, SeatInfo
from rules.protocol import CHANCE, RulesError
from web_panel.hosting import fair
from web_panel.hosting.clocks import Clock
from web_panel.hosting.errors import Unavailable
from web_panel.hosting.views import MatchImage, move_json
from web_panel.store import ActionRow, MatchRow, Store

MOVES_SHOWN = 200
"""Lines of the move list in a snapshot; older ones are asked for apart."""
ANSWERS_KEPT = 256
RUNNING = ("lobby", "setup", "playing")


@dataclass(slots=True)
class Ask:
    """An undo or a draw that waits for others' consent, asked at ``version``."""

    by: int
    waiting: set[int]
    version: int

    def to_json(self) -> dict[str, Any]:
        return {"by": self.by, "waiting": sorted(self.waiting)}


@dataclass(frozen=True, slots=True)
class Change:
    """One change that is about to be made: what the log will say of it."""

    kind: str
    seat: int | str
    text: str = ""
    request: str | None = None
    recognised: bool = False
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PendingChange:
    """A change that waits until the board's bands stand. ``id`` is the board's own Pending."""

    id: str
    change: Change
    version: int
    targets: dict[int, int]

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "kind": self.change.kind,
            "seat": self.change.seat,
            "action": self.change.text or None,
            "targets": {str(band): level for band, level in self.targets.items()},
        }


class Hosted:
    """A match in memory. Only the actor's thread touches it."""

    def __init__(self, row: MatchRow, store: Store) -> None:
        self.row = row
        self._store = store
        self.match = begun(row)
        self.entries = 0
        self.undo: Ask | None = None
        self.draw: Ask | None = None
        self.pending: PendingChange | None = None
        self.report: dict[str, Any] | None = None
        self.resume: str | None = None
        self.present: dict[int, int] = {}
        self.invited: frozenset[int] = frozenset()
        self.answers: OrderedDict[str, Any] = OrderedDict()
        self.clock = Clock.of(row.extra.get("clock"), len(row.seats))
        self._moves: list[dict[str, Any]] = []
        self.changed: list[str] = []
        """Panes whose spheres the last change moved."""
        self.last_recognised = False
        self._last_kind = "play"
        self.recognised = False
        """Whether the last change was an action read from the board: then it may be corrected."""
        self._repeated: tuple[int, int] = (-1, 0)

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def running(self) -> bool:
        return self.row.state in RUNNING

    # -- from and to the store

    @classmethod
    def load(cls, row: MatchRow, store: Store) -> Hosted:
        """The match that the log records. Raises Unavailable when the rules refuse to replay it."""
        log = store.actions(row.id)
        try:
            hosted = cls(row, store)
            for entry in log:
                apply_entry(hosted.match, entry)
        except RulesError as error:
            raise Unavailable("hosting.replay", reason=str(error)[:200]) from error
        except (ValueError, KeyError, TypeError) as error:  # what stands there cannot be a match of this game
            raise Unavailable("store.row", match=row.id) from error
        hosted.entries = len(log)
        hosted.recognised = bool(log and log[-1].kind == "play" and log[-1].extra.get("recognised"))
        kept = next((e.extra["clock"] for e in reversed(log) if "clock" in e.extra), None)
        hosted.clock = Clock.of(row.extra.get("clock"), len(row.seats), kept)
        return hosted

    def accept(self, change: Change, now: float) -> None:
        """Makes ``change``; on disk when it returns, not made when it raises: RulesError or Unavailable."""
        before, panes_before = len(self.match.actions), self._panes()
        match, clock = ahead(self.match), self.clock and replace(self.clock, left=list(self.clock.left))
        row = replace(self.row, extra=dict(self.row.extra))
        entry = ActionRow(
            n=self.entries,
            kind=change.kind,
            seat=str(change.seat),
            text=change.text,
            version=self.match.version + 1,
            request=change.request,
            extra=dict(change.extra) | ({"recognised": True} if change.recognised else {}),
        )
        apply_entry(match, entry)
        if change.kind in ("play", "correct"):
            entry = replace(entry, text=match.actions[-1][1])
        if clock is not None:
            turn_clock(clock, match, change, now)
            entry.extra["clock"] = [round(left, 2) for left in clock.read(now)]
        row.version = match.version
        if change.seat == CHANCE:
            row.extra["chance"] = True
        if outcome := match.result:
            row.state, row.outcome = "over", outcome.to_json()
        elif row.state == "over":
            row.state, row.outcome = "playing", None  # a correction took the end back
        self._store.append(row, entry)
        self.match, self.clock, self.row = match, clock, row
        self.entries += 1
        self.undo = self.draw = None
        self.recognised = change.recognised and change.kind == "play"
        kept = min(before, len(self.match.actions)) - (change.kind == "correct")
        self._moves = [move for move in self._moves if move["n"] < kept]
        self.last_recognised = change.recognised
        self._last_kind = change.kind
        after = self._panes()
        self.changed = sorted(p for p in {**panes_before, **after} if panes_before.get(p) != after.get(p))

    def save(self, write: Callable[[MatchRow], object] | None = None, **parts: Any) -> None:
        """Changes parts of the row, such as ``state`` or ``seats``: on disk (by ``write``) before in memory.

        Raises Unavailable, and nothing has changed.
        """
        row = replace(self.row, **parts)
        (write or self._store.save_match)(row)
        self.row = row

    # -- what is

    def _panes(self) -> dict[str, str]:
        if self.row.game != "palace":
            return {}
        return dict(self.match.state.panes())

    def levels(self, state: Any = None) -> tuple[int, ...] | None:
        """The band levels of a state, for games that are played on the board."""
        if self.row.game != "palace":
            return None
        return tuple((self.match.state if state is None else state).levels)

    def named(self, seat: int) -> dict[str, Any]:
        """A seat as notices speak of it: people know each other by name."""
        return {"seat": seat, "name": self.row.seats[seat]["name"]}

    def actors(self) -> frozenset[int]:
        actor = self.match.actor()
        if isinstance(actor, frozenset):
            return actor
        return frozenset({actor}) if isinstance(actor, int) else frozenset()

    def state_after(self, change: Change) -> Any:
        """The state that ``change`` would lead to; raises the rules' refusals, changes nothing."""
        match = self.match
        if change.kind == "play":
            return match.game.apply(match.state, listed(match, change.seat, change.text), change.seat)
        if change.kind == "undo":
            return match.states[-2]
        if change.kind == "correct":
            return match.game.apply(match.states[-2], change.text, match.actions[-1][0])
        return match.state

    @property
    def last_played(self) -> bool:
        """Whether the last change was an action played, not one taken back or corrected."""
        return self._last_kind == "play"

    def repeated(self) -> int:
        if self._repeated[0] != self.match.version:
            self._repeated = (self.match.version, self.match.repetitions())
        return self._repeated[1]

    def moves(self, start: int, stop: int) -> list[dict[str, Any]]:
        """Lines ``start`` to ``stop`` of the move list."""
        match = self.match
        found = []
        for number in range(max(0, start), min(stop, len(match.actions))):
            seat, action = match.actions[number]
            message = match.game.describe(match.states[number], action)
            if (happened := getattr(match.game, "happened", None)) is not None:
                # What only the state afterwards tells: which card a turned one was.
                message = happened(match.states[number + 1]) or message
            found.append(move_json(number, seat, action, message))
        return found

    def _recent_moves(self) -> tuple[dict[str, Any], ...]:
        total = len(self.match.actions)
        first = max(0, total - MOVES_SHOWN)
        self._moves = [move for move in self._moves if move["n"] >= first]
        known = self._moves[-1]["n"] + 1 if self._moves else first
        self._moves += self.moves(known, total)
        return tuple(self._moves)

    def image(self, now: float) -> MatchImage:
        """The match as it is now, for rendering on other threads."""
        row, match = self.row, self.match
        moves = self._recent_moves()
        over = row.state in ("over", "abandoned")
        last = {**moves[-1], "kind": self._last_kind, "changed": list(self.changed)} if moves else None
        return MatchImage(
            id=row.id,
            game=row.game,
            version=match.version,
            options=match.options,
            on_board=row.on_board,
            state=row.state,
            training=row.training,
            position=match.state,
            actor=match.actor() if row.state == "playing" else None,
            seats=tuple(self._seat_json(n, seat) for n, seat in enumerate(row.seats)),
            moves=moves,
            moves_total=len(match.actions),
            last=last,
            outcome=row.outcome,
            pending=self.pending.to_json() if self.pending else None,
            undo=self.undo.to_json() if self.undo else None,
            draw=self.draw.to_json() if self.draw else None,
            resume=self.resume,
            referee=self.report,
            clock=self.clock.to_json(now) if self.clock else None,
            fair={
                "commitment": fair.commitment(row.secret),
                "secret": row.secret.hex() if over else None,
                "used": not self.open_game,
            },
            correctable=self.recognised,
            repeated=self.repeated(),
            rematch=row.extra.get("rematch"),
            invited=self.invited,
            created=row.created,
            updated=row.updated,
            open_game=self.open_game,
            puzzle=self._puzzle_json(),
        )

    def _puzzle_json(self) -> dict[str, Any] | None:
        from web_panel.hosting.puzzles import of, verdict

        puzzle = of(self)
        return puzzle and {"turns": puzzle.turns, "verdict": verdict(puzzle, self.match)}

    @property
    def open_game(self) -> bool:
        """Nothing is hidden: chance has never played and is not about to."""
        return self.match.actor() != CHANCE and not self.row.extra.get("chance")

    def _seat_json(self, number: int, seat: dict[str, Any]) -> dict[str, Any]:
        return {
            "seat": number,
            "name": seat["name"],
            "kind": self.match.seats[number].kind,
            "bot": seat.get("bot"),
            "present": self.present.get(number, 0) > 0,
            "taken": bool(seat.get("taken")),
        }


def ahead(match: Match) -> Match:
    """A copy that may be played on without changing ``match``; states never change and are shared."""
    made = copy.copy(match)
    for name, value in vars(match).items():
        if isinstance(value, list):
            setattr(made, name, list(value))
    return made


def turn_clock(clock: Clock, match: Match, change: Change, now: float) -> None:
    """After ``change`` has been made in ``match`` other seats may be to act."""
    actor = match.actor()
    acting = actor if isinstance(actor, frozenset) else {actor} if isinstance(actor, int) else set()
    played = change.seat if change.kind == "play" and isinstance(change.seat, int) else None
    clock.turn(acting, now, played=played)


def begun(row: MatchRow) -> Match:
    """The match as it began. Raises the rules' refusals."""
    return Match.start(rules.game(row.game), seat_infos(row), row.options, start=row.extra.get("start"))


def seat_infos(row: MatchRow) -> list[SeatInfo]:
    return [SeatInfo(seat["name"], seat["kind"]) for seat in row.seats]


def listed(match: Match, seat: int | str, action: str) -> str:
    """``action`` as the game lists it, where it differs from a listed one in case or blanks only."""
    if not isinstance(seat, int):
        return action
    wanted = "".join(action.split()).lower()
    same = [text for text in match.legal(seat) if "".join(text.split()).lower() == wanted]
    return action if action in same or len(same) != 1 else same[0]


def apply_entry(match: Match, entry: ActionRow) -> None:
    """Makes one entry of a log happen."""
    seat: int | Any = CHANCE if entry.seat == CHANCE else int(entry.seat)
    if entry.kind == "play":
        match.play(seat, entry.text, recognised=bool(entry.extra.get("recognised")))
    elif entry.kind == "undo":
        match.undo()
    elif entry.kind == "correct":
        match.correct(entry.text)
    elif entry.kind == "resign":
        match.resign(seat)
    elif entry.kind == "draw":
        match.draw()
    else:
        raise ValueError(f"an unknown kind of entry: {entry.kind}")
