"""The hardware test on the twin: it passes on a sound board, and each step fails when it should."""

from __future__ import annotations

import json
import queue
from collections.abc import Iterator

import pytest

from firmware_bridge.opening import OpenBoard, open_board
from firmware_bridge.selftest import report as reports
from firmware_bridge.selftest.hands import TwinHands
from firmware_bridge.selftest.runner import KEYS, STEPS, SelfTest


@pytest.fixture
def opened(tmp_path) -> Iterator[OpenBoard]:
    """A simulated board, started; warnings last 0.1 s."""
    made = open_board("twin", data_dir=tmp_path, warning_s=0.1)
    made.board.start()
    yield made
    made.close()


def run(opened: OpenBoard, *only: str, **settings) -> dict[str, dict]:
    """The results by step."""
    test = SelfTest(opened, only=only, cycles=1, **settings)
    test.start()
    report = test.join()
    json.dumps(report)
    return {result["step"]: result for result in report["results"]}


def fault(opened: OpenBoard, name: str, **place) -> None:
    opened.twin.request({"do": "fault", "name": name, **place})


class Clumsy(TwinHands):
    """Turns the next handle instead of the one asked for, and says no to everything."""

    def _do_turn(self, turn):
        band, detents = turn
        super()._do_turn((band % 5 + 1, detents))

    def confirm(self, ask, look) -> bool:
        look()
        return False


@pytest.mark.timing
def test_a_sound_board_passes_every_step(opened):
    """All twelve steps and their events in order; travel within 5 % of the ideal, Stop within 50 ms."""
    events: queue.SimpleQueue = queue.SimpleQueue()
    test = SelfTest(opened, cycles=1, on_event=events.put)
    test.start()
    report = test.join()
    assert [(r["step"], r["verdict"], r["says"]) for r in report["results"]] == [
        (key, "passed", "") for key in KEYS
    ]
    assert report["passed"]
    values = {r["step"]: r["values"] for r in report["results"]}
    assert values["travel"]["worst_ratio"] <= 1.05
    assert values["stop"]["latency_ms"] < 50
    assert values["panes"]["least_span"]["counts"] > 40
    kinds = [events.get() for _ in range(events.qsize())]
    assert [e["step"] for e in kinds if e["kind"] == "step"] == list(KEYS)
    assert kinds[-1] == {"kind": "end", "report": report}
    assert reports.html(report).count("<svg") == 5


RESTING = [
    ("link", "reply-drop", {"value": 5}, "test.fail.line"),
    ("estop", "estop", {}, "test.fail.estop_open"),
    ("switches", "vm-low", {"value": 0}, "fault.vm-low"),
    ("switches", "diag", {}, "fault.driver"),
    ("panes", "pane-stuck", {"value": 0, "pane": "c3"}, "test.fail.panes"),
    ("panes", "pane-stuck", {"value": 1023, "pane": "h10"}, "test.fail.panes"),
]


@pytest.mark.parametrize(("step", "name", "place", "code"), RESTING)
def test_each_step_at_rest_fails_when_it_should(opened, step, name, place, code):
    """One fault a step: the step fails, and names what is wrong and what to do."""
    fault(opened, name, **place)
    result = run(opened, step)[step]
    assert result["verdict"] == "failed"
    assert result["notice"]["code"] == code
    assert result["says"]
    assert result["do"]
    if "pane" in place:
        assert place["pane"] in result["says"]


def test_lamps_buzzer_and_handles_fail_by_eye_ear_and_hand(opened):
    """What only a person can judge fails when the person says so; a swapped handle is named."""
    found = run(opened, "lamps", "buzzer", "handles", hands=Clumsy(opened.twin, opened.console))
    assert {key: r["notice"]["code"] for key, r in found.items()} == {
        "lamps": "test.fail.said_no",
        "buzzer": "test.fail.said_no",
        "handles": "test.fail.handle",
    }
    assert found["handles"]["notice"]["params"] == {"wanted": 1, "band": 2, "way": "up"}


@pytest.mark.parametrize("step", [step.key for step in STEPS if step.moves and step.key != "home"])
def test_a_jam_fails_every_step_that_moves_to_levels(opened, step):
    """Held at 6 mm: travel, Stop, silence and endurance end with the stall of that band."""
    fault(opened, "jam", band=2, value=6.0)
    assert run(opened, step)[step]["notice"] == {"code": "fault.stall", "params": {"band": 2}}


@pytest.mark.parametrize(
    ("name", "code"), [("home-dead", "fault.home-dead"), ("home-stuck", "fault.home-stuck")]
)
def test_homing_fails_without_its_switch(opened, name, code):
    """A switch that never closes, and one that never opens."""
    fault(opened, name, band=1)
    result = run(opened, "home")["home"]
    assert result["notice"] == {"code": code, "params": {"band": 1}}


