"""Seats, codes and keys: one use, two minutes, moving to another phone, presence, the PIN and the panel."""

from __future__ import annotations

from typing import Any

import pytest

from web_panel.security import Pin

PHONES = [{"kind": "phone", "mine": True, "name": "Ada"}, {"kind": "phone", "name": "Ben"}]


def code_of(url: str) -> str:
    return url.rsplit("/", 1)[1]


def joined(table: Any) -> tuple[Any, Any, str]:
    """Host and guest on their phones, both seated."""
    host, guest = table.browser(peer="192.168.1.10"), table.browser(peer="192.168.1.20")
    made = host.new(PHONES)
    assert guest.post(f"/j/{code_of(made['join_url']['1'])}").status_code == 200
    return host, guest, made["id"]


def test_a_code_works_once(table: Any) -> None:
    """The second use is 410, whoever tries."""
    host = table.browser()
    path = f"/j/{code_of(host.new(PHONES)['join_url']['1'])}"
    assert table.browser().post(path).status_code == 200
    again = table.browser(peer="192.168.1.30").post(path)
    assert (again.status_code, again.get_json()["code"]) == (410, "web.code.used")


def test_a_code_holds_two_minutes(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """After that it is 410, and the host can ask for a new one."""
    host = table.browser()
    made = host.new(PHONES)
    later = table.house.clock
    monkeypatch.setattr(table.house, "clock", lambda: later() + 121.0)
    late = table.browser().post(f"/j/{code_of(made['join_url']['1'])}")
    assert (late.status_code, late.get_json()["code"]) == (410, "web.code.old")
    renewed = host.post(f"/api/matches/{made['id']}/seats/1/invite").get_json()
    assert renewed["seconds"] == 120
    assert table.browser().post(f"/j/{code_of(renewed['join_url'])}").status_code == 200


def test_a_new_code_ends_the_old_one(table: Any) -> None:
    """Renewing means that the code on the other screen is worth nothing."""
    host = table.browser()
    made = host.new(PHONES)
    host.post(f"/api/matches/{made['id']}/seats/1/invite")
    assert table.browser().post(f"/j/{code_of(made['join_url']['1'])}").status_code == 410


def test_a_seat_moves_to_another_phone(table: Any) -> None:
    """The new phone plays, the old one's key is dead: 401, and its cookie is cleared."""
    host, guest, match = joined(table)
    link = host.post(f"/api/matches/{match}/seats/1/invite").get_json()["join_url"]
    other = table.browser(peer="192.168.1.21")
    assert other.post(f"/j/{code_of(link)}").get_json()["seat"] == 1
    host.act(match, "@c")
    answer = guest.act(match, "@d", version=1)
    assert (answer.status_code, answer.get_json()["code"]) == (401, "web.token")
    assert guest.json(f"/api/matches/{match}")["seats"][1]["you"] is False
    assert guest.act(match, "@d", version=1).get_json()["code"] == "web.right.seat"
    assert other.act(match, "@d").status_code == 200


def test_a_released_seat_is_free_and_its_key_dead(table: Any) -> None:
    """The host frees a seat, nobody else's."""
    host, guest, match = joined(table)
    stranger = table.browser()
    assert stranger.post(f"/api/matches/{match}/seats/1/release").status_code == 403
    assert guest.post(f"/api/matches/{match}/seats/0/release").get_json()["code"] == "hosting.seat.other"
    assert host.post(f"/api/matches/{match}/seats/1/release").status_code == 200
    assert host.json(f"/api/matches/{match}")["seats"][1]["taken"] is False
    assert guest.post(f"/api/matches/{match}/actions", {}).status_code == 401


def test_a_player_may_move_to_a_new_phone_alone(table: Any) -> None:
    """A seat's holder may invite for that seat, not for another."""
    _, guest, match = joined(table)
    assert guest.post(f"/api/matches/{match}/seats/1/invite").status_code == 200
    assert guest.post(f"/api/matches/{match}/seats/0/invite").status_code == 403


def test_a_reload_keeps_the_seat(table: Any) -> None:
    """The key is in the cookie; a name is no credential."""
    host, guest, match = joined(table)
    same_name = table.browser().new([{"kind": "phone", "mine": True, "name": "Ben"}, {"kind": "panel"}])
    assert guest.json(f"/api/matches/{match}")["seats"][1]["you"] is True
    assert host.json(f"/api/matches/{same_name['id']}")["seats"][0]["you"] is False


def test_keys_outlive_a_restart(make_table: Any) -> None:
    """The same phone plays on after the service was started anew; only hashes were kept."""
    first = make_table()
    host, _, match = joined(first)
    cookie = host.client.get_cookie(f"palace_8080_m_{match}").value
    raw = first.store.path.read_bytes()
    first.close()
    assert cookie.split(".")[0].encode() not in raw
    again = make_table().browser()
    again.client.set_cookie(f"palace_8080_m_{match}", cookie)
    assert again.act(match, "@c").status_code == 200


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("<img onerror=x>", "<img onerror=x>"),
        ("  Ada \t Lovelace ", "Ada Lovelace"),
        ("A\u202ed\u0000a\u200b", "Ada"),
        ("e\u0301", "\u00e9"),
        ("", "Ben"),
        ("\u2066\u2069", "Ben"),
    ],
)
def test_names_are_tidied_and_stay_text(table: Any, given: str, shown: str) -> None:
    """Composed, one line, without control and direction characters; markup is only text."""
    host = table.browser()
    made = host.new(PHONES)
    table.browser().post(f"/j/{code_of(made['join_url']['1'])}", {"name": given})
    assert host.json(f"/api/matches/{made['id']}")["seats"][1]["name"] == shown


