"""The hardware test's words: titles of the steps, what a hand is asked to do, and why a step failed."""

from __future__ import annotations

TABLE: dict[str, tuple[str, str]] = {
    # --- steps: the title, and what it is about ---
    "test.link": ("Link and identity.", "Asks the board who it is and measures the round trips."),
    "test.estop": ("Emergency stop.", "Both contacts open, motors off; releasing moves nothing."),
    "test.switches": ("Switches and supplies.", "Service lid, 24 V, drivers, sensor lamps, vanes at rest."),
    "test.lamps": ("Lamps.", "Pane lamps in white, red, green and blue; handle lamps one after another."),
    "test.buzzer": ("Buzzer.", "The warning before bands move is heard."),
    "test.handles": ("Handles.", "Each handle up and down by four detents."),
    "test.panes": ("Panes.", "All eighty empty, with a black and with a white sphere."),
    "test.home": ("Homing.", "Each band finds its switch and goes to level 1."),
    "test.travel": ("Travel.", "All bands to every level; the time is compared with the ideal ramp."),
    "test.stop": ("Stop.", "Stop at full speed: how soon it is sent, and how far the bands still run."),
    "test.comm_loss": ("Silence.", "The line falls silent in mid-move: the board stops by itself."),
    "test.soak": ("Endurance.", "Many movements to any levels; nothing drifts, nothing is lost."),
    # --- what a hand is asked to do ---
    "test.ask.estop_press": ("Press the emergency stop.", ""),
    "test.ask.estop_release": ("Release the emergency stop by turning it.", ""),
    "test.ask.guard_open": ("Open the service lid.", ""),
    "test.ask.guard_close": ("Close the service lid.", ""),
    "test.ask.turn_up": ("Turn handle {band} four clicks up.", ""),
    "test.ask.turn_down": ("Turn handle {band} four clicks down.", ""),
    "test.ask.panes_empty": ("Take all spheres off the board.", ""),
    "test.ask.panes_rows": (
        "Set black spheres on all of row {black} and white ones on all of row {white}, nothing else.",
        "",
    ),
    # --- questions ---
    "test.ask.lamps_white": ("Are all eighty panes lit white?", ""),
    "test.ask.lamps_colour": ("Are all eighty panes {colour}?", ""),
    "test.ask.handle_lamps": ("Did the five handle lamps light one after another, band 1 first?", ""),
    "test.ask.buzzer": ("Did the buzzer beep twice?", ""),
    # --- why a step failed ---
    "test.fail.no_board": (
        "There is no board to test.",
        "Read what is said of the link; then run the test again.",
    ),
    "test.fail.line": (
        "{errors} of {requests} answers were lost or could not be read.",
        "Check the cable, the common ground and the counters; keep the line away from the motors' wires.",
    ),
    "test.fail.slow": (
        "One round trip in a hundred takes longer than {limit} ms: {p99} ms.",
        "See what else the Pi is doing, and LOOP_MAX of the board.",
    ),
    "test.fail.nobody": ("Nothing happened within {seconds} s.", "Run the step again, or skip it."),
    "test.fail.said_no": ("It was not as it should be.", "Check the wiring of this part against wiring.csv."),
    "test.fail.estop_open": (
        "The chain of the emergency stop is open before anybody pressed it.",
        "Check the button and both wires of its second and third contact.",
    ),
    "test.fail.estop_contacts": (
        "Pressed, the board says open: {board}, the Pi says open: {pi}.",
        "Check the second contact (board) and the third contact (Pi) of the emergency stop.",
    ),
    "test.fail.estop_enabled": (
        "The motors can be switched on although the emergency stop is pressed.",
        "Do not use the board. Check the wire from the second contact to the board.",
    ),
    "test.fail.estop_homed": (
        "After the emergency stop the board still believes its heights.",
        "Do not use the board. Bring firmware and table to the same release.",
    ),
    "test.fail.selftest": (
        "The board's own test ends with {result}.",
        "Look this number up in the register page.",
    ),
    "test.fail.handle": (
        "Handle {wanted} was asked for, handle {band} turned {way}.",
        "Swap the plugs, or the two wires of the handle, as wiring.csv has them.",
    ),
    "test.fail.panes": (
        "The panes {panes} do not show what lies on them.",
        "Wipe the seat holes, see that the spheres sit right, then calibrate these panes.",
    ),
    "test.fail.span": (
        "Between two of its classes the pane {pane} has only {span} counts.",
        "Clean it and calibrate it; if that does not help, change its sensor.",
    ),
    "test.fail.home_drift": (
        "Band {band} met its switch {drift} mm from where it should be.",
        "Check the coupling of screw and motor, and the switch's fastening.",
    ),
    "test.fail.travel": (
        "Band {band} took {ratio} times the time of the ideal ramp.",
        "See whether the band runs freely, and LATE_LOOPS and UNDERRUNS of the board.",
    ),
    "test.fail.tacho": (
        "Band {band}: counted and commanded travel differ by {drift} mm.",
        "Check the coupling and the slotted wheel.",
    ),
    "test.fail.never_fast": ("No band came to full speed.", "Run the travel step first."),
    "test.fail.stop_late": (
        "The Stop left {latency} ms after it was pressed; the limit is {limit} ms.",
        "See what else the Pi is doing.",
    ),
    "test.fail.stop_far": (
        "After the Stop band {band} ran on for {distance} mm; the limit is {limit} mm.",
        "Do not use the board before the reason is found; check ACCEL and the link.",
    ),
    "test.fail.silence": (
        "After the silence band {band} is in state {state} with fault {fault}, expected fault 2.",
        "Do not use the board before the reason is found; check the register WATCHDOG.",
    ),
    "test.fail.silence_moves": (
        "Band {band} moved after the line had come back.",
        "Do not use the board. Bring firmware and table to the same release.",
    ),
    "test.fail.aborted": ("The test was ended.", ""),
    "test.fail.stopped": (
        "Stop or the emergency stop was pressed: the test was ended, and nothing moves.",
        "When nothing is in the way, press Resume and start the test again.",
    ),
    "test.skip.console": ("This run has no console.", "Run it on the Pi with the handles."),
    "test.skip.hand": ("Skipped by hand.", ""),
}
