"""What digital versions of this game are known to get wrong, one test a mistake."""

import random

import pytest

from rules.protocol import BadNotation


@pytest.mark.parametrize("pile", ["KS", "9S", "4C JD"])
def test_a_turned_10_that_does_not_fit_neither_burns_nor_gives_an_extra_turn(cards, position, pile):
    """It is shown, goes to the hand with the pile, and the next seat plays."""
    after = cards.apply(position(pile, ("", "", "TC 5D"), ("3C 4D 6D", "", "")), "turn 1")
    d = cards.to_json(after)
    assert sorted(d["seats"][0]["hand"]) == sorted(["TC", *pile.split()])
    assert (d["turn"], d["pile"], d["last"]["kind"], d["last"]["burn"]) == (1, [], "miss", "")
    assert not {"TC", *pile.split()} & set(d["removed"])


def test_a_turned_card_is_judged_before_it_lies_on_the_pile(cards, position):
    """A turned 4 on a jack does not fit although it would fit on itself, nor do three 4s below help it."""
    after = cards.apply(position("4C 4D 4H JS", ("", "", "4S 5D"), ("3C 6D", "", "")), "turn 1")
    assert after.table.turn == 1
    assert len(cards.to_json(after)["seats"][0]["hand"]) == 5


@pytest.mark.parametrize(
    ("pile", "played"),
    [("7S 7D 7H 2C", "7C"), ("7S 7D 2C 7H", "7C"), ("KS KD 2S KH 2D", "KC")],
)
def test_four_equal_cards_count_on_top_of_the_pile_only(cards, position, pile, played):
    """A card of another rank between them, and there is no burn."""
    after = cards.apply(position(pile, (f"{played} 3S 3D", "", ""), ("3C 6D", "", "")), f"play {played}")
    d = cards.to_json(after)
    assert d["pile"] == [*pile.split(), played]
    assert d["turn"] == 1


def test_the_chosen_of_equal_cards_are_played_not_the_leftmost(cards, position):
    """Suits do not matter to the rules, but the card touched is the card that goes."""
    state = position("3S", ("7C 7D 7H 7S", "", ""), ("3C 6D", "", ""))
    for chosen in ("7H", "7S 7D", "7D 7H 7S"):
        d = cards.to_json(cards.apply(state, f"play {chosen}"))
        assert d["pile"] == ["3S", *chosen.split()]
        assert set(d["seats"][0]["hand"]) == {"7C", "7D", "7H", "7S"} - set(chosen.split())


@pytest.mark.parametrize("size", [3, 4, 6])
def test_the_hand_is_refilled_to_its_starting_number_and_no_further(cards, size):
    """N cards again, not N + 1, after a play of one card or more."""
    hand = ["4C", "4D", "5C", "5D", "6C", "6D"][:size]
    state = cards.from_json(
        {
            "hand_size": size,
            "stock": ["AS", "AD", "AH", "AC", "KC"],
            "seats": [{"hand": hand}, {"hand": ["3C", "3D", "3H", "7C", "7D", "7H"][:size]}],
        }
    )
    for action, drawn in (("play 4C", 1), ("play 4C 4D", 2)):
        after = cards.apply(state, action)
        assert after.table.seats[0].hand.bit_count() == size
        assert len(after.table.stock) == 5 - drawn


def test_a_tied_opening_is_decided_by_lot_not_by_the_order_of_seats(cards):
    """Whoever of the tied seats is named first among the lots opens, wherever it sits."""
    rows = [{"hand": ["3C", "KD", "KH"]}, {"hand": ["3D", "KS", "AS"]}, {"hand": ["4D", "5S", "6S"]}]
    for lots, opener in (([0, 1, 2], 0), ([1, 0, 2], 1), ([2, 1, 0], 1), ([2, 0, 1], 0)):
        state = cards.from_json({"phase": "swap", "ready": [True, True, False], "lots": lots, "seats": rows})
        after = cards.apply(state, "ready", 2)
        assert (after.table.turn, cards.to_json(after)["open_rank"]) == (opener, "3")


def test_every_tied_seat_has_the_same_chance_however_many_cards_it_holds(cards):
    """Three 3s against one: over 600 deals each of the two opens about half the time."""
    rng, opened = random.Random(20), [0, 0]
    for _ in range(600):
        lots = list(map(int, cards.chance(cards.new(2, {}), rng).split()[2].split(",")))
        rows = [{"hand": ["3C", "3D", "3H"]}, {"hand": ["3S", "KS", "AS"]}]
        state = cards.from_json({"phase": "swap", "ready": [True, False], "lots": lots, "seats": rows})
        opened[cards.apply(state, "ready", 1).table.turn] += 1
    assert min(opened) > 240