def test_a_name_that_is_too_long_is_refused(table: Any) -> None:
    """Twenty characters, and the seat is not taken."""
    host = table.browser()
    path = f"/j/{code_of(host.new(PHONES)['join_url']['1'])}"
    answer = table.browser().post(path, {"name": "x" * 21})
    assert (answer.status_code, answer.get_json()["params"]["field"]) == (400, "name")
    assert table.browser().post(path).status_code == 200


def test_a_full_lobby_begins(table: Any) -> None:
    """Lobby until everybody is there, then play; nobody acts before."""
    host = table.browser()
    made = host.new(PHONES)
    early = host.act(made["id"], "@c", version=0)
    assert (early.status_code, early.get_json()["code"]) == (409, "hosting.lobby")
    table.browser().post(f"/j/{code_of(made['join_url']['1'])}")
    assert host.act(made["id"], "@c").status_code == 200


def test_only_phones_join_by_code(table: Any) -> None:
    """Other kinds of seats and seats that do not exist are refused."""
    host = table.browser()
    match = host.new([{"kind": "panel"}, {"kind": "phone"}])["id"]
    assert host.post(f"/api/matches/{match}/seats/0/invite").get_json()["code"] == "hosting.seat.kind"
    assert host.post(f"/api/matches/{match}/seats/7/invite").status_code == 404


def test_the_qr_code_is_shown_to_the_host_alone(table: Any) -> None:
    """SVG of the valid invitation; strangers and expired codes get none."""
    host, stranger = table.browser(), table.browser()
    match = host.new(PHONES)["id"]
    path = f"/api/matches/{match}/seats/1/join.svg"
    answer = host.get(path)
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert b"<svg" in answer.data
    assert b"style=" not in answer.data
    assert stranger.get(path).status_code == 403
    host.post(f"/api/matches/{match}/seats/1/release")
    table.house.seating._end_codes(match, 1, "web.code.old")
    assert host.get(path).get_json()["code"] == "hosting.code.none"


def test_join_addresses_suit_phones(make_table: Any) -> None:
    """From the panel's loopback with --lan: the machine's own address; from a phone: the name it used."""
    from web_panel.api.seats import lan_address

    table = make_table(lan=True)
    assert table.browser().new(PHONES)["join_url"]["1"].startswith(f"http://{lan_address()}:8080/j/")
    phone = table.browser(host="table.local:8080")
    assert phone.new(PHONES)["join_url"]["1"].startswith("http://table.local:8080/j/")


