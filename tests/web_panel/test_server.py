"""The service as a process: start, second start, its end, power cuts, streams over real sockets."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.web_panel.conftest import ROOT
from web_panel import newpin
from web_panel.server import CONNECTIONS, Options, make_room
from web_panel.systemd import watchdog_s

SEATS = [{"kind": "panel"}, {"kind": "panel"}]


def new_match(service: Any, **more: Any) -> str:
    status, made = service.ask("POST", "/api/matches", {"game": "palace", "seats": SEATS, **more})
    assert status == 201, made
    return made["id"]


def test_ready_is_said_once_and_true(serve: Any) -> None:
    """One line with the start address, and the service answers at that moment."""
    service = serve()
    assert re.fullmatch(r"ready http://127\.0\.0\.1:\d+/start\?code=[\w-]{22}", service.ready_line)
    assert service.ask("GET", "/healthz")[0] == 200
    service.process.terminate()
    more, _ = service.process.communicate(timeout=10)
    assert more == ""


def test_a_second_service_on_the_same_folder_is_refused(serve: Any) -> None:
    """It names the first one and exits with 2; the first goes on."""
    service = serve()
    second = serve(wait=False)
    _, error = second.process.communicate(timeout=10)
    assert second.process.returncode == 2
    assert f"process {service.process.pid}" in error
    assert str(service.data) in error
    assert service.ask("GET", "/healthz")[0] == 200


def test_a_second_service_on_the_same_port_is_refused(serve: Any, tmp_path: Path) -> None:
    """It names the process that has the port and exits with 2."""
    service = serve()
    second = serve(data=tmp_path / "other", port=service.port, wait=False)
    _, error = second.process.communicate(timeout=10)
    assert second.process.returncode == 2
    assert f"Port {service.port}" in error
    assert f"process {service.process.pid}" in error


def test_a_data_folder_that_cannot_be_used_is_named(serve: Any, tmp_path: Path) -> None:
    """A file where the folder should be: a sentence, not a trace."""
    (tmp_path / "file").write_text("", encoding="ascii")
    service = serve(data=tmp_path / "file" / "data", wait=False)
    _, error = service.process.communicate(timeout=10)
    assert service.process.returncode == 2
    assert "cannot be used" in error
    assert "Traceback" not in error


@pytest.mark.timing
def test_sigterm_ends_forty_streams_at_once(serve: Any) -> None:
    """Every stream hears bye, the exit status is 0, within two seconds."""
    service = serve()
    streams = [service.stream(f"/api/events?page=p{n}") for n in range(40)]
    for stream in streams:
        assert stream.until("heartbeat")
    begun = time.monotonic()
    service.process.send_signal(signal.SIGTERM)
    _, error = service.process.communicate(timeout=10)
    took = time.monotonic() - begun
    assert service.process.returncode == 0, error
    assert took < 2.0
    for stream in streams:
        assert stream.until("bye")[2] == {"reason": "shutdown"}
        stream.close()


def test_the_stream_after_the_last_is_sent_away_and_posts_still_pass(serve: Any) -> None:
    """The 41st stream gets one short answer; a Stop finds a thread."""
    service = serve()
    streams = [service.stream(f"/api/events?page=p{n}") for n in range(40)]
    for stream in streams:
        assert stream.next()
    refused = service.stream("/api/events?page=one-more")
    assert refused.next() == ("busy", "", {"reason": "web.streams"})
    assert refused.next() is None
    assert service.ask("POST", "/api/table/stop") == (200, {"stopping": True})
    for stream in [*streams, refused]:
        stream.close()


def test_a_reconnect_gets_what_it_missed_and_no_more(serve: Any) -> None:
    """Last-Event-ID of this run replays the gap in order; one of an earlier run begins with snapshots."""
    service = serve()
    service.become_panel()
    match = new_match(service)
    stream = service.stream(f"/api/events?match={match}&page=a")
    _, seen, _ = stream.until("match")
    stream.close()
    for version, action in enumerate(["@c", "@d", "@e"]):
        body = {"action": action, "version": version, "request_id": f"replay-{version}"}
        assert service.ask("POST", f"/api/matches/{match}/actions", body)[0] == 200
    again = service.stream(f"/api/events?match={match}&page=a", **{"Last-Event-ID": seen})
    versions = [again.until("match")[2]["version"] for _ in range(3)]
    assert versions == [1, 2, 3]
    again.close()
    stranger = service.stream(f"/api/events?match={match}&page=a", **{"Last-Event-ID": "deadbeef:3"})
    assert stranger.next()[0] == "table"
    kind, _, data = stranger.next()
    assert (kind, data["version"]) == ("match", 3)
    stranger.close()


def test_the_newest_stream_of_a_page_ends_the_older(serve: Any) -> None:
    """A page that reconnects leaves no thread behind."""
    service = serve()
    first = service.stream("/api/events?page=same")
    assert first.until("heartbeat")
    second = service.stream("/api/events?page=same")
    assert second.until("heartbeat")
    while first.next():
        pass  # it ends
    assert service.ask("GET", "/healthz")[1]["streams"] == 1
    first.close()
    second.close()


@pytest.mark.timing
def test_a_closed_page_frees_its_place(serve: Any) -> None:
    """A client that goes away is noticed within a second or so, on a quiet stream too."""
    service = serve()
    streams = [service.stream(f"/api/events?page=p{n}") for n in range(5)]
    for stream in streams:
        assert stream.until("heartbeat")
        stream.close()
    deadline = time.monotonic() + 3.0
    while service.ask("GET", "/healthz")[1]["streams"]:
        assert time.monotonic() < deadline


def play_until_killed(service: Any, match: str, rng: random.Random, after: int) -> list[tuple[int, str]]:
    """Plays random actions one after the other while another thread pulls the plug; what was acknowledged."""
    said: list[tuple[int, str]] = []
    enough = threading.Event()

    def pull() -> None:
        enough.wait(120.0)
        time.sleep(rng.random() * 0.02)  # somewhere within the following requests
        service.process.kill()

    plug = threading.Thread(target=pull)
    plug.start()
    try:
        while True:
            shown = service.ask("GET", f"/api/matches/{match}")[1]
            if shown["state"] == "over":  # nothing more can be played: it is asked for until the plug is out
                enough.set()
                continue
            action = rng.choice(shown["actions"])
            version = shown["version"]
            body = {
                "action": action,
                "version": version,
                "request_id": f"kill-{version}-{rng.random()}"[:40].replace(".", ""),
            }
            status, answer = service.ask("POST", f"/api/matches/{match}/actions", body)
            assert status == 200, answer
            said.append((answer["version"], action))
            if len(said) >= after:
                enough.set()
    except (OSError, http.client.HTTPException):
        pass  # the plug was pulled: what follows shows whether it was that
    assert enough.is_set()
    plug.join()
    service.process.communicate(timeout=10)
    return said


def kill_and_resume(serve: Any, kills: Iterable[int], seed: int) -> int:
    """Pulls the plug again and again; how many acknowledged actions were looked for and found."""
    acknowledged = 0
    rng = random.Random(seed)
    service = serve()
    service.become_panel()
    match = new_match(service, options={"bands": "free"})
    known: list[tuple[int, str]] = []
    for _ in kills:
        known += play_until_killed(service, match, rng, after=rng.randrange(1, 4))
        again = serve()
        again.headers = service.headers
        service = again
        service.become_panel()
        acknowledged += len(known)
        record = service.ask("GET", f"/api/matches/{match}/record")[1]
        actions = [action for _, action in record["actions"]]
        assert len(actions) in (known[-1][0], known[-1][0] + 1)  # the one under way may be on disk or not
        for version, action in known:
            assert actions[version - 1] == action
        known = list(enumerate(actions, 1))
        if service.ask("GET", f"/api/matches/{match}")[1]["state"] == "over":
            match, known = new_match(service), []
            known = []
            body = {"action": "@a", "version": 0, "request_id": "first-action"}
            assert service.ask("POST", f"/api/matches/{match}/actions", body)[0] == 200
            known = [(1, "@a")]
    return acknowledged


def test_a_power_cut_loses_nothing_that_was_acknowledged(serve: Any) -> None:
    """SIGKILL at random moments of play: what was answered 200 is there afterwards, in order."""
    assert kill_and_resume(serve, range(20), seed=4) >= 20


@pytest.mark.soak
def test_two_hundred_power_cuts_lose_nothing(serve: Any, progress: Any) -> None:
    """The long version."""
    with progress(range(200), desc="power cuts") as cuts:
        found = kill_and_resume(serve, cuts, seed=5)
        print(
            f"\n200 power cuts: {found} times an acknowledged action was looked for and found, none was lost"
        )


@pytest.mark.timing
def test_the_service_starts_quickly_and_stays_small(serve: Any) -> None:
    """The second start is no slow one; with 100 matches and 40 streams below 80 MB. Seconds: `make bench`."""
    serve().close()
    service = serve()
    assert service.start_s < 15.0
    service.become_panel()
    for number in range(100):
        assert new_match(service), number
    streams = [service.stream(f"/api/events?page=p{n}") for n in range(40)]
    for stream in streams:
        assert stream.until("heartbeat")
    assert service.rss_mb() < 80.0
    for stream in streams:
        stream.close()


def test_idle_connections_do_not_keep_stop_out(serve: Any) -> None:
    """More than there are places, on which nothing is said: a Stop on a new one is answered all the same."""
    service = serve()
    idle = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(CONNECTIONS + 100)]
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
    connection.request("POST", "/api/table/stop", "{}", service.headers)
    assert connection.getresponse().status == 200
    connection.close()
    for sock in idle:
        sock.close()


def test_the_oldest_idle_connection_of_the_largest_crowd_makes_room() -> None:
    """Neither one that is being answered, nor anybody else's."""

    def channel(peer: str, since: float, *, asked: bool = False) -> Any:
        requests = [object()] if asked else []
        return SimpleNamespace(addr=(peer, 1), creation_time=since, requests=requests, will_close=False)

    stranger = channel("10.0.0.7", 1.0)
    crowd = [channel("10.0.0.9", 2.0, asked=True), channel("10.0.0.9", 3.0), channel("10.0.0.9", 4.0)]
    ended = []
    for _ in range(4):
        make_room([stranger, *crowd])
        ended.append([one.will_close for one in (stranger, *crowd)])
    assert ended[0] == [False, False, True, False]
    assert ended[1] == [False, False, True, True]
    assert ended[2] == ended[3] == [True, False, True, True]


