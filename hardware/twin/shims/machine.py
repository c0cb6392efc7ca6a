"""The chip's `machine` module on the twin: pins, SPI with the board's two chips, UART, watchdog, reset."""

import twinlink

PWRON_RESET = 1
WDT_RESET = 3


class Pin:
    """Levels live in the rig's `pins`, where the world reads and sets them."""

    IN = 0
    OUT = 1
    PULL_UP = 1
    PULL_DOWN = 2

    def __init__(self, number, mode=IN, pull=None, value=None):
        self.number = number
        self._pins = twinlink.rig.pins
        if value is not None:
            self._pins[number] = value

    def value(self, level=None):
        if level is None:
            return twinlink.rig.pin(self.number)
        self._pins[self.number] = level
        return None


class SPI:
    """One bus; whichever chip's select line is low answers."""

    def __init__(self, bus, baudrate=0, polarity=0, phase=0, sck=None, mosi=None, miso=None):
        self._rig = twinlink.rig

    def write(self, data):
        self._rig.spi(data, None)

    def write_readinto(self, data, answer):
        self._rig.spi(data, answer)


class UART:
    """The line to the Pi."""

    def __init__(self, number, **settings):
        self._rig = twinlink.rig

    def any(self):
        return self._rig.line.waiting()

    def readinto(self, buffer, count):
        return self._rig.line.take(buffer, count)

    def write(self, data):
        self._rig.line.send(data)


class WDT:
    def __init__(self, timeout):
        self._rig = twinlink.rig
        self._rig.watchdog_us = timeout * 1000
        self.feed()

    def feed(self):
        self._rig.fed_us = self._rig.now_us


def reset():
    twinlink.rig.reset(WDT_RESET)


def reset_cause():
    return twinlink.rig.cause
