"""Palace as a game: the worked steps, the counts, refusals in words, descriptions, views and JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules import game
from rules.palace import GAME, Position, short
from rules.protocol import BadNotation, BadOption, IllegalAction, NotYourTurn, Outcome

VECTORS = Path(__file__).parents[2] / "vectors" / "palace.json"
STEPS = json.loads(VECTORS.read_text(encoding="utf-8"))["steps"]
EMPTY = "8/8/8/8/8/8/8/8/8/8"


def at(
    rows: str, levels: str = "12321", turn: str = "w", *, bands: str = "free", rest: str = "- 1"
) -> Position:
    """A position with those rows, in which both sides still have four spheres waiting before a-d."""
    return Position.parse(f"{rows} {levels} {turn} abcd/abcd {rest}", bands)


def test_the_vectors_are_all_there() -> None:
    """Two hundred worked steps of every kind stand in the file."""
    assert len(STEPS) == 200
    assert len({step["kind"] for step in STEPS}) == 16


@pytest.mark.parametrize("step", STEPS, ids=lambda s: f"{s['kind']}-{s['action']}")
def test_worked_step(step: dict[str, object]) -> None:
    """Every worked step has exactly the listed actions and leads to the position after it."""
    position = Position.parse(str(step["position"]), str(step["bands"]))
    assert position.text() == step["position"]
    assert GAME.actions(position) == step["actions"]
    assert GAME.problems(position) == []
    action = step["action"]
    if action is None:
        outcome = GAME.outcome(position)
        assert outcome is not None
        assert outcome.reason == "broken"
        assert outcome.winners == ("wb".index(str(step["winner"])),)
    else:
        after = GAME.apply(position, str(action))
        assert after.text() == step["after"]
        assert GAME.problems(after) == []


COUNTS = {
    "locked": (8, 64, 704),
    "single": (14, 160, 2080),
    "action": (15, 216, 3348),
    "free": (18, 308, 5208),
}


@pytest.mark.parametrize("bands", COUNTS)
def test_counts_from_the_start(bands: str) -> None:
    """As many action sequences of one, two and three actions exist as the rules' table says."""

    def sequences(position: Position, depth: int) -> int:
        actions = GAME.actions(position)
        if depth == 1:
            return len(actions)
        return sum(sequences(GAME.apply(position, action), depth - 1) for action in actions)

    start = GAME.new(2, {"bands": bands})
    assert tuple(sequences(start, depth) for depth in (1, 2, 3)) == COUNTS[bands]


def test_nothing_can_be_played_after_the_end() -> None:
    """In a finished match nobody acts, nothing is listed, and every action is refused as such."""
    over = Position.parse(f"{EMPTY} 12321 w abc/abcdefgh - 7")
    assert GAME.actor(over) is None
    assert GAME.actions(over) == []
    for action in ("@a", "B1=2", "pass", "a1n"):
        with pytest.raises(NotYourTurn, match=f"{action}: the match is over"):
            GAME.apply(over, action)


def test_the_other_seat_is_refused() -> None:
    """Only the side to move plays; the refusal says whose turn it is."""
    start = GAME.new(2, {})
    assert GAME.actions(start, 1) == []
    assert GAME.actions(start, 0) == GAME.actions(start)
    with pytest.raises(NotYourTurn, match="@a: it is White's turn"):
        GAME.apply(start, "@a", 1)
    with pytest.raises(NotYourTurn, match="@b: it is Black's turn"):
        GAME.apply(GAME.apply(start, "@a", 0), "@b", 0)


def test_pass_stuck_under_single() -> None:
    """Under ``single``, when no band move helps, any may be made, and then nothing but passing is left."""
    stuck = Position.parse("b7/4b3/8/8/8/8/8/8/8/8 32321 w abcdh/cfh - 21", "single")
    assert "pass" in GAME.actions(stuck)
    after = GAME.apply(stuck, "B2=1")
    assert after.moved == (2,)
    assert GAME.actions(after) == ["pass"]
    assert GAME.apply(after, "pass").turn == 1


def test_pass_locked() -> None:
    """Under ``locked`` one passes when nothing can be placed or rolled, and only then."""
    stuck = at(EMPTY, "22321", bands="locked")
    assert GAME.actions(stuck) == ["pass"]
    assert GAME.apply(stuck, "pass").text() == f"{EMPTY} 22321 b abcd/abcd - 2"


