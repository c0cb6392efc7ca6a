"""The fast playing out of the card game against the rules themselves, step by step."""

from __future__ import annotations

from random import Random

import pytest

from rules import game
from rules.bots.cards import thumb
from rules.bots.cards.playout import HASTE, share
from rules.cards.play import RULES
from rules.cards.state import State

GAME = game("cards")
LONG = 5000


def wandered(seats: int, options: dict[str, object], seed: int, steps: int) -> State:
    """A position some way into a match, in which play goes on."""
    rng = Random(seed)
    state = GAME.new(seats, options)
    state = GAME.apply(state, GAME.chance(state, rng))
    for seat in range(seats):
        state = GAME.apply(state, "ready", seat)
    for _ in range(steps):
        action = thumb.act(state, rng, wild=0.3)
        after = RULES[action.kind](state, state.table.turn, action)
        if after.table.turn is None:
            break
        state = after
    return state


def stepped(state: State, seat: int, rng: Random, wild: float) -> float:
    """What ``share`` works out, by the rules and ``thumb.act``."""
    played = 0
    while played < LONG and seat not in state.table.order and state.table.turn is not None:
        played += 1
        action = thumb.act(state, rng, wild=wild)
        state = RULES[action.kind](state, state.table.turn, action)
    if seat in state.table.order:
        return 1.0 - HASTE * played
    return 0.0 if len(state.table.order) == len(state.table.seats) - 1 else 0.5


@pytest.mark.parametrize("seats", GAME.seats)
def test_played_out_as_by_the_rules(seats: int) -> None:
    """From hundreds of positions, under all options, matches end as the rules make them end."""
    ends = set()
    for seed in range(60):
        rng = Random(seed)
        options: dict[str, object] = {
            option.name: rng.choice(option.values) for option in GAME.options if option.kind != "int"
        }
        state = wandered(seats, options if seed % 2 else {}, seed, rng.randrange(70))
        for seat in range(seats):
            for wild in (0.0, 0.3):
                expected = stepped(state, seat, Random(7), wild)
                assert share(state, seat, Random(7), wild, LONG) == expected, (seed, seat, wild)
                ends.add(expected)
    assert 0.0 in ends
    assert len(ends) > 10


def test_no_end_is_half() -> None:
    """A match that is cut off counts half; one that is over already counts as it ended."""
    state = wandered(2, {}, 1, 0)
    assert share(state, 0, Random(1), 0.0, 3) == 0.5
    while state.table.turn is not None:
        action = thumb.act(state, Random(1))
        state = RULES[action.kind](state, state.table.turn, action)
    (winner,) = state.table.order
    assert share(state, winner, Random(1)) == 1.0
    assert share(state, 1 - winner, Random(1)) == 0.0


def test_the_exchange_ends_with_good_cards_up() -> None:
    """Each exchange betters the face-up cards, and then the seat is ready."""
    for seed in range(20):
        state = GAME.new(2, {})
        state = GAME.apply(state, GAME.chance(state, Random(seed)))
        while not state.setup.ready[0]:
            own = state.table.seats[0]
            action = thumb.exchange(own)
            if action.kind == "swap":
                hand, up = action.cards
                assert thumb.SHOWN[hand >> 2] > thumb.SHOWN[up >> 2]
            state = RULES[action.kind](state, 0, action)
        lowest_up = min(thumb.SHOWN[card >> 2] for card in range(52) if state.table.seats[0].up >> card & 1)
        best_hand = max(thumb.SHOWN[card >> 2] for card in range(52) if state.table.seats[0].hand >> card & 1)
        assert lowest_up >= best_hand
