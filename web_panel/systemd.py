"""What the service tells systemd, where that has started it: ready, alive, stopping. Otherwise nothing.

The protocol is one datagram a message to the socket named by ``NOTIFY_SOCKET``.
"""

from __future__ import annotations

import contextlib
import os
import socket

from web_panel.hosting.actor import Actor


def notify(message: str) -> None:
    """Tells systemd ``message``, such as READY=1; does nothing where nobody listens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock, contextlib.suppress(OSError):
        sock.connect(address)
        sock.send(message.encode())


def watchdog_s() -> float | None:
    """How often a sign of life is due: a third of what systemd allows; None when it asks for none."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    allowed = os.environ.get("WATCHDOG_USEC", "")
    return int(allowed) / 3e6 if allowed.isascii() and allowed.isdigit() and int(allowed) else None


def keep_watch(actor: Actor) -> None:
    """Signs of life from the thread of the matches, as long as it is alive. Call it on that thread."""
    period = watchdog_s()
    if period is not None:
        notify("WATCHDOG=1")
        actor.later(period, keep_watch, actor)
