"""The physical board as the rest of the table sees it: one snapshot, changes as events, a few commands.

Five-line example::

    board = Board("/dev/ttyAMA0", simulated=False)
    board.subscribe(lambda kind, value: inbox.put((kind, value)))
    board.start()
    pending = board.home()              # warns, drives; the outcome arrives as ("motion", MotionResult)
    board.stop()                        # from any thread, at any time

Bands are 1-5 and panes a1-h10 in everything that goes in or comes out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, Protocol, TypeAlias

from firmware_bridge.values import Pending, Snapshot

EventKind: TypeAlias = Literal["snapshot", "notice", "motion"]
Listener: TypeAlias = Callable[[EventKind, Any], None]
"""Called on the board's own thread: put the event into a queue and return.

"snapshot" (Snapshot)      something changed; band positions at most ten times a second, all else at once
"notice"   (Notice)        something people should be told once (link found or lost, board restarted, ...)
"motion"   (MotionResult)  a Pending of ``move`` or ``home`` has ended
"""


class Warner(Protocol):
    """What the board needs of a console: to be seen and heard before glass moves."""

    def warn(self, bands: Iterable[int], on: bool) -> None:
        """Blinks the handle lamps of ``bands`` and beeps while ``on``; returns at once."""
        ...


class Board:
    """One board on one serial port. Thread-safe; every command may be called from any thread."""

    def __init__(
        self,
        port: str,
        *,
        simulated: bool,
        warning_s: float = 1.0,
        console: Warner | None = None,
        untrusted: Iterable[str] = (),
        hold_to_run: bool = False,
    ) -> None: ...

    def start(self) -> None:
        """Opens the port in the background and keeps trying for ever; never moves anything by itself."""
        raise NotImplementedError

    def close(self) -> None:
        """Ends both threads. A band in motion is stopped by the firmware's watchdog, or by the Stop sent here."""
        raise NotImplementedError

    def snapshot(self) -> Snapshot:
        """The latest snapshot; never blocks. ``connected`` False before the first reading and after a loss."""
        raise NotImplementedError

    def age_ms(self) -> int | None:
        """Milliseconds since the last good reading of the board; None when there was none yet."""
        raise NotImplementedError

    @property
    def link_state(self) -> Literal["none", "silent", "found"]:
        """none: the port cannot be opened; silent: open, nothing (or a stranger) answers; found."""
        raise NotImplementedError

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Registers ``listener`` and calls it with the present snapshot; returns what unsubscribes it."""
        raise NotImplementedError

    def move(self, targets: Mapping[int, int]) -> Pending:
        """Asks for band levels, e.g. {3: 1}: a second of lamp and buzzer, then motors, then "motion".

        Raises BoardRefusal when busy, stopped, the e-stop open, a band not homed or faulty, the board away,
        or a trusted pane of such a band uncertain. Bands at their level already are confirmed at once.
        """
        raise NotImplementedError

    def home(self, bands: Iterable[int] | None = None) -> Pending:
        """Finds the zero of ``bands`` (all by default) and goes to level 1, after the same warning.

        Clears faults and enables the motors as needed. Raises BoardRefusal like ``move``.
        """
        raise NotImplementedError

    def cancel(self) -> bool:
        """Takes the pending movement back without latching a Stop; False when there is none."""
        raise NotImplementedError

    def stop(self) -> None:
        """Stops all motion now and until ``resume``. Any thread, returns within about a millisecond."""
        raise NotImplementedError

    def resume(self) -> None:
        """Lifts the Stop, clears the bands' faults and enables the motors; moves nothing.

        Blocks for a few round trips. Raises BoardRefusal when the e-stop or the guard is open, the motor
        supply is missing or the board is away; the Stop then stays.
        """
        raise NotImplementedError

    def clear(self) -> None:
        """Acknowledges the bands' faults (CLEAR_FAULT); moves nothing. Raises BoardRefusal."""
        raise NotImplementedError

    def lamps_test(self) -> None:
        """Lights every pane for two seconds and every handle lamp in turn. Raises BoardRefusal when away."""
        raise NotImplementedError

    def light(self, panes: Mapping[str, str]) -> None:
        """Lights the named panes, all others off: "missing", "extra", "from", "to", "warning" or "#rrggbb"."""
        raise NotImplementedError

    def hold(self, held: bool) -> None:
        """For HOLD_TO_RUN: whether the player is holding the handle right now."""
        raise NotImplementedError

    def trust(self, pane: str, trusted: bool) -> None:
        """Marks a pane as (not) to be trusted; kept for this board's lifetime, see ``untrusted``."""
        raise NotImplementedError

    def raw(self) -> dict[str, Any]:
        """For builders: raw pane values, confidence, noise, counters of link and board, motion log."""
        raise NotImplementedError

    def release_port(self) -> None:
        """Closes the port so that another program may use it, until ``take_port``."""
        raise NotImplementedError

    def take_port(self) -> None:
        """Opens the port again after ``release_port``."""
        raise NotImplementedError
