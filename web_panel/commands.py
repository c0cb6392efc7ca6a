"""The commands that care for the stored matches: export, import, backup, pin, doctor.

They work on the data folder itself, also while the service runs (what must not be done then says so).
"""

from __future__ import annotations

import getpass
import json
import re
import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rules.match import Match
from rules.options import shown
from rules.protocol import CHANCE, BadNotation, Json, RulesError
from web_panel import texts
from web_panel.hosting import bots, fair, records
from web_panel.hosting.errors import Unavailable
from web_panel.hosting.hosted import RUNNING, Hosted, apply_entry, begun
from web_panel.schema import NAME_LIMIT, clean_name
from web_panel.store import FILE, ActionRow, MatchRow, Store, StoreShut, StoreTooNew, copy_sound


class CommandFailed(Exception):
    """The command cannot do its work; the text says why and what to do."""


@contextmanager
def opened(data: Path, *, new: bool = False) -> Iterator[Store]:
    """The store of a data folder. Raises CommandFailed when it is missing (unless ``new``) or damaged."""
    if not new and not (data / FILE).is_file():
        raise CommandFailed(f"There are no stored matches in {data}. Name the folder with --data.")
    try:
        store = Store(data, repair=False)
    except (StoreTooNew, StoreShut) as error:
        raise CommandFailed(str(error)) from error
    except Unavailable:
        raise CommandFailed(
            f"The stored matches in {data} are damaged. Start the service once: it keeps the damaged file "
            "and begins a new one; then import a backup."
        ) from None
    try:
        yield store
    finally:
        store.close()


# -- export


def export(data: Path, ids: Sequence[str], *, every: bool, text: bool, output: Path | None) -> int:
    """Writes records: one to stdout or ``output``, several into the folder ``output``."""
    with opened(data) as store:
        rows = store.matches(limit=1_000_000) if every else [_row(store, id) for id in ids]
        failed = _name_broken(store) if every else 0
        if not rows and not failed:
            raise CommandFailed("Name a match, or --all. The matches: palace export --list.")
        if len(rows) > 1 and output is None:
            raise CommandFailed("Several records need a folder: name it with --output.")
        for row in rows:
            try:
                record = record_of(store, row)
            except CommandFailed as error:
                print(f"palace: {row.id}: {error}", file=sys.stderr)
                failed += 1
                continue
            written = records.to_text(record) if text else json.dumps(record, ensure_ascii=False) + "\n"
            if output is None:
                sys.stdout.write(written)
                continue
            target = output / f"{row.game}-{row.id}.{'txt' if text else 'json'}" if len(rows) > 1 else output
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(written, encoding="utf-8")
        return 1 if failed else 0


def _name_broken(store: Store) -> int:
    """Names the matches whose rows are damaged; how many there are."""
    broken = store.broken()
    for match in broken:
        print(f"palace: {texts.english_text('store.row', {'match': match})}", file=sys.stderr)
    return len(broken)


def _row(store: Store, match: str) -> MatchRow:
    try:
        row = store.match(match)
    except Unavailable as error:
        raise CommandFailed(texts.english_text(error.code, error.params)) from error
    if row is None:
        raise CommandFailed(f"There is no match {match}.")
    return row


def record_of(store: Store, row: MatchRow) -> dict[str, Json]:
    """The record of a stored match. Raises CommandFailed for a running one that hides something."""
    try:
        hosted = Hosted.load(row, store)
    except Unavailable as error:
        raise CommandFailed(texts.english_text(error.code, error.params)) from error
    if row.state in RUNNING and not hosted.open_game:
        raise CommandFailed("it is still running and hides cards: wait for its end, or abandon it")
    return records.whole(hosted)


def listing(data: Path) -> int:
    """One line a match, the newest first."""
    with opened(data) as store:
        for row in store.matches(limit=1_000_000):
            names = ", ".join(seat["name"] for seat in row.seats)
            print(f"{row.id}  {row.game:<7} {row.state:<9} {row.version:>5} actions  {names}")
        _name_broken(store)
    return 0


# -- import


