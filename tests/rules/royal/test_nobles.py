"""Recruiting and the lasting privileges."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("noble", "phase", "read", "more"),
    [
        ("N05", "reinforce", lambda view: view["now"]["capacity"], 1),
        ("N07", "move", lambda view: view["now"]["left"], 2),
        ("N11", "collect", lambda view: view["now"]["income"]["gold"], 1),
        ("N13", "collect", lambda view: view["now"]["income"]["turquoise"], 1),
        ("N15", "collect", lambda view: view["now"]["income"]["violet"], 1),
        ("N17", "draw", lambda view: view["now"]["left"], 1),
    ],
)
def test_privileges_work_every_turn_without_a_servant_and_add_up(
    royal, scene, play, noble, phase, read, more
):
    """One noble adds its amount, two of a kind add twice."""
    twin = f"N{int(noble[1:]) + 1:02}"
    before = {"reinforce": ("end", "end"), "move": ("reinforce", "reinforce 0")}
    begin, action = before.get(phase, (phase, ""))
    amounts = []
    for held in ([], [noble], [noble, twin]):
        common = {"parade": 1} if phase in ("reinforce", "move") else {"gate": 1}
        hands = {0: ["prestige"], 1: ["prestige"]}
        seat = 1 if begin == "end" else 0
        s = scene(common, {}, phase=begin, seat=seat, holds={0: held}, hands=hands)
        s = play(s, action) if action else s
        assert (s.turn.seat, s.turn.phase) == (0, phase)
        amounts.append(read(royal.view(s, 0)))
    assert amounts == [amounts[0], amounts[0] + more, amounts[0] + 2 * more]


def test_diagonal_steps(royal, scene):
    """With a DIAGONAL noble a servant in the middle reaches all eight rooms, else four."""
    for holds, reach in (({}, 4), ({0: ["N09"]}, 8)):
        s = scene({"gate": 1}, {}, phase="move", turn={"count": 1}, holds=holds)
        assert len([a for a in royal.actions(s) if a.startswith("move")]) == reach


@pytest.mark.parametrize("layout", ["random", "gate-centre"])
def test_neighbours_follow_the_layout(royal, scene, layout):
    """Whatever lies side by side is one step apart, and nothing else."""
    places = ["mint", "king", "pomp", "office", "gate", "back", "cardinal", "parade", "stair"]
    s = scene({"mint": 1}, {}, phase="move", turn={"count": 1}, options={"layout": layout}, layout=places)
    assert royal.actions(s) == ["move mint-king", "move mint-office", "stop"]


def test_a_tiebreak_noble_needs_no_servant_at_the_cardinals(scene, play):
    """It decides the tie in the mint in its owner's turn."""
    s = scene({"mint": 1}, {"mint": 1}, phase="collect", holds={0: ["N19"]})
    assert play(s, "collect").players[0].gold == 2


def test_a_privilege_works_from_the_first_phase_that_has_not_begun(royal, scene, play):
    """A GOLD noble recruited now brings nothing in this turn, and one gold in the next."""
    s = scene(
        {"office": 1, "king": 2, "pomp": 2}, {}, phase="recruit", park={"c3": "N11"}, hands={1: ["purse"]}
    )
    s = play(s, "recruit c3 t0 v0", "done")
    assert (s.players[0].gold, s.turn.seat) == (0, 1)
    s = play(s, "reinforce 0", "stop", "collect", "done", "draw 0", "end")
    assert (s.turn.seat, s.turn.phase) == (0, "collect")
    assert play(s, "collect").players[0].gold == 1


def test_costs_go_where_they_belong(scene, play):
    """Gold to the box, the office and seal servants to the reserve, the tile to its owner."""
    s = scene({"office": 2, "king": 2, "pomp": 3}, {}, phase="recruit", gold={0: 5}, park={"c3": "N40"})
    before = s.players[0]
    after = play(s, "recruit c3 t0 v0").players[0]
    assert (after.gold, after.reserve) == (2, before.reserve + 5)
    assert after.palace[3:6] == (0, 1, 1)
    assert len(after.nobles) == 1


def test_any_noble_of_the_park_may_be_taken(royal, scene):
    """From the middle as well as from the border, with nothing around it gone."""
    s = scene({"office": 1}, {}, phase="recruit", gold={0: 8})
    spaces = {action.split(" ")[1] for action in royal.actions(s)[1:]}
    view = royal.view(s, 0)
    free = {
        space
        for space, tile in view["park"].items()
        if not view["nobles"][tile["noble"]]["turquoise"] and not view["nobles"][tile["noble"]]["violet"]
    }
    assert spaces == free
    assert free


def test_the_view_offers_what_can_be_paid_and_how(royal, scene):
    """Each noble with its price, the ways to pay it in free seals and servants, or what is short."""
    s = scene(
        {"office": 1, "king": 1},
        {},
        phase="recruit",
        gold={0: 3},
        turn={"turquoise": 1},
        park={"c3": "N24", "d3": "N36"},
    )
    offers = royal.view(s, 1)["offers"]
    assert set(offers) == set(royal.view(s, None)["park"])
    assert offers["c3"] == {
        "price": 2,
        "border": False,
        "affordable": True,
        "short": [],
        "ways": [
            {"action": "recruit c3 t0 v0", "king": 1, "pomp": 0, "free_turquoise": 0, "free_violet": 0},
            {"action": "recruit c3 t1 v0", "king": 0, "pomp": 0, "free_turquoise": 1, "free_violet": 0},
        ],
    }
    assert [one["code"] for one in offers["d3"]["short"]] == ["royal.recruit.gold", "royal.recruit.turquoise"]
    assert not offers["d3"]["affordable"]
    listed = [way["action"] for offer in offers.values() for way in offer["ways"]]
    assert sorted(listed) == royal.actions(s)[1:]


def test_no_office_no_offer(royal, scene):
    """Without a servant in the office every noble is short of one."""
    s = scene({"king": 1}, {}, phase="recruit", gold={0: 9}, hands={0: ["writ"]})
    offers = royal.view(s, 0)["offers"]
    assert not any(offer["affordable"] or offer["ways"] for offer in offers.values())
    assert all(offer["short"][0]["code"] == "royal.recruit.office" for offer in offers.values())
    assert any(action.endswith(" writ") for action in royal.actions(s)), (
        "the owner's actions tell of the writ"
    )
