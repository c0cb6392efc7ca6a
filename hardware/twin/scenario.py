"""Plays scenarios: small files that say what is done to the board and what it must do.

A scenario is a list of steps (see scenarios/README.md), played in virtual time against a fresh station. What
changes is written down line by line; the lines are the same under CPython and MicroPython, byte for byte.
"""

from hardware.twin.master import Host, NoAnswer, Refused
from hardware.twin.station import PANE_NUMBERS, Station
from hardware.twin.world import BANDS, MM

BOOT_US = 400_000
LOOK_US = 2_000
HOME_MS = 60_000
MOVE_MS = 20_000
SETTLE_MS = 60_000


class Failed(Exception):
    """The board did not do what the scenario says."""


class Player:
    """One scenario. `names`: the numbers of the register map by name (H_CMD, F_STALL, ...)."""

    def __init__(self, load, names, write, start_us=0):
        self.names = names
        self.station = Station(load, 1, False, start_us)
        self.world = self.station.world
        self._write = write
        self._origin = start_us
        self._shown = {}
        self._found = {}
        self._mark_us = start_us
        self.host = Host(self.station, self._watch)

    def play(self, steps):
        """Every step in turn; raises Failed."""
        self.host.run_until(self._origin + BOOT_US)
        for number, step in enumerate(steps):
            try:
                handler = STEPS.get(step["do"])
                if handler is None:
                    raise Failed("there is no such step")
                handler(self, step)
            except (Failed, NoAnswer, Refused) as error:
                kind = type(error).__name__
                raise Failed("step %d %r: %s %s" % (number + 1, step, kind, error.args)) from error
        self._line("end")

    # --- the trace ---

    def _line(self, text):
        ms = (self.host.now_us - self._origin) // 1000
        self._write("%4d.%03d %s" % (ms // 1000, ms % 1000, text))

    def _name(self, prefix, number):
        """The map's name of a number: _name("S_", 2) is MOVING."""
        found = self._found.get((prefix, number))
        if found is None:
            found = "NONE" if not number else str(number)
            for name, value in self.names.items():
                if value == number and name[: len(prefix)] == prefix:
                    found = name[len(prefix) :]
            self._found[prefix, number] = found
        return found

    def _watch(self, host):
        """After every look at the board: what is new goes into the trace."""
        for band in range(BANDS):
            block = host.band(band)
            text = "band %d %s level %d target %d" % (
                band + 1,
                self._name("S_", block["state"]),
                block["level"],
                block["target"],
            )
            if block["fault"]:
                text += " fault " + self._name("F_", block["fault"])
            if self._shown.get(band) != text:
                self._shown[band] = text
                self._line(text + " at %d glass %d" % (block["position"], self.world.bands[band].height // 8))
        if self._shown.get("word") != host.image[4]:
            self._shown["word"] = host.image[4]
            bits = [self._name("D_", bit) for bit in range(12) if host.image[4] >> bit & 1]
            self._line("status " + " ".join(bits))
        if self._shown.get("panes") != host.image[60:80]:
            self._shown["panes"] = host.image[60:80]
            self._line("panes " + "".join("%x" % host.pane_class(pane) for pane in range(80)))

    def _look(self):
        """Reads the head of the map at once, apart from the regular polls."""
        try:
            self.host.image = self.host.read(0, 80)
        except NoAnswer:
            return
        self._watch(self.host)

    # --- conditions ---

    def _misses(self, step):
        """What of the step's conditions does not hold; "" when all do."""
        host = self.host
        bands = step.get("bands") or ([step["band"]] if "band" in step else [])
        for band in bands:
            block = host.band(band - 1)
            for key, prefix in (("state", "S_"), ("fault", "F_")):
                if key in step and self._name(prefix, block[key]) != step[key]:
                    return "band %d: %s is %s" % (band, key, self._name(prefix, block[key]))
            for key in ("level", "target", "moves", "stalls"):
                if key in step and block[key] != step[key]:
                    return "band %d: %s is %d" % (band, key, block[key])
            for key, value in (
                ("position_mm", block["position"] / 100),
                ("fault_mm", block["fault_position"] / 100),
                ("glass_mm", self.world.bands[band - 1].height / MM),
            ):
                if key in step and not step[key][0] <= value <= step[key][1]:
                    return "band %d: %s is %s" % (band, key, value)
        for name, wanted in step.get("status", {}).items():
            if bool(host.image[4] >> self.names["D_" + name] & 1) != wanted:
                return name + " is not " + str(wanted)
        for name, wanted in step.get("panes", {}).items():
            kind = self._name("P_", host.pane_class(PANE_NUMBERS[name]))
            if kind != wanted:
                return "pane %s is %s" % (name, kind)
        for name, wanted in step.get("input", {}).items():
            value = host.read(self._input(name), 1)[0]
            if not wanted[0] <= value <= wanted[1]:
                return "%s is %d" % (name, value)
        for name, wanted in step.get("bits", {}).items():
            value = host.bits(self.names["D_" + name], step.get("count", 1))
            if value != wanted:
                return "%s is %s" % (name, value)
        if "coil" in step and host.bits(self.names["C_" + step["coil"]], 1, 1) != [step["on"]]:
            return "coil %s is not %d" % (step["coil"], step["on"])
        return ""

    def _input(self, name):
        """Address of an input register or a counter, by name."""
        if "N_" + name in self.names:
            return self.names["I_COUNTER"] + self.names["N_" + name]
        return self.names["I_" + name]

    # --- steps ---

    def _wait(self, step):
        self.host.run_ms(step["ms"])

    def _mark(self, step):
        self._mark_us = self.host.now_us

    def _until(self, step):
        """Waits for conditions; within_ms counts from the last mark."""
        end = self._mark_us + step["within_ms"] * 1000
        while True:
            self._look()
            misses = self._misses(step)
            if not misses:
                break
            if self.host.now_us >= end:
                raise Failed("after %d ms: %s" % (step["within_ms"], misses))
            self.host.run_until(self.host.now_us + (LOOK_US if step["within_ms"] <= 1500 else 5 * LOOK_US))
        took = (self.host.now_us - self._mark_us) // 1000
        if took < step.get("after_ms", 0):
            raise Failed("already after %d ms" % took)

    def _expect(self, step):
        self._look()
        misses = self._misses(step)
        if misses:
            raise Failed(misses)

    def _still(self, step):
        """No glass moves for a while."""
        before = [body.height for body in self.world.bands]
        self.host.run_ms(step["ms"])
        after = [body.height for body in self.world.bands]
        if before != after:
            raise Failed("glass moved from %s to %s" % (before, after))

    def _refusable(self, step, ask):
        """Does something that the step may expect to be refused."""
        refused = None
        try:
            ask()
        except Refused as error:
            refused = error.args[0]
        reason = None
        if refused is not None:
            reason = self._name("X_", self.host.read(self.names["I_LAST_REJECT"], 1)[0] >> 8)
            self._line("refused %d %s" % (refused, reason))
        if refused != step.get("refused") or reason != step.get("reject"):
            raise Failed("refused %s %s" % (refused, reason))

    def _coil(self, step):
        address = self.names["C_" + step["name"]] + step.get("band", 1) - 1
        self._refusable(step, lambda: self.host.coil(address, step["on"]))

    def _register(self, step):
        address = self.names["H_" + step["name"]] + step.get("band", 1) - 1
        self._refusable(step, lambda: self.host.write(address, step["values"]))

    def _targets(self, step):
        """Levels by band, {"1": 3}; with within_ms waits until they are reached."""
        levels = [0] * BANDS
        for band, level in step["levels"].items():
            levels[int(band) - 1] = level
        self._mark_us = self.host.now_us
        self._refusable(step, lambda: self.host.write(self.names["H_TARGET_LEVEL"], levels))
        if step.get("reach"):
            for band, level in step["levels"].items():
                self._until({"band": int(band), "level": level, "state": "IDLE", "within_ms": MOVE_MS})

    def _command(self, step):
        """Gives a command; with `result` waits for it to finish and compares."""
        mask = 0
        for band in step.get("bands", range(1, BANDS + 1)):
            mask |= 1 << (band - 1)
        self._mark_us = self.host.now_us
        given = []
        number = self.names["CMD_" + step["name"]]

        def ask():
            given.append(self.host.command(number, mask, step.get("arg", 0)))

        self._refusable(step, ask)
        if "result" not in step:
            return
        end = self.host.now_us + SETTLE_MS * 1000
        while True:
            self._look()
            if self.host.image[self.names["I_CMD_SEQ_DONE"]] == given[0]:
                break
            if self.host.now_us >= end:
                raise Failed("the command does not finish")
            self.host.run_until(self.host.now_us + 10_000)
        code = self.host.image[self.names["I_CMD_RESULT"]]
        result = self._name("R_", code) if code == 0 or code >= 64 else self._name("F_", code)
        self._line("%s %s" % (step["name"], result))
        if result != step["result"]:
            raise Failed("result " + result)

    def _ready(self, step):
        """Heartbeat, enabled, all bands homed: where most scenarios begin."""
        self.host.run_ms(100)
        self._coil({"name": "MOTION_ENABLE", "on": True})
        self._command({"name": "HOME", "result": "OK"})
        self._line("ready")
        self._mark_us = self.host.now_us

    def _host(self, step):
        """How the host behaves: beating, held, polling."""
        for key in ("beating", "held", "polling"):
            if key in step:
                setattr(self.host, key, step[key])

    def _control(self, step):
        """fault, clear_faults, panes, estop: as on the control socket."""
        reply = self.station.request(step)
        if not reply["ok"]:
            raise Failed(reply["error"])
        self._mark_us = self.host.now_us


STEPS = {
    "ready": Player._ready,
    "wait": Player._wait,
    "mark": Player._mark,
    "until": Player._until,
    "expect": Player._expect,
    "still": Player._still,
    "coil": Player._coil,
    "register": Player._register,
    "targets": Player._targets,
    "command": Player._command,
    "host": Player._host,
    "fault": Player._control,
    "clear_faults": Player._control,
    "panes": Player._control,
    "estop": Player._control,
}
