"""The two turn buttons: who is to move confirms what the board has read, or passes. On the actor's thread.

Optional hardware: nothing needs them. An action settles by itself; a press only spares the wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from web_panel.hosting.errors import REFUSALS, Conflict
from web_panel.hosting.hosted import Change, Hosted
from web_panel.hosting.views import AT_TABLE

if TYPE_CHECKING:
    from web_panel.hosting.house import House

PASS = "pass"


def press(house: House, seat: int) -> None:
    """The button of ``seat`` was pressed; what cannot be confirmed is said, with what is awaited."""
    hosted = house.boarding.current
    if hosted is None:
        return  # nothing is being played on the board
    try:
        house.turns.check_going_on(hosted)
        if seat not in hosted.actors() or hosted.row.seats[seat]["kind"] not in AT_TABLE:
            raise Conflict("hosting.button.turn", seat=seat)
        house.turns.make(hosted, _confirmed(hosted, seat))
    except REFUSALS as error:
        house.complain(error, hosted.id)


def _confirmed(hosted: Hosted, seat: int) -> Change:
    """The action a press stands for. Raises Conflict when there is none."""
    report = hosted.report
    if report and (report["state"], report["version"]) == ("provisional", hosted.match.version):
        return Change("play", seat, report["action"], recognised=True)
    if hosted.match.legal(seat) == [PASS]:
        return Change("play", seat, PASS)
    if report and report["message"] and report["version"] == hosted.match.version:
        raise Conflict(report["message"]["code"], **report["message"]["params"])
    raise Conflict("hosting.button.awaited")
