"""Hands of three, twelve and forty cards: inside the screen, each to be touched, the table still in sight."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.rest import SIZES, halted, resized, settled

STRIP_MIN = 24
WIDE_MIN = 40


def count(page: Any) -> int:
    return page.locator("#hand [data-card]").count()


def as_drawn(page: Any) -> None:
    """The hand in the order in which the cards came."""
    page.locator("#more").click()
    page.locator('[data-focus="drawn"]').click()
    page.keyboard.press("Escape")


@pytest.mark.parametrize("cards", [3, 12, 40])
def test_every_card_can_be_touched_on_a_phone(live: Any, moment: Any, script: Any, cards: int) -> None:
    """At 390 px every card shows a strip that is its own, inside the screen, above Stop and dock."""
    page = live(moment.grown(cards)).page(0)
    for order in ("by rank", "as drawn"):
        if order == "as drawn":
            as_drawn(page)
        expect(page.locator("#hand [data-card]")).to_have_count(cards)
        floor = settled(page).locator("#dock").bounding_box()["y"]
        for place in page.evaluate(script("measure")):
            assert place["x"] >= 0, (order, place)
            assert place["right"] <= 390, (order, place)
            assert place["bottom"] <= floor, (order, place)
            assert place["width"] >= WIDE_MIN, (order, place)
            assert place["strip"] >= STRIP_MIN, (order, place)


def test_a_hand_of_forty_leaves_the_table_in_sight(live: Any, moment: Any) -> None:
    """The largest hand pushes neither pile nor players off the screen, and nothing scrolls sideways."""
    page = live(moment.grown(40)).page(0)
    for size in ("phone", "kiosk", "panel"):
        width, height = SIZES[size]
        settled(resized(page, size))
        for part in ("#pile .pile-cards", ".seat[data-seat='1']", "#take"):
            box = page.locator(part).bounding_box()
            assert box["y"] >= 0, (size, part)
            assert box["y"] + box["height"] <= height, (size, part)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, size
        assert page.evaluate("document.documentElement.scrollHeight") <= height, size


def test_a_small_phone_scrolls_rather_than_hides_cards(live: Any, moment: Any, script: Any) -> None:
    """Where forty cards have no room the page grows downwards; the strips stay wide enough for a finger."""
    page = live(moment.grown(40)).page(0, "small")
    page.locator("#hand").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    boxes = settled(page).evaluate(script("measure"))
    assert min(box["width"] for box in boxes) >= 36
    assert max(box["right"] for box in boxes) <= 320
    assert page.evaluate("document.documentElement.scrollHeight") > 640


def test_layout_of_every_hand_stays_in_its_box(live: Any, moment: Any, script: Any) -> None:
    """For many hands and boxes: cards inside, no two strips over each other, equal cards one fan."""
    page = live(moment.grown(3)).page(0)
    assert page.evaluate(script("layouts")) == []


def test_cards_as_drawn_keep_their_order(live: Any, moment: Any) -> None:
    """As drawn, a card that comes is put last; by rank, it goes where it belongs and is marked as new."""
    match = live(moment.grown(5))
    page = match.page(0)
    as_drawn(page)
    order = "[...document.querySelectorAll('#hand [data-card]')].map((node) => node.dataset.card)"
    before = page.evaluate(order)
    pile = match.state()["view"]["pile"]
    match.play(0, "take")
    expect(page.locator("#hand [data-card]")).to_have_count(len(before) + len(pile))
    assert page.evaluate(order) == before + pile
    expect(page.locator(f'#hand [data-card="{pile[0]}"][data-fresh]')).to_be_visible()


def test_hidden_hand_has_no_faces(live: Any, moment: Any) -> None:
    """A hidden hand leaves backs only and no trace of its faces in the page; a touch brings it back."""
    match = live(moment.grown(12))
    page = match.page(0)
    hand = match.state(0)["view"]["seats"][0]["hand"]
    page.locator("#hide").click()
    expect(page.locator("#hand .hand-back").first).to_be_visible()
    assert count(page) == 0
    shown = page.locator("#own").inner_html()
    assert [card for card in hand if f'"{card}"' in shown] == []
    expect(page.locator("#hide")).to_have_attribute("aria-pressed", "true")
    page.locator("#show").click()
    expect(page.locator("#hand [data-card]")).to_have_count(12)


def test_a_phone_in_the_pocket_covers_its_hand(live: Any, moment: Any) -> None:
    """A page that was out of sight for half a minute comes back with the hand hidden."""
    page = halted(live(moment.grown(3)).page(0, clock=True))
    page.evaluate(
        "() => { Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    page.clock.run_for(29_000)
    assert count(page) == 3
    page.clock.run_for(2_000)
    expect(page.locator("#hand .hand-back").first).to_be_visible()
    assert count(page) == 0
