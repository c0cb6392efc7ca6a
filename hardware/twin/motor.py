"""A PIO state machine running the step program, and the motor behind it, in virtual time.

Runs unchanged under MicroPython. Times in us; PIO ticks are half microseconds.
"""

FIFO = 4
OVERHEAD = 8  # ticks of a pulse besides the delay of its word
PER_WORD = 4  # ticks around the pulses: pull, out, mov, push


class StepMachine:
    """`pulse(count)` is called with the pulses that went out since the last call."""

    def __init__(self, rig, pulse):
        self._rig = rig
        self._pulse = pulse
        self._stalled_at = None  # twin control: the machine stands still since then
        self._clear()

    def _clear(self):
        self._tx = []
        self._rx = []
        self._word = None  # (pulses, ticks of one) in hand
        self._start = 0  # tick at which it began
        self._sent = 0  # pulses of it that went out
        self._x = -1
        self._isr = 0
        self._active = False

    def power_off(self):
        """The chip was reset: no program, nothing queued."""
        self._clear()

    def stall(self, on):
        """The machine stands still in the middle of whatever it does, or goes on."""
        self.sync()
        if on and self._stalled_at is None:
            self._stalled_at = self._now()
        elif not on and self._stalled_at is not None:
            self._start += self._now() - self._stalled_at
            self._stalled_at = None

    def _now(self):
        return self._rig.now_us * 2

    def sync(self):
        """Brings the pulses up to now."""
        if not self._active or self._stalled_at is not None:
            return
        now = self._now()
        while True:
            if self._word is None:
                if not self._tx or self._start > now:
                    return
                word = self._tx.pop(0)
                self._word = ((word & 1023) + 1, (word >> 10) + OVERHEAD)
                self._sent = 0
            pulses, ticks = self._word
            end = self._start + PER_WORD + pulses * ticks
            due = pulses if now >= end else min(pulses, max(0, (now - self._start - 3) // ticks + 1))
            if due > self._sent:
                self._pulse(due - self._sent)
                self._sent = due
            if now < end or len(self._rx) >= FIFO:
                return
            self._rx.append(0)
            self._word = None
            self._start = end

    # --- what the firmware calls ---

    def active(self, on):
        self.sync()
        if on and not self._active:
            self._start = self._now()
        self._active = bool(on)

    def put(self, word):
        self.sync()
        if len(self._tx) >= FIFO:
            raise RuntimeError("step FIFO overrun: the chip would wait here for ever")
        if self._word is None and not self._tx:
            self._start = max(self._start, self._now())
        self._tx.append(word)

    def tx_fifo(self):
        self.sync()
        return len(self._tx)

    def rx_fifo(self):
        self.sync()
        return len(self._rx)

    def get(self):
        self.sync()
        value = self._rx.pop(0)
        self.sync()
        return value

    def exec(self, instruction):
        if instruction == "pull(noblock)":
            if self._tx:
                self._tx.pop(0)
        elif instruction == "mov(isr, x)":
            self._isr = self._word[0] - self._sent if self._word else 0xFFFFFFFF
        elif instruction == "push(noblock)":
            self._rx.append(self._isr)
        else:
            raise ValueError(instruction)

    def restart(self):
        self._word = None
        self._start = self._now()


class LampMachine:
    """The lamp program: keeps the colours it was sent."""

    def __init__(self, lamps):
        self._lamps = lamps

    def active(self, on):
        pass

    def put(self, words):
        for at in range(len(words)):
            self._lamps[at] = words[at] >> 8

    def power_off(self):
        pass

    def sync(self):
        pass
