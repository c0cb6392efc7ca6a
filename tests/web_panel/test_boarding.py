"""The match on the board: set-up, bands that move first, recognised actions, Stop, restarts."""

from __future__ import annotations

from typing import Any

import pytest

from web_panel.hosting.views import Audience

LEVELS = [1, 2, 3, 2, 1]


@pytest.fixture
def panel(board_table: Any) -> Any:
    return board_table.panel()


def begin(table: Any, panel: Any, **more: Any) -> str:
    """A match on the board, set up and playing."""
    seats = more.pop("seats", [{"kind": "board"}, {"kind": "board"}])
    match = panel.new(seats, on_board=True, **more)["id"]
    table.until(lambda: panel.json(f"/api/matches/{match}")["state"] == "playing")
    return match


def shown(panel: Any, match: str) -> dict[str, Any]:
    return panel.json(f"/api/matches/{match}")


def notices(table: Any, after: int = 0) -> list[str]:
    return [e.text(None) for e in table.hub.after(after, 0.0) or [] if e.kind == "notice"]


# -- set-up


def test_set_up_drives_the_bands_first(board_table: Any, panel: Any, fake_board: Any) -> None:
    """A new match asks the board for its levels in one movement, and plays only when they stand."""
    fake_board.auto = False
    match = panel.new([{"kind": "board"}, {"kind": "board"}], on_board=True)["id"]
    assert fake_board.asked == [{2: 2, 3: 3, 4: 2}]
    assert shown(panel, match)["state"] == "setup"
    assert panel.act(match, "@c", version=0).get_json()["code"] == "hosting.setup"
    fake_board.finish()
    board_table.until(lambda: shown(panel, match)["state"] == "playing")


def test_spheres_aboard_are_named_before_bands_drive(board_table: Any, panel: Any, fake_board: Any) -> None:
    """Those on bands that will move, not those on bands that stand right already."""
    fake_board.auto = False
    fake_board.lay(a1="white", c3="white", d4="black", e7="black")
    place = board_table.hub.seq
    panel.new([{"kind": "board"}, {"kind": "board"}], on_board=True)
    assert fake_board.asked == [{2: 2, 3: 3, 4: 2}]
    board_table.settle()
    news = [e.text(Audience()) for e in board_table.hub.after(place, 0.0) if e.kind in ("notice", "table")]
    named = next(n for n, text in enumerate(news) if "hosting.aboard" in text)
    assert '"panes":"c3, d4, e7"' in news[named]
    moving = [n for n, text in enumerate(news) if '"stage":"warning"' in text]
    assert named < moving[0]


def test_play_waits_until_the_panes_agree(board_table: Any, panel: Any, fake_board: Any) -> None:
    """A sphere left on the board holds the start, and is named; taken off, play begins."""
    fake_board.lay(d5="white")
    match = panel.new([{"kind": "board"}, {"kind": "board"}], on_board=True)["id"]
    report = board_table.until(lambda: shown(panel, match)["referee"])
    assert report["extra"] == [["d5", "white"]]
    assert shown(panel, match)["state"] == "setup"
    assert fake_board.lit == {"d5": "extra"}
    fake_board.lay(d5=None)
    board_table.until(lambda: shown(panel, match)["state"] == "playing")


def test_a_refused_set_up_can_be_tried_again(board_table: Any, panel: Any, fake_board: Any) -> None:
    """An unhomed board refuses; after homing the set-up goes on by itself."""
    fake_board.refuse = "board.unhomed"
    match = panel.new([{"kind": "board"}, {"kind": "board"}], on_board=True)["id"]
    now = shown(panel, match)
    assert (now["state"], now["resume"], now["resume_reason"]) == ("setup", True, "hosting.bands")
    assert panel.post("/api/table/home").status_code == 202
    board_table.until(lambda: shown(panel, match)["state"] == "playing")


def test_only_one_match_is_on_the_board(board_table: Any, panel: Any) -> None:
    """A second one is refused with the first one's name; abandoning frees the board."""
    first = begin(board_table, panel)
    body = {"game": "palace", "seats": [{"kind": "board"}] * 2, "on_board": True}
    answer = panel.post("/api/matches", body)
    assert (answer.status_code, answer.get_json()["code"]) == (409, "hosting.board.taken")
    panel.post(f"/api/matches/{first}/abandon")
    assert panel.post("/api/matches", body).status_code == 201


