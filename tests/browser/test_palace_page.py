"""The page of a Palace match under fingers: choose, see what happens, confirm; nothing by accident."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.rest import settled

GUARD_MS = 560  # after a turn changes hands, taps are ignored for half a second


class Table:
    """A match on screens and one page of it, with the requests the page sends."""

    def __init__(
        self, service: Any, open_page: Any, *actions: str, size: str = "panel", **match: Any
    ) -> None:
        self.service = service
        self.id = service.new_match(**match)
        service.play(self.id, *actions)
        self.page = open_page(f"/match/{self.id}", size, touch=size == "phone")
        self.sent: list[str] = []
        self.page.on("request", self._remember)
        settled(self.page)

    def _remember(self, request: Any) -> None:
        if request.method == "POST":
            self.sent.append(request.url.rpartition("/")[2])

    def tap(self, pane: str) -> None:
        self.page.locator(f'[data-pane="{pane}"]').click()

    def actions(self) -> list[str]:
        return [move["action"] for move in self.service.get(f"/api/matches/{self.id}")["moves"]]


@pytest.fixture
def table_of(service: Any, open_page: Any) -> Any:
    return lambda *actions, **more: Table(service, open_page, *actions, **more)


def test_four_ways_of_a_sphere_are_told_and_drawn(table_of: Any) -> None:
    """A tapped sphere shows its four rolls with what happens at each end, by signs, not by colour alone."""
    table = table_of("@c", "@a", "@d", "@b")
    table.tap("c1")
    ways = table.page.locator(".roll")
    expect(ways).to_have_count(4)
    expect(ways.nth(0)).to_contain_text("rolls north to c2 and stops at the wall")
    expect(ways.nth(1)).to_contain_text("rolls to d1 and shoves an own sphere to e1")
    expect(ways.nth(2)).to_contain_text("south over the edge and shatters")
    assert table.page.locator(".paths .path:not(.path-pushed)").count() == 4
    assert table.page.locator(".signs .badge").count() == 4
    expect(table.page.locator(".paths .rim-danger")).to_have_count(2)


def test_nothing_is_sent_before_play_and_once_by_it(table_of: Any) -> None:
    """Choosing sphere and way sends nothing; Play sends one action; a second touch on it sends nothing."""
    table = table_of("@c", "@d")
    table.tap("c1")
    table.tap("c2")
    expect(table.page.locator("#confirm-text")).to_contain_text("c1 rolls north to c2")
    assert table.sent == []
    table.page.locator("#confirm").dblclick()
    expect(table.page.locator("#log li").last).to_contain_text("c1n>c2")
    table.page.wait_for_timeout(150)
    assert table.sent == ["actions"]
    assert table.actions() == ["@c", "@d", "c1n"]


def test_sliding_away_and_cancel_do_nothing(table_of: Any) -> None:
    """A finger that leaves the pane before lifting chooses nothing; Cancel and Escape take a choice back."""
    table = table_of("@c", "@d")
    box = table.page.locator('[data-pane="c1"]').bounding_box()
    table.page.mouse.move(box["x"] + 10, box["y"] + 10)
    table.page.mouse.down()
    table.page.mouse.move(box["x"] + 10, box["y"] - 200)
    table.page.mouse.up()
    expect(table.page.locator(".roll")).to_have_count(0)
    table.tap("c1")
    table.tap("c2")
    table.page.locator("#cancel").click()
    expect(table.page.locator("#confirm")).to_be_disabled()
    table.tap("c1")
    table.page.keyboard.press("Escape")
    expect(table.page.locator(".roll")).to_have_count(0)
    assert table.sent == []


def test_what_cannot_be_done_says_why(table_of: Any) -> None:
    """A blocked roll, the other side's sphere: each says what is in the way."""
    table = table_of("@c", "@d", "B2=3")
    strip = table.page.locator("#strip")
    table.tap("c1")
    table.page.keyboard.press("Escape")
    table.tap("d10")
    expect(strip).to_contain_text("belongs to Black")
    table.service.play(table.id, "c1n", "@e")
    expect(table.page.locator("#log li").last).to_contain_text("@e")
    table.page.wait_for_timeout(GUARD_MS)
    table.tap("c2")
    table.page.locator(".roll").nth(0).click(force=True)  # marked as not possible, and still says why
    expect(strip).to_contain_text("a wall: band 2 is two levels higher")
    assert table.sent == []


