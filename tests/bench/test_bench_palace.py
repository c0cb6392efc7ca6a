"""The benchmark of Palace's perft counts what it claims to count. How fast that is: `make bench`."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def bench() -> ModuleType:
    """The benchmark's module."""
    spec = importlib.util.spec_from_file_location("bench_palace", Path(__file__).with_name("bench_palace.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_all_four_ways_of_counting_agree_with_the_known_numbers(bench: ModuleType) -> None:
    """A run that counted other nodes than it should fails before it gives a figure; ratios are of one run."""
    figures = bench.measure(1)
    assert min(figures) > 0
    assert figures.bulk == figures.palace_bulk / figures.chess_bulk
    assert figures.made == figures.palace_made / figures.chess_made


def test_a_wrong_count_is_no_figure(bench: ModuleType) -> None:
    """Speed of wrong work is not reported."""
    with pytest.raises(AssertionError, match="3 nodes instead of 4"):
        bench.speed(lambda: 3, 4)
