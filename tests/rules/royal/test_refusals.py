"""Every refusal: its sentence, when it comes, and that nothing changes by it."""

from __future__ import annotations

import random
import re

import pytest

from rules.protocol import BadNotation, IllegalAction, NotYourTurn
from rules.royal.data import CARDS, NOBLES, PLACES
from rules.royal.messages import REFUSALS

RECRUIT = {
    "phase": "recruit",
    "gold": {0: 2},
    "park": {"b3": "N21", "c3": "N24", "d3": "N25", "a1": "N19", "e3": "N32"},
    "turn": {"turquoise": 1, "violet": 1},
}
WRIT = RECRUIT | {"gold": {0: 5}, "reserve": {0: 0}, "hands": {0: ["writ"]}}

TABLE = [
    # (palace of seat 0, of seat 1, more, action, sentence)
    ({}, {}, {"phase": "over"}, "end", "the match is over"),
    ({"gate": 1}, {}, {}, "deal", "deal: not an action of Palais Royal"),
    ({"gate": 1}, {}, {}, "reshuffle purse", "nothing is dealt or shuffled now"),
    ({"gate": 1}, {}, {}, "stop", "stop belongs to moving servants, and this is reinforcing the gate"),
    ({"gate": 1}, {}, {}, "post mint", "post belongs to posting servants, and this is reinforcing the gate"),
    ({"gate": 1}, {}, {}, "end", "end belongs to the end of the turn, and this is reinforcing the gate"),
    ({"parade": 5}, {}, {"reserve": {0: 2}}, "reinforce 3", "reinforce 3: the reserve has only 2"),
    ({"parade": 1}, {}, {}, "reinforce 3", "reinforce 3: at most 2 may come"),
    ({"mint": 1}, {}, {"phase": "move"}, "move mint-gate", "move: no points left"),
    (
        {"mint": 1},
        {},
        {"phase": "move", "turn": {"count": 1}},
        "move king-gate",
        "move: no servant of yours in the king's cabinet",
    ),
    (
        {"mint": 1},
        {},
        {"phase": "move", "turn": {"count": 1}},
        "move mint-pomp",
        "move: from the mint to Madame de Pompadour's chamber is more than one step",
    ),
    (
        {"mint": 1},
        {},
        {"phase": "move", "turn": {"count": 1}},
        "move mint-mint",
        "move: from the mint to the mint is more than one step",
    ),
    (
        {"mint": 1},
        {},
        {"phase": "move", "turn": {"count": 1}},
        "move mint-king",
        "move: from the mint to the king's cabinet is diagonal, and you have no noble for that",
    ),
    ({"office": 1}, {}, RECRUIT, "recruit b3 t0 v0", "recruit b3: 2 gold short"),
    ({"office": 1}, {}, RECRUIT | {"gone": {"c4": 1}}, "recruit c4 t0 v0", "recruit c4: no noble there"),
    ({"office": 1}, {}, RECRUIT, "recruit c3 t0 v0 writ", "recruit c3: no writ in your hand"),
    ({"king": 1}, {}, RECRUIT, "recruit c3 t0 v0", "recruit c3: no servant in the office"),
    ({"office": 1}, {}, RECRUIT, "recruit c3 t0 v0", "recruit c3: turquoise seals short: 1"),
    ({"office": 1, "king": 1}, {}, RECRUIT, "recruit e3 t0 v0", "recruit e3: turquoise seals short: 2"),
    ({"office": 1, "king": 1}, {}, RECRUIT, "recruit e3 t1 v0", "recruit e3: turquoise seals short: 1"),
    ({"office": 1}, {}, RECRUIT, "recruit d3 t0 v0", "recruit d3: violet seals short: 1"),
    (
        {"office": 1, "king": 3},
        {},
        RECRUIT,
        "recruit e3 t2 v0",
        "recruit e3: t2, but free turquoise seals: 1",
    ),
    (
        {"office": 1},
        {},
        RECRUIT | {"turn": {"violet": 0}},
        "recruit d3 t0 v1",
        "recruit d3: v1, but free violet seals: 0",
    ),
    (
        {"office": 1},
        {},
        RECRUIT,
        "recruit d3 t1 v1",
        "recruit d3: t1, but the noble's turquoise seals: 0",
    ),
    ({"office": 1}, {}, RECRUIT, "recruit c3 t1 v1", "recruit c3: v1, but the noble's violet seals: 0"),
    (
        {},
        {},
        WRIT,
        "recruit a1 t0 v0 writ",
        "recruit a1: the reserve is empty; name with from= where the border's servant comes from",
    ),
    (
        {},
        {},
        WRIT,
        "recruit a1 t0 v0 from=mint writ",
        "recruit a1: no servant of yours in the mint for the border",
    ),
    (
        {"office": 1},
        {},
        WRIT | {"reserve": {0: 3}},
        "recruit a1 t0 v0 from=parade",
        "recruit a1: the border's servant comes from the reserve, which has 4",
    ),
    (
        {"office": 1},
        {},
        WRIT,
        "recruit b3 t0 v0 from=parade",
        "recruit b3: not at the border, so no servant is left there",
    ),
    ({"back": 2}, {}, {"phase": "draw"}, "draw 3", "draw 3: at most 2"),
    ({"gate": 1}, {}, {}, "card prestige", "you do not have a prestige"),
    (
        {"gate": 1},
        {},
        {"hands": {0: ["writ"]}},
        "card writ",
        "a writ is played with a recruit: recruit a1 t0 v0 writ",
    ),
    (
        {"gate": 1},
        {},
        {"hands": {0: ["purse"]}},
        "card purse",
        "a purse is of no use now: this is reinforcing the gate",
    ),
    (
        {"gate": 1},
        {},
        {"hands": {0: ["letter"]}},
        "card letter mint",
        "a letter for the mint is of no use now: this is reinforcing the gate",
    ),
    (
        {"gate": 1, "office": 1},
        {},
        {"hands": {0: ["letter"]}, "phase": "collect"},
        "card letter office",
        "a letter for the office is of no use now: this is collecting",
    ),
    (
        {"parade": 1},
        {},
        {"hands": {0: ["letter"]}, "turn": {"opened": True}},
        "card letter parade",
        "a letter comes first in its phase, before anything but other letters",
    ),
    (
        {"cardinal": 1},
        {},
        {"hands": {0: ["letter"]}, "phase": "move"},
        "card letter stair",
        "the cardinal cannot help: no servant in the staircase",
    ),
    (
        {"gate": 1},
        {},
        {"hands": {0: ["passage"]}, "phase": "move"},
        "card passage mint-gate",
        "passage: no servant of yours in the mint",
    ),
    (
        {"gate": 1},
        {},
        {"hands": {0: ["passage"]}, "phase": "move"},
        "card passage gate-gate",
        "passage: the servant is in the gate already; name another room",
    ),
]


