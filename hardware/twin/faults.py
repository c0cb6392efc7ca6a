"""The twin's table of faults: what can be wrong with the simulated table, at run time.

Each entry: name, scope ("board", "band" or "pane"), kind ("flag" or "number"), unit, values worth offering,
meaning. The order is the one people see. Runs unchanged under MicroPython.
"""

BOARD, BAND, PANE = "board", "band", "pane"
FLAG, NUMBER = "flag", "number"

FAULTS = (
    ("estop", BOARD, FLAG, "", (), "A wire of the emergency stop's chain is off."),
    ("guard", BOARD, FLAG, "", (), "The service lid is open."),
    ("vm-low", BOARD, NUMBER, "mV", (0, 12000, 19000), "The motor supply gives this instead of 24 V."),
    ("diag", BOARD, FLAG, "", (), "A motor driver reports a fault."),
    ("ir-supply", BOARD, NUMBER, "%", (50, 80, 140), "The sensor lamps' supply, against its nominal."),
    ("jam", BAND, NUMBER, "mm", (12.0, 30.0), "Something blocks the band at this height, either way."),
    ("lost-steps", BAND, NUMBER, "steps", (200, 320, 800), "Once: the motor loses so many steps."),
    ("home-dead", BAND, FLAG, "", (), "The home switch never closes."),
    ("home-stuck", BAND, FLAG, "", (), "The home switch is always closed."),
    ("home-early", BAND, NUMBER, "mm", (20.0,), "The home switch closes at this height already."),
    ("vane-dead", BAND, FLAG, "", (), "The level vane never sees its flag."),
    ("vane-stuck", BAND, FLAG, "", (), "The level vane always sees a flag."),
    ("tacho-dead", BAND, FLAG, "", (), "The slotted wheel's sensor is dead."),
    ("pio-stall", BAND, FLAG, "", (), "The step generator takes no more words."),
    ("pane-stuck", PANE, NUMBER, "counts", (0, 1023), "The pane's sensor always reads this."),
    ("pane-noisy", PANE, NUMBER, "counts", (20, 200), "Noise of up to this much lies on the pane's sensor."),
    ("pane-offset", PANE, NUMBER, "counts", (-30, 60), "The lit pane reads this much more."),
    ("comm-loss", BOARD, FLAG, "", (), "The cable between Pi and Pico is off."),
    ("reply-delay", BOARD, NUMBER, "ms", (60, 200, 400), "Replies leave this much later."),
    ("reply-corrupt", BOARD, NUMBER, "th reply", (5, 20), "In every n-th reply one bit is flipped."),
    ("reply-drop", BOARD, NUMBER, "th reply", (5, 20), "Every n-th reply is lost."),
    ("reply-twice", BOARD, NUMBER, "th reply", (5, 20), "Every n-th reply is sent twice."),
    ("reply-short", BOARD, NUMBER, "th reply", (5, 20), "Every n-th reply lacks a register."),
    ("reply-function", BOARD, NUMBER, "th reply", (5, 20), "Every n-th reply has a wrong function."),
    ("request-corrupt", BOARD, NUMBER, "th request", (5, 20), "In every n-th request one bit is flipped."),
    ("byte-loss", BOARD, NUMBER, "th byte", (50, 500), "Every n-th byte is lost, either way."),
    ("hang", BOARD, NUMBER, "ms", (50, 500, 5000), "Once: the firmware's loop stands still for this long."),
    ("reboot", BOARD, FLAG, "", (), "Once: the chip restarts, as by its RUN pin."),
    ("power-cut", BOARD, NUMBER, "ms", (1000,), "Once: the board is without power for this long."),
    ("flash-tear", BOARD, NUMBER, "bytes", (0, 40), "Once: power goes so far into the next write to flash."),
    ("flash-broken", BOARD, FLAG, "", (), "The flash takes no writes."),
)  # fmt: skip
ONCE = ("hang", "reboot", "power-cut", "flash-tear")

# What a number may be, by its unit: beyond that no chip or line could behave so, and the world would break.
RANGES = {
    "mV": (0, 40_000),
    "%": (0, 150),
    "mm": (-10.0, 100.0),
    "steps": (1, 100_000),
    "counts": (-1023, 1023),
    "th reply": (1, 1_000_000),
    "th request": (1, 1_000_000),
    "th byte": (1, 1_000_000),
    "ms": (0, 60_000),
    "bytes": (0, 1_000_000),
}
ONE_WAY = ("pane-stuck", "pane-noisy")  # of the counts, those that are never negative


def trouble(line, value):
    """What is wrong with a number for the fault of that line, None when nothing is. Only mm has fractions."""
    low, high = RANGES[line[3]]
    if line[0] in ONE_WAY:
        low = 0
    if not low <= value <= high:
        return "must be from " + str(low) + " to " + str(high)
    if line[3] != "mm" and value != int(value):
        return "must be a whole number"
    return None


def entry(name):
    """The table's line of that name, None when there is none."""
    for line in FAULTS:
        if line[0] == name:
            return line
    return None


def as_json():
    """The table for programs: the reply to {"do": "faults"}."""
    return [
        {"name": name, "scope": scope, "kind": kind, "unit": unit, "values": list(values), "meaning": meaning}
        for name, scope, kind, unit, values, meaning in FAULTS
    ]
