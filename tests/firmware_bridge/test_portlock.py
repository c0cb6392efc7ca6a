"""One program at a time on a port, and whose it is."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import firmware_bridge
from firmware_bridge.errors import PortBusy
from firmware_bridge.portlock import PortLock, other_users

HOLDER = """
    import sys, time
    sys.path.insert(0, {root!r})
    from pathlib import Path
    from firmware_bridge.portlock import PortLock
    PortLock({port!r}, Path({folder!r})).take()
    print("taken", flush=True)
    sys.stdin.read()
"""


def holding(port: str, folder: str) -> subprocess.Popen:
    """Another process that holds the lock until its standard input closes."""
    root = str(Path(firmware_bridge.__file__).parent.parent)
    code = textwrap.dedent(HOLDER).format(root=root, port=port, folder=folder)
    process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"taken\n"
    return process


def test_the_second_is_told_who_was_first(tmp_path):
    """Another process has the port: refused with its process number, free when it ends."""
    process = holding("/dev/ttyX", str(tmp_path))
    lock = PortLock("/dev/ttyX", tmp_path)
    with pytest.raises(PortBusy) as busy:
        lock.take()
    assert f"process {process.pid}" in str(busy.value)
    process.communicate()
    lock.take()
    lock.free()


def test_a_killed_holder_leaves_no_lock_behind(tmp_path):
    """The lock lives and dies with its process, however that ends."""
    process = holding("/dev/ttyX", str(tmp_path))
    process.kill()
    process.communicate()
    lock = PortLock("/dev/ttyX", tmp_path)
    lock.take()
    lock.free()


def test_two_names_of_one_port_are_one_port(tmp_path):
    """A link to the device is the device: case 18's other name does not open it twice."""
    device, name = tmp_path / "device", tmp_path / "by-name"
    device.touch()
    name.symlink_to(device)
    first, second = PortLock(str(device), tmp_path), PortLock(str(name), tmp_path)
    first.take()
    first.take()
    with pytest.raises(PortBusy):
        second.take()
    first.free()
    second.take()
    second.free()


def test_other_ports_are_free(tmp_path):
    """Holding one port keeps nobody from another."""
    first, second = PortLock("/dev/ttyX", tmp_path), PortLock("/dev/ttyY", tmp_path)
    first.take()
    second.take()
    first.free()
    second.free()


def test_whoever_has_a_file_open_can_be_named(tmp_path):
    """A program that does not lock (mbpoll) is found by its open file."""
    path = tmp_path / "port"
    path.touch()
    assert other_users(str(path)) is None
    with path.open() as file:
        process = subprocess.Popen(["sleep", "30"], stdin=file)
    try:
        assert other_users(str(path)) == f"sleep (process {process.pid})"
    finally:
        process.kill()
        process.wait()
