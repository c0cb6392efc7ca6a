"""The arena is fair: every seat once a deal, an honest interval, the same seed the same result."""

from __future__ import annotations

from random import Random

import pytest

from rules import game
from rules.bots import Budget, bot
from rules.bots.arena import Played, deal, interval, play, share, tally
from rules.protocol import Outcome


def outcome(ranks: tuple[int, ...], reason: str = "points", losers: tuple[int, ...] = ()) -> Outcome:
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    return Outcome(winners, losers, None, ranks, reason)  # type: ignore[arg-type]


def test_even_bots_share_evenly() -> None:
    """Over all seats of one outcome the shares average to one half, whatever game and number of seats."""
    for found in (
        outcome((1, 2)),
        outcome((1, 1)),
        outcome((2, 1, 3, 4)),
        outcome((1, 1, 3)),
        outcome((3, 1, 2), "last_player", losers=(0,)),
        outcome((1, 4, 2, 3), "last_player", losers=(1,)),
    ):
        seats = range(len(found.ranks))
        assert sum(share(found, seat) for seat in seats) / len(seats) == pytest.approx(0.5), found


def test_who_does_not_lose_at_cards_has_won() -> None:
    """The order in which seats go out does not matter; the one that loses gets nothing."""
    found = outcome((2, 1, 3), "last_player", losers=(2,))
    assert share(found, 0) == share(found, 1) > 0.5
    assert share(found, 2) == 0.0


@pytest.mark.parametrize(("won", "of"), [(0, 20), (10, 20), (20, 20), (130, 200)])
def test_the_interval_holds_the_share(won: int, of: int) -> None:
    """The interval lies within 0 and 1, around the share, and narrows with the number of matches."""
    low, high = interval(won, of)
    assert 0 <= low <= won / of <= high <= 1
    wider = interval(won / 10, of / 10)
    assert high - low < wider[1] - wider[0]
    assert interval(0, 0) == (0.0, 1.0)


def test_known_interval() -> None:
    """65 of 100 is Wilson's 55.3 % to 73.6 %."""
    assert interval(65, 100) == pytest.approx((0.5525, 0.7364), abs=1e-3)


def test_deals_are_repeatable_and_differ() -> None:
    """The same seed gives the same beginning, another seed another one; nobody has won it yet."""
    for key in ("palace", "cards", "royal"):
        rules = game(key)
        first, again, other = (deal(rules, 2, {}, Random(seed)) for seed in (1, 1, 2))
        assert first == again != other
        assert rules.outcome(first) is None


def test_a_match_is_played_to_its_end() -> None:
    """Both sides decide, time and decisions are counted, and a plan of several actions is asked for once."""
    rules = game("palace")
    start = deal(rules, 2, {"bands": "free", "max_turns": 40}, Random(3))
    ticks = iter(range(100_000))
    done = play(
        rules, start, bot("palace", "greedy"), bot("palace", "random"), 0, Random(1),
        lambda: float(next(ticks)), lambda _: Budget(),
    )  # fmt: skip
    assert done.outcome is not None
    assert done.decisions[0] >= 1
    assert done.seconds == (float(done.decisions[0]), float(done.decisions[1]))
    assert done.actions >= sum(done.decisions)


def test_tally() -> None:
    """Means, counts and the limit's matches are added up."""
    cut = Played(0.5, outcome((1, 1), "turn_cap"), 10, (1.0, 2.0), (4, 4))
    won = Played(1.0, outcome((1, 2)), 20, (3.0, 2.0), (4, 4))
    found = tally([cut, won, won, won])
    assert (found.won, found.even, found.lost, found.capped) == (3, 1, 0, 1)
    assert found.share == 0.875
    assert found.actions == 17.5
    assert found.seconds == (10 / 16, 8 / 16)
