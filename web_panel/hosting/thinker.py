"""Bots think in a process of their own, so that neither Stop nor the serial heartbeat ever waits for one.

The service starts ``python -m web_panel.hosting.thinker`` when a bot is first asked; requests and answers are
JSON lines on its stdin and stdout, one at a time::

    {"job": 7, "game": "palace", "bot": "hard", "view": {...}, "actions": [...], "seed": 123}
    {"job": 7, "action": "c1n", "line": ["c1n"], "value": 0.5, "note": {"code": ..., "params": ...}}

The process gets views, never states. It ends when its stdin does. A job that is no longer wanted, or takes
far too long, costs the process its life; the next job starts a new one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from web_panel.hosting.asker import Asker
from web_panel.hosting.child import serve

PATIENCE_S = 10.0
"""How much longer than it said a bot may take before it is given up."""


@dataclass(frozen=True, slots=True)
class Job:
    """One question to a bot, and whom to tell the answer (None when there is none)."""

    match: str
    game: str
    bot: str
    view: Mapping[str, Any]
    actions: list[str]
    seed: int
    patience_s: float
    done: Callable[[dict[str, Any] | None], None]
    rank: int = 0
    """The lower, the sooner."""

    @property
    def topic(self) -> str:
        return self.match

    @property
    def asked(self) -> dict[str, Any]:
        parts = {"game": self.game, "bot": self.bot, "view": self.view, "seed": self.seed}
        return parts | {"actions": self.actions}


class Thinker(Asker[Job]):
    """Asks bots. ``forget`` a match, and the bot that thinks about it stops; its jobs that wait are asked."""

    def __init__(self) -> None:
        super().__init__("web_panel.hosting.thinker", "thinker")

    def patience_s(self, question: Job) -> float:
        return question.patience_s

    def check(self, question: Job, answer: dict[str, Any]) -> None:
        if answer.get("action") not in question.actions:
            raise ValueError(f"an action that is none: {str(answer.get('action'))[:200]!r}")


# -- the process


def think(asked: Mapping[str, Any]) -> dict[str, Any]:
    """One answer, in the bot's process."""
    from random import Random

    from rules import bots, game

    bot = bots.bot(asked["game"], asked["bot"])
    until = time.monotonic() + bot.seconds
    decision = bot.choose(
        game(asked["game"]),
        asked["view"],
        asked["actions"],
        bots.Budget(expired=lambda: time.monotonic() >= until),
        Random(asked["seed"]),
    )
    return {
        "action": decision.action,
        "line": list(decision.line),
        "value": decision.value,
        "note": decision.note.to_json(),
    }


def main() -> None:
    """Answers until stdin ends; gives way to the service."""
    serve(think, nice=5)


if __name__ == "__main__":
    main()
