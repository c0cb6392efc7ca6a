"""The service: everything is made here, served by waitress, and ended in the right order.

The process's one main thread runs waitress's loop; requests and streams run on its worker threads, matches
on the house's thread, the board on its own.
"""

from __future__ import annotations

import contextlib
import fcntl
import ipaddress
import logging
import os
import signal
import socket
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import IO, Any

from web_panel import newpin
from web_panel.doors import PLACES
from web_panel.settings import Settings
from web_panel.systemd import keep_watch, notify

log = logging.getLogger("palace")
STREAMS = 40
SPARE = 4
"""For Stop, and to send away whoever finds no place."""
CONNECTIONS = 800
"""Far more than threads: idle connections must not keep a Stop from being accepted."""
CROWDED = CONNECTIONS - 100
"""From so many connections on, a new one ends an idle one: whoever opens hundreds keeps no Stop out."""
THREADS = STREAMS + PLACES + SPARE
TCP_USER_TIMEOUT_MS = 10_000
"""A phone that has left the Wi-Fi without a word is gone after about this long."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line says. ``board`` is "twin", a port, or None for no board at all."""

    board: str | None
    data: Path
    twin: str | None = None
    host: str | None = None
    port: int = 8080
    lan: bool = False

    @property
    def address(self) -> str:
        return self.host or ("0.0.0.0" if self.lan else "127.0.0.1")

    @property
    def reached_at(self) -> str:
        """The address to be opened on this machine: the loopback wherever the service listens there."""
        with contextlib.suppress(ValueError):
            if ipaddress.ip_address(self.address).is_unspecified:
                return "127.0.0.1"
        return self.address

    @property
    def open_to_lan(self) -> bool:
        try:
            return not ipaddress.ip_address(self.address).is_loopback
        except ValueError:
            return self.address != "localhost"


class CannotStart(Exception):
    """The service cannot start; the text says why, who is in the way, and what to do."""


# -- nobody else may hold the data folder or the port


def lock_data(folder: Path) -> IO[str]:
    """Holds the data folder for this process, as long as the returned file is open. Raises CannotStart."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / "lock").open("a+", encoding="utf-8")
    except OSError as error:
        raise CannotStart(
            f"The data folder {folder} cannot be used: {error.strerror}. Choose another with --data."
        ) from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.seek(0)
        holder = file.read().strip() or "another process"
        file.close()
        raise CannotStart(
            f"The data folder {folder} is held by {holder}.\n"
            "End that service first, or choose another folder with --data."
        ) from None
    return file


def sign_lock(file: IO[str], url: str) -> None:
    """Writes into the lock who holds it, for whoever comes second."""
    file.truncate(0)
    file.write(f"process {os.getpid()} (palace serve, {url})\n")
    file.flush()


def listen(address: str, port: int) -> socket.socket:
    """A listening socket. Raises CannotStart with the name of whoever has the port."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, "TCP_USER_TIMEOUT", 18), TCP_USER_TIMEOUT_MS)
        sock.bind((address, port))
        sock.listen(128)  # now, not later: until then a second service could bind the same port
    except OSError as error:
        sock.close()
        holder = port_holder(port)
        raise CannotStart(
            f"Port {port} on {address} cannot be opened: {error.strerror}"
            + (f"; it is held by {holder}" if holder else "")
            + ".\nEnd that program first, or choose another port with --port."
        ) from None
    return sock


def port_holder(port: int) -> str | None:
    """The process that listens on ``port``, as far as this user may see it."""
    inodes = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with contextlib.suppress(OSError):
            for line in Path(table).read_text(encoding="ascii").splitlines()[1:]:
                parts = line.split()
                if parts[3] == "0A" and int(parts[1].rpartition(":")[2], 16) == port:
                    inodes.add(f"socket:[{parts[9]}]")
    for folder in Path("/proc").glob("[0-9]*/fd"):
        with contextlib.suppress(OSError):
            if any(os.readlink(link) in inodes for link in folder.iterdir()):
                pid = folder.parent.name
                words = (folder.parent / "cmdline").read_bytes().split(b"\0")
                return f"process {pid} ({b' '.join(words)[:80].decode(errors='replace').strip()})"
    return None


