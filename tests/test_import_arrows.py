"""Who may know whom: imports go down the house only, and the rules stay pure."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
STOREYS = ("rules", "firmware_bridge", "web_panel", "hardware", "seeds")

# storey -> the storeys it may import
ALLOWED = {
    "rules": set(),
    "firmware_bridge": {"rules"},
    "web_panel": {"rules", "firmware_bridge"},
    "hardware": set(),
    "seeds": set(),
}
# What would make the rules impure. The compiled core's loader is the one place that may touch the machine.
IMPURE = {
    "flask", "serial", "gpiozero", "threading", "time", "datetime", "random", "os", "sys", "io", "pathlib",
    "socket", "subprocess", "multiprocessing", "asyncio", "sqlite3", "ctypes", "secrets", "uuid", "logging",
}  # fmt: skip
LOADER = {"rules/bots/core.py", "rules/palace/core.py"}
# Command lines and a bot's own process live at the edge of the rules: they may speak to the machine.
EDGE_NAMES = {"sys", "argparse"}
EDGES = {"rules/palace/perft.py"}
# The link: what owns the port, in reading order.
LINK_FILES = {"link.py", "exchange.py", "line.py", "portlock.py"}
# The firmware on one side, the twin on the other: neither imports the other (hardware/README).
FIRMWARE = "hardware/firmware"
TWIN = "hardware/twin"


def python_files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imported(path: Path) -> list[tuple[str, int]]:
    """Every absolute module name that the file imports, with its line.

    ``from random import Random`` is left out: a generator that is handed in has that type; what is forbidden
    is the module's own, hidden one.
    """
    names: list[tuple[str, int]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            if node.module == "random" and [alias.name for alias in node.names] == ["Random"]:
                continue
            names.append((node.module, node.lineno))
    return names


def breaches(storey: str) -> list[str]:
    found = []
    for path in python_files(storey):
        for name, line in imported(path):
            top = name.split(".")[0]
            if top in STOREYS and top != storey and top not in ALLOWED[storey]:
                found.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    return found


@pytest.mark.parametrize("storey", STOREYS)
def test_imports_go_down_the_house_only(storey: str) -> None:
    """A storey imports itself and the storeys below it, never one above or beside it."""
    assert python_files(storey), f"{storey} holds no Python at all"
    assert breaches(storey) == []


def test_rules_touch_no_machine() -> None:
    """Nothing in rules imports a clock, a thread, a file, a socket or the global random generator."""
    found = []
    for path in python_files("rules"):
        relative = path.relative_to(ROOT).as_posix()
        if relative in LOADER:
            continue
        for name, line in imported(path):
            top = name.split(".")[0]
            if relative in EDGES and top in EDGE_NAMES:
                continue
            if top in IMPURE:
                found.append(f"{relative}:{line} imports {name}")
    assert found == []


def test_only_the_link_opens_the_port() -> None:
    """Of the bridge and the panel, only the link's own files import serial or pymodbus."""
    found = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for storey in ("firmware_bridge", "web_panel")
        for path in python_files(storey)
        for name, line in imported(path)
        if name.split(".")[0] in {"serial", "pymodbus"} and path.name not in LINK_FILES
    ]
    assert found == []


def test_firmware_and_twin_do_not_know_each_other() -> None:
    """The twin stands in for the machine's modules and never imports firmware; nor the other way round."""
    firmware_names = {path.stem for path in python_files(FIRMWARE)}
    assert firmware_names
    into_twin = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in python_files(FIRMWARE)
        for name, line in imported(path)
        if name.startswith("hardware")
    ]
    assert into_twin == []
    into_firmware = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in python_files(TWIN)
        for name, line in imported(path)
        if name.startswith("hardware.firmware")
    ]
    assert into_firmware == []


def test_the_breach_finder_sees_a_breach(tmp_path: Path) -> None:
    """The finder reports both forms of import, so that an empty list above means something."""
    planted = tmp_path / "planted.py"
    planted.write_text("import time\nfrom web_panel.store import Store\n")
    assert imported(planted) == [("time", 1), ("web_panel.store", 2)]
