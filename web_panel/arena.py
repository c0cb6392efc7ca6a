"""``palace arena A B``: lets two bots play each other and says how sure the result is.

palace arena hard medium --games 200
palace arena montecarlo:iterations=300 thumb --game cards --seats 4 --games 200
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from tqdm import tqdm

from rules import game, games
from rules.bots import Bot, Budget, bot
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
            time.perf_counter,
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
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        yield from pool.imap_unordered(_job, jobs)


def run(plan: Plan, *, workers: int = 1, quiet: bool = False) -> Tally:
    """Plays it all, with a bar on the error output that shows the result so far."""
    played: list[Played] = []
    with tqdm(total=plan.deals * plan.seats, unit="match", disable=quiet, dynamic_ncols=True) as bar:
        for matches in results(plan, workers):
            played += matches
            bar.update(len(matches))
            bar.set_postfix_str(f"A {100 * tally(played).share:.1f} %")
    return tally(played)


def report(plan: Plan, found: Tally) -> str:
    """The result in three lines."""
    return "\n".join(
        (
            f"{plan.game}, {plan.seats} seats: {plan.a} against {plan.b}, {found.matches} matches",
            f"A {100 * found.share:.1f} % (95 %: {100 * found.low:.1f} to {100 * found.high:.1f}; even is "
            f"50 %), won {found.won}, even {found.even}, lost {found.lost}, by the limit {found.capped}",
            f"{found.actions:.0f} actions a match; a decision takes A {1000 * found.seconds[0]:.1f} ms, "
            f"B {1000 * found.seconds[1]:.1f} ms",
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
    parser.add_argument("a", metavar="A", help="a level (easy, medium, hard, master) or a bot's spec")
    parser.add_argument("b", metavar="B")
    parser.add_argument("--game", default="palace", choices=keys)
    parser.add_argument(
        "--games", type=int, default=100, metavar="N", help="matches, rounded up to whole deals"
    )
    parser.add_argument("--seats", type=int, default=2, help="A sits in one of them, B in all others")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same deals")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes")
    parser.add_argument("--timed", action="store_true", help="bots must keep to their seconds, too")
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Returns the exit status: 2 when a bot, an option or a number cannot be."""
    given = _arguments(argv)
    options = {name: _value(value) for name, _, value in (text.partition("=") for text in given.option)}
    plan = Plan(
        given.game,
        given.a,
        given.b,
        given.seats,
        options,
        max(1, -(-given.games // max(1, given.seats))),
        given.seed,
        given.timed,
    )
    try:
        for spec in (plan.a, plan.b):
            bot(plan.game, spec)
        game(plan.game).new(plan.seats, options)
    except RulesError as error:
        print(f"palace arena: {error}", file=sys.stderr)
        return 2
    found = run(plan, workers=given.workers, quiet=given.json or not sys.stderr.isatty())
    print(json.dumps(asdict(plan) | asdict(found)) if given.json else report(plan, found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
