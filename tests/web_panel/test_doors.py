"""The doors: while everything hangs, whoever asks is told so at once, and Stop still answers."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from web_panel.doors import FULL, PLACES, Doors
from web_panel.server import SPARE, STREAMS, THREADS


def environ(path: str, method: str = "GET") -> dict[str, Any]:
    return {"REQUEST_METHOD": method, "PATH_INFO": path}


def test_stop_answers_while_the_house_hangs(board_table: Any, fake_board: Any) -> None:
    """With every place taken by a request that waits for the house, others get 503 and Stop gets through."""
    match = board_table.panel().new()["id"]
    hanging, go_on = threading.Event(), threading.Event()

    def hang() -> None:
        hanging.set()
        go_on.wait(30.0)

    with ThreadPoolExecutor(PLACES) as pool:
        try:
            board_table.house.actor.post(hang)
            assert hanging.wait(10.0)
            waiting = [
                pool.submit(lambda: board_table.browser().get(f"/api/matches/{match}")) for _ in range(PLACES)
            ]
            board_table.until(lambda: board_table.app.wsgi_app.full())
            refused = board_table.browser().get("/api/table")
            assert (refused.status_code, refused.get_json()["code"]) == (503, "web.full")
            assert refused.headers["Retry-After"] == "1"
            stopped = board_table.browser().post("/api/table/stop")
            assert stopped.get_json() == {"stopping": True}
            assert fake_board.stops == 1
        finally:
            go_on.set()
        assert {request.result().status_code for request in waiting} <= {200, 503}
    assert board_table.browser().get("/api/table").status_code == 200


def test_the_server_has_threads_for_all_of_them() -> None:
    """Streams, places and Stop together never need more threads than there are."""
    assert THREADS - STREAMS - PLACES >= 2
    assert SPARE >= 2


def test_a_place_is_kept_until_the_answer_is_taken() -> None:
    """A slow reader of a large file keeps its place; an answer closed twice frees it once."""
    doors = Doors(lambda environ, start: [b"ok"], places=1)
    answer: Any = doors(environ("/static/large.js"), None)
    assert list(answer) == [b"ok"]
    later = environ("/")
    doors(later, None)
    assert later[FULL]
    answer.close()
    answer.close()
    doors(environ("/"), None)
    again = environ("/")
    doors(again, None)
    assert again[FULL]


@pytest.mark.parametrize("fails", [False, True])
def test_an_open_stream_and_a_failure_take_no_place(fails: bool) -> None:
    """Only while it is being opened does a stream need one; an application that fails gives it back."""

    def app(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        if fails:
            raise OSError
        return [b"event"]

    doors = Doors(app, places=1)
    for _ in range(2):
        if fails:
            with pytest.raises(OSError):
                doors(environ("/any"), None)
        else:
            doors(environ("/api/events"), None)
    assert not doors.full()
