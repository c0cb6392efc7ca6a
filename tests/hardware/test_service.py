"""What starts the table with the Pi: the unit, the screen's script, what the service tells systemd."""

from __future__ import annotations

import configparser
import http.server
import os
import shlex
import shutil
import subprocess
import threading
import time
from pathlib import Path

import pytest

from web_panel import cli

FOLDER = Path(__file__).resolve().parents[2] / "hardware" / "service"
UNIT = FOLDER / "palace-table.service"
KIOSK = FOLDER / "kiosk.sh"


class Repeated(dict):
    """A section whose keys may be given several times, as in units."""

    def __setitem__(self, key, value):
        if key in self and isinstance(value, list):
            self[key].extend(value)
        else:
            super().__setitem__(key, value)


def unit() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None, dict_type=Repeated)
    parser.optionxform = str
    parser.read(UNIT, encoding="utf-8")
    return parser


def test_the_unit_runs_a_command_that_there_is() -> None:
    """Its line is one that `palace` understands; data and working folder are the one systemd makes."""
    service = unit()["Service"]
    program, *words = shlex.split(service["ExecStart"])
    assert Path(program).name == "palace"
    args = cli.parser().parse_args(words)
    assert (args.command, args.board) == ("serve", "/dev/ttyAMA0")
    folder = Path("/var/lib") / service["StateDirectory"]
    assert args.data == folder
    assert Path(service["WorkingDirectory"]) == folder, "lgpio makes its pipe there"


def test_the_unit_keeps_the_table_up_and_little_allowed() -> None:
    """Started again for ever, ended in good time, watched; its own user, no more rights than it needs."""
    whole = unit()
    service = whole["Service"]
    assert whole["Unit"]["StartLimitIntervalSec"] == "0"
    assert (service["Type"], service["Restart"]) == ("notify", "on-failure")
    assert 5 <= int(service["TimeoutStopSec"]) <= 30
    assert int(service["WatchdogSec"]) >= 30, "a long match is replayed on the watched thread"
    assert service["User"] != "root"
    assert set(service["SupplementaryGroups"].split()) == {"dialout", "gpio"}
    for name in ("NoNewPrivileges", "ProtectHome", "ProtectKernelModules", "RestrictNamespaces"):
        assert service[name] == "yes"
    assert service["PrivateTmp"] == "no", "the port's lock must be seen by others"
    text = UNIT.read_text(encoding="utf-8")
    for device in ("char-ttyAMA", "char-gpiochip", "char-pts"):
        assert f"DeviceAllow={device} rw" in text


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here to judge the unit")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    """Every directive is known and well formed; the program, which is not here, is left out."""
    text = UNIT.read_text(encoding="utf-8").replace("/opt/palace-table/.venv/bin/palace", "/bin/true")
    copy = tmp_path / UNIT.name
    copy.write_text(text.replace("User=palace", "User=daemon").replace("Group=palace", "Group=daemon"))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(copy)], capture_output=True, text=True, timeout=60
    )
    said = [line for line in done.stderr.splitlines() if copy.name in line]
    assert said == []


def test_the_script_is_sound() -> None:
    """Bash reads it to the end, shellcheck (where there is one) has nothing to say, it may be run."""
    subprocess.run(["bash", "-n", str(KIOSK)], check=True)
    assert os.access(KIOSK, os.X_OK)
    if shutil.which("shellcheck"):
        subprocess.run(["shellcheck", str(KIOSK)], check=True)


@pytest.mark.skipif(
    shutil.which("curl") is None, reason="the script asks with curl whether the service is up"
)
def test_the_screen_waits_for_the_service_and_shows_its_page_again(tmp_path: Path) -> None:
    """No address yet, then no answer, then the page; when the browser ends, the newest address is taken."""
    asked = []

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(503 if len(asked) == 1 else 200)
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    server = http.server.HTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    browser, told, data = tmp_path / "browser", tmp_path / "told", tmp_path / "data"
    browser.write_text(f'#!/bin/bash\nprintf "%s\\n" "$*" >> {told}\n')
    browser.chmod(0o700)
    data.mkdir()
    environment = {**os.environ, "PALACE_DATA": str(data), "BROWSER": str(browser), "TMPDIR": str(tmp_path)}
    script = subprocess.Popen(["bash", str(KIOSK)], env=environment)

    def lines() -> list[str]:
        return told.read_text().splitlines() if told.exists() else []

    def until(count: int) -> None:
        end = time.monotonic() + 30
        while len(lines()) < count:
            assert time.monotonic() < end
            assert script.poll() is None
            time.sleep(0.05)

    try:
        assert lines() == []
        (data / "panel-url").write_text(f"{base}/start?code=one\n")
        until(1)
        (data / "panel-url").write_text(f"{base}/start?code=two\n")
        until(2)
    finally:
        script.terminate()
        script.wait(10)
        server.shutdown()
        server.server_close()
    first, second = lines()[:2]
    assert first.endswith(f" {base}/start?code=one")
    assert second.endswith(f" {base}/start?code=two")
    assert {"--kiosk", "--incognito", "--noerrdialogs", "--disable-pinch"} <= set(first.split())
    assert set(asked) == {"/healthz"}
    assert len(asked) >= 3
    assert not list(tmp_path.glob("tmp.*")), "its profile is gone with it"
