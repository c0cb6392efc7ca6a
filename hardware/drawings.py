"""Draws the build guide's pictures from the firmware's own numbers and from wiring.csv.

    python -m hardware.drawings            writes hardware/drawings/*.svg where they differ
    python -m hardware.drawings --check    writes nothing, exit status 1 when one is stale

Lengths on the board are millimetres; each drawing has its own scale.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from xml.sax.saxutils import escape

from hardware.twin.namespace import Namespace

FOLDER = Path(__file__).resolve().parent
OUT = FOLDER / "drawings"
GLASS, GOLD, INK, SOFT, STEEL, RED = "#bfe3e8", "#c9a227", "#26323a", "#7a8a93", "#d9dee2", "#b3261e"
PITCH = 45  # of panes
PANE = 6  # thickness of the glass
SKIRT = 50
SPHERE = 28
SEAT = 10
SENSOR_GAP = 2.5
START = (1, 2, 3, 2, 1)


class Figures:
    """Heights and lengths as the firmware has them."""

    def __init__(self) -> None:
        board = Namespace().load("board")
        with (FOLDER / "registers.toml").open("rb") as file:
            source = tomllib.load(file)
        default = {entry["name"]: entry["default"] / 100 for entry in source["holding"]}
        self.first = default["LEVEL1_OFFSET"]
        self.step = default["LEVEL_STEP"]
        self.levels = [self.first + n * self.step for n in range(3)]
        self.soft_top = source["map"]["travel_max"] / 100
        self.travel = board.TRAVEL / board.STEPS_PER_MM
        self.back_off = board.BACK_OFF / board.STEPS_PER_MM
        self.edge = board.TACHO_EDGE / board.STEPS_PER_MM
        self.steps = board.STEPS_PER_MM
        self.step_pins = board.STEP
        self.dir_pins = board.DIR


class Sheet:
    """An SVG under construction; y grows downwards, in drawing units."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self.parts: list[str] = []

    def box(self, x: float, y: float, w: float, h: float, fill: str = "none", line: str = INK) -> None:
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" fill="{fill}" stroke="{line}"/>'
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str = INK, dash: str = "") -> None:
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}"{extra}/>')

    def circle(self, x: float, y: float, r: float, fill: str = "none") -> None:
        self.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}" stroke="{INK}"/>')

    def text(
        self, x: float, y: float, words: str, *, size: float = 11, at: str = "start", colour: str = INK
    ) -> None:
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{at}" fill="{colour}">'
            f"{escape(words)}</text>"
        )

    def height_mark(self, x1: float, x2: float, y: float, words: str) -> None:
        """A dashed line at a height with its name at the right."""
        self.line(x1, y, x2, y, SOFT, "4 3")
        self.text(x2 + 4, y + 4, words, size=10)

    def span(self, x1: float, x2: float, y: float, words: str) -> None:
        """A dimension between two verticals."""
        self.line(x1, y, x2, y, SOFT)
        for x in (x1, x2):
            self.line(x, y - 4, x, y + 4, SOFT)
        self.text((x1 + x2) / 2, y - 4, words, size=10, at="middle")

    def svg(self) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}" '
            f'font-family="sans-serif" stroke-width="1" role="img">\n'
            f"<title>{escape(self.title)}</title>\n"
            f'<rect width="{self.width:g}" height="{self.height:g}" fill="#ffffff"/>\n'
            # text carries no stroke of its own
            + "\n".join(self.parts)
            + "\n</svg>\n"
        )


def board_section(figures: Figures) -> Sheet:
    """South to north through the table: five bands at the levels of the start position."""
    sheet = Sheet(800, 300, "Section through the board, south to north, bands at the start levels")
    scale, left, ground = 1.45, 40, 230
    sheet.box(left - 10, ground, 5 * 2 * PITCH * scale + 20, 16, STEEL)
    sheet.text(left + 200, ground + 12, "base with motors, switches and electronics", size=10)
    for band, level in enumerate(START):
        x = left + band * 2 * PITCH * scale
        top = ground - (SKIRT + figures.levels[level - 1]) * scale
        width = 2 * PITCH * scale
        sheet.box(x + 2, top + PANE * scale, width - 4, (SKIRT - PANE) * scale, "#f4f6f7")
        for pane in range(2):
            sheet.box(x + pane * PITCH * scale + 1, top, PITCH * scale - 2, PANE * scale, GLASS)
        sheet.text(x + width / 2, top + 50, f"band {band + 1}", at="middle")
        sheet.text(x + width / 2, top + 64, f"level {level}", size=10, at="middle", colour=SOFT)
    x = left + PITCH * scale / 2
    sheet.circle(x, ground - (SKIRT + figures.levels[0] + SPHERE / 2) * scale, SPHERE / 2 * scale, "#f7f3e8")
    right = left + 450 * scale
    for level, height in enumerate(figures.levels):
        sheet.height_mark(
            right, right + 40, ground - (SKIRT + height) * scale, f"level {level + 1}: {height:g}"
        )
    sheet.span(left, left + 2 * PITCH * scale, 272, f"{2 * PITCH} mm a band")
    sheet.span(left + 4 * PITCH * scale, left + 5 * PITCH * scale, 272, f"{PITCH} mm")
    sheet.text(left + 245 * scale, 276, f"skirts {SKIRT} mm deep: no gap opens between bands", size=10)
    return sheet


