"""One simulated table: world, wire, rig and the answers to its control requests.

Runs unchanged under MicroPython. Bands are 1-5 and panes a1-h10 in requests, as people say them.
"""

from hardware.twin.faults import BAND, FAULTS, FLAG, ONCE, PANE, as_json, entry, trouble
from hardware.twin.rig import POWER, Flash, Rig
from hardware.twin.wire import Wire
from hardware.twin.world import BANDS, BLACK, EMPTY, MM, NAMES, PANES, WHITE, World

COLOURS = {"white": WHITE, "black": BLACK, None: EMPTY}


def pane_name(pane):
    return "abcdefgh"[pane % 8] + str(pane // 8 + 1)


PANE_NUMBERS = {pane_name(pane): pane for pane in range(PANES)}


class BadRequest(Exception):
    """A control request that makes no sense; its text goes back to the asker."""


class Station:
    """`load` as for Rig; `state` is what state() gave before the power went."""

    def __init__(self, load, seed=1, paced=True, start_us=0, state=None):
        self.world = World(seed)
        self.wire = Wire(self.world, paced)
        flash = Flash()
        if state:
            self.world.from_json(state["world"])
            flash.files = {name: unhex(text) for name, text in state["flash"].items()}
        self.rig = Rig(self.world, load, self.wire.from_chip, start_us, flash)
        self.wire.rig = self.rig
        self._off_until_us = 0
        self.rig.boot(POWER)

    def state(self):
        """What outlives the process: glass stays where it is, and so does the flash."""
        files = self.rig.flash.files
        return {"world": self.world.to_json(), "flash": {name: hexed(files[name]) for name in files}}

    def mark(self):
        """Differs from an earlier mark when state() does."""
        world = self.world
        heights = [body.height for body in world.bands]
        return (heights, bytes(world.spheres), world.estop_pressed, self.rig.flash.writes)

    # --- time ---

    def run_until(self, time_us):
        if self._off_until_us:
            if time_us < self._off_until_us:
                self.rig.now_us = max(self.rig.now_us, time_us)
                self.rig.line.cut()
                return
            self.rig.now_us = max(self.rig.now_us, self._off_until_us)
            self._off_until_us = 0
            self.rig.boot(POWER)
        self.rig.run_until(time_us)

    def next_us(self):
        """When something is to be done next."""
        due = self._off_until_us or self.rig.next_us()
        reply = self.wire.next_us()
        return due if reply is None else min(due, reply)

    # --- requests ---

    def request(self, request):
        """Answers one request (a dictionary) with a dictionary; never raises for what was asked."""
        try:
            if not isinstance(request, dict):
                raise BadRequest("a request is an object")
            do = request.get("do")
            handler = HANDLERS.get(do) if isinstance(do, str) else None
            if handler is None:
                raise BadRequest("unknown request " + repr(do) + "; known: " + ", ".join(sorted(HANDLERS)))
            self.rig.sync()
            reply = handler(self, request)
        except BadRequest as bad:
            return {"ok": False, "error": str(bad)}
        reply["ok"] = True
        return reply

    def _world(self, request):
        world = self.world
        panes = {}
        for pane in range(PANES):
            if world.spheres[pane]:
                panes[pane_name(pane)] = NAMES[world.spheres[pane]]
        return {
            "panes": panes,
            "bands": [body.height / MM for body in world.bands],
            "estop": world.estop_pressed,
            "faults": self._active(),
            "lamps": ["%06x" % colour for colour in self.rig.lamps],
            "time_ms": self.rig.now_us // 1000,
            "resets": self.rig.resets,
        }

    def _active(self):
        active = []
        for (name, index), value in self.world.faults.items():
            scope = entry(name)[1]
            active.append(
                {
                    "name": name,
                    "value": value,
                    "band": index + 1 if scope == BAND and index is not None else None,
                    "pane": pane_name(index) if scope == PANE and index is not None else None,
                }
            )
        active.sort(key=lambda fault: (fault["name"], fault["band"] or 0, fault["pane"] or ""))
        return active

    def _panes(self, request):
        wanted = request.get("set")
        if not isinstance(wanted, dict):
            raise BadRequest("panes: `set` must be an object of panes and colours")
        takes = number(request.get("ms", 0), "ms")
        if not 0 <= takes <= 60_000:
            raise BadRequest("panes: ms must be from 0 to 60000")
        changes = []
        for name, colour in wanted.items():
            if name not in PANE_NUMBERS:
                raise BadRequest("panes: no pane " + repr(name))
            if not (colour is None or isinstance(colour, str)) or colour not in COLOURS:
                raise BadRequest("panes: " + repr(colour) + " is neither white, black nor null")
            changes.append((PANE_NUMBERS[name], COLOURS[colour]))
        for pane, colour in changes:
            if self.world.spheres[pane] != colour:
                self.world.put(pane, colour, self.rig.now_us, int(takes * 1000))
        return {}

    def _estop(self, request):
        pressed = request.get("pressed")
        if not isinstance(pressed, bool):
            raise BadRequest("estop: `pressed` must be true or false")
        self.world.press_estop(pressed, self.rig.now_us)
        return {}

    def _fault(self, request):
        name = request.get("name")
        line = entry(name)
        if line is None:
            raise BadRequest("fault: no fault " + repr(name) + "; known: " + ", ".join(f[0] for f in FAULTS))
        value = request.get("value", True)
        scope, kind = line[1], line[2]
        index = self._index(scope, request)
        if value is not None and value is not False:
            if kind == FLAG:
                if value is not True:
                    raise BadRequest("fault: " + name + " is true or false")
            else:
                wrong = trouble(line, number(value, name))
                if wrong:
                    raise BadRequest(name + " " + wrong)
                value = value if line[3] == "mm" else int(value)
        else:
            value = None
        self._apply(name, value, index)
        return {}

    def _index(self, scope, request):
        """Band or pane the fault is for; None is all of them."""
        band, pane = request.get("band"), request.get("pane")
        if scope == BAND and band is not None:
            if isinstance(band, bool) or not isinstance(band, int) or not 1 <= band <= BANDS:
                raise BadRequest("fault: band must be 1-5")
            return band - 1
        if scope == PANE and pane is not None:
            if not isinstance(pane, str) or pane not in PANE_NUMBERS:
                raise BadRequest("fault: no pane " + repr(pane))
            return PANE_NUMBERS[pane]
        if band is not None or pane is not None:
            raise BadRequest(
                "fault: this fault is for the whole board" if scope != PANE else "fault: name a pane"
            )
        return None

    def _apply(self, name, value, index):
        rig = self.rig
        if name not in ONCE:
            self.world.set_fault(name, value, index)
        if name == "pio-stall":
            rig.stall_machines(self.world)
        elif name == "flash-broken":
            rig.flash.broken = value is not None
        elif value is None:
            if name == "flash-tear":
                rig.flash.tear = None
        elif name == "hang":
            rig.hang(int(value * 1000))
        elif name == "reboot":
            rig.resets += 1
            rig.boot(POWER)
        elif name == "power-cut":
            rig.power_off()
            self._off_until_us = rig.now_us + int(value * 1000)
        elif name == "flash-tear":
            rig.flash.tear = int(value)

    def _faults(self, request):
        return {"faults": as_json()}

    def _clear_faults(self, request):
        for name, index in list(self.world.faults):
            self._apply(name, None, index)
        self.rig.flash.tear = None
        return {}


HANDLERS = {
    "world": Station._world,
    "panes": Station._panes,
    "estop": Station._estop,
    "fault": Station._fault,
    "faults": Station._faults,
    "clear_faults": Station._clear_faults,
}


def number(value, name):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BadRequest(name + " must be a number")
    return value


def hexed(data):
    return "".join("%02x" % byte for byte in data)


def unhex(text):
    return bytes(int(text[at : at + 2], 16) for at in range(0, len(text), 2))
