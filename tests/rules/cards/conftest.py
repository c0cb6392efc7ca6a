"""What the card game's tests share: the game, short ways to a state, and random matches."""

import random
from typing import Any

import pytest

from rules.cards import GAME, State
from rules.protocol import RulesError


@pytest.fixture
def cards():
    """The card game."""
    return GAME


@pytest.fixture
def position():
    """Builds a state in play, as in ``position("7S", ("8H 9C", "", "5D"), ("3C", "", ""))``: the pile, then
    for each seat hand, up and down (``-`` is a turned slot); keywords as in the state's JSON."""

    def build(pile: str, *seats: tuple[str, str, str], **more: Any) -> State:
        rows = [
            {
                "hand": hand.split(),
                "up": up.split(),
                "down": [None if card == "-" else card for card in down.split()],
            }
            for hand, up, down in seats
        ]
        return GAME.from_json({"hand_size": 3, "pile": pile.split(), "seats": rows} | more)

    return build


@pytest.fixture
def refused():
    """Tries an action, checks that it is refused and changes nothing, and returns the refusal."""

    def attempt(state: State, action: str, seat: Any = None) -> RulesError:
        before = GAME.to_json(state)
        with pytest.raises(RulesError) as caught:
            GAME.apply(state, action, seat)
        assert GAME.to_json(state) == before
        return caught.value

    return attempt


@pytest.fixture
def random_options():
    """Draws options at random, a short turn cap more often than not so that matches stay short."""

    def draw(rng: random.Random) -> dict[str, Any]:
        chosen = {o.name: rng.choice(o.values) for o in GAME.options if o.kind != "int"}
        return chosen | {"turn_cap": rng.choice((40, 150, 400))}

    return draw


@pytest.fixture
def random_match(random_options):
    """Plays a random match and yields (state, seat, action, next state) for every action."""

    def play(seats: int, rng: random.Random, options: dict[str, Any] | None = None):
        state = GAME.new(seats, random_options(rng) if options is None else options)
        while (actor := GAME.actor(state)) is not None:
            if actor == "chance":
                seat, action = "chance", GAME.chance(state, rng)
            else:
                seat = rng.choice(sorted(actor)) if isinstance(actor, frozenset) else actor
                action = rng.choice(GAME.actions(state, seat))
            following = GAME.apply(state, action, seat)
            yield state, seat, action, following
            state = following

    return play
