"""The link over a line that does its worst: a property, not a list of examples."""

from __future__ import annotations

import itertools
import random
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pymodbus.framer import FramerRTU

from firmware_bridge import regmap as reg
from firmware_bridge.errors import LinkError
from firmware_bridge.exchange import Reading
from firmware_bridge.link import Link

BLOCKS = {
    reg.IN.PANE_RAW: tuple(range(100, 180)),
    reg.IN.PANE_QUALITY: tuple(range(500, 580)),
}


def framed(payload: bytes) -> bytes:
    return payload + FramerRTU.compute_CRC(payload).to_bytes(2, "big")


def flip(frame: bytes, bits: list[int]) -> bytes:
    bad = bytearray(frame)
    for bit in bits:
        bad[bit // 8 % len(bad)] ^= 1 << bit % 8
    return bytes(bad)


# Each makes of one reply what the line delivers: (delay in seconds, bytes), in order.
faults = st.one_of(
    st.just(("drop", lambda f: [])),
    st.lists(st.integers(0, 2000), min_size=1, max_size=3, unique=True).map(
        lambda bits: ("flip", lambda f: [(0, flip(f, bits))])
    ),
    st.integers(1, 40).map(lambda n: ("truncate", lambda f: [(0, f[: n % len(f)])])),
    st.just(("twice", lambda f: [(0, f + f)])),
    st.floats(0.0, 0.2).map(lambda s: ("again later", lambda f: [(0, f), (s, f)])),
    st.floats(0.02, 0.3).map(lambda s: ("late", lambda f: [(s, f)])),
    st.floats(0.0, 0.02).map(lambda s: ("split", lambda f: [(0, f[:5]), (s, f[5:])])),
    st.just(
        ("other function", lambda f: [(0, framed(f[:1] + bytes((7 - f[1] if f[1] < 5 else 4,)) + f[2:-2]))])
    ),
    st.just(("short", lambda f: [(0, framed(f[:2] + bytes((max(0, f[2] - 2),)) + f[3:-4]))])),
    st.binary(min_size=1, max_size=12).map(lambda b: ("garbage before", lambda f: [(0, b + f)])),
    st.binary(min_size=1, max_size=12).map(lambda b: ("garbage after", lambda f: [(0, f + b)])),
)
schedules = st.lists(st.one_of(st.none(), st.none(), faults), min_size=4, max_size=24)


def run(fake, tmp_path, schedule, questions) -> tuple[int, int]:
    """Asks ``questions`` over a line that follows ``schedule``; (right answers, named errors)."""
    shown: dict[int, int] = {}
    plan = iter(schedule)
    wrong: list[Reading] = []
    count = 0

    def request(frame: bytes) -> bytes:
        nonlocal count
        if frame[1] == 23:  # what the board shows changes with every heartbeat
            count += 1
            fake.input[reg.IN.UPTIME_LO] = fake.input[reg.IN.HEAP_FREE] = count & 0xFFFF
            shown[int.from_bytes(frame[11:13], "big")] = count & 0xFFFF
        return frame

    def reply(frame: bytes):
        fault = next(plan, None)
        return [(0.0, frame)] if fault is None else fault[1](frame)

    def check(reading: Reading) -> None:
        head = reading.head
        right = shown.get(head[reg.IN.HEARTBEAT_ECHO])
        if (head[reg.IN.UPTIME_LO], head[reg.IN.HEAP_FREE], head[reg.IN.MAGIC]) != (right, right, reg.MAGIC):
            wrong.append(reading)

    found, states = [], []
    link = Link(
        fake.port,
        on_reading=lambda reading: (check(reading), found.append(reading)),
        on_state=lambda state, error: states.append(state),
        timeout_s=0.05,
        lock_folder=tmp_path,
    )
    link.start()
    right = named = 0
    try:
        fake.request = request
        for _ in range(200):
            if link.state == "found":
                break
            time.sleep(0.01)
        fake.reply = reply
        for block, first, size in questions:
            try:
                values = link.read_inputs(block + first, size).result(5)
            except LinkError:
                named += 1
                continue
            assert values == BLOCKS[block][first : first + size]
            right += 1
    finally:
        link.close()
        fake.reply = lambda frame: [(0.0, frame)]
        fake.request = lambda frame: frame
    assert not wrong
    return right, named


questions = st.lists(
    st.tuples(st.sampled_from(list(BLOCKS)), st.integers(0, 40), st.sampled_from([1, 4, 40])),
    min_size=2,
    max_size=6,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(schedule=schedules, asked=questions)
def test_whatever_the_line_does_a_value_is_right_or_there_is_none(fake, tmp_path, schedule, asked):
    """Flipped, dropped, cut, doubled, late, of another kind: the right value or a named error."""
    right, named = run(fake, tmp_path, schedule, asked)
    assert right + named == len(asked)


@pytest.mark.soak
@settings(max_examples=1500, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(schedule=schedules, asked=questions)
def test_the_same_for_a_long_time(fake, tmp_path, schedule, asked):
    """The property over many more lines."""
    right, named = run(fake, tmp_path, schedule, asked)
    assert right + named == len(asked)


def test_a_lost_reply_in_twenty_costs_nothing_but_time(fake, link, readings):
    """Case 22: with every twentieth reply lost everything is answered, and the board stays found."""
    count = 0

    def lossy(frame: bytes):
        nonlocal count
        count += 1
        return [] if count % 20 == 0 else [(0.0, frame)]

    fake.reply = lossy
    for _ in range(40):
        assert link.read_inputs(reg.IN.PANE_RAW, 4).result(5) == (100, 101, 102, 103)
    assert link.figures()["repeats"] > 0
    assert [state for state, _ in readings.states] == ["found"]


def test_a_flipped_bit_in_every_twentieth_reply_changes_nothing(fake, link, readings):
    """Hardware case 16: the retry succeeds, the counters rise, no wrong value comes through."""
    count = 0

    def flipping(frame: bytes):
        nonlocal count
        count += 1
        return [(0.0, flip(frame, [count * 7]) if count % 20 == 0 else frame)]

    fake.reply = flipping
    for _ in range(40):
        assert link.read_inputs(reg.IN.PANE_RAW, 4).result(5) == (100, 101, 102, 103)
    assert link.figures()["unreadable"] + link.figures()["timeouts"] > 0
    assert all(r.head[reg.IN.MAGIC] == reg.MAGIC for r in readings.all)


@pytest.mark.timing
@pytest.mark.parametrize("pattern", ["every second", "every third", "at random"])
def test_stop_gets_through_a_line_that_loses_frames(fake, link, readings, pattern):
    """The bound on a bad line: whichever frames are lost, one of the first eight STOPs arrives.

    Two leave with every poll of 40 ms: eight are the 400 ms that the link promises, with room.
    """
    dice = random.Random(7)
    passes = {
        "every second": itertools.cycle([False, True]),
        "every third": itertools.cycle([False, True, True]),
        "at random": iter(lambda: dice.random() < 0.5, None),
    }[pattern]
    tries: list[bytes] = []

    def passing(frame: bytes) -> bytes | None:
        if frame[0] == 0 and fake.goal[0] is not None:
            tries.append(frame)
        return frame if next(passes) else None

    for n in range(8):
        fake.goal[0] = 1e6
        tries.clear()
        fake.request = passing
        pressed = time.monotonic()
        link.stop()
        while fake.goal[0] is not None:
            assert time.monotonic() - pressed < 10.0
            time.sleep(0.002)
        assert len(tries) <= 8
        fake.request = lambda frame: frame
        time.sleep(0.05 + 0.013 * n)
