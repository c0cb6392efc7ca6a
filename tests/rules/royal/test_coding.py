"""The public state format: written canonically, read leniently, refused by the field's name."""

from __future__ import annotations

import copy
import json
import random

import pytest

from rules.protocol import BadNotation
from rules.royal.problems import problems


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_state_of_a_match_survives_the_way_through_json(royal, random_match, random_options, seats):
    """Written, dumped, loaded and read it is the same state, writing the same."""
    rng = random.Random(seats)
    for number, (s, _, _, after) in enumerate(random_match(seats, rng, random_options(rng))):
        if number % 7 and s.turn.phase != "deal":
            continue
        for state in (s, after):
            text = json.dumps(royal.to_json(state))
            assert royal.from_json(json.loads(text)) == state
            assert json.dumps(royal.to_json(royal.from_json(json.loads(text)))) == text


def test_what_has_a_default_may_be_left_out(royal):
    """A new table, written in a few words."""
    one = {"reserve": 13, "supply": 7, "palace": {"stair": 3, "parade": 2}}
    d = {"players": [one, one | {"gold": 1}]}
    assert royal.from_json(d) == royal.new(2, {})


def _at(d, path):
    for key in path[:-1]:
        d = d[key]
    return d, path[-1]


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (["options"], {"layout": "round"}, "options.layout"),
        (["options"], 3, "options"),
        (["layout"], ["mint"] * 9, "layout"),
        (["layout"], ["mint"], "layout"),
        (["layout"], "mint", "layout"),
        (["players"], [], "players"),
        (["players"], {}, "players"),
        (["players", 0], 5, "players.0"),
        (["players", 0, "gold"], -1, "players.0.gold"),
        (["players", 0, "gold"], 1.5, "players.0.gold"),
        (["players", 0, "gold"], True, "players.0.gold"),
        (["players", 0, "gold"], 10**9, "players.0.gold"),
        (["players", 1, "palace"], [], "players.1.palace"),
        (["players", 1, "palace"], {"garden": 1}, "players.1.palace.garden"),
        (["players", 1, "palace"], {"mint": "2"}, "players.1.palace.mint"),
        (["players", 1, "hand"], ["joker"], "players.1.hand"),
        (["players", 1, "nobles"], [7], "players.1.nobles"),
        (["park", "z9"], "N01", "park"),
        (["park", "a1"], "N99", "park.a1"),
        (["park", "a1"], ["N01"], "park.a1"),
        (["park"], None, "park"),
        (["border", "a1"], 2, "border.a1"),
        (["border", "a1"], True, "border.a1"),
        (["draw"], [{}], "draw"),
        (["turn"], "0", "turn"),
        (["turn", "seat"], 2, "turn.seat"),
        (["turn", "phase"], "lunch", "turn.phase"),
        (["turn", "phase"], ["move"], "turn.phase"),
        (["turn", "phase"], None, "turn.phase"),
        (["turn", "opened"], 1, "turn.opened"),
        (["turn", "letters"], ["nowhere"], "turn.letters"),
        (["round"], None, "round"),
        (["recruited"], "no", "recruited"),
        (["last"], "soon", "last"),
        (["passed"], [[0, "lunch"]], "passed"),
        (["passed"], [0], "passed"),
        (["passed"], [[5, "move"]], "passed"),
    ],
)
def test_a_wrong_field_is_named(royal, scene, path, value, field):
    """BadNotation with the field's whole name."""
    d = royal.to_json(scene({"gate": 1}, {}))
    inside, key = _at(d, path)
    inside[key] = value
    with pytest.raises(BadNotation) as caught:
        royal.from_json(d)
    assert str(caught.value).startswith(f"{field}: ")


@pytest.mark.parametrize("value", [None, 3, "x", [], [1]])
def test_a_state_is_an_object(royal, value):
    """Anything else is refused."""
    with pytest.raises(BadNotation, match="state: an object is needed"):
        royal.from_json(value)


