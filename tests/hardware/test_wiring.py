"""wiring.csv and bom.csv agree with the firmware's pins, the console's pins, the twin and with each other."""

from __future__ import annotations

import csv
import re
from collections import Counter
from types import ModuleType
from typing import Any

import pytest

from firmware_bridge import console
from hardware.twin import rig, world
from hardware.twin.namespace import Namespace
from hardware.twin.run import ROOT

SPACE = Namespace()
BOARD: ModuleType = SPACE.load("board")
R: ModuleType = SPACE.load("regmap")


def rows(name: str) -> list[dict[str, str]]:
    with (ROOT / "hardware" / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


WIRING = rows("wiring.csv")
ENDS = {(row["part"], row["pin"]): row["net"] for row in WIRING}
NETS: dict[str, list[tuple[str, str]]] = {}
for row in WIRING:
    NETS.setdefault(row["net"], []).append((row["part"], row["pin"]))


def neighbours(part: str, pin: str) -> set[tuple[str, str]]:
    """The other ends of the net at this pin."""
    return set(NETS[ENDS[part, pin]]) - {(part, pin)}


def through(part: str, pin: str) -> set[tuple[str, str]]:
    """As neighbours(), seen through resistors in series."""
    found: set[tuple[str, str]] = set()
    for other, leg in neighbours(part, pin):
        if re.fullmatch(r"R\d+", other):
            found |= neighbours(other, "2" if leg == "1" else "1")
        found.add((other, leg))
    return found


def test_no_pin_is_used_twice() -> None:
    """Every pin of every part belongs to one net."""
    assert [end for end, count in Counter((r["part"], r["pin"]) for r in WIRING).items() if count > 1] == []


def test_every_net_has_both_ends() -> None:
    """A net joins at least two parts."""
    assert [net for net, ends in NETS.items() if len({part for part, _ in ends}) < 2] == []


def pico_pins() -> dict[int, tuple[str, str]]:
    """GP number to the end it must reach, from the firmware's pin table."""
    pins = {
        BOARD.UART_TX: ("PI", "BCM15"),
        BOARD.UART_RX: ("PI", "BCM14"),
        BOARD.NOT_ENABLE: ("U3", "1A"),
        BOARD.LAMPS: ("U4", "1A"),
        BOARD.IR_ON: ("Q2", "G"),
        BOARD.ESTOP_OK: ("S1", "22"),
        BOARD.SPI_MISO: ("U1", "DOUT"),
        BOARD.CS_ADC: ("U1", "CS"),
        BOARD.SPI_SCK: ("U1", "CLK"),
        BOARD.SPI_MOSI: ("U1", "DIN"),
        BOARD.CS_PORT: ("U2", "CS"),
        BOARD.SERVICE: ("J1", "1"),
    }
    for band in range(5):
        pins[BOARD.STEP[band]] = (f"DRV{band + 1}", "STEP")
        pins[BOARD.DIR[band]] = (f"DRV{band + 1}", "DIR")
    for bit, pin in enumerate(BOARD.MUX):
        pins[pin] = ("MUXS1", f"S{bit}")
    return pins


@pytest.mark.parametrize("number", sorted(pico_pins()))
def test_pico_pins_are_wired_as_the_firmware_says(number: int) -> None:
    """Each GP of board.py reaches its part."""
    assert pico_pins()[number] in through("PICO", f"GP{number}")


def test_no_other_pico_pin_is_wired() -> None:
    """The wiring uses the pins of board.py and no further ones; the chip has GP0-22 and GP26-28."""
    wired = {int(pin[2:]) for part, pin in ENDS if part == "PICO" and pin.startswith("GP")}
    assert wired == set(pico_pins())
    assert wired <= {*range(23), 26, 27, 28}


@pytest.mark.parametrize("band", range(5))
def test_a_bands_parts(band: int) -> None:
    """Sensor channel, switches, vane, tacho, DIAG and motor of each band go where the firmware reads them."""
    people = band + 1
    assert ("U1", f"CH{BOARD.ADC_BAND + band}") in neighbours(f"MUXS{people}", "COM")
    for part, pin, first in (
        (f"SW{people}", "NO", BOARD.PORT_HOME),
        (f"VANE{people}", "OUT", BOARD.PORT_VANE),
        (f"TACHO{people}", "OUT", BOARD.PORT_TACHO),
    ):
        line = first + band
        assert ("U2", f"GPA{line}" if line < 8 else f"GPB{line - 8}") in neighbours(part, pin)
    assert (f"D{people}", "A") in neighbours(f"DRV{people}", "DIAG")
    assert (f"M{people}", "A1") in neighbours(f"DRV{people}", "A1")
    for address in range(16):
        assert (f"TCRT{people}", f"E{address}") in neighbours(f"MUXS{people}", f"I{address}")
        assert (f"TCRT{people}", f"A{address}") in neighbours(f"MUXL{people}", f"I{address}")
    for bit in range(4):
        assert (f"MUXL{people}", f"S{bit}") in neighbours(f"MUXS{people}", f"S{bit}")


def test_board_wide_inputs() -> None:
    """Supply, DIAG, reference and lid go to the channels and the line that the firmware reads."""
    assert ("R31", "2") in neighbours("U1", f"CH{BOARD.ADC_VM}")
    assert ("D1", "K") in neighbours("U1", f"CH{BOARD.ADC_DIAG}")
    assert ("TCRT6", "E0") in neighbours("U1", f"CH{BOARD.ADC_REFERENCE}")
    assert ("S2", "NO") in neighbours("U2", f"GPB{BOARD.PORT_GUARD - 8}")


def test_console_pins_are_wired_as_the_console_says() -> None:
    """Handles, lamps, e-stop sense, buzzer, turn buttons; nothing else on the Pi but link and reset."""
    expected: dict[int, tuple[str, str]] = {
        console.ESTOP: ("S1", "32"),
        console.BUZZER: ("U6", "I6"),
        console.BUTTONS[0]: ("BTN1", "1"),
        console.BUTTONS[1]: ("BTN2", "1"),
        14: ("PICO", "GP1"),
        15: ("PICO", "GP0"),
        7: ("Q3", "G"),
    }
    for band in range(1, 6):
        first, second = console.HANDLES[band]
        expected[first] = (f"HANDLE{band}", "A")
        expected[second] = (f"HANDLE{band}", "B")
        expected[console.LAMPS[band]] = ("U6", f"I{band}")
    assert len(expected) == 10 + 5 + 7
    for pin, end in expected.items():
        assert end in through("PI", f"BCM{pin}"), pin
    assert {int(pin[3:]) for part, pin in ENDS if part == "PI" and pin.startswith("BCM")} == set(expected)


def test_the_chain_of_the_emergency_stop() -> None:
    """Contact 1 feeds the relay's coil and nothing of the software; behind its contact hang all drivers."""
    assert neighbours("S1", "12") == {("K1", "A1"), ("D7", "K")}
    assert {part for part, pin in neighbours("K1", "11") if pin == "VM"} == {f"DRV{n}" for n in range(1, 6)}
    assert ("F1", "2") in neighbours("K1", "14")
    assert ("PICO", "3V3") in neighbours("S1", "21")
    assert ("R8", "1") in neighbours("PICO", "GP15")
    assert ENDS["R8", "2"] == "GND"
    assert {end for end in neighbours("U3", "1Y") if end[1] == "EN"} == {
        (f"DRV{n}", "EN") for n in range(1, 6)
    }
    assert ENDS["R3", "1"] == "3V3"


def test_drivers_make_eight_microsteps() -> None:
    """MS1 and MS2 low: 200 x 8 / 2 mm = 800 steps a millimetre, as everywhere in the firmware."""
    assert {ENDS[f"DRV{n}", ms] for n in range(1, 6) for ms in ("MS1", "MS2")} == {"GND"}
    assert 200 * 8 // 2 == BOARD.STEPS_PER_MM == R.STEPS_PER_MM == world.MM


def expand(parts: str) -> list[str]:
    """R7-R9 is R7, R8, R9."""
    match = re.fullmatch(r"([A-Z]+)(\d+)-\1(\d+)", parts)
    if match is None:
        return [parts]
    return [f"{match[1]}{n}" for n in range(int(match[2]), int(match[3]) + 1)]


def test_every_wired_part_is_on_the_list() -> None:
    """bom.csv has each part of wiring.csv once, in sufficient number, and no part that is not wired."""
    listed: Counter[str] = Counter()
    for line in rows("bom.csv"):
        if line["parts"] in ("mechanics", "wiring"):
            continue
        names = expand(line["parts"])
        listed.update(names)
        assert int(line["quantity"]) >= len(names), line
    assert set(listed.values()) == {1}
    assert set(listed) == {row["part"] for row in WIRING}


def test_quantities_of_sensors_and_lamps() -> None:
    """Eighty panes and the reference; eighty lamps."""
    quantity = {
        line["parts"]: int(line["quantity"]) for line in rows("bom.csv") if line["parts"][:3] != "mec"
    }
    assert quantity["TCRT1-TCRT6"] == R.PANES + 1
    assert quantity["LAMPS1-LAMPS5"] == R.PANES


def test_the_twin_has_the_boards_pins() -> None:
    """The rig's wiring and the world's mechanics are the firmware's."""
    assert (rig.DIR, rig.MUX) == (BOARD.DIR, BOARD.MUX)
    assert (rig.NOT_ENABLE, rig.IR_ON, rig.ESTOP_OK) == (BOARD.NOT_ENABLE, BOARD.IR_ON, BOARD.ESTOP_OK)
    assert (rig.CS_ADC, rig.CS_PORT) == (BOARD.CS_ADC, BOARD.CS_PORT)
    assert world.TACHO_EDGE == BOARD.TACHO_EDGE
    assert world.TOP - world.BOTTOM == BOARD.TRAVEL
    defaults: dict[int, Any] = {address: default for address, _, _, _, default, _ in R.HOLDING}
    levels = [(defaults[R.H_LEVEL1_OFFSET] + level * defaults[R.H_LEVEL_STEP]) * 8 for level in range(3)]
    assert list(world.LEVELS) == levels
