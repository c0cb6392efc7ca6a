"""The hardware test on the panel: one at a time, the board its own, questions answered, reports kept."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest

REPORT = {
    "format": 1, "began": "2026-01-01T00:00:00+0000", "seconds": 1.0, "simulated": True, "port": "x",
    "passed": True, "counts": {"passed": 1, "failed": 0, "skipped": 0, "aborted": 0}, "results": [],
}  # fmt: skip


class FakeTest:
    """A hardware test of one step that asks one question."""

    made: ClassVar[list[FakeTest]] = []

    def __init__(self, opened: Any, *, on_event: Callable[[Any], None], **options: Any) -> None:
        self.options, self.tell = options, on_event
        self.words: list[str] = []
        self.answered = threading.Event()
        FakeTest.made.append(self)

    def start(self) -> None:
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        self.tell(
            {"kind": "step", "step": "lamps", "number": 1, "of": 1, "title": "test.lamps", "moves": False}
        )
        self.tell({"kind": "ask", "ask": {"code": "test.ask.beeps", "params": {}, "question": True}})
        self.answered.wait(10.0)
        self.tell({"kind": "ask", "ask": None})
        result = {
            "step": "lamps",
            "verdict": "passed",
            "seconds": 0.1,
            "notice": None,
            "says": "",
            "do": "",
            "values": {"lit": 1},
        }
        self.tell({"kind": "result", "result": result})
        self.tell({"kind": "end", "report": REPORT | {"results": [result]}})

    def answer(self, word: str) -> None:
        self.words.append(word)
        self.answered.set()

    def abort(self) -> None:
        self.answer("abort")


@pytest.fixture
def table(board_table: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    FakeTest.made.clear()
    monkeypatch.setattr("firmware_bridge.selftest.runner.SelfTest", FakeTest)
    board_table.services.wizard._opened = object()
    yield board_table
    for test in FakeTest.made:
        test.answered.set()


def asked(table: Any, builder: Any) -> Any:
    return table.until(lambda: (s := builder.json("/api/selftest"))["ask"] and s)


def test_a_run_from_start_to_report(table: Any) -> None:
    """Steps are offered, a question is shown and answered, results come, the report is kept for download."""
    builder = table.builder()
    assert builder.get("/api/selftest/report").get_json()["code"] == "table.test.report"
    steps = builder.json("/api/selftest")["steps"]
    assert {"key": "home", "code": "test.home", "moves": True} in steps
    started = builder.post("/api/selftest/start", {"only": ["lamps"], "cycles": 5})
    assert started.status_code == 202
    assert FakeTest.made[0].options == {"only": ["lamps"], "repeat": 1, "cycles": 5}
    state = asked(table, builder)
    assert (state["running"], state["step"]["step"], state["ask"]["question"]) == (True, "lamps", True)
    assert builder.post("/api/selftest/answer", {"word": "yes"}).status_code == 200
    state = table.until(lambda: not (s := builder.json("/api/selftest"))["running"] and s)
    assert (state["passed"], state["ask"]) == (True, None)
    assert state["results"] == [{"step": "lamps", "verdict": "passed", "seconds": 0.1, "notice": None}]
    report = builder.get("/api/selftest/report?format=json")
    assert json.loads(report.data)["results"][0]["values"] == {"lit": 1}
    page = builder.get("/api/selftest/report")
    assert page.headers["Content-Disposition"].startswith("attachment")
    for answer in (report, page):
        answer.close()


def test_the_board_is_the_tests_own(table: Any) -> None:
    """No second test, no match set up, no band by hand or handle until it has ended."""
    panel = table.panel()
    assert panel.post("/api/selftest/start").status_code == 202
    asked(table, panel)
    body = {"game": "palace", "seats": [{"kind": "board"}] * 2, "on_board": True}
    refused = [
        panel.post("/api/selftest/start"),
        panel.post("/api/matches", body),
        panel.post("/api/table/bands/2", {"level": 3}),
        *(panel.post(f"/api/table/{what}") for what in ("home", "clear", "resume", "lamps")),
    ]
    assert [(a.status_code, a.get_json()["code"]) for a in refused] == [(409, "table.test")] * 7
    assert table.board.snapshot().pending is None
    table.house.handle_later(2, 1)
    table.until(lambda: table.console.refused == [2])
    assert table.board.asked == []
    assert table.browser().post("/api/table/stop").status_code == 200
    panel.post("/api/selftest/abort")
    table.until(lambda: not panel.json("/api/selftest")["running"])
    table.settle()
    assert panel.post("/api/table/resume").status_code == 200
    assert panel.post("/api/table/bands/2", {"level": 3}).status_code == 202


def test_a_match_keeps_the_test_away(table: Any) -> None:
    """The board is in play: finish or abandon first."""
    panel = table.panel()
    panel.new([{"kind": "board"}, {"kind": "board"}], on_board=True)
    answer = panel.post("/api/selftest/start")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "hosting.board.taken")


def test_without_a_run_there_is_nothing_to_answer(table: Any) -> None:
    """A late tap changes nothing."""
    builder = table.builder()
    for path in ("answer", "abort"):
        answer = builder.post(f"/api/selftest/{path}", {"word": "yes"} if path == "answer" else {})
        assert (answer.status_code, answer.get_json()["code"]) == (409, "table.test.none")


def test_without_a_board_there_is_no_test(make_table: Any) -> None:
    """The refusal says so."""
    answer = make_table().panel().post("/api/selftest/start")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "table.none")


def test_only_builders_hear_of_it(table: Any) -> None:
    """Its events go to panel and builder alone."""
    from web_panel.hosting.views import Audience

    place = table.hub.seq
    table.panel().post("/api/selftest/start")
    events = table.until(lambda: [e for e in table.hub.after(place, 0.0) if e.kind == "selftest"])
    assert events[-1].text(Audience()) is None
    assert json.loads(events[-1].text(Audience(builder=True)))["running"] is True
