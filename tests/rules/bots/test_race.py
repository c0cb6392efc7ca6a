"""The race between actions: same worlds for all, work within its limit, the best one named."""

from __future__ import annotations

from random import Random

import pytest

from rules.bots.race import race


@pytest.mark.parametrize("work", [0, 1, 7, 24, 100, 1000])
@pytest.mark.parametrize("actions", [1, 2, 3, 8, 13])
def test_work_is_kept(work: int, actions: int) -> None:
    """No more matches are played out than allowed, but at least one an action."""
    played = []
    found = race(range(actions), work, lambda: 0, lambda _, a: played.append(a) or 0.0, lambda: False)
    assert found.played == len(played)
    assert len(played) <= max(work, actions)
    assert set(played) == set(range(actions))


def test_the_best_is_found_in_noise() -> None:
    """With enough work the action that is a little better comes out, although worlds differ much more."""
    rng = Random(2)
    good = 0
    for _ in range(20):
        found = race(
            list(range(6)),
            1200,
            lambda: rng.gauss(0, 5),
            lambda world, action: world + 0.3 * (action == 4) + rng.gauss(0, 0.5),
            lambda: False,
        )
        good += found.action == 4
    assert good >= 17


def test_every_action_meets_the_same_worlds() -> None:
    """In a round each world is played with all actions that are left."""
    worlds = iter(range(1000))
    seen: dict[int, list[int]] = {}
    race(
        [0, 1, 2, 3],
        40,
        lambda: next(worlds),
        lambda w, a: seen.setdefault(w, []).append(a) or 0.0,
        lambda: False,
    )
    assert all(len(set(actions)) in (4, 2) for actions in seen.values())


def test_time_ends_it() -> None:
    """When time is over the best so far is named."""
    found = race([1, 2, 3], 10_000, lambda: 0, lambda _, a: float(a), lambda: True)
    assert (found.action, found.played) == (3, 3)
