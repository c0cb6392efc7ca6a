"""Which sentence of messages.py tells what.

``happened`` tells an event when it is over, ``describe`` an action before. Neither says more than everybody
may know at that moment: of a face-down card ``describe`` names the slot only.
"""

from __future__ import annotations

from rules.cards.actions import read
from rules.cards.cards import faces
from rules.cards.play import RULES
from rules.cards.state import Event, State
from rules.protocol import Message


def happened(event: Event) -> Message:
    """An event in words. Everything it says was seen by everybody."""
    match event.kind:
        case "swap":
            return Message("cards.swap", {"given": faces(event.cards[:1]), "got": faces(event.cards[1:])})
        case "take":
            return Message("cards.take", {"taken": len(event.taken)})
        case "miss":
            return Message("cards.miss", {"cards": faces(event.cards), "taken": len(event.taken)})
        case "play" | "turn":
            parts = ["turned" if event.kind == "turn" else "play", event.burn, "out" if event.out else ""]
            code = ".".join(["cards", *filter(None, parts)])
            return Message(code, {"cards": faces(event.cards), "burned": event.burned})
        case _:
            return Message(f"cards.{event.kind}")


def describe(s: State, text: str) -> Message:
    """What an action, legal in ``s``, will do. ``params["action"]`` is its text."""
    action = read(text)
    if action.kind == "deal":
        return Message("cards.deal", {"action": "deal", "short": "deal"})
    told = Message("cards.turn", {"slot": action.slot})
    if action.kind != "turn":
        if action.kind == "swap":
            given = action.cards[0]
            seat = next((n for n, one in enumerate(s.table.seats) if one.hand >> given & 1), 0)
        elif action.kind == "ready":
            seat = next((n for n, said in enumerate(s.setup.ready) if not said), 0)
        else:
            seat = -1 if s.table.turn is None else s.table.turn
        event = RULES[action.kind](s, seat, action).table.last
        assert event is not None
        told = happened(event)
    return Message(told.code, told.params | {"action": text, "short": text})