def band_lift(figures: Figures) -> Sheet:
    """One band from the south: two screws, one motor, and everything that tells where it is."""
    sheet = Sheet(760, 420, "Lift of one band: screws, motor, home switch, vane and tacho")
    scale, zero, left = 4.0, 330, 60

    def y(height: float) -> float:
        return zero - height * scale

    sheet.box(40, 360, 480, 14, STEEL)
    level = figures.levels[1]
    for x, name in ((110, "screw"), (430, "screw")):
        sheet.box(x - 4, y(54), 8, 360 - y(54), "#eef0f2")
        sheet.text(x, y(54) - 6, name, size=10, at="middle")
        sheet.box(x - 14, y(level) + 8, 28, 18, GOLD)
    sheet.box(left, y(level) - 10, 420, 18, "#e9edf0")
    sheet.box(left, y(level) - 10 - PANE * 1.5, 420, PANE * 1.5, GLASS)
    sheet.text(270, y(level) + 3, "carriage with glass, sensors and lamps", size=10, at="middle")
    sheet.box(236, 374, 70, 34, STEEL)
    sheet.text(271, 395, "motor", at="middle")
    sheet.line(110, 368, 430, 368, GOLD)
    sheet.text(180, 388, "belt", size=10)
    sheet.circle(110, 352, 12, "#ffffff")
    sheet.text(128, 350, f"tacho wheel: an edge every {figures.edge:g} mm", size=10)
    sheet.box(470, y(0) - 2, 22, 14, RED)
    sheet.text(498, y(0) + 26, "home switch closes at 0", size=10)
    for height in figures.levels:
        sheet.box(452, y(height) - 2, 12, 4, INK)
    for number, height in enumerate(figures.levels):
        sheet.height_mark(464, 510, y(height), f"level {number + 1}: {height:g} mm, flag of the vane")
    sheet.height_mark(464, 510, y(figures.soft_top) + 4, f"soft end: {figures.soft_top:g} mm")
    sheet.height_mark(464, 510, y(figures.travel - 0.5), f"hard stop: {figures.travel - 0.5:g} mm")
    sheet.text(
        40,
        22,
        f"T8 x 2, single start: 2 mm a turn, {figures.steps} steps a millimetre; holds by itself",
        size=11,
    )
    sheet.text(
        40,
        38,
        f"homing: down to the switch, up {figures.back_off:g} mm, down at 1 mm/s, then to level 1",
        size=11,
    )
    return sheet


def pane_sensor(figures: Figures) -> Sheet:
    """One pane cut open: sphere, seat hole, sensor, lamp."""
    sheet = Sheet(600, 380, "A pane with its sphere, seat hole, sensor and lamp")
    scale, middle, top = 6.0, 220, 240
    width = PITCH * scale
    hole = SEAT * scale
    for x in (middle - width / 2, middle + hole / 2):
        sheet.box(x, top, (width - hole) / 2, PANE * scale, GLASS)
    sink = SPHERE / 2 - ((SPHERE / 2) ** 2 - (SEAT / 2) ** 2) ** 0.5
    sheet.circle(middle, top - (SPHERE / 2 - sink) * scale, SPHERE / 2 * scale, "#f7f3e8")
    sensor = top + (sink + SENSOR_GAP) * scale
    sheet.box(middle - 30, sensor, 60, 42, "#39434a")
    sheet.circle(middle - 13, sensor + 6, 6, "#b9a5d6")
    sheet.circle(middle + 13, sensor + 6, 6, "#5a6670")
    sheet.text(middle, sensor + 32, "TCRT5000", size=10, at="middle", colour="#ffffff")
    sheet.box(middle + 70, top + PANE * scale + 14, 30, 14, GOLD)
    sheet.text(middle + 106, top + PANE * scale + 25, "lamp WS2812B", size=10)
    sheet.span(middle - width / 2, middle + width / 2, 350, f"{PITCH} mm")
    sheet.span(middle - hole / 2, middle + hole / 2, 326, f"hole {SEAT} mm")
    sheet.text(middle + 100, top - 90, f"sphere {SPHERE} mm, sinks in {sink:.1f} mm", size=10)
    sheet.text(middle + 145, top + 22, f"glass {PANE} mm", size=10)
    sheet.text(
        20, 24, f"Sensor {SENSOR_GAP:g} mm below the sphere: it looks through the hole, not the glass."
    )
    sheet.text(20, 40, "Lit minus dark: empty about 45, black about 170, white about 600 of 1023.")
    return sheet


