"""Who sits where: join codes, keys, presence, giving a seat away, a rematch. On the actor's thread."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from web_panel.hosting.errors import BadRequest, Conflict, Expired, Forbidden, Unavailable, Unknown
from web_panel.hosting.grants import Grant, digest
from web_panel.hosting.hosted import RUNNING, Hosted
from web_panel.hosting.views import AT_TABLE

if TYPE_CHECKING:
    from web_panel.hosting.house import House, Who
    from web_panel.store import MatchRow

Seats: TypeAlias = list[dict[str, Any]]
Dead: TypeAlias = Callable[[str, Grant], bool]
CODE_LASTS_S = 120.0
AWAY_AFTER_S = 3.0
"""A page that reloads is not away."""
KEYS_LAST_S = 3600.0
"""After the end of a match: time enough for a rematch."""
FORGET_EVERY_S = 600.0
USED_KEPT = 512


def nobody(_key: str, _grant: Grant) -> bool:
    return False


def _keys_of(match: str, seat: int) -> Dead:
    """Fits all keys of one seat."""
    return lambda _, grant: grant.role == "seat" and (grant.match, grant.seat) == (match, seat)


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

    @staticmethod
    def places(seats: Seats) -> Seats:
        """The seats asked for as they are kept."""
        return [
            {name: value for name, value in seat.items() if name != "mine"}
            | {"generation": 0, "taken": seat["kind"] != "phone" or bool(seat.get("mine"))}
            for seat in seats
        ]

    @staticmethod
    def state_with(row: MatchRow, seats: Seats) -> str:
        """The state of a match whose seats are ``seats``: the lobby ends when every phone's seat is taken."""
        if row.state != "lobby" or any(not seat["taken"] for seat in seats):
            return row.state
        return "setup" if row.on_board else "playing"

    def furnish(self, who: Who, hosted: Hosted, seats: Seats, after: Hosted | None) -> dict[str, Any]:
        """Writes a new match with the maker's keys: the host's and those of their own seats.

        Each other phone's seat gets a code. In a rematch who asks first is entitled to their own seat alone,
        and is the host only if they were; the match before is written too.
        """
        hosts = after is None or who.hosts(after.id)
        mine = [
            number
            for number, seat in enumerate(seats)
            if seat.get("mine", False) or (after is None and seat["kind"] in AT_TABLE)
            if seat["kind"] != "bot"
        ]
        grants = [Grant("seat", hosted.id, number, 0) for number in mine]
        rows = [hosted.row]
        if after is not None:
            rows.append(replace(after.row, extra=after.row.extra | {"rematch": hosted.id}))
        tokens = self._house.grants.exchange(
            [*grants, *([Grant("host", hosted.id)] if hosts else [])], rows=rows
        )
        if after is not None:
            after.row = rows[1]
        answer: dict[str, Any] = {"id": hosted.id, "tokens": dict(zip(mine, tokens)), "codes": {}}
        if hosts:
            answer["host"] = tokens[-1]
        for number, place in enumerate(hosted.row.seats):
            if not place["taken"]:
                code = self._new_code(hosted, number).code
                if hosts or who.panel:
                    answer["codes"][number] = code
        return answer

    def change(
        self, hosted: Hosted, *, add: Sequence[Grant] = (), dead: Dead = nobody, **parts: Any
    ) -> list[str]:
        """Changes the match's row together with keys, on disk first; returns the new keys."""
        tokens: list[str] = []
        hosted.save(lambda row: tokens.extend(self._house.grants.exchange(add, dead, [row])), **parts)
        return tokens

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
        lobby = hosted.row.state == "lobby"
        place = dict(hosted.row.seats[found.seat])
        place |= {"generation": place.get("generation", 0) + 1, "taken": True}
        if name:
            place["name"] = name
        seats = [*hosted.row.seats]
        seats[found.seat] = place
        token, *_ = self.change(
            hosted,
            add=[Grant("seat", found.match, found.seat, place["generation"])],
            dead=_keys_of(found.match, found.seat),
            seats=seats,
            state=self.state_with(hosted.row, seats),
        )
        hosted.match.seats[found.seat] = replace(hosted.match.seats[found.seat], name=place["name"])
        self._end_codes(found.match, found.seat, "web.code.used")
        self._house.hub.wake()
        self._house.notice("hosting.joined", hosted.named(found.seat), match=found.match)
        if lobby:
            self._house.begin_if_complete(hosted)
        else:
            self._house.publish(hosted)
        return found.match, found.seat, token

    def release(self, who: Who, match: str, seat: int) -> None:
        """Gives a phone's seat free; its key dies, the seat waits for a new code."""
        hosted = self._seat_of(match, seat)
        self._may_manage(who, hosted, seat)
        seats = [*hosted.row.seats]
        seats[seat] = seats[seat] | {"taken": False}
        self.change(hosted, dead=_keys_of(match, seat), seats=seats)
        hosted.present.pop(seat, None)
        self._house.hub.wake()
        self._house.notice("hosting.left", hosted.named(seat), match=match)
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
        rows = []
        for match in held:
            with contextlib.suppress(Unavailable):  # a damaged one: its keys open nothing
                rows += [row] if (row := store.match(match)) else []
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
        count = len(old.row.seats)
        if not (who.panel or who.hosts(match) or who.seats(match)):
            raise Forbidden("web.right.player")
        known = old.row.extra.get("rematch", "")
        again = self._house.open(known) if self._house.knows(known) else None
        mine = {(seat - 1) % count for seat in who.seats(match)}
        if again is not None and again.running:
            return self._join_rematch(who, old, again, mine)
        turned = [old.row.seats[(number + 1) % count] for number in range(count)]
        new = NewMatch(
            game=old.row.game,
            seats=[
                {"kind": s["kind"], "name": s["name"], "bot": s.get("bot"), "mine": number in mine}
                for number, s in enumerate(turned)
            ],
            options=old.row.options,
            on_board=old.row.on_board,
            clock=old.row.extra.get("clock"),
        )
        answer = self._house.create(who, new, after=old)
        self._house.publish(old)
        return answer

    def _join_rematch(self, who: Who, old: Hosted, again: Hosted, mine: set[int]) -> dict[str, Any]:
        """Gives somebody of the match before their keys of the rematch that another has asked for."""
        lobby, seats, added = again.row.state == "lobby", [*again.row.seats], []
        for number in sorted(mine):
            place = seats[number]
            if place["kind"] in AT_TABLE and number not in who.seats(again.id):
                added.append(Grant("seat", again.id, number, 0))
            elif place["kind"] == "phone" and not place["taken"]:
                seats[number] = place | {"taken": True}
                added.append(Grant("seat", again.id, number, 0))
        hosts = who.hosts(old.id) and not who.hosts(again.id)
        grants = [*added, *([Grant("host", again.id)] if hosts else [])]
        tokens = self.change(again, add=grants, seats=seats, state=self.state_with(again.row, seats))
        answer: dict[str, Any] = {"id": again.id, "tokens": {}, "codes": {}}
        for grant, token in zip(added, tokens):
            assert grant.seat is not None
            self._end_codes(again.id, grant.seat, "web.code.used")
            answer["tokens"][grant.seat] = token
        if hosts:
            answer["host"] = tokens[-1]
        if lobby:
            self._house.begin_if_complete(again)
        return answer
