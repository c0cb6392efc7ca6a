"""The register image in people's terms: pure functions from registers to bands, panes and notices.

Here, and only here, the wire's band 0-4 becomes band 1-5 and pane 0-79 becomes a1-h10.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from firmware_bridge import regmap as reg
from firmware_bridge.errors import LinkError, Refused
from firmware_bridge.exchange import HEAD
from firmware_bridge.values import BAND_PHASES, PANES, Band, Colour, Notice, Pane, PaneClass

BANDS = range(1, reg.BANDS + 1)
LEVELS = range(1, 4)
FIRST_SCANS_S = 2
"""A board that has only just started has not scanned its panes yet; that is no fault."""
NUMBERS: dict[str, int] = {name: number for number, name in enumerate(PANES)}
FAULTS: dict[int, reg.Fault] = {fault.number: fault for fault in reg.FAULTS}
_CLASSES: dict[int, tuple[PaneClass, Colour | None]] = {
    reg.PANE.EMPTY: ("empty", None),
    reg.PANE.DARK: ("full", "black"),
    reg.PANE.LIGHT: ("full", "white"),
    reg.PANE.UNCERTAIN: ("uncertain", None),
    reg.PANE.SENSOR_FAULT: ("fault", None),
}
_ALARMS: tuple[tuple[reg.STATUS, str], ...] = (
    (reg.STATUS.ESTOP_OK, "board.estop"),
    (reg.STATUS.GUARD_CLOSED, "board.guard"),
    (reg.STATUS.VM_OK, "board.vm_low"),
    (reg.STATUS.DRIVERS_OK, "board.driver"),
    (reg.STATUS.CONFIG_OK, "fault.config"),
    (reg.STATUS.SCAN_VALID, "fault.ir-supply"),
)
"""Status bits that should be set, and what is said when they are not."""
_REJECTS: dict[int, str] = {
    reg.REJECT.RANGE: "board.value",
    reg.REJECT.HEIGHT: "board.value",
    reg.REJECT.ARGUMENT: "board.value",
    reg.REJECT.ESTOP_OPEN: "board.estop",
    reg.REJECT.GUARD_OPEN: "board.guard",
    reg.REJECT.VM_MISSING: "board.vm_low",
    reg.REJECT.DRIVER_FAULT: "board.driver",
    reg.REJECT.CONFIG_BAD: "fault.config",
    reg.REJECT.NO_HEARTBEAT: "board.no_heartbeat",
    reg.REJECT.NOT_ENABLED: "board.not_enabled",
    reg.REJECT.MOVING: "board.busy",
    reg.REJECT.UNHOMED: "board.unhomed",
    reg.REJECT.IN_FAULT: "board.band_fault",
    reg.REJECT.INHIBITED: "board.inhibited",
    reg.REJECT.IN_SERVICE: "board.service",
    reg.REJECT.NOT_HELD: "motion.not_held",
}
LAMP_COLOURS: dict[str, str] = {
    "missing": "#ffb000",
    "extra": "#ff2020",
    "from": "#4060ff",
    "to": "#20ff60",
    "warning": "#ff6000",
}
"""What a pane's lamp may mean, and its colour."""


def signed(word: int) -> int:
    """A register as two's complement."""
    return word - 0x10000 if word & 0x8000 else word


def field(body: Sequence[int], band: int, which: reg.BAND) -> int:
    """One field of ``band`` (1-5) in the image's body (input 20-79)."""
    return body[reg.IN.BAND - HEAD + reg.BAND_STRIDE * (band - 1) + which]


def bands(body: Sequence[int]) -> tuple[Band, ...]:
    """The five bands, band 1 first."""

    def one(band: int) -> Band:
        state_fault = field(body, band, reg.BAND.STATE_FAULT)
        return Band(
            band=band,
            level=field(body, band, reg.BAND.LEVEL),
            target=field(body, band, reg.BAND.TARGET),
            position_mm=signed(field(body, band, reg.BAND.POSITION)) / 100,
            state=dict(enumerate(BAND_PHASES)).get(state_fault & 0xFF, "fault"),
            fault=state_fault >> 8,
        )

    return tuple(one(band) for band in BANDS)


def panes(body: Sequence[int], untrusted: Collection[str] = ()) -> tuple[Pane, ...]:
    """All eighty panes in the order a1 b1 .. h10."""
    words = body[reg.IN.PANE_CLASS - HEAD :]
    classes = [_CLASSES.get(words[n >> 2] >> 4 * (n & 3) & 0xF, ("fault", None)) for n in range(reg.PANES)]
    return tuple(
        Pane(name, state, colour, name not in untrusted) for name, (state, colour) in zip(PANES, classes)
    )


def faults(head: Sequence[int], bands_: Iterable[Band], panes_: Iterable[Pane]) -> tuple[Notice, ...]:
    """What is out of order, the board's own alarms first, then bands, then panes."""
    status = head[reg.IN.STATUS]
    young = head[reg.IN.UPTIME_HI] == 0 and head[reg.IN.UPTIME_LO] < FIRST_SCANS_S
    expected = reg.STATUS.SCAN_VALID if young else 0
    found = [Notice(code) for mask, code in _ALARMS if not (status | expected) & mask]
    for band in bands_:
        if band.fault and not (band.fault == reg.FAULT.ESTOP and not status & reg.STATUS.ESTOP_OK):
            found.append(fault_notice(band.fault, band.band))
    if broken := [p.pane for p in panes_ if p.state == "fault" and p.trusted]:
        found.append(Notice("fault.pane-sensor", {"pane": ", ".join(broken)}))
    return tuple(found)


def fault_notice(number: int, band: int) -> Notice:
    """The fault table's entry ``number`` of ``band``; a number it does not hold is a firmware error."""
    fault = FAULTS.get(number, FAULTS[reg.FAULT.INTERNAL])
    return Notice(f"fault.{fault.code}", {"band": band})


def refusal_notice(error: LinkError) -> Notice:
    """A failed request in words: the board's own reason where it gave one."""
    if not isinstance(error, Refused) or error.reject is None:
        return error.notice
    code = _REJECTS.get(error.reject >> 8)
    if code is None:
        return error.notice
    band = error.reject & 0xFF
    named = str(band + 1) if band < reg.BANDS else "1-5"
    return Notice(
        code, {"bands": named} if code in ("board.unhomed", "board.band_fault", "board.inhibited") else {}
    )


def target_words(targets: Mapping[int, int]) -> tuple[int, ...]:
    """The five TARGET_LEVEL registers; 0 leaves a band alone."""
    return tuple(targets.get(band, 0) for band in BANDS)


def band_mask(which: Iterable[int]) -> int:
    """CMD_MASK for bands 1-5."""
    return sum(1 << (band - 1) for band in set(which))


def lamp_words(lights: Mapping[str, str]) -> tuple[int, ...]:
    """The eighty PANE_COLOUR registers (RGB565). Raises KeyError for a pane, ValueError for a colour."""
    words = [0] * reg.PANES
    for pane, meaning in lights.items():
        text = LAMP_COLOURS.get(meaning, meaning)
        if not re.fullmatch("#[0-9a-fA-F]{6}", text):
            raise ValueError(meaning)
        red, green, blue = bytes.fromhex(text[1:])
        words[NUMBERS[pane]] = red >> 3 << 11 | green >> 2 << 5 | blue >> 3
    return tuple(words)
