"""Who sits where: join codes, keys, presence, giving a seat away, a rematch. On the actor's thread."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from web_panel.hosting.errors import BadRequest, Conflict, Expired, Forbidden, Unknown
from web_panel.hosting.grants import Grant, digest
from web_panel.hosting.hosted import RUNNING, Hosted
from web_panel.hosting.views import AT_TABLE

if TYPE_CHECKING:
    from web_panel.hosting.house import House, Who

CODE_LASTS_S = 120.0
AWAY_AFTER_S = 3.0
"""A page that reloads is not away."""
KEYS_LAST_S = 3600.0
"""After the end of a match: time enough for a rematch."""
FORGET_EVERY_S = 600.0
USED_KEPT = 512


@dataclass(frozen=True, slots=True)
class Code:
    """A way into one seat, once, for two minutes."""

    code: str
    match: str
    seat: int
    until: float


class Seating:
    def __init__(self, house: House) -> None:
        self._house = house
        self._codes: dict[str, Code] = {}
        """By the digest of the code."""
        self._spent: dict[str, str] = {}
        """Digests of codes that are no good any more, and why: so that people are told."""

    # -- making a match

    def furnish(self, who: Who, hosted: Hosted) -> dict[str, Any]:
        """Gives the maker the host's key and those of their own seats, and each phone seat a code."""
        grants = self._house.grants
        answer: dict[str, Any] = {
            "id": hosted.id,
            "host": grants.issue(Grant("host", hosted.id)),
            "tokens": {},
            "codes": {},
        }
        for number, seat in enumerate(hosted.row.seats):
            mine = seat["kind"] in AT_TABLE or (seat["kind"] == "phone" and seat.pop("mine", False))
            seat.pop("mine", None)
            seat["generation"] = 0
            seat["taken"] = seat["kind"] != "phone" or mine
            if mine:
                answer["tokens"][number] = grants.issue(Grant("seat", hosted.id, number, 0))
            elif seat["kind"] == "phone":
                answer["codes"][number] = self._new_code(hosted, number).code
        hosted.save()
        return answer

    @staticmethod
    def free_seats(hosted: Hosted) -> list[int]:
        return [
            n for n, seat in enumerate(hosted.row.seats) if seat["kind"] == "phone" and not seat.get("taken")
        ]

    # -- codes

    def invite(self, who: Who, match: str, seat: int) -> Code:
        """A new code for a phone's seat; an earlier one for it ends."""
        hosted = self._seat_of(match, seat)
        self._may_manage(who, hosted, seat)
        if not hosted.running:
            raise Conflict("hosting.over")
        code = self._new_code(hosted, seat)
        self._house.publish(hosted)
        return code

    def code_for(self, who: Who, match: str, seat: int) -> Code:
        """The valid code of a seat, to be shown. Raises Unknown when there is none."""
        hosted = self._seat_of(match, seat)
        self._may_manage(who, hosted, seat)
        now = self._house.clock()
        for code in self._codes.values():
            if (code.match, code.seat) == (match, seat) and code.until > now:
                return code
        raise Unknown("hosting.code.none")

    def _new_code(self, hosted: Hosted, seat: int) -> Code:
        self._end_codes(hosted.id, seat, "web.code.used")
        code = Code(secrets.token_urlsafe(16), hosted.id, seat, self._house.clock() + CODE_LASTS_S)
        self._codes[digest(code.code)] = code
        hosted.invited |= {seat}
        self._house.actor.later(CODE_LASTS_S, self._expire, digest(code.code))
        return code

    def _expire(self, key: str) -> None:
        code = self._codes.get(key)
        if code is None:
            return
        self._end_codes(code.match, code.seat, "web.code.old")
        if hosted := self._house.hosted.get(code.match):
            self._house.publish(hosted)

    def _end_codes(self, match: str, seat: int | None, why: str) -> None:
        for key, code in list(self._codes.items()):
            if code.match == match and seat in (None, code.seat):
                del self._codes[key]
                self._spent[key] = why
                while len(self._spent) > USED_KEPT:
                    del self._spent[next(iter(self._spent))]
                if hosted := self._house.hosted.get(match):
                    hosted.invited -= {code.seat}

    def look(self, code: str) -> dict[str, Any]:
        """What a code leads to; uses nothing up."""
        found = self._find(code)
        hosted = self._house.open(found.match)
        return {
            "match": found.match,
            "seat": found.seat,
            "game": hosted.row.game,
            "name": hosted.row.seats[found.seat]["name"],
        }

    def _find(self, code: str) -> Code:
        key = digest(code)
        found = self._codes.get(key)
        if found is None:
            if why := self._spent.get(key):
                raise Expired(why)
            raise Unknown("web.code.wrong")
        if found.until <= self._house.clock():
            raise Expired("web.code.old")
        return found

    def claim(self, code: str, name: str | None) -> tuple[str, int, str]:
        """Takes the seat of ``code``: match, seat and its new key. An earlier holder's key dies."""
        found = self._find(code)
        hosted = self._house.open(found.match)
        if not hosted.running:
            raise Expired("hosting.over")
        seat = hosted.row.seats[found.seat]
        self._end_codes(found.match, found.seat, "web.code.used")
        self._house.grants.revoke(
            lambda g: g.role == "seat" and (g.match, g.seat) == (found.match, found.seat)
        )
        seat["generation"] = seat.get("generation", 0) + 1
        seat["taken"] = True
        if name:
            self._rename(hosted, found.seat, name)
        token = self._house.grants.issue(Grant("seat", found.match, found.seat, seat["generation"]))
        hosted.save()
        self._house.hub.wake()
        self._house.notice("hosting.joined", {"name": seat["name"], "seat": found.seat}, match=found.match)
        self._house.begin_if_complete(hosted)
        return found.match, found.seat, token

    @staticmethod
    def _rename(hosted: Hosted, seat: int, name: str) -> None:
        from dataclasses import replace

        hosted.row.seats[seat]["name"] = name
        hosted.match.seats[seat] = replace(hosted.match.seats[seat], name=name)

    def release(self, who: Who, match: str, seat: int) -> None:
        """Gives a phone's seat free; its key dies, the seat waits for a new code."""
        hosted = self._seat_of(match, seat)
        self._may_manage(who, hosted, seat)
        self._house.grants.revoke(lambda g: g.role == "seat" and (g.match, g.seat) == (match, seat))
        hosted.row.seats[seat]["taken"] = False
        hosted.present.pop(seat, None)
        hosted.save()
        self._house.hub.wake()
        self._house.notice("hosting.left", {"seat": seat}, match=match)
        self._house.publish(hosted)

    def close(self, hosted: Hosted) -> None:
        """The match has ended: its codes do too."""
        self._end_codes(hosted.id, None, "hosting.over")

    def _seat_of(self, match: str, seat: int) -> Hosted:
        hosted = self._house.open(match)
        if seat not in range(len(hosted.row.seats)):
            raise Unknown("hosting.seat.none")
        if hosted.row.seats[seat]["kind"] != "phone":
            raise BadRequest("hosting.seat.kind", field="seat")
        return hosted

    @staticmethod
    def _may_manage(who: Who, hosted: Hosted, seat: int) -> None:
        if not (who.panel or who.hosts(hosted.id) or seat in who.seats(hosted.id)):
            raise Forbidden("hosting.seat.other")

    def forget(self) -> None:
        """Keys of matches that have been over for a while die; again in a while."""
        store, now = self._house.store, time.time()
        held = {grant.match for _, grant in store.grants() if grant.match}
        rows = [row for match in held if (row := store.match(match))]
        old = {row.id for row in rows if row.state not in RUNNING and now - row.updated > KEYS_LAST_S}
        if old:
            self._house.grants.revoke(lambda grant: grant.match in old)
            self._house.hub.wake()
        self._house.actor.later(FORGET_EVERY_S, self.forget)

    # -- presence

    def arrived(self, match: str, seats: frozenset[int]) -> None:
        hosted = self._house.hosted.get(match)
        if hosted is None:
            return
        news = [seat for seat in seats if not hosted.present.get(seat)]
        for seat in seats:
            hosted.present[seat] = hosted.present.get(seat, 0) + 1
        if news:
            self._house.publish(hosted)

    def left(self, match: str, seats: frozenset[int]) -> None:
        """A page has closed; only after a while does the seat count as away."""
        self._house.actor.later(AWAY_AFTER_S, self._away, match, seats)

    def _away(self, match: str, seats: frozenset[int]) -> None:
        hosted = self._house.hosted.get(match)
        if hosted is None:
            return
        gone = False
        for seat in seats:
            count = hosted.present.get(seat, 0)
            hosted.present[seat] = max(0, count - 1)
            gone |= count == 1
        if gone:
            self._house.publish(hosted)

    # -- once more

    def rematch(self, who: Who, match: str) -> dict[str, Any]:
        """The same people again with the seats turned by one; everyone who asks gets their own new keys."""
        from web_panel.hosting.house import NewMatch

        old = self._house.open(match)
        if old.row.state in RUNNING:
            raise Conflict("hosting.running")
        seats = len(old.row.seats)
        if not (who.panel or who.hosts(match) or who.seats(match)):
            raise Forbidden("web.right.player")
        again = self._house.hosted.get(old.row.extra.get("rematch", ""))
        answer: dict[str, Any] = {"tokens": {}, "codes": {}}
        if again is None or not again.running:
            turned = [old.row.seats[(number + 1) % seats] for number in range(seats)]
            new = NewMatch(
                game=old.row.game,
                seats=[{"kind": s["kind"], "name": s["name"], "bot": s.get("bot")} for s in turned],
                options=old.row.options,
                on_board=old.row.on_board,
                clock=old.row.extra.get("clock"),
            )
            answer = self._house.create(who, new)
            again = self._house.open(answer["id"])
            # Asking first entitles nobody to others' seats: what the maker gets is given out anew below.
            self._house.grants.revoke(lambda g: g.match == answer["id"])
            answer["tokens"].clear()
            answer.pop("host")
            if not (who.panel or who.hosts(match)):
                answer["codes"].clear()
            again.row.extra["from"] = match
            old.row.extra["rematch"] = answer["id"]
            old.save()
            self._house.publish(old)
        answer["id"] = again.id
        if who.hosts(match) and not who.hosts(again.id):
            answer["host"] = self._house.grants.issue(Grant("host", again.id))
        for seat in who.seats(match):
            number = (seat - 1) % seats
            place = again.row.seats[number]
            if place["kind"] in AT_TABLE and number not in who.seats(again.id):
                answer["tokens"][number] = self._house.grants.issue(Grant("seat", again.id, number, 0))
            elif place["kind"] == "phone" and not place["taken"]:
                place["taken"] = True
                self._end_codes(again.id, number, "web.code.used")
                answer["codes"].pop(number, None)
                answer["tokens"][number] = self._house.grants.issue(Grant("seat", again.id, number, 0))
        again.save()
        self._house.begin_if_complete(again)
        return answer
