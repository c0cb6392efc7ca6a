"""What people are shown: the board, a match as one bearer may see it, a match in one line.

Hidden information leaves this module only through ``Game.view`` for the bearer's own seat. Texts of actions
are shown to others only in games without chance, where everything is open.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import rules
from firmware_bridge.values import Snapshot
from rules.protocol import CHANCE, Message
from web_panel.store import MatchRow

AT_TABLE = ("board", "panel")
"""Kinds of seats whose persons play at the table itself: the panel acts for them."""


@dataclass(frozen=True, slots=True)
class Audience:
    """What a stream's or a request's bearer is allowed, for one match (or for none)."""

    match: str | None = None
    seats: frozenset[int] = frozenset()
    host: bool = False
    panel: bool = False
    builder: bool = False


@dataclass(frozen=True, slots=True)
class MatchImage:
    """A match at one version, as plain values that no thread changes any more."""

    id: str
    game: str
    version: int
    options: Mapping[str, Any]
    on_board: bool
    state: str
    training: bool
    position: Any
    """The game's own state value."""
    actor: Any
    seats: tuple[Mapping[str, Any], ...]
    moves: tuple[Mapping[str, Any], ...]
    moves_total: int
    last: Mapping[str, Any] | None
    outcome: Mapping[str, Any] | None
    pending: Mapping[str, Any] | None
    undo: Mapping[str, Any] | None
    draw: Mapping[str, Any] | None
    resume: str | None
    referee: Mapping[str, Any] | None
    clock: Mapping[str, Any] | None
    fair: Mapping[str, Any]
    correctable: bool
    repeated: int
    rematch: str | None
    invited: frozenset[int]
    created: float
    updated: float
    open_game: bool
    """No chance has been played: nothing is hidden, every action's text may be shown."""
    puzzle: Mapping[str, Any] | None = None
    """Of a puzzle: in how many turns a sphere is to be broken, and how it stands."""
    _legal: dict[int, list[str]] = field(default_factory=dict, compare=False, repr=False)

    def actors(self) -> frozenset[int]:
        if isinstance(self.actor, frozenset):
            return self.actor
        return frozenset({self.actor}) if isinstance(self.actor, int) else frozenset()

    def legal(self, seat: int) -> list[str]:
        if seat not in self._legal:
            self._legal[seat] = rules.game(self.game).actions(self.position, seat)
        return self._legal[seat]


def text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# -- the board


def board_json(
    snapshot: Snapshot,
    *,
    age_ms: int | None,
    link: str,
    match_of: Callable[[str], str | None],
) -> dict[str, Any]:
    """The board as ``GET /api/table`` and the event ``table`` show it, without the bearer's rights."""
    pending = snapshot.pending
    return {
        "connected": snapshot.connected,
        "simulated": snapshot.simulated,
        "board": "simulated" if snapshot.simulated and link == "found" else link,
        "homed": snapshot.homed,
        "moving": snapshot.moving,
        "stopped": snapshot.stopped,
        "enabled": snapshot.enabled,
        "estop": snapshot.estop,
        "bands": [
            {
                "band": band.band,
                "level": band.level,
                "target": band.target,
                "position_mm": round(band.position_mm, 2),
                "state": band.state,
                "fault": band.fault,
            }
            for band in snapshot.bands
        ],
        "panes": [
            {"pane": pane.pane, "state": pane.state, "colour": pane.colour, "trusted": pane.trusted}
            for pane in snapshot.panes
        ],
        "pending": pending
        and {
            "id": pending.id,
            "targets": {str(band): level for band, level in pending.targets.items()},
            "stage": pending.stage,
            "kind": pending.kind,
            "match": match_of(pending.id),
        },
        "seq": snapshot.seq,
        "age_ms": age_ms,
        "faults": [notice.to_json() for notice in snapshot.faults],
    }


# -- a match


