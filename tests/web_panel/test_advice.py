"""Threats, hints, analyses: from a process of their own, for whom they are fair, dropped when too late."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import pytest

import rules
from web_panel.hosting import adviser as advising
from web_panel.hosting.adviser import Adviser, Question, answer
from web_panel.hosting.hosted import Change
from web_panel.hosting.views import Audience
from web_panel.hosting.wishes import NewMatch

GAME = rules.game("palace")
LOOSE = "8/8/8/8/8/8/8/8/8/b2w4 11111 w aef/abc - 9"
BOT = {"kind": "bot", "bot": "random"}


class Silent:
    """An adviser that answers when the test says so."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.forgotten: list[str] = []

    def ask(self, question: Question) -> None:
        self.asked.append(question)

    def forget(self, topic: str) -> None:
        self.forgotten.append(topic)

    def close(self) -> None: ...

    def reply(self) -> None:
        """Answers all that was asked, as the process would."""
        while self.asked:
            question = self.asked.pop(0)
            question.done(answer({**question.asked, "seconds": 0.05, "nodes": 200}))


@pytest.fixture
def silent(table: Any) -> Silent:
    table.house.advice.adviser = Silent()
    return table.house.advice.adviser


def alone(table: Any, panel: Any, *actions: str) -> str:
    """A match of one person against a bot that nobody asks, after these actions of both."""
    table.settings["bot_pause_s"] = 600.0
    match = panel.new([{"kind": "panel"}, BOT], options={"bands": "locked"})["id"]
    for n, action in enumerate(actions):
        if n % 2:
            table.house.call(table.house.bots._play, table.house.hosted[match], 1, action)
        else:
            assert panel.act(match, action).status_code == 200
    return match


# -- the process


def test_threats_of_both_sides() -> None:
    """Each names the sphere, whose it is, and the turn that breaks it."""
    told = answer({"kind": "threats", "state": {"position": LOOSE, "bands": "locked"}})["threats"]
    assert (1, "a1", "d1w>a1*x") in [(one["seat"], one["pane"], one["text"]) for one in told]


def test_lines_come_with_words_and_way() -> None:
    """What the first turn does, action by action, and the path of its sphere."""
    asked = {"kind": "lines", "state": {"position": LOOSE, "bands": "locked"}, "count": 3, "seconds": 0.2}
    lines = answer(asked)["lines"]
    assert len(lines) == 3
    best = lines[0]
    assert (best["actions"], best["turns"][0]) == (["d1w"], ["d1w"])
    assert best["says"][0]["code"] == "palace.did.shove_off"
    assert (best["roll"]["target"], best["roll"]["victim"]) == ("a1", "a1")
    assert best["value"] >= lines[1]["value"]


def test_a_turn_is_marked() -> None:
    """A sphere was rolled over the edge, though the match could have been won."""
    state = {"position": LOOSE, "bands": "locked"}
    asked = {"kind": "mark", "state": state, "played": ["d1s"], "index": 4, "nodes": 500}
    mark = answer(asked)["mark"]
    assert (mark["index"], mark["seat"], mark["best"], mark["mark"]) == (4, 0, ["d1w"], "missed_win")
    assert mark["message"]["params"] == {"best": "d1w"}


def test_a_puzzle_is_made() -> None:
    """The one of that seed; none when there was no time."""
    asked = {"kind": "puzzle", "bands": "locked", "turns": 1, "seed": 5}
    made = answer(asked)["puzzle"]
    assert (made["bands"], made["turns"], len(made["key"])) == ("locked", 1, 1)
    assert answer(asked | {"seconds": -1.0})["puzzle"] is None


def test_the_sooner_wanted_comes_first_and_the_unwanted_never() -> None:
    """Questions by rank, then by age; one that is forgotten gets no answer, whether it waits or is asked."""
    adviser, got, order = Adviser(), {}, []
    ready = threading.Event()

    def asked(topic: str, rank: int, **more: Any) -> Question:
        def done(found: Any) -> None:
            got[topic] = found
            order.append(topic)
            if len(got) == 4:
                ready.set()

        state = {"position": GAME.new(2, {}).text(), "bands": "free"}
        return Question(topic, rank, {"kind": "lines", "state": state, "count": 1, **more}, done)

    try:
        adviser.ask(asked("long", advising.LINES, seconds=60.0))
        while adviser._current is None or adviser._child.process is None:
            assert not ready.wait(0.01)
        adviser.ask(asked("late", advising.PUZZLE, seconds=0.0))
        adviser.ask(asked("unwanted", advising.MARK, seconds=0.0))
        adviser.ask(asked("soon", advising.THREATS, seconds=0.0))
        adviser.forget("unwanted")
        adviser.forget("long")
        assert ready.wait(25.0)
        assert (got["unwanted"], got["long"]) == (None, None)
        assert order.index("soon") < order.index("late")
        assert got["late"]["lines"]
    finally:
        adviser.close()


