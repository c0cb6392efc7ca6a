"""States as JSON, read leniently and written canonically; deals as texts."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import GAME
from rules.cards.actions import read, write_plays
from rules.cards.cards import NAMES, mask
from rules.protocol import BadNotation, RulesError

ROWS = [{"hand": ["3C"]}, {"hand": ["4C"]}]


def test_a_partial_state_takes_the_defaults(cards):
    """Seats with a card each are enough; cards named nowhere are out of the game."""
    d = cards.to_json(cards.from_json({"seats": ROWS}))
    assert d == {
        "options": cards.new(2, {}).setup.options.to_json(),
        "hand_size": 6,
        "phase": "play",
        "turn": 0,
        "open_rank": None,
        "stock": [],
        "pile": [],
        "removed": [name for name in NAMES if name not in ("3C", "4C")],
        "unused": [],
        "seats": [{"hand": ["3C"], "up": [], "down": []}, {"hand": ["4C"], "up": [], "down": []}],
        "order": [],
        "ready": [True, True],
        "lots": [0, 1],
        "ply": 0,
        "last": None,
    }


def test_what_follows_from_the_rest_may_be_left_out(cards):
    """Who is out, the opening rank, the number to refill to."""
    assert cards.from_json({"seats": [*ROWS, {}]}).table.order == (2,)
    assert cards.to_json(cards.from_json({"seats": ROWS, "phase": "open"}))["open_rank"] == "3"
    assert cards.from_json({"seats": ROWS, "options": {"deal": "three"}}).setup.hand_size == 3
    assert cards.from_json({"seats": ROWS, "phase": "swap"}).setup.ready == (False, False)


def test_hands_are_written_in_one_order_whatever_order_they_came_in(cards):
    """By rank, then suit; the pile and the stock keep theirs."""
    rows = [{"hand": ["AS", "3D", "TC", "3C"]}, {"hand": ["4C"]}]
    d = cards.to_json(cards.from_json({"seats": rows, "pile": ["KC", "5C"], "stock": ["JS", "5D"]}))
    assert d["seats"][0]["hand"] == ["3C", "3D", "TC", "AS"]
    assert (d["pile"], d["stock"]) == (["KC", "5C"], ["JS", "5D"])


def test_unknown_keys_are_passed_over(cards):
    """A newer table may have written more."""
    assert cards.from_json({"seats": ROWS, "mood": "good"}) == cards.from_json({"seats": ROWS})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_state_of_a_match_survives_json(cards, random_match, seats):
    """From before the deal to after the end."""
    rng = random.Random(200 + seats)
    for _ in range(3):
        for before, _, _, after in random_match(seats, rng):
            for state in (before, after):
                assert cards.from_json(json.loads(json.dumps(cards.to_json(state)))) == state


@pytest.mark.parametrize(
    ("field", "state"),
    [
        ("state", []),
        ("state", None),
        ("seats", {}),
        ("seats", {"seats": {}}),
        ("seats", {"seats": ROWS[:1]}),
        ("seats", {"seats": ROWS * 3}),
        ("seats[1]", {"seats": [ROWS[0], []]}),
        ("hand", {"seats": [{"hand": "3C"}, ROWS[1]]}),
        ("down", {"seats": [{"down": {}}, ROWS[1]]}),
        ("options", {"seats": ROWS, "options": []}),
        ("phase", {"seats": ROWS, "phase": "lunch"}),
        ("phase", {"seats": ROWS, "phase": []}),
        ("phase", {"seats": ROWS, "phase": "deal"}),
        ("phase", {"seats": [ROWS[0], {}]}),
        ("turn", {"seats": ROWS, "turn": 2}),
        ("turn", {"seats": ROWS, "turn": True}),
        ("turn", {"seats": ROWS, "turn": None}),
        ("turn", {"seats": ROWS, "phase": "swap", "turn": 0}),
        ("turn", {"seats": [{}, *ROWS]}),
        ("open_rank", {"seats": ROWS, "open_rank": "3"}),
        ("open_rank", {"seats": ROWS, "phase": "open", "turn": 1}),
        ("order", {"seats": ROWS, "order": [0]}),
        ("order", {"seats": [*ROWS, {}], "order": []}),
        ("order", {"seats": [*ROWS, {}], "order": [2, 2]}),
        ("lots", {"seats": ROWS, "lots": [0]}),
        ("lots", {"seats": ROWS, "lots": [0, 0]}),
        ("lots", {"seats": ROWS, "lots": ["0", "1"]}),
        ("ready", {"seats": ROWS, "ready": [True]}),
        ("ready", {"seats": ROWS, "ready": [1, 1]}),
        ("ready", {"seats": ROWS, "phase": "swap", "ready": [True, True]}),
        ("seats", {"seats": [*ROWS, {"up": ["5C"]}], "phase": "swap"}),
        ("ply", {"seats": ROWS, "ply": -1}),
        ("ply", {"seats": ROWS, "ply": 1.5}),
        ("hand_size", {"seats": ROWS, "hand_size": 0}),
        ("pile", {"seats": ROWS, "pile": "3S"}),
        ("last", {"seats": ROWS, "last": "take"}),
        ("last", {"seats": ROWS, "last": {"kind": "sleep"}}),
        ("last", {"seats": ROWS, "last": {"kind": "take", "seat": 0, "burn": "fire"}}),
        ("last.seat", {"seats": ROWS, "last": {"kind": "take"}}),
        ("last.seat", {"seats": ROWS, "last": {"kind": "take", "seat": 2}}),
    ],
)
def test_a_wrong_field_is_named(cards, field, state):
    """States in which somebody could get stuck are refused as well as wrong types."""
    with pytest.raises(BadNotation) as caught:
        cards.from_json(state)
    assert str(caught.value) == f"the state's {field} is missing or wrong"


def test_a_card_in_two_places_is_refused(cards):
    """Across all zones."""
    for more in ({"pile": ["3C"]}, {"stock": ["5C", "5C"]}, {"removed": ["4C"]}, {"unused": ["3C"]}):
        with pytest.raises(BadNotation, match="in two places"):
            cards.from_json({"seats": ROWS} | more)
    with pytest.raises(BadNotation, match="3C in two places"):
        cards.from_json({"seats": [{"hand": ["3C"], "down": [None, "3C"]}, ROWS[1]]})


@pytest.mark.parametrize("card", ["1C", "3c", "10C", "C3", "", None, 3, ["3C"]])
def test_what_is_no_card_is_refused(cards, card):
    """Wherever it stands."""
    with pytest.raises(BadNotation):
        cards.from_json({"seats": ROWS, "pile": [card]})


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.text(max_size=4) | st.sampled_from(NAMES),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
FIELDS = ("options", "hand_size", "phase", "turn", "open_rank", "stock", "pile", "removed", "unused")
FIELDS += ("seats", "order", "ready", "lots", "ply", "last")


@given(st.sampled_from(FIELDS), json_values)
def test_any_value_in_any_field_is_read_or_refused_by_name(field, value):
    """No other exception, and whatever is read can be played on with or is over."""
    try:
        state = GAME.from_json({"seats": ROWS} | {field: value})
    except RulesError:
        return
    actor = GAME.actor(state)
    if isinstance(actor, int):
        assert GAME.actions(state)


@given(st.text(max_size=30) | st.from_regex(r"\A(play|take|turn|swap|deal)( [2-9TJQKA][CDHS])*( \d)?\Z"))
def test_any_text_is_an_action_or_bad_notation(text):
    """Reading never ends in another exception."""
    try:
        action = read(text)
    except BadNotation:
        return
    assert action.kind == text.split(" ")[0]


@given(st.sets(st.sampled_from(range(52))))
def test_the_table_of_plays_is_what_counting_gives(cards):
    """Per rank one choice per count, the lowest suits, sorted as texts: slow and plain beside the table."""
    plain = []
    for rank in range(13):
        held = sorted(card for card in cards if card >> 2 == rank)
        plain += ["play " + " ".join(NAMES[card] for card in held[: n + 1]) for n in range(len(held))]
    assert write_plays(mask(cards)) == sorted(plain)
    for text in plain:
        assert [NAMES[card] for card in read(text).cards] == text.split(" ")[1:]


def test_any_choice_and_order_of_suits_is_accepted(cards, position):
    """The list names one choice per count, the rules take them all."""
    state = position("3S", ("7C 7D 7H 7S 8C", "", ""), ("4C", "", ""))
    assert cards.actions(state) == [
        "play 7C",
        "play 7C 7D",
        "play 7C 7D 7H",
        "play 7C 7D 7H 7S",
        "play 8C",
        "take",
    ]
    rng = random.Random(8)
    for count in (1, 2, 3):
        for _ in range(20):
            chosen = rng.sample(["7C", "7D", "7H", "7S"], count)
            after = cards.apply(state, "play " + " ".join(chosen))
            assert cards.to_json(after)["pile"][1:] == chosen
