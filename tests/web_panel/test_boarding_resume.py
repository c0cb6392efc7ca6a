"""Going on with the match on the board: after a Stop, after a restart, and when nothing is in the way."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def panel(board_table: Any) -> Any:
    return board_table.panel()


def begin(table: Any, panel: Any, **more: Any) -> str:
    """A match on the board, set up and playing."""
    seats = more.pop("seats", [{"kind": "board"}, {"kind": "board"}])
    match = panel.new(seats, on_board=True, **more)["id"]
    table.until(lambda: panel.json(f"/api/matches/{match}")["state"] == "playing")
    return match


def shown(panel: Any, match: str) -> dict[str, Any]:
    return panel.json(f"/api/matches/{match}")


def test_after_a_stop_the_match_can_be_resumed_as_it_stood(
    board_table: Any, panel: Any, fake_board: Any
) -> None:
    """Resuming the match drives the bands to its levels and compares the panes."""
    match = begin(board_table, panel)
    fake_board.stand(1, 2, 0, 2, 1)
    board_table.until(lambda: shown(panel, match)["resume"])
    assert panel.post(f"/api/matches/{match}/resume").status_code == 202
    assert fake_board.asked[-1] == {3: 3}
    board_table.until(lambda: shown(panel, match)["state"] == "playing")
    assert not shown(panel, match)["resume"]


def test_resuming_what_stands_right_already_goes_on_at_once(board_table: Any, panel: Any) -> None:
    """Bands and panes agree and nothing moves: no event of the board need come for play to go on."""
    match = begin(board_table, panel)
    answer = panel.post(f"/api/matches/{match}/resume")
    assert (answer.status_code, answer.get_json()["pending"]) == (200, None)
    board_table.settle()
    assert shown(panel, match)["state"] == "playing"


def test_after_a_restart_the_match_waits_to_be_resumed(make_table: Any, new_fake_board: Any) -> None:
    """Nothing moves and nothing is sensed until somebody says Resume; then input is armed."""
    first = make_table(new_fake_board())
    panel = first.panel()
    match = begin(first, panel)
    panel.act(match, "@c")
    first.close()
    board = new_fake_board()
    again = make_table(board)
    panel = again.panel()
    now = shown(panel, match)
    assert (now["resume"], now["resume_reason"], now["version"]) == (True, "hosting.resume", 1)
    assert board.asked == []
    assert panel.act(match, "@d").get_json()["code"] == "hosting.resume"
    assert panel.post(f"/api/matches/{match}/resume").status_code == 202
    report = again.until(lambda: (r := shown(panel, match)["referee"]) and r["missing"] and r)
    assert report["missing"] == [["c1", "white"]]
    board.lay(c1="white")
    again.until(lambda: shown(panel, match)["state"] == "playing")
    board.lay(d10="black")
    again.until(lambda: shown(panel, match)["version"] == 2)


def test_after_a_restart_the_match_can_be_abandoned(make_table: Any, new_fake_board: Any) -> None:
    """Nobody is stuck with a match that always comes back."""
    first = make_table(new_fake_board())
    match = begin(first, first.panel())
    first.close()
    again = make_table(new_fake_board())
    panel = again.panel()
    assert panel.post(f"/api/matches/{match}/abandon").status_code == 200
    assert again.house.boarding.current is None
    begin(again, panel)
