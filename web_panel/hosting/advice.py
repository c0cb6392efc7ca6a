"""Help at Palace: threats, hints, the analysis of a match that is over. On the actor's thread.

Everything is computed in the adviser's process; whoever asks before it is there is told to wait, and an event
``advice`` says when to ask again. Answers for a version that has passed are dropped.

Who may have what:
  threats    everybody, while a match runs: they follow from what lies open on the glass
  hints      the one person of a match against computers, for their own turn
  analysis   of a match that is over; whoever played in it, its host and the panel start it, all may read it
Puzzles have their key instead of the first two.
"""

from __future__ import annotations

import json
import logging
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.palace.hints import whole_turns
from web_panel.hosting.adviser import LINES, MARK, THREATS, Adviser, Question
from web_panel.hosting.errors import Conflict
from web_panel.hosting.hosted import Hosted
from web_panel.hosting.views import hints_offered, text

if TYPE_CHECKING:
    from web_panel.hosting.house import House, Who

log = logging.getLogger(__name__)
HINTS_SHOWN = 3
AT_A_TIME = 4
"""Analyses that may run at once."""
KEPT = 16
"""Analyses kept in memory; the finished ones are files too."""
FOLDER = "analysis"
RUNNING_MATCH = {"threats": (THREATS, "threats"), "hint": (LINES, "lines")}
"""What may be asked while a match runs: its rank, and what the adviser's process calls it."""


@dataclass(slots=True)
class Asked:
    """What was asked for one version of a match; ``answer`` is None until it is there."""

    version: int
    answer: list[dict[str, Any]] | None = None


@dataclass(slots=True)
class Analysis:
    """A match being judged turn by turn, from first to last."""

    version: int
    turns: list[tuple[int, int]]
    marks: list[dict[str, Any]] = field(default_factory=list)
    done: int = 0

    @property
    def running(self) -> bool:
        return self.done < len(self.turns)

    def to_json(self) -> dict[str, Any]:
        state = "running" if self.running else "done"
        return {"state": state, "done": self.done, "of": len(self.turns), "marks": list(self.marks)}


