"""The board's register map and its fault table, as the bridge uses them.

Generated from hardware/registers.toml by `python -m hardware.generate`; do not edit.
"""

# ruff: noqa: E501  (sentences of the fault table stand on one line)

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Literal, TypeAlias

Spans: TypeAlias = tuple[tuple[int, int], ...]
MAGIC: Final = 45221
MAP_MAJOR: Final = 1
MAP_MINOR: Final = 0
UNIT: Final = 1
BAUD: Final = 115200
BANDS: Final = 5
PANES: Final = 80
MIRROR: Final = 200
MIRRORED: Final = 80
TRAVEL_MIN: Final = 0
TRAVEL_MAX: Final = 4700
HELD_BIT: Final = 32768
TOKEN_MASK: Final = 32767
HELD_MS: Final = 400
REBOOT_KEY: Final = 45063
BAND_STRIDE: Final = 8


class COIL(IntEnum):
    """Coils: functions 1, 5, 15."""

    MOTION_ENABLE = 0
    """Motors may run. Setting needs e-stop, guard, 24 V, drivers, configuration and heartbeat in order (else exception 4). The firmware clears it on e-stop, guard, 24 V, driver fault and loss of the heartbeat; writing 0 while bands move stops them by the ramp."""
    SERVICE_MODE = 1
    """Allows JOG, calibration and writing the configuration, and refuses target levels. Not changeable while a band moves (exception 6)."""
    IR_SCAN = 2
    """The panes are scanned; 0 freezes their classes and clears SCAN_VALID."""
    LEDS_ON = 3
    """The pane lamps show their colours."""
    LAMP_TEST = 4
    """All pane lamps white at 10 % for 2 s; clears itself."""
    INHIBIT = 8
    """Maintenance lock of the band. A moving band stops by the ramp. Survives CLEAR_FAULT, not a reboot. (5, one per band)"""


class DISC(IntEnum):
    """Discrete inputs: function 2."""

    ESTOP_OK = 0
    """The emergency stop's chain is closed."""
    GUARD_CLOSED = 1
    """The service lid is closed."""
    MOTION_ENABLED = 2
    """Coil MOTION_ENABLE as it stands."""
    COMM_OK = 3
    """The heartbeat changed within WATCHDOG."""
    ANY_MOVING = 4
    """A band moves, homes, stops or waits for its turn to move."""
    ALL_HOMED = 5
    """Every band knows its position."""
    ANY_FAULT = 6
    """A band is in state FAULT."""
    DRIVERS_OK = 7
    """No motor driver reports a fault (DIAG)."""
    VM_OK = 8
    """The motor supply is there."""
    SCAN_VALID = 9
    """Pane classes follow the sensors: two scans are done, IR_SCAN is on and IR_REFERENCE is in its window."""
    CONFIG_OK = 10
    """The stored configuration was sound, or none has ever been stored."""
    SERVICE = 11
    """Coil SERVICE_MODE as it stands."""
    HOME = 16
    """Home switch, debounced: 1 closed. (5, one per band)"""
    VANE = 21
    """Level vane: 1 within 0.5 mm of a level. (5, one per band)"""
    TACHO = 26
    """Raw level of the screw's slotted wheel. (5, one per band)"""
    AT_LEVEL = 32
    """The band rests at a level, confirmed by its vane. (5, one per band)"""
    MOVING = 40
    """The band moves, homes or stops. (5, one per band)"""
    OCCUPIED = 64
    """Class dark or light. (80, one per pane)"""
    LIGHT = 144
    """Class light; means something where OCCUPIED is set. (80, one per pane)"""
    SUSPECT = 224
    """Class uncertain or sensor fault. (80, one per pane)"""


