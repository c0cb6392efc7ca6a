"""The console on gpiozero's mock pins: handles, lamps, e-stop sense, buzzer, turn buttons."""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge import console as module
from firmware_bridge.console import BUTTONS, BUZZER, ESTOP, HANDLES, LAMPS, Console
from firmware_bridge.errors import ConsoleUnavailable


class Told:
    """What the console called back with, in order."""

    def __init__(self) -> None:
        self.events: queue.SimpleQueue = queue.SimpleQueue()

    def callbacks(self) -> dict:
        put = self.events.put
        return {
            "on_turn": lambda band, step: put(("turn", band, step)),
            "on_estop": lambda is_open: put(("estop", is_open)),
            "on_button": lambda seat: put(("button", seat)),
            "on_held": lambda held: put(("held", held)),
        }

    def next(self, kind: str, limit_s: float = 3.0):
        """The next event of this kind; others before it are passed over."""
        end = time.monotonic() + limit_s
        while True:
            event = self.events.get(timeout=max(0.001, end - time.monotonic()))
            if event[0] == kind:
                return event

    @staticmethod
    def wait(check: Callable[[], bool], timeout_s: float = 10.0) -> None:
        end = time.monotonic() + timeout_s
        while not check():
            assert time.monotonic() < end, "the console did not take the turn in"
            time.sleep(0.002)

    def none(self, kind: str, within_s: float = 0.15) -> bool:
        end = time.monotonic() + within_s
        while (left := end - time.monotonic()) > 0:
            try:
                if self.events.get(timeout=left)[0] == kind:
                    return False
            except queue.Empty:
                return True
        return True


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def console(told) -> Iterator[Console]:
    made = Console(pins="mock", buttons=True, **told.callbacks())
    assert told.next("estop") == ("estop", False)
    yield made
    made.close()


def lit(console: Console, band: int) -> bool:
    return console._factory.pin(LAMPS[band]).state == 1


def changes(console: Console, pin: int, seconds: float) -> list[bool]:
    """The states a pin goes through, the present one first."""
    seen = [bool(console._factory.pin(pin).state)]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        state = bool(console._factory.pin(pin).state)
        if state != seen[-1]:
            seen.append(state)
        time.sleep(0.004)
    return seen


def test_no_pin_is_used_twice():
    """Every handle, lamp, contact and the buzzer has pins of its own."""
    pins = [pin for pair in HANDLES.values() for pin in pair]
    pins += [*LAMPS.values(), *BUTTONS.values(), ESTOP, BUZZER, 14, 15]
    assert len(set(pins)) == len(pins)


@pytest.mark.parametrize("band", HANDLES)
@pytest.mark.parametrize(("steps", "step"), [(4, 1), (-4, -1)])
def test_four_detents_one_way_are_one_request(console, told, band, steps, step):
    """Each handle, both directions: three detents are nothing, the fourth asks for one level."""
    console.simulate_turn(band, steps - step)
    assert told.none("turn")
    console.simulate_turn(band, step)
    assert told.next("turn") == ("turn", band, step)


def test_forth_and_back_is_nothing(console, told):
    """Half a request and back asks for nothing, and leaves nothing behind."""
    console.simulate_turn(2, 3)
    console.simulate_turn(2, -3)
    console.simulate_turn(2, 3)
    assert told.none("turn")
    console.simulate_turn(2, 1)
    assert told.next("turn") == ("turn", 2, 1)


def test_half_a_detent_and_back_is_nothing(console, told):
    """A contact that closes and opens again, bouncing or touched, is no detent."""
    pin = console._factory.pin(HANDLES[1][0])
    for _ in range(50):
        pin.drive_low()
        pin.drive_high()
    assert told.none("turn")
    console.simulate_turn(1, 4)
    assert told.next("turn") == ("turn", 1, 1)


def test_bouncing_edges_count_once(console, told):
    """Every edge of a detent bounces: it is still one detent."""
    a, b = (console._factory.pin(pin) for pin in HANDLES[3])

    def bounce(pin, low: bool) -> None:
        first, then = (pin.drive_low, pin.drive_high) if low else (pin.drive_high, pin.drive_low)
        for _ in range(3):
            first()
            then()
        first()

    for _ in range(4):
        bounce(a, True)
        bounce(b, True)
        bounce(a, False)
        bounce(b, False)
    assert told.next("turn") == ("turn", 3, 1)
    assert told.none("turn")


def test_two_handles_at_once_are_counted_apart(console, told):
    """Turned in turn by two people, each handle keeps its own count."""
    for _ in range(4):
        console.simulate_turn(1, 1)
        console.simulate_turn(5, -1)
    assert {told.next("turn"), told.next("turn")} == {("turn", 1, 1), ("turn", 5, -1)}


