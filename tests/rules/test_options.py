"""The options of a match, checked."""

from __future__ import annotations

from typing import Any

import pytest

from rules.options import settled
from rules.protocol import BadOption, Option

OFFERED = (
    Option("bands", "choice", ("free", "locked"), "free", "when bands move"),
    Option("burn", "flag", (), True, "four burn"),
    Option("turns", "int", (1, 9, None), None, "turn limit"),
    Option("cards", "int", (3, 6), 4, "cards each"),
)


def test_defaults_fill_in() -> None:
    """What is not given takes its default, in the offered order."""
    chosen = settled(OFFERED, {"burn": False, "turns": 9})
    assert list(chosen.items()) == [("bands", "free"), ("burn", False), ("turns", 9), ("cards", 4)]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"speed": 1}, "options.speed: there is no such option; the game has bands, burn, turns, cards"),
        ({"bands": "loose"}, "options.bands: loose cannot be chosen; possible are free, locked"),
        ({"bands": None}, "options.bands: None cannot be chosen"),
        ({"burn": 1}, "options.burn: 1 cannot be chosen; possible are true, false"),
        ({"burn": None}, "options.burn: None cannot"),
        ({"turns": 0}, "options.turns: 0 cannot be chosen; possible are 1-9, null"),
        ({"turns": 10}, "options.turns: 10 cannot"),
        ({"turns": True}, "options.turns: True cannot"),
        ({"turns": 3.0}, "options.turns: 3.0 cannot"),
        ({"cards": None}, "options.cards: None cannot be chosen; possible are 3-6"),
        ([("bands", "free")], "options: an object is needed"),
    ],
)
def test_what_cannot_be_chosen_is_named(given: Any, words: str) -> None:
    """Unknown names and values are refused with the name and what is possible."""
    with pytest.raises(BadOption) as caught:
        settled(OFFERED, given)
    assert str(caught.value).startswith(words)
