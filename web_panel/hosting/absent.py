"""The board that is not there: what hosting talks to when the service runs without one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NoReturn

from firmware_bridge.errors import BoardRefusal
from firmware_bridge.values import PANES, Band, Notice, Pane, Pending, Snapshot

NONE = Notice("table.none")


class AbsentBoard:
    """Has the face of ``Board``: always away, refuses every movement, never fails a Stop."""

    link_state: Literal["none"] = "none"

    def __init__(self) -> None:
        self._untrusted: set[str] = set()

    def snapshot(self) -> Snapshot:
        return Snapshot(
            connected=False,
            simulated=False,
            homed=False,
            moving=False,
            stopped=False,
            enabled=False,
            estop=False,
            bands=tuple(Band(n, 0, 0, 0.0, "unhomed", 0) for n in range(1, 6)),
            panes=tuple(Pane(name, "uncertain", None, name not in self._untrusted) for name in PANES),
            pending=None,
            seq=0,
            at=time.monotonic(),
            faults=(NONE,),
        )

    def age_ms(self) -> int | None:
        return None

    def start(self) -> None: ...

    def close(self) -> None: ...

    def stop(self) -> None: ...

    def subscribe(self, listener: Callable[[str, Any], None]) -> Callable[[], None]:
        listener("snapshot", self.snapshot())
        return lambda: None

    def _refuse(self) -> NoReturn:
        raise BoardRefusal.of(NONE)

    def move(self, targets: Mapping[int, int]) -> Pending:
        self._refuse()

    def home(self, bands: Iterable[int] | None = None) -> Pending:
        self._refuse()

    def cancel(self) -> bool:
        return False

    def resume(self) -> None:
        self._refuse()

    def clear(self) -> None:
        self._refuse()

    def lamps_test(self) -> None:
        self._refuse()

    def light(self, panes: Mapping[str, str]) -> None: ...

    def trust(self, pane: str, trusted: bool) -> None:
        (self._untrusted.discard if trusted else self._untrusted.add)(pane)

    def raw(self) -> dict[str, Any]:
        return {}
