"""Honest requests only: host, origin, headers, bodies, limits; and GETs that change nothing."""

from __future__ import annotations

import json
import re
import sqlite3
from typing import Any

import pytest

from web_panel.api.routing import ROUTES
from web_panel.rights import RIGHTS
from web_panel.security import HEADERS, Hosts, Limiter, host_name

POSTS = sorted(key for key in RIGHTS if key.startswith("POST"))
JSON = {"content_type": "application/json", "data": "{}"}


def state_of(table: Any) -> Any:
    """Everything that a request could have changed."""
    with sqlite3.connect(table.store.path) as db:
        rows = [
            db.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall()
            for name in ("matches", "actions", "grants")
        ]
    db.close()
    codes = sorted(table.house.seating._codes)
    return rows, dict(table.settings), table.services.start.code, codes, table.board.snapshot()


# -- who is asked


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8080",
        "127.0.0.1:8080",
        "192.168.1.9",
        "10.0.0.2:80",
        "table.local",
        "[::1]:8080",
        "PALACE.LOCAL",
    ],
)
def test_the_tables_own_names_are_answered(table: Any, host: str) -> None:
    """The loopback, home-network addresses and the table's names."""
    assert table.browser(host=host).get("/healthz").status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "table.local.evil.example",
        "8.8.8.8",
        "localhost@evil.example",
        "evil.example:80",
        "",
        "a b",
        "127.0.0.1.nip.io",
        "[::1",
        "table.local:http",
    ],
)
def test_a_foreign_host_is_refused(table: Any, host: str) -> None:
    """DNS rebinding ends here: 400 on pages, API and Stop alike."""
    browser = table.browser(host=host)
    for answer in (browser.get("/api/table"), browser.get("/"), browser.post("/api/table/stop")):
        assert (answer.status_code, answer.get_json()["code"]) == (400, "web.host")


def test_extra_names_come_from_the_settings() -> None:
    """A table may be given another name."""
    assert Hosts(("Glass.home",)).honest("glass.home:8080")
    assert not Hosts().honest("glass.home:8080")


@pytest.mark.parametrize("header", ["a/b", "a\\b", "a%41", "a?b", "a#b", "ü", "x" * 300])
def test_a_malformed_host_has_no_name(header: str) -> None:
    """Nothing that a URL parser could read in two ways."""
    assert host_name(header) is None


# -- who asks


def paths() -> list[str]:
    return [key.split(" ")[1].replace("<", "").replace(">", "") for key in POSTS]


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://localhost:9999", "http://localhost", "https://localhost", ""],
)
def test_a_post_of_another_origin_is_refused(board_table: Any, origin: str) -> None:
    """Wrong and null origins, another port included, on every POST; nothing changed."""
    panel = board_table.panel()
    before = state_of(board_table)
    for path in paths():
        answer = panel.post(path, headers={"Origin": origin})
        assert (answer.status_code, answer.get_json()["code"]) == (403, "web.origin"), path
    assert state_of(board_table) == before


def test_a_post_without_the_header_is_refused(board_table: Any) -> None:
    """No X-Panel: 1, on every POST: 403, nothing changed."""
    panel = board_table.panel()
    before = state_of(board_table)
    for path in paths():
        for value in ("", "0"):
            answer = panel.post(path, headers={"X-Panel": value})
            assert (answer.status_code, answer.get_json()["code"]) == (403, "web.header"), path
    assert state_of(board_table) == before


def test_a_form_post_is_refused(board_table: Any) -> None:
    """What an HTML form can send is not JSON: 415 on every POST, nothing changed."""
    panel = board_table.panel()
    before = state_of(board_table)
    for path in paths():
        for kind in ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain", ""):
            answer = panel._send("POST", path, data="{}", content_type=kind)
            assert (answer.status_code, answer.get_json()["code"]) == (415, "web.content_type"), path
    assert state_of(board_table) == before


def test_the_own_origin_passes(table: Any) -> None:
    """The page's own POSTs bear its origin."""
    browser = table.browser(host="table.local:8080")
    answer = browser.post("/api/language", {"lang": "it"}, headers={"Origin": "http://table.local:8080"})
    assert answer.status_code == 200


def test_a_forwarded_address_gives_no_rights(table: Any) -> None:
    """X-Forwarded-For is never believed."""
    browser = table.browser(peer="192.168.1.66")
    answer = browser.post("/api/table/home", headers={"X-Forwarded-For": "127.0.0.1"})
    assert answer.get_json()["code"] == "web.right.panel"


