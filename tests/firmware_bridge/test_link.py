"""The link against a board on a real pseudo-terminal, undisturbed and disturbed."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import threading
import time

import pytest
from pymodbus.framer import FramerRTU

from firmware_bridge import regmap as reg
from firmware_bridge.errors import (
    BadReply,
    LinkClosed,
    LinkError,
    NoReply,
    PortBusy,
    Refused,
    Superseded,
    WrongIdentity,
)
from firmware_bridge.link import Link
from firmware_bridge.portlock import PortLock
from tests.firmware_bridge.fake_board import FakeBoard


def framed(payload: bytes) -> bytes:
    return payload + FramerRTU.compute_CRC(payload).to_bytes(2, "big")


def test_polls_carry_a_fresh_token_and_bring_the_whole_image_once(fake, link, readings):
    """Every poll feeds the watchdog with a token unlike the last, and the first brings bands and panes."""
    readings.until(lambda: len(readings.all) >= 5)
    assert readings.all[0].body is not None
    tokens = [int.from_bytes(f[11:13], "big") for _, f in fake.frames if f[1] == 23]
    assert all(a != b for a, b in itertools.pairwise(tokens))


@pytest.mark.timing
def test_a_changed_pane_is_read_with_the_next_poll(fake, link, readings):
    """CHANGE_COUNT moving brings the body at once, not with the next second."""
    readings.until(lambda: len(readings.all) >= 3)
    fake.classes[10] = reg.PANE.LIGHT
    changed = time.monotonic()
    readings.until(lambda: any(r.body and r.body[40 + 2] >> 8 & 0xF == reg.PANE.LIGHT for r in readings.all))
    assert time.monotonic() - changed < 0.5


def test_reads_and_writes_reach_the_board(fake, link):
    """Each kind of request comes back with what the board holds."""
    assert link.read_inputs(reg.IN.PANE_RAW, 3).result(2) == (100, 101, 102)
    link.write(reg.HOLD.SPEED, [900, 300]).result(2)
    assert link.read_holding(reg.HOLD.SPEED, 2).result(2) == (900, 300)
    link.coil(reg.COIL.LAMP_TEST, True).result(2)
    assert fake.coils == {reg.COIL.LAMP_TEST: True}
    assert link.read_bits(0, 12).result(2) == (False,) * 12
    seq = link.command(reg.CMD.CLEAR_COUNTERS).result(2)
    assert fake.holding[reg.HOLD.CMD_SEQ] == seq


def test_a_refusal_names_the_boards_reason(fake, link):
    """An exception comes with LAST_REJECT, read in the same breath."""
    with pytest.raises(Refused) as refused:
        link.write(reg.HOLD.TARGET_LEVEL, [1, 0, 0, 0, 0]).result(2)
    assert refused.value.exception == reg.EXC.NOT_NOW
    assert refused.value.reject >> 8 == reg.REJECT.NOT_ENABLED


def test_a_late_reply_is_never_taken_for_the_next_answer(fake, link):
    """The answer to a question given up comes during the next one: the next one still gets its own."""
    late = iter([True])

    def once_late(frame: bytes):
        return [(0.23, frame)] if frame[1] == 4 and next(late, False) else [(0.0, frame)]

    fake.reply = once_late
    assert link.read_inputs(reg.IN.PANE_RAW, 4).result(3) == (100, 101, 102, 103)
    assert link.read_inputs(reg.IN.PANE_QUALITY, 4).result(3) == (500, 501, 502, 503)
    assert link.figures()["timeouts"] >= 1


def test_another_function_code_or_a_short_count_is_refused(fake, link):
    """What pymodbus takes for data is asked again, and named when it stays."""

    def as_holding(frame: bytes):
        return [(0.0, framed(bytes((frame[0], 3)) + frame[2:-2]) if frame[1] == 4 else frame)]

    fake.reply = as_holding
    with pytest.raises(BadReply):
        link.read_inputs(reg.IN.PANE_RAW, 2).result(3)
    assert link.figures()["wrong_function"] == 3

    fake.reply = lambda f: [(0.0, framed(bytes((1, 4, 2)) + f[3:5]) if f[1] == 4 else f)]
    with pytest.raises(BadReply):
        link.read_inputs(reg.IN.PANE_RAW, 2).result(3)
    assert link.figures()["wrong_count"] == 3


def test_an_unanswered_request_is_given_up_after_three_tries(fake, link):
    """Repetition is capped: three transmissions, then a named error."""
    fake.reply = lambda frame: [] if frame[1] == 4 else [(0.0, frame)]
    with pytest.raises(NoReply):
        link.read_inputs(reg.IN.PANE_RAW, 2).result(3)
    assert sum(1 for _, f in fake.frames if f[1] == 4 and f[3] == reg.IN.PANE_RAW) == 3


@pytest.mark.timing
def test_a_silent_board_is_named_within_two_seconds_and_found_again(fake, link, readings):
    """Port open, nothing answers: state "silent" in bounded time; found as soon as it answers."""
    fake.mute = True
    muted = time.monotonic()
    readings.until(lambda: readings.states[-1][0] == "silent")
    assert time.monotonic() - muted < 2.0
    assert "silent" in str(link.error)
    with pytest.raises(NoReply):
        link.read_inputs(0, 1).result(2)
    fake.mute = False
    readings.until(lambda: readings.states[-1][0] == "found")


def test_a_board_that_comes_later_is_found(fake, readings, tmp_path):
    """The service may start before the board: "none" with the reason, then found without anybody's help."""
    path = tmp_path / "port"
    link = Link(str(path), on_reading=readings.reading, on_state=readings.state, lock_folder=tmp_path)
    link.start()
    try:
        readings.until(lambda: bool(readings.states))
        assert readings.states[0][0] == "none"
        assert str(path) in str(readings.states[0][1])
        os.symlink(fake.port, path)
        readings.found()
    finally:
        link.close()


