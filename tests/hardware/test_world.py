"""The simulated table: glass on screws, jams, switches with play, spheres on their way, supply."""

from __future__ import annotations

import pytest

from hardware.twin.world import BLACK, BOTTOM, EMPTY, MM, TOP, WHITE, World


def drive(world: World, band: int, steps: int) -> int:
    """Pulses for one band; its height afterwards."""
    world.pulses(band, abs(steps), steps > 0, True, 10**6)
    return world.bands[band].height


def test_steps_move_glass() -> None:
    """800 steps are a millimetre, up and down."""
    world = World()
    assert drive(world, 0, 800) == 6 * MM
    assert drive(world, 0, -1600) == 4 * MM
    assert world.bands[1].height == 5 * MM


def test_hard_stops_hold() -> None:
    """Beyond them steps are lost and the screw does not turn."""
    world = World()
    assert drive(world, 0, 100_000) == TOP
    turned = world.bands[0].turned
    assert drive(world, 0, 500) == TOP
    assert world.bands[0].turned == turned
    assert drive(world, 0, -100_000) == BOTTOM


@pytest.mark.parametrize("why", ["disabled", "no supply", "emergency stop"])
def test_without_power_nothing_moves(why: str) -> None:
    """Pulses to a driver without enable or 24 V are lost."""
    world = World()
    if why == "no supply":
        world.set_fault("vm-low", 0)
    if why == "emergency stop":
        world.press_estop(True, 0)
    world.pulses(0, 800, True, why != "disabled", 10**6)
    assert world.bands[0].height == 5 * MM
    assert world.lost[0] == 800


def test_the_home_switch_has_play() -> None:
    """It closes at 0 and opens 0.1 mm above."""
    world = World()
    drive(world, 0, -5 * MM)
    assert world.bands[0].switch
    drive(world, 0, 80)
    assert world.bands[0].switch
    drive(world, 0, 1)
    assert not world.bands[0].switch


def test_a_jam_blocks_from_both_sides_and_lets_go_back() -> None:
    """The band cannot pass, but can leave where it came from; in the middle of it, it cannot move at all."""
    world = World()
    world.set_fault("jam", 6.0, 0)
    assert drive(world, 0, 5 * MM) == 6 * MM
    assert drive(world, 0, -MM) == 5 * MM
    assert drive(world, 0, 5 * MM) == 6 * MM
    world.set_fault("jam", 6.0, 0)
    assert drive(world, 0, -MM) == 6 * MM
    assert drive(world, 0, MM) == 6 * MM
    world.set_fault("jam", None, 0)
    assert drive(world, 0, 4 * MM) == 10 * MM


def test_lost_steps_are_lost_once() -> None:
    """The motor turns less by so many, then as told."""
    world = World()
    world.set_fault("lost-steps", 200, 0)
    assert drive(world, 0, 150) == 5 * MM
    assert drive(world, 0, 150) == 5 * MM + 100
    assert drive(world, 0, 150) == 5 * MM + 250


def read(world: World, pane: int, now_us: int = 0) -> int:
    """Lit minus dark of a pane, averaged over noise."""
    band, address = divmod(pane, 16)
    lit = sum(world.analogue(band, address, 1, now_us) for _ in range(20))
    dark = sum(world.analogue(band, address, 0, now_us) for _ in range(20))
    return (lit - dark) // 20


@pytest.mark.parametrize("pane", range(80))
def test_panes_differ_but_classes_stay_apart(pane: int) -> None:
    """Black reads at least three times what empty does, white far more, on every pane."""
    world = World()
    empty = read(world, pane)
    world.put(pane, BLACK, 0)
    black = read(world, pane)
    world.put(pane, WHITE, 0)
    assert black >= 2.9 * empty
    assert read(world, pane) >= 2.5 * black


def test_a_sphere_takes_its_time() -> None:
    """On its way the reading climbs from empty to full."""
    world = World()
    world.put(7, WHITE, 1_000_000, 400_000)
    values = [read(world, 7, 1_000_000 + t) for t in (0, 100_000, 200_000, 300_000, 400_000)]
    assert values == sorted(values)
    assert values[0] < 60 < 400 < values[4]
    world.put(7, EMPTY, 2_000_000, 400_000)
    assert read(world, 7, 2_200_000) > 100
    assert read(world, 7, 2_400_000) < 60


def test_state_is_kept() -> None:
    """Heights, spheres, screw positions and the pressed button come back."""
    world = World()
    drive(world, 2, 1234)
    world.put(5, WHITE, 0)
    world.press_estop(True, 0)
    other = World()
    other.from_json(world.to_json())
    assert other.to_json() == world.to_json()
    assert other.switch_word() == world.switch_word()