class Advice:
    def __init__(self, house: House) -> None:
        self._house = house
        self.adviser = Adviser()
        self._known: dict[str, dict[str, Asked]] = {what: {} for what in RUNNING_MATCH}
        """Of a match that runs what was asked last, by ``what`` and match."""
        self._analyses: OrderedDict[str, Analysis] = OrderedDict()

    def close(self) -> None:
        self.adviser.close()

    # -- a match that runs

    def threats(self, match: str) -> dict[str, Any]:
        """The spheres of both sides that the other could break if it were to move, and how."""
        hosted = self._house.open(match)
        check_palace(hosted)
        if "puzzle" in hosted.row.extra:
            raise Conflict("hosting.threats.none")
        if not hosted.running:  # it may just have ended: no page has done wrong by asking
            return {"id": match, "version": hosted.match.version, "ready": True, "threats": []}
        return self._answer(hosted, "threats")

    def hint(self, who: Who, match: str) -> dict[str, Any]:
        """The best turns of the caller, who is to move, with their values."""
        hosted = self._house.open(match)
        check_palace(hosted)
        self._house.turns.check_going_on(hosted)
        kinds = [info.kind for info in hosted.match.seats]
        if not hints_offered(hosted.row.game, kinds, hosted.row.extra.get("puzzle")):
            raise Conflict("hosting.hint.none")
        seat = self._house.turns.seat_for(hosted, who, None, hosted.actors())
        if seat not in hosted.actors():
            raise Conflict("hosting.hint.turn")
        return self._answer(hosted, "hint", count=HINTS_SHOWN)

    def _answer(self, hosted: Hosted, what: str, **more: Any) -> dict[str, Any]:
        rank, kind = RUNNING_MATCH[what]
        version, known = hosted.match.version, self._known[what]
        asked = known.get(hosted.id)
        if asked is None or asked.version != version:
            if asked is not None and asked.answer is None:
                self.adviser.forget(f"{what} {hosted.id}")
            asked = known[hosted.id] = Asked(version)
            state = hosted.match.game.to_json(hosted.match.state)
            self._ask(hosted, what, rank, {"kind": kind, "state": state, **more}, version)
        return {
            "id": hosted.id,
            "version": version,
            "ready": asked.answer is not None,
            kind: asked.answer or [],
        }

    def _ask(self, hosted: Hosted, what: str, rank: int, asked: dict[str, Any], *about: Any) -> None:
        match, actor = hosted.id, self._house.actor
        came = self._marked if rank == MARK else self._came
        self.adviser.ask(
            Question(
                f"{what} {match}", rank, asked, lambda answer: actor.post(came, match, what, answer, *about)
            )
        )

    def _came(self, match: str, what: str, answer: dict[str, Any] | None, version: int) -> None:
        known = self._known[what]
        asked = known.get(match)
        if asked is None or asked.version != version:
            return  # too late: the match has moved on
        if answer is None:
            del known[match]  # whoever asks again has another try
            return
        asked.answer = answer[RUNNING_MATCH[what][1]]
        self._tell(match, {"what": what, "version": version})

    def changed(self, hosted: Hosted) -> None:
        """The match has moved on: what is still being looked for is no longer wanted."""
        for what, known in self._known.items():
            asked = known.get(hosted.id)
            if asked is not None and (asked.version != hosted.match.version or not hosted.running):
                del known[hosted.id]
                if asked.answer is None:
                    self.adviser.forget(f"{what} {hosted.id}")
        analysis = self._analyses.get(hosted.id)
        if analysis is not None and analysis.version != hosted.match.version:
            del self._analyses[hosted.id]  # its end was taken back: it is played again, and differs
            self.adviser.forget(f"analysis {hosted.id}")

    def _tell(self, match: str, news: dict[str, Any]) -> None:
        line = text({"match": match, **news})
        self._house.hub.publish("advice", lambda audience: line, match)

    # -- a match that is over

    def analysis(self, match: str) -> dict[str, Any]:
        """How far the analysis of a match is, with the marks there are; "none" where nobody asked for one."""
        hosted = self._house.open(match)
        check_palace(hosted)
        found = self._found(hosted)
        shown = found.to_json() if found else {"state": "none", "done": 0, "of": 0, "marks": []}
        return {"id": match, "version": hosted.match.version, "running": hosted.running, **shown}

    def analyse(self, match: str) -> dict[str, Any]:
        """Begins the analysis of a match that is over, once."""
        hosted = self._house.open(match)
        check_palace(hosted)
        if hosted.running:
            raise Conflict("hosting.running")
        if self._found(hosted) is None:
            if sum(one.running for one in self._analyses.values()) >= AT_A_TIME:
                raise Conflict("hosting.analysis.busy")
            self._analyses[match] = Analysis(hosted.match.version, list(whole_turns(hosted.match)))
            self._forget_old()
            self._next_mark(hosted)
        return self.analysis(match)

    def _next_mark(self, hosted: Hosted) -> None:
        analysis, match = self._analyses[hosted.id], hosted.match
        if not analysis.running:
            return
        first, end = analysis.turns[analysis.done]
        asked = {
            "kind": "mark",
            "state": match.game.to_json(match.states[first]),
            "played": [action for _, action in match.actions[first:end]],
            "index": first,
        }
        self._ask(hosted, "analysis", MARK, asked, analysis)

    def _marked(self, match: str, what: str, answer: dict[str, Any] | None, analysis: Analysis) -> None:
        if self._analyses.get(match) is not analysis:
            return
        analysis.done += 1
        if answer is not None and answer["mark"] is not None:
            analysis.marks.append(answer["mark"])
        hosted = self._house.open(match)
        self._next_mark(hosted)
        if not analysis.running:
            self._keep(hosted, analysis)
        self._tell(match, {"what": what, "done": analysis.done, "of": len(analysis.turns)})

    def _found(self, hosted: Hosted) -> Analysis | None:
        """The analysis of the match as it is: from memory, or of an earlier run from its file."""
        found = self._analyses.get(hosted.id)
        if found is None and not hosted.running and (found := self._kept(hosted)) is not None:
            self._analyses[hosted.id] = found
            self._forget_old()
        return found if found is not None and found.version == hosted.match.version else None

    def _forget_old(self) -> None:
        for match in [key for key, one in self._analyses.items() if not one.running]:
            if len(self._analyses) <= KEPT:
                break
            del self._analyses[match]

    # -- files: only a cache, so nothing depends on their being there

    def _file(self, hosted: Hosted) -> Path:
        return Path(self._house.store.path).parent / FOLDER / f"{hosted.id}.json"

    def _keep(self, hosted: Hosted, analysis: Analysis) -> None:
        data = {"version": analysis.version, "turns": analysis.turns, "marks": analysis.marks}
        path = self._file(hosted)
        part = path.with_suffix(".part")
        try:
            path.parent.mkdir(exist_ok=True)
            part.write_text(json.dumps(data), encoding="utf-8")
            part.replace(path)
        except OSError as error:
            log.warning("the analysis of %s was not kept: %s", hosted.id, error)

    def _kept(self, hosted: Hosted) -> Analysis | None:
        try:
            data = json.loads(self._file(hosted).read_text(encoding="utf-8"))
            turns = [(first, end) for first, end in data["turns"]]
            return Analysis(data["version"], turns, list(data["marks"]), len(turns))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            log.warning("the kept analysis of %s cannot be read: %s", hosted.id, error)
            return None


def check_palace(hosted: Hosted) -> None:
    """Raises Conflict for another game: nothing hidden is ever advised on."""
    if hosted.row.game != "palace":
        raise Conflict("hosting.advice.palace")
