"""Configuration and start counter outlive power cuts at any byte; a damaged one is never used."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.twin.namespace import Namespace

SPACE = Namespace()
STORE = SPACE.load("store")
BANK = SPACE.load("bank")
R = SPACE.load("regmap")


class Memory:
    """Flash in memory; `room` bytes of the next write still arrive."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.room: int | None = None

    def read(self, name: str) -> bytes | None:
        return self.files.get(name)

    def write(self, name: str, data: bytes) -> None:
        self.files[name] = data if self.room is None else data[: self.room]


def saved(memory: Memory, speed: int) -> bool:
    """Saves a configuration that is told by its speed."""
    bank = BANK.Bank()
    store = STORE.Store(memory, R.RESET_POWER)
    store.load(bank)
    bank.set_holding(R.H_SPEED, speed)
    return store.save(bank)


def loaded(memory: Memory) -> tuple[bool, int]:
    """(CONFIG_OK, speed) after a start."""
    bank = BANK.Bank()
    ok = STORE.Store(memory, R.RESET_POWER).load(bank)
    return ok, bank.holding(R.H_SPEED)


def test_a_new_board_has_the_defaults() -> None:
    """Nothing was ever stored: the defaults hold and that is in order."""
    assert loaded(Memory()) == (True, 1000)


def test_what_was_saved_is_loaded() -> None:
    """The newest of two slots wins, however often they are written."""
    memory = Memory()
    for speed in range(900, 930):
        assert saved(memory, speed)
        assert loaded(memory) == (True, speed)


@given(st.integers(0, 520))
def test_power_lost_at_any_byte_of_a_write(room: int) -> None:
    """The old configuration or the new one, whole; never a mixture, never none."""
    memory = Memory()
    saved(memory, 900)
    saved(memory, 901)
    memory.room = room
    took = saved(memory, 902)
    memory.room = None
    assert loaded(memory) == (True, 902 if took else 901)


def test_a_flash_that_takes_nothing_is_noticed() -> None:
    """save() says so; what was there stays."""
    memory = Memory()
    saved(memory, 900)
    memory.room = 0
    assert not saved(memory, 901)
    memory.room = None
    assert loaded(memory) == (True, 900)


@given(st.integers(0, 10_000), st.integers(1, 255))
def test_any_damaged_byte_is_noticed(at: int, flip: int) -> None:
    """With one slot written and one of its bytes wrong, the configuration is not used and not in order."""
    memory = Memory()
    saved(memory, 900)
    data = bytearray(memory.files["config-a"])
    data[at % len(data)] ^= flip
    memory.files["config-a"] = bytes(data)
    assert loaded(memory) == (False, 1000)


def test_both_slots_damaged() -> None:
    """CONFIG_OK is 0 and the defaults are in use."""
    memory = Memory()
    saved(memory, 900)
    saved(memory, 901)
    for name in ("config-a", "config-b"):
        memory.files[name] = memory.files[name][:-1]
    assert loaded(memory) == (False, 1000)


@pytest.mark.parametrize(
    ("register", "value"), [("H_SPEED", 2000), ("H_LEVEL_STEP", 2500), ("H_LEVEL_TRIM", 0x8000)]
)
def test_stored_values_are_checked_like_written_ones(register: str, value: int) -> None:
    """A sound record with values outside their ranges, or levels above the travel, is not used."""
    memory = Memory()
    bank = BANK.Bank()
    bank.set_holding(getattr(R, register), value)
    assert STORE.Store(memory, R.RESET_POWER).save(bank)
    fresh = BANK.Bank()
    assert not STORE.Store(memory, R.RESET_POWER).load(fresh)
    assert [fresh.holding(a) for a in range(20, 35)] == [BANK.Bank().holding(a) for a in range(20, 35)]


def test_starts_are_counted_and_told_apart() -> None:
    """Power, watchdog and command are told apart, and each start counts."""
    memory = Memory()
    first = STORE.Store(memory, R.RESET_POWER)
    assert (first.boots, first.cause) == (1, R.RESET_POWER)
    second = STORE.Store(memory, R.RESET_WATCHDOG)
    assert (second.boots, second.cause) == (2, R.RESET_WATCHDOG)
    second.commanded()
    third = STORE.Store(memory, R.RESET_WATCHDOG)
    assert (third.boots, third.cause) == (3, R.RESET_COMMANDED)
    fourth = STORE.Store(memory, R.RESET_POWER)
    assert (fourth.boots, fourth.cause) == (4, R.RESET_POWER)


def test_files_on_the_chip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Pico's own files: absent is None, written is read, an unwritable place is no crash."""
    monkeypatch.chdir(tmp_path)
    flash = STORE.Flash()
    assert flash.read("config-a") is None
    flash.write("config-a", b"abc")
    assert flash.read("config-a") == b"abc"
    os.mkdir("config-b.bin")
    flash.write("config-b", b"abc")
    assert flash.read("config-b") is None