def test_the_opener_is_found_in_the_hands_never_in_the_face_up_cards(cards):
    """A 3 lying face up does not open, and a 2 in hand is not the lowest card."""
    rows = [
        {"hand": ["2C", "6D", "6H"], "up": ["3C", "4D", "4H"]},
        {"hand": ["5S", "KS", "2S"], "up": ["4S", "3H", "4C"]},
    ]
    state = cards.from_json({"phase": "swap", "ready": [True, False], "seats": rows})
    after = cards.apply(state, "ready", 1)
    assert (after.table.turn, cards.to_json(after)["open_rank"]) == (1, "5")
    assert cards.actions(after) == ["play 5S"]


def test_the_loser_is_who_still_has_cards(cards, position):
    """Seat 0 lays its last card and wins; seat 1, who still holds some, has lost."""
    outcome = cards.outcome(cards.apply(position("7S", ("KC", "", ""), ("3D AC", "", "")), "play KC"))
    assert (outcome.winners, outcome.losers, outcome.ranks, outcome.reason) == (
        (0,),
        (1,),
        (1, 2),
        "last_player",
    )


@pytest.mark.parametrize(("pile", "last"), [("8S", "TC"), ("KS KD KH", "KC")])
@pytest.mark.parametrize("zone", ["hand", "up", "down"])
def test_a_seat_that_goes_out_on_a_burn_gets_no_extra_turn(cards, position, pile, last, zone):
    """The next seat still in leads on the empty pile; a seat that is out is passed over."""
    first = tuple(last if zone == one else "" for one in ("hand", "up", "down"))
    state = position(pile, first, ("", "", ""), ("3D AC", "", ""), ("4D", "", ""))
    after = cards.apply(state, "turn 1" if zone == "down" else f"play {last}")
    assert (after.table.turn, after.table.pile, after.table.order) == (2, (), (1, 0))


def test_the_pile_may_be_taken_although_something_fits(cards, position):
    """The offer does not depend on what the hand holds."""
    state = position("3S", ("7C KD AH", "", ""), ("3C 6D", "", ""))
    assert "take" in cards.actions(state)
    assert cards.apply(state, "take").table.turn == 1


def test_two_matches_do_not_share_a_pile(cards, position):
    """States are values: what is played in one leaves every other as it was, the same deal included."""
    deal = cards.chance(cards.new(2, {}), random.Random(5))
    one, other = (cards.apply(cards.new(2, {}), deal) for _ in range(2))
    assert one == other
    for seat in (0, 1):
        one, other = cards.apply(one, "ready", seat), cards.apply(other, "ready", seat)
    before = cards.to_json(other)
    assert cards.apply(one, cards.actions(one)[0]).table.pile != ()
    assert cards.to_json(other) == before
    assert other.table.pile == ()


@pytest.mark.parametrize("action", ["turn 1 2", "turn 1,2", "turn 1 turn 2", "turn 1 1"])
def test_one_face_down_card_is_turned_at_a_time(cards, position, refused, action):
    """Several in one call are no action, even where each alone would do."""
    state = position("", ("", "", "5C 6C 7C"), ("3C 6D", "", ""))
    assert isinstance(refused(state, action), BadNotation)


def test_all_seats_exchange_at_once(cards):
    """Any seat that is not ready may act, in any order, until it says ready."""
    state = cards.apply(cards.new(3, {}), cards.chance(cards.new(3, {}), random.Random(7)))
    assert cards.actor(state) == frozenset({0, 1, 2})
    for seat in (2, 0, 2, 1, 0):
        swap = cards.actions(state, seat)[-1]
        state = cards.apply(state, swap, seat)
    state = cards.apply(state, "ready", 1)
    assert cards.actor(state) == frozenset({0, 2})
    assert cards.actions(state, 1) == []
    state = cards.apply(cards.apply(state, "ready", 2), cards.actions(state, 0)[-1], 0)
    assert cards.actor(state) == frozenset({0})
    assert cards.apply(state, "ready", 0).table.phase == "open"


def test_a_hand_of_forty_cards_is_a_hand_like_any_other(cards):
    """Every card of it can be seen, chosen and named; nothing has a fixed number of places."""
    names = [rank + suit for rank in "3456789JQK" for suit in "CDHS"]
    state = cards.from_json({"pile": ["2C"], "seats": [{"hand": names}, {"hand": ["AC"]}]})
    view = cards.view(state, 0)
    assert view["seats"][0]["hand"] == names
    assert view["seats"][0]["hand_count"] == 40
    actions = cards.actions(state)
    assert len(actions) == 41
    assert {name for action in actions for name in action.split()[1:]} == set(names)