def import_records(data: Path, files: Sequence[Path]) -> int:
    """Reads record files (JSON or text) into the store, all that are good; says what is wrong elsewhere."""
    failed = 0
    with opened(data, new=True) as store:
        for path in files:
            try:
                row, unfair = import_one(store, path)
            except (BadNotation, CommandFailed) as error:
                print(f"palace: {path}: {_said(error)}", file=sys.stderr)
                failed += 1
                continue
            print(f"{row.id}  {row.game}  {path}")
            if unfair:
                print(f"palace: {path}: actions {unfair} were not dealt from the secret", file=sys.stderr)
    return 1 if failed else 0


def _said(error: BadNotation | CommandFailed) -> str:
    """What is wrong, fit for a terminal: the file's own words may hold anything."""
    said = (
        str(error)
        if isinstance(error, CommandFailed)
        else texts.english_text(error.message.code, error.message.params)
    )
    return "".join(c if c.isprintable() else "?" for c in said)


def import_one(store: Store, path: Path) -> tuple[MatchRow, list[int]]:
    """One record into the store: its row, and the chance actions that do not come from its secret."""
    try:
        written = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandFailed(f"cannot be read: {error}") from error
    if written.lstrip().startswith("{"):
        try:
            data = json.loads(written)
        except (ValueError, RecursionError):
            raise CommandFailed("not JSON from beginning to end (half a file?)") from None
    else:
        data = records.from_text(written)
    match = Match.from_record(data)
    secret = _secret(data)
    unfair = fair.mismatches(match, secret) if secret else []
    chance = any(seat == CHANCE for seat, _ in match.actions)
    result, state = match.result, _state(match, data)
    row = MatchRow(
        id=secrets.token_hex(5),
        game=match.game.key,
        game_version=match.game.version,
        options=match.options,
        seats=[_seat(match, number, goes_on=state in RUNNING) for number in range(len(match.seats))],
        on_board=False,
        training=bool(data.get("training")),
        # Of what is still to be dealt nobody may know the secret, least of all from a file.
        secret=fair.new_secret() if state in RUNNING else secret or bytes(32),
        state=state,
        version=match.version,
        outcome=result.to_json() if result else None,
        extra={"chance": chance, "imported": True} | ({"start": match.begun} if match.begun else {}),
    )
    log = log_of(match)
    _check_log(row, log)
    try:
        store.add_match(row, log)
    except Unavailable as error:
        raise CommandFailed(texts.english_text(error.code, error.params)) from error
    return row, unfair


def _check_log(row: MatchRow, log: Sequence[ActionRow]) -> None:
    """Plays the entries once more: of a correction, the record's own reading checks only the new action."""
    again = begun(row)
    for entry in log:
        try:
            apply_entry(again, entry)
        except RulesError as error:
            wrong = {"field": "corrections", "action": shown(entry.text), "reason": str(error)}
            raise BadNotation("record.refused", **wrong) from error


def _state(match: Match, data: dict[str, Any]) -> str:
    """Whether the match is over, was given up, or goes on here.

    One whose cards stand open in the file cannot go on: whoever read it knows what everybody holds.
    """
    if match.result:
        return "over"
    dealt = any(seat == CHANCE for seat, _ in match.actions)
    return "abandoned" if dealt or data.get("abandoned") else "playing"


def _seat(match: Match, number: int, *, goes_on: bool) -> dict[str, Any]:
    """A seat as it is kept. Where the match goes on the panel plays for all persons: phones have no keys."""
    seat = match.seats[number]
    kind = "panel" if goes_on and seat.person else seat.kind
    kept = {
        "name": clean_name(seat.name)[:NAME_LIMIT] or f"Seat {number + 1}",
        "kind": kind,
        "taken": True,
        "generation": 0,
    }
    return kept if seat.person else kept | {"bot": bots.middle(match.game.key)}


def _secret(data: dict[str, Any]) -> bytes | None:
    """The secret that chance was drawn from; None where the record names none."""
    given = data.get("secret")
    if given is None:
        return None
    if not isinstance(given, str) or not re.fullmatch("[0-9a-fA-F]{64}", given):
        wanted = "64 hexadecimal digits"
        raise BadNotation("record.value", field="secret", given=shown(given), wanted=wanted)
    return bytes.fromhex(given)