def wiring(band: int) -> Callable[[Figures], Sheet]:
    """One band's nets, from wiring.csv: what is on the base, what rides with the band."""

    def draw(figures: Figures) -> Sheet:
        with (FOLDER / "wiring.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        mine = {
            f"{part}{band}" for part in ("DRV", "M", "MUXS", "MUXL", "TCRT", "LAMPS", "SW", "VANE", "TACHO")
        }
        nets: dict[str, tuple[list[str], list[str]]] = {}
        for row in rows:
            ends = nets.setdefault(row["net"], ([], []))
            side = 1 if row["part"] in mine else 0
            ends[side].append(f"{row['part']}.{row['pin']}")
        lines = [
            (net, shared, own) for net, (shared, own) in nets.items() if own and not net.startswith("PANE_")
        ]
        sheet = Sheet(860, 90 + 20 * len(lines), f"Wiring of band {band}")
        step, direction = figures.step_pins[band - 1], figures.dir_pins[band - 1]
        sheet.text(20, 24, f"Band {band}: step on GP{step}, direction on GP{direction} (wiring.csv)", size=13)
        sheet.text(20, 50, "shared", size=11, colour=SOFT)
        sheet.text(390, 50, "net", size=11, at="middle", colour=SOFT)
        sheet.text(500, 50, "this band", size=11, colour=SOFT)
        for number, (net, shared, own) in enumerate(lines):
            y = 72 + 20 * number
            sheet.text(20, y, listed(shared, 3), size=10)
            sheet.line(280, y - 4, 490, y - 4, GOLD)
            sheet.box(340, y - 12, 100, 16, "#ffffff", GOLD)
            sheet.text(390, y, net, size=10, at="middle")
            sheet.text(500, y, listed(own, 4), size=10)
        sheet.text(
            20,
            82 + 20 * len(lines),
            f"and sixteen pairs PANE_{band}_0 to _15: TCRT{band}.E0-15 to MUXS{band}.I0-15 (sensors), "
            f"TCRT{band}.A0-15 to MUXL{band}.I0-15 (lamps)",
            size=10,
        )
        return sheet

    return draw


def listed(ends: list[str], most: int) -> str:
    """The first ends, and how many more there are."""
    more = f" +{len(ends) - most}" if len(ends) > most else ""
    return ", ".join(ends[:most]) + more


def safety_chain(figures: Figures) -> Sheet:
    """The emergency stop's three contacts and where they act."""
    sheet = Sheet(700, 300, "The emergency stop: three contacts, three ways")

    def boxes(y: float, names: Iterable[tuple[str, str]]) -> None:
        x = 190.0
        previous = None
        for name, fill in names:
            if previous is not None:
                sheet.line(previous, y + 20, x, y + 20)
            sheet.box(x, y, 108, 40, fill)
            first, _, second = name.partition("|")
            sheet.text(x + 54, y + (18 if second else 24), first, size=10, at="middle")
            sheet.text(x + 54, y + 32, second, size=10, at="middle")
            previous = x + 108
            x += 128

    sheet.box(30, 40, 110, 220, "#f6dedc", RED)
    sheet.text(85, 34, "S1, latching", size=11, at="middle")
    for y, number in ((60, 1), (140, 2), (220, 3)):
        sheet.text(85, y + 4, f"NC contact {number}", size=10, at="middle")
        sheet.line(140, y, 190, y)
    boxes(40, [("coil of K1", STEEL), ("24 V of all|drivers", STEEL), ("screws hold|the glass", GLASS)])
    boxes(
        120,
        [
            ("ESTOP_OK|10k to ground", "#ffffff"),
            ("OR gate: nEN|off", STEEL),
            ("Pico GP15:|all unhomed", "#ffffff"),
        ],
    )
    boxes(200, [("Pi BCM27", "#ffffff"), ("panel says so,|nothing resumes", "#ffffff")])
    sheet.text(190, 30, "no software in this line", size=10, colour=RED)
    sheet.text(
        30, 286, "A loose or broken wire of any line is a stop. Releasing the button moves nothing.", size=11
    )
    return sheet


DRAWINGS: dict[str, Callable[[Figures], Sheet]] = {
    "board-section": board_section,
    "band-lift": band_lift,
    "pane-sensor": pane_sensor,
    "safety-chain": safety_chain,
    **{f"wiring-band-{band}": wiring(band) for band in range(1, 6)},
}


def stale() -> list[str]:
    """Names of drawings that differ from what would be drawn now."""
    figures = Figures()
    found = []
    for name, draw in DRAWINGS.items():
        path = OUT / f"{name}.svg"
        if not path.is_file() or path.read_text(encoding="utf-8") != draw(figures).svg():
            found.append(name)
    return found


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m hardware.drawings", description="Draws the build guide.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 when one is stale")
    options = parser.parse_args(argv)
    names = stale()
    if options.check:
        for name in names:
            print(f"{name}.svg is stale: run python -m hardware.drawings", file=sys.stderr)
        return 1 if names else 0
    OUT.mkdir(exist_ok=True)
    figures = Figures()
    for name in names:
        (OUT / f"{name}.svg").write_text(DRAWINGS[name](figures).svg(), encoding="utf-8")
        print(f"wrote drawings/{name}.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
