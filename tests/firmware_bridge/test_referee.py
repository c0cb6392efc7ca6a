"""The referee: what panes say, and what they say after a while.

Positions: levels 12321 unless told otherwise, so rows 1-2 are level 1, rows 3-4 level 2, rows 5-6 level 3.
"""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_bridge.palace import candidates, occupancy
from firmware_bridge.referee import Candidate, decide, judged
from firmware_bridge.values import PANES, Pane
from rules.palace import GAME, Position

W, B = "white", "black"


def position(rows: str, turn: str = "w", levels: str = "12321") -> Position:
    """A position with enough spheres in reserve for both sides to play on."""
    white, black = rows.count("w"), rows.count("b")
    return Position.parse(f"{rows} {levels} {turn} {'abcdefgh'[white:]}/{'abcdefgh'[black:]} - 9")


def panes_of(spheres: dict[str, str], **odd: Pane) -> dict[str, Pane]:
    shown = {p: Pane(p, "full" if p in spheres else "empty", spheres.get(p)) for p in PANES}
    return {**shown, **odd}


# Every kind of roll, with the action it is: rows from 10 down to 1.
KINDS = {
    "stop before a sphere that does not budge": ("8/8/8/8/8/8/8/8/8/w3wb2", "a1e", {"a1": None, "d1": W}),
    "run to a wall's foot": ("8/8/8/8/8/8/3w4/8/8/8", "d4s", {"d4": None}),
    "hop": ("8/8/8/8/8/8/8/8/2w5/8", "c2n", {"c2": None, "c3": W}),
    "drop two levels": ("8/8/8/8/8/8/8/8/8/8", None, {}),
    "carom on the other colour": ("8/8/8/8/8/8/8/8/8/w1b5", "a1e", {"a1": None, "c1": W, "d1": B}),
    "carom on one's own": ("8/8/8/8/8/8/8/8/8/w1w5", "a1e", {"a1": None, "d1": W}),
    "shove over the rim": ("8/8/8/8/8/8/8/8/8/w6b", "a1e", {"a1": None, "h1": W}),
    "shove one's own over the rim": ("8/8/8/8/8/8/8/8/8/w6w", "a1e", {"a1": None}),
    "smash": ("8/8/8/8/8/8/8/3w4/3b4/8", "d3s", {"d3": None, "d2": W}),
    "smash one's own": ("8/8/8/8/8/8/8/3w4/3w4/8", "d3s", {"d3": None}),
    "own fall": ("8/8/8/8/8/8/8/8/8/w7", "a1n", {"a1": None, "a2": W}),
}
del KINDS["drop two levels"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_action_is_recognised(table, kind):
    """Each kind of roll is shown at once and recognised when it has settled."""
    rows, action, changes = KINDS[kind]
    at = position(rows)
    assert action in GAME.actions(at), GAME.actions(at)
    after = occupancy(GAME.apply(at, action))
    before = occupancy(at)
    assert {p: after.get(p) for p in before.keys() | after.keys() if before.get(p) != after.get(p)} == changes
    table.begin(at, version=4)
    assert table.last.state == "unchanged"
    moved = next(c for c in candidates(at) if c.action == action)
    for pane in moved.touched:  # every sphere concerned is taken up ...
        table.put(**{pane: None})
    for pane in moved.touched:  # ... and set down where it belongs
        if pane in after:
            table.put(**{pane: after[pane]})
    final = table.wait(4.0)
    assert final.state in ("recognised", "ambiguous")
    assert action in (final.action, *final.actions)
    assert final.version == 4


def test_a_placed_sphere_is_shown_at_once_and_recognised_after_06_s(table):
    """A sphere from the reserve on its entrance pane: provisional in the same moment, then settled."""
    at = Position.parse("8/8/8/8/8/8/8/8/8/8 12321 w abcdefgh/abcdefgh - 1")
    table.begin(at)
    assert table.put(c1=W).state == "provisional"
    assert table.last.action == "@c"
    assert table.wait(0.59).state == "provisional"
    assert table.wait(0.02).state == "recognised"
    assert table.last.action == "@c"
    assert table.states() == ["unchanged", "provisional", "recognised"]


def test_case_1_two_touches_are_one_move(table):
    """A stop on the way stays provisional; the further legal result of the same sphere replaces it."""
    rest = {"a1": W, "h10": B}
    short = Candidate("short", {"a2": W, "h10": B}, touched=("a1", "a2"))
    long = Candidate("long", {"a3": W, "h10": B}, touched=("a1", "a3"))
    table.spheres = dict(rest)
    table.see()
    table.referee.watch(rest, [short, long], version=7)
    table.put(a1=None, a2=W)
    assert table.last.action == "short"
    table.wait(0.5)
    table.put(a2=None, a3=W)
    assert (table.last.state, table.last.action) == ("provisional", "long")
    assert table.wait(0.5).state == "provisional"
    assert table.wait(0.2).state == "recognised"
    assert [r.action for r in table.reports if r.state == "recognised"] == ["long"]


def test_case_2_the_wrong_panes_are_named_once_within_a_second(table):
    """An illegal result: the pane that should be empty and the one that should be full, in one report."""
    at = position("8/8/8/8/8/8/8/8/8/2w5")
    table.begin(at)
    table.put(c1=None)
    assert table.last.state == "in_hand"
    assert table.last.in_hand == (("c1", W),)
    table.put(e5=W)
    table.wait(1.0)
    assert table.last.state == "astray"
    assert table.last.missing == (("c1", W),)
    assert table.last.extra == (("e5", W),)
    assert table.last.message.code == "referee.astray"
    assert table.last.message.params["missing"] == "c1"
    assert table.last.message.params["extra"] == "e5"
    table.wait(10.0)
    assert table.states().count("astray") == 1


def test_case_3_lifted_and_put_back_is_nothing(table):
    """Lift and put back, at any speed: back to play, and the next action is recognised as ever."""
    at = position("8/8/8/8/8/8/8/8/8/2w5")
    table.begin(at)
    for pause in (0.0, 0.3, 1.0, 5.0):
        table.put(c1=None)
        table.wait(pause)
        assert table.put(c1=W).state == "unchanged"
    table.put(c1=None, c2=W)
    assert table.wait(1.0).action == "c1n"


def test_case_5_play_starts_only_when_the_panes_equal_the_position(table):
    """Before that nothing is a move, however much it looks like one, and what differs is named."""
    at = position("8/8/8/8/8/8/8/8/8/2w5")
    table.spheres = {"c2": W}  # as after c1n
    table.see()
    table.watch(at, setup=True)
    table.wait(5.0)
    assert table.states() == ["setup"]
    assert table.last.missing == (("c1", W),)
    assert table.last.extra == (("c2", W),)
    assert table.put(c2=None, c1=W).state == "unchanged"
    table.put(c1=None, c2=W)
    assert table.wait(1.0).action == "c1n"


def test_case_5_more_than_any_move_can_change_is_calibration(table):
    """Five spheres gone at once are a fault of sensing, not a move."""
    at = position("8/8/8/8/8/8/8/8/8/wwwww3")
    table.begin(at)
    table.spheres = {}
    table.see()
    assert table.wait(1.0).state == "calibration"
    assert table.last.message.params["number"] == 5


@pytest.mark.parametrize("setup", [True, False])
def test_case_4_a_turned_board_is_named(table, setup):
    """Turned by 180 degrees: named at set-up, and never played on."""
    at = position("2b5/8/8/8/8/3b4/8/8/8/w1w5")
    turned = {PANES[79 - PANES.index(p)]: c for p, c in occupancy(at).items()}
    table.spheres = turned
    table.see()
    table.watch(at, setup=setup)
    assert table.wait(1.0).state == "calibration"
    assert table.last.message.code == "referee.turned"


def test_case_4_swapped_sensor_bands_are_named(table):
    """Two bands' plugs swapped: both are named."""
    at = position("8/8/8/4b3/8/8/8/8/8/w1w5")
    table.spheres = {"a7": W, "c7": W, "e1": B}
    table.see()
    table.watch(at, setup=True)
    assert table.wait(1.0).message.code == "referee.bands_swapped"
    assert table.last.message.params == {"bands": "1, 4"}


def test_case_7_after_a_correction_the_board_guides_and_plays_on(table):
    """The last recognition was wrong: against the corrected position the panes guide, then play goes on."""
    at = position("8/8/8/8/8/8/8/8/8/2w5")
    table.begin(at, version=1)
    table.put(c1=None, c2=W)
    assert table.wait(1.0).action == "c1n"
    corrected = GAME.apply(at, "@e")  # "that is not what I played"
    table.watch(corrected, version=3, setup=True)
    assert table.last.state == "setup"
    assert {p for p, _ in table.last.missing} == {"c1", "e1"}
    assert table.put(c2=None, c1=W, e1=W).state == "unchanged"
    assert table.last.version == 3


def test_case_11_a_nudge_out_of_turn_changes_nothing(table):
    """The other side's sphere moved: signalled, and gone when put back."""
    at = position("8/8/8/8/8/8/8/8/3b4/2w5")
    table.begin(at)
    table.put(d2=None, e2=B)
    assert table.wait(1.0).state == "astray"
    assert table.put(e2=None, d2=B).state == "unchanged"
    assert "recognised" not in table.states()


def test_case_11_nothing_is_recognised_when_nobody_may_move(table):
    """Without candidates (a bot's turn, the match over) differences are named and no more."""
    at = position("8/8/8/8/8/8/8/8/8/2w5")
    table.begin(at)
    table.referee.watch(occupancy(at), (), version=2)
    table.put(c1=None, c2=W)
    assert table.wait(5.0).state == "astray"


def test_case_12_the_trail_tells_smash_from_fall(table):
    """The same panes in the end: touching the smashed one tells which it was."""
    at = position("8/8/8/8/8/8/8/w7/w7/8")  # a3 south smashes a2; a3 west falls off
    assert {"a3s", "a3w"} <= set(GAME.actions(at))
    table.begin(at)
    table.put(a3=None)
    assert table.wait(4.0).action == "a3w"
    assert table.put(a3=W).state == "unchanged"
    table.put(a3=None, a2=None)
    table.put(a2=W)
    assert table.wait(4.0).action == "a3s"


def test_case_12_the_colour_tells(table):
    """Smashing the other colour shows by itself."""
    at = position("8/8/8/8/8/8/8/w7/b7/8")
    table.begin(at)
    table.put(a3=None, a2=None)
    table.put(a2=W)
    assert table.wait(4.0).action == "a3s"


def test_case_12_when_nothing_tells_the_panel_asks_once(table):
    """A corner sphere gone over one edge or the other: both are offered, in one report."""
    at = position("8/8/8/8/8/8/8/8/8/w7")
    table.begin(at)
    table.put(a1=None)
    assert table.wait(10.0).state == "ambiguous"
    assert set(table.last.actions) == {"a1s", "a1w"}
    assert table.states().count("ambiguous") == 1
    assert table.put(a1=W).state == "unchanged"


def test_a_vanished_sphere_counts_only_after_three_seconds(table):
    """Gone might be in somebody's hand: shown as such, and taken for a fall late."""
    at = position("8/8/8/8/8/8/8/8/8/3w4")
    table.begin(at)
    table.put(d1=None)
    assert table.last.state == "in_hand"
    assert table.wait(0.7).state == "provisional"
    assert table.last.in_hand == (("d1", W),)
    assert table.last.message.code == "referee.vanished"
    assert table.wait(2.0).state == "provisional"
    assert table.wait(0.4).state in ("recognised", "ambiguous")


def test_nothing_is_judged_while_bands_move_or_the_board_is_away(table):
    """Recognitions wait for the bands, and for the board to come back; then time starts anew."""
    at = position("8/8/8/8/8/8/8/8/8/2w5")
    table.begin(at)
    table.moving = True
    table.put(c1=None, c2=W)
    assert table.wait(5.0).state == "unchanged"
    table.moving = False
    assert table.see().state == "provisional"
    table.away = True
    table.see()
    assert table.wait(5.0).state == "provisional"
    table.away = False
    table.see()
    assert table.wait(0.5).state == "provisional"
    assert table.wait(0.2).state == "recognised"


def test_case_10_a_pane_nobody_trusts_never_imprisons(table):
    """A dead sensor marked as such agrees with anything; a move onto it needs the longer time."""
    at = position("8/8/8/8/8/8/8/8/2w5/8")
    table.odd["c3"] = Pane("c3", "fault", None)
    table.odd["f7"] = Pane("f7", "full", "black", trusted=False)
    table.begin(at)
    assert table.last.state == "unchanged"
    table.put(c2=None)
    assert table.wait(0.7).state == "provisional"
    assert table.wait(3.0).state in ("recognised", "ambiguous")
    assert "c2n" in (table.last.action, *table.last.actions)


def test_an_uncertain_pane_hides_nothing_else(table):
    """A hand over a pane makes it uncertain: nothing is missing there, and other panes are judged on."""
    at = position("8/8/8/8/8/8/8/8/8/2w2w2")
    table.begin(at)
    table.odd["f1"] = Pane("f1", "uncertain", None)
    assert table.see().state == "unchanged"
    table.put(c1=None, c2=W)
    assert table.wait(1.0).action == "c1n"


def test_watching_the_same_again_does_not_start_the_clock_anew(table):
    """The panel may repeat itself: what was settling goes on settling."""
    at = position("8/8/8/8/8/8/8/8/8/2w5")
    table.begin(at, version=5)
    table.put(c1=None, c2=W)
    table.wait(0.4)
    table.watch(at, version=5)
    assert table.wait(0.3).state == "recognised"


def test_unwatched_it_says_nothing(table):
    """No match on the board: no reports, and no appointment."""
    at = position("8/8/8/8/8/8/8/8/8/2w5")
    table.begin(at)
    table.referee.unwatch()
    told = len(table.reports)
    table.put(c1=None)
    table.wait(5.0)
    assert len(table.reports) == told
    assert table.referee.due() is None


def test_decide_is_pure_and_needs_no_clock():
    """The decision alone: same arguments, same answer, and the arguments stay as they were."""
    at = position("8/8/8/8/8/8/8/8/8/2w5")
    before, legal = occupancy(at), candidates(at)
    seen = panes_of({"c2": W})
    first = decide(before, legal, seen, version=3)
    assert (first.state, first.action, first.version) == ("recognised", "c1n", 3)
    assert decide(before, legal, seen, version=3) == first
    assert before == occupancy(at)
    assert judged(seen, untrusted={"c2"}).keys() == set(PANES) - {"c2"}


def random_position(draw) -> Position:
    at = Position.parse("8/8/8/8/8/8/8/8/8/8 12321 w abcdefgh/abcdefgh - 1", bands="locked")
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=14)):
        actions = GAME.actions(at)
        if not actions:
            break
        at = GAME.apply(at, actions[choice % len(actions)])
    return at


