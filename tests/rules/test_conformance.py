"""What every game must keep, whoever wrote it. A new game in the registry is checked without a line here.

Each test plays seeded random matches of each game and number of seats. ``Toy`` (conftest.py) goes through
the same tests, and at the end some broken toys show that the tests can fail.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest

from rules.match import Match, SeatInfo
from rules.protocol import CHANCE, IllegalAction, Message, NotYourTurn, RulesError

MATCHES = 3
MOST_ACTIONS = 60_000
"""No match of a game with its default options may be longer."""
SAMPLE = 25
"""States of a match that the slower tests look at."""


def same_ranks(text: str) -> str:
    """The card game takes any suits for the listed ranks; only their number and rank matter."""
    words = re.sub(r"([2-9TJQKA])[CDHS]", r"\1", text).split()
    return " ".join(words)


EQUIVALENT: dict[str, Callable[[str], str]] = {"cards": same_ranks}
"""By game: what two action texts have in common that the game documents as equivalent."""


class Step(NamedTuple):
    state: Any
    seat: Any
    """Who plays, or None at the end."""
    action: str


def acting(game: Any, state: Any) -> list[int]:
    """The seats that may act, chance apart."""
    actor = game.actor(state)
    if isinstance(actor, frozenset):
        return sorted(actor)
    return [] if actor is None or actor == CHANCE else [actor]


@cache
def matches(game: Any, seats: int) -> list[list[Step]]:
    """Random matches to the end with the default options; the last step of each has no action."""
    found = []
    for number in range(MATCHES):
        rng = random.Random(f"{game.key} {seats} {number}")
        state = game.new(seats, {})
        steps: list[Step] = []
        while (actor := game.actor(state)) is not None:
            assert len(steps) < MOST_ACTIONS, "the match does not end"
            seat = CHANCE if actor == CHANCE else rng.choice(acting(game, state))
            action = game.chance(state, rng) if actor == CHANCE else rng.choice(game.actions(state, seat))
            steps.append(Step(state, seat, action))
            state = game.apply(state, action, seat)
        steps.append(Step(state, None, ""))
        found.append(steps)
    return found


def sample(game: Any, seats: int) -> list[Step]:
    """Some steps of all matches: the first ones, the last ones, and a random choice between."""
    chosen = []
    for number, steps in enumerate(matches(game, seats)):
        middle = steps[5:-5]
        picked = random.Random(number).sample(middle, min(SAMPLE, len(middle)))
        chosen += [*steps[:5], *picked, *steps[-5:]]
    return chosen


def canonical(data: Any) -> str:
    return json.dumps(data, sort_keys=True)


def leaks(game: Any, state: Any, seat: int | None, rng: random.Random) -> bool:
    """Whether the view of ``seat`` depends on anything it may not know.

    Other full states that agree with the view are drawn; the view of each must be the same, to the letter.
    """
    view = canonical(game.view(state, seat))
    worlds = [game.determinize(json.loads(view), rng) for _ in range(4)]
    return any(canonical(game.view(world, seat)) != view for world in worlds)


def onlookers_and_seats(seats: int) -> list[int | None]:
    return [None, *range(seats)]


def test_matches_end_with_a_sound_outcome(any_game: Any) -> None:
    """Every match ends within a cap; then nobody acts, and the outcome is complete and consistent."""
    game, seats = any_game
    for steps in matches(game, seats):
        assert all(game.outcome(step.state) is None for step in steps[:-1])
        last = steps[-1].state
        outcome = game.outcome(last)
        assert outcome is not None
        assert [game.actions(last, seat) for seat in range(seats)] == [[]] * seats
        assert len(outcome.ranks) == seats
        assert not set(outcome.winners) & set(outcome.losers)
        assert {*outcome.winners, *outcome.losers} <= set(range(seats))
        assert outcome.scores is None or len(outcome.scores) == seats
        assert min(outcome.ranks) == 1
        json.dumps(outcome.to_json())


def test_actions_are_sorted_and_unique(any_game: Any) -> None:
    """Listed are sorted texts without doubles, never none for who must act, and none for anybody else."""
    game, seats = any_game
    for step in sample(game, seats):
        may = acting(game, step.state)
        for seat in range(seats):
            listed = game.actions(step.state, seat)
            assert listed == sorted(set(listed))
            assert bool(listed) == (seat in may)
        if len(may) > 1:
            with pytest.raises(ValueError):
                game.actions(step.state)
        elif not isinstance(game.actor(step.state), frozenset):
            assert game.actions(step.state) == (game.actions(step.state, may[0]) if may else [])


def test_apply_accepts_exactly_the_listed_actions(any_game: Any) -> None:
    """What is listed is accepted; of all texts listed elsewhere in these matches the others are refused.

    A game may document that it takes more texts for the same choice; then each is one of those.
    """
    game, seats = any_game
    elsewhere = sorted(
        {
            action
            for step in sample(game, seats)
            for seat in acting(game, step.state)
            for action in game.actions(step.state, seat)
        }
    )
    like = EQUIVALENT.get(game.key, str)
    rng = random.Random(1)
    for step in sample(game, seats):
        for seat in acting(game, step.state):
            listed = game.actions(step.state, seat)
            for action in listed:
                assert game.problems(game.apply(step.state, action, seat)) == []
            known = {like(action) for action in listed}
            for action in rng.sample(elsewhere, min(40, len(elsewhere))):
                if like(action) in known:
                    continue
                with pytest.raises(RulesError) as caught:
                    game.apply(step.state, action, seat)
                assert str(caught.value)


def test_texts_that_are_no_actions_are_refused(any_game: Any) -> None:
    """Nonsense, cut-off and doubled texts are refused for every seat, also at chance and after the end."""
    game, seats = any_game
    for step in sample(game, seats):
        nonsense = ["", "?", "0", "x" * 3000, "\n", step.action[:-1], f"{step.action} {step.action}", "ä\0"]
        for seat in [*range(seats), CHANCE]:
            for text in nonsense:
                if seat != CHANCE and text in game.actions(step.state, seat):
                    continue
                with pytest.raises(RulesError):
                    game.apply(step.state, text, seat)


def test_the_wrong_seat_is_refused(any_game: Any) -> None:
    """An action of another seat, of one that does not exist, or instead of chance, is refused as such."""
    game, seats = any_game
    for step in sample(game, seats):
        may = acting(game, step.state)
        others = [seat for seat in range(seats) if seat not in may]
        for seat in others:
            if step.seat is not None:
                with pytest.raises(NotYourTurn if step.seat != CHANCE else IllegalAction):
                    game.apply(step.state, step.action, seat)
        if step.seat is not None and step.seat != CHANCE:
            with pytest.raises(IllegalAction):
                game.apply(step.state, step.action, CHANCE)


def test_functions_are_pure(any_game: Any) -> None:
    """Asking and applying change no state, and give the same again; states are hashable values."""
    game, seats = any_game
    for step in sample(game, seats):
        before = canonical(game.to_json(step.state))
        number = hash(step.state)
        if step.seat is not None:
            first = game.apply(step.state, step.action, step.seat)
            assert game.apply(step.state, step.action, step.seat) == first
            assert hash(game.apply(step.state, step.action, step.seat)) == hash(first)
            game.reveals(step.state, step.action)
        for seat in onlookers_and_seats(seats):
            assert canonical(game.view(step.state, seat)) == canonical(game.view(step.state, seat))
        game.repetition_key(step.state)
        assert canonical(game.to_json(step.state)) == before
        assert hash(step.state) == number


def test_chance_depends_on_its_generator_alone(any_game: Any) -> None:
    """Where chance acts, the same seed draws the same outcome; different seeds draw different ones."""
    game, seats = any_game
    for step in (step for steps in matches(game, seats) for step in steps if step.seat == CHANCE):
        draws = [game.chance(step.state, random.Random(seed)) for seed in (5, 5, 6, 7, 8)]
        assert draws[0] == draws[1]
        for draw in draws:
            assert game.problems(game.apply(step.state, draw, CHANCE)) == []
    deals = {steps[0].action for steps in matches(game, seats) if steps[0].seat == CHANCE}
    assert len(deals) in (0, MATCHES)


def test_states_survive_json(any_game: Any) -> None:
    """A state written as JSON and read back is the same state, and its invariants hold."""
    game, seats = any_game
    for step in sample(game, seats):
        assert game.problems(step.state) == []
        assert game.from_json(json.loads(canonical(game.to_json(step.state)))) == step.state


def test_records_replay(any_game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole match written as a record and read back has the same states and writes the same record."""
    game, seats = any_game
    monkeypatch.setattr("rules.game", lambda key: game)
    match = Match.start(game, [SeatInfo(f"P{n}", "phone") for n in range(seats)])
    steps = matches(game, seats)[0]
    for step in steps[:-1]:
        match.play(step.seat, step.action)
    assert match.states == [step.state for step in steps]
    record = json.loads(json.dumps(match.record()))
    again = Match.from_record(record)
    assert again.states == match.states
    assert again.record() == record


