"""Imports the firmware afresh under MicroPython; the counterpart of namespace.py."""

import gc
import sys

FIRMWARE_MODULES = (
    "app", "axis", "bank", "board", "calibrate", "commands", "inputs", "leds", "main", "modbus_rtu",
    "motion", "panes", "refusals", "regmap", "sensing", "status", "stepgen", "store",
    "machine", "rp2", "time",
)  # fmt: skip


def load_main(rig):
    """A fresh firmware whose chip is `rig`; its main module. One at a time in a process."""
    for name in FIRMWARE_MODULES:
        if name in sys.modules:
            del sys.modules[name]
    gc.collect()
    import twinlink

    twinlink.rig = rig
    import main

    return main
