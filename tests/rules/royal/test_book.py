"""The rule book in seeds/royal.md says what the rules do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.royal import data
from rules.royal.notation import parse

BOOK = (Path(__file__).parents[3] / "seeds" / "royal.md").read_text(encoding="utf-8")
ROOMS = {
    "parade": "Parade court",
    "stair": "Staircase",
    "mint": "Mint",
    "king": "King's cabinet",
    "pomp": "Madame de Pompadour",
    "office": "Office",
    "back": "Service door",
    "cardinal": "Cardinal",
    "gate": "Gate",
}
PRIVILEGES = {
    "": "–",
    "GATE": "gate",
    "MOVE": "points",
    "DIAGONAL": "diagonal",
    "GOLD": "gold",
    "SEAL_T": "turquoise",
    "SEAL_V": "violet",
    "CARD": "card",
    "TIEBREAK": "tie",
}
NUMBERS = [
    (f"**{data.LAST_ROUND_AT} nobles or fewer**", "the end"),
    (f"**{data.PRESTIGE_POINTS} for each prestige**", "prestige"),
    (f"**{data.HAND_POINTS} for each card** still in your hand, **{data.HAND_POINTS_MOST} at most**", "hand"),
    (f"scores **{data.BORDER_FIRST}**", "first"),
    (f"the second most scores **{data.BORDER_SECOND}**", "second"),
    (f"posts** {data.POSTS} more", "posts"),
    (
        f"{data.STAIR_AT_START} servants on the staircase and {data.PARADE_AT_START} in the parade court",
        "start",
    ),
    ("no gold, the second 1, the third 2, the fourth 3", "gold"),
    (f"| reinforcement | in step 1 | {data.REINFORCEMENT_CAPACITY} more", "reinforcement"),
    (f"| errand | in step 2 | {data.ERRAND_POINTS} more points", "errand"),
    (f"| purse | in step 3 | {data.PURSE_GOLD} more gold", "purse"),
    (f"| {data.SEAL_CARD_SEALS} free turquoise seals |", "seals"),
    (f"| `stall_rounds` | {data.STALL_ROUNDS} |", "stall"),
]


def flat(text: str) -> str:
    """Without line ends, as people read it."""
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize(("words", "about"), NUMBERS, ids=[about for _, about in NUMBERS])
def test_numbers_are_those_of_the_data(words, about):
    """A retuned table is a changed book."""
    assert words in flat(BOOK), about


def test_every_noble_stands_in_the_book_as_in_the_data():
    """Title, price, points, privilege, all forty-two and no other."""
    rows = re.findall(
        r"^\| (N\d\d) \| (.+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (.+) \|$", BOOK, re.MULTILINE
    )
    assert rows == [
        (
            noble.id,
            noble.title,
            *(str(number) for number in (noble.gold, noble.turquoise, noble.violet, noble.points)),
            f"{noble.amount} servant{'s' * (noble.amount > 1)}"
            if noble.privilege == "SERVANTS"
            else PRIVILEGES[noble.privilege],
        )
        for noble in data.NOBLES
    ]


def test_the_plan_of_the_palace_is_the_fixed_layout():
    """Row by row from the top left."""
    plan = BOOK.split("| | | |\n|---|---|---|\n")[1].split("\n\n")[0].replace("*", "")
    cells = [cell.strip() for row in plan.split("\n") for cell in row.strip("|").split("|")]
    assert cells == [ROOMS[data.PLACES[place]] for place in data.LAYOUT_FIXED]


def test_every_option_and_value_is_explained(royal):
    """With the default first."""
    for option in royal.options:
        assert f"| `{option.name}` |" in BOOK
        if option.kind == "choice":
            assert f"| `{option.name}` | `{option.default}` |" in BOOK
            assert all(f"| `{value}` |" in BOOK for value in option.values)


def test_every_action_of_the_book_can_be_read():
    """And each kind of action is shown."""
    texts = re.findall(
        r"^\| `([a-z][^`]*)` \| [^`|]+ \|$", BOOK.split("## How actions are written")[1], re.MULTILINE
    )
    kinds = {parse(text).kind for text in texts}
    assert kinds == {
        *("post", "reinforce", "move", "stop", "collect", "recruit", "done", "draw", "card", "end"),
    }


def test_every_room_and_card_is_named_as_in_the_texts():
    """The list at the end has all names that actions use."""
    names = BOOK.split("The rooms are called")[1]
    for name in (*data.PLACES, *(card.key for card in data.CARDS)):
        assert f"`{name}`" in names


def test_what_is_ours_is_marked():
    """The book tells its own design from the published game, and keeps the questions numbered in order."""
    assert BOOK.count("**(ours)**") >= 4
    settled = BOOK.split("## What this table has settled")[1].split("\n## ")[0]
    numbers = [int(number) for number in re.findall(r"^(\d+)\. \*\*", settled, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 20
