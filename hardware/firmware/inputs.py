"""Switches, vanes, tachos, supply and pane sensors: two SPI chips and the multiplexers in front of one.

One multiplexer address per tick: the dark and the lit reading of five panes (one of each band), so that the
whole board is read every 16 ticks. Nothing here judges; see panes.py and axis.py.
"""

import board as b
from machine import SPI, Pin
from micropython import const
from time import sleep_us

ADDRESSES = const(16)
PORT_READ = const(0x41)  # MCP23S17, hardware address 0
GPIO_A = const(0x12)
PULL_UP_A = const(0x0C)
PORT_WRITE = const(0x40)


class Inputs:
    """Everything the Pico reads besides the e-stop."""

    def __init__(self) -> None:
        self._spi = SPI(
            0,
            baudrate=b.SPI_HZ,
            polarity=0,
            phase=0,
            sck=Pin(b.SPI_SCK),
            mosi=Pin(b.SPI_MOSI),
            miso=Pin(b.SPI_MISO),
        )
        self._adc_select = Pin(b.CS_ADC, Pin.OUT, value=1)
        self._port_select = Pin(b.CS_PORT, Pin.OUT, value=1)
        self._ir = Pin(b.IR_ON, Pin.OUT, value=0)
        self._mux = [Pin(pin, Pin.OUT, value=0) for pin in b.MUX]
        self._request = bytearray(3)
        self._answer = bytearray(3)
        self._port_request = bytearray((PORT_READ, GPIO_A, 0, 0))
        self._port_answer = bytearray(4)
        self.dark = [0] * 5
        self.lit = [0] * 5
        self.reference = 0
        self.address = 0
        self._port_setup()

    def _port_setup(self) -> None:
        """All sixteen lines are inputs after reset; they want pull-ups."""
        for register in (PULL_UP_A, PULL_UP_A + 1):
            self._port_select.value(0)
            self._spi.write(bytes((PORT_WRITE, register, 0xFF)))
            self._port_select.value(1)

    def switches(self) -> int:
        """The sixteen lines of the port, see board.PORT_...; 1 is high."""
        self._port_select.value(0)
        self._spi.write_readinto(self._port_request, self._port_answer)
        self._port_select.value(1)
        return self._port_answer[2] | self._port_answer[3] << 8

    def adc(self, channel: int) -> int:
        """One conversion, 0-1023."""
        request = self._request
        request[0] = 1
        request[1] = 0x80 | channel << 4
        request[2] = 0
        self._adc_select.value(0)
        self._spi.write_readinto(request, self._answer)
        self._adc_select.value(1)
        return (self._answer[1] & 3) << 8 | self._answer[2]

    def vm_mv(self) -> int:
        """Motor supply in mV."""
        return self.adc(b.ADC_VM) * b.VM_MV_PER_100 // 100

    def drivers_ok(self) -> bool:
        return self.adc(b.ADC_DIAG) < b.DIAG_HIGH

    def scan(self, settle_us: int) -> int:
        """Reads the five panes at `address` into dark and lit, and the reference; goes on to the next."""
        address = self.address
        mux = self._mux
        for bit in range(4):
            mux[bit].value(address >> bit & 1)
        sleep_us(settle_us)
        for band in range(5):
            self.dark[band] = self.adc(b.ADC_BAND + band)
        self._ir.value(1)
        sleep_us(settle_us)
        for band in range(5):
            self.lit[band] = self.adc(b.ADC_BAND + band)
        self.reference = self.adc(b.ADC_REFERENCE)
        self._ir.value(0)
        self.address = (address + 1) % ADDRESSES
        return address
