"""The board's pins and mechanics. wiring.csv is checked against this file."""

from micropython import const

# Pico GP numbers
UART_TX = const(0)  # to the Pi's BCM 15
UART_RX = const(1)  # from the Pi's BCM 14
STEP = (2, 3, 4, 5, 6)  # bands 0-4, PIO side-set
DIR = (7, 8, 9, 10, 11)  # changed only at rest; 1 is up
NOT_ENABLE = const(12)  # through the OR gate with the e-stop; pulled up on the drivers' side
LAMPS = const(13)  # WS2812 chain of all panes
IR_ON = const(14)  # strobe of the IR lamps
ESTOP_OK = const(15)  # second contact; pulled down outside, so that a loose wire is a stop
SPI_MISO = const(16)
CS_ADC = const(17)  # MCP3008
SPI_SCK = const(18)
SPI_MOSI = const(19)
MUX = (20, 21, 22, 26)  # S0-S3 of all ten multiplexers
CS_PORT = const(27)  # MCP23S17
SERVICE = const(28)  # jumper to ground: the firmware does not start, the USB port is free for service

SPI_HZ = const(1_000_000)  # the MCP3008 is good for 1.35 MHz at 2.7 V

# MCP3008 channels
ADC_BAND = const(0)  # 0-4: sensor commons of the bands
ADC_VM = const(5)  # 24 V through 100k : 10k
ADC_DIAG = const(6)  # DIAG of the five drivers, joined by diodes
ADC_REFERENCE = const(7)  # sensor that faces the white patch

# MCP23S17 inputs
PORT_HOME = const(0)  # 0-4, closed to ground: 0 is closed
PORT_VANE = const(5)  # 5-9, 1 while the flag is in the barrier
PORT_TACHO = const(10)  # 10-14
PORT_GUARD = const(15)  # closed to ground: 0 is closed

# Electrics
VM_MV_PER_100 = const(3548)  # mV per hundred counts: 3.3 V / 1023 behind 100k : 10k; 24 V reads 676
VM_LOW_MV = const(20_000)
DIAG_HIGH = const(400)  # counts; a DIAG output behind its diode gives about 800
REFERENCE_LOW = const(450)  # window of the white patch, nominal 600
REFERENCE_HIGH = const(780)
RAIL_LOW = const(2)  # a lit sensor at or below, or a dark one at or above: out of order
RAIL_HIGH = const(1000)

# Mechanics, in steps of 1/800 mm: T8 screw, 2 mm a turn, 200 full steps at 1/8
STEPS_PER_MM = const(800)
TACHO_EDGE = const(160)  # five slots a turn: an edge every 0.2 mm
TRAVEL = const(40_400)  # between the hard stops at -0.5 and 50 mm
BACK_OFF = const(1600)  # 2 mm
CREEP = const(800)  # steps/s: 1 mm/s, second approach to the switch
JOG_SPEED = const(1600)  # 2 mm/s

# Times
TICK_US = const(5000)
ENABLE_MS = const(10)  # drivers awake before the first pulse
REST_MS = const(300)  # motors stay energised this long after a move
BLANK_MS = const(200)  # panes are not judged for this long after their band moved
LATE_MS = const(15)  # a later tick may have missed tacho edges
WDT_MS = const(2000)
