"""Action texts, read and written.

    swap <hand> <up>             exchange one own hand card for one own face-up card
    ready                        the exchange is over for this seat
    play <card> [<card> ...]     cards of one rank from one zone, in the order they are laid down
    take                         the whole pile into the hand
    turn <slot>                  turn one's own face-down card, slots from 1
    deal <52 cards> <lots>       chance: see ``read_deal``

A list of legal actions names, of equal ranks, one choice per count (the lowest suits); any choice and order
of suits is accepted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from rules.cards.cards import ALL, NAMES, NUMBERS, RANKS, mask, names, number
from rules.protocol import BadNotation

Kind = Literal["play", "take", "turn", "swap", "ready", "deal"]


class Action(NamedTuple):
    """One action, read. ``cards`` in the order named; a swap's are the hand card, then the up card."""

    kind: Kind
    cards: tuple[int, ...] = ()
    mask: int = 0
    """The set of ``cards``: what a play removes from its zone."""
    slot: int = 0
    """The slot to turn, from 1."""


def read(text: str) -> Action:
    """The action a text names; BadNotation when it is none. Whether it is legal is not asked here."""
    try:
        return _READ[text]
    except (KeyError, TypeError):
        pass
    if not isinstance(text, str):
        raise BadNotation("cards.bad_action", text=str(text)[:60])
    words = text.split(" ")
    if words[0] == "play" and 2 <= len(words) <= 53:
        cards = tuple(map(number, words[1:]))
        return Action("play", cards, mask(cards))
    if words[0] == "swap" and len(words) == 3:
        cards = tuple(map(number, words[1:]))
        return Action("swap", cards, mask(cards))
    if words[0] == "turn" and len(words) == 2 and words[1].isascii() and words[1].isdigit() and len(text) < 9:
        return Action("turn", slot=int(words[1]))
    if words[0] == "deal":
        return Action("deal")
    raise BadNotation("cards.bad_action", text=text[:60])


def write_plays(cards: int) -> list[str]:
    """Every play from a set of cards that may be played now, sorted: per rank one, two ... all of them."""
    texts: list[str] = []
    for shift, of_rank in _PLAYS:
        suits = cards >> shift & 0b1111
        if suits:
            texts += of_rank[suits]
    return texts


def write_swaps(hand: int, up: int) -> list[str]:
    """Every single exchange between a hand and its face-up cards, sorted."""
    return sorted(f"swap {one} {other}" for one in names(hand) for other in names(up))


def write_deal(cards: Sequence[int], lots: Sequence[int]) -> str:
    return f"deal {','.join(NAMES[card] for card in cards)} {','.join(map(str, lots))}"


def read_deal(text: str, seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards and lots of ``deal <52 cards> <lots>``, checked whole.

    The cards are named in the order of the deal: one down card to each seat from seat 0, round by round; then
    the face-up cards and the hands likewise; then those that never enter; then the stock, of which the last
    named is drawn first. ``lots`` are all seats; of those tied for the opening the first named opens (R4).
    BadNotation says which part is wrong.
    """
    words = text.split(" ")
    if len(words) != 3 or words[0] != "deal":
        raise BadNotation("cards.bad_action", text=text[:60])
    cards = tuple(map(number, words[1].split(",")))
    if len(cards) != 52 or mask(cards) != ALL:
        raise BadNotation("cards.bad_deal", count=len(set(cards)))
    lots = words[2].split(",")
    if sorted(lots) != [str(seat) for seat in range(seats)]:
        raise BadNotation("cards.bad_lots", lots=words[2][:40], seats=seats)
    return cards, tuple(map(int, lots))


def _plays_of(rank: int, suits: int) -> list[str]:
    """``play 7C``, ``play 7C 7D`` ... for the suits (four bits) of one rank."""
    held = [NAMES[4 * rank + suit] for suit in range(4) if suits >> suit & 1]
    return ["play " + " ".join(held[: count + 1]) for count in range(len(held))]


# Per rank, in the alphabetical order of the texts: how far to shift a mask, and the plays by its four bits.
_PLAYS: Final = [
    (4 * rank, [_plays_of(rank, suits) for suits in range(16)])
    for rank in sorted(range(13), key=lambda rank: RANKS[rank])
]


def _read_table() -> dict[str, Action]:
    """All texts that ``actions`` lists during play, so that reading one is a single look-up."""
    table = {"take": Action("take"), "ready": Action("ready")}
    for slot in range(1, 10):
        table[f"turn {slot}"] = Action("turn", slot=slot)
    for _, of_rank in _PLAYS:
        for texts in of_rank:
            for text in texts:
                cards = tuple(NUMBERS[name] for name in text.split(" ")[1:])
                table[text] = Action("play", cards, mask(cards))
    return table


_READ: Final = _read_table()
