"""Threats, best lines and reviews of Palace."""

from __future__ import annotations

from random import Random

import pytest

from rules import game
from rules.bots.palace.search import Search
from rules.match import Match, SeatInfo
from rules.messages import TEXTS
from rules.palace import BANDS_OPTIONS, GAME, Position
from rules.palace.geometry import LEVELS, PANES, bit
from rules.palace.hints import best_lines, review, threats

SEATS = [SeatInfo("Ada", "panel"), SeatInfo("Ben", "panel")]


def scattered(bands: str, seed: int) -> Position:
    """Six spheres of each side anywhere, bands anyhow, White to move: full of threats."""
    rng = Random(seed)
    panes = rng.sample(range(PANES), 12)
    white, black = (sum(bit(pane) for pane in half) for half in (panes[:6], panes[6:]))
    levels = tuple(rng.choice(LEVELS) for _ in range(5))
    return Position(white, black, 0, 0, levels, 0, (), 1, bands, None)  # type: ignore[arg-type]


def broken_by(position: Position, actions: tuple[str, ...], seat: int) -> int:
    """The spheres of ``seat`` that are gone after these actions."""
    before = position.spheres[seat]
    for action in actions:
        position = GAME.apply(position, action)
    return before - position.spheres[seat]


@pytest.mark.parametrize("bands", BANDS_OPTIONS)
def test_every_threat_can_be_carried_out(bands: str) -> None:
    """Each threat is a legal turn of the other side that breaks exactly the sphere it names."""
    told = 0
    for seed in range(6):
        position = scattered(bands, seed)
        seat = 1  # so that White, to move, can be made to do it
        for threat in threats(position, seat):
            told += 1
            assert position.panes()[threat.pane] == ("white", "black")[seat]
            assert broken_by(position, threat.actions, seat) == 1
            after = position
            for action in threat.actions:
                after = GAME.apply(after, action)
            assert threat.text.startswith(threat.actions[-1])
            assert any(sign in threat.text for sign in ("x", "*"))
    assert told


@pytest.mark.parametrize("bands", BANDS_OPTIONS)
def test_no_threat_is_missed(bands: str) -> None:
    """Where a single action of the other side breaks a sphere, that sphere is threatened."""
    for seed in range(6):
        position = scattered(bands, 100 + seed)
        seat = 1
        named = {threat.pane for threat in threats(position, seat)}
        for action in GAME.actions(position):
            after = GAME.apply(position, action)
            if after.spheres[seat] < position.spheres[seat]:
                colour = ("white", "black")[seat]
                mine = {pane for pane, whose in position.panes().items() if whose == colour}
                gone = mine - set(after.panes())
                assert gone <= named | {action[:-1]}, (position, action)


def test_the_shortest_way_is_told() -> None:
    """A sphere that falls without a band being moved is shown so."""
    position = Position.parse("8/8/8/8/8/8/8/8/8/b2w4 11111 w aef/abcd - 9")
    (threat,) = threats(position, 1)
    assert (threat.pane, threat.actions, threat.text) == ("a1", ("d1w",), "d1w>a1*x")


def test_no_threats_after_the_end() -> None:
    """Nothing threatens any more when the match is over."""
    assert threats(Position.parse("8/8/8/8/8/8/8/8/8/b2w4 11111 w aef/ab - 9"), 1) == []


def test_best_lines_are_in_order_and_exact() -> None:
    """Lines come the best first, with the values that searching each of them gives, and can be played."""
    position = scattered("locked", 3)
    lines = best_lines(position, 4, depth=3, engine="python")
    assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)
    assert lines[0].value == Search(position).run(3).value / 100
    for line in lines:
        here = position
        for turn in line.turns:
            for action in turn:
                here = GAME.apply(here, action)
    with pytest.raises(ValueError, match="over"):
        best_lines(Position.parse("8/8/8/8/8/8/8/8/8/b2w4 11111 w aef/ab - 9"))


def test_a_review_finds_the_blunder() -> None:
    """A sphere rolled over the edge is a blunder; a break left out is a mistake or worse; good turns are
    bare.
    """
    match = Match.start(game("palace"), SEATS, {"bands": "locked"})
    for action in ("@d", "@d", "d1e"):
        match.play(match.state.turn, action)
    marks = list(review(match, depth=2, engine="python"))
    assert [mark.played for mark in marks] == [("@d",), ("@d",), ("d1e",)]
    assert [mark.seat for mark in marks] == [0, 1, 0]
    assert marks[2].mark == "blunder"
    assert marks[2].best_value - marks[2].value >= 1
    assert marks[2].message is not None
    assert TEXTS[marks[2].message.code]
    assert " ".join(marks[2].best) in str(marks[2].message)
    assert marks[1].mark == ""


def test_a_review_finds_the_missed_win() -> None:
    """Who could have won by force and did not is told how."""
    match = Match.start(game("palace"), SEATS, {"bands": "locked"})
    won = Position.parse("8/8/8/8/8/8/8/8/8/b2w4 11111 w aef/abc - 1", "locked")
    match.states[0] = won
    match.play(0, "d1n")
    (mark,) = review(match, depth=1, engine="python")
    assert (mark.mark, mark.best) == ("missed_win", ("d1w",))


def test_turns_of_several_actions_are_one() -> None:
    """Bands and the action after them are judged together; a turn not finished is not judged."""
    match = Match.start(game("palace"), SEATS, {"bands": "free"})
    for seat, action in ((0, "B2=1"), (0, "@d"), (1, "B4=1"), (1, "@d"), (0, "B3=1")):
        match.play(seat, action)
    marks = list(review(match, depth=1, engine="python"))
    assert [(mark.index, mark.played) for mark in marks] == [(0, ("B2=1", "@d")), (2, ("B4=1", "@d"))]


def test_a_review_ends_when_time_is_over() -> None:
    """Nothing is told of what could not be looked at."""
    match = Match.start(game("palace"), SEATS, {"bands": "locked"})
    match.play(0, "@d")
    assert list(review(match, expired=lambda: True, engine="python")) == []
