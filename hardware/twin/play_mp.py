"""One scenario under MicroPython: steps as JSON on stdin, the trace on stdout.

Run as: micropython play_mp.py FOLDER_OF_THE_PROJECT START_US
"""

import sys

ROOT = sys.argv[1]
sys.path[:] = [ROOT + "/hardware/twin/shims", ROOT + "/hardware/firmware", ROOT, ".frozen"]

import json  # noqa: E402

import regmap  # noqa: E402

from hardware.twin.fresh import load_main  # noqa: E402
from hardware.twin.scenario import Failed, Player  # noqa: E402


def main():
    names = {}
    for name in dir(regmap):
        value = getattr(regmap, name)
        if isinstance(value, int):
            names[name] = value
    steps = json.loads(sys.stdin.read())
    try:
        Player(load_main, names, print, int(sys.argv[2])).play(steps)
    except Failed as error:
        print(error.args[0], file=sys.stderr)
        sys.exit(1)


main()
