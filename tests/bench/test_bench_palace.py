"""Palace's perft is as fast beside python-chess's as was asked for."""

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


@pytest.mark.timing
def test_perft_beside_python_chess(bench: ModuleType) -> None:
    """At least 4 times python-chess's nodes a second in bulk, 1.5 times with every leaf made."""
    figures = bench.measure(2)
    assert figures.bulk >= bench.LEAST_BULK
    assert figures.made >= bench.LEAST_MADE
