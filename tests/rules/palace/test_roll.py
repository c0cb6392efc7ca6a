"""The preview of a roll, as the panel draws it."""

from __future__ import annotations

import pytest

from rules.palace import GAME, Position, preview, rolls
from rules.palace.roll import Roll

BOARD = Position.parse("8/8/8/2b5/8/8/2w5/8/2b5/w3b2b 12321 w abcdef/abcd - 9")


def test_path_and_landing() -> None:
    """Each pane passed and landed on is named, in order."""
    smash = preview(BOARD, "c4", "s")
    assert smash.path == ("c3", "c2")
    assert (smash.end, smash.target, smash.victim, smash.victim_to) == ("smash", "c2", "c2", None)
    assert (smash.legal, smash.refusal, smash.text, smash.action, smash.start) == (
        True,
        None,
        "c4sxc2",
        "c4s",
        "c4",
    )


def test_shove() -> None:
    """A shove names the sphere met and where it goes."""
    shove = preview(BOARD, "a1", "e")
    assert shove.path == ("b1", "c1", "d1", "e1")
    assert (shove.end, shove.target, shove.victim, shove.victim_to) == ("shove", "e1", "e1", "f1")
    assert shove.text == "a1e>e1*f1"


def test_fall() -> None:
    """A fall has the panes passed, and no target."""
    fall = preview(BOARD, "c4", "w")
    assert (fall.path, fall.end, fall.target, fall.legal) == (("b4", "a4"), "fall", None, True)


def test_blocked() -> None:
    """A roll that cannot be played has no path, and says why."""
    wall = preview(Position.parse("8/8/8/8/8/8/4w3/8/8/8 11321 w abcdefg/abcdefgh"), "e4", "n")
    assert (wall.path, wall.end, wall.target, wall.legal, wall.text) == ((), "blocked", None, False, "e4n")
    assert str(wall.refusal) == "e4n: a wall: band 3 is two levels higher"


def test_the_other_sides_sphere_shows_its_path() -> None:
    """A sphere that is not to move is previewed too (what threatens me?), but is not legal."""
    theirs = preview(BOARD, "h1", "e")
    assert (theirs.end, theirs.legal) == ("fall", False)
    assert str(theirs.refusal) == "h1e: the sphere on h1 is Black's, and it is White's turn"


def test_an_empty_pane() -> None:
    """From an empty pane nothing rolls."""
    nothing = preview(BOARD, "d7", "n")
    assert (nothing.end, nothing.legal) == ("blocked", False)
    assert str(nothing.refusal) == "d7n: there is no sphere on d7"


def test_after_the_end() -> None:
    """When the match is over no roll is legal, and the panel has none to draw."""
    over = Position.parse("8/8/8/8/8/8/2w5/8/8/8 12321 w ab/abcdefgh - 30")
    assert not preview(over, "c4", "n").legal
    assert str(preview(over, "c4", "n").refusal) == "c4n: the match is over"
    assert rolls(over) == []


@pytest.mark.parametrize(
    ("pane", "direction"), [("i1", "n"), ("c4", "x"), ("c4", "ne"), ("c4", ""), ("", "n")]
)
def test_no_such_pane_or_direction(pane: str, direction: str) -> None:
    """A pane or direction that does not exist is the caller's mistake."""
    with pytest.raises(ValueError, match="no roll"):
        preview(BOARD, pane, direction)


def test_rolls_are_all_four_directions_of_every_own_sphere() -> None:
    """The panel gets each own sphere's four rolls; the legal ones are the listed actions."""
    found = rolls(BOARD)
    assert [(roll.pane, roll.direction) for roll in found] == [(p, d) for p in ("a1", "c4") for d in "nesw"]
    assert all(isinstance(roll, Roll) for roll in found)
    listed = [action for action in GAME.actions(BOARD) if action[0] not in "@B"]
    assert sorted(roll.action for roll in found if roll.legal) == listed
    assert all(roll.legal == (roll.refusal is None) for roll in found)
