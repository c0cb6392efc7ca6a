"""Modbus RTU slave: bytes in, bytes out. No input or output of its own, no clock.

The caller hands over what the UART received and says when the line has been silent for GAP_MS. Frames are
delimited by the length their function implies; silence only resynchronises. The registers themselves are
behind `bank` (see bank.py): each of its methods returns 0 or a Modbus exception number.
"""

import regmap as r
from bank import Bank
from micropython import const

MAX_ADU = const(256)
BROADCAST = const(0)

READ_COILS = const(1)
READ_DISCRETE = const(2)
READ_HOLDING = const(3)
READ_INPUT = const(4)
WRITE_COIL = const(5)
WRITE_REGISTER = const(6)
DIAGNOSTIC = const(8)
WRITE_COILS = const(15)
WRITE_REGISTERS = const(16)
READ_WRITE = const(23)

UNKNOWN = const(-1)  # length of a frame whose function is not known: silence ends it
SHORT = const(0)  # too few bytes yet to tell the length


def _crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        crc = byte
        for _ in range(8):
            crc = (crc >> 1) ^ 0xA001 if crc & 1 else crc >> 1
        table.append(crc)
    return tuple(table)


_CRC = _crc_table()


def crc16(data: bytes | bytearray, count: int) -> int:
    """CRC-16 of Modbus over the first `count` bytes; goes low byte first onto the wire."""
    crc = 0xFFFF
    table = _CRC
    for i in range(count):
        crc = (crc >> 8) ^ table[(crc ^ data[i]) & 0xFF]
    return crc


def frame_length(buffer: bytearray, have: int) -> int:
    """Bytes of the whole request that begins in `buffer`: SHORT, UNKNOWN or the length with its CRC."""
    if have < 2:
        return SHORT
    function = buffer[1]
    if 1 <= function <= 6 or function == DIAGNOSTIC:
        return 8
    if function == WRITE_COILS or function == WRITE_REGISTERS:
        return 9 + buffer[6] if have > 6 else SHORT
    if function == READ_WRITE:
        return 13 + buffer[10] if have > 10 else SHORT
    return UNKNOWN


