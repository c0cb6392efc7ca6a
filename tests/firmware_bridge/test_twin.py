"""The whole bridge against the real firmware in the twin, in real time."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.errors import BoardRefusal, TwinError
from firmware_bridge.opening import OpenBoard, open_board
from firmware_bridge.palace import candidates, occupancy
from firmware_bridge.referee import Referee
from firmware_bridge.twin import TwinProcess, attach
from rules.palace import Position

START = Position.parse("8/8/8/8/8/8/8/8/8/8 12321 w abcdefgh/abcdefgh - 1")


def wait_until(holds, limit_s=20.0):
    """Until a file the twin writes is as wanted: nobody tells of it."""
    end = time.monotonic() + limit_s
    while not holds():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.02)


@pytest.fixture
def twin(tmp_path) -> Iterator[TwinProcess]:
    made = TwinProcess.start(tmp_path)
    yield made
    made.close()


@pytest.fixture
def opened(tmp_path, events) -> Iterator[OpenBoard]:
    """A whole simulated board, found and listened to; warnings last 0.2 s."""
    made = open_board("twin", data_dir=tmp_path, warning_s=0.2)
    made.board.subscribe(events)
    made.board.start()
    events.wait("snapshot", lambda s: s.connected)
    yield made
    made.close()


def test_a_twin_names_its_port_and_answers(twin):
    """Started, asked, and asked for something it does not know."""
    assert Path(twin.port).exists()
    world = twin.request({"do": "world"})
    assert world["panes"] == {}
    assert len(world["bands"]) == 5
    assert twin.request({"do": "panes", "set": {"c7": "white"}})["ok"]
    assert twin.request({"do": "world"})["panes"] == {"c7": "white"}
    with pytest.raises(TwinError, match="no pane"):
        twin.request({"do": "panes", "set": {"z9": "white"}})
    assert twin.request({"do": "world"})["ok"]


def test_one_can_attach_to_a_running_twin(twin):
    """A second handle on the same world, which does not end it."""
    other = attach(twin.control)
    assert other.alive
    other.request({"do": "panes", "set": {"a1": "black"}})
    other.close()
    assert twin.request({"do": "world"})["panes"] == {"a1": "black"}
    assert twin.alive


def test_a_twin_that_has_ended_is_an_error_with_a_reason(twin):
    """No waiting for ever, and no answer of a former life."""
    twin.close()
    assert not twin.alive
    with pytest.raises(TwinError):
        twin.request({"do": "world"})
    twin.close()


@pytest.fixture
def short_folder(monkeypatch):
    """A temporary folder for temporary folders, with a path short enough for a socket in one of them."""
    with tempfile.TemporaryDirectory() as made:
        monkeypatch.setattr("tempfile.tempdir", made)
        yield Path(made)


def test_folders_of_killed_processes_are_cleared_away(short_folder):
    """A killed service cannot; the next one does, and leaves alone what belongs to a living one."""
    dead = subprocess.Popen(["true"])
    dead.wait()
    left = short_folder / f"palace-twin-{dead.pid}-abc"
    others = [
        short_folder / name for name in (f"palace-twin-{os.getpid()}-abc", "palace-twin-x-abc", "other")
    ]
    for folder in (left, *others):
        folder.mkdir()
    twin = TwinProcess.start()
    twin.close()
    assert not left.exists()
    assert sorted(short_folder.iterdir()) == sorted(others)


def test_a_twin_that_cannot_start_says_why(tmp_path):
    """A damaged world file: the twin's own words come through."""
    (tmp_path / "twin-world.json").write_text("{")
    with pytest.raises(TwinError, match="damaged"):
        TwinProcess.start(tmp_path)


def test_a_twin_ends_with_its_parent(tmp_path):
    """Its standard input closed, as by a parent that was killed: the process is gone soon after."""
    twin = TwinProcess.start(tmp_path)
    twin._life.process.stdin.close()
    assert twin._life.process.wait(5) == 0
    assert not twin.alive
    twin.close()


@pytest.mark.timing
def test_a_board_in_one_go(opened, events):
    """Home, move with spheres aboard, Stop on the way, resume, e-stop, and home again."""
    board, twin = opened.board, opened.twin
    assert board.link_state == "found"
    with pytest.raises(BoardRefusal):
        board.move({1: 2})
    board.home()
    result = events.wait("motion", limit_s=20)
    assert result.ok
    twin.request({"do": "panes", "set": {"c1": "white", "d3": "black"}})
    seen = events.wait("snapshot", lambda s: s.panes[2].colour == "white" and s.panes[19].colour == "black")
    assert seen.homed

    events.forget()
    pending = board.move({1: 2, 2: 3})
    time.sleep(1.2)
    pressed = time.monotonic()
    board.stop()
    result = events.wait("motion", lambda r: r.id == pending.id)
    assert result.notice.code == "board.stopped"
    events.wait("snapshot", lambda s: s.stopped and not s.moving)
    assert time.monotonic() - pressed < 0.7, "a ramp takes a quarter of a second"
    heights = twin.request({"do": "world"})["bands"]
    time.sleep(0.3)
    assert twin.request({"do": "world"})["bands"] == heights
    with pytest.raises(BoardRefusal):
        board.move({1: 2})
    board.resume()
    pending = board.move({1: 2, 2: 3})
    assert events.wait("motion", lambda r: r.id == pending.id, limit_s=10).ok
    assert board.snapshot().levels == (2, 3, 1, 1, 1)

    events.forget()
    pending = board.move({3: 2})
    time.sleep(0.6)
    opened.console.simulate_estop(True)
    twin.request({"do": "estop", "pressed": True})
    assert events.wait("motion", lambda r: r.id == pending.id).notice.code == "board.estop"
    with pytest.raises(BoardRefusal) as refused:
        board.resume()
    assert refused.value.notice.code == "board.estop"
    opened.console.simulate_estop(False)
    twin.request({"do": "estop", "pressed": False})
    released = events.wait("snapshot", lambda s: not s.estop and not s.homed and not s.enabled)
    assert not released.moving
    pending = board.home([3])
    assert events.wait("motion", lambda r: r.id == pending.id, limit_s=20).ok
    board.light({"c1": "missing"})
    told = board.raw()
    assert told["board"]["estops"] == 1
    assert len(told["panes"]) == 80
    assert max(told["panes"], key=lambda p: p["raw"])["pane"] == "c1"


