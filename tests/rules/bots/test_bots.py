"""Every bot of every game: legal, repeatable, within its budget, and without a look at what is hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules import game
from rules.bots import BOTS, LEVELS, Bot, Budget, Decision, bot
from rules.bots.arena import deal, play
from rules.bots.cards.montecarlo import write
from rules.bots.cards.thumb import act
from rules.cards.cards import members
from rules.messages import TEXTS
from rules.protocol import CHANCE, Game

QUICK = {"alphabeta": "alphabeta:nodes=400,engine=python", "montecarlo": "montecarlo:iterations=20"}
QUICK["rollouts"] = "rollouts:plans=3,worlds=1,rounds=1"
EVERY = [(key, QUICK.get(word, word)) for key, kinds in BOTS.items() for word in kinds]
EVERY += [(key, level.key) for key, offered in LEVELS.items() for level in offered]
EVERY.remove(("royal", "hard"))  # the rollouts above, but slow
SMALL = 24
"""Work allowed where levels are asked that would think long."""
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "palace": [{"bands": bands, "max_turns": 12} for bands in ("free", "single", "action", "locked")],
    "cards": [{"turn_cap": 60}, {"turn_cap": 40, "optional_pickup": False, "ten": "always", "deal": "short"}],
    "royal": [{"stall_rounds": 1}, {"layout": "random", "cardinal": "most", "discount": "neighbours"}],
}
MOST = 120
LONGEST = 1000
"""Actions that no match among bots needs; one that goes round in circles does."""


def moments(rules: Game, options: dict[str, Any], seats: int, seed: int, every: int) -> list[tuple[Any, int]]:
    """Every so many decisions of a random match: the state and who is to act."""
    rng = Random(seed)
    state = rules.new(seats, options)
    found = []
    for number in range(MOST):
        actor = rules.actor(state)
        if actor is None:
            break
        if actor == CHANCE:
            state = rules.apply(state, rules.chance(state, rng))
            continue
        seat = rng.choice(sorted(actor)) if isinstance(actor, frozenset) else int(actor)
        if number % every == 0:
            found.append((state, seat))
        legal = rules.actions(state, seat)
        done = "ready" in legal and rng.random() < 0.3  # else it would exchange cards for ever
        state = rules.apply(state, "ready" if done else rng.choice(legal), seat)
    return found


def ask(rules: Game, player: Bot, view: Any, legal: list[str], seed: int = 5) -> Decision:
    return player.choose(rules, view, legal, Budget(work=SMALL), Random(seed))


@pytest.mark.parametrize(("key", "spec"), EVERY)
def test_always_legal(key: str, spec: str) -> None:
    """Whatever the options and the moment, the action is one of the legal ones, and the line starts with
    it.
    """
    rules, player = game(key), bot(key, spec)
    for number, options in enumerate(OPTIONS[key]):
        seats = rules.seats[number % len(rules.seats)]
        for state, seat in moments(rules, options, seats, seed=number, every=9):
            legal = rules.actions(state, seat)
            decision = ask(rules, player, rules.view(state, seat), legal)
            assert decision.action in legal
            assert decision.line[0] == decision.action
            assert decision.note.code in TEXTS
            assert "{" not in str(decision.note)


@pytest.mark.parametrize(("key", "spec"), EVERY)
def test_the_line_holds_for_the_turn(key: str, spec: str) -> None:
    """As long as the turn is the bot's own, its line stays legal."""
    rules, player = game(key), bot(key, spec)
    for state, seat in moments(rules, OPTIONS[key][0], rules.seats[0], seed=8, every=11):
        for action in ask(rules, player, rules.view(state, seat), rules.actions(state, seat)).line:
            actor = rules.actor(state)
            if actor != seat and not (isinstance(actor, frozenset) and seat in actor):
                break
            state = rules.apply(state, action, seat)


@pytest.mark.parametrize(("key", "spec"), EVERY)
def test_the_same_seed_gives_the_same_choice(key: str, spec: str) -> None:
    """View, actions, budget and seed decide, nothing else."""
    rules = game(key)
    for state, seat in moments(rules, OPTIONS[key][0], rules.seats[-1], seed=3, every=17):
        view, legal = rules.view(state, seat), rules.actions(state, seat)
        first, second = (ask(rules, bot(key, spec), view, legal) for _ in range(2))
        assert first == second


@pytest.mark.parametrize(("key", "spec"), [pair for pair in EVERY if pair[0] != "palace"])
def test_no_peeking(key: str, spec: str) -> None:
    """What is hidden plays no part: dealt anew, or with nonsense planted in the view, the choice is the
    same.
    """
    rules, player = game(key), bot(key, spec)
    for state, seat in moments(rules, OPTIONS[key][0], rules.seats[-1], seed=4, every=13):
        view, legal = rules.view(state, seat), rules.actions(state, seat)
        chosen = ask(rules, player, view, legal)
        other_world = rules.determinize(view, Random(99))
        assert rules.view(other_world, seat) == view
        assert ask(rules, player, rules.view(other_world, seat), legal) == chosen
        assert ask(rules, player, planted(view), legal) == chosen


