"""Step pulses by PIO: one 32-bit word per segment of 20 ms, one acknowledgement per finished segment.

Word: pulses - 1 in bits 0-9, delay in bits 10-31; a pulse lasts delay + 8 ticks of 0.5 us. An empty FIFO
is a motor that stands still: whatever happens to the program above, pulses end by themselves.
"""

# ruff: noqa: F403, F405  (the names of PIO instructions come from the assembler)

import rp2
from machine import Pin
from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rp2.asm_pio import *

PIO_HZ = const(2_000_000)
SEGMENT_TICKS = const(40_000)
SEGMENT_US = const(20_000)
OVERHEAD = const(8)  # ticks of a pulse besides its delay
QUEUE = const(4)  # depth of the FIFO


@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_RIGHT)
def step_program():
    wrap_target()
    pull(block).side(0)
    out(x, 10).side(0)
    mov(isr, osr).side(0)
    label("pulse")
    mov(y, isr).side(1)[3]  # STEP high for 4 ticks = 2 us
    label("wait")
    jmp(y_dec, "wait").side(0)
    jmp(x_dec, "pulse").side(0)[2]
    push(block).side(0)  # this segment is finished
    wrap()


class Stepper:
    """Pulses of one band. Counts what was really made; knows nothing of ramps or heights."""

    def __init__(self, machine_number: int, step_pin: int, dir_pin: int) -> None:
        self._sm = rp2.StateMachine(
            machine_number, step_program, freq=PIO_HZ, sideset_base=Pin(step_pin, Pin.OUT, value=0)
        )
        self._dir = Pin(dir_pin, Pin.OUT, value=0)
        self._ring = [0] * 8  # pulses of the segments not yet acknowledged
        self._head = 0
        self.queued = 0  # how many they are
        self.done = 0  # pulses of acknowledged segments since start()
        self._since_us = 0  # since the running segment began, as far as polling can tell

    def start(self, up: bool) -> None:
        """Gets ready for a run in one direction; the motor must be at rest."""
        self._sm.active(0)
        self._drain()
        self._dir.value(1 if up else 0)
        self.queued = 0
        self.done = 0
        self._since_us = 0
        self._sm.restart()
        self._sm.active(1)

    def room(self) -> bool:
        return self._sm.tx_fifo() < QUEUE and self.queued < 7

    def put(self, pulses: int) -> None:
        """Queues a segment of `pulses` steps (1-1023), spread over 20 ms. Call only with room()."""
        if not self.queued:
            self._since_us = 0
        self._ring[(self._head + self.queued) & 7] = pulses
        self.queued += 1
        self._sm.put((SEGMENT_TICKS // pulses - OVERHEAD) << 10 | (pulses - 1))

    def poll(self, elapsed_us: int) -> None:
        """Counts finished segments; call it every tick with the time since the last call."""
        self._since_us += elapsed_us
        while self._sm.rx_fifo():
            self._sm.get()
            self.done += self._ring[self._head]
            self._head = (self._head + 1) & 7
            self.queued -= 1
            self._since_us = elapsed_us >> 1  # it ended somewhere within the tick

    def estimate(self) -> int:
        """Pulses made so far, the running segment by time."""
        if not self.queued:
            return self.done
        pulses = self._ring[self._head]
        return self.done + min(pulses, pulses * self._since_us // SEGMENT_US)

    def abort(self) -> int:
        """Ends the pulses at once and returns how many were made since start().

        X of the state machine holds the pulses of the running segment that are still to begin, all ones
        when all have begun. Within the microsecond between two segments the answer may be off by one
        segment; every abort but the one that finds the home switch makes the band home anew anyway.
        """
        sm = self._sm
        sm.active(0)
        self.poll(0)
        made = self.done
        if self.queued > sm.tx_fifo():
            sm.exec("mov(isr, x)")
            sm.exec("push(noblock)")
            due = sm.get()
            pulses = self._ring[self._head]
            made += pulses - due if due < pulses else pulses
        self._drain()
        self.queued = 0
        self.done = made
        return made

    def _drain(self) -> None:
        sm = self._sm
        while sm.tx_fifo():
            sm.exec("pull(noblock)")
        while sm.rx_fifo():
            sm.get()
        sm.restart()
