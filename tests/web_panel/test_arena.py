"""The command ``palace arena``."""

from __future__ import annotations

import json

import pytest

from web_panel import arena


def test_the_command_plays_and_tells(capsys: pytest.CaptureFixture[str]) -> None:
    """``palace arena`` plays whole deals, tells the same for the same seed, and as JSON when asked."""
    arguments = [
        "thumb",
        "random",
        "--game",
        "cards",
        "--games",
        "3",
        "--seats",
        "3",
        "--seed",
        "4",
        "--json",
    ]
    told = []
    for _ in range(2):
        assert arena.main(arguments) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0]["matches"] == 3
    assert told[0]["share"] == told[1]["share"] > 0.5
    assert arena.main(arguments[:-1]) == 0
    assert "cards, 3 seats: thumb against random, 3 matches" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [["clever", "random"], ["easy", "random", "--seats", "3"], ["easy", "easy", "--option", "x=1"]],
)
def test_the_command_refuses(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A bot, a number of seats or an option that cannot be is told in words."""
    assert arena.main(arguments) == 2
    assert capsys.readouterr().err.startswith("palace arena: ")


def test_processes_play_the_same() -> None:
    """Spread over processes, the same matches come out."""
    plan = arena.Plan("cards", "thumb", "random", 2, {}, 3, 7, False)
    alone = arena.run(plan, workers=1, quiet=True)
    spread = arena.run(plan, workers=2, quiet=True)
    assert (alone.share, alone.actions) == (spread.share, spread.actions)
