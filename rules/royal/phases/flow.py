"""The order of things: which phase comes next, what is passed over by itself, when the match is over."""

from __future__ import annotations

from collections.abc import Callable

from rules.royal.data import LAST_ROUND_AT, PHASES, POSTS
from rules.royal.phases import cards, nobles, servants
from rules.royal.state import EMPTY, Clock, Court, State, Turn


def _end_begin(_s: State, before: Turn) -> Turn:
    return Turn(before.seat, "end")


def _end_idle(_s: State, _turn: Turn) -> bool:
    return True


BEGIN: dict[str, Callable[[State, Turn], Turn]] = {
    "reinforce": servants.move_begin,
    "move": nobles.collect_begin,
    "collect": nobles.recruit_begin,
    "recruit": cards.draw_begin,
    "draw": _end_begin,
}
"""How the phase after each one begins, given that one's ``Turn``."""
IDLE: dict[str, Callable[[State, Turn], bool]] = {
    "reinforce": servants.reinforce_idle,
    "move": servants.move_idle,
    "collect": nobles.collect_idle,
    "recruit": nobles.recruit_idle,
    "draw": cards.draw_idle,
    "end": _end_idle,
}
"""Whether the turn's player can do nothing in the phase. Asked only when it begins and his hand is empty."""


def advance(s: State) -> State:
    """``s`` with its phase finished, taken to the next choice somebody has: through phases, turns and rounds.

    A phase in which nothing can be done is passed over, but only when the player's hand is empty, so that
    passing over tells nothing about the hand; a whole turn may pass so, even a last one.
    """
    turn, players = s.turn, s.players
    passed: list[tuple[int, str]] = []
    while True:
        if begin := BEGIN.get(turn.phase):
            turn = begin(s, turn)
        else:
            s, turn = _next_turn(s, turn)
            if turn.phase not in IDLE:
                break
        if players[turn.seat].hand or not IDLE[turn.phase](s, turn):
            break
        passed.append((turn.seat, turn.phase))
    return State(s.court, s.piles, s.clock, players, turn, tuple(passed))


def _next_turn(s: State, before: Turn) -> tuple[State, Turn]:
    """After a turn's end, or after a seat's last post: who comes next, in which round."""
    clock = s.clock
    seat = before.seat + 1
    posting = before.phase == "post"
    if seat < len(s.players):
        return s, Turn(seat, "post", POSTS) if posting else Turn(seat, PHASES[0])
    if clock.last:
        return s, Turn(0, "over")
    quiet = 0 if posting or clock.recruited else clock.quiet + 1
    return State(s.court, s.piles, _new_round(s.court, clock, quiet), s.players, before), Turn(0, PHASES[0])


def _new_round(court: Court, before: Clock, quiet: int) -> Clock:
    """A round begins with the start player's turn: is it the last one?"""
    last = ""
    if len(court.park) - court.park.count(EMPTY) <= LAST_ROUND_AT:
        last = "park"
    elif quiet >= court.options.stall_rounds:
        last = "stall"
    return Clock(before.round + 1, quiet, False, last)
