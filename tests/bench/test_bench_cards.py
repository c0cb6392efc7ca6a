"""The card game's benchmark runs, with its peer and without."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def bench() -> ModuleType:
    """The benchmark's module."""
    spec = importlib.util.spec_from_file_location("bench_cards", Path(__file__).with_name("bench_cards.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_number_of_seats_has_its_line(bench: ModuleType) -> None:
    """A figure for two, three and four seats; the peer's, or what to install for it."""
    lines = bench.run(seconds=0.05, rounds=1, matches=1)
    for seats in (2, 3, 4):
        assert any(line.startswith(f"cards, {seats} seats") for line in lines)
    assert any("hearts" in line for line in lines)


def test_without_the_peer_it_says_what_to_install(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenSpiel is not among the requirements."""
    monkeypatch.setattr(bench, "pyspiel", None)
    assert bench.INSTALL in bench.run(seconds=0.01, rounds=1, matches=1)


def test_the_tally_divides_by_the_right_time(bench: ModuleType) -> None:
    """Matches by all of it, actions by the time of play."""
    tally = bench.Tally(matches=10, actions=1000, deal_s=1.0, play_s=4.0)
    assert (tally.matches_per_s, tally.actions_per_s) == (2.0, 250.0)
