"""The table's main job from end to end: a whole match of Palace, played on the (simulated) board by hand.

Real Chromium, real service, real firmware in its twin, bytes over a pseudo-terminal. Two windows: the panel's
page of the match, and the twin's page where a hand takes the spheres. Nothing of the match is
entered on the panel but two band movements; every other action is read from the glass.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.rest import settled

SECOND = 1000
SETTLED = 10 * SECOND
TRAVELLED = 30 * SECOND
HOMED = 90 * SECOND  # band after band, as spheres are aboard
LOW = 3 * 800  # steps

# Turn by turn: what the hands do on the glass, and the action it is. A hand is (from, to): a pane, a side's
# stock, or None for off the board. "!" before the match of a band says who asks for it.
OPENING = [
    ([("white", "g1")], "@g"),
    ([("black", "c10")], "@c"),
    ([("g1", None)], "g1s"),  # White's own fall, over the nearest edge
    ([("c10", "c9")], "c10s"),
    ([("white", "f1")], "@f"),
    ([("c9", "c8")], "c9s"),  # a hop
    ([("f1", None)], "f1s"),
    ([("c8", "c7")], "c8s"),
    ([("white", "c1")], "@c"),
    ([("c7", "c6")], "c7s"),
    ([("c1", "c2")], "c1n"),
]
DROP = [([("c6", "c7")], "c6n")]  # from level 3 to level 1: it stays where it lands
BETWEEN = [([("white", "e1")], "@e")]
SMASH = [
    ([("c7", "c6")], "c7s"),
    ([("e1", None)], "e1s"),
    ([("c2", None), ("c6", "c2")], "c6s"),  # over two steps down, onto White's sphere
]
CAROM = [
    ([("black", "a10")], "@a"),
    ([("white", "b1")], "@b"),
    ([("black", "b10")], "@b"),
    ([("d1", "e1"), ("b1", "d1")], "b1e"),
    ([("black", "d10")], "@d"),
    ([("white", "a1")], "@a"),
    ([("black", "e10")], "@e"),
    ([("a1", "c1")], "a1e"),  # stops before a sphere that is backed
]
LAST = [([("c1", None), ("c2", "c1")], "c2s")]  # the shove over the rim that breaks White


class Evening:
    """The two pages, and what people do on them."""

    def __init__(self, service: Any, open_page: Any) -> None:
        self.service = service
        self.opener = open_page
        self.panel = open_page("/new", "panel", motion="no-preference")
        self.twin = open_page("/twin", "panel")  # in a window of its own: a hidden page draws once a second
        self.match = ""
        self.moves = 0

    def begin(self) -> None:
        """Homes the bands by holding, makes a match on the board, waits until the bands stand."""
        home = self.service.url + "/"
        self.panel.goto(home)
        button = self.panel.locator("#glance .hold")
        button.hover()
        self.panel.mouse.down()
        expect(self.panel.locator("#table-pill")).to_contain_text("bands moving", timeout=SETTLED)
        self.panel.mouse.up()
        expect(self.panel.locator("#table-pill")).to_contain_text("ready", timeout=TRAVELLED)
        self.panel.goto(home + "new?game=palace")
        expect(self.panel.locator("#where-board")).to_be_checked()
        self.panel.locator("#create").click()
        self.panel.wait_for_url("**/match/*")
        self.match = self.panel.url.rpartition("/")[2]
        self.is_playing(0)

    def is_playing(self, seat: int) -> None:
        """It is that seat's turn on the page, and nothing stands in the way."""
        expect(self.panel.locator("#side")).to_have_attribute("data-mode", "log", timeout=TRAVELLED)
        expect(self.panel.locator("#table-pill")).to_contain_text("ready", timeout=TRAVELLED)
        expect(self.panel.locator("#match")).to_have_attribute("data-state", "playing", timeout=TRAVELLED)
        name = ("White", "Black")[seat]
        expect(self.panel.locator(".player[data-active]")).to_contain_text(name, timeout=TRAVELLED)

    # -- hands on the glass

    def _middle(self, place: str | None) -> tuple[float, float]:
        if place is None:
            box = self.twin.locator("#stage").bounding_box()
            return box["x"] + box["width"] - 3, box["y"] + 3
        on_glass = f'[data-pane="{place}"]'
        box = self.twin.locator(
            f'[data-colour="{place}"]' if place in ("white", "black") else on_glass
        ).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def hand(self, start: str, end: str | None) -> None:
        """One sphere from ``start`` to ``end`` with a finger."""
        mouse = settled(self.twin, "[data-pane]").mouse
        x, y = self._middle(start)
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + 6, y - 14)
        mouse.move(*self._middle(end), steps=3)
        mouse.up()
        self.twin.wait_for_timeout(90)  # the click that ends a drag is not a tap

    def play(self, turns: list[Any]) -> None:
        """Plays turns on the glass; each is read, written and shown before the next."""
        for hands, action in turns:
            for start, end in hands:
                self.hand(start, end)
            self.has_played(action)
            expect(self.panel.locator("#strip[data-level=warning], #strip[data-level=error]")).to_have_count(
                0
            )

    def has_played(self, action: str, timeout: int = SETTLED) -> None:
        """One more line in the move list, and it is ``action``."""
        self.moves += 1
        lines = self.panel.locator("#log li")
        expect(lines.nth(self.moves - 1)).to_have_text(re.compile(re.escape(action)), timeout=timeout)
        expect(lines).to_have_count(self.moves)

    # -- bands

    def slide(self, band: int, level: int) -> None:
        """The level control: the handle of ``band`` is dragged to ``level`` and the request confirmed."""
        box = self.panel.locator(f'[data-band="{band}"]').bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"]
        heights = {3: y + 12, 2: y + box["height"] / 2, 1: y + box["height"] - 12}
        now = int(self.panel.locator(f'[data-band="{band}"]').get_attribute("aria-valuenow"))
        self.panel.mouse.move(x, heights[now])
        self.panel.mouse.down()
        self.panel.mouse.move(x, heights[level], steps=4)
        self.panel.mouse.up()
        expect(self.panel.locator("#confirm-text")).to_contain_text(f"Band {band}")
        self.panel.locator("#confirm").click()

    def turn_handle(self, band: int, up: bool) -> None:
        self.twin.get_by_label(f"Turn the handle of band {band} {'up' if up else 'down'}").click()

    def holds(self, button: Any) -> None:
        """Holds a button as long as it asks for."""
        button.hover()
        self.panel.mouse.down()
        expect(button).not_to_be_attached(timeout=TRAVELLED)
        self.panel.mouse.up()


