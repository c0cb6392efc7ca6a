"""How the card game looks and reads: three languages, two themes, colours for all eyes, and what axe says."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.rest import settled

HANDS = {"hands": {0: "7C 7D KH", 1: "8C 9D JS"}, "deal": "three"}
LIGHT_MIN = 4.5  # contrast of a suit's colour with the paper (WCAG AA for text)
APART_MIN = 12.0  # distance in CIELAB at which two colours of one pack are told apart at a glance

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
EYES = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: str) -> tuple[float, ...]:
    values = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    return tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)


def luminance(rgb: tuple[float, ...]) -> float:
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def lab(rgb: tuple[float, ...]) -> tuple[float, float, float]:
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    xyz = [sum(a * max(0.0, b) for a, b in zip(row, rgb)) / w for row, w in zip(rows, white)]
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(rgb: tuple[float, ...], eye: str) -> tuple[float, ...]:
    return tuple(min(1.0, max(0.0, sum(a * b for a, b in zip(row, rgb)))) for row in EYES[eye])


def colours(page: Any) -> dict[str, str]:
    names = ["suit-C", "suit-D", "suit-H", "suit-S", "paper", "paper-dim"]
    read = "(name) => getComputedStyle(document.getElementById('match')).getPropertyValue(`--${name}`).trim()"
    return {name: page.evaluate(read, name) for name in names}


def four_colours(page: Any) -> None:
    page.locator("#more").click()
    page.locator('[data-focus="four"]').click()
    page.keyboard.press("Escape")


def test_suits_can_be_read_on_bright_and_dull_cards(live: Any, moment: Any) -> None:
    """Every suit's colour stands out from the paper, with two colours and with four."""
    page = live(moment.grown(12)).page(0)
    for _ in range(2):
        now = colours(page)
        for suit in "CDHS":
            for paper in ("paper", "paper-dim"):
                low, high = sorted((luminance(linear(now[f"suit-{suit}"])), luminance(linear(now[paper]))))
                assert (high + 0.05) / (low + 0.05) >= (LIGHT_MIN if paper == "paper" else 3.0), (suit, paper)
        four_colours(page)


def test_four_colours_differ_for_every_eye(live: Any, moment: Any) -> None:
    """With four colours all suits differ, also for eyes that confuse red and green, or blue and yellow."""
    page = live(moment.grown(3)).page(0)
    four_colours(page)
    now = colours(page)
    for eye in EYES:
        points = {suit: lab(seen(linear(now[f"suit-{suit}"]), eye)) for suit in "CDHS"}
        for one, two in combinations("CDHS", 2):
            distance = sum((a - b) ** 2 for a, b in zip(points[one], points[two])) ** 0.5
            assert distance >= APART_MIN, (eye, one, two, distance)


def test_looks_are_remembered(live: Any, moment: Any) -> None:
    """Four colours and the order of the hand are the same after a reload."""
    page = live(moment.grown(3)).page(0)
    four_colours(page)
    page.reload()
    expect(page.locator("#match")).to_have_attribute("data-colours", "four")


@pytest.mark.parametrize(
    ("stage", "size", "theme", "lang"),
    [
        ("exchange", "phone", "light", "fr"),
        ("play", "small", "dark", "it"),
        ("play", "kiosk", "light", "en"),
        ("shared", "kiosk", "dark", "en"),
        ("shared", "phone", "light", "it"),
    ],
)
def test_page_has_no_accessibility_fault(
    live: Any, moment: Any, stage: str, size: str, theme: str, lang: str
) -> None:
    """axe finds nothing by the rules of WCAG 2.2 AA in the exchange, in play, and on one device for all."""
    from axe_playwright_python.sync_playwright import Axe

    start = moment.begun(2, **HANDS)
    kinds = ("panel", "panel") if stage == "shared" else ("phone", "phone")
    match = live(start if stage == "exchange" else moment.played(start, "ready"), *kinds)
    page = match.page(0, size, theme=theme, lang=lang)
    if stage == "shared":
        page.locator("#cover").focus()
        page.keyboard.press("Enter")
        page.locator("#hand [data-card]").first.wait_for()
    options = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    violations = Axe().run(settled(page), options=options).response["violations"]
    told = [
        f"{v['id']}: {n['html'][:140]} {n['failureSummary'][:160]}"
        for v in violations
        for n in v["nodes"][:3]
    ]
    assert told == []


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_no_text_overflows(live: Any, moment: Any, script: Any, lang: str) -> None:
    """No button or line is wider than its place in any language and size: exchange, choice, menu."""
    exchange = live(moment.begun(2, **HANDS)).page(0, lang=lang)
    host = live(moment.grown(3), "panel", "panel").page(0, lang=lang)
    host.locator("#more").click()
    page = live(moment.grown(12)).page(0, lang=lang)
    page.locator("#hand [data-card]").last.click(position={"x": 10, "y": 10}, force=True)
    for width, height in ((390, 844), (800, 480), (320, 640)):
        for one in (exchange, page):
            one.set_viewport_size({"width": width, "height": height})
            assert settled(one).evaluate(script("overflowing")) == []
        host.set_viewport_size({"width": width, "height": height})
        assert settled(host).evaluate(script("overflowing")) == []


def test_every_card_and_zone_has_a_name(live: Any, moment: Any) -> None:
    """In the accessibility tree cards are named in full, seats say what they hold, the hand is a group."""
    page = live(moment.played(moment.begun(2, **HANDS), "ready")).page(0)
    tree = page.locator("#match").aria_snapshot()
    assert 'group "Your hand"' in tree
    assert 'button "7 of clubs, can be played"' in tree
    assert 'button "king of hearts, cannot be played now: The game opens with a 7."' in tree
    assert "Cards in hand: 3." in tree
    assert 'button "All 2 of rank 7"' in tree
