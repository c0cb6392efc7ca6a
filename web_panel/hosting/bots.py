"""Bots at the table: who there is, and how a bot's turn comes about.

A bot gets its seat's view and the legal actions, never a state. Its answer carries match and version; an
answer that comes too late for either is dropped.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from rules.protocol import RulesError
from web_panel.hosting.errors import HostingError
from web_panel.hosting.hosted import Change, Hosted

if TYPE_CHECKING:
    from web_panel.hosting.house import House

PAUSE_S = 0.8
"""Between a bot's turn coming and its action, so that people can follow."""
RANDOM = "random"


def levels(game: str) -> list[dict[str, Any]]:
    """The bots that play ``game``, from weak to strong."""
    return [{"key": RANDOM, "code": "hosting.bot.random"}]


def known(game: str, bot: str | None) -> bool:
    return any(level["key"] == bot for level in levels(game))


class Bots:
    """Asks bots for their actions; on the actor's thread."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._rng = random.Random()
        self._asked: dict[str, int] = {}

    def invite(self, hosted: Hosted) -> None:
        """If a bot is to act in ``hosted``, its answer is asked for, once a version."""
        if hosted.row.state != "playing" or hosted.resume or hosted.pending or not self._seats(hosted):
            return
        version = hosted.match.version
        if self._asked.get(hosted.id) == version:
            return
        self._asked[hosted.id] = version
        pause = float(self._house.settings.get("bot_pause_s", PAUSE_S))
        self._house.actor.later(pause, self._turn, hosted.id, version)

    @staticmethod
    def _seats(hosted: Hosted) -> list[int]:
        return [n for n in sorted(hosted.actors()) if not hosted.match.seats[n].person]

    def _turn(self, match: str, version: int) -> None:
        hosted = self._house.hosted.get(match)
        if hosted is None or hosted.match.version != version or hosted.row.state != "playing":
            return
        self._asked.pop(match, None)
        if hosted.resume or hosted.pending:
            return
        for seat in self._seats(hosted)[:1]:
            action = self._rng.choice(hosted.match.legal(seat))
            try:
                self._house.turns.make(hosted, Change("play", seat, action))
            except HostingError as error:
                self._house.complain(error, match)
            except RulesError as error:
                self._house.notice(error.message.code, error.message.params, level="warning", match=match)
