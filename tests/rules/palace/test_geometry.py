"""Names and numbers of the board."""

from __future__ import annotations

from rules.palace.geometry import DIRECTIONS, NAMES, NUMBERS, PANES, band_of, panes_of, step, turned


def test_panes_are_numbered_as_on_the_wire() -> None:
    """Pane n is column n % 8 of row n // 8, from the south-west corner."""
    assert [NAMES[n] for n in (0, 7, 8, 72, 79)] == ["a1", "h1", "a2", "a10", "h10"]
    assert all(NUMBERS[NAMES[pane]] == pane for pane in range(PANES))


def test_two_rows_make_a_band() -> None:
    """Rows 1-2 are band 1 (index 0), rows 9-10 band 5."""
    assert [band_of(NUMBERS[f"d{row}"]) for row in range(1, 11)] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_steps_end_at_the_edges() -> None:
    """A step leads to the neighbour by name, or over the edge; never round to another row."""
    assert [step(NUMBERS["d5"], d) for d in DIRECTIONS] == [NUMBERS[n] for n in ("d6", "e5", "d4", "c5")]
    assert [step(NUMBERS["a1"], d) is None for d in DIRECTIONS] == [False, False, True, True]
    assert [step(NUMBERS["h10"], d) is None for d in DIRECTIONS] == [True, True, False, False]
    assert sum(step(pane, d) is None for pane in range(PANES) for d in DIRECTIONS) == 2 * 8 + 2 * 10


def test_sets_of_panes() -> None:
    """A set gives its panes lowest first, and turns with the board."""
    assert list(panes_of(1 | 1 << 9 | 1 << 79)) == [0, 9, 79]
    assert turned(1 | 1 << 9) == 1 << 79 | 1 << 70
