"""Puzzles to begin with, six of each bands option: three in one turn and three in two.

Made and checked by ``rules.palace.puzzles.generate``; to make others run ``python -m tests.collection``.
"""

from __future__ import annotations

from typing import Final

from rules.palace.puzzles import Puzzle

PUZZLES: Final[tuple[Puzzle, ...]] = (
    Puzzle(
        "8/bb6/8/3b4/1b4b1/8/5w1w/7b/6w1/7w 13222 w f/fh - 1",
        "free",
        1,
        (
            "B1=2",
            "B2=1",
            "h1n",
        ),
    ),
    Puzzle(
        "5b1w/w7/8/5b2/b7/1b2b3/w7/6w1/8/1b5w 31222 w a/d - 1",
        "free",
        1,
        (
            "B3=1",
            "a9s",
        ),
    ),
    Puzzle(
        "3w1w2/w3b3/8/8/8/6w1/1b6/3b2b1/8/1b2w1b1 13321 w ab/f - 1",
        "free",
        1,
        (
            "B1=3",
            "e1n",
        ),
    ),
    Puzzle("2b4w/w2b3b/4w3/8/8/6b1/8/8/4w3/8 13223 w f/df - 1", "free", 2, ("a9e",)),
    Puzzle("2b3w1/8/8/7b/4w3/8/b7/5w2/1b3w2/1b5b 32111 w -/c - 1", "free", 2, ("f2w",)),
    Puzzle("2b4b/8/8/8/1bb3b1/8/1w3w2/3w2w1/7b/1w6 13323 w -/b - 1", "free", 2, ("d3e",)),
    Puzzle(
        "6w1/1b1b4/1w6/4b3/b5b1/8/w4b2/3w4/8/8 11111 w ah/df - 1",
        "single",
        1,
        (
            "B4=2",
            "b8n",
        ),
    ),
    Puzzle(
        "1b6/4b1w1/3b4/8/4b3/ww6/8/6w1/3b2w1/7w 33112 w fg/ce - 1",
        "single",
        1,
        (
            "B5=1",
            "b5n",
        ),
    ),
    Puzzle(
        "8/5ww1/3b4/1b2w3/w7/7w/4b3/8/3b4/6w1 21131 w be/bf - 1",
        "single",
        1,
        (
            "B3=2",
            "e7s",
        ),
    ),
    Puzzle(
        "b7/8/8/8/w1b2ww1/8/6w1/1b2b2b/1w6/8 13131 w h/c - 1",
        "single",
        2,
        (
            "B3=2",
            "a6n",
        ),
    ),
    Puzzle(
        "8/8/1w6/1bwb3w/8/b7/8/4w2w/6b1/3b4 33221 w dg/dh - 1",
        "single",
        2,
        (
            "B1=2",
            "h3w",
        ),
    ),
    Puzzle(
        "8/1b1w4/1b2b3/b7/8/8/7w/8/3b4/4wwb1 22332 w ah/- - 1",
        "single",
        2,
        (
            "B5=3",
            "d9s",
        ),
    ),
    Puzzle("8/8/8/4b3/8/8/8/1b1w4/bw2w1b1/6w1 33331 w -/eg - 1", "action", 1, ("b2w",)),
    Puzzle("8/8/2bw4/w3b1b1/3b2ww/8/5w2/w4b2/8/1b6 22312 w -/b - 1", "action", 1, ("g6n",)),
    Puzzle("4b2b/2b5/8/b1w3w1/w7/8/8/8/1w6/1w6 13222 w dg/- - 1", "action", 1, ("c7w",)),
    Puzzle("b7/1w1ww3/5b2/8/4b3/bbw5/3w4/8/5b2/6w1 21113 w c/- - 1", "action", 2, ("d9w",)),
    Puzzle("5b2/2w5/5w2/8/2w3b1/3w2bw/6bb/4w3/8/8 32123 w -/d - 1", "action", 2, ("f8n",)),
    Puzzle("1b6/2w5/7b/b7/2w1b1b1/b7/w7/8/7w/w7 32222 w a/b - 1", "action", 2, ("h2n",)),
    Puzzle("8/8/6w1/5b2/3b4/2b4w/8/7b/bwb1w3/5w2 21232 w -/h - 1", "locked", 1, ("b2w",)),
    Puzzle("5w2/8/5bb1/3b4/8/1b6/1w6/3w4/3b2b1/2w5 23332 w c/- - 1", "locked", 1, ("d3s",)),
    Puzzle("2b1w2w/2ww4/4b3/b7/w7/b7/8/8/8/8 13132 w -/- - 1", "locked", 1, ("c9n",)),
    Puzzle("b6b/1w6/1wb5/1b1w4/6w1/b7/5w2/1b6/7w/8 13111 w ef/ab - 1", "locked", 2, ("b8n",)),
    Puzzle("6b1/8/8/3w1w2/6b1/8/1w6/8/4w1b1/5b2 21132 w -/- - 1", "locked", 2, ("d7e",)),
    Puzzle("5b1w/4b1w1/8/2ww4/7w/8/8/7b/5b2/5wb1 11131 w ae/h - 1", "locked", 2, ("g9w",)),
)