class Slave:
    """One unit on the line."""

    def __init__(self, bank: Bank, unit: int = r.UNIT) -> None:
        self.bank = bank
        self.unit = unit
        self._in = bytearray(MAX_ADU)
        self._have = 0
        self._deaf = False  # until the next gap: what comes belongs to a frame that is lost
        self._out = bytearray(MAX_ADU)
        self._view = memoryview(self._out)
        self._reply = 0  # bytes of the reply to the newest frame that asks for one

    def feed(self, data: bytes | bytearray, count: int) -> memoryview | None:
        """Takes `count` received bytes; returns the reply to send, or None.

        Of several requests in one burst only the last is answered: the earlier ones were given up by the
        master, and a stale reply would be taken for the answer to the newest.
        """
        self._reply = 0
        at = 0
        while at < count and not self._deaf:
            take = min(count - at, MAX_ADU - self._have)
            self._in[self._have : self._have + take] = data[at : at + take]
            self._have += take
            at += take
            while self._take_frame():
                pass
            if self._have == MAX_ADU:
                self.bank.count(r.N_UART_OVERRUNS)
                self._lose()
        if self._reply:
            return self._view[: self._reply]
        return None

    def gap(self) -> memoryview | None:
        """The line has been silent: an unfinished frame is given up. Returns a reply to send, or None."""
        have, self._have = self._have, 0
        deaf, self._deaf = self._deaf, False
        if not have or deaf:
            return None
        if have >= 4 and frame_length(self._in, have) == UNKNOWN and self._sound(have):
            self._reply = 0
            self._frame(have)
            return self._view[: self._reply] if self._reply else None
        self.bank.count(r.N_PARTIAL_FRAMES)
        return None

    def waiting(self) -> bool:
        """True while an unfinished frame (or the rest of a lost one) waits for the gap."""
        return self._deaf or self._have > 0

    def _lose(self) -> None:
        self._have = 0
        self._deaf = True

    def _sound(self, length: int) -> bool:
        buffer = self._in
        return crc16(buffer, length - 2) == buffer[length - 2] | buffer[length - 1] << 8

    def _take_frame(self) -> bool:
        """Handles one complete frame at the buffer's start; False when there is none."""
        length = frame_length(self._in, self._have)
        if length == SHORT or length == UNKNOWN:
            return False
        if length > MAX_ADU:
            self._lose()
            return False
        if self._have < length:
            return False
        if not self._sound(length):
            self.bank.count(r.N_CRC_ERRORS)
            self._lose()
            return False
        self._frame(length)
        rest = self._have - length
        self._in[:rest] = self._in[length : self._have]
        self._have = rest
        return rest > 0

    def _frame(self, length: int) -> None:
        buffer = self._in
        unit = buffer[0]
        if unit == BROADCAST:
            self.bank.count(r.N_FRAMES)
            self._broadcast(length)
            return
        if unit != self.unit:
            self.bank.count(r.N_FOREIGN_FRAMES)
            return
        self.bank.count(r.N_FRAMES)
        out = self._out
        out[0] = unit
        out[1] = buffer[1]
        size, error = self._answer(length)
        if error:
            self.bank.count(r.N_EXCEPTIONS)
            out[1] = buffer[1] | 0x80
            out[2] = error
            size = 3
        crc = crc16(out, size)
        out[size] = crc & 0xFF
        out[size + 1] = crc >> 8
        self._reply = size + 2

    def _broadcast(self, length: int) -> None:
        """Of broadcasts only CMD = STOP is obeyed; nothing is answered."""
        buffer = self._in
        function = buffer[1]
        if function == WRITE_REGISTER and _word(buffer, 2) == r.H_CMD and _word(buffer, 4) == r.CMD_STOP:
            self.bank.stop()
        elif function == WRITE_REGISTERS and length >= 11:
            at = r.H_CMD - _word(buffer, 2)
            count = _word(buffer, 4)
            if 0 <= at < count and buffer[6] == 2 * count and _word(buffer, 7 + 2 * at) == r.CMD_STOP:
                self.bank.stop()

    def _answer(self, length: int) -> tuple[int, int]:
        """Carries the request out; (bytes of the reply without CRC, exception)."""
        buffer, out, bank = self._in, self._out, self.bank
        function = buffer[1]
        first = _word(buffer, 2)
        count = _word(buffer, 4)  # or the value, by function
        if function == READ_HOLDING or function == READ_INPUT:
            if not 1 <= count <= 125:
                return 0, bank.reject(r.X_COUNT)
            out[2] = 2 * count
            return 3 + 2 * count, bank.read_words(function == READ_HOLDING, first, count, out, 3)
        if function == WRITE_REGISTER:
            out[2:6] = buffer[2:6]
            return 6, bank.write_words(first, 1, buffer, 4)
        if function == READ_WRITE:
            to = _word(buffer, 6)
            words = _word(buffer, 8)
            if not 1 <= count <= 125 or not 1 <= words <= 121 or buffer[10] != 2 * words:
                return 0, bank.reject(r.X_COUNT)
            error = bank.check_read(True, first, count) or bank.write_words(to, words, buffer, 11)
            if error:
                return 0, error
            out[2] = 2 * count
            return 3 + 2 * count, bank.read_words(True, first, count, out, 3)
        if function == WRITE_REGISTERS:
            if not 1 <= count <= 123 or buffer[6] != 2 * count:
                return 0, bank.reject(r.X_COUNT)
            out[2:6] = buffer[2:6]
            return 6, bank.write_words(first, count, buffer, 7)
        if function == READ_COILS or function == READ_DISCRETE:
            if not 1 <= count <= 2000:
                return 0, bank.reject(r.X_COUNT)
            size = (count + 7) >> 3
            out[2] = size
            return 3 + size, bank.read_bits(function == READ_COILS, first, count, out, 3)
        if function == WRITE_COIL:
            if count != 0 and count != 0xFF00:
                return 0, bank.reject(r.X_RANGE)
            out[2:6] = buffer[2:6]
            return 6, bank.write_bits(first, 1, b"\x01" if count else b"\x00", 0)
        if function == WRITE_COILS:
            if not 1 <= count <= 1968 or buffer[6] != (count + 7) >> 3:
                return 0, bank.reject(r.X_COUNT)
            out[2:6] = buffer[2:6]
            return 6, bank.write_bits(first, count, buffer, 7)
        if function == DIAGNOSTIC and first == 0:
            out[2:6] = buffer[2:6]
            return 6, 0
        return 0, bank.reject(r.X_FUNCTION)


def _word(buffer: bytearray, at: int) -> int:
    return buffer[at] << 8 | buffer[at + 1]
