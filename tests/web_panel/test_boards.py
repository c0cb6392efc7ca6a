"""The board outside a match: faults in words, doubted panes, bands by hand."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_bridge.values import Notice


@pytest.fixture
def panel(board_table: Any) -> Any:
    return board_table.panel()


def test_faults_are_told_in_the_askers_language(board_table: Any, panel: Any, fake_board: Any) -> None:
    """The board's and the service's own: code, sentence and advice; the stream leaves words to the page."""
    board_table.house.trouble("palace.db", "store.damaged", kept="palace.db.damaged")
    board_table.settle()
    fake_board.change(faults=(Notice("fault.stall", {"band": 2}),))
    faults = panel.json("/api/table")["faults"]
    assert [fault["code"] for fault in faults] == ["fault.stall", "store.damaged"]
    assert all(fault["says"] and fault["do"] and "{" not in fault["says"] for fault in faults)
    italian = panel.get("/api/table", headers={"Accept-Language": "it"}).get_json()["faults"]
    assert italian[0]["says"] != faults[0]["says"]
    assert "2" in italian[0]["says"]


def test_a_trouble_of_the_service_is_shown_until_it_is_over(board_table: Any, panel: Any) -> None:
    """Seen at once by every page; what is said of one part replaces what was said of it before."""
    place = board_table.hub.seq
    for reason in ("ended by SIGKILL", "no room"):
        board_table.house.trouble("twin", "twin.ended", reason=reason)
    board_table.settle()
    assert [event.kind for event in board_table.hub.after(place, 1.0)] == ["table", "table"]
    faults = panel.json("/api/table")["faults"]
    assert [(fault["code"], fault["params"]) for fault in faults] == [("twin.ended", {"reason": "no room"})]
    assert "no room" in faults[0]["says"]
    board_table.house.trouble("twin", None)
    board_table.settle()
    assert panel.json("/api/table")["faults"] == []


def test_a_doubted_pane_is_remembered(board_table: Any, panel: Any, fake_board: Any) -> None:
    """Do not trust this pane: told to the board, kept in the settings; unknown panes are refused."""
    assert panel.post("/api/table/panes/d4", {"trusted": False}).status_code == 200
    assert [p.pane for p in fake_board.snapshot().panes if not p.trusted] == ["d4"]
    assert board_table.settings["untrusted"] == ["d4"]
    assert panel.post("/api/table/panes/z9", {"trusted": False}).status_code == 404


def test_bands_by_hand_without_a_match(board_table: Any, panel: Any, fake_board: Any) -> None:
    """The Board page moves bands when no match forbids it; a phone may not."""
    answer = panel.post("/api/table/bands/2", {"level": 3})
    assert answer.status_code == 202
    assert fake_board.asked[-1] == {2: 3}
    phone = board_table.browser()
    made = phone.new()
    assert phone.post("/api/table/bands/2", {"level": 1}).get_json()["code"] == "web.right.panel"
    assert phone.post("/api/table/bands/2", {"level": 1, "match": made["id"]}).status_code == 200
