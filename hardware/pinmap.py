"""Writes pins.md: what hangs on each pin of Pico, Pi, ADC and port, from wiring.csv.

python -m hardware.pinmap [--check]
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
PAGE = FOLDER / "pins.md"
CHIPS = (
    ("PICO", "Raspberry Pi Pico", r"GP\d+|RUN"),
    ("PI", "Raspberry Pi (BCM numbers)", r"BCM\d+"),
    ("U1", "MCP3008 (ADC)", r"CH\d"),
    ("U2", "MCP23S17 (port)", r"GP[AB]\d"),
)
MOST = 4  # ends shown of a net


def order(pin: str) -> tuple[str, int]:
    """GP9 before GP10."""
    match = re.search(r"\d+$", pin)
    return (pin[: match.start()], int(match[0])) if match else (pin, -1)


def page() -> str:
    """The page's text."""
    with (FOLDER / "wiring.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    lines = [
        "# Pin map",
        "",
        "Written from wiring.csv by `python -m hardware.pinmap`; do not edit. Tests hold wiring.csv against",
        "the firmware's `board.py` and the console's pins.",
        "",
    ]
    for part, title, pattern in CHIPS:
        lines += [f"## {title}", "", "| pin | net | goes to | note |", "|---|---|---|---|"]
        mine = [row for row in rows if row["part"] == part and re.fullmatch(pattern, row["pin"])]
        for row in sorted(mine, key=lambda row: order(row["pin"])):
            net = [other for other in rows if other["net"] == row["net"]]
            ends = [f"{o['part']}.{o['pin']}" for o in net if o is not row]
            more = f" and {len(ends) - MOST} more" if len(ends) > MOST else ""
            note = next((o["note"] for o in net if o["note"]), "")
            lines.append(f"| {row['pin']} | {row['net']} | {', '.join(ends[:MOST])}{more} | {note} |")
        lines.append("")
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m hardware.pinmap", description="Writes pins.md.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 when it is stale")
    options = parser.parse_args(argv)
    current = PAGE.is_file() and PAGE.read_text(encoding="utf-8") == page()
    if options.check:
        if not current:
            print("pins.md is stale: run python -m hardware.pinmap", file=sys.stderr)
        return 0 if current else 1
    if not current:
        PAGE.write_text(page(), encoding="utf-8")
        print("wrote pins.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
