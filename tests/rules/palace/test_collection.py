"""The puzzles that the table has from the start are puzzles."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.bots.palace.search import node_of
from rules.palace import BANDS_OPTIONS
from rules.palace.collection import PUZZLES
from rules.palace.puzzles import Puzzle, forced, keys


@pytest.mark.parametrize(
    "puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.bands}-{puzzle.turns}-{puzzle.key[-1]}"
)
def test_each_has_one_key_and_no_shorter_way(puzzle: Puzzle) -> None:
    """Of all first turns the key's result alone breaks a sphere in that many turns."""
    position = puzzle.start()
    assert position.text() == puzzle.position
    assert puzzle.turns == 1 or not forced(node_of(position), position.bands, puzzle.turns - 1)
    assert [turn.actions for turn in keys(position, puzzle.turns)] == [puzzle.key]
    assert puzzle.solves(puzzle.key)
    assert Puzzle.from_json(puzzle.to_json()) == puzzle


def test_there_are_some_of_each_kind() -> None:
    """Three of every bands option in one turn and three in two, all different."""
    assert Counter((puzzle.bands, puzzle.turns) for puzzle in PUZZLES) == {
        (bands, turns): 3 for bands in BANDS_OPTIONS for turns in (1, 2)
    }
    assert len({puzzle.position for puzzle in PUZZLES}) == len(PUZZLES)
