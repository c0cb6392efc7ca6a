"""Loads the firmware under CPython in a world of its own.

Its files import each other and `machine`, `rp2`, `time` by bare names. Every call of `load_main` makes fresh
modules whose imports find the firmware's folder and the twin's stand-ins first, without touching
sys.modules: several boards live side by side in one process.
"""

from __future__ import annotations

import builtins
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

TWIN = Path(__file__).resolve().parent
FIRMWARE = TWIN.parent / "firmware"
FOLDERS = (TWIN / "shims", TWIN / "shims_cpython", FIRMWARE)

_code: dict[Path, CodeType] = {}


class Namespace:
    """One set of modules."""

    def __init__(self) -> None:
        self.modules: dict[str, ModuleType] = {}
        self._builtins = {**vars(builtins), "__import__": self._import}

    def load(self, name: str) -> ModuleType:
        """The module of that name, from the firmware or the stand-ins."""
        if name in self.modules:
            return self.modules[name]
        for folder in FOLDERS:
            path = folder / f"{name}.py"
            if path.is_file():
                break
        else:
            raise ModuleNotFoundError(name)
        module = ModuleType(name)
        module.__file__ = str(path)
        module.__dict__["__builtins__"] = self._builtins
        self.modules[name] = module
        if path not in _code:
            _code[path] = compile(path.read_text(encoding="utf-8"), str(path), "exec")
        exec(_code[path], module.__dict__)
        return module

    def _import(
        self, name: str, globals_: Any = None, locals_: Any = None, names: Any = (), level: int = 0
    ) -> ModuleType:
        try:
            return self.load(name)
        except ModuleNotFoundError as missing:
            if missing.args != (name,):
                raise
            return builtins.__import__(name, globals_, locals_, names, level)


def load_main(rig: Any) -> ModuleType:
    """A fresh firmware whose chip is `rig`; its main module."""
    modules = Namespace()
    modules.load("twinlink").rig = rig  # type: ignore[attr-defined]
    return modules.load("main")
