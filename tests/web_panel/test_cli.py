"""The command line: records out and in, backups, PIN, doctor; sentences for what is wrong."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

import rules
from rules.match import Match, SeatInfo
from web_panel import cli
from web_panel.hosting.hosted import Hosted
from web_panel.security import Pin
from web_panel.settings import Settings
from web_panel.store import Store


@pytest.fixture
def played(make_table: Any, tmp_path: Path) -> tuple[Path, str, str]:
    """A data folder with a running match of Palace and a finished one of cards: folder and ids."""
    table = make_table()
    panel = table.panel()
    palace = panel.new([{"kind": "panel", "name": "Ada"}, {"kind": "panel", "name": "Ben"}])["id"]
    for action in ("B3=1", "@c", "@d"):
        assert panel.act(palace, action).status_code == 200
    cards = panel.new(game="cards")["id"]
    rng, hosted = random.Random(1), table.house.open(cards)
    for _ in range(20):
        seat = min(hosted.actors())
        table.house.call(
            table.house.turns.act, _Panel(), cards, rng.choice(hosted.match.legal(seat)), None, None, seat
        )
    assert panel.post(f"/api/matches/{cards}/resign", {"seat": 1}).status_code == 200
    table.close()
    return table.data, palace, cards


class _Panel:
    panel = builder = True

    def hosts(self, match: str | None) -> bool:
        return True

    def seats(self, match: str) -> frozenset[int]:
        return frozenset()


def run(*args: str | Path) -> int:
    return cli.main([str(arg) for arg in args])


def test_a_record_goes_out_and_comes_in_again(played: Any, tmp_path: Path, capsys: Any) -> None:
    """JSON and text, chance and all: the imported match has the same record."""
    data, palace, cards = played
    for match, text in ((palace, False), (palace, True), (cards, False), (cards, True)):
        file = tmp_path / f"{match}-{text}"
        assert run("export", match, *(["--text"] if text else []), "-o", file, "--data", data) == 0
        assert run("import", file, "--data", tmp_path / "other") == 0
        copied = capsys.readouterr().out.split()[0]
        records = []
        for folder, name in ((data, match), (tmp_path / "other", copied)):
            store = Store(folder)
            records.append(Hosted.load(store.match(name), store).match.record())
            store.close()
        assert records[0] == records[1]


def test_all_records_go_into_a_folder(played: Any, tmp_path: Path) -> None:
    """One file a match, named by game and id."""
    data, palace, cards = played
    assert run("export", "--all", "-o", tmp_path / "out", "--data", data) == 0
    assert {p.name for p in (tmp_path / "out").iterdir()} == {f"palace-{palace}.json", f"cards-{cards}.json"}


def test_stored_matches_are_listed(played: Any, capsys: Any) -> None:
    """One line each, with names."""
    data, palace, _ = played
    assert run("export", "--list", "--data", data) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert any(line.startswith(palace) and "Ada, Ben" in line for line in lines)


def test_a_running_match_with_secrets_is_not_exported(make_table: Any, capsys: Any) -> None:
    """Not even at the machine: it is a game."""
    table = make_table()
    match = table.panel().new(game="cards")["id"]
    table.close()
    assert run("export", match, "--data", table.data) == 1
    assert "still running" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"format": 1, "game": "palace"', "half a file"),
        ("{}", "format"),
        ("[1]", "Line 1"),
        ("", "Line 1"),
        ('{"format": 1, "game": "chess", "game_version": 1}', "chess"),
    ],
)
def test_half_a_record_is_refused_with_the_reason(tmp_path: Path, capsys: Any, text: str, says: str) -> None:
    """The file and the field are named, nothing is stored, status 1; a good file beside it is taken."""
    bad, good = tmp_path / "bad", tmp_path / "good"
    bad.write_text(text, encoding="utf-8")
    match = Match.start(
        rules.game("palace"), [rules.match.SeatInfo("A", "panel"), rules.match.SeatInfo("B", "panel")]
    )
    good.write_text(json.dumps(match.record()), encoding="utf-8")
    assert run("import", bad, good, "--data", tmp_path / "data") == 1
    said = capsys.readouterr()
    assert str(bad) in said.err
    assert says in said.err
    assert len(said.out.splitlines()) == 1
    assert "Traceback" not in said.err


@pytest.mark.parametrize("was", ["zz", "\ud800"])
def test_a_correction_of_what_could_not_be_played_is_refused(tmp_path: Path, capsys: Any, was: str) -> None:
    """Else the match would be stored and could never be opened."""
    match = Match.start(rules.game("palace"), [SeatInfo("Ada", "board"), SeatInfo("Ben", "board")], {})
    match.play(0, "@c")
    record = match.record() | {"corrections": [{"index": 0, "was": was, "now": "@c"}]}
    (tmp_path / "odd.json").write_text(json.dumps(record), encoding="utf-8")
    assert cli.main(["import", str(tmp_path / "odd.json"), "--data", str(tmp_path / "data")]) == 1
    assert "corrections: " in capsys.readouterr().err
    assert Store(tmp_path / "data").matches() == []


def test_a_missing_file_is_named(tmp_path: Path, capsys: Any) -> None:
    """A sentence for what cannot be read."""
    assert run("import", tmp_path / "none", "--data", tmp_path / "data") == 1
    assert "cannot be read" in capsys.readouterr().err


def test_unfair_dealing_is_found_at_import(played: Any, tmp_path: Path, capsys: Any) -> None:
    """A record whose deal does not come from its secret is taken, and said to be so."""
    data, _, cards = played
    file = tmp_path / "cards.json"
    run("export", cards, "-o", file, "--data", data)
    record = json.loads(file.read_text(encoding="utf-8"))
    record["secret"] = "00" * 32
    file.write_text(json.dumps(record), encoding="utf-8")
    assert run("import", file, "--data", tmp_path / "other") == 0
    assert "[0] were not dealt from the secret" in capsys.readouterr().err


def test_a_backup_while_the_service_runs(make_table: Any, tmp_path: Path) -> None:
    """The copy is sound and holds the matches so far; an existing copy is replaced whole."""
    table = make_table()
    panel = table.panel()
    target = tmp_path / "copies" / "palace.db"
    for count in (1, 2):
        panel.new()
        assert run("backup", target, "--data", table.data) == 0
        store = Store(target.parent)
        assert len(store.matches()) == count
        store.close()


@pytest.mark.parametrize("command", [["export", "--all", "-o", "x"], ["backup", "x"]])
def test_a_folder_without_matches_is_said(tmp_path: Path, capsys: Any, command: list[str]) -> None:
    """No new store is made by looking for one."""
    assert run(*command, "--data", tmp_path / "none") == 1
    assert "no stored matches" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_a_damaged_store_is_left_to_the_service(tmp_path: Path, capsys: Any) -> None:
    """Commands do not move files about; they say what to do."""
    tmp_path.joinpath("palace.db").write_bytes(b"nonsense" * 1000)
    assert run("export", "--list", "--data", tmp_path) == 1
    assert "damaged" in capsys.readouterr().err
    assert tmp_path.joinpath("palace.db").read_bytes() == b"nonsense" * 1000
    assert run("doctor", "--data", tmp_path) == 1
    assert "damaged" in capsys.readouterr().out


def test_the_pin_can_be_set_at_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """For whoever has forgotten it; not behind the back of whoever holds the folder; not one too short."""
    from web_panel.server import lock_data

    monkeypatch.setattr("sys.stdin", io.StringIO("123456\n"))
    assert run("pin", "--data", tmp_path) == 0
    assert Pin(Settings(tmp_path)).check("123456")
    monkeypatch.setattr("sys.stdin", io.StringIO("123\n"))
    assert run("pin", "--data", tmp_path) == 1
    with lock_data(tmp_path):  # held by something that is no service: there is nobody to tell
        monkeypatch.setattr("sys.stdin", io.StringIO("123456\n"))
        assert run("pin", "--data", tmp_path) == 1
    assert "did not take the PIN up" in capsys.readouterr().err


def test_the_engine_is_named(capsys: Any) -> None:
    """Which search the bots use here."""
    assert run("engine-info") == 0
    assert "engine" in capsys.readouterr().out


def test_a_core_that_was_not_built_is_told(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a compiler but no compiled core the command that builds it is named; without one it is not."""
    info = {"engine": "python", "library": None, "compiler": "/usr/bin/cc"}
    monkeypatch.setattr("rules.bots.core.engine_info", lambda: info)
    assert run("engine-info") == 0
    assert "python -m rules.bots" in capsys.readouterr().out
    info["compiler"] = None
    assert run("engine-info") == 0
    assert "rules.bots" not in capsys.readouterr().out


