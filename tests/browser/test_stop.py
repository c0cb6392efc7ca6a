"""Stop motion: on every page, at once, once, whatever else is going on."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.rest import halted, settled

PAGES = ("/", "/new", "/board", "/twin", "/records", "/help/board", "/match/{match}", "/review/{match}")


def press(page: Any) -> None:
    """A finger comes down on Stop, and has not yet lifted."""
    box = settled(page, "#stop").locator("#stop").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


@pytest.fixture
def stops(open_page: Any) -> Any:
    """Opens a page and counts the Stops it sends."""

    def opened(path: str, **more: Any) -> tuple[Any, list[str]]:
        page = open_page(path, **more)
        sent: list[str] = []
        page.on(
            "request", lambda request: sent.append(request.url) if request.url.endswith("/stop") else None
        )
        return page, sent

    return opened


def test_stop_acts_on_the_press_and_is_confirmed_by_the_board(table: Any, stops: Any) -> None:
    """Pressed, not yet released: one request is out; "stopped" comes from the board; Resume is held."""
    page, sent = stops("/board", size="kiosk")
    expect(page.locator("#table-pill")).to_contain_text("ready")
    press(page)
    expect(page.locator("#stop")).to_have_attribute("data-state", "stopped")
    assert len(sent) == 1
    page.mouse.up()
    page.wait_for_timeout(150)
    assert len(sent) == 1
    assert table.table()["stopped"]
    resume = page.locator("#resume")
    resume.click()
    page.wait_for_timeout(150)
    assert table.table()["stopped"], "a tap does not resume"
    resume.hover()
    page.mouse.down()
    expect(page.locator("#stop")).to_have_attribute("data-state", "ready")
    page.mouse.up()
    assert not table.table()["stopped"]


def test_stop_by_keyboard_sends_once(table: Any, stops: Any) -> None:
    """Enter on Stop is one Stop."""
    page, sent = stops("/records")
    page.locator("#stop").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#stop")).to_have_attribute("data-state", "stopped")
    assert len(sent) == 1


def test_stop_works_on_every_page_and_for_everybody(table: Any, stops: Any) -> None:
    """Also for an onlooker's phone, who may not resume."""
    match = table.new_match()
    page, sent = stops("/", panel=False, size="phone", touch=True, host="table.local")
    for number, path in enumerate(PAGES, 1):
        page.goto(f"http://table.local:{table.port}" + path.format(match=match))
        with page.expect_request("**/api/table/stop"):
            page.locator("#stop").tap()
        expect(page.locator("#stop")).to_have_attribute("data-state", "stopped")
        assert len(sent) == number
    assert table.table()["stopped"]
    expect(page.locator("#resume")).to_have_count(0)


def test_stop_survives_every_other_script(table: Any, stops: Any, open_page: Any) -> None:
    """With the page's other modules gone Stop still sends, and says that it got no answer back."""
    page, sent = stops("/records")
    page.context.route("**/js/client.js", lambda route: route.abort())
    page.reload()
    press(page)
    expect(page.locator("#stop")).to_have_attribute("data-state", "silent")
    page.mouse.up()
    assert len(sent) == 1
    assert table.table()["stopped"]
    open_page.forgive("net::ERR_FAILED")


def test_stop_without_an_answer_points_to_the_switch(own_service: Any, open_own: Any) -> None:
    """Half a second after a press that nobody confirms: "no answer: use the switch"."""
    page = open_own("/records", clock=True)
    own_service.stop()
    press(page)
    halted(page)
    page.clock.run_for(600)
    expect(page.locator("#stop")).to_contain_text("No answer: use the switch")
    page.mouse.up()
    open_own.forgive("net::ERR_")


def test_nothing_lies_over_stop_or_a_control_while_messages_stand(table: Any, open_page: Any) -> None:
    """Three messages one after the other: every control is still the topmost at its place."""
    match = table.new_match()
    page = open_page(f"/match/{match}", "kiosk")
    covered = settled(page).evaluate(
        """async () => {
          const src = document.querySelector('script[src*="js/pages/"]').src;
          const { pass, stand } = await import(src.slice(0, src.indexOf("js/") + 3) + "strip.js");
          const long = "A sentence that goes on for a good while, as French sentences do. ".repeat(4);
          stand("fault", { level: "error", says: long, do: long });
          pass({ level: "warning", says: long, do: long });
          pass({ level: "error", says: long, do: long });
          return [...document.querySelectorAll("button:not([data-pane]), a[href], [role=slider]")]
            .filter((node) => node.getBoundingClientRect().width > 1 && !node.matches(".skip"))
            .filter((node) => {
              const box = node.getBoundingClientRect();
              const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
              return !(node === hit || node.contains(hit));
            }).map((node) => node.id || node.textContent.trim());
        }"""
    )
    assert covered == []


def test_touch_that_wakes_the_screen_does_nothing_else(table: Any, open_page: Any) -> None:
    """The dark screen swallows the first touch and what follows it at once; Stop acts through it."""
    match = table.new_match()
    table.play(match, "@c", "@d")
    page = open_page(f"/match/{match}", "kiosk", clock=True)
    settled(page)
    page.clock.fast_forward("11:00")
    expect(page.locator(".dim")).to_have_count(1)
    box = page.locator('[data-pane="c1"]').bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    expect(page.locator(".roll")).to_have_count(0)
    page.clock.run_for(400)
    expect(page.locator(".dim")).to_have_count(0)
    page.clock.fast_forward("11:00")
    expect(page.locator(".dim")).to_have_count(1)
    press(page)
    page.mouse.up()
    page.clock.resume()
    expect(page.locator("#stop")).to_have_attribute("data-state", "stopped", timeout=15_000)
    assert table.table()["stopped"]
