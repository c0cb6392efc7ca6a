"""The twenty cases that players ask about, by their numbers, and the example of the park."""

from __future__ import annotations

import pytest

from rules.royal.scoring import border_scores, scores


def spaces(names: str, seat: int) -> dict[str, int]:
    """``gone`` for several spaces of one seat."""
    return dict.fromkeys(names.split(" "), seat)


def test_01_one_servant_alone_in_the_mint_brings_two_gold(royal, scene, play):
    """A lone servant is a majority: one for him, one for the bonus."""
    s = play(scene({"mint": 1}, {}, phase="collect"), "collect")
    assert s.players[0].gold == 2


def test_02_the_cardinal_does_not_help_where_no_servant_is(royal, scene, refused):
    """A servant at the cardinal's and none in the mint: no bonus, and a letter cannot bring it either."""
    s = scene({"cardinal": 3, "king": 1}, {"mint": 1}, phase="collect", hands={0: ["letter"]})
    view = royal.view(s, 0)
    assert view["majorities"]["mint"][0] == {"servants": 0, "bonus": False, "why": "cardinal_absent"}
    assert view["now"]["income"]["gold"] == 0
    assert str(refused(s, "card letter mint")) == "the cardinal cannot help: no servant in the mint"


def test_03_the_cardinal_decides_a_tie_of_three(royal, scene, play):
    """Three tied in the mint, one of them at the cardinal's: he has the bonus, the others have not."""
    s = scene({"mint": 2, "cardinal": 1}, {"mint": 2}, {"mint": 2}, phase="collect")
    assert [entry["why"] for entry in royal.view(s, None)["majorities"]["mint"]] == [
        "cardinal",
        "tied",
        "tied",
    ]
    assert play(s, "collect").players[0].gold == 3


def test_04_two_tied_both_at_the_cardinals_each_in_his_own_turn(royal, scene, play):
    """With presence enough, each of them has the bonus when it is his turn."""
    palaces = {"mint": 1, "cardinal": 1}, {"mint": 1, "cardinal": 2}
    for seat in (0, 1):
        s = play(scene(*palaces, phase="collect", seat=seat), "collect")
        assert s.players[seat].gold == 2


def test_05_leaving_the_stair_keeps_the_points_counted(royal, scene, play):
    """Points are counted when the phase begins; the servants who gave them may walk away."""
    s = play(scene({"stair": 2, "parade": 1}, {}), "reinforce 0")
    assert s.turn.count == 3
    s = play(s, "move stair-king", "move stair-king")
    assert s.turn.count == 1
    assert s.players[0].palace[1] == 0
    assert play(s, "move king-gate").turn.count == 0


def test_06_arriving_on_parade_or_stair_works_next_turn_elsewhere_at_once(royal, scene, play):
    """Steps 1 and 2 are over or counted when a servant arrives; the mint, worked after, counts him."""
    s = play(scene({"parade": 1, "stair": 3, "gate": 1, "king": 2}, {"gate": 1}), "reinforce 0")
    assert s.turn.count == 4
    s = play(s, "move king-parade", "move king-stair", "move gate-mint")
    assert s.turn.count == 1, "the newcomer on the stair gave no point"
    s = play(s, "stop")
    assert royal.view(s, 0)["now"]["income"] == {"gold": 2, "turquoise": 0, "violet": 0}
    s = play(s, "collect")
    assert (s.clock.round, s.turn.seat, s.turn.phase) == (2, 0, "reinforce"), "nothing else to do for anybody"
    assert royal.view(s, 0)["now"]["capacity"] == 3, "two on parade and the bonus"
    assert play(s, "reinforce 0").turn.count == 5, "four on the stair and the bonus"


