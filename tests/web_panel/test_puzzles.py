"""Puzzles: set up, tried, judged, answered only on the key's way; on the board by lamps."""

from __future__ import annotations

from typing import Any

import pytest

from rules.palace.collection import PUZZLES
from rules.palace.puzzles import Puzzle
from web_panel.hosting.adviser import Question

LOCKED = [one for one in PUZZLES if one.bands == "locked"]


class Idle:
    """An adviser that keeps its questions."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    def ask(self, question: Question) -> None:
        self.asked.append(question)

    def forget(self, topic: str) -> None: ...

    def close(self) -> None: ...


@pytest.fixture
def idle(board_table: Any) -> Idle:
    board_table.house.advice.adviser = Idle()
    return board_table.house.advice.adviser


@pytest.fixture
def panel(board_table: Any, idle: Idle) -> Any:
    return board_table.panel()


def begin(browser: Any, **body: Any) -> tuple[str, Puzzle]:
    """A new puzzle; its match and what it is."""
    made = browser.post("/api/puzzles", {"bands": "locked", **body})
    assert made.status_code == 201, made.get_data(as_text=True)
    match = made.get_json()["id"]
    position = browser.json(f"/api/matches/{match}")["view"]["position"]
    return match, next(one for one in PUZZLES if one.position == position)


def standing(browser: Any, match: str) -> str:
    return browser.json(f"/api/matches/{match}")["puzzle"]["verdict"]


def test_a_puzzle_in_one_turn_is_solved_by_its_key(panel: Any) -> None:
    """A match from the puzzle's position; the key breaks a sphere, and that is it."""
    match, puzzle = begin(panel)
    shown = panel.json(f"/api/matches/{match}")
    assert shown["puzzle"] == {"turns": 1, "verdict": "open"}
    assert (shown["options"]["bands"], shown["hints"]) == ("locked", False)
    assert panel.json(f"/api/matches/{match}/key")["actions"] == list(puzzle.key)
    assert panel.act(match, puzzle.key[0]).status_code == 200
    assert standing(panel, match) == "solved"


def test_another_turn_is_wrong_and_the_computer_does_not_go_on(board_table: Any, panel: Any) -> None:
    """Told at once; taken back it is open again."""
    match, puzzle = begin(panel)
    other = next(a for a in panel.json(f"/api/matches/{match}")["actions"] if a != puzzle.key[0])
    panel.act(match, other)
    board_table.settle()
    shown = panel.json(f"/api/matches/{match}")
    assert (shown["puzzle"]["verdict"], shown["version"], shown["actor"]) == ("wrong", 1, 1)
    assert panel.post(f"/api/matches/{match}/undo", {"version": 1}).status_code == 200
    assert standing(panel, match) == "open"


def test_in_two_turns_the_other_side_answers(board_table: Any, panel: Any) -> None:
    """The key first, then any answer, then a sphere breaks or does not."""
    match, puzzle = begin(panel, turns=2)
    panel.act(match, puzzle.key[0])
    shown = board_table.until(lambda: (m := panel.json(f"/api/matches/{match}"))["version"] == 2 and m, 25.0)
    hosted = board_table.house.hosted[match]
    if shown["puzzle"]["verdict"] == "on":  # else the answer has broken a sphere of its own side
        breaking = [
            action
            for action in shown["actions"]
            if hosted.match.game.apply(hosted.match.state, action).spheres[1] < hosted.match.state.spheres[1]
        ]
        assert breaking
        panel.act(match, breaking[0])
    assert standing(panel, match) == "solved"


def test_the_next_one_and_the_same_again(board_table: Any, panel: Any, idle: Idle) -> None:
    """The one that is left is given up; the next differs; a freshly made one comes first."""
    match, puzzle = begin(panel)
    again, same = begin(panel, after=match, again=True)
    assert same == puzzle
    assert panel.json(f"/api/matches/{match}")["state"] == "abandoned"
    following, other = begin(panel, after=again)
    assert other != puzzle
    fresh = next(one for one in LOCKED if one.turns == 2)
    (asked,) = idle.asked
    assert (asked.asked["bands"], asked.asked["turns"]) == ("locked", 1)
    asked.done({"puzzle": fresh.to_json()})
    board_table.settle()
    assert len(idle.asked) == 2  # another one is made ahead
    assert begin(panel, after=following)[1] == fresh


