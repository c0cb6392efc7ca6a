"""The search's own list of turns against the one with texts."""

from __future__ import annotations

from rules.bots.palace.children import children_of
from rules.bots.palace.search import node_of
from rules.bots.palace.turns import turns
from rules.palace import Position


def test_children_are_the_turns(positions, option: str) -> None:
    """Both lists lead to the same positions, equally often, and tell the same of spheres broken."""
    for position in positions(option, 60, seed=3):
        if position.moved:
            continue  # inside a search a turn always begins with its bands
        own, other, own_reserve, _, levels, seat, _ = node_of(position)
        listed = []
        for turn in turns(position):
            after = node_of(turn.after)
            lost = sum(position.spheres) - sum(turn.after.spheres)
            mine = position.spheres[seat] - turn.after.spheres[seat]
            listed.append((lost - 2 * mine, after[1], after[0], after[3], after[4]))
        found = [
            (gain, mine, others, reserve, after)
            for gain, _, mine, others, reserve, after in children_of(position.bands)(
                own, other, own_reserve, levels, seat
            )
        ]
        assert sorted(found) == sorted(listed), position


def test_a_stuck_side_has_children() -> None:
    """Where nothing can be placed or rolled, the pass (or a band move) is the child."""
    for option in ("free", "single", "action", "locked"):
        position = Position.parse("8/8/8/8/8/8/8/8/8/bbbb4 22322 w abcd/- - 9", option)
        own, other, reserve, _, levels, seat, _ = node_of(position)
        assert len(children_of(position.bands)(own, other, reserve, levels, seat)) == len(turns(position))
