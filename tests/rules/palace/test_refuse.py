"""Refusals in words."""

from __future__ import annotations

import pytest

from rules.palace import GAME, Position
from rules.protocol import IllegalAction

EMPTY = "8/8/8/8/8/8/8/8/8/8"


def at(
    rows: str, levels: str = "12321", turn: str = "w", *, bands: str = "free", rest: str = "- 1"
) -> Position:
    """A position with those rows, in which both sides still have four spheres waiting before a-d."""
    return Position.parse(f"{rows} {levels} {turn} abcd/abcd {rest}", bands)


def refusal(position: Position, action: str) -> str:
    """The words with which ``action`` is refused; the action must not be listed."""
    assert action not in GAME.actions(position)
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(position, action)
    return str(caught.value)


@pytest.mark.parametrize(
    ("position", "action", "words"),
    [
        (at("8/8/8/8/8/8/4w3/8/8/8", "11321"), "e4n", "e4n: a wall: band 3 is two levels higher"),
        (
            at("8/8/8/8/8/4w3/4w3/8/8/8", "12321"),
            "e4n",
            "e4n: e5 on band 3 is occupied; a sphere hops onto a free pane only",
        ),
        (
            at("8/8/8/8/8/8/8/8/8/3wbw2"),
            "d1e",
            "d1e: the sphere on e1 does not budge: f1 behind it is occupied",
        ),
        (
            at("8/8/8/8/8/8/8/8/4b3/4w3"),
            "e1n",
            "e1n: the sphere on e2 does not budge: band 2 behind it is higher",
        ),
        (
            at("8/8/8/8/8/8/8/8/4b3/4w3", "21111"),
            "e1n",
            "e1n: the sphere on e2 does not budge: band 2 behind it is lower",
        ),
        (at(EMPTY), "e4n", "e4n: there is no sphere on e4"),
        (at("8/8/8/8/8/8/4b3/8/8/8"), "e4n", "e4n: the sphere on e4 is Black's, and it is White's turn"),
        (
            at("8/8/8/8/8/8/4w3/8/8/8", turn="b"),
            "e4n",
            "e4n: the sphere on e4 is White's, and it is Black's turn",
        ),
        (at(EMPTY), "@e", "@e: no sphere waits before column e"),
        (at("8/8/8/8/8/8/8/8/8/b7"), "@a", "@a: the entrance pane a1 is occupied"),
        (at(EMPTY, "22321"), "@a", "@a: a sphere enters at level 1 only, and band 1 is at level 2"),
        (at(EMPTY, "12323", "b"), "@a", "@a: a sphere enters at level 1 only, and band 5 is at level 3"),
        (
            at(EMPTY, bands="locked"),
            "B3=1",
            "B3=1: in this match band 3 stays as it is: the bands are locked",
        ),
        (at(EMPTY), "B3=3", "B3=3: band 3 is at level 3 already"),
        (
            at(EMPTY, bands="single"),
            "B3=1",
            "B3=1: band 3 moves by one level at a time, and it is at level 3",
        ),
        (
            at(EMPTY, bands="action"),
            "B3=1",
            "B3=1: band 3 moves by one level at a time, and it is at level 3",
        ),
        (
            at(EMPTY, bands="single", rest="2 1"),
            "B3=2",
            "B3=2: band 2 was moved in this turn already, and one band is all",
        ),
        (at(EMPTY, bands="single"), "B1=2", "B1=2: with band 1 at level 2 nothing could be placed or rolled"),
        (
            at(EMPTY, bands="locked"),
            "pass",
            "pass: not allowed while a place or a roll is possible, such as @d",
        ),
        (
            at("8/8/8/8/8/8/8/8/8/bbbbw3", "32321", bands="action"),
            "pass",
            "pass: not allowed while a place or a roll is possible, such as e1s",
        ),
        (
            at(EMPTY, "22321", bands="action"),
            "pass",
            "pass: not allowed while a band can be moved, such as B1=1",
        ),
        (
            at(EMPTY, "22321", bands="single"),
            "pass",
            "pass: not allowed while a band can be moved, such as B1=1",
        ),
        (
            at(EMPTY, "32321", bands="free"),
            "pass",
            "pass: not allowed while moving bands can make a place or a roll possible",
        ),
    ],
)
def test_refusal_names_rule_pane_and_band(position: Position, action: str, words: str) -> None:
    """A refused action is told why, in words that name the rule, the pane and the band."""
    assert refusal(position, action) == words
