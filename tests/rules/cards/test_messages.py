"""What is done, in words: before it happens (describe) and after (happened)."""

import random

import pytest


@pytest.mark.parametrize(
    ("pile", "first", "action", "code", "words"),
    [
        ("3S", "7C 7D 4C,,", "play 7C 7D", "play", "plays 7♣ 7♦"),
        ("3S", "7C,,", "play 7C", "play.out", "plays 7♣ and is out"),
        (
            "3S 8S",
            "TC 4C,,",
            "play TC",
            "play.ten",
            "plays 10♣: the pile (3) is removed, and another turn",
        ),
        ("3S", ",TC,", "play TC", "play.ten.out", "plays 10♣: the pile (2) is removed, and is out"),
        (
            "7S 7H",
            "7C 7D 4C,,",
            "play 7C 7D",
            "play.four",
            "plays 7♣ 7♦, four of a kind: the pile (4) is removed, and another turn",
        ),
        (
            "7S 7H 7D",
            "7C,,",
            "play 7C",
            "play.four.out",
            "plays 7♣, four of a kind: the pile (4) is removed, and is out",
        ),
        ("3S 8S", "4C,,", "take", "take", "takes the pile (2)"),
        ("3S", ",,5C 6C", "turn 2", "turned", "turns 6♣"),
        ("3S", ",,5C", "turn 1", "turned.out", "turns 5♣ and is out"),
        ("3S", ",,TC 6C", "turn 1", "turned.ten", "turns 10♣: the pile (2) is removed, and another turn"),
        ("3S", ",,TC", "turn 1", "turned.ten.out", "turns 10♣: the pile (2) is removed, and is out"),
        (
            "5S 5D 5H",
            ",,5C 6C",
            "turn 1",
            "turned.four",
            "turns 5♣, four of a kind: the pile (4) is removed, and another turn",
        ),
        (
            "5S 5D 5H",
            ",,5C",
            "turn 1",
            "turned.four.out",
            "turns 5♣, four of a kind: the pile (4) is removed, and is out",
        ),
        (
            "3S KS",
            ",,5C",
            "turn 1",
            "miss",
            "turns 5♣, which does not go, and takes it with the pile (2)",
        ),
    ],
)
def test_an_action_is_told_by_what_it_does(cards, position, pile, first, action, code, words):
    """Burns, going out and a card that does not go are named; before a card is turned only its slot is."""
    state = position(pile, tuple(first.split(",")), ("AC AD", "", ""))
    after = cards.apply(state, action)
    happened = cards.happened(after)
    assert (happened.code, str(happened)) == (f"cards.{code}", words)
    assert cards.view(after, None)["last"]["message"] == happened.to_json()
    described = cards.describe(state, action)
    assert described.params["action"] == action
    if action.startswith("turn"):
        assert str(described) == f"turns card {action.split()[1]}"
    else:
        assert (described.code, str(described)) == (f"cards.{code}", words)


def test_the_exchange_is_told_too(cards):
    """Which card was laid up and which taken in hand; everybody sees both."""
    state = cards.new(2, {})
    deal = cards.chance(state, random.Random(3))
    assert str(cards.describe(state, deal)) == "the cards are dealt"
    state = cards.apply(state, deal)
    assert str(cards.happened(state)) == "the cards are dealt"
    rows = cards.to_json(state)["seats"]
    given, got = rows[1]["hand"][0], rows[1]["up"][0]
    swap = f"swap {given} {got}"
    described = cards.describe(state, swap)
    state = cards.apply(state, swap, 1)
    assert described.code == cards.happened(state).code == "cards.swap"
    assert str(described) == str(cards.happened(state))
    assert cards.view(state, 0)["last"]["cards"] == [given, got]
    assert str(cards.describe(state, "ready")) == "is ready"
    state = cards.apply(state, "ready", 1)
    assert str(cards.happened(state)) == "is ready"
    assert cards.view(state, None)["last"]["seat"] == 1


def test_nothing_has_happened_before_the_deal(cards):
    """No last event, in the state and in every view."""
    state = cards.new(2, {})
    assert cards.happened(state) is None
    assert cards.view(state, 0)["last"] is None
