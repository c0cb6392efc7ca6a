"""What may be agreed before the deal, and the one question every play asks: does this rank go on that one?

``misfit`` is the rule (R6-R8 and the options ``ten`` and ``low_rank``), for cards from the hand, face-up and
turned cards alike. It answers None or, in words, why not. The table ``Options.fits`` is made from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from rules.cards.cards import OF_RANK, RANKS, TEN, TWO
from rules.cards.messages import TEXTS
from rules.options import settled
from rules.protocol import Message, Option

EMPTY: Final = 13
"""Stands for the top rank of an empty pile."""

SEATS: Final = range(2, 5)
HAND_SIZE: Final = {2: 6, 3: 4, 4: 3}
"""N of R2 by the number of seats: cards down, up and in hand, and the number to refill to."""
STOCK: Final = 16
"""Cards that are left for the stock, whatever the number of seats (R2)."""

CHOICES: Final = (
    Option("ten", "choice", ("ranked", "not_on_low", "always"), "ranked", TEXTS["cards.option.ten"]),
    Option("low_rank", "choice", ("9", "7", "5", "off"), "9", TEXTS["cards.option.low_rank"]),
    Option("optional_pickup", "flag", (True, False), True, TEXTS["cards.option.optional_pickup"]),
    Option("four_burn", "flag", (True, False), True, TEXTS["cards.option.four_burn"]),
    Option("deal", "choice", ("seed", "three", "short"), "seed", TEXTS["cards.option.deal"]),
    Option("turn_cap", "int", (0, 10000), 1000, TEXTS["cards.option.turn_cap"]),
)


@dataclass(frozen=True, slots=True)
class Options:
    """The agreement of one match; the defaults are the seed's rules."""

    ten: str = "ranked"
    low_rank: str = "9"
    optional_pickup: bool = True
    four_burn: bool = True
    deal: str = "seed"
    turn_cap: int = 1000
    fits: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """``fits[top]`` is the set of all cards that go on a rank, ``fits[EMPTY]`` those that go on nothing."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "fits", _fits(self.ten, self.low_rank))

    def to_json(self) -> dict[str, Any]:
        return {option.name: getattr(self, option.name) for option in CHOICES}


def read(given: Mapping[str, Any]) -> Options:
    """The options with defaults filled in; BadOption names the first name or value that is wrong."""
    chosen: dict[str, Any] = settled(CHOICES, given)
    return Options(**chosen)


def hand_size(options: Options, seats: int) -> int:
    """N of R2 under the option ``deal``."""
    return HAND_SIZE[seats] if options.deal == "seed" else 3


def misfit(rank: int, top: int, ten: str, low_rank: str) -> Message | None:
    """Why a card of ``rank`` may not be laid on a card of rank ``top``; None when it may.

    Ranks are indices into RANKS; ``top`` is EMPTY for an empty pile.
    """
    if top == EMPTY or rank == TWO or (rank == TEN and ten == "always"):
        return None
    if RANKS[top] == low_rank:
        return None if rank <= top else _compare("cards.too_high", rank, top)
    if rank >= top or (rank == TEN and ten == "not_on_low"):
        return None
    return _compare("cards.too_low", rank, top)


def _compare(code: str, rank: int, top: int) -> Message:
    return Message(code, {"rank": rank_code(rank), "top": rank_code(top)})


def rank_code(rank: int) -> str:
    """The code of a rank's name among the texts: ``cards.rank.T`` reads "a 10"."""
    return f"cards.rank.{RANKS[rank]}"


@lru_cache
def _fits(ten: str, low_rank: str) -> tuple[int, ...]:
    return tuple(
        sum(OF_RANK[rank] for rank in range(13) if misfit(rank, top, ten, low_rank) is None)
        for top in (*range(13), EMPTY)
    )
