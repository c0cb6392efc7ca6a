"""Eyes and lamps of the match on the board: what the referee compares with, and what it reports.

On the actor's thread. The referee reports in the middle of its own work, so each report is posted and judged
afterwards, against the match as it is then.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from firmware_bridge.errors import BridgeError
from firmware_bridge.palace import candidates, occupancy
from firmware_bridge.referee import Referee
from firmware_bridge.values import Report, Snapshot
from web_panel.hosting import carrying
from web_panel.hosting.hosted import Hosted
from web_panel.hosting.views import text

if TYPE_CHECKING:
    from collections.abc import Callable

    from web_panel.hosting.actor import Timer
    from web_panel.hosting.house import House

log = logging.getLogger(__name__)
ASTRAY = ("astray", "calibration", "setup")
"""Reports during which nobody can be blamed for the time that passes."""


class Watching:
    """``judged(report)`` is called for each report of the match that is watched, when it is still of now."""

    def __init__(self, house: House, judged: Callable[[Hosted, Report], None]) -> None:
        self._house = house
        self._judged = judged
        self._hosted: Hosted | None = None
        self._tick: Timer | None = None
        self._lit: dict[str, str] = {}
        self._version_seen = -1
        self._carrying = False
        """An action came from elsewhere: people are still moving the spheres to where it brought them."""
        self._plan: tuple[carrying.Errand, ...] = ()
        """How they do it, while that action alone is being carried out."""
        self._referee = self._new_referee()

    def _new_referee(self) -> Referee:
        return Referee(
            lambda report: self._house.actor.post(self._report, report),
            settle_s=float(self._house.settings.get("settle_s", 0.6)),
            clock=self._house.clock,
        )

    def settings_changed(self) -> None:
        """A new settling time holds from now on."""
        self._referee.unwatch()
        self._referee = self._new_referee()
        if self._hosted is not None:
            self.watch(self._hosted)

    def stop(self) -> None:
        """No match is on the board any more; all lamps go out."""
        self._hosted = None
        self._carrying, self._plan = False, ()
        self._referee.unwatch()
        self._light({})
        self._light_handles(None)

    def watch(self, hosted: Hosted) -> None:
        """Compares with the match as it is now. Actions are looked for only while a person may play one."""
        self._hosted = hosted
        if hosted.changed and hosted.match.version != self._version_seen:
            alone = not self._carrying and hosted.last_played
            self._carrying = not hosted.last_recognised
            self._plan = carrying.plan(hosted.match.states[-2], hosted.match.actions[-1][1]) if alone else ()
        self._version_seen = hosted.match.version
        if hosted.row.state not in ("setup", "playing"):
            return
        setting_up = hosted.row.state == "setup"
        asked = not (setting_up or hosted.pending or hosted.resume) and person_acts(hosted)
        self._referee.watch(
            occupancy(hosted.match.state),
            candidates(hosted.match.state) if asked else (),
            version=hosted.match.version,
            setup=setting_up or self._carrying,
        )
        self.update(self._house.board.snapshot())
        self._light_handles(hosted if asked else None)

    def update(self, snapshot: Snapshot) -> None:
        """The board has changed."""
        self._referee.update(snapshot)
        self._set_tick()

    def agrees(self, hosted: Hosted) -> bool:
        """Whether the panes were last seen to equal the match's position."""
        report = self._referee.report
        return report is not None and (report.state, report.version) == ("unchanged", hosted.match.version)

    def carries(self, hosted: Hosted) -> bool:
        """Whether people have still to bring spheres to where an action has put them."""
        return hosted is self._hosted and self._carrying

    # -- time and reports

    def _set_tick(self) -> None:
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None
        if (due := self._referee.due()) is not None:
            self._tick = self._house.actor.later(due, self._ticked)

    def _ticked(self) -> None:
        self._tick = None
        self._referee.tick()
        self._set_tick()

    def _report(self, report: Report) -> None:
        hosted = self._hosted
        if hosted is None or report.version != hosted.match.version:
            return
        errands = self._errands(report)
        shown = report_json(report) | {"match": hosted.id, "errands": [one.to_json() for one in errands]}
        hosted.report = shown
        line = text(shown)
        self._house.hub.publish("referee", lambda audience: line, hosted.id)
        self._light(carrying.lamps(errands) or lights(report))
        if report.state == "unchanged":
            self._carrying = False
        self._judged(hosted, report)

    def _errands(self, report: Report) -> tuple[carrying.Errand, ...]:
        """What is left to be done by hand for the action that is being carried out."""
        if not self._carrying or report.state != "setup":
            return ()
        return carrying.left(self._plan, report.missing, report.extra)

    # -- lamps

    def _light(self, panes: dict[str, str]) -> None:
        if panes == self._lit:
            return
        self._lit = panes
        try:
            self._house.board.light(panes)
        except BridgeError as error:
            log.warning("lamps: %s", error)

    def _light_handles(self, hosted: Hosted | None) -> None:
        """The lamps of the handles whose band may be moved now."""
        if self._house.console is None:
            return
        actions = hosted.match.legal(min(hosted.actors())) if hosted and hosted.actors() else []
        self._house.console.lamps({int(a[1]) for a in actions if a.startswith("B")})


def person_acts(hosted: Hosted) -> bool:
    """Whether it is a person's turn."""
    return any(hosted.match.seats[seat].person for seat in hosted.actors())


def report_json(report: Report) -> dict[str, Any]:
    """A report as the event ``referee`` shows it."""
    return {
        "version": report.version,
        "state": report.state,
        "action": report.action,
        "actions": list(report.actions),
        "missing": [list(pair) for pair in report.missing],
        "extra": [list(pair) for pair in report.extra],
        "in_hand": [list(pair) for pair in report.in_hand],
        "message": report.message.to_json() if report.message else None,
    }


def lights(report: Report) -> dict[str, str]:
    """The panes that people should look at, by what is the matter with them."""
    if report.state not in ("astray", "setup"):
        return {}
    return {pane: "missing" for pane, _ in report.missing} | {pane: "extra" for pane, _ in report.extra}
