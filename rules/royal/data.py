"""Every number, name and tile of Palais Royal in one place: retune a table here, touch no rule.

What the printed game is known to have and what is this table's own design are told apart in
``seeds/royal.md``; the nobles' titles, costs and privileges and the privilege cards are our own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

VERSION: Final = 1
"""Raised when the rules, a number below or an action's text changes: old records replay as they were."""

# ------------------------------------------------------------------------ seats and servants
SEATS: Final = range(2, 5)
GOLD_BY_SEAT: Final = (0, 1, 2, 3)
RESERVE_AT_START: Final = 18
SUPPLY_AT_START: Final = 7
"""Servants that only a noble's SERVANTS privilege brings into the reserve."""
SERVANTS: Final = RESERVE_AT_START + SUPPLY_AT_START
STAIR_AT_START: Final = 3
PARADE_AT_START: Final = 2
POSTS: Final = 5
"""Servants each seat posts freely before the first turn."""

# -------------------------------------------------------------------------------- the palace
PLACES: Final = ("parade", "stair", "mint", "king", "pomp", "office", "back", "cardinal", "gate")
PARADE, STAIR, MINT, KING, POMP, OFFICE, BACK, CARDINAL, GATE = range(9)
BONUS_PLACES: Final = (PARADE, STAIR, MINT, KING, POMP)
"""The places whose majority brings a bonus of one."""
BONUS: Final = 1
PLACE_INDEX: Final = {name: number for number, name in enumerate(PLACES)}
PLACES_SORTED: Final = tuple(sorted(range(9), key=lambda place: PLACES[place]))

LAYOUT_FIXED: Final = (BACK, OFFICE, CARDINAL, MINT, GATE, POMP, STAIR, KING, PARADE)
"""The printed palace, row by row from the top left."""
CENTRE: Final = 4


