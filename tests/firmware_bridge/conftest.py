"""Fixtures of the bridge's tests: the small board, what a board or a link told, a table of values."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from firmware_bridge import regmap as reg
from firmware_bridge.board import Board
from firmware_bridge.exchange import Reading
from firmware_bridge.line import Line
from firmware_bridge.link import Link
from firmware_bridge.palace import candidates, occupancy
from firmware_bridge.referee import Referee
from firmware_bridge.values import PANES, Pane, Report, Snapshot
from rules.palace import Position
from tests.firmware_bridge.fake_board import FakeBoard, Refusal, framed


class Events:
    """What a board told its listener, to be waited for."""

    def __init__(self) -> None:
        self.all: list[tuple[str, object]] = []
        self._news = threading.Condition()

    def __call__(self, kind: str, value: object) -> None:
        with self._news:
            self.all.append((kind, value))
            self._news.notify_all()

    def forget(self) -> None:
        """From here on only what is still to come counts."""
        with self._news:
            self.all.clear()

    def of(self, kind: str) -> list:
        with self._news:
            return [value for k, value in self.all if k == kind]

    def wait(self, kind: str, test: Callable = lambda value: True, limit_s: float = 5.0):
        """The first event of ``kind`` that passes ``test``, also one that came before."""
        end = time.monotonic() + limit_s
        with self._news:
            while True:
                for k, value in self.all:
                    if k == kind and test(value):
                        return value
                left = end - time.monotonic()
                assert left > 0, f"no such {kind} within {limit_s} s; came: {self.all[-5:]}"
                self._news.wait(left)


class Readings:
    """What a link told, to be waited for."""

    def __init__(self) -> None:
        self.all: list[Reading] = []
        self.states: list[tuple[str, object]] = []
        self._news = threading.Condition()

    def reading(self, reading: Reading) -> None:
        with self._news:
            self.all.append(reading)
            self._news.notify_all()

    def state(self, state: str, error: object) -> None:
        with self._news:
            self.states.append((state, error))
            self._news.notify_all()

    def until(self, test: Callable[[], bool], limit_s: float = 5.0) -> None:
        with self._news:
            assert self._news.wait_for(test, limit_s), f"not within {limit_s} s; states {self.states}"

    def found(self) -> None:
        self.until(lambda: any(state == "found" for state, _ in self.states))


@pytest.fixture
def fake() -> Iterator[FakeBoard]:
    board = FakeBoard()
    yield board
    board.close()


@pytest.fixture
def readings() -> Readings:
    return Readings()


@pytest.fixture
def link(fake, readings, tmp_path) -> Iterator[Link]:
    """A started link to the fake board, found already."""
    made = Link(fake.port, on_reading=readings.reading, on_state=readings.state, lock_folder=tmp_path)
    made.start()
    readings.found()
    yield made
    made.close()


@pytest.fixture
def events() -> Events:
    return Events()


@pytest.fixture
def board(fake, events) -> Iterator[Board]:
    """A started board on the fake one, found already; warnings last 0.1 s."""
    made = Board(fake.port, simulated=True, warning_s=0.1)
    made.subscribe(events)
    made.start()
    events.wait("snapshot", lambda s: s.connected)
    yield made
    made.close()


@pytest.fixture
def homed(board, events) -> Board:
    """The same, homed."""
    board.home()
    events.wait("motion", lambda result: result.ok)
    events.wait("snapshot", lambda s: s.homed and s.pending is None)
    events.forget()
    return board


class Table:
    """Spheres moved by hand before a referee, on a clock that only moves when told to.

    Every change is one snapshot; ``wait`` lets time pass as the panel's loop would.
    """

    def __init__(self, **settings) -> None:
        self.now = 100.0
        self.reports: list[Report] = []
        self.referee = Referee(self.reports.append, clock=lambda: self.now, **settings)
        self.spheres: dict[str, str] = {}
        self.odd: dict[str, Pane] = {}
        """Panes that show something else than the sphere on them."""
        self.moving = self.away = False

    def snapshot(self) -> Snapshot:
        def pane(name: str) -> Pane:
            if name in self.odd:
                return self.odd[name]
            colour = self.spheres.get(name)
            return Pane(name, "full" if colour else "empty", colour)

        return Snapshot(
            connected=not self.away,
            simulated=True,
            homed=True,
            moving=self.moving,
            stopped=False,
            enabled=True,
            estop=False,
            bands=(),
            panes=tuple(pane(name) for name in PANES),
            pending=None,
            seq=0,
            at=self.now,
            faults=(),
        )

    def begin(self, position: Position, version: int = 0, **settings) -> None:
        """The match stands at ``position`` and the spheres lie so."""
        self.spheres = dict(occupancy(position))
        self.see()
        self.watch(position, version, **settings)

    def watch(self, position: Position, version: int = 0, **settings) -> None:
        self.referee.watch(occupancy(position), candidates(position), version=version, **settings)

    def see(self) -> Report | None:
        self.referee.update(self.snapshot())
        return self.last

    def put(self, **spheres: str | None) -> Report | None:
        """Sets down ("white", "black") or lifts (None) spheres, one after another."""
        for pane, colour in spheres.items():
            self.spheres.pop(pane, None)
            if colour:
                self.spheres[pane] = colour
            self.see()
        return self.last

    def wait(self, seconds: float) -> Report | None:
        end = self.now + seconds
        while (due := self.referee.due()) is not None and self.now + due <= end:
            self.now += due + 1e-6
            self.referee.tick()
        self.now = max(self.now, end)
        self.referee.tick()
        return self.last

    @property
    def last(self) -> Report | None:
        return self.reports[-1] if self.reports else None

    def states(self) -> list[str]:
        return [report.state for report in self.reports]


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def make_table() -> type[Table]:
    return Table


class ScriptedLine(Line):
    """A line without a port: ``answer`` gives the bytes that come back, all at once or never."""

    def __init__(self, answer: Callable[[bytes], bytes]) -> None:
        super().__init__("nowhere")
        self.answer = answer
        self.sent: list[bytes] = []
        self._back = b""

    def connect(self) -> bool:
        return True

    def send(self, request: bytes, addr: object = None) -> int:
        self.gate()
        self.sent.append(request)
        self.received = 0
        self._back = self.answer(request)
        return len(request)

    def recv(self, size: int | None) -> bytes:
        back, self._back = self._back, b""
        self.received += len(back)
        return back

    def quieten(self, silence_s: float = 0.05, limit_s: float = 0.25) -> None:
        self._back = b""


@pytest.fixture
def scripted(fake) -> Iterator[Callable[[Callable[[bytes, int], bytes]], ScriptedLine]]:
    """Makes a line that the fake board answers directly; ``mangle(reply, number)`` may spoil each reply."""
    lines = []

    def make(mangle: Callable[[bytes, int], bytes]) -> ScriptedLine:
        def answer(request: bytes) -> bytes:
            try:
                payload = fake._handle(request[1:-2])
            except Refusal as refusal:
                fake.input[reg.IN.LAST_REJECT] = refusal.word
                payload = bytes((request[1] | 0x80, refusal.exception))
            return mangle(framed(bytes((reg.UNIT,)) + payload), len(line.sent))

        line = ScriptedLine(answer)
        lines.append(line)
        return line

    yield make
    for line in lines:
        line.dispose()
