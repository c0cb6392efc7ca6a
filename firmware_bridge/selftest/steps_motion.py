"""The steps in which bands move: homing, travel, Stop, silence on the line, endurance."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

from firmware_bridge import image
from firmware_bridge import regmap as reg
from firmware_bridge.selftest.bench import Bench, Journey, Ramp, StepFailed, failed
from firmware_bridge.values import Snapshot

MOST_RATIO = 1.05
"""Time of a movement over that of the ideal ramp."""
MOST_DRIFT_MM = 0.6
"""Counted against commanded travel; the firmware calls more than this a stall."""
MOST_HOME_DRIFT_MM = 0.3
FAST_MM = 8.0
"""So far from its start a band is at full speed."""
STOP_LIMIT_MS = 50.0
STOP_LIMIT_MM = 5.0
"""Ramp 1.25 mm, segments already queued 1 mm, and as much again for the age of the readings."""
SILENCE_S = 1.8
"""Longer than the watchdog (1 s), its ramp and the next poll."""


def home(bench: Bench) -> dict[str, Any]:
    """Each band alone; a band that knew its height must find its switch where it was."""
    seconds: list[float] = []
    for number, band in enumerate(image.BANDS):
        knew = bench.seen.bands[band - 1].state == "idle"
        journey = bench.go(lambda band=band: bench.board.home([band]))  # type: ignore[misc]
        seconds.append(round(journey.seconds - bench.board.warning_s, 2))
        drift = bench.trend(reg.IN.HOME_DIFF)[band - 1]
        if knew and abs(drift) > MOST_HOME_DRIFT_MM:
            raise failed("test.fail.home_drift", {"seconds": seconds}, band=band, drift=drift)
        bench.progress(number + 1, reg.BANDS)
    return {"seconds": seconds, "drift_mm": bench.trend(reg.IN.HOME_DIFF)}


def travel(bench: Bench) -> dict[str, Any]:
    """All bands (as many at once as may move) up two levels, down one, down one."""
    bench.ready(1)
    settings, ramp = bench.settings(), bench.ramp()
    step_mm = settings["level_step"] / 100
    legs, curves = [], []
    journeys = [(group, start, end) for group in _groups(settings) for start, end in ((1, 3), (3, 2), (2, 1))]
    for number, (group, start, end) in enumerate(journeys):
        journey = bench.go(lambda group=group, end=end: bench.board.move(dict.fromkeys(group, end)))  # type: ignore[misc]
        ideal = ramp.seconds((end - start) * step_mm)
        took = [word / 1000 for word in bench.inputs(reg.IN.MOVE_MS, reg.BANDS)]
        legs += [
            {"band": b, "from": start, "to": end, "seconds": took[b - 1], "ideal": round(ideal, 3)}
            for b in group
        ]
        curves.append(_curve(journey, group, ramp, (end - start) * step_mm))
        _check_drift(bench, {"legs": legs, "curves": curves})
        bench.progress(number + 1, len(journeys))
    ratios = {leg["band"]: round(leg["seconds"] / leg["ideal"], 4) for leg in legs}
    for leg in legs:
        ratios[leg["band"]] = max(ratios[leg["band"]], round(leg["seconds"] / leg["ideal"], 4))
    values = {"legs": legs, "curves": curves, "worst_ratio": max(ratios.values())}
    worst = max(ratios, key=lambda band: ratios[band])
    if ratios[worst] > MOST_RATIO:
        raise failed("test.fail.travel", values, band=worst, ratio=ratios[worst])
    return values


def _groups(settings: dict[str, int]) -> Iterator[tuple[int, ...]]:
    bands = tuple(image.BANDS)
    size = settings["max_moving"]
    for first in range(0, len(bands), size):
        yield bands[first : first + size]


def _curve(journey: Journey, group: tuple[int, ...], ramp: Ramp, distance_mm: float) -> dict[str, Any]:
    """Heights over time from the moment a band is first seen to move, and the ideal beside them."""
    samples = journey.samples
    first = group[0] - 1
    start = samples[0][1][first] if samples else 0.0
    moving = [t for t, heights in samples if abs(heights[first] - start) > 0.05]
    begin = moving[0] if moving else 0.0
    travelled = next((abs(h[first] - start) for t, h in samples if t == begin), 0.0)
    # the first reading in motion shows how far along the ramp it is: that sets the ideal's zero
    steps = (n / 100 for n in range(200))
    zero = begin - next((t for t in steps if abs(ramp.height(distance_mm, t)) >= travelled), 0.0)
    whole = ramp.seconds(distance_mm)
    return {
        "bands": list(group),
        "measured": [
            [round(t - zero, 3), *(heights[b - 1] for b in group)] for t, heights in samples if t >= begin
        ],
        "ideal": [
            [round(whole * n / 40, 3), round(start + ramp.height(distance_mm, whole * n / 40), 3)]
            for n in range(41)
        ],
    }


def _check_drift(bench: Bench, values: dict[str, Any]) -> list[float]:
    drifts = bench.trend(reg.IN.TACHO_DIFF)
    for band, drift in zip(image.BANDS, drifts):
        if abs(drift) > MOST_DRIFT_MM:
            raise failed("test.fail.tacho", {**values, "tacho_diff_mm": drifts}, band=band, drift=drift)
    return drifts


def _under_way(bench: Bench) -> tuple[Any, float, Snapshot]:
    """Sets all bands going from level 1 to 3 and returns when they are at full speed."""
    bench.ready(1)
    start = [band.position_mm for band in bench.seen.bands]
    pending, since = bench.begin(lambda: bench.board.move(dict.fromkeys(image.BANDS, 3)))
    fast = bench.until(
        lambda s: any(b.position_mm - h > FAST_MM for b, h in zip(s.bands, start)) or bench.over(pending),
        bench.board.warning_s + 5.0,
    )
    if not fast or bench.over(pending):
        journey = bench.end(pending, since)
        if journey.result.notice is not None:
            raise StepFailed(journey.result.notice)
        raise failed("test.fail.never_fast")
    _sound(bench)
    return pending, since, bench.seen


def _sound(bench: Bench) -> None:
    """Raises StepFailed with the fault of the first band that has one."""
    for band in bench.seen.bands:
        if band.state == "fault":
            raise StepFailed(image.fault_notice(band.fault, band.band))


def stop(bench: Bench) -> dict[str, Any]:
    """Pressed at full speed: when the frame leaves, when the bands rest, how far they ran on."""
    pending, since, before = _under_way(bench)
    pressed = time.monotonic()
    bench.press_stop()
    bench.end(pending, since)
    bench.until(lambda s: s.stopped and not s.moving, 3.0)
    rest_ms = round(1000 * (time.monotonic() - pressed))
    bench.pause(0.3)
    _sound(bench)
    record = bench.board.link.stops[-1]
    latency = round(1000 * (record.written - record.pressed), 3) if record.written is not None else None
    # between the last reading and the press the bands went on at full speed
    lag_mm = bench.ramp().speed_mm_s * max(0.0, pressed - before.at)
    run_on = [
        round(after.position_mm - b.position_mm - lag_mm, 2)
        for after, b in zip(bench.seen.bands, before.bands)
    ]
    values = {"latency_ms": latency, "rest_ms": rest_ms, "run_on_mm": run_on}
    if latency is None or latency > STOP_LIMIT_MS:
        raise failed("test.fail.stop_late", values, latency=latency, limit=STOP_LIMIT_MS)
    for band, distance in zip(image.BANDS, run_on):
        if distance > STOP_LIMIT_MM:
            raise failed("test.fail.stop_far", values, band=band, distance=distance, limit=STOP_LIMIT_MM)
    bench.ready(1)
    return values


def comm_loss(bench: Bench) -> dict[str, Any]:
    """The line falls silent in mid-move. Afterwards: fault 2, height kept, motors off, nothing moves."""
    pending, since, before = _under_way(bench)
    link = bench.board.link
    link.release_port()
    try:
        bench.end(pending, since)
        bench.pause(SILENCE_S)
    finally:
        link.take_port()
    if not bench.until(lambda s: s.connected, 5.0):
        raise failed("test.fail.no_board")
    bench.until(lambda s: not s.moving, 1.0)
    seen = bench.seen
    run_on = [round(a.position_mm - b.position_mm, 2) for a, b in zip(seen.bands, before.bands)]
    values = {"run_on_mm": run_on, "enabled_after": seen.enabled}
    for band in seen.bands:
        if band.fault not in (reg.FAULT.NONE, reg.FAULT.COMM_LOSS):
            raise StepFailed(image.fault_notice(band.fault, band.band), values)
        if band.state != "fault" or band.fault != reg.FAULT.COMM_LOSS or seen.enabled:
            params = {"band": band.band, "state": band.state, "fault": band.fault}
            raise failed("test.fail.silence", values, **params)
    bench.pause(0.5)
    for now, then in zip(bench.seen.bands, seen.bands):
        if now.position_mm != then.position_mm:
            raise failed("test.fail.silence_moves", values, band=now.band)
    bench.enable()
    bench.ready(1)
    return values


def soak(bench: Bench) -> dict[str, Any]:
    """``cycles`` movements of all bands to levels drawn with a fixed seed."""
    bench.ready()
    dice = random.Random(1)
    ramp, step_mm = bench.ramp(), bench.settings()["level_step"] / 100
    before = bench.board.link.figures()
    ratios: list[float] = []
    drifts: list[list[float]] = []
    for number in range(bench.cycles):
        levels = {b.band: dice.choice([n for n in image.LEVELS if n != b.level]) for b in bench.seen.bands}
        ideal = {b.band: ramp.seconds((levels[b.band] - b.level) * step_mm) for b in bench.seen.bands}
        bench.go(lambda levels=levels: bench.board.move(levels))  # type: ignore[misc]
        took = bench.inputs(reg.IN.MOVE_MS, reg.BANDS)
        ratios += [round(took[band - 1] / 1000 / ideal[band], 4) for band in image.BANDS]
        drifts.append(_check_drift(bench, {"ratios": ratios, "tacho_diff_mm": drifts}))
        bench.progress(number + 1, bench.cycles)
    after = bench.board.link.figures()
    spoiled = ("timeouts", "unreadable", "wrong_function", "wrong_count", "wrong_echo")
    return {
        "cycles": bench.cycles,
        "ratios": ratios,
        "tacho_diff_mm": drifts,
        "line_errors": sum(after[name] - before[name] for name in spoiled),
        "requests": after["requests"] - before["requests"],
    }
