"""Alpha-beta over whole turns, in pure Python on sets of panes.

Iterative deepening; a table of positions seen (a value counts only at its own depth, so that what is found at
a depth is exactly the minimax value and can be compared with a plain search and with the compiled core); the
best turn of the table first, then turns that break a sphere, then killers, then by history.

A node is (own, other, own reserve, other's reserve, levels, seat, left), always from the side to move. Under
``free`` it has no levels, see ``turns.py``. ``left`` counts the turns until the match ends as drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rules.bots.palace.children import ANYWHERE, Child, children_of
from rules.bots.palace.evaluate import FORCED, WIN, evaluator
from rules.bots.palace.reach import Levels
from rules.bots.palace.turns import Turn, turns
from rules.bots.protocol import never
from rules.palace.geometry import LEAST
from rules.palace.position import Position

DEEPEST: Final = 40
"""No iteration goes deeper."""
FAR: Final = 64
"""A turn limit at least this far away plays no part in a search."""
POLL: Final = 256
"""Nodes between two questions whether the time is over."""
TABLE: Final = 400_000
"""Positions remembered at most."""

Node = tuple[int, int, int, int, Levels, int, int]
Best = tuple[int, int, Levels]
"""Own, other and levels after a turn: what tells the best turn of a node from the others."""
EXACT, LOWER, UPPER = 0, 1, -1


@dataclass(frozen=True, slots=True)
class Result:
    """What a search found, by whichever engine.

    ``value`` is in hundredths of a sphere for the side to move (see ``evaluate``); ``line`` the turns
    expected, the one to play first; ``depth`` the last depth (in turns) looked through whole; ``nodes``
    positions seen. ``values`` are all turns with their values, best first, where every one was asked for.
    """

    value: int
    line: tuple[Turn, ...]
    depth: int
    nodes: int
    values: tuple[tuple[Turn, int], ...] = ()


class _Enough(Exception):
    """Nodes or time are used up."""


def node_of(p: Position) -> Node:
    """``p`` as a node."""
    left = FAR if p.max_turns is None else min(FAR, p.max_turns + 1 - p.count)
    levels = ANYWHERE if p.bands == "free" else p.levels
    if p.turn:
        return (p.black, p.white, p.black_reserve, p.white_reserve, levels, 1, left)
    return (p.white, p.black, p.white_reserve, p.black_reserve, levels, 0, left)


class Search:
    """One search from one position, of at most ``nodes`` nodes, until ``expired``.

    With ``jitter`` (in hundredths of a sphere) every position is misjudged by up to that much, each by an
    error of its own, drawn by ``seed``. A little of it keeps two careful players from shuffling for ever:
    what offers more choices is the likelier to look good. More of it makes a player who errs.
    """

    def __init__(
        self,
        position: Position,
        *,
        nodes: int | None = None,
        expired: Callable[[], bool] = never,
        jitter: int = 0,
        seed: int = 0,
    ) -> None:
        self.position = position
        self.nodes = 0
        self._most = nodes
        self._expired = expired
        self._ask_at = 0
        self._jitter = jitter
        self._seed = seed
        self._evaluate = evaluator(position.bands).value
        self._children = children_of(position.bands)
        self._table: dict[Node, tuple[int, int, int, Best | None]] = {}
        """Value (of a win as seen from the node), its kind, its depth, the best turn."""
        self._history: dict[int, int] = {}
        self._killers: list[list[int]] = [[0, 0] for _ in range(DEEPEST + 2)]

    def run(self, deepest: int = DEEPEST, order: Sequence[Turn] | None = None) -> Result:
        """The best turn, looking at most ``deepest`` turns ahead. ``order``: all turns, in the order to try
        them.

        Depth 1 is finished whatever the budget. Raises ValueError when the match is over.
        """
        found = list(turns(self.position) if order is None else order)
        if not found:
            raise ValueError("the match is over: there is no turn to look for")
        best = Result(0, (found[0],), 0, 0)
        for depth in range(1, min(deepest, DEEPEST) + 1):
            self._ask_at = 1 << 62 if depth == 1 else self.nodes
            try:
                value, first = self._root(found, depth)
            except _Enough:
                break
            found.remove(first)
            found.insert(0, first)
            best = Result(value, self._line(first, depth), depth, self.nodes)
            if abs(value) > FORCED and WIN - abs(value) <= depth:
                break  # found at its full length: nothing deeper changes it
        return Result(best.value, best.line, best.depth, self.nodes)

    def all_values(self, depth: int) -> Result:
        """Every turn with its exact value at ``depth``, the best first; no budget holds."""
        self._ask_at = 1 << 62
        found = [(turn, self._root([turn], depth)[0]) for turn in turns(self.position)]
        if not found:
            raise ValueError("the match is over: there is no turn to look for")
        found.sort(key=lambda pair: -pair[1])
        turn, value = found[0]
        return Result(value, self._line(turn, depth), depth, self.nodes, tuple(found))

    # The root, whose turns are known in full

    def _root(self, found: Sequence[Turn], depth: int) -> tuple[int, Turn]:
        best, first = -WIN - 1, found[0]
        for turn in found:
            value = -self._reached(node_of(turn.after), depth - 1, -WIN - 1, -best)
            if value > best:
                best, first = value, turn
        return best, first

    def _reached(self, node: Node, depth: int, alpha: int, beta: int) -> int:
        """The value of a node right after the root's turn, a broken side included."""
        own, other, own_reserve, other_reserve = node[:4]
        if other.bit_count() + other_reserve.bit_count() < LEAST:
            return WIN - 1
        if own.bit_count() + own_reserve.bit_count() < LEAST:
            return 1 - WIN
        return self._value(node, depth, alpha, beta, 1)

    # Inside

    def _value(self, node: Node, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of a node for its side to move; exact between ``alpha`` and ``beta``, else a bound."""
        if self.nodes >= self._ask_at:
            self._ask()
        self.nodes += 1
        own, other, own_reserve, other_reserve, levels, seat, left = node
        if left <= 0:
            return 0
        if depth <= 0:
            value = self._evaluate(own, other, own_reserve, other_reserve, levels, seat)
            if value > FORCED:
                return value - ply
            if self._jitter:
                draw = hash((own, other, own_reserve, other_reserve, levels, seat, self._seed))
                value += draw % (2 * self._jitter + 1) - self._jitter
            return value
        first: Best | None = None
        known = self._table.get(node)
        if known is not None:
            value, kind, known_depth, first = known
            if known_depth == depth:
                value = _seen_from_root(value, ply)
                if kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha):
                    return value
        best, start, best_child = -WIN - 1, alpha, first
        mine, others = (
            own.bit_count() + own_reserve.bit_count(),
            other.bit_count() + other_reserve.bit_count(),
        )
        left -= left < FAR
        for child in self._sorted(self._children(own, other, own_reserve, levels, seat), ply, first):
            gain, move, own_after, other_after, reserve_after, levels_after = child
            if gain > 0 and others == LEAST:
                value = WIN - ply - 1
            elif gain < 0 and mine == LEAST:
                value = ply + 1 - WIN
            else:
                after = (other_after, own_after, other_reserve, reserve_after, levels_after, 1 - seat, left)
                value = -self._value(after, depth - 1, -beta, -alpha, ply + 1)
            if value > best:
                best, best_child = value, (own_after, other_after, levels_after)
                if value > alpha:
                    alpha = value
                    if alpha >= beta:
                        self._cut(gain, move, ply, depth)
                        break
        kind = LOWER if best >= beta else EXACT if best > start else UPPER
        if len(self._table) >= TABLE:
            self._table.clear()
        self._table[node] = (_seen_from_node(best, ply), kind, depth, best_child)
        return best

    def _ask(self) -> None:
        if (self._most is not None and self.nodes >= self._most) or self._expired():
            raise _Enough
        self._ask_at = self.nodes + POLL
        if self._most is not None:
            self._ask_at = min(self._ask_at, self._most)

    def _sorted(self, children: list[Child], ply: int, first: Best | None) -> list[Child]:
        """The children in the order to try them."""
        history = self._history
        one, two = self._killers[ply]

        def order(child: Child) -> int:
            gain, move, own, other, _, levels = child
            if first is not None and first == (own, other, levels):
                return -(1 << 40)
            if gain:
                return -(1 << 36) if gain > 0 else 1 << 36
            if move in (one, two):
                return -(1 << 32)
            return -history.get(move, 0)

        children.sort(key=order)
        return children

    def _cut(self, gain: int, move: int, ply: int, depth: int) -> None:
        """Remembers a quiet turn that refuted the one before it."""
        if gain:
            return
        killers = self._killers[ply]
        if killers[0] != move:
            killers[1] = killers[0]
            killers[0] = move
        self._history[move] = self._history.get(move, 0) + depth * depth

    def _line(self, first: Turn, depth: int) -> tuple[Turn, ...]:
        """``first`` and what the table expects after it."""
        line = [first]
        while len(line) < depth:
            node = node_of(line[-1].after)
            known = self._table.get(node)
            if known is None or known[3] is None:
                break
            best = known[3]
            following = [t for t in turns(line[-1].after) if reached_by(t, node[5]) == best]
            if not following:
                break
            line.append(following[0])
        return tuple(line)


def reached_by(turn: Turn, seat: int) -> Best:
    """What a turn of ``seat`` leads to, as the table remembers it."""
    own, other = (turn.after.black, turn.after.white) if seat else (turn.after.white, turn.after.black)
    return own, other, ANYWHERE if turn.after.bands == "free" else turn.after.levels


def _seen_from_node(value: int, ply: int) -> int:
    """A forced end counted from the node instead of the root."""
    if value > FORCED:
        return value + ply
    return value - ply if value < -FORCED else value


def _seen_from_root(value: int, ply: int) -> int:
    if value > FORCED:
        return value - ply
    return value + ply if value < -FORCED else value
