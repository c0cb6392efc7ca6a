"""Start of the board: the only file that builds the UART and the watchdog.

On the Pico the last lines run it for ever, unless the service jumper is set: then the USB port is free for
new firmware, and no watchdog restarts the chip meanwhile. The twin calls build() with its own flash and runs
the passes itself.
"""

import machine
import sys

import board as b
import regmap as r
from app import App
from inputs import Inputs
from store import Flash, Store


def build(flash: Flash | None = None) -> App:
    """The whole firmware, ready for step()."""
    watchdog = machine.WDT(timeout=b.WDT_MS)
    uart = machine.UART(
        0,
        baudrate=r.BAUD,
        bits=8,
        parity=None,
        stop=1,
        tx=machine.Pin(b.UART_TX),
        rx=machine.Pin(b.UART_RX),
        rxbuf=512,
        txbuf=512,
        timeout=0,
    )
    cause = r.RESET_WATCHDOG if machine.reset_cause() == machine.WDT_RESET else r.RESET_POWER
    store = Store(flash or Flash(), cause)
    return App(uart, Inputs(), store, machine.reset, watchdog.feed)


def run() -> None:
    app = build()
    while True:
        app.step()
        machine.idle()


if sys.platform == "rp2" and machine.Pin(b.SERVICE, machine.Pin.IN, machine.Pin.PULL_UP).value():
    run()
