"""Runs the hardware test's steps, tells what happens, and makes the report.

Five-line example (the panel's wizard; the command line does the same and draws a bar)::

    test = SelfTest(opened, on_event=lambda event: inbox.put(event))
    test.start()
    test.answer("yes")          # to an event {"kind": "ask", ...}; also "no", "skip", "abort"
    test.abort()
    report = test.join()        # JSON; firmware_bridge.selftest.report.html(report) draws it

Events are JSON objects: {"kind": "step", "step", "number", "of", "title", "moves"} when one begins,
{"kind": "ask", "ask": {"code", "params", "question"} or null}, {"kind": "progress", "done", "of"},
{"kind": "result", "result": {...}} when one has ended, {"kind": "end", "report": {...}}. They come on the
test's own thread and must only be queued.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from firmware_bridge.errors import BoardRefusal, LinkError, TwinError
from firmware_bridge.messages import advice, says
from firmware_bridge.opening import OpenBoard
from firmware_bridge.selftest import steps_motion, steps_rest
from firmware_bridge.selftest.bench import Bench, Interrupted, NotHere, StepFailed
from firmware_bridge.selftest.hands import Aborted, Ask, Hands, PersonHands, Skipped, TwinHands, Word
from firmware_bridge.values import Notice

Verdict = Literal["passed", "failed", "skipped", "aborted"]
CONNECT_S, AGAIN_S = 5.0, 1.0
"""How long the first step waits for a board, and the others."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step; its title stands in the texts as ``test.<key>``."""

    key: str
    run: Callable[[Bench], dict[str, Any]]
    moves: bool = False
    opens_chain: bool = False
    """It has the emergency stop pressed: there that does not end the run."""


STEPS: tuple[Step, ...] = (
    Step("link", steps_rest.link),
    Step("estop", steps_rest.estop, opens_chain=True),
    Step("switches", steps_rest.switches),
    Step("lamps", steps_rest.lamps),
    Step("buzzer", steps_rest.buzzer),
    Step("handles", steps_rest.handles),
    Step("panes", steps_rest.panes),
    Step("home", steps_motion.home, moves=True),
    Step("travel", steps_motion.travel, moves=True),
    Step("stop", steps_motion.stop, moves=True),
    Step("comm_loss", steps_motion.comm_loss, moves=True),
    Step("soak", steps_motion.soak, moves=True),
)
KEYS = tuple(step.key for step in STEPS)


class SelfTest:
    """One run. ``only`` names steps (all by default), ``repeat`` runs the selection several times."""

    def __init__(
        self,
        opened: OpenBoard,
        *,
        only: Iterable[str] = (),
        repeat: int = 1,
        cycles: int = 3,
        hands: Hands | None = None,
        on_event: Callable[[dict[str, Any]], None] = lambda event: None,
    ) -> None:
        chosen = tuple(only)
        unknown = [key for key in chosen if key not in KEYS]
        if unknown:
            raise ValueError(f"unknown steps: {', '.join(unknown)}; known are {', '.join(KEYS)}")
        if repeat < 1 or cycles < 1:
            raise ValueError("repeat and cycles are at least 1")
        self._opened, self._on_event = opened, on_event
        self._steps = [step for step in STEPS if not chosen or step.key in chosen] * repeat
        self._person = PersonHands(self._show)
        self._bench = Bench(
            opened,
            hands or self._default_hands(),
            cycles,
            self._progress,
            on_interrupted=lambda: self._person.answer("abort"),  # nobody is asked any more
        )
        self._thread = threading.Thread(target=self._run, name="hardware-test", daemon=True)
        self._report: dict[str, Any] = {}
        self._patience = CONNECT_S
        self._moving = False

    def _default_hands(self) -> Hands:
        if self._opened.twin is not None:
            return TwinHands(self._opened.twin, self._opened.console)
        return self._person

    # --- from any thread ----------------------------------------------------------------------------

    def start(self) -> None:
        self._thread.start()

    def answer(self, word: Word) -> None:
        """The builder's word: "yes" (done, it is so), "no", "skip" this step, "abort" the test."""
        self._person.answer(word)

    def abort(self) -> None:
        """Ends the test soon. In a step that moves bands they are stopped, and stay so until resumed."""
        self._bench.aborted.set()
        self._person.answer("abort")
        if self._moving:
            self._opened.board.stop()

    def join(self) -> dict[str, Any]:
        """Waits for the end; the report as JSON."""
        self._thread.join()
        return self._report

    # --- the test's thread --------------------------------------------------------------------------

    def _show(self, ask: Ask | None) -> None:
        self._on_event({"kind": "ask", "ask": ask.to_json() if ask is not None else None})

    def _progress(self, done: int, of: int) -> None:
        self._on_event({"kind": "progress", "done": done, "of": of})

    def _run(self) -> None:
        began = time.time()
        self._bench.begin_run()
        unlisten = self._bench.listen()
        results = []
        try:
            for number, step in enumerate(self._steps):
                event = {"kind": "step", "step": step.key, "number": number + 1, "of": len(self._steps)}
                self._on_event({**event, "title": f"test.{step.key}", "moves": step.moves})
                self._moving = step.moves
                results.append(self._do(step))
                self._moving = False
                self._on_event({"kind": "result", "result": results[-1]})
                if results[-1]["verdict"] == "aborted":
                    break
        finally:
            unlisten()
            self._opened.board.light({})
            self._report = self._conclude(began, results)
            self._on_event({"kind": "end", "report": self._report})

    def _do(self, step: Step) -> dict[str, Any]:
        started = time.monotonic()
        values: dict[str, Any] = {}
        notice: Notice | None = None
        verdict: Verdict = "failed"
        try:
            limit, self._patience = self._patience, AGAIN_S
            if not self._bench.until(lambda s: s.connected, limit):
                raise StepFailed(next(iter(self._bench.seen.faults), Notice("test.fail.no_board")))
            self._bench.begin_step(moves=step.moves, opens_chain=step.opens_chain)
            values = step.run(self._bench)
            verdict = "passed"
        except StepFailed as failure:
            notice, values = failure.notice, failure.values
        except (Skipped, NotHere) as reason:
            verdict, notice = "skipped", Notice(str(reason) or "test.skip.hand")
        except Interrupted:
            pass  # told below, as for a step that failed by it
        except Aborted:
            if not self._bench.interrupted:
                self._bench.aborted.set()
        except (LinkError, BoardRefusal, TwinError) as error:
            notice = error.notice
        if self._bench.aborted.is_set():  # whatever it failed at, somebody wanted the end
            verdict, notice = "aborted", Notice("test.fail.aborted")
        elif self._bench.ended_by_stop():
            verdict, notice = "aborted", Notice("test.fail.stopped")
        return {
            "step": step.key,
            "verdict": verdict,
            "seconds": round(time.monotonic() - started, 2),
            "notice": notice.to_json() if notice else None,
            "says": says(notice) if notice else "",
            "do": advice(notice) if notice else "",
            "values": values,
        }

    def _conclude(self, began: float, results: list[dict[str, Any]]) -> dict[str, Any]:
        counted = {
            v: sum(r["verdict"] == v for r in results) for v in ("passed", "failed", "skipped", "aborted")
        }
        return {
            "format": 1,
            "began": time.strftime("%Y-%m-%dT%H:%M:%S%z", time.localtime(began)),
            "seconds": round(time.time() - began, 1),
            "simulated": self._opened.twin is not None,
            "port": self._opened.board.link.port,
            "passed": counted["failed"] == counted["aborted"] == 0 and counted["passed"] > 0,
            "counts": counted,
            "results": results,
        }
