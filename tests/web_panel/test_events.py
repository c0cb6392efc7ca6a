"""The event stream as a bearer gets it: who sees what, and what happens when rights change under it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

PHONES = [{"kind": "phone", "mine": True, "name": "Ada"}, {"kind": "phone", "name": "Ben"}]


class Listener:
    """Reads a stream of the test client event by event."""

    def __init__(self, browser: Any, path: str = "/api/events", **headers: str) -> None:
        self.answer = browser.get(path, headers=headers, buffered=False)
        self.parts = self._events()

    def _events(self) -> Iterator[tuple[str, str, Any]]:
        kind, event_id, text = "", "", ""
        for chunk in self.answer.response:
            text += chunk.decode() if isinstance(chunk, bytes) else chunk
            while "\n\n" in text:
                block, _, text = text.partition("\n\n")
                lines = dict(line.partition(": ")[::2] for line in block.split("\n"))
                if "event" in lines:
                    kind, event_id = lines["event"], lines.get("id", "")
                    yield kind, event_id, json.loads(lines["data"])

    def next(self) -> tuple[str, str, Any] | None:
        return next(self.parts, None)

    def until(self, kind: str, holds: Any = lambda data: True) -> tuple[str, str, Any]:
        while event := self.next():
            if event[0] == kind and holds(event[2]):
                return event
        raise AssertionError(f"the stream ended before {kind}")

    def close(self) -> None:
        self.answer.close()


@pytest.fixture
def listen() -> Iterator[Any]:
    opened: list[Listener] = []

    def open_stream(browser: Any, path: str = "/api/events", **headers: str) -> Listener:
        opened.append(Listener(browser, path, **headers))
        return opened[-1]

    yield open_stream
    for stream in opened:
        stream.close()


def seated(table: Any) -> tuple[Any, Any, str]:
    host, guest = table.browser(peer="192.168.1.10"), table.browser(peer="192.168.1.20")
    made = host.new(PHONES)
    guest.post("/j/" + made["join_url"]["1"].rsplit("/", 1)[1])
    return host, guest, made["id"]


def test_a_stream_begins_with_everything(table: Any, listen: Any) -> None:
    """Table and match as they are, then a heartbeat: the page is right by itself."""
    host, _, match = seated(table)
    stream = listen(host, f"/api/events?match={match}")
    kinds = [stream.next() for _ in range(3)]
    assert [event[0] for event in kinds] == ["table", "match", "heartbeat"]
    assert kinds[0][2]["rights"] == {"panel": False, "builder": False}
    assert kinds[1][2]["seats"][0]["you"] is True
    assert set(kinds[2][2]) == {"age_ms", "now", "version"}


def test_each_bearer_gets_their_own_actions(table: Any, listen: Any) -> None:
    """The seat to move its legal actions, the other seat and onlookers none."""
    host, guest, match = seated(table)
    streams = [listen(b, f"/api/events?match={match}") for b in (host, guest, table.browser())]
    for stream in streams:
        stream.until("heartbeat")
    host.act(match, "@c")
    counts = [len(s.until("match", lambda m: m["version"] == 1)[2]["actions"]) for s in streams]
    assert counts[0] == 0
    assert counts[1] > 0
    assert counts[2] == 0


def test_without_a_match_short_news_of_all(table: Any, listen: Any) -> None:
    """The first page hears of every match in one line, without views."""
    host, _, match = seated(table)
    stream = listen(table.browser())
    stream.until("heartbeat")
    host.act(match, "@c")
    news = stream.until("match", lambda m: m["version"] == 1)[2]
    assert (news["id"], news["summary"]) == (match, True)
    assert "view" not in news


def test_a_followed_match_is_the_only_one(table: Any, listen: Any) -> None:
    """Nothing of another match reaches a match's page."""
    host, _, match = seated(table)
    stream = listen(host, f"/api/events?match={match}")
    stream.until("heartbeat")
    other = table.browser().new()["id"]
    host.act(match, "@c")
    while (event := stream.next())[0] != "match" or event[2]["version"] != 1:
        assert other not in json.dumps(event[2])


def test_a_released_seat_hears_gone_and_nothing_more(table: Any, listen: Any) -> None:
    """A stream is looked at again when seats change; its end says why; then one is an onlooker."""
    host, guest, match = seated(table)
    stream = listen(guest, f"/api/events?match={match}")
    stream.until("heartbeat")
    host.post(f"/api/matches/{match}/seats/1/release")
    host.act(match, "@c")
    events = []
    while event := stream.next():
        events.append(event)
    assert events[-1][::2] == ("gone", {"reason": "web.token"})
    assert not any(kind == "match" and data["version"] == 1 for kind, _, data in events)
    again = listen(guest, f"/api/events?match={match}")
    assert again.next()[::2] == ("gone", {"reason": "web.token"})
    assert f"palace_8080_m_{match}=;" in again.answer.headers["Set-Cookie"]
    onlooker = listen(guest, f"/api/events?match={match}")
    shown = onlooker.until("match")[2]
    assert (shown["version"], shown["actions"]) == (1, [])