class IN(IntEnum):
    """Input registers: function 4; 0-79 also as holding MIRROR + address."""

    MAGIC = 0
    """0xB0A5: this is a palace board."""
    MAP_VERSION = 1
    """Version of this map, major << 8 | minor."""
    FW_VERSION = 2
    """Version of the firmware, major << 8 | minor."""
    HEARTBEAT_ECHO = 3
    """Last HEARTBEAT written."""
    STATUS = 4
    """Discrete inputs 0-11 as bits."""
    BOOT_COUNT = 5
    """Starts so far, from flash; wraps."""
    RESET_CAUSE = 6
    """1 power, 3 watchdog, 5 commanded."""
    UPTIME_LO = 7
    """Seconds since the start, low word. [s]"""
    UPTIME_HI = 8
    """Seconds since the start, high word."""
    LAST_REJECT = 9
    """Why the last request was refused: reason << 8 | band (0xFF: no band)."""
    CMD_SEQ_DONE = 10
    """CMD_SEQ of the last command that has finished."""
    CMD_RESULT = 11
    """How it finished: 0 well, 1-63 a fault number, 64 and more as in the table of results."""
    SCAN_COUNT = 12
    """Full scans of the panes; wraps."""
    CHANGE_COUNT = 13
    """One more whenever a pane's class or a band's state, fault, level or target changes; wraps."""
    LOOP_MAX = 14
    """Longest pass of the main loop since the start or CLEAR_COUNTERS. [10 us]"""
    HEAP_FREE = 15
    """Free heap, measured at rest. [16 bytes]"""
    VM = 16
    """Motor supply. [mV]"""
    IR_REFERENCE = 17
    """0-1023: sensor that faces a white patch; health of the IR lamps' supply."""
    RESERVED = 18
    """0."""
    BAND = 20
    """Five blocks of eight, see the fields of a band."""
    PANE_CLASS = 60
    """Pane classes, four a register, lowest nibble first."""
    COUNTER = 80
    """Sixteen counters, see the counters; they wrap and are cleared by CLEAR_COUNTERS."""
    PANE_RAW = 100
    """0-1023: lit minus dark of the newest scan. (80, one per pane)"""
    PANE_QUALITY = 180
    """Confidence 0-100 in the low byte, noise (mean deviation, 0-255) in the high byte. (80, one per pane)"""
    TACHO_DIFF = 260
    """Commanded minus counted travel of the last finished move: the trend shows lost steps before they hurt. (5, one per band) [0.01 mm] Signed."""
    HOME_DIFF = 265
    """Where the position before the last homing put the switch; 0 is perfect, 0 also after a start. (5, one per band) [0.01 mm] Signed."""
    MOVE_MS = 270
    """Time of the last finished move, from accepted target to confirmed level. (5, one per band) [ms]"""


class HOLD(IntEnum):
    """Holding registers: functions 3, 6, 16, 23."""

    HEARTBEAT = 0
    """Token in bits 0-14, held in bit 15. A token different from the last one feeds the watchdog."""
    WATCHDOG = 1
    """Without a fresh heartbeat for this long, bands stop by the ramp and MOTION_ENABLE is cleared. [ms]"""
    CMD = 2
    """Command, carried out when CMD_SEQ changes; STOP is carried out at once, whatever CMD_SEQ says."""
    CMD_MASK = 3
    """Bands the command is for, bits 0-4. STOP always stops all of them."""
    CMD_ARG = 4
    """JOG: 0.01 mm, -500 to 500. REBOOT: 0xB007. Signed."""
    CMD_SEQ = 5
    """A new value carries CMD out; the same value again is acknowledged and ignored."""
    TARGET_LEVEL = 10
    """Level to go to; 0 leaves the band alone. Several in one write start together, all or none. (5, one per band)"""
    SPEED = 20
    """Speed between levels. [0.01 mm/s]"""
    ACCEL = 21
    """Acceleration of every ramp. [0.1 mm/s2]"""
    HOME_SPEED = 22
    """Speed of the first approach to the home switch; the second is 1 mm/s. [0.01 mm/s]"""
    LEVEL_STEP = 23
    """Height from one level to the next. Level 3 of every band must stay within 47 mm (else exception 3). [0.01 mm]"""
    LEVEL1_OFFSET = 24
    """Height of level 1 above the home switch. [0.01 mm]"""
    MAX_MOVING = 25
    """Bands that may move at once; the others wait for their turn."""
    STALL_TOL = 26
    """Difference of counted and commanded travel that counts as a stall. [0.01 mm]"""
    IR_SETTLE = 27
    """Wait between switching an IR lamp and reading its sensor. [us]"""
    LED_BRIGHTNESS = 28
    """Brightness of the pane lamps."""
    HOLD_TO_RUN = 29
    """1: bands move to a target only while heartbeats carry the held bit."""
    LEVEL_TRIM = 30
    """Correction of all levels of the band. (5, one per band) [0.01 mm] Signed."""
    MIRROR = 200
    """Input registers 0-79 once more."""
    PANE_EMPTY = 300
    """Lit minus dark of the empty pane. (80, one per pane)"""
    PANE_DARK_FROM = 380
    """Threshold between empty and dark. (80, one per pane)"""
    PANE_LIGHT_FROM = 460
    """Threshold between dark and light. (80, one per pane)"""
    PANE_COLOUR = 600
    """Colour of the pane's lamp, RGB565. (80, one per pane)"""


