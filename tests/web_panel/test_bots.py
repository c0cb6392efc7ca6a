"""Bots at the table: in a process of their own, never late, never in the way."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import rules
from web_panel.hosting import bots
from web_panel.hosting.thinker import Job, Thinker, think

START = rules.game("palace").new(2, {"bands": "locked"})


@pytest.fixture
def thinker() -> Any:
    made = Thinker()
    yield made
    made.close()


def job(done: Any, **more: Any) -> Job:
    game = rules.game("palace")
    parts = {"match": "m", "game": "palace", "bot": "greedy", "view": game.view(START, 0)}
    parts |= {"actions": game.actions(START), "seed": 1, "patience_s": 20.0, "done": done}
    return Job(**(parts | more))


def asked(thinker: Thinker, **more: Any) -> Any:
    answers, ready = [], threading.Event()
    thinker.ask(job(lambda answer: (answers.append(answer), ready.set()), **more))
    assert ready.wait(25.0)
    return answers[0]


def test_a_bot_answers_from_its_own_process(thinker: Thinker) -> None:
    """A legal action, and the same one as if it were asked here."""
    answer = asked(thinker)
    here = think(
        {
            "game": "palace",
            "bot": "greedy",
            "view": job(None).view,
            "actions": job(None).actions,
            "seed": 1,
        }
    )
    assert answer["action"] == here["action"]
    assert answer["action"] in job(None).actions


def test_a_bot_whose_process_dies_gives_no_answer_and_the_next_one_does(thinker: Thinker) -> None:
    """None instead of a hang; a new process for the next job."""
    assert asked(thinker, bot="nobody") is None
    assert asked(thinker) is not None


def test_a_bot_that_takes_too_long_is_given_up(thinker: Thinker) -> None:
    """After its patience the process is ended."""
    assert asked(thinker, bot="alphabeta:nodes=1000000000,seconds=60,depth=60", patience_s=0.3) is None
    assert asked(thinker) is not None


def test_a_bot_that_thinks_in_vain_is_stopped(thinker: Thinker) -> None:
    """When its match goes on without it, nobody waits for the search to end."""
    answers, ready = [], threading.Event()
    long = job(
        lambda answer: (answers.append(answer), ready.set()),
        bot="alphabeta:nodes=1000000000,seconds=60,depth=60",
    )
    thinker.ask(long)
    while thinker._current is not long or thinker._child.process is None:
        assert not ready.wait(0.01)
    thinker.forget("another match")
    assert not ready.wait(0.05)
    thinker.forget("m")
    assert ready.wait(5.0)
    assert answers == [None]


def test_who_is_waited_for_most_is_answered_first(thinker: Thinker) -> None:
    """Jobs by rank and then by age, whatever was asked before."""
    order, ready = [], threading.Event()

    def waiting(name: str, rank: int) -> Job:
        return job(lambda answer: (order.append(name), len(order) == 4 and ready.set()), rank=rank)

    long = job(lambda answer: None, bot="alphabeta:nodes=1000000000,seconds=60,depth=60")
    thinker.ask(long)
    while thinker._current is not long or thinker._child.process is None:
        assert not ready.wait(0.01)
    for name, rank in (("bots", 2), ("people", 1), ("board", 0), ("more people", 1)):
        thinker.ask(waiting(name, rank))
    thinker.forget("m")
    assert ready.wait(25.0)
    assert order == ["board", "people", "more people", "bots"]


def test_a_strangers_bots_are_the_levels_and_think_after_peoples(table: Any) -> None:
    """Only the panel names other bots; matches among bots wait for those with a person."""
    seats = [{"kind": "phone", "mine": True}, {"kind": "bot", "bot": "alphabeta:seconds=60"}]
    body = {"game": "palace", "seats": seats}
    assert table.browser().post("/api/matches", body).get_json()["code"] == "hosting.bot"
    table.settings["bot_pause_s"] = 600.0
    panel = table.panel()
    people = panel.post("/api/matches", body).get_json()["id"]
    among = panel.new([{"kind": "bot", "bot": "easy"}] * 2)["id"]
    hosted = table.house.hosted
    assert [bots.rank(hosted[match]) for match in (people, among)] == [1, 2]


def test_every_game_offers_bots() -> None:
    """A random one at least; all that are offered exist."""
    for game in rules.games():
        offered = [level["key"] for level in bots.levels(game.key)]
        assert offered[0] == "random"
        assert all(bots.known(game.key, key) for key in offered)
        assert not bots.known(game.key, "deep thought")
        assert not bots.known(game.key, None)
        assert bots.known(game.key, bots.middle(game.key))


def test_a_person_plays_a_bot(table: Any) -> None:
    """The bot's action comes by itself, legal, as the next version."""
    panel = table.panel()
    seats = [{"kind": "panel"}, {"kind": "bot", "bot": "greedy"}]
    match = panel.new(seats, options={"bands": "locked"})["id"]
    panel.act(match, "@c")
    shown = table.until(lambda: (m := panel.json(f"/api/matches/{match}"))["version"] == 2 and m, 25.0)
    assert shown["last"]["seat"] == 1