def test_what_takes_too_long_is_given_up() -> None:
    """The process is ended, the next question gets a new one."""
    adviser, got, ready = Adviser(patience_s=0.3), [], threading.Event()
    state = {"position": GAME.new(2, {}).text(), "bands": "free"}
    question = {"kind": "lines", "state": state, "count": 1, "seconds": 60.0}
    try:
        adviser.ask(Question("long", 0, question, lambda found: (got.append(found), ready.set())))
        assert ready.wait(25.0)
        assert got == [None]
    finally:
        adviser.close()


# -- threats


def test_threats_are_looked_for_once_and_told(table: Any, silent: Silent) -> None:
    """Not ready at first; an event, then the answer, for onlookers too; after an action anew."""
    panel = table.panel()
    match = panel.new(options={"bands": "locked"})["id"]
    path = f"/api/matches/{match}/threats"
    assert panel.json(path) == {"id": match, "version": 0, "ready": False, "threats": []}
    table.browser().json(path)
    assert len(silent.asked) == 1
    place = table.hub.seq
    silent.reply()
    table.settle()
    news = [e.text(Audience(match)) for e in table.hub.after(place, 0.0) if e.kind == "advice"]
    assert news == [f'{{"match":"{match}","what":"threats","version":0}}']
    assert panel.json(path)["ready"]
    assert silent.asked == []
    panel.act(match, "@c")
    assert not panel.json(path)["ready"]
    panel.act(match, "@c")
    assert silent.forgotten == [f"threats {match}"]
    silent.reply()
    table.settle()
    assert not panel.json(path)["ready"]  # that answer was for a version that has passed


def test_threats_only_while_palace_is_played(table: Any, silent: Silent) -> None:
    """Not in other games; after the end there are none."""
    panel = table.panel()
    cards = panel.new(game="cards")["id"]
    refused = panel.get(f"/api/matches/{cards}/threats")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "hosting.advice.palace")
    over = panel.new()["id"]
    panel.post(f"/api/matches/{over}/resign", {"seat": 0})
    told = panel.json(f"/api/matches/{over}/threats")
    assert (told["ready"], told["threats"], silent.asked) == (True, [], [])
    puzzle = panel.post("/api/puzzles").get_json()["id"]
    assert panel.get(f"/api/matches/{puzzle}/threats").get_json()["code"] == "hosting.threats.none"


# -- hints


def test_a_hint_for_who_plays_against_a_bot(table: Any, silent: Silent) -> None:
    """Lines with their values, at most three, for the version they were asked at."""
    panel = table.panel()
    match = alone(table, panel)
    assert panel.json(f"/api/matches/{match}")["hints"]
    path = f"/api/matches/{match}/hint"
    assert not panel.post(path).get_json()["ready"]
    silent.reply()
    table.settle()
    told = panel.post(path).get_json()
    assert (told["version"], told["ready"], len(told["lines"])) == (0, True, 3)
    assert told["lines"][0]["says"][0]["code"] == "palace.did.place"


def test_a_hint_that_comes_too_late_is_dropped(table: Any, silent: Silent) -> None:
    """The match has moved on: the search is stopped, its answer shown to nobody."""
    panel = table.panel()
    match = alone(table, panel)
    panel.post(f"/api/matches/{match}/hint")
    panel.act(match, "@c")
    assert silent.forgotten == [f"hint {match}"]
    place = table.hub.seq
    silent.reply()
    table.settle()
    assert not [e for e in table.hub.after(place, 0.0) or [] if e.kind == "advice"]
    refused = panel.post(f"/api/matches/{match}/hint")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "hosting.hint.turn")


def test_a_hint_without_answer_can_be_asked_for_again(table: Any, silent: Silent) -> None:
    """The process may fail; nobody waits for ever."""
    panel = table.panel()
    match = alone(table, panel)
    panel.post(f"/api/matches/{match}/hint")
    silent.asked.pop().done(None)
    table.settle()
    assert not panel.post(f"/api/matches/{match}/hint").get_json()["ready"]
    assert len(silent.asked) == 1


