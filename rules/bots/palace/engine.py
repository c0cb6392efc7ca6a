"""One search of Palace by the engine this machine has: the compiled core, else pure Python. Same rules, same
values.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.bots import core
from rules.bots.palace.evaluate import FORCED, WIN, evaluator
from rules.bots.palace.search import DEEPEST, Result, Search, node_of
from rules.bots.palace.turns import Turn, turns
from rules.bots.protocol import Rng, never
from rules.palace import legal
from rules.palace.position import Position

ENGINES = ("auto", "core", "python")


def search(
    position: Position,
    *,
    depth: int = DEEPEST,
    nodes: int | None = None,
    expired: Callable[[], bool] = never,
    rng: Rng | None = None,
    jitter: int = 0,
    engine: str = "auto",
) -> Result:
    """The best turn, at most ``depth`` turns ahead, within ``nodes`` positions or until ``expired``.

    Of turns that are equally good ``rng`` picks one; it also draws the errors of ``jitter`` (see ``Search``).
    Depth 1 is finished in any case. ``engine`` "core"
    raises RuntimeError when there is none. Raises ValueError when the match is over.
    """
    seed = 0 if rng is None else rng.getrandbits(64)
    compiled = None if engine == "python" else core.load()
    if compiled is not None:
        return compiled.search(position, depth, nodes, expired, seed=seed, jitter=jitter)
    if engine == "core":
        raise RuntimeError("there is no compiled core here; build it with: python -m rules.bots")
    found = turns(position)
    if rng is not None:
        rng.shuffle(found)
    searching = Search(position, nodes=nodes, expired=expired, jitter=jitter, seed=seed)
    return searching.run(depth, found)


def value_after(
    turn: Turn, depth: int, *, expired: Callable[[], bool] = never, engine: str = "auto"
) -> int | None:
    """What ``turn`` is worth to who played it, at ``depth`` turns, itself counted; exact.

    None when ``expired`` came first.
    """
    after = turn.after
    loser = legal.broken(after)
    if loser is not None:
        return 1 - WIN if loser != after.turn else WIN - 1
    if legal.over(after):
        return 0
    if depth <= 1:
        value = evaluator(after.bands).value(*node_of(after)[:6])
    else:
        found = search(after, depth=depth - 1, expired=expired, engine=engine)
        if found.depth < depth - 1 and abs(found.value) <= FORCED:
            return None
        value = found.value
    if value > FORCED:
        return 1 - value
    return -1 - value if value < -FORCED else -value


def judge(
    position: Position,
    *,
    depth: int = DEEPEST,
    expired: Callable[[], bool] = never,
    engine: str = "auto",
) -> list[tuple[Turn, int]]:
    """Every turn with its exact value, the best first; deeper and deeper until ``depth`` or the time is over.

    Depth 1 is finished in any case. Raises ValueError when the match is over.
    """
    found = [(turn, value_after(turn, 1) or 0) for turn in turns(position)]
    if not found:
        raise ValueError("the match is over: there is no turn to judge")
    found.sort(key=lambda pair: -pair[1])
    for deeper in range(2, depth + 1):
        judged = []
        for turn, _ in found:
            value = value_after(turn, deeper, expired=expired, engine=engine)
            if value is None or expired():
                return found
            judged.append((turn, value))
        found = sorted(judged, key=lambda pair: -pair[1])
    return found
