"""The hardware documents: links lead somewhere, drawings are current, numbers are the firmware's."""

from __future__ import annotations

import re
from importlib import util
from pathlib import Path
from xml.etree import ElementTree

import pytest

from firmware_bridge.selftest import runner
from hardware import drawings, pinmap
from hardware.twin.namespace import Namespace

FOLDER = drawings.FOLDER
PAGES = sorted(FOLDER.glob("*.md")) + sorted((FOLDER / "twin" / "scenarios").glob("*.md"))
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link and picture of a page exists."""
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_named_commands_exist(page: Path) -> None:
    """Each `python -m hardware...` that a page names is a module."""
    for module in re.findall(r"python -m (hardware[\w.]*)", page.read_text(encoding="utf-8")):
        assert util.find_spec(module) is not None, module


def test_named_steps_exist() -> None:
    """Each `hardware-test --only KEY` that a page names is a step of that test."""
    for page in PAGES:
        for key in re.findall(r"--only ([\w,]+)", page.read_text(encoding="utf-8")):
            assert key in runner.KEYS, (page.name, key)


def test_named_files_exist() -> None:
    """README's tables and lists name files that are there, and every file of the firmware."""
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    for path in (FOLDER / "firmware").glob("*.py"):
        assert re.search(rf"\b{path.name}\b", text), path.name


def test_the_pin_map_is_current(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """pins.md equals what wiring.csv gives; another one is noticed and written anew."""
    assert pinmap.main(["--check"]) == 0
    monkeypatch.setattr(pinmap, "PAGE", tmp_path / "pins.md")
    assert pinmap.main(["--check"]) == 1
    assert pinmap.main([]) == 0
    assert "| GP2 | STEP_1 | DRV1.STEP |" in (tmp_path / "pins.md").read_text(encoding="utf-8")


def test_drawings_are_current() -> None:
    """They equal what the script draws from firmware and wiring."""
    assert drawings.stale() == []
    assert drawings.main(["--check"]) == 0


def test_a_stale_drawing_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A missing or changed file is named, and written anew without --check."""
    monkeypatch.setattr(drawings, "OUT", tmp_path / "drawings")
    assert drawings.main(["--check"]) == 1
    assert "band-lift.svg is stale" in capsys.readouterr().err
    assert drawings.main([]) == 0
    assert drawings.main(["--check"]) == 0


@pytest.mark.parametrize("name", sorted(drawings.DRAWINGS))
def test_drawings_are_sound(name: str) -> None:
    """Well-formed, with a title, and no word outside the sheet."""
    root = ElementTree.fromstring((drawings.OUT / f"{name}.svg").read_text(encoding="utf-8"))
    assert root.findtext(f"{SVG}title")
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for text in root.iter(f"{SVG}text"):
        size = float(text.attrib["font-size"])
        half = len(text.text or "") * size * 0.56
        x = float(text.attrib["x"])
        left, right = (
            (x - half / 2, x + half / 2) if text.attrib["text-anchor"] == "middle" else (x, x + half)
        )
        assert left >= 0, text.text
        assert right <= width, text.text
        assert size <= float(text.attrib["y"]) <= height, text.text


def test_every_drawing_is_shown() -> None:
    """BUILD.md has them all."""
    text = (FOLDER / "BUILD.md").read_text(encoding="utf-8")
    assert [name for name in drawings.DRAWINGS if f"drawings/{name}.svg" not in text] == []


def test_heights_in_the_drawing_are_the_firmwares() -> None:
    """Levels, soft end and hard stop of the lift's drawing come from registers and mechanics."""
    words = (drawings.OUT / "band-lift.svg").read_text(encoding="utf-8")
    regmap = Namespace().load("regmap")
    defaults = {address: default for address, _, _, _, default, _ in regmap.HOLDING}
    for level in range(3):
        height = (defaults[regmap.H_LEVEL1_OFFSET] + level * defaults[regmap.H_LEVEL_STEP]) / 100
        assert f"level {level + 1}: {height:g} mm" in words
    assert f"soft end: {regmap.TRAVEL_MAX / 100:g} mm" in words


def test_windows_in_the_text_are_the_firmwares() -> None:
    """COMMISSIONING.md names the reference's window and the reports' limits as the firmware has them."""
    board = Namespace().load("board")
    text = (FOLDER / "COMMISSIONING.md").read_text(encoding="utf-8")
    assert f"IR_REFERENCE between {board.REFERENCE_LOW} and {board.REFERENCE_HIGH}" in text