def test_the_plug_pulled_is_noticed(fake, link, readings):
    """A port that goes away is "none", and the requests that wait get the reason."""
    fake.close()
    readings.until(lambda: readings.states[-1][0] == "none")
    with pytest.raises(LinkError):
        link.read_inputs(0, 1).result(2)


def test_a_plug_that_comes_back_as_another_device_is_found_under_its_name(readings, tmp_path):
    """Pulled while it runs: what happened is said; put in again it may be another device of the system."""
    first, again, path = FakeBoard(), FakeBoard(), tmp_path / "port"
    path.symlink_to(first.port)
    link = Link(str(path), on_reading=readings.reading, on_state=readings.state, lock_folder=tmp_path)
    link.start()
    try:
        readings.found()
        path.unlink()
        first.close()
        readings.until(lambda: readings.states[-1][0] == "none")
        lost = next(error for state, error in readings.states if state == "none")
        assert f"The port {path} has gone away" in str(lost)
        before = len(readings.states)
        path.symlink_to(again.port)
        readings.until(lambda: any(state == "found" for state, _ in readings.states[before:]))
        assert link.read_inputs(reg.IN.MAGIC, 1).result(2) == (reg.MAGIC,)
        other = PortLock(again.port, tmp_path)
        with pytest.raises(PortBusy):
            other.take()
        former = PortLock(first.port, tmp_path)
        former.take()
        former.free()
    finally:
        link.close()
        first.close()
        again.close()


def test_a_stranger_on_the_port_gets_nothing_but_a_question(fake, readings, tmp_path):
    """Identity comes first: to a device with another magic number nothing is ever written."""
    fake.input[reg.IN.MAGIC] = 0x1234
    link = Link(fake.port, on_reading=readings.reading, on_state=readings.state, lock_folder=tmp_path)
    link.stop()
    link.start()
    try:
        readings.until(lambda: any(isinstance(e, WrongIdentity) for _, e in readings.states))
        link.stop()
        assert "1234" in str(link.error)
        assert {frame[1] for _, frame in fake.frames} == {4}
    finally:
        link.close()


def test_another_map_version_is_refused_by_name(fake, readings, tmp_path):
    """A board that speaks another major version of the map is not used."""
    fake.input[reg.IN.MAP_VERSION] = 0x0900
    link = Link(fake.port, on_reading=readings.reading, on_state=readings.state, lock_folder=tmp_path)
    link.start()
    try:
        readings.until(lambda: any("version 9" in str(e) for _, e in readings.states))
        assert {frame[1] for _, frame in fake.frames} == {4}
    finally:
        link.close()


def test_a_second_link_is_told_who_has_the_port(fake, link, readings, tmp_path):
    """Two owners of one port cannot be: the second is refused, with the first one's name."""
    other = Link(fake.port, on_reading=lambda r: None, on_state=readings.state, lock_folder=tmp_path)
    other.start()
    try:
        readings.until(lambda: any(isinstance(e, PortBusy) for _, e in readings.states))
        busy = next(e for _, e in readings.states if isinstance(e, PortBusy))
        assert str(os.getpid()) in str(busy)
    finally:
        other.close()


def test_the_port_can_be_released_and_taken_back(fake, link, readings):
    """While it is released another program may open it; afterwards the board is found again."""
    link.release_port()
    assert readings.states[-1][0] == "none"
    before = len(fake.frames)
    with pytest.raises(LinkError, match="released"):
        link.read_inputs(0, 1).result(2)
    fd = os.open(fake.port, os.O_RDWR | os.O_NOCTTY)
    os.close(fd)
    assert len(fake.frames) == before
    link.take_port()
    readings.until(lambda: readings.states[-1][0] == "found" and len(readings.states) >= 3)


