"""Palais Royal, the worker-placement game for two to four.

In reading order: ``data`` (every number and name), ``state``, ``majority``, ``notation``, ``phases``,
``scoring``, ``problems``, ``view``, ``coding`` (the public state format), ``describe``, ``game``.
"""

from rules.royal.game import GAME, OPTIONS, Royal
from rules.royal.state import State

__all__ = ["GAME", "OPTIONS", "Royal", "State"]
