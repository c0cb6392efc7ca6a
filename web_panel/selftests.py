"""The hardware test behind the panel's wizard: one run at a time, its state for whoever looks.

The same ``SelfTest`` as on the command line. While it runs the board is its own: no match is set up, no band
moves by hand. Reports are kept in the data folder, as JSON and as a page of their own.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from web_panel.hosting.errors import Conflict, Unavailable, Unknown
from web_panel.hosting.house import House
from web_panel.hosting.views import Audience, text
from web_panel.hub import Hub

log = logging.getLogger(__name__)
FOLDER = "hardware-test"


class Wizard:
    """``opened`` is the board with its console and twin (``firmware_bridge.opening.OpenBoard``), or None."""

    def __init__(self, opened: Any, house: House, hub: Hub, data: Path) -> None:
        self._opened = opened
        self._house = house
        self._hub = hub
        self._folder = data / FOLDER
        self._lock = threading.Lock()
        self._test: Any = None
        self._state: dict[str, Any] = self._blank()

    @staticmethod
    def _blank() -> dict[str, Any]:
        return {"running": False, "step": None, "ask": None, "progress": None, "results": [], "passed": None}

    def state(self) -> dict[str, Any]:
        """Where the test stands; with all steps there are, and whether an earlier run left its report."""
        from firmware_bridge.selftest.runner import STEPS

        steps = [{"key": step.key, "code": f"test.{step.key}", "moves": step.moves} for step in STEPS]
        with self._lock:
            return {**self._state, "steps": steps, "report": (self._folder / "report.html").is_file()}

    def start(self, only: Iterable[str], *, repeat: int, cycles: int) -> None:
        """Begins a run. Raises Conflict without a board, with a match on it, or while one runs."""
        from firmware_bridge.selftest.runner import SelfTest

        if self._opened is None:
            raise Conflict("table.none")
        self._house.call(self._house.boarding.lend)
        with self._lock:
            self._state = self._blank() | {"running": True}
        self._test = SelfTest(self._opened, only=only, repeat=repeat, cycles=cycles, on_event=self._event)
        self._test.start()
        self._publish()

    def answer(self, word: Any) -> None:
        """The builder's word to the question that is asked."""
        self._running().answer(word)

    def abort(self) -> None:
        """Ends the run soon; bands that move are stopped."""
        self._running().abort()

    def _running(self) -> Any:
        if self._test is None or not self._state["running"]:
            raise Conflict("table.test.none")
        return self._test

    def report(self, form: str) -> Path:
        """The file of the last run's report. Raises Unknown when there was none."""
        path = self._folder / f"report.{form}"
        if not path.is_file():
            raise Unknown("table.test.report")
        return path

    # -- on the test's own thread

    def _event(self, event: dict[str, Any]) -> None:
        if event["kind"] == "end":
            try:
                self._keep(event["report"])
            except (OSError, LookupError, ValueError):
                log.exception("the hardware test's report could not be kept")
            try:
                self._house.actor.call(self._house.boarding.take_over)
            except Unavailable:  # the service is ending: the next start looks at the board anew
                log.warning("the board was not taken back after the hardware test: the service is ending")
        with self._lock:
            state = dict(self._state)
            if event["kind"] == "step":
                state |= {"step": {k: v for k, v in event.items() if k != "kind"}, "progress": None}
            elif event["kind"] == "ask":
                state["ask"] = event["ask"]
            elif event["kind"] == "progress":
                state["progress"] = {"done": event["done"], "of": event["of"]}
            elif event["kind"] == "result":
                state["results"] = [*state["results"], short(event["result"])]
            elif event["kind"] == "end":
                state |= {"running": False, "step": None, "ask": None, "passed": event["report"]["passed"]}
            self._state = state
        self._publish()

    def _keep(self, report: dict[str, Any]) -> None:
        from firmware_bridge.selftest.report import html

        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / "report.json").write_text(json.dumps(report, indent=1), encoding="utf-8")
        (self._folder / "report.html").write_text(html(report), encoding="utf-8")

    def _publish(self) -> None:
        line = text(self.state())

        def render(audience: Audience) -> str | None:
            return line if audience.panel or audience.builder else None

        self._hub.publish("selftest", render)


def short(result: dict[str, Any]) -> dict[str, Any]:
    """A step's result without its measurements: those are in the report."""
    return {name: result[name] for name in ("step", "verdict", "seconds", "notice")}
