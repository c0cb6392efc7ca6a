"""Records: written whole, read back equal, and refused with the field at fault."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

import rules
from rules.match import Match, SeatInfo
from rules.protocol import BadNotation

SEATS = (SeatInfo("Ada", "board"), SeatInfo("Ben", "phone"))


@pytest.fixture
def record() -> dict[str, Any]:
    """A record of a match of Palace that goes on, with a correction."""
    match = Match.start(rules.game("palace"), SEATS, {"bands": "single", "max_turns": 50})
    for seat, action in ((0, "B3=2"), (0, "@a"), (1, "@a"), (0, "@b")):
        match.play(seat, action)
    match.correct("@c")
    return json.loads(json.dumps(match.record()))


def test_the_format(record: dict[str, Any]) -> None:
    """A record holds exactly what replaying needs."""
    assert record == {
        "format": 1,
        "game": "palace",
        "game_version": 1,
        "options": {"bands": "single", "max_turns": 50},
        "seats": [{"name": "Ada", "kind": "board"}, {"name": "Ben", "kind": "phone"}],
        "actions": [[0, "B3=2"], [0, "@a"], [1, "@a"], [0, "@c"]],
        "corrections": [{"index": 3, "was": "@b", "now": "@c"}],
        "result": None,
    }


def test_round_trip(record: dict[str, Any]) -> None:
    """The match read back has the same states and writes the same record."""
    match = Match.from_record(record)
    assert match.record() == record
    assert match.state.text() == "b7/8/8/8/8/8/8/8/8/w1w5 12221 b bdefgh/bcdefgh - 4"
    assert match.version == 5
    assert Match.from_record(record, version=70).version == 70


def test_the_match_goes_on_after_reading(record: dict[str, Any]) -> None:
    """A match read back is played on like any other."""
    match = Match.from_record(record)
    match.play(1, "@b", 5)
    assert match.version == 6


@pytest.mark.parametrize("bands", ["free", "single", "action", "locked"])
def test_whole_matches_round_trip(bands: str) -> None:
    """Random matches to the end, with their result."""
    rng = random.Random(8)
    match = Match.start(rules.game("palace"), SEATS, {"bands": bands})
    while (seat := match.actor()) is not None:
        match.play(seat, rng.choice(match.legal(seat)))
    record = json.loads(json.dumps(match.record()))
    assert record["result"]["reason"] == "broken"
    again = Match.from_record(record)
    assert again.states == match.states
    assert again.record() == record


@pytest.mark.parametrize("end", ["resign", "draw"])
def test_ends_by_the_players_round_trip(record: dict[str, Any], end: str) -> None:
    """Resignation and agreed draw are read back from the result."""
    match = Match.from_record(record)
    match.resign(0) if end == "resign" else match.draw()
    again = Match.from_record(match.record())
    assert again.record() == match.record()
    assert again.ended_by_players
    assert again.version == match.version


def test_a_seat_that_resigned_of_three_round_trips(toy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who resigned while a bot plays on is kept."""
    monkeypatch.setattr(rules, "game", lambda key: toy)
    match = Match.start(toy, [SeatInfo("Ada", "phone"), SeatInfo("Ben", "phone"), SeatInfo("Cleo", "phone")])
    match.play("chance", "deal 9,8,7,6,5,4,3,2,1")
    match.resign(1)
    record = match.record()
    assert record["resigned"] == [1]
    assert Match.from_record(record).record() == record


