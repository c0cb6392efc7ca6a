"""Matches of the card game at any moment a test wants, on the real service, and pages of each of their seats.

A match is played in this process by the rules alone until it stands as wanted, then its log is laid into the
service's store: the service replays it as it replays any match after a restart.
"""

from __future__ import annotations

import json
import random
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import rules
from rules.match import Match, SeatInfo
from web_panel.store import ActionRow, MatchRow, Store

GAME = rules.game("cards")
PACK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
NAMES = ("Ada", "Ben", "Carla", "Dino")
SEEDS = 400
TURNS = 400

Policy = Callable[[Match, int, list[str], random.Random], str]


def at_random(match: Match, seat: int, legal: list[str], rng: random.Random) -> str:
    return rng.choice(legal)


def deal_of(seats: int, size: int, hands: Mapping[int, str], ups: Mapping[int, str], short: bool) -> str:
    """A deal in which the named seats get the named cards; all others come in the order of the pack."""
    named = {card for cards in [*hands.values(), *ups.values()] for card in cards.split()}
    rest = [card for card in PACK if card not in named]

    def zone(given: Mapping[int, str]) -> list[list[str]]:
        return [(given.get(n, "").split() + [rest.pop() for _ in range(size)])[:size] for n in range(seats)]

    hand, up, down = zone(hands), zone(ups), zone({})
    row = [cards[n] for part in (down, up, hand) for n in range(size) for cards in part]
    row += [card for card in PACK if card not in row]
    return f"deal {','.join(row)} {','.join(map(str, range(seats)))}"


def begun(
    seats: int = 2,
    *,
    hands: Mapping[int, str] | None = None,
    ups: Mapping[int, str] | None = None,
    **options: Any,
) -> Match:
    """A match after the deal, everybody still exchanging."""
    match = Match.start(GAME, [SeatInfo(name, "phone") for name in NAMES[:seats]], options)
    size = match.state.setup.hand_size
    match.play("chance", deal_of(seats, size, hands or {}, ups or {}, options.get("deal") == "short"))
    return match


def played(match: Match, *actions: str) -> Match:
    """Plays the actions, each for the seat that is to act; "ready" for all that are not ready yet."""
    for action in actions:
        actor = match.actor()
        for seat in sorted(actor) if isinstance(actor, frozenset) else [actor]:
            match.play(seat, action)
    return match


def grown(cards: int) -> Match:
    """Seat 0 is on turn with ``cards`` in hand: it took whatever the other one laid."""
    match = played(begun(2, hands={0: "AC AD AH", 1: "3C 4C 5C"}, deal="three"), "ready")
    while match.state.table.seats[0].hand.bit_count() < cards or match.actor() != 0:
        legal = [text for text in match.legal(match.actor()) if text.count(" ") < 2]
        wanted = [text for text in legal if text == "take"] if match.actor() == 0 else legal
        tens = [text for text in wanted if " T" in text]
        match.play(
            match.actor(), next(text for text in (wanted or legal) if text not in tens or len(legal) == 1)
        )
    return match


def found(
    wanted: Callable[[Match], bool], *, seats: int = 2, policy: Policy = at_random, **options: Any
) -> Match:
    """The first match of random play that comes to a moment as ``wanted``; always the same one."""
    for seed in range(SEEDS):
        rng = random.Random(seed)
        match = Match.start(GAME, [SeatInfo(name, "phone") for name in NAMES[:seats]], options)
        match.play("chance", GAME.chance(match.state, rng))
        played(match, "ready")
        for _ in range(TURNS):
            if wanted(match):
                return match
            if match.actor() is None:
                break
            match.play(match.actor(), policy(match, match.actor(), match.legal(match.actor()), rng))
    raise AssertionError("random play never comes to the moment that the test needs")


