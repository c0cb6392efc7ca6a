"""The register images behind the link, and what the map itself says about them: blocks, ranges, rights.

Both images are kept as the bytes that go onto the wire, refreshed by the loop, so that a read is a copy.
What a permitted write *means* is decided by a Device (commands.py has the board's). A write is checked
whole before any of it is applied.
"""

import regmap as r

INPUTS = r.INPUT_BLOCKS[-1][1]
HOLDINGS = r.HOLDING_BLOCKS[-1][1]
COILS = r.COIL_BLOCKS[-1][1]
DISCRETES = r.DISCRETE_BLOCKS[-1][1]


def signed(word: int) -> int:
    """The 16-bit word as a two's complement number."""
    return word - 0x10000 if word & 0x8000 else word


def inside(blocks: tuple[tuple[int, int], ...], first: int, count: int) -> bool:
    """True when all of first .. first + count - 1 lies in one block."""
    for start, end in blocks:
        if start <= first and first + count <= end:
            return True
    return False


class Device:
    """Who is asked before a write and told after it. This one permits everything."""

    def check_coils(self, first: int, count: int, bits: int) -> int:
        """0 or a reason (X_...); bit i of `bits` is for coil first + i."""
        return 0

    def coils_written(self, first: int, count: int) -> None:
        """The coils have their new values."""

    def check_words(self, first: int, count: int) -> int:
        """0 or a reason (X_...); the values are read with Bank.proposed()."""
        return 0

    def words_written(self, first: int, count: int) -> None:
        """The registers have their new values."""

    def stop(self) -> None:
        """CMD = STOP, carried out at once."""


