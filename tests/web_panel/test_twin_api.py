"""The simulated board's own routes: to the twin's socket and the console, nowhere without a twin."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_bridge.errors import TwinError


def test_spheres_faults_and_the_estop_go_to_the_twin(board_table: Any) -> None:
    """Each request is one message on its socket, in the table's own words."""
    panel, twin = board_table.panel(), board_table.services.twin
    assert panel.post("/api/twin/panes", {"c7": "white", "a1": None}).status_code == 200
    assert panel.post("/api/twin/faults", {"name": "jam", "value": 1.5, "band": 3}).status_code == 200
    assert panel.post("/api/twin/estop", {"pressed": True}).status_code == 200
    assert twin.asked == [
        {"do": "panes", "set": {"c7": "white", "a1": None}},
        {"do": "fault", "name": "jam", "value": 1.5, "band": 3, "pane": None},
        {"do": "estop", "pressed": True},
    ]
    assert board_table.console.estop is True


def test_a_handle_turns_on_the_console(board_table: Any) -> None:
    """Signed detents, as a hand would turn it."""
    assert board_table.panel().post("/api/twin/handles/3", {"steps": -4}).status_code == 200
    assert board_table.console.turned == [(3, -4)]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("panes", {}),
        ("panes", {"z9": "white"}),
        ("panes", {"a1": "green"}),
        ("handles/3", {"steps": "up"}),
        ("handles/9", {"steps": 4}),
        ("faults", {"value": 1}),
        ("faults", {"name": "jam", "value": {}}),
        ("estop", {"pressed": 1}),
    ],
)
def test_nonsense_does_not_reach_the_twin(board_table: Any, path: str, body: Any) -> None:
    """400 by field, the twin was not asked."""
    assert board_table.panel().post(f"/api/twin/{path}", body).status_code == 400
    assert board_table.services.twin.asked == []
    assert board_table.console.turned == []


def test_the_twins_refusal_comes_through(board_table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the twin says is wrong is an answer, not a fault of the service."""

    def refuse(message: Any, timeout_s: float = 2.0) -> Any:
        raise TwinError("twin.failed")

    monkeypatch.setattr(board_table.services.twin, "request", refuse)
    answer = board_table.panel().post("/api/twin/faults", {"name": "nonsense", "value": True})
    assert (answer.status_code, answer.get_json()["code"]) == (502, "twin.failed")
    assert answer.get_json()["says"]


def test_without_a_twin_there_are_no_such_routes(table: Any) -> None:
    """A real board has real spheres."""
    assert table.panel().post("/api/twin/panes", {"a1": "white"}).status_code == 404
    assert table.panel().get("/api/twin").status_code == 404
