"""What must always hold: servants, cards and nobles are conserved, nothing is negative, turns make sense."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.royal.data import (
    CARDS,
    CENTRE,
    COPIES,
    GATE,
    LAYOUT_FIXED,
    LETTER_PLACES,
    NOBLES,
    NOBLES_DEALT,
    ON_BORDER,
    PARADE_AT_START,
    PLACES,
    POSTS,
    PRESTIGE,
    RESERVE_AT_START,
    SERVANTS,
    SPACES,
    STAIR_AT_START,
)
from rules.royal.scoring import standing_on_border
from rules.royal.state import EMPTY, State


def problems(s: State) -> list[str]:
    """Broken invariants in words; [] is sound."""
    return [*_servants(s), *_cards(s), *_nobles(s), *_layout(s), *_turn(s)]


def _servants(s: State) -> Iterator[str]:
    for seat, player in enumerate(s.players):
        parts = (player.reserve, player.supply, *player.palace)
        total = sum(parts) + standing_on_border(s, seat)
        if total != SERVANTS:
            yield f"seat {seat} has {total} servants instead of {SERVANTS}"
        if min(parts) < 0 or player.gold < 0 or player.prestige < 0:
            yield f"seat {seat} has less than nothing of something"
        if player.supply > SERVANTS - RESERVE_AT_START:
            yield f"seat {seat} has more in the general supply than there was at the start"


def _cards(s: State) -> Iterator[str]:
    piles = s.piles
    if s.turn.phase == "deal":
        if piles.draw or piles.discard or any(player.hand or player.prestige for player in s.players):
            yield "there are cards before the deal"
        return
    found = Counter((*piles.draw, *piles.discard))
    for player in s.players:
        found.update(player.hand)
        found[PRESTIGE] += player.prestige
    for kind, card in enumerate(CARDS):
        if found[kind] != COPIES:
            yield f"there are {found[kind]} cards {card.key} instead of {COPIES}"
    if PRESTIGE in piles.discard:
        yield "a prestige is in the discard pile"
    for seat, player in enumerate(s.players):
        if list(player.hand) != sorted(player.hand):
            yield f"the hand of seat {seat} is not sorted"


def _nobles(s: State) -> Iterator[str]:
    court = s.court
    in_park = [noble for noble in court.park if noble != EMPTY]
    nobles = in_park + [noble for player in s.players for noble in player.nobles]
    dealt = 0 if s.turn.phase == "deal" else NOBLES_DEALT
    if len(nobles) != dealt:
        yield f"there are {len(nobles)} nobles instead of {dealt}"
    for noble, count in Counter(nobles).items():
        if count > 1:
            yield f"{NOBLES[noble].id} is there {count} times"
    for space, seat in enumerate(court.border):
        name = SPACES[space]
        if seat == EMPTY:
            if dealt and space in ON_BORDER and court.park[space] == EMPTY:
                yield f"no servant stands on {name}, whose noble is gone"
        elif space not in ON_BORDER:
            yield f"a servant stands on {name}, which is no border space"
        elif court.park[space] != EMPTY:
            yield f"a servant stands on {name}, where a noble is"


def _layout(s: State) -> Iterator[str]:
    layout, option = s.court.layout, s.court.options.layout
    if s.turn.phase == "deal":
        if layout:
            yield "there is a palace before the deal"
    elif sorted(layout) != list(range(len(PLACES))):
        yield "the palace does not have each place once"
    elif option == "fixed" and layout != LAYOUT_FIXED:
        yield "the palace is not the printed one, as agreed"
    elif option == "gate-centre" and layout[CENTRE] != GATE:
        yield "the gate is not in the middle of the palace, as agreed"


def _turn(s: State) -> Iterator[str]:
    turn, piles = s.turn, s.piles
    if min(turn.count, turn.turquoise, turn.violet) < 0:
        yield "the turn has less than nothing of something"
    if any(place not in LETTER_PLACES.get(turn.phase, ()) for place in turn.letters):
        yield "a letter lies where this phase works out no bonus"
    if turn.phase == "post":
        if not 0 < turn.count <= POSTS:
            yield f"seat {turn.seat} still has {turn.count} servants to post"
        if s.clock.round:
            yield "servants are posted in a round"
        for seat, player in enumerate(s.players):
            posts = POSTS if seat < turn.seat else POSTS - turn.count if seat == turn.seat else 0
            if player.reserve != RESERVE_AT_START - STAIR_AT_START - PARADE_AT_START - posts:
                yield f"seat {seat} should have posted {posts} servants"
    elif turn.phase == "draw":
        if turn.count and (piles.draw or not piles.discard):
            yield "a draw waits for a shuffle that is not due"
    elif turn.phase not in ("deal", "over") and not s.clock.round:
        yield "a turn is outside the rounds"
