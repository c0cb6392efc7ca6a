"""Action texts."""

from __future__ import annotations

import pytest

from rules.palace import GAME
from rules.palace.geometry import DIRECTIONS, LEVELS, NAMES
from rules.palace.notation import parse
from rules.protocol import BadNotation

EVERY = [
    *(f"@{column}" for column in "abcdefgh"),
    *(f"{pane}{direction}" for pane in NAMES for direction in DIRECTIONS),
    *(f"B{band}={level}" for band in range(1, 6) for level in LEVELS),
    "pass",
]


def test_every_action_text_is_written_as_it_is_read() -> None:
    """Each of the 344 action texts is its own canonical form."""
    assert len(EVERY) == 344
    assert [str(parse(text)) for text in EVERY] == EVERY


@pytest.mark.parametrize("text", ["C7N", " c7n ", "c 7 n", "c7\tn", "C7n"])
def test_case_and_blanks_do_not_matter(text: str) -> None:
    """An action text is read whatever its case and blanks."""
    assert str(parse(text)) == "c7n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "action:  is none; actions read B3=1, @c, c7n or pass"),
        ("c7q", "action: c7q is none; actions read B3=1, @c, c7n or pass"),
        ("i1n", "action: i1n is none"),
        ("a11n", "action: a11n is none"),
        ("@i", "action: @i is none"),
        ("c7n>c9", "action: c7n>c9 is none"),
        ("B6=1", "action: there is no band 6; bands are 1 to 5"),
        ("B0=1", "action: there is no band 0"),
        ("B3=4", "action: there is no level 4; levels are 1 to 3"),
        ("B3=0", "action: there is no level 0"),
        ("B3=01", "action: there is no level 01"),
        ("x" * 500, "action: " + "x" * 37 + "... is none"),
        ("ｃ7n", "action: ｃ7n is none"),
        (None, "action: a text is needed, not None"),
        (7, "action: a text is needed, not 7"),
    ],
)
def test_texts_that_are_no_action(text: object, words: str) -> None:
    """What is no action at all is refused as bad notation, naming band or level where that is the fault."""
    with pytest.raises(BadNotation) as caught:
        GAME.apply(GAME.new(2, {}), text)  # type: ignore[arg-type]
    assert str(caught.value).startswith(words)
    assert caught.value.message.params["field"] == "action"


@pytest.mark.parametrize("text", [" @A ", "@ a", "@A"])
def test_action_texts_are_read_leniently(text: str) -> None:
    """Case and blanks do not matter in an action text."""
    start = GAME.new(2, {})
    assert GAME.apply(start, text) == GAME.apply(start, "@a")
