"""Bots at the table: who there is, and how a bot's turn comes about. On the actor's thread.

A bot gets its seat's view and the legal actions, never a state. Its answer carries match and version; an
answer that comes too late for either is dropped. Within its own turn it may play on along the line it found.
On the board it waits until the glass shows what was played before. Bots think one after the other: first for
the board, then for people, then for matches among bots.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from firmware_bridge.values import Snapshot
from rules.protocol import BadOption
from web_panel.hosting.errors import REFUSALS
from web_panel.hosting.hosted import Change, Hosted
from web_panel.hosting.thinker import PATIENCE_S, Job, Thinker

if TYPE_CHECKING:
    from web_panel.hosting.house import House

PAUSE_S = 0.8
"""Between a bot's turn coming and its action, so that people can follow."""
RANDOM = "random"


def levels(game: str) -> list[dict[str, Any]]:
    """The bots that play ``game``, from weak to strong."""
    from rules.bots import levels as named

    return [
        {"key": RANDOM, "code": "hosting.bot.random"},
        *({"key": level.key, "code": level.code} for level in named(game)),
    ]


def offered(game: str, spec: str | None) -> bool:
    """Whether ``spec`` is one of the levels of ``game``: of bounded time, so that others' bots get theirs."""
    return any(level["key"] == spec for level in levels(game))


def known(game: str, spec: str | None) -> bool:
    """Whether ``spec`` is a level or any other bot of ``game``."""
    from rules.bots import bot

    try:
        return spec is not None and bool(bot(game, spec))
    except BadOption:
        return False


def middle(game: str) -> str:
    """Who takes over for a person that has resigned."""
    keys = [level["key"] for level in levels(game)]
    return str(keys[len(keys) // 2])


class Bots:
    """Asks bots for their actions."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._thinker = Thinker()
        self._rng = random.SystemRandom()
        self._asked: dict[str, int] = {}
        """The version for which each match's bot was asked."""
        self._stops: dict[str, int] = {}
        """How many Stops there were then: what a bot chose before one moves nothing after it."""
        self._refused: dict[str, tuple[Any, ...]] = {}
        """Matches whose bot the board refused, and how it stood then: asked again when that changes."""
        self._lines: dict[str, tuple[int, int, list[str]]] = {}
        """What a bot means to play on with: the version it counts from, its seat, the actions."""

    def close(self) -> None:
        self._thinker.close()

    def invite(self, hosted: Hosted) -> None:
        """Asks the bot that is to act in ``hosted``, once a version; stops one that thinks in vain."""
        version = hosted.match.version
        asked = self._asked.get(hosted.id)
        if asked is not None and (asked != version or not hosted.running):
            del self._asked[hosted.id]
            self._thinker.forget(hosted.id)
        if not self._may_act(hosted):
            return
        if hosted.id not in self._asked:
            self._asked[hosted.id] = version
            self._stops[hosted.id] = self._house.stop_count
            self._refused.pop(hosted.id, None)
            pause = float(self._house.settings.get("bot_pause_s", PAUSE_S))
            self._house.actor.later(pause, self._turn, hosted.id, version)

    def table_changed(self, hosted: Hosted, snapshot: Snapshot) -> None:
        """Asks the bot again whose action the board has refused, as soon as the board stands otherwise."""
        was, now = self._refused.get(hosted.id), footing(snapshot)
        if was is None or was == now:
            return
        self._refused[hosted.id] = now
        if snapshot.connected and not (snapshot.stopped or snapshot.estop):
            self.invite(hosted)

    @staticmethod
    def _seats(hosted: Hosted) -> list[int]:
        return [n for n in sorted(hosted.actors()) if not hosted.match.seats[n].person]

    def _current(self, match: str, version: int) -> Hosted | None:
        """The match, if it still waits for a bot at ``version``."""
        hosted = self._house.hosted.get(match)
        if hosted is None or hosted.match.version != version or hosted.row.state != "playing":
            return None
        if not self._may_act(hosted):
            self._asked.pop(match, None)
            return None
        return hosted

    def _may_act(self, hosted: Hosted) -> bool:
        """Whether a bot is to act, bands and spheres stand as the match has them, and nothing is pending."""
        if hosted.row.state != "playing" or hosted.resume or hosted.pending:
            return False
        if not self._seats(hosted) or self._house.boarding.carries(hosted):
            return False
        return self._house.puzzles.answers(hosted)

    def _turn(self, match: str, version: int) -> None:
        hosted = self._current(match, version)
        if hosted is None:
            return
        seat = self._seats(hosted)[0]
        actions = hosted.match.legal(seat)
        planned = self._planned(hosted, seat, actions)
        if planned is not None:
            self._play(hosted, seat, planned)
            return
        spec = hosted.row.seats[seat].get("bot") or middle(hosted.row.game)
        if spec == RANDOM or len(actions) == 1:
            self._play(hosted, seat, self._rng.choice(actions))
            return
        from rules.bots import bot

        self._thinker.ask(
            Job(
                match=match,
                game=hosted.row.game,
                bot=spec,
                view=hosted.match.game.view(hosted.match.state, seat),
                actions=actions,
                seed=self._rng.getrandbits(64),
                patience_s=2 * bot(hosted.row.game, spec).seconds + PATIENCE_S,
                done=lambda answer: self._house.actor.post(self._chosen, match, version, seat, answer),
                rank=rank(hosted),
            )
        )

    def _planned(self, hosted: Hosted, seat: int, actions: list[str]) -> str | None:
        """The next action of the bot's own line, if it fits what has come about."""
        version, planner, line = self._lines.pop(hosted.id, (-1, -1, []))
        if (version, planner) != (hosted.match.version, seat) or not line or line[0] not in actions:
            return None
        self._lines[hosted.id] = (version + 1, seat, line[1:])
        return line[0]

    def _chosen(self, match: str, version: int, seat: int, answer: dict[str, Any] | None) -> None:
        hosted = self._current(match, version)
        if hosted is None:
            return  # too late: the match has moved on, or is another one by now
        if answer is None:
            self._house.notice("hosting.bot.silent", hosted.named(seat), level="warning", match=match)
            self._play(hosted, seat, self._rng.choice(hosted.match.legal(seat)))
            return
        self._lines[match] = (version + 1, seat, answer["line"][1:])
        self._play(hosted, seat, answer["action"])

    def _play(self, hosted: Hosted, seat: int, action: str) -> None:
        self._asked.pop(hosted.id, None)
        self._house.stops_seen = self._stops.get(hosted.id, self._house.stop_count)
        stopped = self._house.stops_seen != self._house.stop_count
        try:
            self._house.turns.make(hosted, Change("play", seat, action))
        except REFUSALS as error:
            self._house.complain(error, hosted.id)
            snapshot = self._house.board.snapshot()
            self._refused[hosted.id] = () if stopped else footing(snapshot)
            self.table_changed(hosted, snapshot)  # a Stop may have been lifted already


def rank(hosted: Hosted) -> int:
    """Whose bots think first: at the board they hold up the most people, among themselves nobody."""
    if hosted.row.on_board:
        return 0
    return 1 if any(info.person for info in hosted.match.seats) else 2


def footing(snapshot: Snapshot) -> tuple[Any, ...]:
    """What decides whether bands may move; heights on the way are left out."""
    return (
        snapshot.connected,
        snapshot.stopped,
        snapshot.estop,
        snapshot.enabled,
        snapshot.moving,
        snapshot.pending is None,
        tuple(band.state for band in snapshot.bands),
        tuple(pane.pane for pane in snapshot.panes if pane.trusted and pane.state == "uncertain"),
    )
