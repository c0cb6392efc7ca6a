"""Which of several actions does best in worlds drawn at random: the same worlds for all, the worse half
dropped.

Comparing in the same world takes most of the luck out of it; dropping the worse half again and again
(sequential halving) spends the work on those that are hard to tell apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Winner(Generic[A]):
    """The best action, its mean value, and how many matches were played out in all."""

    action: A
    value: float
    played: int


def race(
    actions: Sequence[A],
    work: int,
    world: Callable[[], Any],
    play: Callable[[Any, A], float],
    expired: Callable[[], bool],
) -> Winner[A]:
    """Plays at most ``work`` matches out (at least one an action) and names the best of ``actions``.

    ``world()`` draws a world; ``play(world, action)`` plays it out after ``action`` and returns its value.
    """
    totals = [0.0] * len(actions)
    counts = [0] * len(actions)
    left = list(range(len(actions)))
    played = 0
    rounds = max(1, (len(actions) - 1).bit_length())
    for number in range(rounds):
        share = (work - played) // (rounds - number)
        for _ in range(max(1, share // len(left))):
            here = world()
            for n in left:
                totals[n] += play(here, actions[n])
                counts[n] += 1
            played += len(left)
            if expired():
                break
        left.sort(key=lambda n: -totals[n] / counts[n])
        if expired() or len(left) == 1 or played + len(left) > work:
            break
        del left[(len(left) + 1) // 2 :]
    best = left[0]
    return Winner(actions[best], totals[best] / counts[best], played)
