"""Everything the rules say, in English: one table of code to text, the games' own tables merged in.

A text has ``{name}`` for each parameter; a parameter that is itself a code of the table stands for its text.
The panel's catalogues translate by code.
"""

from __future__ import annotations

from typing import Any

from rules.bots.messages import TEXTS as BOTS
from rules.cards.messages import TEXTS as CARDS
from rules.palace.messages import TEXTS as PALACE
from rules.protocol import Message
from rules.royal.messages import TEXTS as ROYAL

GENERAL: dict[str, str] = {
    # Options and seats.
    "options.type": "{field}: an object is needed, not {given}",
    "options.unknown": "{field}: there is no such option; the game has {known}",
    "options.value": "{field}: {given} cannot be chosen; possible are {wanted}",
    "options.seats": "{field}: {given} cannot play; it takes {least} to {most}",
    "options.game": "{field}: there is no game {given}; there are {known}",
    # A match.
    "match.stale": "the match has moved on: it is at version {version}, and this was for {given}",
    "match.over": "the match is over",
    "match.start": "start: a match of {game} begins where the game does, nowhere else",
    "match.no_seat": "there is no seat {given}; seats are 0 to {most}",
    "match.nothing_to_undo": "there is no action to take back",
    "match.undo_chance": "a deal cannot be taken back",
    "match.undo_reveal": "that cannot be taken back: somebody has seen what was hidden",
    "match.undo_ended": "the match was ended by the players, and stays so",
    "match.not_recognised": "only what the board has just recognised can be corrected; ask for undo instead",
    "match.same_action": "{action}: that is what was recorded",
    "match.resigned": "this player has resigned already",
    # Records. They name the field.
    "record.type": "{field}: {wanted} is needed, not {given}",
    "record.missing": "{field}: missing",
    "record.value": "{field}: {given} is not possible; {wanted} is",
    "record.refused": "{field}: {action} is refused: {reason}",
    "record.result": "{field}: the actions end the match otherwise than recorded",
}

TEXTS: dict[str, str] = {**GENERAL, **PALACE, **CARDS, **ROYAL, **BOTS}


def english(message: Message) -> str:
    """The English sentence. A code without a text (a game from outside) is shown as it is."""
    text = TEXTS.get(message.code)
    if text is None:
        return f"{message.code} {message.params}" if message.params else message.code
    return text.format(**{name: _text_of(value) for name, value in message.params.items()})


def _text_of(value: Any) -> Any:
    return TEXTS.get(value, value) if isinstance(value, str) else value
