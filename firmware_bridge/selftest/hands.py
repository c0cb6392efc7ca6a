"""Hands for the hardware test: a builder's, who is told what to do, or the twin's, which does it itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from firmware_bridge.console import Console
from firmware_bridge.twin import TwinProcess
from firmware_bridge.values import PANES

Word: TypeAlias = Literal["yes", "no", "skip", "abort"]
LOOK_S = 0.02
TWIN_S = 3.0
"""The twin acts at once: what is not so by then will not come."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Something a hand should do (``deed`` says it for the twin) or, with ``question``, look at."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    deed: tuple[str, Any] | None = None
    question: bool = False

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "params": dict(self.params), "question": self.question}


class Skipped(Exception):
    """The builder skips this step."""


class Aborted(Exception):
    """The builder ends the whole test."""


class Hands(Protocol):
    def until(self, ask: Ask, done: Callable[[], bool], limit_s: float) -> bool:
        """Has ``ask`` done, until ``done()``; False when the limit passes. Raises Skipped, Aborted."""
        ...

    def confirm(self, ask: Ask, look: Callable[[], bool]) -> bool:
        """The answer to a question; ``look()`` answers it where eyes and ears are simulated too."""
        ...


class TwinHands:
    """Does everything itself, on the simulated world and the mock pins."""

    def __init__(self, twin: TwinProcess, console: Console | None) -> None:
        self._twin, self._console = twin, console

    def until(self, ask: Ask, done: Callable[[], bool], limit_s: float) -> bool:
        if ask.deed is not None:
            what, value = ask.deed
            getattr(self, f"_do_{what}")(value)
        end = time.monotonic() + min(
            limit_s, 3.0
        )  # the twin is not slow to act; what is missing then stays so
        while not done():
            if time.monotonic() > end:
                return False
            time.sleep(LOOK_S)
        return True

    def confirm(self, ask: Ask, look: Callable[[], bool]) -> bool:
        return look()

    def _do_estop(self, pressed: bool) -> None:
        self._twin.request({"do": "estop", "pressed": pressed})
        if self._console is not None:
            self._console.simulate_estop(pressed)

    def _do_guard(self, is_open: bool) -> None:
        self._twin.request({"do": "fault", "name": "guard", "value": is_open})

    def _do_panes(self, spheres: Mapping[str, str]) -> None:
        self._twin.request({"do": "panes", "set": {pane: spheres.get(pane) for pane in PANES}})

    def _do_turn(self, turn: tuple[int, int]) -> None:
        if self._console is not None:
            self._console.simulate_turn(*turn)


class PersonHands:
    """Shows what is to be done and waits; ``answer`` brings the builder's word from another thread."""

    def __init__(self, show: Callable[[Ask | None], None]) -> None:
        self._show = show
        self._words: list[Word] = []
        self._said = threading.Condition()

    def answer(self, word: Word) -> None:
        with self._said:
            self._words.append(word)
            self._said.notify_all()

    def until(self, ask: Ask, done: Callable[[], bool], limit_s: float) -> bool:
        end = time.monotonic() + limit_s
        self._begin(ask)
        try:
            while not done():
                word = self._next(0.05)
                if word in ("yes", "no"):  # "it is as you want it": what is missing then is a failure
                    return done()
                if time.monotonic() > end:
                    return False
            return True
        finally:
            self._show(None)

    def confirm(self, ask: Ask, look: Callable[[], bool]) -> bool:
        self._begin(ask)
        try:
            while (word := self._next(None)) is None:
                continue
            return word == "yes"
        finally:
            self._show(None)

    def _begin(self, ask: Ask) -> None:
        with self._said:
            self._words = [word for word in self._words if word == "abort"]
        self._show(ask)

    def _next(self, seconds: float | None) -> Word | None:
        with self._said:
            if not self._words:
                self._said.wait(seconds)
            word = self._words.pop(0) if self._words else None
        if word == "skip":
            raise Skipped
        if word == "abort":
            raise Aborted
        return word