def test_without_a_board_there_is_no_match_on_it(table: Any) -> None:
    """The refusal says that the board is away."""
    body = {"game": "palace", "seats": [{"kind": "board"}] * 2, "on_board": True}
    answer = table.panel().post("/api/matches", body)
    assert (answer.status_code, answer.get_json()["code"]) == (409, "hosting.board.away")


def test_only_the_panel_puts_a_match_on_the_board(board_table: Any) -> None:
    """A phone may make matches, but not move the table's glass."""
    body = {"game": "palace", "seats": [{"kind": "board"}] * 2, "on_board": True}
    assert board_table.browser().post("/api/matches", body).get_json()["code"] == "web.right.panel"


# -- spheres


def test_a_sphere_that_is_put_down_is_played(board_table: Any, panel: Any, fake_board: Any) -> None:
    """Sensed, settled, judged, written: the action is the match's, and may be corrected."""
    match = begin(board_table, panel)
    fake_board.lay(c1="white")
    now = board_table.until(lambda: (m := shown(panel, match))["version"] == 1 and m)
    assert (now["last"]["action"], now["actor"], now["correctable"]) == ("@c", 1, True)


def test_an_illegal_placement_is_named_and_goes_away(board_table: Any, panel: Any, fake_board: Any) -> None:
    """Astray: pane and lamp; put right, play goes on and nothing was recorded."""
    match = begin(board_table, panel)
    fake_board.lay(c5="white")
    report = board_table.until(lambda: (r := shown(panel, match)["referee"]) and r["state"] == "astray" and r)
    assert report["extra"] == [["c5", "white"]]
    board_table.until(lambda: fake_board.lit == {"c5": "extra"})
    fake_board.lay(c5=None)
    board_table.until(lambda: shown(panel, match)["referee"]["state"] == "unchanged")
    assert fake_board.lit == {}
    assert shown(panel, match)["version"] == 0


def test_a_wrongly_recognised_action_is_corrected(board_table: Any, panel: Any, fake_board: Any) -> None:
    """That is not what I played: without consent, by hand, kept in the record."""
    match = begin(board_table, panel)
    fake_board.lay(c1="white")
    board_table.until(lambda: shown(panel, match)["version"] == 1)
    answer = panel.post(f"/api/matches/{match}/correct", {"action": "@d", "version": 1})
    assert answer.status_code == 200
    now = shown(panel, match)
    assert (now["version"], now["view"]["panes"], now["correctable"]) == (2, {"d1": "white"}, False)
    record = panel.json(f"/api/matches/{match}/record")
    assert record["corrections"] == [{"index": 0, "was": "@c", "now": "@d"}]


def test_an_action_by_the_panel_is_carried_out_by_hand(board_table: Any, panel: Any, fake_board: Any) -> None:
    """The panes that differ are shown until somebody has moved the spheres; then the next is sensed."""
    match = begin(board_table, panel)
    assert panel.act(match, "@c").status_code == 200
    report = board_table.until(lambda: (r := shown(panel, match)["referee"]) and r["missing"] and r)
    assert report["missing"] == [["c1", "white"]]
    fake_board.lay(c1="white")
    board_table.until(lambda: shown(panel, match)["referee"]["state"] == "unchanged")
    assert shown(panel, match)["version"] == 1
    fake_board.lay(d10="black")
    board_table.until(lambda: shown(panel, match)["version"] == 2)


def test_a_bots_turn_is_not_sensed(board_table: Any, panel: Any, fake_board: Any) -> None:
    """A person's nudge on the bot's turn is never taken for the bot's action."""
    match = begin(
        board_table,
        panel,
        seats=[{"kind": "board"}, {"kind": "bot", "bot": "random"}],
        options={"bands": "locked"},
    )
    fake_board.lay(c1="white")
    now = board_table.until(lambda: (m := shown(panel, match))["version"] == 2 and m)
    assert now["last"]["seat"] == 1
    assert not now["correctable"]


# -- bands


