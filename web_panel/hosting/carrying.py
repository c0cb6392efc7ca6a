"""What people do by hand so that the glass shows an action which nobody played there: a bot's, a phone's.

Bands move by themselves, spheres do not. From the position before an action comes the plan of its errands, in
the order in which they are best done; from what the referee misses or has too many of, those still left::

    c7 drops onto c8      break c8, move c7 to c8
    c5 shoves c7          move c7 to c8, move c5 to c7
    @c                    put c1

Pure functions; ``watching`` keeps the plan, lamps and pages show what is left.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from rules.palace import rolls
from rules.palace.geometry import ENTRANCES, NAMES
from rules.palace.notation import PlaceAction, parse
from rules.palace.position import Position

Placed = Iterable[tuple[str, str | None]]
COLOURS = ("white", "black")


@dataclass(frozen=True, slots=True)
class Errand:
    """One sphere to be handled: "move" it ``to`` a pane, "put" one on the glass, "break": take it off."""

    kind: Literal["move", "put", "break"]
    pane: str
    to: str | None
    colour: str

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "pane": self.pane, "to": self.to, "colour": self.colour}


def plan(before: Position, action: str) -> tuple[Errand, ...]:
    """The errands of a legal action; none for a band or a pass."""
    own = COLOURS[before.turn]
    todo = parse(action)
    if isinstance(todo, PlaceAction):
        return (Errand("put", NAMES[ENTRANCES[before.turn] + todo.column], None, own),)
    roll = next((roll for roll in rolls(before) if roll.action == action), None)
    if roll is None:
        return ()
    found = []
    if roll.victim is not None:
        kind: Literal["move", "break"] = "break" if roll.victim_to is None else "move"
        found.append(Errand(kind, roll.victim, roll.victim_to, before.panes()[roll.victim]))
    if roll.target is None:
        found.append(Errand("break", roll.pane, None, own))
    else:
        found.append(Errand("move", roll.pane, roll.target, own))
    return tuple(found)


def left(planned: tuple[Errand, ...], missing: Placed, extra: Placed) -> tuple[Errand, ...]:
    """What of ``planned`` is still to be done; () when other panes are wrong too: then only they matter."""
    lacking, over = dict(missing), dict(extra)
    panes = {pane for errand in planned for pane in (errand.pane, errand.to)}
    if not (lacking or over) or not panes.issuperset(lacking.keys() | over.keys()):
        return ()
    mover = planned[-1]
    waits = mover.pane in over
    return tuple(done for errand in planned if (done := _left(errand, mover, lacking, over, waits)))


def _left(
    errand: Errand, mover: Errand, lacking: dict[str, str | None], over: dict[str, str | None], waits: bool
) -> Errand | None:
    """``errand`` as it is to be done now, None when it is done. ``waits``: the mover has not moved yet."""
    pane, to, colour = errand.pane, errand.to, errand.colour
    # Of two spheres of one colour the panes cannot say which is which: until the mover goes, nothing is done.
    there = over.get(pane) == colour or (waits and colour == mover.colour and pane not in lacking)
    if errand.kind == "put":
        return errand if pane in lacking else None
    if errand.kind == "break" or errand is mover:
        if there:
            return errand
    elif to in lacking and there:
        return errand
    return Errand("put", to, None, colour) if to in lacking else None  # it is in somebody's hand


def lamps(errands: Iterable[Errand]) -> dict[str, str]:
    """The panes to light: where a sphere is taken from, where it goes, what is broken."""
    lit: dict[str, str] = {}
    for errand in errands:
        if errand.kind == "move" and errand.to is not None:
            lit.setdefault(errand.pane, "from")
            lit.setdefault(errand.to, "to")
        else:
            lit[errand.pane] = "extra" if errand.kind == "break" else "to"
    return lit
