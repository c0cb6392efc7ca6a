"""Palais Royal's benchmark runs, with its peer and without, and judges its figures rightly."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest


@pytest.fixture
def bench() -> ModuleType:
    """The benchmark's module."""
    spec = importlib.util.spec_from_file_location("bench_royal", Path(__file__).with_name("bench_royal.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class FakePeer:
    """As much of catanatron as the benchmark touches: ten actions a match."""

    Color = ("red", "blue", "white", "orange")
    RandomPlayer = staticmethod(lambda colour: colour)

    class Game:
        def __init__(self, players: list[str], seed: int) -> None:
            self.state = SimpleNamespace(action_records=[], players=players)

        def play(self) -> None:
            self.state.action_records = [sum(range(1000)) for _ in range(10)]


def test_every_number_of_seats_has_its_line(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """A figure for two, three and four seats here and there, and the ratios."""
    monkeypatch.setattr(bench, "catanatron", FakePeer)
    figures = bench.run(seconds=0.01, rounds=1, matches=1)
    told = bench.lines(figures)
    for seats in (2, 3, 4):
        assert any(line.startswith(f"royal, {seats} seats") for line in told)
        assert any(line.startswith(f"catanatron, {seats}") for line in told)
        assert figures.ratio(seats) > 0
    assert any("over catanatron" in line for line in told)


def test_without_the_peer_it_says_what_to_install(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """catanatron is not among the requirements."""
    monkeypatch.setattr(bench, "catanatron", None)
    figures = bench.run(seconds=0.01, rounds=1, matches=1)
    assert bench.INSTALL in bench.lines(figures)
    assert figures.ratio(2) is None


def test_the_aims_are_judged(bench: ModuleType) -> None:
    """Three times the peer's actions a second, and five milliseconds for 99 of 100 calls."""

    def figures(here: int, there: int, slow: int) -> object:
        royal = {2: bench.Tally(matches=1, actions=here, seconds=1.0)}
        peer = {2: bench.Tally(matches=1, actions=there, seconds=1.0)}
        return bench.Figures(royal, peer, [0.1] * (1000 - slow) + [9.0] * slow)

    assert bench.met(figures(300, 100, 5))
    assert not bench.met(figures(299, 100, 5))
    assert not bench.met(figures(300, 100, 11))


@pytest.mark.timing
def test_the_recruit_phase_lists_its_actions_in_time(bench: ModuleType) -> None:
    """The aim of the recruit phase is met here and now."""
    taken = sorted(bench.recruit_latency(6))
    assert taken[int(0.99 * len(taken))] < bench.MOST_MS
