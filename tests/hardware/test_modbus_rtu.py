"""The slave on good and bad input: what it answers, where it stays silent, how it recovers. Spec 2.5."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pymodbus.framer import FramerRTU

from hardware.twin.namespace import Namespace
from hardware.twin.wire import sealed

SPACE = Namespace()
RTU = SPACE.load("modbus_rtu")
BANK = SPACE.load("bank")
R = SPACE.load("regmap")


class Device(BANK.Device):
    """Permits every write and counts the stops."""

    def __init__(self) -> None:
        self.stops = 0

    def stop(self) -> None:
        self.stops += 1


class Bench:
    """A slave with a bank and a permissive device; `ask` feeds bytes and gives the answer's bytes."""

    def __init__(self) -> None:
        self.bank = BANK.Bank()
        self.device = Device()
        self.bank.device = self.device
        self.bank.set_input(R.I_MAGIC, R.MAGIC)
        self.slave = RTU.Slave(self.bank)

    def feed(self, data: bytes) -> bytes:
        answer = self.slave.feed(data, len(data))
        return bytes(answer) if answer else b""

    def gap(self) -> bytes:
        answer = self.slave.gap()
        return bytes(answer) if answer else b""

    def counter(self, number: int) -> int:
        return self.bank.input(R.I_COUNTER + number)


@pytest.fixture
def bench() -> Bench:
    return Bench()


def frame(*body: int) -> bytes:
    return sealed(bytes(body))


READ_MAGIC = frame(1, 4, 0, 0, 0, 1)
MAGIC = frame(1, 4, 2, 0xB0, 0xA5)


def exception(function: int, code: int) -> bytes:
    return frame(1, function | 0x80, code)


def test_a_read_is_answered(bench: Bench) -> None:
    """Function 4 on address 0 gives the magic."""
    assert bench.feed(READ_MAGIC) == MAGIC


