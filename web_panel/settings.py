"""The table's settings: one small JSON file, written so that a power cut leaves the old or the new one."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from firmware_bridge.values import PANES
from web_panel.hosting.errors import Unavailable
from web_panel.store import set_aside, sync_replace

log = logging.getLogger(__name__)
FILE = "settings.json"

DEFAULTS: dict[str, Any] = {
    "settle_s": 0.6,  # how long the panes must rest before an action counts
    "warning_s": 1.0,  # lamp and buzzer before bands move
    "hold_to_run": False,  # bands move only while the handle is held
    "buttons": False,  # two turn buttons are wired
    "untrusted": [],  # panes not to be believed
    "names": [],  # further host names of this table
    "wifi": None,  # {"name", "password"} for the QR beside the seats' codes
    "power_off": ["systemctl", "poweroff"],
    "pin": None,
    "pin_wrong": 0,
    "pin_locked_until": 0.0,
}


class Settings(dict[str, Any]):
    """A dict with ``save()``. A file that cannot be read is kept aside and the defaults hold."""

    def __init__(self, folder: Path) -> None:
        super().__init__(DEFAULTS)
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        self.damaged: Path | None = None
        self._lock = threading.Lock()
        self._changing = threading.Lock()
        if not self.path.exists():
            return
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
            if not isinstance(kept, dict):
                raise ValueError("not an object")
        except (ValueError, RecursionError, IsADirectoryError) as error:
            self.damaged = set_aside(self.path)
            log.error("the settings cannot be read (%s); kept as %s", error, self.damaged)
        else:
            self.update({name: value for name, value in kept.items() if _fits(name, value)})

    def change(self, values: Mapping[str, Any]) -> None:
        """Sets and writes ``values``. Raises Unavailable, and all is as before."""
        with self._changing:
            before = {name: self[name] for name in values}
            self.update(values)
            try:
                self.save()
            except Unavailable:
                self.update(before)
                raise

    def save(self) -> None:
        """Writes what differs from the defaults. Raises Unavailable when the disk does not take it."""
        changed = {key: value for key, value in self.items() if DEFAULTS.get(key) != value}
        text = json.dumps(changed, indent=2, sort_keys=True) + "\n"
        with self._lock:
            try:
                write_private(self.path, text)
            except OSError as error:
                log.error("the settings could not be written: %s", error)
                raise Unavailable("store.failed") from error


def write_private(path: Path, text: str) -> None:
    """Puts ``text`` into a file that its owner alone reads: a power cut leaves the old or the new one."""
    part = path.with_name(path.name + ".part")
    part.touch(mode=0o600)
    part.chmod(0o600)
    part.write_text(text, encoding="utf-8")
    sync_replace(part, path)


def _number(low: float, high: float) -> Callable[[Any], bool]:
    return lambda value: type(value) in (int, float) and low <= value <= high


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _mapping(*names: str) -> Callable[[Any], bool]:
    """None, or an object that holds a text under each of ``names``."""
    return lambda value: (
        value is None or (isinstance(value, dict) and all(isinstance(value.get(name), str) for name in names))
    )


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


# What a kept value must be; the limits are those of ``POST /api/settings``.
CHECKS: dict[str, Callable[[Any], bool]] = {
    "settle_s": _number(0.2, 5.0),
    "warning_s": _number(1.0, 10.0),
    "hold_to_run": _flag,
    "buttons": _flag,
    "untrusted": lambda value: _texts(value) and set(value) <= set(PANES),
    "names": _texts,
    "wifi": _mapping("name"),
    "power_off": _texts,
    "pin": _mapping("salt", "hash"),
    "pin_wrong": lambda value: type(value) is int and 0 <= value <= 1000,
    "pin_locked_until": _number(0.0, 1e12),
}


def _fits(name: str, value: Any) -> bool:
    """Whether a kept value can be that setting; one edited by hand may not."""
    fits = name not in CHECKS or CHECKS[name](value)
    if not fits:
        log.warning("settings: %r is not right and is left at its default", name)
    return fits
