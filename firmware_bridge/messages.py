"""What this storey says to people: one table, code to {says, do}, with {param} placeholders.

The panel's catalogues translate it. Faults of the board come from the generated table, so that firmware,
bridge, panel and help speak of a fault in the same words; their codes are ``fault.<code>``.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

from firmware_bridge.regmap import FAULTS
from firmware_bridge.selftest.texts import TABLE as _HARDWARE_TEST
from firmware_bridge.values import Notice

_TABLE: dict[str, tuple[str, str]] = {
    # --- link ---
    "link.none": (
        "No board: the port {port} cannot be opened ({reason}).",
        "Switch the board on and check the cable. The table finds it by itself.",
    ),
    "link.busy": (
        "The port {port} is in use by {holder}.",
        "End that program, or release the port there. The table tries again by itself.",
    ),
    "link.lost": (
        "The port {port} has gone away.",
        "Plug the cable in again. The table finds the board by itself and proves its state before going on.",
    ),
    "link.silent": (
        "The port {port} is open, but the board is silent.",
        "Check the cable between Pi and Pico (TX to RX, common ground) and that the board has power.",
    ),
    "link.foreign": (
        "Something answers on the port, but it is not this board (it says {magic}).",
        "Check which device is on the port. Nothing was sent to it but a question.",
    ),
    "link.version": (
        "The board speaks version {found} of the register map, the table version {wanted}.",
        "Bring firmware and table to the same release.",
    ),
    "link.released": (
        "The port {port} was released for another program.",
        "Take the port back on the Board page when you are done.",
    ),
    "link.closed": ("The link to the board has been closed.", "Start the table's service again."),
    "link.error": ("The link to the board failed.", "Look at the counters on the Board page."),
    "link.bad_reply": (
        "The board's answer could not be used, however often it was asked.",
        "Check cable and ground; the counters on the Board page show what is wrong with the answers.",
    ),
    "link.refused": (
        "The board refused the request (exception {exception}).",
        "Read the board's state on the Board page and try again.",
    ),
    "link.found": ("The board is there.", ""),
    "board.restarted": (
        "The board has started anew; its bands must be homed.",
        "Look at the board, then home it.",
    ),
    # --- board ---
    "bridge.error": ("The board could not do this.", "Look at the Board page."),
    "board.refused": ("The board may not do this now.", "Look at the Board page."),
    "board.away": ("The board is not connected.", "Check cable and power; the table finds it by itself."),
    "board.busy": ("A movement is still going on.", "Wait until it has ended, or stop it."),
    "board.stopped": ("Motion was stopped.", "When nothing is in the way, press Resume."),
    "board.estop": (
        "The emergency stop is pressed, or a wire of its chain is off.",
        "See why it was pressed. Release it by turning, press Resume, then home the bands.",
    ),
    "board.guard": ("The service lid is open.", "Close the lid."),
    "board.vm_low": (
        "The motors have no supply.",
        "Check the 24 V supply, its fuse and the relay of the emergency stop.",
    ),
    "board.driver": (
        "A motor driver reports a fault.",
        "Switch the table off, let it cool, and check the motors' plugs.",
    ),
    "board.no_heartbeat": ("The board does not hear the table.", "Check the cable, then press Resume."),
    "board.not_enabled": ("The motors are switched off.", "Press Resume."),
    "board.unhomed": (
        "Band {bands} does not know its height.",
        "Home the board; hold your hands away from the glass.",
    ),
    "board.band_fault": ("Band {bands} has a fault.", "Read what it says, remedy it and press Clear."),
    "board.inhibited": ("Band {bands} is locked for maintenance.", "Unlock it on the Board page."),
    "board.uncertain": (
        "The pane {panes} cannot be read clearly, so its band stays where it is.",
        "Set the sphere on it straight, or mark the pane as not to be trusted.",
    ),
    "board.service": ("The board is in service mode.", "End the service mode on the Board page."),
    "board.value": ("The board refused a value as out of range.", "Please report this as an error."),
    "board.level": ("A level is 1, 2 or 3 and a band 1 to 5.", "Choose a level that exists."),
    "board.pane": ("There is no pane {pane}.", "Panes are a1 to h10."),
    "board.colour": ("{colour} is no colour of a lamp.", "Name a meaning, or write #rrggbb."),
    "motion.cancelled": ("The movement was taken back before it ended.", ""),
    "motion.lost": (
        "The connection was lost during the movement; the board stops by itself.",
        "When it is back, press Resume and ask for the level again.",
    ),
    "motion.timeout": (
        "Band {bands} did not reach its level in time.",
        "See whether something holds the band, then home it.",
    ),
    "motion.not_held": ("The handle was let go.", "Hold the handle until the band has arrived."),
    # --- referee ---
    "referee.setup": (
        "The spheres do not lie as in the match yet: {number} panes differ.",
        "Set spheres on {missing}; take them off {extra}.",
    ),
    "referee.in_hand": ("{missing} in hand.", ""),
    "referee.vanished": (
        "{missing} is gone: it counts as fallen when it stays away.",
        "Put it back if you are still thinking.",
    ),
    "referee.astray": (
        "No move leads here.",
        "Take the sphere off {extra} and put one back on {missing}.",
    ),
    "referee.astray_missing": ("No move leads here.", "Put the sphere back on {missing}."),
    "referee.astray_extra": ("No move leads here.", "Take the sphere off {extra}."),
    "referee.ambiguous": (
        "Several moves look like this: {actions}.",
        "Choose on the panel which one was meant.",
    ),
    "referee.calibration": (
        "{number} panes differ, more than any move can change.",
        "Put the spheres back, or check the sensors on the Board page.",
    ),
    "referee.turned": (
        "The board lies turned by 180 degrees.",
        "Turn it so that the gold handles are in the west, or swap the sensor plugs end for end.",
    ),
    "referee.bands_swapped": (
        "The sensor plugs of the bands {bands} seem to be swapped.",
        "Check the plugs against the wiring table.",
    ),
    # --- console and twin ---
    "console.unavailable": (
        "The handles cannot be used: {reason}.",
        "Install python3-lgpio, add the user to the group gpio, and see that no other program uses the pins.",
    ),
    "console.mock_only": (
        "Only simulated handles can be turned from here.",
        "Turn the handle on the board.",
    ),
    "console.estop_wire": (
        "The Pi and the board do not agree whether the emergency stop is pressed.",
        "Check the second and third contact of the emergency stop and their wires. Open counts as pressed.",
    ),
    "twin.failed": ("The simulated board failed: {reason}.", "Start it anew; its world is kept."),
    "twin.ended": (
        "The simulated board has ended: {reason}.",
        "The table starts it again by itself; its spheres and bands stay as they were.",
    ),
    "twin.refused": ("The simulated board refused: {reason}.", ""),
}

TEXTS: dict[str, dict[str, str]] = {
    code: {"says": says, "do": do} for code, (says, do) in {**_TABLE, **_HARDWARE_TEST}.items()
}
for _fault in FAULTS:
    _band = "Band {band}: " if _fault.scope == "band" else "Pane {pane}: " if _fault.scope == "pane" else ""
    TEXTS[f"fault.{_fault.code}"] = {
        "says": f"{_band}{_fault.name}. {_fault.happened} {_fault.safe}",
        "do": _fault.do,
    }


class _Lenient(Formatter):
    """Leaves a placeholder standing whose parameter is missing: better an odd sentence than none."""

    def get_value(self, key: int | str, args: Any, kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), f"{{{key}}}")


def says(notice: Notice) -> str:
    """What is the matter, in English."""
    return _Lenient().vformat(TEXTS[notice.code]["says"], (), notice.params)


def advice(notice: Notice) -> str:
    """What to do next, in English; "" where there is nothing to do."""
    return _Lenient().vformat(TEXTS[notice.code]["do"], (), notice.params)


def english(notice: Notice) -> str:
    """Both in one line."""
    return f"{says(notice)} {advice(notice)}".strip()
