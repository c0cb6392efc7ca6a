"""Shared by the tests of bots: positions from random play, a compiled core, and matches played to the end."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from rules.bots import core as loader
from rules.bots.core import Core
from rules.palace import BANDS_OPTIONS, GAME, Position, legal


def wander(option: str, seed: int, *, longest: int = 80, max_turns: int | None = None) -> Position:
    """A position that is not over, reached by random actions from the start."""
    rng = Random(seed)
    position = Position.start(option, max_turns)  # type: ignore[arg-type]
    for _ in range(rng.randrange(longest)):
        following = GAME.apply(position, rng.choice(GAME.actions(position)))
        if legal.over(following):
            break
        position = following
    return position


@pytest.fixture(scope="session")
def positions() -> Callable[..., Iterator[Position]]:
    """``positions(option, count)``: that many positions in which play goes on."""

    def many(option: str, count: int, *, seed: int = 0, longest: int = 80) -> Iterator[Position]:
        return (wander(option, 1000 * seed + n, longest=longest) for n in range(count))

    return many


@pytest.fixture(params=BANDS_OPTIONS)
def option(request: pytest.FixtureRequest) -> str:
    """Each value of the option ``bands`` in turn."""
    return str(request.param)


@pytest.fixture(scope="session")
def core(tmp_path_factory: pytest.TempPathFactory) -> Core:
    """The compiled core, as it was built for this source at the installation, or built for these tests.

    Where there is no compiler they are skipped, but not in CI.
    """
    path: Path | None = loader.library(loader.folder())
    if not path.exists():
        path = loader.build(tmp_path_factory.mktemp("core"))
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail("continuous integration needs a C compiler for the core")
        pytest.skip("no C compiler here: the Python search is used, and the core is not tested")
    return Core(path)