def planted(view: dict[str, Any]) -> dict[str, Any]:
    """A copy of a view with secrets that are none: for the whole table and for each seat."""
    nonsense = {"stock": ["AS", "AH"], "down_cards": ["2S"], "draw": ["writ"], "unused": ["N01"], "lots": [1]}
    rows = "players" if "players" in view else "seats"
    others = [row if "hand" in row else row | {"cards": ["2S"], "secret": ["letter"]} for row in view[rows]]
    return view | nonsense | {rows: others}


class Clock:
    """Time that is over after it was asked a few times."""

    def __init__(self, patience: int) -> None:
        self.left = patience

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize(
    ("key", "spec"),
    [
        ("palace", "alphabeta:engine=python"),
        ("palace", "master"),
        ("cards", "montecarlo"),
        ("royal", "rollouts"),
        ("royal", "rollouts:plans=1000000"),
    ],
)
def test_time_is_kept(key: str, spec: str) -> None:
    """Once its time is over a bot asks no more than a few times again, and answers."""
    rules, player = game(key), bot(key, spec)
    for state, seat in moments(rules, OPTIONS[key][0], 2, seed=6, every=25):
        legal = rules.actions(state, seat)
        clock = Clock(1)
        decision = player.choose(rules, rules.view(state, seat), legal, Budget(expired=clock), Random(1))
        assert decision.action in legal
        assert clock.left > -5


def test_work_is_capped() -> None:
    """The caller's amount of work holds where it is smaller than the bot's own."""
    assert Budget(work=10).limit(50) == 10
    assert Budget(work=90).limit(50) == 50
    assert Budget().limit(50) == 50


@pytest.mark.parametrize(("key", "least"), [("cards", 1), ("royal", 8)])
def test_games_played_out_are_counted(key: str, least: int) -> None:
    """No more matches are played out than allowed, but one for each action or plan; with more work, more."""
    rules, player = game(key), bot(key, "hard")
    for state, seat in moments(rules, {}, 2, seed=2, every=20)[1:3]:
        legal, view = rules.actions(state, seat), rules.view(state, seat)
        for work in (1, 16):
            found = player.choose(rules, view, legal, Budget(work=work), Random(1))
            if "games" in found.note.params:
                assert found.note.params["games"] <= max(work, least, len(legal))


@pytest.mark.parametrize("spec", ["thumb:wild=1", "easy", "medium", "hard"])
def test_who_can_be_out_at_cards_is(spec: str) -> None:
    """A play of all that is left is made by every level, also of two or more 2s, which are kept otherwise."""
    rules, player = game("cards"), bot("cards", spec)
    several = 0
    for state, seat in nearly_out(rules, 12):
        decision = ask(rules, player, rules.view(state, seat), rules.actions(state, seat))
        assert seat in rules.apply(state, decision.action, seat).table.order
        several += decision.action.count(" ") > 1 and decision.action.split()[1][0] in "2T"
    assert several


def nearly_out(rules: Game, count: int) -> list[tuple[Any, int]]:
    """Moments of matches by rules of thumb in which one play ends it for the seat on turn."""
    rng = Random(1)
    found: list[tuple[Any, int]] = []
    while len(found) < count:
        state = rules.new(2, {})
        state = rules.apply(state, rules.chance(state, rng))
        for seat in range(2):
            state = rules.apply(state, "ready", seat)
        while (seat := rules.actor(state)) is not None:
            zone = state.table.seats[seat]
            rest = len(members(zone.hand | zone.up))
            ending = [text for text in rules.actions(state, seat) if text.count(" ") == rest]
            if (
                rest
                and not zone.slots
                and not state.table.stock
                and any(t.startswith("play") for t in ending)
            ):
                found.append((state, seat))
            state = rules.apply(state, write(act(state, rng, wild=0.2)), seat)
    return found


@pytest.mark.parametrize(
    ("key", "spec"),
    [
        ("cards", "easy"),
        ("cards", "medium"),
        ("cards", QUICK["montecarlo"]),
        ("royal", "easy"),
        ("royal", "medium"),
    ],
)
@pytest.mark.parametrize("more", [False, True])
def test_matches_of_bots_end(key: str, spec: str, more: bool) -> None:
    """Bots play every match to its own end in good time: not one at cards is cut off by the limit."""
    rules, player = game(key), bot(key, spec)
    seats = rules.seats[-1 if more else 0]
    state = deal(rules, seats, {}, Random(5))
    found = play(rules, state, player, player, 0, Random(1), lambda: 0.0, lambda _: Budget(work=SMALL))
    assert found.outcome.reason == ("last_player" if key == "cards" else "points")
    assert found.actions < LONGEST


def test_levels_grow() -> None:
    """Every game has at least three levels, in the same order of names."""
    for offered in LEVELS.values():
        keys = [level.key for level in offered]
        assert keys == ["easy", "medium", "hard", "master"][: len(keys)]
        assert len(keys) >= 3
