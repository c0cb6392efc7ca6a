"""The firmware's appetite under MicroPython: the loop allocates nothing, a poll next to nothing."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from hardware.twin.namespace import FIRMWARE
from hardware.twin.run import TwinError, micropython


@pytest.fixture(scope="module")
def appetite() -> dict[str, float]:
    """What heap_probe.py measures in a heap like the Pico's: 200 kB there, slots twice as large here."""
    try:
        program = micropython()
    except TwinError as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))
    probe = Path(__file__).with_name("heap_probe.py")
    run = subprocess.run(
        [program, "-X", "heapsize=400k", str(probe), str(FIRMWARE)],
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout)


@pytest.mark.micropython
def test_the_loop_allocates_nothing(appetite: dict[str, float]) -> None:
    """Neither at rest nor with five bands moving does a tick take memory: no collection falls into a move."""
    assert appetite["rest"] == 0
    assert appetite["moving"] == 0


@pytest.mark.micropython
def test_a_poll_allocates_little(appetite: dict[str, float]) -> None:
    """25 polls a second make less than 10 kB a second."""
    assert appetite["poll"] * 25 < 10_000


@pytest.mark.micropython
def test_the_firmware_fits(appetite: dict[str, float]) -> None:
    """After the start, tables, code and objects take less than half of the heap."""
    assert appetite["in_use"] < 200_000
