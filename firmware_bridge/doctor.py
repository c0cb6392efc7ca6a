"""Looks at the machine the table runs on and says what would keep the board from working.

    python -m firmware_bridge.doctor --board /dev/ttyAMA0 --data data

Looks only: opens no serial port, changes nothing. Exit status 1 when something must be changed.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from firmware_bridge.portlock import other_users

Verdict = Literal["good", "wrong", "no matter"]
LEAST_FREE_MIB = 100


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. ``do`` is empty unless the verdict is "wrong"."""

    name: str
    verdict: Verdict
    says: str
    do: str = ""


@dataclass(frozen=True, slots=True)
class Machine:
    """Where to look. ``root`` is "/" but in tests."""

    port: str | None
    """The serial port; None for the simulated board."""
    data: Path
    root: Path = Path("/")
    folder: Path | None = None
    """The working directory, where lgpio makes its pipes; the present one by default."""
    environment: Mapping[str, str] | None = None

    def text(self, path: str) -> str:
        """The words of a file under ``root``; "" where there is none."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").replace("\0", " ").strip()
        except OSError:
            return ""

    @property
    def model(self) -> str:
        return self.text("proc/device-tree/model")

    @property
    def device(self) -> str:
        """The port's own name ("ttyAMA0"), whatever link it was given by."""
        return os.path.basename(os.path.realpath(self.port)) if self.port else ""


def data_folder(machine: Machine) -> Finding:
    """Matches and settings can be written."""
    there = next(p for p in (machine.data, *machine.data.resolve().parents) if p.exists())
    free = shutil.disk_usage(there).free >> 20
    if not os.access(there, os.W_OK):
        return Finding("data folder", "wrong", f"{there} is not writable", f"Give it to this user: {there}")
    if free < LEAST_FREE_MIB:
        return Finding(
            "data folder", "wrong", f"{free} MiB free", "Delete something, or choose another folder."
        )
    return Finding("data folder", "good", f"{machine.data}, {free} MiB free")


def port(machine: Machine) -> Finding:
    """The serial port is there and may be opened."""
    if machine.port is None:
        return Finding("port", "no matter", "the simulated board has its own")
    if not os.path.exists(machine.port):
        return Finding(
            "port",
            "wrong",
            f"{machine.port} does not exist",
            "On a Pi add enable_uart=1 (Pi 5: dtparam=uart0=on) to config.txt and start anew.",
        )
    if not os.access(machine.port, os.R_OK | os.W_OK):
        return Finding(
            "port", "wrong", f"{machine.port} may not be opened", "Add this user to the group dialout."
        )
    return Finding("port", "good", machine.port)


def port_users(machine: Machine) -> Finding:
    """Nobody else has the port open."""
    if machine.port is None or not os.path.exists(machine.port):
        return Finding("port's users", "no matter", "no port to look at")
    users = other_users(machine.port)
    if users is None:
        return Finding("port's users", "good", "nobody else, as far as this user may see")
    return Finding("port's users", "wrong", f"in use by {users}", "End that program first.")


def serial_console(machine: Machine) -> Finding:
    """Case 23: Linux does not talk on the board's line, and no login waits there."""
    name = machine.device
    if not name.startswith("tty"):
        return Finding("serial console", "no matter", "no serial port of this machine")
    aliases = {name, "serial0"} if name in ("ttyAMA0", "ttyS0") else {name}
    asked = [word for word in machine.text("proc/cmdline").split() if word.startswith("console=")]
    talks = [word for word in asked if word.removeprefix("console=").split(",")[0] in aliases]
    wants = machine.root / "etc/systemd/system/getty.target.wants"
    logins = [alias for alias in sorted(aliases) if (wants / f"serial-getty@{alias}.service").exists()]
    if talks or logins:
        what = [f"the kernel was started with {word}" for word in talks]
        what += [f"a login waits on {alias}" for alias in logins]
        return Finding(
            "serial console",
            "wrong",
            ", ".join(what),
            "raspi-config: Interface, Serial Port: no login shell, hardware enabled. Then start anew.",
        )
    return Finding("serial console", "good", f"neither kernel nor login on {name}")


def uart(machine: Machine) -> Finding:
    """Case 23: a UART with a clock of its own, and the one on the header."""
    name = machine.device
    if "Raspberry Pi" not in machine.model or not name:
        return Finding("UART", "no matter", machine.model or "no Raspberry Pi")
    if name == "ttyS0":
        return Finding(
            "UART",
            "wrong",
            "ttyS0 is the mini-UART, whose speed drifts with the processor's clock",
            "Add dtoverlay=disable-bt to config.txt, start anew and use /dev/ttyAMA0.",
        )
    if name == "ttyAMA10":
        return Finding(
            "UART",
            "wrong",
            "ttyAMA10 is the Pi 5's debug connector, not the header's pins 8 and 10",
            "Add dtparam=uart0=on to config.txt, start anew and use /dev/ttyAMA0.",
        )
    return Finding("UART", "good", name)


def pin_library(machine: Machine) -> Finding:
    """Cases 26 and 27: lgpio is there, may reach the pins, and can make its pipe."""
    chips = sorted((machine.root / "dev").glob("gpiochip*"))
    if machine.port is None or not chips:
        return Finding("pins", "no matter", "no pins are used" if machine.port is None else "no pins here")
    if importlib.util.find_spec("lgpio") is None:
        return Finding(
            "pins",
            "wrong",
            "the module lgpio is missing",
            "apt install python3-lgpio, and make the environment with --system-site-packages.",
        )
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return Finding("pins", "wrong", f"{chips[0]} may not be opened", "Add this user to the group gpio.")
    return Finding("pins", "good", f"lgpio on {', '.join(chip.name for chip in chips)}")


def pipe_folder(machine: Machine) -> Finding:
    """Case 27: lgpio makes a pipe in LG_WD or in the working directory, and fails without it."""
    if machine.port is None:
        return Finding("lgpio's folder", "no matter", "no pins are used")
    environment = os.environ if machine.environment is None else machine.environment
    folder = Path(environment.get("LG_WD") or machine.folder or Path.cwd())
    if os.access(folder, os.W_OK | os.X_OK):
        return Finding("lgpio's folder", "good", str(folder))
    return Finding(
        "lgpio's folder",
        "wrong",
        f"{folder} is not writable",
        "In the service's unit set WorkingDirectory= to a folder of its user, or Environment=LG_WD=/tmp.",
    )


CHECKS: tuple[Callable[[Machine], Finding], ...] = (
    data_folder,
    port,
    port_users,
    serial_console,
    uart,
    pin_library,
    pipe_folder,
)


def examine(machine: Machine) -> list[Finding]:
    """Every check, in the order in which one would set the machine up."""
    return [check(machine) for check in CHECKS]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m firmware_bridge.doctor",
        description="Says what keeps the board from working.",
    )
    parser.add_argument("--board", default="twin", metavar="twin|PORT", help="what the table runs with")
    parser.add_argument("--data", type=Path, default=Path("data"), metavar="DIR", help="the data folder")
    options = parser.parse_args(argv)
    findings = examine(Machine(None if options.board == "twin" else options.board, options.data))
    for finding in findings:
        print(f"{finding.verdict:>9}  {finding.name}: {finding.says}")
        if finding.do:
            print(f"{'':>9}  -> {finding.do}")
    return int(any(finding.verdict == "wrong" for finding in findings))


if __name__ == "__main__":
    sys.exit(main())