@pytest.mark.parametrize("bit", range(64))
def test_a_flipped_bit_is_silence_until_a_gap(bit: int) -> None:
    """Whatever bit is wrong, the request is not answered; after a gap the next one is."""
    bench = Bench()
    bad = bytearray(READ_MAGIC)
    bad[bit // 8] ^= 1 << bit % 8
    assert bench.feed(bytes(bad)) == b""
    assert bench.gap() == b""
    assert bench.feed(READ_MAGIC) == MAGIC


def test_crc_errors_are_counted(bench: Bench) -> None:
    """One flipped bit, one count."""
    bench.feed(READ_MAGIC[:-1] + b"\0")
    assert bench.counter(R.N_CRC_ERRORS) == 1


def test_a_good_frame_behind_a_bad_one_is_lost_too(bench: Bench) -> None:
    """Without a gap nobody knows where the next frame begins: both are silence."""
    assert bench.feed(READ_MAGIC[:-1] + b"\0" + READ_MAGIC) == b""
    bench.gap()
    assert bench.feed(READ_MAGIC) == MAGIC


def test_a_partial_frame_is_given_up_at_the_gap(bench: Bench) -> None:
    """Partial, gap, good: answered, and the partial one counted."""
    assert bench.feed(READ_MAGIC[:5]) == b""
    assert bench.gap() == b""
    assert bench.counter(R.N_PARTIAL_FRAMES) == 1
    assert bench.feed(READ_MAGIC) == MAGIC


def test_a_partial_frame_without_a_gap_spoils_the_next(bench: Bench) -> None:
    """Partial and good merged: silence, then the next one after the gap is answered."""
    assert bench.feed(READ_MAGIC[:5]) == b""
    assert bench.feed(READ_MAGIC) == b""
    bench.gap()
    assert bench.feed(READ_MAGIC) == MAGIC


def test_bytes_may_come_one_by_one(bench: Bench) -> None:
    """The frame is whole when its last byte is there."""
    answers = [bench.feed(bytes((byte,))) for byte in READ_MAGIC]
    assert answers == [b""] * 7 + [MAGIC]


def test_another_unit_is_not_us(bench: Bench) -> None:
    """Frames for unit 9 are silence and counted; ours behind it is answered."""
    assert bench.feed(frame(9, 4, 0, 0, 0, 1)) == b""
    assert bench.counter(R.N_FOREIGN_FRAMES) == 1
    assert bench.feed(READ_MAGIC) == MAGIC


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        (frame(1, 4, 0, 96, 0, 1), exception(4, 2)),
        (frame(1, 4, 0, 90, 0, 20), exception(4, 2)),
        (frame(1, 4, 0, 0, 0, 0), exception(4, 3)),
        (frame(1, 4, 0, 0, 0, 126), exception(4, 3)),
        (frame(1, 3, 0, 6, 0, 1), exception(3, 2)),
        (frame(1, 3, 0xFF, 0xFF, 0, 2), exception(3, 2)),
        (frame(1, 1, 0, 5, 0, 1), exception(1, 2)),
        (frame(1, 2, 0, 0, 0, 0), exception(2, 3)),
        (frame(1, 2, 0, 64, 0x07, 0xD1), exception(2, 3)),
        (frame(1, 5, 0, 2, 0x12, 0x34), exception(5, 3)),
        (frame(1, 5, 0, 6, 0xFF, 0), exception(5, 2)),
        (frame(1, 6, 0, 200, 0, 1), exception(6, 2)),
        (frame(1, 6, 0, 10, 0, 4), exception(6, 3)),
        (frame(1, 6, 0, 10, 0xFF, 0xFF), exception(6, 3)),
        (frame(1, 16, 0, 10, 0, 2, 3, 0, 1, 0), exception(16, 3)),
        (frame(1, 16, 0, 10, 0, 0, 0), exception(16, 3)),
        (frame(1, 16, 0, 5, 0, 2, 4, 0, 1, 0, 1), exception(16, 2)),
        (frame(1, 15, 0, 0, 0, 9, 1, 0xFF), exception(15, 3)),
        (frame(1, 8, 0, 1, 0, 0), exception(8, 1)),
        (frame(1, 23, 0, 96, 0, 1, 0, 0, 0, 1, 2, 0, 7), exception(23, 2)),
        (frame(1, 23, 0, 200, 0, 126, 0, 0, 0, 1, 2, 0, 7), exception(23, 3)),
        (frame(1, 23, 0, 200, 0, 1, 0, 0, 0, 1, 4, 0, 7, 0, 0), exception(23, 3)),
    ],
)
def test_wrong_requests_get_their_exception(bench: Bench, request_: bytes, answer: bytes) -> None:
    """Ranges, counts, holes, values and byte counts that lie: 1, 2 or 3 as the map says."""
    assert bench.feed(request_) == answer
    assert bench.counter(R.N_EXCEPTIONS) == 1


def test_a_refused_exchange_writes_nothing(bench: Bench) -> None:
    """Function 23 checks the range to be read before it writes."""
    bench.feed(frame(1, 23, 0, 96, 0, 1, 0, 0, 0, 1, 2, 0, 7))
    assert bench.bank.holding(R.H_HEARTBEAT) == 0


@pytest.mark.parametrize("function", [0x2B, 0x55])
def test_unknown_functions_get_exception_1_after_the_gap(bench: Bench, function: int) -> None:
    """Their length is not known: silence ends them, then they are refused."""
    assert bench.feed(frame(1, function, 1, 2, 3)) == b""
    assert bench.gap() == exception(function, 1)


def test_an_oversized_claim_is_silence_and_resync(bench: Bench) -> None:
    """A byte count beyond any frame is not waited for."""
    assert bench.feed(bytes((1, 16, 0, 10, 0, 123, 255)) + bytes(100)) == b""
    bench.gap()
    assert bench.feed(READ_MAGIC) == MAGIC


def test_of_a_burst_only_the_last_is_answered(bench: Bench) -> None:
    """Old retries must not produce stale replies."""
    other = frame(1, 4, 0, 1, 0, 1)
    assert bench.feed(other + READ_MAGIC) == MAGIC
    assert bench.counter(R.N_FRAMES) == 2


def test_a_broadcast_behind_a_request_leaves_its_answer(bench: Bench) -> None:
    """STOP may be sent while a request is outstanding: it is obeyed and the request answered."""
    stop = frame(0, 6, 0, 2, 0, 2)
    assert bench.feed(READ_MAGIC + stop) == MAGIC
    assert bench.device.stops == 1