class Live:
    """A match on the service. ``kinds`` of its seats: phone, panel or bot."""

    def __init__(self, service: Any, opener: Any, match: Match, kinds: Iterable[str]) -> None:
        self.service = service
        self.opener = opener
        self.id = secrets.token_hex(5)
        self.cookies: dict[int, list[dict[str, Any]]] = {}
        self.kinds = list(kinds)
        self._lay(match)

    def _lay(self, match: Match) -> None:
        seats = [
            {"kind": kind, "name": info.name, "bot": None, "mine": False, "taken": kind == "phone"}
            for kind, info in zip(self.kinds, match.seats)
        ]
        row = MatchRow(
            id=self.id, game="cards", game_version=GAME.version, options=match.options, seats=seats,
            on_board=False, training=True, secret=bytes(32), state="playing", version=match.version,
            extra={"chance": True},
        )  # fmt: skip
        log = [
            ActionRow(n=n, kind="play", seat=str(seat), text=text, version=n + 1)
            for n, (seat, text) in enumerate(match.actions)
        ]
        store = Store(self.service.data, repair=False)
        try:
            store.add_match(row, log)
        finally:
            store.close()

    # asking the service

    def call(self, method: str, path: str, body: Any, cookies: list[dict[str, Any]]) -> tuple[int, Any]:
        """Status and JSON; waits its turn where the service limits how often one may ask."""
        headers = {"X-Panel": "1", "Content-Type": "application/json"}
        headers["Cookie"] = "; ".join(f"{c['name']}={c['value']}" for c in cookies)
        data = None if method == "GET" else json.dumps(body).encode()
        while True:
            request = urllib.request.Request(self.service.url + path, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=10) as answer:
                    return answer.status, json.loads(answer.read())
            except urllib.error.HTTPError as error:
                refused = json.loads(error.read())
                if error.code != 429:
                    return error.code, refused
                time.sleep(0.1)

    def keys(self, seat: int | None) -> list[dict[str, Any]]:
        """The cookies of a seat's phone; the panel's for seats played there; none for onlookers."""
        if seat is None:
            return []
        if self.kinds[seat] == "panel":
            return list(self.service.cookies)
        if seat not in self.cookies:
            invited = self.service.post(f"/api/matches/{self.id}/seats/{seat}/invite")
            cookies = self.service.joined(invited["join_url"].rpartition("/j/")[2])
            pairs = [line.partition(";")[0].partition("=") for line in cookies]
            self.cookies[seat] = [
                {"name": name, "value": value, "domain": "127.0.0.1", "path": "/"} for name, _, value in pairs
            ]
        return self.cookies[seat]

    def state(self, seat: int | None = None) -> Any:
        """The match as a seat, or an onlooker, is told of it."""
        return self.call("GET", f"/api/matches/{self.id}", None, self.keys(seat))[1]

    def play(self, seat: int, action: str) -> None:
        """Plays for a seat, as its own device would."""
        body = {
            "action": action,
            "seat": seat,
            "version": self.state(seat)["version"],
            "request_id": secrets.token_hex(8),
        }
        status, answer = self.call("POST", f"/api/matches/{self.id}/actions", body, self.keys(seat))
        assert status == 200, answer

    # pages

    def page(
        self,
        seat: int | None,
        size: str = "phone",
        *,
        also: Iterable[int] = (),
        **more: Any,
    ) -> Any:
        """The page of a seat's device (``also``: further seats on it), or of an onlooker."""
        keys = [key for one in ([] if seat is None else [seat, *also]) for key in self.keys(one)]
        return self.opener(f"/match/{self.id}", size, cookies=joined(keys), **more)


def joined(cookies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A browser with several seats holds their keys in one cookie."""
    held: dict[tuple[str, str], dict[str, Any]] = {}
    for cookie in cookies:
        key = cookie["domain"], cookie["name"]
        before = held.get(key, cookie)["value"]
        value = before if cookie["value"] in before.split(".") else f"{before}.{cookie['value']}"
        held[key] = {**cookie, "value": value}
    return list(held.values())


@dataclass
class Moments:
    """How tests name a moment of a match."""

    begun: Callable[..., Match] = begun
    played: Callable[..., Match] = played
    grown: Callable[[int], Match] = grown
    found: Callable[..., Match] = found
    names: tuple[str, ...] = field(default=NAMES)


@pytest.fixture
def moment() -> Moments:
    return Moments()


@pytest.fixture
def script() -> Callable[[str], str]:
    """``script("measure")``: what a script beside these tests says, to be run in a page."""
    return lambda name: (Path(__file__).parent / f"{name}.js").read_text(encoding="utf-8")


@pytest.fixture
def live(service: Any, open_page: Any) -> Callable[..., Live]:
    """``live(match, "phone", "panel", ...)``: the match on the service; a kind a seat, phone by default."""

    def make(match: Match, *kinds: str) -> Live:
        return Live(service, open_page, match, kinds or ["phone"] * len(match.seats))

    return make
