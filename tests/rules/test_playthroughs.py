"""Golden playthroughs: every game and number of seats has one, and replays to the letter."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


@pytest.fixture
def playthroughs() -> ModuleType:
    """The module that writes and compares them."""
    path = Path(__file__).parents[1] / "playthroughs.py"
    spec = importlib.util.spec_from_file_location("playthroughs_by_hand", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_playthrough_is_the_same(any_game: Any, playthroughs: ModuleType, tmp_path: Path) -> None:
    """A registered game replays its golden matches; the tiny one those written a moment ago."""
    game, seats = any_game
    if game.key != "toy":
        assert playthroughs.difference(game, seats) is None
        return
    matches = [playthroughs.played(game, seats, options, None) for options in playthroughs.variants(game)]
    playthroughs.path_of(game, seats, tmp_path).write_text(playthroughs.text(game, seats, matches))
    assert playthroughs.difference(game, seats, tmp_path) is None


def test_a_game_without_playthroughs_fails(toy: Any, playthroughs: ModuleType, tmp_path: Path) -> None:
    """A new game is told the command that writes its matches."""
    assert playthroughs.difference(toy, 2, tmp_path) == (
        "toy-2.json: missing; write it with: python -m tests.playthroughs"
    )


@pytest.mark.parametrize("place", ["version", "options", "action", "says", "number", "list", "state", "end"])
def test_any_change_is_told(toy: Any, playthroughs: ModuleType, tmp_path: Path, place: str) -> None:
    """Whatever differs from the golden file is named."""
    matches = [playthroughs.played(toy, 2, options, None) for options in playthroughs.variants(toy)]
    path = playthroughs.path_of(toy, 2, tmp_path)
    golden = json.loads(playthroughs.text(toy, 2, matches))
    step = golden["matches"][0]["steps"][3]
    if place == "version":
        golden["version"] = 2
    elif place == "options":
        golden["matches"].pop()
    elif place == "end":
        golden["matches"][0]["end"]["waits"] += 1
    else:
        index = {"action": 1, "says": 2, "number": 3, "list": 4, "state": 5}[place]
        step[index] = "something else"
    path.write_text(json.dumps(golden))
    told = playthroughs.difference(toy, 2, tmp_path)
    assert told is not None
    assert told.startswith("toy-2.json")