def test_pass_under_free_needs_full_entrances() -> None:
    """Under ``free`` one passes only without a sphere on the board and with every waiting column blocked."""
    assert "pass" in GAME.actions(at("8/8/8/8/8/8/8/8/8/bbbb4"))
    assert "pass" not in GAME.actions(at("8/8/8/8/8/8/8/8/8/bbb5"))
    assert "pass" not in GAME.actions(at("8/8/8/8/8/8/8/8/8/bbbb2w1"))


def test_band_move_keeps_the_turn_but_under_action() -> None:
    """Moving a band ends the turn under ``action`` only; only ``single`` notes which one."""
    texts = {b: GAME.apply(at(EMPTY, bands=b), "B3=2").text() for b in ("free", "single", "action")}
    assert texts == {
        "free": f"{EMPTY} 12221 w abcd/abcd - 1",
        "single": f"{EMPTY} 12221 w abcd/abcd 3 1",
        "action": f"{EMPTY} 12221 b abcd/abcd - 2",
    }


def test_turn_limit_ends_in_a_draw() -> None:
    """When ``max_turns`` turns have ended, the match is drawn, whoever has more spheres."""
    state = GAME.new(2, {"max_turns": 2, "bands": "locked"})
    for action in ("@a", "@a"):
        assert GAME.outcome(state) is None
        state = GAME.apply(state, action)
    assert GAME.outcome(state) == Outcome((), (), None, (1, 1), "turn_cap")
    assert GAME.actions(state) == []


def test_breaking_beats_the_turn_limit() -> None:
    """A side broken by the very last turn has lost; the match is not drawn."""
    state = Position.parse("8/8/8/8/8/8/8/8/8/7w 12321 w abc/abcd - 5", "locked", 5)
    assert GAME.outcome(GAME.apply(state, "h1e")) == Outcome((1,), (0,), None, (2, 1), "broken")


@pytest.mark.parametrize(
    ("rows", "action", "text", "words"),
    [
        ("8/8/8/8/8/8/8/8/2w5/8", "c2s", "c2s>x", "c2 rolls over the edge and shatters"),
        ("8/8/8/8/8/8/8/8/2w5/8", "c2e", "c2e>x", "c2 rolls over the edge and shatters"),
        ("8/8/8/8/8/8/8/8/2w5/8", "c2n", "c2n>c3", "c2 hops up to c3"),
        ("8/8/8/8/8/8/8/8/8/w2b3w", "a1e", "a1e>d1*e1", "a1 rolls to d1 and shoves the sphere there to e1"),
        (
            "8/8/8/8/8/8/8/8/8/w6b",
            "a1e",
            "a1e>h1*x",
            "a1 rolls to h1 and shoves the other side's sphere over the edge",
        ),
        (
            "8/8/8/8/8/8/8/8/8/w6w",
            "a1e",
            "a1e>h1*x",
            "a1 rolls to h1 and shoves its own side's sphere over the edge",
        ),
        ("8/8/8/8/8/8/2w5/8/2b5/8", "c4s", "c4sxc2", "c4 drops onto c2 and smashes the other side's sphere"),
        ("8/8/8/8/8/8/2w5/8/2w5/8", "c4s", "c4sxc2", "c4 drops onto c2 and smashes its own side's sphere"),
        ("8/8/8/8/8/8/8/8/8/w3bb2", "a1e", "a1e>d1", "a1 rolls to d1 and stops before the sphere on e1"),
        ("8/8/8/8/8/8/8/8/8/w7", "a1n", "a1n>a2", "a1 rolls to a2 and stops at band 2"),
        ("8/8/8/8/8/8/8/8/8/8", "@b", "@b", "a sphere enters on b1"),
        ("8/8/8/8/8/8/8/8/8/8", "B1=3", "B1=3", "band 1 rises to level 3"),
        ("8/8/8/8/8/8/8/8/8/8", "B3=1", "B3=1", "band 3 sinks to level 1"),
    ],
)
def test_describe(rows: str, action: str, text: str, words: str) -> None:
    """A move list shows what an action did, short and in a sentence."""
    position = at(rows)
    assert short(position, action) == text
    message = GAME.describe(position, action)
    assert str(message) == words
    assert message.params["short"] == text


