"""Learns what empty, dark and light panes read. Pure: works on the values that panes.py keeps.

CAL_EMPTY measures every pane of the bands; CAL_DARK and CAL_LIGHT measure those that carry a sphere, so that
eight spheres of a colour reach all panes in a few rounds. A pane whose three values are known gets its
thresholds half way between them. A command that fails changes nothing.
"""

from array import array

import regmap as r
from bank import Bank
from micropython import const
from panes import Panes

SCANS = const(8)
SPREAD = const(40)  # largest minus smallest value of the scans: more is no measurement
EMPTY_MOST = const(150)  # an "empty" pane that reads more carries something, or its hole is dirty
SPAN_DARK = const(40)  # between empty and dark
SPAN_LIGHT = const(120)  # between dark and light


class Calibration:
    """One measurement at a time; `result()` is None while it runs."""

    def __init__(self, bank: Bank, panes: Panes) -> None:
        self._bank = bank
        self._panes = panes
        self._command = r.CMD_NONE
        self._mask = 0
        self._scans = 0
        self._result: "int | None" = None
        self._sum = array("H", [0] * r.PANES)
        self._low = array("H", [0] * r.PANES)
        self._high = array("H", [0] * r.PANES)
        self._dark = array("H", [0] * r.PANES)  # measured since the last CAL_EMPTY, 0 not yet
        self._empty_done = 0  # bands

    def start(self, command: int, mask: int) -> None:
        """Begins with the next full scan."""
        self._command = command
        self._mask = mask
        self._scans = -1
        self._result = None

    def drop(self) -> None:
        """The measurement is given up."""
        self._command = r.CMD_NONE

    def result(self) -> int | None:
        return self._result

    def scanned(self) -> None:
        """A full scan of the board is done."""
        if not self._command:
            return
        if self._scans < 0:
            self._scans = 0
            return
        values = self._panes.values
        for pane in range(r.PANES):
            if not self._mask >> (pane >> 4) & 1:
                continue
            value = values[pane]
            if not self._scans:
                self._sum[pane] = self._low[pane] = self._high[pane] = value
            else:
                self._sum[pane] += value
                self._low[pane] = min(self._low[pane], value)
                self._high[pane] = max(self._high[pane], value)
        self._scans += 1
        if self._scans == SCANS:
            self._result = self._conclude()
            self._command = r.CMD_NONE

    def _conclude(self) -> int:
        panes = [pane for pane in range(r.PANES) if self._mask >> (pane >> 4) & 1]
        if self._command != r.CMD_CAL_EMPTY:
            empty = self._bank.holding
            panes = [p for p in panes if self._mean(p) >= empty(r.H_PANE_EMPTY + p) + SPAN_DARK]
            if not panes or self._empty_done & self._mask != self._mask:
                return r.R_INCOMPLETE
        for pane in panes:
            if self._high[pane] - self._low[pane] > SPREAD:
                return r.R_UNSTEADY
        if self._command == r.CMD_CAL_EMPTY:
            return self._take_empty(panes)
        if self._command == r.CMD_CAL_DARK:
            for pane in panes:
                self._dark[pane] = self._mean(pane)
            return r.R_OK
        return self._take_light(panes)

    def _take_empty(self, panes: list[int]) -> int:
        for pane in panes:
            if self._mean(pane) > EMPTY_MOST:
                return r.R_SPAN
        for pane in panes:
            self._bank.set_holding(r.H_PANE_EMPTY + pane, self._mean(pane))
            self._dark[pane] = 0
        self._empty_done |= self._mask
        return r.R_OK

    def _take_light(self, panes: list[int]) -> int:
        for pane in panes:
            if not self._dark[pane]:
                return r.R_INCOMPLETE
            if self._mean(pane) - self._dark[pane] < SPAN_LIGHT:
                return r.R_SPAN
        bank = self._bank
        for pane in panes:
            dark = self._dark[pane]
            bank.set_holding(r.H_PANE_DARK_FROM + pane, (bank.holding(r.H_PANE_EMPTY + pane) + dark) >> 1)
            bank.set_holding(r.H_PANE_LIGHT_FROM + pane, (dark + self._mean(pane)) >> 1)
        return r.R_OK

    def _mean(self, pane: int) -> int:
        return self._sum[pane] // SCANS
