"""Hidden cards stay hidden: everything any seat or onlooker can receive, over whole random matches."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from typing import Any

import pytest

import rules
from rules.protocol import CHANCE
from web_panel.hosting.views import Audience, MatchImage, match_json

HIDING = [game.key for game in rules.games() if game.key != "palace"]
CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b")


def audiences(match: str, seats: int) -> list[tuple[int | None, Audience]]:
    """Every seat on its phone, an onlooker, and a panel at which nobody plays."""
    each: list[tuple[int | None, Audience]] = [(n, Audience(match, frozenset({n}))) for n in range(seats)]
    return [*each, (None, Audience(match)), (None, Audience(match, panel=True))]


def play_on(table: Any, match: str, rng: random.Random) -> bool:
    """One random action by any seat that may act; False at the end."""
    hosted = table.house.open(match)
    actors = sorted(hosted.actors())
    if not actors or hosted.row.state != "playing":
        return False
    seat = rng.choice(actors)
    from web_panel.hosting.hosted import Change

    table.house.turns.make(hosted, Change("play", seat, rng.choice(hosted.match.legal(seat))))
    return True


def begin(table: Any, key: str, seats: int) -> str:
    browser = table.browser()
    made = browser.new([{"kind": "phone", "mine": True}] * seats, game=key)
    return made["id"]


@pytest.mark.parametrize("key", HIDING)
@pytest.mark.parametrize("seed", range(2))
def test_what_a_bearer_gets_does_not_depend_on_what_it_may_not_know(table: Any, key: str, seed: int) -> None:
    """Exchange everything hidden for something else that agrees with the view: the same bytes, every time."""
    rng = random.Random(seed)
    game = rules.game(key)
    seats = rng.choice(list(game.seats))
    match = begin(table, key, seats)
    for _ in range(60):
        image: MatchImage = table.house.actor.call(table.house._image, match)
        for seat, audience in audiences(match, seats):
            shown = match_json(image, audience)
            other = game.determinize(game.view(image.position, seat), rng)
            swapped = replace(image, position=other, _legal={})
            assert json.dumps(match_json(swapped, audience)) == json.dumps(shown)
        if not table.house.call(play_on, table, match, rng):
            break


def hidden_from(hosted: Any, seat: int | None) -> set[str]:
    """Cards that ``seat`` has no way to know: face down, in the stock, in others' hands and never seen."""
    public: set[str] = set()
    own: set[str] = set()
    for state in hosted.match.states[1:]:
        data = hosted.match.game.to_json(state)
        public |= set(data["pile"]) | set(data["removed"])
        for number, place in enumerate(data["seats"]):
            public |= set(place["up"])
            own |= set(place["hand"]) if number == seat else set()
        if last := hosted.match.game.view(state, None).get("last"):
            public |= set(CARD.findall(json.dumps(last)))
    data = hosted.match.game.to_json(hosted.match.state)
    cards = {*data["stock"], *data.get("unused", [])}
    for number, place in enumerate(data["seats"]):
        cards |= {card for card in place["down"] if card}
        cards |= set(place["hand"]) if number != seat else set()
    return cards - public - own


@pytest.mark.parametrize("seed", range(4))
def test_no_hidden_card_is_named_anywhere(table: Any, seed: int) -> None:
    """Views, moves, last action, states, lists, notices: no face that the bearer may not know."""
    rng = random.Random(seed)
    seats = rng.choice([2, 3, 4])
    match = begin(table, "cards", seats)
    house, place, seen = table.house, table.hub.seq, 0
    going = True
    while going:
        hosted = house.open(match)
        for seat, audience in audiences(match, seats):
            secret = hidden_from(hosted, seat)
            parts = [
                house.match_text(match, audience),
                json.dumps(house.call(house.moves, match, 0, 1000, audience)),
                json.dumps(house.call(house.states, match, max(0, seen - 1), 1000, audience)),
                json.dumps(house.matches()),
            ]
            for event in table.hub.after(place, 0.0) or []:
                parts.append(event.text(audience) or "")
            for part in parts:
                assert not secret & set(CARD.findall(part)), (seat, hosted.match.version)
        place, seen = table.hub.seq, len(hosted.match.states)
        for _ in range(8):
            going = house.call(play_on, table, match, rng)
        going = going and hosted.match.version < 120


def test_the_scan_finds_a_planted_leak(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that named the stock would be caught by both ways of looking."""
    match = begin(table, "cards", 2)
    hosted = table.house.open(match)
    game = type(rules.game("cards"))
    honest = game.view

    def leaky(self: Any, s: Any, seat: int | None) -> dict[str, Any]:
        return honest(self, s, seat) | {"debug": self.to_json(s)["stock"][:1]}

    monkeypatch.setattr(game, "view", leaky)
    text = table.house.match_text(match, Audience(match))
    assert hidden_from(hosted, None) & set(CARD.findall(text))
    image = table.house.actor.call(table.house._image, match)
    other = image.position
    while (
        hosted.match.game.to_json(other)["stock"][0] == hosted.match.game.to_json(image.position)["stock"][0]
    ):
        other = hosted.match.game.determinize(
            honest(hosted.match.game, image.position, None), random.Random()
        )
    assert match_json(replace(image, position=other, _legal={}), Audience(match)) != match_json(
        image, Audience(match)
    )


@pytest.mark.parametrize("key", HIDING)
def test_chance_keeps_its_text(table: Any, key: str) -> None:
    """The deal stands in no move list, whoever asks, the panel included."""
    panel = table.panel()
    match = panel.new([{"kind": "panel"}] * 2, game=key)["id"]
    deal = table.house.open(match).match.actions[0]
    assert deal[0] == CHANCE
    for path in ("", "/moves", "/states?from=0&to=3"):
        assert deal[1] not in panel.get(f"/api/matches/{match}{path}").get_data(as_text=True)


def test_a_shared_device_gets_each_hand_apart(table: Any) -> None:
    """At the panel: the common view for all, and each hand of its own seats by seat, none of the phones'."""
    panel = table.panel()
    seats = [{"kind": "panel"}, {"kind": "panel"}, {"kind": "phone"}]
    made = panel.new(seats, game="cards")
    table.browser(peer="192.168.1.5").post("/j/" + made["join_url"]["2"].rsplit("/", 1)[1])
    shown = panel.json(f"/api/matches/{made['id']}")
    assert set(shown["views"]) == {"0", "1"}
    game, state = rules.game("cards"), table.house.open(made["id"]).match.state
    assert shown["view"] == game.view(state, None)
    assert shown["views"]["1"] == game.view(state, 1)
    assert set(shown["actions_of"]) <= {"0", "1"}
