"""The store: append-only, all or nothing, migrations, damaged files kept aside, sound copies."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from web_panel.hosting.errors import Unavailable
from web_panel.hosting.grants import Grant
from web_panel.store import MIGRATIONS, ActionRow, MatchRow, Store, StoreShut, StoreTooNew, migrate


@pytest.fixture
def store(tmp_path: Path) -> Any:
    made = Store(tmp_path)
    yield made
    made.close()


def row(**more: Any) -> MatchRow:
    parts = {
        "id": "m1",
        "game": "palace",
        "game_version": 1,
        "options": {"bands": "free"},
        "seats": [{"name": "A", "kind": "panel"}],
    }
    parts |= {"on_board": False, "training": False, "secret": b"s" * 32, "state": "playing"}
    return MatchRow(**(parts | more))


def action(n: int, **more: Any) -> ActionRow:
    return ActionRow(n, "play", "0", f"@{n}", n + 1, **more)


def test_what_is_written_is_read_back(store: Store) -> None:
    """A match with its actions, outcome and extras."""
    match = row(extra={"clock": None}, outcome={"winners": [0]})
    store.add_match(match)
    match.version = 2
    store.append(match, action(0, request="r1"), action(1, extra={"recognised": True}))
    read = store.match("m1")
    assert (read.options, read.version, read.outcome) == ({"bands": "free"}, 2, {"winners": [0]})
    assert [(a.n, a.text, a.extra) for a in store.actions("m1")] == [
        (0, "@0", {}),
        (1, "@1", {"recognised": True}),
    ]
    assert store.request_version("m1", "r1") == 1
    assert store.request_version("m1", "r2") is None


@pytest.mark.parametrize("sql", ["UPDATE actions SET text='x'", "DELETE FROM actions"])
def test_actions_only_grow(store: Store, sql: str) -> None:
    """The file itself refuses to change or forget an action."""
    store.add_match(row(), [action(0)])
    with pytest.raises(sqlite3.IntegrityError, match="append only"):
        store._db.execute(sql)


def test_an_append_is_all_or_nothing(store: Store) -> None:
    """A second action that cannot be written takes the first with it."""
    match = row()
    store.add_match(match, [action(0)])
    match.version = 9
    with pytest.raises(Unavailable) as refused:
        store.append(match, action(1), action(0))
    assert refused.value.code == "store.failed"
    assert len(store.actions("m1")) == 1
    assert store.match("m1").version == 0


def test_a_full_disk_changes_nothing(store: Store) -> None:
    """No room: Unavailable, and what was there is there; with room again it goes on."""
    match = row()
    store.add_match(match)
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count={pages}")

    def fill() -> None:
        for n in range(10_000):
            store.append(match, action(n, extra={"filler": "x" * 500}))

    with pytest.raises(Unavailable):
        fill()
    written = len(store.actions("m1"))
    assert written > 0
    assert [a.n for a in store.actions("m1")] == list(range(written))
    store._db.execute("PRAGMA max_page_count=1000000")
    store.append(match, action(written))
    assert len(store.actions("m1")) == written + 1


def test_every_commit_is_synced(store: Store) -> None:
    """WAL with full synchronisation: an answer means it is on disk."""
    assert store._db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert store._db.execute("PRAGMA synchronous").fetchone()[0] == 2


def test_the_file_is_the_services_own(store: Store) -> None:
    """Secrets and keys: nobody else reads it."""
    assert oct(store.path.stat().st_mode & 0o777) == "0o600"


def test_a_damaged_file_is_kept_and_a_new_one_begun(tmp_path: Path) -> None:
    """Never overwritten: put aside under a name of its own, bytes unchanged."""
    first = Store(tmp_path)
    first.add_match(row(), [action(n) for n in range(200)])
    first.close()
    path = tmp_path / "palace.db"
    raw = bytearray(path.read_bytes())
    raw[4096 : 4096 * 3] = b"\x5a" * 8192
    path.write_bytes(raw)
    second = Store(tmp_path)
    assert second.matches() == []
    assert second.damaged is not None
    assert second.damaged.read_bytes() == bytes(raw)
    second.add_match(row())
    second.close()
    third = Store(tmp_path)
    assert third.damaged is None
    assert len(third.matches()) == 1
    third.close()


@pytest.mark.parametrize("raw", [b"", b"not a database at all" * 100])
def test_a_file_that_is_no_store(tmp_path: Path, raw: bytes) -> None:
    """An empty file (a power cut at birth) is a new store; nonsense is put aside."""
    (tmp_path / "palace.db").write_bytes(raw)
    made = Store(tmp_path)
    assert made.matches() == []
    assert (made.damaged is None) is (raw == b"")
    made.close()


def test_a_file_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    """Not damaged, so nothing is put aside."""
    (tmp_path / "palace.db").mkdir()
    with pytest.raises(StoreShut, match=r"palace\.db cannot be used: unable to open"):
        Store(tmp_path)
    assert (tmp_path / "palace.db").is_dir()


def test_two_damaged_files_in_one_second_are_both_kept(tmp_path: Path) -> None:
    """The second does not take the first one's name."""
    kept = set()
    for text in (b"one" * 2000, b"two" * 2000):
        (tmp_path / "palace.db").write_bytes(text)
        made = Store(tmp_path)
        made.close()
        kept.add(made.damaged.read_bytes()[:3])
        for name in ("palace.db", "palace.db-wal", "palace.db-shm"):
            (tmp_path / name).unlink(missing_ok=True)
    assert kept == {b"one", b"two"}