def test_a_running_match_goes_on_where_it_was_imported(
    played: Any, tmp_path: Path, capsys: Any, make_table: Any, fake_board: Any
) -> None:
    """At the panel, for all persons, not on the board; from there it can be put on the board."""
    data, palace, _ = played
    for text in ([], ["--text"]):
        assert run("export", palace, *text, "-o", tmp_path / "one", "--data", data) == 0
        assert run("import", tmp_path / "one", "--data", tmp_path / "other") == 0
    match = capsys.readouterr().out.split()[0]
    table = make_table(fake_board, data=tmp_path / "other")
    assert table.house.boarding.match is None
    panel = table.panel()
    shown = panel.json(f"/api/matches/{match}")
    assert (shown["state"], shown["on_board"], shown["version"]) == ("playing", False, 3)
    for _ in range(2):
        action = panel.json(f"/api/matches/{match}")["actions"][0]
        assert panel.act(match, action).status_code == 200
    assert table.browser().act(match, "@a", 5).status_code == 403
    assert panel.post(f"/api/matches/{match}/resume").status_code in (200, 202)
    table.settle()
    assert table.house.boarding.match == match
    assert panel.json(f"/api/matches/{match}")["on_board"]


def test_seats_of_phones_and_the_board_are_the_panels_after_an_import(tmp_path: Path, capsys: Any) -> None:
    """Nobody has a key for them; a bot plays on as a bot that is known here."""
    seats = [SeatInfo("Ada", "phone"), SeatInfo("Ben", "board"), SeatInfo("Cy", "bot")]
    match = Match.start(rules.game("cards"), seats)
    file = tmp_path / "cards.json"
    file.write_text(json.dumps(match.record()), encoding="utf-8")
    assert run("import", file, "--data", tmp_path) == 0
    store = Store(tmp_path)
    row = store.matches()[0]
    store.close()
    assert row.state == "playing"
    assert [seat["kind"] for seat in row.seats] == ["panel", "panel", "bot"]
    assert row.seats[2]["bot"]
    assert row.secret not in (b"", bytes(32)), "what is still to be dealt needs a secret of its own"


