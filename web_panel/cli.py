"""The command ``palace``. Each subcommand imports what it needs when it runs, so that all start quickly."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path


def default_data() -> Path:
    """The data folder when none is given: PALACE_DATA, or the user's own place for such things."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(os.environ.get("PALACE_DATA") or Path(home) / "palace-table")


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="palace", description="The companion of a motorised glass board.")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    serve = commands.add_parser("serve", help="run the table's service")
    serve.add_argument(
        "--board", metavar="twin|PORT", help="the simulated board, or a serial port; none: play without"
    )
    serve.add_argument(
        "--twin", metavar="SOCKET", help="control socket of a running twin behind --board PORT"
    )
    serve.add_argument("--host", help="address to listen on (default 127.0.0.1, with --lan all)")
    serve.add_argument("--port", type=int, default=8080)
    serve.add_argument("--lan", action="store_true", help="let phones on the home network join")
    _data(serve)
    serve.set_defaults(run=_serve)

    twin = commands.add_parser(
        "twin", help="run the simulated board alone and print its port", add_help=False
    )
    twin.set_defaults(run=_passed_on("hardware.twin"))
    perft = commands.add_parser("perft", help="count Palace's action sequences", add_help=False)
    perft.set_defaults(run=_passed_on("rules.palace.perft"))
    return top


def _data(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--data", type=Path, default=default_data(), metavar="DIR", help="folder of matches and settings"
    )


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


def _passed_on(module: str):  # type: ignore[no-untyped-def]
    """Runs ``python -m module`` in place of this process, with the rest of the command line."""

    def run(_args: argparse.Namespace) -> int:
        rest = sys.argv[2:]
        os.execv(sys.executable, [sys.executable, "-m", module, *rest])
        return 0

    return run


def main(argv: Sequence[str] | None = None) -> int:
    args, rest = parser().parse_known_args(argv)
    if rest and args.command not in ("twin", "perft"):
        parser().error(f"unknown: {' '.join(rest)}")
    return int(args.run(args))


if __name__ == "__main__":
    sys.exit(main())
