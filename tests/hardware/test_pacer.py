"""The twin keeps level with the wall clock, catches up after a hold-up, and forgives a long one."""

from __future__ import annotations

from collections.abc import Callable

from hardware.twin.pacer import FORGIVE_US, Pacer
from hardware.twin.station import Station


class Wall:
    """A wall clock that the test moves."""

    def __init__(self) -> None:
        self.now_us = 5_000_000

    def __call__(self) -> int:
        return self.now_us


def test_it_follows_the_wall(station: Callable[..., Station]) -> None:
    """After each run the table's clock shows the time that went by, and says when it wants to run again."""
    wall, table = Wall(), station()
    pacer = Pacer(table, wall)
    begun = table.rig.now_us
    for _ in range(50):
        _, wait_us = pacer.run()
        assert 0 <= wait_us <= 6_000
        wall.now_us += max(200, wait_us)
    pacer.run()
    assert abs((table.rig.now_us - begun) - (wall.now_us - 5_000_000)) < 3_000


def test_it_catches_up_unnoticed(station: Callable[..., Station]) -> None:
    """Held up for 200 ms, every tick is made up for: the firmware sees no late one."""
    wall, table = Wall(), station()
    pacer = Pacer(table, wall)
    pacer.run()
    wall.now_us += 200_000
    pacer.run()
    assert table.rig.now_us >= 200_000
    assert table.rig.app.bank.input(93) == 0  # LATE_LOOPS


def test_it_forgives_a_long_hold_up(station: Callable[..., Station]) -> None:
    """After a minute's sleep of the machine it goes on from where it was."""
    wall, table = Wall(), station()
    pacer = Pacer(table, wall)
    pacer.run()
    before = table.rig.now_us
    wall.now_us += 60_000_000
    pacer.run()
    assert table.rig.now_us - before < FORGIVE_US
    wall.now_us += 10_000
    pacer.run()
    assert table.rig.now_us - before < FORGIVE_US + 15_000
