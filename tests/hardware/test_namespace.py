"""The firmware's modules live apart: from Python's, and from those of another board."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from hardware.twin.namespace import Namespace
from hardware.twin.station import Station


def test_bare_names_are_the_firmwares() -> None:
    """`time` and `machine` inside are the twin's, and Python's own modules are not touched."""
    before = dict(sys.modules)
    space = Namespace()
    space.load("app")
    assert space.modules["time"] is not sys.modules["time"]
    assert "machine" in space.modules
    assert "machine" not in sys.modules
    assert {name for name in sys.modules if name not in before} <= {"array"}


def test_two_boards_share_nothing(station: Callable[..., Station]) -> None:
    """A sphere, a fault and a write on one are unknown to the other."""
    one, other = station(), station()
    one.request({"do": "panes", "set": {"a1": "white"}})
    one.rig.app.bank.set_holding(20, 777)
    for table in (one, other):
        table.run_until(500_000)
    assert one.rig.app.panes.classes[0] != other.rig.app.panes.classes[0]
    assert other.rig.app.bank.holding(20) == 1000
    assert one.rig.app.__class__ is not other.rig.app.__class__


def test_a_missing_module_is_named() -> None:
    """What neither firmware nor stand-ins have is no module of the firmware."""
    with pytest.raises(ModuleNotFoundError, match="gremlins"):
        Namespace().load("gremlins")
