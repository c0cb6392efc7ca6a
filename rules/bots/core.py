"""The loader of the compiled core: the one module of the rules that touches the machine.

``core.c`` holds whole searches of Palace. It is compiled when the table is installed, if a C compiler is
there::

    python -m rules.bots        builds it (again only when the source has changed) and says where

``load()`` gives the core, or None where there is none; then the Python search is used. The library lies in
the folder of the virtual environment (``folder()``), under a name that holds a digest of the source and the
kind of machine, so that an old one is never taken for a new one.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from rules.bots.palace import tables
from rules.bots.palace.search import FAR, Result
from rules.bots.palace.turns import Turn, turns
from rules.bots.palace.weights import WEIGHTS
from rules.palace.position import BANDS_OPTIONS, Position

SOURCE = Path(__file__).with_name("core.c")
ABI = 1
LINE = 50
"""Positions of a line that the core may write."""
WORDS = 10
FLAGS = ("-O3", "-std=c11", "-shared", "-fPIC")
MOST_BITS = 20
"""The table of a search holds at most 2 ** MOST_BITS positions (24 bytes each)."""

Words = ctypes.c_uint64 * WORDS
_Expired = ctypes.CFUNCTYPE(ctypes.c_int)


class BuildError(RuntimeError):
    """A compiler is there, but it did not compile the core; the message holds what it said."""


def compiler() -> str | None:
    """The C compiler of this machine, if it has one: that of the variable CC, else cc, gcc or clang."""
    named = os.environ.get("CC", "")
    for name in (named, "cc", "gcc", "clang"):
        if name and (found := shutil.which(name)):
            return found
    return None


def folder() -> Path:
    """Where the library is built and looked for: in the virtual environment, else beside the package."""
    if sys.prefix != sys.base_prefix:
        return Path(sys.prefix) / "lib" / "palace-core"
    return SOURCE.parent / "build"


def library(where: Path) -> Path:
    """The library's file in a folder, for this source and this kind of machine."""
    digest = hashlib.sha256(SOURCE.read_bytes() + " ".join(FLAGS).encode()).hexdigest()[:12]
    return where / f"core-{digest}-{platform.machine()}{sysconfig.get_config_var('SHLIB_SUFFIX') or '.so'}"


