"""Opponents for the three games: ``protocol.py`` says what a bot is, ``specs.py`` which there are.

A bot thinks with a view of its seat and what is legal; it never sees a state. Palace is searched
(``palace/``), by a compiled core where there is one (``core.py``); the games with secrets are played out many
times in worlds that agree with the view.
"""

from rules.bots.protocol import WON, Bot, Budget, Decision, Rng
from rules.bots.specs import BOTS, LEVELS, Level, bot, levels

__all__ = ["BOTS", "LEVELS", "WON", "Bot", "Budget", "Decision", "Level", "Rng", "bot", "levels"]
