"""What a seat's things at Palais Royal are worth, in points: the judgement behind the rules of thumb.

Points in hand count as they are; servants, gold and privileges by what they may still bring in the rounds
left; and everything that can be bought in this turn by what the nobles bring more than they cost. All numbers
stand in ``Prices``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.royal.data import (
    BONUS_PLACES,
    BORDERS,
    CARDINAL,
    GOLD_POWER,
    KING,
    LAST_ROUND_AT,
    MINT,
    NOBLES,
    OFFICE,
    ON_BORDER,
    POMP,
    PRIVILEGES,
    SEAL_T,
    SEAL_V,
    SERVANTS_ONCE,
    TIEBREAK,
)
from rules.royal.phases.nobles import price
from rules.royal.scoring import border_score, scores
from rules.royal.state import EMPTY, Player, State, powers

PAR: Final = 0.9
"""Nobles that a seat recruits a round, for guessing the rounds left."""
LONGEST: Final = 9.0
"""Rounds left are never guessed higher."""
STEPS: Final = (0.0, 1.0, 1.9, 2.7, 3.4, 4.0, 4.5, 4.9, 5.2, 5.4, 5.5)
"""What 0, 1, 2 ... servants in a place of lasting use are worth, in the worth of the first."""


@dataclass(frozen=True, slots=True)
class Prices:
    """Points for one of each; ``lasting`` and ``bonus`` a round left, ``held`` while any round is left."""

    gold: float = 0.55
    card: float = 0.8
    reserve: float = 0.15
    lasting: dict[int, float] = field(
        default_factory=lambda: {0: 0.20, 1: 0.28, MINT: 0.30, 6: 0.30}  # parade, stair, mint, back
    )
    bonus: dict[int, float] = field(
        default_factory=lambda: {0: 0.15, 1: 0.25, MINT: 0.3, KING: 0.35, POMP: 0.35}
    )
    held: dict[int, float] = field(
        default_factory=lambda: {KING: 0.75, POMP: 0.75, OFFICE: 0.9, 8: 0.4, CARDINAL: 0.3}  # gate
    )
    powers: tuple[float, ...] = (0.2, 0.4, 0.15, 0.5, 0.5, 0.5, 0.45, 0.2, 0.0)
    """By privilege, a round left; servants that come once are worth ``servants``."""
    servants: float = 0.5


PLAIN: Final = Prices()


@dataclass(frozen=True, slots=True)
class Tile:
    """A noble of the park as an offer: what it brings in points, and what it costs."""

    space: int
    worth: float
    gold: int
    turquoise: int
    violet: int


def rounds_left(s: State) -> float:
    """A guess of the rounds after this one."""
    if s.clock.last:
        return 0.0
    left = sum(noble != EMPTY for noble in s.court.park) - LAST_ROUND_AT
    return min(LONGEST, 1.0 + max(0, left) / (PAR * len(s.players)))


class Judge:
    """Judges what ``seat`` could have at the end of its turn. Made for one state and good for one turn.

    ``taste`` is a factor for each space of the park: how much the noble there is liked.
    """

    def __init__(
        self, s: State, seat: int, prices: Prices = PLAIN, taste: Sequence[float] | None = None
    ) -> None:
        self.state = s
        self.seat = seat
        self.prices = prices
        self.rounds = rounds_left(s)
        self.held = powers(s.players[seat].nobles)
        others = [player for n, player in enumerate(s.players) if n != seat]
        self._most = {place: max(player.palace[place] for player in others) for place in BONUS_PLACES}
        self._others = [
            (player.palace, player.palace[CARDINAL] + powers(player.nobles)[TIEBREAK]) for player in others
        ]
        self._presence = s.court.options.cardinal == "presence"
        self.tiles = self._offers(taste)

    def _offers(self, taste: Sequence[float] | None) -> list[Tile]:
        court = self.state.court
        found = []
        for space, number in enumerate(court.park):
            if number == EMPTY:
                continue
            noble = NOBLES[number]
            worth = float(noble.points)
            if noble.privilege:
                kind = PRIVILEGES.index(noble.privilege)
                each = self.prices.powers[kind] * self.rounds
                worth += noble.amount * (self.prices.servants if kind == SERVANTS_ONCE else each)
            if space in ON_BORDER:
                worth += self._border_gain(space)
            if taste is not None:
                worth *= taste[space]
            found.append(Tile(space, worth, price(court, space), noble.turquoise, noble.violet))
        return found

    def _border_gain(self, space: int) -> float:
        """Park points that a servant there would bring now, and half as much of what it keeps from others."""
        on = self.state.court.border
        seats = range(len(self.state.players))
        gain = 0.0
        for name, spaces in BORDERS.items():
            if space not in spaces:
                continue
            counts = [sum(on[other] == seat for other in spaces) for seat in seats]
            before = border_score(name, tuple(counts)).points
            counts[self.seat] += 1
            after = border_score(name, tuple(counts)).points
            gain += after[self.seat] - before[self.seat]
            gain += 0.5 * max(before[n] - after[n] for n in seats if n != self.seat)
        return gain

    def leads(self, palace: Sequence[int], place: int) -> bool:
        """Whether servants placed so would have the place's bonus. No letter is thought of."""
        own, most = palace[place], self._most[place]
        if not own or own < most:
            return False
        if own > most:
            return True
        mine = palace[CARDINAL] + self.held[TIEBREAK]
        if self._presence:
            return mine > 0
        return all(mine > weight for other, weight in self._others if other[place] == own)

    def income(self, palace: Sequence[int]) -> tuple[int, int, int]:
        """Gold and free seals that collecting would bring."""
        return (
            palace[MINT] + self.held[GOLD_POWER] + self.leads(palace, MINT),
            self.held[SEAL_T] + self.leads(palace, KING),
            self.held[SEAL_V] + self.leads(palace, POMP),
        )

    def outlook(
        self,
        palace: Sequence[int],
        player: Player,
        turquoise: int = 0,
        violet: int = 0,
        gold: int = 0,
        *,
        collect: bool = False,
        writs: int = 0,
    ) -> float:
        """The worth of ``player``'s things with servants placed as in ``palace``, after what it buys now.

        ``gold`` and the seals come on top; ``collect``: its income too; ``writs`` are recruits without an
        office servant. Points that are the same whatever it does are left out.
        """
        purse = player.gold + gold
        if collect:
            more, free_t, free_v = self.income(palace)
            purse, turquoise, violet = purse + more, turquoise + free_t, violet + free_v
        servants = list(palace)
        value, purse, back = self._buy(servants, purse, turquoise, violet, writs)
        return value + self.standing(servants, purse, player.reserve + back)

    def _buy(
        self, servants: list[int], purse: int, turquoise: int, violet: int, writs: int
    ) -> tuple[float, int, int]:
        """Buys as long as it pays: what that brings, the gold left, the servants back in the reserve."""
        value = 0.0
        back = 0
        bought: set[int] = set()
        while servants[OFFICE] or writs:
            found = self.best(servants, purse, turquoise, violet, bought)
            if found is None:
                break
            tile, _ = found
            value += tile.worth
            bought.add(tile.space)
            purse -= tile.gold
            free_t, free_v = min(tile.turquoise, turquoise), min(tile.violet, violet)
            turquoise -= free_t
            violet -= free_v
            servants[KING] -= tile.turquoise - free_t
            servants[POMP] -= tile.violet - free_v
            back += tile.turquoise - free_t + tile.violet - free_v - (tile.space in ON_BORDER)
            if servants[OFFICE]:
                servants[OFFICE] -= 1
                back += 1
            else:
                writs -= 1
        return value, purse, back

    def best(
        self, servants: Sequence[int], purse: int, turquoise: int, violet: int, bought: set[int] | None = None
    ) -> tuple[Tile, float] | None:
        """The noble to buy now, and by how much its worth exceeds its price; None when none is worth it."""
        later = 1.0 if self.rounds else 0.0
        gold = self.prices.gold * later
        seal = (self.prices.held[KING] - self.prices.reserve) * later
        office = (self.prices.held[OFFICE] - self.prices.reserve) * later
        most_t, most_v = turquoise + servants[KING], violet + servants[POMP]
        best: Tile | None = None
        most = 0.0
        for tile in self.tiles:
            if tile.gold > purse or tile.turquoise > most_t or tile.violet > most_v:
                continue
            if bought and tile.space in bought:
                continue
            paid = max(0, tile.turquoise - turquoise) + max(0, tile.violet - violet)
            gain = tile.worth - gold * tile.gold - seal * paid - office
            if gain > most:
                best, most = tile, gain
        return None if best is None else (best, most)

    def standing(self, servants: Sequence[int], purse: int, reserve: int) -> float:
        """What servants and gold may still bring in the rounds left."""
        rounds, prices = self.rounds, self.prices
        if not rounds:
            return 0.01 * purse + 0.001 * reserve
        value = prices.gold * purse + prices.reserve * reserve
        for place, each in prices.lasting.items():
            value += each * rounds * STEPS[min(servants[place], len(STEPS) - 1)]
        for place, each in prices.held.items():
            value += each * STEPS[min(servants[place], len(STEPS) - 1)]
        for place, each in prices.bonus.items():
            if self.leads(servants, place):
                value += each * rounds
        return value


def total(s: State, seat: int, prices: Prices = PLAIN) -> float:
    """All a seat has, points included: for comparing seats between turns."""
    player = s.players[seat]
    judge = Judge(s, seat, prices)
    value = scores(s)[seat].total + judge.standing(player.palace, player.gold, player.reserve)
    value += sum(each * n for each, n in zip(prices.powers, judge.held)) * judge.rounds
    if judge.rounds:
        # What it could buy in a turn with what it has is worth something already.
        servants = list(player.palace)
        more, free_t, free_v = judge.income(servants)
        bought, purse, back = judge._buy(servants, player.gold + more, free_t, free_v, 0)
        after = judge.standing(servants, purse, player.reserve + back)
        before = judge.standing(player.palace, player.gold + more, player.reserve)
        value += 0.5 * max(0.0, bought + after - before)
        value += (prices.card - 1.0) * min(len(player.hand), 6)
    return value
