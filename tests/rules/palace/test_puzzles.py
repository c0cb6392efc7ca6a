"""Puzzles have exactly one key, and it works against every answer."""

from __future__ import annotations

import doctest
from random import Random

import pytest

from rules.bots.palace.search import node_of
from rules.bots.palace.turns import turns
from rules.palace import BANDS_OPTIONS, Position, legal, puzzles
from rules.palace.puzzles import forced, generate, keys


def breaks(position: Position, count: int, seat: int) -> bool:
    """Plainly: whether ``seat``, to move, breaks a sphere within ``count`` turns against every answer."""
    for turn in turns(position):
        if turn.after.spheres[1 - seat] < position.spheres[1 - seat]:
            return True
        if count == 1 or legal.over(turn.after) or turn.after.spheres[seat] < position.spheres[seat]:
            continue
        if all(
            answer.after.spheres[1 - seat] < turn.after.spheres[1 - seat]
            or (not legal.over(answer.after) and breaks(answer.after, count - 1, seat))
            for answer in turns(turn.after)
        ):
            return True
    return False


@pytest.mark.parametrize(
    ("bands", "count"), [*((bands, 1) for bands in BANDS_OPTIONS), ("free", 2), ("action", 2), ("locked", 2)]
)
def test_puzzles_have_one_key(bands: str, count: int) -> None:
    """There is no shorter way, and of all first turns only the key's result leads there."""
    puzzle = generate(Random(5), bands, count)  # type: ignore[arg-type]
    assert puzzle is not None
    position = puzzle.start()
    assert puzzle.turns == count
    assert count == 1 or not breaks(position, count - 1, 0)
    good = set()
    for turn in turns(position):
        gains = turn.after.spheres[1] < position.spheres[1]
        if gains or (
            count > 1
            and not legal.over(turn.after)
            and turn.after.spheres[0] == position.spheres[0]
            and all(
                answer.after.spheres[1] < position.spheres[1]
                or (not legal.over(answer.after) and breaks(answer.after, count - 1, 0))
                for answer in turns(turn.after)
            )
        ):
            good.add(turn.key)
    assert len(good) == 1
    assert puzzle.solves(puzzle.key)
    wrong = next(turn for turn in turns(position) if turn.key not in good)
    assert not puzzle.solves(wrong.actions)


def test_three_turns() -> None:
    """Longer puzzles are found and checked too."""
    puzzle = generate(Random(2), "locked", 3)
    assert puzzle is not None
    position = puzzle.start()
    assert forced(node_of(position), "locked", 3)
    assert not forced(node_of(position), "locked", 2)
    assert [turn.actions for turn in keys(position, 3)] == [puzzle.key]


def test_the_same_seed_gives_the_same_puzzle() -> None:
    """Chance comes from the generator handed in."""
    assert generate(Random(8), "free", 1) == generate(Random(8), "free", 1)


def test_time_ends_the_search_for_a_puzzle() -> None:
    """When time is over there is none."""
    assert generate(Random(1), "free", 2, expired=lambda: True) is None


def test_puzzles_of_no_or_many_turns_are_refused() -> None:
    """One to three turns can be asked for."""
    for count in (0, 4):
        with pytest.raises(ValueError, match="1 to 3"):
            generate(Random(1), "free", count)


def test_the_example_of_the_module() -> None:
    """The example in the module's text runs."""
    results = doctest.testmod(puzzles)
    assert results.attempted
    assert not results.failed
