"""A file that is sound with a match in it that is not: the others play, the damaged one is named and kept."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from web_panel import cli

# What can be wrong with a row of the table of matches, and with one action.
ROWS = [
    ("seats", "{"), ("seats", "[]"), ("seats", "[1]"), ("seats", '{"a": 1}'),
    ("seats", '[{"name": 1, "kind": "panel"}]'),
    ("seats", '[{"name": "A", "kind": "cat"}, {"name": "B", "kind": "panel"}]'),
    ("options", "[]"), ("options", ""), ("options", '{"no": 1}'), ("options", "[" * 9999),
    ("extra", "null"), ("extra", b"\xff\xfe"), ("outcome", "{"),
    ("outcome", '{"x": 1}'), ("game", "chess"), ("version", "many"), ("secret", "text"), ("created", "soon"),
]  # fmt: skip
ACTIONS = [
    ("extra", "{"),
    ("extra", "[]"),
    ("text", "nonsense"),
    ("kind", "odd"),
    ("seat", "x"),
    ("seat", "9"),
]


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A data folder with two matches that were begun: its path and their ids."""
    from tests.web_panel.conftest import Table

    table = Table(tmp_path_factory.mktemp("stored"))
    panel = table.panel()
    ids = [panel.new()["id"] for _ in range(2)]
    for match in ids:
        assert panel.act(match, "@c").status_code == 200
    table.close()
    return table.data, *ids


def damage(folder: Path, sql: str, *values: Any) -> None:
    """Writes past the table's own checks, as a slip of the disk would."""
    with sqlite3.connect(folder / "palace.db") as db:
        db.execute("DROP TRIGGER actions_stay")
        db.execute(sql, values)
    db.close()


def raw(folder: Path, match: str) -> list[Any]:
    with sqlite3.connect(folder / "palace.db") as db:
        db.text_factory = bytes
        rows = db.execute("SELECT * FROM matches WHERE id=?", (match,)).fetchall()
        rows += db.execute("SELECT * FROM actions WHERE match=?", (match,)).fetchall()
    db.close()
    return rows


@pytest.mark.parametrize(("column", "value"), ROWS)
def test_a_damaged_row_is_named_and_kept(
    stored: Any, tmp_path: Path, make_table: Any, column: str, value: Any
) -> None:
    """The table starts, the other match plays, this one is refused with its name; not a byte is written."""
    folder, sound, broken = stored
    shutil.copytree(folder, tmp_path / "data")
    damage(tmp_path / "data", f"UPDATE matches SET on_board=1, {column}=? WHERE id=?", value, broken)
    before = raw(tmp_path / "data", broken)
    table = make_table()
    panel = table.panel()
    assert panel.act(sound, "@d").status_code == 200
    for path in (f"/api/matches/{broken}", f"/api/matches/{broken}/moves", f"/api/matches/{broken}/record"):
        refused = panel.get(path)
        assert refused.status_code == 503, path
        assert refused.get_json()["code"] in ("store.row", "hosting.replay")
    assert panel.post(f"/api/matches/{broken}/abandon").status_code == 503
    assert panel.get(f"/match/{broken}").status_code in (200, 503)  # a page hears of it by its stream
    stream = panel.get(f"/api/events?match={broken}").get_data(as_text=True)
    assert "event: gone" in stream
    assert sound in {match["id"] for match in panel.json("/api/matches")["matches"]}
    table.settle()
    table.house.call(table.house.seating.forget)
    table.close()
    assert raw(tmp_path / "data", broken) == before


@pytest.mark.parametrize(("column", "value"), ACTIONS)
def test_a_damaged_action_is_named_and_kept(
    stored: Any, tmp_path: Path, make_table: Any, column: str, value: str
) -> None:
    """The match is listed, but cannot be opened, whatever is asked of it; the log stays as it is."""
    folder, sound, broken = stored
    shutil.copytree(folder, tmp_path / "data")
    damage(tmp_path / "data", f"UPDATE actions SET {column}=? WHERE match=?", value, broken)
    before = raw(tmp_path / "data", broken)
    table = make_table()
    panel = table.panel()
    assert panel.act(sound, "@d").status_code == 200
    refused = panel.get(f"/api/matches/{broken}")
    assert refused.status_code == 503
    assert refused.get_json()["code"] in ("store.row", "hosting.replay")
    assert "event: gone" in panel.get(f"/api/events?match={broken}").get_data(as_text=True)
    table.close()
    assert raw(tmp_path / "data", broken) == before


def test_a_damaged_match_is_a_trouble_that_is_shown(stored: Any, tmp_path: Path, make_table: Any) -> None:
    """On every page, beside the board's faults, with what to do."""
    folder, _, broken = stored
    shutil.copytree(folder, tmp_path / "data")
    damage(tmp_path / "data", "UPDATE matches SET seats='[' WHERE id=?", broken)
    table = make_table()
    table.settle()
    fault = next(f for f in table.browser().json("/api/table")["faults"] if f["code"] == "store.row")
    assert broken in fault["says"]
    assert fault["do"]


def test_commands_name_a_damaged_match_and_go_on(stored: Any, tmp_path: Path, capsys: Any) -> None:
    """Export writes the others and ends with status 1; the list and the doctor name it."""
    folder, sound, broken = stored
    data = tmp_path / "data"
    shutil.copytree(folder, data)
    damage(data, "UPDATE matches SET seats='[' WHERE id=?", broken)
    assert cli.main(["export", "--all", "-o", str(tmp_path / "one.json"), "--data", str(data)]) == 1
    assert f"match {broken} is damaged" in capsys.readouterr().err
    assert (tmp_path / "one.json").is_file()
    assert cli.main(["export", broken, "--data", str(data)]) == 1
    assert f"match {broken} is damaged" in capsys.readouterr().err
    assert cli.main(["export", "--list", "--data", str(data)]) == 0
    said = capsys.readouterr()
    assert sound in said.out
    assert broken in said.err
    cli.main(["doctor", "--data", str(data)])
    assert f"match {broken} is damaged" in capsys.readouterr().out
