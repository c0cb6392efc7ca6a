"""The report: one file, sound markup, nothing from elsewhere, and whatever a step found in words."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.selftest import report as reports
from firmware_bridge.selftest.plots import curves, histogram

names = st.text("abz <&>\"'0é", max_size=8)
numbers = st.floats(-1e4, 1e4).map(lambda x: round(x, 3))


def result(step: str, verdict: str = "passed", **more) -> dict:
    return {
        "step": step,
        "verdict": verdict,
        "seconds": 1.5,
        "notice": None,
        "says": "",
        "do": "",
        "values": {},
        **more,
    }


@pytest.fixture
def report() -> dict:
    curve = {
        "bands": [1, 2],
        "measured": [[0.0, 2.0, 2.0], [4.0, 42.0, 41.0]],
        "ideal": [[0.0, 2.0], [4.25, 42.0]],
    }
    leg = {"band": 2, "from": 1, "to": 3, "seconds": 4.275, "ideal": 4.25}
    raw = {"empty": [45] * 80, "dark": [180] * 80, "light": [600] * 79 + [None]}
    return {
        "format": 1,
        "began": "2024-01-01T00:00:00+0000",
        "seconds": 12.0,
        "simulated": True,
        "port": "/dev/<pts>",
        "passed": False,
        "counts": {"passed": 3, "failed": 1, "skipped": 0, "aborted": 0},
        "results": [
            result("link", values={"trips_ms": [5.0, 6.0, 20.0], "errors": 0}),
            result("travel", values={"curves": [curve], "legs": [leg], "worst_ratio": 1.006}),
            result("panes", values={"raw": raw, "dark_from": [100] * 80, "light_from": [350] * 80}),
            result("home", "failed", says="Band <2>: no switch.", do="Check & clean."),
        ],
    }


def test_it_needs_no_other_file(report):
    """No address of anywhere in the page: no script, no picture, no font, no style from outside."""
    page = reports.html(report)
    assert not re.search(r"(src|href)=|@import|url\(|<script", page)
    assert page.count("<svg") == 3


def test_words_are_escaped(report):
    """Whatever a device or a fault says is shown, not obeyed."""
    page = reports.html(report)
    assert "Band &lt;2&gt;: no switch." in page
    assert "/dev/&lt;pts&gt;" in page
    assert "1.006" in page


def test_the_table_names_verdict_reason_and_remedy(report):
    """On the terminal: a line a step, the reason and what to do under it, the count at the end."""
    text = reports.table(report)
    assert "passed  Link and identity" in text
    assert "-> Check & clean." in text
    assert text.endswith("NOT PASSED: 3 passed, 1 failed")


@given(
    lines=st.dictionaries(names, st.lists(st.tuples(numbers, numbers), max_size=12), min_size=1, max_size=4)
)
def test_curves_are_sound_svg_whatever_they_show(lines):
    """Well-formed, and every point lies within the picture."""
    picture = ElementTree.fromstring(curves("t", lines, across="s", up="mm", dashed=("ideal",)))
    for line in picture.iter("{http://www.w3.org/2000/svg}polyline"):
        for point in line.get("points").split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= 720
            assert 0 <= y <= 260


@given(groups=st.dictionaries(names, st.lists(numbers, max_size=30), min_size=1, max_size=3))
def test_histograms_are_sound_svg_whatever_they_show(groups):
    """Well-formed, and no bar leaves the picture."""
    picture = ElementTree.fromstring(histogram("t", groups, across="counts"))
    for bar in picture.iter("{http://www.w3.org/2000/svg}rect"):
        assert 0 <= float(bar.get("y")) <= 260
        assert float(bar.get("height")) >= 0
