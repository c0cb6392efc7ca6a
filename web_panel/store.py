"""What must survive: matches, their actions, the keys. One SQLite file in the data folder.

The actions are the truth: the table of actions only grows (triggers forbid anything else), states are
computed from it again at a start. A method that returns has its data on disk (WAL, ``synchronous=FULL``).
Thread-safe; one connection behind one lock.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from web_panel.hosting.errors import Unavailable
from web_panel.hosting.grants import Grant

log = logging.getLogger(__name__)
FILE = "palace.db"

# One entry a schema version; entry n brings a file of version n to version n + 1. Never change an entry.
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE matches (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        game_version INTEGER NOT NULL,
        options TEXT NOT NULL,
        seats TEXT NOT NULL,
        on_board INTEGER NOT NULL,
        training INTEGER NOT NULL,
        secret BLOB NOT NULL,
        state TEXT NOT NULL,
        version INTEGER NOT NULL,
        outcome TEXT,
        extra TEXT NOT NULL,
        created REAL NOT NULL,
        updated REAL NOT NULL
    );
    CREATE INDEX matches_by_time ON matches (updated);
    CREATE TABLE actions (
        match TEXT NOT NULL REFERENCES matches (id),
        n INTEGER NOT NULL,
        kind TEXT NOT NULL,
        seat TEXT NOT NULL,
        text TEXT NOT NULL,
        version INTEGER NOT NULL,
        request TEXT,
        at REAL NOT NULL,
        extra TEXT NOT NULL,
        PRIMARY KEY (match, n)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX actions_once ON actions (match, request) WHERE request IS NOT NULL;
    CREATE TRIGGER actions_stay BEFORE UPDATE ON actions BEGIN SELECT RAISE(ABORT, 'append only'); END;
    CREATE TRIGGER actions_remain BEFORE DELETE ON actions BEGIN SELECT RAISE(ABORT, 'append only'); END;
    CREATE TABLE grants (
        key TEXT PRIMARY KEY,
        role TEXT NOT NULL,
        match TEXT,
        seat INTEGER,
        generation INTEGER NOT NULL,
        created REAL NOT NULL
    );
    """,
)


