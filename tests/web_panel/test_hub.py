"""The ring: order, replay, waking, who owns a stream."""

from __future__ import annotations

import threading

import pytest

from web_panel.hub import MACHINE, PANEL, PER_PEER, PLAYER, Hub


def numbered(hub: Hub, count: int) -> None:
    for number in range(count):
        hub.publish("table", lambda audience, n=number: f"{audience}:{n}")


def test_events_come_in_order_and_once() -> None:
    """A reader gets what came after its place, in order, and nothing twice."""
    hub = Hub()
    numbered(hub, 5)
    news = hub.after(2, 0.0)
    assert [e.seq for e in news] == [3, 4, 5]
    assert hub.after(5, 0.0) == []


def test_a_reader_that_fell_behind_is_told_so() -> None:
    """What has left the ring cannot be replayed: None asks for a snapshot."""
    hub = Hub(ring=4)
    numbered(hub, 10)
    assert hub.after(5, 0.0) is None
    assert [e.seq for e in hub.after(6, 0.0)] == [7, 8, 9, 10]


def test_an_event_is_rendered_once_an_audience() -> None:
    """Forty streams of onlookers share one rendering; a seat gets its own."""
    hub, calls = Hub(), []
    hub.publish("match", lambda audience: calls.append(audience) or f"for {audience}")
    (event,) = hub.after(0, 0.0)
    assert [event.text("all") for _ in range(40)] == ["for all"] * 40
    assert event.text("seat 1") == "for seat 1"
    assert calls == ["all", "seat 1"]


@pytest.mark.parametrize(
    "event_id",
    ["", "x", "0000:1", "{epoch}:", "{epoch}:-1", "{epoch}:99", "{epoch}:٣", "{epoch}:1:1", "a" * 99],
)
def test_a_strange_last_event_id_asks_for_a_snapshot(event_id: str) -> None:
    """No id, a foreign epoch, the future and nonsense all mean: send everything."""
    hub = Hub()
    numbered(hub, 5)
    assert hub.place(event_id.replace("{epoch}", hub.epoch)) is None


def test_a_known_last_event_id_names_its_place() -> None:
    """An id of this run within the ring, the very last one included."""
    hub = Hub(ring=4)
    numbered(hub, 10)
    assert hub.place(hub.event_id(6)) == 6
    assert hub.place(hub.event_id(10)) == 10
    assert hub.place(hub.event_id(5)) is None


def test_publishing_wakes_a_waiting_reader() -> None:
    """A stream waits on the condition, not on a clock."""
    hub, got = Hub(), []
    reader = threading.Thread(target=lambda: got.extend(hub.after(0, 10.0)))
    reader.start()
    numbered(hub, 1)
    reader.join(2.0)
    assert [e.seq for e in got] == [1]


def test_the_newest_stream_of_a_page_wins() -> None:
    """A second stream of the same page ends the first, and the first's end does not end the second."""
    hub = Hub()
    first, second = hub.enter("page"), hub.enter("page")
    assert not hub.owns("page", first)
    hub.leave("page", first)
    assert hub.owns("page", second)
    assert hub.streams == 1


def test_streams_are_capped() -> None:
    """The stream after the last one is refused; a leaving one makes room."""
    hub = Hub(streams=2)
    ticket = hub.enter("a")
    assert hub.enter("b") is not None
    assert hub.enter("c") is None
    hub.leave("a", ticket)
    assert hub.enter("c") is not None


def test_closing_wakes_everybody() -> None:
    """After close a waiting reader returns at once, and an empty hub is noticed."""
    hub, done = Hub(), threading.Event()
    ticket = hub.enter("a")
    threading.Thread(target=lambda: (hub.after(0, 10.0), hub.leave("a", ticket), done.set())).start()
    hub.close("shutdown")
    assert done.wait(2.0)
    assert hub.wait_empty(2.0)


def test_a_seat_has_two_streams_at_most() -> None:
    """The third ends the oldest; other seats are not touched."""
    hub = Hub()
    streams = {page: hub.enter(page, group="m/0") for page in ("a", "b")}
    other = hub.enter("x", group="m/1")
    assert hub.enter("c", group="m/0") is not None
    assert not hub.owns("a", streams["a"])
    assert hub.owns("b", streams["b"])
    assert hub.owns("x", other)


def test_the_panel_always_finds_a_place() -> None:
    """When the house is full the oldest onlooker makes room; another panel does not."""
    hub = Hub(streams=2)
    oldest, other = hub.enter("a"), hub.enter("b")
    panel = hub.enter("panel", rank=PANEL)
    assert panel is not None
    assert not hub.owns("a", oldest)
    assert hub.owns("b", other)
    assert hub.enter("c") is None
    assert hub.enter("panel 2", rank=PANEL) is not None
    assert hub.enter("panel 3", rank=PANEL) is None
    assert hub.owns("panel", panel)


def test_those_who_play_go_before_those_who_look_on() -> None:
    """Onlookers make room for players, they for the table's own computer, that for the panel."""
    hub = Hub(streams=3)
    player, onlooker, own = (
        hub.enter("p", rank=PLAYER, peer="1"),
        hub.enter("o", peer="2"),
        hub.enter("m", rank=MACHINE, peer="3"),
    )
    assert hub.enter("o2", peer="4") is None
    assert hub.enter("p2", rank=PLAYER, peer="5") is not None
    assert not hub.owns("o", onlooker)
    assert hub.enter("p3", rank=PLAYER, peer="6") is None
    assert hub.enter("m2", rank=MACHINE, peer="3") is not None
    assert not hub.owns("p", player)
    assert hub.owns("m", own)


def test_one_address_cannot_take_the_house() -> None:
    """Half of the streams at most, a reload counts once; others, this computer and the panel come in."""
    hub = Hub()
    streams = [hub.enter(f"p{n}", peer="192.168.1.9", rank=n % 2) for n in range(PER_PEER)]
    assert all(streams)
    assert hub.enter("more", peer="192.168.1.9") is None
    assert hub.enter("p0", peer="192.168.1.9") is not None
    assert hub.enter("other", peer="192.168.1.8") is not None
    assert hub.enter("panel", peer="192.168.1.9", rank=PANEL) is not None
    for n in range(PER_PEER):
        assert hub.enter(f"here{n}", peer="127.0.0.1", rank=MACHINE) is not None