def changed(record: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy in which the entry at ``path`` ("seats.0.kind") is ``value``, or is gone when that is ...."""
    record = copy.deepcopy(record)
    at: Any = record
    *way, last = (int(part) if part.isdigit() else part for part in path.split("."))
    for part in way:
        at = at[part]
    if value is ...:
        del at[last]
    else:
        at[last] = value
    return record


DRAWN = {"winners": [], "losers": [], "scores": None, "ranks": [1, 1], "reason": "agreed"}
FAULTS = [
    *((field, ..., f"{field}: missing") for field in ("format", "game", "game_version", "options", "seats")),
    *((field, ..., f"{field}: missing") for field in ("actions", "corrections", "result")),
    ("format", 2, "format: 2 is not possible; 1 is"),
    ("format", "1", "format: a whole number is needed, not 1"),
    ("format", True, "format: a whole number is needed, not True"),
    ("game", "chess", "game: there is no game chess"),
    ("game", 3, "game: a text is needed, not 3"),
    ("game_version", 99, "game_version: 99 is not possible; 1 is"),
    ("options", [], "options: an object is needed, not []"),
    ("options.bands", "loose", "options.bands: loose cannot be chosen"),
    ("options.speed", 3, "options.speed: there is no such option"),
    ("seats", {}, "seats: a list is needed"),
    ("seats", [{"name": "Ada", "kind": "board"}], "seats: 1 cannot play; it takes 2 to 2"),
    ("seats.1", "Ben", "seats[1]: an object is needed, not Ben"),
    ("seats.1.name", ..., "seats[1].name: missing"),
    ("seats.1.name", None, "seats[1].name: a text is needed, not None"),
    ("seats.0.kind", "chair", "seats[0].kind: chair is not possible; board, panel, phone, bot is"),
    ("actions", "@a", "actions: a list is needed, not @a"),
    ("actions.2", [1], "actions[2]: [seat, text] is needed, not [1]"),
    ("actions.2", "@a", "actions[2]: [seat, text] is needed"),
    ("actions.2.0", 2, "actions[2][0]: a seat from 0 to 1 or chance is needed, not 2"),
    ("actions.2.0", "1", "actions[2][0]: a seat from 0 to 1 or chance is needed"),
    ("actions.2.0", [], "actions[2][0]: a seat from 0 to 1 or chance is needed"),
    ("actions.2.0", 0, "actions[2]: @a is refused: @a: it is Black's turn"),
    ("actions.2.0", "chance", "actions[2]: @a is refused"),
    ("actions.2.1", 7, "actions[2][1]: a text is needed, not 7"),
    ("actions.2.1", "c7n", "actions[2]: c7n is refused: c7n: there is no sphere on c7"),
    ("actions.2.1", "fly", "actions[2]: fly is refused: action: fly is none"),
    ("corrections.0", 3, "corrections[0]: an object is needed, not 3"),
    ("corrections.0.index", 4, "corrections[0].index: 4 is not possible; 0 to 3 is"),
    ("corrections.0.was", ..., "corrections[0].was: missing"),
    ("corrections.0.now", 1, "corrections[0].now: a text is needed, not 1"),
    ("resigned", [5], "resigned: a list of seats from 0 to 1 is needed, not [5]"),
    ("result", "won", "result: an object is needed, not won"),
    ("result", {}, "result.winners: missing"),
    ("result", DRAWN | {"winners": ["0"]}, "result.winners: a list of whole numbers is needed"),
    ("result", DRAWN | {"losers": [2]}, "result.losers: seats from 0 to 1 is needed, not [2]"),
    ("result", DRAWN | {"ranks": [1]}, "result.ranks: a rank for each of 2 seats is needed"),
    ("result", DRAWN | {"reason": 1}, "result.reason: a text is needed, not 1"),
    ("result", DRAWN | {"reason": "broken"}, "result: the actions end the match otherwise"),
    ("result", DRAWN | {"winners": [0]}, "result: the actions end the match otherwise"),
    ("result", DRAWN | {"reason": "resigned", "losers": [0]}, "result: the actions end the match otherwise"),
    ("result", DRAWN | {"reason": "resigned"}, "result: the actions end the match otherwise"),
]


@pytest.mark.parametrize(("path", "value", "words"), FAULTS, ids=lambda v: str(v)[:30])
def test_a_bad_record_names_the_field(record: dict[str, Any], path: str, value: Any, words: str) -> None:
    """Whatever is wrong in a record is named by its place."""
    with pytest.raises(BadNotation) as caught:
        Match.from_record(changed(record, path, value))
    assert str(caught.value).startswith(words)
    assert caught.value.message.params["field"] == words.split(":")[0]


@pytest.mark.parametrize("data", [None, 3, "record", []])
def test_no_record_at_all(data: object) -> None:
    """Something that is no object is refused as a whole."""
    with pytest.raises(BadNotation, match="record: an object is needed"):
        Match.from_record(data)


def test_a_finished_match_cannot_be_recorded_as_open(record: dict[str, Any]) -> None:
    """A record without the result its actions lead to is refused."""
    over = changed(record, "options.max_turns", 3)
    with pytest.raises(BadNotation, match="result: the actions end the match otherwise"):
        Match.from_record(over)


@pytest.mark.parametrize("share", range(1, 8))
def test_half_a_record_file(record: dict[str, Any], share: int) -> None:
    """Any first part of a record's fields is refused by the first field that lacks."""
    fields = list(record)
    with pytest.raises(BadNotation, match=f"{fields[share]}: missing"):
        Match.from_record({name: record[name] for name in fields[:share]})


ELSEWHERE = "8/5b2/8/2w3w1/w7/8/4b3/5b1w/3b4/1b6 22333 w b/e - 1"


def test_a_match_may_begin_elsewhere() -> None:
    """From a position of its own, under the match's options; the record names it and replays."""
    match = Match.start(rules.game("palace"), SEATS, {"bands": "locked"}, start=ELSEWHERE)
    assert (match.state.text(), match.state.bands) == (ELSEWHERE, "locked")
    match.play(0, "g7w")
    record = match.record()
    assert record["start"] == ELSEWHERE
    again = Match.from_record(json.loads(json.dumps(record)))
    assert (again.states, again.record()) == (match.states, record)


def test_a_start_that_is_none_is_refused(record: dict[str, Any]) -> None:
    """Nonsense, and games that begin in one way only."""
    for start in ("8/8", 7):
        with pytest.raises(BadNotation) as refused:
            Match.from_record(record | {"start": start})
        assert refused.value.message.params["field"] == "position"
    with pytest.raises(BadNotation, match="nowhere else"):
        Match.start(rules.game("cards"), SEATS, start=ELSEWHERE)
