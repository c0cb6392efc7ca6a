"""Records as text: what is written is read, what is broken is named by its line."""

from __future__ import annotations

import contextlib
import random

import pytest

import rules
from rules.match import Match, SeatInfo
from rules.protocol import CHANCE, BadNotation
from web_panel.hosting import fair, records


def played(key: str, seats: int, seed: int, actions: int = 60) -> Match:
    """A match of random play, chance included."""
    rng = random.Random(seed)
    match = Match.start(rules.game(key), [SeatInfo(f"Player {n}", "panel") for n in range(seats)])
    while len(match.actions) < actions and (actor := match.actor()) is not None:
        if actor == CHANCE:
            match.play(CHANCE, fair.draw(match, bytes(32)))
            continue
        seat = min(actor) if isinstance(actor, frozenset) else actor
        match.play(seat, rng.choice(match.legal(seat)))
    return match


@pytest.mark.parametrize("key", [game.key for game in rules.games()])
@pytest.mark.parametrize("seed", range(3))
def test_a_record_survives_the_text_form(key: str, seed: int) -> None:
    """For every game: to text and back is the same record, and it replays to the same state."""
    match = played(key, rules.game(key).seats[0], seed)
    record = match.record() | ({"secret": "00" * 32} if key != "palace" else {})
    again = records.from_text(records.to_text(record))
    assert again == record
    assert Match.from_record(again).state == match.state


def test_the_end_is_part_of_the_text() -> None:
    """Resigned and corrected matches keep that."""
    match = played("palace", 2, 1, actions=6)
    match.play(match.actor(), match.legal(match.actor())[0], recognised=True)
    other = match.game.actions(match.states[-2], match.actions[-1][0])[-1]
    match.correct(other)
    match.resign(0)
    again = Match.from_record(records.from_text(records.to_text(match.record())))
    assert again.result == match.result
    assert again.corrections == match.corrections


GOOD = """Palace Table record 1
Game: palace 1
Options: {}
Seat 0: panel A
Seat 1: panel B
Result: none

1. 0 @c
"""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("Some other file\n", 1),
        (GOOD.replace("Game: palace 1", "Game: palace"), 2),
        (GOOD.replace("Options: {}", "Options: {"), 3),
        (GOOD.replace("Options: {}", "Opinions: {}"), 3),
        (GOOD.replace("Seat 0: panel A", "nonsense"), 4),
        (GOOD.replace("1. 0 @c", "0 @c"), 8),
        (GOOD.replace("1. 0 @c", "1. nobody @c"), 8),
        (GOOD.replace("1. 0 @c", "1. 0"), 8),
        (GOOD.replace("Game: palace 1", "Game: palace \u00b2"), 2),
        (GOOD.replace("1. 0 @c", "1. " + "9" * 5000 + " @c"), 8),
    ],
)
def test_a_broken_line_is_named(text: str, line: int) -> None:
    """Half a file, another file, a slip of the pen: BadNotation with the line's number."""
    with pytest.raises(BadNotation) as refused:
        records.from_text(text)
    assert refused.value.message.params["line"] == line


def test_the_good_one_is_good() -> None:
    """What the broken ones are made from is read; foreign line ends too."""
    for text in (GOOD, GOOD.replace("\n", "\r\n"), GOOD.rstrip()):
        assert Match.from_record(records.from_text(text)).actions == [(0, "@c")]


def test_every_prefix_is_a_record_or_refused() -> None:
    """Half a record file never raises anything but the rules' own error."""
    text = records.to_text(played("palace", 2, 3).record())
    for cut in range(0, len(text), 7):
        with contextlib.suppress(BadNotation):
            Match.from_record(records.from_text(text[:cut]))


def test_a_start_of_its_own_is_part_of_the_text() -> None:
    """A match that began at a puzzle's position does so again."""
    start = "8/5b2/8/2w3w1/w7/8/4b3/5b1w/3b4/1b6 22333 w b/e - 1"
    seats = [SeatInfo("A", "panel"), SeatInfo("B", "panel")]
    match = Match.start(rules.game("palace"), seats, {"bands": "locked"}, start=start)
    match.play(0, "g7w")
    again = Match.from_record(records.from_text(records.to_text(match.record())))
    assert again.states == match.states
