"""One search of Palace by the engine this machine has: the compiled core, else pure Python. Same rules, same
values.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.bots import core
from rules.bots.bot import Rng, never
from rules.bots.palace.search import DEEPEST, Result, Search
from rules.bots.palace.turns import turns
from rules.palace.position import Position

ENGINES = ("auto", "core", "python")


def search(
    position: Position,
    *,
    depth: int = DEEPEST,
    nodes: int | None = None,
    expired: Callable[[], bool] = never,
    rng: Rng | None = None,
    engine: str = "auto",
) -> Result:
    """The best turn, at most ``depth`` turns ahead, within ``nodes`` positions or until ``expired``.

    Of turns that are equally good ``rng`` picks one. Depth 1 is finished in any case. ``engine`` "core"
    raises RuntimeError when there is none. Raises ValueError when the match is over.
    """
    compiled = None if engine == "python" else core.load()
    if compiled is not None:
        seed = 0 if rng is None else rng.getrandbits(64)
        return compiled.search(position, depth, nodes, expired, seed=seed)
    if engine == "core":
        raise RuntimeError("there is no compiled core here; build it with: python -m rules.bots")
    found = turns(position)
    if rng is not None:
        rng.shuffle(found)
    return Search(position, nodes=nodes, expired=expired).run(depth, found)