def test_a_band_action_is_physical_first(board_table: Any, panel: Any, fake_board: Any) -> None:
    """202 with the movement's id; an action of the match only when the band stands."""
    match = begin(board_table, panel)
    fake_board.auto = False
    answer = panel.act(match, "B3=1")
    assert answer.status_code == 202
    now = shown(panel, match)
    assert now["pending"]["id"] == answer.get_json()["pending"]
    assert (now["pending"]["targets"], now["version"]) == ({"3": 1}, 0)
    assert panel.json("/api/table")["pending"]["match"] == match
    fake_board.finish()
    now = board_table.until(lambda: (m := shown(panel, match))["version"] == 1 and m)
    assert (now["view"]["levels"], now["pending"]) == ([1, 2, 1, 2, 1], None)


def test_the_same_band_request_moves_once(board_table: Any, panel: Any, fake_board: Any) -> None:
    """A repeated request while the band moves gets the same answer and no second movement."""
    match = begin(board_table, panel)
    fake_board.auto, before = False, len(fake_board.asked)
    body = {"level": 1, "version": 0, "request_id": "slide-three"}
    first, second = panel.post("/api/table/bands/3", body), panel.post("/api/table/bands/3", body)
    assert (first.status_code, second.status_code) == (202, 202)
    assert first.get_json() == second.get_json()
    assert len(fake_board.asked) == before + 1
    assert shown(panel, match)["pending"]["action"] == "B3=1"


def test_while_a_band_is_pending_other_actions_wait(board_table: Any, panel: Any, fake_board: Any) -> None:
    """409 for everybody, and spheres that move meanwhile are not taken for actions."""
    match = begin(board_table, panel)
    fake_board.auto = False
    panel.act(match, "B3=1")
    answer = panel.act(match, "@c", version=0)
    assert (answer.status_code, answer.get_json()["code"]) == (409, "hosting.pending")
    assert answer.get_json()["match"]["pending"]
    fake_board.lay(c1="white")
    board_table.settle()
    assert shown(panel, match)["version"] == 0
    fake_board.finish()
    now = board_table.until(lambda: (m := shown(panel, match))["version"] == 2 and m)
    assert [move["action"] for move in now["moves"]] == ["B3=1", "@c"]


def test_an_illegal_band_is_refused_before_anything_moves(
    board_table: Any, panel: Any, fake_board: Any
) -> None:
    """422 with the rules' reason; the board was not asked."""
    match = begin(board_table, panel, options={"bands": "single"})
    before = list(fake_board.asked)
    answer = panel.act(match, "B3=1")
    assert (answer.status_code, answer.get_json()["code"]) == (422, "palace.band_far")
    assert fake_board.asked == before


def test_a_failed_movement_leaves_the_match_as_it_was(board_table: Any, panel: Any, fake_board: Any) -> None:
    """The fault comes as a notice, the action is not in the match, another may be chosen."""
    match = begin(board_table, panel)
    fake_board.auto = False
    panel.act(match, "B3=1")
    place = board_table.hub.seq
    fake_board.finish(ok=False, code="fault.3")
    board_table.until(lambda: shown(panel, match)["pending"] is None)
    assert any('"fault.3"' in text for text in notices(board_table, place))
    assert shown(panel, match)["version"] == 0
    fake_board.lay(c1="white")
    board_table.until(lambda: shown(panel, match)["version"] == 1)


def test_undo_of_a_band_drives_it_back_first(board_table: Any, panel: Any, fake_board: Any) -> None:
    """Undo on the board is a warned movement too; the match changes when the band stands."""
    match = begin(board_table, panel)
    panel.act(match, "B3=1")
    board_table.until(lambda: shown(panel, match)["version"] == 1)
    fake_board.auto = False
    answer = panel.post(f"/api/matches/{match}/undo", {"version": 1})
    assert answer.status_code == 202
    assert fake_board.asked[-1] == {3: 3}
    fake_board.finish()
    now = board_table.until(lambda: (m := shown(panel, match))["version"] == 2 and m)
    assert now["view"]["levels"] == LEVELS


# -- handles


def test_a_handle_asks_for_its_band(board_table: Any, panel: Any, fake_board: Any) -> None:
    """One request of a handle is one level, by the match's rules."""
    match = begin(board_table, panel)
    board_table.house.handle_later(3, -1)
    now = board_table.until(lambda: (m := shown(panel, match))["version"] == 1 and m)
    assert now["last"]["action"] == "B3=2"


