"""Writes the collection of puzzles anew: ``python -m tests.collection > lines`` prints its entries.

Of each bands option three in one turn and three in two; where bands may be moved before the action, those in
one turn whose key needs a band come first, as they are the ones worth looking at twice.
"""

from __future__ import annotations

from random import Random

from rules.palace import BANDS_OPTIONS
from rules.palace.puzzles import Puzzle, generate

EACH = 3
FIRST_SEED = 2024


def chosen(bands: str, turns: int) -> list[Puzzle]:
    """``EACH`` different puzzles of one kind, the same at every run."""
    found: list[Puzzle] = []
    seed = FIRST_SEED + 1000 * BANDS_OPTIONS.index(bands) + 100 * turns  # type: ignore[arg-type]
    while len(found) < EACH:
        seed += 1
        puzzle = generate(Random(seed), bands, turns)  # type: ignore[arg-type]
        needs_band = turns == 1 and bands in ("free", "single")
        if puzzle is not None and not (needs_band and len(puzzle.key) == 1):
            found.append(puzzle)
    return found


def main() -> None:
    for bands in BANDS_OPTIONS:
        for turns in (1, 2):
            for puzzle in chosen(bands, turns):
                key = ", ".join(f'"{action}"' for action in puzzle.key)
                print(f'    Puzzle("{puzzle.position}", "{bands}", {turns}, ({key},)),')


if __name__ == "__main__":
    main()
