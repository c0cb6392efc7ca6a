"""The 52 cards as small numbers, sets of cards as one int, and their texts.

A card is ``4 * rank + suit``: 0 is the two of clubs, 51 the ace of spades, and ``card >> 2`` is the rank.
Suits never matter to the rules (R1), only to the eye. A set of cards (a hand, the up cards, the cards out of
the game) is a **mask**: bit n is card n. An ordered row of cards (pile, stock) is a tuple.

Texts are rank + suit, ``TS`` = ten of spades, low to high ``23456789TJQKA``, suits ``CDHS``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.protocol import BadNotation

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
TWO: Final = 0
THREE: Final = 1
TEN: Final = RANKS.index("T")

NAMES: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""``NAMES[card]`` is the text of a card."""
NUMBERS: Final = {name: number for number, name in enumerate(NAMES)}
ALL: Final = (1 << 52) - 1
OF_RANK: Final = tuple(0b1111 << 4 * rank for rank in range(13))
"""``OF_RANK[rank]`` is the mask of the four cards of a rank."""

_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_FACES: Final = tuple(name.replace("T", "10")[:-1] + _SIGNS[name[-1]] for name in NAMES)


def number(text: str) -> int:
    """The card a text names; BadNotation if it names none."""
    try:
        return NUMBERS[text]
    except (KeyError, TypeError):
        raise BadNotation("cards.bad_card", text=str(text)[:20]) from None


def rank_of(text: str) -> int:
    """The rank a single letter names; BadNotation if it names none."""
    if not isinstance(text, str) or len(text) != 1 or text not in RANKS:
        raise BadNotation("cards.bad_card", text=str(text)[:20])
    return RANKS.index(text)


def mask(cards: Iterable[int]) -> int:
    """The set of some different cards."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def members(bits: int) -> list[int]:
    """The cards of a set, lowest first."""
    cards = []
    while bits:
        low = bits & -bits
        cards.append(low.bit_length() - 1)
        bits ^= low
    return cards


def names(bits: int) -> list[str]:
    """The texts of a set of cards, sorted by rank, then suit."""
    return [NAMES[card] for card in members(bits)]


def faces(cards: Iterable[int]) -> str:
    """Some cards as people read them: ``10♠ J♥``."""
    return " ".join(_FACES[card] for card in cards)
