"""Small pictures for the report, as SVG text: curves and histograms. Nothing but strings; no dependency."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 24, 40
INK = ("#1b6ca8", "#c2571a", "#2f855a", "#6b46c1", "#b7791f")
Points = Sequence[tuple[float, float]]


def curves(
    title: str, lines: Mapping[str, Points], *, across: str, up: str, dashed: Sequence[str] = ()
) -> str:
    """Lines over one pair of axes. ``dashed`` names those drawn as the ideal."""
    points = [point for line in lines.values() for point in line] or [(0.0, 0.0)]
    x_axis = _axis([x for x, _ in points])
    y_axis = _axis([y for _, y in points])
    drawn = []
    for number, (name, line) in enumerate(lines.items()):
        at = " ".join(f"{_x(x, x_axis):.1f},{_y(y, y_axis):.1f}" for x, y in line)
        style = 'stroke="#888" stroke-dasharray="6 4"' if name in dashed else f'stroke="{_ink(number)}"'
        drawn.append(f'<polyline points="{at}" fill="none" stroke-width="2" {style}/>')
    return _frame(title, x_axis, y_axis, across, up, drawn, list(lines), dashed)


def histogram(title: str, groups: Mapping[str, Sequence[float]], *, across: str, bins: int = 48) -> str:
    """How often each value occurs, one colour a group."""
    values = [value for group in groups.values() for value in group] or [0.0]
    low, high, step = _axis(values)
    width = (high - low) / bins
    counted = {name: [0] * bins for name in groups}
    for name, group in groups.items():
        for value in group:
            counted[name][min(bins - 1, int((value - low) / width))] += 1
    y_axis = _axis([0.0, *(float(n) for counts in counted.values() for n in counts)])
    drawn = []
    for number, counts in enumerate(counted.values()):
        for place, count in enumerate(counts):
            if count:
                x = _x(low + place * width, (low, high, step))
                y = _y(count, y_axis)
                size = (WIDTH - LEFT - RIGHT) / bins - 1
                drawn.append(
                    f'<rect x="{x:.1f}" y="{y:.1f}" width="{size:.1f}" height="{_y(0, y_axis) - y:.1f}" '
                    f'fill="{_ink(number)}" fill-opacity="0.75"/>'
                )
    return _frame(title, (low, high, step), y_axis, across, "number", drawn, list(groups), ())


def _ink(number: int) -> str:
    return INK[number % len(INK)]


def _axis(values: Sequence[float]) -> tuple[float, float, float]:
    """Lowest and highest mark of an axis that holds ``values``, and the step between marks."""
    low, high = min(values), max(values)
    if high - low < 1e-9:
        high = low + 1.0
    step = 1.0
    while (high - low) / step > 8:
        step *= 10
    while (high - low) / step < 0.8:
        step /= 10
    for part in (5.0, 2.0):
        if (high - low) / (step / part) <= 8:
            step /= part
            break
    first = step * (low // step)
    marks = -(-(high - first) // step)
    return first, first + marks * step, step


def _x(value: float, axis: tuple[float, float, float]) -> float:
    return LEFT + (value - axis[0]) / (axis[1] - axis[0]) * (WIDTH - LEFT - RIGHT)


def _y(value: float, axis: tuple[float, float, float]) -> float:
    return HEIGHT - BOTTOM - (value - axis[0]) / (axis[1] - axis[0]) * (HEIGHT - TOP - BOTTOM)


def _frame(
    title: str,
    x_axis: tuple[float, float, float],
    y_axis: tuple[float, float, float],
    across: str,
    up: str,
    drawn: list[str],
    names: list[str],
    dashed: Sequence[str],
) -> str:
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" xmlns="http://www.w3.org/2000/svg">',
        f"<title>{escape(title)}</title>",
    ]
    for value in _marks(x_axis):
        x = _x(value, x_axis)
        parts.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="#ddd"/>'
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 14}" text-anchor="middle">{value:g}</text>'
        )
    for value in _marks(y_axis):
        y = _y(value, y_axis)
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>'
        )
    parts += drawn
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 6}" text-anchor="end">{escape(across)}</text>')
    parts.append(f'<text x="4" y="12">{escape(up)}</text>')
    for number, name in enumerate(names):
        x = LEFT + 110 * number
        ink = "#888" if name in dashed else _ink(number)
        parts.append(
            f'<rect x="{x}" y="{HEIGHT - 15}" width="10" height="10" fill="{ink}"/>'
            f'<text x="{x + 14}" y="{HEIGHT - 6}">{escape(name)}</text>'
        )
    return "".join([*parts, "</svg>"])


def _marks(axis: tuple[float, float, float]) -> list[float]:
    low, high, step = axis
    return [round(low + n * step, 6) for n in range(round((high - low) / step) + 1)]
