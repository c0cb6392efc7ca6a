"""Privilege cards: laying them down, and phase 5, drawing them (with the reshuffle, a chance outcome)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random

from rules.protocol import IllegalAction
from rules.royal.data import (
    BACK,
    BONUS,
    CARD_POWER,
    CARDS,
    ERRAND,
    ERRAND_POINTS,
    KINGS_SEAL,
    LETTER,
    LETTER_PLACES,
    MADAMES_SEAL,
    PASSAGE,
    PLACES,
    PRESTIGE,
    PURSE,
    PURSE_GOLD,
    REINFORCEMENT,
    REINFORCEMENT_CAPACITY,
    SEAL_CARD_SEALS,
    STAIR,
    WRIT,
)
from rules.royal.majority import has_bonus
from rules.royal.notation import Action
from rules.royal.phases.servants import counted
from rules.royal.state import Piles, Player, State, Turn, powers, seated
from rules.royal.words import card_code, phase_code, place_code

COUNT_ADDED = {REINFORCEMENT: REINFORCEMENT_CAPACITY, ERRAND: ERRAND_POINTS, PURSE: PURSE_GOLD}
"""What a card adds to ``Turn.count``, the number of the phase it is played in."""


# -------------------------------------------------------------------------- laying them down
def card_texts(s: State) -> tuple[str, ...]:
    """The cards that the turn's player may lay down now, in code-point order."""
    turn = s.turn
    player = s.players[turn.seat]
    phase = turn.phase
    where = phase == "move" or (phase in LETTER_PLACES and not turn.opened)
    occupied = tuple(map(bool, player.palace)) if where else ()
    return _card_texts(tuple(dict.fromkeys(player.hand)), phase, turn.opened, occupied)


@lru_cache(maxsize=16384)
def _card_texts(
    kinds: tuple[int, ...], phase: str, opened: bool, occupied: tuple[bool, ...]
) -> tuple[str, ...]:
    texts = []
    for kind in kinds:
        card = CARDS[kind]
        if phase not in card.phases:
            continue
        if kind == LETTER:
            if not opened:
                texts += [f"card letter {PLACES[place]}" for place in LETTER_PLACES[phase] if occupied[place]]
        elif kind == PASSAGE:
            texts += [
                f"card passage {PLACES[origin]}-{PLACES[target]}"
                for origin in range(9)
                if occupied[origin]
                for target in range(9)
                if target != origin
            ]
        else:
            texts.append(f"card {card.key}")
    return tuple(sorted(texts))


def card(s: State, action: Action) -> State:
    """Lays a card of the hand down. It may be without effect; all but prestige go to the discard pile."""
    turn, piles = s.turn, s.piles
    player = s.players[turn.seat]
    kind = action.card
    if kind not in player.hand:
        raise IllegalAction("royal.card.not_in_hand", card=card_code(kind))
    if kind == WRIT:
        raise IllegalAction("royal.card.writ")
    if turn.phase not in CARDS[kind].phases:
        raise IllegalAction("royal.card.phase", card=card_code(kind), phase=phase_code(turn.phase))
    at = player.hand.index(kind)
    hand = (*player.hand[:at], *player.hand[at + 1 :])
    palace, prestige = player.palace, player.prestige
    if kind == PRESTIGE:
        prestige += 1
    else:
        piles = Piles(piles.draw, (*piles.discard, kind))
    if kind == LETTER:
        turn = _letter(s, action.target)
    else:
        if kind == PASSAGE:
            palace = _passage(palace, action)
        turn = Turn(
            turn.seat,
            turn.phase,
            turn.count + COUNT_ADDED.get(kind, 0),
            turn.turquoise + (SEAL_CARD_SEALS if kind == KINGS_SEAL else 0),
            turn.violet + (SEAL_CARD_SEALS if kind == MADAMES_SEAL else 0),
            turn.letters,
            True,
        )
    poorer = Player(player.gold, player.reserve, player.supply, palace, hand, prestige, player.nobles)
    return State(s.court, piles, s.clock, seated(s.players, turn.seat, poorer), turn)


def _letter(s: State, place: int) -> Turn:
    """The turn with the tie favour in ``place``; the stair's points, counted already, rise with its bonus."""
    turn = s.turn
    seat = turn.seat
    if turn.opened:
        raise IllegalAction("royal.card.letter_first", place=place_code(place))
    if place not in LETTER_PLACES[turn.phase]:
        raise IllegalAction("royal.card.letter_place", place=place_code(place), phase=phase_code(turn.phase))
    if not s.players[seat].palace[place]:
        raise IllegalAction("royal.card.cardinal_absent", place=place_code(place))
    count = turn.count
    if place == STAIR and not has_bonus(s, seat, place, letter=place in turn.letters):
        count += BONUS if has_bonus(s, seat, place, letter=True) else 0
    return replace(turn, count=count, letters=(*turn.letters, place))


def _passage(palace: tuple[int, ...], action: Action) -> tuple[int, ...]:
    if not palace[action.origin]:
        raise IllegalAction("royal.card.passage_empty", place=place_code(action.origin))
    if action.origin == action.target:
        raise IllegalAction("royal.card.passage_same", place=place_code(action.origin))
    servants = list(palace)
    servants[action.origin] -= 1
    servants[action.target] += 1
    return tuple(servants)


# ------------------------------------------------------------------------------------ 5 draw
def draw_limit(s: State, turn: Turn) -> int:
    """How many cards the turn's player may ask for, whether there are so many or not."""
    player = s.players[turn.seat]
    return player.palace[BACK] + powers(player.nobles)[CARD_POWER]


def draw_begin(_s: State, before: Turn) -> Turn:
    return Turn(before.seat, "draw")


def draw_idle(s: State, turn: Turn) -> bool:
    return not draw_limit(s, turn) or not (s.piles.draw or s.piles.discard)


def draw_texts(s: State) -> tuple[str, ...]:
    return counted("draw", draw_limit(s, s.turn))


def draw(s: State, action: Action) -> State:
    """Cards from the pile into the hand; ends the phase, unless the discard pile has to be shuffled first."""
    if action.number > (limit := draw_limit(s, s.turn)):
        raise IllegalAction("royal.draw.limit", count=action.number, limit=limit)
    return _take(s, s.piles, action.number)


def _take(s: State, piles: Piles, due: int) -> State:
    """``due`` cards off ``piles``; what is missing waits in ``Turn.count`` for a shuffle, or is forgone."""
    seat = s.turn.seat
    player = s.players[seat]
    rest = max(0, len(piles.draw) - due)
    taken = piles.draw[rest:]
    missing = due - len(taken)
    richer = Player(
        player.gold,
        player.reserve,
        player.supply,
        player.palace,
        tuple(sorted((*player.hand, *taken))),
        player.prestige,
        player.nobles,
    )
    return State(
        s.court,
        Piles(piles.draw[:rest], piles.discard),
        s.clock,
        seated(s.players, seat, richer),
        Turn(seat, "draw", missing if piles.discard else 0),
    )


def draw_reshuffle(s: State, rng: Random) -> str:
    """The discard pile in a random order."""
    kinds = [CARDS[kind].key for kind in s.piles.discard]
    rng.shuffle(kinds)
    return f"reshuffle {','.join(kinds)}"


def reshuffle(s: State, action: Action) -> State:
    """Turns the shuffled discard pile into the draw pile, and goes on with the draw that waited for it."""
    if sorted(action.kinds) != sorted(s.piles.discard):
        raise IllegalAction("royal.reshuffle.cards")
    return _take(s, Piles(draw=action.kinds), s.turn.count)
