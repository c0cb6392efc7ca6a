"""The steps during which nothing moves: link, e-stop, switches, lamps, buzzer, handles, panes."""

from __future__ import annotations

import queue
import time
from functools import partial
from typing import Any

from firmware_bridge import image
from firmware_bridge import regmap as reg
from firmware_bridge.console import Console
from firmware_bridge.errors import BoardRefusal, LinkError
from firmware_bridge.movement import answered
from firmware_bridge.selftest.bench import HAND_S, Bench, NotHere, StepFailed, failed
from firmware_bridge.selftest.hands import Ask
from firmware_bridge.values import FILES, PANES, Notice

READS = 100
SLOW_MS = 100.0
ERRORS_PER_THOUSAND = 20
MANY_ERRORS = 10
"""After so many the line is known to be bad."""
LEAST_SPAN = 40
"""Counts between two classes of a pane below which it is not trusted for long."""
SCANS_S = 0.5
"""Six scans: every class has settled."""
LAMP_TEST_S = 2.0
BUZZER_S = 0.9
"""Two beeps of the warning, the third not yet."""
KINDS: dict[str | None, str] = {None: "empty", "black": "dark", "white": "light"}
COLOURS = {"red": "#ff0000", "green": "#00ff00", "blue": "#0000ff"}


def link(bench: Bench) -> dict[str, Any]:
    """Who is there, and how well the line works."""
    line = bench.board.link
    before = line.figures()
    head = bench.inputs(reg.IN.MAGIC, 20)
    for n in range(READS):
        try:
            answered(line.read_inputs(reg.IN.UPTIME_LO, 2))
        except LinkError as error:
            raise StepFailed(error.notice) from error
        requests, errors = _line_errors(before, line.figures())
        bench.progress(n + 1, READS)
        if errors > MANY_ERRORS:
            break
    trips = [round(1000 * seconds, 3) for seconds in line.trips()]
    ordered = sorted(trips)
    values = {
        "map_version": f"{head[reg.IN.MAP_VERSION] >> 8}.{head[reg.IN.MAP_VERSION] & 0xFF}",
        "fw_version": f"{head[reg.IN.FW_VERSION] >> 8}.{head[reg.IN.FW_VERSION] & 0xFF}",
        "boot_count": head[reg.IN.BOOT_COUNT],
        "requests": requests,
        "errors": errors,
        "p50_ms": ordered[len(ordered) // 2],
        "p99_ms": ordered[int(0.99 * (len(ordered) - 1))],
        "trips_ms": trips,
    }
    if 1000 * errors > ERRORS_PER_THOUSAND * requests:
        raise failed("test.fail.line", values, errors=errors, requests=requests)
    if values["p99_ms"] > SLOW_MS:
        raise failed("test.fail.slow", values, limit=round(SLOW_MS), p99=values["p99_ms"])
    return values


def _line_errors(before: dict[str, Any], after: dict[str, Any]) -> tuple[int, int]:
    """Requests made and answers spoiled between two sets of figures."""
    spoiled = ("timeouts", "unreadable", "wrong_function", "wrong_count", "wrong_echo")
    return after["requests"] - before["requests"], sum(after[name] - before[name] for name in spoiled)


def estop(bench: Bench) -> dict[str, Any]:
    """Both contacts; motors cannot be switched on while it is pressed; releasing does nothing."""
    console = bench.opened.console

    def at_board() -> bool:
        return not bench.status(reg.STATUS.ESTOP_OK)

    def at_pi() -> bool:
        return console is not None and console.estop_open

    if at_board() or at_pi():
        raise failed("test.fail.estop_open")
    pressed = time.monotonic()
    bench.hand("test.ask.estop_press", ("estop", True), lambda: at_board() or at_pi())
    reaction_ms = round(1000 * (time.monotonic() - pressed))
    bench.pause(0.2)
    if not at_board() or (console is not None and not at_pi()):
        raise failed("test.fail.estop_contacts", board=at_board(), pi=at_pi())
    try:
        bench.board.resume()
    except BoardRefusal as refusal:
        refused = refusal.notice.code
    else:
        raise failed("test.fail.estop_enabled")
    bench.hand("test.ask.estop_release", ("estop", False), lambda: not at_board() and not at_pi())
    bench.pause(0.5)
    bench.until(lambda s: not s.estop, 2.0)
    if bench.seen.homed or bench.seen.enabled:
        raise failed("test.fail.estop_homed")
    return {"noticed_within_ms": reaction_ms, "refused_with": refused}


def switches(bench: Bench) -> dict[str, Any]:
    """The lid's switch by hand, everything else by the board's own test at rest."""

    def closed() -> bool:
        return bench.status(reg.STATUS.GUARD_CLOSED)

    bench.hand("test.ask.guard_open", ("guard", True), lambda: not closed())
    bench.hand("test.ask.guard_close", ("guard", False), closed)
    head = bench.inputs(reg.IN.VM, 2)
    bits = answered(bench.board.link.read_bits(reg.DISC.HOME, 15))
    values = {
        "vm_mv": head[0],
        "ir_reference": head[1],
        "home": list(bits[0:5]),
        "vane": list(bits[5:10]),
        "tacho": list(bits[10:15]),
    }
    try:
        result = bench.board.self_check()
    except BoardRefusal as refusal:
        raise StepFailed(refusal.notice, values) from refusal
    if result in image.FAULTS:
        raise StepFailed(Notice(f"fault.{image.FAULTS[result].code}", {"band": "1-5", "pane": "?"}), values)
    if result:
        raise failed("test.fail.selftest", values, result=result)
    return values


def lamps(bench: Bench) -> dict[str, Any]:
    """Pane lamps by eye, then the handle lamps."""
    try:
        bench.board.lamps_test()
        bench.pause(0.3)
        bench.question("test.ask.lamps_white", lambda: _channels(bench) == {0, 1, 2})
        bench.pause(LAMP_TEST_S)
        seen: list[set[int]] = []
        for name, code in COLOURS.items():
            bench.board.light(dict.fromkeys(PANES, code))
            bench.pause(0.4)
            seen.append(_channels(bench))
            one_more = len(seen[-1]) == 1 and seen[-1] not in seen[:-1]
            bench.question("test.ask.lamps_colour", partial(bool, one_more), colour=name)
    except BoardRefusal as refusal:
        raise StepFailed(refusal.notice) from refusal
    finally:
        bench.board.light({})
    console = bench.opened.console
    if console is None:
        return {"handle_lamps": None}
    order: list[int] = []
    console.test_lamps()
    end = time.monotonic() + 2.0
    while time.monotonic() < end:
        shown = list(console.shown()[0])
        if len(shown) == 1 and order[-1:] != shown:
            order += shown
        bench.pause(0.01)
    bench.question("test.ask.handle_lamps", lambda: order == list(image.BANDS))
    return {"handle_lamps": order}


def _channels(bench: Bench) -> set[int]:
    """Which of the three colours every simulated pane lamp shows alike; empty where they differ."""
    twin = bench.opened.twin
    words = set(twin.request({"do": "world"}).get("lamps", ())) if twin is not None else set()
    if len(words) != 1:
        return set()
    return {n for n, level in enumerate(bytes.fromhex(words.pop())) if level}


def buzzer(bench: Bench) -> dict[str, Any]:
    """The warning for all bands, for a second, without any motion."""
    console = _console(bench)
    beeps, sounding = 0, False
    console.motion(image.BANDS, "warning")
    try:
        end = time.monotonic() + BUZZER_S
        while time.monotonic() < end:
            now = console.shown()[1]
            beeps += now and not sounding
            sounding = now
            bench.pause(0.005)
    finally:
        console.motion((), "rest")
    bench.question("test.ask.buzzer", lambda: beeps == 2)
    return {"beeps": beeps}


def handles(bench: Bench) -> dict[str, Any]:
    """Each handle both ways; a plug in the wrong place shows at once."""
    console = _console(bench)
    turns: queue.SimpleQueue[tuple[int, int]] = queue.SimpleQueue()
    console.tap(lambda kind, band, step: turns.put((band, step)) if kind == "turn" else None)
    try:
        for number, (band, step) in enumerate((b, s) for b in image.BANDS for s in (1, -1)):
            came: list[tuple[int, int]] = []

            def turned(came: list[tuple[int, int]] = came) -> bool:
                if not turns.empty():
                    came.append(turns.get())
                return bool(came)

            code = "test.ask.turn_up" if step > 0 else "test.ask.turn_down"
            bench.hand(code, ("turn", (band, 4 * step)), turned, band=band)
            if came[0] != (band, step):
                way = "up" if came[0][1] > 0 else "down"
                raise failed("test.fail.handle", wanted=band, band=came[0][0], way=way)
            bench.progress(number + 1, 10)
    finally:
        console.tap(None)
    return {"handles": len(image.BANDS)}


def _console(bench: Bench) -> Console:
    if bench.opened.console is None:
        raise NotHere("test.skip.console")
    return bench.opened.console


def panes(bench: Bench) -> dict[str, Any]:
    """All panes empty, then each with a sphere of either colour: ten times two rows of eight."""
    raw: dict[str, list[int | None]] = {kind: [None] * reg.PANES for kind in ("empty", "dark", "light")}
    layouts: list[tuple[int, int] | None] = [None]
    for row in range(1, 11, 2):
        layouts += [(row, row + 1), (row + 1, row)]
    for number, rows in enumerate(layouts):
        spheres = _spheres(rows)
        _lay(bench, spheres, rows)
        bench.pause(SCANS_S)
        words = bench.inputs(reg.IN.PANE_RAW, reg.PANES)
        for pane, name in enumerate(PANES):
            if name in spheres or rows is None:
                raw[KINDS[spheres.get(name)]][pane] = words[pane]
        bench.progress(number + 1, len(layouts))
    _lay(bench, {}, None)
    holding = bench.board.link.read_holding
    thresholds = {
        "dark_from": list(answered(holding(reg.HOLD.PANE_DARK_FROM, reg.PANES))),
        "light_from": list(answered(holding(reg.HOLD.PANE_LIGHT_FROM, reg.PANES))),
    }
    values = {"raw": raw, **thresholds}
    spans = {
        pane.pane: min(_less(raw["dark"][n], raw["empty"][n]), _less(raw["light"][n], raw["dark"][n]))
        for n, pane in enumerate(bench.seen.panes)
        if pane.trusted
    }
    worst = min(spans, key=lambda name: spans[name])
    values["least_span"] = {"pane": worst, "counts": spans[worst]}
    if spans[worst] < LEAST_SPAN:
        raise failed("test.fail.span", values, pane=worst, span=spans[worst])
    return values


def _less(high: int | None, low: int | None) -> int:
    assert high is not None, "every pane has carried a white sphere"
    assert low is not None, "every pane has been empty and carried a black sphere"
    return high - low


def _spheres(rows: tuple[int, int] | None) -> dict[str, str]:
    if rows is None:
        return {}
    return {f"{f}{row}": colour for row, colour in zip(rows, ("black", "white")) for f in FILES}


def _lay(bench: Bench, spheres: dict[str, str], rows: tuple[int, int] | None) -> None:
    """Has the spheres laid so; what the panes then show otherwise fails the step."""

    def wrong() -> list[str]:
        return [
            p.pane
            for p in bench.seen.panes
            if p.trusted and (p.state not in ("empty", "full") or p.colour != spheres.get(p.pane))
        ]

    params = {} if rows is None else {"black": rows[0], "white": rows[1]}
    code = "test.ask.panes_empty" if rows is None else "test.ask.panes_rows"
    if not bench.hands.until(Ask(code, params, ("panes", spheres)), lambda: not wrong(), HAND_S):
        raise failed("test.fail.panes", panes=", ".join(wrong()))
