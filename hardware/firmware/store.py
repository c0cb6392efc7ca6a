"""Configuration and start counter in flash: two slots each, the older one is written, CRC over all.

`flash.read(name)` gives the bytes of a slot or None, `flash.write(name, data)` replaces them. Power may go
at any byte of a write: the other slot is still there.
"""

import regmap as r
from bank import Bank

from micropython import const
from modbus_rtu import crc16
from refusals import check_heights

FORMAT = const(1)
HEAD = const(4)  # format, payload length / 2, sequence (two bytes)


class Slots:
    """One record, kept twice under the names `name`-a and `name`-b."""

    def __init__(self, flash: "Flash", name: str) -> None:
        self._flash = flash
        self._names = (name + "-a", name + "-b")
        self._sequence = 0
        self._newest = 1
        self.absent = True  # neither slot has ever been written

    def load(self) -> bytes | None:
        """The newest sound payload, or None."""
        best = None
        for which in range(2):
            data = self._flash.read(self._names[which])
            if data is None:
                continue
            self.absent = False
            if not sound(data):
                continue
            sequence = data[2] << 8 | data[3]
            if best is None or (sequence - self._sequence) & 0xFFFF < 0x8000:
                best = data[HEAD:-2]
                self._sequence = sequence
                self._newest = which
        return best

    def save(self, payload: bytes | bytearray) -> bool:
        """Writes the older slot and reads it back; True when it took."""
        self._sequence = (self._sequence + 1) & 0xFFFF
        data = bytearray((FORMAT, len(payload) // 2 & 0xFF, self._sequence >> 8, self._sequence & 0xFF))
        data.extend(payload)
        crc = crc16(data, len(data))
        data.extend(bytes((crc & 0xFF, crc >> 8)))
        which = 1 - self._newest
        self._flash.write(self._names[which], bytes(data))
        if self._flash.read(self._names[which]) != bytes(data):
            return False
        self._newest = which
        self.absent = False
        return True


def sound(data: bytes | bytearray) -> bool:
    """Whether a slot's bytes are whole."""
    count = len(data) - 2
    return (
        count >= HEAD
        and data[0] == FORMAT
        and data[1] == (count - HEAD) // 2 & 0xFF
        and crc16(data, count) == data[count] | data[count + 1] << 8
    )


class Store:
    """What outlives the power: configuration, start counter, and whether a restart was asked for."""

    def __init__(self, flash: "Flash", cause: int) -> None:
        """`cause`: what the chip says, r.RESET_POWER or r.RESET_WATCHDOG. Counts this start."""
        self._config = Slots(flash, "config")
        self._starts = Slots(flash, "starts")
        record = self._starts.load()
        self.boots = 1
        self.cause = cause
        if record is not None and len(record) == 4:
            self.boots = (record[0] << 8 | record[1]) + 1 & 0xFFFF
            if record[3]:
                self.cause = r.RESET_COMMANDED
        self._note(0)

    def commanded(self) -> None:
        """The restart that follows was asked for."""
        self._note(1)

    def _note(self, asked: int) -> None:
        self._starts.save(bytes((self.boots >> 8, self.boots & 0xFF, 0, asked)))

    def load(self, bank: Bank) -> bool:
        """Puts the stored configuration into the bank. False when there is one but it is not sound."""
        payload = self._config.load()
        if payload is None:
            return self._config.absent
        if len(payload) != 2 * stored_count():
            return False
        at = 0
        for address, count, low, high, _default, flags in r.HOLDING:
            if not flags & r.STORED:
                continue
            for register in range(address, address + count):
                value = payload[at] << 8 | payload[at + 1]
                at += 2
                number = value - 0x10000 if flags & r.SIGNED and value & 0x8000 else value
                if not low <= number <= high:
                    bank.defaults(True)
                    return False
                bank.set_holding(register, value)
        if check_heights(bank.holding):
            bank.defaults(True)
            return False
        return True

    def save(self, bank: Bank) -> bool:
        """Writes the configuration; True when the flash took it."""
        payload = bytearray()
        for address, count, _low, _high, _default, flags in r.HOLDING:
            if flags & r.STORED:
                for register in range(address, address + count):
                    value = bank.holding(register)
                    payload.append(value >> 8)
                    payload.append(value & 0xFF)
        return self._config.save(payload)


def stored_count() -> int:
    """Registers in the stored configuration."""
    return sum(count for _address, count, _low, _high, _default, flags in r.HOLDING if flags & r.STORED)


class Flash:
    """The slots as files of the Pico's own file system."""

    def read(self, name: str) -> bytes | None:
        try:
            with open(name + ".bin", "rb") as file:
                return file.read()
        except OSError:
            return None

    def write(self, name: str, data: bytes) -> None:
        try:
            with open(name + ".bin", "wb") as file:
                file.write(data)
        except OSError:
            pass  # read() tells: what is not there was not taken
