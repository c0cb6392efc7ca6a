"""Help on the pages of Palace: threats and hints against a computer, puzzles, the analysis of a match."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from rules.palace.collection import PUZZLES

THINKING_MS = 30_000  # a process starts and searches, beside other tests


def test_threats_and_a_hint_against_the_computer(service: Any, open_page: Any) -> None:
    """A threatened sphere is marked and told; a hint is a turn with its value, drawn at a touch alone."""
    seats = [{"kind": "panel", "name": "Ada"}, {"kind": "bot", "name": "Bot", "bot": "random"}]
    match = service.new_match(seats=seats, options={"bands": "locked"})
    page = open_page(f"/match/{match}", "kiosk")
    service.play(match, "@c")
    expect(page.locator("#log li")).to_have_count(2, timeout=THINKING_MS)
    hint = page.get_by_role("button", name="Hint")
    expect(hint).to_be_enabled(timeout=THINKING_MS)
    hint.click()
    lines = page.locator(".hint")
    expect(lines).to_have_count(3, timeout=THINKING_MS)
    expect(lines.first).to_contain_text(re.compile(r"[+−±]\d+\.\d spheres|by force"))
    lines.first.click()
    expect(lines.first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".mark-target, .paths .path").first).to_be_attached()
    expect(page.locator("#confirm")).to_be_disabled()
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="More").click()
    switch = page.get_by_role("button", name="Show threats")
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.evaluate(
        """async () => {
          const src = document.querySelector('script[src*="js/pages/"]').src;
          const { client } = await import(src.slice(0, src.indexOf("js/") + 3) + "shell.js");
          window.asked = [];
          client.get = async (path) => {
            window.asked.push(path);
            const { version } = client.match;
            const threats = [{ seat: 0, pane: "c1", actions: ["B2=1", "c10s"], text: "c10s>c1*x" }];
            return { ok: true, body: { version, ready: true, threats } };
          };
        }"""
    )
    switch.click()
    expect(page.locator(".badge-threat")).to_have_count(0)
    switch.click()
    expect(page.locator(".badge-threat")).to_have_count(1)
    expect(page.locator('[data-pane="c1"]')).to_have_attribute(
        "aria-label", re.compile(r"c1 can be broken: c10s>c1\*x after B2=1")
    )
    assert page.evaluate("window.asked") == [f"/api/matches/{match}/threats"]


def test_a_puzzle_is_tried_until_it_is_solved(service: Any, open_page: Any) -> None:
    """From the page of the puzzles: a wrong turn is told, the key shown on request, and it solves it."""
    page = open_page("/puzzles", "phone")
    page.get_by_label("never: the bands stay as they start").check()
    page.get_by_role("button", name="Show a puzzle").click()
    page.locator('#match[data-state="playing"]').wait_for()
    expect(page.locator(".puzzle")).to_contain_text("White breaks a black sphere in this turn.")
    match = page.url.rsplit("/", 1)[1]
    shown = service.get(f"/api/matches/{match}")
    puzzle = next(one for one in PUZZLES if one.position == shown["view"]["position"])
    service.play(match, next(action for action in shown["actions"] if action not in puzzle.key))
    expect(page.locator('.puzzle[data-verdict="wrong"]')).to_contain_text("That is not the key.")
    page.get_by_role("button", name="Show the key").click()
    expect(page.locator(".key-words")).to_contain_text(" ".join(puzzle.key))
    expect(page.locator(".paths .path").first).to_be_attached()
    page.get_by_role("button", name="Try again").click()
    page.wait_for_url(lambda url: not url.endswith(match))
    expect(page.locator('.puzzle[data-verdict="open"]')).to_be_visible()
    service.play(page.url.rsplit("/", 1)[1], *puzzle.key)
    expect(page.locator('.puzzle[data-verdict="solved"]')).to_contain_text("Solved!")


def test_a_stored_match_is_analysed(service: Any, open_page: Any) -> None:
    """At the panel's wish: marks by sign and word, a line of who was ahead, and the better turn."""
    match = service.new_match(options={"bands": "locked"})
    service.play(match, "@c", "@c", "c1s")
    service.post(f"/api/matches/{match}/resign", {"seat": 0})
    page = open_page(f"/review/{match}", "panel")
    page.get_by_role("button", name="Analyse").click()
    marked = re.compile("mistake|blunder")  # which of them, depends on how far this machine looks
    expect(page.locator("#log .mark-label").first).to_have_text(marked, timeout=THINKING_MS)
    expect(page.locator(".graph-line")).to_be_attached()
    page.get_by_role("button", name="Next mark").click(timeout=THINKING_MS)
    expect(page.locator("#where")).to_have_text("3 of 3")
    expect(page.locator("#strip")).to_contain_text(re.compile(r"White: \w+ \(−\d.\d\)\. Better"))


def test_a_match_of_cards_is_told_in_words_step_by_step(service: Any, open_page: Any) -> None:
    """What lay open as tables, each line of the list with its player and what was done."""
    seats = [{"kind": "panel", "name": "Ada"}, {"kind": "panel", "name": "Ben"}]
    made = service.post("/api/matches", {"game": "cards", "seats": seats, "options": {}, "seed": "1"})
    page = open_page(f"/review/{made['id']}", "kiosk")
    service.post(f"/api/matches/{made['id']}/resign", {"seat": 0})
    expect(page.locator("#stage table").first).to_be_visible()
    expect(page.locator("#log li").last).to_contain_text(re.compile(r"^1\. \w+.*: .*\w"))