def test_a_search_that_finds_nothing_ends(board_table: Any, panel: Any, idle: Idle) -> None:
    """After some tries in vain no more are made until somebody wants one."""
    begin(panel)
    for _ in range(20):
        if not idle.asked:
            break
        idle.asked.pop().done({"puzzle": None})
        board_table.settle()
    assert idle.asked == []


def test_puzzles_are_no_matches_to_go_on_with(board_table: Any, panel: Any) -> None:
    """They are in no list; those left alone are given up in time."""
    made = [begin(panel)[0] for _ in range(22)]
    assert panel.json("/api/matches")["matches"] == []
    states = [panel.json(f"/api/matches/{match}")["state"] for match in made]
    assert states == ["abandoned"] * 2 + ["playing"] * 20


def test_a_phone_solves_puzzles_too(board_table: Any, panel: Any) -> None:
    """Whoever asks has the seat; others do not, and nobody's puzzle is given up by a stranger."""
    phone = board_table.browser()
    match, puzzle = begin(phone)
    assert board_table.browser().act(match, puzzle.key[0]).status_code == 403
    begin(board_table.browser(), after=match)
    assert phone.act(match, puzzle.key[0]).status_code == 200
    assert phone.get(f"/api/matches/{phone.new()['id']}/key").get_json()["code"] == "hosting.puzzle.none"


def test_on_the_board_a_puzzle_is_set_up_and_judged(board_table: Any, panel: Any, fake_board: Any) -> None:
    """Bands drive, spheres are asked for by lamps and words, what is rolled on the glass is judged."""
    match, puzzle = begin(panel, on_board=True)
    shown = panel.json(f"/api/matches/{match}")
    levels = shown["view"]["levels"]
    assert fake_board.asked == [{n: level for n, level in enumerate(levels, 1) if level != 1}]
    board_table.until(lambda: set(fake_board.lit) == set(shown["view"]["panes"]))
    assert set(fake_board.lit.values()) == {"missing"}
    fake_board.lay(**shown["view"]["panes"])
    board_table.until(lambda: panel.json(f"/api/matches/{match}")["state"] == "playing")
    assert [one["id"] for one in panel.json("/api/matches")["matches"]] == [match]
    hosted = board_table.house.hosted[match]
    after = hosted.match.game.apply(hosted.match.state, puzzle.key[0]).panes()
    fake_board.lay(**{pane: after.get(pane) for pane in {*shown["view"]["panes"], *after}})
    board_table.until(lambda: standing(panel, match) == "solved")


def test_a_decided_puzzle_does_not_keep_the_board(board_table: Any, panel: Any, fake_board: Any) -> None:
    """It may be left lying there: the next match on the board takes its place."""
    match, puzzle = begin(panel, on_board=True)
    fake_board.lay(**panel.json(f"/api/matches/{match}")["view"]["panes"])
    board_table.until(lambda: panel.json(f"/api/matches/{match}")["state"] == "playing")
    seats = {"seats": [{"kind": "board"}, {"kind": "board"}], "on_board": True}
    refused = panel.post("/api/matches", {"game": "palace", **seats})
    assert refused.get_json()["code"] == "hosting.board.taken"
    panel.act(match, puzzle.key[0])
    following = panel.new(**seats)["id"]
    left = panel.json(f"/api/matches/{match}")["state"]
    assert left in ("abandoned", "over"), "over if the broken sphere was the last but the least"
    assert board_table.house.boarding.match == following


def test_a_damaged_puzzle_keeps_nobody_from_new_ones(board_table: Any, panel: Any) -> None:
    """One among those that are given up cannot be read any more."""
    match, _ = begin(panel)
    hosted = board_table.house.hosted.pop(match)
    hosted.save(extra=hosted.row.extra | {"start": "nowhere"})
    for _ in range(21):
        begin(panel)


def test_only_the_panel_sets_a_puzzle_up_on_the_board(board_table: Any, panel: Any) -> None:
    """A phone moves no glass; a match on the board keeps a puzzle off it."""
    refused = board_table.browser().post("/api/puzzles", {"on_board": True})
    assert refused.get_json()["code"] == "web.right.panel"
    panel.new([{"kind": "board"}, {"kind": "board"}], on_board=True)
    assert panel.post("/api/puzzles", {"on_board": True}).get_json()["code"] == "hosting.board.taken"
