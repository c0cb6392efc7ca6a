"""Every refusal in words: what is wrong, said of the very thing, and nothing changed."""

import random

import pytest

from rules.cards.messages import ADVICE, REFUSALS, TEXTS
from rules.messages import english
from rules.protocol import BadNotation, IllegalAction, Message, NotYourTurn

FIRST = ("TH 4C 7C 7D", "KC KD", "5C 9D")
OTHER = ("6C 6D 8C", "QC QD", "JC JD")
SWAP = {"phase": "swap", "ready": [False, True], "turn": None}
DOWN = ("", "", "5C - 9D")
NAMES = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
DEAL = f"deal {','.join(NAMES)} 0,1"

# pile, first seat, more of the state, seat, action, kind of error, code, words
CASES = [
    ("8S JS", FIRST, {}, 0, "play TH", IllegalAction, "too_low", "a 10 is lower than a jack"),
    ("8S", FIRST, {}, 0, "play 4C", IllegalAction, "too_low", "a 4 is lower than an 8"),
    ("AS", ("KH", "", ""), {}, 0, "play KH", IllegalAction, "too_low", "a king is lower than an ace"),
    (
        "9S",
        FIRST,
        {},
        0,
        "play TH",
        IllegalAction,
        "too_high",
        "after a 9 the next card must be a 9 or lower; a 10 is higher",
    ),
    ("", FIRST, {"phase": "open"}, 0, "play 7C", IllegalAction, "must_open", "the game opens with a 4"),
    ("", FIRST, {"phase": "open"}, 0, "take", IllegalAction, "must_open", "the game opens with a 4"),
    ("3S", FIRST, {}, 0, "play AD", IllegalAction, "not_yours", "A♦ is not a card you can play"),
    ("3S", FIRST, {}, 0, "play 6C", IllegalAction, "not_yours", "6♣ is not a card you can play"),
    ("3S", FIRST, {}, 0, "play 5C", IllegalAction, "not_yours", "5♣ is not a card you can play"),
    ("", FIRST, SWAP, 0, "swap 6C KC", IllegalAction, "not_in_hand", "6♣ is not in your hand"),
    ("", FIRST, SWAP, 0, "swap KC KD", IllegalAction, "not_in_hand", "K♣ is not in your hand"),
    ("", FIRST, SWAP, 0, "swap TH 4C", IllegalAction, "not_face_up", "4♣ is not among your face-up cards"),
    (
        "3S",
        FIRST,
        {},
        0,
        "play KC",
        IllegalAction,
        "hand_first",
        "K♣ lies on the table: the hand is played first, and not together with it",
    ),
    (
        "3S",
        ("KH", "KC", ""),
        {},
        0,
        "play KH KC",
        IllegalAction,
        "hand_first",
        "K♣ lies on the table: the hand is played first, and not together with it",
    ),
    ("3S", FIRST, {}, 0, "play 7C 7C", IllegalAction, "twice", "7♣ is named twice"),
    ("3S", FIRST, {}, 0, "play 7C TH", IllegalAction, "mixed", "cards played together must be of one rank"),
    (
        "3S",
        DOWN,
        {},
        0,
        "play 5C",
        IllegalAction,
        "only_turning",
        "only face-down cards are left: choose one and turn it",
    ),
    ("", FIRST, {}, 0, "take", IllegalAction, "pile_empty", "there is no pile to take"),
    (
        "3S",
        DOWN,
        {},
        0,
        "take",
        IllegalAction,
        "take_at_end",
        "face-down cards are turned; the pile cannot be taken instead",
    ),
    (
        "3S",
        FIRST,
        {"options": {"optional_pickup": False}},
        0,
        "take",
        IllegalAction,
        "take_only_if_stuck",
        "the pile may be taken only when nothing goes, and 4♣ does",
    ),
    (
        "3S",
        FIRST,
        {},
        0,
        "turn 1",
        IllegalAction,
        "turn_too_early",
        "face-down cards are turned when hand and face-up cards are gone",
    ),
    (
        "3S",
        ("", "KC", "5C"),
        {},
        0,
        "turn 1",
        IllegalAction,
        "turn_too_early",
        "face-down cards are turned when hand and face-up cards are gone",
    ),
    (
        "3S",
        DOWN,
        {},
        0,
        "turn 4",
        IllegalAction,
        "no_slot",
        "there is no face-down card 4: the slots are 1 to 3",
    ),
    (
        "3S",
        DOWN,
        {},
        0,
        "turn 0",
        IllegalAction,
        "no_slot",
        "there is no face-down card 0: the slots are 1 to 3",
    ),
    ("3S", DOWN, {}, 0, "turn 2", IllegalAction, "slot_empty", "face-down card 2 is turned already"),
    (
        "",
        FIRST,
        SWAP,
        0,
        "play 4C",
        IllegalAction,
        "exchange_first",
        "cards are still being exchanged: play begins when everybody is ready",
    ),
    (
        "",
        FIRST,
        SWAP,
        1,
        "take",
        IllegalAction,
        "exchange_first",
        "cards are still being exchanged: play begins when everybody is ready",
    ),
    (
        "",
        FIRST,
        SWAP,
        0,
        "turn 1",
        IllegalAction,
        "exchange_first",
        "cards are still being exchanged: play begins when everybody is ready",
    ),
    ("3S", FIRST, {}, 0, "ready", IllegalAction, "exchange_over", "the exchange is over"),
    ("3S", FIRST, {}, 1, "swap 6C QC", IllegalAction, "exchange_over", "the exchange is over"),
    ("", FIRST, SWAP, 1, "ready", NotYourTurn, "already_ready", "you said ready, and that is final"),
    ("", FIRST, SWAP, 1, "swap 6C QC", NotYourTurn, "already_ready", "you said ready, and that is final"),
    ("3S", FIRST, {}, 1, "play 6C", NotYourTurn, "not_your_turn", "it is not your turn"),
    ("3S", FIRST, {}, 1, "take", NotYourTurn, "not_your_turn", "it is not your turn"),
    ("3S", FIRST, {}, 1, "turn 1", NotYourTurn, "not_your_turn", "it is not your turn"),
    ("3S", FIRST, {}, 0, DEAL, IllegalAction, "dealt", "the cards are dealt already"),
    (
        "",
        FIRST,
        SWAP | {"ready": [False, False]},
        None,
        "ready",
        NotYourTurn,
        "whose",
        "several seats may act now: say which",
    ),
    ("3S", FIRST, {}, 2, "take", NotYourTurn, "no_seat", "there is no seat 2 in this match"),
    ("3S", FIRST, {}, "0", "take", NotYourTurn, "no_seat", "there is no seat 0 in this match"),
    ("3S", FIRST, {}, False, "take", NotYourTurn, "no_seat", "there is no seat False in this match"),
    ("3S", FIRST, {}, "chance", "take", NotYourTurn, "no_seat", "there is no seat chance in this match"),
    (
        "3S",
        FIRST,
        {},
        0,
        "pass",
        BadNotation,
        "bad_action",
        "pass is no action: play 7C 7D, take, turn 2, swap 3C AD and ready are",
    ),
    (
        "3S",
        FIRST,
        {},
        0,
        "play 1X",
        BadNotation,
        "bad_card",
        "1X is no card: a card is a rank of 23456789TJQKA and a suit of CDHS, as in TS",
    ),
]
CASES_AT_THE_DEAL = [
    (0, DEAL, NotYourTurn, "not_dealt", "the cards are not dealt yet"),
    ("chance", "take", IllegalAction, "not_dealt", "the cards are not dealt yet"),
    (None, "play 7C", IllegalAction, "not_dealt", "the cards are not dealt yet"),
    (
        "chance",
        f"deal {','.join(NAMES[:-1])},2C 0,1",
        BadNotation,
        "bad_deal",
        "a deal names all 52 cards once; this one names 51 different ones",
    ),
    (
        "chance",
        f"deal {','.join(NAMES[:-1])} 0,1",
        BadNotation,
        "bad_deal",
        "a deal names all 52 cards once; this one names 51 different ones",
    ),
    (
        "chance",
        DEAL + ",2",
        BadNotation,
        "bad_lots",
        "the lots of a deal name all 2 seats once, from 0, not 0,1,2",
    ),
    (
        "chance",
        DEAL[:-1] + "0",
        BadNotation,
        "bad_lots",
        "the lots of a deal name all 2 seats once, from 0, not 0,0",
    ),
    (
        "chance",
        "deal",
        BadNotation,
        "bad_action",
        "deal is no action: play 7C 7D, take, turn 2, swap 3C AD and ready are",
    ),
]
MALFORMED = [
    "",
    "play",
    "play ",
    "play  7C",
    "play 7C ",
    "play 7 H",
    "play 7c",
    "PLAY 7C",
    "take 1",
    "ready 0",
]
MALFORMED += ["turn", "turn x", "turn -1", "turn ½", "turn 1.0", "turn ٣", "swap 4C", "swap 4C KC KD", "deck"]
MALFORMED += ["play 7C,7D", "play TC\n", "turn 99999999999999999999", "play " + "7C " * 60]