class Bank:
    """Coils, discrete inputs, input and holding registers."""

    def __init__(self) -> None:
        self.device = Device()
        self._input = bytearray(2 * INPUTS)
        self._holding = bytearray(2 * HOLDINGS)
        self._input_view = memoryview(self._input)  # slices of a view copy nothing
        self._holding_view = memoryview(self._holding)
        self._coils = bytearray(COILS)  # a byte a bit: they are few, and read one by one
        self._discrete = bytearray(DISCRETES)
        self._new: "tuple[bytes | bytearray, int, int, int]" = (
            b"",
            0,
            0,
            0,
        )  # buffer, offset, first and count of the write being checked
        self.defaults(False)
        for coil in r.COIL_DEFAULTS:
            self._coils[coil] = 1
        self.set_input(r.I_LAST_REJECT, 0x00FF)

    def defaults(self, stored_only: bool) -> None:
        """Every holding register (or only the stored configuration) as the map has it."""
        for address, count, _low, _high, default, flags in r.HOLDING:
            if stored_only and not flags & r.STORED:
                continue
            for at in range(address, address + count):
                self.set_holding(at, default)

    # --- the firmware's side ---

    def input(self, address: int) -> int:
        at = 2 * address
        return self._input[at] << 8 | self._input[at + 1]

    def set_input(self, address: int, value: int) -> None:
        at = 2 * address
        self._input[at] = value >> 8 & 0xFF
        self._input[at + 1] = value & 0xFF

    def holding(self, address: int) -> int:
        at = 2 * address
        return self._holding[at] << 8 | self._holding[at + 1]

    def set_holding(self, address: int, value: int) -> None:
        at = 2 * address
        self._holding[at] = value >> 8 & 0xFF
        self._holding[at + 1] = value & 0xFF

    def coil(self, address: int) -> int:
        return self._coils[address]

    def set_coil(self, address: int, on: int) -> None:
        self._coils[address] = 1 if on else 0

    def set_discrete(self, address: int, on: int) -> None:
        self._discrete[address] = 1 if on else 0

    def discrete(self, address: int) -> int:
        return self._discrete[address]

    def count(self, counter: int) -> None:
        """One more on a counter; they wrap."""
        self.set_input(r.I_COUNTER + counter, self.input(r.I_COUNTER + counter) + 1)

    def changed(self) -> None:
        """Something people care about changed: see CHANGE_COUNT."""
        self.set_input(r.I_CHANGE_COUNT, self.input(r.I_CHANGE_COUNT) + 1)

    def reject(self, reason: int, band: int = 255) -> int:
        """Notes why a request is refused; returns the exception that says so."""
        self.set_input(r.I_LAST_REJECT, reason << 8 | band)
        return r.EXCEPTION[reason]

    def stop(self) -> None:
        self.device.stop()

    # --- the line's side ---

    def check_read(self, holding: bool, first: int, count: int) -> int:
        if inside(r.HOLDING_BLOCKS if holding else r.INPUT_BLOCKS, first, count):
            return 0
        return self.reject(r.X_ADDRESS)

    def read_words(self, holding: bool, first: int, count: int, out: bytearray, at: int) -> int:
        """Copies registers to out[at:]."""
        error = self.check_read(holding, first, count)
        if error:
            return error
        image = self._holding_view
        if not holding:
            image = self._input_view
        elif r.MIRROR <= first < r.MIRROR + r.MIRRORED:
            image = self._input_view
            first -= r.MIRROR
        out[at : at + 2 * count] = image[2 * first : 2 * (first + count)]
        return 0

    def read_bits(self, coils: bool, first: int, count: int, out: bytearray, at: int) -> int:
        """Packs coils or discrete inputs to out[at:], lowest bit first."""
        if not inside(r.COIL_BLOCKS if coils else r.DISCRETE_BLOCKS, first, count):
            return self.reject(r.X_ADDRESS)
        bits = self._coils if coils else self._discrete
        for i in range((count + 7) >> 3):
            out[at + i] = 0
        for i in range(count):
            if bits[first + i]:
                out[at + (i >> 3)] |= 1 << (i & 7)
        return 0

    def write_bits(self, first: int, count: int, data: bytes | bytearray, at: int) -> int:
        if not inside(r.COIL_BLOCKS, first, count):
            return self.reject(r.X_ADDRESS)
        bits = 0
        for i in range(count):
            if data[at + (i >> 3)] >> (i & 7) & 1:
                bits |= 1 << i
        reason = self.device.check_coils(first, count, bits)
        if reason:
            return self.reject(reason & 0xFF, (reason >> 8) - 1 if reason >> 8 else 0xFF)
        for i in range(count):
            self._coils[first + i] = bits >> i & 1
        self.device.coils_written(first, count)
        return 0

    def proposed(self, address: int) -> int:
        """The register as it will be when the write under check is applied."""
        buffer, offset, first, count = self._new
        if first <= address < first + count:
            at = offset + 2 * (address - first)
            return buffer[at] << 8 | buffer[at + 1]
        return self.holding(address)

    def write_words(self, first: int, count: int, data: bytes | bytearray, at: int) -> int:
        """Registers from data[at:]; nothing is applied unless all of it is permitted."""
        if not inside(r.HOLDING_BLOCKS, first, count):
            return self.reject(r.X_ADDRESS)
        self._new = (data, at, first, count)
        reason = self._check_ranges(first, count) or self.device.check_words(first, count)
        if reason:
            return self.reject(reason & 0xFF, (reason >> 8) - 1 if reason >> 8 else 0xFF)
        self._holding[2 * first : 2 * (first + count)] = data[at : at + 2 * count]
        self.device.words_written(first, count)
        return 0

    def _check_ranges(self, first: int, count: int) -> int:
        for address, span, low, high, _default, flags in r.HOLDING:
            start = max(first, address)
            end = min(first + count, address + span)
            if start >= end:
                continue
            if flags & r.READ_ONLY:
                return r.X_READ_ONLY
            if flags & r.SERVICE and not self._coils[r.C_SERVICE_MODE]:
                return r.X_NEEDS_SERVICE
            for at in range(start, end):
                value = self.proposed(at)
                if flags & r.SIGNED:
                    value = signed(value)
                if not low <= value <= high:
                    return r.X_RANGE
        return 0


def for_band(reason: int, band: int) -> int:
    """A reason that names a band, as check_coils and check_words return it."""
    return reason | (band + 1) << 8
