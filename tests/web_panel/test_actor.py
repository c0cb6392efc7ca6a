"""The actor: one after the other, verdicts back to the caller, timers, and nothing late."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from web_panel.hosting.actor import Actor
from web_panel.hosting.errors import Unavailable


@pytest.fixture
def actor() -> Iterator[Actor]:
    made = Actor("test")
    made.start()
    yield made
    made.stop()


def test_results_and_errors_come_back(actor: Actor) -> None:
    """The caller gets what the command returned or raised."""
    assert actor.call(lambda a, b: a + b, 1, 2) == 3
    with pytest.raises(ZeroDivisionError):
        actor.call(lambda: 1 / 0)
    assert actor.call(lambda: "still there") == "still there"


def test_commands_run_in_order_and_one_at_a_time(actor: Actor) -> None:
    """A thousand from four threads: each thread's own order, none beside another."""
    seen: list[tuple[int, int]] = []
    inside = threading.Lock()

    def note(thread: int, number: int) -> None:
        assert inside.acquire(blocking=False)
        seen.append((thread, number))
        inside.release()

    threads = [
        threading.Thread(target=lambda t=t: [actor.post(note, t, n) for n in range(250)]) for t in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    actor.call(lambda: None)
    assert len(seen) == 1000
    for thread in range(4):
        assert [n for t, n in seen if t == thread] == list(range(250))


def test_what_was_given_up_never_runs(actor: Actor) -> None:
    """A caller who got no answer in time can be sure that nothing will come of it."""
    free, ran = threading.Event(), []
    actor.post(free.wait, 10.0)
    with pytest.raises(Unavailable):
        actor.call(ran.append, 1, timeout_s=0.05)
    free.set()
    actor.call(lambda: None)
    assert ran == []


def test_a_command_may_call_another(actor: Actor) -> None:
    """On its own thread a call is a call."""
    assert actor.call(lambda: actor.call(lambda: 7)) == 7


def test_timers_fire_in_time_order_and_can_be_cancelled(actor: Actor) -> None:
    """Earliest first; a cancelled one never."""
    done, fired = threading.Event(), []

    def set_up() -> None:
        actor.later(0.03, lambda: (fired.append("late"), done.set()))
        actor.later(0.01, fired.append, "early")
        actor.later(0.02, fired.append, "never").cancel()

    actor.call(set_up)
    assert done.wait(5.0)
    assert fired == ["early", "late"]


def test_a_failing_command_is_logged_and_the_next_runs(
    actor: Actor, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody waits for a posted command; its error is in the log, not lost."""
    actor.post(lambda: 1 / 0)
    assert actor.call(lambda: 1) == 1
    assert "a command of the house failed" in caplog.text


def test_stopping_finishes_what_is_queued() -> None:
    """Commands given before the end are done."""
    actor, seen = Actor("test"), []
    for number in range(100):
        actor.post(seen.append, number)
    actor.start()
    actor.stop()
    assert seen == list(range(100))
