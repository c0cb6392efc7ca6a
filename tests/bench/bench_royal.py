"""Random matches of Palais Royal, beside catanatron where that is installed.

catanatron is a public engine of another game of the same weight, in pure Python. Both play at random through
their public interface, from the deal to the end, and an action is what one of their records counts: there a
roll or a trade, here a step or a card, the deal included. Rounds are taken in turns, by processor time, and
the best one counts.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from rules.protocol import CHANCE
from rules.royal import GAME

try:
    import catanatron
except ImportError:
    catanatron = None

ROUND_S = 1.5
ROUNDS = 4
LATENCY_MATCHES = 60
LEAST_RATIO = 3.0
MOST_MS = 5.0
INSTALL = "catanatron is not measured: .venv/bin/python -m pip install catanatron, then again"


@dataclass
class Tally:
    """What one round of random matches came to."""

    matches: int = 0
    actions: int = 0
    stalled: int = 0
    rounds: int = 0
    seconds: float = 0.0

    @property
    def matches_per_s(self) -> float:
        return self.matches / self.seconds

    @property
    def actions_per_s(self) -> float:
        return self.actions / self.seconds


@dataclass
class Figures:
    """The best round of each game and number of seats, and the milliseconds ``actions`` took in recruit."""

    royal: dict[int, Tally] = field(default_factory=dict)
    peer: dict[int, Tally] = field(default_factory=dict)
    recruit_ms: list[float] = field(default_factory=list)

    def ratio(self, seats: int) -> float | None:
        """Actions per second here over there; None without the peer."""
        peer = self.peer.get(seats)
        return None if peer is None else self.royal[seats].actions_per_s / peer.actions_per_s

    def worst_ms(self, share: float) -> float:
        """The milliseconds that ``share`` of all calls of ``actions`` in recruit stayed within."""
        ordered = sorted(self.recruit_ms)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def royal_match(seats: int, seed: int, tally: Tally) -> None:
    """One random match by the default options."""
    rng = random.Random(seed)
    start = time.process_time()
    state = GAME.new(seats, {})
    while (actor := GAME.actor(state)) is not None:
        action = GAME.chance(state, rng) if actor == CHANCE else rng.choice(GAME.actions(state))
        state = GAME.apply(state, action)
        tally.actions += 1
    tally.seconds += time.process_time() - start
    tally.matches += 1
    tally.rounds += state.clock.round
    tally.stalled += state.clock.last == "stall"


def catan_match(peer: Any, seats: int, seed: int, tally: Tally) -> None:
    """One random match of catanatron."""
    start = time.process_time()
    players = [peer.RandomPlayer(colour) for colour in list(peer.Color)[:seats]]
    game = peer.Game(players, seed=seed)
    game.play()
    tally.seconds += time.process_time() - start
    tally.matches += 1
    record = getattr(game.state, "actions", None)  # called action_records in newer versions
    tally.actions += len(game.state.action_records if record is None else record)


def one_round(match: Callable[[int, Tally], None], seconds: float) -> Tally:
    """Matches for about so many seconds of processor time, always the same ones from the first."""
    tally = Tally()
    while tally.seconds < seconds:
        match(tally.matches, tally)
    return tally


def recruit_latency(matches: int) -> list[float]:
    """Milliseconds of each call of ``actions`` in recruit, over so many matches of two to four seats."""
    taken = []
    for seed in range(matches):
        rng = random.Random(seed)
        state = GAME.new(2 + seed % 3, {})
        while (actor := GAME.actor(state)) is not None:
            if actor == CHANCE:
                action = GAME.chance(state, rng)
            else:
                start = time.perf_counter()
                listed = GAME.actions(state)
                if state.turn.phase == "recruit":
                    taken.append((time.perf_counter() - start) * 1000)
                action = rng.choice(listed)
            state = GAME.apply(state, action)
    return taken


def run(seconds: float = ROUND_S, rounds: int = ROUNDS, matches: int = LATENCY_MATCHES) -> Figures:
    """Measures all there is to measure."""
    figures, peer = Figures(), catanatron

    def best(known: dict[int, Tally], seats: int, tally: Tally) -> None:
        if seats not in known or tally.actions_per_s > known[seats].actions_per_s:
            known[seats] = tally

    for _ in range(rounds):
        for seats in GAME.seats:
            here = one_round(partial(royal_match, seats), seconds)
            best(figures.royal, seats, here)
            if peer is not None:
                there = one_round(partial(catan_match, peer, seats), seconds)
                best(figures.peer, seats, there)
    figures.recruit_ms = recruit_latency(matches)
    return figures


def lines(figures: Figures) -> list[str]:
    """The figures as people read them."""
    told = ["random play        matches/s  actions/s  actions/match  rounds  ended by the stall guard"]
    for seats, tally in figures.royal.items():
        told.append(
            f"royal, {seats} seats {tally.matches_per_s:12,.0f} {tally.actions_per_s:10,.0f}"
            f" {tally.actions / tally.matches:14,.0f} {tally.rounds / tally.matches:7,.0f}"
            f" {tally.stalled / tally.matches:25.0%}"
        )
    for seats, tally in figures.peer.items():
        told.append(
            f"catanatron, {seats} {tally.matches_per_s:13,.0f} {tally.actions_per_s:10,.0f}"
            f" {tally.actions / tally.matches:14,.0f}"
        )
    ratios = [f"{figures.ratio(seats):.1f} ({seats} seats)" for seats in figures.peer]
    told.append(f"actions/s over catanatron: {', '.join(ratios)}; aim {LEAST_RATIO}" if ratios else INSTALL)
    told.append(
        f"actions() in recruit: p50 {figures.worst_ms(0.5):.3f} ms, p99 {figures.worst_ms(0.99):.3f} ms,"
        f" most {figures.worst_ms(1.0):.3f} ms over {len(figures.recruit_ms):,} calls; aim p99 {MOST_MS} ms"
    )
    return told


def met(figures: Figures) -> bool:
    """Whether the aims were met; without the peer only that of the recruit phase counts."""
    ratios = [figures.ratio(seats) for seats in figures.peer]
    return figures.worst_ms(0.99) < MOST_MS and all(
        ratio is not None and ratio >= LEAST_RATIO for ratio in ratios
    )


def main() -> bool:
    """Prints the figures; whether the aims were met."""
    figures = run()
    for line in lines(figures):
        print(f"  {line}")
    return met(figures)
