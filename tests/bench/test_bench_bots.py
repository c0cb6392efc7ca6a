"""The benchmark of the bots measures what it claims to. The figures themselves: `make bench`."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from rules.bots import core as loader
from rules.palace import legal


@pytest.fixture
def bench() -> ModuleType:
    """The benchmark's module."""
    spec = importlib.util.spec_from_file_location("bench_bots", Path(__file__).with_name("bench_bots.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_middle_games_go_on(bench: ModuleType) -> None:
    """The positions are different ones, with spheres on the board, and not over."""
    positions = bench.middle_games("free", 4)
    assert len({position.text() for position in positions}) == 4
    assert all(position.occupied and not legal.over(position) for position in positions)


def test_all_figures_are_of_work_done(
    bench: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every rate is above zero, and ratios are of one run."""
    path = loader.build(tmp_path)
    if path is None:
        pytest.skip("no C compiler here")
    core = loader.Core(path)
    monkeypatch.setattr(bench, "PYTHON_NODES", 300)
    monkeypatch.setattr(bench, "CORE_NODES", 3000)
    positions = bench.middle_games("locked", 2)
    figures = bench.measure(core, "locked", positions)
    assert min(figures) > 0
    assert figures.search == figures.core / figures.python
    assert figures.perft == figures.core_perft / figures.python_perft
    assert all(depth >= 1 for depth in bench.depths(core, positions, 0.02))
    assert bench.chess_rate() > 0