def test_the_wifi_code_escapes_its_parts(table: Any) -> None:
    """Names with special characters; without a configured network there is no code."""
    from web_panel.api.seats import wifi_text

    assert wifi_text('a;b"c', "p\\:w") == 'WIFI:T:WPA;S:a\\;b\\"c;P:p\\\\\\:w;;'
    assert wifi_text("open", "") == "WIFI:T:nopass;S:open;;"
    panel = table.panel()
    assert panel.get("/api/wifi.svg").status_code == 404
    assert panel.post("/api/settings", {"wifi": {"name": "Home", "password": "secret"}}).status_code == 200
    assert panel.get("/api/wifi.svg").mimetype == "image/svg+xml"
    assert table.browser().get("/api/wifi.svg").status_code == 403, "the password is the household's"


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("n" * 32, True),
        ("Chez  nous, au 3e étage ici !", True),
        ("é" * 16, True),
        ("n" * 33, False),
        ("é" * 17, False),
    ],
)
def test_a_networks_name_has_up_to_32_bytes(table: Any, name: str, taken: bool) -> None:
    """Kept as it is, blanks and all, since a phone looks for exactly that; one that cannot be is refused."""
    panel = table.panel()
    answer = panel.post("/api/settings", {"wifi": {"name": name, "password": "secret12"}})
    assert answer.status_code == (200 if taken else 400)
    if taken:
        assert answer.get_json()["wifi"]["name"] == name
        assert panel.get("/api/wifi.svg").status_code == 200
    else:
        assert answer.get_json()["params"]["field"] == "wifi.name"


def test_presence_follows_the_streams(table: Any) -> None:
    """A seat with an open page is present; after the last one has been gone a while it is away."""
    match = table.browser().new(PHONES)["id"]
    house = table.house
    house.arrived(match, frozenset({0}))
    house.arrived(match, frozenset({0}))
    table.settle()
    assert table.browser().json(f"/api/matches/{match}")["seats"][0]["present"] is True
    house.call(house.seating._away, match, frozenset({0}))
    assert table.browser().json(f"/api/matches/{match}")["seats"][0]["present"] is True
    house.call(house.seating._away, match, frozenset({0}))
    assert table.browser().json(f"/api/matches/{match}")["seats"][0]["present"] is False


# -- panel and PIN


def test_the_start_address_works_once(table: Any) -> None:
    """Its first browser is the panel; the code is worth nothing afterwards."""
    code = table.services.start.code
    assert table.browser().post("/api/start", {"code": code}).status_code == 200
    again = table.browser().post("/api/start", {"code": code})
    assert (again.status_code, again.get_json()["code"]) == (403, "web.start.wrong")


def test_a_second_panel_comes_in_by_pin(table: Any) -> None:
    """Set on the panel, used elsewhere; as panel or as builder."""
    panel, second, laptop = (
        table.panel(),
        table.browser(peer="192.168.1.5"),
        table.browser(peer="192.168.1.6"),
    )
    assert second.post("/api/login", {"pin": "123456"}).get_json()["code"] == "web.pin.none"
    assert second.post("/api/pin", {"pin": "123456"}).status_code == 403
    assert panel.post("/api/pin", {"pin": "123456"}).status_code == 200
    assert second.post("/api/login", {"pin": "654321"}).get_json()["code"] == "web.pin.wrong"
    assert second.post("/api/login", {"pin": "123456"}).status_code == 200
    assert second.json("/api/table")["rights"] == {"panel": True, "builder": True}
    assert laptop.post("/api/login", {"pin": "123456", "role": "builder"}).status_code == 200
    assert laptop.json("/api/table")["rights"] == {"panel": False, "builder": True}
    assert second.post("/api/logout").status_code == 200
    assert second.json("/api/table")["rights"] == {"panel": False, "builder": False}


