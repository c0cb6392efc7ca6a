"""What a legal action does, as a message for people. The subject is left out: the list of moves names it.

A parameter that is itself a code of the table (``royal.place.mint``) stands for its text (``words``).
"""

from __future__ import annotations

from rules.protocol import Message
from rules.royal.data import CARDS, NOBLES, ON_BORDER, SPACES
from rules.royal.notation import Action
from rules.royal.phases.nobles import income, price
from rules.royal.state import State
from rules.royal.words import place_code


def describe(s: State, action: Action) -> Message:
    """The message for ``action``, which is legal in ``s``. Tells nothing but what everybody sees happen."""
    code = f"royal.did.{action.kind}"
    match action.kind:
        case "post":
            return Message(code, {"place": place_code(action.target)})
        case "reinforce" | "draw":
            return Message(code if action.number else f"{code}.none", {"count": action.number})
        case "move":
            return Message(code, {"origin": place_code(action.origin), "target": place_code(action.target)})
        case "stop":
            return Message(f"{code}.early" if s.turn.count else code, {"points": s.turn.count})
        case "collect":
            gold, *seals = income(s, s.turn)
            code += "" if any(seals) else ".gold" if gold else ".none"
            return Message(code, {"gold": gold, "turquoise": seals[0], "violet": seals[1]})
        case "recruit":
            return _recruit(s, action)
        case "card":
            params: dict[str, object] = {}
            if action.target >= 0:
                params["place"] = params["target"] = place_code(action.target)
            if action.origin >= 0:
                params["origin"] = place_code(action.origin)
            return Message(f"{code}.{CARDS[action.card].key}", params)
        case _:
            return Message(code)


def _recruit(s: State, action: Action) -> Message:
    space = action.target
    noble = NOBLES[s.court.park[space]]
    king, pomp = noble.turquoise - action.turquoise, noble.violet - action.violet
    code = "royal.did.recruit"
    if space in ON_BORDER:
        code += ".border"
    if action.writ:
        code += ".writ"
    return Message(
        code,
        {
            "noble": noble.title,
            "space": SPACES[space],
            "gold": price(s.court, space),
            "servants": king + pomp + (0 if action.writ else 1),
            "king": king,
            "pomp": pomp,
            "free_turquoise": action.turquoise,
            "free_violet": action.violet,
            "points": noble.points,
        },
    )
