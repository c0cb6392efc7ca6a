"""Time as the firmware sees it: the twin's clock, with the Pico's period of 2**30."""

import twinlink

PERIOD = 1 << 30
HALF = 1 << 29


def ticks_us():
    return twinlink.rig.now_us & (PERIOD - 1)


def ticks_ms():
    return twinlink.rig.now_us // 1000 & (PERIOD - 1)


def ticks_add(ticks, delta):
    return (ticks + delta) & (PERIOD - 1)


def ticks_diff(later, earlier):
    return ((later - earlier + HALF) & (PERIOD - 1)) - HALF


def sleep_us(us):
    twinlink.rig.now_us += us


def sleep_ms(ms):
    twinlink.rig.now_us += 1000 * ms
