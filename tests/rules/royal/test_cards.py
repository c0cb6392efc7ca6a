"""The privilege cards, kind by kind, and the reshuffle."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.protocol import CHANCE, IllegalAction
from rules.royal.data import CARDS, PHASES


def test_when_each_kind_may_be_laid_down(royal, scene):
    """Over all phases of a turn, exactly the phases of the table; the writ only with a recruit."""
    kinds = [card.key for card in CARDS]
    everywhere = {"parade": 1, "stair": 1, "mint": 1, "back": 1, "office": 1}
    found: dict[str, set[str]] = {kind: set() for kind in kinds}
    for phase in PHASES:
        s = scene(
            everywhere, {}, phase=phase, turn={"count": int(phase == "move")}, gold={0: 9}, hands={0: kinds}
        )
        for action in royal.actions(s):
            word, kind, *_ = [*action.split(" "), ""]
            if word == "card":
                found[kind].add(phase)
            if action.endswith(" writ"):
                found["writ"].add(phase)
    assert found == {
        "prestige": set(PHASES),
        "reinforcement": {"reinforce"},
        "errand": {"move"},
        "passage": {"move"},
        "purse": {"collect"},
        "kings-seal": {"collect", "recruit"},
        "madames-seal": {"collect", "recruit"},
        "letter": {"reinforce", "move", "collect"},
        "writ": {"recruit"},
    }


@pytest.mark.parametrize("phase", PHASES)
def test_prestige_is_laid_open_and_scores_two(royal, scene, play, phase):
    """It leaves the hand, where it counted one, never goes to the discard pile, and counts two."""
    s = scene({"gate": 1}, {}, phase=phase, hands={0: ["prestige", "purse"]})
    before = royal.view(s, None)["scores"][0]
    s = play(s, "card prestige")
    after = royal.view(s, None)["scores"][0]
    assert (after["prestige"], after["hand"]) == (2, before["hand"] - 1)
    assert (s.players[0].prestige, s.piles.discard) == (1, ())
    assert s.turn.phase == phase


def test_reinforcement_adds_two_to_the_capacity(royal, scene, play):
    """Once for each card, within the reserve."""
    s = scene({"parade": 1}, {"parade": 2}, hands={0: ["reinforcement", "reinforcement"]})
    s = play(s, "card reinforcement", "card reinforcement")
    assert royal.view(s, None)["now"]["capacity"] == 5
    s = play(s, "reinforce 5")
    assert s.players[0].palace[8] == 5


def test_errand_adds_three_points_even_after_the_last(scene, play):
    """The phase goes on until it is stopped, so the card still helps then."""
    s = scene({"stair": 1}, {}, phase="move", turn={"count": 1}, hands={0: ["errand"]})
    s = play(s, "move stair-mint", "card errand", "move mint-gate")
    assert s.turn.count == 2


def test_passage_takes_a_servant_from_any_place_to_any_other(royal, scene, play):
    """No point, no neighbourhood; listed for every place with a servant and every other place."""
    s = scene({"stair": 1, "gate": 2}, {}, phase="move", hands={0: ["passage"]})
    assert len([a for a in royal.actions(s) if a.startswith("card passage")]) == 16
    s = play(s, "card passage gate-back")
    assert (s.players[0].palace[8], s.players[0].palace[6], s.turn.count) == (1, 1, 0)


def test_purse_adds_three_gold(scene, play):
    """To what the mint brings, also where the mint brings nothing."""
    s = play(scene({"gate": 1}, {}, phase="collect", hands={0: ["purse", "purse"]}), "card purse", "collect")
    assert s.players[0].gold == 3


@pytest.mark.parametrize(("card", "place", "tile"), [("kings-seal", 3, "N30"), ("madames-seal", 4, "N31")])
def test_a_seal_card_adds_two_free_seals_of_its_colour(scene, play, card, place, tile):
    """In collect or in recruit; three seals are then two free ones and one servant."""
    palace = {"king": 1, "pomp": 1, "office": 1, "gate": 1}
    rival = {"king": 2, "pomp": 2}
    for phase in ("collect", "recruit"):
        s = scene(palace, rival, phase=phase, hands={0: [card, "purse"]}, park={"c3": tile})
        s = play(s, f"card {card}")
        if phase == "collect":
            s = play(s, "collect")
        seals = "t2 v0" if place == 3 else "t0 v2"
        s = play(s, f"recruit c3 {seals}")
        assert s.players[0].palace[place] == 0
        assert (s.turn.turquoise, s.turn.violet) == (0, 0)


def test_the_writ_spares_the_office_and_is_discarded(scene, play):
    """One writ a recruit; without any servant in the office too."""
    common = {"phase": "recruit", "gold": {0: 4}, "park": {"c3": "N21"}, "hands": {0: ["writ"]}}
    s = play(scene({"office": 1}, {}, **common), "recruit c3 t0 v0 writ")
    assert (s.players[0].palace[5], s.players[0].hand, s.piles.discard) == (1, (), (8,))
    s = play(scene({"gate": 1}, {}, **common), "recruit c3 t0 v0 writ")
    assert len(s.players[0].nobles) == 1


def test_cards_go_to_the_discard_pile_in_the_order_played(royal, scene, play):
    """All but prestige."""
    hand = ["errand", "passage", "prestige", "errand"]
    s = scene({"gate": 1}, {}, phase="move", turn={"count": 1}, hands={0: hand})
    s = play(s, "card errand", "card prestige", "card passage gate-mint", "card errand")
    assert royal.view(s, 1)["discard"] == ["errand", "passage", "errand"]
    assert royal.problems(s) == []


def test_draw_takes_the_last_named_first(royal, scene, play):
    """The pile is written with its top at the end."""
    s = scene({"back": 2}, {}, phase="draw", draw=["purse", "writ", "errand"])
    s = play(s, "draw 2")
    assert royal.view(s, 0)["hand"] == ["errand", "writ"]
    assert royal.to_json(s)["draw"] == ["purse"]
    assert s.players[0].palace[6] == 2, "servants stay"


def test_card_nobles_let_one_draw_without_a_servant(scene, play):
    """CARD(1) works from the first phase that has not begun: in the very turn of its recruiting."""
    s = scene({"office": 1, "king": 1, "pomp": 2}, {}, phase="recruit", gold={0: 1}, park={"c3": "N17"})
    s = play(s, "recruit c3 t0 v0", "done", "draw 1")
    assert len(s.players[0].hand) == 1


def test_a_reshuffle_names_the_discard_pile_and_nothing_else(royal, scene, play):
    """Other cards, more, or fewer are refused."""
    s = scene({"back": 1}, {}, phase="draw", draw=[])
    s = play(s, "draw 1")
    good = royal.chance(s, random.Random(2))
    kinds = good.removeprefix("reshuffle ").split(",")
    assert Counter(kinds) == Counter(CARDS[kind].key for kind in s.piles.discard)
    for wrong in (kinds[1:], [*kinds, "writ"], ["prestige", *kinds[1:]]):
        with pytest.raises(IllegalAction, match="these are not the cards of the discard pile"):
            royal.apply(s, "reshuffle " + ",".join(wrong), CHANCE)
    after = royal.apply(s, good, CHANCE)
    assert royal.view(after, 0)["hand"] == [kinds[-1]]


def test_every_card_may_come_to_the_top_in_a_shuffle(royal, scene, play):
    """All kinds of the discard pile are drawn first now and then."""
    s = play(scene({"back": 1}, {}, phase="draw", draw=[]), "draw 1")
    rng = random.Random(11)
    tops = {royal.chance(s, rng).split(",")[-1] for _ in range(200)}
    assert tops == {card.key for card in CARDS if card.key != "prestige"}


def test_what_shows_hidden_things_is_said(royal, scene):
    """Deals, shuffles, cards drawn and cards laid down cannot be taken back; everything else can."""
    s = scene({"back": 1}, {}, phase="draw", hands={0: ["prestige"]})
    assert royal.reveals(s, "draw 1")
    assert not royal.reveals(s, "draw 0")
    assert royal.reveals(s, "card prestige")
    assert not royal.reveals(scene({"back": 1}, {}, phase="draw", draw=[]), "draw 1"), "the shuffle will"
    s = scene({"office": 1}, {}, phase="recruit", gold={0: 4}, park={"c3": "N21"}, hands={0: ["writ"]})
    assert royal.reveals(s, "recruit c3 t0 v0 writ")
    assert not royal.reveals(s, "recruit c3 t0 v0")
    assert not royal.reveals(s, "done")
    fresh = royal.new(2, {})
    assert royal.reveals(fresh, royal.chance(fresh, random.Random(1)))
