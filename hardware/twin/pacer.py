"""Keeps a station's clock level with a wall clock. Runs unchanged under MicroPython.

The firmware never notices that the process was held up: its clock then runs behind and catches up by
sleeping less. After more than FORGIVE_US it gives the difference up instead of racing.
"""

FORGIVE_US = 300_000


class Pacer:
    """`wall_us()` is the wall clock."""

    def __init__(self, station, wall_us):
        self.station = station
        self._wall_us = wall_us
        self._offset = station.rig.now_us - wall_us()

    def run(self):
        """Does everything that is due; returns (bytes for the Pi, us until something is due again)."""
        station = self.station
        target = self._wall_us() + self._offset
        behind = target - station.rig.now_us
        if behind > FORGIVE_US:
            self._offset -= behind
            target -= behind
        station.run_until(target)
        data = station.wire.arrived(max(target, station.rig.now_us))
        return data, max(0, station.next_us() - target)

    def from_pi(self, data):
        """Bytes came from the Pi just now."""
        now = self._wall_us() + self._offset
        if now > self.station.rig.now_us:
            self.station.run_until(now)
        self.station.wire.from_pi(data)
