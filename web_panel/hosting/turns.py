"""What seats do in a match: act, take back, correct, resign, agree on a draw. On the actor's thread.

Order of every check: does the match exist, whose seat is it, was this very request answered before, is the
match going on, is the caller's version the present one, is a band pending, do the rules allow it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rules.protocol import IllegalAction
from web_panel.hosting.boarding import MISALIGNED
from web_panel.hosting.errors import REFUSALS, BadRequest, Conflict, Forbidden, Stale
from web_panel.hosting.hosted import ANSWERS_KEPT, Ask, Change, Hosted
from web_panel.hosting.views import AT_TABLE

if TYPE_CHECKING:
    from web_panel.hosting.house import House, Verdict, Who

# Why a match that is not "playing" takes no action.
NOT_PLAYING = {
    "lobby": "hosting.lobby",
    "setup": "hosting.setup",
    "over": "hosting.over",
    "abandoned": "hosting.abandoned",
}


class Turns:
    """The commands of players, over the house's matches."""

    def __init__(self, house: House) -> None:
        self._house = house

    # -- commands

    def act(
        self, who: Who, match: str, action: str, version: int | None, request: str | None, seat: int | None
    ) -> Verdict:
        """Plays an action; on the board a band action is pending first."""
        hosted = self._house.open(match)
        if earlier := self._earlier(hosted, who, request):
            return earlier
        self.check_going_on(hosted)
        seat = self.seat_for(hosted, who, seat, hosted.actors())
        key = request_key(seat, request)
        self._check_version(hosted, version)
        return self.make(hosted, Change("play", seat, action, request=key))

    def undo(
        self, who: Who, match: str, version: int | None, request: str | None, seat: int | None, agree: bool
    ) -> Verdict:
        """Asks to take the last action back, or answers somebody who has asked."""
        hosted = self._house.open(match)
        if earlier := self._earlier(hosted, who, request):
            return earlier
        self.check_going_on(hosted)
        ask = hosted.undo
        by = self.seat_for(hosted, who, seat, ask.waiting if ask else self._last_seat(hosted))
        key = request_key(by, request)
        self._check_version(hosted, version)
        if ask is not None:
            return self._answer(hosted, "undo", ask, by, agree, key)
        if not agree:
            raise Conflict("hosting.nothing")
        waiting = hosted.match.undo_needs_consent(by) - hosted_bots(hosted)
        if not waiting:
            return self.make(hosted, Change("undo", by, request=key))
        hosted.undo = Ask(by, waiting, hosted.match.version)
        return self._asked(hosted, "hosting.undo.asked", by, key)

    def correct(self, who: Who, match: str, action: str, version: int | None, request: str | None) -> Verdict:
        """Replaces the last recognised action by what was really played."""
        hosted = self._house.open(match)
        if earlier := self._earlier(hosted, who, request):
            return earlier
        if hosted.row.state != "over":  # a wrongly recognised last action may have ended the match
            self.check_going_on(hosted)
        seat = self.seat_for(hosted, who, None, self._last_seat(hosted))
        key = request_key(seat, request)
        self._check_version(hosted, version)
        if not hosted.recognised:
            raise Conflict("hosting.correct.none")
        return self.make(hosted, Change("correct", seat, action, request=key))

    def resign(
        self, who: Who, match: str, version: int | None, request: str | None, seat: int | None
    ) -> Verdict:
        """Gives up for a seat."""
        hosted = self._house.open(match)
        if earlier := self._earlier(hosted, who, request):
            return earlier
        self.check_going_on(hosted)
        seat = self.seat_for(hosted, who, seat, hosted.actors())
        key = request_key(seat, request)
        self._check_version(hosted, version)
        return self.make(hosted, Change("resign", seat, request=key))

    def draw(
        self, who: Who, match: str, version: int | None, request: str | None, seat: int | None, agree: bool
    ) -> Verdict:
        """Offers a draw, or answers an offer."""
        hosted = self._house.open(match)
        if earlier := self._earlier(hosted, who, request):
            return earlier
        self.check_going_on(hosted)
        ask = hosted.draw
        by = self.seat_for(hosted, who, seat, ask.waiting if ask else hosted.actors())
        key = request_key(by, request)
        self._check_version(hosted, version)
        if ask is not None:
            return self._answer(hosted, "draw", ask, by, agree, key)
        if not agree:
            raise Conflict("hosting.nothing")
        waiting = {n for n, info in enumerate(hosted.match.seats) if info.person and n != by}
        if not waiting:
            raise IllegalAction("hosting.draw.alone")
        hosted.draw = Ask(by, waiting, hosted.match.version)
        return self._asked(hosted, "hosting.draw.asked", by, key)

    # -- how a change is made

    def make(self, hosted: Hosted, change: Change) -> Verdict:
        """Makes a change that is allowed by time and seat: at once, or when the board's bands stand."""
        from web_panel.hosting.house import Verdict

        if hosted.pending is not None:
            raise Conflict("hosting.pending")
        targets = self._house.boarding.targets(hosted, hosted.state_after(change))
        if hosted.resume and not (hosted.resume == MISALIGNED and targets):
            raise Conflict(hosted.resume)  # a band action brings all bands into line by itself
        if targets:
            pending = self._house.boarding.drive(hosted, change, targets)
            return self._remember(hosted, change.request, Verdict({"pending": pending}, pending=True))
        verdict = self.commit(hosted, change)
        return self._remember(hosted, change.request, verdict)

    def commit(self, hosted: Hosted, change: Change) -> Verdict:
        """Writes the change and shows it."""
        from web_panel.hosting.house import Verdict

        was_over = not hosted.running
        hosted.accept(change, self._house.clock())
        version = hosted.match.version
        if was_over and hosted.running:
            self._house.boarding.take_back(hosted)
        if change.kind == "undo" and hosted.match.actions and self._bot_to_act(hosted):
            try:  # a bot's answer is taken back with its cause
                return self.make(hosted, Change("undo", change.seat))
            except REFUSALS as error:  # half of it has happened all the same, and must be shown
                self._house.complain(error, hosted.id)
        self._house.proceed(hosted)
        return Verdict({"id": hosted.id, "version": version})

    @staticmethod
    def _bot_to_act(hosted: Hosted) -> bool:
        """Whether after an undo only bots are to act, and one more action may be taken back."""
        if not hosted.actors() or not hosted.actors() <= hosted_bots(hosted):
            return False
        try:
            hosted.match.undo_needs_consent(min(hosted.actors()))
        except IllegalAction:
            return False
        return True

    # -- checks

    def seat_for(self, hosted: Hosted, who: Who, seat: int | None, likely: Any) -> int:
        """The seat the caller acts for: the one named, or the only one that can be meant."""
        if seat is not None and seat not in range(len(hosted.row.seats)):
            raise BadRequest("hosting.seat.none", field="seat")
        own = own_seats(hosted, who)
        if seat is not None:
            if seat in own:
                return seat
            raise Forbidden("hosting.seat.other")
        if not own:
            raise Forbidden("hosting.seat.other")
        candidates = own & set(likely) or own
        if len(candidates) > 1:
            raise BadRequest("hosting.seat.which", field="seat")
        return candidates.pop()

    @staticmethod
    def check_going_on(hosted: Hosted) -> None:
        if code := NOT_PLAYING.get(hosted.row.state):
            raise Conflict(code)

    @staticmethod
    def _check_version(hosted: Hosted, version: int | None) -> None:
        if version is not None and version != hosted.match.version:
            raise Stale("hosting.version", version=hosted.match.version)

    @staticmethod
    def _last_seat(hosted: Hosted) -> set[int]:
        return {seat for seat, _ in hosted.match.actions[-1:] if isinstance(seat, int)}

    # -- asking and answering

    def _asked(self, hosted: Hosted, code: str, by: int, key: str | None) -> Verdict:
        from web_panel.hosting.house import Verdict

        self._house.notice(code, hosted.named(by), match=hosted.id)
        self._house.publish(hosted)
        return self._remember(
            hosted, key, Verdict({"id": hosted.id, "version": hosted.match.version, "asked": True})
        )

    def _answer(self, hosted: Hosted, kind: str, ask: Ask, by: int, agree: bool, key: str | None) -> Verdict:
        from web_panel.hosting.house import Verdict

        if by == ask.by:
            if agree:
                raise Conflict(f"hosting.{kind}.open")
        elif by not in ask.waiting:
            raise Conflict("hosting.nothing")
        if not agree:
            setattr(hosted, kind, None)
            self._house.notice(f"hosting.{kind}.refused", match=hosted.id)
            self._house.publish(hosted)
            answer = {"id": hosted.id, "version": hosted.match.version, "agreed": False}
            return self._remember(hosted, key, Verdict(answer))
        if ask.waiting - {by}:
            ask.waiting.discard(by)
            self._house.publish(hosted)
            answer = {"id": hosted.id, "version": hosted.match.version, "agreed": True}
            return self._remember(hosted, key, Verdict(answer))
        setattr(hosted, kind, None)
        try:
            return self.make(hosted, Change(kind, ask.by, request=key))
        except REFUSALS:
            setattr(hosted, kind, ask)  # it can be answered once more
            raise

    # -- one request is one action

    def _earlier(self, hosted: Hosted, who: Who, request: str | None) -> Verdict | None:
        """The answer this request has had already, for any seat the caller plays."""
        from web_panel.hosting.house import Verdict

        for key in [request_key(seat, request) for seat in own_seats(hosted, who)] if request else []:
            assert key is not None
            if key in hosted.answers:
                return hosted.answers[key]
            if (version := self._house.store.request_version(hosted.id, key)) is not None:
                return Verdict({"id": hosted.id, "version": version})
        return None

    @staticmethod
    def _remember(hosted: Hosted, key: str | None, verdict: Verdict) -> Verdict:
        if key:
            hosted.answers[key] = verdict
            while len(hosted.answers) > ANSWERS_KEPT:
                hosted.answers.popitem(last=False)
        return verdict


def own_seats(hosted: Hosted, who: Who) -> set[int]:
    """The seats the caller may act for: their own, and at the panel those played at the table."""
    at_table = {n for n, info in enumerate(hosted.row.seats) if who.panel and info["kind"] in AT_TABLE}
    return set(who.seats(hosted.id)) | at_table


def request_key(seat: int, request: str | None) -> str | None:
    """How a request is remembered: one seat cannot take the name of another's."""
    return f"{seat}:{request}" if request else None


def hosted_bots(hosted: Hosted) -> set[int]:
    """Seats that nobody has to ask."""
    return {n for n, info in enumerate(hosted.match.seats) if not info.person}
