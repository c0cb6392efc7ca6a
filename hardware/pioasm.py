"""Assembles the firmware's PIO programs off the chip, for the emulator in the tests.

Stands in for `rp2` when a firmware file is loaded: `asm_pio` gives a Program instead of a function. It knows
the instructions that the two programs use and refuses everything else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

CONDITIONS = {"": 0, "not_x": 1, "x_dec": 2, "not_y": 3, "y_dec": 4, "x_not_y": 5, "pin": 6, "not_osre": 7}
OUT_TO = {"pins": 0, "x": 1, "y": 2, "null": 3, "pindirs": 4, "pc": 5, "isr": 6, "exec": 7}
MOV_TO = {"pins": 0, "x": 1, "y": 2, "exec": 4, "pc": 5, "isr": 6, "osr": 7}
MOV_FROM = {"pins": 0, "x": 1, "y": 2, "null": 3, "status": 5, "isr": 6, "osr": 7}
SLOTS = 32


@dataclass(frozen=True)
class Program:
    """Words, wrap and settings of one PIO program."""

    words: tuple[int, ...]
    wrap_target: int
    wrap: int
    settings: dict[str, Any]


class Instruction:
    """One word under construction; `.side(1)[3]` adds the side-set value and the delay."""

    def __init__(self, word: int, target: str | None = None) -> None:
        self.word = word
        self.target = target
        self.sided = False

    def side(self, value: int) -> Instruction:
        self.word |= value << 12
        self.sided = True
        return self

    def __getitem__(self, delay: int) -> Instruction:
        if not 0 <= delay < 16:
            raise ValueError(f"delay {delay} does not fit beside one side-set pin")
        self.word |= delay << 8
        return self


def assemble(program: Callable[[], None], settings: dict[str, Any]) -> Program:
    """Runs the program's function with the assembler's words in its globals."""
    code: list[Instruction] = []
    labels: dict[str, int] = {}
    marks = {"target": 0, "wrap": None}

    def emit(word: int, target: str | None = None) -> Instruction:
        code.append(Instruction(word, target))
        return code[-1]

    def jmp(first: str, second: str | None = None) -> Instruction:
        condition, target = ("", first) if second is None else (first, second)
        return emit(CONDITIONS[condition] << 5, target)

    def wrap() -> None:
        marks["wrap"] = len(code) - 1

    def wrap_target() -> None:
        marks["target"] = len(code)

    def label(name: str) -> None:
        labels[name] = len(code)

    words: dict[str, Any] = {
        "wrap_target": wrap_target,
        "wrap": wrap,
        "label": label,
        "jmp": jmp,
        "pull": lambda block: emit(0x8080 | block << 5),
        "push": lambda block: emit(0x8000 | block << 5),
        "out": lambda to, bits: emit(0x6000 | OUT_TO[to] << 5 | bits & 31),
        "mov": lambda to, source: emit(0xA000 | MOV_TO[to] << 5 | MOV_FROM[source]),
        "nop": lambda: emit(0xA042),
        "block": 1,
        "noblock": 0,
        **{name: name for name in (*OUT_TO, *MOV_FROM, *CONDITIONS) if name},
    }
    FunctionType(program.__code__, words)()  # type: ignore[attr-defined]
    for number, instruction in enumerate(code):
        if not instruction.sided:
            raise ValueError(f"instruction {number} has no side-set value")
        if instruction.target is not None:
            instruction.word |= labels[instruction.target]
    last = marks["wrap"] if marks["wrap"] is not None else len(code) - 1
    return Program(tuple(i.word for i in code), marks["target"] or 0, last, settings)


def stand_in() -> ModuleType:
    """A module to load the firmware's files with in the place of `rp2`."""
    module = ModuleType("rp2")

    class PIO:
        OUT_LOW = 0
        OUT_HIGH = 1
        SHIFT_LEFT = 0
        SHIFT_RIGHT = 1

    def asm_pio(**settings: Any) -> Callable[[Callable[[], None]], Program]:
        return lambda program: assemble(program, settings)

    module.__dict__.update(PIO=PIO, asm_pio=asm_pio)
    return module
