"""The line between page and table: cut, restored, refused, asleep. The page is right by itself, always."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.rest import arrived, halted
from web_panel.server import STREAMS

SHELL = """
const src = document.querySelector('script[src*="js/pages/"]').src;
const { client } = await import(src.slice(0, src.indexOf("js/") + 3) + "shell.js");
"""
LOST = "net::ERR_"  # what a console says of a service that is gone


def link(page: Any) -> str:
    return str(page.evaluate("document.documentElement.dataset.link"))


def halted_at_news(page: Any) -> None:
    """The page's time stands at the moment of the last event: what it has heard is not a second old."""
    halted(page)
    heard = "await new Promise((heard) => client.on('heartbeat', heard));"
    page.evaluate(f"async () => {{ {SHELL} {heard} }}")


def advance(page: Any, seconds: float) -> None:
    """Lets the page's clock run on, every timer in it fired on the way."""
    page.clock.run_for(int(seconds * 1000))


def test_a_silent_table_greys_then_reconnects_then_locks_the_page(own_service: Any, open_own: Any) -> None:
    """Grey with its age after 2.5 s, "reconnecting" after 5 s, banner and inert board after 12 s; Stop stays.
    When the service is back the page is right without a reload."""
    match = own_service.new_match()
    own_service.play(match, "@c", "@d")
    page = open_own(f"/match/{match}", clock=True)
    halted_at_news(page)
    assert link(page) == "live"
    own_service.stop()
    advance(page, 3)
    assert link(page) == "stale"
    expect(page.locator("#strip")).to_contain_text("s old")
    advance(page, 2.5)
    assert link(page) == "reconnecting"
    expect(page.locator("#strip")).to_contain_text("Reconnecting")
    advance(page, 7)
    assert link(page) == "lost"
    expect(page.locator("#strip")).to_contain_text("This page has lost the table")
    assert page.evaluate("document.getElementById('stage').inert")
    assert not page.evaluate(
        "document.querySelector('.stop-place').inert || document.getElementById('stop').disabled"
    )
    own_service.start()
    own_service.play(match, "c1n")
    page.clock.resume()
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    expect(page.locator("#log li").last).to_contain_text("c1n>c2")
    assert not page.evaluate("document.getElementById('stage').inert")
    expect(page.locator("#strip")).not_to_contain_text("lost")
    open_own.forgive(LOST)


def test_a_page_that_has_lost_the_table_sends_nothing(own_service: Any, open_own: Any) -> None:
    """Nothing is sent, nothing drawn that the table has not said; the refusal says so."""
    match = own_service.new_match()
    own_service.play(match, "@c", "@d")
    page = open_own(f"/match/{match}", clock=True)
    halted_at_news(page)
    own_service.stop()
    advance(page, 13)
    assert link(page) == "lost"
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    act = "return await client.act(`/api/matches/${client.match_id}/actions`, {});"
    answer = page.evaluate(f"async () => {{ {SHELL} {act} }}")
    assert answer["ok"] is False
    assert sent == []
    assert page.locator("#log li").count() == 2
    open_own.forgive(LOST)


def test_a_reload_never_flashes_the_banner(open_page: Any, service: Any) -> None:
    """From the first script on the page has its grace: it is live, at worst waiting, never lost."""
    page = open_page(f"/match/{service.new_match()}")
    page.add_init_script(
        """window.seen = new Set();
        new MutationObserver(() => window.seen.add(document.documentElement.dataset.link))
          .observe(document, { attributes: true, subtree: true, attributeFilter: ["data-link"] });"""
    )
    page.reload()
    arrived(page)
    seen = set(page.evaluate("[...window.seen]"))
    assert "live" in seen
    assert seen <= {"live", "stale"}