def test_a_cookie_of_another_port_is_not_read(table: Any) -> None:
    """Browsers share cookies between ports: the name tells them apart."""
    panel = table.panel()
    value = panel.client.get_cookie("palace_8080_panel").value
    stranger = table.browser()
    stranger.client.set_cookie("palace_9090_panel", value)
    assert stranger.json("/api/table")["rights"]["panel"] is False


def test_cookies_are_out_of_reach_of_scripts(table: Any) -> None:
    """HttpOnly, SameSite=Strict, the whole site; no Secure, which plain http would drop."""
    answer = table.browser().post("/api/start", {"code": table.services.start.code})
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("palace_8080_panel=")
    for part in ("HttpOnly", "SameSite=Strict", "Path=/"):
        assert part in cookie
    assert "Secure" not in cookie


# -- GETs


@pytest.mark.parametrize("who", ["panel", "browser"])
def test_a_crawl_of_all_gets_changes_nothing(board_table: Any, who: str) -> None:
    """Every GET with every identity and odd query: same store, settings, codes, board."""
    browser = getattr(board_table, who)()
    made = browser.new([{"kind": "phone"}, {"kind": "panel"}])
    browser.get(f"/api/matches/{made['id']}")
    board_table.settle()
    code = made["join_url"]["0"].rsplit("/", 1)[1]
    before = state_of(board_table)
    values = {"<id>": made["id"], "<int:seat>": "0", "<int:band>": "1", "<pane>": "a1", "<code>": code}
    values |= {"<lang>": "fr", "<book>": "board", "<path:path>": "img/palace.svg"}
    start = f"/start?code={board_table.services.start.code}"
    for key in [*RIGHTS, f"GET {start}"]:
        method, path = key.split(" ", 1)
        if method != "GET" or path == "/api/events":
            continue
        for name, value in values.items():
            path = path.replace(name, value)
        for method in ("GET", "HEAD"):
            answer = browser._send(method, path + ("&" if "?" in path else "?") + "x=1&version=1&agree=true")
            answer.close()
            assert answer.status_code < 500 or answer.status_code == 502, (
                path,
                answer.get_data(as_text=True),
            )
    assert state_of(board_table) == before


def test_a_get_is_never_a_post(board_table: Any) -> None:
    """The changing addresses do not answer a GET."""
    panel = board_table.panel()
    for key in POSTS:
        rule = key.split(" ")[1]
        if f"GET {rule}" not in RIGHTS and "<" not in rule:
            assert panel.get(rule).status_code == 405, rule


# -- bodies


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"nonsense",
        b"\xff\xfe",
        b"NaN",
        b'{"a": NaN}',
        b"[" * 60_000,
        b'"text"',
        b"[]",
        b"1" * 5000,
    ],
)
def test_a_body_that_is_no_object_is_refused(table: Any, raw: bytes) -> None:
    """Not JSON, not UTF-8, nested without end, not an object: 400, and no match was made."""
    panel = table.panel()
    answer = panel._send("POST", "/api/matches", data=raw, content_type="application/json")
    assert answer.status_code == 400
    assert answer.get_json()["code"] in ("web.not_json", "web.field.wrong")
    assert panel.json("/api/matches")["matches"] == []


