"""The simulated board: `station.Station` in virtual time, `run.Twin` as a process. See hardware/README.md.

This file stays empty of imports: MicroPython loads the package too.
"""
