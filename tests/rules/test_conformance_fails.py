"""The conformance tests can fail: toys that are broken in one way each are caught."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from _pytest.outcomes import Failed

Broken = Callable[[str, Callable[..., Any]], Any]


@pytest.fixture
def conformance() -> ModuleType:
    """The tests of test_conformance.py, to be called by hand."""
    path = Path(__file__).with_name("test_conformance.py")
    spec = importlib.util.spec_from_file_location("conformance_by_hand", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def broken(toy: Any) -> Broken:
    """Makes a toy in which one method is replaced; the replacement gets the sound toy first."""

    def make(method: str, instead: Callable[..., Any]) -> Any:
        kind = type("BrokenToy", (type(toy),), {method: lambda self, *a, **k: instead(toy, *a, **k)})
        return dataclass(frozen=True, slots=True)(kind)()

    return make


def last_hand(toy: Any, s: Any, seat: int | None) -> dict[str, Any]:
    """A view into which somebody has slipped the last seat's lowest card, sorted in among the counts."""
    view = toy.view(s, seat)
    return view | {"sizes": [*view["sizes"][:-1], len(s.hands[-1])], "hint": sum(s.hands[-1])}


def stock_order(toy: Any, s: Any, seat: int | None) -> dict[str, Any]:
    return toy.view(s, seat) | {"stock_id": hash(s.stock) % 1000}


@pytest.mark.parametrize("leak", [last_hand, stock_order])
def test_a_planted_leak_is_caught(broken: Broken, conformance: ModuleType, leak: Callable[..., Any]) -> None:
    """A view that depends on a hidden card, even through a sum or a hash, fails."""
    game = broken("view", leak)
    with pytest.raises(AssertionError, match="sees too much"):
        conformance.test_views_hold_no_secret((game, 2))


def test_a_sound_toy_is_not_accused(toy: Any, conformance: ModuleType) -> None:
    """The sound toy hides its secrets, and its sampled worlds do differ."""
    conformance.test_views_hold_no_secret((toy, 3))
    state = toy.apply(toy.new(3, {}), "deal 1,2,3,4,5,6,7,8,9")
    rng = random.Random(1)
    assert len({toy.determinize(toy.view(state, 0), rng) for _ in range(20)}) > 10


def without_sums(toy: Any, view: dict[str, Any], rng: random.Random) -> Any:
    return toy.determinize(view | {"played": [0] * len(view["played"])}, rng)


def sloppy(toy: Any, s: Any, action: str, seat: int | str | None = None) -> Any:
    """Lets a card be played that somebody else holds."""
    if action.startswith("play ") and all(s.ready) and action not in toy.actions(s):
        return s
    return toy.apply(s, action, seat)


BREAKS: list[tuple[str, Callable[..., Any], str]] = [
    ("actions", lambda toy, s, seat=None: toy.actions(s, seat)[::-1], "actions_are_sorted_and_unique"),
    ("actions", lambda toy, s, seat=None: toy.actions(s, seat) * 2, "actions_are_sorted_and_unique"),
    ("apply", sloppy, "apply_accepts_exactly_the_listed_actions"),
    ("to_json", lambda toy, s: toy.to_json(replace(s, waits=0)), "states_survive_json"),
    ("problems", lambda toy, s: ["something"], "states_survive_json"),
    ("determinize", without_sums, "views_hold_no_secret"),
    ("determinize", lambda toy, v, rng: toy.determinize(v | {"turn": 0}, rng), "sampled_states_are_sound"),
    ("outcome", lambda toy, s: None, "matches_end_with_a_sound_outcome"),
    ("reveals", lambda toy, s, action: True, "undo_and_redo"),
    ("chance", lambda toy, s, rng: "deal 9,8,7,6,5,4,3,2,1", "chance_depends_on_its_generator_alone"),
    ("chance", lambda toy, s, rng: toy.chance(s, random.Random()), "chance_depends_on_its_generator_alone"),
    ("describe", lambda toy, s, action: action, "actions_are_described"),
]


@pytest.mark.parametrize(("method", "instead", "test"), BREAKS)
def test_a_broken_game_is_caught(
    broken: Broken, conformance: ModuleType, method: str, instead: Callable[..., Any], test: str
) -> None:
    """A game that is wrong in one place fails the test that is about it."""
    with pytest.raises((AssertionError, Failed)):
        getattr(conformance, f"test_{test}")((broken(method, instead), 2))


def test_a_game_without_end_is_caught(broken: Broken, conformance: ModuleType) -> None:
    """A match that goes on past every cap fails."""
    conformance.MOST_ACTIONS = 500
    game = broken(
        "apply", lambda toy, s, action, seat=None: toy.apply(s, action, seat) if not all(s.ready) else s
    )
    with pytest.raises(AssertionError, match="does not end"):
        conformance.test_matches_end_with_a_sound_outcome((game, 2))
