"""Position texts: read leniently, written in one way, refused with the field at fault."""

from __future__ import annotations

import pytest

from rules.palace import Position
from rules.protocol import BadNotation

EMPTY = "8/8/8/8/8/8/8/8/8/8"
START = f"{EMPTY} 12321 w abcdefgh/abcdefgh - 1"


def test_start() -> None:
    """A match starts on an empty board, bands 1-2-3-2-1, White to move, all spheres waiting."""
    start = Position.start()
    assert start.text() == str(start) == START
    assert start.levels == (1, 2, 3, 2, 1)
    assert start.turn == 0
    assert start.reserves == ("abcdefgh", "abcdefgh")
    assert start.panes() == {}
    assert start.spheres == (8, 8)
    assert start.lost == (0, 0)
    assert Position.parse(START) == start


def test_corners() -> None:
    """a1 is the first pane of the last row of the text, h10 the last pane of the first."""
    position = Position.parse("6bw/8/8/8/8/8/8/8/8/wb6 12321 b abcd/abcd - 3")
    assert position.panes() == {"a1": "white", "b1": "black", "g10": "black", "h10": "white"}
    assert list(position.panes()) == ["a1", "b1", "g10", "h10"]
    assert position.white == 1 | 1 << 79
    assert position.turn == 1
    assert position.lost == (2, 2)


def test_repr_can_be_pasted_back() -> None:
    """What a console shows of a position makes the same position again."""
    for position in (
        Position.start("locked", 40),
        Position.parse(f"{EMPTY} 12221 w ab/abcd 3 9", "single"),
    ):
        assert eval(repr(position), {"Position": Position}) == position


@pytest.mark.parametrize(
    "text",
    [
        f"  {EMPTY}   12321 \t w abcdefgh/abcdefgh - 1\n",
        f"{EMPTY} 12321 W ABCDEFGH/hgfedcba - 1",
        f"{EMPTY} 12321 w abcdefgh/abcdefgh -",
        f"{EMPTY} 12321 w abcdefgh/abcdefgh",
        f"{EMPTY} 12321 w abcdefgh/abcdefgh - 0001",
        "44/11111111/17/71/8/8/8/8/2222/8 12321 w abcdefgh/abcdefgh - 1",
    ],
)
def test_read_leniently(text: str) -> None:
    """Case, blanks, the order of reserves, split runs and missing last fields do not matter."""
    assert Position.parse(text).text() == START


def test_empty_reserves() -> None:
    """A side without waiting spheres is written with a dash, and read without one too."""
    rows = "8/8/8/8/8/8/8/8/8/wwww4"
    assert Position.parse(f"{rows} 12321 w -/ab - 4").text() == f"{rows} 12321 w -/ab - 4"
    assert Position.parse(f"{rows} 12321 w /ab - 4").text() == f"{rows} 12321 w -/ab - 4"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "position: the fields ROWS BANDS TURN RESERVES MOVED COUNT are needed, and there are 0"),
        (f"{EMPTY} 12321 w", "position: the fields"),
        (f"{START} 1", "position: the fields"),
        (START.replace("8/8/8", "8/8", 1), "ROWS: ten rows with / between them are needed, and there are 9"),
        (START.replace("8/", "8/8/", 1), "ROWS: ten rows"),
        (START.replace("8", "7", 1), "ROWS: row 10 has 7 panes instead of 8"),
        (START.replace("8 ", "9 ", 1), "ROWS: row 1: 9 is neither w, b nor a number of empty panes"),
        (START.replace("8 ", "8w ", 1), "ROWS: row 1 has 9 panes instead of 8"),
        (START.replace("8 ", "7x ", 1), "ROWS: row 1: x is neither"),
        (START.replace("8 ", "80 ", 1), "ROWS: row 1: 0 is neither"),
        (START.replace("8 ", "7٣ ", 1), "ROWS: row 1: ٣ is neither"),
        (START.replace("12321", "1232"), "BANDS: five levels from 1 to 3 are needed, not 1232"),
        (START.replace("12321", "123211"), "BANDS: five levels"),
        (START.replace("12321", "02321"), "BANDS: five levels from 1 to 3 are needed, not 02321"),
        (START.replace("12321", "12421"), "BANDS: five levels from 1 to 3 are needed, not 12421"),
        (START.replace(" w ", " x "), "TURN: w or b is needed, not x"),
        (START.replace("abcdefgh/", ""), "RESERVES: White's and Black's columns with / between are needed"),
        (START.replace("abcdefgh/", "ab/cd/"), "RESERVES: White's and Black's columns"),
        (START.replace("abcdefgh/", "abi/"), "RESERVES: there is no column i; columns are a to h"),
        (START.replace("abcdefgh/", "ab-/"), "RESERVES: there is no column -"),
        (START.replace("abcdefgh/", "abca/"), "RESERVES: column a stands there twice"),
        (START.replace("8 ", "w7 ", 1), "ROWS and RESERVES: White has 9 spheres, and 8 is the most"),
        (START.replace("8 ", "b7 ", 1), "ROWS and RESERVES: Black has 9 spheres, and 8 is the most"),
        (START.replace("abcdefgh/abcdefgh", "abc/abc"), "ROWS and RESERVES: both sides have fewer than four"),
        (START.replace("- 1", "6 1"), "MOVED: one band from 1 to 5, or -, is needed, not 6"),
        (START.replace("- 1", "12 1"), "MOVED: one band from 1 to 5, or -, is needed, not 12"),
        (START.replace("- 1", "- 0"), "COUNT: a whole number from 1 is needed, not 0"),
        (START.replace("- 1", "- -1"), "COUNT: a whole number from 1 is needed, not -1"),
        (START.replace("- 1", "- 1.5"), "COUNT: a whole number from 1 is needed, not 1.5"),
        (START.replace("- 1", "- ²"), "COUNT: a whole number from 1 is needed, not ²"),
        (START.replace("- 1", "- " + "9" * 5000), "COUNT: a whole number from 1 is needed, not 9999"),
    ],
)
def test_a_bad_text_names_the_field(text: str, words: str) -> None:
    """A text that is no position is refused; message and ``field`` name the part at fault."""
    with pytest.raises(BadNotation) as caught:
        Position.parse(text, "single")
    assert str(caught.value).startswith(words)
    assert caught.value.message.params["field"] == words.split(":")[0]


@pytest.mark.parametrize("bands", ["free", "action", "locked"])
def test_moved_belongs_to_single(bands: str) -> None:
    """Only under ``single`` a band can be noted as moved."""
    text = START.replace("- 1", "3 1")
    assert Position.parse(text, "single").moved == (3,)
    with pytest.raises(BadNotation, match=f"MOVED: 3 belongs to the option single; under {bands}"):
        Position.parse(text, bands)


@pytest.mark.parametrize(("bands", "max_turns", "field"), [("all", None, "bands"), ("free", -1, "max_turns")])
def test_bad_options_are_named(bands: str, max_turns: int | None, field: str) -> None:
    """Options that are none are refused beside the text."""
    with pytest.raises(BadNotation) as caught:
        Position.parse(START, bands, max_turns)
    assert caught.value.message.params["field"] == field


def test_no_text_at_all() -> None:
    """Something other than a text is refused, not crashed on."""
    with pytest.raises(BadNotation, match="position: a text is needed, not 12"):
        Position.parse(12)  # type: ignore[arg-type]
