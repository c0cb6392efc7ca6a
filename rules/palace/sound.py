"""What must hold in every position, whoever made it."""

from __future__ import annotations

from rules.palace.geometry import BANDS, BOARD, LEAST, LEVELS, SPHERES
from rules.palace.position import BANDS_OPTIONS, MOST_TURNS, Position


def problems(p: Position) -> list[str]:
    """The broken invariants in words; [] for a sound position."""
    limit_ok = p.max_turns is None or 1 <= p.max_turns <= MOST_TURNS
    moved_ok = not p.moved or (p.bands == "single" and len(p.moved) == 1 and 1 <= p.moved[0] <= BANDS)
    checks = (
        (p.white & p.black, "two spheres on one pane"),
        ((p.white | p.black) & ~BOARD, "a sphere beside the board"),
        ((p.white_reserve | p.black_reserve) & ~0xFF, "a reserve sphere before no column"),
        (max(p.spheres) > SPHERES, "more than eight spheres of a side"),
        (max(p.spheres) < LEAST, "both sides broken"),
        (len(p.levels) != BANDS or not set(p.levels) <= set(LEVELS), "a band at no level"),
        (p.turn not in (0, 1), "nobody's turn"),
        (p.bands not in BANDS_OPTIONS, "unknown bands option"),
        (not moved_ok, "a band moved that cannot have been"),
        (p.count < 1, "a turn before the first"),
        (not limit_ok, "a turn limit that cannot be"),
    )
    return [words for wrong, words in checks if wrong]