def test_describe_refuses_what_apply_refuses() -> None:
    """There is nothing to tell about an action that is not legal."""
    with pytest.raises(IllegalAction):
        GAME.describe(at(EMPTY), "@h")


def test_view_is_the_same_for_everybody() -> None:
    """Palace has no secrets: seats and onlookers see the whole position, and a view is a full state."""
    position = Position.parse("7b/8/8/8/8/8/8/8/2w5/8 22311 w abefgh/adefg - 11", "free", 90)
    view = GAME.view(position, None)
    assert view == GAME.view(position, 0) == GAME.view(position, 1)
    assert view == {
        "position": "7b/8/8/8/8/8/8/8/2w5/8 22311 w abefgh/adefg - 11",
        "bands": "free",
        "max_turns": 90,
        "levels": [2, 2, 3, 1, 1],
        "turn": 0,
        "reserves": ["abefgh", "adefg"],
        "panes": {"c2": "white", "h10": "black"},
        "lost": [1, 2],
        "count": 11,
        "moved": [],
    }
    assert GAME.determinize(view, None) == position


def test_state_json() -> None:
    """State JSON is written whole and read with its defaults."""
    position = Position.parse(f"{EMPTY} 12221 b abcd/abcd 3 8", "single", 40)
    data = GAME.to_json(position)
    assert data == {"position": position.text(), "bands": "single", "max_turns": 40}
    assert GAME.from_json(json.loads(json.dumps(data))) == position
    plain = {"position": f"{EMPTY} 12321 w abcd/abcd - 8"}
    assert GAME.from_json(plain).bands == "free"
    assert GAME.from_json(plain).max_turns is None


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ([], "state"),
        ({}, "position"),
        ({"position": 3}, "position"),
        ({"position": f"{EMPTY} 12321 w abcd/abcd - 8", "bands": "loose"}, "bands"),
        ({"position": f"{EMPTY} 12321 w abcd/abcd - 8", "bands": ["free"]}, "bands"),
        ({"position": f"{EMPTY} 12321 w abcd/abcd - 8", "max_turns": 0}, "max_turns"),
        ({"position": f"{EMPTY} 12321 w abcd/abcd - 8", "max_turns": True}, "max_turns"),
        ({"position": f"{EMPTY} 12321 w abcd/abcd - 8", "max_turns": "9"}, "max_turns"),
    ],
)
def test_bad_state_json_names_the_field(data: object, field: str) -> None:
    """State JSON that cannot be read is refused with the field at fault."""
    with pytest.raises(BadNotation) as caught:
        GAME.from_json(data)
    assert caught.value.message.params["field"] == field
    assert str(caught.value).startswith(f"{field}: ")


@pytest.mark.parametrize(
    ("seats", "options", "field"),
    [
        (1, {}, "seats"),
        (3, {}, "seats"),
        (2, {"band": "free"}, "options.band"),
        (2, {"bands": "loose"}, "options.bands"),
        (2, {"bands": None}, "options.bands"),
        (2, {"max_turns": 0}, "options.max_turns"),
        (2, {"max_turns": 2.0}, "options.max_turns"),
        (2, {"max_turns": False}, "options.max_turns"),
        (2, [], "options"),
    ],
)
def test_bad_options_name_the_field(seats: int, options: dict[str, object], field: str) -> None:
    """An unknown option, value or number of seats is refused with its name."""
    with pytest.raises(BadOption) as caught:
        GAME.new(seats, options)
    assert caught.value.message.params["field"] == field
    assert str(caught.value).startswith(f"{field}: ")


def test_there_is_no_chance_and_nothing_hidden() -> None:
    """Palace has no chance to draw, reveals nothing, and repetition means nothing in it."""
    start = GAME.new(2, {})
    with pytest.raises(ValueError, match="no chance"):
        GAME.chance(start, None)
    assert not GAME.reveals(start, "@a")
    assert GAME.repetition_key(start) is None


def test_the_registry_knows_it() -> None:
    """The game is found by its key."""
    assert game("palace") is GAME