@pytest.mark.timing
def test_a_killed_twin_is_lost_comes_back_and_its_world_is_kept(tmp_path, events, caplog):
    """The board's process killed: "none" with a reason; then found again, the spheres where they lay."""
    told = queue.SimpleQueue()
    opened = open_board("twin", data_dir=tmp_path, on_twin=told.put)
    try:
        opened.board.subscribe(events)
        opened.board.start()
        events.wait("snapshot", lambda s: s.connected)
        opened.twin.request({"do": "panes", "set": {"e5": "black"}})
        events.wait("snapshot", lambda s: s.panes[36].colour == "black")
        saved = tmp_path / "twin-world.json"
        wait_until(lambda: saved.is_file() and any(json.loads(saved.read_text())["world"]["spheres"]))
        killed = opened.twin.pid
        os.kill(killed, signal.SIGKILL)
        assert told.get(timeout=10) == "signal SIGKILL"
        events.wait("snapshot", lambda s: not s.connected and s.faults)
        assert told.get(timeout=20) is None
        seen = events.wait("snapshot", lambda s: s.connected and s.panes[36].colour == "black", limit_s=20)
        assert not seen.homed
        assert opened.twin.pid != killed
        assert opened.twin.request({"do": "world"})["panes"] == {"e5": "black"}
        assert "the simulated board has ended: signal SIGKILL" in caplog.text
    finally:
        opened.close()


def test_a_twin_that_keeps_failing_is_tried_ever_more_slowly(tmp_path, monkeypatch, caplog):
    """Its own last words are the reason; when it can start, it does."""
    monkeypatch.setattr("firmware_bridge.twin.AGAIN_S", (0.01, 0.04))
    told = queue.SimpleQueue()
    twin = TwinProcess.start(tmp_path, keep=True, on_change=told.put)
    try:
        saved = tmp_path / "twin-world.json"
        wait_until(saved.is_file)
        port = Path(twin.port)
        os.kill(twin.pid, signal.SIGSTOP)  # it must not save once more
        sound = saved.read_text()
        saved.write_text("{")
        os.kill(twin.pid, signal.SIGKILL)
        assert told.get(timeout=10) == "signal SIGKILL"
        for _ in range(2):
            assert "damaged" in told.get(timeout=10)
        assert not port.exists(), "its terminal may be somebody else's by now"
        saved.write_text(sound)
        while (said := told.get(timeout=20)) is not None:
            assert "damaged" in said
        assert port.exists()
        assert twin.request({"do": "world"})["ok"]
        assert "cannot be started again" in caplog.text
    finally:
        folder = Path(twin.control).parent
        twin.close()
    assert not folder.exists()


@pytest.mark.timing
def test_spheres_set_down_and_lifted_are_seen_each_time(opened):
    """Pane change on the twin to the referee's event, before it has settled; in ms: `make bench`."""
    arrived: queue.SimpleQueue = queue.SimpleQueue()
    reports: queue.SimpleQueue = queue.SimpleQueue()
    referee = Referee(reports.put)
    opened.board.subscribe(lambda kind, value: arrived.put(value) if kind == "snapshot" else None)
    referee.watch(occupancy(START), candidates(START), version=0)

    def until(state: str) -> None:
        while True:
            referee.update(arrived.get(timeout=10))
            while not reports.empty():
                if reports.get().state == state:
                    return

    until("unchanged")
    for n in range(16):
        pane = "abcdefgh"[n % 8] + "1"
        time.sleep(0.05 + 0.007 * n % 0.08)
        opened.twin.request({"do": "panes", "set": {pane: "white"}})
        until("provisional")
        opened.twin.request({"do": "panes", "set": {pane: None}})
        until("unchanged")


@pytest.mark.timing
def test_a_noisy_pane_makes_no_false_lift(opened, events):
    """Case 6: one pane full of noise under a sphere; in two seconds nobody lifts it."""
    twin = opened.twin
    twin.request({"do": "panes", "set": {"c1": "white", "f4": "black"}})
    events.wait("snapshot", lambda s: s.panes[2].state == "full" and s.panes[29].state == "full")
    events.forget()
    for pane in ("c1", "f4"):
        twin.request({"do": "fault", "name": "pane-noisy", "value": 20, "pane": pane})
    time.sleep(2.0)
    shown = {s.panes[n].state for s in events.of("snapshot") for n in (2, 29)}
    assert "empty" not in shown