def log_of(match: Match) -> list[ActionRow]:
    """The entries that lead to ``match`` once more, corrections and resignations included."""
    rows: list[ActionRow] = []

    def add(kind: str, seat: int | str, text: str = "", **extra: Any) -> None:
        rows.append(ActionRow(len(rows), kind, str(seat), text, len(rows) + 1, extra=extra))

    corrected = {c.index: c for c in match.corrections}
    for number, (seat, action) in enumerate(match.actions):
        if number in corrected:
            add("play", seat, corrected[number].was, recognised=True)
            add("correct", seat, action)
        else:
            add("play", seat, action)
    for seat in match.resigned:
        add("resign", seat)
    result = match.result
    if match.ended_by_players and result is not None:
        if result.reason == "agreed":
            add("draw", 0)
        else:
            add("resign", result.losers[0])
    return rows


# -- backup, PIN, doctor


def backup(data: Path, target: Path) -> int:
    """A sound copy of the stored matches, also while the service runs."""
    if not (data / FILE).is_file():
        raise CommandFailed(f"There are no stored matches in {data}. Name the folder with --data.")
    target.parent.mkdir(parents=True, exist_ok=True)
    copy_sound(data / FILE, target)
    print(target)
    return 0


def set_pin(data: Path) -> int:
    """Asks for a new PIN at the machine itself, for whoever has forgotten the old one."""
    from web_panel import newpin
    from web_panel.security import Pin
    from web_panel.server import CannotStart, lock_data
    from web_panel.settings import Settings

    ask = "New PIN (6 to 12 digits): "
    pin = getpass.getpass(ask) if sys.stdin.isatty() else sys.stdin.readline().strip()
    if not re.fullmatch("[0-9]{6,12}", pin):
        raise CommandFailed("A PIN has 6 to 12 digits.")
    try:
        lock = lock_data(data)
    except CannotStart:
        if not newpin.give(data, pin):
            raise CommandFailed("The running service did not take the PIN up: see its log.") from None
    else:
        with lock:
            _end_admissions(data)  # first: should the PIN not get onto the disk, nobody is in by the old one
            try:
                Pin(Settings(data)).set(pin)
            except Unavailable as error:
                raise CommandFailed(texts.english_text(error.code)) from error
    print("The PIN is set. Whoever was let in before has to give it.")
    return 0


def _end_admissions(data: Path) -> None:
    """The keys of all panels and builders end, as when the PIN is changed on the panel."""
    if not (data / FILE).is_file():
        return
    try:
        with opened(data) as store:
            keys = [key for key, grant in store.grants() if grant.role in ("panel", "builder")]
            store.change_grants(drop=keys)
    except Unavailable as error:
        raise CommandFailed(texts.english_text(error.code)) from error


def engine_info() -> int:
    """Which search engine the bots use on this machine."""
    from rules.bots import core

    info = core.engine_info()
    for name, value in info.items():
        print(f"{name:>9}  {'none' if value is None else value}")
    if info["library"] is None and info["compiler"] is not None:
        print("The compiled core is not built; this builds it: .venv/bin/python -m rules.bots")
    return 0


def doctor(board: str, data: Path) -> int:
    """What the bridge finds about the machine, and whether the store is sound."""
    from firmware_bridge import doctor as machine

    status = machine.main(["--board", board, "--data", str(data)])
    if not (data / FILE).is_file():
        print("no matter  stored matches: none yet")
        return status
    try:
        with opened(data) as store:
            count, broken = len(store.matches(limit=1_000_000)), store.broken()
        print(f"     good  stored matches: {count}, the file is sound")
        for match in broken:
            print(f"    wrong  {texts.english_text('store.row', {'match': match})}")
        status = 1 if broken else status
    except CommandFailed as error:
        print(f"    wrong  stored matches: {error}")
        return 1
    kept = sorted(path.name for path in data.glob("*.damaged-*") if not path.name.endswith(("-wal", "-shm")))
    if kept:
        print(f"no matter  damaged files kept aside: {', '.join(kept)}")
    return status