def test_between_people_there_are_no_hints(table: Any, silent: Silent) -> None:
    """Two persons, two bots, another game: not offered, and refused."""
    panel = table.panel()
    for seats in (
        [{"kind": "panel"}, {"kind": "panel"}],
        [{"kind": "panel"}, {"kind": "phone", "mine": True}],
    ):
        match = panel.new(seats)["id"]
        assert not panel.json(f"/api/matches/{match}")["hints"]
        assert panel.post(f"/api/matches/{match}/hint").get_json()["code"] == "hosting.hint.none"
    assert silent.asked == []


def test_hints_are_for_the_player_alone_and_not_without_end(table: Any, silent: Silent) -> None:
    """An onlooker lacks the right; who asks too often is told to wait."""
    match = alone(table, table.panel())
    assert table.browser().post(f"/api/matches/{match}/hint").get_json()["code"] == "web.right.seat"
    panel = table.panel()
    answers = [panel.post(f"/api/matches/{match}/hint").status_code for _ in range(30)]
    assert answers[0] == 200
    assert 429 in answers


# -- analyses


def test_a_match_that_is_over_is_analysed(table: Any, silent: Silent) -> None:
    """Turn by turn, with its progress told; kept in memory and as a file."""
    panel = table.panel()
    match = alone(table, panel, "@c", "@c", "c1s")
    path = f"/api/matches/{match}/analysis"
    assert panel.post(path).get_json()["code"] == "hosting.running"
    panel.post(f"/api/matches/{match}/resign", {"seat": 0})
    assert panel.json(path)["state"] == "none"
    place = table.hub.seq
    begun = panel.post(path).get_json()
    assert (begun["state"], begun["done"], begun["of"]) == ("running", 0, 3)
    for _ in range(3):
        silent.reply()
        table.settle()
    news = [e.text(Audience(match)) for e in table.hub.after(place, 0.0) if e.kind == "advice"]
    assert news[-1] == f'{{"match":"{match}","what":"analysis","done":3,"of":3}}'
    found = table.browser().json(path)
    assert (found["state"], [mark["mark"] for mark in found["marks"]]) == ("done", ["", "", "blunder"])
    table.house.advice._analyses.clear()
    assert table.browser().json(path) == found
    assert silent.asked == []


def test_an_end_that_is_taken_back_ends_its_analysis(table: Any, silent: Silent) -> None:
    """The match goes on with another last action: what was found so far holds no more."""
    panel = table.panel()
    seats = [{"kind": "panel"}, {"kind": "panel"}]
    extra = {"start": "8/8/8/8/8/8/8/8/8/b2w4 11111 w aef/abc - 9"}
    who = SimpleNamespace(panel=True, builder=True, hosts=lambda match: True, seats=lambda match: frozenset())
    new = NewMatch("palace", [seat | {"name": "N"} for seat in seats], {"bands": "locked"}, extra=extra)
    match = table.house.call(table.house.create, who, new)["id"]
    turns, hosted = table.house.turns, table.house.hosted[match]
    table.house.call(turns.make, hosted, Change("play", 0, "d1w", recognised=True))
    path = f"/api/matches/{match}/analysis"
    assert panel.post(path).get_json()["state"] == "running"
    panel.post(f"/api/matches/{match}/correct", {"action": "@e", "version": 1})
    assert silent.forgotten == [f"analysis {match}"]
    silent.reply()
    table.settle()
    shown = panel.json(path)
    assert (shown["running"], shown["state"], shown["marks"]) == (True, "none", [])


def test_who_may_have_a_match_analysed(table: Any, silent: Silent) -> None:
    """Its players, its host and the panel; so many at a time."""
    panel = table.panel()
    matches = []
    for _ in range(5):
        matches.append(panel.new()["id"])
        panel.act(matches[-1], "@c")
        panel.post(f"/api/matches/{matches[-1]}/resign", {"seat": 0})
    refused = table.browser().post(f"/api/matches/{matches[0]}/analysis")
    assert refused.get_json()["code"] == "web.right.player"
    answers = [panel.post(f"/api/matches/{match}/analysis") for match in matches]
    assert [answered.status_code for answered in answers] == [200, 200, 200, 200, 409]
    assert answers[-1].get_json()["code"] == "hosting.analysis.busy"


def test_a_damaged_file_of_an_analysis_is_no_hindrance(table: Any, silent: Silent) -> None:
    """It is only a cache: the analysis begins anew."""
    panel = table.panel()
    match = panel.new()["id"]
    panel.act(match, "@c")
    panel.post(f"/api/matches/{match}/resign", {"seat": 0})
    folder = table.data / "analysis"
    folder.mkdir()
    (folder / f"{match}.json").write_text("[", encoding="utf-8")
    assert panel.post(f"/api/matches/{match}/analysis").get_json()["state"] == "running"