def twin_of(data: Path) -> Path:
    """The simulated board's process, as its folder under ``/proc``, which goes when it does."""
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        words = line.read_bytes().split(b"\0")
        if b"hardware.twin" in words and str(data).encode() in words:
            return line.parent
    raise AssertionError("no simulated board runs")


def turned_down(saved: Path) -> None:
    """No band of the saved board stands higher than 3 mm."""
    state = json.loads(saved.read_text(encoding="utf-8"))
    state["world"]["heights"] = [min(height, LOW) for height in state["world"]["heights"]]
    saved.write_text(json.dumps(state), encoding="utf-8")


@pytest.fixture
def evening(own_service: Any, open_own: Any) -> Evening:
    own_service.post("/api/settings", {"settle_s": 0.2})
    return Evening(own_service, open_own)


def test_a_match_played_by_hand_from_the_first_sphere_to_the_last(evening: Evening, wait_until: Any) -> None:
    """Placing, hopping, dropping, carom, smash, own fall, shove over the rim; bands by handle and by panel; a
    sphere put wrong and put right; Stop in the middle of a travel; the service killed and started again."""
    panel, service = evening.panel, evening.service
    evening.begin()
    evening.play(OPENING)

    # Black lowers band 4 with its gold handle and drops down two levels.
    evening.turn_handle(4, up=False)
    evening.has_played("B4=1", TRAVELLED)
    evening.play(DROP + BETWEEN)

    # Black raises it again on the panel; Stop is pressed while it travels.
    evening.slide(4, 2)
    wait_until(lambda: service.table()["bands"][3]["position_mm"] > 3.0, "band 4 is on its way")
    panel.locator("#stop").dispatch_event("pointerdown", {"isPrimary": True, "button": 0, "bubbles": True})
    expect(panel.locator("#stop")).to_have_attribute("data-state", "stopped", timeout=SETTLED)
    table = service.table()
    assert table["stopped"]
    assert not table["moving"]
    assert 2.5 < table["bands"][3]["position_mm"] < 21.5, "stopped on its way"
    evening.holds(panel.locator("#resume"))
    expect(panel.locator("#stop")).to_have_attribute("data-state", "ready", timeout=SETTLED)
    assert service.get(f"/api/matches/{evening.match}")["moves"][-1]["action"] == "@e", (
        "no move was made of it"
    )
    panel.locator("[data-focus=resume]").click(timeout=SETTLED)
    evening.is_playing(1)
    evening.slide(4, 2)
    evening.has_played("B4=2", TRAVELLED)
    evening.play(SMASH)

    # A sphere is put where it may not be: the panel names the pane, and is right again once it is taken off.
    evening.hand("white", "e5")
    expect(panel.locator("#strip")).to_contain_text("e5", timeout=SETTLED)
    expect(panel.locator("#strip")).to_have_attribute("data-level", "warning")
    assert len(service.get(f"/api/matches/{evening.match}")["moves"]) == 18
    evening.hand("e5", None)
    expect(panel.locator("#strip")).not_to_contain_text("e5", timeout=SETTLED)
    evening.play([([("white", "d1")], "@d")])

    # The power goes, and somebody turns the bands down. The page comes back by itself; nothing is lost.
    before = service.get(f"/api/matches/{evening.match}")
    twin = twin_of(service.data)
    service.kill()
    wait_until(lambda: not twin.exists(), "the simulated board has lost its power too")
    turned_down(service.data / "twin-world.json")
    service.start()
    expect(panel.locator("[data-focus=home]")).to_be_visible(timeout=TRAVELLED)
    evening.holds(panel.locator("[data-focus=home]"))
    panel.locator("[data-focus=resume]").click(timeout=HOMED)
    evening.is_playing(1)
    after = service.get(f"/api/matches/{evening.match}")
    assert after["moves"] == before["moves"]
    assert after["view"] == before["view"]

    evening.play(CAROM + LAST)
    expect(panel.locator("#side")).to_contain_text("Black wins", timeout=SETTLED)
    outcome = service.get(f"/api/matches/{evening.match}")["outcome"]
    assert (outcome["winners"], outcome["reason"]) == ([1], "broken")
    evening.opener.forgive("net::ERR_")  # what a console says of a service that was killed
