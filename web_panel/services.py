"""What the routes work with: made once by ``server``, found by each request through ``current()``."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from flask import current_app, g

from web_panel.callers import Caller
from web_panel.hosting.house import House
from web_panel.hub import Hub
from web_panel.security import Hosts, Limiter, Pin, StartCode
from web_panel.selftests import Wizard
from web_panel.settings import Settings, write_private
from web_panel.store import Store

if TYPE_CHECKING:
    from firmware_bridge.console import Console
    from firmware_bridge.twin import TwinProcess

KEY = "palace_table"


@dataclass
class Services:
    """The parts of one running table. ``board`` is a Board or an AbsentBoard."""

    house: House
    hub: Hub
    board: Any
    store: Store
    settings: Settings
    data: Path
    port: int
    lan: bool = False
    address: str = "127.0.0.1"
    """Where the service can be reached from this machine."""
    console: Console | None = None
    twin: TwinProcess | None = None
    hosts: Hosts = field(default_factory=Hosts)
    limiter: Limiter = field(default_factory=Limiter)
    start: StartCode = field(default_factory=StartCode)
    opened: Any = None
    """The board with its console and twin as one thing, for the hardware test; None without a board."""
    pin: Pin = field(init=False)
    wizard: Wizard = field(init=False)
    asset_version: str = ""

    def __post_init__(self) -> None:
        self.pin = Pin(self.settings)
        self.wizard = Wizard(self.opened, self.house, self.hub, self.data)

    @property
    def grants(self) -> Any:
        return self.house.grants

    @property
    def panel_url(self) -> str:
        return f"http://{self.address}:{self.port}/start?code={self.start.code}"

    def end_admissions(self, *, but: frozenset[str] = frozenset()) -> None:
        """Ends the keys of all panels and builders, those with the digests ``but`` excepted."""
        self.grants.drop(lambda key, grant: grant.role in ("panel", "builder") and key not in but)
        self.hub.wake()

    def write_panel_url(self) -> None:
        """Leaves the start address where only the service's own user can read it, for the kiosk's start."""
        write_private(self.data / "panel-url", self.panel_url + "\n")


def current() -> Services:
    return cast(Services, current_app.extensions[KEY])


def caller() -> Caller:
    """Whoever makes the present request; set by the gate."""
    return cast(Caller, g.caller)
