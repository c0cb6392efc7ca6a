"""Register addresses, ranges and numbers of the link.

Generated from hardware/registers.toml by `python -m hardware.generate`; do not edit.
"""

from micropython import const

MAGIC = const(45221)
MAP_VERSION = const(256)
FW_VERSION = const(256)
UNIT = const(1)
BAUD = const(115200)
GAP_MS = const(10)
BANDS = const(5)
PANES = const(80)
MIRROR = const(200)
MIRRORED = const(80)
STEPS_PER_MM = const(800)
TRAVEL_MIN = const(0)
TRAVEL_MAX = const(4700)
HELD_BIT = const(32768)
TOKEN_MASK = const(32767)
HELD_MS = const(400)
REBOOT_KEY = const(45063)

C_MOTION_ENABLE = const(0)
C_SERVICE_MODE = const(1)
C_IR_SCAN = const(2)
C_LEDS_ON = const(3)
C_LAMP_TEST = const(4)
C_INHIBIT = const(8)

D_ESTOP_OK = const(0)
D_GUARD_CLOSED = const(1)
D_MOTION_ENABLED = const(2)
D_COMM_OK = const(3)
D_ANY_MOVING = const(4)
D_ALL_HOMED = const(5)
D_ANY_FAULT = const(6)
D_DRIVERS_OK = const(7)
D_VM_OK = const(8)
D_SCAN_VALID = const(9)
D_CONFIG_OK = const(10)
D_SERVICE = const(11)
D_HOME = const(16)
D_VANE = const(21)
D_TACHO = const(26)
D_AT_LEVEL = const(32)
D_MOVING = const(40)
D_OCCUPIED = const(64)
D_LIGHT = const(144)
D_SUSPECT = const(224)

I_MAGIC = const(0)
I_MAP_VERSION = const(1)
I_FW_VERSION = const(2)
I_HEARTBEAT_ECHO = const(3)
I_STATUS = const(4)
I_BOOT_COUNT = const(5)
I_RESET_CAUSE = const(6)
I_UPTIME_LO = const(7)
I_UPTIME_HI = const(8)
I_LAST_REJECT = const(9)
I_CMD_SEQ_DONE = const(10)
I_CMD_RESULT = const(11)
I_SCAN_COUNT = const(12)
I_CHANGE_COUNT = const(13)
I_LOOP_MAX = const(14)
I_HEAP_FREE = const(15)
I_VM = const(16)
I_IR_REFERENCE = const(17)
I_RESERVED = const(18)
I_BAND = const(20)
I_PANE_CLASS = const(60)
I_COUNTER = const(80)
I_PANE_RAW = const(100)
I_PANE_QUALITY = const(180)
I_TACHO_DIFF = const(260)
I_HOME_DIFF = const(265)
I_MOVE_MS = const(270)

H_HEARTBEAT = const(0)
H_WATCHDOG = const(1)
H_CMD = const(2)
H_CMD_MASK = const(3)
H_CMD_ARG = const(4)
H_CMD_SEQ = const(5)
H_TARGET_LEVEL = const(10)
H_SPEED = const(20)
H_ACCEL = const(21)
H_HOME_SPEED = const(22)
H_LEVEL_STEP = const(23)
H_LEVEL1_OFFSET = const(24)
H_MAX_MOVING = const(25)
H_STALL_TOL = const(26)
H_IR_SETTLE = const(27)
H_LED_BRIGHTNESS = const(28)
H_HOLD_TO_RUN = const(29)
H_LEVEL_TRIM = const(30)
H_MIRROR = const(200)
H_PANE_EMPTY = const(300)
H_PANE_DARK_FROM = const(380)
H_PANE_LIGHT_FROM = const(460)
H_PANE_COLOUR = const(600)

BAND_STRIDE = const(8)
B_STATE_FAULT = const(0)
B_LEVEL = const(1)
B_TARGET = const(2)
B_POSITION = const(3)
B_SPEED = const(4)
B_MOVES = const(5)
B_STALLS = const(6)
B_FAULT_POSITION = const(7)

N_FRAMES = const(0)
N_CRC_ERRORS = const(1)
N_EXCEPTIONS = const(2)
N_PARTIAL_FRAMES = const(3)
N_LATE_HEARTBEATS = const(4)
N_COMM_LOSSES = const(5)
N_ESTOPS = const(6)
N_GUARD_OPENINGS = const(7)
N_UART_OVERRUNS = const(8)
N_WATCHDOG_RESETS = const(9)
N_TACHO_MISMATCHES = const(10)
N_CONFIG_WRITES = const(11)
N_SWITCH_GLITCHES = const(12)
N_LATE_LOOPS = const(13)
N_UNDERRUNS = const(14)
N_FOREIGN_FRAMES = const(15)

S_UNHOMED = const(0)
S_IDLE = const(1)
S_MOVING = const(2)
S_HOMING = const(3)
S_FAULT = const(4)
S_STOPPING = const(5)
S_INHIBITED = const(6)

P_EMPTY = const(0)
P_DARK = const(1)
P_LIGHT = const(2)
P_UNCERTAIN = const(3)
P_SENSOR_FAULT = const(4)

