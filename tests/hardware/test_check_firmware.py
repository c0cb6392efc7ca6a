"""The static checks find what the Pico would stumble over."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hardware import check_firmware

STUBS = check_firmware.FOLDER.parent.parent / ".tools" / "firmware"
OWN = {"axis", "motion", "board"}


def test_the_firmware_compiles_and_imports_what_exists(capsys: pytest.CaptureFixture[str]) -> None:
    """Every file compiles for the chip; the whole is well below 100 kB."""
    assert check_firmware.main([]) == 0
    words = capsys.readouterr().out
    assert "types were not checked" in words
    size = int(words.split(" bytes compiled")[0].split()[-1])
    assert 20_000 < size < 100_000


@pytest.mark.parametrize("source", ["match x:\n    case 1: pass\n", "def f(a, /): pass\n", "x = = 1\n"])
def test_syntax_the_chip_lacks_is_found(tmp_path: Path, source: str) -> None:
    """`match`, positional-only parameters and plain mistakes do not compile."""
    path = tmp_path / "wrong.py"
    path.write_text(source, encoding="utf-8")
    with pytest.raises(ValueError, match=r"(?s)wrong\.py: .*SyntaxError"):
        check_firmware.compiled_size(path)


@pytest.mark.parametrize(
    ("name", "source", "words"),
    [
        (
            "app.py",
            "from __future__ import annotations\n",
            "__future__, which the Pico does not have",
        ),
        ("app.py", "import dataclasses\n", "imports dataclasses"),
        ("app.py", "from hardware.twin import rig\n", "imports hardware.twin"),
        ("app.py", "from . import motion\n", "imports ., which"),
        ("app.py", "def f():\n    import typing\n", "app.py:2 imports typing"),
        ("axis.py", "from time import ticks_us\n", "imports time, but this file must stay pure"),
        ("motion.py", "import machine\n", "must stay pure"),
    ],
)
def test_forbidden_imports_are_found(name: str, source: str, words: str) -> None:
    """Missing modules, the twin, and pins or clocks in pure files, wherever in the file they stand."""
    assert words in "; ".join(check_firmware.forbidden_imports(name, source, OWN))


def test_the_type_checker_may_see_more() -> None:
    """Behind TYPE_CHECKING a file may name types that the chip does not have."""
    source = "if TYPE_CHECKING:\n    from collections.abc import Callable\nimport motion\n"
    assert check_firmware.forbidden_imports("axis.py", source, OWN) == []


def test_missing_stubs_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder without stubs is an error with the remedy, not a silent pass."""
    assert check_firmware.main(["--stubs", str(tmp_path / "none")]) == 1
    assert "-r hardware/firmware-stubs.lock" in capsys.readouterr().err


PLANTED = (
    ("main.py", "baudrate=r.BAUD", 'baudrate="fast"', "No overload variant"),
    ("app.py", "self.uart.any()", "self.uart.some()", "has no attribute"),
    ("inputs.py", "def adc(self, channel: int) -> int", "def adc(self, channel: str) -> int", "Unsupported"),
    ("stepgen.py", "self._sm.tx_fifo() < QUEUE", "self._sm.tx_fifo < QUEUE", "Unsupported"),
)


@pytest.mark.skipif(not (STUBS / "machine.pyi").is_file(), reason="no stubs yet: make check installs them")
def test_planted_type_errors_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong arguments, methods and types in the firmware are all told by the checker."""
    folder = tmp_path / "firmware"
    shutil.copytree(check_firmware.FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name, old, new, _ in PLANTED:
        source = (folder / name).read_text(encoding="utf-8")
        assert old in source
        (folder / name).write_text(source.replace(old, new), encoding="utf-8")
    monkeypatch.setattr(check_firmware, "FOLDER", folder)
    errors = check_firmware.type_errors(STUBS).splitlines()
    for name, _, _, words in PLANTED:
        assert any(line.startswith(f"{name}:") and words in line for line in errors), name
