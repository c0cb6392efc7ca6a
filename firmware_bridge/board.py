"""The physical board as the rest of the table sees it: one snapshot, changes as events, a few commands.

Five-line example::

    board = Board("/dev/ttyAMA0", simulated=False)
    board.subscribe(lambda kind, value: inbox.put((kind, value)))
    board.start()
    pending = board.home()              # warns, drives; the outcome arrives as ("motion", MotionResult)
    board.stop()                        # from any thread, at any time

Bands are 1-5 and panes a1-h10 in everything that goes in or comes out.

Who runs where: the link's thread reads, the board's own thread turns readings into snapshots and calls the
listeners, a movement has a short-lived thread, and commands run on their caller's.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, Protocol

from firmware_bridge import image, movement
from firmware_bridge import regmap as reg
from firmware_bridge.diagnostics import raw_values
from firmware_bridge.errors import BoardRefusal, LinkError
from firmware_bridge.feed import EventKind, Feed, Flags, Listener
from firmware_bridge.link import Link, LinkState
from firmware_bridge.movement import Movement, Watch, answered
from firmware_bridge.values import Notice, Pending, Snapshot

__all__ = ["Board", "EventKind", "Listener", "Warner"]
REST_LIMIT_S = 1.0
"""The ramp takes a quarter of a second; a board that has not come to rest by then is left to its watchdog."""
log = logging.getLogger(__name__)


class Warner(Protocol):
    """What the board needs of a console: to be seen and heard before glass moves."""

    def motion(self, bands: Iterable[int], phase: Literal["warning", "moving", "rest"]) -> None:
        """Shows what ``bands`` are about to do or are doing; returns at once."""
        ...

    def test_lamps(self) -> None:
        """Lights the handle lamps one after another; returns at once."""
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
        link: Callable[..., Link] = Link,
    ) -> None:
        self.warning_s = warning_s
        self.console = console
        self._hold_to_run = hold_to_run
        self._guard = threading.Lock()  # for what follows; held for moments only
        self._movement: Movement | None = None
        self._stopped = self._closing = False
        self._stops = self._openings = 0
        self._untrusted = set(untrusted)
        self._sense_open: bool | None = None  # the e-stop as the Pi sees it
        self._lights: tuple[int, ...] | None = None
        self._watch = Watch()
        self._feed = Feed(
            simulated=simulated,
            flags=self._flags,
            watch=self._watch,
            on_estop=lambda: self._halt(Notice("board.estop")),
            on_board=self._settle_in,
            on_end=self._free,
        )
        self._link = link(port, on_reading=self._feed.reading, on_state=self._feed.state)

    # --- life ---------------------------------------------------------------------------------------

    def start(self) -> None:
        """Opens the port in the background and keeps trying for ever; never moves anything by itself."""
        self._feed.start()
        self._link.start()

    def close(self) -> None:
        """Ends the threads and frees the port. A movement that is still going on is stopped before."""
        self._closing = True
        if self._movement is not None:
            stopped_at = time.monotonic()
            self._halt(Notice("motion.cancelled"))
            self._link.stop()
            with contextlib.suppress(LinkError):  # away: its watchdog stops it
                self._watch.until(
                    lambda reading, _: not reading.status(reg.STATUS.ANY_MOVING),
                    after=stopped_at,
                    limit_s=REST_LIMIT_S,
                )
        self._link.close()
        self._feed.close()

    # --- looking ------------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """The latest one; never blocks. ``connected`` is False before the first reading and after a loss."""
        return self._feed.snapshot

    def age_ms(self) -> int | None:
        """Milliseconds since the last good reading of the board; None when there was none yet."""
        return self._feed.age_ms()

    @property
    def link_state(self) -> LinkState:
        """none: the port cannot be opened; silent: open, nothing (or a stranger) answers; found."""
        return self._link.state

    @property
    def link(self) -> Link:
        """For the hardware test and the bench; everybody else uses the board's own commands."""
        return self._link

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Registers ``listener``, which gets the present snapshot first; returns what unsubscribes it."""
        return self._feed.subscribe(listener)

    def raw(self) -> dict[str, Any]:
        """For builders: raw pane values, confidence, noise, all counters, motion log. Raises BoardRefusal.

        A few round trips; without a board only what the bridge itself knows.
        """
        with self._in_words():
            return raw_values(self._link, self._feed)

    # --- moving -------------------------------------------------------------------------------------

    def move(self, targets: Mapping[int, int]) -> Pending:
        """Asks for band levels, e.g. {3: 1}: a second of lamp and buzzer, then motors, then "motion".

        Raises BoardRefusal when busy, stopped, the e-stop open, a band not homed or faulty, the board away,
        or a trusted pane of such a band uncertain. When all are at their levels already nothing is sent, and
        "motion" follows at once.
        """
        if not targets or any(b not in image.BANDS or v not in image.LEVELS for b, v in targets.items()):
            raise BoardRefusal("board.level")
        ticket = self._link.ticket()  # before asking whether motion is allowed: see Link.ticket
        seen = self._allowed()
        by_band = {b.band: b for b in seen.bands}
        chosen = [by_band[band] for band in sorted(targets)]
        if not seen.enabled:
            raise BoardRefusal("board.not_enabled")
        for state, code in (
            ("unhomed", "board.unhomed"),
            ("fault", "board.band_fault"),
            ("inhibited", "board.inhibited"),
        ):
            if named := [str(b.band) for b in chosen if b.state == state]:
                raise BoardRefusal(code, bands=", ".join(named))
        unclear = [
            p.pane
            for n, p in enumerate(seen.panes)
            if n // 16 + 1 in targets and p.state == "uncertain" and p.trusted
        ]
        if unclear:
            raise BoardRefusal("board.uncertain", panes=", ".join(unclear))
        there = all(b.level == targets[b.band] and b.state == "idle" for b in chosen)
        return self._launch("move", dict(targets), ticket, there)

    def home(self, bands: Iterable[int] | None = None) -> Pending:
        """Finds the zero of ``bands`` (all by default) and goes to level 1, after the same warning.

        Clears faults and enables the motors as needed. Raises BoardRefusal like ``move``.
        """
        chosen = sorted(set(image.BANDS if bands is None else bands))
        if not chosen or any(band not in image.BANDS for band in chosen):
            raise BoardRefusal("board.level")
        ticket = self._link.ticket()
        seen = self._allowed()
        if locked := [str(b.band) for b in seen.bands if b.band in chosen and b.state == "inhibited"]:
            raise BoardRefusal("board.inhibited", bands=", ".join(locked))
        return self._launch("home", dict.fromkeys(chosen, 1), ticket, False)

    def _allowed(self) -> Snapshot:
        """The snapshot, if anything may move at all; raises BoardRefusal otherwise."""
        seen = self._feed.snapshot
        if not seen.connected:
            raise BoardRefusal.of(self._feed.absence or Notice("board.away"))
        if self._stopped:
            raise BoardRefusal("board.stopped")
        if seen.estop:
            raise BoardRefusal("board.estop")
        if self._movement is not None or seen.moving:
            raise BoardRefusal("board.busy")
        return seen

    def _launch(
        self, kind: Literal["move", "home"], targets: dict[int, int], ticket: int, there: bool
    ) -> Pending:
        asked = Movement(secrets.token_hex(4), kind, targets, ticket)
        if there:
            self._feed.ended(asked, None)
            return asked.pending()
        with self._guard:
            if self._movement is not None:
                raise BoardRefusal("board.busy")
            if self._stopped or self._closing:
                raise BoardRefusal("board.stopped" if self._stopped else "link.closed")
            self._movement = asked
        threading.Thread(target=self._carry_out, args=(asked,), name="movement", daemon=True).start()
        self._feed.look()
        return asked.pending()

    def _carry_out(self, asked: Movement) -> None:
        notice: Notice | None = Notice("bridge.error")
        try:
            self._show(asked, "warning")
            notice = movement.carry_out(
                asked,
                self._link,
                self._watch,
                warning_s=self.warning_s,
                faulty=lambda: tuple(b.band for b in self._feed.snapshot.bands if b.state == "fault"),
                on_moving=lambda: self._show(asked, "moving"),
                hold_to_run=self._hold_to_run,
            )
        finally:
            self._show(asked, "rest")
            self._feed.ended(asked, notice)

    def _free(self, asked: Movement) -> None:
        """The feed is telling the end of the movement: another one may be asked for."""
        with self._guard:
            if self._movement is asked:
                self._movement = None

    def _show(self, asked: Movement, phase: Literal["warning", "moving", "rest"]) -> None:
        if self.console is not None:
            self.console.motion(tuple(asked.targets), phase)
        self._feed.look()

    def cancel(self) -> bool:
        """Takes the pending movement back without latching a Stop; False when there is none."""
        with self._guard:
            current = self._movement
        if current is None:
            return False
        self._halt(Notice("motion.cancelled"))
        if current.stage == "moving":
            self._link.stop()
        return True

    def _halt(self, why: Notice) -> None:
        current = self._movement
        if current is not None:
            current.halt(why)
            self._watch.rouse()

    # --- stopping and going on ----------------------------------------------------------------------

    def stop(self) -> None:
        """Stops all motion now and until ``resume``. Any thread, returns within about a millisecond."""
        with self._guard:
            self._stopped = True
            self._stops += 1
        self._link.stop()
        self._halt(Notice("board.stopped"))
        self._feed.look()

    @property
    def stops(self) -> int:
        """How often Stop was pressed; rises before anything else of a Stop happens."""
        return self._stops

    @property
    def estops(self) -> int:
        """How often a contact of the emergency stop was seen to open, by the board or by the Pi."""
        return self._openings + self._feed.openings

    def resume(self, *, stops: int | None = None) -> None:
        """Lifts the Stop, clears the bands' faults and enables the motors; moves nothing.

        With ``stops`` it lifts no Stop but those counted by then. Blocks for a few round trips. Raises
        BoardRefusal when the e-stop or the guard is open, the motor supply is missing or the board is away;
        the Stop then stays.
        """
        stops = self._stops if stops is None else stops
        if self._stops != stops:
            raise BoardRefusal("board.stopped")
        seen = self._feed.snapshot
        if not seen.connected:
            raise BoardRefusal.of(self._feed.absence or Notice("board.away"))
        if self._movement is not None:
            raise BoardRefusal("board.busy")
        faulty = tuple(b.band for b in seen.bands if b.state == "fault")
        with self._in_words():
            movement.enable(self._link, self._watch, faulty)
        with self._guard:
            if self._stops != stops:
                raise BoardRefusal("board.stopped")
            self._stopped = False
        self._feed.look()

    def clear(self) -> None:
        """Acknowledges the bands' faults (CLEAR_FAULT); moves nothing. Raises BoardRefusal."""
        faulty = [b.band for b in self._feed.snapshot.bands if b.state == "fault"]
        with self._in_words():
            movement.run_command(self._link, self._watch, reg.CMD.CLEAR_FAULT, faulty or image.BANDS)

    def self_check(self) -> int:
        """The board's own test at rest (SELFTEST); its CMD_RESULT: 0 is good. Raises BoardRefusal."""
        with self._in_words():
            return movement.run_command(self._link, self._watch, reg.CMD.SELFTEST, ())

    def sense_estop(self, is_open: bool) -> None:
        """The console's own contact of the e-stop opened or closed. Opening sends STOP as well."""
        self._sense_open = is_open
        if is_open:
            self._openings += 1
            self._link.stop()
            self._halt(Notice("board.estop"))
        self._feed.look()

    def hold(self, held: bool) -> None:
        """For HOLD_TO_RUN: whether the player is holding the handle right now."""
        self._link.hold(held)

    @contextlib.contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except LinkError as error:
            raise BoardRefusal.of(image.refusal_notice(error)) from error

    # --- lamps and trust ----------------------------------------------------------------------------

    def lamps_test(self) -> None:
        """Lights every pane for two seconds and every handle lamp in turn. Raises BoardRefusal when away."""
        if self.console is not None:
            self.console.test_lamps()
        with self._in_words():
            answered(self._link.coil(reg.COIL.LAMP_TEST, True))

    def light(self, panes: Mapping[str, str]) -> None:
        """Lights the named panes and no others; never blocks, and is repeated when the board comes back.

        A light is a meaning ("missing", "extra", "from", "to", "warning") or a colour "#rrggbb".
        Raises BoardRefusal for an unknown pane or colour.
        """
        try:
            words = image.lamp_words(panes)
        except KeyError as error:
            raise BoardRefusal("board.pane", pane=error.args[0]) from None
        except ValueError as error:
            raise BoardRefusal("board.colour", colour=error.args[0]) from None
        if words != self._lights:
            self._lights = words
            self._send_lights()

    def trust(self, pane: str, trusted: bool) -> None:
        """Marks a pane as (not) to be trusted; kept for this board's lifetime, see ``untrusted``."""
        if pane not in image.NUMBERS:
            raise BoardRefusal("board.pane", pane=pane)
        with self._guard:
            (self._untrusted.discard if trusted else self._untrusted.add)(pane)
        self._feed.look()

    # --- the port -----------------------------------------------------------------------------------

    def release_port(self) -> None:
        """Closes the port so that another program may use it, until ``take_port``."""
        if self._movement is not None:
            raise BoardRefusal("board.busy")
        self._link.release_port()

    def take_port(self) -> None:
        """Opens the port again after ``release_port``."""
        self._link.take_port()

    def _settle_in(self) -> None:
        """The board has just been found or has started anew: what it must be told again."""
        self._link.write(reg.HOLD.HOLD_TO_RUN, [int(self._hold_to_run)]).add_done_callback(_log_failure)
        self._send_lights()

    def _send_lights(self) -> None:
        if self._lights is not None and self._link.state == "found":
            self._link.write(reg.HOLD.PANE_COLOUR, self._lights).add_done_callback(_log_failure)

    def _flags(self) -> Flags:
        with self._guard:
            return Flags(
                pending=self._movement.pending() if self._movement is not None else None,
                stopped=self._stopped,
                estop=self._sense_open,
                untrusted=frozenset(self._untrusted),
                ending=self._movement.why if self._movement is not None else None,
            )


def _log_failure(future: Any) -> None:
    """For requests nobody waits for: they are repeated when the board comes back."""
    error = future.exception()
    if error is not None:
        log.info("not sent: %s", error)
