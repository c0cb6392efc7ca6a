"""Writes everything that is derived from registers.toml, and tells when it is stale.

    python -m hardware.generate            writes the files that differ
    python -m hardware.generate --check    writes nothing, exit status 1 when one differs

Derived are the firmware's table (MicroPython), the bridge's table (typed), and two pages for people:
registers.md and faults.md. The pages double as documentation of the link for other programs.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

from hardware.regpages import fault_page, register_page
from hardware.regtables import Table, bridge_table, firmware_table

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "hardware" / "registers.toml"


def load(source: Path = SOURCE) -> Table:
    """The register map as it stands in the source, checked for overlaps and unknown references."""
    with source.open("rb") as file:
        table = tomllib.load(file)
    problems = check(table)
    if problems:
        raise ValueError(f"{source.name}: " + "; ".join(problems))
    return table


def check(table: Table) -> list[str]:
    """What is wrong with the map itself: overlapping addresses, doubled numbers or names, bad ranges."""
    problems: list[str] = []
    for kind in ("coil", "discrete", "input", "holding"):
        taken: dict[int, str] = {}
        for entry in table[kind]:
            for address in range(entry["address"], entry["address"] + entry.get("count", 1)):
                if address in taken:
                    problems.append(f"{kind} {address} is {taken[address]} and {entry['name']}")
                taken[address] = entry["name"]
    for kind in (
        "state",
        "pane_class",
        "command",
        "result",
        "reset_cause",
        "exception",
        "reject",
        "counter",
        "fault",
    ):
        for key in ("number", "name"):
            values = [entry[key] for entry in table[kind]]
            problems += [f"{kind} {value} stands twice" for value in set(values) if values.count(value) > 1]
    known = {entry["number"] for entry in table["exception"]} | {0}
    problems += [
        f"reject {entry['name']} names exception {entry['exception']}"
        for entry in table["reject"]
        if entry["exception"] not in known
    ]
    problems += [
        f"holding {entry['name']}: default {entry['default']} outside {entry['min']}..{entry['max']}"
        for entry in table["holding"]
        if not entry["min"] <= entry["default"] <= entry["max"]
    ]
    return problems


OUTPUTS: dict[str, Callable[[Table], str]] = {
    "hardware/firmware/regmap.py": firmware_table,
    "firmware_bridge/regmap.py": bridge_table,
    "hardware/registers.md": register_page,
    "hardware/faults.md": fault_page,
}


def stale(root: Path = ROOT) -> list[str]:
    """Names of derived files under `root` that do not equal what the source gives."""
    table = load(root / "hardware" / "registers.toml")
    found = []
    for name, write in OUTPUTS.items():
        path = root / name
        if not path.is_file() or path.read_text(encoding="utf-8") != write(table):
            found.append(name)
    return found


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m hardware.generate", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit status 1 when a file is stale"
    )
    options = parser.parse_args(argv)
    names = stale()
    if options.check:
        for name in names:
            print(f"{name} is stale: run python -m hardware.generate", file=sys.stderr)
        return 1 if names else 0
    table = load()
    for name in names:
        (ROOT / name).write_text(OUTPUTS[name](table), encoding="utf-8")
        print(f"wrote {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
