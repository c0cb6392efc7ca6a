"""The link against the real firmware while the line, the service or another program misbehaves."""

from __future__ import annotations

import shutil
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import firmware_bridge
from firmware_bridge.board import Board
from firmware_bridge.errors import BoardRefusal
from firmware_bridge.twin import TwinProcess

SPHERES = {"a1": "white", "h1": "black", "d5": "white", "h10": "black"}


@pytest.fixture
def twin(tmp_path) -> Iterator[TwinProcess]:
    made = TwinProcess.start(tmp_path)
    yield made
    made.close()


@pytest.fixture
def watched(twin, events) -> Iterator[Board]:
    """A board with four spheres, seen by the bridge."""
    twin.request({"do": "panes", "set": SPHERES})
    board = Board(twin.port, simulated=True, warning_s=0.0)
    board.subscribe(events)
    board.start()
    events.wait("snapshot", lambda s: shown(s) == SPHERES)
    events.forget()
    yield board
    board.close()


def shown(snapshot) -> dict:
    return {p.pane: p.colour for p in snapshot.panes if p.state == "full"}


LINE_FAULTS = [
    ("reply-corrupt", 3),
    ("reply-drop", 3),
    ("reply-twice", 2),
    ("reply-function", 3),
    ("reply-short", 3),
    ("reply-delay", 60),
    ("byte-loss", 150),
    ("request-corrupt", 4),
]


@pytest.mark.timing
def test_no_fault_of_the_line_shows_a_wrong_board(watched, twin, events):
    """Each fault for a while: what is shown is there, or the board is away; then it is back."""
    for name, value in LINE_FAULTS:
        twin.request({"do": "fault", "name": name, "value": value})
        time.sleep(0.6)
        twin.request({"do": "clear_faults"})
        seen = events.of("snapshot")
        assert all(shown(s) == SPHERES for s in seen if s.connected), name
        end = time.monotonic() + 3
        while not watched.snapshot().connected and time.monotonic() < end:
            time.sleep(0.02)
        assert watched.snapshot().connected, name
        assert len(watched.raw()["panes"]) == 80
        events.forget()


@pytest.mark.timing
def test_replies_later_than_the_time_out_are_never_data(watched, twin, events):
    """Every reply comes after its question was given up: the board is away, and right afterwards."""
    twin.request({"do": "fault", "name": "reply-delay", "value": 200})
    events.wait("snapshot", lambda s: not s.connected, limit_s=6)
    twin.request({"do": "clear_faults"})
    back = events.wait("snapshot", lambda s: s.connected, limit_s=6)
    assert shown(back) == SPHERES
    assert watched.link.figures()["lost"] == 1


