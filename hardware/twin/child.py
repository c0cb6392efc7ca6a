"""The station in a MicroPython process: frames on stdin and stdout, paced by the wall clock.

A frame is one letter, a length of four hexadecimal digits, and that many bytes:
    to the child    U bytes from the Pi    C a control request (JSON)    B the beginning: settings (JSON)
                    G the end: the state is asked for
    from the child  U bytes for the Pi     C the answer                  S state worth saving (JSON)
Run as: micropython child.py FOLDER_OF_THE_PROJECT
"""

import sys

ROOT = sys.argv[1]
FIRMWARE = ROOT + "/hardware/firmware"
sys.path[:] = [ROOT + "/hardware/twin/shims", FIRMWARE, ROOT, ".frozen"]

import json  # noqa: E402
import select  # noqa: E402

import utime  # noqa: E402  (the real clock: `time` is the twin's)

from hardware.twin.fresh import load_main  # noqa: E402
from hardware.twin.pacer import Pacer  # noqa: E402
from hardware.twin.station import Station  # noqa: E402

SAVE_US = 500_000


class Frames:
    """Frames out of a stream that never blocks."""

    def __init__(self, stream):
        self._stream = stream
        self._have = b""

    def read(self):
        """Takes what has come; False at the end of the stream."""
        data = self._stream.read(4096)
        if data == b"":
            return False
        if data:
            self._have += data
        return True

    def next(self):
        """(letter, bytes) of the next whole frame, or None."""
        if len(self._have) < 5:
            return None
        end = 5 + int(self._have[1:5], 16)
        if len(self._have) < end:
            return None
        letter, data = self._have[:1], self._have[5:end]
        self._have = self._have[end:]
        return letter, data


def write(letter, data):
    sys.stdout.buffer.write(b"%s%04x" % (letter, len(data)))
    sys.stdout.buffer.write(data)


def serve():
    frames = Frames(sys.stdin.buffer)
    poller = select.poll()
    poller.register(sys.stdin, select.POLLIN)
    station = pacer = None
    saved = None
    next_save = 0
    while True:
        wait_us = 1_000_000
        if pacer:
            data, wait_us = pacer.run()
            if data:
                write(b"U", data)
            now = station.rig.now_us
            if now >= next_save:
                next_save = now + SAVE_US
                mark = station.mark()
                if mark != saved:
                    saved = mark
                    write(b"S", json.dumps(station.state()).encode())
        if wait_us < 1000:
            utime.sleep_us(wait_us)
        if not poller.poll(wait_us // 1000):
            continue
        if not frames.read():
            return
        while True:
            frame = frames.next()
            if frame is None:
                break
            letter, data = frame
            if letter == b"U":
                pacer.from_pi(data)
            elif letter == b"C":
                write(b"C", json.dumps(station.request(json.loads(data))).encode())
            elif letter == b"G":
                write(b"C", json.dumps(station.state()).encode())
            elif letter == b"B":
                settings = json.loads(data)
                station = Station(load_main, settings["seed"], settings["paced"], 0, settings["state"])
                pacer = Pacer(station, wall_us)
                write(b"C", b"{}")


def wall_us():
    return utime.time_ns() // 1000


if __name__ == "__main__":
    serve()
