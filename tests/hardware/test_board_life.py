"""The whole firmware in virtual time, seen from the link: lamps, calibration, configuration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hardware.twin.master import Host, Refused
from hardware.twin.station import Station
from hardware.twin.world import BLACK, EMPTY, WHITE

WaitDone = Callable[[Host, int], int]
Reason = Callable[[Host], int]


@pytest.fixture
def service(host: Host, regmap: Any) -> Host:
    """A host in service mode."""
    host.coil(regmap.C_SERVICE_MODE, True)
    return host


# --- e-stop ---


def test_an_estop_pressed_in_the_middle_of_a_pass_is_not_missed(
    host: Host, regmap: Any, wait_done: WaitDone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Case 1 at the worst moment: the chain opens after the pass has looked at it, and 24 V stay for now."""
    assert wait_done(host, host.command(regmap.CMD_HOME, 31)) == regmap.R_OK
    host.write(regmap.H_TARGET_LEVEL, [2, 2, 0, 0, 0])
    host.run_ms(500)
    world = host.station.world
    read_switches, pressed = world.switch_word, []

    def press_then_read() -> int:
        if not pressed:
            pressed.append(host.now_us)
            world.press_estop(True, host.now_us)
        return read_switches()

    monkeypatch.setattr(world, "switch_word", press_then_read)
    monkeypatch.setattr(world, "motor_power", lambda now_us: 24_000)
    host.run_ms(10)
    assert pressed
    assert host.bits(0, 1, function=1) == [0]
    states = host.read(20, 40)[::8]
    assert [word >> 8 for word in states] == [regmap.F_ESTOP] * 2 + [0] * 3
    assert [word & 0xFF for word in states[2:]] == [regmap.S_UNHOMED] * 3
    assert host.read(regmap.I_COUNTER + regmap.N_ESTOPS, 1) == [1]


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


def test_calibration_of_a_band(service: Host, regmap: Any, wait_done: WaitDone) -> None:
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


def test_calibration_refuses_what_is_no_measurement(service: Host, regmap: Any, wait_done: WaitDone) -> None:
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


def test_calibration_needs_sensors_and_service(
    host: Host, regmap: Any, wait_done: WaitDone, reason: Reason
) -> None:
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


def test_saved_values_come_back(
    service: Host, station: Callable[..., Station], regmap: Any, wait_done: WaitDone
) -> None:
    """SAVE, power off and on: the values are there; without SAVE they are not."""
    service.write(regmap.H_SPEED, [800])
    service.write(regmap.H_LEVEL_TRIM + 2, [0xFFF6])
    assert wait_done(service, service.command(regmap.CMD_SAVE)) == regmap.R_OK
    service.write(regmap.H_ACCEL, [500])
    again = restarted(station, service)
    assert again.read(regmap.H_SPEED, 2, function=3) == [800, 400]
    assert again.read(regmap.H_LEVEL_TRIM + 2, 1, function=3) == [0xFFF6]
    assert again.read(regmap.I_BOOT_COUNT, 1) == [2]


def test_power_lost_while_saving(
    service: Host, station: Callable[..., Station], regmap: Any, wait_done: WaitDone
) -> None:
    """The power goes after some bytes of the write: the old configuration is used, and that is in order."""
    assert wait_done(service, service.command(regmap.CMD_SAVE)) == regmap.R_OK
    service.write(regmap.H_SPEED, [800])
    service.station.request({"do": "fault", "name": "flash-tear", "value": 100})
    service.command(regmap.CMD_SAVE)
    service.run_ms(800)
    assert service.read(regmap.H_SPEED, 1, function=3) == [1000]
    assert service.image[4] >> regmap.D_CONFIG_OK & 1


def test_a_damaged_configuration_keeps_the_motors_off(
    service: Host, station: Callable[..., Station], regmap: Any, wait_done: WaitDone, reason: Reason
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


def test_a_broken_flash_is_told(service: Host, regmap: Any, wait_done: WaitDone) -> None:
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
    service: Host,
    regmap: Any,
    register: str,
    values: list[int],
    exception: int | None,
    name: str,
    reason: Reason,
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


def test_settings_need_service_mode_and_rest(host: Host, regmap: Any, reason: Reason) -> None:
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


def test_another_level_step_is_used(service: Host, regmap: Any, wait_done: WaitDone) -> None:
    """The levels follow the registers; the vane, which stays, does not agree with a wrong one."""
    service.write(regmap.H_LEVEL1_OFFSET, [230])
    assert wait_done(service, service.command(regmap.CMD_HOME, 1)) == regmap.R_OK
    assert service.station.world.bands[0].height == 230 * 8
    service.write(regmap.H_LEVEL1_OFFSET, [300])
    assert wait_done(service, service.command(regmap.CMD_HOME, 1)) == regmap.F_LEVEL_MISMATCH
