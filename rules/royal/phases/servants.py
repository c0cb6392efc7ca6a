"""Phases 1 and 2 of a turn: reinforcing the gate, and moving servants through the palace."""

from __future__ import annotations

from functools import lru_cache

from rules.protocol import IllegalAction
from rules.royal.data import (
    BONUS,
    DIAGONAL,
    GATE,
    GATE_POWER,
    MOVE_POWER,
    PARADE,
    PLACES,
    STAIR,
)
from rules.royal.majority import has_bonus
from rules.royal.notation import Action
from rules.royal.state import Player, State, Turn, powers, seated, steps
from rules.royal.words import place_code


# ------------------------------------------------------------------------------- 1 reinforce
def capacity(s: State, turn: Turn) -> int:
    """How many servants the turn's player may send to the gate, if the reserve has them."""
    player = s.players[turn.seat]
    bonus = BONUS if has_bonus(s, turn.seat, PARADE, letter=PARADE in turn.letters) else 0
    return player.palace[PARADE] + bonus + powers(player.nobles)[GATE_POWER] + turn.count


def reinforce_idle(s: State, turn: Turn) -> bool:
    return not s.players[turn.seat].reserve or not capacity(s, turn)


@lru_cache(maxsize=64)
def counted(word: str, most: int) -> tuple[str, ...]:
    """``word 0`` to ``word most`` in code-point order ("draw 10" before "draw 2")."""
    return tuple(sorted(f"{word} {number}" for number in range(most + 1)))


def reinforce_texts(s: State) -> tuple[str, ...]:
    return counted("reinforce", min(capacity(s, s.turn), s.players[s.turn.seat].reserve))


def reinforce(s: State, action: Action) -> State:
    """From the reserve to the gate; ends the phase."""
    turn = s.turn
    player = s.players[turn.seat]
    if action.number > player.reserve:
        raise IllegalAction("royal.reinforce.reserve", count=action.number, reserve=player.reserve)
    if action.number > (most := capacity(s, turn)):
        raise IllegalAction("royal.reinforce.capacity", count=action.number, capacity=most)
    palace = list(player.palace)
    palace[GATE] += action.number
    sent = Player(
        player.gold,
        player.reserve - action.number,
        player.supply,
        tuple(palace),
        player.hand,
        player.prestige,
        player.nobles,
    )
    return State(s.court, s.piles, s.clock, seated(s.players, turn.seat, sent), turn)


# ------------------------------------------------------------------------------------ 2 move
def move_begin(s: State, before: Turn) -> Turn:
    """The points are counted now: leaving the stair later takes none of them away."""
    seat = before.seat
    player = s.players[seat]
    bonus = BONUS if has_bonus(s, seat, STAIR) else 0
    return Turn(seat, "move", player.palace[STAIR] + bonus + powers(player.nobles)[MOVE_POWER])


def move_idle(s: State, turn: Turn) -> bool:
    return not turn.count or not any(s.players[turn.seat].palace)


@lru_cache(maxsize=16384)
def _moves(layout: tuple[int, ...], diagonal: bool, occupied: tuple[bool, ...]) -> tuple[str, ...]:
    near = steps(layout, diagonal)
    moves = [
        f"move {PLACES[origin]}-{PLACES[target]}"
        for origin in range(9)
        if occupied[origin]
        for target in near[origin]
    ]
    return (*sorted(moves), "stop")


def move_texts(s: State) -> tuple[str, ...]:
    turn = s.turn
    if not turn.count:
        return ("stop",)
    player = s.players[turn.seat]
    diagonal = powers(player.nobles)[DIAGONAL] > 0
    return _moves(s.court.layout, diagonal, tuple(map(bool, player.palace)))


def move(s: State, action: Action) -> State:
    """One servant, one step, one point."""
    turn = s.turn
    player = s.players[turn.seat]
    origin, target = action.origin, action.target
    if not turn.count:
        raise IllegalAction("royal.move.points")
    if not player.palace[origin]:
        raise IllegalAction("royal.move.no_servant", place=place_code(origin))
    layout = s.court.layout
    diagonal = powers(player.nobles)[DIAGONAL] > 0
    if target not in steps(layout, diagonal)[origin]:
        code = "royal.move.diagonal" if target in steps(layout, True)[origin] else "royal.move.far"
        raise IllegalAction(code, origin=place_code(origin), target=place_code(target))
    palace = list(player.palace)
    palace[origin] -= 1
    palace[target] += 1
    moved = Player(
        player.gold,
        player.reserve,
        player.supply,
        tuple(palace),
        player.hand,
        player.prestige,
        player.nobles,
    )
    return State(
        s.court,
        s.piles,
        s.clock,
        seated(s.players, turn.seat, moved),
        Turn(turn.seat, "move", turn.count - 1, 0, 0, turn.letters, True),
    )