def test_07_moving_to_the_cardinal_helps_mint_king_and_pomp_only(royal, scene, play):
    """A tie on parade and stair is lost before he arrives; the ties of the third step are won."""
    mine = {"parade": 1, "stair": 1, "mint": 1, "king": 1, "pomp": 2}
    s = scene(mine, mine | {"pomp": 1})
    assert royal.view(s, 0)["now"]["capacity"] == 1
    s = play(s, "reinforce 0")
    assert s.turn.count == 1, "no bonus on the stair"
    s = play(s, "move pomp-cardinal", "stop")
    assert royal.view(s, 0)["now"]["income"] == {"gold": 2, "turquoise": 1, "violet": 1}
    s = play(s, "collect")
    assert s.players[0].gold == 2


def test_08_a_reserve_smaller_than_the_capacity_gives_what_is_there(royal, scene):
    """Four could come, two are left: at most two come."""
    s = scene({"parade": 3}, {}, reserve={0: 2})
    assert royal.view(s, 0)["now"]["capacity"] == 4
    assert royal.actions(s) == ["reinforce 0", "reinforce 1", "reinforce 2"]


def test_09_a_servant_may_pass_through_the_gate_and_return_to_it(royal, scene, play):
    """The gate is a room like any other for those who walk."""
    s = play(scene({"stair": 3, "mint": 1, "parade": 1}, {}), "reinforce 0")
    s = play(s, "move mint-gate", "move gate-pomp", "move pomp-gate")
    assert s.players[0].palace[8] == 1


def test_10_only_gold_cards_servants_and_nobles_last(royal, scene, play):
    """Points and seals of a turn are gone in the next; what one has stays."""
    mine = {"king": 1, "stair": 2, "office": 1, "mint": 1}
    s = scene(mine, {"gate": 1}, park={"c3": "N24"}, phase="move", turn={"count": 9})
    s = play(s, "stop", "collect")
    assert (s.turn.turquoise, s.players[0].gold) == (1, 2)
    s = play(s, "done")
    assert (s.clock.round, s.turn.seat, s.turn.phase) == (2, 0, "move"), "nothing else to do for anybody"
    assert (s.turn.count, s.turn.turquoise, s.turn.violet) == (3, 0, 0)
    assert s.players[0].gold == 2


def test_11_two_servants_and_a_bonus_pay_two_seals_as_chosen(royal, scene, play):
    """Two servants in the king's cabinet and one free seal: a cost of 2 is paid 2+0 or 1+1."""
    s = scene({"king": 2, "office": 1}, {}, phase="collect", gold={0: 9}, park={"c3": "N28"})
    s = play(s, "collect")
    assert [a for a in royal.actions(s) if "c3" in a] == ["recruit c3 t0 v0", "recruit c3 t1 v0"]
    assert play(s, "recruit c3 t0 v0").players[0].palace[3] == 0
    assert play(s, "recruit c3 t1 v0").players[0].palace[3] == 1


def test_12_losing_the_kings_majority_by_paying_changes_nothing_this_turn(royal, scene, play):
    """The free seal was counted in step 3; paying with the servants does not take it back."""
    tiles = {"c3": "N28", "d3": "N24"}
    s = scene({"king": 2, "office": 2}, {"king": 1}, phase="collect", gold={0: 9}, park=tiles)
    s = play(s, "collect", "recruit c3 t0 v0")
    assert s.players[0].palace[3] == 0
    assert s.turn.turquoise == 1
    assert "recruit d3 t1 v0" in royal.actions(s)


def test_13_two_office_servants_share_one_pool_of_seals_and_gold(royal, scene, play, refused):
    """What the first noble took, the second cannot have."""
    tiles = {"c3": "N28", "d3": "N39"}
    s = scene({"king": 2, "pomp": 1, "office": 2}, {}, phase="recruit", gold={0: 5}, park=tiles)
    assert {"recruit c3 t0 v0", "recruit d3 t0 v0"} <= set(royal.actions(s))
    s = play(s, "recruit c3 t0 v0")
    assert str(refused(s, "recruit d3 t0 v0")) == "recruit d3: 1 gold short"
    assert royal.view(s, 1)["offers"]["d3"]["short"] == [
        {"code": "royal.recruit.gold", "params": {"space": "d3", "short": 1}},
        {"code": "royal.recruit.turquoise", "params": {"space": "d3", "short": 1}},
    ]