@pytest.mark.parametrize(
    ("name", "code"), [("vane-dead", "fault.level-mismatch"), ("tacho-dead", "fault.tacho-dead")]
)
def test_travel_fails_without_its_sensors(opened, name, code):
    """A dead vane and a dead slotted wheel, found by the first movement."""
    fault(opened, name, band=4)
    assert run(opened, "travel")["travel"]["notice"] == {"code": code, "params": {"band": 4}}


def test_without_a_board_every_step_fails_with_the_links_reason(opened):
    """A cable that is off: each step says so instead of hanging."""
    fault(opened, "comm-loss")
    found = run(opened, "link", "handles")
    assert {result["notice"]["code"] for result in found.values()} == {"link.silent"}


def test_a_run_can_be_ended_in_mid_move(opened, events):
    """abort(): what moves is stopped, the step is "aborted", the report comes."""
    moving = []

    def on_event(event: dict) -> None:
        if event["kind"] == "step":
            moving.append(event["step"])

    opened.board.subscribe(events)
    test = SelfTest(opened, only=["travel", "soak"], on_event=on_event)
    test.start()
    events.wait("snapshot", lambda s: s.moving)
    test.abort()
    report = test.join()
    assert [r["verdict"] for r in report["results"]] == ["aborted"]
    assert not report["passed"]
    assert moving == ["travel"]
    events.wait("snapshot", lambda s: s.stopped and not s.moving)


def test_without_a_console_its_steps_are_skipped(tmp_path):
    """A bench without handles: buzzer and handles are skipped with the reason, not failed."""
    opened = open_board("twin", data_dir=tmp_path, pins="none")
    opened.board.start()
    try:
        found = run(opened, "buzzer", "handles")
        assert {r["notice"]["code"] for r in found.values()} == {"test.skip.console"}
        assert {r["verdict"] for r in found.values()} == {"skipped"}
    finally:
        opened.close()


def test_a_turn_during_the_handles_step_asks_for_no_level(tmp_path):
    """The panel's own use of the handles rests while they are tested."""
    turned = []
    opened = open_board("twin", data_dir=tmp_path, on_turn=lambda band, step: turned.append((band, step)))
    opened.board.start()
    try:
        assert run(opened, "handles")["handles"]["verdict"] == "passed"
        assert turned == []
    finally:
        opened.close()


def test_unknown_steps_are_refused(opened):
    """A misspelt step is an error with the known ones, not an empty run that passes."""
    with pytest.raises(ValueError, match="known are link"):
        SelfTest(opened, only=["lnik"])
    with pytest.raises(ValueError, match="at least 1"):
        SelfTest(opened, repeat=0)


def test_every_step_has_its_words():
    """Title and purpose of each step stand in the texts."""
    for step in STEPS:
        assert reports.title(step.key)


def press_stop(opened: OpenBoard, events) -> None:
    opened.board.stop()


def press_and_release_estop(opened: OpenBoard, events) -> None:
    opened.console.simulate_estop(True)
    events.wait("snapshot", lambda s: s.estop)
    opened.console.simulate_estop(False)


@pytest.mark.parametrize("press", [press_stop, press_and_release_estop])
@pytest.mark.parametrize("phase", ["step", "moving"])
def test_a_stop_of_somebody_ends_the_run_and_is_not_lifted(opened, events, press, phase):
    """Stop or e-stop, as a step begins or in mid-move: no later step drives, nothing resumes by itself."""
    begun = []

    def on_event(event: dict) -> None:
        if event["kind"] == "step":
            begun.append(event["step"])
            if phase == "step":
                press(opened, events)

    opened.board.subscribe(events)
    events.wait("snapshot", lambda s: s.connected)
    test = SelfTest(opened, only=["travel", "stop", "comm_loss", "soak"], cycles=1, on_event=on_event)
    test.start()
    if phase == "moving":
        events.wait("snapshot", lambda s: s.moving)
        press(opened, events)
    report = test.join()
    assert begun == ["travel"]
    assert [(r["verdict"], r["notice"]["code"]) for r in report["results"]] == [
        ("aborted", "test.fail.stopped")
    ]
    assert not report["passed"]
    pressed = press is press_stop
    events.wait("snapshot", lambda s: s.connected and not s.moving and s.stopped is pressed)
    assert opened.board.snapshot().stopped is pressed


def test_a_stop_before_the_run_is_not_lifted_by_it(opened, events):
    """Whoever stopped the board resumes it; a step that moves does not."""
    opened.board.subscribe(events)
    opened.board.stop()
    events.wait("snapshot", lambda s: s.connected and s.stopped)
    assert run(opened, "travel", "soak")["travel"]["notice"]["code"] == "test.fail.stopped"
    assert opened.board.snapshot().stopped


def test_nobody_is_asked_any_more_after_a_stop(opened):
    """A Stop while the builder is being asked ends the asking."""

    def on_event(event: dict) -> None:
        if event["kind"] == "ask" and event["ask"] is not None:
            opened.board.stop()

    test = SelfTest(opened, only=["switches"], on_event=on_event)
    test._bench.hands = test._person
    test.start()
    report = test.join()
    assert [r["notice"]["code"] for r in report["results"]] == ["test.fail.stopped"]
