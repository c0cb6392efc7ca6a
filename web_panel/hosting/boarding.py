"""The one match that is on the board: set-up, band actions that are physical first, the referee, handles.

Life of a match on the board::

    setup     bands drive to the position's levels (a warned movement), then the panes are compared
    playing   once panes and position agree: the referee reads spheres, handles and panel ask for bands
    resume    the service was restarted, or bands do not stand as the match has them: a person says go on

A band action waits as ``Hosted.pending`` until the board has confirmed the levels; only then it is written.
Everything here runs on the actor's thread; the board's own thread only posts.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from firmware_bridge.values import MotionResult, Notice, Report, Snapshot
from web_panel.hosting.errors import REFUSALS, Conflict, Forbidden, HostingError
from web_panel.hosting.hosted import RUNNING, Change, Hosted, PendingChange
from web_panel.hosting.watching import ASTRAY, Watching, person_acts

if TYPE_CHECKING:
    from web_panel.hosting.house import House, Verdict, Who

log = logging.getLogger(__name__)
RESTARTED = "hosting.resume"
MISALIGNED = "hosting.bands"


class Boarding:
    def __init__(self, house: House) -> None:
        self._house = house
        self.current: Hosted | None = None
        self._setup_id: str | None = None
        self._held = False
        self.lent = False
        """The hardware test has the board."""
        self._unsubscribe: Any = None
        self._watching = Watching(house, self._judge)

    # -- life

    def begin(self) -> None:
        """Takes up the match that was on the board when the service ended; listens to the board."""
        house = self._house
        for row in house.store.matches(states=RUNNING):
            if row.on_board and self.current is None:
                try:
                    self.current = house.hosted[row.id] = Hosted.load(row, house.store)
                except HostingError:
                    log.exception("match %s cannot be taken up", row.id)
                    continue
                self.current.resume = RESTARTED if row.state != "lobby" else None
        self._unsubscribe = house.board.subscribe(
            lambda kind, value: house.actor.post(self._board_event, kind, value)
        )

    def end(self) -> None:
        if self._unsubscribe:
            self._unsubscribe()
        self._watching.stop()

    def settings_changed(self) -> None:
        self._watching.settings_changed()

    @property
    def match(self) -> str | None:
        """The match on the board. Any thread."""
        hosted = self.current
        return hosted.id if hosted else None

    def carries(self, hosted: Hosted) -> bool:
        """Whether the glass does not show yet what was played elsewhere."""
        return hosted is self.current and self._watching.carries(hosted)

    def match_of(self, pending: str) -> str | None:
        """The match that a movement of the board belongs to. Any thread."""
        hosted = self.current
        waiting = hosted.pending if hosted else None
        if hosted and (pending == self._setup_id or (waiting and waiting.id == pending)):
            return hosted.id
        return None

    # -- set-up and resume

    def set_up(self, hosted: Hosted) -> None:
        """Drives the bands to the match's levels and begins to compare panes; refusals become notices."""
        try:
            self._align(hosted)
        except REFUSALS as error:
            hosted.resume = MISALIGNED
            self._house.complain(error, hosted.id)

    def _align(self, hosted: Hosted) -> None:
        if (hosted.row.state, hosted.row.on_board) != ("setup", True):
            hosted.save(state="setup", on_board=True)
        self.current = hosted
        targets = self._misaligned(hosted)
        self._setup_id = None
        if targets:
            self._check_stops()
            self._name_aboard(hosted, targets)
            self._setup_id = self._house.board.move(targets).id
        hosted.resume = None
        self._watching.watch(hosted)

    def _name_aboard(self, hosted: Hosted, targets: dict[int, int]) -> None:
        """Names what lies on bands that are about to move, before the warning begins."""
        panes = self._house.board.snapshot().panes
        if aboard := [p.pane for n, p in enumerate(panes) if n // 16 + 1 in targets and p.state == "full"]:
            self._tell(Notice("hosting.aboard", {"panes": ", ".join(aboard)}), hosted)

    def resume(self, who: Who, match: str, on_board: bool) -> Verdict:
        """Goes on with a match after a restart or a mishap; ``on_board`` False: without the board.

        The panel may so put a match of Palace on the board that is not (or no longer) there.
        """
        from web_panel.hosting.house import Verdict

        hosted = self._house.open(match)
        if not hosted.running:
            raise Conflict("hosting.over")
        if not hosted.row.on_board and not (on_board and who.panel and hosted.levels() is not None):
            return Verdict({"id": match, "version": hosted.match.version})
        if hosted.row.state == "lobby":
            raise Conflict("hosting.lobby")
        if not on_board:
            self._leave_board(hosted)
            return Verdict({"id": match, "version": hosted.match.version})
        if self.current is not None and self.current is not hosted:
            raise Conflict("hosting.board.taken", match=self.current.id)
        if hosted.pending or self._setup_id:
            raise Conflict("hosting.pending")
        if hosted.row.on_board:
            self._align(hosted)
        else:  # imported, or taken off the board earlier
            self.check_there()
            hosted.save(state="setup", on_board=True)
            self.set_up(hosted)
        self._house.publish(hosted)
        return Verdict(
            {"id": match, "version": hosted.match.version, "pending": self._setup_id}, bool(self._setup_id)
        )

    def check_there(self) -> None:
        """Raises Conflict when no match can go onto the board: it is lent to the hardware test, or away."""
        self.check_not_lent()
        if not self._house.board.snapshot().connected:
            raise Conflict("hosting.board.away")

    def take_back(self, hosted: Hosted) -> None:
        """A match that seemed over goes on: it is the one on the board again, if nobody else took it."""
        if hosted.row.on_board and self.current is None:
            self.current = hosted

    def _leave_board(self, hosted: Hosted) -> None:
        hosted.save(on_board=False, state="playing")
        if hosted is self.current:
            if hosted.pending or self._setup_id:
                self._house.board.cancel()
            self._clear()
        hosted.pending, hosted.resume, hosted.report = None, None, None
        self._house.proceed(hosted)

    def _clear(self) -> None:
        self.current, self._setup_id = None, None
        self._watching.stop()

    # -- the hardware test

    def lend(self) -> None:
        """Gives the board to the hardware test. Raises Conflict while a match or another test has it."""
        if self.current is not None:
            raise Conflict("hosting.board.taken", match=self.current.id)
        self.check_not_lent()
        self.lent = True

    def take_over(self) -> None:
        """The hardware test has ended."""
        self.lent = False

    def check_not_lent(self) -> None:
        if self.lent:
            raise Conflict("table.test")

    # -- bands

    def targets(self, hosted: Hosted, state: Any) -> dict[int, int]:
        """The bands that must move before ``state`` may be the match's; with them any that stand wrong."""
        if not hosted.row.on_board:
            return {}
        now, then = hosted.levels(), hosted.levels(state)
        if now is None or then is None or now == then:
            return {}
        moved = {band: level for band, level in enumerate(then, 1) if level != now[band - 1]}
        return self._misaligned(hosted, then) | moved

    def _misaligned(self, hosted: Hosted, levels: tuple[int, ...] | None = None) -> dict[int, int]:
        wanted = levels or hosted.levels() or ()
        standing = self._house.board.snapshot().levels
        return {band: level for band, level in enumerate(wanted, 1) if standing[band - 1] != level}

    def _check_stops(self) -> None:
        if self._house.stops_seen != self._house.stop_count:
            raise Conflict("hosting.stopped")

    def drive(self, hosted: Hosted, change: Change, targets: dict[int, int]) -> str:
        """Asks the board to move; the change waits as pending. Returns the movement's id."""
        self._check_stops()
        pending = self._house.board.move(targets)
        hosted.pending = PendingChange(pending.id, change, hosted.match.version, dict(targets))
        self._watching.watch(hosted)
        self._house.run_clock(hosted)
        self._house.publish(hosted)
        return str(pending.id)

    def move_band(
        self, who: Who, band: int, level: int, match: str | None, version: int | None, request: str | None
    ) -> Verdict:
        """A band by the level control: an action where a match has it, by hand where none is on the board."""
        from web_panel.hosting.house import Verdict

        if match is not None or self.current is not None:
            hosted = self._house.open(match) if match is not None else self.current
            assert hosted is not None
            return self._house.turns.act(who, hosted.id, f"B{band}={level}", version, request, None)
        if not who.builder:
            raise Forbidden("web.right.panel")
        self.check_not_lent()
        self._check_stops()
        pending = self._house.board.move({band: level})
        return Verdict({"pending": pending.id}, pending=True)

    def terrain(self, match: str, number: int) -> Verdict:
        """Lets the real bands stand as in state ``number`` of a match that is being looked at again."""
        from web_panel.hosting.house import Verdict

        if self.current is not None:
            raise Conflict("table.closed")
        self.check_not_lent()
        hosted = self._house.open(match)
        if number not in range(len(hosted.match.states)):
            raise Conflict("hosting.state.none")
        levels = hosted.levels(hosted.match.states[number])
        if levels is None:
            raise Conflict("hosting.board.seats")
        self._check_stops()
        targets = self._misaligned(hosted, levels)
        if not targets:
            return Verdict({"pending": None})
        return Verdict({"pending": self._house.board.move(targets).id}, pending=True)

    def handle(self, band: int, step: int) -> None:
        """A gold handle was turned, one level up (+1) or down (-1). Refusals blink and are said."""
        house = self._house
        level = house.board.snapshot().bands[band - 1].level + step
        hosted = self.current
        try:
            if not 1 <= level <= 3:
                raise Conflict("hosting.handle.end", band=band)
            if hosted is None:
                self.check_not_lent()
                house.board.move({band: level})
                return
            house.turns.check_going_on(hosted)
            seat = min(hosted.actors(), default=None)
            if seat is None or not hosted.match.seats[seat].person:
                raise Conflict("hosting.handle.turn", band=band)
            house.turns.make(hosted, Change("play", seat, f"B{band}={level}"))
        except REFUSALS as error:
            if house.console is not None:
                house.console.refuse(band)
            house.complain(error, hosted.id if hosted else None)

    def _tell(self, notice: Notice | None, hosted: Hosted | None, level: str = "warning") -> None:
        if notice is not None:
            self._house.notice(notice.code, notice.params, level=level, match=hosted.id if hosted else None)

    # -- what the board says

    def _board_event(self, kind: str, value: Any) -> None:
        if kind == "snapshot":
            self._snapshot(value)
        elif kind == "motion":
            self._motion(value)
        elif kind == "notice":
            self._tell(value, None)

    def _snapshot(self, snapshot: Snapshot) -> None:
        self._house.show_table(snapshot)
        hosted = self.current
        if hosted is None:
            return
        self._watching.update(snapshot)
        self._check_alignment(hosted, snapshot)
        self._begin_if_set(hosted)
        self._look_at_clock(hosted)
        self._house.bots.table_changed(hosted, snapshot)

    def _check_alignment(self, hosted: Hosted, snapshot: Snapshot) -> None:
        """Notices bands that stand otherwise than the match has them, and when they stand right again."""
        busy = not snapshot.connected or snapshot.moving or snapshot.pending or hosted.pending
        if busy or hosted.row.state != "playing" or hosted.resume == RESTARTED:
            return
        wrong = bool(self._misaligned(hosted))
        if wrong == (hosted.resume == MISALIGNED):
            return
        hosted.resume = MISALIGNED if wrong else None
        if wrong:
            self._house.notice(MISALIGNED, level="warning", match=hosted.id)
        self._watching.watch(hosted)
        self._house.run_clock(hosted)
        self._house.publish(hosted)
        self._house.bots.invite(hosted)

    def _motion(self, result: MotionResult) -> None:
        hosted = self.current
        waiting = hosted.pending if hosted else None
        if hosted is not None and waiting is not None and waiting.id == result.id:
            hosted.pending = None
            if result.ok and hosted.match.version == waiting.version and hosted.running:
                self._finish(hosted, waiting.change)
            else:
                self._tell(result.notice, hosted)
                self._house.proceed(hosted)
        elif hosted is not None and self._setup_id == result.id:
            self._setup_id = None
            if not result.ok:
                hosted.resume = MISALIGNED
                self._tell(result.notice, hosted)
            self._watching.watch(hosted)
            self._house.publish(hosted)
            self._begin_if_set(hosted)
        elif not result.ok:
            self._tell(result.notice, None)
        elif (
            result.kind == "home"
            and hosted is not None
            and hosted.row.state == "setup"
            and not self._setup_id
        ):
            # Somebody has just homed the board for the match that waits for it.
            self._house.stops_seen = self._house.stop_count
            self.set_up(hosted)
            self._house.publish(hosted)

    def _finish(self, hosted: Hosted, change: Change) -> None:
        """The bands stand: the action becomes part of the match."""
        hosted.resume = None
        try:
            self._house.turns.commit(hosted, change)
        except REFUSALS as error:
            self._house.complain(error, hosted.id)

    # -- the referee

    def changed(self, hosted: Hosted) -> None:
        """The match has changed: what the referee compares with does too."""
        if hosted is not self.current:
            return
        if hosted.running:
            self._watching.watch(hosted)
            return
        if hosted.pending or self._setup_id:
            hosted.pending = None
            self._house.board.cancel()
        hosted.report = None
        self._clear()

    def _judge(self, hosted: Hosted, report: Report) -> None:
        """A report of the referee, already shown: a settled action is played, an agreeing board begins."""
        self._look_at_clock(hosted)
        if report.state == "unchanged":
            self._begin_if_set(hosted)
            self._house.bots.invite(hosted)  # one that has waited for the spheres
        elif report.state == "recognised" and report.action is not None:
            self._recognised(hosted, report.action)

    def _begin_if_set(self, hosted: Hosted) -> None:
        """Play begins when the bands stand and the panes have been seen to agree."""
        if hosted.row.state != "setup" or self._setup_id or hosted.resume:
            return
        if (
            self._house.board.snapshot().moving
            or not self._watching.agrees(hosted)
            or self._misaligned(hosted)
        ):
            return
        hosted.save(state="playing")
        self._house.proceed(hosted)

    def _recognised(self, hosted: Hosted, action: str) -> None:
        if hosted.row.state != "playing" or hosted.pending or hosted.resume or not person_acts(hosted):
            return
        change = Change("play", min(hosted.actors()), action, recognised=True)
        try:
            self._house.turns.make(hosted, change)
        except REFUSALS as error:
            self._house.complain(error, hosted.id)

    # -- clocks

    def _look_at_clock(self, hosted: Hosted) -> None:
        """Stops the clock, or lets it go on, when that has changed; a bot that was held up is asked again."""
        if self.holds_clock() == self._held:
            return
        self._held = not self._held
        self._house.run_clock(hosted)
        self._house.bots.invite(hosted)

    def holds_clock(self) -> bool:
        """Whether nobody can be blamed for the time that passes: stopped, away, or spheres astray."""
        snapshot = self._house.board.snapshot()
        report = self.current.report if self.current else None
        astray = report is not None and report["state"] in ASTRAY
        return snapshot.stopped or snapshot.estop or not snapshot.connected or astray