def test_undo_and_redo(any_game: Any) -> None:
    """Whatever may be taken back, is; playing it again leads to the same state."""
    game, seats = any_game
    match = Match.start(game, [SeatInfo(f"P{n}", "phone") for n in range(seats)])
    undone = 0
    for step in matches(game, seats)[1][:400]:
        if step.seat is None:
            break
        after = match.play(step.seat, step.action)
        hidden = step.seat == CHANCE or game.reveals(step.state, step.action)
        if hidden:
            with pytest.raises(IllegalAction):
                match.undo()
            continue
        undone += 1
        assert match.undo() == step.state
        assert match.play(step.seat, step.action) == after
    assert undone


def test_views_hold_no_secret(any_game: Any) -> None:
    """A view is the same for every full state that agrees with it, so it tells nothing more; it is JSON."""
    game, seats = any_game
    rng = random.Random(2)
    for step in sample(game, seats):
        for seat in onlookers_and_seats(seats):
            assert not leaks(game, step.state, seat, rng), f"seat {seat} sees too much"


def test_sampled_states_are_sound(any_game: Any) -> None:
    """A full state drawn for a view has no problems and gives its seat the same actions."""
    game, seats = any_game
    rng = random.Random(3)
    for step in sample(game, seats):
        for seat in range(seats):
            world = game.determinize(json.loads(canonical(game.view(step.state, seat))), rng)
            assert game.problems(world) == []
            assert game.actor(world) == game.actor(step.state)
            assert game.actions(world, seat) == game.actions(step.state, seat)


def test_actions_are_described(any_game: Any) -> None:
    """Every action has a description with a text and plain parameters."""
    game, seats = any_game
    for step in sample(game, seats):
        for seat in acting(game, step.state):
            for action in game.actions(step.state, seat)[:30]:
                message = game.describe(step.state, action)
                assert isinstance(message, Message)
                assert str(message)
                json.dumps(message.to_json())


def test_options_have_sound_defaults(any_game: Any) -> None:
    """Every option's default is one of its values, and each value of a choice or flag starts a match."""
    game, seats = any_game
    for option in game.options:
        values = {"choice": list(option.values), "flag": [False, True], "int": [option.default]}[option.kind]
        assert option.default in values
        for value in values:
            assert game.problems(game.new(seats, {option.name: value})) == []
    with pytest.raises(RulesError):
        game.new(seats, {"no such option": 1})
    for wrong in (0, max(game.seats) + 1, min(game.seats) - 1):
        with pytest.raises(RulesError):
            game.new(wrong, {})
