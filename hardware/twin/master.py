"""A Modbus master in virtual time, and a host that behaves like the bridge: heartbeat with every poll.

For tests and scenarios; runs unchanged under MicroPython. Shares no code with the firmware's slave.
"""

from hardware.twin.wire import crc16, sealed

ANSWER_US = 150_000
POLL_US = 40_000


class NoAnswer(Exception):
    """No reply within the time, or one that is no reply to the request."""


class Refused(Exception):
    """A Modbus exception; args[0] is its number."""


def words(values):
    data = bytearray()
    for value in values:
        data.append(value >> 8 & 0xFF)
        data.append(value & 0xFF)
    return bytes(data)


def signed(word):
    return word - 0x10000 if word & 0x8000 else word


class Master:
    """Requests to one station; time runs while it waits."""

    def __init__(self, station, unit=1):
        self.station = station
        self.unit = unit

    @property
    def now_us(self):
        return self.station.rig.now_us

    def raw(self, data, wait_us=ANSWER_US):
        """Sends bytes; whatever comes back until the answer is complete or the time is over."""
        station = self.station
        station.wire.from_pi(data)
        end = station.rig.now_us + wait_us
        got = b""
        while station.rig.now_us < end:
            due = min(end, station.next_us())
            station.run_until(max(due, station.rig.now_us + 1))
            got += station.wire.arrived(station.rig.now_us)
            if len(got) >= 5 and len(got) >= reply_length(got):
                break
        return got

    def ask(self, function, body, unit=None):
        """One request; the reply's bytes behind the function code. Broadcasts are not answered."""
        unit = self.unit if unit is None else unit
        frame = sealed(bytes((unit, function)) + body)
        if not unit:
            self.station.wire.from_pi(frame)
            return b""
        reply = self.raw(frame)
        if len(reply) < 5 or crc16(reply[:-2]) != reply[-2] | reply[-1] << 8:
            raise NoAnswer(reply)
        if reply[0] != unit or reply[1] & 0x7F != function:
            raise NoAnswer(reply)
        if reply[1] & 0x80:
            raise Refused(reply[2])
        return reply[2:-2]

    def read(self, first, count, function=4):
        """Registers: function 4 input, 3 holding."""
        data = self.ask(function, words((first, count)))
        return [data[1 + 2 * i] << 8 | data[2 + 2 * i] for i in range(count)]

    def bits(self, first, count, function=2):
        """Bits: function 2 discrete inputs, 1 coils."""
        data = self.ask(function, words((first, count)))
        return [data[1 + (i >> 3)] >> (i & 7) & 1 for i in range(count)]

    def write(self, first, values):
        """One register by function 6, several by function 16."""
        if len(values) == 1:
            self.ask(6, words((first, values[0])))
        else:
            self.ask(16, words((first, len(values))) + bytes((2 * len(values),)) + words(values))

    def coil(self, address, on):
        self.ask(5, words((address, 0xFF00 if on else 0)))

    def exchange(self, first, count, to, values):
        """Function 23: writes, then reads."""
        head = words((first, count, to, len(values))) + bytes((2 * len(values),))
        data = self.ask(23, head + words(values))
        return [data[1 + 2 * i] << 8 | data[2 + 2 * i] for i in range(count)]


def reply_length(data):
    """Length of the reply that begins here."""
    function = data[1]
    if function & 0x80:
        return 5
    if function in (1, 2, 3, 4, 23):
        return 5 + data[2]
    return 8


class Host(Master):
    """Polls every 40 ms with a fresh token while `beating`; `image` holds input 0-79 as last read.

    `watch(host)` is called after every poll.
    """

    def __init__(self, station, watch=None):
        Master.__init__(self, station)
        self.beating = True
        self.held = False
        self.polling = True
        self.image = [0] * 80
        self._token = 0
        self._next_us = self.now_us
        self._watch = watch
        self._sequence = 0

    def poll(self):
        """One exchange: heartbeat out, the mirror of input 0-79 back."""
        if self.beating:
            self._token = (self._token + 1) & 0x7FFF
        word = self._token | (0x8000 if self.held else 0)
        try:
            self.image = self.exchange(200, 80, 0, [word])
        except NoAnswer:
            self.station.run_until(self.now_us + 50_000)
        if self._watch:
            self._watch(self)

    def run_until(self, time_us):
        """Time goes by, with its polls."""
        while self.now_us < time_us:
            if not self.polling:
                self.station.run_until(time_us)
            elif self._next_us <= self.now_us:
                self._next_us = self.now_us + POLL_US
                self.poll()
            else:
                self.station.run_until(min(time_us, self._next_us))

    def run_ms(self, ms):
        self.run_until(self.now_us + int(ms * 1000))

    def command(self, command, mask=0, arg=0):
        """Gives a command with a fresh CMD_SEQ; returns that."""
        self._sequence += 1
        self.write(2, [command, mask, arg & 0xFFFF, self._sequence])
        return self._sequence

    def band(self, band):
        """Fields of a band's block (0-4) from the last poll: state, fault, level, target, position ..."""
        block = self.image[20 + 8 * band : 28 + 8 * band]
        return {
            "state": block[0] & 0xFF,
            "fault": block[0] >> 8,
            "level": block[1],
            "target": block[2],
            "position": signed(block[3]),
            "speed": signed(block[4]),
            "moves": block[5],
            "stalls": block[6],
            "fault_position": signed(block[7]),
        }

    def pane_class(self, pane):
        return self.image[60 + (pane >> 2)] >> ((pane & 3) << 2) & 15
