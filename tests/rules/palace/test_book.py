"""The rule book in seeds/board.md says what the rules do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.palace import BANDS_OPTIONS, GAME, Position, preview, short
from rules.palace.notation import parse

BOOK = (Path(__file__).parents[3] / "seeds" / "board.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^\| `([^`|]+ - 1)` \| `([a-h]\d+[nesw])` \| `([^`]+)` (.+) \|$", BOOK, re.MULTILINE)


@pytest.mark.parametrize(("position", "roll", "result", "words"), EXAMPLES)
def test_example(position: str, roll: str, result: str, words: str) -> None:
    """Each roll of the book's table is legal and comes out as printed, the ends' words included."""
    state = Position.parse(position, "locked")
    assert short(state, roll) == result
    assert roll in GAME.actions(state)
    end = preview(state, roll[:-1], roll[-1]).end
    said = {"hop": "hops", "wall": "step", "fall": "falls", "smash": "drops onto", "drop": "stays"}
    said |= {"stop": "stops before", "shove": "by one pane", "shove_off": "over the rim"}
    assert said[end] in words


def test_there_are_examples_of_every_end() -> None:
    """The table shows every way in which a roll can end."""
    ends = {preview(Position.parse(p), roll[:-1], roll[-1]).end for p, roll, _, _ in EXAMPLES}
    assert ends == {"hop", "wall", "fall", "smash", "drop", "stop", "shove", "shove_off"}


def test_the_book_names_options_texts_and_start() -> None:
    """Every bands option is explained, the action texts are readable ones, the start is the start."""
    for option in BANDS_OPTIONS:
        assert f"| `{option}` |" in BOOK
    for text in ("@c", "c7n", "B3=1", "pass"):
        assert f"| `{text}` |" in BOOK
        assert str(parse(text)) == text
    assert f"    {Position.start().text()}\n" in BOOK
    assert "Level control" in BOOK
