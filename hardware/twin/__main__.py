"""`python -m hardware.twin`: the simulated table as a process. See run.py."""

from __future__ import annotations

import argparse
import gc
import signal
import sys
from pathlib import Path

from hardware.twin.run import ENGINES, Twin, TwinError


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m hardware.twin",
        description="Runs the firmware against a simulated table; prints its port and its control socket.",
    )
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="keep the world (heights, spheres, flash) here"
    )
    parser.add_argument("--engine", choices=sorted(ENGINES), default="cpython", help="who runs the firmware")
    parser.add_argument("--control", type=Path, metavar="PATH", help="path of the control socket")
    parser.add_argument("--fast", action="store_true", help="bytes take no time; else 115200 baud")
    parser.add_argument("--until-eof", action="store_true", help="end when stdin closes")
    options = parser.parse_args(argv)
    try:
        twin = Twin(data=options.data, engine=options.engine, control=options.control, paced=not options.fast)
    except (TwinError, OSError) as error:
        print(f"twin: {error}", file=sys.stderr)
        return 2
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, twin.stop)
    if options.until_eof:
        twin.watch_stdin()
    print(f"port {twin.port}\ncontrol {twin.control}", flush=True)
    gc.freeze()
    try:
        twin.run()
    except TwinError as error:
        print(f"twin: {error}", file=sys.stderr)
        return 1
    finally:
        twin.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
