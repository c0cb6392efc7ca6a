"""The console: five handles, their lamps, the e-stop's sense contact, the buzzer, two optional turn buttons.

Everything hangs on the Pi's own pins (BCM numbers in ``PINS``). On the simulated board the same classes run
on gpiozero's mock pins, and ``simulate_turn`` / ``simulate_estop`` move them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal


class Console:
    """Handles turn into requests; lamps and buzzer warn; the e-stop is only read.

    Callbacks run on the console's own thread, in the order of the events, and must only queue.
    """

    def __init__(
        self,
        *,
        pins: Literal["mock", "lgpio"],
        on_turn: Callable[[int, int], None] | None = None,
        on_estop: Callable[[bool], None] | None = None,
        on_button: Callable[[int], None] | None = None,
        buttons: bool = False,
    ) -> None:
        """``on_turn(band, step)``: four detents one way; step +1 = one level up, -1 = one down.

        ``on_estop(open)``; ``on_button(seat)``. Raises ConsoleUnavailable with the remedy.
        """
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    @property
    def estop_open(self) -> bool:
        """True when the e-stop is pressed or its wire is broken."""
        raise NotImplementedError

    def warn(self, bands: Iterable[int], on: bool) -> None:
        """Blinks the lamps of ``bands`` and beeps, until called with ``on`` False; returns at once."""
        raise NotImplementedError

    def refuse(self, band: int) -> None:
        """A quick double blink: the turn of this handle asked for something not allowed."""
        raise NotImplementedError

    def lamps(self, bands: Iterable[int]) -> None:
        """Lights the lamps of ``bands`` steadily (whose handles may be turned now), all others off."""
        raise NotImplementedError

    def simulate_turn(self, band: int, steps: int) -> None:
        """Turns a handle by ``steps`` signed detents (+ is up; four make one request). Mock pins only."""
        raise NotImplementedError

    def simulate_estop(self, pressed: bool) -> None:
        """Opens or closes the sense contact. Mock pins only."""
        raise NotImplementedError
