"""Points, at any time of the match. All is public: a card in the hand counts one, whatever it is."""

from __future__ import annotations

from dataclasses import dataclass

from rules.protocol import Outcome
from rules.royal.data import (
    BORDER_FIRST,
    BORDER_SECOND,
    BORDERS,
    HAND_POINTS,
    HAND_POINTS_MOST,
    NOBLES,
    PRESTIGE_POINTS,
)
from rules.royal.state import State


@dataclass(frozen=True, slots=True)
class BorderScore:
    """One border of the park: servants and points of each seat; who is first and who is second."""

    border: str
    counts: tuple[int, ...]
    first: tuple[int, ...]
    second: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """What a seat's points are made of."""

    nobles: int
    prestige: int
    hand: int
    park: int

    @property
    def total(self) -> int:
        return self.nobles + self.prestige + self.hand + self.park


def border_score(border: str, counts: tuple[int, ...]) -> BorderScore:
    """All with the most servants are first; if one alone has, all with the next most (at least 1) second."""
    most = max(counts)
    first = tuple(seat for seat, count in enumerate(counts) if count == most > 0)
    second: tuple[int, ...] = ()
    if len(first) == 1:
        next_most = max(count for seat, count in enumerate(counts) if seat != first[0])
        second = tuple(
            seat for seat, count in enumerate(counts) if seat != first[0] and count == next_most > 0
        )
    points = tuple(
        BORDER_FIRST if seat in first else BORDER_SECOND if seat in second else 0
        for seat in range(len(counts))
    )
    return BorderScore(border, counts, first, second, points)


def border_scores(s: State) -> tuple[BorderScore, ...]:
    """The four borders in the order of ``data.BORDERS``. A corner's servant counts on both of its borders."""
    seats = range(len(s.players))
    on = s.court.border
    return tuple(
        border_score(name, tuple(sum(1 for space in spaces if on[space] == seat) for seat in seats))
        for name, spaces in BORDERS.items()
    )


def scores(s: State) -> tuple[Score, ...]:
    """Each seat's points if the match ended now."""
    borders = border_scores(s)
    return tuple(
        Score(
            nobles=sum(NOBLES[noble].points for noble in player.nobles),
            prestige=PRESTIGE_POINTS * player.prestige,
            hand=min(HAND_POINTS * len(player.hand), HAND_POINTS_MOST),
            park=sum(border.points[seat] for border in borders),
        )
        for seat, player in enumerate(s.players)
    )


def ranks(s: State) -> tuple[int, ...]:
    """1 is best: points, then gold, then servants in the reserve; seats equal in all three share a rank."""
    merits = [
        (score.total, player.gold, player.reserve) for score, player in zip(scores(s), s.players, strict=True)
    ]
    return tuple(1 + sum(1 for other in merits if other > merit) for merit in merits)


def outcome(s: State) -> Outcome | None:
    """The result of a match that is over, else None."""
    if s.turn.phase != "over":
        return None
    places = ranks(s)
    return Outcome(
        winners=tuple(seat for seat, rank in enumerate(places) if rank == 1),
        losers=tuple(seat for seat, rank in enumerate(places) if rank > 1),
        scores=tuple(score.total for score in scores(s)),
        ranks=places,
        reason="points",
    )


def standing_on_border(s: State, seat: int) -> int:
    """Servants that ``seat`` has left in the park for good."""
    return sum(1 for owner in s.court.border if owner == seat)
