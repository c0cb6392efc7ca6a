"""The ideal ramp against which travel is measured."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.selftest.bench import Ramp

RAMP = Ramp(speed_mm_s=10.0, accel_mm_s2=40.0)
ramps = st.builds(Ramp, st.floats(1.0, 15.0), st.floats(5.0, 100.0))


@pytest.mark.parametrize(("distance", "seconds"), [(20.0, 2.25), (40.0, 4.25), (-20.0, 2.25), (2.5, 0.5)])
def test_the_times_of_the_hardware_notes(distance, seconds):
    """20 mm in 2.25 s, 40 mm in 4.25 s, up or down; at v^2/a it just reaches full speed."""
    assert RAMP.seconds(distance) == pytest.approx(seconds)


@given(ramp=ramps, distance=st.floats(0.1, 47.0), down=st.booleans())
def test_it_sets_out_arrives_and_never_turns_back(ramp, distance, down):
    """Zero at the start, the distance at the end and ever after, never back, never too fast."""
    distance = -distance if down else distance
    whole = ramp.seconds(distance)
    heights = [abs(ramp.height(distance, whole * n / 50)) for n in range(51)]
    assert heights[0] == 0.0
    assert heights[-1] == pytest.approx(abs(distance))
    assert abs(ramp.height(distance, whole + 9)) == pytest.approx(abs(distance))
    for before, after in itertools.pairwise(heights):
        assert -1e-9 <= after - before <= ramp.speed_mm_s * whole / 50 + 1e-9
