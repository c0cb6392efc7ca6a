"""Whole turns against single actions: nothing legal and different is missed, nothing illegal is listed."""

from __future__ import annotations

import pytest

from rules.bots.palace.search import node_of
from rules.bots.palace.turns import result, turns
from rules.palace import GAME, Position
from rules.palace.geometry import BANDS


def by_single_actions(position: Position) -> set[tuple[int, ...]]:
    """Every result of a turn, found by playing all sequences of actions that make one."""
    results = set()
    seen = {position}
    waiting = [position]
    while waiting:
        here = waiting.pop()
        for action in GAME.actions(here):
            after = GAME.apply(here, action)
            if after.turn != position.turn:
                results.add(result(after))
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
    return results


def test_turns_miss_nothing(positions, option: str) -> None:
    """All sequences of actions that make a turn lead where some listed turn leads, and nowhere else."""
    for position in positions(option, 12 if option == "free" else 60):
        assert {turn.key for turn in turns(position)} == by_single_actions(position), position


def test_turns_can_be_played(positions, option: str) -> None:
    """Every listed turn is legal action by action and ends in the position it names."""
    for position in positions(option, 15, seed=1):
        for turn in turns(position):
            here = position
            for action in turn.actions:
                assert here.turn == position.turn
                here = GAME.apply(here, action)
            assert here == turn.after
            assert here.turn != position.turn


def test_free_turns_move_no_band_for_nothing(positions) -> None:
    """Under ``free`` a turn moves a band only if leaving it would change what the roll does, and once."""
    for position in positions("free", 25, seed=2):
        for turn in turns(position):
            bands = turn.actions[:-1]
            assert len({text[:2] for text in bands}) == len(bands) <= BANDS
            for left_out in bands:
                here = position
                for action in turn.actions:
                    if action == left_out:
                        continue
                    if action not in GAME.actions(here):
                        break
                    here = GAME.apply(here, action)
                else:
                    assert node_of(here) != node_of(turn.after), (position, turn.actions, left_out)


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("single", "8/8/8/8/8/8/8/8/8/bbbb4 22322 w abcd/- - 9"),
        ("locked", "8/8/8/8/8/8/8/8/8/bbbb4 22322 w abcd/- - 9"),
        ("free", "8/8/8/8/8/8/8/8/8/bbbb4 22322 w abcd/- - 9"),
        ("action", "8/8/8/8/8/8/8/8/8/bbbb4 22322 w abcd/- - 9"),
    ],
)
def test_the_stuck_side(option: str, text: str) -> None:
    """A side that can neither place nor roll passes, or moves a band where that is allowed."""
    position = Position.parse(text, option)
    assert {turn.key for turn in turns(position)} == by_single_actions(position)
    assert turns(position)


def test_no_turn_after_the_end() -> None:
    """A match that is over has no turn."""
    assert turns(Position.parse("8/8/8/8/8/8/8/8/8/wwww4 11111 w -/abc - 9")) == []