def test_a_refused_handle_blinks_and_says_why(board_table: Any, panel: Any, fake_board: Any) -> None:
    """Under locked bands nothing moves; the lamp blinks, the panel tells."""
    begin(board_table, panel, options={"bands": "locked"})
    place = board_table.hub.seq
    board_table.house.handle_later(3, -1)
    board_table.until(lambda: board_table.console.refused == [3])
    assert any("palace.bands_locked" in text for text in notices(board_table, place))


def test_the_end_of_a_bands_travel_is_said(board_table: Any, panel: Any) -> None:
    """A handle cannot ask for level 4."""
    begin(board_table, panel)
    board_table.house.handle_later(3, 1)
    board_table.until(lambda: board_table.console.refused == [3])


def test_handles_that_may_be_turned_are_lit(board_table: Any, panel: Any) -> None:
    """Lamps follow the rules: all under free, none under locked."""
    match = begin(board_table, panel)
    assert board_table.console.lamps_lit == {1, 2, 3, 4, 5}
    panel.post(f"/api/matches/{match}/abandon")
    begin(board_table, panel, options={"bands": "locked"})
    assert board_table.console.lamps_lit == set()


# -- Stop


def test_stop_reaches_the_board_without_the_house(board_table: Any, fake_board: Any) -> None:
    """Stop does not wait for the actor: it works while the actor is busy, for anybody, whatever the body."""
    import threading

    busy, free = threading.Event(), threading.Event()
    board_table.house.actor.post(lambda: (busy.set(), free.wait(5.0)))
    assert busy.wait(2.0)
    try:
        answer = board_table.browser().post("/api/table/stop", {"what": "ever"})
        assert (answer.status_code, fake_board.stops) == (200, 1)
    finally:
        free.set()


def test_a_move_given_before_a_stop_does_not_run_after_it(
    board_table: Any, panel: Any, fake_board: Any
) -> None:
    """A command that was queued when Stop was pressed is refused when its turn comes, even after Resume."""
    import threading

    match = begin(board_table, panel)
    before = list(fake_board.asked)
    busy, free, answers = threading.Event(), threading.Event(), []
    board_table.house.actor.post(lambda: (busy.set(), free.wait(5.0)))
    assert busy.wait(2.0)
    late = board_table.panel()
    body = {"action": "B3=1", "version": 0, "request_id": "queued-move"}
    thread = threading.Thread(target=lambda: answers.append(late.post(f"/api/matches/{match}/actions", body)))
    thread.start()
    queue = board_table.house.actor._queue
    board_table.until(lambda: not queue.empty())
    board_table.browser().post("/api/table/stop")
    fake_board.resume()
    free.set()
    thread.join(5.0)
    assert (answers[0].status_code, answers[0].get_json()["code"]) == (409, "hosting.stopped")
    assert fake_board.asked == before


def test_stop_in_the_middle_and_recovery(board_table: Any, panel: Any, fake_board: Any) -> None:
    """Stop ends the movement; after Resume the interrupted action can simply be asked for again."""
    match = begin(board_table, panel)
    fake_board.auto = False
    panel.act(match, "B3=1")
    fake_board.stand(1, 2, 0, 2, 1)  # between levels
    board_table.browser().post("/api/table/stop")
    now = board_table.until(lambda: (m := shown(panel, match))["pending"] is None and m["resume"] and m)
    assert (now["version"], now["resume_reason"]) == (0, "hosting.bands")
    refused = panel.act(match, "B3=1")
    assert refused.status_code == 409
    assert panel.act(match, "@c").get_json()["code"] == "hosting.bands"
    assert panel.post("/api/table/resume").status_code == 200
    fake_board.auto = True
    assert panel.act(match, "B3=1").status_code == 202
    now = board_table.until(lambda: (m := shown(panel, match))["version"] == 1 and m)
    assert (now["resume"], now["view"]["levels"]) == (False, [1, 2, 1, 2, 1])


