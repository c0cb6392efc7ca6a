"""The judgement behind the rules of thumb of Palais Royal."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from rules import game
from rules.bots.royal import thumb
from rules.bots.royal.worth import Judge, rounds_left, total
from rules.protocol import CHANCE
from rules.royal.data import BONUS_PLACES, CARDINAL, KING, MINT, OFFICE, ON_BORDER, POMP
from rules.royal.majority import has_bonus
from rules.royal.phases.nobles import income
from rules.royal.scoring import scores
from rules.royal.state import EMPTY, State

GAME = game("royal")


def wandered(seats: int, seed: int, steps: int, options: dict[str, object] | None = None) -> State:
    """A state some actions by rules of thumb into a match, a seat's decision."""
    rng = Random(seed)
    state = GAME.new(seats, options or {})
    for _ in range(steps):
        actor = GAME.actor(state)
        if actor is None:
            break
        action = GAME.chance(state, rng) if actor == CHANCE else thumb.act(state)
        state = GAME.apply(state, action)
    while GAME.actor(state) == CHANCE:
        state = GAME.apply(state, GAME.chance(state, rng))
    return state


@pytest.mark.parametrize("cardinal", ["presence", "most"])
def test_majorities_are_judged_as_the_rules_do(cardinal: str) -> None:
    """Who has a place's bonus is judged as the rules judge it, and so is the income."""
    for seed in range(30):
        state = wandered(2 + seed % 3, seed, 20 + 9 * seed, {"cardinal": cardinal})
        for seat, player in enumerate(state.players):
            judge = Judge(state, seat)
            for place in BONUS_PLACES:
                assert judge.leads(player.palace, place) == has_bonus(state, seat, place)
            turn = replace(state.turn, seat=seat, count=0, turquoise=0, violet=0, letters=())
            assert judge.income(player.palace) == income(state, turn)


def test_border_gains_are_those_of_the_score() -> None:
    """A border noble is worth its points, its privilege, and the park points its servant brings."""
    state = wandered(3, 4, 60)
    seat = state.turn.seat
    for tile in Judge(state, seat).tiles:
        if tile.space not in ON_BORDER:
            continue
        border = state.court.border
        court = replace(state.court, border=(*border[: tile.space], seat, *border[tile.space + 1 :]))
        after = State(court, state.piles, state.clock, state.players, state.turn)
        gain = scores(after)[seat].park - scores(state)[seat].park
        assert gain >= 0
        assert tile.worth >= gain


def test_more_is_better() -> None:
    """Gold, a seal's servant or an office servant more is never worth less, nor points a noble more."""
    for seed in range(10):
        state = wandered(3, seed, 80)
        seat = state.turn.seat
        player = state.players[seat]
        judge = Judge(state, seat)
        now = judge.outlook(player.palace, player)
        assert judge.outlook(player.palace, player, gold=3) >= now
        for place in (KING, POMP, OFFICE, MINT):
            more = list(player.palace)
            more[place] += 1
            assert judge.outlook(more, player) >= now, place


def test_nothing_lasting_counts_in_the_last_round() -> None:
    """When no round is left only what brings points now is worth anything."""
    state = wandered(2, 1, 400)
    assert GAME.actor(state) is None
    assert rounds_left(state) == 0
    for seat, player in enumerate(state.players):
        assert total(state, seat) == pytest.approx(scores(state)[seat].total, abs=1)
        assert Judge(state, seat).standing(player.palace, 0, 0) == 0


def test_rounds_left_shrink_with_the_park() -> None:
    """The fewer nobles in the park, the sooner the end is expected."""
    state = wandered(3, 2, 40)
    emptied = tuple(EMPTY if space % 2 else noble for space, noble in enumerate(state.court.park))
    fewer = State(replace(state.court, park=emptied), state.piles, state.clock, state.players, state.turn)
    assert rounds_left(fewer) < rounds_left(state)


def test_thumbs_beat_chance() -> None:
    """Rules of thumb score more than twice what random play does, from every seat."""
    for seat in range(3):
        rng = Random(seat)
        state = GAME.new(3, {})
        while (actor := GAME.actor(state)) is not None:
            if actor == CHANCE:
                action = GAME.chance(state, rng)
            elif actor == seat:
                action = thumb.act(state)
            else:
                action = rng.choice(GAME.actions(state))
            state = GAME.apply(state, action)
        points = [score.total for score in scores(state)]
        assert points[seat] > 2 * max(points[:seat] + points[seat + 1 :])


def test_the_favour_of_the_cardinal_is_seen() -> None:
    """A servant at the cardinal turns ties into bonuses."""
    state = wandered(2, 3, 30)
    judge = Judge(state, 0)
    tied = [0] * 9
    tied[MINT] = state.players[1].palace[MINT] or 1
    if state.players[1].palace[MINT]:
        assert not judge.leads(tied, MINT)
    tied[CARDINAL] = 1
    assert judge.leads(tied, MINT)
