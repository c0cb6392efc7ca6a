"""The whole firmware in virtual time, seen from the link: lamps, calibration, flash, counters, registers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hardware.twin.master import Host, Refused, words
from hardware.twin.station import PANE_NUMBERS, Station
from hardware.twin.world import BLACK, EMPTY, WHITE


def wait_done(host: Host, sequence: int) -> int:
    """CMD_RESULT of the command, when it has finished."""
    for _ in range(300):
        host.run_ms(40)
        if host.image[10] == sequence:
            return host.image[11]
    raise AssertionError("the command does not finish")


def reason(host: Host) -> int:
    return host.read(9, 1)[0] >> 8


@pytest.fixture
def service(host: Host, regmap: Any) -> Host:
    """A host in service mode."""
    host.coil(regmap.C_SERVICE_MODE, True)
    return host


# --- lamps ---


def test_pane_lamps_show_their_colours(host: Host, regmap: Any) -> None:
    """RGB565, dimmed by LED_BRIGHTNESS, in the chain's order green, red, blue."""
    host.write(regmap.H_LED_BRIGHTNESS, [255])
    host.write(regmap.H_PANE_COLOUR, [0xF800, 0x07E0, 0x001F])
    host.run_ms(100)
    assert host.station.rig.lamps[:4] == [0x00FF00, 0xFF0000, 0x0000FF, 0]
    host.write(regmap.H_LED_BRIGHTNESS, [51])
    host.run_ms(100)
    assert host.station.rig.lamps[:3] == [0x003300, 0x330000, 0x000033]
    host.coil(regmap.C_LEDS_ON, False)
    host.run_ms(100)
    assert set(host.station.rig.lamps) == {0}


def test_lamp_test_ends_by_itself(host: Host, regmap: Any) -> None:
    """All panes white at 10 % for two seconds, then the colours again."""
    host.write(regmap.H_LED_BRIGHTNESS, [255])
    host.write(regmap.H_PANE_COLOUR + 79, [0xFFFF])
    host.coil(regmap.C_LAMP_TEST, True)
    host.run_ms(1900)
    assert set(host.station.rig.lamps) == {0x191919}
    host.run_ms(200)
    assert host.station.rig.lamps[79] == 0xFFFFFF
    assert host.bits(regmap.C_LAMP_TEST, 1, function=1) == [0]


# --- calibration ---


def lay(host: Host, colour: int, panes: range) -> None:
    for pane in panes:
        host.station.world.put(pane, colour, host.now_us)
    host.run_ms(200)


def test_calibration_of_a_band(service: Host, regmap: Any) -> None:
    """Empty, then eight spheres of a colour on one row and the other: thresholds between what was read."""
    host, row1, row2 = service, range(0, 8), range(8, 16)
    assert wait_done(host, host.command(regmap.CMD_CAL_EMPTY, 1)) == regmap.R_OK
    for command, colour in ((regmap.CMD_CAL_DARK, BLACK), (regmap.CMD_CAL_LIGHT, WHITE)):
        for here, there in ((row1, row2), (row2, row1)):
            lay(host, EMPTY, there)
            lay(host, colour, here)
            assert wait_done(host, host.command(command, 1)) == regmap.R_OK
    lay(host, EMPTY, range(16))
    empty = host.read(300, 16, function=3)
    dark_from = host.read(380, 16, function=3)
    light_from = host.read(460, 16, function=3)
    for pane in range(16):
        base = host.station.world._base[pane]
        assert abs(empty[pane] - base[1]) <= 4
        assert abs(dark_from[pane] - (base[1] + base[2]) / 2) <= 5
        assert abs(light_from[pane] - (base[2] + base[3]) / 2) <= 5
    assert host.read(380 + 16, 1, function=3) == [100]  # the other bands are as they were


def test_calibration_refuses_what_is_no_measurement(service: Host, regmap: Any) -> None:
    """A sphere on an "empty" band, no spheres, black taken for white, noise: named, nothing changed."""
    host = service
    before = host.read(300, 120, function=3)
    assert wait_done(host, host.command(regmap.CMD_CAL_DARK, 1)) == regmap.R_INCOMPLETE
    lay(host, WHITE, range(1))
    assert wait_done(host, host.command(regmap.CMD_CAL_EMPTY, 1)) == regmap.R_SPAN
    assert host.read(300, 120, function=3) == before
    lay(host, EMPTY, range(1))
    assert wait_done(host, host.command(regmap.CMD_CAL_EMPTY, 1)) == regmap.R_OK
    lay(host, BLACK, range(2))
    assert wait_done(host, host.command(regmap.CMD_CAL_LIGHT, 1)) == regmap.R_INCOMPLETE
    assert wait_done(host, host.command(regmap.CMD_CAL_DARK, 1)) == regmap.R_OK
    before = host.read(380, 16, function=3)
    assert wait_done(host, host.command(regmap.CMD_CAL_LIGHT, 1)) == regmap.R_SPAN
    lay(host, WHITE, range(2))
    host.station.world.set_fault("pane-noisy", 60, 1)
    assert wait_done(host, host.command(regmap.CMD_CAL_LIGHT, 1)) == regmap.R_UNSTEADY
    assert host.read(380, 16, function=3) == before


