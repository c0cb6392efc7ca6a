"""The serial line under the link: pymodbus's client with its weak places taken out.

What is different from ``ModbusSerialClient``: the port is opened exclusively and under a lock that names its
holder; it is never reopened behind the owner's back; waiting is done in ``select`` instead of naps of a
millisecond, and can be woken from outside; every write passes a gate under one lock, so that a Stop written
by another thread can neither cut a frame in two nor be overtaken by a request made before it.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import logging
import os
import select
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator

import serial
from pymodbus.client import ModbusSerialClient
from serial import SerialException

from firmware_bridge.errors import PortBusy, PortLost, PortUnavailable
from firmware_bridge.portlock import PortLock, other_users

BAUD = 115200
logging.getLogger("pymodbus").setLevel(logging.CRITICAL)  # what it reports, the link counts and names


class Line(ModbusSerialClient):
    """One open port. All but ``write_now`` and ``wake`` belongs to the thread that owns the line."""

    def __init__(self, port: str, *, timeout_s: float = 0.15, lock: PortLock | None = None) -> None:
        super().__init__(port, baudrate=BAUD, timeout=timeout_s, retries=0)
        self.port = port
        self.timeout_s = timeout_s
        self.gate: Callable[[], None] = lambda: None
        """Called under the write lock before each request; raises to keep it off the wire."""
        self.errand: Callable[[], float | None] = lambda: None
        """Called by the owner while it waits: does what is due, returns seconds until the next time."""
        self.stray_bytes = 0
        """Bytes that came when none were due."""
        self.received = 0
        """Bytes since the last request was sent."""
        self._lock = lock or PortLock(port)
        self._write_lock = threading.Lock()
        self._deadline = 0.0
        self._waker, self._alarm = os.pipe()
        os.set_blocking(self._waker, False)
        os.set_blocking(self._alarm, False)

    # --- opening and closing ------------------------------------------------------------------------

    def open(self) -> None:
        """Opens the port. Raises PortBusy, which names the holder, or PortUnavailable."""
        self._lock.take()
        try:
            opened = serial.Serial(self.port, BAUD, timeout=0, write_timeout=self.timeout_s, exclusive=True)
        except (SerialException, OSError, ValueError) as error:
            self._lock.free()
            number = getattr(error, "errno", None)
            if number in (errno.EBUSY, errno.EWOULDBLOCK, errno.EAGAIN):
                raise PortBusy(port=self.port, holder=other_users(self.port) or "?") from error
            reason = os.strerror(number) if number else str(error)
            raise PortUnavailable(port=self.port, reason=reason) from error
        self._keep_out(opened.fileno())
        with self._write_lock:
            self.socket = opened

    def _keep_out(self, port: int) -> None:
        """Refuses later openings by programs that take no lock, mbpoll say (the superuser's excepted).

        Not on a pseudo-terminal: it outlives its users, and a killed service would lock the next one out.
        """
        if sys.platform == "linux" and not os.ttyname(port).startswith("/dev/pts/"):
            fcntl.ioctl(port, termios.TIOCEXCL)

    def connect(self) -> bool:
        """For pymodbus, which would open the port by itself: only says whether it is open."""
        return self.socket is not None

    def close(self) -> None:
        with self._write_lock:
            opened, self.socket = self.socket, None
            if opened is not None:
                with contextlib.suppress(OSError):  # the port may be gone already
                    opened.close()
        self._lock.free()

    def dispose(self) -> None:
        """Closes the port and gives up the pipe that wakes the owner, who has ended by now."""
        self.close()
        with self._write_lock:
            os.close(self._waker)
            os.close(self._alarm)
            self._waker = self._alarm = -1

    # --- from any thread ----------------------------------------------------------------------------

    def wake(self) -> None:
        """Ends the owner's present wait early."""
        with self._write_lock:
            if self._alarm >= 0:
                with contextlib.suppress(BlockingIOError):  # full: it will wake
                    os.write(self._alarm, b"!")

    @contextlib.contextmanager
    def writing(self, patience_s: float = 0.02) -> Iterator[int | None]:
        """The file to write to, held against other writers; None when the port is closed.

        Waits at most ``patience_s``: rather a damaged frame than a Stop that waits.
        """
        held = self._write_lock.acquire(timeout=patience_s)
        try:
            port = self.socket
            yield port.fileno() if port is not None else None
        finally:
            if held:
                self._write_lock.release()

    # --- what pymodbus calls ------------------------------------------------------------------------

    def send(self, request: bytes, addr: tuple[str, int] | None = None) -> int:
        """Writes one frame, after throwing away whatever lies unread; raises PortLost."""
        self._count_strays()
        with self._write_lock:
            self.gate()
            if self.socket is None:
                raise PortLost(port=self.port)
            self._write(self.socket.fileno(), request)
        self.received = 0
        self._deadline = time.monotonic() + self.timeout_s
        return len(request)

    def _write(self, port: int, frame: bytes) -> None:
        """All of the frame. (pyserial's own write takes a busy machine's delay for a failed write.)"""
        try:
            while frame:
                try:
                    frame = frame[os.write(port, frame) :]
                except BlockingIOError:  # the kernel's buffer is full
                    if not select.select([], [port], [], 1.0)[1]:
                        raise PortLost(port=self.port) from None
        except OSError as error:
            raise PortLost(port=self.port) from error

    def recv(self, size: int | None) -> bytes:
        """What has come in, waiting for it until the request's deadline; b"" then."""
        while (left := self._deadline - time.monotonic()) > 0:
            if self.wait(left) and (data := self._read()):
                return data
        return b""

    # --- waiting ------------------------------------------------------------------------------------

    def wait(self, seconds: float) -> bool:
        """Waits until bytes are there (True), the time is over, or somebody wakes (False)."""
        due = self.errand()
        if due is not None:
            seconds = min(seconds, due)
        watched = [self._waker]
        if self.socket is not None:
            watched.append(self.socket.fileno())
        try:
            ready, _, _ = select.select(watched, [], [], max(0.0, seconds))
        except (OSError, ValueError) as error:
            raise PortLost(port=self.port) from error
        if self._waker in ready:
            os.read(self._waker, 4096)
        self.errand()
        return len(ready) > (self._waker in ready)

    def quieten(self, silence_s: float = 0.05, limit_s: float = 0.25) -> None:
        """Throws away what comes in until the line has been silent, so that a late reply finds no asker."""
        now = time.monotonic()
        end, quiet_at = now + limit_s, now + silence_s
        while (now := time.monotonic()) < min(end, quiet_at):
            if self.wait(min(end, quiet_at) - now):
                self._count_strays()
                quiet_at = time.monotonic() + silence_s

    def idle(self, seconds: float) -> None:
        """Waits for ``seconds`` or until woken; bytes that come meanwhile are strays."""
        if self.wait(seconds):
            self._count_strays()

    def _read(self) -> bytes:
        if self.socket is None:
            raise PortLost(port=self.port)
        try:
            data = os.read(self.socket.fileno(), 4096)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise PortLost(port=self.port) from error
        if not data:  # readable and empty: the other side has hung up
            raise PortLost(port=self.port)
        self.received += len(data)
        return data

    def _count_strays(self) -> None:
        if self.socket is None:
            raise PortLost(port=self.port)
        while select.select([self.socket.fileno()], [], [], 0)[0]:
            self.stray_bytes += len(self._read())
