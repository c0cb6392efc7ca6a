"""Ramps land exactly, keep to speed and acceleration, and stop from anywhere. Spec 7.3."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.twin.namespace import Namespace

MOTION = Namespace().load("motion")
DT = 0.02
TRAVEL = 41_600

moves = st.tuples(st.integers(1, TRAVEL), st.integers(400, 12_000), st.integers(4_000, 80_000))


def planned(move):
    ramp = MOTION.Ramp()
    ramp.plan(*move)
    return ramp


def all_segments(ramp):
    given_out = []
    while steps := ramp.next():
        given_out.append(steps)
    return given_out


def ideal_s(steps: int, speed: int, accel: int) -> float:
    """Time of the move with continuous time and steps."""
    if steps >= speed * speed / accel:
        return steps / speed + speed / accel
    return 2 * math.sqrt(steps / accel)


@given(moves)
def test_segments_add_up_exactly(move) -> None:
    """The steps of all segments are the steps of the move."""
    assert sum(all_segments(planned(move))) == move[0]


@given(moves)
def test_speed_limit_holds(move) -> None:
    """No segment is faster than the speed asked for, give or take one step."""
    assert max(all_segments(planned(move))) <= max(1, move[1] // 50) + 1


@given(moves)
def test_acceleration_limit_holds(move) -> None:
    """From standstill to standstill, neighbouring segments differ by at most 2 a dt and rounding."""
    _, _, accel = move
    profile = [0, *all_segments(planned(move)), 0]
    jumps = [abs(b - a) for a, b in itertools.pairwise(profile)]
    assert max(jumps) <= 2 * accel * DT * DT + 2


@given(moves)
def test_last_segment_is_slow(move) -> None:
    """A move ends slowly: the last segment is no faster than one braking step allows."""
    assert all_segments(planned(move))[-1] <= 2 * move[2] * DT * DT + 2


@given(moves)
def test_position_and_rest_always_make_the_move(move) -> None:
    """Steps given out plus left() is the length of the move, at every moment."""
    ramp = planned(move)
    done = 0
    while True:
        assert done + ramp.left() == move[0]
        steps = ramp.next()
        if not steps:
            break
        done += steps


@given(moves)
def test_time_is_near_the_ideal(move) -> None:
    """The plan takes at most 1.3 of the ideal time and 0.3 s, and segments() tells it exactly."""
    ramp = planned(move)
    count = ramp.segments()
    assert len(all_segments(ramp)) == count
    assert count * DT <= 1.3 * ideal_s(*move) + 0.3


@pytest.mark.parametrize(("millimetres", "most"), [(20, 1.01), (40, 1.01), (2, 1.1)])
def test_level_moves_take_the_ideal_time(millimetres: int, most: float) -> None:
    """At 10 mm/s and 40 mm/s2, from level to level, the plan is within 1 % of the ideal."""
    move = (millimetres * 800, 8_000, 32_000)
    assert planned(move).segments() * DT / ideal_s(*move) <= most


@given(moves, st.integers(0, 3_000))
@settings(max_examples=200)
def test_stop_is_short_and_exact(move, after: int) -> None:
    """stop() from anywhere brakes within v^2/2a (and rounding), and left() tells the way exactly."""
    _, speed, accel = move
    ramp = planned(move)
    done, last = 0, 0
    for _ in range(after):
        steps = ramp.next()
        if not steps:
            break
        done, last = done + steps, steps
    ramp.stop()
    promised = ramp.left()
    way = sum(all_segments(ramp))
    assert way == promised
    assert done + way <= move[0]
    v = min(speed, last * 50)
    assert way <= v * v / (2 * accel) * 1.3 + v * 0.03 + 3


@given(moves, st.integers(1, 200))
def test_a_second_stop_changes_nothing(move, after: int) -> None:
    """Stopping what already brakes leaves the rest of the way as it is."""
    ramp = planned(move)
    for _ in range(after):
        ramp.next()
    ramp.stop()
    ramp.next()
    before = ramp.left()
    ramp.stop()
    assert ramp.left() == before
