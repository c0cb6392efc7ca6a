"""What the tests of firmware and twin share: firmware modules by name, stations and hosts in virtual time."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from hypothesis import settings

from hardware.twin.master import Host
from hardware.twin.namespace import Namespace, load_main
from hardware.twin.station import Station

BOOT_US = 400_000

settings.register_profile("hardware", deadline=None)  # a busy machine is no failure
settings.load_profile("hardware")


@pytest.fixture
def firmware() -> Callable[[str], ModuleType]:
    """`firmware("motion")`: that module of the firmware, fresh, importing nothing of the machine's."""
    return Namespace().load


@pytest.fixture(scope="session")
def regmap() -> Any:
    """The firmware's register table."""
    return Namespace().load("regmap")


@pytest.fixture
def station() -> Callable[..., Station]:
    """`station(...)`: a simulated table in virtual time, bytes without pace unless asked."""

    def make(**settings: Any) -> Station:
        settings.setdefault("paced", False)
        return Station(load_main, **settings)

    return make


@pytest.fixture
def host(station: Callable[..., Station]) -> Host:
    """A host that polls a freshly started table, enabled for motion and not yet homed."""
    made = Host(station())
    made.run_until(BOOT_US)
    made.coil(0, True)
    return made


@pytest.fixture
def wait_done() -> Callable[[Host, int], int]:
    """`wait_done(host, sequence)`: CMD_RESULT of the command, when it has finished."""

    def wait(host: Host, sequence: int) -> int:
        for _ in range(300):
            host.run_ms(40)
            if host.image[10] == sequence:
                return host.image[11]
        raise AssertionError("the command does not finish")

    return wait


@pytest.fixture
def reason() -> Callable[[Host], int]:
    """`reason(host)`: why the last request was refused, X_..."""
    return lambda host: host.read(9, 1)[0] >> 8
