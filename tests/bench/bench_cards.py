"""Random matches of the card game, beside OpenSpiel's hearts where that is installed.

Both play at random and are driven from Python through their public interface: ask for the legal actions,
choose one, apply it. The card game is pure Python and speaks texts, hearts is C++ and speaks numbers. An
action is a decision of a seat; dealing counts for matches a second only. Rounds are taken in turns and the
best one counts.
"""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rules.cards import GAME, State

try:
    import pyspiel
except ImportError:
    pyspiel = None

ROUND_S = 1.0
ROUNDS = 3
INSTALL = "hearts of OpenSpiel is not measured: .venv/bin/pip install open_spiel, then again"


@dataclass
class Tally:
    """What one round of random matches came to."""

    matches: int = 0
    actions: int = 0
    capped: int = 0
    deal_s: float = 0.0
    play_s: float = 0.0

    @property
    def matches_per_s(self) -> float:
        return self.matches / (self.deal_s + self.play_s)

    @property
    def actions_per_s(self) -> float:
        return self.actions / self.play_s


def cards_match(seats: int, rng: random.Random, tally: Tally) -> None:
    """One random match of the card game, the exchange included, by the default options."""
    start = time.perf_counter()
    state: State = GAME.new(seats, {})
    state = GAME.apply(state, GAME.chance(state, rng))
    dealt = time.perf_counter()
    actions = 0
    while (actor := GAME.actor(state)) is not None:
        seat = rng.choice(list(actor)) if isinstance(actor, frozenset) else actor
        state = GAME.apply(state, rng.choice(GAME.actions(state, seat)), seat)
        actions += 1
    tally.play_s += time.perf_counter() - dealt
    tally.deal_s += dealt - start
    tally.matches += 1
    tally.actions += actions
    outcome = GAME.outcome(state)
    tally.capped += outcome is not None and outcome.reason == "turn_cap"


def hearts_match(game: Any, rng: random.Random, tally: Tally) -> None:
    """One random match of hearts, four seats."""
    start = time.perf_counter()
    state = game.new_initial_state()
    actions = 0
    dealing = 0.0
    while not state.is_terminal():
        if state.is_chance_node():
            before = time.perf_counter()
            while state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
            dealing += time.perf_counter() - before
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
    tally.play_s += time.perf_counter() - start - dealing
    tally.deal_s += dealing
    tally.matches += 1
    tally.actions += actions


def one_round(match: Callable[[random.Random, Tally], None], seconds: float) -> Tally:
    """Matches for about so many seconds, always the same ones."""
    rng, tally = random.Random(1), Tally()
    while tally.deal_s + tally.play_s < seconds:
        match(rng, tally)
    return tally


def longest_hand(seats: int, matches: int = 60) -> int:
    """The most cards seen in one hand over some random matches (the phone's layout must hold them)."""
    rng, most = random.Random(2), 0
    for _ in range(matches):
        for state in states(seats, rng):
            most = max(most, *(seat.hand.bit_count() for seat in state.table.seats))
    return most


def states(seats: int, rng: random.Random) -> Iterator[State]:
    """The states of one random match after the exchange."""
    state = GAME.new(seats, {})
    state = GAME.apply(state, GAME.chance(state, rng))
    for seat in range(seats):
        state = GAME.apply(state, "ready", seat)
    while state.table.turn is not None:
        yield state
        state = GAME.apply(state, rng.choice(GAME.actions(state)))


def run(seconds: float = ROUND_S, rounds: int = ROUNDS, matches: int = 60) -> list[str]:
    """Measures, and returns the figures as lines."""
    players: dict[str, Callable[[random.Random, Tally], None]] = {
        f"cards, {seats} seats": lambda rng, tally, seats=seats: cards_match(seats, rng, tally)
        for seats in GAME.seats
    }
    if pyspiel is not None:
        hearts = pyspiel.load_game("hearts")
        players["OpenSpiel hearts"] = lambda rng, tally: hearts_match(hearts, rng, tally)
    taken = [{name: one_round(match, seconds) for name, match in players.items()} for _ in range(rounds)]
    best = {name: max((one[name] for one in taken), key=lambda t: t.actions_per_s) for name in players}
    lines = ["random play          matches/s  actions/s  actions/match  ended by the turn cap"]
    for name, tally in best.items():
        each = tally.actions / tally.matches
        line = f"{name:20} {tally.matches_per_s:9,.0f} {tally.actions_per_s:10,.0f} {each:14,.0f}"
        lines.append(line + (f" {tally.capped / tally.matches:22.0%}" if name.startswith("cards") else ""))
    if pyspiel is None:
        lines.append(INSTALL)
    else:
        peer = best["OpenSpiel hearts"].actions_per_s
        ratios = ", ".join(
            f"{best[name].actions_per_s / peer:.2f} ({name.removeprefix('cards, ')})"
            for name in best
            if name.startswith("cards")
        )
        lines.append(f"actions/s over hearts: {ratios}")
    hands = ", ".join(f"{longest_hand(seats, matches)} ({seats} seats)" for seats in GAME.seats)
    lines.append(f"longest hand in {matches} random matches: {hands}")
    return lines


def main() -> bool:
    """Prints the figures. There is no aim to miss: they are compared, not judged."""
    for line in run():
        print(f"  {line}")
    return True
