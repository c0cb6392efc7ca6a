"""The majority bonus: who has it in a place when his turn works it out, and why.

Only the player whose turn it is can use a bonus, so it is always asked for one seat. A tie goes to the seat
with the tie favour: a letter on the place, the cardinal, or a TIEBREAK noble.
"""

from __future__ import annotations

from rules.royal.data import CARDINAL, TIEBREAK
from rules.royal.state import State, powers

WON = frozenset({"alone", "most", "letter", "cardinal", "tiebreak"})
"""The words of ``standing`` that bring the bonus."""


def standing(s: State, seat: int, place: int, *, letter: bool = False) -> str:
    """How ``seat`` stands in ``place``, in a word.

    With the bonus: "alone" (nobody else there), "most", and on a tie for the most "letter", "cardinal" or
    "tiebreak", by what decided it. Without: "absent", "cardinal_absent" (no servant there, so that the favour
    the seat has at the cardinal's is of no use), "fewer", "tied" (a tie without favour).
    """
    players = s.players
    me = players[seat]
    mine = me.palace[place]
    if not mine:
        return "cardinal_absent" if me.palace[CARDINAL] else "absent"
    most = 0
    for other in players:
        if other is not me and other.palace[place] > most:
            most = other.palace[place]
    if mine != most:
        if mine < most:
            return "fewer"
        return "most" if most else "alone"
    if letter:
        return "letter"
    at_cardinal = me.palace[CARDINAL]
    breaks = powers(me.nobles)[TIEBREAK]
    if s.court.options.cardinal == "presence":
        if at_cardinal:
            return "cardinal"
        return "tiebreak" if breaks else "tied"
    weight = at_cardinal + breaks
    for other in players:
        tied = other is not me and other.palace[place] == mine
        if tied and other.palace[CARDINAL] + powers(other.nobles)[TIEBREAK] >= weight:
            return "tied"
    return "cardinal" if at_cardinal else "tiebreak"


def has_bonus(s: State, seat: int, place: int, *, letter: bool = False) -> bool:
    """Whether ``seat`` has the bonus of ``place`` now."""
    return standing(s, seat, place, letter=letter) in WON