@pytest.mark.parametrize(
    ("mine", "theirs", "more", "action", "sentence"), TABLE, ids=lambda value: str(value)[:30]
)
def test_refusals_in_words(scene, refused, mine, theirs, more, action, sentence):
    """The sentence says what is wrong and where."""
    assert str(refused(scene(mine, theirs, **more), action)) == sentence


def test_the_refusals_above_and_in_other_tests_are_all_there_are(scene, refused):
    """No refusal is without a test of its sentence."""
    elsewhere = {
        "royal.recruit.border": "test_cases 16",
        "royal.not_your_turn": "below",
        "royal.wait_for_chance": "below",
        "royal.state.field": "test_coding",
        "royal.state.options": "test_coding",
        "royal.state.unsound": "test_coding",
    }
    elsewhere |= {code: "test_setup" for code in REFUSALS if code.startswith("royal.deal.")}
    elsewhere["royal.reshuffle.cards"] = "test_cards"
    seen = {
        refused(scene(mine, theirs, **more), action).message.code for mine, theirs, more, action, _ in TABLE
    }
    assert seen | set(elsewhere) == set(REFUSALS)


def test_another_seat_is_told_to_wait(scene, refused):
    """Whatever it wants, and whatever it has in its hand."""
    s = scene({"parade": 1}, {"parade": 1}, hands={1: ["prestige"]})
    for action in ("reinforce 0", "card prestige", "card purse"):
        error = refused(s, action, seat=1)
        assert isinstance(error, NotYourTurn)
        assert str(error) == "it is not your turn"
    assert isinstance(refused(s, "reinforce 0", seat="chance"), NotYourTurn)


def test_the_over_match_refuses_everybody(scene, refused):
    """Nobody is to act any more."""
    s = scene({}, {}, phase="over")
    for seat in (None, 0, 1, "chance"):
        assert isinstance(refused(s, "end", seat), NotYourTurn)


