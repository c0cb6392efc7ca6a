"""The values in which the board speaks to the storey above: snapshots, pane states, referee reports.

Frozen, hashable where it helps, without I/O. Bands are 1-5 and panes a1-h10 here; the wire's numbers
(0-4, 0-79) stay inside ``link`` and ``board``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Colour: TypeAlias = Literal["white", "black"]
PaneClass: TypeAlias = Literal["empty", "full", "uncertain", "fault"]
BandPhase: TypeAlias = Literal["unhomed", "idle", "moving", "homing", "fault", "stopping", "inhibited"]
BAND_PHASES: tuple[BandPhase, ...] = (
    "unhomed",
    "idle",
    "moving",
    "homing",
    "fault",
    "stopping",
    "inhibited",
)  # by the firmware's number
FILES = "abcdefgh"
PANES: tuple[str, ...] = tuple(f"{f}{rank}" for rank in range(1, 11) for f in FILES)
"""All pane names in the wire's order: a1 b1 .. h1 a2 .. h10; ``PANES[n]`` is pane n of the wire."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell people: ``says`` and ``do`` are looked up by ``code`` in the texts of this storey."""

    code: str
    params: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "params": dict(self.params)}


@dataclass(frozen=True, slots=True)
class Band:
    band: int
    level: int
    """1-3, or 0 between levels or unknown."""
    target: int
    position_mm: float
    state: BandPhase
    fault: int
    """Number in the fault table; 0 is none."""


@dataclass(frozen=True, slots=True)
class Pane:
    pane: str
    state: PaneClass
    colour: Colour | None
    trusted: bool = True


@dataclass(frozen=True, slots=True)
class Pending:
    """A band movement that was asked for and is not yet confirmed by the firmware."""

    id: str
    targets: dict[int, int]
    """Band (1-5) to level."""
    stage: Literal["warning", "moving"]
    kind: Literal["move", "home"] = "move"


@dataclass(frozen=True, slots=True)
class MotionResult:
    """How a ``Pending`` ended: ``ok`` only when the firmware has confirmed every level.

    ``notice`` is None when ok, otherwise why not (stopped, cancelled, a band's fault, the link lost).
    """

    id: str
    targets: dict[int, int]
    ok: bool
    notice: Notice | None
    kind: Literal["move", "home"] = "move"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole board at one moment. ``seq`` rises with every change; ``at`` is the clock of the reading."""

    connected: bool
    simulated: bool
    homed: bool
    moving: bool
    stopped: bool
    """A Stop was pressed and nobody has resumed."""
    enabled: bool
    estop: bool
    """True: the emergency stop's chain is open (pressed, or a wire is off)."""
    bands: tuple[Band, ...]
    panes: tuple[Pane, ...]
    pending: Pending | None
    seq: int
    at: float
    faults: tuple[Notice, ...]

    @property
    def levels(self) -> tuple[int, ...]:
        return tuple(b.level for b in self.bands)


@dataclass(frozen=True, slots=True)
class Report:
    """What the referee makes of the panes, for one version of the match on the board.

    ``state``:
      setup        the match has not begun: the panes do not yet equal its position
      unchanged    the panes equal the position
      in_hand      spheres lifted, nothing more to say yet
      provisional  reads as ``action``, waiting to settle
      recognised   ``action`` was played and has settled
      ambiguous    one of ``actions`` was played; people choose
      astray       no legal action explains the panes: ``missing`` must be filled, ``extra`` emptied
      calibration  the difference is larger than any action, or the board is turned: not a move
    ``missing``, ``extra`` and ``in_hand`` pair a pane with the colour of the sphere concerned (None unknown).
    """

    state: Literal[
        "setup", "unchanged", "in_hand", "provisional", "recognised", "ambiguous", "astray", "calibration"
    ]
    version: int
    action: str | None = None
    actions: tuple[str, ...] = ()
    missing: tuple[tuple[str, Colour | None], ...] = ()
    extra: tuple[tuple[str, Colour | None], ...] = ()
    in_hand: tuple[tuple[str, Colour | None], ...] = ()
    message: Notice | None = None