# -- making everything


def open_table(options: Options, settings: Settings, handles: Handles) -> Any:
    """The board, its console and its twin; None without a board. Raises CannotStart."""
    if options.board is None:
        return None
    from firmware_bridge.errors import BridgeError
    from firmware_bridge.opening import open_board

    try:
        return open_board(
            options.board,
            data_dir=options.data,
            twin_socket=options.twin,
            warning_s=float(settings["warning_s"]),
            untrusted=settings["untrusted"],
            hold_to_run=bool(settings["hold_to_run"]),
            on_turn=handles.turned,
            on_button=handles.pressed if settings["buttons"] else None,
            on_twin=handles.twin,
        )
    except BridgeError as error:
        raise CannotStart(str(error)) from error


def open_meanwhile(options: Options, settings: Settings, handles: Handles) -> Any:
    """Like ``open_table``; while the twin starts, the web part is read in."""
    with ThreadPoolExecutor(1) as pool:
        opening = pool.submit(open_table, options, settings, handles)
        import_module("web_panel.app")
        import_module("waitress")
        return opening.result()


class Handles:
    """Passes what happens at console and twin to the house, which is made after the board."""

    house: Any = None

    def turned(self, band: int, step: int) -> None:
        if self.house is not None:
            self.house.handle_later(band, step)

    def pressed(self, seat: int) -> None:
        if self.house is not None:
            self.house.button_later(seat)

    def twin(self, reason: str | None) -> None:
        """The simulated board has ended, or is back (None)."""
        from firmware_bridge.twin import ENDED

        if self.house is not None:
            self.house.trouble("twin", reason and ENDED, reason=reason)


@contextlib.contextmanager
def services(options: Options) -> Iterator[Any]:
    """Opens store, board and house; yields the Services; closes them in the reverse order."""
    from web_panel.hosting.absent import AbsentBoard
    from web_panel.hosting.house import House
    from web_panel.hub import Hub
    from web_panel.security import Hosts
    from web_panel.services import Services
    from web_panel.store import Store, StoreShut, StoreTooNew

    try:
        settings = Settings(options.data)
        store = Store(options.data)
    except StoreTooNew as error:
        raise CannotStart(str(error)) from error
    except (StoreShut, OSError) as error:
        raise CannotStart(
            f"{error}.\nSee that the folder is this user's own and that the disk has room, "
            "or choose another with --data."
        ) from error
    with contextlib.ExitStack() as stack:
        stack.callback(store.close)
        handles = Handles()
        table = open_meanwhile(options, settings, handles)
        if table is not None:
            stack.callback(table.close)
        board = table.board if table is not None else AbsentBoard()
        console = table.console if table is not None else None
        hub = Hub(streams=STREAMS)
        house = House(store=store, hub=hub, board=board, console=console, settings=settings)
        house.start()
        for part in (store, settings):
            if part.damaged is not None:
                house.trouble(part.path.name, "store.damaged", kept=part.damaged.name)
        handles.house = house
        stack.callback(house.close)
        made = Services(
            house=house,
            hub=hub,
            board=board,
            store=store,
            settings=settings,
            data=options.data,
            port=options.port,
            lan=options.open_to_lan,
            address=options.reached_at,
            console=console,
            twin=table.twin if table is not None else None,
            hosts=Hosts(tuple(settings["names"])),
            opened=table,
        )
        board.start()
        yield made