def test_pages_that_never_read_cost_others_nothing(serve: Any) -> None:
    """Frozen phones, their buffers full: every event still reaches who reads, and posts are answered."""
    service = serve()
    service.become_panel()
    match = new_match(service)
    path = f"/api/events?match={match}&page="
    with contextlib.ExitStack() as stack:
        for number in range(3):
            frozen = stack.enter_context(socket.socket())
            frozen.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            frozen.connect(("127.0.0.1", service.port))
            frozen.sendall(f"GET {path}f{number} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        reader = stack.enter_context(contextlib.closing(service.stream(path + "r", **service.headers)))
        shown, sent = reader.until("match")[2], 0
        while sent < 1_000_000:
            body = {"action": shown["actions"][0], "version": shown["version"], "request_id": f"r{sent}"}
            peer = f"127.0.{shown['version'] % 200}.9"  # each address may ask ten times a second
            assert ask_from(peer, service, f"/api/matches/{match}/actions", body) == 200
            wanted = shown["version"] + 1
            shown = reader.until("match", lambda seen, wanted=wanted: seen["version"] == wanted)[2]
            sent += len(json.dumps(shown))
        assert service.ask("POST", "/api/table/stop")[0] == 200


def ask_from(peer: str, service: Any, path: str, body: Any) -> int:
    """A POST from another of this machine's own addresses: its status."""
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10, source_address=(peer, 0))
    with contextlib.closing(connection):
        connection.request("POST", path, json.dumps(body), service.headers)
        return connection.getresponse().status


