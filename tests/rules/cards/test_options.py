"""What may be agreed before the deal."""

import pytest

from rules.cards.cards import OF_RANK, RANKS
from rules.cards.options import EMPTY, Options, misfit
from rules.protocol import BadOption

TENS = ("ranked", "not_on_low", "always")
LOWS = ("9", "7", "5", "off")


def goes(rank, top, ten, low):
    """R6 to R8 and the two options once more, written down card by card."""
    if top is None or rank == "2":
        return True
    value = "23456789TJQKA".index
    if rank == "T" and ten != "ranked":
        return ten == "always" or top != low or low == "off"
    if top == low:
        return value(rank) <= value(low)
    return value(rank) >= value(top)


@pytest.mark.parametrize("low", LOWS)
@pytest.mark.parametrize("ten", TENS)
def test_which_rank_goes_on_which(ten, low):
    """All 13 ranks on all 13 ranks and on nothing: the rule, the table made of it, and the words agree."""
    fits = Options(ten=ten, low_rank=low).fits
    for top in [None, *RANKS]:
        place = EMPTY if top is None else RANKS.index(top)
        for rank in RANKS:
            expected = goes(rank, top, ten, low)
            assert (misfit(RANKS.index(rank), place, ten, low) is None) == expected, (rank, top)
            assert (fits[place] & OF_RANK[RANKS.index(rank)] != 0) == expected


def test_ten_not_on_low_goes_on_anything_but_a_9(cards, position):
    """On a king yes, on a 9 no."""
    for pile, there in (("KS", True), ("9S", False), ("", True)):
        state = position(pile, ("TH 4C", "", ""), ("6C", "", ""), options={"ten": "not_on_low"})
        assert ("play TH" in cards.actions(state)) is there


def test_low_rank_off_makes_the_9_an_ordinary_card(cards, position):
    """A king goes on it, a 4 does not."""
    state = position("9S", ("KH 4C", "", ""), ("6C", "", ""), options={"low_rank": "off"})
    assert cards.actions(state) == ["play KH", "take"]


def test_pickup_only_when_stuck_holds_for_hand_and_face_up_cards(cards, position):
    """Nothing fits: the pile may be taken. Something fits: it must be played."""
    strict = {"optional_pickup": False}
    for hand, up in (("4C", ""), ("", "4C")):
        assert cards.actions(position("KS", (hand, up, "5D"), ("6C", "", ""), options=strict)) == ["take"]
        assert cards.actions(position("3S", (hand, up, "5D"), ("6C", "", ""), options=strict)) == ["play 4C"]


def test_four_burn_off_leaves_the_pile_lying(cards, position):
    """Four 8s stay, and the turn passes; a 10 burns all the same."""
    state = position("8S 8D 8H", ("8C 4C", "", ""), ("TC", "", ""), options={"four_burn": False})
    after = cards.apply(state, "play 8C")
    assert (len(after.table.pile), after.table.turn) == (4, 1)
    assert cards.apply(after, "play TC").table.pile == ()


@pytest.mark.parametrize(
    ("deal", "seats", "size", "stock", "unused"),
    [
        ("three", 2, 3, 34, 0),
        ("three", 3, 3, 25, 0),
        ("three", 4, 3, 16, 0),
        ("short", 2, 3, 16, 18),
        ("short", 3, 3, 16, 9),
        ("short", 4, 3, 16, 0),
        ("seed", 2, 6, 16, 0),
        ("seed", 3, 4, 16, 0),
        ("seed", 4, 3, 16, 0),
    ],
)
def test_deal_gives_everybody_their_cards_and_keeps_the_rest(cards, deal, seats, size, stock, unused):
    """Three each, with all the rest as the stock, or with a stock of sixteen and the others in the box."""
    start = cards.new(seats, {"deal": deal})
    names = [rank + suit for rank in RANKS for suit in "CDHS"]
    d = cards.to_json(cards.apply(start, f"deal {','.join(names)} {','.join(map(str, range(seats)))}"))
    assert d["hand_size"] == size
    assert [len(row["down"]) for row in d["seats"]] == [size] * seats
    assert (len(d["stock"]), len(d["unused"])) == (stock, unused)
    assert d["stock"] == names[52 - stock :]
    assert d["unused"] == names[52 - stock - unused : 52 - stock]


def test_turn_cap_zero_is_never(cards, position):
    """Not even after the default thousand."""
    state = position("3S", ("KC QC", "", ""), ("4C", "", ""), ply=5000, options={"turn_cap": 0})
    assert cards.apply(state, "take").table.phase == "play"


def test_the_defaults_are_the_seeds_rules(cards):
    """A match without options is played by the rules as written."""
    assert cards.new(2, {}).setup.options.to_json() == {
        "ten": "ranked",
        "low_rank": "9",
        "optional_pickup": True,
        "four_burn": True,
        "deal": "seed",
        "turn_cap": 1000,
    }


@pytest.mark.parametrize(
    "options",
    [
        {"tens": "always"},
        {"ten": "never"},
        {"ten": None},
        {"low_rank": 9},
        {"four_burn": 1},
        {"optional_pickup": "true"},
        {"turn_cap": -1},
        {"turn_cap": True},
        {"turn_cap": None},
        {"deal": []},
    ],
)
def test_unknown_options_and_values_are_refused(cards, options):
    """The error names the option."""
    with pytest.raises(BadOption, match=f"options.{next(iter(options))}"):
        cards.new(2, options)


@pytest.mark.parametrize("seats", [0, 1, 5, "2", True, None, 2.0])
def test_the_game_is_for_two_to_four(cards, seats):
    """Anything else is no number of seats."""
    with pytest.raises(BadOption):
        cards.new(seats, {})
