"""Phases 3 and 4 of a turn: collecting gold and free seals, and recruiting nobles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from rules.protocol import IllegalAction, Message
from rules.royal.data import (
    BONUS,
    GOLD_POWER,
    KING,
    MINT,
    NOBLES,
    OFFICE,
    ON_BORDER,
    PLACES,
    PLACES_SORTED,
    POMP,
    SEAL_T,
    SEAL_V,
    SPACE_NEIGHBOURS,
    SPACES,
    SPACES_SORTED,
    WRIT,
    Noble,
)
from rules.royal.majority import has_bonus
from rules.royal.notation import Action
from rules.royal.state import EMPTY, Court, Piles, Player, State, Turn, powers, seated
from rules.royal.words import place_code


# --------------------------------------------------------------------------------- 3 collect
def income(s: State, turn: Turn) -> tuple[int, int, int]:
    """What ``collect`` brings now: gold, free turquoise and free violet seals, cards played included."""
    seat, letters = turn.seat, turn.letters
    player = s.players[seat]
    held = powers(player.nobles)
    gold = player.palace[MINT] + held[GOLD_POWER] + turn.count
    turquoise = held[SEAL_T] + turn.turquoise
    violet = held[SEAL_V] + turn.violet
    if has_bonus(s, seat, MINT, letter=MINT in letters):
        gold += BONUS
    if has_bonus(s, seat, KING, letter=KING in letters):
        turquoise += BONUS
    if has_bonus(s, seat, POMP, letter=POMP in letters):
        violet += BONUS
    return gold, turquoise, violet


def collect_begin(_s: State, before: Turn) -> Turn:
    return Turn(before.seat, "collect")


def collect_idle(s: State, turn: Turn) -> bool:
    return not any(income(s, turn))


def collect_texts(_s: State) -> tuple[str, ...]:
    return ("collect",)


def collect(s: State, _action: Action) -> State:
    """Gold to keep, seals for this turn; ends the phase."""
    turn = s.turn
    player = s.players[turn.seat]
    gold, turquoise, violet = income(s, turn)
    richer = Player(
        player.gold + gold,
        player.reserve,
        player.supply,
        player.palace,
        player.hand,
        player.prestige,
        player.nobles,
    )
    collected = Turn(turn.seat, "collect", 0, turquoise, violet)
    return State(s.court, s.piles, s.clock, seated(s.players, turn.seat, richer), collected)


# --------------------------------------------------------------------------------- 4 recruit
def price(court: Court, space: int) -> int:
    """The gold that the noble on ``space`` costs now, the option ``discount`` counted in."""
    gold = NOBLES[court.park[space]].gold
    if court.options.discount == "neighbours":
        gold -= sum(1 for other in SPACE_NEIGHBOURS[space] if court.park[other] == EMPTY)
    return max(gold, 0)


def recruit_begin(_s: State, before: Turn) -> Turn:
    """The free seals that ``collect`` brought stay; a collect phase passed over brought none."""
    return Turn(before.seat, "recruit", 0, before.turquoise, before.violet)


def affordable(s: State, turn: Turn) -> Iterator[tuple[int, Noble]]:
    """The spaces, by name, whose noble can be paid in gold and seals; the office is not looked at."""
    court = s.court
    player = s.players[turn.seat]
    gold = player.gold
    turquoise = turn.turquoise + player.palace[KING]
    violet = turn.violet + player.palace[POMP]
    discount = court.options.discount != "none"
    park = court.park
    for space in SPACES_SORTED:
        number = park[space]
        if number == EMPTY:
            continue
        noble = NOBLES[number]
        if noble.turquoise > turquoise or noble.violet > violet:
            continue
        if noble.gold <= gold or (discount and price(court, space) <= gold):
            yield space, noble


def recruit_idle(s: State, turn: Turn) -> bool:
    """Asked with an empty hand only: no writ, and an office servant who returns is there for the border."""
    if not s.players[turn.seat].palace[OFFICE]:
        return True
    return next(affordable(s, turn), None) is None


class Payment(NamedTuple):
    """One way to pay a noble's seals: the action's text, the free seals used, the servants sent back."""

    text: str
    turquoise: int
    violet: int
    servants: int


def payments(space: int, noble: Noble, turn: Turn, palace: tuple[int, ...]) -> tuple[Payment, ...]:
    """The ways to pay the seals of ``noble`` on ``space``, in code-point order; none if seals are short."""
    t, v = noble.turquoise, noble.violet
    return _payments(
        space, t, v, min(t, turn.turquoise), min(v, turn.violet), min(t, palace[KING]), min(v, palace[POMP])
    )


@lru_cache(maxsize=8192)
def _payments(
    space: int, t: int, v: int, t_free: int, v_free: int, king: int, pomp: int
) -> tuple[Payment, ...]:
    return tuple(
        sorted(
            Payment(f"recruit {SPACES[space]} t{i} v{j}", i, j, t - i + v - j)
            for i in range(t - king, t_free + 1)
            for j in range(v - pomp, v_free + 1)
        )
    )


def recruit_texts(s: State) -> list[str]:
    """``done`` and every way to recruit every noble that can be had."""
    turn = s.turn
    player = s.players[turn.seat]
    palace = player.palace
    office = palace[OFFICE]
    writ = WRIT in player.hand
    texts = ["done"]
    if not office and not writ:
        return texts
    for space, noble in affordable(s, turn):
        for way in payments(space, noble, turn, palace):
            if office:
                texts.append(way.text)
            if not writ:
                continue
            if space not in ON_BORDER or player.reserve + way.servants:
                texts.append(f"{way.text} writ")
            else:
                texts += [f"{way.text} from={PLACES[place]} writ" for place in PLACES_SORTED if palace[place]]
    texts.sort()
    return texts


def recruit(s: State, action: Action) -> State:
    """Takes the noble: costs, then the border servant, then the servants the noble brings."""
    turn, court = s.turn, s.court
    player = s.players[turn.seat]
    space = action.target
    name = SPACES[space]
    number = court.park[space]
    if number == EMPTY:
        raise IllegalAction("royal.recruit.empty", space=name)
    noble = NOBLES[number]
    if action.writ and WRIT not in player.hand:
        raise IllegalAction("royal.recruit.no_writ", space=name)
    if not action.writ and not player.palace[OFFICE]:
        raise IllegalAction("royal.recruit.office", space=name)
    gold = player.gold - price(court, space)
    if gold < 0:
        raise IllegalAction("royal.recruit.gold", space=name, short=-gold)

    palace = list(player.palace)
    reserve = player.reserve
    if not action.writ:
        palace[OFFICE] -= 1
        reserve += 1
    for colour, place, cost, free, used in (
        ("turquoise", KING, noble.turquoise, turn.turquoise, action.turquoise),
        ("violet", POMP, noble.violet, turn.violet, action.violet),
    ):
        if used > cost:
            raise IllegalAction(f"royal.recruit.asks_{colour}", space=name, used=used, cost=cost)
        if used > free:
            raise IllegalAction(f"royal.recruit.free_{colour}", space=name, used=used, free=free)
        if cost - used > palace[place]:
            raise IllegalAction(f"royal.recruit.{colour}", space=name, short=cost - used - palace[place])
        palace[place] -= cost - used
        reserve += cost - used

    border = court.border
    if space in ON_BORDER:
        reserve = _leave_for_border(palace, reserve, action, name)
        border = (*border[:space], turn.seat, *border[space + 1 :])
    elif action.origin >= 0:
        raise IllegalAction("royal.recruit.inner", space=name)

    brought = min(noble.amount, player.supply) if noble.privilege == "SERVANTS" else 0
    hand, piles = player.hand, s.piles
    if action.writ:
        at = hand.index(WRIT)
        hand = (*hand[:at], *hand[at + 1 :])
        piles = Piles(piles.draw, (*piles.discard, WRIT))
    richer = Player(
        gold,
        reserve + brought,
        player.supply - brought,
        tuple(palace),
        hand,
        player.prestige,
        (*player.nobles, number),
    )
    park = (*court.park[:space], EMPTY, *court.park[space + 1 :])
    return State(
        Court(court.options, court.layout, park, border),
        piles,
        replace(s.clock, recruited=True),
        seated(s.players, turn.seat, richer),
        Turn(
            turn.seat, "recruit", 0, turn.turquoise - action.turquoise, turn.violet - action.violet, (), True
        ),
    )


def _leave_for_border(palace: list[int], reserve: int, action: Action, space: str) -> int:
    """Takes the border's servant from the reserve or, if that is empty, the place named; the new reserve."""
    origin = action.origin
    if reserve:
        if origin >= 0:
            raise IllegalAction("royal.recruit.from_reserve", space=space, reserve=reserve)
        return reserve - 1
    if not any(palace):
        raise IllegalAction("royal.recruit.border", space=space)
    if origin < 0:
        raise IllegalAction("royal.recruit.from_needed", space=space)
    if not palace[origin]:
        raise IllegalAction("royal.recruit.from_empty", space=space, place=place_code(origin))
    palace[origin] -= 1
    return 0


def shortfalls(s: State, space: int) -> list[Message]:
    """Everything that keeps the turn's player from the noble on ``space``, all free seals used and no card.

    Public knowledge only: a writ in the hand is not looked at.
    """
    turn, court = s.turn, s.court
    player = s.players[turn.seat]
    noble = NOBLES[court.park[space]]
    name = SPACES[space]
    lacking = [
        ("royal.recruit.gold", price(court, space) - player.gold),
        ("royal.recruit.turquoise", noble.turquoise - turn.turquoise - player.palace[KING]),
        ("royal.recruit.violet", noble.violet - turn.violet - player.palace[POMP]),
    ]
    office = [] if player.palace[OFFICE] else [Message("royal.recruit.office", {"space": name})]
    return office + [Message(code, {"space": name, "short": short}) for code, short in lacking if short > 0]
