"""Dangerous acts are held for a second; lifting or sliding off before that does nothing."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.rest import halted, settled

HOLDING = "document.getElementById('home').hasAttribute('data-holding')"


@pytest.fixture
def finger(table: Any, open_page: Any, wait_until: Any) -> Any:
    """The Board page, whose clock stands, under a finger on Home already; ``(page, touch, sent)``."""
    page = open_page("/board", touch=True, clock=True)
    page.locator("#home:enabled").wait_for()
    sent: list[str] = []

    def take(route: Any) -> None:
        sent.append(route.request.url)
        route.fulfill(status=202, json={"pending": 1})

    page.route("**/api/table/home", take)
    box = halted(settled(page)).locator("#home").bounding_box()
    session = page.context.new_cdp_session(page)

    def touch(kind: str, down: float = 0.0) -> None:
        spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + 4 + down}
        points = [] if kind == "touchEnd" else [spot]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart")
    wait_until(lambda: page.evaluate(HOLDING), "the ring fills")
    return page, touch, sent


def test_a_finger_that_slides_off_calls_it_off(finger: Any) -> None:
    """Just beside the button, too near to be a swipe, the ring is empty again; coming back does nothing."""
    page, touch, sent = finger
    touch("touchMove", -6)
    touch("touchMove", -12)
    expect(page.locator("#home[data-holding]")).to_have_count(0)
    touch("touchMove")
    page.clock.run_for(1200)
    touch("touchEnd")
    assert sent == []


def test_a_finger_that_trembles_still_holds(finger: Any) -> None:
    """Moving a little on the button is no sliding off: after a second the act is sent, once."""
    page, touch, sent = finger
    with page.expect_response("**/api/table/home"):
        touch("touchMove", 4)
        page.clock.run_for(1100)
    expect(page.locator("#home[data-holding]")).to_have_count(0)
    touch("touchEnd")
    page.clock.run_for(1200)
    assert len(sent) == 1