def test_a_body_that_is_too_large_is_refused(table: Any) -> None:
    """64 KiB is the most."""
    answer = table.panel().post("/api/matches", {"game": "x" * 70_000})
    assert (answer.status_code, answer.get_json()["code"]) == (413, "web.too_large")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "action"),
        ({"action": "@c"}, "version"),
        ({"action": "@c", "version": 0}, "request_id"),
        ({"action": 3, "version": 0, "request_id": "abcdefgh"}, "action"),
        ({"action": "@c", "version": "0", "request_id": "abcdefgh"}, "version"),
        ({"action": "@c", "version": True, "request_id": "abcdefgh"}, "version"),
        ({"action": "@c", "version": -1, "request_id": "abcdefgh"}, "version"),
        ({"action": "@c", "version": 0.0, "request_id": "abcdefgh"}, "version"),
        ({"action": "@c", "version": 0, "request_id": "two words"}, "request_id"),
        ({"action": "@c", "version": 0, "request_id": "ab cd ef gh"}, "request_id"),
        ({"action": "@c\n", "version": 0, "request_id": "abcdefgh"}, "action"),
        ({"action": "\ud800", "version": 0, "request_id": "abcdefgh"}, "action"),
        ({"action": "@c", "version": 0, "request_id": "abcdefgh", "seat": 99}, "seat"),
        ({"action": "@c", "version": 0, "request_id": "abcdefgh", "sneaky": 1}, "the body"),
    ],
)
def test_a_wrong_field_is_named_and_nothing_changed(table: Any, body: dict[str, Any], field: str) -> None:
    """400 with the field's name and what is expected; the client's own text is not repeated."""
    panel = table.panel()
    match = panel.new()["id"]
    answer = panel.post(f"/api/matches/{match}/actions", body)
    said = answer.get_json()
    assert answer.status_code == 400
    assert said["params"]["field"] == field
    assert field in said["says"]
    assert said["do"]
    assert "sneaky" not in json.dumps(said)
    assert panel.json(f"/api/matches/{match}")["version"] == 0


def test_errors_are_json_with_all_their_parts(table: Any) -> None:
    """Unknown addresses and methods too; never a trace, never HTML for a program."""
    browser = table.browser()
    for answer, status in (
        (browser.get("/api/nothing"), 404),
        (browser.get("/api/matches/none"), 404),
        (browser._send("PUT", "/api/table", **JSON), 405),
        (browser._send("DELETE", "/api/matches", **JSON), 405),
    ):
        assert answer.status_code == status
        assert set(answer.get_json()) == {"error", "code", "params", "says", "do"}
        assert answer.mimetype == "application/json"


def test_a_fault_inside_is_an_answer_without_its_trace(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """500 with a sentence; the details are in the log alone."""
    monkeypatch.setattr(table.house, "matches", lambda: 1 / 0)
    answer = table.browser().get("/api/matches")
    assert (answer.status_code, answer.get_json()["code"]) == (500, "web.internal")
    assert "ZeroDivision" not in answer.get_data(as_text=True)


# -- headers


ECHO = "kwyjibo"
TWO = [{"kind": "panel"}, {"kind": "panel"}]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/matches", {"game": ECHO, "seats": TWO}),
        ("/api/matches", {"game": "palace", "seats": TWO, "options": {ECHO: 1}}),
        ("/api/matches", {"game": "palace", "seats": TWO, "options": {ECHO: "\u0007"}}),
        ("/api/matches", {"game": "palace", "seats": TWO, "options": {"bands": ECHO}}),
        ("/api/matches", {"game": "palace", "seats": [{"kind": ECHO}, *TWO]}),
        ("/api/matches", {"game": "palace", "seats": [{"kind": "bot", "bot": ECHO}, *TWO]}),
        ("/api/matches", {"game": "palace", "seats": TWO, ECHO: 1}),
        *(
            (f"/api/matches/<{game}>/actions", {"action": word + ECHO, "version": None, "request_id": "r"})
            for game in ("palace", "cards", "royal")
            for word in ("", "play ", "swap ", "turn ", "B", "deal ", "take ")
        ),
        (f"/api/matches/{ECHO}/actions", {"action": "@c", "version": 0, "request_id": "r"}),
        (f"/api/table/panes/{ECHO}", {"trusted": True}),
        (f"/j/{ECHO}", {"name": ECHO}),
        ("/api/start", {"code": ECHO}),
        ("/api/login", {"pin": ECHO}),
        ("/api/twin/faults", {"name": ECHO, "value": ECHO, "pane": ECHO}),
        ("/api/twin/panes", {ECHO: "white"}),
        (f"/{ECHO}", {}),
    ],
)  # fmt: skip
def test_no_error_repeats_what_was_sent(board_table: Any, path: str, body: dict[str, Any]) -> None:
    """Neither in words nor as a parameter, in any language: nothing of a request comes back in a refusal."""
    panel = board_table.panel()
    if found := re.search("<(.+)>", path):
        path = path.replace(found[0], panel.new(game=found[1])["id"])
    if body.get("version", 0) is None:
        body = body | {"version": panel.json(path.removesuffix("/actions"))["version"]}
    for lang in ("en", "fr", "it"):
        refused = panel.post(path, body, headers={"Accept-Language": lang})
        assert 400 <= refused.status_code < 500
        assert ECHO not in refused.get_data(as_text=True).lower()