@pytest.mark.parametrize(
    ("data", "stops"),
    [
        (frame(0, 6, 0, 2, 0, 2), 1),
        (frame(0, 16, 0, 2, 0, 1, 2, 0, 2), 1),
        (frame(0, 16, 0, 0, 0, 3, 6, 0, 1, 3, 0xE8, 0, 2), 1),
        (frame(0, 6, 0, 2, 0, 1), 0),
        (frame(0, 6, 0, 10, 0, 2), 0),
        (frame(0, 16, 0, 3, 0, 1, 2, 0, 2), 0),
    ],
)
def test_of_broadcasts_only_stop_is_obeyed(bench: Bench, data: bytes, stops: int) -> None:
    """Nothing is answered; CMD = STOP is carried out, all else ignored."""
    assert bench.feed(data) == b""
    assert bench.device.stops == stops
    assert bench.bank.holding(R.H_CMD) == 0


def test_diagnostic_echo(bench: Bench) -> None:
    """Function 8, sub-function 0 comes back as it went."""
    ping = frame(1, 8, 0, 0, 0xA5, 0x37)
    assert bench.feed(ping) == ping


def test_bits_are_packed_lowest_first(bench: Bench) -> None:
    """Ten coils written by function 15 come back by function 1."""
    assert bench.feed(frame(1, 15, 0, 8, 0, 5, 1, 0b10110)) == frame(1, 15, 0, 8, 0, 5)
    assert bench.feed(frame(1, 1, 0, 8, 0, 5)) == frame(1, 1, 1, 0b10110)


def test_mirror_is_read_by_function_23(bench: Bench) -> None:
    """One exchange writes the heartbeat and reads input 0-79 through holding 200-279."""
    answer = bench.feed(frame(1, 23, 0, 200, 0, 80, 0, 0, 0, 1, 2, 0, 7))
    assert len(answer) == 165
    assert answer[3:5] == b"\xb0\xa5"
    assert bench.bank.holding(R.H_HEARTBEAT) == 7


@given(st.binary(max_size=300))
def test_crc_equals_pymodbus(data: bytes) -> None:
    """CRC-16 as another implementation computes it; that one gives it in the wire's byte order."""
    other = FramerRTU.compute_CRC(data)
    assert RTU.crc16(data, len(data)).to_bytes(2, "little") == other.to_bytes(2, "big")


@given(st.lists(st.binary(max_size=80), max_size=12))
@settings(max_examples=150)
def test_any_noise_and_one_gap_recovers(noise: list[bytes]) -> None:
    """After whatever came, silence, and a good request is answered."""
    bench = Bench()
    for chunk in noise:
        bench.feed(chunk)
    bench.gap()
    assert bench.feed(READ_MAGIC) == MAGIC


@given(st.lists(st.integers(1, 7), max_size=6))
def test_any_split_within_the_gap_is_reassembled(cuts: list[int]) -> None:
    """A frame in any pieces is the same frame."""
    bench = Bench()
    edges = [0, *sorted(set(cuts)), 8]
    answers = [bench.feed(READ_MAGIC[a:b]) for a, b in itertools.pairwise(edges)]
    assert answers[-1] == MAGIC
    assert not any(answers[:-1])


@given(st.integers(0, 255), st.binary(max_size=250))
@settings(max_examples=300)
def test_any_well_formed_frame_has_a_legal_answer(function: int, body: bytes) -> None:
    """Whatever a sound frame asks, the answer is silence or a sound frame of at most 256 bytes."""
    bench = Bench()
    answer = bench.feed(sealed(bytes((1, function)) + body)) or bench.gap()
    if answer:
        assert len(answer) <= 256
        assert answer[0] == 1
        assert answer[1] & 0x7F == function & 0x7F
        assert sealed(answer[:-2]) == answer


@given(st.binary(min_size=600, max_size=600))
@settings(max_examples=30)
def test_a_long_burst_of_noise_is_survived(noise: bytes) -> None:
    """More bytes than any frame holds: silence, then the next good frame is answered."""
    bench = Bench()
    bench.feed(noise[:512])
    bench.feed(noise[512:])
    bench.gap()
    assert bench.feed(READ_MAGIC) == MAGIC