def build(where: Path | None = None) -> Path | None:
    """Compiles the core into ``where`` (``folder()`` when left out) unless it is there already.

    Returns the library, or None when there is no compiler. Raises BuildError when compiling fails.
    """
    target = library(folder() if where is None else where)
    if target.exists():
        return target
    program = compiler()
    if program is None:
        return None
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        made = Path(scratch) / target.name
        done = subprocess.run(
            [program, *FLAGS, "-o", str(made), str(SOURCE)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise BuildError(f"{program} did not compile {SOURCE.name}: {done.stderr.strip()[-2000:]}")
        os.replace(made, target)
    return target


@cache
def load() -> Core | None:
    """The core from ``folder()``, or None when it was not built there or does not run here."""
    path = library(folder())
    if os.environ.get("PALACE_ENGINE") == "python" or not path.exists():
        return None
    try:
        return Core(path)
    except OSError:  # built for another machine, or damaged: the Python search plays the same
        return None


class Core:
    """The compiled core. Raises OSError when the library cannot be loaded or is not of this version."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._library = ctypes.CDLL(str(path))
        self._library.palace_perft.restype = ctypes.c_uint64
        self._library.palace_loop.restype = ctypes.c_uint64
        self._library.palace_loop.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_uint64)
        self._library.palace_playouts.argtypes = (
            ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_uint64, ctypes.c_void_p,
        )  # fmt: skip
        self._library.palace_playouts.restype = None
        self._library.palace_search.argtypes = (
            ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_uint64,
            ctypes.c_int, ctypes.c_uint64, ctypes.c_int, _Expired, ctypes.c_void_p, ctypes.c_void_p,
        )  # fmt: skip
        rays, rolls, spans, lists = (
            (ctypes.c_int32 * len(numbers))(*numbers) for numbers in tables.for_core()
        )
        count = len(rays) // tables.RAY_NUMBERS
        if self._library.palace_load(rays, count, rolls, spans, lists, len(lists)) != ABI:
            raise OSError(f"{path.name} is not of this version")
        self._weights = {
            option: (ctypes.c_int32 * len(weights.flat()))(*weights.flat())
            for option, weights in WEIGHTS.items()
        }

    def perft(self, p: Position, depth: int) -> int:
        """``rules.palace.perft.perft``."""
        return int(self._library.palace_perft(words(p), option(p), depth))

    def evaluate(self, p: Position) -> int:
        """``rules.bots.palace.evaluate``; the match is not over."""
        return int(self._library.palace_evaluate(words(p), option(p), self._weights[p.bands]))

    def results(self, p: Position) -> list[tuple[int, ...]]:
        """What each turn leads to, as ``outcome_words``, in the core's order; [] when the match is over."""
        room = (ctypes.c_uint64 * (512 * WORDS))()
        count = self._library.palace_turns(words(p), option(p), room, 512)
        return [_reached(p, room, n) for n in range(count)]

    def search(
        self,
        p: Position,
        depth: int,
        nodes: int | None,
        expired: Callable[[], bool] | None = None,
        *,
        seed: int = 0,
        jitter: int = 0,
    ) -> Result:
        """As ``search.Search(p, nodes, expired).run(depth)``. ``seed`` shuffles the order of the turns and
        draws the errors of judgement (``jitter``, see there; they are others than in Python).

        ``expired`` is asked every 4096 nodes. Raises ValueError when the match is over.
        """
        out = (ctypes.c_int64 * 4)()
        line = (ctypes.c_uint64 * (LINE * WORDS))()
        most = (1 << 63) if nodes is None else max(nodes, 1)
        bits = min(MOST_BITS, max(12, (most // 2).bit_length()))
        asked = _Expired() if expired is None else _Expired(lambda: int(expired()))
        found = self._library.palace_search(
            words(p), option(p), self._weights[p.bands], depth, most, bits, seed, jitter, asked, out, line
        )
        if not found:
            raise ValueError("the match is over: there is no turn to look for")
        value, reached, seen, length = out
        return Result(value, _line(p, [_reached(p, line, n) for n in range(length)]), reached, seen)

    def playouts(self, p: Position, games: int, longest: int, seed: int) -> tuple[int, int, int, int]:
        """Random matches from ``p``: won by White, by Black, by neither within ``longest`` turns; turns in
        all.
        """
        out = (ctypes.c_int64 * 4)()
        self._library.palace_playouts(words(p), option(p), games, longest, seed, out)
        white, black, neither, played = out
        return white, black, neither, played

    def loop(self, p: Position, times: int) -> int:
        """Generates the turns of ``p`` so many times and returns how many there were: the generator's
        limit.
        """
        return int(self._library.palace_loop(words(p), option(p), times))


def option(p: Position) -> int:
    return BANDS_OPTIONS.index(p.bands)


def words(p: Position) -> ctypes.Array[ctypes.c_uint64]:
    """A position as the core takes it."""
    low = (1 << 64) - 1
    left = FAR if p.max_turns is None else max(0, min(FAR, p.max_turns + 1 - p.count))
    return Words(
        p.white & low,
        p.white >> 64,
        p.black & low,
        p.black >> 64,
        p.white_reserve,
        p.black_reserve,
        tables.number_of(p.levels),
        p.turn,
        int(bool(p.moved)),
        left,
    )


def outcome_words(p: Position) -> tuple[int, ...]:
    """What the core tells of the position after a turn; of the terrain nothing under ``free``."""
    terrain = 0 if p.bands == "free" else tables.number_of(p.levels)
    return (p.white, p.black, p.white_reserve, p.black_reserve, terrain)


def _reached(p: Position, room: ctypes.Array[ctypes.c_uint64], n: int) -> tuple[int, ...]:
    """The n-th position that the core wrote, as ``outcome_words``; ``p`` is of the same match."""
    w = room[n * WORDS : (n + 1) * WORDS]
    return (w[0] | w[1] << 64, w[2] | w[3] << 64, w[4], w[5], 0 if p.bands == "free" else w[6])


def _line(p: Position, reached: list[tuple[int, ...]]) -> tuple[Turn, ...]:
    """The turns that lead from position to position."""
    line: list[Turn] = []
    for wanted in reached:
        turn = next(turn for turn in turns(p) if outcome_words(turn.after) == wanted)
        line.append(turn)
        p = turn.after
    return tuple(line)


def engine_info() -> dict[str, str | bool | None]:
    """What ``palace engine-info`` shows: which engine is in use, the library and the compiler, if any."""
    core = load()
    return {
        "engine": "python" if core is None else "core",
        "library": None if core is None else core.path.name,
        "folder": str(folder()),
        "compiler": compiler(),
        "machine": platform.machine(),
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Builds the core; 0 when it is there or no compiler is, 1 when compiling failed (or, with --require,
    when there is no compiler)."""
    parser = argparse.ArgumentParser(
        prog="python -m rules.bots", description="Builds the compiled core of the bots."
    )
    parser.add_argument("--require", action="store_true", help="fail when there is no compiler")
    arguments = parser.parse_args(argv)
    try:
        path = build()
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    if path is None:
        print("no C compiler: bots search in Python, with the same moves but fewer turns ahead")
        return int(arguments.require)
    print(f"compiled core: {path}")
    return 0
