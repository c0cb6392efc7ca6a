"""Random matches by random options: whatever is played, the cards stay 52 and the rules hold."""

import random
from collections import Counter

import pytest

from rules.cards.cards import NAMES

EVERY = Counter(NAMES)


def where_cards_are(cards, state):
    """All cards of a state, each as often as it is named in its JSON."""
    d = cards.to_json(state)
    zones = [d["stock"], d["pile"], d["removed"], d["unused"]]
    zones += [row[zone] for row in d["seats"] for zone in ("hand", "up", "down")]
    return Counter(card for zone in zones for card in zone if card is not None)


def check(cards, before, seat, action, after):
    """Everything that must be true of one action."""
    assert where_cards_are(cards, after) == EVERY
    assert cards.problems(after) == []
    old, new = before.table, after.table
    if old.phase not in ("play", "open"):
        return
    assert new.ply == old.ply + 1
    assert new.removed & old.removed == old.removed
    sizes = [(one.hand.bit_count(), other.hand.bit_count()) for one, other in zip(old.seats, new.seats)]
    assert all(one == other for n, (one, other) in enumerate(sizes) if n != seat)
    assert len(old.stock) - len(new.stock) == new.last.drew
    if action == "take" or new.last.kind == "miss":
        assert (new.pile, new.last.drew, new.turn == seat) == ((), 0, False)
    if new.phase == "play":
        assert (new.turn == seat) == (bool(new.last.burn) and not new.last.out)
        assert cards.actions(after)


def run(cards, random_match, seats, matches, seed):
    """Plays random matches and returns how they ended."""
    ends: Counter[str] = Counter()
    for number in range(matches):
        rng = random.Random(f"{seed}/{seats}/{number}")
        for before, seat, action, after in random_match(seats, rng):
            check(cards, before, seat, action, after)
        outcome = cards.outcome(after)
        ends[outcome.reason] += 1
        in_game = [n for n in range(seats) if not after.table.seats[n].out]
        assert outcome.losers == (tuple(in_game) if outcome.reason == "last_player" else ())
        assert set(outcome.winners) == set(range(seats)) - set(in_game)
    return ends


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_matches_keep_the_rules(cards, random_match, seats):
    """A hundred matches: 52 cards at every moment, no invariant broken, and both ways to end occur."""
    ends = run(cards, random_match, seats, 100, "short")
    assert set(ends) == {"last_player", "turn_cap"}


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_many_random_matches_keep_the_rules(cards, random_match, seats):
    """The same over five thousand matches."""
    run(cards, random_match, seats, 5000, "long")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_matches_without_a_cap_come_to_an_end(cards, random_match, seats):
    """Random play may be long, but it ends, with one loser and nobody stuck."""
    rng = random.Random(seats)
    for _ in range(3):
        for _, _, _, after in random_match(seats, rng, {"turn_cap": 0}):
            state = after
        assert cards.outcome(state).reason == "last_player"


def test_problems_are_found(cards, position):
    """A state that could not come about is called so, each way of being wrong by its own words."""
    good = position("3S", ("4C 5C 6C", "", ""), ("7C 8C 9C", "", ""), stock=["AC"])
    assert cards.problems(good) == []

    def words(**changes):
        setup = {name: changes.pop(name) for name in list(changes) if name in good.setup._fields}
        state = type(good)(good.setup._replace(**setup), good.table._replace(**changes))
        return "; ".join(cards.problems(state))

    seat, other = good.table.seats
    assert "in two places: 3S" in words(stock=good.table.pile)
    assert "nowhere: AC" in words(stock=())
    assert "called out" in words(order=(0,))
    assert "the lots" in words(lots=(0, 0))
    assert "ready is" in words(ready=(True, False))
    assert "turn is None" in words(turn=None)
    assert "not in the game" in words(turn=5)
    assert "open_rank is 4" in words(open_rank=4)
    assert "a hand is short" in words(seats=(seat._replace(hand=seat.hand & seat.hand - 1), other))
    assert "first play" in words(phase="swap", turn=None, ready=(True, False))
    assert "a 10 lies in the pile" in words(pile=(NAMES.index("TC"),))
    assert "four cards of one rank" in words(pile=tuple(NAMES.index(f"K{suit}") for suit in "CDHS"))
    assert "the phase is play" in words(ply=1000)
    assert "the phase is over" in words(phase="over", turn=None)
    assert "before the deal" in words(phase="deal")
    opening = position("", ("4C 5C 6C", "", ""), ("3C 8C 9C", "", ""), phase="open", open_rank="4")
    assert "is to open" in "; ".join(cards.problems(opening))
