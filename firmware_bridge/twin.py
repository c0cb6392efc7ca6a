"""The simulated board as a process of its own: started, spoken to, started again, ended from here.

The process ends by itself when this one does, however it ends: it watches its standard input. When it ends
though nobody wished it, it is started again (``keep``) with its saved world, after half a second at first and
half a minute at last. Its port and its control socket keep their names: they stand in a folder of ours.
"""

from __future__ import annotations

import collections
import json
import logging
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Literal

from firmware_bridge.errors import TwinError

Engine = Literal["cpython", "micropython"]
ROOT = Path(__file__).resolve().parent.parent
END_S = 5.0
AGAIN_S = (0.5, 30.0)
"""The first pause before a twin that has ended is started again, and the longest; each doubles the last."""
STEADY_S = 60.0
"""After so long a life the pauses begin anew."""
WORDS_KEPT = 8
PREFIX = "palace-twin-"
CONTROL = "control"
"""Name of the control socket in the twin's own folder."""
ENDED = "twin.ended"
"""The code to tell ``on_change``'s reason by."""
log = logging.getLogger(__name__)


class Life:
    """One process of the twin, from its start to its end, with the last lines it said on stderr."""

    def __init__(self, command: list[str], folder: Path, deadline_s: float) -> None:
        """Raises TwinError when it has not named its port within ``deadline_s``."""
        self.born = time.monotonic()
        self.words: collections.deque[str] = collections.deque(maxlen=WORDS_KEPT)
        (folder / CONTROL).unlink(missing_ok=True)
        path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        self.process = subprocess.Popen(
            [*command, "--control", str(folder / CONTROL)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,  # a Ctrl-C at the terminal is the service's to handle, in its order
        )
        self._listener = threading.Thread(target=self._listen, name="twin-words", daemon=True)
        self._listener.start()
        assert self.process.stdout is not None
        try:
            self.port = _read_names(self.process.stdout, deadline_s)["port"]
        except TimeoutError:
            self.end()
            reason = self.words[-1] if self.words else f"it did not start within {deadline_s:g} s"
            raise TwinError(reason=reason) from None

    def _listen(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as said:
            for line in said:
                self.words.append(line.decode(errors="replace").rstrip()[:400])

    def how_it_ended(self) -> str:
        """Waits for the end; how it came about, for people."""
        code = self.process.wait()
        self._listener.join(1.0)
        if code >= 0:
            return self.words[-1] if self.words else f"exit status {code}"
        try:
            return f"signal {signal.Signals(-code).name}"
        except ValueError:
            return f"signal {-code}"

    def end(self) -> None:
        """Ends the process, and what belongs to it."""
        _end(self.process)
        self._listener.join(1.0)


class TwinProcess:
    """A twin this service has started (``start``), or one that runs already (``attach``).

    ``port`` is what Board opens; ``control`` the path of the twin's own socket. ``request`` is thread-safe.
    """

    def __init__(self, port: str, control: str) -> None:
        self.port = port
        self.control = control
        self._life: Life | None = None
        self._folder: Path | None = None
        self._closing = threading.Event()
        self._starting = threading.Lock()
        self._keeper: threading.Thread | None = None
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
        keep: bool = False,
        on_change: Callable[[str | None], None] = lambda reason: None,
    ) -> TwinProcess:
        """Starts ``python -m hardware.twin``; raises TwinError when it has not named its port in time.

        ``keep``: it is started again whenever it ends; ``on_change`` is then told why it ended, and None when
        it is back, on a thread of its own.
        """
        command = [sys.executable, "-m", "hardware.twin", "--until-eof", "--engine", engine]
        if data_dir is not None:
            command += ["--data", str(data_dir)]
        if fast:
            command.append("--fast")
        folder = _own_folder()
        made = cls(str(folder / "port"), str(folder / CONTROL))
        made._folder = folder
        try:
            made._live(command, deadline_s)
        except BaseException:
            made.close()
            raise
        if keep:
            made._keeper = threading.Thread(
                target=made._keep, args=(command, deadline_s, on_change), name="twin-keeper", daemon=True
            )
            made._keeper.start()
        return made

    def _live(self, command: list[str], deadline_s: float) -> None:
        assert self._folder is not None
        self._life = Life(command, self._folder, deadline_s)
        new = self._folder / "port.new"
        new.symlink_to(self._life.port)
        new.replace(self.port)

    def _keep(self, command: list[str], deadline_s: float, on_change: Callable[[str | None], None]) -> None:
        """Starts the twin again whenever it has ended, until ``close``."""
        pause, longest = AGAIN_S
        while True:
            life = self._life
            assert life is not None
            reason = life.how_it_ended()
            # At once: its terminal may be given to somebody else's program.
            Path(self.port).unlink(missing_ok=True)
            if self._closing.is_set():
                return
            life.end()
            log.error("the simulated board has ended: %s\n%s", reason, "\n".join(life.words))
            on_change(reason)
            if time.monotonic() - life.born > STEADY_S:
                pause = AGAIN_S[0]
            while True:
                if self._closing.wait(pause):
                    return
                pause = min(2 * pause, longest)
                try:
                    with self._starting:
                        if self._closing.is_set():
                            return
                        self._live(command, deadline_s)
                except (TwinError, OSError) as error:
                    log.error("the simulated board cannot be started again: %s", error)
                    reason = error.notice.params["reason"] if isinstance(error, TwinError) else str(error)
                    on_change(str(reason))
                    continue
                break
            with self._asking:
                self._hang_up()
            log.warning("the simulated board has been started again")
            on_change(None)

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
        return self._life.process.pid if self._life is not None else None

    @property
    def alive(self) -> bool:
        """Whether the process runs; of a twin attached to, whether its socket answers."""
        if self._life is not None:
            return self._life.process.poll() is None
        try:
            self.request({"do": "world"})
        except TwinError:
            return False
        return True

    def close(self) -> None:
        """Ends a twin that was started here; one that was attached to runs on."""
        self._closing.set()
        with self._asking:
            self._hang_up()
        with self._starting:
            if self._life is not None:
                self._life.end()
        if self._keeper is not None:
            self._keeper.join(END_S)
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def attach(socket_path: str) -> TwinProcess:
    """A handle on a running twin's control socket (``port`` is empty: it is given with ``--board``)."""
    return TwinProcess("", socket_path)


def _own_folder() -> Path:
    """A new folder for this process's twin; those of processes that were killed are cleared away."""
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}*-*"):
        pid = left.name.removeprefix(PREFIX).partition("-")[0]
        if pid.isdigit() and not Path(f"/proc/{pid}").exists() and Path("/proc/self").exists():
            shutil.rmtree(left, ignore_errors=True)  # another user's stays
    return Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))


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
