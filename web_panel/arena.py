"""``palace arena``: lets two bots play each other and says how sure the result is.

::

    palace arena hard medium --games 200
    palace arena montecarlo:iterations=300 thumb --game cards --seats 4 --games 200
    palace arena --ladder           every level of every game against the one below (hours)
    palace arena --ladder --game cards --games 100

The ladder prints the table of ``rules/bots/LEVELS.md`` and fails when a level is not as much better as it
should be (``AIMS``). Ctrl-C ends a run with the result so far.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from tqdm import tqdm

from rules import game, games
from rules.bots import Bot, Budget, bot, levels
from rules.bots.arena import Played, Tally, deal, play, tally
from rules.protocol import RulesError


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played: one deal after the other, each with A in every seat."""

    game: str
    a: str
    b: str
    seats: int
    options: dict[str, Any]
    deals: int
    seed: int
    timed: bool
    """Whether bots must keep to their seconds; else only to their nodes or iterations."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What a level should reach against the one below (the lowest against ``random``).

    ``share`` is the least share, ``first`` that of the lowest level; ``low`` is what the lower bound of the
    interval must exceed; ``capped`` the most matches that may end by the limit, as a part of all.
    """

    share: float = 0.0
    low: float = 0.5
    first: float = 0.0
    capped: float = 1.0

    def met(self, found: Tally, *, lowest: bool) -> bool:
        least = self.first if lowest else self.share
        return found.share >= least and found.low > self.low and found.capped <= self.capped * found.matches


AIMS = {"palace": Aim(share=0.65, first=0.9), "cards": Aim(capped=0.02), "royal": Aim()}


def play_deal(plan: Plan, number: int) -> list[Played]:
    """All seatings of one deal."""
    rules = game(plan.game)
    start = deal(rules, plan.seats, plan.options, Random(f"{plan.seed}/{number}"))
    a, b = bot(plan.game, plan.a), bot(plan.game, plan.b)
    return [
        play(
            rules,
            start,
            a,
            b,
            seat,
            Random(f"{plan.seed}/{number}/{seat}"),
            time.process_time,  # of this process alone, so that a busy machine does not slow bots down
            _timed if plan.timed else _whole,
        )
        for seat in range(plan.seats)
    ]


def _whole(_player: Bot) -> Budget:
    return Budget()


def _timed(player: Bot) -> Budget:
    until = time.monotonic() + player.seconds
    return Budget(expired=lambda: time.monotonic() >= until)


def _job(job: tuple[Plan, int]) -> list[Played]:
    return play_deal(*job)