@pytest.mark.timing
@pytest.mark.mbpoll
@pytest.mark.skipif(shutil.which("mbpoll") is None, reason="the program mbpoll is not installed")
def test_a_second_program_on_the_port_brings_no_wrong_board(watched, twin, events):
    """mbpoll takes no lock and asks in between: nothing wrong is shown, and Stop still works."""
    words = ["mbpoll", "-m", "rtu", "-b", "115200", "-P", "none", "-a", "1", "-0", "-q", "-l", "10"]
    other = subprocess.Popen(
        [*words, "-t", "3", "-r", "60", "-c", "20", twin.port],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(2.5)
    watched.stop()
    other.terminate()
    other.wait()
    assert all(shown(s) == SPHERES for s in events.of("snapshot") if s.connected)
    events.wait("snapshot", lambda s: s.stopped)
    figures = watched.link.figures()
    assert sum(figures[name] for name in ("wrong_function", "wrong_count", "wrong_echo", "unreadable")) > 0


SERVICE = """
    import sys, time
    sys.path.insert(0, {root!r})
    from firmware_bridge.board import Board
    board = Board({port!r}, simulated=True, warning_s=0.0)
    board.start()
    while not board.snapshot().connected:
        time.sleep(0.01)
    board.home()
    while not board.snapshot().homed:
        time.sleep(0.05)
    while board.snapshot().pending:
        time.sleep(0.01)
    board.move({{2: 3}})
    time.sleep(1.0)
    print("moving", flush=True)
    sys.stdin.read()
"""


@pytest.mark.timing
def test_case_24_a_killed_service_stops_the_board_and_the_next_assumes_nothing(twin, events):
    """SIGKILL in mid-move: the firmware stops in time; a new service reads what is, and moves nothing."""
    root = str(Path(firmware_bridge.__file__).parent.parent)
    code = textwrap.dedent(SERVICE).format(root=root, port=twin.port)
    service = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert service.stdout.readline() == b"moving\n"
    service.kill()
    service.communicate()
    time.sleep(1.5)  # watchdog 1 s, ramp a quarter
    height = twin.request({"do": "world"})["bands"][1]
    assert 3.0 < height < 41.0
    time.sleep(0.3)
    assert twin.request({"do": "world"})["bands"][1] == height

    board = Board(twin.port, simulated=True, warning_s=0.0)
    board.subscribe(events)
    board.start()
    try:
        seen = events.wait("snapshot", lambda s: s.connected)
        assert not seen.enabled
        assert [b.fault for b in seen.bands] == [0, 2, 0, 0, 0]
        assert seen.faults[0].code == "fault.comm-loss"
        assert seen.bands[1].position_mm == pytest.approx(height, abs=0.1)
        with pytest.raises(BoardRefusal):
            board.move({2: 3})
        time.sleep(0.5)
        assert twin.request({"do": "world"})["bands"][1] == height
        board.resume()
        events.wait("snapshot", lambda s: s.enabled)
        pending = board.move({2: 3})
        assert events.wait("motion", lambda r: r.id == pending.id, limit_s=10).ok
    finally:
        board.close()


@pytest.mark.timing
def test_hold_to_run_moves_only_while_the_handle_is_held(twin, events):
    """The setting: let go and the band stops; without holding nothing starts."""
    board = Board(twin.port, simulated=True, warning_s=0.0, hold_to_run=True)
    board.subscribe(events)
    board.start()
    try:
        events.wait("snapshot", lambda s: s.connected)
        board.home()
        assert events.wait("motion", limit_s=20).ok
        events.forget()
        pending = board.move({1: 3})
        refused = events.wait("motion", lambda r: r.id == pending.id)
        assert refused.notice.code == "motion.not_held"
        events.forget()
        board.hold(True)
        time.sleep(0.1)
        pending = board.move({1: 3})
        time.sleep(1.0)
        board.hold(False)
        result = events.wait("motion", lambda r: r.id == pending.id)
        assert not result.ok
        assert result.notice.code == "motion.not_held"
        height = twin.request({"do": "world"})["bands"][0]
        assert 3.0 < height < 41.0
        board.hold(True)
        time.sleep(0.1)
        pending = board.move({1: 3})
        assert events.wait("motion", lambda r: r.id == pending.id, limit_s=10).ok
    finally:
        board.close()


@pytest.mark.timing
def test_case_38_power_comes_back_and_nothing_moves(watched, twin, events):
    """The board's power goes in mid-move and returns: it stays where it is, unhomed, and people are told."""
    watched.home([2])
    assert events.wait("motion", limit_s=20).ok
    events.forget()
    pending = watched.home([3])
    events.wait("snapshot", lambda s: s.moving)
    events.forget()
    twin.request({"do": "fault", "name": "power-cut", "value": 1500})
    result = events.wait("motion", lambda r: r.id == pending.id, limit_s=5)
    assert not result.ok
    events.wait("notice", lambda n: n.code == "board.restarted", limit_s=5)
    back = events.wait("snapshot", lambda s: s.connected and not s.homed and not s.moving, limit_s=5)
    assert not back.enabled
    heights = twin.request({"do": "world"})["bands"]
    time.sleep(1.0)
    assert twin.request({"do": "world"})["bands"] == heights
