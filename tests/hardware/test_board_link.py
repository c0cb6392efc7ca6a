"""The whole firmware in virtual time, seen from the link: registers, counters, commands, timing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hardware.twin.master import Host, Refused, words
from hardware.twin.station import PANE_NUMBERS

WaitDone = Callable[[Host, int], int]
Reason = Callable[[Host], int]


def test_every_register_of_the_map_can_be_read(host: Host, regmap: Any) -> None:
    """All blocks, whole and by their ends, and nothing beside them."""
    for blocks, function in (
        (regmap.COIL_BLOCKS, 1),
        (regmap.DISCRETE_BLOCKS, 2),
        (regmap.HOLDING_BLOCKS, 3),
        (regmap.INPUT_BLOCKS, 4),
    ):
        read = host.bits if function < 3 else host.read
        for start, end in blocks:
            read(start, min(end - start, 125), function)
            read(end - 1, 1, function)
            with pytest.raises(Refused, match="2"):
                read(end, 1, function)
            with pytest.raises(Refused, match="2"):
                read(end - 1, 2, function)


def test_status_word_and_bits_agree(host: Host, regmap: Any) -> None:
    """STATUS has the discrete inputs 0-11, in every phase of a life."""
    host.command(regmap.CMD_HOME, 31)
    for _ in range(6):
        word = host.read(regmap.I_STATUS, 1)[0]
        assert host.bits(0, 12) == [word >> bit & 1 for bit in range(12)]
        host.run_ms(1000)
    assert word >> regmap.D_ALL_HOMED & 1


def test_pane_bits_follow_the_classes(host: Host, regmap: Any) -> None:
    """OCCUPIED, LIGHT and SUSPECT say what the classes say; raw and quality are there."""
    host.station.request({"do": "panes", "set": {"c7": "white", "h10": "black"}})
    host.run_ms(300)
    occupied = host.bits(regmap.D_OCCUPIED, 80)
    light = host.bits(regmap.D_LIGHT, 80)
    assert [n for n, bit in enumerate(occupied) if bit] == [PANE_NUMBERS["c7"], PANE_NUMBERS["h10"]]
    assert [n for n, bit in enumerate(light) if bit] == [PANE_NUMBERS["c7"]]
    assert sum(host.bits(regmap.D_SUSPECT, 80)) == 0
    assert host.read(regmap.I_PANE_RAW + PANE_NUMBERS["c7"], 1)[0] > 500
    assert host.read(regmap.I_PANE_QUALITY + PANE_NUMBERS["c7"], 1)[0] & 0xFF >= 90


def test_change_count_rises_with_changes_only(host: Host, regmap: Any) -> None:
    """Nothing happens, nothing counts; a sphere or a band's state counts."""
    host.run_ms(500)
    before = host.image[13]
    host.run_ms(1000)
    assert host.image[13] == before
    host.station.request({"do": "panes", "set": {"a1": "white"}})
    host.run_ms(300)
    assert host.image[13] == before + 1
    host.command(regmap.CMD_HOME, 1)
    host.run_ms(100)
    assert host.image[13] > before + 1


def test_nothing_clears_on_read(host: Host, regmap: Any, wait_done: WaitDone) -> None:
    """LOOP_MAX and the counters stay until CLEAR_COUNTERS."""
    host.run_ms(200)
    assert host.read(regmap.I_LOOP_MAX, 1)[0] > 0
    assert host.read(regmap.I_LOOP_MAX, 1)[0] > 0
    frames = host.read(regmap.I_COUNTER, 1)[0]
    assert host.read(regmap.I_COUNTER, 1)[0] == frames + 1
    assert wait_done(host, host.command(regmap.CMD_CLEAR_COUNTERS)) == regmap.R_OK
    assert host.read(regmap.I_COUNTER, 1)[0] < 5


def test_late_heartbeats_are_counted(host: Host, regmap: Any) -> None:
    """Later than half of WATCHDOG is late; later than all of it is a loss."""
    host.polling = False
    host.run_ms(600)
    host.polling = True
    host.run_ms(100)
    assert host.read(regmap.I_COUNTER + regmap.N_LATE_HEARTBEATS, 1) == [1]
    assert host.read(regmap.I_COUNTER + regmap.N_COMM_LOSSES, 1) == [0]


def test_uptime_counts_seconds(host: Host, regmap: Any) -> None:
    """One a second."""
    before = host.read(regmap.I_UPTIME_LO, 2)[0]
    host.run_ms(5000)
    assert host.read(regmap.I_UPTIME_LO, 2) == [before + 5, 0]


def test_a_glitch_of_a_switch_is_counted_not_believed(host: Host, regmap: Any, wait_done: WaitDone) -> None:
    """A home switch that closes for one sample: no fault, one glitch."""
    wait_done(host, host.command(regmap.CMD_HOME, 31))
    world = host.station.world
    world.set_fault("home-stuck", True, 1)
    host.station.run_until(host.now_us + 6_000)
    world.set_fault("home-stuck", None, 1)
    host.run_ms(100)
    assert host.band(1)["fault"] == 0
    assert host.read(regmap.I_COUNTER + regmap.N_SWITCH_GLITCHES, 1) == [1]


