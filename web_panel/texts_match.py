"""The words that all pages of a match share: fair dealing, clocks, seats that change hands, the board."""

from __future__ import annotations

MATCH: dict[str, str] = {
    "ui.fair": "Fair dealing",
    "ui.fair.about": "All chance of this match comes from one secret that was fixed beforehand. "
    "Its SHA-256 value is shown from the start, the secret itself at the end, "
    "and this page compares the two.",
    "ui.fair.promise": "Chance is fixed by a secret with SHA-256",
    "ui.fair.secret": "The secret was",
    "ui.fair.kept": "It is the one promised.",
    "ui.fair.broken": "It is not the one promised.",
    "ui.fair.training": "training",
    "ui.fair.training.about": "Chance comes from a seed that somebody chose: "
    "whoever knows it knows the cards.",
    "ui.clock": "Clocks",
    "ui.clock.none": "No clock",
    "ui.clock.sudden": "A time for the whole match",
    "ui.clock.increment": "A time, and more for each turn",
    "ui.clock.minutes": "Minutes for each player",
    "ui.clock.increment_s": "Seconds added after each turn",
    "ui.act.board": "Play it on the board",
    "ui.seats.here": "phone connected",
    "ui.seats.away": "phone not connected",
    "ui.seats.move": "Another phone",
    "ui.seats.release": "Hold to free the seat",
    "ui.generic.page": "{first}–{last} of {count}",
    "ui.generic.before": "Earlier ones",
    "ui.generic.after": "Further ones",
}
