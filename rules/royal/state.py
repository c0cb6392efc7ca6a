"""The values a match of Palais Royal is made of: all frozen, all made of ints, texts and tuples.

Places, spaces, nobles and cards are numbers here (indices into the tables of ``data``); ``coding`` turns them
into the names of the public state format. A state holds no randomness: what was dealt is in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

from rules.royal.data import (
    CELL_NEIGHBOURS,
    CELL_NEIGHBOURS_DIAGONAL,
    NOBLES,
    PARADE,
    PARADE_AT_START,
    PRIVILEGES,
    RESERVE_AT_START,
    SPACES,
    STAIR,
    STAIR_AT_START,
    STALL_ROUNDS,
    SUPPLY_AT_START,
)

EMPTY = -1
"""No noble on a space; no servant on it."""


@dataclass(frozen=True, slots=True)
class Options:
    """What was agreed before the match (see ``game.OPTIONS`` for meanings)."""

    layout: str = "fixed"
    cardinal: str = "presence"
    discount: str = "none"
    stall_rounds: int = STALL_ROUNDS


@dataclass(frozen=True, slots=True)
class Court:
    """Palace and park: the plan of the one, the nobles and the servants in the other.

    ``layout`` names the place in each of the nine cells, row by row (empty before the deal). ``park`` and
    ``border`` have an entry for each space: a noble, and the seat of the servant standing there; or EMPTY.
    """

    options: Options
    layout: tuple[int, ...] = ()
    park: tuple[int, ...] = (EMPTY,) * len(SPACES)
    border: tuple[int, ...] = (EMPTY,) * len(SPACES)


@dataclass(frozen=True, slots=True)
class Piles:
    """The privilege cards that nobody holds. ``draw`` is drawn from its end; the discard pile lies open."""

    draw: tuple[int, ...] = ()
    discard: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Clock:
    """The count of rounds. ``quiet``: whole rounds in a row without a recruit before this one.

    ``recruited`` says whether this round had any. ``last`` says why this round is the last: "park", "stall",
    or "" when it is not.
    """

    round: int = 0
    quiet: int = 0
    recruited: bool = False
    last: str = ""


@dataclass(frozen=True, slots=True, init=False)
class Player:
    """One seat's belongings. ``palace[place]`` counts servants; the hand is sorted, nobles as they came."""

    gold: int
    reserve: int
    supply: int
    palace: tuple[int, ...]
    hand: tuple[int, ...]
    prestige: int
    nobles: tuple[int, ...]

    def __init__(
        self,
        gold: int,
        reserve: int,
        supply: int,
        palace: tuple[int, ...],
        hand: tuple[int, ...] = (),
        prestige: int = 0,
        nobles: tuple[int, ...] = (),
    ) -> None:
        _gold(self, gold)
        _reserve(self, reserve)
        _supply(self, supply)
        _palace(self, palace)
        _hand(self, hand)
        _prestige(self, prestige)
        _nobles(self, nobles)


@dataclass(frozen=True, slots=True, init=False)
class Turn:
    """What lasts a phase or a turn.

    ``count`` is the phase's own number: servants still to post (post), capacity added by cards (reinforce),
    points left (move), gold added by cards (collect), cards still due once the discard pile is shuffled
    (draw). ``turquoise`` and ``violet`` are the free seals of this turn. ``letters`` are the places a letter
    was played on in this phase; ``opened`` tells that something other than a letter was done in it.
    """

    seat: int
    phase: str
    count: int
    turquoise: int
    violet: int
    letters: tuple[int, ...]
    opened: bool

    def __init__(
        self,
        seat: int,
        phase: str,
        count: int = 0,
        turquoise: int = 0,
        violet: int = 0,
        letters: tuple[int, ...] = (),
        opened: bool = False,
    ) -> None:
        _seat(self, seat)
        _phase(self, phase)
        _count(self, count)
        _turquoise(self, turquoise)
        _violet(self, violet)
        _letters(self, letters)
        _opened(self, opened)


@dataclass(frozen=True, slots=True, init=False)
class State:
    """A whole match. ``passed`` lists the (seat, phase) passed over by themselves since the last action."""

    court: Court
    piles: Piles
    clock: Clock
    players: tuple[Player, ...]
    turn: Turn
    passed: tuple[tuple[int, str], ...]

    def __init__(
        self,
        court: Court,
        piles: Piles,
        clock: Clock,
        players: tuple[Player, ...],
        turn: Turn,
        passed: tuple[tuple[int, str], ...] = (),
    ) -> None:
        _court(self, court)
        _piles(self, piles)
        _clock(self, clock)
        _players(self, players)
        _turn(self, turn)
        _passed(self, passed)


def _setters(kind: type[Any]) -> list[Callable[[Any, Any], None]]:
    """The slots' own setters, which a frozen dataclass's ``__setattr__`` does not stand before.

    Every action makes three or four of the values above; written out with these, their ``__init__`` takes
    little more than half the time of the generated one, and that is an eighth of all time in random play.
    """
    return [getattr(kind, field.name).__set__ for field in fields(kind)]


_gold, _reserve, _supply, _palace, _hand, _prestige, _nobles = _setters(Player)
_seat, _phase, _count, _turquoise, _violet, _letters, _opened = _setters(Turn)
_court, _piles, _clock, _players, _turn, _passed = _setters(State)


def new_state(seats: int, options: Options, gold: Sequence[int]) -> State:
    """The table before the deal: servants on stair and parade, everything else still in the box."""
    palace = tuple({STAIR: STAIR_AT_START, PARADE: PARADE_AT_START}.get(place, 0) for place in range(9))
    reserve = RESERVE_AT_START - sum(palace)
    players = tuple(Player(gold[seat], reserve, SUPPLY_AT_START, palace) for seat in range(seats))
    return State(Court(options), Piles(), Clock(), players, Turn(0, "deal"))


def seated(players: tuple[Player, ...], seat: int, player: Player) -> tuple[Player, ...]:
    """``players`` with ``player`` in ``seat``."""
    return (*players[:seat], player, *players[seat + 1 :])


@lru_cache(maxsize=4096)
def powers(nobles: tuple[int, ...]) -> tuple[int, ...]:
    """What the lasting privileges of ``nobles`` add up to, in the order of ``data.PRIVILEGES``."""
    held = [NOBLES[noble] for noble in nobles]
    return tuple(sum(noble.amount for noble in held if noble.privilege == name) for name in PRIVILEGES)


@lru_cache(maxsize=1024)
def steps(layout: tuple[int, ...], diagonal: bool) -> tuple[tuple[int, ...], ...]:
    """For each place (by its number) the places one move away in this palace, in the order of the cells."""
    near = CELL_NEIGHBOURS_DIAGONAL if diagonal else CELL_NEIGHBOURS
    cell = {place: number for number, place in enumerate(layout)}
    return tuple(tuple(layout[other] for other in near[cell[place]]) for place in range(9))
