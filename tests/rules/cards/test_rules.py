"""The rules by their numbers, as far as the worked positions do not show them."""

import random

import pytest


@pytest.mark.parametrize(("seats", "size"), [(2, 6), (3, 4), (4, 3)])
def test_r2_the_deal_goes_round_by_round_and_leaves_sixteen(cards, seats, size):
    """Down, up, then hand, one card to each seat at a time; the last card named is drawn first."""
    start = cards.new(seats, {})
    deal = cards.chance(start, random.Random(seats))
    names = deal.split()[1].split(",")
    d = cards.to_json(cards.apply(start, deal, "chance"))
    for seat, row in enumerate(d["seats"]):
        assert row["down"] == names[seat : seats * size : seats]
        assert set(row["up"]) == set(names[seats * size + seat : 2 * seats * size : seats])
        assert set(row["hand"]) == set(names[2 * seats * size + seat : 3 * seats * size : seats])
    assert d["stock"] == names[-16:]
    assert (d["hand_size"], d["removed"], d["unused"], d["phase"]) == (size, [], [], "swap")


def test_r4_the_2_opens_only_when_nobody_holds_anything_else(cards):
    """Every hand full of 2s is the one case in which a 2 is the opening rank."""
    rows = [{"hand": ["2C", "2D"], "up": ["3C"]}, {"hand": ["2H", "2S"], "up": ["3D"]}]
    state = cards.from_json({"phase": "swap", "ready": [True, False], "lots": [1, 0], "seats": rows})
    after = cards.apply(state, "ready", 1)
    assert cards.to_json(after)["open_rank"] == "2"
    assert cards.actions(after) == ["play 2H", "play 2H 2S"]


def test_r4_an_opening_of_10s_or_of_four_burns_like_any_other_play(cards):
    """Refill, burn and effects are as always, and the opener leads again freely."""
    rows = [{"hand": ["TC", "TD", "KC"]}, {"hand": ["AC", "AD", "KD"]}]
    state = cards.from_json({"phase": "open", "stock": ["3C", "3D"], "hand_size": 3, "seats": rows})
    after = cards.apply(state, "play TC TD")
    assert (after.table.turn, after.table.pile, after.table.phase) == (0, (), "play")
    assert cards.actions(after) == ["play 3C", "play 3C 3D", "play KC"]


def test_r9_and_r11_the_refill_comes_before_the_extra_turn(cards):
    """The card just drawn may be played in it."""
    state = cards.from_json(
        {"stock": ["AS"], "pile": ["8S"], "seats": [{"hand": ["TH", "4C", "5D"]}, {"hand": ["3C"]}]}
        | {"hand_size": 3}
    )
    assert "play AS" in cards.actions(cards.apply(state, "play TH"))


def test_r8_the_9_of_a_seat_that_went_out_still_binds_the_next(cards, position):
    """It is the card on top that binds, whoever laid it."""
    state = position("8S", ("9C", "", ""), ("TD 4D", "", ""), ("3D", "", ""))
    after = cards.apply(state, "play 9C")
    assert (after.table.turn, after.table.order) == (1, (0,))
    assert cards.actions(after) == ["play 4D", "take"]


def test_r8_the_9_ends_with_whatever_the_bound_seat_does(cards, position):
    """Taking the pile lifts it too: the seat after that leads freely."""
    state = position("9S", ("KC QC", "", ""), ("TD 4D", "", ""))
    after = cards.apply(state, "take")
    assert cards.actions(after) == ["play 4D", "play TD"]


def test_r10_a_turned_card_completes_four(cards, position):
    """A face-down card that fits is an ordinary play with its effects."""
    after = cards.apply(position("3C 5S 5D 5H", ("", "", "5C 6C"), ("3D", "", "")), "turn 1")
    d = cards.to_json(after)
    assert (d["turn"], d["pile"], d["last"]["burn"], d["last"]["burned"]) == (0, [], "four", 5)
    assert cards.actions(after) == ["turn 2"]


def test_r10_who_completes_the_four_plays_again_whoever_began(cards, position):
    """Two and two, by different seats, over another card."""
    state = position("3C", ("6C 6D KC", "", ""), ("6H 6S AC", "", ""), ("QC", "", ""))
    after = cards.apply(cards.apply(state, "play 6C 6D"), "play 6H 6S")
    assert (after.table.turn, after.table.pile) == (1, ())


def test_r12_with_the_hand_empty_but_not_the_stock_the_play_refills_it(cards):
    """The last hand cards may all go at once: the stock fills the hand before face-up cards are reached."""
    state = cards.from_json(
        {"stock": ["AS", "AD"], "pile": ["3S"], "hand_size": 3}
        | {"seats": [{"hand": ["7H", "7C", "7D"], "up": ["KC"]}, {"hand": ["3C", "4C", "5C"]}]}
    )
    after = cards.apply(state, "play 7H 7C 7D")
    assert after.table.seats[0].hand.bit_count() == 2
    assert after.table.seats[0].up.bit_count() == 1


