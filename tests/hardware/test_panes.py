"""Classes of panes: two scans in a row, guard bands, noise, rails, and no black on the way to white."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.twin.namespace import Namespace

SPACE = Namespace()
PANES = SPACE.load("panes")
R = SPACE.load("regmap")
DARK_FROM, LIGHT_FROM = 100, 350
SKY = 15  # what the dark reading is
EMPTY, BLACK, WHITE = 45, 170, 600
SCAN_MS = 80


class Pane:
    """Pane 7 alone; `see` takes lit-minus-dark values and gives the class after each."""

    def __init__(self, *values: int) -> None:
        self.panes = PANES.Panes()
        self.see(*values)

    def see(self, *values: int) -> list[int]:
        seen = []
        for value in values:
            self.panes.update(7, SKY + value, SKY, DARK_FROM, LIGHT_FROM)
            seen.append(self.panes.classes[7])
        return seen

    def read(self, lit: int, dark: int) -> int:
        self.panes.update(7, lit, dark, DARK_FROM, LIGHT_FROM)
        return self.panes.classes[7]


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (EMPTY, "EMPTY"),
        (85, "EMPTY"),
        (86, "UNCERTAIN"),
        (114, "UNCERTAIN"),
        (115, "DARK"),
        (BLACK, "DARK"),
        (310, "DARK"),
        (311, "UNCERTAIN"),
        (389, "UNCERTAIN"),
        (390, "LIGHT"),
        (WHITE, "LIGHT"),
    ],
)
def test_classes_and_guard_bands(value: int, name: str) -> None:
    """Beside both thresholds lies a guard band that is uncertain."""
    assert PANES.classify(SKY + value, SKY, DARK_FROM, LIGHT_FROM) == getattr(R, f"P_{name}")


def test_every_pane_is_uncertain_until_read_twice() -> None:
    """Nothing is claimed about a pane before two scans agree."""
    pane = Pane()
    assert pane.panes.classes[7] == R.P_UNCERTAIN
    assert pane.see(EMPTY, EMPTY) == [R.P_UNCERTAIN, R.P_EMPTY]


@pytest.mark.parametrize(("value", "name"), [(BLACK, "P_DARK"), (WHITE, "P_LIGHT")])
def test_a_sphere_put_down_counts_at_the_second_scan(value: int, name: str) -> None:
    """Two scans in a row agree: 80 to 160 ms."""
    pane = Pane(EMPTY, EMPTY)
    assert pane.see(value, value) == [R.P_EMPTY, getattr(R, name)]


def test_one_wrong_reading_changes_nothing() -> None:
    """A single outlier in ten readings, for a minute: never another class."""
    pane = Pane(WHITE, WHITE)
    seen = set()
    for _ in range(75):
        seen.update(pane.see(*[WHITE] * 9, EMPTY))
    assert seen == {R.P_LIGHT}


@given(
    st.integers(0, 800),
    st.integers(0, SCAN_MS - 1),
    st.integers(0, 2**32),
    st.sampled_from(["straight", "late", "early"]),
)
def test_white_is_never_black_on_its_way(takes_ms: int, phase_ms: int, seed: int, way: str) -> None:
    """However a hand brings a white sphere within 0.8 s, it is empty, perhaps uncertain, then light."""
    noise = random.Random(seed)
    pane = Pane(EMPTY, EMPTY)
    seen = []
    for scan in range(takes_ms // SCAN_MS + 4):
        t = (scan * SCAN_MS + phase_ms) / takes_ms if takes_ms else 1.0
        t = min(1.0, t)
        share = {"straight": t, "late": t * t, "early": 1 - (1 - t) ** 2}[way]
        seen += pane.see(round(EMPTY + (WHITE - EMPTY) * share) + noise.randint(-3, 3))
    assert R.P_DARK not in seen
    assert seen[-1] == R.P_LIGHT


@given(st.integers(0, 2**32), st.integers(17, 45), st.sampled_from([BLACK, WHITE]))
def test_a_noisy_pane_takes_at_most_four_scans_more(seed: int, half: int, value: int) -> None:
    """Noise that stays within the class is no reason to wait for ever, unless it looks like an approach."""
    noise = random.Random(seed)
    pane = Pane(EMPTY, EMPTY)
    values = [value + noise.randint(-half, half) for _ in range(6)]
    steps = [b - a for a, b in itertools.pairwise(values)]
    seen = pane.see(*values)
    if all(step > 0 for step in steps) or all(step < 0 for step in steps):
        return  # six readings that only climb or only fall: still on its way, as far as one can tell
    assert seen[-1] == (R.P_LIGHT if value == WHITE else R.P_DARK)


@pytest.mark.parametrize(("lit", "dark"), [(1023, 1023), (0, 0), (2, 0), (1023, 1000)])
def test_a_rail_value_is_a_sensor_fault(lit: int, dark: int) -> None:
    """Stuck at either end: class 4 at the second scan, and well again at the second good one."""
    pane = Pane(EMPTY, EMPTY)
    assert pane.read(lit, dark) == R.P_EMPTY
    assert pane.read(lit, dark) == R.P_SENSOR_FAULT
    assert R.P_EMPTY in pane.see(*[EMPTY] * 12)


def test_wild_noise_is_a_sensor_fault_and_ends() -> None:
    """Class 4 within a second and a half; after the noise the pane is believed again."""
    noise = random.Random(4)
    pane = Pane(EMPTY, EMPTY)
    assert R.P_SENSOR_FAULT in pane.see(*[max(0, EMPTY + noise.randint(-300, 300)) for _ in range(18)])
    assert pane.see(*[EMPTY] * 25)[-1] == R.P_EMPTY


def test_putting_and_lifting_is_no_noise() -> None:
    """Hands may be quick: a sphere up and down every four scans is never a sensor fault."""
    pane = Pane(EMPTY, EMPTY)
    seen = set()
    for _ in range(20):
        seen.update(pane.see(*[WHITE] * 4, *[EMPTY] * 4))
    assert seen == {R.P_EMPTY, R.P_LIGHT}


def test_after_forgetting_two_scans_are_needed_again() -> None:
    """While a band moves its panes keep their class; readings before do not count afterwards."""
    pane = Pane(EMPTY, EMPTY)
    pane.see(WHITE)
    pane.panes.forget(7)
    assert pane.see(WHITE, WHITE) == [R.P_EMPTY, R.P_LIGHT]


def test_confidence_and_noise_are_told() -> None:
    """Far from the thresholds is 100, beside one is little; uncertain is 0."""
    pane = Pane(WHITE, WHITE)
    assert pane.panes.confidence(7, DARK_FROM, LIGHT_FROM) == 100
    pane.see(395, 395, 395)
    assert pane.panes.confidence(7, DARK_FROM, LIGHT_FROM) < 40
    pane.see(350, 350, 350)
    assert pane.panes.confidence(7, DARK_FROM, LIGHT_FROM) == 0
    assert pane.panes.noise(7) > 0
