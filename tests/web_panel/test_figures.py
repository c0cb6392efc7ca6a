"""Many streams, long matches, many matches: all is delivered and nothing grows; figures printed with -s.

How fast: that is for `make bench`. The bounds here are wide, to catch only what has gone wrong altogether.
"""

from __future__ import annotations

import http.client
import json
import random
import selectors
import statistics
import time
from typing import Any

import pytest

import rules
from rules.match import Match, SeatInfo
from web_panel.hosting.hosted import Hosted
from web_panel.store import ActionRow, MatchRow

pytestmark = pytest.mark.timing


def quantiles(times: list[float]) -> tuple[float, float]:
    """Median and 99th percentile in milliseconds."""
    cuts = statistics.quantiles(times, n=100)
    return cuts[49] * 1000, cuts[98] * 1000


def test_forty_streams_hear_twenty_events_a_second_in_time(serve: Any) -> None:
    """Delivery and the POSTs meanwhile; the service stays small."""
    service = serve()
    streams = [service.stream(f"/api/events?page=p{n}") for n in range(40)]
    chooser = selectors.DefaultSelector()
    for stream in streams:
        stream.until("heartbeat")
        # From here on the bytes are read as they come, many streams at once.
        stream.socket = stream.answer.fp.raw._sock
        stream.socket.setblocking(False)
        stream.heard = 0
        chooser.register(stream.socket, selectors.EVENT_READ, stream)
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
    sent: list[float] = []
    delays: list[float] = []
    posts: list[float] = []

    def read(until: float) -> None:
        while (left := until - time.monotonic()) > 0:
            for key, _ in chooser.select(left):
                stream = key.data
                news = stream.socket.recv(65_536).count(b"event: notice")
                now = time.monotonic()
                delays.extend(now - at for at in sent[stream.heard : stream.heard + news])
                stream.heard += news

    for _ in range(100):
        begun = time.monotonic()
        connection.request("POST", "/api/table/stop", "{}", service.headers)
        sent.append(begun)
        answer = connection.getresponse()
        assert json.loads(answer.read()) == {"stopping": True}
        posts.append(time.monotonic() - begun)
        read(begun + 0.05)
    read(time.monotonic() + 1.0)
    assert [stream.heard for stream in streams] == [100] * 40
    delivery, post = quantiles(delays), quantiles(posts)
    print(f"\ndelivery p50 {delivery[0]:.1f} p99 {delivery[1]:.1f} ms")
    print(f"POST p50 {post[0]:.1f} p99 {post[1]:.1f} ms, {service.rss_mb():.0f} MB")
    assert delivery[1] < 2000
    assert post[1] < 2000
    assert service.rss_mb() < 80
    connection.close()
    chooser.close()
    for stream in streams:
        stream.close()


def long_log(actions: int) -> list[ActionRow]:
    """A log of that many actions of Palace: bands up and down."""
    rng = random.Random(1)
    match = Match.start(rules.game("palace"), [SeatInfo("A", "panel"), SeatInfo("B", "panel")])
    rows = []
    for number in range(actions):
        action = rng.choice([a for a in match.legal(0) if a[0] == "B" and a[1] != "1"])
        match.play(0, action)
        rows.append(ActionRow(number, "play", "0", action, number + 1))
    return rows


def test_a_match_of_ten_thousand_actions_resumes_quickly(table: Any) -> None:
    """Replayed from its log, and played on at once."""
    seats = [{"name": name, "kind": "panel"} for name in "AB"]
    options = {"bands": "free", "max_turns": None}
    row = MatchRow("long", "palace", 1, options, seats, False, False, bytes(32), "playing")
    row.version = 10_000
    table.store.add_match(row, long_log(10_000))
    begun, cpu = time.monotonic(), time.thread_time()
    hosted = Hosted.load(table.store.match("long"), table.store)
    print(f"\nresumed in {time.monotonic() - begun:.2f} s, {time.thread_time() - cpu:.2f} s of it computing")
    assert time.thread_time() - cpu < 5.0
    assert hosted.match.version == 10_000
    panel = table.panel()
    begun = time.thread_time()
    assert panel.act("long", "@c").get_json() == {"id": "long", "version": 10_001}
    shown = panel.json("/api/matches/long")
    assert (shown["moves_total"], len(shown["moves"])) == (10_001, 200)


def test_a_hundred_open_matches_answer_as_one(table: Any) -> None:
    """Acting in the last of a hundred takes no longer than in a lonely one, roughly."""
    table.services.limiter.wait_s = lambda purpose, peer: 0.0
    panel = table.panel()

    def act(match: str) -> float:
        begun = time.monotonic()
        assert panel.act(match, "B3=1", version=0).status_code == 200
        return time.monotonic() - begun

    matches = [panel.new()["id"] for _ in range(100)]
    times = [act(match) for match in matches]
    print(f"\nPOST with 100 matches open: p50 {quantiles(times)[0]:.1f} ms")
    assert statistics.median(times) < 1.0