@dataclass(slots=True)
class MatchRow:
    """A match as it is kept. ``seats`` and ``extra`` are hosting's own JSON."""

    id: str
    game: str
    game_version: int
    options: dict[str, Any]
    seats: list[dict[str, Any]]
    on_board: bool
    training: bool
    secret: bytes
    state: str
    version: int = 0
    outcome: dict[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    created: float = 0.0
    updated: float = 0.0


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One accepted change of a match, in the order of ``n`` (from 0).

    ``kind``: play, undo, correct, resign, draw, seat. ``version`` is the match's version after it.
    """

    n: int
    kind: str
    seat: str
    text: str
    version: int
    request: str | None = None
    at: float = 0.0
    extra: dict[str, Any] = field(default_factory=dict)


class StoreTooNew(RuntimeError):
    """The file was written by a later version of the table."""


class StoreShut(RuntimeError):
    """The file, or its folder, cannot be used at all: no right to it, no room, no file."""


class Store:
    """The open file. ``damaged`` names the file that was put aside at the start, if there was one."""

    def __init__(self, folder: Path, *, repair: bool = True, clock: Callable[[], float] = time.time) -> None:
        """Opens the file in ``folder``. ``repair``: a damaged one is put aside; else raises Unavailable."""
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        self.damaged: Path | None = None
        self._clock = clock
        self._lock = threading.RLock()
        self._repair = repair
        self._db = self._open()

    # -- opening

    def _open(self) -> sqlite3.Connection:
        try:
            return self._open_sound()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and "malformed" not in str(error):
                raise StoreShut(f"{self.path} cannot be used: {error}") from error
            if not self._repair:
                raise Unavailable("store.failed") from error
            self.damaged = set_aside(self.path)
            log.error("the stored matches are damaged (%s); kept as %s", error, self.damaged)
            return self._open_sound()
        except OSError as error:
            raise StoreShut(f"{self.path} cannot be used: {error.strerror}") from error

    def _open_sound(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=5.0)
        try:
            os.chmod(self.path, 0o600)
            verdict = db.execute("PRAGMA quick_check(1)").fetchone()[0]
            if verdict != "ok":
                raise sqlite3.DatabaseError(verdict)
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=FULL")
            db.execute("PRAGMA foreign_keys=ON")
            migrate(db)
        except BaseException:
            db.close()
            raise
        return db

    def close(self) -> None:
        with self._lock:
            self._db.close()

    @contextmanager
    def _write(self) -> Iterator[sqlite3.Connection]:
        """One transaction: on disk when the block ends, or Unavailable and nothing written."""
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                yield self._db
                self._db.execute("COMMIT")
            except sqlite3.Error as error:
                log.error("the store could not be written: %s", error)
                self._roll_back()
                raise Unavailable("store.failed") from error
            except BaseException:
                self._roll_back()
                raise

    def _roll_back(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def _read(self, sql: str, values: Iterable[Any] = ()) -> list[Any]:
        """All rows. Raises Unavailable when the file cannot be read."""
        with self._lock:
            try:
                return self._db.execute(sql, tuple(values)).fetchall()
            except sqlite3.Error as error:
                log.error("the store could not be read: %s", error)
                raise Unavailable("store.unread") from error

    # -- matches

    def add_match(self, row: MatchRow, actions: Iterable[ActionRow] = ()) -> None:
        with self._write() as db:
            self._add(db, row)
            for action in actions:
                self._insert(db, row.id, action)

    def _add(self, db: sqlite3.Connection, row: MatchRow) -> None:
        row.created = row.created or self._clock()
        row.updated = row.updated or row.created
        db.execute(
            f"INSERT INTO matches VALUES ({', '.join('?' * 14)})",
            (
                row.id, row.game, row.game_version, _dump(row.options), _dump(row.seats), row.on_board,
                row.training, row.secret, row.state, row.version,
                _dump(row.outcome) if row.outcome else None, _dump(row.extra), row.created, row.updated,
            ),
        )  # fmt: skip

    def save_match(self, row: MatchRow) -> None:
        """Writes what may change of a match besides its actions: seats, state, extra."""
        row.updated = self._clock()
        with self._write() as db:
            self._update(db, row)

    def append(self, row: MatchRow, *actions: ActionRow) -> None:
        """Adds accepted actions and the match's new state, all or nothing."""
        row.updated = self._clock()
        with self._write() as db:
            for action in actions:
                self._insert(db, row.id, action)
            self._update(db, row)

    def _insert(self, db: sqlite3.Connection, match: str, a: ActionRow) -> None:
        at = a.at or self._clock()
        values = (match, a.n, a.kind, a.seat, a.text, a.version, a.request, at, _dump(a.extra))
        db.execute("INSERT INTO actions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)

    def _update(self, db: sqlite3.Connection, row: MatchRow) -> bool:
        """Whether there was such a match to change."""
        changed = db.execute(
            "UPDATE matches SET seats=?, on_board=?, state=?, version=?, outcome=?, extra=?, updated=?"
            " WHERE id=?",
            (
                _dump(row.seats), row.on_board, row.state, row.version,
                _dump(row.outcome) if row.outcome else None, _dump(row.extra), row.updated, row.id,
            ),
        )  # fmt: skip
        return changed.rowcount == 1

    def match(self, match: str) -> MatchRow | None:
        """One match, None when there is none. Raises Unavailable (store.row) when its row is damaged."""
        rows = self._read("SELECT * FROM matches WHERE id=?", (match,))
        return self._sound(rows[0]) if rows else None

    def matches(
        self, *, states: Iterable[str] = (), limit: int = 500, puzzles: bool = True
    ) -> list[MatchRow]:
        """The newest first; ``states`` empty means all. Damaged ones are left out, see ``broken``."""
        wanted = tuple(states)
        tests = [f"state IN ({', '.join('?' * len(wanted))})"] if wanted else []
        tests += [] if puzzles else ["instr(extra, '\"puzzle\":') = 0"]
        where = f"WHERE {' AND '.join(tests)}" if tests else ""
        sql = f"SELECT * FROM matches {where} ORDER BY updated DESC LIMIT ?"
        found = []
        for raw in self._read(sql, (*wanted, limit)):
            with suppress(Unavailable):
                found.append(self._sound(raw))
        return found

    def broken(self) -> list[str]:
        """The matches whose row cannot be read, though the file is sound. Nothing ever writes to them."""
        found = []
        for raw in self._read("SELECT * FROM matches ORDER BY id"):
            try:
                self._sound(raw)
            except Unavailable as error:
                found.append(error.params["match"])
        return found

    @staticmethod
    def _sound(raw: Any) -> MatchRow:
        try:
            return _match(raw)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            match = str(raw[0])[:40]
            log.error("the stored match %s cannot be read: %s", ascii(match), type(error).__name__)
            raise Unavailable("store.row", match=match) from error

    def actions(self, match: str) -> list[ActionRow]:
        """The log of a match. Raises Unavailable (store.row) when it is damaged."""
        sql = "SELECT n, kind, seat, text, version, request, at, extra FROM actions WHERE match=? ORDER BY n"
        rows = self._read(sql, (match,))
        try:
            return [ActionRow(*row[:7], _object(row[7])) for row in rows]
        except (ValueError, RecursionError, TypeError) as error:
            log.error("an action of the stored match %s cannot be read", match)
            raise Unavailable("store.row", match=match) from error

    def request_version(self, match: str, request: str) -> int | None:
        """The version an earlier request led to, or None if it was never accepted."""
        rows = self._read("SELECT version FROM actions WHERE match=? AND request=?", (match, request))
        return rows[0][0] if rows else None

    # -- keys

    def grants(self) -> list[tuple[str, Grant]]:
        rows = self._read("SELECT key, role, match, seat, generation FROM grants")
        return [(row[0], Grant(*row[1:])) for row in rows]

    def change_grants(
        self,
        add: Mapping[str, Grant] = MappingProxyType({}),
        drop: Iterable[str] = (),
        rows: Iterable[MatchRow] = (),
    ) -> None:
        """New keys, keys that end, and the matches (new or known) that this changes: all or nothing."""
        now = self._clock()
        added = [(key, g.role, g.match, g.seat, g.generation, now) for key, g in add.items()]
        with self._write() as db:
            db.executemany("DELETE FROM grants WHERE key=?", [(key,) for key in drop])
            db.executemany("INSERT INTO grants VALUES (?, ?, ?, ?, ?, ?)", added)
            for row in rows:
                row.updated = now
                if not self._update(db, row):
                    self._add(db, row)

    # -- care

    def backup(self, target: Path) -> None:
        """A sound copy while the service runs; written beside ``target`` and then renamed."""
        copy_sound(self.path, target)


def migrate(db: sqlite3.Connection) -> None:
    """Brings an open file to the present schema, one version a transaction. Raises StoreTooNew."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise StoreTooNew(f"schema {version}; this program knows {len(MIGRATIONS)}: install the newer table")
    for number in range(version, len(MIGRATIONS)):
        db.executescript(
            f"BEGIN IMMEDIATE;\n{MIGRATIONS[number]}\nPRAGMA user_version={number + 1};\nCOMMIT;"
        )


def copy_sound(path: Path, target: Path) -> None:
    """Copies a database that others may be writing to; the copy appears whole or not at all."""
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    source = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    copy = sqlite3.connect(part)
    try:
        source.backup(copy)
    finally:
        copy.close()
        source.close()
    sync_replace(part, target)


def set_aside(path: Path) -> Path:
    """Renames a damaged file and its companions so that nothing ever writes to them again."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    kept = next(
        name for n in range(1000) if not (name := path.with_name(f"{path.name}.damaged-{stamp}-{n}")).exists()
    )
    for suffix in ("", "-wal", "-shm"):
        companion = path.with_name(path.name + suffix)
        if companion.exists():
            companion.rename(kept.with_name(kept.name + suffix))
    return kept


def sync_replace(part: Path, target: Path) -> None:
    """Puts a finished file in its place so that a power cut leaves the old one or the new one, whole."""
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(target)
    folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _dump(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _object(text: str) -> dict[str, Any]:
    """A JSON object. Raises ValueError when the text is anything else."""
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value


def _seats(text: str) -> list[dict[str, Any]]:
    seats = json.loads(text)
    sound = [isinstance(seat["name"], str) and isinstance(seat["kind"], str) for seat in seats]
    if not isinstance(seats, list) or not seats or not all(sound):
        raise ValueError("no seats")
    return seats


def _match(row: Any) -> MatchRow:
    """A row as a value. Raises ValueError, KeyError or TypeError where it is no match."""
    outcome = _object(row[10]) if row[10] else None
    if outcome is not None and not isinstance(outcome["winners"], list):
        raise ValueError("not an outcome")
    return MatchRow(
        id=row[0],
        game=row[1],
        game_version=row[2],
        options=_object(row[3]),
        seats=_seats(row[4]),
        on_board=bool(row[5]),
        training=bool(row[6]),
        secret=bytes(row[7]),
        state=row[8],
        version=int(row[9]),
        outcome=outcome,
        extra=_object(row[11]),
        created=float(row[12]),
        updated=float(row[13]),
    )
