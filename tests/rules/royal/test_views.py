"""Hidden information: a view holds what its seat may know, and nothing in it depends on anything else."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from rules.royal.data import NOBLES

FIELDS = {
    *("seat", "seats", "options", "phase", "turn", "round", "last_round", "quiet_rounds"),
    *("recruited_this_round", "layout", "park", "nobles", "border", "pile", "discard", "players", "hand"),
    *("majorities", "now", "offers", "passed", "scores", "borders", "ranks"),
}


def dumped(view) -> str:
    return json.dumps(view, ensure_ascii=False)


def hidden_elsewhere(s, seat, rng):
    """The same moment with all that ``seat`` (None: an onlooker) does not know exchanged at random."""
    others = [number for number in range(len(s.players)) if number != seat]
    unknown = list(s.piles.draw) + [card for number in others for card in s.players[number].hand]
    rng.shuffle(unknown)
    players = list(s.players)
    for number in others:
        hand = tuple(sorted(unknown.pop() for _ in players[number].hand))
        players[number] = replace(players[number], hand=hand)
    return replace(s, players=tuple(players), piles=replace(s.piles, draw=tuple(unknown)))


def moments(random_match, rng, seats, options, every):
    """States of a random match, each ``every``-th of them, and every recruit phase with a hand."""
    for number, (s, _, _, after) in enumerate(random_match(seats, rng, options)):
        if number % every == 0 or (s.turn.phase == "recruit" and number % 5 == 0):
            yield s
        if after.turn.phase == "over":
            yield after


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_changing_hidden_things_changes_no_other_view(royal, random_match, random_options, seats):
    """Other hands and the pile exchanged: the view is the same to the byte, for each seat and onlookers."""
    rng = random.Random(seats)
    changed = 0
    for s in moments(random_match, rng, seats, random_options(rng), 25):
        for seat in (None, *range(seats)):
            other = hidden_elsewhere(s, seat, rng)
            assert royal.problems(other) == []
            assert dumped(royal.view(other, seat)) == dumped(royal.view(s, seat))
            changed += other != s
    assert changed > 20


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_may_be_done_depends_on_nothing_hidden_from_the_doer(royal, random_match, seats):
    """The actions of the seat in turn stay the same, and the other seats have none."""
    rng = random.Random(seats)
    for s in moments(random_match, rng, seats, {}, 40):
        actor = royal.actor(s)
        for seat in range(seats):
            if seat != actor:
                assert royal.actions(s, seat) == []
            else:
                assert royal.actions(hidden_elsewhere(s, seat, rng), seat) == royal.actions(s, seat)


def test_passing_over_tells_nothing_about_a_hand(royal, random_match):
    """Whoever has cards passes nothing over, whatever the cards are."""
    rng = random.Random(4)
    for s, _, _, after in random_match(3, rng, {"stall_rounds": 3}):
        for seat, _phase in after.passed:
            assert after.players[seat].hand == ()
            assert s.players[seat].hand == () or s.turn.seat == seat


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sampled_state_has_the_same_view(royal, random_match, random_options, seats):
    """``determinize`` gives a sound full state that nobody with this view could tell from the real one."""
    rng = random.Random(10 + seats)
    for s in moments(random_match, rng, seats, random_options(rng), 30):
        for seat in (None, *range(seats)):
            view = royal.view(s, seat)
            sample = royal.determinize(json.loads(dumped(view)), rng)
            assert royal.problems(sample) == []
            assert dumped(royal.view(sample, seat)) == dumped(view)


def test_samples_spread_the_unseen_cards(royal, scene):
    """Over many samples the other seat holds every kind that is unseen, and never one that is not."""
    hands = {0: ["writ"] * 4, 1: ["purse", "errand"]}
    view = royal.view(scene({"gate": 1}, {"gate": 1}, hands=hands), 0)
    rng = random.Random(3)
    held = {kind for _ in range(300) for kind in royal.determinize(view, rng).players[1].hand}
    assert held == set(range(8))


def test_a_view_has_exactly_the_fields_that_are_written_down(royal, scene):
    """An allow-list: nothing more, whoever looks."""
    s = scene({"gate": 1}, {"gate": 1}, hands={0: ["purse"], 1: ["writ"]})
    for seat in (None, 0, 1):
        assert set(royal.view(s, seat)) == FIELDS
    player = {"seat", "gold", "reserve", "supply", "palace", "hand", "prestige", "nobles", "powers"}
    assert set(royal.view(s, 1)["players"][0]) == player


def test_the_hand_is_its_owners_alone(royal, scene):
    """Others and onlookers see its size."""
    s = scene({"gate": 1}, {"gate": 1}, hands={0: ["purse", "writ"], 1: []})
    assert royal.view(s, 0)["hand"] == ["purse", "writ"]
    assert royal.view(s, 1)["hand"] == []
    assert royal.view(s, None)["hand"] is None
    for seat in (None, 1):
        assert royal.view(s, seat)["players"][0]["hand"] == 2
        assert not any(word in dumped(royal.view(s, seat)) for word in ("purse", "writ"))


def test_the_six_unused_nobles_are_nowhere(royal, random_match):
    """Neither by id nor by title, in any view of a whole match."""
    rng = random.Random(6)
    unused: set[str] = set()
    for number, (s, _, _, after) in enumerate(random_match(2, rng, {"stall_rounds": 3})):
        if s.turn.phase == "deal":
            dealt = set(after.court.park)
            unused = {
                word for n, noble in enumerate(NOBLES) if n not in dealt for word in (noble.id, noble.title)
            }
        if number % 10 == 0:
            for seat in (None, 0, 1):
                assert not any(word in dumped(royal.view(after, seat)) for word in unused)
    assert len(unused) == 12


def test_an_unknown_seat_has_no_view(royal, scene):
    """A mistake of the caller."""
    with pytest.raises(ValueError, match="there is no seat 2"):
        royal.view(scene({}, {}), 2)


def test_a_view_can_be_changed_without_harm(royal, scene):
    """It is made anew each time: scribbling in it changes neither the state nor the next view."""
    s = scene({"gate": 1}, {}, hands={0: ["purse"]})
    first = dumped(royal.view(s, 0))
    view = royal.view(s, 0)
    view["nobles"].popitem()[1]["title"] = "?"
    next(iter(view["nobles"].values()))["gold"] = 99
    view["hand"].append("writ")
    view["now"]["letters"].append("mint")
    assert dumped(royal.view(s, 0)) == first
