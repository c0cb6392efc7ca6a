"""The command ``palace arena``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rules.bots.arena import Tally
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
    [
        ["--ladder", "--game", "palace", "--seats", "4"],
        ["clever", "random"],
        ["easy", "random", "--seats", "3"],
        ["easy", "easy", "--option", "x=1"],
    ],
)
def test_the_command_refuses(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A bot, a number of seats or an option that cannot be is told in words."""
    assert arena.main(arguments) == 2
    assert capsys.readouterr().err.startswith("palace arena: ")


def test_processes_play_the_same() -> None:
    """Spread over processes, the same matches come out."""
    plan = arena.Plan("cards", "thumb", "random", 2, {}, 3, 7, False)
    alone = arena.run(plan, workers=1, quiet=True)[0]
    spread = arena.run(plan, workers=2, quiet=True)[0]
    assert (alone.share, alone.actions) == (spread.share, spread.actions)


def tally(share: float, *, matches: int = 200, low: float = 0.6, capped: int = 0) -> Tally:
    won = round(share * matches)
    return Tally(matches, won, 0, matches - won, share, low, 1.0, capped, 50.0, (0.25, 0.125))


def test_the_ladder_has_every_level(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a game all games are climbed, each level once against the one below; a row tells of each."""
    seen = []

    def run(plan: arena.Plan, **_: Any) -> tuple[Tally, float]:
        seen.append((plan.game, plan.a, plan.b))
        return tally(0.95, matches=6), 71.6

    monkeypatch.setattr(arena, "run", run)
    assert arena.main(["--ladder", "--games", "6"]) == 0
    assert ("palace", "easy", "random") in seen
    assert ("palace", "master", "hard") in seen
    assert ("cards", "hard", "medium") in seen
    assert ("royal", "hard", "medium") in seen
    assert len(seen) == 4 + 3 + 3
    told = capsys.readouterr().out.splitlines()
    assert (
        "| palace | 2 | master | hard | 6 | 95.0 % (60.0 to 100.0) | 0.0 % | 0.2500 | 0.1250 | 72 |" in told
    )
    assert len({row.count("|") for row in told}) == 1


@pytest.mark.parametrize(
    ("key", "found", "status"),
    [
        ("palace", tally(0.65), 0),
        ("palace", tally(0.64), 1),
        ("cards", tally(0.55, low=0.51, capped=4), 0),
        ("cards", tally(0.9, capped=5), 1),
        ("royal", tally(0.55, low=0.5), 1),
    ],
)
def test_the_ladder_fails_below_its_aims(
    key: str, found: Tally, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A level that is not better enough, or does not end its matches, fails the ladder and is marked."""
    monkeypatch.setattr(arena, "run", lambda plan, **_: (tally(1.0) if plan.b == "random" else found, 9.0))
    assert arena.main(["--ladder", "--game", key]) == status
    assert ("less than it should be" in capsys.readouterr().out) == bool(status)


def test_the_lowest_palace_level_has_an_aim_of_its_own() -> None:
    """Easy must beat random in nine of ten matches."""
    assert arena.AIMS["palace"].met(tally(0.9), lowest=True)
    assert not arena.AIMS["palace"].met(tally(0.89), lowest=True)


def test_stopping_keeps_what_was_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C ends a run with the matches so far, and the ladder after their row."""
    first = arena.play_deal(arena.Plan("cards", "thumb", "random", 2, {}, 1, 7, False), 0)

    def results(_plan: arena.Plan, _workers: int) -> Iterator[Any]:
        yield first
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "results", results)
    assert arena.main(["thumb", "random", "--game", "cards"]) == 0
    assert "2 matches" in capsys.readouterr().out
    assert arena.main(["--ladder", "--game", "cards"]) == 130
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_two_bots_or_the_ladder() -> None:
    """One bot alone, or bots beside the ladder, are refused."""
    for arguments in ([], ["easy"], ["easy", "hard", "--ladder"]):
        with pytest.raises(SystemExit):
            arena.main(arguments)
