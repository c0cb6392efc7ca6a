"""Help for people at Palace: what is in danger, what could be played, and what went wrong in a match.

``threats`` is quick enough to be asked after every action. ``best_lines`` and ``review`` search, so they
belong into a bot's process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from rules.bots.palace.engine import judge, search, value_after
from rules.bots.palace.evaluate import FORCED
from rules.bots.palace.search import DEEPEST
from rules.bots.palace.turns import Turn, turns
from rules.bots.protocol import never
from rules.match import Match
from rules.palace import legal
from rules.palace.game import GAME, short
from rules.palace.geometry import NAMES, panes_of
from rules.palace.position import Position
from rules.protocol import Message

FOLLOWING = 5_000
"""Positions that are looked at to tell how a line goes on; short, whatever engine there is."""
MISTAKE = 60
"""Hundredths of a sphere that a turn gives away to be called a mistake."""
BLUNDER = 120
"""... and a blunder."""


@dataclass(frozen=True, slots=True)
class Threat:
    """One sphere that the other side could break in its next turn, and how.

    ``actions`` is that turn, bands first; ``text`` its roll with what it does, as in move lists ("c7nxc8").
    """

    pane: str
    actions: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A way to go on: ``turns`` of both sides by turns, and its value in spheres for the side to move."""

    turns: tuple[tuple[str, ...], ...]
    value: float


@dataclass(frozen=True, slots=True)
class Mark:
    """What a review says of one turn.

    ``index`` is the place of its first action in the match. ``value`` is what it was worth, ``best_value``
    what the best one was, both in spheres for the seat that played it. ``mark`` is "" or "mistake", "blunder"
    or "missed_win"; ``message`` says it in words.
    """

    index: int
    seat: int
    played: tuple[str, ...]
    best: tuple[str, ...]
    value: float
    best_value: float
    mark: str
    message: Message | None


def threats(position: Position, seat: int) -> list[Threat]:
    """The spheres of ``seat`` that the other side could break if it were its turn now, in the order a1 b1 ...
    h10.

    Of several ways the one with the fewest band moves is told. None when the match is over.
    """
    if legal.over(position):
        return []
    other = replace(position, turn=1 - seat, moved=())
    mine = position.black if seat else position.white
    found: dict[int, Threat] = {}
    for turn in sorted(turns(other), key=lambda turn: len(turn.actions)):
        if not _broke(other, turn, seat):
            continue
        left = turn.after.black if seat else turn.after.white
        for pane in panes_of(mine & ~left):
            found.setdefault(pane, Threat(NAMES[pane], turn.actions, _text(other, turn)))
    return [found[pane] for pane in sorted(found)]


def _broke(before: Position, turn: Turn, seat: int) -> bool:
    return turn.after.spheres[seat] < before.spheres[seat]


def _text(before: Position, turn: Turn) -> str:
    """The turn's last action, annotated, on the terrain it is made on."""
    for action in turn.actions[:-1]:
        before = GAME.apply(before, action)
    return short(before, turn.actions[-1])


def best_lines(
    position: Position,
    count: int = 3,
    *,
    depth: int = DEEPEST,
    expired: Callable[[], bool] = never,
    engine: str = "auto",
) -> list[Line]:
    """The ``count`` best turns with their values, and how each may go on. Raises ValueError after the end."""
    lines = []
    for turn, value in judge(position, depth=depth, expired=expired, engine=engine)[:count]:
        following: tuple[Turn, ...] = ()
        if not legal.over(turn.after):
            following = search(turn.after, depth=min(3, depth), nodes=FOLLOWING, engine=engine).line
        lines.append(Line((turn.actions, *(later.actions for later in following)), value / 100))
    return lines


def review(
    match: Match,
    *,
    depth: int = DEEPEST,
    nodes: int = 200_000,
    expired: Callable[[], bool] = never,
    engine: str = "auto",
) -> Iterator[Mark]:
    """Goes through a match of Palace and judges every turn that was finished, in order.

    For each the best turn is searched, to ``depth`` or with ``nodes``, and the one played is judged at the
    depth reached. Ends early when ``expired``.
    """
    for index, end in whole_turns(match):
        played = tuple(text for _, text in match.actions[index:end])
        mark = judged(
            match.states[index], played, index, depth=depth, nodes=nodes, expired=expired, engine=engine
        )
        if mark is None:
            return
        yield mark


def judged(
    before: Position,
    played: tuple[str, ...],
    index: int = 0,
    *,
    depth: int = DEEPEST,
    nodes: int = 200_000,
    expired: Callable[[], bool] = never,
    engine: str = "auto",
) -> Mark | None:
    """What ``review`` says of one turn: ``played``, all its actions. None when ``expired``."""
    after = before
    for action in played:
        after = GAME.apply(after, action)
    found = search(before, depth=depth, nodes=nodes, expired=expired, engine=engine)
    value = value_after(Turn(played, after), max(1, found.depth), expired=expired, engine=engine)
    if value is None or expired():
        return None
    best = max(found.value, value)
    mark = _mark(value, best)
    better = tuple(found.line[0].actions)
    return Mark(
        index,
        before.turn,
        played,
        better,
        value / 100,
        best / 100,
        mark,
        Message(f"bots.review.{mark}", {"best": " ".join(better)}) if mark else None,
    )


def whole_turns(match: Match) -> Iterator[tuple[int, int]]:
    """The first action's index and the index after the last, of each turn that came to its end."""
    start = 0
    for index in range(len(match.actions)):
        if match.states[index + 1].count != match.states[start].count:
            yield start, index + 1
            start = index + 1


def _mark(value: int, best: int) -> str:
    if best > FORCED >= value:
        return "missed_win"
    if value < -FORCED <= best or best - value >= BLUNDER:
        return "blunder" if best <= FORCED else ""
    return "mistake" if best - value >= MISTAKE and best <= FORCED else ""
