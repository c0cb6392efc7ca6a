"""Which action was played? Decided from what the panes show, never from what was intended.

``decide`` is a pure function of position, legal actions, panes and trail; ``Referee`` adds time (settling)
and memory (the trail of touched panes). The referee knows no game: for each legal action it is told the
occupancy after it and the panes it touches (``firmware_bridge.palace.candidates`` does so for Palace).

Sensors suggest, never imprison. A pane nobody trusts, a faulty one and an uncertain one agree with anything;
panes equal to the position read "unchanged" whatever went before; and a report changes nothing by itself.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from firmware_bridge.values import PANES, Colour, Notice, Pane, Report, Snapshot

Spheres = Mapping[str, Colour]
Placed = tuple[tuple[str, Colour | None], ...]
AT_ONCE = frozenset({"unchanged", "setup", "in_hand"})
"""Report states that need no settling."""
LARGEST_ACTION = 3
"""Panes the largest action of any game here changes (a carom: mover's pane, the shoved one's, the next)."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal action in the referee's terms."""

    action: str
    panes: Spheres
    """The spheres on the board after it."""
    touched: tuple[str, ...] = ()
    """Panes a sphere leaves or comes to, also where one of the same colour takes its place."""
    path: tuple[str, ...] = ()
    """Panes the mover passes on its way."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How the panes differ from the spheres that should lie there. A wrong colour is both."""

    missing: Placed
    extra: Placed

    @property
    def panes(self) -> frozenset[str]:
        return frozenset(p for p, _ in self.missing + self.extra)


def judged(panes: Mapping[str, Pane], untrusted: Collection[str] = ()) -> dict[str, Colour | None]:
    """The panes worth listening to: pane to colour of the sphere sensed on it, None where it is empty."""
    return {
        name: pane.colour
        for name, pane in panes.items()
        if pane.trusted
        and name not in untrusted
        and (pane.state == "empty" or (pane.state == "full" and pane.colour is not None))
    }


def difference(spheres: Spheres, seen: Mapping[str, Colour | None]) -> Difference:
    """What ``seen`` lacks of ``spheres`` and what it has too many, in the order a1 b1 .. h10."""
    wrong = [p for p in PANES if p in seen and seen[p] != spheres.get(p)]
    return Difference(
        missing=tuple((p, spheres[p]) for p in wrong if p in spheres),
        extra=tuple((p, seen[p]) for p in wrong if seen[p] is not None),
    )


def _agrees(spheres: Spheres, seen: Mapping[str, Colour | None]) -> bool:
    return all(spheres.get(p) == colour for p, colour in seen.items())


def _changed(position: Spheres, candidate: Candidate) -> set[str]:
    after = candidate.panes
    return {p for p in position.keys() | after.keys() if position.get(p) != after.get(p)}


def explaining(
    position: Spheres,
    candidates: Iterable[Candidate],
    seen: Mapping[str, Colour | None],
    trail: Sequence[str] = (),
) -> list[Candidate]:
    """The candidates that fit what is seen, the trail having chosen between those of equal occupancy.

    An action none of whose changes can be seen is never among them. Of several, those remain of which the
    fewest exchanged spheres went unnoticed, and then those which leave the fewest touched panes unexplained.
    Where all of these lead to the same spheres, the mover is taken to have gone the way on which the fewest
    panes should have noticed it and did not: over the near edge rather than the far one.
    """
    fitting = [
        c for c in candidates if not _changed(position, c).isdisjoint(seen.keys()) and _agrees(c.panes, seen)
    ]
    if len(fitting) < 2:
        return fitting
    touched = set(trail)

    def doubt(c: Candidate) -> tuple[int, int]:
        changed = _changed(position, c)
        exchanged = {p for p in c.touched if p not in changed and p in seen}
        return len(exchanged - touched), len(touched - changed - set(c.touched) - set(c.path))

    left = _least(fitting, doubt)
    if all(c.panes == left[0].panes for c in left):
        left = _least(left, lambda c: len(set(c.path) - touched))
    return left


def _least(options: list[Candidate], doubt: Callable[[Candidate], Any]) -> list[Candidate]:
    doubts = [doubt(c) for c in options]
    return [c for c, d in zip(options, doubts) if d == min(doubts)]