def match_json(image: MatchImage, audience: Audience) -> dict[str, Any]:
    """The match for one bearer: the view of their seat, or that of onlookers."""
    game = rules.game(image.game)
    own = own_seats(image, audience)
    acting = sorted(image.actors() & own) if image.state == "playing" else []
    single = next(iter(own)) if len(own) == 1 and not audience.panel else None
    actions = image.legal(acting[0]) if acting else []
    shown: dict[str, Any] = {
        "id": image.id,
        "game": image.game,
        "version": image.version,
        "options": dict(image.options),
        "on_board": image.on_board,
        "state": image.state,
        "training": image.training,
        "seats": [
            {**seat, "you": n in audience.seats, "yours": n in own, "invited": n in image.invited}
            for n, seat in enumerate(image.seats)
        ],
        "host": audience.host or audience.panel,
        "actor": sorted(image.actor) if isinstance(image.actor, frozenset) else image.actor,
        "view": game.view(image.position, single),
        "actions": actions,
        "acting": acting,
        "rolls": rolls_json(image) if actions and image.game == "palace" else [],
        "last": image.last and move_for(image.last, image, own),
        "moves": [move_for(move, image, own) for move in image.moves],
        "moves_total": image.moves_total,
        "outcome": image.outcome,
        "pending": image.pending,
        "undo": image.undo,
        "draw": image.draw,
        "correctable": image.correctable,
        "repeated": image.repeated,
        "resume": image.resume is not None,
        "resume_reason": image.resume,
        "referee": image.referee,
        "clock": image.clock,
        "fair": image.fair,
        "rematch": image.rematch,
        "puzzle": image.puzzle,
        "hints": image.state == "playing"
        and bool(own)
        and hints_offered(image.game, (seat["kind"] for seat in image.seats), image.puzzle),
        "created": image.created,
        "updated": image.updated,
    }
    if own and not image.open_game and single is None:
        # Several seats at one device (or the table's own panel): each hand apart, shown one at a time.
        shown["views"] = {str(seat): game.view(image.position, seat) for seat in sorted(own)}
        shown["actions_of"] = {str(seat): image.legal(seat) for seat in acting}
    return shown


def hints_offered(game: str, kinds: Iterable[str], puzzle: Any) -> bool:
    """Whether hints are fair: one person plays Palace against computers alone. Puzzles have their key.

    ``kinds`` are those of the seats.
    """
    return game == "palace" and not puzzle and sum(kind != "bot" for kind in kinds) == 1


def own_seats(image: MatchImage, audience: Audience) -> frozenset[int]:
    """The seats the bearer plays: those they have a key for, and at the panel those played at the table."""
    at_table = {n for n, seat in enumerate(image.seats) if audience.panel and seat["kind"] in AT_TABLE}
    return audience.seats | at_table


def move_for(move: Mapping[str, Any], image: MatchImage, own: frozenset[int]) -> dict[str, Any]:
    """A move as the bearer may read it: a hidden game's action texts are for their own seat only."""
    open_to = image.open_game or move["seat"] in own
    return dict(move) if open_to else {**move, "action": None, "text": None}


def rolls_json(image: MatchImage) -> list[dict[str, Any]]:
    """Palace: the four rolls of each sphere of the side to move, legal or not, with their ends."""
    from rules.palace import rolls

    return [roll_json(roll) for roll in rolls(image.position)]


def roll_json(roll: Any) -> dict[str, Any]:
    """One roll of Palace: its way and its end."""
    return {
        "pane": roll.pane,
        "direction": roll.direction,
        "action": roll.action,
        "path": list(roll.path),
        "end": roll.end,
        "target": roll.target,
        "victim": roll.victim,
        "victim_to": roll.victim_to,
        "legal": roll.legal,
        "refusal": roll.refusal.to_json() if roll.refusal else None,
        "text": roll.text,
    }


def turn_json(position: Any, actions: Sequence[str]) -> dict[str, Any]:
    """Palace: a turn with each of its actions in words, and the way of its sphere when it is a roll."""
    from rules.palace import GAME, rolls

    says, before = [], position
    for action in actions:
        before = position
        says.append(GAME.describe(before, action).to_json())
        position = GAME.apply(before, action)
    roll = next((roll for roll in rolls(before) if roll.action == actions[-1]), None)
    return {"actions": list(actions), "says": says, "roll": roll and roll_json(roll)}


def move_json(number: int, seat: Any, action: str, message: Message) -> dict[str, Any]:
    """One line of a move list. ``text`` is short and the same in every language; chance keeps its secret."""
    if seat == CHANCE:
        return {
            "n": number,
            "seat": seat,
            "action": None,
            "text": None,
            "message": {"code": "hosting.chance", "params": {}},
        }
    params = dict(message.params)
    short = params.pop("short", None)
    return {
        "n": number,
        "seat": seat,
        "action": action,
        "text": short or action,
        "message": {"code": message.code, "params": params},
    }


def summary_json(
    row: MatchRow, *, resume: bool = False, present: frozenset[int] = frozenset()
) -> dict[str, Any]:
    """A match in one line, the same for everybody."""
    return {
        "id": row.id,
        "game": row.game,
        "version": row.version,
        "state": row.state,
        "on_board": row.on_board,
        "training": row.training,
        "options": row.options,
        "seats": [
            {"seat": n, "name": seat["name"], "kind": seat["kind"], "present": n in present}
            for n, seat in enumerate(row.seats)
        ],
        "outcome": row.outcome,
        "resume": resume,
        "puzzle": "puzzle" in row.extra,
        "summary": True,
        "created": row.created,
        "updated": row.updated,
    }