def test_a_request_older_than_a_stop_never_reaches_the_wire(fake, link):
    """A ticket drawn before the Stop is worthless after it."""
    ticket = link.ticket()
    link.stop()
    with pytest.raises(Superseded):
        link.write(reg.HOLD.TARGET_LEVEL, [1, 0, 0, 0, 0], ticket=ticket).result(2)
    assert fake.moves() == []


def test_a_device_that_took_the_boards_place_is_not_used(fake, link, readings):
    """Case 18: after a silence the same port must prove its identity again before anything else."""
    fake.mute = True
    readings.until(lambda: readings.states[-1][0] == "silent")
    fake.input[reg.IN.MAGIC] = 0x4242
    before = len(fake.frames)
    fake.mute = False
    readings.until(lambda: isinstance(readings.states[-1][1], WrongIdentity))
    with pytest.raises(WrongIdentity):
        link.write(reg.HOLD.TARGET_LEVEL, [1, 0, 0, 0, 0], ticket=link.ticket()).result(2)
    assert {frame[1] for _, frame in fake.frames[before:]} <= {4, 23}
    asked = [frame for _, frame in fake.frames[before:] if frame[1] == 23]
    assert len(asked) <= 1, "at most the heartbeat that was under way"


def test_a_second_master_brings_no_wrong_value(fake, link, readings):
    """Another program asks and reads on the same port: the right value, a named error, or a repeat."""
    stop = threading.Event()

    def meddle() -> None:
        fd = os.open(fake.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        dice = random.Random(3)
        while not stop.is_set():
            first = dice.choice([reg.IN.PANE_QUALITY, reg.IN.MAGIC])
            os.write(fd, framed(bytes((1, 4, 0, first, 0, dice.choice([1, 4, 16, 40])))))
            time.sleep(dice.random() * 0.02)
            with contextlib.suppress(BlockingIOError):
                os.read(fd, dice.choice([1, 9, 300]))
        os.close(fd)

    thread = threading.Thread(target=meddle, daemon=True)
    thread.start()
    right = 0
    for n in range(40):
        size = (1, 4, 16, 40)[n % 4]
        try:
            values = link.read_inputs(reg.IN.PANE_RAW, size).result(5)
        except LinkError:
            continue
        assert values == tuple(range(100, 100 + size))
        right += 1
    stop.set()
    thread.join()
    assert all(r.head[reg.IN.MAGIC] == reg.MAGIC for r in readings.all)
    assert right > 0
    noticed = ("wrong_function", "wrong_echo", "wrong_count", "unreadable", "timeouts", "stray_bytes")
    assert sum(link.figures()[name] for name in noticed) > 0


def test_stop_is_repeated_until_the_board_rests(fake, link, readings):
    """Two frames 12 ms apart, then one with every poll while anything moves, then none."""
    fake.goal[0] = 1e6
    fake.request = lambda f: None if f[0] == 0 and len(fake.stops()) < 4 else f
    link.stop()
    readings.until(lambda: fake.goal[0] is None)
    sent = fake.stops()
    assert len(sent) >= 4
    time.sleep(0.2)
    settled = len(fake.stops())
    time.sleep(0.2)
    assert len(fake.stops()) == settled


def test_stop_overtakes_a_full_queue_and_leaves_before_any_other_request(fake, link):
    """At most the one frame already under way comes before STOP; how fast that is in ms: `make bench`."""
    fake.reply = lambda frame: [(0.03, frame)]  # a slow board: some request is always outstanding
    stop = threading.Event()

    def flood() -> None:
        while not stop.is_set():
            waiting = [link.read_inputs(reg.IN.PANE_RAW, 80) for _ in range(20)]
            for future in waiting:
                future.result(20)
                if stop.is_set():
                    return

    flooder = threading.Thread(target=flood, daemon=True)
    flooder.start()
    for n in range(20):
        time.sleep(0.02 + 0.007 * n)  # presses fall on every part of the cycle
        before = len(fake.stops())
        pressed = time.monotonic()
        link.stop()
        record = link.stops[-1]
        assert record.written is not None, "written by the thread that pressed, before stop() returned"
        assert pressed <= record.pressed <= record.written
        fake.until(lambda seen=before: len(fake.stops()) > seen)
        at = fake.stops()[before]
        ahead = [frame for arrived, frame in list(fake.frames) if record.written < arrived < at]
        assert len(ahead) <= 1, "only what was on the wire already"
    stop.set()
    flooder.join()


def test_closing_answers_whoever_waits(fake, readings, tmp_path):
    """A closed link leaves nobody waiting."""
    link = Link(fake.port, on_reading=readings.reading, on_state=readings.state, lock_folder=tmp_path)
    link.start()
    readings.found()
    fake.mute = True
    waiting = [link.read_inputs(0, 1) for _ in range(5)]
    link.close()
    for future in waiting:
        with pytest.raises(LinkError):
            future.result(1)
    with pytest.raises(LinkClosed):
        link.read_inputs(0, 1).result(1)
    link.stop()