def test_every_answer_bears_the_headers(table: Any) -> None:
    """Pages, API, errors, static files: the content policy and its kin; nothing with state is kept."""
    browser = table.browser()
    for path in ("/api/table", "/api/nothing", "/healthz", "/i18n/en.json", "/static/nothing.js"):
        answer = browser.get(path)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, (path, name)
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert "Server" not in answer.headers
    assert browser.get("/api/table").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("host", "scheme", "helps"),
    [
        ("localhost:8080", "http", True),
        ("127.0.0.1:8080", "http", True),
        ("[::1]:8080", "http", True),
        ("table.local:8080", "http", False),
        ("192.168.1.5:8080", "http", False),
        ("table.local", "https", True),
    ],
)
def test_a_header_that_browsers_would_only_complain_of_is_left_out(
    table: Any, host: str, scheme: str, helps: bool
) -> None:
    """The opener policy counts on https and this machine alone; elsewhere a page's console stays clean."""
    answer = table.browser(host=host).get("/healthz", environ_overrides={"wsgi.url_scheme": scheme})
    assert answer.status_code == 200
    assert ("Cross-Origin-Opener-Policy" in answer.headers) is helps


def test_the_policy_allows_no_inline_script() -> None:
    """Own scripts and styles only, no frames, no other host."""
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


# -- limits


def test_joins_are_limited_by_peer(table: Any) -> None:
    """Guessing codes gets slower soon; another phone is not held up, and neither is Stop."""
    guesser, other = table.browser(peer="192.168.1.7"), table.browser(peer="192.168.1.8")
    answers = [guesser.post(f"/j/{'x' * 22}") for _ in range(12)]
    assert {a.status_code for a in answers} == {404, 429}
    limited = next(a for a in answers if a.status_code == 429)
    assert int(limited.headers["Retry-After"]) >= 1
    assert other.post(f"/j/{'x' * 22}").status_code == 404
    assert guesser.post("/api/table/stop").status_code == 200


def test_stop_is_never_limited(board_table: Any) -> None:
    """A hundred in a row from one phone: all 200, all at the board."""
    phone = board_table.browser(peer="192.168.1.9")
    assert {phone.post("/api/table/stop").status_code for _ in range(100)} == {200}
    assert board_table.board.stops == 100


def test_a_bucket_fills_again() -> None:
    """A burst, then the rate; peers do not share; old peers are forgotten."""
    now = [0.0]
    limiter = Limiter(clock=lambda: now[0])
    passed = [limiter.wait_s("join", "a") for _ in range(6)]
    assert passed[:5] == [0.0] * 5
    assert passed[5] == pytest.approx(1.0)
    assert limiter.wait_s("join", "b") == 0.0
    now[0] = 1.0
    assert limiter.wait_s("join", "a") == 0.0
    for number in range(Limiter.PEERS + 10):
        limiter.wait_s("act", str(number))
    assert len(limiter._buckets) == Limiter.PEERS


def test_every_post_but_stop_is_limited() -> None:
    """A flood of anything else slows its sender down."""
    assert [r.key for r in ROUTES.values() if r.method == "POST" and r.limit is None] == [
        "POST /api/table/stop"
    ]


def test_nothing_of_a_request_reaches_the_log(table: Any, caplog: pytest.LogCaptureFixture) -> None:
    """No codes, keys, PINs or bodies, and no forged lines, at any level of logging."""
    caplog.set_level("DEBUG")
    panel, phone = table.panel(), table.browser()
    panel.post("/api/pin", {"pin": "135790"})
    made = panel.new([{"kind": "phone"}, {"kind": "panel"}])
    code = made["join_url"]["0"].rsplit("/", 1)[1]
    phone.post(f"/j/{code}", {"name": "x\r\nERROR forged: line"})
    phone.post(f"/j/{code}", {"name": "Ada"})
    phone.post("/api/login", {"pin": "999999"})
    phone.get("/api/matches/%0aERROR%20forged")
    phone.post("/api/matches", {"game": "\nERROR forged", "seats": []})
    phone._send("POST", "/api/matches", data=b"\nERROR forged", content_type="application/json")
    panel.act(made["id"], "c7n", request_id="ERROR-forged")
    for secret in (code, made["tokens"]["1"], "135790", "999999", "forged"):
        assert secret not in caplog.text
