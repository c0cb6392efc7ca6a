"""The whole table as two processes: start, memory, a sphere's way to the browser, Stop's way to the wire.

The service runs on the simulated board at 115200 baud; this program sits on the line between them, so that
the moment a STOP frame passes is seen from outside. The limits are those that panel.md's users feel.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import select
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Any

STOP_FRAME = bytes.fromhex("000600020002a81a")
"""Broadcast: write 2 (STOP) to the command register."""
PLACEMENTS = 200
PRESSES = 60
LIMITS = {"start_s": 3.0, "memory_mb": 150.0, "pane_p99_ms": 260.0, "stop_p99_ms": 50.0}


class Relay:
    """A pseudo-terminal in front of the twin's; remembers when STOP frames went towards the board."""

    def __init__(self, port: str) -> None:
        self.master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._board = os.open(port, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self._board)
        self.stops: list[float] = []
        self._news = threading.Condition()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        tail = b""
        while True:
            ready, _, _ = select.select([self.master, self._board], [], [])
            if self.master in ready:
                data = os.read(self.master, 4096)
                now = time.monotonic()
                tail = (tail + data)[-256:]
                if STOP_FRAME in tail:
                    tail = b""
                    with self._news:
                        self.stops.append(now)
                        self._news.notify_all()
                os.write(self._board, data)
            if self._board in ready:
                os.write(self.master, os.read(self._board, 4096))

    def stop_after(self, moment: float) -> float:
        with self._news:
            assert self._news.wait_for(lambda: self.stops and self.stops[-1] > moment, 10), "no STOP frame"
            return next(at for at in self.stops if at > moment)


def rss_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024  # type: ignore[union-attr]


def children(pid: int) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1]) == pid:
                found.append(int(folder.name))
    return found


class Client:
    """One browser's voice: posts, and one event stream."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.headers = {
            "X-Panel": "1",
            "Content-Type": "application/json",
            "Origin": f"http://127.0.0.1:{port}",
        }

    def post(self, path: str, body: dict[str, Any]) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("POST", path, json.dumps(body), self.headers)
        answer = connection.getresponse()
        answer.read()
        cookie = answer.getheader("Set-Cookie")
        if cookie:
            self.headers["Cookie"] = cookie.split(";")[0]
        connection.close()
        return answer.status

    def become_panel(self, address: str) -> None:
        assert self.post("/api/start", {"code": address.split("code=")[1]}) == 200

    def get(self, path: str) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("GET", path, headers=self.headers)
        connection.getresponse().read()
        connection.close()

    def events(self) -> Iterator[tuple[float, str, dict[str, Any]]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("GET", "/api/events?page=bench", headers=self.headers)
        answer = connection.getresponse()
        kind = ""
        while line := answer.readline():
            if line.startswith(b"event: "):
                kind = line[7:].strip().decode()
            elif line.startswith(b"data: "):
                yield time.monotonic(), kind, json.loads(line[6:])


@contextlib.contextmanager
def service(data: Path, port: int, *extra: str) -> Iterator[tuple[subprocess.Popen[str], float, str]]:
    """The service as a process, with the seconds it took to be ready and the address it printed."""
    begun = time.monotonic()
    command = [sys.executable, "-m", "web_panel.cli", "serve", "--data", str(data), "--port", str(port)]
    process = subprocess.Popen(
        [*command, *extra], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stdout is not None
        line = next(line for line in process.stdout if line.startswith("ready "))
        yield process, time.monotonic() - begun, line.split()[1]
    finally:
        process.terminate()
        process.wait(10)


@contextlib.contextmanager
def twin(data: Path) -> Iterator[tuple[str, str]]:
    command = [sys.executable, "-m", "hardware.twin", "--until-eof", "--data", str(data)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        said = dict(process.stdout.readline().split() for _ in range(2))
        yield said["port"], said["control"]
    finally:
        assert process.stdin is not None
        process.stdin.close()
        process.wait(10)


def pane_delays(client: Client, count: int) -> list[float]:
    """Seconds from asking the twin for a sphere to the browser's event that shows it."""
    events = client.events()

    def until(pane: str, state: str) -> float:
        for at, kind, data in events:
            if kind == "table" and any(p["pane"] == pane and p["state"] == state for p in data["panes"]):
                return at
        raise AssertionError("the stream ended")

    delays = []
    for n in range(count):
        pane = "abcdefgh"[n % 8] + str(n * 7 % 10 + 1)
        begun = time.monotonic()
        assert client.post("/api/twin/panes", {pane: ("white", "black")[n % 2]}) < 300
        delays.append(until(pane, "full") - begun)
        assert client.post("/api/twin/panes", {pane: None}) < 300
        until(pane, "empty")
    return delays


def stop_delays(client: Client, relay: Relay, count: int) -> list[float]:
    """Seconds from the POST to the first STOP frame on the wire, while raw readings keep the queue full."""
    done = threading.Event()

    def flood() -> None:
        while not done.is_set():
            client.get("/api/table/raw")

    flooders = [threading.Thread(target=flood, daemon=True) for _ in range(4)]
    for thread in flooders:
        thread.start()
    delays = []
    for n in range(count):
        done.wait(0.15 + 0.007 * (n % 10))
        pressed = time.monotonic()
        assert client.post("/api/table/stop", {}) == 200
        delays.append(relay.stop_after(pressed) - pressed)
    done.set()
    for thread in flooders:
        thread.join()
    return delays


def p50_p99(seconds: list[float]) -> tuple[float, float]:
    cuts = statistics.quantiles(seconds, n=100)
    return cuts[49] * 1000, cuts[98] * 1000


def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main(placements: int = PLACEMENTS, presses: int = PRESSES) -> bool:
    """Prints each figure beside its limit; whether all limits hold."""
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        with service(data, free_port(), "--board", "twin"):
            pass
        port = free_port()
        with service(data, port, "--board", "twin") as (process, start_s, address):
            client = Client(port)
            client.become_panel(address)
            figures["start_s"] = start_s
            panes = p50_p99(pane_delays(client, placements))
            figures["pane_p99_ms"] = panes[1]
            figures["memory_mb"] = sum(rss_mb(pid) for pid in (process.pid, *children(process.pid)))
        with twin(data) as (tty_port, control):
            relay = Relay(tty_port)
            port = free_port()
            with service(data, port, "--board", relay.port, "--twin", control) as (_, _, address):
                client = Client(port)
                client.become_panel(address)
                stops = p50_p99(stop_delays(client, relay, presses))
                figures["stop_p99_ms"] = stops[1]
    rows = (
        ("second start to ready, s", "start_s", None),
        ("service and twin, MB", "memory_mb", None),
        (f"sphere to browser, {placements} times, ms (p50, p99)", "pane_p99_ms", panes[0]),
        (f"Stop to wire, {presses} times, ms (p50, p99)", "stop_p99_ms", stops[0]),
    )
    for words, name, median in rows:
        shown = "" if median is None else f"{median:.1f}, "
        limit = LIMITS[name]
        figure = shown + format(figures[name], ".2f")
        print(f"  {words:48} {figure:>14}  limit {limit:g}, ratio {figures[name] / limit:.2f}")
    return all(figures[name] <= limit for name, limit in LIMITS.items())
