"""An independent master (libmodbus behind mbpoll) reads the head, enables, homes, moves and is refused."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from hardware.twin.run import ROOT

pytestmark = [pytest.mark.mbpoll, pytest.mark.timing]


@pytest.fixture
def mbpoll() -> str:
    """The program; without it the test is skipped with a word, in CI it fails."""
    program = shutil.which("mbpoll")
    if program is None:
        words = "the program mbpoll is missing; on Debian: apt-get install mbpoll"
        if os.environ.get("CI") == "true":
            pytest.fail(words)
        pytest.skip(words)
    return program


@pytest.fixture
def port() -> Iterator[str]:
    """The terminal of a twin of this test."""
    with subprocess.Popen(
        [sys.executable, "-m", "hardware.twin", "--until-eof"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as twin:
        assert twin.stdout is not None
        yield twin.stdout.readline().split()[1]
        assert twin.stdin is not None
        twin.stdin.close()
        assert twin.wait(5) == 0


@pytest.fixture
def ask(mbpoll: str, port: str) -> Callable[..., subprocess.CompletedProcess[str]]:
    """`ask(table, first, count, write)`: one run of mbpoll; table 0 coils, 1 inputs, 3 input, 4 holding."""

    def run(
        table: int, first: int, count: int = 1, write: tuple[int, ...] = ()
    ) -> subprocess.CompletedProcess[str]:
        line = [mbpoll, "-m", "rtu", "-b", "115200", "-P", "none", "-a", "1", "-0", "-1", "-q"]
        line += ["-t", str(table), "-r", str(first)]
        line += [port, *map(str, write)] if write else ["-c", str(count), port]
        return subprocess.run(line, capture_output=True, text=True, timeout=10)

    return run


def values(run: subprocess.CompletedProcess[str]) -> list[int]:
    """What mbpoll read; it prints words above 32767 with their signed value behind them."""
    assert run.returncode == 0, run.stdout + run.stderr
    return [int(word) for word in re.findall(r"^\[\d+\]:\s+(-?\d+)", run.stdout, re.MULTILINE)]


def refused(run: subprocess.CompletedProcess[str]) -> str:
    assert run.returncode != 0
    return run.stdout + run.stderr


def test_a_foreign_master_runs_the_board(ask: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """Head, watchdog, heartbeat, enable, home, targets; bad and early targets are refused in words."""
    deadline = time.monotonic() + 60
    beat = 1

    def wait_for(first: int, wanted: list[int]) -> None:
        nonlocal beat
        while True:
            beat += 1
            assert ask(4, 0, write=(beat,)).returncode == 0
            if values(ask(3, first, len(wanted))) == wanted:
                return
            assert time.monotonic() < deadline

    assert [word & 0xFFFF for word in values(ask(3, 0, 3))] == [0xB0A5, 0x0100, 0x0100]
    assert ask(4, 1, write=(5000,)).returncode == 0
    assert "Slave device or server failure" in refused(ask(0, 0, write=(1,)))  # no heartbeat yet
    assert ask(4, 0, write=(1,)).returncode == 0
    assert ask(0, 0, write=(1,)).returncode == 0
    assert "Slave device or server is busy" in refused(ask(4, 10, write=(3,)))  # not homed
    assert ask(4, 2, write=(1, 31, 0, 1)).returncode == 0
    wait_for(10, [1, 0])
    assert "Illegal data value" in refused(ask(4, 10, write=(4,)))
    assert "Illegal data address" in refused(ask(3, 96))
    assert ask(4, 10, write=(3, 2, 1, 0, 3)).returncode == 0
    assert values(ask(4, 10, 5)) == [3, 2, 1, 1, 3]
    for band, level in enumerate((3, 2, 1, 1, 3)):
        wait_for(21 + 8 * band, [level])
    assert values(ask(1, 32, 5)) == [1] * 5