def test_a_changed_pin_ends_what_the_old_one_let_in(table: Any) -> None:
    """Other panels and builders have to give the new PIN; who changed it stays."""
    panel, laptop = table.panel(), table.browser()
    assert panel.post("/api/pin", {"pin": "123456"}).status_code == 200
    assert laptop.post("/api/login", {"pin": "123456", "role": "builder"}).status_code == 200
    assert laptop.get("/api/table/raw").status_code != 401
    assert panel.post("/api/pin", {"pin": "654321", "old": "123456"}).status_code == 200
    assert laptop.post("/api/table/clear").status_code in (401, 403)
    assert panel.post("/api/settings", {}).status_code == 200


def test_changing_the_pin_needs_the_old_one(table: Any) -> None:
    """The panel alone does not replace it."""
    panel = table.panel()
    panel.post("/api/pin", {"pin": "123456"})
    assert panel.post("/api/pin", {"pin": "222222"}).get_json()["code"] == "web.pin.old"
    assert panel.post("/api/pin", {"pin": "222222", "old": "000000"}).get_json()["code"] == "web.pin.wrong"
    assert panel.post("/api/pin", {"pin": "222222", "old": "123456"}).status_code == 200


@pytest.mark.parametrize("pin", ["12345", "1234567890123", "12345a", "１２３４５６", "", "123 456"])
def test_a_pin_is_six_to_twelve_digits(table: Any, pin: str) -> None:
    """Anything else is refused by field."""
    answer = table.panel().post("/api/pin", {"pin": pin})
    assert (answer.status_code, answer.get_json()["params"]["field"]) == (400, "pin")


class Kept(dict[str, Any]):
    saves = 0

    def save(self) -> None:
        self.saves += 1

    def change(self, values: Any) -> None:
        self.update(values)
        self.save()


def test_guessing_pins_gets_slower_for_everybody_and_over_restarts() -> None:
    """Five tries, then 30 s, doubling; a new start does not forget; the right PIN clears it."""
    now, kept = [1000.0], Kept()
    pin = Pin(kept, clock=lambda: now[0])
    pin.set("123456")
    for _ in range(5):
        assert pin.wait_s() == 0.0
        assert not pin.check("000000")
    assert pin.wait_s() == pytest.approx(30.0)
    pin = Pin(kept, clock=lambda: now[0])
    assert pin.wait_s() == pytest.approx(30.0)
    for doubled in (60.0, 120.0, 240.0):
        now[0] += pin.wait_s()
        assert not pin.check("000000")
        assert pin.wait_s() == pytest.approx(doubled)
    now[0] += 240.0
    assert pin.check("123456")
    assert pin.wait_s() == 0.0
    assert not pin.check("000000")
    assert pin.wait_s() == 0.0
    assert "123456" not in str(kept)


def test_keys_die_some_time_after_the_match(table: Any) -> None:
    """An hour for a rematch, then they open nothing, and a browser's old cookies are cleared."""
    host, _, match = joined(table)
    host.post(f"/api/matches/{match}/resign")
    table.house.call(table.house.seating.forget)
    assert host.post(f"/api/matches/{match}/rematch").status_code == 201
    table.store._db.execute("UPDATE matches SET updated = updated - 3601 WHERE id=?", (match,))
    table.house.call(table.house.seating.forget)
    late = host.post(f"/api/matches/{match}/rematch")
    assert (late.status_code, late.get_json()["code"]) == (401, "web.token")
    cleared = host.post("/api/matches", {"game": "palace", "seats": PHONES})
    assert any(c.startswith(f"palace_8080_m_{match}=;") for c in cleared.headers.getlist("Set-Cookie"))


def test_the_panel_collects_no_keys(table: Any) -> None:
    """Its right is its own; an evening of matches leaves one cookie."""
    panel = table.panel()
    for _ in range(3):
        assert panel.new()["tokens"]
    names = {cookie.key for cookie in panel.client._cookies.values()}
    assert names == {"palace_8080_panel"}