def results(plan: Plan, workers: int) -> Iterator[list[Played]]:
    """The matches deal by deal, in ``workers`` processes; in this one when that is 1."""
    jobs = [(plan, number) for number in range(plan.deals)]
    if workers <= 1:
        yield from map(_job, jobs)
        return
    alone = (signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that counts
    with multiprocessing.get_context("spawn").Pool(workers, signal.signal, alone) as pool:
        yield from pool.imap_unordered(_job, jobs)


def run(plan: Plan, *, workers: int = 1, quiet: bool = False) -> tuple[Tally, float]:
    """Plays it all, with a bar on the error output that shows the result so far; Ctrl-C ends it early.

    Returns the result and the seconds that all of it took.
    """
    begun = time.perf_counter()
    played: list[Played] = []
    bar = tqdm(total=plan.deals * plan.seats, unit="match", disable=quiet, dynamic_ncols=True)
    with bar, contextlib.suppress(KeyboardInterrupt):
        for matches in results(plan, workers):
            played += matches
            bar.update(len(matches))
            bar.set_postfix_str(f"A {100 * tally(played).share:.1f} %")
    return tally(played), time.perf_counter() - begun


def rungs(game_key: str) -> list[tuple[str, str]]:
    """Each level of a game with the one below it, the lowest with ``random``."""
    keys = ["random", *(level.key for level in levels(game_key))]
    return list(zip(keys[1:], keys))


COLUMNS = (
    "game", "seats", "level", "against", "matches", "share, 95 %", "by the limit",
    "s a decision", "of the one below", "s in all",
)  # fmt: skip
"""Decisions in seconds of the processor, all of it by the clock."""
LADDER = f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|"


def row(plan: Plan, found: Tally, whole: float) -> str:
    """One rung as a row under ``LADDER``."""
    share, low, high = (f"{100 * part:.1f}" for part in (found.share, found.low, found.high))
    capped = f"{100 * found.capped / max(1, found.matches):.1f} %"
    seconds = [f"{each:.4f}" for each in found.seconds]
    cells = (plan.game, plan.seats, plan.a, plan.b, found.matches, f"{share} % ({low} to {high})", capped)
    return f"| {' | '.join(str(cell) for cell in (*cells, *seconds, round(whole)))} |"


def climb(plans: Sequence[Plan], *, workers: int, quiet: bool) -> int:
    """Plays rung after rung and prints its row; 1 when an aim is missed, 130 when stopped."""
    print(LADDER, flush=True)
    status = 0
    for plan in plans:
        found, whole = run(plan, workers=workers, quiet=quiet)
        met = AIMS[plan.game].met(found, lowest=plan.b == "random")
        print(row(plan, found, whole) + ("" if met else "  <- less than it should be"), flush=True)
        if found.matches < plan.deals * plan.seats:
            return 130
        status = status if met else 1
    return status


def report(plan: Plan, found: Tally, whole: float) -> str:
    """The result in three lines."""
    return "\n".join(
        (
            f"{plan.game}, {plan.seats} seats: {plan.a} against {plan.b}, {found.matches} matches",
            f"A {100 * found.share:.1f} % (95 %: {100 * found.low:.1f} to {100 * found.high:.1f}; even is "
            f"50 %), won {found.won}, even {found.even}, lost {found.lost}, by the limit {found.capped}",
            f"{found.actions:.0f} actions a match; a decision takes A {1000 * found.seconds[0]:.1f} ms of "
            f"the processor, B {1000 * found.seconds[1]:.1f} ms; {whole:.0f} s in all",
        )
    )


def _value(text: str) -> Any:
    """An option's value as JSON, or else as a word."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    keys = [one.key for one in games()]
    parser = argparse.ArgumentParser(prog="palace arena", description="Lets two bots play each other.")
    parser.add_argument(
        "a", metavar="A", nargs="?", help="a level (easy, medium, hard, master) or a bot's spec"
    )
    parser.add_argument("b", metavar="B", nargs="?")
    parser.add_argument(
        "--ladder", action="store_true", help="instead of A and B: every level against the one below"
    )
    parser.add_argument("--game", choices=keys, help="palace when left out; all games for --ladder")
    parser.add_argument(
        "--games", type=int, default=200, metavar="N", help="matches, rounded up to whole deals (200)"
    )
    parser.add_argument("--seats", type=int, default=2, help="A sits in one of them, B in all others")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same deals")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes")
    parser.add_argument("--timed", action="store_true", help="bots must keep to their seconds, too")
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    given = parser.parse_args(argv)
    if given.ladder and (given.a or given.option or given.json):
        parser.error("--ladder takes neither bots nor options, and prints a table")
    if not given.ladder and not given.b:
        parser.error("name two bots, or --ladder")
    return given


def plans(given: argparse.Namespace) -> list[Plan]:
    """What the arguments ask for: one plan, or one for each rung."""
    options = {name: _value(value) for name, _, value in (text.partition("=") for text in given.option)}
    deals = max(1, -(-given.games // max(1, given.seats)))
    game_keys = [given.game or "palace"]
    if given.ladder and not given.game:
        game_keys = [one.key for one in games() if levels(one.key)]
    return [
        Plan(key, a, b, given.seats, options, deals, given.seed, given.timed)
        for key in game_keys
        for a, b in (rungs(key) if given.ladder else [(given.a, given.b)])
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """Returns the exit status: 2 when a bot, an option or a number cannot be."""
    given = _arguments(argv)
    quiet = given.json or not sys.stderr.isatty()
    wanted = plans(given)
    try:
        for plan in wanted:
            for spec in (plan.a, plan.b):
                bot(plan.game, spec)
            game(plan.game).new(plan.seats, plan.options)
    except RulesError as error:
        print(f"palace arena: {error}", file=sys.stderr)
        return 2
    if given.ladder:
        return climb(wanted, workers=given.workers, quiet=quiet)
    plan = wanted[0]
    found, whole = run(plan, workers=given.workers, quiet=quiet)
    told = asdict(plan) | asdict(found) | {"whole": whole}
    print(json.dumps(told) if given.json else report(plan, found, whole))
    return 0


if __name__ == "__main__":
    sys.exit(main())
