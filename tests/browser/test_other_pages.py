"""The pages around the match: home, new match, seats and phones, review, board, twin, becoming the panel."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.rest import settled

GAMES = ("Palace", "Palace, the card game", "Palais Royal")


def hold(page: Any, button: Any) -> None:
    """Presses and stays; the caller waits for what comes of it and lifts the finger."""
    button.hover()
    page.mouse.down()


def test_home_tells_the_table_and_leads_on(table: Any, open_page: Any) -> None:
    """The state in words, the matches to go on with, the games there are; news arrive by themselves."""
    match = table.new_match()
    page = open_page("/", "kiosk")
    expect(page.locator("#glance")).to_contain_text("Simulated board: ready")
    for game in GAMES:
        expect(page.locator("#games")).to_contain_text(game)
    expect(page.locator(f'#running a[href="/match/{match}"]')).to_contain_text("Ada – Ben")
    other = table.new_match()
    expect(page.locator(f'#running a[href="/match/{other}"]')).to_be_visible()
    table.post("/api/twin/estop", {"pressed": True})
    expect(page.locator("#glance")).to_contain_text("emergency stop")
    # The cause, or what follows from it: whichever the board said last.
    expect(page.locator("#strip")).to_contain_text(re.compile("The emergency stop is open|no supply"))


def test_a_match_is_made_without_typing(table: Any, open_page: Any) -> None:
    """On the built-in panel two taps lead from home into a match; options carry their meaning and default."""
    page = open_page("/", "kiosk")
    page.locator("#games a").first.click()
    page.locator("#create:enabled").wait_for()
    expect(page.locator("#where-board")).to_be_checked()
    expect(page.locator("#options")).to_contain_text("When bands may be moved")
    expect(page.locator("label:has(#option-bands-free)")).to_contain_text("as printed")
    page.locator("#where-panel").check()
    page.locator("label:has(#option-bands-locked)").click()
    page.locator("#create").click()
    page.locator('#match[data-state="playing"]').wait_for()
    made = table.get(f"/api/matches/{page.url.rpartition('/')[2]}")
    assert made["options"] == {"bands": "locked", "max_turns": None}
    assert [seat["kind"] for seat in made["seats"]] == ["panel", "panel"]
    assert not made["on_board"]


def test_a_name_is_taken_from_earlier_matches_by_a_tap(service: Any, open_page: Any) -> None:
    """Names that have played here before are offered."""
    service.new_match(seats=[{"kind": "panel", "name": "Zoé"}, {"kind": "panel", "name": "Ben"}])
    page = open_page("/new?game=palace")
    page.get_by_role("button", name="Zoé").first.click()
    expect(page.locator("#name0")).to_have_value("Zoé")


def test_a_closed_table_says_that_phones_cannot_join(open_page: Any) -> None:
    """Without --lan a phone's seat comes with the reason why nobody can join, and with what to do."""
    page = open_page("/new?game=palace")
    page.locator("label:has(#kind1-phone)").click()
    expect(page.locator("#no-lan")).to_contain_text("--lan")


def test_a_phone_takes_its_seat_by_code(service: Any, open_page: Any) -> None:
    """The host shows the code; the phone, in its own language, takes the seat with a tap and plays."""
    seats = [{"kind": "panel", "name": "Ada"}, {"kind": "phone", "name": "Guest"}]
    match = service.new_match(seats=seats)
    panel = open_page(f"/match/{match}")
    panel.locator("[data-focus=invite1]").click()
    code = panel.locator(".join .mono").inner_text().rpartition("/j/")[2]
    expect(panel.locator(".join img")).to_be_visible()
    expect(panel.locator(".join img")).to_have_js_property("complete", True)
    assert panel.locator(".join img").evaluate("image => image.naturalWidth > 40")
    phone = open_page(f"/j/{code}", "phone", panel=False, touch=True, host="table.local", lang="fr")
    expect(phone.locator("html")).to_have_attribute("lang", "fr")
    phone.locator("#name").fill("Benoît")
    phone.add_init_script("window.shakes = 0; navigator.vibrate = () => (window.shakes += 1);")
    phone.locator("#claim").tap()
    phone.wait_for_url(f"**/match/{match}")
    assert code not in phone.url
    for page in (panel, phone):
        page.locator('#match[data-state="playing"]').wait_for()
    expect(panel.locator("#turn")).to_contain_text("Benoît")
    service.play(match, "@c")
    phone.locator("#log .orb.white").wait_for()
    phone.wait_for_timeout(600)
    assert phone.evaluate("window.shakes") == 1, "the own turn is told once"
    phone.locator('[data-pane="d10"]').tap()
    phone.locator("#confirm").tap()
    expect(panel.locator("#log li").last).to_contain_text("@d")
    again = open_page(f"/j/{code}", "phone", panel=False, host="table.local")
    expect(again.locator("#strip")).to_contain_text("This code was used already")


