"""From a word on the command line to a board, its console and (if simulated) its twin."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from firmware_bridge.board import Board
from firmware_bridge.console import Console
from firmware_bridge.twin import TwinProcess, attach


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """What ``open_board`` made; ``close`` ends all of it in the right order."""

    board: Board
    console: Console | None
    twin: TwinProcess | None

    def close(self) -> None:
        """Stops a movement, frees port and pins, ends the twin if it was started here."""
        self.board.close()
        if self.console is not None:
            self.console.close()
        if self.twin is not None:
            self.twin.close()


def open_board(
    board: str = "twin",
    *,
    data_dir: Path | None = None,
    twin_socket: str | None = None,
    engine: Literal["cpython", "micropython"] = "cpython",
    warning_s: float = 1.0,
    untrusted: Iterable[str] = (),
    hold_to_run: bool = False,
    pins: Literal["mock", "lgpio", "none"] | None = None,
    on_turn: Callable[[int, int], None] | None = None,
    on_button: Callable[[int], None] | None = None,
    on_twin: Callable[[str | None], None] = lambda reason: None,
) -> OpenBoard:
    """Opens ``board``: "twin" starts a simulated one, anything else is a serial port.

    ``twin_socket`` marks the port as one of a running twin. ``pins``: mock on a twin, lgpio on a Pi by
    default; "none" for a board without a console. The board is not started: subscribe first, then
    ``board.start()``. A twin started here is started again when it ends; ``on_twin`` is told why, and None
    when it is back. Raises TwinError or ConsoleUnavailable; a missing port is no error, it may come later.
    """
    twin = _twin(board, data_dir, twin_socket, engine, on_twin)
    made = Board(
        twin.port if twin is not None and twin.port else board,
        simulated=twin is not None,
        warning_s=warning_s,
        untrusted=untrusted,
        hold_to_run=hold_to_run,
    )
    chosen = pins or ("mock" if twin is not None else "lgpio")
    try:
        if chosen != "none":
            made.console = Console(
                pins=chosen,
                on_turn=on_turn,
                on_estop=made.sense_estop,
                on_button=on_button,
                on_held=made.hold if hold_to_run else None,
                buttons=on_button is not None,
            )
    except BaseException:
        made.close()
        if twin is not None:
            twin.close()
        raise
    return OpenBoard(made, made.console if isinstance(made.console, Console) else None, twin)


def _twin(
    board: str,
    data_dir: Path | None,
    twin_socket: str | None,
    engine: Literal["cpython", "micropython"],
    on_change: Callable[[str | None], None],
) -> TwinProcess | None:
    if board == "twin":
        return TwinProcess.start(data_dir, engine=engine, keep=True, on_change=on_change)
    return attach(twin_socket) if twin_socket is not None else None
