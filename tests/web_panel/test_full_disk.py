"""A disk that takes nothing: what is answered with 503 has not happened, in memory as on disk."""

from __future__ import annotations

import contextlib
import errno
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from web_panel import cli, settings
from web_panel.hosting import house as house_module
from web_panel.hosting.errors import Unavailable
from web_panel.hosting.grants import Grant
from web_panel.store import Store


@pytest.fixture
def full(table: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """A block in which neither the store nor the settings can be written."""

    @contextlib.contextmanager
    def fill() -> Iterator[None]:
        @contextlib.contextmanager
        def no_room() -> Iterator[None]:
            raise Unavailable("store.failed")
            yield

        def fails(*_: Any) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(table.store, "_write", no_room)
            patch.setattr(settings, "sync_replace", fails)
            yield

    return fill


def state_of(table: Any) -> Any:
    """All that memory knows: matches as every bearer sees them, keys, settings."""
    matches = {
        id: (repr(hosted.row), repr(hosted.match.seats), hosted.match.version)
        for id, hosted in table.house.hosted.items()
    }
    return matches, dict(table.services.grants._by_key), dict(table.settings), table.house.boarding.match


PHONES = [{"kind": "phone"}, {"kind": "phone"}]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/matches", {"game": "palace", "seats": [{"kind": "panel"}] * 2}),
        ("/api/matches/{lobby}/abandon", {}),
        ("/j/{code}", {"name": "Ada"}),
        ("/api/matches/{playing}/seats/0/release", {}),
        ("/api/matches/{over}/rematch", {}),
        ("/api/matches/{playing}/resign", {"seat": 1}),
        ("/api/pin", {"pin": "654321", "old": "123456"}),
        ("/api/table/panes/a1", {"trusted": False}),
        ("/api/settings", {"settle_s": 1.5}),
    ],
)
def test_what_could_not_be_written_has_not_happened(
    table: Any, full: Any, path: str, body: dict[str, Any]
) -> None:
    """503, memory as before; and once there is room the very same request does it."""
    panel, other = table.panel(), table.browser(peer="192.168.1.9")
    assert panel.post("/api/pin", {"pin": "123456"}).status_code == 200
    assert other.post("/api/login", {"pin": "123456"}).status_code == 200
    lobby = panel.new(PHONES)
    playing = panel.new([{"kind": "phone"}, {"kind": "panel"}])
    assert table.browser().post(_path(playing["join_url"]["0"])).status_code == 200
    over = panel.new()["id"]
    assert panel.post(f"/api/matches/{over}/resign", {"seat": 0}).status_code == 200
    names = {"lobby": lobby["id"], "playing": playing["id"], "over": over}
    path = path.format(code=lobby["join_url"]["0"].rpartition("/")[2], **names)
    table.settle()
    before = state_of(table)
    with full():
        refused = panel.post(path, body)
    assert (refused.status_code, refused.get_json()["code"]) == (503, "store.failed")
    assert refused.get_json()["do"]
    table.settle()
    assert state_of(table) == before
    assert panel.post(path, body).status_code in (200, 201)
    assert state_of(table) != before


def _path(url: str) -> str:
    return "/j/" + url.rpartition("/")[2]


def test_the_start_code_survives_a_full_disk(table: Any, full: Any) -> None:
    """503 uses it up for nobody; with room again the same address makes the panel, once."""
    browser, code = table.browser(), table.services.start.code
    with full():
        assert browser.post("/api/start", {"code": code}).status_code == 503
    assert table.services.start.code == code
    assert browser.post("/api/start", {"code": code}).status_code == 200
    assert table.browser().post("/api/start", {"code": code}).status_code == 403


def test_the_start_address_is_whole_or_the_old_one(
    table: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Written beside and then renamed; the panel is admitted even where that fails."""
    table.services.write_panel_url()
    file = table.data / "panel-url"
    old = file.read_text(encoding="ascii")

    def fails(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(settings, "sync_replace", fails)
        assert table.browser().post("/api/start", {"code": table.services.start.code}).status_code == 200
    assert file.read_text(encoding="ascii") == old
    assert "start address could not be written" in caplog.text
    table.services.write_panel_url()
    assert file.read_text(encoding="ascii").strip() == table.services.panel_url
    assert oct(file.stat().st_mode & 0o777) == "0o600"


@pytest.mark.parametrize("kind", ["undo", "draw"])
def test_an_agreement_that_could_not_be_written_can_be_given_again(table: Any, full: Any, kind: str) -> None:
    """The question stays open with the same people to answer it."""
    panel = table.panel()
    match = panel.new()["id"]
    assert panel.act(match, "@c").status_code == 200
    assert panel.post(f"/api/matches/{match}/{kind}", {"seat": 0}).status_code == 200
    asked = panel.json(f"/api/matches/{match}")[kind]
    with full():
        assert panel.post(f"/api/matches/{match}/{kind}", {"seat": 1}).status_code == 503
    assert panel.json(f"/api/matches/{match}")[kind] == asked == {"by": 0, "waiting": [1]}
    assert panel.post(f"/api/matches/{match}/{kind}", {"seat": 1}).status_code == 200
    after = panel.json(f"/api/matches/{match}")
    assert (after[kind], after["version"]) == (None, 2)


def test_a_deal_that_could_not_be_written_is_dealt_later(
    table: Any, full: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seats stay taken, people are told, and the same cards come when there is room."""
    monkeypatch.setattr(house_module, "AGAIN_S", 0.01)
    panel = table.panel()
    real, fails = table.store.append, [True]

    def append(*args: Any) -> None:
        if fails[0]:
            raise Unavailable("store.failed")
        real(*args)

    monkeypatch.setattr(table.store, "append", append)
    match = panel.new(game="cards", seed="a")["id"]
    assert panel.json(f"/api/matches/{match}")["version"] == 0
    fails[0] = False
    table.until(lambda: panel.json(f"/api/matches/{match}")["version"] == 1)


def test_a_clock_that_ran_out_on_a_full_disk_ends_the_match_later(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for the answer, so the table tries again by itself."""
    monkeypatch.setattr(house_module, "AGAIN_S", 0.01)
    panel = table.panel()
    match = panel.new(clock={"kind": "sudden", "seconds": 10})["id"]
    real, calls = table.store.append, []

    def append(*args: Any) -> None:
        calls.append(args)
        if len(calls) == 1:
            raise Unavailable("store.failed")
        real(*args)

    monkeypatch.setattr(table.store, "append", append)
    table.house.actor.call(lambda: table.house.hosted[match].clock.left.__setitem__(0, 0.0))
    table.house.call(table.house._clock_out, match)
    table.until(lambda: panel.json(f"/api/matches/{match}")["state"] == "over")
    assert len(calls) == 2


def test_a_pin_set_at_the_machine_ends_what_the_old_one_let_in(
    make_table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Panels and builders out, players stay."""
    table = make_table()
    browser = table.panel()
    seat = table.services.grants.issue(Grant("seat", browser.new()["id"], 0, 0))
    table.services.grants.issue(Grant("builder"))
    table.close()
    monkeypatch.setattr("sys.stdin", io.StringIO("123456\n"))
    assert cli.main(["pin", "--data", str(table.data)]) == 0
    store = Store(Path(table.data))
    roles = {grant.role for _, grant in store.grants()}
    store.close()
    assert seat
    assert roles == {"host", "seat"}