def test_players_wait_for_the_deal_and_the_shuffle(royal, scene, refused, play):
    """Only chance acts then."""
    for s in (royal.new(2, {}), play(scene({"back": 1}, {}, phase="draw", draw=[]), "draw 1")):
        error = refused(s, "draw 1", 0)
        assert isinstance(error, NotYourTurn)
        assert str(error) == "the table deals or shuffles first"
        assert str(refused(s, "draw 1", "chance")) == "the table deals or shuffles first"
        assert type(refused(s, "card purse")) is IllegalAction


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "pass",
        "move mint",
        "move mint-nowhere",
        "move mint–gate",
        "recruit g1 t0 v0",
        "recruit a7 t0 v0",
        "recruit a1 t-1 v0",
        "recruit a1 t0 v0 from=garden",
        "card",
        "card joker",
        "card letter",
        "card letter mint-gate",
        "card passage mint",
        "card purse mint",
        "draw -1",
        "draw ١",
        "draw 99999999999999999999",
        "collect\n",
        "deal a b c",
        "deal",
        "reshuffle ",
        "reshuffle joker",
        "reshuffle purse purse",
        "x" * 100_000,
        "\ud800",
        None,
        7,
        b"stop",
        ["stop"],
        {"action": "stop"},
    ],
    ids=lambda value: repr(value)[:20],
)
def test_bad_input_is_no_action(scene, refused, text):
    """Whatever arrives is refused in a short sentence, in every phase, and never breaks anything."""
    for phase in ("reinforce", "recruit", "over"):
        error = refused(scene({"gate": 1}, {}, phase=phase), text)
        assert isinstance(error, BadNotation)
        assert str(error).endswith(": not an action of Palais Royal")
        assert len(str(error)) < 110


def test_apply_accepts_exactly_the_listed_actions(royal, scene, random_match):
    """Of every action text there could be, those in ``actions`` are accepted and all others refused."""
    counts = range(13)
    texts = ["stop", "collect", "done", "end", "reshuffle purse"]
    texts += [f"post {place}" for place in PLACES]
    texts += [f"{verb} {n}" for verb in ("reinforce", "draw") for n in counts]
    pairs = [f"{a}-{b}" for a in PLACES for b in PLACES]
    texts += [f"move {pair}" for pair in pairs] + [f"card passage {pair}" for pair in pairs]
    texts += [f"card letter {place}" for place in PLACES]
    texts += [f"card {card.key}" for card in CARDS if card.key not in ("letter", "passage")]
    seals = [f"t{t} v{v}" for t in range(4) for v in range(4)]
    froms = ["", *(f" from={place}" for place in PLACES)]
    spaces = [f"{column}{row}" for column in "abcdef" for row in "136"]
    texts += [
        f"recruit {space} {seal}{origin}{writ}"
        for space in spaces
        for seal in seals
        for origin in froms
        for writ in ("", " writ")
    ]
    others = [f"{column}{row}" for column in "abcdef" for row in "245"]

    def accepted(s, text):
        try:
            royal.apply(s, text)
        except IllegalAction:
            return False
        return True

    rng = random.Random(5)
    states = [s for s, actor, _, _ in random_match(3, rng, {"discount": "neighbours"}) if actor != "chance"]
    chosen = [s for s in states if s.turn.phase == "recruit" and len(royal.actions(s)) > 3][:4]
    chosen += rng.sample(states, 12)
    tiles = {"a1": "N24", "b1": "N01", "c1": "N21", "c3": "N28"}
    chosen += [
        scene(
            {"office": office, "king": 1, "pomp": 2, "gate": 1},
            {},
            phase="recruit",
            gold={0: 5},
            turn={"turquoise": 1, "violet": 1},
            reserve={0: reserve},
            hands={0: ["writ"] * writ},
            park=tiles,
        )
        for office, reserve, writ in ((0, 0, 1), (1, 0, 1), (1, 2, 0), (0, 3, 1))
    ]
    for s in chosen:
        listed = royal.actions(s)
        assert listed == sorted(set(listed))
        legal = {text for text in texts if accepted(s, text)}
        known = {text for text in listed if not re.match(f"recruit ({'|'.join(others)}) ", text)}
        assert legal == known
        assert all(accepted(s, text) for text in listed)
    assert {noble.turquoise for noble in NOBLES} <= set(range(4))
