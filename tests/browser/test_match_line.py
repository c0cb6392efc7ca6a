"""What all pages of a match share: clocks that tick, fair dealing that is seen, seats that change phones."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import pytest
from playwright.sync_api import expect

MODULE = "document.querySelector('script[src*=\"js/pages/\"]').src.replace(/js\\/pages\\/.*/, 'js/%s')"
PHONES = [{"kind": "phone", "name": "Ada"}, {"kind": "phone", "name": "Ben"}]
PANEL = [{"kind": "panel", "name": "Ada"}, {"kind": "panel", "name": "Ben"}]


def test_the_pages_sha256_is_sha256(open_page: Any) -> None:
    """Around every block border, and for many lengths, it gives what hashlib gives."""
    page = open_page("/records")
    inputs = [bytes((7 * i + n) % 256 for i in range(n)) for n in (*range(0, 130, 3), 55, 56, 64, 119, 4000)]
    script = f"""async (inputs) => {{ const {{ sha256, bytesOf }} = await import({MODULE % "sha256.js"});
        return inputs.map((one) => sha256(bytesOf(one))); }}"""
    found = page.evaluate(script, [one.hex() for one in inputs])
    assert found == [hashlib.sha256(one).hexdigest() for one in inputs]


@pytest.mark.parametrize("game", ["cards", "royal"])
def test_the_promise_is_shown_and_the_secret_is_checked(game: str, open_page: Any, service: Any) -> None:
    """The commitment stands there before anybody has played; after the end the secret, and that it fits."""
    match = service.new_match(game=game, seats=PANEL)
    fair = service.get(f"/api/matches/{match}")["fair"]
    page = open_page(f"/match/{match}")
    expect(page.locator(".fair")).to_contain_text(fair["commitment"])
    service.post(f"/api/matches/{match}/resign", {"seat": 0})
    secret = service.get(f"/api/matches/{match}")["fair"]["secret"]
    expect(page.locator(".fair")).to_contain_text(secret)
    expect(page.locator('.fair [data-kept="true"]')).to_contain_text("the one promised")


def test_a_wrong_secret_is_called_wrong(open_page: Any, service: Any) -> None:
    """A secret that does not belong to the promise, or a promise that has changed, is said in words."""
    match = service.new_match(game="cards", seats=PANEL)
    page = open_page(f"/match/{match}")
    page.locator(".fair code").wait_for()
    script = f"""async ([id, secret, commitment]) => {{
        const {{ kept }} = await import({MODULE % "match/fair.js"});
        return kept({{ id, fair: {{ secret, commitment }} }}); }}"""
    first = hashlib.sha256(b"one").hexdigest()
    other = hashlib.sha256(b"two").hexdigest()
    assert page.evaluate(script, ["x", None, first]) is None
    assert page.evaluate(script, ["x", b"one".hex(), first]) is True
    assert page.evaluate(script, ["x", b"two".hex(), first]) is False
    assert page.evaluate(script, ["x", b"two".hex(), other]) is False


def test_a_seeded_match_is_marked_as_training(open_page: Any, service: Any) -> None:
    """Whoever knows the seed knows the cards: the page says so as long as it is open."""
    match = service.new_match(game="cards", seats=PANEL, seed="lesson")
    page = open_page(f"/match/{match}", "phone")
    expect(page.locator(".fair .tag")).to_have_text("training")


def test_a_clock_is_chosen_and_ticks(open_page: Any, service: Any) -> None:
    """Minutes and increment are set by buttons; on the page the clock of the player to move runs down."""
    page = open_page("/new?game=palace")
    page.locator("#where-panel, #clock-increment").first.wait_for()
    if page.locator("#where-panel").count():
        page.locator("#where-panel").check()
    page.locator("label[for=clock-increment]").click()
    page.locator('[data-focus="minutes-less"]').click()
    page.locator('[data-focus="increment-more"]').click()
    page.locator("#create").click()
    page.locator('#match[data-state="playing"]').wait_for()
    clock = service.get(f"/api/matches/{page.url.rpartition('/')[2]}")["clock"]
    assert (clock["kind"], clock["increment_s"]) == ("increment", 15)
    times = page.locator(".clock-time")
    expect(times.nth(0)).to_have_text(re.compile("^9:[0-5][0-9]$"))
    expect(times.nth(1)).to_have_text("10:00")
    expect(page.locator(".clock[data-running]")).to_have_count(1)


@pytest.mark.parametrize("game", ["palace", "royal", "cards"])
def test_a_seat_moves_to_another_phone_and_is_freed(game: str, open_page: Any, service: Any) -> None:
    """In the middle of a match the host shows a code for the seat; freeing it is held for a second."""
    made = service.post("/api/matches", {"game": game, "seats": PHONES, "options": {}})
    for url in made["join_url"].values():
        service.joined(url.rpartition("/j/")[2])
    page = open_page(f"/match/{made['id']}")
    page.locator('#more, [data-focus="more"]').first.click()
    page.locator('[data-focus="invite1"]').click()
    expect(page.locator("img.qr")).to_be_visible()
    page.locator('[data-focus="release1"]').hover()
    page.mouse.down()
    expect(page.locator('[data-focus="release1"]')).to_have_count(0)
    page.mouse.up()
    assert not service.get(f"/api/matches/{made['id']}")["seats"][1]["taken"]
