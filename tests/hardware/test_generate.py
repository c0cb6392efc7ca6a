"""registers.toml is the one source: what derives from it is current, and a broken map is refused."""

from __future__ import annotations

import copy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_bridge import regmap as bridge
from hardware import generate

ROOT = Path(generate.ROOT)


def test_derived_files_are_current() -> None:
    """Firmware table, bridge table and both pages equal what registers.toml gives."""
    assert generate.stale() == []


def test_a_changed_source_is_noticed(tmp_path: Path) -> None:
    """A new default in the source makes every file that shows it stale, and no other."""
    for name in ["hardware/registers.toml", *generate.OUTPUTS]:
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    source = tmp_path / "hardware" / "registers.toml"
    text = source.read_text(encoding="utf-8")
    assert "default = 400" in text
    source.write_text(text.replace("default = 400", "default = 401"), encoding="utf-8")
    assert generate.stale(tmp_path) == [
        "hardware/firmware/regmap.py",
        "firmware_bridge/regmap.py",
        "hardware/registers.md",
    ]


def test_the_command_tells_by_its_exit_status() -> None:
    """`python -m hardware.generate --check` is silent and ends with 0 when nothing is stale."""
    run = subprocess.run(
        [sys.executable, "-m", "hardware.generate", "--check"], cwd=ROOT, capture_output=True, text=True
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda t: t["input"][3].update(address=4), "input 4 is HEARTBEAT_ECHO and STATUS"),
        (lambda t: t["fault"][2].update(number=4), "fault 4 stands twice"),
        (lambda t: t["reject"][5].update(exception=7), "reject RANGE names exception 7"),
        (lambda t: t["holding"][1].update(default=100), "WATCHDOG: default 100 outside 200..5000"),
    ],
)
def test_a_broken_map_is_refused(change, words: str) -> None:
    """Overlapping addresses, doubled numbers, unknown exceptions and bad defaults are named."""
    table = copy.deepcopy(generate.load())
    change(table)
    assert words in "; ".join(generate.check(table))


def test_bridge_knows_every_fault_by_number_and_code() -> None:
    """The bridge's fault table holds each fault of the source with all four sentences."""
    source = generate.load()["fault"]
    assert [f.number for f in bridge.FAULTS] == sorted(f["number"] for f in source)
    for fault in source:
        entry = bridge.FAULT_BY_CODE[fault["code"]]
        assert bridge.FAULT_BY_NUMBER[fault["number"]] is entry
        assert (entry.name, entry.happened, entry.safe, entry.do) == (
            fault["name"],
            fault["happened"],
            fault["safe"],
            fault["do"],
        )
        assert bridge.FAULT[fault["symbol"]] == fault["number"]


def test_status_masks_follow_the_discrete_inputs() -> None:
    """Bit n of STATUS is discrete input n, so that both ways of reading agree."""
    for member in bridge.STATUS:
        assert member == 1 << bridge.DISC[member.name]
