"""What bots, hints and reviews say, in English: code to text. The panel's catalogues translate by code."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    # Levels, as the panel offers them.
    "bots.level.easy": "easy",
    "bots.level.medium": "medium",
    "bots.level.hard": "hard",
    "bots.level.master": "master",
    # How a decision came about.
    "bots.note.random": "picked at random",
    "bots.note.only": "the only action there is",
    "bots.note.rule": "played by rules of thumb",
    "bots.note.searched": "looked {depth} turns ahead at {nodes} positions",
    "bots.note.win": "wins in {turns} turns, whatever the other side does",
    "bots.note.loss": "lost in {turns} turns, if the other side sees it",
    "bots.note.simulated": "played {games} games out in its head",
    # What a review says of a turn.
    "bots.review.mistake": "a mistake: {best} was better",
    "bots.review.blunder": "a blunder: {best} was much better",
    "bots.review.missed_win": "{best} would have won by force",
    # Specs that cannot be read. They name what is known.
    "bots.bad.kind": "bot: there is no {given}; {game} has {known}",
    "bots.bad.parameter": "bot: {kind} has no {given}; it has {known}",
    "bots.bad.value": "bot: {name}={given}: {wanted} is needed",
}
