"""From a word on the command line to a board, its console and (if simulated) its twin."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from firmware_bridge.board import Board
from firmware_bridge.console import Console
from firmware_bridge.twin import TwinProcess


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """What ``open_board`` made; ``close`` ends all of it in the right order."""

    board: Board
    console: Console | None
    twin: TwinProcess | None

    def close(self) -> None:
        raise NotImplementedError


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
) -> OpenBoard:
    """Opens ``board``: "twin" starts a simulated one, anything else is a serial port.

    ``twin_socket`` marks the port as one of a running twin. ``pins``: mock on a twin, lgpio on a Pi by
    default; "none" for a board without a console. The board is not started: subscribe first, then
    ``board.start()``. Raises TwinError or ConsoleUnavailable; a missing port is no error, it may come later.
    """
    raise NotImplementedError
