"""The fast tables say what the slow roll says."""

from __future__ import annotations

import itertools
import random

from rules.palace.geometry import DIRECTIONS, LEVELS, PANES, panes_of
from rules.palace.slow import roll
from rules.palace.tables import SLOTS, terrain

TERRAINS = list(itertools.product(LEVELS, repeat=5))


def test_fast_and_slow_roll_agree() -> None:
    """On every terrain, for boards from thin to crowded, every roll is the same in full."""
    rng = random.Random(20)
    for levels in TERRAINS:
        tables = terrain(levels)
        for spheres in (1, 5, 12, 16, 30):
            panes = rng.sample(range(PANES), spheres)
            occupied = sum(1 << pane for pane in panes)
            taken = frozenset(panes)
            for pane, direction in itertools.product(panes[:6], DIRECTIONS):
                assert tables.ray(pane, direction).effect(occupied).slide == roll(
                    levels, taken, pane, direction
                )


def test_first_panes_tell_which_rolls_are_legal() -> None:
    """The masks mark exactly the rolls that the slow roll does not find blocked."""
    rng = random.Random(21)
    for levels in TERRAINS:
        tables = terrain(levels)
        panes = rng.sample(range(PANES), 24)
        own, taken = panes[:12], frozenset(panes)
        legal = tables.legal(sum(1 << pane for pane in own), sum(1 << pane for pane in panes))
        expected = {
            SLOTS[direction] + pane
            for pane, direction in itertools.product(own, DIRECTIONS)
            if roll(levels, taken, pane, direction).end != "blocked"
        }
        assert set(panes_of(legal)) == expected


def test_tables_stay_small() -> None:
    """Terrains share their rays, so that all 243 fit into a small computer."""
    distinct = {id(ray) for levels in TERRAINS for ray in terrain(levels).rays if ray is not None}
    assert len(distinct) < 4000