def test_14_a_noble_without_gold_or_seals_still_costs_an_office_servant(royal, scene, play, refused):
    """With the discount a noble may cost nothing at all, but never no servant of the office."""
    around = {"c2": 1, "c4": 1, "b3": 1, "d3": 1}
    common = {
        "phase": "recruit",
        "gone": around,
        "park": {"c3": "N21"},
        "options": {"discount": "neighbours"},
    }
    s = scene({"office": 1, "gate": 1}, {}, **common)
    assert royal.view(s, 0)["park"]["c3"]["price"] == 0
    after = play(s, "recruit c3 t0 v0")
    assert after.players[0].palace[5] == 0
    assert after.players[0].gold == 0
    s = scene({"gate": 1}, {}, hands={0: ["purse"]}, **common)
    assert str(refused(s, "recruit c3 t0 v0")) == "recruit c3: no servant in the office"


def test_15_a_corner_noble_one_servant_two_borders(royal, scene, play):
    """The one servant left on a corner counts on both of its borders."""
    s = scene({"office": 1}, {}, phase="recruit", gold={0: 4}, park={"a1": "N21"})
    before = s.players[0].reserve
    s = play(s, "recruit a1 t0 v0")
    assert s.players[0].reserve == before, "one back from the office, one out to the park"
    assert {b.border: b.counts for b in border_scores(s)} == {
        "row1": (1, 0),
        "row6": (0, 0),
        "column_a": (1, 0),
        "column_f": (0, 0),
    }
    assert scores(s)[0].park == 8


@pytest.mark.parametrize("office", [0, 1])
def test_16_border_noble_with_an_empty_reserve(royal, scene, play, refused, office):
    """The office servant goes to the border; with the writ and no seal servant, one from a named place."""
    s = scene(
        {"office": office},
        {},
        phase="recruit",
        gold={0: 4},
        reserve={0: 0},
        park={"a1": "N21"},
        hands={0: ["writ"]},
    )
    listed = [a for a in royal.actions(s) if a.startswith("recruit")]
    named = ["recruit a1 t0 v0 from=back writ"] + ["recruit a1 t0 v0 from=office writ"] * office
    assert listed == ["recruit a1 t0 v0"] * office + named
    assert refused(s, "recruit a1 t0 v0 writ").message.code == "royal.recruit.from_needed"
    back = s.players[0].palace[6]
    after = play(s, "recruit a1 t0 v0 from=back writ")
    assert (after.players[0].reserve, after.players[0].palace[6], after.court.border[0]) == (0, back - 1, 0)
    if office:
        after = play(s, "recruit a1 t0 v0")
        assert (after.players[0].reserve, after.players[0].palace[5], after.court.border[0]) == (0, 0, 0)


def test_16_without_any_servant_the_border_noble_cannot_be_taken(royal, scene, refused):
    """All servants in the supply or in the park, and a writ: there is nobody to stand at the border."""
    gone = spaces("b1 c1 d1 e1 f1 a6 b6 c6 d6 e6 f6 a2 a3 a4 a5 f2 f3 f4", 0)
    s = scene(
        {}, {}, phase="recruit", gold={0: 4}, gone=gone, park={"a1": "N21", "c3": "N22"}, hands={0: ["writ"]}
    )
    assert s.players[0].reserve == 0
    assert str(refused(s, "recruit a1 t0 v0 writ")) == "recruit a1: no servant left for the park's border"
    assert (
        str(refused(s, "recruit a1 t0 v0 from=mint writ"))
        == "recruit a1: no servant left for the park's border"
    )
    assert royal.actions(s) == ["done"]


def test_17_servants_3_with_two_left_in_the_supply_brings_two(royal, scene, play):
    """The noble brings what is there."""
    s = scene(
        {"office": 1, "king": 2, "pomp": 2},
        {},
        phase="recruit",
        gold={0: 2},
        supply={0: 2},
        park={"c3": "N01"},
    )
    before = s.players[0].reserve
    s = play(s, "recruit c3 t0 v0")
    assert s.players[0].supply == 0
    assert s.players[0].reserve == before + 5 + 2


