"""Fast rolls: tables made by asking the slow roll, and a few mask operations that read them.

For one terrain (the five levels) every pane and direction has a ``Ray``. It knows the panes the sphere would
enter on an empty board, what happens when nothing is met, and, for every pane on the way, what happens when
a sphere is met there. Of a carom only one more thing matters: whether the pane beyond is occupied.

Which rolls are legal at all shows at the first pane (and the one beyond it), so all four directions of all
spheres are judged at once: a set of panes times ``SPREAD`` stands in one wide int four times, once for each
direction; times ``AHEAD`` it stands there moved by one pane, so that the bit of the next pane lies under the
bit of the pane itself; times ``AHEAD_2`` by two. The place of (direction, pane) in that int is
``SLOTS[direction] + pane``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from rules.palace.geometry import BANDS, DELTAS, DIRECTIONS, NAMES, PANES, WIDTH, band_of, bit, step
from rules.palace.slow import Slide, roll

_MARGIN = 2 * WIDTH
"""Room on both sides of a copy, for the two rows it may be moved by."""
SLOTS = {d: _MARGIN + n * (PANES + 2 * _MARGIN) for n, d in enumerate(DIRECTIONS)}
SPREAD = sum(1 << slot for slot in SLOTS.values())
AHEAD = sum(1 << (slot - DELTAS[d]) for d, slot in SLOTS.items())
AHEAD_2 = sum(1 << (slot - 2 * DELTAS[d]) for d, slot in SLOTS.items())
_WIDE = max(SLOTS.values()) + PANES


@dataclass(frozen=True, slots=True)
class Effect:
    """What one roll changes, ready to be applied to sets of panes by exclusive or."""

    slide: Slide
    mover: int
    """Start and target of the sphere that rolls (the start alone when it falls)."""
    victim: int
    """The pane of the sphere met, or 0."""
    shift: int
    """That pane and, for a shove, the pane the victim goes to: what to flip in the victim's colour."""
    loses: bool
    """Whether a sphere is gone afterwards."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """What happens when the first sphere met stands on one certain pane of the way."""

    beyond: int
    """The pane beyond as a set where it decides (a carom), else 0."""
    free: Effect
    """``beyond`` is free, or does not matter."""
    backed: Effect
    """``beyond`` is occupied."""


@dataclass(frozen=True, slots=True)
class Ray:
    """Everything that can come of rolling from one pane in one direction on one terrain."""

    text: str
    """The action, such as "c7n"."""
    pane: int
    way: int
    """The panes entered on an empty board, as a set."""
    forward: bool
    """Whether pane numbers grow along the way, so that the lowest bit is met first."""
    clear: Effect
    """Nothing is met."""
    meetings: dict[int, Meeting]
    """By the pane of the sphere met first, plus one: the ``bit_length`` of its bit."""

    def effect(self, occupied: int) -> Effect:
        """The roll among the ``occupied`` panes; its slide's end is "blocked" when it is not legal."""
        met = occupied & self.way
        if not met:
            return self.clear
        meeting = self.meetings[((met & -met) if self.forward else met).bit_length()]
        return meeting.backed if occupied & meeting.beyond else meeting.free


@dataclass(frozen=True, slots=True)
class Terrain:
    """The rays of one terrain, and the masks that say which of them are legal rolls."""

    levels: tuple[int, ...]
    rays: tuple[Ray | None, ...]
    """By ``SLOTS[direction] + pane``; None between the slots."""
    open: int
    """Not facing a wall: may be legal."""
    shut: int
    """Illegal when the next pane is occupied, whatever lies beyond."""
    carom: int
    """Illegal when the next pane and the one beyond are both occupied."""

    def ray(self, pane: int, direction: str) -> Ray:
        ray = self.rays[SLOTS[direction] + pane]
        assert ray is not None
        return ray

    def legal(self, own: int, occupied: int) -> int:
        """The legal rolls of the spheres ``own``, as a set of slots."""
        may = own * SPREAD & self.open
        return may ^ (may & (occupied * AHEAD) & (self.shut | (self.carom & (occupied * AHEAD_2))))


@cache
def terrain(levels: tuple[int, ...]) -> Terrain:
    """The tables of one of the 243 terrains. The first call takes some milliseconds."""
    rays: list[Ray | None] = [None] * _WIDE
    shut = carom = open_ = 0
    for direction, slot in SLOTS.items():
        for pane in range(PANES):
            ray = ray_of(levels, pane, direction)
            rays[slot + pane] = ray
            place = 1 << (slot + pane)
            if ray.clear.slide.end == "blocked":
                continue
            open_ |= place
            there = step(pane, direction)
            meeting = None if there is None else ray.meetings.get(there + 1)
            if meeting is None or meeting.backed.slide.end != "blocked":
                continue
            if meeting.free.slide.end == "blocked":
                shut |= place
            else:
                carom |= place
    return Terrain(levels, tuple(rays), open_, shut, carom)


def ray_of(levels: tuple[int, ...], pane: int, direction: str) -> Ray:
    """One ray. Equal ones are shared: across a row levels do not matter, along a column only those ahead."""
    band = band_of(pane)
    if direction == "n":
        ahead = levels[band:]
    elif direction == "s":
        ahead = levels[: band + 1]
    else:
        ahead = levels[band : band + 1]
    return _shared_ray(tuple(level - levels[band] for level in ahead), pane, direction)


@cache
def _shared_ray(rises: tuple[int, ...], pane: int, direction: str) -> Ray:
    """``rises``: the levels of the bands ahead, the start's own included, relative to the start's."""
    band = band_of(pane)
    first = band if direction != "s" else 0
    levels = [0] * BANDS
    levels[first : first + len(rises)] = rises
    return _made(
        pane, direction, *_probe(lambda occupied: roll(levels, occupied, pane, direction), direction)
    )


_Probes = tuple[tuple[int, Slide, Slide, int], ...]


def _probe(ask: Callable[[tuple[int, ...]], Slide], direction: str) -> tuple[Slide, _Probes]:
    """Asks the slow roll for the empty board and for a first sphere on every pane of the way.

    The probes are (pane met, slide with the pane beyond free, slide with it occupied, pane beyond or -1).
    """
    clear = ask(())
    probes = []
    for pane in clear.path:
        free = ask((pane,))
        beyond = step(pane, direction)
        if free.end == "shove" and beyond is not None:
            probes.append((pane, free, ask((pane, beyond)), beyond))
        else:
            probes.append((pane, free, free, -1))
    return clear, tuple(probes)


@cache
def _made(pane: int, direction: str, clear: Slide, probes: _Probes) -> Ray:
    """The ray that those answers make. Bands far ahead often make no difference."""
    meetings = {
        met + 1: Meeting(0 if beyond < 0 else bit(beyond), _effect(pane, free), _effect(pane, backed))
        for met, free, backed, beyond in probes
    }
    way = sum(bit(passed) for passed in clear.path)
    return Ray(NAMES[pane] + direction, pane, way, DELTAS[direction] > 0, _effect(pane, clear), meetings)


def _effect(pane: int, slide: Slide) -> Effect:
    target = 0 if slide.target is None else bit(slide.target)
    victim = 0 if slide.victim is None else bit(slide.victim)
    shift = victim if slide.victim_to is None else victim | bit(slide.victim_to)
    mover = 0 if slide.end == "blocked" else bit(pane) | target
    return Effect(slide, mover, victim, shift, slide.end in ("fall", "shove_off", "smash"))
