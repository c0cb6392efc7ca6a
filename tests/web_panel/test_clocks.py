"""Clocks: they run for whoever is to act, and stand when nobody can be blamed."""

from __future__ import annotations

from typing import Any

import pytest

from web_panel.hosting.clocks import Clock


def clock(**spec: Any) -> Clock:
    made = Clock.of({"kind": "sudden", "seconds": 60, **spec}, 2)
    assert made is not None
    return made


def test_only_the_running_seats_time_passes() -> None:
    """From one turn to the next."""
    c = clock()
    c.turn({0}, 0.0)
    c.hold(False, 0.0)
    c.turn({1}, 10.0, played=0)
    assert c.read(15.0) == [50.0, 55.0]


def test_an_increment_comes_with_the_end_of_a_turn() -> None:
    """Not with each of several actions of one turn."""
    c = clock(kind="increment", increment=5)
    c.turn({0}, 0.0)
    c.hold(False, 0.0)
    c.turn({0}, 1.0, played=0)
    assert c.read(1.0) == [59.0, 60.0]
    c.turn({1}, 2.0, played=0)
    assert c.read(2.0) == [63.0, 60.0]


def test_a_held_clock_stands() -> None:
    """Stopped, astray or waiting: no time passes."""
    c = clock()
    c.turn({0}, 0.0)
    c.hold(False, 0.0)
    c.hold(True, 5.0)
    assert c.read(500.0) == [55.0, 60.0]
    assert c.due_s(500.0) is None
    c.hold(False, 500.0)
    assert c.due_s(510.0) == pytest.approx(45.0)


def test_several_seats_at_once() -> None:
    """In an exchange everybody's clock runs; the first to fall is named."""
    c = clock()
    c.turn({0, 1}, 0.0)
    c.hold(False, 0.0)
    c.turn({1}, 20.0, played=0)
    assert c.read(30.0) == [40.0, 30.0]
    assert c.fallen(59.0) is None
    assert c.fallen(60.0) == 1
    assert c.read(99.0) == [40.0, 0.0]


def test_no_clock_is_no_clock() -> None:
    """None and "none" mean that nobody counts."""
    assert Clock.of(None, 2) is None
    assert Clock.of({"kind": "none"}, 2) is None


def with_clock(table: Any, browser: Any, **more: Any) -> str:
    return browser.new(clock={"kind": "sudden", "seconds": 10}, **more)["id"]


def test_time_out_loses(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a clock is out its seat has lost; the result is on disk."""
    panel = table.panel()
    match = with_clock(table, panel)
    assert panel.json(f"/api/matches/{match}")["clock"]["running"] == [0]
    before = table.house.clock
    monkeypatch.setattr(table.house, "clock", lambda: before() + 11.0)
    table.house.call(table.house._clock_out, match)
    shown = panel.json(f"/api/matches/{match}")
    assert (shown["state"], shown["outcome"]["winners"]) == ("over", [1])
    assert shown["clock"]["running"] == []


def test_the_clock_is_kept_over_a_restart_and_waits(make_table: Any, new_fake_board: Any) -> None:
    """Times come from the last action; a match that waits to be resumed does not lose time."""
    first = make_table(new_fake_board())
    panel = first.panel()
    seats = [{"kind": "board"}, {"kind": "board"}]
    match = with_clock(first, panel, seats=seats, on_board=True)
    first.until(lambda: panel.json(f"/api/matches/{match}")["state"] == "playing")
    panel.act(match, "@c")
    first.close()
    again = make_table(new_fake_board())
    shown = again.panel().json(f"/api/matches/{match}")["clock"]
    assert shown["running"] == []
    assert 9.0 < shown["left_s"][0] <= 10.0


def test_a_stopped_board_holds_the_clock(make_table: Any, new_fake_board: Any) -> None:
    """Stop stops the clock too; Resume lets it go on."""
    board = new_fake_board()
    table = make_table(board)
    panel = table.panel()
    match = with_clock(table, panel, seats=[{"kind": "board"}, {"kind": "board"}], on_board=True)
    table.until(lambda: panel.json(f"/api/matches/{match}")["clock"]["running"] == [0])
    panel.post("/api/table/stop")
    table.until(lambda: panel.json(f"/api/matches/{match}")["clock"]["running"] == [])
    panel.post("/api/table/resume")
    table.until(lambda: panel.json(f"/api/matches/{match}")["clock"]["running"] == [0])
