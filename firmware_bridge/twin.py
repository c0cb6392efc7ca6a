"""The simulated board as a process of its own: started, spoken to and ended from here."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal


class TwinProcess:
    """A twin this service has started (``start``), or one that runs already (``attach``).

    ``port`` is what Board opens; ``control`` the path of the twin's own socket. ``request`` is thread-safe.
    """

    port: str
    control: str

    @classmethod
    def start(
        cls,
        data_dir: Path | None = None,
        *,
        engine: Literal["cpython", "micropython"] = "cpython",
        fast: bool = False,
        deadline_s: float = 10.0,
    ) -> TwinProcess:
        """Starts ``python -m hardware.twin``; raises TwinError when it has not named its port in time."""
        raise NotImplementedError

    def request(self, message: dict[str, Any], timeout_s: float = 2.0) -> dict[str, Any]:
        """One request on the control socket, e.g. {"do": "world"}; raises TwinError with its reason."""
        raise NotImplementedError

    @property
    def alive(self) -> bool:
        raise NotImplementedError

    def close(self) -> None:
        """Ends a twin that was started here; one that was attached to runs on."""
        raise NotImplementedError


def attach(socket_path: str) -> TwinProcess:
    """A handle on a running twin's control socket (``port`` is empty: it is given with ``--board``)."""
    raise NotImplementedError
