"""The chip's `rp2` module on the twin: state machines that run the two PIO programs by meaning.

The programs themselves are checked tick by tick in the PIO emulator (tests/hardware); here a word of the
step program is n pulses of delay + 8 ticks, and a word of the lamp program is one lamp.
"""

import twinlink


class PIO:
    OUT_LOW = 0
    OUT_HIGH = 1
    SHIFT_LEFT = 0
    SHIFT_RIGHT = 1


def asm_pio(**settings):
    def keep(program):
        return program.__name__

    return keep


def StateMachine(number, program, freq=0, sideset_base=None):
    return twinlink.rig.state_machine(number, program)