class BAND(IntEnum):
    """Fields of a band's block, at IN.BAND + BAND_STRIDE * band + field."""

    STATE_FAULT = 0
    """State in the low byte, fault number in the high byte."""
    LEVEL = 1
    """Level at which the band rests, 1-3; 0 between levels or unknown."""
    TARGET = 2
    """Level asked for, 1-3; 0 none."""
    POSITION = 3
    """Height above the home switch. [0.01 mm]"""
    SPEED = 4
    """Speed now, up is positive. [0.01 mm/s]"""
    MOVES = 5
    """Finished moves since the start; wraps."""
    STALLS = 6
    """Stalls since the start; wraps."""
    FAULT_POSITION = 7
    """Height at the last fault. [0.01 mm]"""


class STATUS(IntEnum):
    """Masks of IN.STATUS."""

    ESTOP_OK = 1
    """The emergency stop's chain is closed."""
    GUARD_CLOSED = 2
    """The service lid is closed."""
    MOTION_ENABLED = 4
    """Coil MOTION_ENABLE as it stands."""
    COMM_OK = 8
    """The heartbeat changed within WATCHDOG."""
    ANY_MOVING = 16
    """A band moves, homes, stops or waits for its turn to move."""
    ALL_HOMED = 32
    """Every band knows its position."""
    ANY_FAULT = 64
    """A band is in state FAULT."""
    DRIVERS_OK = 128
    """No motor driver reports a fault (DIAG)."""
    VM_OK = 256
    """The motor supply is there."""
    SCAN_VALID = 512
    """Pane classes follow the sensors: two scans are done, IR_SCAN is on and IR_REFERENCE is in its window."""
    CONFIG_OK = 1024
    """The stored configuration was sound, or none has ever been stored."""
    SERVICE = 2048
    """Coil SERVICE_MODE as it stands."""


class COUNTER(IntEnum):
    """Counters, at IN.COUNTER + number."""

    FRAMES = 0
    """Good frames for this unit or broadcast."""
    CRC_ERRORS = 1
    """Frames with a wrong CRC."""
    EXCEPTIONS = 2
    """Exceptions answered."""
    PARTIAL_FRAMES = 3
    """Beginnings of frames that silence cut off."""
    LATE_HEARTBEATS = 4
    """Heartbeats later than half of WATCHDOG."""
    COMM_LOSSES = 5
    """Heartbeat missing for WATCHDOG."""
    ESTOPS = 6
    """Emergency stops."""
    GUARD_OPENINGS = 7
    """Openings of the service lid."""
    UART_OVERRUNS = 8
    """Receptions longer than any frame."""
    WATCHDOG_RESETS = 9
    """1 when the last start was the watchdog's."""
    TACHO_MISMATCHES = 10
    """Moves ended because counted and commanded travel differed."""
    CONFIG_WRITES = 11
    """Configurations written to flash."""
    SWITCH_GLITCHES = 12
    """Readings of switches and vanes thrown away because the next one disagreed."""
    LATE_LOOPS = 13
    """Ticks later than 15 ms: the tacho comparison starts anew instead of judging."""
    UNDERRUNS = 14
    """Step queues that ran dry during a move."""
    FOREIGN_FRAMES = 15
    """Good frames for another unit."""


class STATE(IntEnum):
    """States of a band."""

    UNHOMED = 0
    """Position unknown; only HOME and JOG move the band."""
    IDLE = 1
    """At rest, position known."""
    MOVING = 2
    """On its way to a level, or jogging."""
    HOMING = 3
    """Finding the home switch, then going to level 1."""
    FAULT = 4
    """Stopped by a fault; CLEAR_FAULT ends it."""
    STOPPING = 5
    """Slowing down, or backing off after a stall."""
    INHIBITED = 6
    """Locked by coil INHIBIT."""


