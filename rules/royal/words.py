"""Codes of the names that stand inside sentences.

A message parameter that is itself a code of the text table stands for its text: with ``place`` =
``royal.place.mint``, "no servant in {place}" reads "no servant in the mint", in every language.
"""

from __future__ import annotations

from rules.royal.data import CARDS, PLACES


def place_code(place: int) -> str:
    return f"royal.place.{PLACES[place]}"


def phase_code(phase: str) -> str:
    return f"royal.phase.{phase}"


def card_code(kind: int) -> str:
    return f"royal.kind.{CARDS[kind].key}"