def test_the_real_bands_follow_a_review(table: Any, open_page: Any, wait_until: Any) -> None:
    """However fast the slider is drawn, no wish is refused, and the bands end where the slider does."""
    match = table.new_match(options={"bands": "free"})
    table.play(match, "B1=2", "B5=2", "B1=3", "B5=3", "B1=2")
    page = open_page(f"/review/{match}")
    refused: list[str] = []
    page.on("response", lambda response: refused.append(response.url) if response.status >= 400 else None)
    page.locator("#real").click()
    slider = page.locator("#slider")
    slider.focus()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(slider).to_have_value("3")

    def levels() -> list[int]:
        return [band["level"] for band in table.table()["bands"]]

    wait_until(
        lambda: levels() == [3, 2, 3, 2, 2] and not table.table()["pending"], "the bands stand as shown"
    )
    assert refused == []


def test_review_steps_through_a_match(service: Any, open_page: Any) -> None:
    """Forwards, backwards, by slider and by the list; each step says what was done."""
    match = service.new_match()
    service.play(match, "@c", "@d", "c1n", "B4=3")
    page = open_page(f"/review/{match}")
    expect(page.locator("#where")).to_have_text("4 of 4")
    page.locator("#back").click()
    expect(page.locator("#strip")).to_contain_text("c1 rolls to c2")
    page.locator("#slider").press("Home")
    expect(page.locator(".relief .sphere")).to_have_count(16)
    page.locator("#slider").fill("1")
    expect(page.locator('[data-pane="c1"]')).to_have_attribute("aria-label", "c1, height 1, white sphere")
    page.locator("#log button").nth(2).click()
    expect(page.locator("#where")).to_have_text("2 of 4")


def test_bands_move_by_hand_on_the_board_page(table: Any, open_page: Any) -> None:
    """A handle, then Move: the warning is said, the band travels and stands; homing is held, never tapped."""
    page = open_page("/board")
    slider = page.locator('[data-band="2"]')
    level = int(slider.get_attribute("aria-valuenow"))
    key = "ArrowUp" if level < 3 else "ArrowDown"
    slider.focus()
    page.keyboard.press(key)
    page.evaluate(
        """() => {
          const told = (window.told = []);
          const strip = document.getElementById("strip");
          const hear = () => told.push(strip.textContent);
          new MutationObserver(hear).observe(strip, { childList: true, subtree: true });
        }"""
    )
    page.locator("#confirm").click()
    goal = level + 1 if level < 3 else level - 1
    expect(slider).to_have_attribute("aria-valuetext", f"level {goal}", timeout=15_000)
    expect(page.locator("#bands")).to_contain_text("at rest")
    assert any("hands off the glass" in words for words in page.evaluate("window.told"))
    page.locator("#home").click()
    page.wait_for_timeout(200)
    assert not table.table()["pending"]


def test_board_page_shows_what_each_sensor_says(table: Any, open_page: Any) -> None:
    """A sphere on the glass appears; its pane's raw value is there; distrust is marked and taken back."""
    page = open_page("/board")
    table.post("/api/twin/panes", {"c7": "white"})
    pane = page.locator('[data-pane="c7"]')
    expect(pane).to_have_attribute("aria-label", re.compile(r"^c7, height [123], white sphere$"))
    pane.click()
    expect(page.locator("#pane")).to_contain_text("Pane c7")
    page.locator("[data-focus=trust]").click()
    expect(pane).to_have_attribute("aria-label", re.compile(r"^c7, height [123], white sphere, not trusted$"))
    page.locator("[data-focus=trust]").click()
    expect(pane).to_have_attribute("aria-label", re.compile(r"^c7, height [123], white sphere$"))
    expect(page.locator("#panes tr")).to_have_count(10)
    assert int(page.locator('#panes td[data-state="full"]').inner_text().split()[0]) > 0


