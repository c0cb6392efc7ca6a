"""What the referee needs of Palace: where the spheres lie, and what each legal action would change."""

from __future__ import annotations

from firmware_bridge.referee import Candidate
from firmware_bridge.values import Colour
from rules.palace import GAME, Position, rolls


def occupancy(position: Position) -> dict[str, Colour]:
    """Pane to colour of the spheres on the board."""
    return dict(position.panes())


def candidates(position: Position) -> tuple[Candidate, ...]:
    """The legal places and rolls. Bands are driven, not sensed, and a pass shows nothing."""
    before = occupancy(position)
    found = []
    for action in GAME.actions(position):
        if action.startswith("@"):
            after = occupancy(GAME.apply(position, action))
            found.append(Candidate(action, after, touched=tuple(after.keys() - before.keys())))
    for roll in rolls(position):
        if roll.legal:
            touched = (roll.pane, roll.target, roll.victim, roll.victim_to)
            found.append(
                Candidate(
                    roll.action,
                    occupancy(GAME.apply(position, roll.action)),
                    touched=tuple(dict.fromkeys(pane for pane in touched if pane is not None)),
                    path=roll.path,
                )
            )
    return tuple(found)