def _cells(*, diagonal: bool) -> tuple[tuple[int, ...], ...]:
    """For each of the nine cells of the palace, the cells one step away."""

    def near(a: int, b: int) -> bool:
        rows, columns = abs(a // 3 - b // 3), abs(a % 3 - b % 3)
        return max(rows, columns) == 1 if diagonal else rows + columns == 1

    return tuple(tuple(b for b in range(9) if near(a, b)) for a in range(9))


CELL_NEIGHBOURS: Final = _cells(diagonal=False)
CELL_NEIGHBOURS_DIAGONAL: Final = _cells(diagonal=True)

# ---------------------------------------------------------------------------------- the park
SIDE: Final = 6
SPACES: Final = tuple(f"{column}{row}" for row in range(1, SIDE + 1) for column in "abcdef")
"""Names of the 36 spaces in the order of the deal: a1, b1 .. f1, a2 .. f6."""
SPACE_INDEX: Final = {name: number for number, name in enumerate(SPACES)}
SPACES_SORTED: Final = tuple(sorted(range(36), key=lambda space: SPACES[space]))
BORDERS: Final = {
    "row1": tuple(range(6)),
    "row6": tuple(range(30, 36)),
    "column_a": tuple(range(0, 36, 6)),
    "column_f": tuple(range(5, 36, 6)),
}
"""The four borders; a corner belongs to two of them."""
ON_BORDER: Final = frozenset(space for border in BORDERS.values() for space in border)
SPACE_NEIGHBOURS: Final = tuple(
    tuple(
        other
        for other in range(36)
        if abs(other // SIDE - space // SIDE) + abs(other % SIDE - space % SIDE) == 1
    )
    for space in range(36)
)

# ------------------------------------------------------------------------ the end, the score
LAST_ROUND_AT: Final = 12
"""With so few nobles (or fewer) in the park when the start player's turn begins, the round is the last."""
STALL_ROUNDS: Final = 10
STALL_ROUNDS_RANGE: Final = (1, 100)
BORDER_FIRST: Final = 4
BORDER_SECOND: Final = 2
PRESTIGE_POINTS: Final = 2
HAND_POINTS: Final = 1
HAND_POINTS_MOST: Final = 6

# --------------------------------------------------------------------------- privilege cards
PHASES: Final = ("reinforce", "move", "collect", "recruit", "draw", "end")
"""A turn, in this order. Around the turns there are the phases ``deal``, ``post`` and ``over``."""


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of privilege card: ``phases`` are those in which it may be laid down by itself."""

    key: str
    phases: tuple[str, ...]


CARDS: Final = (
    Card("prestige", PHASES),
    Card("reinforcement", ("reinforce",)),
    Card("errand", ("move",)),
    Card("passage", ("move",)),
    Card("purse", ("collect",)),
    Card("kings-seal", ("collect", "recruit")),
    Card("madames-seal", ("collect", "recruit")),
    Card("letter", ("reinforce", "move", "collect")),
    Card("writ", ()),  # played as the ending of a recruit
)
PRESTIGE, REINFORCEMENT, ERRAND, PASSAGE, PURSE, KINGS_SEAL, MADAMES_SEAL, LETTER, WRIT = range(9)
CARD_INDEX: Final = {card.key: number for number, card in enumerate(CARDS)}
COPIES: Final = 4
DECK: Final = COPIES * len(CARDS)
REINFORCEMENT_CAPACITY: Final = 2
ERRAND_POINTS: Final = 3
PURSE_GOLD: Final = 3
SEAL_CARD_SEALS: Final = 2
LETTER_PLACES: Final = {"reinforce": (PARADE,), "move": (STAIR,), "collect": (MINT, KING, POMP)}
"""The places whose bonus a phase works out: what a letter may name in it."""

# ------------------------------------------------------------------------------------ nobles
PRIVILEGES: Final = ("GATE", "MOVE", "DIAGONAL", "GOLD", "SEAL_T", "SEAL_V", "CARD", "TIEBREAK", "SERVANTS")
GATE_POWER, MOVE_POWER, DIAGONAL, GOLD_POWER, SEAL_T, SEAL_V, CARD_POWER, TIEBREAK, SERVANTS_ONCE = range(9)
"""SERVANTS works once, at recruiting; the others every turn from the first phase that has not begun."""


@dataclass(frozen=True, slots=True)
class Noble:
    """A tile: price in gold, turquoise and violet seals; points; a privilege ("" = none) and its amount."""

    id: str
    title: str
    gold: int
    turquoise: int
    violet: int
    points: int
    privilege: str = ""
    amount: int = 0


NOBLES: Final = (
    Noble("N01", "Marquise de Valombre", 2, 2, 2, 4, "SERVANTS", 3),
    Noble("N02", "Duc de Montcendre", 4, 1, 1, 3, "SERVANTS", 3),
    Noble("N03", "Demoiselle d'Aubeclaire", 0, 1, 1, 3, "SERVANTS", 1),
    Noble("N04", "Chevalier de Grisoval", 1, 1, 1, 4, "SERVANTS", 1),
    Noble("N05", "Baron de Hautegrille", 2, 2, 0, 3, "GATE", 1),
    Noble("N06", "Vicomtesse de Portelys", 2, 0, 2, 3, "GATE", 1),
    Noble("N07", "Comte de Brisemarche", 3, 1, 1, 4, "MOVE", 2),
    Noble("N08", "Baronne de Courvolte", 1, 2, 2, 5, "MOVE", 2),
    Noble("N09", "Abbé de Traverse", 2, 1, 1, 4, "DIAGONAL", 1),
    Noble("N10", "Chevalière d'Oblique", 3, 2, 0, 5, "DIAGONAL", 1),
    Noble("N11", "Intendant de Veldor", 0, 2, 2, 4, "GOLD", 1),
    Noble("N12", "Dame de Pièceronde", 2, 0, 2, 3, "GOLD", 1),
    Noble("N13", "Secrétaire de Turquevent", 3, 0, 2, 4, "SEAL_T", 1),
    Noble("N14", "Duchesse de Mirecire", 2, 0, 3, 5, "SEAL_T", 1),
    Noble("N15", "Page de Violanges", 3, 2, 0, 4, "SEAL_V", 1),
    Noble("N16", "Comtesse de Pourprelac", 2, 3, 0, 5, "SEAL_V", 1),
    Noble("N17", "Bibliothécaire de Sombrelivre", 1, 1, 2, 4, "CARD", 1),
    Noble("N18", "Marquis de Dérobe", 1, 2, 1, 4, "CARD", 1),
    Noble("N19", "Nonce de Saint-Arbitre", 5, 0, 0, 4, "TIEBREAK", 1),
    Noble("N20", "Vidame de Boncardin", 3, 1, 1, 5, "TIEBREAK", 1),
    Noble("N21", "Baron de Rochelys", 4, 0, 0, 5),
    Noble("N22", "Banquier de Fontedor", 6, 0, 0, 7),
    Noble("N23", "Fermier général de Lingotin", 8, 0, 0, 9),
    Noble("N24", "Écuyer de Bleumont", 2, 1, 0, 5),
    Noble("N25", "Demoiselle de Mauvepré", 2, 0, 1, 5),
    Noble("N26", "Seigneur de Sarlonges", 1, 2, 0, 5),
    Noble("N27", "Dame de Lilasse", 1, 0, 2, 5),
    Noble("N28", "Vicomte de Haute-Épine", 3, 2, 0, 7),
    Noble("N29", "Vicomtesse de Basse-Épine", 3, 0, 2, 7),
    Noble("N30", "Comte de Pontivoire", 0, 3, 0, 6),
    Noble("N31", "Comtesse de Glycinière", 0, 0, 3, 6),
    Noble("N32", "Marquis d'Ormeclair", 2, 3, 0, 8),
    Noble("N33", "Marquise d'Ormesombre", 2, 0, 3, 8),
    Noble("N34", "Duc de Vertazur", 5, 2, 0, 9),
    Noble("N35", "Duchesse d'Amarante", 5, 0, 2, 9),
    Noble("N36", "Maréchal de Fierlac", 4, 3, 0, 9),
    Noble("N37", "Maréchale de Fierlac", 4, 0, 3, 9),
    Noble("N38", "Chevalier de Doublesceau", 2, 1, 1, 6),
    Noble("N39", "Comte de Parterre", 3, 1, 1, 7),
    Noble("N40", "Marquise de Belorangerie", 3, 2, 2, 10),
    Noble("N41", "Duc de Grand'Allée", 5, 2, 2, 12),
    Noble("N42", "Princesse de Miravelle", 4, 3, 3, 14),
)
NOBLE_INDEX: Final = {noble.id: number for number, noble in enumerate(NOBLES)}
NOBLES_DEALT: Final = len(SPACES)