def test_twin_takes_spheres_by_finger(table: Any, open_page: Any, wait_until: Any) -> None:
    """Dragged from the stock, from pane to pane, off the board; tapped on and off; by mouse and by touch."""
    page = open_page("/twin")

    def spheres() -> Any:
        return table.get("/api/twin")["world"]["panes"]

    def drag(start: str, end: tuple[float, float] | str) -> None:
        box = settled(page).locator(start).bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        goal = page.locator(end).bounding_box() if isinstance(end, str) else None
        to = (goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2) if goal else end
        page.mouse.move(*to, steps=4)
        page.mouse.up()
        page.wait_for_timeout(100)

    drag("[data-colour=white]", '[data-pane="c3"]')
    wait_until(lambda: spheres() == {"c3": "white"}, "put")
    drag('[data-pane="c3"]', '[data-pane="e8"]')
    wait_until(lambda: spheres() == {"e8": "white"}, "carried")
    stage = page.locator("#stage").bounding_box()
    drag('[data-pane="e8"]', (stage["x"] + stage["width"] - 4, stage["y"] + 4))
    wait_until(lambda: spheres() == {}, "lifted away")
    page.locator("[data-tool=black]").click()
    page.locator('[data-pane="a1"]').click()
    wait_until(lambda: spheres() == {"a1": "black"}, "tapped on")
    page.locator('[data-pane="a1"]').click()
    wait_until(lambda: spheres() == {}, "tapped off")
    touch = open_page("/twin", "phone", touch=True)
    touch.locator('[data-pane="h10"]').tap()
    wait_until(lambda: spheres() == {"h10": "white"}, "tapped on a phone")
    touch.locator('[data-pane="h10"]').tap()
    wait_until(lambda: spheres() == {}, "tapped off on a phone")


def test_twin_handle_switch_and_faults(table: Any, open_page: Any, wait_until: Any) -> None:
    """Four detents of a handle move a band; the switch stops the table; a fault comes and goes."""
    page = open_page("/twin")
    level = table.table()["bands"][0]["level"]
    page.get_by_label(f"Turn the handle of band 1 {'up' if level < 3 else 'down'}").click()
    goal = level + 1 if level < 3 else level - 1
    wait_until(lambda: table.table()["bands"][0]["level"] == goal, "the band stands")
    page.locator("#estop").click()
    expect(page.locator("#table-pill")).to_contain_text("emergency stop")
    page.locator("#estop").click()
    expect(page.locator("#table-pill")).not_to_contain_text("emergency stop")
    faults = table.get("/api/twin")["faults"]
    name = next(fault["name"] for fault in faults if fault["scope"] == "pane")
    page.locator(f'[data-focus="{name}"]').click()
    page.locator(".fault-form .primary").click()
    expect(page.locator(".fault-active")).to_contain_text(name)
    page.locator(".fault-active button").click()
    expect(page.locator(".fault-active")).to_have_count(0)


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_language_changes_with_one_tap(open_page: Any, lang: str) -> None:
    """Each of the other two languages is one tap away, on every device its own."""
    page = open_page("/records", "phone", lang="it" if lang != "it" else "en")
    page.locator(f"[data-lang={lang}]").click()
    expect(page.locator("html")).to_have_attribute("lang", lang)


def test_a_second_panel_by_pin(own_service: Any, open_own: Any) -> None:
    """The panel sets a PIN on the pad; another browser becomes a panel with it."""
    panel = open_own("/start", "kiosk")
    for digit in "246810":
        panel.get_by_role("button", name=digit, exact=True).click()
    panel.get_by_role("button", name="Set the PIN").click()
    expect(panel.locator("#strip")).to_contain_text("The PIN is set")
    other = open_own("/start", "kiosk", panel=False)
    for digit in "246810":
        other.get_by_role("button", name=digit, exact=True).click()
    other.get_by_role("button", name="Be the panel").click()
    other.wait_for_url("**/")
    expect(other.locator("#pin-part")).to_be_hidden()