def test_move_time_is_near_the_ideal(host: Host, regmap: Any, wait_done: WaitDone) -> None:
    """All five bands at once, 20 and 40 mm: the firmware's own time is within 1 % of the ideal ramp."""
    wait_done(host, host.command(regmap.CMD_HOME, 31))
    host.write(regmap.H_TARGET_LEVEL, [2, 3, 2, 3, 2])
    host.run_ms(6000)
    times = host.read(regmap.I_MOVE_MS, 5)
    ideals = [2250, 4250, 2250, 4250, 2250]
    assert all(1.0 <= took / ideal <= 1.01 for took, ideal in zip(times, ideals, strict=True))


def test_motors_rest_when_nothing_moves(host: Host, regmap: Any, wait_done: WaitDone) -> None:
    """Energised only while a band moves and 0.3 s after."""
    assert host.station.rig.pins[12] == 1
    wait_done(host, host.command(regmap.CMD_HOME, 31))
    host.run_ms(200)
    assert host.station.rig.pins[12] == 0
    host.run_ms(200)
    assert host.station.rig.pins[12] == 1


def test_writing_0_to_enable_stops_by_the_ramp(host: Host, regmap: Any, wait_done: WaitDone) -> None:
    """The host may take the enable back: bands slow down, no fault, position kept."""
    wait_done(host, host.command(regmap.CMD_HOME, 31))
    host.write(regmap.H_TARGET_LEVEL, [3])
    host.run_ms(1000)
    host.coil(regmap.C_MOTION_ENABLE, False)
    host.run_ms(500)
    band = host.band(0)
    assert (band["state"], band["fault"]) == (regmap.S_IDLE, 0)
    assert band["position"] == host.station.world.bands[0].height // 8


def test_selftest_says_what_is_wrong(host: Host, regmap: Any, wait_done: WaitDone) -> None:
    """0 on a sound board; the nearest fault number otherwise."""
    assert wait_done(host, host.command(regmap.CMD_SELFTEST)) == regmap.R_OK
    for fault, value, index, result in (
        ("ir-supply", 50, None, regmap.F_IR_SUPPLY),
        ("pane-stuck", 1023, 5, regmap.F_PANE_SENSOR),
        ("vm-low", 0, None, regmap.F_VM_LOW),
        ("diag", True, None, regmap.F_DRIVER),
    ):
        host.station.world.set_fault(fault, value, index)
        host.run_ms(300)
        assert wait_done(host, host.command(regmap.CMD_SELFTEST)) == result
        host.station.world.set_fault(fault, None, index)
        host.run_ms(300)


def test_stop_broadcast_is_obeyed_at_once(host: Host, regmap: Any, wait_done: WaitDone) -> None:
    """Unit 0, CMD = STOP: slowing down at the next pass, whatever CMD_SEQ says."""
    wait_done(host, host.command(regmap.CMD_HOME, 31))
    host.write(regmap.H_TARGET_LEVEL, [3, 3, 3, 3, 3])
    host.run_ms(1000)
    host.ask(6, words((regmap.H_CMD, regmap.CMD_STOP)), unit=0)
    host.station.run_until(host.now_us + 7_000)
    states = {host.read(regmap.I_BAND + 8 * band, 1)[0] & 0xFF for band in range(5)}
    assert states == {regmap.S_STOPPING}


@pytest.mark.parametrize(
    ("gap_ms", "first", "second"),
    [
        (3, "head", "answered"),  # one frame in two pieces
        (8, "head", "answered"),
        (15, "head", "silence"),  # two pieces that belong to nothing
        (80, "whole", "answered"),  # a beginning, silence, a whole frame
        (1, "whole", "silence"),  # a beginning and a frame run into each other
    ],
)
def test_silence_decides_what_belongs_together(host: Host, gap_ms: int, first: str, second: str) -> None:
    """Ten milliseconds of silence end a frame; less does not."""
    station = host.station
    frame = bytes.fromhex("01040000000131ca")
    station.run_until(host.now_us + 20_000)
    station.wire.from_pi(frame[:5])
    station.run_until(host.now_us + gap_ms * 1000)
    reply = host.raw(frame[5:] if first == "head" else frame, 40_000)
    assert (reply != b"") == (second == "answered")
    station.run_until(host.now_us + 20_000)
    assert host.read(0, 1) == [0xB0A5]


def test_an_old_sequence_number_is_acknowledged_and_ignored(host: Host, regmap: Any) -> None:
    """A retry after a lost reply does nothing a second time."""
    host.write(regmap.H_CMD, [regmap.CMD_HOME, 1, 0, 77])
    host.run_ms(6000)
    assert host.image[10] == 77
    moved = host.station.world.bands[0].turned
    host.write(regmap.H_CMD, [regmap.CMD_HOME, 1, 0, 77])
    host.run_ms(1000)
    assert host.station.world.bands[0].turned == moved


def test_a_refused_command_does_not_use_up_its_number(host: Host, regmap: Any) -> None:
    """Refused now, the same CMD_SEQ works later."""
    host.coil(regmap.C_MOTION_ENABLE, False)
    with pytest.raises(Refused, match="6"):
        host.write(regmap.H_CMD, [regmap.CMD_HOME, 1, 0, 5])
    host.coil(regmap.C_MOTION_ENABLE, True)
    host.write(regmap.H_CMD, [regmap.CMD_HOME, 1, 0, 5])
    host.run_ms(100)
    assert host.band(0)["state"] == regmap.S_HOMING