def _changed(royal, s, *path, value):
    d = copy.deepcopy(royal.to_json(s))
    inside, key = _at(d, list(path))
    if value is None:
        del inside[key]
    else:
        inside[key] = value
    return d


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (["players", 0, "reserve"], 3, "seat 0 has 11 servants instead of 25"),
        (["players", 0, "supply"], 9, "seat 0 has 27 servants instead of 25"),
        (["players", 0, "hand"], ["purse"], "there are 5 cards purse instead of 4"),
        (["players", 0, "prestige"], 1, "there are 5 cards prestige instead of 4"),
        (["players", 0, "nobles"], ["N02"], "there are 37 nobles instead of 36"),
        (["park", "a1"], None, "there are 35 nobles instead of 36"),
        (["draw"], [], "there are 0 cards prestige instead of 4"),
        (["border"], {"a1": 0}, "seat 0 has 26 servants instead of 25"),
        (
            ["layout"],
            ["office", "back", "cardinal", "mint", "gate", "pomp", "stair", "king", "parade"],
            "printed",
        ),
        (["layout"], [], "the palace does not have each place once"),
        (["turn", "phase"], "deal", "there are cards before the deal"),
        (["turn", "phase"], "post", "seat 0 still has 0 servants to post"),
        (["turn", "letters"], ["mint"], "a letter lies where this phase works out no bonus"),
        (["round"], 0, "a turn is outside the rounds"),
        (["turn"], {"phase": "draw", "count": 2}, "a draw waits for a shuffle that is not due"),
    ],
)
def test_a_state_that_cannot_be_is_refused(royal, scene, path, value, sentence):
    """What does not add up is said."""
    with pytest.raises(BadNotation, match=sentence):
        royal.from_json(_changed(royal, scene({"gate": 1}, {}), *path, value=value))


def test_problems_of_the_park_are_found(royal, scene):
    """Servants where none can stand, nobles gone without a trace, tiles twice."""
    from dataclasses import replace

    s = scene({"gate": 1}, {}, gone={"a1": 0})
    court = s.court

    def words(**changes):
        return "; ".join(problems(replace(s, court=replace(court, **changes))))

    border, park = list(court.border), list(court.park)
    assert words() == ""
    border[0] = -1
    assert "no servant stands on a1, whose noble is gone" in words(border=tuple(border))
    border[1] = 0
    assert "a servant stands on b1, where a noble is" in words(border=tuple(border))
    border[14] = 1
    assert "a servant stands on c3, which is no border space" in words(border=tuple(border))
    park[2] = park[3]
    assert "is there 2 times" in words(park=tuple(park))
    options = replace(court.options, layout="gate-centre")
    assert words(options=options) == ""
    layout = (*court.layout[4:], *court.layout[:4])
    assert "the gate is not in the middle" in words(options=options, layout=layout)


def test_problems_of_players_piles_and_turns_are_found(royal, scene):
    """The rest of what must hold."""
    from dataclasses import replace

    s = scene({"gate": 1}, {}, hands={0: ["purse", "writ"]})
    first, second = s.players

    def with_first(**changes):
        return "; ".join(problems(replace(s, players=(replace(first, **changes), second))))

    assert "less than nothing" in with_first(gold=-1)
    assert "more in the general supply" in with_first(supply=8, reserve=first.reserve - 1)
    assert "the hand of seat 0 is not sorted" in with_first(hand=first.hand[::-1])
    piles = replace(s.piles, draw=s.piles.draw[1:], discard=s.piles.draw[:1])
    assert s.piles.draw[0] == 0
    assert "a prestige is in the discard pile" in "; ".join(problems(replace(s, piles=piles)))
    assert "the turn has less than nothing" in "; ".join(
        problems(replace(s, turn=replace(s.turn, violet=-1)))
    )
    fresh = royal.new(2, {})
    posting = replace(s, turn=replace(s.turn, phase="post", count=5), clock=replace(s.clock, round=0))
    assert "seat 0 should have posted 0 servants" in "; ".join(problems(posting))
    assert "there is a palace before the deal" in "; ".join(
        problems(replace(fresh, court=replace(fresh.court, layout=s.court.layout)))
    )
    assert "servants are posted in a round" in "; ".join(problems(replace(posting, clock=s.clock)))
