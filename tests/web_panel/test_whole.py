"""The service on the simulated board, from HTTP to firmware and back."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

import pytest

from firmware_bridge.values import PANES

LONGEST_S = 60.0


class Play:
    """The panel of a running service, with what a test needs to wait for."""

    def __init__(self, service: Any) -> None:
        self.service = service
        service.become_panel()
        self.match = ""

    def post(self, path: str, body: Any = None) -> tuple[int, Any]:
        return self.service.ask("POST", path, body or {})

    def table(self) -> dict[str, Any]:
        return self.service.ask("GET", "/api/table")[1]

    def shown(self) -> dict[str, Any]:
        return self.service.ask("GET", f"/api/matches/{self.match}")[1]

    def until(self, look: Callable[[], Any], holds: Callable[[Any], bool]) -> Any:
        deadline = time.monotonic() + LONGEST_S
        while not holds(seen := look()):
            assert time.monotonic() < deadline, seen
            time.sleep(0.02)  # polling from outside, as a page without a stream does
        return seen

    def home(self) -> None:
        self.until(self.table, lambda t: t["connected"])
        status, said = self.post("/api/table/home")
        assert status == 202, said
        self.until(self.table, lambda t: t["homed"] and not t["moving"] and t["pending"] is None)

    def begin(self, **more: Any) -> None:
        seats = [{"kind": "board", "name": "Ada"}, {"kind": "board", "name": "Ben"}]
        new = {"game": "palace", "seats": seats, "on_board": True, **more}
        status, made = self.post("/api/matches", new)
        assert status == 201, made
        self.match = made["id"]
        self.until(self.shown, lambda m: m["state"] == "playing")

    def put(self, **panes: str | None) -> None:
        assert self.post("/api/twin/panes", panes)[0] == 200

    def lit(self) -> set[str]:
        """The panes of the simulated glass whose lamps are on."""
        lamps = self.service.ask("GET", "/api/twin")[1]["world"]["lamps"]
        return {pane for pane, colour in zip(PANES, lamps) if colour != "000000"}

    def at_version(self, version: int) -> dict[str, Any]:
        return self.until(self.shown, lambda m: m["version"] == version)

    def act(self, action: str) -> tuple[int, Any]:
        version = self.shown()["version"]
        body = {"action": action, "version": version, "request_id": secrets.token_hex(8)}
        return self.post(f"/api/matches/{self.match}/actions", body)


@pytest.mark.timing
def test_an_evening_on_the_simulated_board(serve: Any) -> None:
    """Homed, set up, spheres sensed, bands by slider and handle, Stop and recovery, SIGKILL and resume; a
    bot's sphere put by hand.
    """
    play = Play(serve("--board", "twin"))
    play.home()
    play.begin()
    assert [band["level"] for band in play.table()["bands"]] == [1, 2, 3, 2, 1]

    play.put(c1="white")
    assert play.at_version(1)["last"]["action"] == "@c"
    play.put(d10="black")
    assert play.at_version(2)["last"]["action"] == "@d"

    play.put(c5="white")  # no legal action
    play.until(play.shown, lambda m: m["referee"]["state"] == "astray")
    play.put(c5=None)
    play.until(play.shown, lambda m: m["referee"]["state"] == "unchanged")

    assert play.act("B3=2")[0] == 202
    assert play.at_version(3)["view"]["levels"] == [1, 2, 2, 2, 1]
    assert play.post("/api/twin/handles/2", {"steps": -4})[0] == 200
    assert play.at_version(4)["view"]["levels"] == [1, 1, 2, 2, 1]

    assert play.act("B5=3")[0] == 202
    play.until(play.table, lambda t: t["moving"])
    assert play.post("/api/table/stop")[0] == 200
    play.until(play.shown, lambda m: m["pending"] is None and m["resume"])
    play.until(play.table, lambda t: t["stopped"] and not t["moving"])
    assert play.post("/api/table/resume")[0] == 200
    play.until(play.table, lambda t: not t["stopped"] and t["enabled"])
    status, said = play.post(f"/api/matches/{play.match}/resume")
    assert status in (200, 202), said
    play.until(play.shown, lambda m: m["state"] == "playing" and not m["resume"])
    assert play.shown()["view"]["levels"] == [1, 1, 2, 2, 1]

    before = play.shown()
    play.service.kill()
    again = Play(serve("--board", "twin"))
    again.match = play.match
    after = again.shown()
    assert (after["version"], after["view"]) == (before["version"], before["view"])
    assert after["resume_reason"] == "hosting.resume"
    again.home()
    status, said = again.post(f"/api/matches/{again.match}/resume")
    assert status == 202, said
    again.until(again.shown, lambda m: m["state"] == "playing")
    again.put(c1=None, c4="white")
    assert again.at_version(5)["last"]["action"] == "c1n"

    # A bot's sphere is put by hand: told, lit and awaited.
    again.post(f"/api/matches/{again.match}/abandon")
    again.put(c4=None, d10=None)
    again.begin(
        seats=[{"kind": "board", "name": "Ada"}, {"kind": "bot", "name": "Ben", "bot": "random"}],
        options={"bands": "locked"},
    )
    again.put(d1="white")
    shown = again.until(again.shown, lambda m: m["version"] == 2 and (m["referee"] or {}).get("errands"))
    (errand,) = shown["referee"]["errands"]
    column = shown["last"]["action"][1]
    assert errand == {"kind": "put", "pane": f"{column}10", "to": None, "colour": "black"}
    again.until(again.lit, lambda panes: panes == {errand["pane"]})
    again.put(**{errand["pane"]: "black"})
    again.until(again.shown, lambda m: m["referee"]["state"] == "unchanged")
    again.until(again.lit, lambda panes: not panes)
