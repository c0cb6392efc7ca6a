"""Pane lamps: eighty WS2812 in a chain, shifted out by PIO. Nothing here disables interrupts."""

# ruff: noqa: F403, F405  (the names of PIO instructions come from the assembler)

from array import array

import board as b
import regmap as r
import rp2
from bank import Bank
from machine import Pin
from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rp2.asm_pio import *

LAMP_MACHINE = const(5)
LAMP_HZ = const(8_000_000)  # ten ticks a bit: 1.25 us
EVERY_US = const(40_000)  # at most this often
TEST_US = const(2_000_000)
TEST_WHITE = const(25)  # 10 % of 255


@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=24)
def lamp_program():
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[1]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()


class Lamps:
    """Colours from the holding registers, dimmed, sent when something changed."""

    def __init__(self, bank: Bank) -> None:
        self._bank = bank
        self._sm = rp2.StateMachine(
            LAMP_MACHINE, lamp_program, freq=LAMP_HZ, sideset_base=Pin(b.LAMPS, Pin.OUT, value=0)
        )
        self._sm.active(1)
        self._words = array("I", [0] * r.PANES)
        self._dirty = True
        self._wait_us = 0
        self._test_us = 0

    def changed(self) -> None:
        """A colour, the brightness or a coil changed."""
        self._dirty = True

    def test(self, on: int) -> None:
        """All white for two seconds, or an end to that."""
        self._test_us = TEST_US if on else 0
        self._dirty = True

    def tick(self, elapsed: int) -> None:
        self._wait_us = max(0, self._wait_us - elapsed)
        if self._test_us:
            self._test_us = max(0, self._test_us - elapsed)
            if not self._test_us:
                self._bank.set_coil(r.C_LAMP_TEST, 0)
                self._dirty = True
        if self._dirty and not self._wait_us:
            self._dirty = False
            self._wait_us = EVERY_US
            self._send()

    def _send(self) -> None:
        """2.4 ms: the FIFO takes a word every 30 us."""
        bank, words = self._bank, self._words
        bright = bank.holding(r.H_LED_BRIGHTNESS)
        on = bank.coil(r.C_LEDS_ON)
        for pane in range(r.PANES):
            if self._test_us:
                word = TEST_WHITE << 16 | TEST_WHITE << 8 | TEST_WHITE
            elif on:
                word = dimmed(bank.holding(r.H_PANE_COLOUR + pane), bright)
            else:
                word = 0
            words[pane] = word << 8
        self._sm.put(words)


def dimmed(colour: int, bright: int) -> int:
    """RGB565 as the 24 bits of a WS2812: green, red, blue."""
    red = (colour >> 11) * 255 // 31 * bright // 255
    green = (colour >> 5 & 63) * 255 // 63 * bright // 255
    blue = (colour & 31) * 255 // 31 * bright // 255
    return green << 16 | red << 8 | blue