CMD_NONE = const(0)
CMD_HOME = const(1)
CMD_STOP = const(2)
CMD_CLEAR_FAULT = const(3)
CMD_JOG = const(4)
CMD_CAL_EMPTY = const(5)
CMD_CAL_DARK = const(6)
CMD_CAL_LIGHT = const(7)
CMD_SAVE = const(8)
CMD_DEFAULTS = const(9)
CMD_REBOOT = const(10)
CMD_SELFTEST = const(11)
CMD_CLEAR_COUNTERS = const(12)

R_OK = const(0)
R_CANCELLED = const(64)
R_SPAN = const(65)
R_UNSTEADY = const(66)
R_INCOMPLETE = const(67)
R_FLASH = const(68)
R_SENSORS = const(69)

RESET_POWER = const(1)
RESET_WATCHDOG = const(3)
RESET_COMMANDED = const(5)

E_FUNCTION = const(1)
E_ADDRESS = const(2)
E_VALUE = const(3)
E_NEEDS_PERSON = const(4)
E_NOT_NOW = const(6)

X_NONE = const(0)
X_FUNCTION = const(1)
X_ADDRESS = const(2)
X_READ_ONLY = const(3)
X_COUNT = const(4)
X_RANGE = const(5)
X_HEIGHT = const(6)
X_ARGUMENT = const(7)
X_TRAVEL = const(8)
X_ESTOP_OPEN = const(9)
X_GUARD_OPEN = const(10)
X_VM_MISSING = const(11)
X_DRIVER_FAULT = const(12)
X_CONFIG_BAD = const(13)
X_NO_HEARTBEAT = const(14)
X_NOT_ENABLED = const(15)
X_MOVING = const(16)
X_UNHOMED = const(17)
X_IN_FAULT = const(18)
X_INHIBITED = const(19)
X_NEEDS_SERVICE = const(20)
X_IN_SERVICE = const(21)
X_NOT_HELD = const(22)

F_ESTOP = const(1)
F_COMM_LOSS = const(2)
F_STALL = const(3)
F_HOME_NOT_FOUND = const(4)
F_TIMEOUT = const(5)
F_HOME_UNEXPECTED = const(6)
F_GUARD = const(7)
F_DRIVER = const(8)
F_LEVEL_MISMATCH = const(9)
F_HOME_STUCK = const(10)
F_VM_LOW = const(11)
F_CONFIG = const(12)
F_INTERNAL = const(13)
F_TACHO_DEAD = const(14)
F_IR_SUPPLY = const(32)
F_PANE_SENSOR = const(33)

# Bits of REHOME: the faults after which the position is not trusted.
REHOME = const(28666)
# Bits of SERVICE_COMMANDS: the commands that need SERVICE_MODE.
SERVICE_COMMANDS = const(1008)

# Exception by reason of refusal.
EXCEPTION = bytes((0, 1, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 6, 6, 6, 6, 6, 6, 6, 6))

# Half-open address ranges that exist, one tuple per kind.
COIL_BLOCKS = ((0, 5), (8, 13))
DISCRETE_BLOCKS = ((0, 12), (16, 31), (32, 37), (40, 45), (64, 304))
INPUT_BLOCKS = ((0, 96), (100, 275))
HOLDING_BLOCKS = ((0, 6), (10, 15), (20, 35), (200, 280), (300, 540), (600, 680))
COIL_DEFAULTS = (2, 3)  # coils that start as 1

SERVICE = const(1)
STORED = const(2)
READ_ONLY = const(4)
SIGNED = const(8)
# address, count, min, max, default, flags
HOLDING = (
    (0, 1, 0, 65535, 0, 0),  # HEARTBEAT
    (1, 1, 200, 5000, 1000, 0),  # WATCHDOG
    (2, 1, 0, 12, 0, 0),  # CMD
    (3, 1, 0, 31, 0, 0),  # CMD_MASK
    (4, 1, -32768, 32767, 0, 8),  # CMD_ARG
    (5, 1, 0, 65535, 0, 0),  # CMD_SEQ
    (10, 5, 0, 3, 0, 0),  # TARGET_LEVEL
    (20, 1, 100, 1500, 1000, 3),  # SPEED
    (21, 1, 50, 1000, 400, 3),  # ACCEL
    (22, 1, 50, 500, 500, 3),  # HOME_SPEED
    (23, 1, 1000, 2500, 2000, 3),  # LEVEL_STEP
    (24, 1, 50, 500, 200, 3),  # LEVEL1_OFFSET
    (25, 1, 1, 5, 5, 2),  # MAX_MOVING
    (26, 1, 20, 200, 60, 3),  # STALL_TOL
    (27, 1, 20, 500, 50, 3),  # IR_SETTLE
    (28, 1, 0, 255, 40, 2),  # LED_BRIGHTNESS
    (29, 1, 0, 1, 0, 2),  # HOLD_TO_RUN
    (30, 5, -150, 150, 0, 11),  # LEVEL_TRIM
    (200, 80, 0, 65535, 0, 4),  # MIRROR
    (300, 80, 0, 1023, 45, 3),  # PANE_EMPTY
    (380, 80, 0, 1023, 100, 3),  # PANE_DARK_FROM
    (460, 80, 0, 1023, 350, 3),  # PANE_LIGHT_FROM
    (600, 80, 0, 65535, 0, 0),  # PANE_COLOUR
)
