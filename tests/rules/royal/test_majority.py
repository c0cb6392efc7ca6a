"""The majority bonus: the whole table of who has it, against a plain reading of the rule."""

from __future__ import annotations

import itertools

import pytest

from rules.messages import TEXTS
from rules.royal.data import CARDINAL, MINT, TIEBREAK
from rules.royal.majority import WON, has_bonus, standing
from rules.royal.state import powers


def plain(s, seat, place, letter):
    """The rule as it is written, with nothing clever."""
    counts = [player.palace[place] for player in s.players]
    n, m = counts[seat], max(count for other, count in enumerate(counts) if other != seat)
    if n == 0 or n < m:
        return False
    if n > m or letter:
        return True
    weights = [player.palace[CARDINAL] + powers(player.nobles)[TIEBREAK] for player in s.players]
    if s.court.options.cardinal == "presence":
        return weights[seat] > 0
    tied = [other for other, count in enumerate(counts) if count == n and other != seat]
    return all(weights[seat] > weights[other] for other in tied)


@pytest.mark.parametrize("cardinal", ["presence", "most"])
def test_the_bonus_agrees_with_a_plain_reading(scene, cardinal):
    """Three seats, servants in the place and at the cardinal's, TIEBREAK nobles, with and without letter."""
    for mints in itertools.product(range(3), repeat=3):
        for at in itertools.product(range(3), range(2), range(2)):
            for holds in ({}, {0: ["N19"]}, {1: ["N19"]}, {0: ["N19"], 2: ["N20"]}):
                palaces = [{"mint": mint, "cardinal": here} for mint, here in zip(mints, at)]
                s = scene(*palaces, options={"cardinal": cardinal}, holds=holds)
                for seat in range(3):
                    for letter in (False, True):
                        assert has_bonus(s, seat, MINT, letter=letter) == plain(s, seat, MINT, letter)


@pytest.mark.parametrize(
    ("mine", "other", "more", "word"),
    [
        ({}, {}, {}, "absent"),
        ({"cardinal": 1}, {"mint": 1}, {}, "cardinal_absent"),
        ({"mint": 1}, {}, {}, "alone"),
        ({"mint": 2}, {"mint": 1}, {}, "most"),
        ({"mint": 1}, {"mint": 2}, {}, "fewer"),
        ({"mint": 1}, {"mint": 1}, {}, "tied"),
        ({"mint": 1, "cardinal": 1}, {"mint": 1}, {}, "cardinal"),
        ({"mint": 1}, {"mint": 1}, {"holds": {0: ["N19"]}}, "tiebreak"),
        ({"mint": 1, "cardinal": 1}, {"mint": 1}, {"holds": {0: ["N19"]}}, "cardinal"),
    ],
)
def test_the_word_says_why(scene, mine, other, more, word):
    """Each way to have the bonus or not has its word."""
    assert standing(scene(mine, other, **more), 0, MINT) == word


def test_a_letter_wins_ties_only(scene):
    """It neither makes up for fewer servants nor for none; with ``cardinal: most`` it beats everybody."""
    s = scene({"mint": 1, "king": 1}, {"mint": 2, "king": 1, "cardinal": 3}, options={"cardinal": "most"})
    assert standing(s, 0, MINT, letter=True) == "fewer"
    assert standing(s, 0, 3, letter=True) == "letter"
    assert standing(s, 0, 4, letter=True) == "absent"
    assert "letter" in WON


def test_the_seats_to_come_see_how_they_would_stand(royal, scene):
    """The view tells for every seat and every place with a bonus, and gives the words a text."""
    s = scene({"stair": 1}, {"stair": 2, "pomp": 1})
    majorities = royal.view(s, None)["majorities"]
    assert list(majorities) == ["parade", "stair", "mint", "king", "pomp"]
    assert majorities["stair"] == [
        {"servants": 1, "bonus": False, "why": "fewer"},
        {"servants": 2, "bonus": True, "why": "most"},
    ]
    for entries in majorities.values():
        assert all(f"royal.why.{entry['why']}" in TEXTS for entry in entries)


@pytest.mark.parametrize(
    ("phase", "place", "read"),
    [
        ("reinforce", "parade", lambda view: view["now"]["capacity"]),
        ("move", "stair", lambda view: view["now"]["left"]),
        ("collect", "mint", lambda view: view["now"]["income"]["gold"]),
        ("collect", "king", lambda view: view["now"]["income"]["turquoise"]),
        ("collect", "pomp", lambda view: view["now"]["income"]["violet"]),
    ],
)
def test_a_letter_adds_its_bonus_where_the_phase_works_it_out(royal, scene, play, phase, place, read):
    """A tie without favour, then a letter: one more of what the place gives; a second letter adds nothing."""
    s = scene({place: 1}, {place: 1}, phase=phase, hands={0: ["letter", "letter"]})
    before = read(royal.view(s, 0))
    s = play(s, f"card letter {place}")
    assert read(royal.view(s, 0)) == before + 1
    assert royal.view(s, 1)["majorities"][place][0]["why"] == "letter"
    assert read(royal.view(play(s, f"card letter {place}"), 0)) == before + 1


@pytest.mark.parametrize(("mine", "theirs"), [(1, 2), (2, 1), (1, 0)])
def test_a_letter_for_the_stair_adds_a_point_on_ties_only(scene, play, mine, theirs):
    """With fewer servants there is no bonus, and with the most it was counted when the phase began."""
    s = scene({"stair": mine}, {"stair": theirs}, hands={0: ["letter"]})
    s = play(s, "reinforce 0")
    points = mine + (mine > theirs)
    assert s.turn.count == points
    assert play(s, "card letter stair").turn.count == points


def test_the_letters_bonus_is_for_this_turn_only(royal, scene, play):
    """In the next phase the tie is a tie again."""
    s = scene({"mint": 1, "office": 1}, {"mint": 1}, phase="collect", hands={0: ["letter", "purse"]})
    s = play(s, "card letter mint", "collect")
    assert s.players[0].gold == 2
    assert royal.view(s, 0)["majorities"]["mint"][0]["why"] == "tied"
