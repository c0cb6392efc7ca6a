"""One program at a time on a serial port: a lock file that names its holder.

pyserial's exclusive opening keeps a second pyserial out but says nothing about who was first. The lock file
beside it does: process id and program, held by ``flock`` for as long as the port is open, so that it frees
itself when its process dies, however it dies.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import sys
import tempfile
import time
from pathlib import Path

from firmware_bridge.errors import PortBusy


class PortLock:
    """The right to open ``port``. ``take`` raises PortBusy, naming the holder; ``free`` gives it back."""

    def __init__(self, port: str, folder: Path | None = None) -> None:
        self.port = port
        self._folder = folder or Path(tempfile.gettempdir())
        self._fd: int | None = None

    @property
    def path(self) -> Path:
        """The lock of the device that the port's name stands for now: a plug may come back as another one."""
        name = re.sub(r"[^A-Za-z0-9]+", "-", os.path.realpath(self.port)).strip("-")
        return self._folder / f"palace-table{os.getuid()}-{name}.lock"

    def take(self) -> None:
        """Takes the lock; taking it twice is the same as once."""
        if self._fd is not None:
            return
        fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = self._read(fd)
            os.close(fd)
            raise PortBusy(port=self.port, holder=holder or other_users(self.port) or "?") from None
        note = {"pid": os.getpid(), "program": Path(sys.argv[0]).name or "python", "since": int(time.time())}
        os.ftruncate(fd, 0)
        os.pwrite(fd, json.dumps(note).encode(), 0)
        self._fd = fd

    def free(self) -> None:
        """Gives the lock back. The file stays: removing it would let two holders lock two files."""
        if self._fd is not None:
            os.ftruncate(self._fd, 0)
            os.close(self._fd)
            self._fd = None

    @staticmethod
    def _read(fd: int) -> str | None:
        try:
            note = json.loads(os.pread(fd, 4096, 0))
            return f"{note['program']} (process {int(note['pid'])})"
        except (ValueError, KeyError, TypeError):
            return None  # the holder is just writing it


def other_users(port: str) -> str | None:
    """Which other processes have ``port`` open, as far as this user may see ("mbpoll (process 812)")."""
    target = os.path.realpath(port)
    found = []
    for folder in Path("/proc").glob("[0-9]*"):  # an empty list where there is no /proc
        pid = int(folder.name)
        if pid == os.getpid():
            continue
        with contextlib.suppress(OSError):  # ended meanwhile, or another user's
            if any(os.readlink(entry) == target for entry in (folder / "fd").iterdir()):
                found.append(f"{(folder / 'comm').read_text().strip()} (process {pid})")
    return ", ".join(found) or None