class PANE(IntEnum):
    """Classes of a pane."""

    EMPTY = 0
    """No sphere."""
    DARK = 1
    """A black sphere."""
    LIGHT = 2
    """A white sphere."""
    UNCERTAIN = 3
    """Between two classes; never guessed. Also every pane until it has been read."""
    SENSOR_FAULT = 4
    """The sensor reads a rail value or too much noise."""


class CMD(IntEnum):
    """Values of HOLD.CMD."""

    NONE = 0
    """Nothing; a new CMD_SEQ is acknowledged."""
    HOME = 1
    """Home the bands of CMD_MASK: one after another when spheres are on the board, together otherwise (at most MAX_MOVING)."""
    STOP = 2
    """All bands stop by the ramp and waiting targets are forgotten; carried out at once."""
    CLEAR_FAULT = 3
    """Bands of CMD_MASK leave FAULT: to IDLE where the fault keeps the position, to UNHOMED otherwise."""
    JOG = 4
    """Bands of CMD_MASK move by CMD_ARG at 2 mm/s while the held bit comes."""
    CAL_EMPTY = 5
    """Panes of the bands in CMD_MASK are empty: measure them."""
    CAL_DARK = 6
    """Black spheres lie on some panes of the bands in CMD_MASK: measure those. Repeat with the spheres elsewhere."""
    CAL_LIGHT = 7
    """White spheres lie on some panes of the bands in CMD_MASK: measure those and set their thresholds."""
    SAVE = 8
    """Write the configuration to flash; refused while a band moves."""
    DEFAULTS = 9
    """Configuration as in this table, in memory only; SAVE makes it last."""
    REBOOT = 10
    """Start anew; CMD_ARG must be 0xB007, no band may move."""
    SELFTEST = 11
    """At rest: supply, drivers, IR lamps, configuration, and that switches, vanes and tachos agree with the positions."""
    CLEAR_COUNTERS = 12
    """Counters and LOOP_MAX to 0."""


class RESULT(IntEnum):
    """Values of IN.CMD_RESULT besides the fault numbers."""

    OK = 0
    """Done."""
    CANCELLED = 64
    """Ended by STOP, by INHIBIT or by letting go."""
    SPAN = 65
    """Calibration: two classes of a pane lie too close together, or an empty pane reads like a full one; nothing was changed."""
    UNSTEADY = 66
    """Calibration: a pane did not repeat its value; nothing was changed."""
    INCOMPLETE = 67
    """Calibration: no sphere was found, or CAL_EMPTY and CAL_DARK were not done before for one of the panes; nothing was changed."""
    FLASH = 68
    """The flash did not take the configuration."""
    SENSORS = 69
    """The panes cannot be read now: SCAN_VALID is 0."""


class RESET(IntEnum):
    """Values of IN.RESET_CAUSE."""

    POWER = 1
    """Power came."""
    WATCHDOG = 3
    """The watchdog, after the loop hung."""
    COMMANDED = 5
    """Command REBOOT."""


class EXC(IntEnum):
    """Modbus exceptions of this board."""

    FUNCTION = 1
    """Function or sub-function not supported: a programming error."""
    ADDRESS = 2
    """An address outside every block, or a write to a read-only block: a programming error."""
    VALUE = 3
    """A value or count outside its range; nothing of the request was applied."""
    NEEDS_PERSON = 4
    """Refused until a person does something: show it, do not retry."""
    NOT_NOW = 6
    """Refused now: wait, enable, HOME or CLEAR_FAULT first."""