@pytest.mark.parametrize("text", [False, True])
def test_what_was_abandoned_stays_abandoned(make_table: Any, tmp_path: Path, text: bool) -> None:
    """Also one with cards, which stand open in its record: nobody could go on with it fairly."""
    table = make_table()
    panel = table.panel()
    given_up, cards = panel.new()["id"], panel.new(game="cards", seed="x")["id"]
    for match in (given_up, cards):
        assert panel.post(f"/api/matches/{match}/abandon").status_code == 200
    assert panel.json(f"/api/matches/{given_up}/record")["abandoned"] is True
    table.close()
    for match in (given_up, cards):
        file = tmp_path / match
        run("export", match, *(["--text"] if text else []), "-o", file, "--data", table.data)
        assert run("import", file, "--data", tmp_path / "other") == 0
    store = Store(tmp_path / "other")
    rows = {row.game: row for row in store.matches()}
    store.close()
    assert {row.state for row in rows.values()} == {"abandoned"}
    assert rows["cards"].training


@pytest.mark.parametrize("secret", ["00" * 31, "00" * 33, "zz" * 32, "00 " * 32, "", 5, ["00" * 32]])
def test_a_secret_has_thirty_two_bytes(tmp_path: Path, capsys: Any, secret: Any) -> None:
    """Neither more nor less, nor anything else: the field is named, nothing is stored."""
    match = Match.start(rules.game("palace"), [SeatInfo("Ada", "panel"), SeatInfo("Ben", "panel")])
    file = tmp_path / "odd.json"
    file.write_text(json.dumps(match.record() | {"secret": secret}), encoding="utf-8")
    assert run("import", file, "--data", tmp_path) == 1
    said = capsys.readouterr().err
    assert "secret" in said
    assert "64 hexadecimal digits" in said
    assert Store(tmp_path).matches() == []
