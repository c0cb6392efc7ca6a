"""Which action was played? Decided from what the panes show, never from what was intended.

``decide`` is a pure function; ``Referee`` adds time (settling) and memory (the trail of touched panes).
The referee knows no game: for each legal action it is told the occupancy after it and the panes it touches
(``firmware_bridge.palace.candidates`` does so for Palace).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from firmware_bridge.values import Colour, Pane, Report, Snapshot


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal action in the referee's terms."""

    action: str
    panes: Mapping[str, Colour]
    """The spheres on the board after it."""
    path: tuple[str, ...] = ()
    """Panes its mover rests on or passes, from its own pane on; empty for a sphere placed from the reserve."""


def decide(
    position: Mapping[str, Colour],
    candidates: Sequence[Candidate],
    panes: Mapping[str, Pane],
    trail: Sequence[str] = (),
    untrusted: Collection[str] = (),
    *,
    version: int = 0,
) -> Report:
    """What the panes say about ``position`` at this moment, without regard to time."""
    raise NotImplementedError


class Referee:
    """Watches one match on the board. Not thread-safe: use it from one thread.

    ::

        referee = Referee(on_report=reports.put)
        referee.watch(position, candidates, version=match.version)
        referee.update(board_snapshot)      # at each "snapshot" event
        referee.tick()                      # at least whenever ``due()`` has passed
    """

    def __init__(
        self,
        on_report: Callable[[Report], None],
        *,
        settle_s: float = 0.6,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        raise NotImplementedError

    def watch(
        self,
        position: Mapping[str, Colour],
        candidates: Sequence[Candidate],
        *,
        version: int,
        setup: bool = False,
    ) -> None:
        """Judges against this position from now on.

        ``setup``: the match has not begun; nothing is recognised until the panes have once equalled the
        position (report "unchanged"). Without candidates (another's turn, match over, a band pending) nothing
        is recognised either, but differences are still named.
        """
        raise NotImplementedError

    def unwatch(self) -> None:
        """No match is on the board: no more reports."""
        raise NotImplementedError

    def update(self, snapshot: Snapshot) -> None:
        """Takes new panes in; may report at once."""
        raise NotImplementedError

    def tick(self) -> None:
        """Lets time pass: reports what has settled meanwhile."""
        raise NotImplementedError

    def due(self) -> float | None:
        """Seconds until ``tick`` has something to say (0 when overdue); None when nothing is waiting."""
        raise NotImplementedError

    @property
    def report(self) -> Report | None:
        """The last report made."""
        raise NotImplementedError
