"""Perft: the number of action sequences of a given length from a position.

It is a test (against ``tests/vectors/perft_palace.txt``), a document (``split`` shows where two programs
differ) and a benchmark (``make bench``). Each band move, place, roll and pass counts as one action::

    palace perft 3 --bands locked
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from rules.palace import legal
from rules.palace.game import GAME
from rules.palace.position import BANDS_OPTIONS, Position
from rules.protocol import BadNotation

DEEPEST = 30


def perft(position: Position, depth: int) -> int:
    """How many sequences of ``depth`` actions start in ``position``. The last ply is counted in bulk."""
    if depth <= 1:
        return legal.number_of_actions(position) if depth == 1 else 1
    return sum([perft(child, depth - 1) for child in legal.children(position)])


def perft_made(position: Position, depth: int) -> int:
    """The same number, but every position of the last ply is made."""
    if depth == 0:
        return 1
    return sum([perft_made(child, depth - 1) for child in legal.children(position)])


def split(position: Position, depth: int) -> dict[str, int]:
    """``perft`` of ``depth``, told apart by the first action, in the order of ``actions``."""
    if depth < 1:
        return {}
    return {action: perft(GAME.apply(position, action), depth - 1) for action in GAME.actions(position)}


def main(argv: Sequence[str] | None = None) -> int:
    """The command ``palace perft``: prints the split and the total; returns the exit status.

    Wrong arguments are told on the error output, with status 2.
    """
    parser = argparse.ArgumentParser(
        prog="palace perft", description="Counts the sequences of actions from a position of Palace."
    )
    parser.add_argument("depth", type=int, help=f"length of the sequences, 1 to {DEEPEST}")
    parser.add_argument("--position", metavar="TEXT", help="position text; the start when left out")
    parser.add_argument(
        "--bands", default="free", metavar="OPTION", help=f"one of {', '.join(BANDS_OPTIONS)}; default free"
    )
    arguments = parser.parse_args(argv)
    if not 1 <= arguments.depth <= DEEPEST:
        return _refused(f"depth: a whole number from 1 to {DEEPEST} is needed, not {arguments.depth}")
    try:
        text = Position.start().text() if arguments.position is None else arguments.position
        position = Position.parse(text, arguments.bands)
    except BadNotation as error:
        return _refused(str(error))
    total = 0
    for action in GAME.actions(position):
        count = perft(GAME.apply(position, action), arguments.depth - 1)
        total += count
        print(f"{action}: {count}", flush=True)
    print(f"total: {total}")
    return 0


def _refused(reason: str) -> int:
    print(f"palace perft: {reason}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
