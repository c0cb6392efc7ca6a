"""The turn buttons: they confirm what the board reads, pass, or say what is awaited."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from web_panel.server import Handles, Options, open_table
from web_panel.settings import Settings


@pytest.fixture
def panel(board_table: Any) -> Any:
    board_table.settings["settle_s"] = 60.0  # nothing settles by itself here
    board_table.house.settings_changed()
    return board_table.panel()


def begin(table: Any, panel: Any, *seats: str) -> str:
    kinds = [{"kind": kind} for kind in seats or ("board", "board")]
    match = panel.new(kinds, on_board=True)["id"]
    table.until(lambda: panel.json(f"/api/matches/{match}")["state"] == "playing")
    return match


def said(table: Any, place: int) -> list[str]:
    table.settle()
    return [e.text(None) for e in table.hub.after(place, 0.0) or [] if e.kind == "notice"]


def test_a_press_settles_what_is_read(board_table: Any, panel: Any, fake_board: Any) -> None:
    """The sphere is down, the action provisional: the button of the player to move plays it at once."""
    match = begin(board_table, panel)
    fake_board.lay(c1="white")
    board_table.until(
        lambda: (panel.json(f"/api/matches/{match}")["referee"] or {}).get("state") == "provisional"
    )
    place = board_table.hub.seq
    board_table.house.button_later(1)
    assert any("hosting.button.turn" in text for text in said(board_table, place))
    assert panel.json(f"/api/matches/{match}")["version"] == 0
    board_table.house.button_later(0)
    board_table.settle()
    now = panel.json(f"/api/matches/{match}")
    assert (now["version"], now["last"]["action"], now["correctable"]) == (1, "@c", True)


def test_a_press_passes_when_nothing_else_is_legal(
    board_table: Any, panel: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pass is an action too; the button plays it."""
    match = begin(board_table, panel)
    hosted, made = board_table.house.hosted[match], []
    monkeypatch.setattr(hosted.match, "legal", lambda seat: ["pass"])
    monkeypatch.setattr(board_table.house.turns, "make", lambda hosted, change: made.append(change))
    board_table.house.button_later(0)
    board_table.settle()
    assert [(change.kind, change.seat, change.text) for change in made] == [("play", 0, "pass")]


def test_a_press_without_anything_to_confirm_says_what_is_awaited(board_table: Any, panel: Any) -> None:
    """Nothing is played; before a match and after it nothing is even said."""
    place = board_table.hub.seq
    board_table.house.button_later(0)
    assert said(board_table, place) == []
    match = begin(board_table, panel)
    place = board_table.hub.seq
    board_table.house.button_later(0)
    assert any("hosting.button.awaited" in text for text in said(board_table, place))
    assert panel.json(f"/api/matches/{match}")["version"] == 0


@pytest.mark.parametrize("wired", [True, False])
def test_the_buttons_are_read_when_the_setting_is_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wired: bool
) -> None:
    """Off: no pin is touched. On: a press reaches the house."""
    given: dict[str, Any] = {}
    monkeypatch.setattr("firmware_bridge.opening.open_board", lambda board, **more: given.update(more))
    settings = Settings(tmp_path)
    settings["buttons"] = wired
    handles = Handles()
    open_table(Options(board="twin", data=tmp_path), settings, handles)
    if not wired:
        assert given["on_button"] is None
        return
    pressed: list[int] = []
    handles.house = type("House", (), {"button_later": staticmethod(pressed.append)})
    given["on_button"](1)
    assert pressed == [1]
