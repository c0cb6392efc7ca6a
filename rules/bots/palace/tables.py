"""The rays as plain numbers, for the compiled core: so that the rules of a roll exist once, in ``slow.py``.

A place on a line is its row (along a column) or its column (along a row); 15 stands for none. A result of a
roll is ``target | victim << 4 | victim_to << 8``, with target 15 for a fall; BLOCKED when it is not legal.
"""

from __future__ import annotations

from typing import Final

from rules.bots.palace.reach import ALL_TERRAINS, Levels, neighbours
from rules.palace.geometry import ROWS, WIDTH
from rules.palace.slow import Slide
from rules.palace.tables import Ray, ray_of

BLOCKED: Final = 0xFFFF
NOWHERE: Final = 15
RAY_NUMBERS: Final = 2 + 3 * ROWS
"""Numbers of a ray: way, clear; then for each place beyond, free and backed."""
_NUMBER: Final = {levels: number for number, levels in enumerate(ALL_TERRAINS)}


def number_of(levels: Levels) -> int:
    """The terrain's number, 0-242."""
    return _NUMBER[levels]


def for_core() -> tuple[list[int], list[int], list[int], list[int]]:
    """What ``palace_load`` of ``core.c`` takes: rays, the ray of each terrain and row, spans, and the
    lists.
    """
    index: dict[int, int] = {}
    rays: list[Ray] = []

    def number(ray: Ray) -> int:
        if id(ray) not in index:
            index[id(ray)] = len(rays)
            rays.append(ray)
        return index[id(ray)]

    single: list[int] = []
    spans: list[int] = []
    lists: list[int] = []

    starts: dict[tuple[int, ...], int] = {}

    def span(found: list[Ray]) -> tuple[int, int]:
        """Where the different ones of these rays stand in the lists, and how many they are."""
        different = tuple(dict.fromkeys(number(ray) for ray in found))
        if different not in starts:
            starts[different] = len(lists)
            lists.extend(different)
        return starts[different], len(different)

    for levels in ALL_TERRAINS:
        near = (levels, *neighbours(levels))
        for row in range(ROWS):
            for direction in "ns":
                single.append(number(ray_of(levels, WIDTH * row, direction)))
                spans.extend(span([ray_of(other, WIDTH * row, direction) for other in near]))
    for row in range(ROWS):
        for direction in "ns":
            spans.extend(span([ray_of(levels, WIDTH * row, direction) for levels in ALL_TERRAINS]))
    numbers = [part for ray in rays for part in _numbers(ray, WIDTH)]
    for direction in "ew":
        for column in range(WIDTH):
            numbers += _numbers(ray_of(ALL_TERRAINS[0], column, direction), 1)
    return numbers, single, spans, lists


def _numbers(ray: Ray, stride: int) -> list[int]:
    """One ray of column a (stride 8) or of row 1 (stride 1), its panes as places on the line."""
    beyond = [0] * ROWS
    free = [BLOCKED] * ROWS
    backed = [BLOCKED] * ROWS
    for met, meeting in ray.meetings.items():
        place = (met - 1) // stride
        beyond[place] = _places(meeting.beyond, stride)
        free[place] = _result(meeting.free.slide, stride)
        backed[place] = _result(meeting.backed.slide, stride)
    return [_places(ray.way, stride), _result(ray.clear.slide, stride), *beyond, *free, *backed]


def _places(panes: int, stride: int) -> int:
    """A set of panes as a set of places."""
    return sum(1 << place for place in range(ROWS) if panes >> stride * place & 1)


def _result(slide: Slide, stride: int) -> int:
    if slide.end == "blocked":
        return BLOCKED

    def place(pane: int | None) -> int:
        return NOWHERE if pane is None else pane // stride

    return place(slide.target) | place(slide.victim) << 4 | place(slide.victim_to) << 8