@pytest.mark.parametrize("version", range(len(MIGRATIONS)))
def test_an_older_schema_is_brought_up(tmp_path: Path, version: int) -> None:
    """From every earlier version the file reaches the present one, and works."""
    db = sqlite3.connect(tmp_path / "palace.db")
    for number in range(version):
        db.executescript(MIGRATIONS[number])
    db.execute(f"PRAGMA user_version={version}")
    db.close()
    made = Store(tmp_path)
    assert made._db.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)
    made.add_match(row(), [action(0)])
    made.close()


def test_a_newer_schema_is_left_alone(tmp_path: Path) -> None:
    """An old program does not touch a newer one's file."""
    db = sqlite3.connect(tmp_path / "palace.db")
    db.execute("PRAGMA user_version=999")
    db.commit()
    db.close()
    with pytest.raises(StoreTooNew, match="999"):
        Store(tmp_path)


def test_a_migration_that_fails_leaves_the_version_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each step is a transaction of its own."""
    monkeypatch.setattr(
        "web_panel.store.MIGRATIONS", (MIGRATIONS[0], "CREATE TABLE half (a); CREATE TABLE half (a);")
    )
    db = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
    with pytest.raises(sqlite3.OperationalError):
        migrate(db)
    db.close()
    db = sqlite3.connect(tmp_path / "x.db")
    assert db.execute("PRAGMA user_version").fetchone()[0] == 1
    assert db.execute("SELECT count(*) FROM sqlite_master WHERE name='half'").fetchone()[0] == 0
    db.close()


def test_a_torn_log_holds_a_prefix_of_what_was_written(tmp_path: Path) -> None:
    """Cut off anywhere, the file opens without damage and holds the first n actions, none altered."""
    folder = tmp_path / "live"
    live = Store(folder)
    match = row()
    live.add_match(match)
    live._db.execute("PRAGMA wal_autocheckpoint=0")
    live._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for n in range(40):
        live.append(match, action(n))
    wal = (folder / "palace.db-wal").read_bytes()
    counts = []
    for cut in range(0, len(wal) + 1, max(1, len(wal) // 60)):
        torn = tmp_path / f"torn{cut}"
        torn.mkdir()
        shutil.copy(folder / "palace.db", torn)
        (torn / "palace.db-wal").write_bytes(wal[:cut])
        opened = Store(torn)
        assert opened.damaged is None
        texts = [a.text for a in opened.actions("m1")]
        assert texts == [f"@{n}" for n in range(len(texts))]
        counts.append(len(texts))
        opened.close()
    live.close()
    assert counts == sorted(counts)
    assert counts[0] == 0
    assert counts[-1] >= 39


def test_a_copy_taken_while_writing_is_sound(store: Store, tmp_path: Path) -> None:
    """A backup of the running store opens and holds a prefix."""
    match = row()
    store.add_match(match)
    done = threading.Event()

    def write() -> None:
        for n in range(200):
            store.append(match, action(n))
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    copies = []
    while not done.is_set():
        target = tmp_path / f"copy{len(copies)}" / "palace.db"
        target.parent.mkdir()
        store.backup(target)
        copies.append(target.parent)
    writer.join()
    assert copies
    for folder in copies:
        opened = Store(folder)
        assert opened.damaged is None
        texts = [a.text for a in opened.actions("m1")]
        assert texts == [f"@{n}" for n in range(len(texts))]
        opened.close()


def test_keys_are_kept_and_dropped(store: Store) -> None:
    """Grants come back as they were given."""
    store.add_match(row())
    store.change_grants({"a" * 64: Grant("seat", "m1", 0, 2), "b" * 64: Grant("panel")})
    assert dict(store.grants()) == {"a" * 64: Grant("seat", "m1", 0, 2), "b" * 64: Grant("panel")}
    store.change_grants(drop=["a" * 64])
    assert [key for key, _ in store.grants()] == ["b" * 64]


def test_keys_and_their_match_change_together(store: Store) -> None:
    """A key that cannot be added leaves the match, old or new, and the other keys as they were."""
    store.add_match(row())
    store.change_grants({"a" * 64: Grant("host", "m1")})
    for changed in (row(state="abandoned"), row(id="m2")):
        with pytest.raises(Unavailable):
            store.change_grants({"a" * 64: Grant("panel")}, (), [changed])
    assert [(m.id, m.state) for m in store.matches()] == [("m1", "playing")]
    store.change_grants({}, ["a" * 64], [row(state="over"), row(id="m2")])
    assert {(m.id, m.state) for m in store.matches()} == {("m1", "over"), ("m2", "playing")}
    assert store.grants() == []


def test_matches_are_listed_newest_first(store: Store) -> None:
    """By the time of their last change, and by state."""
    for n, state in enumerate(["over", "playing", "setup"]):
        store.add_match(row(id=f"m{n}", state=state, created=float(n + 1), updated=float(n + 1)))
    assert [m.id for m in store.matches()] == ["m2", "m1", "m0"]
    assert [m.id for m in store.matches(states=("setup", "playing"))] == ["m2", "m1"]


def test_what_cannot_be_read_is_said(store: Store) -> None:
    """A read that fails is a refusal with a reason, not a fault inside."""
    store.add_match(row())
    store._db.execute("ALTER TABLE matches RENAME TO elsewhere")
    with pytest.raises(Unavailable) as refused:
        store.match("m1")
    assert refused.value.code == "store.unread"