def arrives(position: Spheres, candidate: Candidate, seen: Mapping[str, Colour | None]) -> bool:
    """Whether a sphere is seen where ``candidate`` brings one.

    Where none is (a sphere fell, or came to a pane nobody trusts), the panes look just as if the mover were
    still in somebody's hand, and only time tells.
    """
    after = candidate.panes
    return any(p in after and seen.get(p) == after[p] for p in _changed(position, candidate))


def misplaced(position: Spheres, seen: Mapping[str, Colour | None]) -> Notice | None:
    """Whether the board lies turned, or its sensor bands are plugged in another order.

    Says nothing with fewer than two spheres (too little to tell), nor when the position looks the same so.
    """
    if len(position) < 2:
        return None
    turned = {PANES[79 - PANES.index(p)]: c for p, c in position.items()}
    if turned != position and _agrees(turned, seen):
        return Notice("referee.turned")
    for order in itertools.permutations(range(5)):
        moved = {PANES[16 * order[n // 16] + n % 16]: position[PANES[n]] for n in _numbers(position)}
        if moved != position and _agrees(moved, seen):
            swapped = [str(band + 1) for band in range(5) if order[band] != band]
            return Notice("referee.bands_swapped", {"bands": ", ".join(swapped)})
    return None


def _numbers(position: Spheres) -> list[int]:
    return [PANES.index(p) for p in position]


def decide(
    position: Spheres,
    candidates: Sequence[Candidate],
    panes: Mapping[str, Pane],
    trail: Sequence[str] = (),
    untrusted: Collection[str] = (),
    *,
    version: int = 0,
    setup: bool = False,
) -> Report:
    """What the panes say at this moment, without regard to time.

    ``trail``: panes whose state changed since they last equalled the position, in order. ``untrusted``: panes
    to ignore besides those marked so themselves. ``setup``: the match has not begun, so nothing is played.
    """
    seen = judged(panes, untrusted)
    wrong = difference(position, seen)
    if not wrong.panes:
        return Report("unchanged", version)
    parts = Report("astray", version, missing=wrong.missing, extra=wrong.extra)
    if setup:
        if notice := misplaced(position, seen):
            return replace(parts, state="calibration", message=notice)
        return replace(parts, state="setup", message=_where("referee.setup", wrong))
    found = explaining(position, candidates, seen, trail)
    if len(found) == 1:
        return Report("recognised", version, action=found[0].action)
    if found:
        return Report(
            "ambiguous",
            version,
            actions=tuple(c.action for c in found),
            message=Notice("referee.ambiguous", {"actions": ", ".join(c.action for c in found)}),
        )
    largest = max([LARGEST_ACTION, *(len(_changed(position, c)) for c in candidates)])
    if len(wrong.panes) > largest:
        notice = misplaced(position, seen) or _where("referee.calibration", wrong)
        return replace(parts, state="calibration", message=notice)
    if not wrong.extra:
        return Report("in_hand", version, in_hand=wrong.missing, message=_where("referee.in_hand", wrong))
    return replace(parts, message=_where("referee.astray", wrong))


def _where(code: str, wrong: Difference) -> Notice:
    if not wrong.extra and code == "referee.astray":
        code = "referee.astray_missing"
    elif not wrong.missing and code == "referee.astray":
        code = "referee.astray_extra"
    return Notice(
        code,
        {
            "missing": ", ".join(p for p, _ in wrong.missing),
            "extra": ", ".join(p for p, _ in wrong.extra),
            "number": len(wrong.panes),
        },
    )


class Referee:
    """Watches one match on the board. Not thread-safe: use it from one thread.

    ::

        referee = Referee(on_report=reports.put)
        referee.watch(position, candidates, version=match.version)
        referee.update(board_snapshot)      # at each "snapshot" event
        referee.tick()                      # at least whenever ``due()`` has passed

    An action shows as "provisional" at once and is "recognised" when nothing has changed for ``settle_s``.
    Where a sphere has only vanished it may still be in a hand: that takes ``vanish_s``. Differences that are
    no action are "in_hand" until they have stood for ``settle_s``, then named. While bands move or the board
    is away nothing is judged.
    """

    def __init__(
        self,
        on_report: Callable[[Report], None],
        *,
        settle_s: float = 0.6,
        vanish_s: float = 3.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.settle_s = settle_s
        self.vanish_s = max(vanish_s, settle_s)
        self._on_report = on_report
        self._clock = clock
        self._watching = False
        self._position: Spheres = {}
        self._candidates: tuple[Candidate, ...] = ()
        self._version = 0
        self._setup = False
        self._panes: Mapping[str, Pane] = {}
        self._held = True  # nothing was read yet
        self._seen: dict[str, Colour | None] = {}
        self._known: dict[str, Colour | None] = {}  # the last thing each pane said clearly
        self._trail: list[str] = []
        self._since = clock()
        self._report: Report | None = None

    @property
    def report(self) -> Report | None:
        """The last report made."""
        return self._report

    def watch(
        self,
        position: Spheres,
        candidates: Iterable[Candidate],
        *,
        version: int,
        setup: bool = False,
    ) -> None:
        """Judges against this position from now on.

        ``setup``: the panes do not show the position yet (a match begins, is resumed, or an action came from
        elsewhere and is now carried out by hand); nothing is recognised until they have once equalled it
        (report "unchanged"). Without candidates (match over, a band pending) nothing is recognised either,
        but differences are still named.
        """
        position, candidates = dict(position), tuple(candidates)
        same = self._watching and version == self._version and position == self._position
        if same and candidates == self._candidates and not setup:
            return
        self._watching = True
        self._position, self._candidates = position, candidates
        self._version, self._setup = version, setup
        self._trail.clear()
        self._since = self._clock()
        self._judge()

    def unwatch(self) -> None:
        """No match is on the board: no more reports."""
        self._watching = False
        self._report = None

    def update(self, snapshot: Snapshot) -> None:
        """Takes new panes in; may report at once."""
        pending = snapshot.pending is not None and snapshot.pending.stage == "moving"
        held = not snapshot.connected or snapshot.moving or pending
        if held:
            self._held = True
            return
        self._panes = {p.pane: p for p in snapshot.panes}
        seen = judged(self._panes)
        touched = [p for p, colour in seen.items() if p in self._known and self._known[p] != colour]
        self._known.update(seen)
        if touched or self._held or seen.keys() != self._seen.keys():
            self._since = self._clock()
        self._seen, self._held = seen, False
        self._trail.extend(touched)
        self._judge()

    def tick(self) -> None:
        """Lets time pass: reports what has settled meanwhile."""
        self._judge()

    def due(self) -> float | None:
        """Seconds until ``tick`` may have something to say (0 when overdue); None when nothing is waiting."""
        if not self._watching or self._held:
            return None
        now = self._decide()
        if now == self._report or now.state in AT_ONCE:
            return None
        stood = self._clock() - self._since
        return next((limit - stood for limit in (self.settle_s, self._wait(now)) if stood < limit), 0.0)

    def _decide(self) -> Report:
        return decide(
            self._position,
            self._candidates,
            self._panes,
            self._trail,
            version=self._version,
            setup=self._setup,
        )

    def _wait(self, now: Report) -> float:
        """Seconds the panes must stand still before ``now`` counts."""
        meant = [c for c in self._candidates if c.action == now.action or c.action in now.actions]
        if meant and not all(arrives(self._position, c, self._seen) for c in meant):
            return self.vanish_s
        return self.settle_s

    def _unsettled(self, now: Report) -> Report:
        """What may be said of ``now`` before it has settled."""
        wrong = difference(self._position, self._seen)
        if self._setup:
            message = _where("referee.setup", wrong)
            return Report("setup", now.version, missing=wrong.missing, extra=wrong.extra, message=message)
        lifted = Report(
            "in_hand", now.version, in_hand=wrong.missing, message=_where("referee.in_hand", wrong)
        )
        if now.state not in ("recognised", "ambiguous"):
            return lifted
        vanished = self._wait(now) > self.settle_s
        if vanished and self._clock() - self._since < self.settle_s:
            return lifted
        return Report(
            "provisional",
            now.version,
            action=now.action,
            actions=now.actions,
            in_hand=wrong.missing if vanished else (),
            message=_where("referee.vanished", wrong) if vanished else None,
        )

    def _judge(self) -> None:
        if not self._watching or self._held:
            return
        now = self._decide()
        if now.state == "unchanged":
            self._setup = False  # begun, or carried out: from here on actions count
            self._trail.clear()
        elif now.state not in AT_ONCE and self._clock() - self._since < self._wait(now):
            now = self._unsettled(now)
        if now != self._report:
            self._report = now
            self._on_report(now)
