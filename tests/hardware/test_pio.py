"""The two PIO programs, word by word and tick by tick in an emulator of the chip; spec 7.2."""

from __future__ import annotations

import itertools
from collections import deque

import pioemu
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware import pioasm
from hardware.twin.motor import StepMachine
from hardware.twin.namespace import Namespace

SPACE = Namespace()
SPACE.modules["rp2"] = pioasm.stand_in()
STEPGEN = SPACE.load("stepgen")
LEDS = SPACE.load("leds")

segments = st.lists(st.tuples(st.integers(1, 20), st.integers(0, 40)), min_size=1, max_size=4)


def word(pulses: int, delay: int) -> int:
    return delay << 10 | (pulses - 1)


def run(program, fifo: list[int], ticks: int, **settings_):
    """(clock, level of the side-set pin) at every change, and the last state."""
    state = pioemu.State(transmit_fifo=deque(fifo), output_shift_register=pioemu.ShiftRegister(0, 32))
    generator = pioemu.emulate(
        list(program.words),
        stop_when=lambda _, now: now.clock >= ticks,
        initial_state=state,
        side_set_base=0,
        side_set_count=1,
        wrap_target=program.wrap_target,
        wrap_top=program.wrap,
        **settings_,
    )
    level, changes = 0, []
    for before, after in generator:
        state = after
        if after.pin_values & 1 != level:
            level = after.pin_values & 1
            changes.append((before.clock, level))
    return changes, state


def length(fifo: list[tuple[int, int]]) -> int:
    return sum(pulses * (delay + 8) + 12 for pulses, delay in fifo) + 40


def test_step_program_words() -> None:
    """The seven words that MicroPython's own assembler gives."""
    assert [f"{w:04x}" for w in STEPGEN.step_program.words] == [
        "80a0", "602a", "a0c7", "b346", "0084", "0243", "8020",
    ]  # fmt: skip


def test_both_programs_fit_together() -> None:
    """Five step machines and the lamps: the step program in both blocks, the lamps' in one of them."""
    step, lamps = len(STEPGEN.step_program.words), len(LEDS.lamp_program.words)
    assert step + lamps <= pioasm.SLOTS
    assert LEDS.LAMP_MACHINE == 5  # machines 0-4 are the bands'; 4 and 5 share the second block


@given(segments)
@settings(max_examples=40)
def test_pulses_of_any_fill(fifo: list[tuple[int, int]]) -> None:
    """Each word gives its pulses: high for 4 ticks, one every delay + 8, and one acknowledgement."""
    changes, state = run(STEPGEN.step_program, [word(*segment) for segment in fifo], length(fifo))
    rises = [clock for clock, level in changes if level]
    falls = [clock for clock, level in changes if not level]
    assert len(rises) == sum(pulses for pulses, _ in fifo)
    assert all(fall - rise == 4 for rise, fall in zip(rises, falls))
    at = 0
    for pulses, delay in fifo:
        mine = rises[at : at + pulses]
        assert {b - a for a, b in itertools.pairwise(mine)} <= {delay + 8}
        at += pulses
    assert len(state.receive_fifo) == len(fifo)
    assert state.pin_values & 1 == 0


@given(st.integers(2, 20), st.integers(0, 40), st.data())
@settings(max_examples=40)
def test_x_tells_the_pulses_still_to_begin(pulses: int, delay: int, data: st.DataObject) -> None:
    """What an abort reads: stopped anywhere within a segment, pulses - X have begun, give or take one."""
    ticks = data.draw(st.integers(4, 3 + pulses * (delay + 8) - 4))
    changes, state = run(STEPGEN.step_program, [word(pulses, delay)], ticks)
    begun = sum(1 for _, level in changes if level)
    assert abs(pulses - state.x_register - begun) <= 1


def test_an_empty_fifo_stands_still() -> None:
    """Without a word nothing moves, however long."""
    changes, _ = run(STEPGEN.step_program, [], 5_000)
    assert changes == []


class Chip:
    """Clock of a twin's step machine."""

    now_us = 0


@given(segments, st.integers(1, 1_500))
@settings(max_examples=40)
def test_the_twin_makes_the_same_pulses(fifo: list[tuple[int, int]], ticks: int) -> None:
    """At any moment the twin's model has made as many pulses as the program, give or take one."""
    changes, _ = run(STEPGEN.step_program, [word(*segment) for segment in fifo], ticks)
    made: list[int] = []
    chip = Chip()
    machine = StepMachine(chip, made.append)
    machine.active(1)
    for segment in fifo:
        machine.put(word(*segment))
    chip.now_us = ticks // 2
    machine.sync()
    real = sum(1 for clock, level in changes if level and clock <= ticks)
    assert abs(sum(made) - real) <= 1


@pytest.mark.parametrize("pulses", [1, 16, 160, 1000])
def test_a_segment_lasts_20_ms(pulses: int) -> None:
    """Whatever its number of pulses, a segment fills its 40000 ticks to the last pulse's period."""
    delay = STEPGEN.SEGMENT_TICKS // pulses - STEPGEN.OVERHEAD
    _, state = run(STEPGEN.step_program, [word(pulses, delay)], 40_060)
    assert len(state.receive_fifo) == 1
    assert STEPGEN.SEGMENT_TICKS - pulses < pulses * (delay + 8) <= STEPGEN.SEGMENT_TICKS


@given(st.lists(st.integers(0, (1 << 24) - 1), min_size=1, max_size=4))
@settings(max_examples=40)
def test_lamp_bits(colours: list[int]) -> None:
    """24 bits a lamp, highest first; 1 is high for 7 ticks of ten, 0 for 2; at the end the line is low."""
    ticks = len(colours) * 240 + 60
    changes, state = run(
        LEDS.lamp_program,
        [colour << 8 for colour in colours],
        ticks,
        auto_pull=True,
        pull_threshold=24,
        shift_osr_right=False,
    )
    rises = [clock for clock, level in changes if level]
    falls = [clock for clock, level in changes if not level]
    assert {b - a for a, b in itertools.pairwise(rises)} == {10}
    highs = [fall - rise for rise, fall in zip(rises, falls)]
    bits = "".join({7: "1", 2: "0"}[high] for high in highs[: 24 * len(colours)])
    assert bits == "".join(f"{colour:024b}" for colour in colours)
    assert state.pin_values & 1 == 0


def test_a_program_without_side_set_is_refused() -> None:
    """With a side-set pin every instruction must say its level."""

    def program() -> None:
        nop()  # noqa: F821

    with pytest.raises(ValueError, match="instruction 0 has no side-set value"):
        pioasm.assemble(program, {})
