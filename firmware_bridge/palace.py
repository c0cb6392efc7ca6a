"""What the referee needs of Palace: where the spheres lie, and what each legal action would change."""

from __future__ import annotations

from typing import Any

from firmware_bridge.referee import Candidate
from firmware_bridge.values import Colour


def occupancy(position: Any) -> dict[str, Colour]:
    """Pane to colour of the spheres on the board of a ``rules.palace`` Position."""
    raise NotImplementedError


def candidates(position: Any) -> tuple[Candidate, ...]:
    """All legal actions that move spheres (places and rolls; bands are driven, not sensed)."""
    raise NotImplementedError