def test_a_late_answer_is_dropped(table: Any) -> None:
    """Of another version, of an abandoned match, of a match that is not known: nothing happens."""
    panel = table.panel()
    match = panel.new([{"kind": "bot", "bot": "greedy"}, {"kind": "panel"}], options={"bands": "locked"})[
        "id"
    ]
    table.until(lambda: panel.json(f"/api/matches/{match}")["version"] == 1, 25.0)
    late = {"action": "@h", "line": ["@h"], "value": None, "note": {}}
    for name, version in ((match, 0), (match, 1), ("none", 0)):
        table.house.call(table.house.bots._chosen, name, version, 0, late)
    assert panel.json(f"/api/matches/{match}")["version"] == 1


def test_a_silent_bot_does_not_hold_the_match_up(table: Any) -> None:
    """Its process may fail; a random action is played for it, and people are told."""
    panel = table.panel()
    place = table.hub.seq
    match = panel.new([{"kind": "bot", "bot": "greedy"}, {"kind": "panel"}], options={"bands": "locked"})[
        "id"
    ]
    table.house.call(table.house.bots._chosen, match, 0, 0, None)
    shown = panel.json(f"/api/matches/{match}")
    assert shown["version"] == 1
    texts = [e.text(None) for e in table.hub.after(place, 0.0) if e.kind == "notice"]
    assert any("hosting.bot.silent" in text for text in texts)


def test_a_bot_plays_on_along_its_line(table: Any) -> None:
    """Within its own turn a planned action needs no second search, if it is still legal."""
    panel = table.panel()
    match = panel.new([{"kind": "panel"}, {"kind": "bot", "bot": "greedy"}])["id"]
    panel.act(match, "@c")
    hosted = table.house.open(match)
    planned = {"action": "B3=1", "line": ["B3=1", "@h", "c1n"], "value": None, "note": {}}
    table.house.call(table.house.bots._chosen, match, 1, 1, planned)
    table.until(lambda: hosted.match.version == 3)
    assert [action for _, action in hosted.match.actions] == ["@c", "B3=1", "@h"]


def test_who_resigns_among_several_is_played_on_by_a_bot(table: Any) -> None:
    """The person has lost, the others go on against a bot."""
    panel = table.panel()
    match = panel.new([{"kind": "panel"}] * 3, game="cards")["id"]
    assert panel.post(f"/api/matches/{match}/resign", {"seat": 2}).status_code == 200
    shown = panel.json(f"/api/matches/{match}")
    assert (shown["state"], shown["seats"][2]["kind"]) == ("playing", "bot")
    hosted = table.house.open(match)
    table.until(lambda: 2 not in hosted.actors(), 25.0)
