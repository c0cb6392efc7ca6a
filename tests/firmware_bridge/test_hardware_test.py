"""The command ``palace hardware-test``: its words, its reports, its exit status."""

from __future__ import annotations

import json

from firmware_bridge import hardware_test as command


def test_the_command_writes_both_reports(tmp_path, capsys):
    """palace hardware-test --only ...: exit status 0, a table, JSON and HTML."""
    assert command.main(["--only", "switches,handles", "--out", str(tmp_path / "out")]) == 0
    assert "PASSED: 2 passed" in capsys.readouterr().out
    report = json.loads((tmp_path / "out/hardware-test.json").read_text())
    assert [r["step"] for r in report["results"]] == ["switches", "handles"]
    assert (tmp_path / "out/hardware-test.html").read_text().startswith("<!doctype html>")


def test_the_command_fails_on_a_broken_twin(tmp_path, capsys):
    """--fault breaks the twin first: exit status 1 and the reason on the screen."""
    words = ["--only", "estop", "--fault", "estop", "--out", str(tmp_path)]
    assert command.main(words) == 1
    assert "open before anybody pressed it" in capsys.readouterr().out


def test_the_command_lists_the_faults_and_refuses_unknown_ones(tmp_path, capsys):
    """--fault list names them all; a name that is not among them is exit status 2."""
    assert command.main(["--fault", "list"]) == 0
    listed = capsys.readouterr().out
    for name in ("jam", "home-dead", "vane-dead", "tacho-dead", "pane-stuck", "comm-loss", "estop"):
        assert name in listed
    assert command.main(["--fault", "nonsense", "--out", str(tmp_path)]) == 2
    assert "no fault 'nonsense'" in capsys.readouterr().err
    assert command.main(["--only", "nonsense", "--out", str(tmp_path)]) == 2