@pytest.mark.parametrize(("pile", "first", "more", "seat", "action", "kind", "code", "words"), CASES)
def test_a_refusal_says_what_is_wrong(position, refused, pile, first, more, seat, action, kind, code, words):
    """Code, kind of error and English sentence, and the state is as it was."""
    error = refused(position(pile, first, OTHER, **more), action, seat)
    assert type(error) is kind
    assert (error.message.code, str(error)) == (f"cards.{code}", words)


@pytest.mark.parametrize(("seat", "action", "kind", "code", "words"), CASES_AT_THE_DEAL)
def test_a_bad_deal_is_refused_whole(cards, refused, seat, action, kind, code, words):
    """52 different cards and every seat once; only chance deals."""
    error = refused(cards.new(2, {}), action, seat)
    assert type(error) is kind
    assert (error.message.code, str(error)) == (f"cards.{code}", words)


@pytest.mark.parametrize("action", [*MALFORMED, None, 7, ["take"], b"take"])
def test_what_is_no_action_is_bad_notation(position, refused, action):
    """Never an exception of another kind, and never taken for something else."""
    assert isinstance(refused(position("3S", FIRST, OTHER), action, 0), BadNotation)


def test_after_the_end_nothing_goes(cards, position, refused):
    """Nobody is on turn any more, whoever asks."""
    over = cards.apply(position("3S", ("KC", "", ""), ("6C 6D", "", "")), "play KC")
    for seat in (0, 1, None):
        error = refused(over, "take", seat)
        assert (error.message.code, str(error)) == ("cards.over", "the game is over")


