"""What the tests of Palais Royal share: the game, a builder of states, refusals, and random matches."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from rules.protocol import CHANCE, RulesError
from rules.royal import GAME, Royal, State
from rules.royal.data import (
    BORDERS,
    CARDS,
    COPIES,
    LAYOUT_FIXED,
    NOBLES,
    PLACES,
    RESERVE_AT_START,
    SPACES,
    SUPPLY_AT_START,
)

INNER = ("c3", "d3", "c4", "d4", "b2", "e2", "b5", "e5", "c2", "d2", "c5", "d5", "b3", "b4", "e3", "e4")
"""Spaces off the border, emptied first when a seat is to hold a noble."""
ON_BORDER = {SPACES[space] for border in BORDERS.values() for space in border}


@pytest.fixture
def royal() -> Royal:
    """The game."""
    return GAME


@pytest.fixture
def scene() -> Callable[..., State]:
    """Builds a sound state out of what matters for a test; everything else is filled in.

    ``scene({"mint": 1}, {"mint": 1, "cardinal": 2}, phase="collect")``: the palaces of the seats; reserves
    are what is left. Keywords: ``phase``, ``seat``; ``count``, ``turquoise``, ``violet``, ``letters``,
    ``opened`` of the turn; ``gold``, ``reserve``, ``supply``, ``hands``, ``holds`` (nobles) by seat;
    ``park`` (tiles on spaces), ``gone`` (seats that took a space's noble, leaving a servant if it is at the
    border); ``draw`` (all other cards are then discarded; prestige is laid open by the last seat);
    ``options``; ``round``, ``quiet``, ``recruited``, ``last``.
    """
    return build


def build(
    *palaces: Mapping[str, int],
    phase: str = "reinforce",
    seat: int = 0,
    turn: Mapping[str, Any] | None = None,
    gold: Mapping[int, int] | None = None,
    reserve: Mapping[int, int] | None = None,
    supply: Mapping[int, int] | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    holds: Mapping[int, Sequence[str]] | None = None,
    park: Mapping[str, str] | None = None,
    gone: Mapping[str, int] | None = None,
    draw: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    layout: Sequence[str] | None = None,
    **clock: Any,
) -> State:
    holds, park, gone, hands = holds or {}, dict(park or {}), dict(gone or {}), hands or {}
    wanted = {noble for nobles in holds.values() for noble in nobles} | set(park.values())
    spare = [noble.id for noble in reversed(NOBLES) if noble.id not in wanted and not noble.privilege]
    spare += [noble.id for noble in reversed(NOBLES) if noble.id not in wanted and noble.privilege]
    nobles = {number: list(holds.get(number, ())) for number in range(len(palaces))}
    for number in holds:
        free = [space for space in INNER if space not in gone and space not in park]
        for _, space in zip(holds[number], free):
            gone[space] = number
    taken: dict[int, int] = dict.fromkeys(range(len(palaces)), 0)
    for owner in gone.values():
        taken[owner] += 1
        if taken[owner] > len(holds.get(owner, ())):
            nobles[owner].append(spare.pop(0))
    for space in SPACES:
        if space not in gone:
            park.setdefault(space, spare.pop(0) if space not in park else "")
    border = {space: owner for space, owner in gone.items() if space in ON_BORDER}
    rest = [card.key for card in CARDS for _ in range(COPIES)]
    for hand in hands.values():
        for kind in hand:
            rest.remove(kind)
    prestige, discard = 0, []
    if draw is None:
        draw = rest
    else:
        for kind in draw:
            rest.remove(kind)
        prestige = rest.count("prestige")
        discard = [kind for kind in rest if kind != "prestige"]
    players = []
    for number, palace in enumerate(palaces):
        on_board = sum(palace.values()) + sum(1 for owner in border.values() if owner == number)
        players.append(
            {
                "gold": (gold or {}).get(number, 0),
                "supply": (supply or {}).get(number, SUPPLY_AT_START),
                "palace": dict(palace),
                "hand": list(hands.get(number, ())),
                "nobles": nobles[number],
                "prestige": prestige if number == len(palaces) - 1 else 0,
            }
        )
        total = RESERVE_AT_START + SUPPLY_AT_START - players[-1]["supply"]
        players[-1]["reserve"] = total - on_board
        if reserve and number in reserve:
            # Whoever is to be neither in the reserve nor anywhere that matters stands at the service door.
            players[-1]["palace"]["back"] = palace.get("back", 0) + total - on_board - reserve[number]
            players[-1]["reserve"] = reserve[number]
    return GAME.from_json(
        {
            "options": dict(options or {}),
            "layout": list(layout or (PLACES[place] for place in LAYOUT_FIXED)),
            "park": park,
            "border": border,
            "draw": list(draw),
            "discard": discard,
            "players": players,
            "turn": {"seat": seat, "phase": phase} | dict(turn or {}),
            "round": 1,
        }
        | clock
    )


@pytest.fixture
def refused() -> Callable[..., RulesError]:
    """Tries an action, checks that it is refused, not listed, and changes nothing; returns the refusal."""

    def attempt(state: State, action: Any, seat: Any = None) -> RulesError:
        before = GAME.to_json(state)
        with pytest.raises(RulesError) as caught:
            GAME.apply(state, action, seat)
        assert GAME.to_json(state) == before
        assert seat is not None or action not in GAME.actions(state)
        return caught.value

    return attempt


@pytest.fixture
def play() -> Callable[..., State]:
    """Plays actions one after the other, each of which must be listed, and returns the state after them."""

    def run(state: State, *actions: str) -> State:
        for action in actions:
            assert action in GAME.actions(state), (action, GAME.actions(state))
            state = GAME.apply(state, action)
        return state

    return run


def one_random_match(
    seats: int, rng: random.Random, options: Mapping[str, Any]
) -> Iterator[tuple[State, int | str, str, State]]:
    state = GAME.new(seats, options)
    while (actor := GAME.actor(state)) is not None:
        action = GAME.chance(state, rng) if actor == CHANCE else rng.choice(GAME.actions(state))
        after = GAME.apply(state, action)
        yield state, actor, action, after
        state = after


@pytest.fixture
def random_match() -> Callable[..., Iterator[tuple[State, int | str, str, State]]]:
    """Plays a match at random: (state, seat or "chance", action, state after) one after the other."""
    return one_random_match


@pytest.fixture
def random_options() -> Callable[[random.Random], dict[str, Any]]:
    """Draws options at random, with a short patience so that matches stay short."""

    def draw(rng: random.Random) -> dict[str, Any]:
        chosen = {o.name: rng.choice(o.values) for o in GAME.options if o.kind == "choice"}
        return chosen | {"stall_rounds": rng.choice((1, 3, 10))}

    return draw