positions = st.composite(random_position)()
pane_states = st.sampled_from(
    [("empty", None), ("full", W), ("full", B), ("uncertain", None), ("fault", None)]
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=positions, data=st.data())
def test_from_any_state_panes_equal_to_the_position_return_to_play(make_table, at, data):
    """Case 3 as a property: whatever was seen before, in whatever order, at whatever pace."""
    table = make_table()
    table.watch(at, setup=data.draw(st.booleans()))
    for _ in range(data.draw(st.integers(0, 8))):
        for pane in data.draw(st.lists(st.sampled_from(PANES), max_size=5)):
            state, colour = data.draw(pane_states)
            table.odd[pane] = Pane(pane, state, colour, trusted=data.draw(st.booleans()))
        table.moving, table.away = data.draw(st.booleans()), data.draw(st.booleans())
        table.see()
        table.wait(data.draw(st.sampled_from([0.0, 0.3, 0.7, 4.0])))
    table.odd.clear()
    table.moving = table.away = False
    table.spheres = dict(occupancy(at))
    assert table.see().state == "unchanged"
    assert table.wait(10.0).state == "unchanged"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=positions, data=st.data())
def test_any_legal_action_carried_out_in_any_order_is_recognised(make_table, at, data):
    """Lifting and setting down in any order, at hand speed: in the end the action, or a choice with it."""
    options = candidates(at)
    if not options:
        return
    chosen = data.draw(st.sampled_from(options))
    before, after = occupancy(at), dict(chosen.panes)
    lifts = [p for p in chosen.touched if p in before]
    downs = [p for p in chosen.touched if p in after]
    lift_order = data.draw(st.permutations(lifts))
    down_order = data.draw(st.permutations(downs))
    table = make_table()
    table.begin(at)
    for pane in lift_order:
        table.put(**{pane: None})
        table.wait(data.draw(st.sampled_from([0.0, 0.2, 0.5])))
    for pane in down_order:
        table.put(**{pane: after[pane]})
        table.wait(data.draw(st.sampled_from([0.0, 0.2, 0.5])))
    final = table.wait(5.0)
    assert final.state in ("recognised", "ambiguous")
    named = [c for c in options if c.action in (final.action, *final.actions)]
    assert any(c.panes == chosen.panes for c in named)
    if len([c for c in options if c.panes == chosen.panes]) == 1:
        assert final.state == "recognised"


def test_two_rolls_never_leave_the_same_panes_with_different_spheres_lost():
    """What the trail cannot tell apart does not matter: equal occupancy is an equal position in Palace."""
    at = position("8/8/8/8/3b4/8/w2w4/w7/w1wb4/w2w3w")
    for first, second in itertools.combinations(candidates(at), 2):
        if first.panes == second.panes:
            assert GAME.apply(at, first.action) == GAME.apply(at, second.action)