def test_a_foreign_service_on_the_port_is_named(tmp_path: Path) -> None:
    """Whoever holds the port, the refusal says so."""
    from web_panel.server import port_holder

    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen()
        holder = port_holder(sock.getsockname()[1])
    assert holder is not None
    assert holder.startswith(f"process {os.getpid()} (")


def test_the_start_address_is_left_for_the_kiosk(serve: Any) -> None:
    """Readable for the service's own user only, and new after it was used."""
    service = serve()
    path = service.data / "panel-url"
    assert oct(path.stat().st_mode & 0o777) == "0o600"
    first = path.read_text(encoding="ascii")
    assert first.strip() == service.ready_line.removeprefix("ready ")
    service.become_panel()
    assert path.read_text(encoding="ascii") != first


@pytest.mark.parametrize(
    ("options", "address"),
    [
        ({}, "127.0.0.1"),
        ({"lan": True}, "127.0.0.1"),
        ({"host": "0.0.0.0"}, "127.0.0.1"),
        ({"host": "192.168.1.7"}, "192.168.1.7"),
        ({"host": "table.local"}, "table.local"),
    ],
)
def test_the_address_that_is_told_answers(tmp_path: Path, options: dict[str, Any], address: str) -> None:
    """The loopback only where the service listens there."""
    assert Options(board=None, data=tmp_path, **options).reached_at == address


