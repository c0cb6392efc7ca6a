"""The event stream: one ring read by every page, each event rendered for what the page's bearer may know.

::

    GET /api/events?match=<id>&page=<random>      header Last-Event-ID after a reconnect
    event: match
    id: 5f2c9a01:118
    data: {...}

A stream begins with snapshots unless ``Last-Event-ID`` (or ``?after=``) names a place still in the ring.
``page`` tells streams of one page apart from those of others: the newest wins. A stream whose rights have
changed is looked at again before anything else is sent.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, request

from web_panel.api.routing import route
from web_panel.callers import Caller, drop_seat_keys
from web_panel.hosting.errors import Unavailable, Unknown
from web_panel.hosting.views import Audience
from web_panel.hub import MACHINE, ONLOOKER, PANEL, PLAYER, Event, Owner
from web_panel.security import is_loopback
from web_panel.services import Services, caller, current

blueprint = Blueprint("events", __name__)
WAIT_S = 1.0
RETRY_MS = 500
PAGE_LIMIT = 40
NO_BUFFER = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def frame(kind: str, text: str, event_id: str | None = None) -> str:
    """One event on the wire."""
    return f"event: {kind}\n" + (f"id: {event_id}\n" if event_id else "") + f"data: {text}\n\n"


@route(
    blueprint,
    "GET",
    "/api/events",
    query={
        "match": "the match to follow; without it: short news of all matches",
        "page": "a random text of the page, so that its newest stream wins",
        "after": "like Last-Event-ID, for a stream that is opened anew",
    },
    media=("text/event-stream",),
)
def events() -> Response:
    """Server-sent events: table, match, referee, notice, advice, heartbeat, bye, gone (busy: poll)."""
    services, who = current(), caller()
    match = request.args.get("match") or None
    page = (request.args.get("page") or "")[:PAGE_LIMIT] or f"{who.peer}:{time.monotonic_ns()}"
    if match is not None:
        try:
            services.house.call(services.house.open, match)
        except Unknown as error:
            return _last_words("gone", error.code)
        except Unavailable as error:
            if error.code not in ("store.row", "hosting.replay"):
                raise  # it may be better in a moment
            return _last_words("gone", error.code)
    if match is not None and who.lost(match):
        response = _last_words("gone", "web.token")
        drop_seat_keys(response, services.port, match)
        return response
    seats = who.seats(match) if match else frozenset()
    group = f"{match}/{min(seats)}" if seats and not who.panel else None
    ticket = services.hub.enter(
        f"{who.peer}/{page}", group=group, rank=_rank(who, bool(seats)), peer=who.peer
    )
    if ticket is None:
        return _last_words("busy", "web.streams")
    stream = Stream(
        services=services,
        who=who,
        match=match,
        page=f"{who.peer}/{page}",
        ticket=ticket,
        after=request.headers.get("Last-Event-ID") or request.args.get("after"),
        disconnected=request.environ.get("waitress.client_disconnected", lambda: False),
    )
    response = Response(stream.run(), mimetype="text/event-stream", headers=NO_BUFFER)
    response.call_on_close(stream.close)
    return response


def _rank(who: Caller, plays: bool) -> int:
    if who.panel:
        return PANEL
    if is_loopback(who.peer):
        return MACHINE
    return PLAYER if plays else ONLOOKER


def _last_words(kind: str, reason: str) -> Response:
    text = f"retry: {RETRY_MS}\n" + frame(kind, json.dumps({"reason": reason}))
    return Response(text, mimetype="text/event-stream", headers=NO_BUFFER)


@dataclass
class Stream:
    """One open stream: who listens, to what, and where in the ring it is."""

    services: Services
    who: Caller
    match: str | None
    page: str
    ticket: Owner
    after: str | None
    disconnected: Callable[[], bool]
    open: bool = False

    def run(self) -> Iterator[str]:
        hub, house = self.services.hub, self.services.house
        try:
            yield f"retry: {RETRY_MS}\n\n"
            generation = house.grants.generation
            audience = self._audience()
            if self.match:
                house.arrived(self.match, audience.seats)
                self.open = True
            place = hub.place(self.after)
            if place is None:
                place = hub.seq
                yield self._snapshot(audience, place)
            yield self._heartbeat()
            beat = time.monotonic()
            while True:
                news = hub.after(place, max(0.0, beat + WAIT_S - time.monotonic()), self._woken(generation))
                if hub.closing is not None:
                    yield frame("bye", json.dumps({"reason": hub.closing}))
                    return
                if not hub.owns(self.page, self.ticket) or self.disconnected():
                    return
                if generation != house.grants.generation:
                    generation = house.grants.generation
                    if self.match and self.who.lost(self.match):
                        yield frame("gone", json.dumps({"reason": "web.token"}))
                        return
                    if (now := self._audience()) != audience:
                        audience = now
                        news = None  # what this bearer may see has changed: begin anew
                if news is None:
                    place = hub.seq
                    yield self._snapshot(audience, place)
                elif news:
                    place = news[-1].seq
                    if text := self._render(news, audience):
                        yield text
                if time.monotonic() - beat >= WAIT_S:
                    beat = time.monotonic()
                    yield self._heartbeat()
        finally:
            self.close()

    def close(self) -> None:
        """Frees the place; harmless when done twice."""
        self.services.hub.leave(self.page, self.ticket)
        if self.open and self.match:
            self.open = False
            self.services.house.left(self.match, self._audience().seats)

    def _woken(self, generation: int) -> Callable[[], bool]:
        hub, grants = self.services.hub, self.services.house.grants
        return lambda: grants.generation != generation or not hub.owns(self.page, self.ticket)

    def _audience(self) -> Audience:
        seats = self.who.seats(self.match) if self.match else frozenset()
        return Audience(
            match=self.match,
            seats=seats,
            host=self.match is not None and self.who.hosts(self.match),
            panel=self.who.panel,
            builder=self.who.builder,
        )

    def _heartbeat(self) -> str:
        services = self.services
        text = {
            "age_ms": services.board.age_ms(),
            "now": time.time(),
            "version": services.asset_version,
        }
        return frame("heartbeat", json.dumps(text))

    def _snapshot(self, audience: Audience, place: int) -> str:
        house = self.services.house
        frames = [frame("table", house.table_text(audience), self.services.hub.event_id(place))]
        if self.match and (text := house.match_text(self.match, audience)):
            frames.append(frame("match", text, self.services.hub.event_id(place)))
        return "".join(frames)

    def _render(self, news: list[Event], audience: Audience) -> str:
        """The events for this bearer in one write; of several table snapshots the last one only."""
        newest_table = max((e.seq for e in news if e.kind == "table"), default=0)
        frames = []
        for event in news:
            if event.kind == "table" and event.seq != newest_table:
                continue
            if event.topic is not None and self.match is not None and event.topic != self.match:
                continue
            if text := event.text(audience):
                frames.append(frame(event.kind, text, self.services.hub.event_id(event.seq)))
        return "".join(frames)
