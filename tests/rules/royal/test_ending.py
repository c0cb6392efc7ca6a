"""The end of the match, the score and who wins."""

from __future__ import annotations

import pytest

from rules.royal.scoring import border_score, ranks, scores


def finish(royal, s):
    """Plays on, doing as little as possible, until the match is over."""
    while royal.actor(s) is not None:
        quiet = [a for a in royal.actions(s) if not a.startswith(("card", "recruit", "move"))]
        s = royal.apply(s, quiet[0])
    return s


def thinned(left: int) -> dict[str, int]:
    """``gone`` that leaves so many nobles in the park, inner spaces first, taken by seats 0 and 1 in turn."""
    inner = [f"{c}{r}" for r in "2345" for c in "bcde"]
    border = [f"{c}{r}" for c, r in [*((c, "1") for c in "abcdef"), *((c, "6") for c in "abcdef")]]
    border += [f"{c}{r}" for r in "2345" for c in "af"]
    return {space: number % 2 for number, space in enumerate((inner + border)[: 36 - left])}


@pytest.mark.parametrize(("left", "last"), [(13, None), (12, "park"), (11, "park"), (0, "park")])
def test_twelve_nobles_or_fewer_at_the_start_players_turn(royal, scene, left, last):
    """The round that begins then is the last."""
    hands = {0: ["purse"], 1: ["purse"]}
    s = scene({}, {}, phase="end", seat=1, gone=thinned(left), hands=hands)
    assert len(royal.view(s, None)["park"]) == left
    s = royal.apply(s, "end")
    assert royal.view(s, None)["last_round"] == last


def test_the_park_is_looked_at_only_when_the_start_players_turn_begins(royal, scene):
    """At another seat's turn the twelfth noble changes nothing yet."""
    hands = {0: ["purse"], 1: ["purse"], 2: ["purse"]}
    s = scene({}, {}, {}, phase="end", seat=0, gone=thinned(12), hands=hands)
    s = royal.apply(s, "end")
    assert (s.turn.seat, s.clock.last, s.clock.round) == (1, "", 1)


def test_everybody_takes_one_last_turn_the_start_player_first(royal, scene):
    """After it the match is over and nobody acts."""
    hands = {0: ["purse"], 1: ["purse"], 2: ["purse"]}
    s = scene({}, {}, {}, phase="reinforce", last="park", gone=thinned(12), hands=hands)
    turns = []
    while royal.actor(s) is not None:
        turns.append(s.turn.seat)
        s = royal.apply(s, next(a for a in royal.actions(s) if not a.startswith("card")))
    assert list(dict.fromkeys(turns)) == [0, 1, 2]
    assert royal.actions(s) == []
    assert [royal.actions(s, seat) for seat in range(3)] == [[], [], []]
    assert royal.view(s, None)["turn"] is None


@pytest.mark.parametrize("stall", [1, 3, 10])
def test_after_so_many_quiet_rounds_one_last_round_is_played(royal, scene, stall):
    """With nobody recruiting, the match ends after ``stall_rounds`` whole rounds and one more."""
    hands = {0: ["purse"], 1: ["purse"]}
    s = scene({}, {}, phase="reinforce", options={"stall_rounds": stall}, hands=hands)
    s = finish(royal, s)
    assert (s.clock.round, s.clock.last) == (stall + 1, "stall")


def test_a_recruit_in_the_last_round_of_a_stall_does_not_undo_it(royal, scene, play):
    """The next round is the last, whatever happens in it."""
    s = scene({"office": 1}, {}, phase="recruit", last="stall", quiet=10, gold={0: 4}, park={"c3": "N21"})
    s = play(s, "recruit c3 t0 v0", "done")
    assert royal.actor(s) is None


def test_points_are_nobles_prestige_hand_and_park(royal, scene):
    """Each part by itself; a hand counts six at most."""
    hands = {0: ["purse"] * 4 + ["errand"] * 3, 1: ["prestige"]}
    s = scene({}, {}, phase="over", holds={0: ["N42", "N01"]}, hands=hands, draw=["writ"], gone={"b1": 1})
    first, second = scores(s)
    assert (first.nobles, first.prestige, first.hand, first.park, first.total) == (18, 0, 6, 0, 24)
    assert (second.prestige, second.hand, second.park) == (6, 1, 4)
    outcome = royal.outcome(s)
    assert outcome.scores == (first.total, second.total)
    assert (outcome.winners, outcome.losers, outcome.ranks, outcome.reason) == ((0,), (1,), (1, 2), "points")


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"gold": {0: 1, 1: 2}}, (2, 1)),
        ({"gold": {0: 2, 1: 2}, "reserve": {0: 3, 1: 2}}, (1, 2)),
        ({"gold": {0: 2, 1: 2}, "reserve": {0: 3, 1: 3}}, (1, 1)),
    ],
)
def test_ties_by_gold_then_reserve_then_shared(royal, scene, more, expected):
    """Equal points: more gold, then more servants in the reserve, then both win."""
    s = scene({}, {}, phase="over", **more)
    assert ranks(s) == expected
    outcome = royal.outcome(s)
    assert outcome.winners == tuple(seat for seat in (0, 1) if expected[seat] == 1)
    assert outcome.losers == tuple(seat for seat in (0, 1) if expected[seat] != 1)


def test_ranks_of_four_leave_gaps_after_ties(scene):
    """Two at the top are both first, the next is third."""
    s = scene({}, {}, {}, {}, phase="over", gold={0: 1, 1: 5, 2: 5, 3: 0})
    assert ranks(s) == (3, 1, 1, 4)


def test_before_the_end_there_is_no_outcome(royal, scene):
    """But there are points, the same for everybody who looks."""
    s = scene({}, {}, holds={0: ["N21"]}, hands={1: ["prestige", "writ"]})
    assert royal.outcome(s) is None
    views = [royal.view(s, seat) for seat in (None, 0, 1)]
    assert all(view["scores"] == views[0]["scores"] for view in views)
    assert views[0]["scores"][1] == {"nobles": 0, "prestige": 0, "hand": 2, "park": 0, "total": 2}
    assert views[0]["ranks"] is None


def test_the_scoring_sheet_stands_in_the_view_at_the_end(royal, scene):
    """Border by border, part by part, and the ranks."""
    s = scene({}, {}, phase="over", gone={"b1": 0, "c1": 0, "d1": 1, "f6": 1})
    view = royal.view(s, None)
    assert view["phase"] == "over"
    assert [one["border"] for one in view["borders"]] == ["row1", "row6", "column_a", "column_f"]
    parts = [sum(one["points"][seat] for one in view["borders"]) for seat in (0, 1)]
    assert parts == [view["scores"][seat]["park"] for seat in (0, 1)] == [4, 2 + 4 + 4]
    assert view["ranks"] == list(royal.outcome(s).ranks)


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((0, 0), (0, 0)),
        ((1, 0), (4, 0)),
        ((1, 1), (4, 4)),
        ((2, 1), (4, 2)),
        ((2, 1, 1), (4, 2, 2)),
        ((2, 2, 1), (4, 4, 0)),
        ((3, 2, 1), (4, 2, 0)),
        ((3, 0, 0, 0), (4, 0, 0, 0)),
        ((1, 1, 1, 1), (4, 4, 4, 4)),
        ((0, 2, 3, 2), (0, 2, 4, 2)),
    ],
)
def test_one_border(counts, points):
    """The most 4 each; alone at the top, the second most 2 each."""
    assert border_score("row1", counts).points == points
