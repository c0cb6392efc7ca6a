"""Actions and chance outcomes as texts. Each has exactly one text: no leading zeros, single blanks.

::

    post <place>                                   reinforce <k>      stop        done      end
    move <place>-<place>                           draw <k>           collect
    recruit <space> t<i> v<j> [from=<place>] [writ]
    card <kind>    card passage <place>-<place>    card letter <place>
    deal <36 nobles> <36 card kinds> <9 places>    reshuffle <card kinds>
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from rules.protocol import BadNotation
from rules.royal.data import (
    CARD_INDEX,
    DECK,
    LETTER,
    NOBLE_INDEX,
    NOBLES_DEALT,
    PASSAGE,
    PLACE_INDEX,
    SPACE_INDEX,
)

LONGEST_SHOWN = 60
"""A refused text is quoted up to so many characters."""


@dataclass(frozen=True, slots=True)
class Action:
    """A parsed action. Which fields mean something depends on ``kind``, the first word of the text.

    ``number``: servants (reinforce) or cards (draw). ``origin`` and ``target``: places; ``target`` is also
    the place of a post or letter and the space of a recruit, whose ``origin`` is what ``from=`` names; -1
    where nothing is named. ``nobles``, ``kinds`` and ``places`` are the lists of a chance outcome.
    """

    kind: str
    number: int = 0
    origin: int = -1
    target: int = -1
    card: int = -1
    turquoise: int = 0
    violet: int = 0
    writ: bool = False
    nobles: tuple[int, ...] = ()
    kinds: tuple[int, ...] = ()
    places: tuple[int, ...] = ()


_NUMBER = r"(0|[1-9][0-9]{0,5})"
_PLACE = f"({'|'.join(PLACE_INDEX)})"
_PLAIN = frozenset({"stop", "collect", "done", "end"})
_ONE_PLACE = re.compile(f"post {_PLACE}")
_COUNTED = re.compile(f"(reinforce|draw) {_NUMBER}")
_MOVE = re.compile(f"move {_PLACE}-{_PLACE}")
_RECRUIT = re.compile(f"recruit ([a-f][1-6]) t{_NUMBER} v{_NUMBER}(?: from={_PLACE})?( writ)?")
_CARD = re.compile(f"card ([a-z-]+)(?: {_PLACE}(?:-{_PLACE})?)?")


def parse(text: str) -> Action:
    """The action that ``text`` writes; BadNotation when it writes none. Says nothing about legality."""
    if not isinstance(text, str):
        raise BadNotation("royal.notation", text=repr(text)[:LONGEST_SHOWN])
    if text.startswith(("deal ", "reshuffle ")):
        return _chance(text)
    return _action(text)


def _bad(text: str) -> BadNotation:
    return BadNotation("royal.notation", text=text[:LONGEST_SHOWN])


@lru_cache(maxsize=16384)
def _action(text: str) -> Action:
    if text in _PLAIN:
        return Action(text)
    if found := _MOVE.fullmatch(text):
        return Action("move", origin=PLACE_INDEX[found[1]], target=PLACE_INDEX[found[2]])
    if found := _COUNTED.fullmatch(text):
        return Action(found[1], number=int(found[2]))
    if found := _RECRUIT.fullmatch(text):
        return Action(
            "recruit",
            target=SPACE_INDEX[found[1]],
            turquoise=int(found[2]),
            violet=int(found[3]),
            origin=PLACE_INDEX[found[4]] if found[4] else -1,
            writ=bool(found[5]),
        )
    if found := _ONE_PLACE.fullmatch(text):
        return Action("post", target=PLACE_INDEX[found[1]])
    if (found := _CARD.fullmatch(text)) and found[1] in CARD_INDEX:
        card = CARD_INDEX[found[1]]
        named = sum(1 for place in (found[2], found[3]) if place)
        if named != {PASSAGE: 2, LETTER: 1}.get(card, 0):
            raise _bad(text)
        if card == PASSAGE:
            return Action("card", card=card, origin=PLACE_INDEX[found[2]], target=PLACE_INDEX[found[3]])
        return Action("card", card=card, target=PLACE_INDEX[found[2]] if named else -1)
    raise _bad(text)


def _chance(text: str) -> Action:
    """A deal or a reshuffle: lists of the right length, of known names. Whether they fit, the rules say."""
    kind, *lists = text.split(" ")
    named = [part.split(",") for part in lists]
    try:
        if kind == "deal" and [len(part) for part in named] == [NOBLES_DEALT, DECK, len(PLACE_INDEX)]:
            return Action(
                "deal",
                nobles=tuple(NOBLE_INDEX[name] for name in named[0]),
                kinds=tuple(CARD_INDEX[name] for name in named[1]),
                places=tuple(PLACE_INDEX[name] for name in named[2]),
            )
        if kind == "reshuffle" and len(named) == 1:
            return Action("reshuffle", kinds=tuple(CARD_INDEX[name] for name in named[0]))
    except KeyError:
        raise _bad(text) from None
    raise _bad(text)
