"""Rules of thumb for Palais Royal: one action for the seat on turn, chosen by what things are worth.

They look at what is public and at the seat's own hand, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from rules.bots.royal.worth import PLAIN, Judge, Prices
from rules.royal.data import (
    CARDS,
    DIAGONAL,
    ERRAND,
    ERRAND_POINTS,
    GATE,
    KINGS_SEAL,
    MADAMES_SEAL,
    NOBLES,
    OFFICE,
    ON_BORDER,
    PASSAGE,
    PLACES,
    PRESTIGE,
    PURSE,
    PURSE_GOLD,
    REINFORCEMENT,
    SEAL_CARD_SEALS,
    WRIT,
)
from rules.royal.phases.cards import draw_limit
from rules.royal.phases.nobles import payments
from rules.royal.phases.servants import capacity
from rules.royal.state import Player, State, steps

LEAST: Final = 0.05
"""A move that brings less is not made."""
CARD_GAIN: Final = 1.2
"""A card is laid down when it brings at least so many points; at the end of the match, one."""


def act(s: State, prices: Prices = PLAIN, taste: Sequence[float] | None = None) -> str:
    """What the seat on turn does. ``taste``: see ``worth.Judge``."""
    seat = s.turn.seat
    player = s.players[seat]
    phase = s.turn.phase
    if phase != "post" and PRESTIGE in player.hand:
        return f"card {CARDS[PRESTIGE].key}"
    return _PHASES[phase](s, Judge(s, seat, prices, taste))


def _gain_wanted(judge: Judge) -> float:
    return CARD_GAIN if judge.rounds else 1.0


def _post(s: State, judge: Judge) -> str:
    player = s.players[s.turn.seat]

    def worth(place: int) -> float:
        return judge.standing(_with(player.palace, place, 1), player.gold, player.reserve - 1)

    return f"post {PLACES[max(range(9), key=worth)]}"


def _reinforce(s: State, judge: Judge) -> str:
    player = s.players[s.turn.seat]
    most = capacity(s, s.turn)
    if REINFORCEMENT in player.hand and player.reserve >= most + 2 and judge.rounds > 1:
        return f"card {CARDS[REINFORCEMENT].key}"
    return f"reinforce {min(most, player.reserve)}"


def _with(palace: Sequence[int], place: int, more: int) -> list[int]:
    servants = list(palace)
    servants[place] += more
    return servants


@lru_cache(maxsize=512)
def ways(layout: tuple[int, ...], diagonal: bool) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """From each place: (place reached, steps, first place on the way), the nearest first, all but itself."""
    near = steps(layout, diagonal)
    found = []
    for origin in range(9):
        reached = {origin: (0, origin)}
        edge = [origin]
        while edge:
            following = []
            for place in edge:
                for other in near[place]:
                    if other not in reached:
                        far, first = reached[place]
                        reached[other] = (far + 1, other if place == origin else first)
                        following.append(other)
            edge = following
        found.append(tuple((place, far, first) for place, (far, first) in reached.items() if place != origin))
    return tuple(found)


def best_hop(
    s: State, judge: Judge, player: Player, points: int, writs: int
) -> tuple[float, int, int, int] | None:
    """The best single servant's way of at most ``points`` steps: gain, origin, first place, target."""
    palace = player.palace
    now = judge.outlook(palace, player, collect=True, writs=writs)
    best: tuple[float, int, int, int] | None = None
    most = LEAST
    for origin, reached in enumerate(ways(s.court.layout, bool(judge.held[DIAGONAL]))):
        if not palace[origin]:
            continue
        without = _with(palace, origin, -1)
        for target, far, first in reached:
            if far > points:
                break
            gain = judge.outlook(_with(without, target, 1), player, collect=True, writs=writs) - now
            if gain / far > most:
                most = gain / far
                best = (gain, origin, first, target)
    return best


def _move(s: State, judge: Judge) -> str:
    player, points = s.players[s.turn.seat], s.turn.count
    writs = player.hand.count(WRIT)
    hop = best_hop(s, judge, player, points, writs) if points else None
    if hop is not None:
        return f"move {PLACES[hop[1]]}-{PLACES[hop[2]]}"
    wanted = _gain_wanted(judge)
    if ERRAND in player.hand:
        more = best_hop(s, judge, player, ERRAND_POINTS, writs)
        if more is not None and more[0] >= wanted:
            return f"card {CARDS[ERRAND].key}"
    if PASSAGE in player.hand:
        any_way = best_hop(s, judge, player, 9, writs)
        if any_way is not None and any_way[0] >= wanted:
            return f"card {CARDS[PASSAGE].key} {PLACES[any_way[1]]}-{PLACES[any_way[3]]}"
    return "stop"


def _seal_card(s: State, judge: Judge, *, collect: bool) -> str | None:
    """The card for gold or seals that brings enough now, if there is one."""
    turn, player = s.turn, s.players[s.turn.seat]
    more = turn.count if collect else 0

    def outlook(gold: int, turquoise: int, violet: int) -> float:
        return judge.outlook(
            player.palace,
            player,
            turn.turquoise + turquoise,
            turn.violet + violet,
            more + gold,
            collect=collect,
            writs=player.hand.count(WRIT),
        )

    now = outlook(0, 0, 0)
    best: str | None = None
    most = _gain_wanted(judge)
    for kind, extra in (
        (PURSE, (PURSE_GOLD, 0, 0)),
        (KINGS_SEAL, (0, SEAL_CARD_SEALS, 0)),
        (MADAMES_SEAL, (0, 0, SEAL_CARD_SEALS)),
    ):
        if kind in player.hand and (collect or kind != PURSE):
            gain = outlook(*extra) - now
            if kind == PURSE and judge.rounds > 1:
                gain -= 0.5 * judge.prices.gold * PURSE_GOLD  # gold keeps: no hurry
            if gain > most:
                best, most = f"card {CARDS[kind].key}", gain
    return best


def _collect(s: State, judge: Judge) -> str:
    return _seal_card(s, judge, collect=True) or "collect"


def _recruit(s: State, judge: Judge) -> str:
    turn, player = s.turn, s.players[s.turn.seat]
    office = player.palace[OFFICE]
    if office or WRIT in player.hand:
        found = judge.best(player.palace, player.gold, turn.turquoise, turn.violet)
        if found is not None and (office or found[1] >= _gain_wanted(judge)):
            text = _paid(s, found[0].space, player, writ=not office)
            if text is not None:
                return text
    card = _seal_card(s, judge, collect=False) if office or WRIT in player.hand else None
    return card or "done"


def _paid(s: State, space: int, player: Player, *, writ: bool) -> str | None:
    """The recruit with as many free seals as can be; None when no servant is left for the border."""
    noble = NOBLES[s.court.park[space]]
    way = max(payments(space, noble, s.turn, player.palace), key=lambda way: way.turquoise + way.violet)
    if not writ:
        return way.text
    if space not in ON_BORDER or player.reserve + way.servants:
        return f"{way.text} writ"
    places = [place for place in (GATE, *range(9)) if player.palace[place]]
    return f"{way.text} from={PLACES[places[0]]} writ" if places else None


def _draw(s: State, _judge: Judge) -> str:
    return f"draw {draw_limit(s, s.turn)}"


def _end(_s: State, _judge: Judge) -> str:
    return "end"


_PHASES: Final[dict[str, Callable[[State, Judge], str]]] = {
    "post": _post,
    "reinforce": _reinforce,
    "move": _move,
    "collect": _collect,
    "recruit": _recruit,
    "draw": _draw,
    "end": _end,
}
