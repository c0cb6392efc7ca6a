"""Puzzles of Palace: a match that begins at a puzzle's position, one person against the computer's answers.

On screens or on the board, it is a match like any other: bands drive, spheres are set up by lamps, actions
are sensed. What is added is the verdict, and that the computer answers only while the person is on the key's
way.

The table has checked puzzles from the start (``rules.palace.collection``); while one is being solved the
adviser's process makes a few more of that kind, which come first.
"""

from __future__ import annotations

import logging
import secrets
from collections import deque
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from rules.match import Match
from rules.palace.collection import PUZZLES
from rules.palace.hints import whole_turns
from rules.palace.puzzles import Puzzle
from web_panel.hosting.adviser import PUZZLE, Question
from web_panel.hosting.errors import Conflict, Unavailable
from web_panel.hosting.hosted import RUNNING, Hosted
from web_panel.hosting.views import turn_json

if TYPE_CHECKING:
    from web_panel.hosting.house import House, Who

log = logging.getLogger(__name__)
AHEAD = 2
"""So many puzzles of a kind are made ahead."""
TRIES = 5
"""Searches in a row that may find nothing before one waits for the next wish."""
OPEN = 20
"""Puzzles left alone that stay open; the oldest are given up."""
ANSWERS = "hard"
"""Who answers for the other side. Any answer loses a sphere when the key was found."""
Verdict: TypeAlias = Literal["open", "on", "solved", "wrong"]
Kind: TypeAlias = tuple[str, int]


def of(hosted: Hosted) -> Puzzle | None:
    """The puzzle a match is of, if it is one."""
    data = hosted.row.extra.get("puzzle")
    return Puzzle.from_json(data) if data else None


def verdict(puzzle: Puzzle, match: Match) -> Verdict:
    """How it stands: nothing decided yet, on the key's way, solved (a sphere is broken), or off the way."""
    start = match.states[0]
    if match.state.spheres[1 - start.turn] < start.spheres[1 - start.turn]:
        return "solved"
    own = [turn for turn in whole_turns(match) if match.states[turn[0]].turn == start.turn]
    if not own:
        return "open"
    first, end = own[0]
    found = puzzle.solves(tuple(action for _, action in match.actions[first:end]))
    return "on" if found and len(own) < puzzle.turns else "wrong"


class Puzzles:
    """Deals puzzles out. On the actor's thread."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._made: dict[Kind, deque[Puzzle]] = {}
        self._next: dict[Kind, int] = {}
        self._seeking: set[Kind] = set()

    def create(
        self, who: Who, *, bands: str, turns: int, on_board: bool, after: str | None, again: bool
    ) -> dict[str, Any]:
        """A match of the next puzzle; ``after`` gives another one up, ``again`` sets that one up anew."""
        from web_panel.hosting.house import NewMatch

        left = None if after is None else self._house.open(after)
        puzzle = None if left is None else of(left)
        if left is not None and puzzle is None:
            raise Conflict("hosting.puzzle.none")
        gives_up = left is not None and (who.panel or who.hosts(left.id))
        if left is not None and gives_up and left.row.on_board:
            self._house.abandon(left.id)  # it frees the board for the next
        if puzzle is None or not again:
            puzzle = self._deal((bands, turns))
        self._tidy()
        kind = "board" if on_board else "panel" if who.panel else "phone"
        seats: list[dict[str, Any]] = [
            {"kind": kind, "name": "White", "bot": None, "mine": kind == "phone"},
            {"kind": "bot", "name": "Black", "bot": ANSWERS},
        ]
        extra = {"start": puzzle.position, "puzzle": puzzle.to_json()}
        new = NewMatch("palace", seats, {"bands": puzzle.bands}, on_board, extra=extra)
        made = self._house.create(who, new)
        if left is not None and gives_up:
            self._house.abandon(left.id)
        return made

    def key(self, match: str) -> dict[str, Any]:
        """The key, as people read it and as it is drawn."""
        hosted = self._house.open(match)
        puzzle = of(hosted)
        if puzzle is None:
            raise Conflict("hosting.puzzle.none")
        return {"id": match, **turn_json(hosted.match.states[0], puzzle.key)}

    @staticmethod
    def decided(hosted: Hosted) -> bool:
        """Whether a match is a puzzle that is solved or lost: nothing is left to be played."""
        puzzle = of(hosted)
        return puzzle is not None and verdict(puzzle, hosted.match) in ("solved", "wrong")

    @staticmethod
    def answers(hosted: Hosted) -> bool:
        """Whether the computer plays on: always, but in a puzzle only on the key's way."""
        puzzle = of(hosted)
        return puzzle is None or verdict(puzzle, hosted.match) == "on"

    # -- which one

    def _deal(self, kind: Kind) -> Puzzle:
        """A new one where there is one, else the next of the collection."""
        made = self._made.setdefault(kind, deque())
        if made:
            puzzle = made.popleft()
        else:
            shelf = [one for one in PUZZLES if (one.bands, one.turns) == kind]
            number = self._next.get(kind, secrets.randbelow(len(shelf)))
            self._next[kind] = (number + 1) % len(shelf)
            puzzle = shelf[number]
        self._seek(kind, TRIES)
        return puzzle

    def _seek(self, kind: Kind, tries: int) -> None:
        if kind in self._seeking or tries == 0 or len(self._made[kind]) >= AHEAD:
            return
        self._seeking.add(kind)
        bands, turns = kind
        asked = {"kind": "puzzle", "bands": bands, "turns": turns, "seed": secrets.randbits(48)}
        post = self._house.actor.post
        self._house.advice.adviser.ask(
            Question("puzzle", PUZZLE, asked, lambda answer: post(self._found, kind, tries, answer))
        )

    def _found(self, kind: Kind, tries: int, answer: dict[str, Any] | None) -> None:
        self._seeking.discard(kind)
        if answer is not None and answer["puzzle"] is not None:
            self._made[kind].append(Puzzle.from_json(answer["puzzle"]))
            tries = TRIES + 1
        self._seek(kind, tries - 1)

    def _tidy(self) -> None:
        """Gives up the oldest puzzles that nobody has come back to."""
        left = [
            row
            for row in self._house.store.matches(states=RUNNING)
            if "puzzle" in row.extra and not row.on_board
        ]
        for row in left[OPEN - 1 :]:
            try:
                self._house.abandon(row.id)
            except Unavailable as error:  # a damaged one, which nobody can go on with either
                log.warning("the puzzle %s was not given up: %s", row.id, error)
