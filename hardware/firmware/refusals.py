"""Why a write is refused: asked by the bank, through commands.py, before anything of it is applied.

Every function gives 0 or a reason, one of the X_ numbers, with a band where it concerns one (bank.for_band).
The values to be written are read with bank.proposed().
"""

import regmap as r
from bank import for_band, signed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from app import App


def health(app: "App") -> int:
    """Why the motors may not run: a reason that needs a person, or 0."""
    if not app.estop_ok:
        return r.X_ESTOP_OPEN
    if not app.guard.on:
        return r.X_GUARD_OPEN
    if not app.vm_ok():
        return r.X_VM_MISSING
    if not app.drivers_ok():
        return r.X_DRIVER_FAULT
    if not app.config_ok:
        return r.X_CONFIG_BAD
    return 0


def of_settings(app: "App", first: int, end: int) -> int:
    """Configuration registers first .. end - 1: only at rest, and only with levels within the travel."""
    bank = app.bank
    service = False
    for address, span, _low, _high, _default, flags in r.HOLDING:
        if flags & r.SERVICE and first < address + span and end > address:
            service = True
    if not service:
        return 0
    if app.moving() or app.commands.waiting():
        return r.X_MOVING
    return check_heights(bank.proposed)


def of_motion(app: "App") -> int:
    """Anything that moves a band: a reason for a person first, then the missing enable."""
    return health(app) or (0 if app.bank.coil(r.C_MOTION_ENABLE) else r.X_NOT_ENABLED)


def of_target(app: "App", band: int, level: int) -> int:
    """A target level. The one that is under way already is no new one: a retry does no harm."""
    axis = app.axes[band]
    if app.commands.target(band) == level and (axis.busy() or app.commands.queue[band]):
        return 0
    reason = of_motion(app)
    if reason:
        return reason
    if app.bank.coil(r.C_SERVICE_MODE):
        return r.X_IN_SERVICE
    if axis.busy() or app.commands.queue[band] or app.commands.to_home >> band & 1:
        return for_band(r.X_MOVING, band)
    if axis.state == r.S_FAULT:
        return for_band(r.X_IN_FAULT, band)
    if axis.inhibited:
        return for_band(r.X_INHIBITED, band)
    if axis.state == r.S_UNHOMED:
        return for_band(r.X_UNHOMED, band)
    if app.bank.holding(r.H_HOLD_TO_RUN) and not app.commands.held():
        return r.X_NOT_HELD
    return 0


def of_command(app: "App", command: int) -> int:
    """A command with a fresh CMD_SEQ."""
    bank = app.bank
    if command == r.CMD_STOP or command == r.CMD_NONE:
        return 0
    if app.commands.running:
        return r.X_MOVING
    if r.SERVICE_COMMANDS >> command & 1 and not bank.coil(r.C_SERVICE_MODE):
        return r.X_NEEDS_SERVICE
    mask = bank.proposed(r.H_CMD_MASK)
    arg = signed(bank.proposed(r.H_CMD_ARG))
    if command == r.CMD_HOME:
        return of_home(app, mask)
    if command == r.CMD_JOG:
        return of_jog(app, mask, arg)
    if command == r.CMD_CLEAR_FAULT or r.CMD_CAL_EMPTY <= command <= r.CMD_CAL_LIGHT:
        return 0 if mask else r.X_ARGUMENT
    if command == r.CMD_REBOOT and arg & 0xFFFF != r.REBOOT_KEY:
        return r.X_ARGUMENT
    if app.moving() or app.commands.waiting():  # SAVE, DEFAULTS, REBOOT, SELFTEST want rest
        return 0 if command == r.CMD_CLEAR_COUNTERS else r.X_MOVING
    return 0


def of_home(app: "App", mask: int) -> int:
    """HOME, for all bands of the mask or none."""
    if not mask:
        return r.X_ARGUMENT
    reason = of_motion(app)
    if reason:
        return reason
    for band in range(r.BANDS):
        if mask >> band & 1:
            axis = app.axes[band]
            if axis.busy() or app.commands.queue[band]:
                return for_band(r.X_MOVING, band)
            if axis.state == r.S_FAULT:
                return for_band(r.X_IN_FAULT, band)
            if axis.inhibited:
                return for_band(r.X_INHIBITED, band)
    return 0


def of_jog(app: "App", mask: int, arg: int) -> int:
    """JOG by 0.01 mm; a homed band stays within its travel."""
    if not mask or not arg or not -500 <= arg <= 500:
        return r.X_ARGUMENT
    reason = of_motion(app)
    if reason:
        return reason
    if not app.commands.held():
        return r.X_NOT_HELD
    for band in range(r.BANDS):
        if mask >> band & 1:
            axis = app.axes[band]
            if axis.busy():
                return for_band(r.X_MOVING, band)
            if axis.state == r.S_FAULT:
                return for_band(r.X_IN_FAULT, band)
            if axis.inhibited:
                return for_band(r.X_INHIBITED, band)
            if axis.homed and not r.TRAVEL_MIN <= (axis.position >> 3) + arg <= r.TRAVEL_MAX:
                return for_band(r.X_TRAVEL, band)
    return 0


def check_heights(holding: "Callable[[int], int]") -> int:
    """Levels of all bands within the travel; `holding(address)` gives the registers. 0 or a reason."""
    for band in range(r.BANDS):
        first = holding(r.H_LEVEL1_OFFSET) + signed(holding(r.H_LEVEL_TRIM + band))
        if first < 30 or first + 2 * holding(r.H_LEVEL_STEP) > r.TRAVEL_MAX:
            return for_band(r.X_HEIGHT, band)
    return 0
