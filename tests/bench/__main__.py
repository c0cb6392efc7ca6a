"""``python -m tests.bench [NAME ...]``: runs the benchmarks of this folder and prints their figures.

Every ``bench_NAME.py`` beside this file has a ``main() -> bool`` that prints its figures and tells whether
its aims were met. Without names all run. The exit status is 1 when an aim was missed, 2 for an unknown name.
"""

from __future__ import annotations

import importlib.util
import platform
import sys
from pathlib import Path

FOLDER = Path(__file__).parent


def main(names: list[str]) -> int:
    known = {path.stem.removeprefix("bench_"): path for path in sorted(FOLDER.glob("bench_*.py"))}
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"no benchmark called {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}")
    met = True
    for name in names or known:
        print(f"\n{name}")
        spec = importlib.util.spec_from_file_location(f"bench_{name}", known[name])
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        met = module.main() and met
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
