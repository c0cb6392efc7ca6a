"""The slow roll, rule by rule as the rule book numbers them."""

from __future__ import annotations

import pytest

from rules.palace.geometry import NAMES, NUMBERS
from rules.palace.slow import Slide, roll


def rolled(levels: str, occupied: str, action: str) -> Slide:
    """Rolls by names: levels "12321", occupied panes "a1 b1", action "c7n"."""
    panes = frozenset(NUMBERS[name] for name in occupied.split())
    return roll(tuple(map(int, levels)), panes, NUMBERS[action[:-1]], action[-1])


def told(slide: Slide) -> str:
    """A slide as "path end victim>victim_to why@at"."""
    words = [" ".join(NAMES[pane] for pane in slide.path) or "-", slide.end]
    if slide.victim is not None:
        words.append(
            NAMES[slide.victim] + (f">{NAMES[slide.victim_to]}" if slide.victim_to is not None else "")
        )
    if slide.at is not None:
        words.append(f"{slide.why}@{NAMES[slide.at]}")
    return " ".join(words)


@pytest.mark.parametrize(
    ("levels", "occupied", "action", "expected"),
    [
        # 1. Off the board: all four edges, there is no railing.
        ("11111", "", "c7n", "c8 c9 c10 fall"),
        ("11111", "", "c3s", "c2 c1 fall"),
        ("11111", "", "f7e", "g7 h7 fall"),
        ("11111", "", "c7w", "b7 a7 fall"),
        ("11111", "", "a7w", "- fall"),
        ("11111", "", "h10n", "- fall"),
        # 2. A wall stops it where it is, at once or after a run.
        ("13111", "", "c2n", "- blocked wall@c3"),
        ("13111", "", "c1n", "c2 wall wall@c3"),
        # 3. A step is hopped from right below it, onto a free pane, and no further.
        ("12111", "", "c2n", "c3 hop"),
        ("12111", "c3", "c2n", "- blocked upper_taken@c3"),
        ("12111", "", "c1n", "c2 wall step@c3"),
        ("12111", "c3", "c1n", "c2 wall step@c3"),
        ("12321", "", "c9s", "c8 hop"),
        ("32123", "", "c4n", "c5 c6 wall step@c7"),
        # 4. Level: it rolls on until it meets a sphere.
        ("11111", "e1 f1", "c1e", "d1 stop backed_sphere@e1"),
        ("11111", "d1 e1", "c1e", "- blocked backed_sphere@d1"),
        ("11111", "e1", "c1e", "d1 e1 shove e1>f1"),
        ("11111", "d1", "c1e", "d1 shove d1>e1"),
        ("11111", "e1 g1", "c1e", "d1 e1 shove e1>f1"),
        ("11111", "h1", "f1e", "g1 h1 shove_off h1"),
        ("11111", "h1", "g1e", "h1 shove_off h1"),
        ("11111", "c10", "c8n", "c9 c10 shove_off c10"),
        ("12111", "c2", "c1n", "- blocked backed_higher@c2"),
        ("13111", "c2", "c1n", "- blocked backed_higher@c2"),
        ("21111", "c2", "c1n", "- blocked backed_lower@c2"),
        ("31111", "c2", "c1n", "- blocked backed_lower@c2"),
        ("11211", "c4", "c1n", "c2 c3 stop backed_higher@c4"),
        ("21333", "d4 d3", "d2n", "d3 smash d3"),
        # 5. One level down: it drops and rolls on; a sphere below is smashed and stops it.
        ("21111", "", "c2n", "c3 c4 c5 c6 c7 c8 c9 c10 fall"),
        ("32111", "", "c2n", "c3 c4 c5 c6 c7 c8 c9 c10 fall"),
        ("32123", "", "c1n", "c2 c3 c4 c5 c6 wall step@c7"),
        ("21111", "c3", "c2n", "c3 smash c3"),
        ("21111", "c3 c4", "c1n", "c2 c3 smash c3"),
        ("21111", "c4", "c2n", "c3 c4 shove c4>c5"),
        ("21211", "", "c2n", "c3 c4 wall step@c5"),
        ("21311", "", "c2n", "c3 c4 wall wall@c5"),
        # 6. Two levels down: it drops and stays; a sphere below is smashed.
        ("31111", "", "c2n", "c3 drop"),
        ("31111", "", "c1n", "c2 c3 drop"),
        ("31111", "c3", "c2n", "c3 smash c3"),
        ("33131", "c5", "c1n", "c2 c3 c4 c5 smash c5"),
        ("11131", "c8", "c5n", "c6 wall wall@c7"),
    ],
)
def test_roll(levels: str, occupied: str, action: str, expected: str) -> None:
    """Each rule of the roll does what the book says, and no more."""
    assert told(rolled(levels, occupied, action)) == expected


def test_target() -> None:
    """A sphere that fell or could not roll has no target."""
    assert rolled("11111", "", "c3s").target is None
    assert rolled("13111", "", "c2n").target is None
    assert rolled("12111", "", "c2n").target == NUMBERS["c3"]
