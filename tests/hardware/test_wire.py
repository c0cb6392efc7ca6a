"""The line between Pi and Pico: its pace, and each thing that may happen to bytes on the way."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hardware.twin.master import Host, NoAnswer, words
from hardware.twin.station import Station
from hardware.twin.wire import crc16, flipped, sealed

HEAD = sealed(bytes((1, 4, 0, 0, 0, 2)))
ANSWER = sealed(bytes((1, 4, 4, 0xB0, 0xA5, 1, 0)))


def exchange(host: Host, wait_us: int = 150_000) -> bytes:
    """The head is asked for; everything that comes back within the time."""
    station = host.station
    station.wire.from_pi(HEAD)
    station.run_until(host.now_us + wait_us)
    return station.wire.arrived(host.now_us)


def test_crc_by_the_book() -> None:
    """The check value of CRC-16/MODBUS, and a sealed frame checks to nothing."""
    assert crc16(b"123456789") == 0x4B37
    assert crc16(sealed(b"palace")) == 0


@pytest.mark.parametrize("which", range(1, 40))
def test_flipping_changes_exactly_one_bit(which: int) -> None:
    """A flipped frame has the same length and one bit of difference."""
    bad = flipped(ANSWER, which)
    assert len(bad) == len(ANSWER)
    assert sum((a ^ b).bit_count() for a, b in zip(bad, ANSWER, strict=True)) == 1


def test_pace(station: Callable[..., Station]) -> None:
    """8 bytes there and 9 back take 17 x 86.8 us and the firmware's time; unpaced they take no time."""
    times = {}
    for paced in (True, False):
        host = Host(station(paced=paced))
        host.station.run_until(400_000)
        begun = host.now_us
        host.read(0, 2)
        times[paced] = host.now_us - begun
    assert times[True] - times[False] >= 17 * 86 - 5_000
    assert times[True] >= 17 * 86
    assert times[False] < 8_000


@pytest.mark.parametrize(
    ("fault", "value", "seen"),
    [
        ("reply-drop", 1, b""),
        ("reply-twice", 1, ANSWER + ANSWER),
        ("reply-function", 1, sealed(b"\x01\x03" + ANSWER[2:-2])),
        ("reply-short", 1, sealed(b"\x01\x04\x02\xb0\xa5")),
        ("reply-corrupt", 1, flipped(ANSWER, 1)),
        ("comm-loss", True, b""),
        ("request-corrupt", 1, b""),
    ],
)
def test_faults_of_the_line(host: Host, fault: str, value: object, seen: bytes) -> None:
    """Every n-th frame suffers what the fault says; without the fault all is well again."""
    host.polling = False
    assert exchange(host) == ANSWER
    table = host.station
    table.wire._replies = table.wire._requests = 0
    assert table.request({"do": "fault", "name": fault, "value": value})["ok"]
    assert exchange(host) == seen
    table.request({"do": "clear_faults"})
    table.run_until(host.now_us + 20_000)
    assert exchange(host) == ANSWER


def test_every_nth_reply_only(host: Host) -> None:
    """With 3 every third reply is lost, the others arrive."""
    host.station.wire._replies = 0
    host.station.request({"do": "fault", "name": "reply-drop", "value": 3})
    assert [bool(exchange(host)) for _ in range(6)] == [True, True, False] * 2


def test_a_delayed_reply_is_late(host: Host) -> None:
    """It comes, but not before its delay: a master that gave up has it before the next answer."""
    host.station.request({"do": "fault", "name": "reply-delay", "value": 200})
    with pytest.raises(NoAnswer):
        host.read(0, 2)
    host.station.request({"do": "clear_faults"})
    assert exchange(host) == ANSWER + ANSWER


def test_lost_bytes_spoil_frames(host: Host) -> None:
    """Every seventh byte is lost, either way: no frame of eight bytes gets through."""
    host.station.request({"do": "fault", "name": "byte-loss", "value": 7})
    for _ in range(3):
        with pytest.raises(NoAnswer):
            host.ask(4, words((0, 2)))