def test_18_an_empty_draw_pile_is_reshuffled_and_prestige_never_returns(royal, scene, play):
    """One card is left, two are due: the discard pile is shuffled, the prestige laid open stays out of it."""
    s = scene({"back": 2}, {}, phase="draw", draw=["purse"], hands={1: ["prestige", "prestige"]})
    assert s.players[1].prestige == 2
    s = play(s, "draw 2")
    assert royal.actor(s) == "chance"
    assert s.players[0].hand == (4,)
    assert royal.actions(s) == []
    kinds = royal.view(s, None)["discard"]
    assert "prestige" not in kinds
    assert len(kinds) == 36 - 1 - 4
    s = royal.apply(s, "reshuffle " + ",".join(kinds), "chance")
    assert len(s.players[0].hand) == 2
    assert (len(s.piles.draw), s.piles.discard) == (len(kinds) - 1, ())
    assert s.players[1].prestige == 2
    assert royal.problems(s) == []


def test_19_the_24th_noble_leaves_in_mid_round(royal, scene, play):
    """The round is finished, then one last round is played, then the match is over."""
    inner = {"b2": 1, "c2": 1, "d2": 1, "e2": 1, "b3": 1, "c3": 1, "d3": 1, "e3": 1}
    border = spaces("a1 b1 c1 d1 e1 f1 a6 b6 c6 d6 e6 f6 a2 a3 a4", 2)
    s = scene(
        {"gate": 1},
        {"office": 1, "gate": 1},
        {"gate": 1},
        phase="recruit",
        seat=1,
        gold={1: 4},
        gone=inner | border,
        park={"c4": "N21"},
        hands={0: ["purse"], 1: ["purse"], 2: ["purse"]},
    )
    assert royal.view(s, None)["last_round"] is None
    assert len(royal.view(s, None)["park"]) == 13
    s = play(s, "recruit c4 t0 v0")
    seen = []
    while royal.actor(s) is not None:
        seen.append((s.clock.round, s.turn.seat, s.clock.last))
        quiet = [a for a in royal.actions(s) if not a.startswith(("card", "recruit", "move"))]
        s = royal.apply(s, quiet[0])
    assert list(dict.fromkeys(seen)) == [
        (1, 1, ""),
        (1, 2, ""),
        (2, 0, "park"),
        (2, 1, "park"),
        (2, 2, "park"),
    ]
    assert royal.outcome(s) is not None


@pytest.mark.parametrize(
    ("row", "points"),
    [("AABBC", [4, 4, 0]), ("AABC", [4, 2, 2]), ("AAABBC", [4, 2, 0]), ("ABC", [4, 4, 4]), ("A", [4, 0, 0])],
)
def test_20_equal_counts_on_a_border(royal, scene, row, points):
    """Tied first take 4 each and nobody is second; one alone first, and all tied second take 2."""
    gone = {f"{column}6": "ABC".index(owner) for column, owner in zip("bcdefa", row)}
    s = scene({}, {}, {}, gone=gone)
    score = {b.border: b for b in border_scores(s)}["row6"]
    assert list(score.points) == points


def test_the_example_of_the_park(royal, scene):
    """Row 6 A>B, row 1 A>B, column a A>C, column f B>A: A has 14, B 8, C 2."""
    a, b, c = 0, 1, 2
    gone = {"b6": a, "c6": a, "d6": b, "b1": a, "c1": a, "d1": b, "a2": a, "a3": a, "a4": c, "f2": b, "f3": b,
            "f4": a}  # fmt: skip
    s = scene({}, {}, {}, gone=gone)
    assert [score.park for score in scores(s)] == [14, 8, 2]
    sheet = {one["border"]: one for one in royal.view(s, None)["borders"]}
    assert sheet["row6"] == {
        "border": "row6",
        "counts": [2, 1, 0],
        "first": [0],
        "second": [1],
        "points": [4, 2, 0],
    }
    assert sheet["column_f"]["points"] == [2, 4, 0]
