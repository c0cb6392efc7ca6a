"""Before the first turn: options, seats, the deal and the five posts."""

from __future__ import annotations

import random

import pytest

from rules.protocol import CHANCE, BadOption, IllegalAction
from rules.royal.data import NOBLES, PLACES


@pytest.fixture
def dealt(royal):
    """A dealt match of so many seats."""

    def make(seats: int = 2, seed: int = 1, **options):
        s = royal.new(seats, options)
        return royal.apply(s, royal.chance(s, random.Random(seed)), CHANCE)

    return make


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_starts_with_the_same_servants_and_more_gold_by_seat(royal, seats):
    """Three on the stair, two on parade, 13 in the reserve, seven in the supply; 0, 1, 2, 3 gold."""
    s = royal.new(seats, {})
    assert royal.actor(s) == CHANCE
    assert royal.actions(s) == []
    for seat, player in enumerate(s.players):
        assert (player.gold, player.reserve, player.supply) == (seat, 13, 7)
        assert dict(zip(PLACES, player.palace))["stair"] == 3
        assert dict(zip(PLACES, player.palace))["parade"] == 2
        assert sum(player.palace) == 5
    assert royal.problems(s) == []


@pytest.mark.parametrize("seats", [0, 1, 5, "2", None, 2.0, True])
def test_it_is_for_two_to_four(royal, seats):
    """Any other number of seats is refused."""
    with pytest.raises(BadOption, match="it takes 2 to 4"):
        royal.new(seats, {})


@pytest.mark.parametrize(
    "options",
    [{"layout": "round"}, {"cardinal": True}, {"discount": None}, {"seats": 3}, {"Layout": "fixed"}, [1]],
)
def test_unknown_options_are_refused(royal, options):
    """Names and values have to be known."""
    with pytest.raises(BadOption):
        royal.new(2, options)


def test_the_deal_lays_out_what_it_names(royal):
    """Nobles row by row from a1, the last kind on top of the pile, the places from the top left."""
    s = royal.new(2, {"layout": "random"})
    deal = royal.chance(s, random.Random(3))
    _, nobles, kinds, places = deal.split(" ")
    s = royal.apply(s, deal, CHANCE)
    written = royal.to_json(s)
    assert [written["park"][f"{c}{r}"] for r in range(1, 7) for c in "abcdef"] == nobles.split(",")
    assert written["draw"] == kinds.split(",")
    assert written["layout"] == places.split(",")
    assert (royal.actor(s), s.turn.phase, s.clock.round) == (0, "post", 0)
    unused = {noble.id for noble in NOBLES} - set(nobles.split(","))
    assert len(unused) == 6
    assert not any(noble in str(royal.view(s, 0)) for noble in unused)


def _spoil(deal: str, part: int, change) -> str:
    parts = [piece.split(",") for piece in deal.split(" ")[1:]]
    change(parts[part])
    return " ".join(["deal", *(",".join(piece) for piece in parts)])


def _swap(names: list[str], one: int, other: int) -> None:
    names[one], names[other] = names[other], names[one]


@pytest.mark.parametrize(
    ("layout", "part", "change", "sentence"),
    [
        ("fixed", 0, lambda names: names.__setitem__(0, names[1]), "deal: a noble is named twice"),
        (
            "fixed",
            1,
            lambda names: names.__setitem__(0, "writ" if names[0] != "writ" else "purse"),
            "deal: each kind of card is there four times",
        ),
        (
            "random",
            2,
            lambda names: names.__setitem__(0, names[1]),
            "deal: each place of the palace is there once",
        ),
        (
            "fixed",
            2,
            lambda names: _swap(names, 0, 1),
            "deal: the palace is the printed one, as agreed",
        ),
        ("gate-centre", 2, lambda names: _swap(names, 0, 4), "deal: the gate is in the middle, as agreed"),
    ],
)
def test_a_deal_that_cannot_be_is_refused_whole(royal, layout, part, change, sentence):
    """Each part of it is checked against the box and the options."""
    s = royal.new(2, {"layout": layout})
    deal = royal.chance(s, random.Random(1))
    with pytest.raises(IllegalAction) as caught:
        royal.apply(s, _spoil(deal, part, change), CHANCE)
    assert str(caught.value) == sentence
    assert royal.apply(s, deal, CHANCE).turn.phase == "post"


def test_every_noble_is_left_out_now_and_then(royal):
    """The six that leave the game unseen are drawn by lot: over many deals each of the 42 is left out."""
    s = royal.new(2, {})
    rng = random.Random(7)
    left = {noble.id for noble in NOBLES}
    for _ in range(120):
        left &= set(royal.chance(s, rng).split(" ")[1].split(","))
    assert left == set()


def test_chance_is_asked_for_only_where_it_acts(royal, dealt):
    """Elsewhere it is a mistake of the caller."""
    with pytest.raises(ValueError, match="nothing is dealt"):
        royal.chance(dealt(), random.Random(1))


def test_each_seat_posts_all_five_before_the_next(royal, dealt):
    """Any place, five times, seat by seat; then the start player's first turn in round 1."""
    s = dealt(3)
    assert royal.actions(s) == sorted(f"post {place}" for place in PLACES)
    order = []
    while s.turn.phase == "post":
        order.append(s.turn.seat)
        assert royal.view(s, None)["now"]["left"] == 5 - (len(order) - 1) % 5
        assert royal.actions(s, seat=(s.turn.seat + 1) % 3) == []
        s = royal.apply(s, "post cardinal", s.turn.seat)
        assert royal.problems(s) == []
    assert order == [0] * 5 + [1] * 5 + [2] * 5
    assert [player.reserve for player in s.players] == [8, 8, 8]
    assert (s.clock.round, s.turn.seat, s.turn.phase) == (1, 0, "reinforce")


def test_a_place_may_be_posted_to_five_times(royal, dealt):
    """Nothing limits how many stand in a place."""
    s = dealt()
    for _ in range(5):
        s = royal.apply(s, "post mint", 0)
    assert royal.view(s, None)["players"][0]["palace"]["mint"] == 5
