"""The search in Python: exactly the minimax value, within its budget, and not blind."""

from __future__ import annotations

from random import Random

import pytest

from rules.bots.palace.evaluate import FORCED, WIN, evaluator
from rules.bots.palace.search import Search, node_of
from rules.bots.palace.turns import turns
from rules.palace import Position, legal

# White to move breaks Black's fourth sphere by d1w, which shoves a1 over the edge.
MATE_IN_ONE = "8/8/8/8/8/8/8/8/8/b2w4 11111 w aef/abc - 9"
# Black threatens the same on a10; every White turn that does not meet it loses.
LOSS_IN_ONE = "w2b4/8/8/8/8/8/8/8/8/7w 11111 w ab/aefg - 9"


def plain(position: Position, depth: int, ply: int = 0) -> int:
    """Minimax without any cleverness, over whole turns."""
    loser = legal.broken(position)
    if loser is not None:
        return ply - WIN if loser == position.turn else WIN - ply
    if legal.over(position):
        return 0
    if depth == 0:
        own, other, own_reserve, other_reserve, levels, seat, _ = node_of(position)
        value = evaluator(position.bands).value(own, other, own_reserve, other_reserve, levels, seat)
        return value - ply if value > FORCED else value
    return max(-plain(turn.after, depth - 1, ply + 1) for turn in turns(position))


def test_values_are_minimax_values(positions, option: str) -> None:
    """At every depth the search finds the value that a plain minimax finds."""
    depths = (1, 2) if option == "single" else (1, 2, 3)
    for position in positions(option, 4, seed=7, longest=30):
        for depth in depths:
            if len(turns(position)) ** depth > 60_000:
                continue
            found = Search(position).run(depth)
            if found.depth == depth:
                assert found.value == plain(position, depth), (position, depth)


def test_the_line_can_be_played(positions, option: str) -> None:
    """The line expected is made of turns, one after the other."""
    for position in positions(option, 5, seed=8):
        here = position
        for turn in Search(position).run(2).line:
            assert turn.key in {other.key for other in turns(here)}
            here = turn.after


def test_wins_in_one(option: str) -> None:
    """A win in one turn is found at depth 1, and searching ends there."""
    found = Search(Position.parse(MATE_IN_ONE, option)).run()
    assert (found.value, found.depth) == (WIN - 1, 1)
    assert legal.broken(found.line[0].after) == 1


def test_sees_a_loss_in_one() -> None:
    """At depth 2 a turn is found that leaves the other side no win in one, where there is such a turn."""
    position = Position.parse(LOSS_IN_ONE, "locked")
    careless = [
        turn
        for turn in turns(position)
        if legal.over(turn.after) or Search(turn.after).run(1).value == WIN - 1
    ]
    assert careless, "the position is meant to hold a threat"
    found = Search(position).run(2)
    assert found.value > -FORCED
    assert found.line[0].key not in {turn.key for turn in careless}


def test_sees_the_turn_limit() -> None:
    """A match that ends as drawn before anything can happen is worth nothing to both."""
    position = Position.start("locked", max_turns=2)
    assert Search(position).run(6).value == 0


def test_all_values_are_exact(positions) -> None:
    """Asked for every turn, the search gives each its own value."""
    for position in positions("locked", 4, seed=9):
        found = Search(position).all_values(2)
        assert found.value == found.values[0][1] == Search(position).run(2).value
        for turn, value in found.values:
            assert value == -plain(turn.after, 1, 1)


def test_the_budget_of_nodes_is_kept(positions, option: str) -> None:
    """Depth 1 is finished; after that not one node more than allowed is looked at."""
    for position in positions(option, 3, seed=10):
        least = Search(position).run(1).nodes
        found = Search(position, nodes=1500).run()
        assert found.nodes <= max(1500, least)
        assert found.line


def test_time_ends_the_search(positions) -> None:
    """Once the time is over, the best turn so far is the answer."""
    for position in positions("free", 3, seed=11):
        asked = []

        def expired() -> bool:
            asked.append(True)  # noqa: B023 - the list of this very round
            return len(asked) > 2  # noqa: B023

        found = Search(position, expired=expired).run()
        assert len(asked) == 3
        assert found.depth >= 1


def test_the_same_order_gives_the_same_choice(positions) -> None:
    """Nothing but position, budget and order decides."""
    for position in positions("free", 3, seed=12):
        order = turns(position)
        Random(5).shuffle(order)
        first, second = (Search(position, nodes=3000).run(order=order) for _ in range(2))
        assert first == second


def test_nothing_to_search_after_the_end() -> None:
    """A match that is over is refused."""
    over = Position.parse("8/8/8/8/8/8/8/8/8/wwww4 11111 w -/abc - 9")
    with pytest.raises(ValueError, match="over"):
        Search(over).run(1)
