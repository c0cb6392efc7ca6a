"""The simulated board as a process of its own: started, spoken to and ended from here.

The process ends by itself when this one does, however it ends: it watches its standard input.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import IO, Any, Literal

from firmware_bridge.errors import TwinError

Engine = Literal["cpython", "micropython"]
ROOT = Path(__file__).resolve().parent.parent
END_S = 5.0


class TwinProcess:
    """A twin this service has started (``start``), or one that runs already (``attach``).

    ``port`` is what Board opens; ``control`` the path of the twin's own socket. ``request`` is thread-safe.
    """

    def __init__(self, port: str, control: str, process: subprocess.Popen[bytes] | None = None) -> None:
        self.port = port
        self.control = control
        self._process = process
        self._asking = threading.Lock()
        self._socket: socket.socket | None = None
        self._unread = b""

    @classmethod
    def start(
        cls,
        data_dir: Path | None = None,
        *,
        engine: Engine = "cpython",
        fast: bool = False,
        deadline_s: float = 10.0,
    ) -> TwinProcess:
        """Starts ``python -m hardware.twin``; raises TwinError when it has not named its port in time."""
        command = [sys.executable, "-m", "hardware.twin", "--until-eof", "--engine", engine]
        if data_dir is not None:
            command += ["--data", str(data_dir)]
        if fast:
            command.append("--fast")
        path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        with tempfile.TemporaryFile() as words:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=words,
                env={**os.environ, "PYTHONPATH": path},
                start_new_session=True,  # a Ctrl-C at the terminal is the service's to handle, in its order
            )
            assert process.stdout is not None
            try:
                named = _read_names(process.stdout, deadline_s)
            except TimeoutError:
                _end(process)
                words.seek(0)
                said = words.read().decode(errors="replace").strip().splitlines()
                reason = said[-1] if said else f"it did not start within {deadline_s:g} s"
                raise TwinError(reason=reason) from None
        return cls(named["port"], named["control"], process)

    def request(self, message: dict[str, Any], timeout_s: float = 2.0) -> dict[str, Any]:
        """One request on the control socket, e.g. {"do": "world"}; raises TwinError with its reason."""
        line = json.dumps(message).encode() + b"\n"
        with self._asking:
            try:
                reply = self._exchange(line, timeout_s)
            except (OSError, ValueError) as error:
                self._hang_up()
                raise TwinError(reason=str(error) or type(error).__name__) from error
        if not reply.get("ok"):
            raise TwinError("twin.refused", reason=str(reply.get("error", "?")))
        return reply

    def _exchange(self, line: bytes, timeout_s: float) -> dict[str, Any]:
        end = time.monotonic() + timeout_s
        if self._socket is None:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._socket.settimeout(timeout_s)
            self._socket.connect(self.control)
        self._socket.settimeout(timeout_s)
        self._socket.sendall(line)
        while b"\n" not in self._unread:
            self._socket.settimeout(max(0.001, end - time.monotonic()))
            data = self._socket.recv(65536)
            if not data:
                raise ConnectionResetError("the twin has ended")
            self._unread += data
        answer, self._unread = self._unread.split(b"\n", 1)
        reply = json.loads(answer)
        if not isinstance(reply, dict):
            raise ValueError("the twin's answer is no object")
        return reply

    def _hang_up(self) -> None:
        """A connection whose answers may be out of step is not used again."""
        if self._socket is not None:
            self._socket.close()
        self._socket, self._unread = None, b""

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    @property
    def alive(self) -> bool:
        """Whether the process runs; of a twin attached to, whether its socket answers."""
        if self._process is not None:
            return self._process.poll() is None
        try:
            self.request({"do": "world"})
        except TwinError:
            return False
        return True

    def close(self) -> None:
        """Ends a twin that was started here; one that was attached to runs on."""
        with self._asking:
            self._hang_up()
        if self._process is not None:
            _end(self._process)


def attach(socket_path: str) -> TwinProcess:
    """A handle on a running twin's control socket (``port`` is empty: it is given with ``--board``)."""
    return TwinProcess("", socket_path)


def _read_names(stdout: IO[bytes], deadline_s: float) -> dict[str, str]:
    """The two lines in which the twin names its port and its control socket; TimeoutError without them."""
    end = time.monotonic() + deadline_s
    text = b""
    while True:
        words = dict(line.split(" ", 1) for line in text.decode().splitlines(keepends=True) if " " in line)
        named = {key: value.strip() for key, value in words.items() if value.endswith("\n")}
        if {"port", "control"} <= named.keys():
            return named
        left = end - time.monotonic()
        if left <= 0 or not select.select([stdout], [], [], left)[0]:
            raise TimeoutError
        data = os.read(stdout.fileno(), 4096)
        if not data:
            raise TimeoutError
        text += data


def _end(process: subprocess.Popen[bytes]) -> None:
    """Closes the process's standard input, and helps it along when that is not enough."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    for number in (0, signal.SIGTERM, signal.SIGKILL):  # 0 only asks whether it is there
        try:
            process.send_signal(number)
            process.wait(END_S)
            break
        except subprocess.TimeoutExpired:
            continue
    process.stdout.close()