def test_after_a_stop_the_match_can_be_resumed_as_it_stood(
    board_table: Any, panel: Any, fake_board: Any
) -> None:
    """Resuming the match drives the bands to its levels and compares the panes."""
    match = begin(board_table, panel)
    fake_board.stand(1, 2, 0, 2, 1)
    board_table.until(lambda: shown(panel, match)["resume"])
    assert panel.post(f"/api/matches/{match}/resume").status_code == 202
    assert fake_board.asked[-1] == {3: 3}
    board_table.until(lambda: shown(panel, match)["state"] == "playing")
    assert not shown(panel, match)["resume"]


# -- restarts


def test_after_a_restart_the_match_waits_to_be_resumed(make_table: Any, new_fake_board: Any) -> None:
    """Nothing moves and nothing is sensed until somebody says Resume; then input is armed."""
    first = make_table(new_fake_board())
    panel = first.panel()
    match = begin(first, panel)
    panel.act(match, "@c")
    first.close()
    board = new_fake_board()
    again = make_table(board)
    panel = again.panel()
    now = shown(panel, match)
    assert (now["resume"], now["resume_reason"], now["version"]) == (True, "hosting.resume", 1)
    assert board.asked == []
    assert panel.act(match, "@d").get_json()["code"] == "hosting.resume"
    assert panel.post(f"/api/matches/{match}/resume").status_code == 202
    report = again.until(lambda: (r := shown(panel, match)["referee"]) and r["missing"] and r)
    assert report["missing"] == [["c1", "white"]]
    board.lay(c1="white")
    again.until(lambda: shown(panel, match)["state"] == "playing")
    board.lay(d10="black")
    again.until(lambda: shown(panel, match)["version"] == 2)


def test_after_a_restart_the_match_can_be_abandoned(make_table: Any, new_fake_board: Any) -> None:
    """Nobody is stuck with a match that always comes back."""
    first = make_table(new_fake_board())
    match = begin(first, first.panel())
    first.close()
    again = make_table(new_fake_board())
    panel = again.panel()
    assert panel.post(f"/api/matches/{match}/abandon").status_code == 200
    assert again.house.boarding.current is None
    begin(again, panel)


def test_a_match_can_leave_the_board(board_table: Any, panel: Any, fake_board: Any) -> None:
    """With the board broken the evening goes on without it."""
    match = begin(board_table, panel)
    fake_board.change(connected=False)
    assert panel.post(f"/api/matches/{match}/resume", {"on_board": False}).status_code == 200
    assert panel.act(match, "B3=1").status_code == 200
    now = shown(panel, match)
    assert (now["on_board"], now["version"]) == (False, 1)


def test_the_board_page_shows_a_review_on_the_real_board(
    board_table: Any, panel: Any, fake_board: Any
) -> None:
    """With no match on the board a stored match's terrain can be driven."""
    match = panel.new()["id"]
    panel.act(match, "B1=3")
    assert panel.post(f"/api/matches/{match}/terrain", {"state": 1}).status_code == 202
    assert fake_board.asked[-1] == {1: 3, 2: 2, 3: 3, 4: 2}
    assert panel.post(f"/api/matches/{match}/terrain", {"state": 9}).status_code == 409


def test_the_board_is_taken_from_the_lobby_on(board_table: Any, panel: Any) -> None:
    """A match on the board that waits for phones keeps others off it, over a restart too."""
    waiting = panel.new([{"kind": "board"}, {"kind": "phone"}], on_board=True)["id"]
    body = {"game": "palace", "seats": [{"kind": "board"}] * 2, "on_board": True}
    assert panel.post("/api/matches", body).get_json()["code"] == "hosting.board.taken"
    assert panel.post("/api/table/bands/2", {"level": 3}).get_json()["code"] == "hosting.lobby"
    panel.post(f"/api/matches/{waiting}/abandon")
    assert panel.post("/api/matches", body).status_code == 201


def test_a_phones_host_resumes_its_own_match_on_the_board_only(board_table: Any, panel: Any) -> None:
    """Whoever made some other match does not lift a Stop."""
    phone = board_table.browser()
    phone.new()
    panel.post("/api/table/stop")
    assert phone.post("/api/table/resume").get_json()["code"] == "web.right.host"
    made = panel.new([{"kind": "board"}, {"kind": "board"}], on_board=True)
    phone.headers["Authorization"] = f"Bearer {made['host_token']}"
    assert phone.post("/api/table/resume").status_code == 200
