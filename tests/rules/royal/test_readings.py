"""Where a sentence of the rules could be read in two ways: the reading that holds, by its number."""

from __future__ import annotations

import random

import pytest

from rules.protocol import CHANCE, BadOption
from rules.royal.data import CARDS, LAYOUT_FIXED, PLACES, TIEBREAK
from rules.royal.state import powers


def test_01_both_endings_the_writ_stands_last(royal, scene, refused):
    """``from=`` comes before ``writ``; the other way round is no action at all."""
    tile = {"a1": "N21"}
    s = scene({}, {}, phase="recruit", gold={0: 4}, reserve={0: 0}, park=tile, hands={0: ["writ"]})
    assert "recruit a1 t0 v0 from=back writ" in royal.actions(s)
    assert refused(s, "recruit a1 t0 v0 writ from=back").message.code == "royal.notation"


def test_02_the_servants_a_noble_brings_cannot_stand_at_the_border(scene, refused, play):
    """SERVANTS(k) comes after the border's servant was placed: with an empty reserve name a place."""
    s = scene(
        {"king": 0, "pomp": 0, "gate": 2},
        {},
        phase="recruit",
        turn={"turquoise": 1, "violet": 1},
        reserve={0: 0},
        park={"a1": "N03"},
        hands={0: ["writ"]},
    )
    assert refused(s, "recruit a1 t1 v1 writ").message.code == "royal.recruit.from_needed"
    after = play(s, "recruit a1 t1 v1 from=gate writ")
    assert (after.players[0].palace[8], after.players[0].reserve, after.players[0].supply) == (1, 1, 6)


@pytest.mark.parametrize("first", ["purse", "prestige"])
def test_03_a_letter_comes_before_all_but_letters(royal, scene, play, refused, first):
    """Another card, a prestige too, and letters are too late in this phase."""
    hand = [first, "letter", "letter"]
    s = scene({"mint": 1, "king": 1}, {"mint": 1, "king": 1}, phase="collect", hands={0: hand})
    s = play(s, "card letter mint")
    assert "card letter king" in royal.actions(s), "a letter may follow a letter"
    s = play(s, f"card {first}")
    assert str(refused(s, "card letter king")) == (
        "a letter comes first in its phase, before anything but other letters"
    )
    assert royal.view(s, 0)["now"]["income"]["turquoise"] == 0


def test_03_a_move_closes_the_letters_too(scene, play, refused):
    """In the move phase the first step ends the time of letters, and so does a reinforcement in its phase."""
    s = scene({"stair": 2}, {"stair": 2}, hands={0: ["letter"]})
    s = play(s, "reinforce 0", "move stair-mint")
    assert refused(s, "card letter stair").message.code == "royal.card.letter_first"
    s = scene({"parade": 2}, {"parade": 2}, hands={0: ["letter", "reinforcement"]})
    assert (
        refused(play(s, "card reinforcement"), "card letter parade").message.code == "royal.card.letter_first"
    )


def test_04_a_card_may_be_played_without_effect(royal, scene, play):
    """A letter where one has the most or fewer, or a second one; seals with nobody to recruit."""
    hand = ["letter", "letter", "letter", "kings-seal"]
    s = scene({"mint": 1, "king": 2}, {"mint": 2, "king": 1}, phase="collect", hands={0: hand})
    income = royal.view(s, 0)["now"]["income"]
    s = play(s, "card letter mint", "card letter king", "card letter king")
    assert royal.view(s, 0)["now"]["income"] == income
    s = play(s, "collect", "card kings-seal")
    assert s.turn.turquoise == 3
    assert royal.actions(s) == ["done"]


def test_05_passing_over_is_decided_when_a_phase_begins(royal, scene, play):
    """With the last point used, ``stop`` must be said; with nobody left to recruit, ``done``."""
    s = scene({"stair": 1}, {"stair": 3}, phase="move", turn={"count": 1})
    s = play(s, "move stair-king")
    assert royal.actions(s) == ["stop"]
    s = scene({"office": 1}, {"gate": 1}, phase="recruit", gold={0: 4}, park={"c3": "N21"})
    s = play(s, "recruit c3 t0 v0")
    assert (s.turn.phase, royal.actions(s)) == ("recruit", ["done"])