def test_a_page_refused_a_stream_polls(own_service: Any, open_own: Any, wait_until: Any) -> None:
    """With every stream taken, a phone asks every second, shows the same, and streams as soon as it can."""
    match = own_service.new_match()
    own_service.play(match, "@c", "@d")
    taken: list[socket.socket] = []
    try:
        for number in range(STREAMS):
            taken.append(socket.create_connection(("127.0.0.1", own_service.port)))
            ask = f"GET /api/events?page=other{number} HTTP/1.1\r\nHost: 127.0.0.1:{own_service.port}\r\n\r\n"
            taken[-1].sendall(ask.encode())
        wait_until(lambda: own_service.get("/healthz")["streams"] == STREAMS, "every stream is taken")
        page = open_own(f"/match/{match}", "phone", panel=False)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        own_service.play(match, "c1n")
        expect(page.locator("#log li").last).to_contain_text("c1n>c2")
        while sum(url.endswith("/api/table") for url in asked) < 3:
            page.wait_for_event("request")
        assert link(page) in ("live", "stale")
    finally:
        for one in taken:
            one.close()
    streaming = f"async () => {{ {SHELL} return client.polling === null && client.source !== null; }}"
    wait_until(lambda: page.evaluate(streaming), "the page streams")


def test_a_frozen_tab_is_right_when_it_wakes(open_page: Any, service: Any) -> None:
    """A lid closed, a phone in a pocket: what happened meanwhile is there after waking."""
    match = service.new_match()
    service.play(match, "@c", "@d")
    page = open_page(f"/match/{match}")
    session = page.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    service.play(match, "c1n", "d10s")
    session.send("Page.setWebLifecycleState", {"state": "active"})
    expect(page.locator("#log li")).to_have_count(4)


def test_late_and_old_events_are_dropped(open_page: Any, service: Any) -> None:
    """An older version of the match, or another match, never replaces what is shown."""
    match = service.new_match()
    service.play(match, "@c")
    page = open_page(f"/match/{match}")
    expect(page.locator("#log li")).to_have_count(1)
    page.evaluate(
        f"""async () => {{ {SHELL}
          client.take("match", {{ ...client.match, version: 0, moves: [] }});
          client.take("match", {{ ...client.match, id: "another", version: 9, moves: [] }});
        }}"""
    )
    expect(page.locator("#log li")).to_have_count(1)
    assert page.evaluate(f"async () => {{ {SHELL} return client.match.version; }}") == 1


def test_five_hundred_reconnects_leave_one_stream(open_page: Any, service: Any, wait_until: Any) -> None:
    """However often a page opens its stream anew, the service holds one for it."""
    page = open_page(f"/match/{service.new_match()}")
    heard = "await new Promise((heard) => client.on('heartbeat', heard));"
    page.evaluate(f"async () => {{ {SHELL} for (let n = 0; n < 500; n += 1) client.open(); {heard} }}")
    wait_until(lambda: service.get("/healthz")["streams"] == 1, "one stream is left")
    expect(page.locator("html")).to_have_attribute("data-link", "live")


@pytest.mark.timing
def test_news_reach_two_panels_and_four_phones_quickly(open_page: Any, service: Any) -> None:
    """All six pages show an action within 100 ms of each other (the best of a few: they share few cores)."""
    match = service.new_match()
    pages = [open_page(f"/match/{match}", "kiosk") for _ in range(2)]
    pages += [open_page(f"/match/{match}", "phone", panel=False, host="table.local") for _ in range(4)]
    for page in pages:
        page.evaluate(
            """() => new MutationObserver(() => (window.told = Date.now()))
              .observe(document.getElementById("log"), { childList: true })"""
        )
    apart = []
    for count, action in enumerate(("@a", "@b", "@c", "@d", "@e", "@f"), 1):
        service.play(match, action)
        for page in pages:
            expect(page.locator("#log li").nth(count - 1)).to_contain_text(action)
        times = [page.evaluate("window.told") for page in pages]
        apart.append(max(times) - min(times))
    assert min(apart) < 100, apart
