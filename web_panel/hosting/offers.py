"""What a new match can be: the games this table knows, their seats, options and bots."""

from __future__ import annotations

from typing import Any

import rules
from web_panel.hosting import bots

ON_BOARD = "palace"
"""The one game that is played on the glass."""


def games() -> list[dict[str, Any]]:
    """All games as the page for a new match needs them."""
    return [
        {
            "key": game.key,
            "version": game.version,
            "seats": [game.seats[0], game.seats[-1]],
            "board": game.key == ON_BOARD,
            "options": [
                {
                    "name": option.name,
                    "kind": option.kind,
                    "values": list(option.values),
                    "default": option.default,
                    "meaning": option.meaning,
                    "code": f"{game.key}.option.{option.name}",
                }
                for option in game.options
            ],
            "bots": bots.levels(game.key),
        }
        for game in rules.games()
    ]