def test_06_the_end_is_passed_over_with_an_empty_hand(royal, scene, play):
    """With a card in the hand the end has to be said, so that silence tells nothing."""
    s = play(scene({"back": 1}, {"parade": 1}, phase="draw"), "draw 0")
    assert (s.turn.seat, s.passed) == (1, ((0, "end"),))
    s = play(scene({"back": 1}, {"parade": 1}, phase="draw"), "draw 1")
    assert (s.turn.seat, s.turn.phase, s.passed) == (0, "end", ())
    assert "end" in royal.actions(s)


@pytest.mark.parametrize(
    ("palace", "more", "passed"),
    [
        ({"mint": 1}, {}, ["reinforce", "move"]),  # capacity 0, no points
        ({"parade": 2, "mint": 1}, {"reserve": {0: 0}}, ["reinforce", "move"]),  # reserve 0
        ({"back": 1}, {}, ["reinforce", "move", "collect", "recruit"]),  # no gold, no seal, no recruit
        ({"back": 1, "office": 1}, {"gold": {0: 1}, "park": {}}, ["reinforce", "move", "collect", "recruit"]),
        ({"gate": 5}, {}, ["reinforce", "move", "collect", "recruit", "draw", "end"]),  # draw limit 0
        (
            {"back": 1},
            {"draw": [], "empty": True},
            ["reinforce", "move", "collect", "recruit", "draw", "end"],
        ),
    ],
)
def test_07_what_doing_nothing_means(royal, scene, palace, more, passed):
    """Each phase's own "can do nothing", found when seat 0's turn begins after seat 1's."""
    hands = {}
    if more.pop("empty", False):
        everything = [card.key for card in CARDS for _ in range(4) if card.key != "prestige"]
        hands = {1: everything}
    s = scene(palace, {}, phase="end", seat=1, hands=hands | ({} if hands else {1: ["purse"]}), **more)
    s = royal.apply(s, "end")
    assert [phase for seat, phase in s.passed if seat == 0] == passed


def test_07_no_servant_in_the_palace_means_no_move(royal, scene, play):
    """Points from a noble are of no use when nobody is there to walk."""
    s = scene({}, {"gate": 1}, phase="reinforce", holds={0: ["N05", "N07"]}, hands={1: ["purse"]})
    s = play(s, "reinforce 0")
    assert s.passed[:1] == ((0, "move"),)
    s = scene({"gate": 1}, {}, phase="reinforce", holds={0: ["N05", "N07"]}, hands={1: ["purse"]})
    assert play(s, "reinforce 0").turn.count == 2


def test_08_a_draw_may_ask_for_more_than_there_is(scene, play, refused):
    """Three at the service door, one card anywhere: ``draw 3`` is fine and brings one; ``draw 4`` is not."""
    everything = [card.key for card in CARDS for _ in range(4) if card.key != "prestige"]
    everything.remove("purse")
    s = scene({"back": 3}, {}, phase="draw", draw=["purse"], hands={1: everything})
    assert s.piles.discard == ()
    assert str(refused(s, "draw 4")) == "draw 4: at most 3"
    s = play(s, "draw 3")
    assert (len(s.players[0].hand), s.turn.phase) == (1, "end")


def test_09_reinforce_collect_and_draw_end_their_phase(scene, play):
    """Each is one action, and the next phase comes by itself."""
    s = scene({"parade": 2, "stair": 1, "mint": 1, "back": 1}, {}, hands={0: ["purse"]})
    phases = [s.turn.phase]
    for action in ("reinforce 1", "stop", "collect", "done", "draw 1", "end"):
        s = play(s, action)
        phases.append(s.turn.phase)
    assert phases[:6] == ["reinforce", "move", "collect", "recruit", "draw", "end"]
    assert s.players[0].gold == 2