class REJECT(IntEnum):
    """Reasons in the high byte of IN.LAST_REJECT."""

    NONE = 0
    """Nothing was refused yet."""
    FUNCTION = 1
    """Unknown function or sub-function."""
    ADDRESS = 2
    """Address outside every block."""
    READ_ONLY = 3
    """Write to a read-only register."""
    COUNT = 4
    """Number of registers or bits, or a byte count, out of range."""
    RANGE = 5
    """A value outside its range."""
    HEIGHT = 6
    """A level of a band would lie above 47 mm or below 0.3 mm (LEVEL1_OFFSET, LEVEL_STEP, LEVEL_TRIM)."""
    ARGUMENT = 7
    """CMD_MASK or CMD_ARG does not fit the command."""
    TRAVEL = 8
    """The jog would leave 0-47 mm."""
    ESTOP_OPEN = 9
    """The emergency stop is pressed or its wire is off."""
    GUARD_OPEN = 10
    """The service lid is open."""
    VM_MISSING = 11
    """No 24 V at the motors."""
    DRIVER_FAULT = 12
    """A motor driver reports a fault."""
    CONFIG_BAD = 13
    """The stored configuration was damaged: DEFAULTS or new values, then SAVE."""
    NO_HEARTBEAT = 14
    """No fresh heartbeat."""
    NOT_ENABLED = 15
    """MOTION_ENABLE is 0."""
    MOVING = 16
    """A band moves, or a command is still running."""
    UNHOMED = 17
    """The band must be homed first."""
    IN_FAULT = 18
    """The band is in FAULT: CLEAR_FAULT first."""
    INHIBITED = 19
    """The band is locked."""
    NEEDS_SERVICE = 20
    """Only in SERVICE_MODE."""
    IN_SERVICE = 21
    """Not in SERVICE_MODE."""
    NOT_HELD = 22
    """The held bit is missing."""


class FAULT(IntEnum):
    """Fault numbers; the words stand in FAULTS."""

    NONE = 0
    """No fault."""
    ESTOP = 1
    """The emergency stop was pressed, or a wire of its chain is off."""
    COMM_LOSS = 2
    """The table's computer was silent for longer than the watchdog allows while the band moved."""
    STALL = 3
    """The screw turned less than it was told to: something holds the band."""
    HOME_NOT_FOUND = 4
    """The band went down and never met its home switch; it reached its end, or is caught on the way."""
    TIMEOUT = 5
    """The band took longer than a quarter above its computed time."""
    HOME_UNEXPECTED = 6
    """The home switch closed although the band should be well above it."""
    GUARD = 7
    """The service lid was opened while the band moved."""
    DRIVER = 8
    """A motor driver reports excess heat, a short circuit or an undervoltage."""
    LEVEL_MISMATCH = 9
    """The band made its way, but its level vane does not agree."""
    HOME_STUCK = 10
    """The home switch stays closed although the band went 4 mm up."""
    VM_LOW = 11
    """The 24 V of the motors went away while the band moved."""
    CONFIG = 12
    """Both copies of the stored configuration fail their check."""
    INTERNAL = 13
    """The firmware met a state that should not exist, or its step queue ran dry."""
    TACHO_DEAD = 14
    """The slotted wheel gave no edge since the band set out: the wheel's sensor is dead, or the band is held fast."""
    IR_SUPPLY = 32
    """The sensor that faces the white patch reads outside its window: the IR lamps' supply is low or high."""
    PANE_SENSOR = 33
    """The pane's sensor reads a rail value or too much noise."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One line of the fault table: what happened, what is safe, what to do."""

    number: int
    code: str
    scope: Literal["band", "board", "pane"]
    rehome: bool
    """The position is not trusted afterwards: home the band."""
    name: str
    happened: str
    safe: str
    do: str


