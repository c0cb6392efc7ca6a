"""Broken invariants are named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.palace import GAME, Position

SOUND = Position.parse("8/8/8/8/8/8/8/8/1b6/w7 12321 w abc/abc - 9", "single")


def test_a_sound_position_has_no_problems() -> None:
    """A position that was read is sound."""
    assert GAME.problems(SOUND) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"black": SOUND.white}, "two spheres on one pane"),
        ({"white": 1 << 80}, "a sphere beside the board"),
        ({"white_reserve": 1 << 8 | 7}, "a reserve sphere before no column"),
        ({"white": 0b11, "black": 0, "white_reserve": 0xFF}, "more than eight spheres of a side"),
        ({"white_reserve": 0, "black_reserve": 1}, "both sides broken"),
        ({"levels": (1, 2, 4, 2, 1)}, "a band at no level"),
        ({"levels": (1, 2, 3, 2)}, "a band at no level"),
        ({"turn": 2}, "nobody's turn"),
        ({"bands": "loose"}, "unknown bands option"),
        ({"moved": (6,)}, "a band moved that cannot have been"),
        ({"bands": "free", "moved": (1,)}, "a band moved that cannot have been"),
        ({"count": 0}, "a turn before the first"),
        ({"max_turns": 0}, "a turn limit that cannot be"),
    ],
)
def test_each_broken_invariant_is_named(change: dict[str, Any], problem: str) -> None:
    """Every invariant that is broken is said in words."""
    assert GAME.problems(replace(SOUND, **change)) == [problem]
