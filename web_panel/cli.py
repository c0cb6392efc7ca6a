"""The command ``palace``. Each subcommand imports what it needs when it runs, so that all start quickly."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

# Commands that are modules of their own: name, module, help.
PASSED_ON = {
    "twin": ("hardware.twin", "run the simulated board alone and print its port"),
    "hardware-test": ("firmware_bridge.hardware_test", "test a board, step by step"),
    "perft": ("rules.palace.perft", "count Palace's action sequences"),
    "arena": ("web_panel.arena", "let bots play each other"),
}
Run = Callable[[argparse.Namespace], int]


def default_data() -> Path:
    """The data folder when none is given: PALACE_DATA, or the user's own place for such things."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(os.environ.get("PALACE_DATA") or Path(home) / "palace-table")


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="palace", description="The companion of a motorised glass board.")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, words: str, run: Run) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=words)
        made.add_argument(
            "--data", type=Path, default=default_data(), metavar="DIR", help="folder of matches and settings"
        )
        made.set_defaults(run=run)
        return made

    serve = command("serve", "run the table's service", _serve)
    serve.add_argument("--board", metavar="twin|PORT", help="the simulated board, or a serial port")
    serve.add_argument("--twin", metavar="SOCKET", help="control socket of the twin behind --board PORT")
    serve.add_argument("--host", help="address to listen on (default 127.0.0.1, with --lan all)")
    serve.add_argument("--port", type=int, default=8080)
    serve.add_argument("--lan", action="store_true", help="let phones on the home network join")

    export = command("export", "write records of stored matches", _export)
    export.add_argument("match", nargs="*", help="the matches' ids")
    export.add_argument("--all", action="store_true", help="all stored matches")
    export.add_argument("--list", action="store_true", help="list the stored matches instead")
    export.add_argument("--text", action="store_true", help="as text instead of JSON")
    export.add_argument("-o", "--output", type=Path, help="file, or folder for several")

    imported = command(
        "import",
        "read records (JSON or text) into the stored matches",
        _care("import_records", "data", "file"),
    )
    imported.add_argument("file", nargs="+", type=Path)

    backup = command(
        "backup", "copy the stored matches, also while the service runs", _care("backup", "data", "target")
    )
    backup.add_argument("target", type=Path, help="the file to write")

    command("pin", "set the builder's PIN at the machine itself", _care("set_pin", "data"))

    engine = commands.add_parser("engine-info", help="say which search engine the bots use")
    engine.set_defaults(run=_care("engine_info"))

    doctor = command(
        "doctor", "look for what would keep the table from working", _care("doctor", "board", "data")
    )
    doctor.add_argument("--board", default="twin", metavar="twin|PORT")

    for name, (module, words) in PASSED_ON.items():
        if importlib.util.find_spec(module) is not None:
            commands.add_parser(name, help=words, add_help=False).set_defaults(run=_passed_on(module))
    return top


def _serve(args: argparse.Namespace) -> int:
    from web_panel import server

    if not 0 <= args.port <= 65535:
        print("palace: --port goes from 0 to 65535", file=sys.stderr)
        return 2
    return server.main(
        server.Options(
            board=args.board, twin=args.twin, data=args.data, host=args.host, port=args.port, lan=args.lan
        )
    )


def _export(args: argparse.Namespace) -> int:
    from web_panel import commands

    if args.list:
        return _said(lambda: commands.listing(args.data))
    return _said(
        lambda: commands.export(args.data, args.match, every=args.all, text=args.text, output=args.output)
    )


def _care(name: str, *fields: str) -> Run:
    """Runs the command ``name`` of ``web_panel.commands`` with those fields of the command line."""

    def run(args: argparse.Namespace) -> int:
        from web_panel import commands

        return _said(lambda: int(getattr(commands, name)(*(getattr(args, field) for field in fields))))

    return run


def _said(run: Callable[[], int]) -> int:
    """Runs a command; what it cannot do is a sentence and status 1, not a trace."""
    import sqlite3

    from web_panel.commands import CommandFailed

    try:
        return run()
    except (CommandFailed, OSError, sqlite3.Error) as error:
        print(f"palace: {error}", file=sys.stderr)
        return 1


def _passed_on(module: str) -> Run:
    """Runs ``python -m module`` in place of this process, with the rest of the command line."""

    def run(_args: argparse.Namespace) -> int:
        os.execv(sys.executable, [sys.executable, "-m", module, *sys.argv[2:]])  # does not return

    return run


def main(argv: Sequence[str] | None = None) -> int:
    args, rest = parser().parse_known_args(argv)
    if rest and args.command not in PASSED_ON:
        parser().error(f"unknown: {' '.join(rest)}")
    return int(args.run(args))


if __name__ == "__main__":
    sys.exit(main())
