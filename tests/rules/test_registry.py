"""The registry of games."""

from __future__ import annotations

import pytest

import rules
from rules.messages import TEXTS
from rules.protocol import BadOption


def test_games_are_found_by_key() -> None:
    """Every game is found by its own key, and Palace is the first."""
    keys = [game.key for game in rules.games()]
    assert keys[0] == "palace"
    assert len(set(keys)) == len(keys)
    assert [rules.game(key) for key in keys] == list(rules.games())


@pytest.mark.parametrize("key", ["chess", "", None, 3, ["palace"]])
def test_an_unknown_game_is_refused(key: object) -> None:
    """The refusal names the games there are."""
    with pytest.raises(BadOption, match=r"game: there is no game .*; there are palace"):
        rules.game(key)  # type: ignore[arg-type]


def test_every_game_has_a_name_and_a_text_for_each_option() -> None:
    """What the panel's form shows stands in the texts: the game's name and every option's meaning."""
    for game in rules.games():
        assert TEXTS[f"{game.key}.name"]
        for option in game.options:
            assert option.meaning
            assert TEXTS[f"{game.key}.option.{option.name}"] == option.meaning