def test_calibration_needs_sensors_and_service(host: Host, regmap: Any) -> None:
    """Refused outside service mode; ended by name when the lamps fail."""
    with pytest.raises(Refused, match="6"):
        host.command(regmap.CMD_CAL_EMPTY, 1)
    assert reason(host) == regmap.X_NEEDS_SERVICE
    host.coil(regmap.C_SERVICE_MODE, True)
    sequence = host.command(regmap.CMD_CAL_EMPTY, 1)
    host.station.world.set_fault("ir-supply", 50)
    assert wait_done(host, sequence) == regmap.R_SENSORS


# --- configuration ---


def restarted(station: Callable[..., Station], old: Host) -> Host:
    """The same board, switched off and on."""
    host = Host(station(state=old.station.state()))
    host.run_ms(400)
    return host


def test_saved_values_come_back(service: Host, station: Callable[..., Station], regmap: Any) -> None:
    """SAVE, power off and on: the values are there; without SAVE they are not."""
    service.write(regmap.H_SPEED, [800])
    service.write(regmap.H_LEVEL_TRIM + 2, [0xFFF6])
    assert wait_done(service, service.command(regmap.CMD_SAVE)) == regmap.R_OK
    service.write(regmap.H_ACCEL, [500])
    again = restarted(station, service)
    assert again.read(regmap.H_SPEED, 2, function=3) == [800, 400]
    assert again.read(regmap.H_LEVEL_TRIM + 2, 1, function=3) == [0xFFF6]
    assert again.read(regmap.I_BOOT_COUNT, 1) == [2]


def test_power_lost_while_saving(service: Host, station: Callable[..., Station], regmap: Any) -> None:
    """The power goes after some bytes of the write: the old configuration is used, and that is in order."""
    assert wait_done(service, service.command(regmap.CMD_SAVE)) == regmap.R_OK
    service.write(regmap.H_SPEED, [800])
    service.station.request({"do": "fault", "name": "flash-tear", "value": 100})
    service.command(regmap.CMD_SAVE)
    service.run_ms(800)
    assert service.read(regmap.H_SPEED, 1, function=3) == [1000]
    assert service.image[4] >> regmap.D_CONFIG_OK & 1


def test_a_damaged_configuration_keeps_the_motors_off(
    service: Host, station: Callable[..., Station], regmap: Any
) -> None:
    """CONFIG_OK 0, exception 4; after DEFAULTS and SAVE all is well, also after the next start."""
    wait_done(service, service.command(regmap.CMD_SAVE))
    files = service.station.rig.flash.files
    files["config-a"] = files["config-a"][:50] + b"\x99" + files["config-a"][51:]
    again = restarted(station, service)
    assert not again.image[4] >> regmap.D_CONFIG_OK & 1
    with pytest.raises(Refused, match="4"):
        again.coil(regmap.C_MOTION_ENABLE, True)
    assert reason(again) == regmap.X_CONFIG_BAD
    again.coil(regmap.C_SERVICE_MODE, True)
    assert wait_done(again, again.command(regmap.CMD_SELFTEST)) == regmap.F_CONFIG
    assert wait_done(again, again.command(regmap.CMD_DEFAULTS)) == regmap.R_OK
    assert wait_done(again, again.command(regmap.CMD_SAVE)) == regmap.R_OK
    again.coil(regmap.C_MOTION_ENABLE, True)
    third = restarted(station, again)
    third.coil(regmap.C_MOTION_ENABLE, True)


def test_a_broken_flash_is_told(service: Host, regmap: Any) -> None:
    """SAVE ends with FLASH and nothing is counted as written."""
    service.station.request({"do": "fault", "name": "flash-broken", "value": True})
    assert wait_done(service, service.command(regmap.CMD_SAVE)) == regmap.R_FLASH
    assert service.read(regmap.I_COUNTER + regmap.N_CONFIG_WRITES, 1) == [0]


