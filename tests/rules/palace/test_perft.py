"""Perft: the reference counts, the split, and the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.palace import GAME, Position
from rules.palace.perft import main, perft, perft_made, split

LINES = (Path(__file__).parents[2] / "vectors" / "perft_palace.txt").read_text(encoding="utf-8").splitlines()
ROWS = [[part.strip() for part in line.split("|")] for line in LINES if line and not line.startswith("#")]
MIDDLE = "1b3b2/2b3b1/4b3/8/3w4/8/8/2w2w2/4w3/1w5w 12321 b cf/dg - 20"


def test_the_reference_covers_every_option() -> None:
    """Each bands option is counted from several positions."""
    assert len(ROWS) == 36
    assert {bands for bands, _, _ in ROWS} == {"free", "single", "action", "locked"}


@pytest.mark.parametrize(("bands", "text", "counts"), ROWS)
def test_reference_counts(bands: str, text: str, counts: str) -> None:
    """Counting in bulk gives the reference numbers; making every leaf does too, one ply less deep."""
    position = Position.parse(text, bands)
    expected = [int(number) for number in counts.split()]
    assert [perft(position, depth) for depth in range(1, len(expected) + 1)] == expected
    assert [perft_made(position, depth) for depth in range(1, len(expected))] == expected[:-1]


def test_no_depth() -> None:
    """There is one sequence of no action, and nothing to split."""
    assert perft(Position.start(), 0) == perft_made(Position.start(), 0) == 1
    assert split(Position.start(), 0) == {}


@pytest.mark.parametrize("bands", ["free", "single", "action", "locked"])
def test_split_adds_up(bands: str) -> None:
    """The split names every action in order, and sums to perft."""
    position = Position.parse(MIDDLE, bands)
    parts = split(position, 2)
    assert list(parts) == GAME.actions(position)
    assert sum(parts.values()) == perft(position, 2)
    assert set(split(position, 1).values()) == {1}


def test_command_prints_split_and_total(capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints a line for each action, and the total."""
    assert main(["3", "--bands", "locked", "--position", MIDDLE]) == 0
    *parts, total = capsys.readouterr().out.splitlines()
    printed = dict(line.split(": ") for line in parts)
    assert printed == {k: str(v) for k, v in split(Position.parse(MIDDLE, "locked"), 3).items()}
    assert total == "total: 11488"


def test_command_starts_from_the_start(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a position it counts from the start, under ``free``."""
    assert main(["2"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "total: 308"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["0"], "depth: a whole number from 1 to 30 is needed, not 0"),
        (["99"], "depth: a whole number"),
        (["2", "--bands", "loose"], "bands: free, single, action or locked is needed, not loose"),
        (["2", "--position", "8/8"], "position: the fields ROWS BANDS"),
        (["2", "--position", MIDDLE.replace("12321", "12421")], "BANDS: five levels from 1 to 3"),
    ],
)
def test_command_refuses(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong arguments are told in words, with status 2 and no other output."""
    assert main(arguments) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith(f"palace perft: {words}")


@pytest.mark.parametrize("arguments", [[], ["two"], ["2", "--deep"]])
def test_command_line_that_cannot_be_read(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """What is no command line at all ends with status 2 too."""
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "palace perft: error" in capsys.readouterr().err
