"""Palace, the card game. In reading order: cards, messages, options, actions, state, play, tell,
notation, view, game.

>>> from rules.cards import GAME
>>> s = GAME.from_json({"pile": ["JS"], "seats": [{"hand": ["TH", "QC"]}, {"hand": ["3D"]}]})
>>> GAME.actions(s)
['play QC', 'take']
>>> GAME.apply(s, "play TH")
Traceback (most recent call last):
rules.protocol.IllegalAction: a 10 is lower than a jack
"""

from rules.cards.game import GAME, Cards
from rules.cards.state import Event, Seat, State

__all__ = ["GAME", "Cards", "Event", "Seat", "State"]
