"""Fixtures of the browser tests: one Chromium a process, the real service on its simulated board, pages.

Every page opened through ``open_page`` is watched: an error in its console or an exception in its scripts
fails the test, which also catches everything the content security policy refuses. It is given back when it
shows what the table has told it.

``THROTTLE=6 pytest tests/browser`` makes the pages' scripts six times slower, as a small machine under load
would: what a test takes for granted between two steps comes to light.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.opener import PATIENCE_S, Opener, Shelf

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Phones know the table by a name: on plain http that is no secure context, as at home.
    "--host-resolver-rules=MAP table.local 127.0.0.1",
]
EXPECT_MS = 15_000  # how long `expect` waits for what it is told to find
HOMING_S = 90.0  # band after band, from wherever an earlier test has left them


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


def until(check: Callable[[], Any], what: str, timeout_s: float = PATIENCE_S) -> Any:
    """What ``check`` gives as soon as it is true; fails naming ``what`` after ``timeout_s``."""
    end = time.monotonic() + timeout_s
    while time.monotonic() < end:
        if value := check():
            return value
        time.sleep(0.03)
    raise AssertionError(f"not within {timeout_s:g} s: {what}")


class Service:
    """``palace serve`` as a process of its own, and the panel's voice to its API."""

    def __init__(self, data: Path, board: str = "twin") -> None:
        self.data = data
        self.board = board
        self.root = ROOT
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.process: subprocess.Popen[str] | None = None
        self.cookies: list[dict[str, Any]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Service:
        """Starts it and becomes its panel, unless this browser is the panel already."""
        command = [sys.executable, "-m", "web_panel.cli", "serve", "--board", self.board]
        command += ["--port", str(self.port), "--data", str(self.data)]
        self.log = (self.data / "service.log").open("a", encoding="utf-8")
        self.process = subprocess.Popen(
            command, cwd=self.root, stdout=subprocess.PIPE, stderr=self.log, text=True, start_new_session=True
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("ready "):
                break
        else:
            pytest.fail(f"the service did not start:\n{self._tail()}")
        if not self.cookies:
            self._become_panel()
        return self

    def _tail(self) -> str:
        return (self.data / "service.log").read_text(encoding="utf-8")[-2000:]

    def _become_panel(self) -> None:
        code = (self.data / "panel-url").read_text(encoding="ascii").strip().partition("code=")[2]
        self.call("POST", "/api/start", {"code": code})

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """The JSON answer to a request made as the panel. Raises HTTPError for a refusal."""
        headers = {"X-Panel": "1", "Content-Type": "application/json"}
        headers["Cookie"] = "; ".join(f"{c['name']}={c['value']}" for c in self.cookies)
        data = None if method == "GET" else json.dumps(body if body is not None else {}).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            for line in answer.headers.get_all("Set-Cookie") or []:
                name, _, value = line.partition(";")[0].partition("=")
                self.cookies = [c for c in self.cookies if c["name"] != name]
                for host in ("127.0.0.1", "table.local"):
                    self.cookies.append({"name": name, "value": value, "domain": host, "path": "/"})
            return json.loads(answer.read() or b"{}")

    def get(self, path: str) -> Any:
        return self.call("GET", path)

    def post(self, path: str, body: Any = None) -> Any:
        return self.call("POST", path, body)

    def table(self) -> Any:
        return self.get("/api/table")

    def ready_board(self) -> None:
        """The bands homed and at rest, no Stop, no match on the board, no sphere, no fault."""
        for match in self.get("/api/matches")["matches"]:
            if match["on_board"] and match["state"] in ("lobby", "setup", "playing"):
                self.post(f"/api/matches/{match['id']}/abandon")
        self.post("/api/twin/estop", {"pressed": False})
        for fault in self.get("/api/twin")["world"]["faults"]:
            where = {name: fault.get(name) for name in ("name", "band", "pane")}
            self.post("/api/twin/faults", where | {"value": None})
        if panes := self.get("/api/twin")["world"]["panes"]:
            self.post("/api/twin/panes", dict.fromkeys(panes))
        until(lambda: self.table()["connected"], "the board is found")
        until(lambda: not self.table()["pending"] and not self.table()["moving"], "the bands are at rest")
        until(lambda: not self.table()["estop"], "the e-stop's chain is closed")
        until(self._takes("stopped", "/api/table/resume", wanted=False), "the Stop is lifted")
        if not self.table()["homed"]:
            until(self._takes("homed", "/api/table/home", wanted=True), "the board takes to homing")
            until(
                lambda: self.table()["homed"] and not self.table()["moving"], "the bands are homed", HOMING_S
            )

    def _takes(self, name: str, path: str, *, wanted: bool) -> Callable[[], bool]:
        """Asks for ``path`` until the board takes it: supply and switches come back in their own time."""

        def asked() -> bool:
            if self.table()[name] is wanted:
                return True
            try:
                self.post(path)
            except urllib.error.HTTPError as refusal:
                if refusal.code != 409:
                    raise
                if self.table()["stopped"] and name != "stopped":
                    self.post("/api/table/resume")
                return False
            return True

        return asked

    def new_match(self, **changes: Any) -> str:
        """A match of Palace on screens, played at the panel, unless ``changes`` say otherwise; its id."""
        seats = [{"kind": "panel", "name": "Ada"}, {"kind": "panel", "name": "Ben"}]
        made = self.post("/api/matches", {"game": "palace", "seats": seats, "options": {}} | changes)
        return str(made["id"])

    def joined(self, code: str) -> list[str]:
        """Takes the seat a join code is for, as a phone of its own would; the cookies it gets for it."""
        headers = {"X-Panel": "1", "Content-Type": "application/json"}
        while True:
            request = urllib.request.Request(f"{self.url}/j/{code}", b"{}", headers)
            try:
                with urllib.request.urlopen(request, timeout=10) as answer:
                    return answer.headers.get_all("Set-Cookie") or []
            except urllib.error.HTTPError as refused:
                if refused.code != 429:
                    raise
                time.sleep(0.1)  # more phones than a household has: one a second goes on

    def play(self, match: str, *actions: str) -> None:
        """Plays action texts of whoever is to move."""
        for action in actions:
            version = self.get(f"/api/matches/{match}")["version"]
            body = {"action": action, "version": version, "request_id": f"test-{match}-{version}"}
            while True:
                try:
                    self.post(f"/api/matches/{match}/actions", body)
                    break
                except urllib.error.HTTPError as refused:
                    if refused.code != 429:
                        raise
                    time.sleep(0.1)  # as many as a person never plays: ten a second go on

    def kill(self) -> None:
        """SIGKILL: no clean-up runs."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self._gone()

    def _gone(self) -> None:
        if self.process is None:
            return
        assert self.process.stdout is not None
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
            raise
        finally:
            self.process.stdout.close()
            self.log.close()
            self.process = None


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[Service]:
    """The real service on its simulated board, one for all tests of this process. Depends on the browser."""
    running = Service(tmp_path_factory.mktemp("table")).start()
    yield running
    running.stop()


@pytest.fixture
def table(service: Service) -> Service:
    """``service`` with its board homed, empty and free."""
    service.ready_board()
    return service


@pytest.fixture
def own_service(tmp_path: Path, browser: Any) -> Iterator[Service]:
    """A service of the test's own, to be killed and started again."""
    running = Service(tmp_path).start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One Chromium for all tests of this process."""
    if not Path(CHROMIUM).exists():
        reason = f"no Chromium at {CHROMIUM}: install it, or name it in CHROMIUM"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=EXPECT_MS)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def shelf(browser: Any) -> Shelf:
    """The browser's side of devices, used again from test to test."""
    return Shelf(browser)


@pytest.fixture
def open_page(service: Service, shelf: Shelf) -> Iterator[Opener]:
    """``open_page(path, size, touch=, lang=, panel=, theme=)`` on the shared service."""
    opener = Opener(shelf, service.url, service.cookies)
    yield opener
    opener.close()
    assert opener.complaints == []


@pytest.fixture
def open_own(own_service: Service, shelf: Shelf) -> Iterator[Opener]:
    """The same on the test's own service."""
    opener = Opener(shelf, own_service.url, own_service.cookies)
    yield opener
    opener.close()
    assert opener.complaints == []


@pytest.fixture
def wait_until() -> Callable[..., Any]:
    return until
