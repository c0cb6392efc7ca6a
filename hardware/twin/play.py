"""Scenarios from the command line and for the tests.

python -m hardware.twin.play                        plays every scenario, prints a line for each
python -m hardware.twin.play jam.toml --trace       one of them, with its trace
python -m hardware.twin.play --engine micropython   under the MicroPython interpreter
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

from hardware.twin.namespace import Namespace, load_main
from hardware.twin.run import ROOT, micropython
from hardware.twin.scenario import Failed, Player

FOLDER = Path(__file__).with_name("scenarios")


def read(path: Path) -> dict[str, Any]:
    """A scenario file: title, why, cases, step."""
    with path.open("rb") as file:
        scenario = tomllib.load(file)
    for key in ("title", "step"):
        if key not in scenario:
            raise ValueError(f"{path.name}: no {key}")
    return scenario


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.toml"))


def play(path: Path, start_us: int = 0) -> list[str]:
    """Plays one under CPython and returns its trace; raises scenario.Failed."""
    trace: list[str] = []
    names = {k: v for k, v in vars(Namespace().load("regmap")).items() if isinstance(v, int)}
    Player(load_main, names, trace.append, start_us).play(read(path)["step"])
    return trace


def play_micropython(path: Path, start_us: int = 0) -> list[str]:
    """The same under the MicroPython interpreter."""
    script = Path(__file__).with_name("play_mp.py")
    run = subprocess.run(
        [micropython(), "-X", "heapsize=8m", str(script), str(ROOT), str(start_us)],
        input=json.dumps(read(path)["step"]),
        capture_output=True,
        text=True,
        check=False,
    )
    trace = run.stdout.splitlines()
    if run.returncode:
        raise Failed(run.stderr.strip() or (trace[-1] if trace else "no output"))
    return trace


ENGINES = {"cpython": play, "micropython": play_micropython}


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m hardware.twin.play", description="Plays scenarios.")
    parser.add_argument("files", nargs="*", type=Path, help="scenario files; all of them when none is named")
    parser.add_argument("--engine", choices=sorted(ENGINES), default="cpython")
    parser.add_argument("--trace", action="store_true", help="print what happened")
    options = parser.parse_args(argv)
    failed = 0
    for path in options.files or files():
        found = path if path.exists() else FOLDER / path
        begun = time.perf_counter()
        try:
            trace = ENGINES[options.engine](found)
            words = f"ok, {trace[-1].split()[0]} s of board time in {time.perf_counter() - begun:.2f} s"
        except Failed as error:
            failed += 1
            trace, words = [], f"FAILED: {error}"
        if options.trace:
            print("\n".join(trace))
        print(f"{found.name}: {words}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
