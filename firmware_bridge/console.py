"""The console: five handles, their lamps, the e-stop's sense contact, the buzzer, two optional turn buttons.

As it lies on the west edge of the table, with the Pi's pins (BCM numbers)::

    handle 5 (22 23) lamp 26      e-stop sense 27: NC contact to ground, open or broken = stopped
    handle 4 (20 21) lamp 25      buzzer        4
    handle 3 (16 19) lamp 24      turn buttons  9 (White), 10 (Black), to ground, optional
    handle 2 (12 13) lamp 18
    handle 1 ( 5  6) lamp 17

Five-line example::

    console = Console(pins="lgpio", on_turn=lambda band, step: turns.put((band, step)))
    console.motion({3}, "warning")      # lamp 3 blinks, the buzzer beeps
    console.motion({3}, "moving")       # lamp 3 blinks on, silently
    console.motion({3}, "rest")
    console.close()

The pin library is chosen by name and never by trial: "lgpio" on a Pi, "mock" on the simulated board, where
``simulate_turn`` and ``simulate_estop`` move the pins. gpiozero calls back on threads of its own (or, with
mock pins, on the caller's): those callbacks do nothing but put into a queue. A thread of the console's own
takes out of it, counts detents, re-reads levels that must last, drives lamps and buzzer, and calls
``on_turn`` and the others, in order. They must only queue in turn.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, Literal, TypeAlias

from firmware_bridge.errors import ConsoleUnavailable

HANDLES: Final = {1: (5, 6), 2: (12, 13), 3: (16, 19), 4: (20, 21), 5: (22, 23)}
LAMPS: Final = {1: 17, 2: 18, 3: 24, 4: 25, 5: 26}
ESTOP: Final = 27
BUZZER: Final = 4
BUTTONS: Final = {0: 9, 1: 10}
"""Seat to pin."""

DETENTS = 4
"""Detents one way that make one request: a handle has 20 a turn, so five levels a turn at most."""
FORGET_S = 3.0
"""A handle left alone for so long begins to count anew."""
HELD_S = 1.0
"""With HOLD_TO_RUN a handle counts as held for so long after its last detent."""
LAST_S = 0.05
"""A contact must be closed for so long before it is believed; opening the e-stop counts at once."""
LOOK_S = 0.5
"""Levels are read again at least this often, should an edge ever be lost."""
BLINK_S = 0.125
BEEP_S, BEEP_EVERY_S = 0.1, 0.5
REFUSE_S = 0.5
TEST_S = 0.3

Pins: TypeAlias = Literal["mock", "lgpio"]
Phase: TypeAlias = Literal["warning", "moving", "rest"]
log = logging.getLogger(__name__)


class Console:
    """Handles turn into requests; lamps and buzzer warn; the e-stop is only read.

    ``on_turn(band, step)``: four detents one way; step +1 = one level up, -1 = one down. ``on_estop(open)``:
    at the start and at every change. ``on_button(seat)``. ``on_held(held)``: whether any handle is being
    turned, for HOLD_TO_RUN. Raises ConsoleUnavailable with the remedy.
    """

    def __init__(
        self,
        *,
        pins: Pins,
        on_turn: Callable[[int, int], None] | None = None,
        on_estop: Callable[[bool], None] | None = None,
        on_button: Callable[[int], None] | None = None,
        on_held: Callable[[bool], None] | None = None,
        buttons: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.pins = pins
        self._on_turn, self._on_estop = on_turn, on_estop
        self._on_button, self._on_held = on_button, on_held
        self._clock = clock
        self._factory = _factory(pins)
        self._simulating = threading.Lock()
        self._events: queue.SimpleQueue[tuple[str, int, int]] = queue.SimpleQueue()
        self._guard = threading.Lock()  # for what follows: who asked for which light
        self._steady: frozenset[int] = frozenset()
        self._phase: tuple[frozenset[int], Phase] = (frozenset(), "rest")
        self._phase_since = 0.0
        self._refused: dict[int, float] = {}
        self._test_since: float | None = None
        self._tap: Callable[[str, int, int], None] | None = None
        # the console's thread's own
        self._counts = dict.fromkeys(HANDLES, 0)
        self._turned_at = dict.fromkeys(HANDLES, 0.0)
        self._held = False
        self._closed_since: float | None = None
        self._pressed_since: dict[int, float | None] = dict.fromkeys(BUTTONS, None)
        self._open: bool | None = None
        try:
            self._make_devices(buttons)
        except Exception as error:
            self._factory.close()
            raise ConsoleUnavailable(reason=str(error)) from error
        log.info("console on %s pins", pins)
        self._thread = threading.Thread(target=self._run, name="console", daemon=True)
        self._thread.start()

    def _make_devices(self, buttons: bool) -> None:
        from gpiozero import LED, Buzzer, DigitalInputDevice, RotaryEncoder

        made: dict[str, Any] = {"pin_factory": self._factory}
        contact = partial(DigitalInputDevice, pull_up=True, **made)
        self._estop = contact(ESTOP)
        if self.pins == "mock":  # a simulated chain is closed until somebody opens it
            self._factory.pin(ESTOP).drive_low()
        self._lamps = {band: LED(pin, **made) for band, pin in LAMPS.items()}
        self._buzzer = Buzzer(BUZZER, **made)
        self._handles = {band: RotaryEncoder(a, b, max_steps=0, **made) for band, (a, b) in HANDLES.items()}
        self._buttons = {seat: contact(pin) for seat, pin in BUTTONS.items()} if buttons else {}
        put = self._events.put
        for band, handle in self._handles.items():
            handle.when_rotated_clockwise = lambda band=band: put(("turn", band, 1))
            handle.when_rotated_counter_clockwise = lambda band=band: put(("turn", band, -1))
        self._estop.when_deactivated = lambda: put(("opened", 0, 0))
        self._estop.when_activated = lambda: put(("look", 0, 0))
        for button in self._buttons.values():
            button.when_activated = button.when_deactivated = lambda: put(("look", 0, 0))

    def close(self) -> None:
        """Lamps and buzzer off, pins given back."""
        if self._thread.is_alive():
            self._events.put(("end", 0, 0))
            self._thread.join()
        devices = (self._estop, self._buzzer, *self._lamps.values(), *self._handles.values())
        for device in (*devices, *self._buttons.values()):
            device.close()
        self._factory.close()

    # --- lamps and buzzer ---------------------------------------------------------------------------

    @property
    def estop_open(self) -> bool:
        """True when the e-stop is pressed or its wire is broken: what the pin says now."""
        return not self._estop.is_active

    def motion(self, bands: Iterable[int], phase: Phase) -> None:
        """Before and while ``bands`` move their lamps blink; before, the buzzer beeps. Returns at once."""
        with self._guard:
            self._phase, self._phase_since = (frozenset(bands), phase), self._clock()
        self._events.put(("look", 0, 0))

    def refuse(self, band: int) -> None:
        """A quick double blink: the turn of this handle asked for something not allowed."""
        with self._guard:
            self._refused[band] = self._clock()
        self._events.put(("look", 0, 0))

    def lamps(self, bands: Iterable[int]) -> None:
        """Lights the lamps of ``bands`` steadily (whose handles may be turned now), all others off."""
        with self._guard:
            self._steady = frozenset(bands)
        self._events.put(("look", 0, 0))

    def test_lamps(self) -> None:
        """Lights the handle lamps one after another and beeps once; returns at once."""
        with self._guard:
            self._test_since = self._clock()
        self._events.put(("look", 0, 0))

    def shown(self) -> tuple[frozenset[int], bool]:
        """What is to be seen and heard now: the bands whose lamps are lit, and whether the buzzer sounds."""
        return frozenset(b for b, lamp in self._lamps.items() if lamp.value), bool(self._buzzer.value)

    def tap(self, listener: Callable[[str, int, int], None] | None) -> None:
        """Sends turns ("turn", band, step) and buttons ("button", seat, 0) to ``listener`` alone, until None.

        For the hardware test: a handle turned there asks for no level. The e-stop is told as ever.
        """
        self._tap = listener

    # --- simulated hands ----------------------------------------------------------------------------

    def simulate_turn(self, band: int, steps: int) -> None:
        """Turns a handle by ``steps`` signed detents (+ is up; four make one request). Mock pins only."""
        first, second = (self._mock(pin) for pin in HANDLES[band][:: 1 if steps >= 0 else -1])
        with self._simulating:
            for _ in range(abs(steps)):
                first.drive_low()
                second.drive_low()
                first.drive_high()
                second.drive_high()

    def simulate_estop(self, pressed: bool) -> None:
        """Opens or closes the sense contact. Mock pins only."""
        with self._simulating:
            self._mock(ESTOP).drive_high() if pressed else self._mock(ESTOP).drive_low()

    def simulate_button(self, seat: int, pressed: bool) -> None:
        """Presses or lets go of a turn button. Mock pins only."""
        with self._simulating:
            self._mock(BUTTONS[seat]).drive_low() if pressed else self._mock(BUTTONS[seat]).drive_high()

    def _mock(self, pin: int) -> Any:
        if self.pins != "mock":
            raise ConsoleUnavailable("console.mock_only")
        return self._factory.pin(pin)

    # --- the console's thread -----------------------------------------------------------------------

    def _run(self) -> None:
        patience = 0.0
        while True:
            try:
                kind, band, step = self._events.get(timeout=patience)
            except queue.Empty:
                kind, band, step = "look", 0, 0
            now = self._clock()
            if kind == "end":
                self._show(now, dark=True)
                return
            if kind == "turn":
                self._count(band, step, now)
            elif kind == "opened":  # for however short a time: it must be closed for long again
                self._closed_since = None
            patience = min(self._hold(now), self._contacts(now), self._show(now))

    def _count(self, band: int, step: int, now: float) -> None:
        if now - self._turned_at[band] > FORGET_S:
            self._counts[band] = 0
        self._turned_at[band] = now
        self._counts[band] += step
        if abs(self._counts[band]) >= DETENTS:
            self._counts[band] = 0
            tap = self._tap
            if tap is not None:
                tap("turn", band, step)
            elif self._on_turn is not None:
                self._on_turn(band, step)

    def _hold(self, now: float) -> float:
        """Tells whether a handle is held; returns when to ask again."""
        left = max(self._turned_at.values()) + HELD_S - now
        held = left > 0
        if held != self._held:
            self._held = held
            if self._on_held is not None:
                self._on_held(held)
        return max(left, 0.001) if held else LOOK_S

    def _contacts(self, now: float) -> float:
        """Reads e-stop and buttons as they are now; a closing counts when it has lasted."""
        wait = LOOK_S
        if self.estop_open:
            self._closed_since = None
            self._tell_estop(True)
        else:
            since = self._closed_since = now if self._closed_since is None else self._closed_since
            if now - since >= LAST_S:
                self._tell_estop(False)
            else:
                wait = since + LAST_S - now
        for seat, button in self._buttons.items():
            pressed = self._pressed_since[seat]
            if not button.is_active:
                self._pressed_since[seat] = None
            elif pressed is None:
                self._pressed_since[seat] = now
                wait = min(wait, LAST_S)
            elif pressed != float("-inf"):
                if now - pressed >= LAST_S:
                    self._pressed_since[seat] = float("-inf")  # told: once a press
                    tap = self._tap
                    if tap is not None:
                        tap("button", seat, 0)
                    elif self._on_button is not None:
                        self._on_button(seat)
                else:
                    wait = min(wait, pressed + LAST_S - now)
        return wait

    def _tell_estop(self, is_open: bool) -> None:
        if is_open != self._open:
            self._open = is_open
            if self._on_estop is not None:
                self._on_estop(is_open)

    def _show(self, now: float, *, dark: bool = False) -> float:
        """Sets lamps and buzzer as they should be at this moment; returns when to look again."""
        with self._guard:
            steady, (bands, phase), since = self._steady, self._phase, self._phase_since
            self._refused = {b: at for b, at in self._refused.items() if now - at < REFUSE_S}
            refused, test = dict(self._refused), self._test_since
            if test is not None and now - test >= TEST_S * len(LAMPS):
                self._test_since = test = None
        moving = bands if phase != "rest" else frozenset()
        for band, lamp in self._lamps.items():
            if test is not None:
                lit = int((now - test) / TEST_S) + 1 == band
            elif band in refused:
                lit = int((now - refused[band]) / BLINK_S) % 2 == 0
            elif band in moving:
                lit = int((now - since) / BLINK_S) % 2 == 0
            else:
                lit = band in steady
            lamp.value = lit and not dark
        beeping = phase == "warning" and (now - since) % BEEP_EVERY_S < BEEP_S
        self._buzzer.value = not dark and (beeping or (test is not None and now - test < BEEP_S))
        return 0.025 if moving or refused or test is not None else LOOK_S


def _factory(pins: Pins) -> Any:
    """The pin library called ``pins``, or the reason why not; never another one in its place."""
    if pins == "mock":
        from gpiozero.pins.mock import MockFactory

        return MockFactory()
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    except Exception as error:  # (missing module, no chip, no right, no writable folder for its pipe)
        raise ConsoleUnavailable(reason=f"lgpio: {error}") from error