def test_a_sphere_enters_by_a_tap_on_its_waiting_place(table_of: Any) -> None:
    """A tap on the waiting sphere, or on its entrance pane, asks for the placing."""
    table = table_of()
    page = table.page
    box, layer = (page.locator(one).bounding_box() for one in ('[data-pane="e1"]', ".board-layer"))
    below = {"x": box["x"] + box["width"] / 2 - layer["x"], "y": box["y"] + box["height"] * 1.7 - layer["y"]}
    page.locator(".board-layer").click(position=below)
    expect(page.locator("#confirm-text")).to_contain_text("column e")
    table.tap("g1")
    expect(page.locator("#confirm-text")).to_contain_text("column g")
    page.locator("#confirm").click()
    expect(page.locator("#log li").last).to_contain_text("@g")


def test_own_fall_is_chosen_by_a_tap_over_the_edge(table_of: Any) -> None:
    """Beside the board, before the edge a sphere would roll over: that roll is chosen."""
    table = table_of("@c", "@d")
    table.tap("c1")
    box, layer = (table.page.locator(one).bounding_box() for one in ('[data-pane="c1"]', ".board-layer"))
    below = {"x": box["x"] + box["width"] / 2 - layer["x"], "y": box["y"] + box["height"] * 1.7 - layer["y"]}
    table.page.locator(".board-layer").click(position=below)
    expect(table.page.locator("#confirm-text")).to_contain_text("south over the edge")


def test_news_clear_a_choice(table_of: Any) -> None:
    """What was chosen was chosen in another position: an action of another page takes the choice away."""
    table = table_of("@c", "@d")
    table.tap("c1")
    table.tap("c2")
    table.service.play(table.id, "@a")
    expect(table.page.locator("#confirm")).to_be_disabled()
    expect(table.page.locator(".roll")).to_have_count(0)


@pytest.mark.timing
def test_taps_are_ignored_right_after_a_turn(table_of: Any) -> None:
    """On a shared screen a second tap does not play for the opponent."""
    table = table_of("@c", "@d")
    page = table.page
    clicked = page.evaluate(
        """() => new Promise((resolve) => {
          const log = document.getElementById("log");
          new MutationObserver(() => {
            document.querySelector('[data-pane="d10"]').click();
            setTimeout(() => resolve(document.querySelectorAll(".roll").length), 80);
          }).observe(log, { childList: true });
          document.querySelector('[data-pane="c1"]').click();
          setTimeout(() => document.querySelector('[data-pane="c2"]').click(), 350);
          setTimeout(() => document.getElementById("confirm").click(), 450);
        })"""
    )
    assert clicked == 0
    page.wait_for_timeout(GUARD_MS)
    table.tap("d10")
    expect(page.locator(".roll")).to_have_count(4)


def test_stale_choice_is_refused_with_the_new_position(table_of: Any) -> None:
    """Two at once: the later one gets 409 with the match as it is, and its page shows it."""
    table = table_of("@c", "@d")
    table.tap("c1")
    table.tap("c2")

    def overtaken(route: Any) -> None:
        table.service.play(table.id, "@a")
        route.continue_()

    table.page.route("**/actions", overtaken)
    with table.page.expect_response("**/actions") as answer:
        table.page.locator("#confirm").click()
    assert answer.value.status == 409
    assert answer.value.json()["match"]["version"] == 3
    expect(table.page.locator("#strip")).to_contain_text("The match has moved on")
    expect(table.page.locator("#log li").last).to_contain_text("@a")
    assert table.actions() == ["@c", "@d", "@a"]


