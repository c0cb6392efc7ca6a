"""The hardware test on the Board page: chosen, started by holding, asked and answered, reported."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.rest import resized

SCREENS = ("panel", "kiosk", "phone")
SHELL = """
const src = document.querySelector('script[src*="js/pages/"]').src;
const { client } = await import(src.slice(0, src.indexOf("js/") + 3) + "shell.js");
"""
RESULTS = [
    {"step": "link", "verdict": "passed", "seconds": 1.2, "notice": None},
    {
        "step": "handles",
        "verdict": "skipped",
        "seconds": 0.1,
        "notice": {"code": "test.skip.console", "params": {}},
    },
]


def tell(page: Any, state: dict[str, Any]) -> None:
    """Shows the page a state of the test as the stream would."""
    page.evaluate(f"async (state) => {{ {SHELL} client.emit('selftest', state); }}", state)


def test_a_run_from_choosing_to_the_report(table: Any, open_page: Any) -> None:
    """Chosen steps alone are run; the table of results and the report are there; Stop is never covered."""
    page = open_page("/board", "phone")
    page.get_by_role("button", name="Test the board").click()
    page.get_by_role("button", name="Nothing").click()
    start = page.locator("#test-start")
    expect(start).to_be_disabled()
    for size in SCREENS:
        expect(resized(page, size).locator("#stop")).to_be_in_viewport(ratio=1)
        start.scroll_into_view_if_needed()
        expect(start).to_be_in_viewport(ratio=1)
    page.locator("label[for=test-link]").click()
    start.scroll_into_view_if_needed()
    start.hover()
    page.mouse.down()
    page.locator('#wizard:not([data-phase="choosing"])').wait_for()
    page.mouse.up()
    # A machine under load may well fail the link's times: that too is a verdict.
    expect(page.locator(".test-verdict")).to_contain_text(re.compile("passed|failed"), timeout=60_000)
    rows = page.locator(".test-table tbody tr")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Link and identity")
    with page.expect_download() as report:
        page.get_by_role("link", name="Report").click()
    assert report.value.suggested_filename == "hardware-test.html"
    for size in SCREENS:
        expect(resized(page, size).locator("#stop")).to_be_in_viewport(ratio=1)
        expect(page.locator(".test-table")).to_be_visible()
    page.get_by_role("button", name="Back to the board").click()
    expect(page.locator("#bands")).to_be_visible()


def test_questions_are_answered_by_buttons(service: Any, open_page: Any, wait_until: Any) -> None:
    """What to do now stands in words; yes, no, done, skip and end are sent as the table knows them."""
    page = open_page("/board")
    sent: list[tuple[str, Any]] = []

    def take(route: Any) -> None:
        sent.append((route.request.url.rpartition("/")[2], route.request.post_data_json))
        route.fulfill(status=200, json={})

    page.route(re.compile("/api/selftest/(answer|abort)$"), take)
    page.route(re.compile("/api/selftest$"), lambda route: route.fulfill(status=409, json={}))
    step = {"step": "handles", "number": 2, "of": 3, "title": "test.handles", "moves": False}
    asks = {"code": "test.ask.turn_up", "params": {"band": 4}, "question": False}
    steps = service.get("/api/selftest")["steps"]
    state = {"running": True, "step": step, "ask": asks, "progress": {"done": 1, "of": 10}}
    state |= {"results": RESULTS, "passed": None, "steps": steps, "report": False}
    tell(page, state)
    expect(page.locator(".test-ask")).to_contain_text("Turn handle 4 four clicks up.")
    expect(page.locator(".test-now")).to_contain_text("Step 2 of 3")
    expect(page.locator(".test-table")).to_contain_text("This run has no console.")
    page.get_by_role("button", name="It is done").click()
    page.get_by_role("button", name="Skip this step").click()
    tell(page, state | {"ask": {"code": "test.ask.buzzer", "params": {}, "question": True}})
    page.get_by_role("button", name="Yes", exact=True).click()
    page.get_by_role("button", name="No", exact=True).click()
    page.get_by_role("button", name="End the test").click()
    expect(page.locator(".test-ask")).to_be_visible()
    wait_until(lambda: len(sent) == 5, "every answer is sent")
    words = ["yes", "skip", "yes", "no"]
    assert sent[:4] == [("answer", {"word": word}) for word in words]
    assert sent[4][0] == "abort"