FAULTS: Final[tuple[Fault, ...]] = (
    Fault(
        number=1,
        code="estop",
        scope="band",
        rehome=True,
        name="Emergency stop",
        happened="The emergency stop was pressed, or a wire of its chain is off.",
        safe="The 24 V of all motors are cut by the relay; the screws hold the glass where it is. Nothing moves when the button is released.",
        do="Look for what made someone press it. Release the button, clear the fault, enable the motors and home the bands.",
    ),
    Fault(
        number=2,
        code="comm-loss",
        scope="band",
        rehome=False,
        name="Connection lost",
        happened="The table's computer was silent for longer than the watchdog allows while the band moved.",
        safe="The band stopped by its ramp, the motors are off, the position is kept.",
        do="Check the cable between Pi and Pico. When the connection is back, clear the fault and ask for the level again.",
    ),
    Fault(
        number=3,
        code="stall",
        scope="band",
        rehome=True,
        name="Band blocked",
        happened="The screw turned less than it was told to: something holds the band.",
        safe="The pulses were cut and the band backed off 2 mm; the motors are off.",
        do="Take away whatever is caught, above the glass and below. Then clear the fault and home the band.",
    ),
    Fault(
        number=4,
        code="home-dead",
        scope="band",
        rehome=True,
        name="Home switch not found",
        happened="The band went down and never met its home switch; it reached its end, or is caught on the way.",
        safe="The motors are off and the band stays where it is; the other bands are not concerned.",
        do="Check the home switch, its plug and its lever, and that nothing lies under the band. Then clear the fault and home the band.",
    ),
    Fault(
        number=5,
        code="timeout",
        scope="band",
        rehome=True,
        name="Time limit",
        happened="The band took longer than a quarter above its computed time.",
        safe="The pulses were cut and the motors are off.",
        do="Clear the fault and home the band. If it comes back, run the hardware test: the step generator does not keep time.",
    ),
    Fault(
        number=6,
        code="home-unexpected",
        scope="band",
        rehome=True,
        name="Home switch at the wrong height",
        happened="The home switch closed although the band should be well above it.",
        safe="The pulses were cut and the motors are off.",
        do="Check the switch's wire for a short circuit and the screw's coupling for slip. Then clear the fault and home the band.",
    ),
    Fault(
        number=7,
        code="guard",
        scope="band",
        rehome=True,
        name="Service lid open",
        happened="The service lid was opened while the band moved.",
        safe="The pulses were cut and the motors are off; they cannot be enabled while the lid is open.",
        do="Close the lid, clear the fault, enable the motors and home the band.",
    ),
    Fault(
        number=8,
        code="driver",
        scope="band",
        rehome=True,
        name="Motor driver fault",
        happened="A motor driver reports excess heat, a short circuit or an undervoltage.",
        safe="All bands were stopped and the motors are off.",
        do="Switch the table off and let it cool. Check the motor plugs; if it comes back, change the driver of the band that is warm.",
    ),
    Fault(
        number=9,
        code="level-mismatch",
        scope="band",
        rehome=True,
        name="Level not confirmed",
        happened="The band made its way, but its level vane does not agree.",
        safe="The band stands still, the motors are off; its height is not trusted.",
        do="Clear the fault and home the band. If it comes back, clean the vane's light barrier and check its flag and plug.",
    ),
    Fault(
        number=10,
        code="home-stuck",
        scope="band",
        rehome=True,
        name="Home switch stuck",
        happened="The home switch stays closed although the band went 4 mm up.",
        safe="The band never drives down on a closed switch; the motors are off.",
        do="Free the switch's lever, or change the switch. If it is only bent, set it 2 mm lower. Then clear the fault and home the band.",
    ),
    Fault(
        number=11,
        code="vm-low",
        scope="band",
        rehome=True,
        name="Motor supply missing",
        happened="The 24 V of the motors went away while the band moved.",
        safe="The screws hold the glass; the pulses were cut.",
        do="Check the supply, its fuse and the emergency stop's relay. Then clear the fault, enable the motors and home the bands.",
    ),
    Fault(
        number=12,
        code="config",
        scope="board",
        rehome=False,
        name="Configuration damaged",
        happened="Both copies of the stored configuration fail their check.",
        safe="The motors cannot be enabled; the values in use are the defaults.",
        do="In service mode load the defaults or enter the values, calibrate the panes, and save.",
    ),
    Fault(
        number=13,
        code="internal",
        scope="band",
        rehome=True,
        name="Firmware error",
        happened="The firmware met a state that should not exist, or its step queue ran dry.",
        safe="The pulses were cut and the motors are off.",
        do="Clear the fault and home the band. Please report it with the record of the hardware test.",
    ),
    Fault(
        number=14,
        code="tacho-dead",
        scope="band",
        rehome=True,
        name="No sign of turning",
        happened="The slotted wheel gave no edge since the band set out: the wheel's sensor is dead, or the band is held fast.",
        safe="The pulses were cut within 0.6 mm and the band does not back off; the motors are off.",
        do="See whether the band is held. If it is free, check the light barrier at the screw and its plug. Then clear the fault and home the band.",
    ),
    Fault(
        number=32,
        code="ir-supply",
        scope="board",
        rehome=False,
        name="Sensor lamps weak",
        happened="The sensor that faces the white patch reads outside its window: the IR lamps' supply is low or high.",
        safe="The panes keep their last classes until the supply is right; the motors are not concerned.",
        do="Check the supply of the sensor board and its plug. Moves can be entered on the panel meanwhile.",
    ),
    Fault(
        number=33,
        code="pane-sensor",
        scope="pane",
        rehome=False,
        name="Pane sensor out of order",
        happened="The pane's sensor reads a rail value or too much noise.",
        safe="The pane is marked and never guessed; the motors are not concerned.",
        do="Wipe the seat hole. If that does not help, mark the pane as not to be trusted and play on; change the sensor later.",
    ),
)
FAULT_BY_NUMBER: Final[dict[int, Fault]] = {fault.number: fault for fault in FAULTS}
FAULT_BY_CODE: Final[dict[str, Fault]] = {fault.code: fault for fault in FAULTS}


