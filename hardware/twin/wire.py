"""The serial line between Pi and Pico: its pace, and what may happen to bytes on the way.

Runs unchanged under MicroPython. 10 bits a byte at 115200 baud are 86.8 us; with `paced` False bytes take
no time.
"""

BYTE_NS = 86_806


class Wire:
    """Both directions. `out` collects (time, bytes) that reach the Pi; take them with arrived()."""

    def __init__(self, world, paced=True):
        self.world = world
        self.rig = None
        self.paced = paced
        self._out = []
        self._free_us = 0  # when the chip's transmitter is free again
        self._in_free_us = 0
        self._replies = 0
        self._requests = 0
        self._bytes = 0

    def _takes(self, count):
        return count * BYTE_NS // 1000 if self.paced else 0

    def from_pi(self, data):
        """Bytes that the Pi began to send now."""
        world = self.world
        if world.fault("comm-loss") is not None:
            return
        every = world.fault("request-corrupt")
        self._requests += 1
        if every and self._requests % every == 0:
            data = flipped(data, self._requests)
        data = self._lose(data)
        if not data:
            return
        done = max(self.rig.now_us, self._in_free_us) + self._takes(len(data))
        self._in_free_us = done
        self.rig.line.deliver(data, done)

    def from_chip(self, data):
        """A reply leaves the firmware now."""
        world = self.world
        if world.fault("comm-loss") is not None:
            return
        self._replies += 1
        count = self._replies
        if self._hit("reply-drop", count):
            return
        if self._hit("reply-corrupt", count):
            data = flipped(data, count)
        if self._hit("reply-function", count):
            data = sealed(bytes((data[0], 3 if data[1] != 3 else 4)) + data[2:-2])
        if self._hit("reply-short", count) and data[1] in (3, 4, 23) and data[2] > 2:
            data = sealed(data[:2] + bytes((data[2] - 2,)) + data[3:-4])
        if self._hit("reply-twice", count):
            data = data + data
        data = self._lose(data)
        delay = world.fault("reply-delay")
        start = max(self.rig.now_us + (int(delay * 1000) if delay else 0), self._free_us)
        self._free_us = start + self._takes(len(data))
        self._out.append((self._free_us, data))

    def _hit(self, fault, count):
        every = self.world.fault(fault)
        return every and count % every == 0

    def _lose(self, data):
        every = self.world.fault("byte-loss")
        if not every:
            return data
        kept = bytearray()
        for byte in data:
            self._bytes += 1
            if self._bytes % every:
                kept.append(byte)
        return bytes(kept)

    def next_us(self):
        """When the next bytes reach the Pi, None when none are on their way."""
        return self._out[0][0] if self._out else None

    def arrived(self, now_us):
        """Everything that has reached the Pi by now."""
        data = b""
        while self._out and self._out[0][0] <= now_us:
            data += self._out.pop(0)[1]
        return data


def flipped(data, which):
    """One bit of the data is wrong; which one follows the number."""
    bad = bytearray(data)
    bad[which * 7 % len(bad)] ^= 1 << which % 8
    return bytes(bad)


def crc_of_byte(crc):
    """CRC-16 of Modbus by the book, for the one byte in `crc`."""
    for _ in range(8):
        crc = crc >> 1 ^ 0xA001 if crc & 1 else crc >> 1
    return crc


CRC_TABLE = [crc_of_byte(byte) for byte in range(256)]


def crc16(data):
    """CRC-16 of Modbus: the twin's own, apart from the firmware's."""
    crc = 0xFFFF
    for byte in data:
        crc = crc >> 8 ^ CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc


def sealed(body):
    """The frame with its CRC."""
    crc = crc16(body)
    return body + bytes((crc & 0xFF, crc >> 8))
