"""The rule book in seeds/cards.md says what the rules do."""

import re
from pathlib import Path

import pytest

from rules.cards.actions import read
from rules.cards.options import CHOICES, HAND_SIZE, STOCK

BOOK = (Path(__file__).parents[3] / "seeds" / "cards.md").read_text(encoding="utf-8")
SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
FACE = r"(?:10|[2-9JQKA])[♣♦♥♠]"
EXAMPLES = re.findall(rf"^\| (nothing|{FACE}[^|]*) \| ({FACE}[^|]*) \| ([^|]+) \|$", BOOK, re.MULTILINE)


def codes(faces):
    """``10♥ K♦`` as ``TH KD``; "nothing" is no card."""
    return [f"{face[:-1].replace('10', 'T')}{SIGNS[face[-1]]}" for face in re.findall(FACE, faces)]


@pytest.mark.parametrize(("pile", "hand", "plays"), EXAMPLES)
def test_an_example_of_the_book_is_what_the_rules_say(cards, position, pile, hand, plays):
    """Each row of its table of positions: these cards may be played and no others."""
    state = position(" ".join(codes(pile)), (" ".join(codes(hand)), "", ""), ("3S", "", ""))
    playable = {name for action in cards.actions(state) for name in action.split()[1:]}
    assert playable == set(codes(plays))


def test_the_book_has_examples():
    """The pattern above finds the table."""
    assert len(EXAMPLES) == 7


def test_the_deal_of_the_book_is_the_deal():
    """Its table has a row for each number of players."""
    for players, size in HAND_SIZE.items():
        assert f"| {players} | {size} | {size} | {size} | {STOCK} |" in BOOK


def test_every_option_and_value_is_explained():
    """By the names that the form uses."""
    for option in CHOICES:
        assert f"| `{option.name}` |" in BOOK
        if option.kind == "choice":
            for value in option.values:
                assert f"`{value}`" in BOOK


def test_every_kind_of_action_is_written_down():
    """And each of the texts can be read."""
    texts = re.findall(r"^\| `((?:swap|ready|play|take|turn)(?: [^`]*)?)` \|", BOOK, re.MULTILINE)
    assert {read(text).kind for text in texts} == {"swap", "ready", "play", "take", "turn"}


def test_the_settled_questions_are_numbered_in_order():
    """A gap would be a lost question."""
    numbers = re.findall(r"^(\d+)\. \*\*", BOOK, re.MULTILINE)
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]
    assert len(numbers) > 20