@dataclass(frozen=True, slots=True)
class Setting:
    """Range of a holding register (and the `count - 1` behind it)."""

    name: str
    address: int
    count: int
    low: int
    high: int
    default: int
    unit: str
    signed: bool
    service: bool
    """Written only in SERVICE_MODE."""
    stored: bool
    """Part of the configuration that SAVE puts into flash."""


SETTINGS: Final[tuple[Setting, ...]] = (
    Setting("HEARTBEAT", 0, 1, 0, 65535, 0, "", False, False, False),
    Setting("WATCHDOG", 1, 1, 200, 5000, 1000, "ms", False, False, False),
    Setting("CMD", 2, 1, 0, 12, 0, "", False, False, False),
    Setting("CMD_MASK", 3, 1, 0, 31, 0, "", False, False, False),
    Setting("CMD_ARG", 4, 1, -32768, 32767, 0, "", True, False, False),
    Setting("CMD_SEQ", 5, 1, 0, 65535, 0, "", False, False, False),
    Setting("TARGET_LEVEL", 10, 5, 0, 3, 0, "", False, False, False),
    Setting("SPEED", 20, 1, 100, 1500, 1000, "0.01 mm/s", False, True, True),
    Setting("ACCEL", 21, 1, 50, 1000, 400, "0.1 mm/s2", False, True, True),
    Setting("HOME_SPEED", 22, 1, 50, 500, 500, "0.01 mm/s", False, True, True),
    Setting("LEVEL_STEP", 23, 1, 1000, 2500, 2000, "0.01 mm", False, True, True),
    Setting("LEVEL1_OFFSET", 24, 1, 50, 500, 200, "0.01 mm", False, True, True),
    Setting("MAX_MOVING", 25, 1, 1, 5, 5, "", False, False, True),
    Setting("STALL_TOL", 26, 1, 20, 200, 60, "0.01 mm", False, True, True),
    Setting("IR_SETTLE", 27, 1, 20, 500, 50, "us", False, True, True),
    Setting("LED_BRIGHTNESS", 28, 1, 0, 255, 40, "", False, False, True),
    Setting("HOLD_TO_RUN", 29, 1, 0, 1, 0, "", False, False, True),
    Setting("LEVEL_TRIM", 30, 5, -150, 150, 0, "0.01 mm", True, True, True),
    Setting("PANE_EMPTY", 300, 80, 0, 1023, 45, "", False, True, True),
    Setting("PANE_DARK_FROM", 380, 80, 0, 1023, 100, "", False, True, True),
    Setting("PANE_LIGHT_FROM", 460, 80, 0, 1023, 350, "", False, True, True),
    Setting("PANE_COLOUR", 600, 80, 0, 65535, 0, "", False, False, False),
)
COIL_BLOCKS: Final[Spans] = ((0, 5), (8, 13))
DISCRETE_BLOCKS: Final[Spans] = ((0, 12), (16, 31), (32, 37), (40, 45), (64, 304))
INPUT_BLOCKS: Final[Spans] = ((0, 96), (100, 275))
HOLDING_BLOCKS: Final[Spans] = ((0, 6), (10, 15), (20, 35), (200, 280), (300, 540), (600, 680))
