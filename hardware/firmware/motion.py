"""Ramps in whole steps, one segment of 20 ms at a time. Pure integers: no clock, no pins.

A move of N steps is K accelerating segments, a middle at constant speed, and the same K segments
mirrored. Accelerating segment k (from 0) holds S(k + 1) - S(k) steps with S(k) = c * k * k / 256 and
c = acceleration * dt * dt / 2 * 256. Both halves use the same integers, so the move lands exactly, whatever
the rounding. What the middle leaves over is one more segment, slipped in where the braking half is about as
fast. A stop from anywhere mirrors what was accelerated so far.
"""

from micropython import const

SEGMENT_MS = const(20)
PER_SECOND = const(50)


class Ramp:
    """One move under way. Speeds in steps/s, acceleration in steps/s^2, both positive."""

    def __init__(self) -> None:
        self._c = 0
        self._k = 0  # accelerating: segments given; braking: segments still to give
        self._peak = 0  # K
        self._middle = 0  # segments of constant speed still to give
        self._cruise = 1  # steps of one of them
        self._odd = 0  # the left-over segment, 0 when given
        self._braking = False
        self._left = 0

    def plan(self, steps: int, speed: int, accel: int) -> None:
        """Prepares a move of `steps` > 0."""
        self._c = max(1, accel * 32 // 625)
        top = max(1, speed // PER_SECOND)
        k = 0
        while self._size(k) <= top and 2 * self._sum(k + 1) <= steps:
            k += 1
        self._peak = k
        self._cruise = max(1, min(top, self._size(k)))
        rest = steps - 2 * self._sum(k)
        self._middle = rest // self._cruise
        self._odd = rest - self._middle * self._cruise
        self._k = 0
        self._braking = False
        self._left = steps

    def segments(self) -> int:
        """Segments of the whole move, from plan() on; one lasts SEGMENT_MS."""
        ramp = 0
        for k in range(self._peak):
            if self._size(k):
                ramp += 1
        return 2 * ramp + self._middle + (1 if self._odd else 0)

    def left(self) -> int:
        """Steps not yet given out."""
        return self._left

    def stop(self) -> None:
        """From now on only the braking half of what was accelerated."""
        if self._braking:
            return
        self._braking = True
        self._middle = 0
        self._odd = 0
        self._left = self._sum(self._k)

    def next(self) -> int:
        """Steps of the next segment; 0 when the move is complete."""
        while self._left:
            steps = self._segment()
            if steps:
                self._left -= steps
                return steps
        return 0

    def _segment(self) -> int:
        if not self._braking:
            if self._k < self._peak:
                self._k += 1
                return self._size(self._k - 1)
            if self._middle:
                self._middle -= 1
                return self._cruise
            self._braking = True
        if self._odd and (self._k == 0 or self._odd >= self._size(self._k - 1)):
            odd, self._odd = self._odd, 0
            return odd
        self._k -= 1
        return self._size(self._k)

    def _sum(self, k: int) -> int:
        return self._c * k * k >> 8

    def _size(self, k: int) -> int:
        """Steps of accelerating segment k."""
        return self._sum(k + 1) - self._sum(k)
