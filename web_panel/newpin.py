"""A new PIN for a service that is running, for whoever has forgotten the old one and sits at the machine.

``palace pin`` leaves it (its hash) in a file that only the service's user can write, and wakes the service by
SIGHUP; the service takes it up as it takes one from its panel, and the file is gone.
"""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from web_panel.security import Pin
from web_panel.settings import CHECKS, write_private

if TYPE_CHECKING:
    from web_panel.services import Services

FILE = "pin-new"
PATIENCE_S = 10.0
log = logging.getLogger(__name__)


def give(data: Path, pin: str, *, pause: Callable[[float], None] = time.sleep) -> bool:
    """Hands ``pin`` to the service that holds ``data``. False when it did not take it up in time."""
    holder = re.match(r"process (\d+) ", (data / "lock").read_text(encoding="utf-8"))
    if holder is None:
        return False
    path = data / FILE
    write_private(path, json.dumps(Pin.kept(pin)) + "\n")
    os.kill(int(holder[1]), signal.SIGHUP)
    end = time.monotonic() + PATIENCE_S
    while path.exists():
        if time.monotonic() > end:
            path.unlink(missing_ok=True)
            return False
        pause(0.05)
    return True


def take(services: Services) -> None:
    """Makes the PIN that was left the one that holds; whoever the old one let in has to give it."""
    path = services.data / FILE
    try:
        kept = json.loads(path.read_text(encoding="ascii"))
    except (OSError, ValueError) as error:
        log.error("there is no new PIN to take up: %s", error)
        return
    if kept is None or not CHECKS["pin"](kept):
        log.error("what was left as a new PIN is none")
        return
    services.end_admissions()
    services.pin.hold(kept)
    path.unlink(missing_ok=True)
    log.warning("a new PIN was set at the machine")
