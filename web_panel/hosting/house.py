"""The house: all matches and the one board, behind one actor.

``House`` is what the routes talk to. Its parts, each on the actor's thread: ``Turns`` (actions, undo, draws),
``Seating`` (who sits where), ``Boarding`` (the match on the board), ``Bots``, ``Advice`` (threats, hints,
analyses), ``Puzzles``. Whatever changes is written first and published then.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import rules
from rules.match import Match, SeatInfo
from rules.protocol import CHANCE, BadOption
from web_panel.hosting import bots, buttons, fair, offers, records
from web_panel.hosting.actor import Actor, Timer
from web_panel.hosting.advice import Advice
from web_panel.hosting.boarding import Boarding
from web_panel.hosting.errors import BadRequest, Conflict, Forbidden, Unavailable, Unknown, told
from web_panel.hosting.grants import Grants
from web_panel.hosting.hosted import RUNNING, Change, Hosted
from web_panel.hosting.puzzles import Puzzles
from web_panel.hosting.seating import Seating
from web_panel.hosting.turns import Turns
from web_panel.hosting.views import (
    Audience,
    board_json,
    match_json,
    move_for,
    own_seats,
    summary_json,
    text,
)
from web_panel.hosting.wishes import NewMatch, Verdict, Who
from web_panel.hub import Hub
from web_panel.store import MatchRow, Store

log = logging.getLogger(__name__)
T = TypeVar("T")
OPEN_LIMIT = 200
AGAIN_S = 5.0
"""After what nobody waits for could not be written, on a full disk for instance."""


class House:
    """One table's matches. Start it once; ``call`` anything on it from any thread."""

    def __init__(
        self,
        *,
        store: Store,
        hub: Hub,
        board: Any,
        console: Any = None,
        settings: Mapping[str, Any] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self.hub = hub
        self.board = board
        self.console = console
        self.settings = settings or {}
        self.clock = clock
        self.grants = Grants(store)
        self.actor = Actor("house", clock)
        self.stop_count = 0
        """Rises with every Stop: a command given before one must not move anything after it."""
        self.stops_seen = 0
        self._troubles: dict[str, dict[str, Any]] = {}
        """Troubles of the service itself, shown beside the board's faults: code and params, by part."""
        self.hosted: dict[str, Hosted] = {}
        self._clock_timers: dict[str, Timer] = {}
        self.turns = Turns(self)
        self.seating = Seating(self)
        self.boarding = Boarding(self)
        self.bots = bots.Bots(self)
        self.advice = Advice(self)
        self.puzzles = Puzzles(self)

    # -- life

    def start(self) -> None:
        """Starts the actor, finds the match that was on the board, listens to the board."""
        self.actor.start()
        self.actor.call(self.boarding.begin, timeout_s=10.0)
        self.actor.post(self.seating.forget)
        self.actor.post(self._name_broken)

    def _name_broken(self) -> None:
        for match in self.store.broken():
            self.trouble(match, "store.row", match=match)

    def close(self) -> None:
        self.actor.call(self.boarding.end)
        self.actor.stop()
        self.bots.close()
        self.advice.close()

    def call(self, run: Callable[..., T], *args: Any) -> T:
        """Runs a command on the actor, remembering how many Stops there were when it was given."""
        return self.actor.call(self._with_stops, self.stop_count, run, args)

    def _with_stops(self, stops: int, run: Callable[..., T], args: tuple[Any, ...]) -> T:
        self.stops_seen = stops
        return run(*args)

    # -- matches

    def knows(self, match: str) -> bool:
        return match in self.hosted or self.store.match(match) is not None

    def open(self, match: str) -> Hosted:
        """The match, read from the store when it is not in memory. Raises Unknown."""
        if match not in self.hosted:
            row = self.store.match(match)
            if row is None:
                raise Unknown("hosting.none")
            self.hosted[match] = Hosted.load(row, self.store)
            self.proceed(self.hosted[match])
        return self.hosted[match]

    def create(self, who: Who, new: NewMatch, *, after: Hosted | None = None) -> dict[str, Any]:
        """Makes a match; the answer holds its id, the caller's keys and each phone seat's join code.

        ``after``: the match it is the rematch of. On disk at once with all its keys, or not made.
        """
        self._check_new(who, new, again=after is not None)
        game = rules.game(new.game)
        infos = [SeatInfo(seat["name"], seat["kind"]) for seat in new.seats]
        match = Match.start(game, infos, new.options, start=new.extra.get("start"))
        row = MatchRow(
            id=secrets.token_hex(5),
            game=game.key,
            game_version=game.version,
            options=match.options,
            seats=self.seating.places(new.seats),
            on_board=new.on_board,
            training=new.seed is not None,
            secret=fair.new_secret() if new.seed is None else fair.training_secret(new.seed),
            state="lobby",
            extra={"clock": new.clock, "chance": match.actor() == CHANCE, **new.extra},
        )
        row.state = self.seating.state_with(row, row.seats)
        hosted = Hosted(row, self.store)
        answer = self.seating.furnish(who, hosted, new.seats, after)
        self.hosted[row.id] = hosted
        if new.on_board:
            if (before := self.boarding.current) is not None:
                self.abandon(before.id)  # a decided puzzle that was left lying there
            self.boarding.current = hosted  # the board is taken from here on, lobby included
        self.begin_if_complete(hosted)
        return answer

    def _check_new(self, who: Who, new: NewMatch, *, again: bool) -> None:
        game = rules.game(new.game)
        if len(new.seats) not in game.seats:
            raise BadOption(
                "options.seats", field="seats", given=len(new.seats), least=game.seats[0], most=game.seats[-1]
            )
        for number, seat in enumerate(new.seats):
            if seat["kind"] == "board" and not new.on_board:
                raise BadRequest("hosting.board.seat", field=f"seats[{number}].kind")
            exists = bots.known if who.panel or again else bots.offered
            if seat["kind"] == "bot" and not exists(new.game, seat["bot"]):
                raise BadRequest("hosting.bot", field=f"seats[{number}].bot")
        if new.on_board:
            if new.game != offers.ON_BOARD:
                raise BadRequest("hosting.board.seats", field="on_board")
            if not who.panel:
                raise Forbidden("web.right.panel")
            if (there := self.boarding.current) is not None and not self.puzzles.decided(there):
                raise Conflict("hosting.board.taken", match=there.id)
            self.boarding.check_there()
        limit = OPEN_LIMIT * (2 if who.panel else 1)  # strangers' lobbies never lock the panel out
        if len(self.store.matches(states=RUNNING, limit=limit)) >= limit:
            raise Conflict("hosting.full", limit=limit)

    def begin_if_complete(self, hosted: Hosted) -> None:
        """Begins a match that has left the lobby just now, as every phone seat is taken."""
        if hosted.row.state == "lobby":
            self.publish(hosted)
            return
        if hosted.row.state == "setup":
            self.boarding.set_up(hosted)
        self.proceed(hosted)

    def proceed(self, hosted: Hosted) -> None:
        """After any change: chance plays, the end is seen, board, clocks and bots are told, all is shown."""
        try:
            while hosted.row.state == "playing" and hosted.match.actor() == CHANCE:
                outcome = fair.draw(hosted.match, hosted.row.secret)
                hosted.accept(Change("play", CHANCE, outcome), self.clock())
        except Unavailable as error:  # what led here stands all the same
            self.complain(error, hosted.id)
            self.actor.later(AGAIN_S, self._once_more, hosted.id)
        if not hosted.running:
            hosted.undo = hosted.draw = None
            self.seating.close(hosted)
        self.boarding.changed(hosted)
        self.run_clock(hosted)
        self.publish(hosted)
        self.bots.invite(hosted)
        self.advice.changed(hosted)

    def _once_more(self, match: str) -> None:
        """Tries again what chance could not write."""
        hosted = self.hosted.get(match)
        if hosted is not None and hosted.row.state == "playing" and hosted.match.actor() == CHANCE:
            self.proceed(hosted)

    def abandon(self, match: str) -> Verdict:
        """Ends a match without a result; frees the board."""
        hosted = self.open(match)
        if hosted.running:
            self.seating.change(hosted, dead=lambda _, g: g.match == match, state="abandoned")
            self.proceed(hosted)
            self.hub.wake()
        return Verdict({"id": match, "state": hosted.row.state})

    def matches(self) -> list[dict[str, Any]]:
        """All matches in one line each, the newest first; of puzzles that on the board alone. Any thread."""
        rows = self.store.matches(puzzles=False)
        current = self.boarding.current
        if current is not None and "puzzle" in current.row.extra:
            rows.insert(0, current.row)
        return [self._summary(row) for row in rows]

    def _summary(self, row: MatchRow) -> dict[str, Any]:
        hosted = self.hosted.get(row.id)
        present = frozenset(n for n, count in (hosted.present if hosted else {}).copy().items() if count)
        return summary_json(row, resume=bool(hosted and hosted.resume), present=present)

    # -- views; any thread

    def match_view(self, match: str, audience: Audience) -> dict[str, Any]:
        return match_json(self.actor.call(self._image, match), audience)

    def match_text(self, match: str, audience: Audience) -> str:
        return text(self.match_view(match, audience))

    def moves(self, match: str, first: int, last: int, audience: Audience) -> dict[str, Any]:
        """Lines of the move list, as the bearer may read them."""
        hosted = self.open(match)
        image = hosted.image(self.clock())
        own = own_seats(image, audience)
        lines = [move_for(move, image, own) for move in hosted.moves(first, last)]
        return {"id": match, "version": image.version, "moves": lines, "moves_total": image.moves_total}

    def states(self, match: str, first: int, last: int, audience: Audience) -> dict[str, Any]:
        """States ``first`` to ``last``, to look at the match again; each with the action that led there."""
        hosted = self.open(match)
        image = hosted.image(self.clock())
        seen = audience.seats if len(audience.seats) == 1 and not audience.panel else frozenset[int]()
        game, own = hosted.match.game, own_seats(image, audience)
        lines = {move["n"]: move for move in hosted.moves(first - 1, last - 1)}
        found = [
            {
                "n": n,
                "view": game.view(state, min(seen, default=None)),
                "move": move_for(lines[n - 1], image, own) if n else None,
            }
            for n, state in enumerate(hosted.match.states[first:last], first)
        ]
        return {"id": match, "game": image.game, "states": found, "states_total": len(hosted.match.states)}

    def record(self, match: str) -> dict[str, Any]:
        """The record of a match. Raises Conflict while it runs and hides something."""
        hosted = self.open(match)
        if hosted.running and not hosted.open_game:
            raise Conflict("hosting.record.secret")
        data = records.whole(hosted)
        return data | ({} if hosted.open_game else {"commitment": fair.commitment(hosted.row.secret)})

    def _image(self, match: str) -> Any:
        return self.open(match).image(self.clock())

    def table(self, snapshot: Any = None) -> dict[str, Any]:
        """The board as everybody sees it."""
        shown = board_json(
            snapshot or self.board.snapshot(),
            age_ms=self.board.age_ms(),
            link=self.board.link_state,
            match_of=self.boarding.match_of,
        )
        shown["faults"] += self._troubles.copy().values()
        return shown

    def show_table(self, snapshot: Any = None) -> None:
        """Shows everybody the board as it is now."""
        common = self.table(snapshot)
        texts: dict[tuple[bool, ...], str] = {}

        def render(audience: Audience) -> str:
            rights = _rights(audience)
            key = tuple(rights.values())
            if key not in texts:
                texts[key] = text(common | {"rights": rights})
            return texts[key]

        self.hub.publish("table", render)

    def table_text(self, audience: Audience) -> str:
        return text(self.table() | {"rights": _rights(audience)})

    def link(self) -> str:
        return str(self.board.link_state)

    # -- publishing

    def publish(self, hosted: Hosted) -> None:
        """Shows the match as it is now to everybody who follows it, and in one line to the rest."""
        image = hosted.image(self.clock())
        line = text(self._summary(hosted.row))

        def render(audience: Audience) -> str | None:
            return text(match_json(image, audience)) if audience.match == image.id else line

        self.hub.publish("match", render, image.id)

    def notice(
        self,
        code: str,
        params: Mapping[str, Any] | None = None,
        *,
        level: str = "info",
        match: str | None = None,
    ) -> None:
        """Tells people something once."""
        said = {"code": code, "params": dict(params or {}), "level": level}
        line = text(said | ({"match": match} if match else {}))
        self.hub.publish("notice", lambda audience: line, match)

    # -- streams come and go; any thread

    def arrived(self, match: str, seats: frozenset[int]) -> None:
        if seats:
            self.actor.post(self.seating.arrived, match, seats)

    def left(self, match: str, seats: frozenset[int]) -> None:
        if seats:
            self.actor.post(self.seating.left, match, seats)

    # -- clocks

    def run_clock(self, hosted: Hosted) -> None:
        """Lets the match's clock run or stand, and sets the alarm for its end."""
        if timer := self._clock_timers.pop(hosted.id, None):
            timer.cancel()
        clock, now = hosted.clock, self.clock()
        if clock is None:
            return
        goes = hosted.row.state == "playing" and not hosted.resume and not hosted.pending
        held = not goes or (hosted.row.on_board and self.boarding.holds_clock())
        if clock.running != hosted.actors():
            clock.turn(hosted.actors(), now)
        clock.hold(held, now)
        if (due := clock.due_s(now)) is not None:
            self._clock_timers[hosted.id] = self.actor.later(due + 0.01, self._clock_out, hosted.id)

    def _clock_out(self, match: str) -> None:
        hosted = self.hosted.get(match)
        if hosted is None or hosted.clock is None or hosted.row.state != "playing":
            return
        seat = hosted.clock.fallen(self.clock())
        if seat is None:
            self.run_clock(hosted)
            return
        try:
            hosted.accept(Change("resign", seat, extra={"clock_out": True}), self.clock())
        except Unavailable as error:
            self.complain(error, match)
            self._clock_timers[match] = self.actor.later(AGAIN_S, self._clock_out, match)
            return
        self.notice("hosting.clock", hosted.named(seat), level="warning", match=match)
        self.proceed(hosted)

    # -- Stop, handles and settings; any thread

    def handle_later(self, band: int, step: int) -> None:
        """A handle was turned by one request, up (+1) or down (-1)."""
        self.actor.post(self._with_stops, self.stop_count, self.boarding.handle, (band, step))

    def button_later(self, seat: int) -> None:
        """A turn button was pressed."""
        self.actor.post(self._with_stops, self.stop_count, buttons.press, (self, seat))

    def settings_changed(self) -> None:
        self.actor.post(self.boarding.settings_changed)

    def stop(self) -> None:
        """Stops all motion. Straight to the board: no queue, no lock, no store. Any thread, at any time."""
        self.stop_count += 1
        self.board.stop()
        self.actor.post(self.notice, "table.stop.pressed")

    def trouble(self, what: str, code: str | None, **params: Any) -> None:
        """Shows what the matter is with a part of the service beside the board's faults; None: it is over."""
        self.actor.post(self._trouble, what, code, params)

    def _trouble(self, what: str, code: str | None, params: dict[str, Any]) -> None:
        self._troubles.pop(what, None)
        if code is not None:
            self._troubles[what] = {"code": code, "params": params}
        self.show_table()

    def complain(self, error: Exception, match: str | None = None) -> None:
        """Tells people of a refusal that nobody waits for."""
        code, params = told(error)
        self.notice(code, params, level="warning", match=match)


def _rights(audience: Audience) -> dict[str, bool]:
    """What the bearer may do at the table beyond playing."""
    return {"panel": audience.panel, "builder": audience.panel or audience.builder}
