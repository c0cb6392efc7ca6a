"""A bot in the match on the board: stopped, refused, taken back."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def panel(board_table: Any) -> Any:
    return board_table.panel()


def shown(panel: Any, match: str) -> dict[str, Any]:
    return panel.json(f"/api/matches/{match}")


def bots_turn(table: Any, panel: Any) -> tuple[str, Any]:
    """A match on the board in which a bot is to act that nobody will ask: the test plays for it."""
    table.settings["bot_pause_s"] = 600.0
    seats = [{"kind": "board"}, {"kind": "bot", "bot": "random"}]
    match = panel.new(seats, on_board=True)["id"]
    table.until(lambda: shown(panel, match)["state"] == "playing")
    assert panel.act(match, "@c").status_code == 200
    table.board.lay(c1="white")
    table.until(lambda: match in table.house.bots._asked)
    return match, table.house.hosted[match]


def test_a_bot_that_was_stopped_is_asked_again(board_table: Any, panel: Any, fake_board: Any) -> None:
    """Its band moves nothing after a Stop; when the table is resumed it gets its turn anew."""
    match, hosted = bots_turn(board_table, panel)
    bots, asked = board_table.house.bots, len(fake_board.asked)
    board_table.browser().post("/api/table/stop")
    board_table.house.actor.call(bots._play, hosted, 1, "B2=1")
    board_table.settle()
    assert len(fake_board.asked) == asked
    assert match not in bots._asked
    board_table.settings["bot_pause_s"] = 0.0
    assert panel.post("/api/table/resume").status_code == 200
    board_table.until(lambda: (shown(panel, match)["last"] or {}).get("seat") == 1)


def test_a_bot_chosen_before_a_stop_that_was_lifted_is_asked_again(
    board_table: Any, panel: Any, fake_board: Any
) -> None:
    """Stop and Resume while it thinks: what it chose is dropped, and it is asked at once."""
    match, hosted = bots_turn(board_table, panel)
    bots, asked = board_table.house.bots, len(fake_board.asked)
    board_table.browser().post("/api/table/stop")
    panel.post("/api/table/resume")
    board_table.settle()
    board_table.house.actor.call(bots._play, hosted, 1, "B2=1")
    assert len(fake_board.asked) == asked
    assert bots._asked[match] == 1


def test_a_bot_that_the_board_refuses_is_not_asked_without_end(
    board_table: Any, panel: Any, fake_board: Any
) -> None:
    """Nothing has changed: not asked. Something has, such as a band that is homed: asked."""
    match, hosted = bots_turn(board_table, panel)
    bots = board_table.house.bots
    fake_board.refuse = "board.unhomed"
    board_table.house.actor.call(bots._play, hosted, 1, "B2=1")
    fake_board.change(faults=())
    board_table.settle()
    assert match not in bots._asked
    fake_board.change(enabled=False)
    board_table.settle()
    assert bots._asked[match] == 1


def test_an_undo_that_the_board_refuses_half_way_is_shown(
    board_table: Any, panel: Any, fake_board: Any
) -> None:
    """The bot's sphere is back, its band cannot be driven: people see what holds and read why."""
    match, hosted = bots_turn(board_table, panel)
    house = board_table.house
    for action in ("B2=1", "@c"):
        house.actor.call(house.bots._play, hosted, 1, action)
        board_table.settle()
    version, place = shown(panel, match)["version"], board_table.hub.seq
    fake_board.refuse = "board.unhomed"
    answer = panel.post(f"/api/matches/{match}/undo", {"version": version})
    assert (answer.status_code, answer.get_json()["version"]) == (200, version + 1)
    news = board_table.hub.after(place, 0.0)
    assert any(e.kind == "match" and hosted.id == e.topic for e in news)
    assert any("board.unhomed" in e.text(None) for e in news if e.kind == "notice")
    assert shown(panel, match)["actor"] == 1


def on_the_glass(shown: dict[str, Any]) -> list[tuple[str, str, str | None]]:
    """What the page says is to be done by hand."""
    report = shown["referee"] or {}
    return [(errand["kind"], errand["pane"], errand["to"]) for errand in report.get("errands", [])]


def test_a_bots_action_is_shown_until_somebody_has_carried_it_out(
    board_table: Any, panel: Any, fake_board: Any
) -> None:
    """Placed, shoved off: errands and lamps of what is left; then the person's next action counts."""
    match, hosted = bots_turn(board_table, panel)
    bots, actor = board_table.house.bots, board_table.house.actor
    actor.call(bots._play, hosted, 1, "@c")
    assert on_the_glass(board_table.until(lambda: on_the_glass(m := shown(panel, match)) and m)) == [
        ("put", "c10", None)
    ]
    board_table.until(lambda: fake_board.lit == {"c10": "to"})
    fake_board.lay(c10="black")
    board_table.until(lambda: not on_the_glass(shown(panel, match)))
    fake_board.lay(d1="white")
    board_table.until(lambda: shown(panel, match)["version"] == 3)
    actor.call(bots._play, hosted, 1, "B4=1")
    actor.call(bots._play, hosted, 1, "B3=1")
    actor.call(bots._play, hosted, 1, "B2=1")
    actor.call(bots._play, hosted, 1, "c10s")
    fallen = [("break", "c1", None), ("move", "c10", "c1")]
    board_table.until(lambda: on_the_glass(shown(panel, match)) == fallen)
    board_table.until(lambda: fake_board.lit == {"c1": "extra", "c10": "from"})
    fake_board.lay(c1=None)
    board_table.until(lambda: on_the_glass(shown(panel, match)) == [("move", "c10", "c1")])
    board_table.until(lambda: fake_board.lit == {"c10": "from", "c1": "to"})
    fake_board.lay(c10=None)
    board_table.until(lambda: on_the_glass(shown(panel, match)) == [("put", "c1", None)])
    fake_board.lay(c1="black")
    board_table.until(lambda: not on_the_glass(shown(panel, match)))
    board_table.until(lambda: fake_board.lit == {})


def test_a_bot_waits_until_the_glass_shows_what_was_played(
    board_table: Any, panel: Any, fake_board: Any
) -> None:
    """An action of the panel is carried out by hand first; then the bot's bands may drive."""
    seats = [{"kind": "board"}, {"kind": "bot", "bot": "random"}]
    match = panel.new(seats, on_board=True, options={"bands": "locked"})["id"]
    board_table.until(lambda: shown(panel, match)["state"] == "playing")
    panel.act(match, "@c")
    board_table.until(lambda: on_the_glass(shown(panel, match)))
    board_table.settle()
    assert shown(panel, match)["version"] == 1
    assert match not in board_table.house.bots._asked
    fake_board.lay(c1="white")
    board_table.until(lambda: shown(panel, match)["version"] == 2)
