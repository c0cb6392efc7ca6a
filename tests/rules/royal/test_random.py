"""Random matches with random options: whatever is played, nothing is lost and nothing comes from nowhere."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import fields

import pytest

from rules.match import Match, SeatInfo
from rules.royal.data import PHASES


def check(royal, before, actor, action, after):
    """Everything that must be true of one action; conservation itself is what ``problems`` is about."""
    assert royal.problems(after) == []
    word = action.split(" ")[0]
    for seat, (old, new) in enumerate(zip(before.players, after.players)):
        if seat != actor and actor != "chance":
            assert new == old, "nobody's things change in another's turn"
        assert new.supply <= old.supply
        assert new.prestige >= old.prestige
        assert new.nobles[: len(old.nobles)] == old.nobles
    old, new = before.court, after.court
    assert (new.layout == old.layout and new.options == old.options) or word == "deal"
    if word not in ("recruit", "deal"):
        assert (new.park, new.border) == (old.park, old.border)
    if word == "recruit":
        assert sum(a != b for a, b in zip(old.park, new.park)) == 1
    same_turn = before.turn.seat == after.turn.seat and before.clock.round == after.clock.round
    if before.turn.phase in PHASES and after.turn.phase in PHASES and same_turn:
        assert PHASES.index(after.turn.phase) >= PHASES.index(before.turn.phase)
    assert after.clock.round - before.clock.round <= 1 or after.passed
    if after.turn.phase != "over" and royal.actor(after) != "chance":
        assert royal.actions(after)


def run(royal, random_match, random_options, matches, seed):
    """Plays random matches with random options and seats; returns how they ended and what was played."""
    ends: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for number in range(matches):
        rng = random.Random(f"{seed}/{number}")
        seats = rng.choice((2, 3, 4))
        for before, actor, action, after in random_match(seats, rng, random_options(rng)):
            check(royal, before, actor, action, after)
            words[" ".join(action.split(" ")[: 2 if action.startswith("card") else 1])] += 1
            words["writ"] += action.endswith(" writ")
            words["from"] += "from=" in action
        ends[after.clock.last] += 1
        outcome = royal.outcome(after)
        assert sorted((*outcome.winners, *outcome.losers)) == list(range(seats))
        assert [outcome.ranks[seat] for seat in outcome.winners] == [1] * len(outcome.winners)
    return ends, words


ALL_WORDS = {
    *("deal", "post", "reinforce", "move", "stop", "collect", "recruit", "done", "draw", "end", "writ"),
    *("card prestige", "card reinforcement", "card errand", "card passage", "card purse"),
    *("card kings-seal", "card madames-seal", "card letter"),
}


def test_random_matches_conserve_everything(royal, random_match, random_options):
    """A hundred matches: servants, cards and nobles at every moment; both endings and every verb occur."""
    ends, words = run(royal, random_match, random_options, 100, "short")
    assert set(ends) == {"park", "stall"}
    assert set(words) >= ALL_WORDS


@pytest.mark.soak
def test_many_random_matches_conserve_everything(royal, random_match, random_options):
    """The same over two thousand matches, in which even the rarest verbs occur."""
    ends, words = run(royal, random_match, random_options, 2000, "long")
    assert set(ends) == {"park", "stall"}
    assert set(words) >= ALL_WORDS | {"reshuffle"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_replays_from_its_record(royal, seats):
    """The same seed plays the same match, and the record alone brings every state back."""

    def played(seed):
        rng = random.Random(seed)
        match = Match.start(royal, [SeatInfo(f"P{n}", "phone") for n in range(seats)], {"stall_rounds": 2})
        while (actor := match.actor()) is not None:
            chance = actor == "chance"
            action = royal.chance(match.state, rng) if chance else rng.choice(match.legal(actor))
            match.play(actor, action, match.version)
        return match

    match = played(seats)
    assert played(seats).actions == match.actions
    again = Match.from_record(match.record())
    assert again.states == match.states
    assert again.result == match.result
    assert match.repetitions() == 0


def test_a_greedy_table_uses_up_the_pile_and_shuffles(royal):
    """Seats that stand at the service door and play what they draw reach the reshuffle, more than once."""
    rng = random.Random(1)
    s = royal.new(2, {"stall_rounds": 40})
    shuffles = 0
    while (actor := royal.actor(s)) is not None:
        if actor == "chance":
            action = royal.chance(s, rng)
            shuffles += action.startswith("reshuffle")
        else:
            actions = royal.actions(s)
            cards = [a for a in actions if a.startswith("card") and "prestige" not in a]
            drawing = [a for a in actions if a.startswith("draw")]
            action = "post back" if "post back" in actions else (cards or drawing[-1:] or actions)[0]
            if not cards and not drawing and "stop" in actions:
                action = "stop"
        s = royal.apply(s, action)
        assert royal.problems(s) == []
    assert shuffles > 1


def test_states_are_values(royal, random_match):
    """Frozen, hashable, equal when all parts are equal, and never changed by playing on."""
    states = [after for _, _, _, after in random_match(2, random.Random(2), {"stall_rounds": 1})]
    seen = [(s, hash(s), repr(s)) for s in states]
    for s in states:
        royal.view(s, 0)
        for action in royal.actions(s)[:3]:
            royal.apply(s, action)
    assert all(hash(s) == value and repr(s) == text for s, value, text in seen)
    s = seen[5][0]
    for thing in (s, s.court, s.piles, s.clock, s.turn, s.players[0]):
        with pytest.raises(AttributeError):
            setattr(thing, fields(thing)[0].name, None)
    assert royal.repetition_key(s) is None