@pytest.mark.parametrize(
    ("register", "values", "exception", "name"),
    [
        ("H_SPEED", [1600], 3, "X_RANGE"),
        ("H_LEVEL_STEP", [2260], 3, "X_HEIGHT"),
        ("H_LEVEL_STEP", [2250], None, "X_NONE"),
        ("H_LEVEL1_OFFSET", [500], None, "X_NONE"),
        ("H_LEVEL1_OFFSET", [50, 1, 60, 50, 40, 0, 0, 0xFF6A, 0, 0], 3, "X_HEIGHT"),
        ("H_LEVEL_TRIM", [151], 3, "X_RANGE"),
        ("H_LEVEL_TRIM", [0xFF69], 3, "X_RANGE"),
        ("H_PANE_DARK_FROM", [1024], 3, "X_RANGE"),
        ("H_WATCHDOG", [199], 3, "X_RANGE"),
        ("H_CMD", [13], 3, "X_RANGE"),
        ("H_CMD_MASK", [32], 3, "X_RANGE"),
    ],
)
def test_settings_have_their_ranges(
    service: Host, regmap: Any, register: str, values: list[int], exception: int | None, name: str
) -> None:
    """Each value's range, and across the registers no level above 47 mm; a refused write changes nothing."""
    address = getattr(regmap, register)
    before = service.read(address, len(values), function=3)
    if exception is None:
        service.write(address, values)
        assert service.read(address, len(values), function=3) == values
        return
    with pytest.raises(Refused, match=str(exception)):
        service.write(address, values)
    assert reason(service) == getattr(regmap, name)
    assert service.read(address, len(values), function=3) == before


def test_settings_need_service_mode_and_rest(host: Host, regmap: Any) -> None:
    """Speeds and thresholds only in service mode, service mode only at rest, and nothing while homing."""
    with pytest.raises(Refused, match="6"):
        host.write(regmap.H_SPEED, [900])
    assert reason(host) == regmap.X_NEEDS_SERVICE
    host.command(regmap.CMD_HOME, 31)
    with pytest.raises(Refused, match="6"):
        host.coil(regmap.C_SERVICE_MODE, True)
    assert reason(host) == regmap.X_MOVING
    host.run_ms(6000)
    host.coil(regmap.C_SERVICE_MODE, True)
    host.command(regmap.CMD_HOME, 31)
    with pytest.raises(Refused, match="6"):
        host.write(regmap.H_SPEED, [900])
    assert reason(host) == regmap.X_MOVING


def test_another_level_step_is_used(service: Host, regmap: Any) -> None:
    """The levels follow the registers; the vane, which stays, does not agree with a wrong one."""
    service.write(regmap.H_LEVEL1_OFFSET, [230])
    assert wait_done(service, service.command(regmap.CMD_HOME, 1)) == regmap.R_OK
    assert service.station.world.bands[0].height == 230 * 8
    service.write(regmap.H_LEVEL1_OFFSET, [300])
    assert wait_done(service, service.command(regmap.CMD_HOME, 1)) == regmap.F_LEVEL_MISMATCH


# --- registers and counters ---


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


def test_nothing_clears_on_read(host: Host, regmap: Any) -> None:
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


def test_a_glitch_of_a_switch_is_counted_not_believed(host: Host, regmap: Any) -> None:
    """A home switch that closes for one sample: no fault, one glitch."""
    wait_done(host, host.command(regmap.CMD_HOME, 31))
    world = host.station.world
    world.set_fault("home-stuck", True, 1)
    host.station.run_until(host.now_us + 6_000)
    world.set_fault("home-stuck", None, 1)
    host.run_ms(100)
    assert host.band(1)["fault"] == 0
    assert host.read(regmap.I_COUNTER + regmap.N_SWITCH_GLITCHES, 1) == [1]


def test_move_time_is_near_the_ideal(host: Host, regmap: Any) -> None:
    """All five bands at once, 20 and 40 mm: the firmware's own time is within 1 % of the ideal ramp."""
    wait_done(host, host.command(regmap.CMD_HOME, 31))
    host.write(regmap.H_TARGET_LEVEL, [2, 3, 2, 3, 2])
    host.run_ms(6000)
    times = host.read(regmap.I_MOVE_MS, 5)
    ideals = [2250, 4250, 2250, 4250, 2250]
    assert all(1.0 <= took / ideal <= 1.01 for took, ideal in zip(times, ideals, strict=True))


def test_motors_rest_when_nothing_moves(host: Host, regmap: Any) -> None:
    """Energised only while a band moves and 0.3 s after."""
    assert host.station.rig.pins[12] == 1
    wait_done(host, host.command(regmap.CMD_HOME, 31))
    host.run_ms(200)
    assert host.station.rig.pins[12] == 0
    host.run_ms(200)
    assert host.station.rig.pins[12] == 1


def test_writing_0_to_enable_stops_by_the_ramp(host: Host, regmap: Any) -> None:
    """The host may take the enable back: bands slow down, no fault, position kept."""
    wait_done(host, host.command(regmap.CMD_HOME, 31))
    host.write(regmap.H_TARGET_LEVEL, [3])
    host.run_ms(1000)
    host.coil(regmap.C_MOTION_ENABLE, False)
    host.run_ms(500)
    band = host.band(0)
    assert (band["state"], band["fault"]) == (regmap.S_IDLE, 0)
    assert band["position"] == host.station.world.bands[0].height // 8


def test_selftest_says_what_is_wrong(host: Host, regmap: Any) -> None:
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


def test_stop_broadcast_is_obeyed_at_once(host: Host, regmap: Any) -> None:
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