def test_10_the_shuffle_comes_when_a_card_is_due(royal, scene, play):
    """Taking the last card shuffles nothing; the next card due does, and then the draw goes on."""
    s = scene({"back": 1}, {"back": 1}, phase="draw", draw=["purse"], hands={1: ["errand"]})
    s = play(s, "draw 1", "end")
    assert (s.piles.draw, royal.actor(s)) == ((), 1)
    assert s.piles.discard
    s = play(s, "reinforce 0", "stop", "collect", "done", "draw 1")
    assert royal.actor(s) == CHANCE
    s = royal.apply(s, royal.chance(s, random.Random(1)))
    assert (royal.actor(s), s.turn.phase, len(s.players[1].hand)) == (1, "end", 2)


def test_10_two_shuffles_are_never_due_in_one_draw(royal, scene, play):
    """When even the shuffled pile runs out, the rest of the draw is forgone."""
    everything = [card.key for card in CARDS for _ in range(4) if card.key != "prestige"]
    everything.remove("errand")
    s = scene({"back": 3}, {}, phase="draw", draw=[], hands={1: everything})
    assert len(s.piles.discard) == 1
    s = play(s, "draw 3")
    s = royal.apply(s, "reshuffle errand")
    assert (s.turn.phase, len(s.players[0].hand), s.piles.draw, s.piles.discard) == ("end", 1, (), ())


def test_11_from_only_when_the_reserve_is_empty_after_the_costs(royal, scene, refused):
    """A seal servant who comes back goes to the border; ``from=`` then is refused, and elsewhere too."""
    s = scene(
        {"king": 1, "gate": 1},
        {},
        phase="recruit",
        gold={0: 4},
        reserve={0: 0},
        park={"a1": "N24", "c3": "N21"},
        hands={0: ["writ"]},
    )
    assert [a for a in royal.actions(s) if " a1 " in a] == ["recruit a1 t0 v0 writ"]
    assert str(refused(s, "recruit a1 t0 v0 from=gate writ")) == (
        "recruit a1: the border's servant comes from the reserve, which has 1"
    )
    assert str(refused(s, "recruit c3 t0 v0 from=gate writ")) == (
        "recruit c3: not at the border, so no servant is left there"
    )


def test_12_most_counts_tiebreak_nobles_for_every_tied_player(royal, scene):
    """Two at the cardinal's against one and a TIEBREAK noble: a tie again, nobody has the bonus."""
    option = {"cardinal": "most"}
    palaces = {"mint": 1, "cardinal": 2}, {"mint": 1, "cardinal": 1}

    def words(**more):
        s = scene(*palaces, phase="collect", options=option, **more)
        return [entry["why"] for entry in royal.view(s, None)["majorities"]["mint"]]

    assert words() == ["cardinal", "tied"]
    assert words(holds={1: ["N19"]}) == ["tied", "tied"]
    assert words(holds={1: ["N19", "N20"]}) == ["tied", "cardinal"]
    s = scene({"mint": 1}, {"mint": 1}, phase="collect", options=option, holds={0: ["N20"]})
    assert powers(s.players[0].nobles)[TIEBREAK] == 1
    assert [entry["why"] for entry in royal.view(s, None)["majorities"]["mint"]] == ["tiebreak", "tied"]


@pytest.mark.parametrize("value", [0, -1, 2.0, True, None, "10", 101])
def test_13_stall_rounds_is_a_whole_number_from_1(royal, value):
    """Everything else is refused."""
    with pytest.raises(BadOption, match=r"options\.stall_rounds: .* cannot be chosen; possible are 1-100"):
        royal.new(2, {"stall_rounds": value})


def test_13_whole_rounds_in_a_row_without_any_recruit(royal, scene, play):
    """A recruit by anybody starts the count again; a whole round without one raises it."""
    hands = {0: ["purse"], 1: ["purse"]}
    s = scene({"gate": 1}, {"gate": 1}, phase="end", seat=1, hands=hands, quiet=4, recruited=True)
    assert play(s, "end").clock.quiet == 0
    s = scene({"gate": 1}, {"gate": 1}, phase="end", seat=1, hands=hands, quiet=8)
    s = play(s, "end")
    assert (s.clock.quiet, s.clock.last) == (9, "")
    s = scene({"gate": 1}, {"gate": 1}, phase="end", seat=1, hands=hands, quiet=9)
    s = play(s, "end")
    assert (s.clock.quiet, s.clock.last) == (10, "stall")


