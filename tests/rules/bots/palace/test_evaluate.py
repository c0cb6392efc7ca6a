"""The evaluation: fair to both sides, and right about which spheres can be broken."""

from __future__ import annotations

from rules.bots.palace.evaluate import FORCED, WIN, Evaluator, evaluator
from rules.bots.palace.search import node_of
from rules.bots.palace.turns import turns
from rules.palace import Position
from rules.palace.geometry import LEAST, turned


def value(position: Position) -> int:
    own, other, own_reserve, other_reserve, levels, seat, _ = node_of(position)
    return evaluator(position.bands).value(own, other, own_reserve, other_reserve, levels, seat)


def mirrored(p: Position) -> Position:
    """Colours swapped, the board turned by 180 degrees."""
    reserve = [int(f"{r:08b}"[::-1], 2) for r in (p.white_reserve, p.black_reserve)]
    return Position(
        turned(p.black), turned(p.white), reserve[1], reserve[0], p.levels[::-1], 1 - p.turn,
        tuple(6 - band for band in p.moved), p.count, p.bands, p.max_turns,
    )  # fmt: skip


def breakable(position: Position) -> int:
    """The other side's spheres that some turn of the side to move breaks, by playing all of them."""
    other = position.white if position.turn else position.black
    broken = 0
    for turn in turns(position):
        after = turn.after.white if position.turn else turn.after.black
        if after.bit_count() < other.bit_count():
            broken |= other & ~after
    return broken


def test_mirrored_positions_are_equally_good(positions, option: str) -> None:
    """Colours, sides and directions are treated alike."""
    for position in positions(option, 60, seed=4):
        assert value(mirrored(position)) == value(position), position


def test_breakable_spheres_are_those_that_turns_break(positions, option: str) -> None:
    """The lines know exactly the spheres that some whole turn of a side breaks."""
    for position in positions(option, 40, seed=5):
        if position.moved:
            continue
        by_white, by_black, _ = Evaluator.lines(
            evaluator(position.bands), position.white, position.black, position.levels
        )
        found = (by_white & position.black, by_black & position.white)[position.turn]
        assert found == breakable(position), position


def test_a_sphere_more_is_better(positions, option: str) -> None:
    """The same position with one of the other side's waiting spheres gone is worth more."""
    for position in positions(option, 30, seed=6):
        own, other, own_reserve, other_reserve, levels, seat, _ = node_of(position)
        if not other_reserve or other.bit_count() + other_reserve.bit_count() <= LEAST + 1:
            continue
        judge = evaluator(position.bands).value
        fewer = other_reserve & (other_reserve - 1)
        assert judge(own, other, own_reserve, fewer, levels, seat) > judge(
            own, other, own_reserve, other_reserve, levels, seat
        )


def test_a_win_in_reach_is_worth_a_win() -> None:
    """Who can break the last sphere the other may not lose has won in one turn."""
    won = Position.parse("8/8/8/8/8/8/8/8/3w4/b6b 11111 b abc/ef - 9", "locked")
    assert value(won) < FORCED  # Black's a1 and h1 cannot reach d2
    mate = Position.parse("8/8/8/8/8/8/8/8/8/w2b4 11111 b abc/aef - 9", "locked")
    assert value(mate) == WIN - 1  # d1w shoves the sphere on a1 over the edge