def test_every_refusal_of_the_table_is_tested_here():
    """A sentence that nothing can say has no place in the table; those of states are in test_notation."""
    tried = {case[6] for case in CASES} | {case[3] for case in CASES_AT_THE_DEAL} | {"over"}
    tried |= {"bad_state", "card_again"}
    assert {f"cards.{code}" for code in tried} == set(REFUSALS)
    assert {code.removesuffix(".do") for code in ADVICE} <= set(REFUSALS)


def test_a_play_is_refused_for_the_plainest_reason(position, refused):
    """A card one does not have comes before the ranks, the ranks before the pile."""
    state = position("KS", FIRST, OTHER)
    assert refused(state, "play 4C AD").message.code == "cards.not_yours"
    assert refused(state, "play 4C TH").message.code == "cards.mixed"
    assert refused(state, "play 7C 7D").message.code == "cards.too_low"


def test_a_refusal_does_not_tell_where_a_card_is(position, refused):
    """Another's hand, the stock, a face-down card and the box all give the same words."""
    state = position("3S", FIRST, OTHER, stock=["AC"], unused=["AD"])
    hidden = {"6C": "another hand", "5C": "own, face down", "JC": "face down", "AC": "stock", "AD": "box"}
    for card in hidden:
        error = refused(state, f"play {card}")
        assert error.message.code == "cards.not_yours"
        assert set(error.message.params) == {"card"}


def test_every_text_is_filled_by_its_parameters(cards, random_match):
    """No hole stays open and no code stands where words belong, in whatever happens in random matches."""
    rng = random.Random(31)
    for seats in (2, 3, 4):
        for _ in range(8):
            for state, _, action, after in random_match(seats, rng):
                for message in (cards.describe(state, action), cards.happened(after)):
                    assert message.code in TEXTS
                    assert "{" not in str(message)
                    assert "cards." not in str(message)


def test_a_parameter_that_is_a_code_reads_as_its_text():
    """One sentence compares all ranks, in every language."""
    message = Message("cards.too_low", {"rank": "cards.rank.8", "top": "cards.rank.Q"})
    assert english(message) == "an 8 is lower than a queen"