def test_r13_a_card_taken_in_hand_is_played_before_the_next_is_turned(cards, position):
    """After a miss the hand goes first again; then the remaining slots."""
    state = position("QS", ("", "", "5C - 9D"), ("2D 6D", "", ""))
    state = cards.apply(cards.apply(state, "turn 1"), "play 2D")
    assert cards.actions(state) == ["play 5C", "play QS", "take"]


def test_r14_a_play_that_empties_hand_and_up_is_not_out_while_a_card_lies_face_down(cards, position):
    """Out means no card left anywhere."""
    after = cards.apply(position("3S", ("", "KC", "- 5D"), ("2D", "", "")), "play KC")
    assert after.table.order == ()
    assert after.table.last.out is False


def test_r15_all_but_one_win_and_the_order_of_going_out_is_kept(cards, position):
    """The order is shown, no more: every winner has the same rank."""
    state = position("3S", ("KC", "", ""), ("QC", "", ""), ("AC", "", ""), ("4C 5C", "", ""), turn=1)
    state = cards.apply(cards.apply(state, "play QC"), "play AC")
    state = cards.apply(state, "take", 3)
    state = cards.apply(state, "play KC", 0)
    outcome = cards.outcome(state)
    assert state.table.order == (1, 2, 0)
    assert (outcome.winners, outcome.losers, outcome.ranks) == ((0, 1, 2), (3,), (1, 1, 1, 4))
    assert (cards.actor(state), cards.actions(state), cards.actions(state, 3)) == (None, [], [])


@pytest.mark.parametrize("action", ["take", "play KC"])
def test_the_turn_cap_is_a_draw_in_which_nobody_loses(cards, position, action):
    """Every turn counts, taking too; who was out before has won all the same."""
    state = position("3S", ("KC QC", "", ""), ("", "", ""), ("4C", "", ""), ply=99, options={"turn_cap": 100})
    outcome = cards.outcome(cards.apply(state, action))
    assert (outcome.winners, outcome.losers, outcome.ranks, outcome.reason) == (
        (1,),
        (),
        (2, 1, 2),
        "turn_cap",
    )


def test_the_game_that_ends_on_the_capped_turn_has_its_loser(cards, position):
    """The last card out comes before the cap."""
    state = position("3S", ("KC", "", ""), ("4C", "", ""), ply=99, options={"turn_cap": 100})
    assert cards.outcome(cards.apply(state, "play KC")).reason == "last_player"


def test_extra_turns_count_as_turns(cards, position):
    """The ply counts every play, take and turned card."""
    state = position("3S", ("TC 4D KC", "", ""), ("4C", "", ""))
    state = cards.apply(cards.apply(cards.apply(state, "play TC"), "play 4D"), "take")
    assert state.table.ply == 3


def test_repetition_means_nothing_while_stock_remains_or_before_play(cards, position):
    """The key is None then; later equal positions have equal keys, however they came about."""
    assert cards.repetition_key(cards.new(2, {})) is None
    assert cards.repetition_key(position("3S", ("TC", "", ""), ("4C", "", ""), stock=["AC"])) is None
    one = position("3S", ("TC KC", "AD", "5D"), ("4C", "", ""), ply=7)
    other = position("3S", ("KC TC", "AD", "5D"), ("4C", "", ""))
    assert cards.repetition_key(one) == cards.repetition_key(other) is not None
    assert cards.repetition_key(one) != cards.repetition_key(
        position("3S", ("KC TC", "AD", "5D"), ("4C", "", ""), turn=1)
    )


def test_what_a_player_may_take_back(cards, position):
    """No undo past a card shown or drawn, nor past the opening; taking a pile shows nothing new."""
    play = position("3S", ("TC KC", "", "5D"), ("4C", "", ""))
    assert cards.reveals(play, "play KC")
    assert not cards.reveals(play, "take")
    assert not cards.reveals(position("3S", ("", "KC", "5D"), ("4C", "", "")), "play KC")
    assert cards.reveals(position("3S", ("", "", "5D"), ("4C", "", "")), "turn 1")
    start = cards.new(2, {})
    deal = cards.chance(start, random.Random(1))
    assert cards.reveals(start, deal)
    dealt = cards.apply(start, deal)
    assert cards.reveals(dealt, cards.actions(dealt, 0)[-1])
    assert not cards.reveals(dealt, "ready")
    assert cards.reveals(cards.apply(dealt, "ready", 0), "ready")