def test_14_the_discount_counts_empty_neighbours_in_the_park(royal, scene, play):
    """Off the board does not count; a space with a border servant does; recruits of this turn do at once."""
    option = {"discount": "neighbours"}
    s = scene({"gate": 1}, {}, options=option, park={"a1": "N23"})
    assert royal.view(s, None)["park"]["a1"]["price"] == 8
    s = scene({"gate": 1}, {}, options=option, park={"a1": "N23"}, gone={"b1": 1, "a2": 0})
    assert royal.view(s, None)["park"]["a1"]["price"] == 6
    tiles = {"c3": "N21", "c4": "N23"}
    s = scene({"office": 2}, {}, phase="recruit", options=option, gold={0: 4}, park=tiles)
    s = play(s, "recruit c3 t0 v0")
    assert royal.view(s, None)["park"]["c4"]["price"] == 7
    s = scene({"office": 1}, {}, phase="recruit", gold={0: 7}, park={"a1": "N23"}, gone={"b1": 1, "a2": 0})
    assert royal.view(s, None)["park"]["a1"]["price"] == 8, "without the option the tile's price"
    assert not any(" a1 " in action for action in royal.actions(s))


def test_15_actions_are_in_plain_code_point_order(royal, scene):
    """``draw 10`` comes before ``draw 2``."""
    s = scene({"back": 10}, {}, phase="draw")
    assert royal.actions(s)[:4] == ["draw 0", "draw 1", "draw 10", "draw 2"]
    s = scene({"parade": 11}, {"parade": 1}, hands={0: ["reinforcement", "prestige"]})
    assert royal.actions(s) == sorted(royal.actions(s))
    assert royal.actions(s)[:2] == ["card prestige", "card reinforcement"]


@pytest.mark.parametrize(
    "text",
    [
        "reinforce 01",
        "reinforce  1",
        "reinforce 1 ",
        " reinforce 1",
        "Reinforce 1",
        "reinforce +1",
        "reinforce",
    ],
)
def test_16_an_action_has_one_text_only(scene, refused, text):
    """No leading zeros, single blanks, lower case."""
    s = scene({"parade": 2}, {})
    assert refused(s, text).message.code == "royal.notation"


@pytest.mark.parametrize("text", ["recruit c3", "recruit c3 t0", "recruit c3 v0 t0", "recruit c3 t00 v0"])
def test_16_the_free_seals_are_always_written(scene, refused, text):
    """``t0 v0`` belongs to every recruit."""
    s = scene({"office": 1}, {}, phase="recruit", gold={0: 4}, park={"c3": "N21"})
    assert refused(s, text).message.code == "royal.notation"


def test_17_the_discard_pile_is_public(royal, scene, play):
    """Everybody sees it, in the order in which it grew."""
    s = scene({"stair": 1}, {}, phase="move", turn={"count": 1}, hands={0: ["errand", "passage"]})
    s = play(s, "card errand", "card passage stair-gate")
    assert [royal.view(s, seat)["discard"] for seat in (None, 0, 1)] == [["errand", "passage"]] * 3


def test_18_a_whole_turn_may_pass_over_by_itself_even_a_last_one(royal, scene, play):
    """The view says so; the match ends over the heads of those who can do nothing."""
    s = scene({"mint": 1}, {"gate": 1}, {"gate": 1}, phase="collect", last="park")
    s = play(s, "collect")
    assert royal.actor(s) is None
    whole = [
        [seat, phase]
        for seat in (1, 2)
        for phase in ("reinforce", "move", "collect", "recruit", "draw", "end")
    ]
    assert royal.view(s, None)["passed"] == [[0, "recruit"], [0, "draw"], [0, "end"], *whole]


@pytest.mark.parametrize("layout", ["fixed", "random", "gate-centre"])
def test_19_the_deal_writes_the_nine_places_for_every_layout(royal, layout):
    """``fixed`` too; and only such places as were agreed."""
    s = royal.new(2, {"layout": layout})
    for seed in range(20):
        places = royal.chance(s, random.Random(seed)).split(" ")[3].split(",")
        assert sorted(places) == sorted(PLACES)
        if layout == "fixed":
            assert places == [PLACES[place] for place in LAYOUT_FIXED]
        if layout == "gate-centre":
            assert places[4] == "gate"