def test_the_start_address_is_where_it_listens(serve: Any) -> None:
    """Bound to one address, it is that one which is printed, and it answers."""
    service = serve("--host", "127.0.0.2")
    said = service.ready_line.removeprefix("ready ")
    assert said.startswith(f"http://127.0.0.2:{service.port}/start?code=")
    with urllib.request.urlopen(f"http://127.0.0.2:{service.port}/healthz", timeout=10) as answer:
        assert answer.status == 200


def test_unknown_arguments_are_refused() -> None:
    """A usage line and status 2, no trace."""
    command = [sys.executable, "-m", "web_panel.cli", "serve", "--prot", "80"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 2
    assert "usage" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_pin_set_at_the_machine_reaches_a_running_service(
    serve: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It holds at once, the panel it was has to give it, and it is there after a restart."""
    service = serve()
    service.become_panel()
    match = new_match(service)
    command = [sys.executable, "-m", "web_panel.cli", "pin", "--data", str(service.data)]
    done = subprocess.run(command, input="135790\n", text=True, capture_output=True, cwd=ROOT, timeout=60)
    assert done.returncode == 0, done.stderr
    assert service.ask("POST", f"/api/matches/{match}/abandon", {})[0] in (401, 403)
    del service.headers["Cookie"]
    service.close()
    again = serve()
    assert again.ask("POST", "/api/login", {"pin": "000000"})[0] == 403
    assert again.ask("POST", "/api/login", {"pin": "135790"})[0] == 200
    assert not (again.data / "pin-new").exists()


@pytest.mark.parametrize("left", [None, "", "{", "null", "[1]", '{"salt": 1}'])
def test_what_is_no_pin_is_not_taken_up(table: Any, left: str | None) -> None:
    """A SIGHUP from elsewhere, half a file: the old PIN holds on and nobody is sent away."""
    panel = table.panel()
    assert panel.post("/api/pin", {"pin": "123456"}).status_code == 200
    if left is not None:
        (table.data / newpin.FILE).write_text(left, encoding="ascii")
    newpin.take(table.services)
    assert table.services.pin.check("123456")
    assert panel.get("/api/settings").status_code == 200


def test_systemd_hears_ready_alive_and_stopping(
    serve: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it has started the service; signs of life come from the thread of the matches."""
    address = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.bind(str(address))
        sock.settimeout(20)
        monkeypatch.setenv("NOTIFY_SOCKET", str(address))
        monkeypatch.setenv("WATCHDOG_USEC", "300000")
        service = serve()
        heard = [sock.recv(100).decode() for _ in range(4)]
        assert heard.count("READY=1") == 1
        assert heard.count("WATCHDOG=1") == 3
        service.process.terminate()
        while (said := sock.recv(100).decode()) != "STOPPING=1":
            assert said == "WATCHDOG=1"


def test_a_watch_meant_for_another_process_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor one of no time at all; a third of the time allowed else."""
    for usec, pid, period in (
        ("60000000", str(os.getpid()), 20.0),
        ("60000000", "1", None),
        ("0", None, None),
    ):
        monkeypatch.setenv("WATCHDOG_USEC", usec)
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
        if pid is not None:
            monkeypatch.setenv("WATCHDOG_PID", pid)
        assert watchdog_s() == period