def test_level_control_lifts_a_band(table_of: Any) -> None:
    """A handle dragged up, then Play: the band stands higher; by keyboard likewise."""
    table = table_of("@c", "@d")
    page = table.page
    slider = page.locator('[data-band="2"]')
    box = slider.bounding_box()
    x = box["x"] + box["width"] / 2
    page.mouse.move(x, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(x, box["y"] + 4, steps=4)
    page.mouse.up()
    expect(slider).to_have_attribute("aria-valuetext", re.compile("level 2, level 3 asked for"))
    expect(page.locator("#confirm-text")).to_have_text("Band 2 rises to level 3.")
    assert table.sent == []
    page.locator("#confirm").click()
    expect(slider).to_have_attribute("aria-valuetext", "level 3")
    slider.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#confirm-text")).to_have_text("Band 2 sinks to level 2.")
    page.keyboard.press("Enter")
    expect(slider).to_have_attribute("aria-valuetext", "level 2")
    assert table.actions() == ["@c", "@d", "B2=3", "B2=2"]


def test_handle_pulled_away_sideways_asks_nothing(table_of: Any) -> None:
    """Sliding off a handle before lifting the finger cancels."""
    table = table_of()
    box = table.page.locator('[data-band="2"]').bounding_box()
    table.page.mouse.move(box["x"] + 20, box["y"] + box["height"] / 2)
    table.page.mouse.down()
    table.page.mouse.move(box["x"] + 20, box["y"] + 4, steps=3)
    table.page.mouse.move(box["x"] + 220, box["y"] + 4, steps=3)
    table.page.mouse.up()
    expect(table.page.locator("#confirm")).to_be_disabled()


def test_locked_bands_are_shown_as_locked(table_of: Any) -> None:
    """Under ``locked`` the handles cannot be moved, and assistive technology is told so."""
    table = table_of(options={"bands": "locked"})
    expect(table.page.locator('[data-band="2"]')).to_have_attribute("aria-disabled", "true")


def test_undo_asks_the_other_person(table_of: Any) -> None:
    """Undo of a finished turn waits for the other's consent; agreeing takes the action back everywhere."""
    table = table_of("@c", "@d")
    page = table.page
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#choices")).to_contain_text("asks to take the last action back")
    page.get_by_role("button", name="Agree").click()
    expect(page.locator("#log li")).to_have_count(1)
    assert table.actions() == ["@c"]


def test_a_draw_is_offered_and_agreed(table_of: Any) -> None:
    """An offer stands until it is answered: refused it goes away, agreed it ends the match."""
    table = table_of("@c")
    page = table.page
    for answer in ("Refuse", "Agree"):
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Offer a draw").click()
        page.get_by_role("button", name="Back").click()
        expect(page.locator("#choices")).to_contain_text("offers a draw")
        page.get_by_role("button", name=answer).click()
    expect(page.locator("#side")).to_contain_text("A draw by agreement.")


def test_resigning_is_held_and_ends_the_match(table_of: Any) -> None:
    """A tap does nothing; held for a second it ends the match, and the page says who has won."""
    table = table_of("@c")
    page = table.page
    page.get_by_role("button", name="More").click()
    resign = page.get_by_role("button", name="Hold to resign")
    resign.click()
    page.wait_for_timeout(200)
    assert table.sent == []
    resign.hover()
    page.mouse.down()
    expect(page.locator("#side")).to_contain_text("Ada wins: Ben has resigned.")
    page.mouse.up()
    expect(page.get_by_role("link", name="Review")).to_be_visible()


def test_two_pages_see_the_same(table_of: Any, open_page: Any) -> None:
    """A panel and a phone of an onlooker show the same position after each action."""
    table = table_of("@c", "@d")
    phone = open_page(f"/match/{table.id}", "phone", panel=False, touch=True, host="table.local", lang="it")
    expect(phone.locator("html")).to_have_attribute("lang", "it")
    for action, text in (("c1n", "c1n>c2"), ("d10s", "d10s>d9"), ("B1=2", "B1=2")):
        table.service.play(table.id, action)
        for page in (table.page, phone):
            expect(page.locator("#log li").last).to_contain_text(text)
    assert not phone.evaluate("isSecureContext")
    drawn = "[...document.querySelectorAll('.sphere')].map((s) => s.getAttribute('class')).sort()"
    assert table.page.evaluate(drawn) == phone.evaluate(drawn)
    phone.locator('[data-pane="d9"]').tap()
    expect(phone.locator(".roll")).to_have_count(0)  # an onlooker plays nothing


def test_nothing_jumps_during_a_match(table_of: Any) -> None:
    """Messages, choices and confirmations have their room kept: board, Stop and Play stay where they are."""
    table = table_of("@c", "@d", size="kiosk")
    page = table.page
    where = """() => ["stage", "stop", "confirm", "cancel", "strip"].map((id) => {
      const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
      return [id, x, y, width, height].join(" ");
    })"""
    before = page.evaluate(where)
    table.tap("c1")
    assert page.evaluate(where) == before
    table.tap("c2")
    assert page.evaluate(where) == before
    page.locator("#confirm").click()
    expect(page.locator("#log li").last).to_contain_text("c1n")
    assert page.evaluate(where) == before
    page.wait_for_timeout(GUARD_MS)
    table.tap("c2")
    expect(page.locator("#strip")).to_contain_text("belongs to")
    assert page.evaluate(where) == before


@pytest.mark.timing
def test_thousands_of_events_leave_the_page_as_it_was(table_of: Any) -> None:
    """2,000 snapshots of board and match: no node more, no focus lost."""
    table = table_of("@c", "@d")
    page = table.page
    page.locator('[data-pane="c1"]').focus()
    nodes = page.evaluate(
        """async () => {
          const src = document.querySelector('script[src*="js/pages/"]').src;
          const { client } = await import(src.slice(0, src.indexOf("js/") + 3) + "shell.js");
          const count = () => document.getElementsByTagName("*").length;
          const { table, match } = client;
          client.take("match", { ...match });
          const before = count();
          for (let n = 0; n < 1000; n += 1) {
            client.take("table", { ...table, seq: table.seq + n, age_ms: n });
            client.take("match", { ...match });
          }
          return [before, count(), document.activeElement.dataset.pane];
        }"""
    )
    assert nodes[0] == nodes[1]
    assert nodes[2] == "c1"
