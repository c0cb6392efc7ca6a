"""Fixtures of the panel's tests: a board of values, a running table, browsers with their cookies."""

from __future__ import annotations

import http.client
import json
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from tqdm import tqdm

from tests.web_panel.fakes import FakeBoard, FakeConsole, FakeTwin
from web_panel.app import create_app
from web_panel.hosting.absent import AbsentBoard
from web_panel.hosting.grants import Grant
from web_panel.hosting.house import House
from web_panel.hub import Hub
from web_panel.services import Services
from web_panel.settings import Settings
from web_panel.store import Store

WAIT_S = 20.0
ANSWER_S = 60.0
"""A request that is not answered by then never will be, on however busy a machine."""
ROOT = Path(__file__).resolve().parents[2]


class Browser:
    """One browser at the table: own cookies, the headers of the table's own pages, answers as JSON."""

    def __init__(self, client: FlaskClient, *, peer: str = "127.0.0.1", host: str = "localhost:8080") -> None:
        self.client = client
        self.peer = peer
        self.host = host
        self.headers = {"X-Panel": "1"}

    def _send(self, method: str, path: str, **more: Any) -> Any:
        headers = {**self.headers, "Host": self.host, **more.pop("headers", {})}
        more.setdefault("buffered", True)  # answers are taken whole, as a browser does
        return self.client.open(
            path,
            method=method,
            headers=headers,
            environ_base={"REMOTE_ADDR": self.peer},
            **more,
        )

    def get(self, path: str, **more: Any) -> Any:
        return self._send("GET", path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> Any:
        return self._send("POST", path, data=json.dumps(body or {}), content_type="application/json", **more)

    def json(self, path: str) -> Any:
        answer = self.get(path)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return answer.get_json()

    def act(self, match: str, action: str, version: int | None = None, **more: Any) -> Any:
        """Plays an action at the present version, as the page does."""
        if version is None:
            version = self.json(f"/api/matches/{match}")["version"]
        body = {"action": action, "version": version, "request_id": secrets.token_hex(8), **more}
        return self.post(f"/api/matches/{match}/actions", body)

    def new(self, seats: list[dict[str, Any]] | None = None, **more: Any) -> dict[str, Any]:
        """Makes a match; two seats at the panel by default."""
        body = {"game": "palace", "seats": seats or [{"kind": "panel"}, {"kind": "panel"}], **more}
        answer = self.post("/api/matches", body)
        assert answer.status_code == 201, answer.get_data(as_text=True)
        return answer.get_json()


class Table:
    """A whole table without sockets: services, application, browsers."""

    def __init__(
        self, data: Path, board: Any = None, *, twin: bool = False, lan: bool = False, streams: int = 40
    ) -> None:
        self.data = data
        self.board = board if board is not None else AbsentBoard()
        self.store = Store(data)
        self.settings = Settings(data)
        self.settings["bot_pause_s"] = 0.0
        self.settings["settle_s"] = 0.05
        self.settings["power_off"] = ["true"]
        self.hub = Hub(streams=streams)
        self.console = FakeConsole()
        self.house = House(
            store=self.store, hub=self.hub, board=self.board, console=self.console, settings=self.settings
        )
        self.house.start()
        self.services = Services(
            house=self.house,
            hub=self.hub,
            board=self.board,
            store=self.store,
            settings=self.settings,
            data=data,
            port=8080,
            lan=lan,
            console=self.console,  # type: ignore[arg-type]
            twin=FakeTwin() if twin else None,  # type: ignore[arg-type]
        )
        self.app = create_app(self.services)

    def close(self) -> None:
        if self.hub.closing:
            return
        self.hub.close("test")
        self.house.close()
        self.store.close()

    def browser(self, **more: Any) -> Browser:
        return Browser(self.app.test_client(), **more)

    def panel(self, **more: Any) -> Browser:
        """A browser that has opened the start address."""
        browser = self.browser(**more)
        assert browser.post("/api/start", {"code": self.services.start.code}).status_code == 200
        return browser

    def builder(self) -> Browser:
        """A browser with the builder's right alone."""
        browser = self.browser()
        browser.headers["Authorization"] = f"Bearer {self.services.grants.issue(Grant('builder'))}"
        return browser

    def settle(self) -> None:
        """Waits until the house has done all it was asked so far, and what follows from that."""
        for _ in range(5):
            self.house.actor.call(lambda: None)

    def until(self, holds: Callable[[], Any], timeout_s: float = WAIT_S) -> Any:
        """Waits until ``holds()`` is true, looking after every event; its value."""
        deadline = time.monotonic() + timeout_s
        place = self.hub.seq
        while not (value := holds()):
            assert time.monotonic() < deadline, "it did not come about"
            self.hub.after(place, 0.05)
            place = self.hub.seq
        return value


@pytest.fixture
def make_table(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    """Makes tables over the test's own folder; all are closed at the end."""
    made: list[Table] = []

    def make(board: Any = None, *, data: Path | None = None, **more: Any) -> Table:
        made.append(Table(data or tmp_path / "data", board, **more))
        return made[-1]

    yield make
    for table in made:
        table.close()


@pytest.fixture
def table(make_table: Callable[..., Table]) -> Table:
    """A table without a board."""
    return make_table()


@pytest.fixture
def fake_board() -> FakeBoard:
    return FakeBoard()


@pytest.fixture
def board_table(make_table: Callable[..., Table], fake_board: FakeBoard) -> Table:
    """A table with a board of values (and the simulated board's routes)."""
    return make_table(fake_board, twin=True)


@pytest.fixture
def new_fake_board() -> type[FakeBoard]:
    return FakeBoard


class Service:
    """The real service as a process: ``palace serve`` on a free port, spoken to over sockets."""

    def __init__(self, data: Path, *args: str, port: int = 0, wait: bool = True) -> None:
        self.data = data
        command = [
            sys.executable,
            "-m",
            "web_panel.cli",
            "serve",
            "--data",
            str(data),
            "--port",
            str(port),
            *args,
        ]
        self.begun = time.monotonic()
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
        )
        self.ready_line = ""
        self.port = port
        self.headers = {"X-Panel": "1", "Content-Type": "application/json"}
        if wait:
            self.ready_line = self.process.stdout.readline().strip()
            assert self.ready_line, self.process.communicate(timeout=10)[1]
            self.port = int(self.ready_line.split("/")[2].rpartition(":")[2])
        self.start_s = time.monotonic() - self.begun

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """One request on a connection of its own: status and JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_S)
        try:
            data = None if body is None else json.dumps(body)
            connection.request(method, path, data, self.headers | headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or b"null")
        finally:
            connection.close()

    def become_panel(self) -> None:
        """Uses the start address; the key goes with all further requests."""
        code = self.ready_line.rpartition("code=")[2]
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_S)
        try:
            connection.request("POST", "/api/start", json.dumps({"code": code}), self.headers)
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200
            self.headers["Cookie"] = answer.getheader("Set-Cookie").split(";")[0]
        finally:
            connection.close()

    def stream(self, path: str = "/api/events", **headers: str) -> Stream:
        return Stream(self.port, path, headers)

    def rss_mb(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def kill(self) -> None:
        """Power cut: SIGKILL, no clean-up of any kind."""
        self.process.kill()
        self.process.communicate(timeout=10)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                self.kill()
                raise
        elif self.process.stdout and not self.process.stdout.closed:
            self.process.communicate()


class Stream:
    """A raw event stream: ``next()`` gives (kind, id, data), or None at its end."""

    def __init__(self, port: int, path: str, headers: dict[str, str]) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_S)
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()

    def next(self) -> tuple[str, str, Any] | None:
        kind, event_id, data = "", "", None
        while line := self.answer.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if name == "event":
                kind = value
            elif name == "id":
                event_id = value
            elif name == "data":
                data = json.loads(value)
            elif not name and kind:
                return kind, event_id, data
        return None

    def until(self, kind: str, holds: Callable[[Any], bool] = lambda data: True) -> tuple[str, str, Any]:
        """Reads on to the next event of ``kind`` that fits."""
        while event := self.next():
            if event[0] == kind and holds(event[2]):
                return event
        raise AssertionError(f"the stream ended before {kind}")

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


@pytest.fixture
def progress(capfd: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Bars for tests that take minutes; what is printed beside one is seen, though pytest keeps the rest."""

    @contextmanager
    def show(*steps: Any, **more: Any) -> Iterator[Any]:
        with capfd.disabled(), tqdm(*steps, file=sys.stderr, mininterval=1.0, **more) as bar:
            yield bar

    return show


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Service]]:
    """Starts services as processes; all are ended at the end."""
    made: list[Service] = []

    def start(*args: str, data: Path | None = None, **more: Any) -> Service:
        made.append(Service(data or tmp_path / "data", *args, **more))
        return made[-1]

    yield start
    for service in made:
        service.close()