def test_a_thousand_turns_from_two_threads_arrive_in_order(console, told):
    """Case 28: callbacks come from foreign threads and only queue; none is lost, each handle's keep order."""

    def turn(band: int) -> None:
        for n in range(500):
            console.simulate_turn(band, 4 if n % 3 else -4)

    threads = [threading.Thread(target=turn, args=(band,)) for band in (2, 4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    came = [told.next("turn") for _ in range(1000)]
    right = [1 if n % 3 else -1 for n in range(500)]
    for band in (2, 4):
        assert [step for _, b, step in came if b == band] == right


def test_a_handle_left_alone_begins_anew(console, told, monkeypatch):
    """Detents of some seconds ago do not add up to a request."""
    console.simulate_turn(2, 3)
    told.wait(lambda: console._counts[2] == 3)
    monkeypatch.setattr(console, "_clock", lambda: time.monotonic() + module.FORGET_S + 1)
    console.simulate_turn(2, 1)
    told.wait(lambda: console._counts[2] == 1)
    assert told.none("turn", within_s=0)


def test_case_30_a_broken_wire_is_a_stop(console, told):
    """Normally closed: open contact and broken wire are the same, and count at once."""
    assert not console.estop_open
    console._factory.pin(ESTOP).drive_high()
    assert told.next("estop") == ("estop", True)
    assert console.estop_open


@pytest.mark.timing
def test_case_25_closing_must_last_and_follows_the_level(console, told):
    """A bouncing release is not believed before it has lasted; the pin's level decides, not its edges."""
    console.simulate_estop(True)
    assert told.next("estop") == ("estop", True)
    for _ in range(5):
        console.simulate_estop(False)
        time.sleep(0.01)
        console.simulate_estop(True)
    assert told.none("estop")
    console.simulate_estop(False)
    assert told.next("estop") == ("estop", False)


def test_case_25_a_lost_edge_is_made_good(told, monkeypatch):
    """Were an edge never reported, the level would be read again within half a second."""
    console = Console(pins="mock", **told.callbacks())
    try:
        assert told.next("estop") == ("estop", False)
        console._estop.when_activated = console._estop.when_deactivated = None
        console.simulate_estop(True)
        assert told.next("estop", 1.5) == ("estop", True)
    finally:
        console.close()


@pytest.mark.timing
def test_the_warning_blinks_its_bands_and_beeps(console):
    """Before motion: the lamps of these bands blink and the buzzer sounds; in motion they only blink."""
    console.motion({3}, "warning")
    lamp, buzzer = LAMPS[3], BUZZER
    assert len(changes(console, lamp, 0.6)) >= 4
    console.motion({3}, "warning")
    assert True in changes(console, buzzer, 0.3)
    console.motion({3}, "moving")
    time.sleep(0.15)
    assert changes(console, buzzer, 0.6) == [False]
    assert not lit(console, 2)
    console.motion({3}, "rest")
    time.sleep(0.1)
    assert changes(console, lamp, 0.3) == [False]


@pytest.mark.timing
def test_lamps_show_whose_handles_may_be_turned(console):
    """Steady lamps for the handles that may be turned; a refused turn blinks twice and they come back."""
    console.lamps({1, 4})
    time.sleep(0.1)
    assert [band for band in LAMPS if lit(console, band)] == [1, 4]
    console.refuse(2)
    assert changes(console, LAMPS[2], 0.8) in (
        [False, True, False, True, False],
        [True, False, True, False],
    )
    assert [band for band in LAMPS if lit(console, band)] == [1, 4]


@pytest.mark.timing
def test_the_lamps_test_shows_one_lamp_after_the_other(console, monkeypatch):
    """Each lamp alone, from band 1 to band 5, then as before."""
    monkeypatch.setattr(module, "TEST_S", 0.1)
    console.test_lamps()
    order: list[int] = []
    end = time.monotonic() + 1.0
    while time.monotonic() < end:
        now = [band for band in LAMPS if lit(console, band)]
        if len(now) == 1 and order[-1:] != now:
            order += now
        time.sleep(0.004)
    assert order == [1, 2, 3, 4, 5]
    assert not any(lit(console, band) for band in LAMPS)


def test_turn_buttons_tell_once_a_press(console, told):
    """White's and Black's button: one event a press that lasts, none for a flicker."""
    console.simulate_button(0, True)
    console.simulate_button(0, False)
    assert told.none("button")
    for seat in BUTTONS:
        console.simulate_button(seat, True)
        assert told.next("button") == ("button", seat)
        assert told.none("button")
        console.simulate_button(seat, False)


def test_a_turned_handle_counts_as_held_for_a_second(console, told, monkeypatch):
    """For HOLD_TO_RUN: held from the first detent until a while after the last."""
    monkeypatch.setattr(module, "HELD_S", 0.2)
    console.simulate_turn(1, 1)
    assert told.next("held") == ("held", True)
    assert told.next("held") == ("held", False)


def test_case_26_another_pin_library_is_never_taken_instead():
    """Where lgpio does not work the console refuses with the remedy; it does not fall back."""
    if Path("/dev/gpiochip0").exists():
        pytest.skip("this machine has pins")
    with pytest.raises(ConsoleUnavailable, match=r"lgpio.*python3-lgpio"):
        Console(pins="lgpio")


def test_only_mock_pins_can_be_simulated(console, monkeypatch):
    """On real pins nobody turns a handle from the panel."""
    monkeypatch.setattr(console, "pins", "lgpio")
    for simulate in (
        lambda: console.simulate_turn(1, 4),
        lambda: console.simulate_estop(True),
        lambda: console.simulate_button(0, True),
    ):
        with pytest.raises(ConsoleUnavailable):
            simulate()
    monkeypatch.setattr(console, "pins", "mock")


def test_a_closed_console_is_dark_and_silent(told):
    """Closing in the middle of a warning leaves neither lamp nor buzzer on, and frees the pins."""
    console = Console(pins="mock", **told.callbacks())
    console.motion({1, 2, 3, 4, 5}, "warning")
    time.sleep(0.05)
    console.close()
    for pin in (BUZZER, *LAMPS.values()):
        assert not console._factory.pin(pin).state
    again = Console(pins="mock", **told.callbacks())
    again.close()


def test_the_module_loads_without_the_pin_library():
    """gpiozero is loaded when a console is made, not when the service starts."""
    import subprocess

    code = "import sys, firmware_bridge.console; sys.exit('gpiozero' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