def test_a_new_seat_is_seen_at_once(table: Any, listen: Any) -> None:
    """A browser that takes a seat while it looks on gets its own view with the next event."""
    host = table.browser()
    made = host.new(PHONES)
    guest = table.browser(peer="192.168.1.20")
    stream = listen(guest, f"/api/events?match={made['id']}")
    stream.until("heartbeat")
    guest.post("/j/" + made["join_url"]["1"].rsplit("/", 1)[1])
    # The stream was opened without the key: it stays an onlooker's. A page that has taken a seat opens anew.
    host.act(made["id"], "@c")
    assert stream.until("match", lambda m: m["version"] == 1)[2]["actions"] == []
    own = listen(guest, f"/api/events?match={made['id']}")
    assert own.until("match")[2]["actions"]


def test_an_unknown_match_is_gone(table: Any, listen: Any) -> None:
    """One event in a 200 stream: an error status would leave the page silent for ever."""
    stream = listen(table.browser(), "/api/events?match=none")
    assert stream.answer.status_code == 200
    assert stream.next() == ("gone", "", {"reason": "hosting.none"})
    assert stream.next() is None


def test_abandoning_ends_the_seats_streams(table: Any, listen: Any) -> None:
    """The keys die with the match; the streams of its seats end with a reason."""
    host, guest, match = seated(table)
    stream = listen(guest, f"/api/events?match={match}")
    stream.until("heartbeat")
    host.post(f"/api/matches/{match}/abandon")
    assert stream.until("gone")[2] == {"reason": "web.token"}


def test_becoming_the_panel_shows_at_once(table: Any, listen: Any) -> None:
    """Rights are part of the table's snapshot."""
    panel = table.panel()
    stream = listen(panel)
    assert stream.until("table")[2]["rights"]["panel"] is True
    panel.post("/api/logout")
    assert stream.until("table")[2]["rights"]["panel"] is False


def test_a_seat_is_present_while_its_stream_is_open(table: Any, listen: Any) -> None:
    """Presence comes with the stream, without raising the version."""
    host, guest, match = seated(table)
    stream = listen(guest, f"/api/events?match={match}")
    stream.until("heartbeat")
    shown = table.until(lambda: (m := host.json(f"/api/matches/{match}"))["seats"][1]["present"] and m)
    assert shown["version"] == 0


def test_of_several_board_snapshots_the_last_is_sent(
    make_table: Any, new_fake_board: Any, listen: Any
) -> None:
    """A burst while a client was away is one table event; notices are all kept."""
    board = new_fake_board()
    table = make_table(board)
    stream = listen(table.browser())
    _, seen, _ = stream.until("table")
    stream.close()
    for _ in range(5):
        board.change(moving=True)
    table.settle()
    for number in range(3):
        table.house.notice("hosting.joined", {"name": str(number)})
    again = listen(table.browser(), **{"Last-Event-ID": seen})
    events = [again.next() for _ in range(5)]
    kinds = [event[0] for event in events]
    assert kinds[0] == "heartbeat"
    assert kinds.count("table") == 1
    assert [e[2]["params"]["name"] for e in events if e[0] == "notice"] == ["0", "1", "2"]


def test_one_address_cannot_take_all_streams(table: Any, listen: Any) -> None:
    """From the 21st on a phone's pages are told to poll; another phone and the table's own screen come in."""
    greedy = table.browser(peer="192.168.1.66")
    for number in range(20):
        assert listen(greedy, f"/api/events?page={number}").next()[0] == "table"
    refused = listen(greedy, "/api/events?page=21")
    assert refused.next() == ("busy", "", {"reason": "web.streams"})
    assert refused.next() is None
    for browser in (table.browser(peer="192.168.1.67"), table.browser(), table.panel()):
        assert listen(browser).next()[0] == "table"


def test_a_reader_that_never_reads_holds_up_nobody(table: Any, listen: Any) -> None:
    """Its place in the ring is its own: others get every event, and when it reads again, a snapshot."""
    panel = table.panel()
    match = panel.new()["id"]
    frozen = listen(table.browser(peer="192.168.1.9"), f"/api/events?match={match}&page=frozen")
    assert frozen.until("match")[2]["version"] == 0
    awake = listen(panel, f"/api/events?match={match}&page=awake")
    assert awake.until("match")[2]["version"] == 0
    assert panel.act(match, "@c").status_code == 200
    assert awake.until("match")[2]["version"] == 1
    for _ in range(2 * table.hub._ring.maxlen):
        table.hub.publish("notice", lambda audience: "{}")
    assert panel.act(match, "@d").status_code == 200
    assert awake.until("match", lambda shown: shown["version"] == 2)
    assert frozen.until("match")[2]["version"] == 2
