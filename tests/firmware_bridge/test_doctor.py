"""The doctor finds what would keep the board from working, on machines made of a few files."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge import doctor
from firmware_bridge.doctor import Machine, examine


@pytest.fixture
def pi(tmp_path):
    """A Raspberry Pi as a folder: ``pi(port=..., cmdline=...)``."""

    def make(port: str | None = "ttyAMA0", cmdline: str = "console=tty1 root=/dev/x", **settings) -> Machine:
        root = tmp_path / "root"
        for folder in ("proc/device-tree", "dev", "etc/systemd/system/getty.target.wants"):
            (root / folder).mkdir(parents=True, exist_ok=True)
        (root / "proc/device-tree/model").write_text("Raspberry Pi 4 Model B Rev 1.4\0")
        (root / "proc/cmdline").write_text(cmdline)
        if port is not None:
            (root / "dev" / port).touch()
        return Machine(
            str(root / "dev" / port) if port else None, tmp_path, root=root, folder=tmp_path, **settings
        )

    return make


def verdicts(machine: Machine) -> dict[str, str]:
    return {finding.name: finding.verdict for finding in examine(machine)}


def test_a_machine_in_order_has_nothing_wrong(pi):
    """Nothing to change on a well set-up Pi; what is wrong always comes with what to do."""
    assert "wrong" not in verdicts(pi()).values()


def test_the_simulated_board_needs_no_port(pi):
    """With the twin, port and pins do not matter."""
    found = verdicts(pi(port=None))
    assert found["port"] == found["serial console"] == found["pins"] == "no matter"


@pytest.mark.parametrize("word", ["console=serial0,115200", "console=ttyAMA0,115200"])
def test_case_23_the_kernel_on_the_line_is_found(pi, word):
    """Linux's own console on the board's UART is named, with the way to end it."""
    finding = doctor.serial_console(pi(cmdline=f"console=tty1 {word} root=/dev/x"))
    assert finding.verdict == "wrong"
    assert word in finding.says
    assert "raspi-config" in finding.do


def test_case_23_a_login_on_the_line_is_found(pi):
    """A login that waits on the UART is named."""
    machine = pi()
    (machine.root / "etc/systemd/system/getty.target.wants/serial-getty@ttyAMA0.service").touch()
    assert doctor.serial_console(machine).verdict == "wrong"


@pytest.mark.parametrize(("port", "word"), [("ttyS0", "disable-bt"), ("ttyAMA10", "uart0=on")])
def test_case_23_the_wrong_uart_is_found(pi, port, word):
    """The mini-UART that drifts, and the Pi 5's debug connector: each with the line for config.txt."""
    finding = doctor.uart(pi(port=port))
    assert finding.verdict == "wrong"
    assert word in finding.do


def test_a_port_that_is_not_there_is_found(pi):
    """No such device: what to add to config.txt."""
    machine = pi()
    Path(machine.port).unlink()
    assert doctor.port(machine).verdict == "wrong"
    assert doctor.port_users(machine).verdict == "no matter"


def test_case_27_the_folder_lgpio_will_use_is_named(pi, tmp_path):
    """LG_WD goes before the working directory; one that does not exist is wrong."""
    assert doctor.pipe_folder(pi(environment={})).says == str(tmp_path)
    machine = pi(environment={"LG_WD": str(tmp_path / "missing")})
    finding = doctor.pipe_folder(machine)
    assert finding.verdict == "wrong"
    assert "LG_WD" in finding.do


def test_missing_lgpio_is_found(pi, monkeypatch):
    """A Pi with pins and without the library: what to install."""
    machine = pi()
    (machine.root / "dev/gpiochip0").touch()
    monkeypatch.setattr(doctor.importlib.util, "find_spec", lambda name: None)
    finding = doctor.pin_library(machine)
    assert finding.verdict == "wrong"
    assert "python3-lgpio" in finding.do


def test_the_exit_status_tells(capsys, tmp_path):
    """0 with nothing to change, 1 otherwise; every finding is one line."""
    assert doctor.main(["--data", str(tmp_path)]) == 0
    assert "data folder" in capsys.readouterr().out
    assert doctor.main(["--board", str(tmp_path / "nothing"), "--data", str(tmp_path)]) == 1
    assert "does not exist" in capsys.readouterr().out