def serve(options: Options) -> int:
    """Runs the service until SIGTERM or SIGINT; returns the exit status."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # until it can be heeded: see newpin
    with contextlib.ExitStack() as stack:
        lock = stack.enter_context(lock_data(options.data))
        sock = stack.enter_context(listen(options.address, options.port))
        if options.port == 0:
            options = Options(**{**_fields(options), "port": sock.getsockname()[1]})
        sign_lock(lock, f"http://{options.reached_at}:{options.port}/")
        made = stack.enter_context(services(options))
        return _run(made, sock)


def _fields(options: Options) -> dict[str, Any]:
    return {name: getattr(options, name) for name in options.__slots__}


def _run(made: Any, sock: socket.socket) -> int:
    import waitress

    from web_panel.app import create_app

    app = create_app(made)
    server = waitress.create_server(
        app,
        sockets=[sock],
        threads=THREADS,
        connection_limit=CONNECTIONS,
        asyncore_use_poll=True,  # select() cannot watch that many
        channel_timeout=30,  # a connection on which nothing is asked or sent; streams are at work
        cleanup_interval=5,
        channel_request_lookahead=1,  # without it a closed stream is not noticed
        outbuf_high_watermark=65_536,  # 16 MB a frozen client otherwise
        max_request_body_size=128 * 1024,  # above the application's own limit, so that it can answer
        ident=None,
        clear_untrusted_proxy_headers=True,
    )
    keep_places(server)
    ending = Ending(made)
    signal.signal(signal.SIGTERM, ending.begin)
    signal.signal(signal.SIGINT, ending.begin)
    signal.signal(signal.SIGALRM, ending.poll)
    signal.signal(signal.SIGHUP, lambda *_: made.house.actor.post(newpin.take, made))
    made.write_panel_url()
    made.house.actor.post(keep_watch, made.house.actor)
    notify("READY=1")
    print(f"ready {made.panel_url}", flush=True)
    try:
        server.run()
    except SystemExit as ended:
        log.info("ended with %s", ended.code)
    return 0


def keep_places(server: Any, crowded: int = CROWDED) -> None:
    """Lets ``server`` make room, while it is crowded, for every connection that it accepts."""
    accept = server.accept

    def accepted() -> Any:
        found = accept()
        if found is not None and len(server.active_channels) >= crowded:
            make_room(list(server.active_channels.values()))
        return found

    server.accept = accepted


def make_room(channels: Sequence[Any]) -> None:
    """Ends the oldest connection on which nothing is being answered, of the address that has the most."""
    idle = [channel for channel in channels if not channel.requests and not channel.will_close]
    if idle:
        crowd = Counter(channel.addr[0] for channel in channels)
        ending = min(idle, key=lambda channel: (-crowd[channel.addr[0]], channel.creation_time))
        ending.will_close = True


class Ending:
    """SIGTERM and SIGINT: motors first, then the streams' last word, then the loop ends.

    The loop must go on for a moment so that ``bye`` reaches the pages; a timer signal looks whether they have
    all gone, at most half a second long.
    """

    LONGEST_S = 0.5
    STEP_S = 0.02

    def __init__(self, made: Any) -> None:
        self._made = made
        self._until: float | None = None

    def begin(self, _number: int, _frame: FrameType | None) -> None:
        if self._until is not None:
            raise SystemExit(0)
        self._until = time.monotonic() + self.LONGEST_S
        notify("STOPPING=1")
        self._made.board.stop()
        self._made.hub.close("shutdown")
        signal.setitimer(signal.ITIMER_REAL, self.STEP_S)

    def poll(self, _number: int, _frame: FrameType | None) -> None:
        assert self._until is not None
        if self._made.hub.streams == 0 or time.monotonic() >= self._until:
            raise SystemExit(0)
        signal.setitimer(signal.ITIMER_REAL, self.STEP_S)


def main(options: Options) -> int:
    """``palace serve``: runs the service, or says on stderr why it cannot start (exit status 2)."""
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    try:
        return serve(options)
    except CannotStart as error:
        print(f"palace: {error}", file=sys.stderr)
        return 2
