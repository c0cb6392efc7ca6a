"""Palace's perft beside python-chess's, both in pure Python, in one run on one machine.

Nodes are the sequences of four actions. "In bulk" counts the last ply without making its positions, as
perft tools do; "every leaf made" makes them all. Each figure is the best of several runs, taken in turns.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import chess

from rules.palace import Position
from rules.palace.perft import perft, perft_made

POSITION = "2b2b2/b4b2/6b1/3w4/8/2b2w2/4w3/8/1w4w1/3w4 12321 w bh/eg - 25"
"""A middle game under ``locked``: six white and seven black spheres on the board."""
DEPTH = 4
PALACE_NODES = 350_559
CHESS_NODES = 197_281
LEAST_BULK = 4.0
LEAST_MADE = 1.5


class Figures(NamedTuple):
    """Nodes per second."""

    palace_bulk: float
    palace_made: float
    chess_bulk: float
    chess_made: float

    @property
    def bulk(self) -> float:
        return self.palace_bulk / self.chess_bulk

    @property
    def made(self) -> float:
        return self.palace_made / self.chess_made


def chess_perft(board: chess.Board, depth: int) -> int:
    """python-chess's own way of counting: the last ply in bulk."""
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_perft(board, depth - 1)
        board.pop()
    return nodes


def chess_perft_made(board: chess.Board, depth: int) -> int:
    """The same, every leaf made."""
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_perft_made(board, depth - 1)
        board.pop()
    return nodes


def speed(count: Callable[[], int], nodes: int) -> float:
    """Nodes per second of one run, which must count ``nodes``."""
    start = time.perf_counter()
    counted = count()
    seconds = time.perf_counter() - start
    assert counted == nodes, f"{counted} nodes instead of {nodes}"
    return nodes / seconds


def measure(rounds: int = 3) -> Figures:
    position = Position.parse(POSITION, "locked")
    board = chess.Board()
    runs: tuple[tuple[Callable[[], int], int], ...] = (
        (lambda: perft(position, DEPTH), PALACE_NODES),
        (lambda: perft_made(position, DEPTH), PALACE_NODES),
        (lambda: chess_perft(board, DEPTH), CHESS_NODES),
        (lambda: chess_perft_made(board, DEPTH), CHESS_NODES),
    )
    rates = [[speed(count, nodes) for count, nodes in runs] for _ in range(rounds)]
    return Figures(*(max(column) for column in zip(*rates)))


def main() -> bool:
    """Prints the figures; whether both ratios reach their aims."""
    f = measure()
    print(f"  perft({DEPTH}) of Palace, bands locked, from {POSITION}")
    print(f"  perft({DEPTH}) of chess by python-chess {chess.__version__}, from the start")
    print("                       Palace        chess    ratio  aim")
    rows = (
        ("last ply in bulk", f.palace_bulk, f.chess_bulk, f.bulk, LEAST_BULK),
        ("every leaf made", f.palace_made, f.chess_made, f.made, LEAST_MADE),
    )
    for words, palace, other, ratio, aim in rows:
        print(f"  {words:16} {palace:10,.0f}/s {other:10,.0f}/s {ratio:8.1f}  {aim}")
    return f.bulk >= LEAST_BULK and f.made >= LEAST_MADE
