"""Playing a match without the board: actions, versions, one request one action, undo, draws, the end."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from web_panel import texts
from web_panel.hosting.errors import Unavailable


def play(browser: Any, match: str, *actions: str) -> dict[str, Any]:
    """Plays actions one after the other; the match afterwards."""
    for action in actions:
        answer = browser.act(match, action)
        assert answer.status_code == 200, answer.get_data(as_text=True)
    return browser.json(f"/api/matches/{match}")


def test_an_action_changes_the_match_for_everybody(table: Any) -> None:
    """An accepted action raises the version, is the last one, and is in everyone's view."""
    panel = table.panel()
    match = panel.new()["id"]
    shown = play(panel, match, "@c")
    assert (shown["version"], shown["actor"]) == (1, 1)
    assert shown["last"]["action"] == "@c"
    assert shown["last"]["changed"] == ["c1"]
    assert table.browser().json(f"/api/matches/{match}")["view"]["panes"] == {"c1": "white"}


def test_an_onlooker_gets_no_actions_and_may_not_act(table: Any) -> None:
    """Actions are listed for whoever plays the seat to move, and refused to others."""
    panel, onlooker = table.panel(), table.browser()
    match = panel.new()["id"]
    assert "@c" in panel.json(f"/api/matches/{match}")["actions"]
    assert onlooker.json(f"/api/matches/{match}")["actions"] == []
    answer = onlooker.act(match, "@c")
    assert (answer.status_code, answer.get_json()["code"]) == (403, "web.right.seat")


def test_the_same_request_is_one_action_and_gets_the_same_answer(table: Any) -> None:
    """A repeated request, as after a lost answer, changes nothing more and says the same."""
    panel = table.panel()
    match = panel.new()["id"]
    body = {"action": "@c", "version": 0, "request_id": "once-only"}
    first = panel.post(f"/api/matches/{match}/actions", body)
    second = panel.post(f"/api/matches/{match}/actions", body)
    assert first.get_json() == second.get_json() == {"id": match, "version": 1}
    assert panel.json(f"/api/matches/{match}")["version"] == 1


def test_a_request_is_remembered_over_a_restart(make_table: Any) -> None:
    """The same request after the service's restart is still the same action."""
    first = make_table()
    panel = first.browser()
    made = panel.new()
    body = {"action": "@c", "version": 0, "request_id": "once-only"}
    token = {"Authorization": f"Bearer {made['tokens']['0']}"}
    panel.headers |= token
    said = panel.post(f"/api/matches/{made['id']}/actions", body).get_json()
    first.close()
    again = make_table().browser()
    again.headers |= token
    assert again.post(f"/api/matches/{made['id']}/actions", body).get_json() == said


def test_a_stale_version_is_answered_with_the_match_as_it_is(table: Any) -> None:
    """409 with the new view, and nothing changed."""
    panel = table.panel()
    match = panel.new()["id"]
    play(panel, match, "@c")
    answer = panel.act(match, "@d", version=0)
    body = answer.get_json()
    assert (answer.status_code, body["code"]) == (409, "hosting.version")
    assert body["match"]["version"] == 1
    assert body["match"]["view"]["panes"] == {"c1": "white"}


@pytest.mark.parametrize(("action", "code"), [("c7n", "palace.no_sphere"), ("zz top", "palace.bad.action")])
def test_what_the_rules_refuse_is_422_with_the_reason(table: Any, action: str, code: str) -> None:
    """The rules' own message comes through, with advice, and nothing changed."""
    panel = table.panel()
    match = panel.new()["id"]
    answer = panel.act(match, action)
    body = answer.get_json()
    assert (answer.status_code, body["error"], body["code"]) == (422, "illegal", code)
    assert body["says"]
    assert body["do"]
    assert panel.json(f"/api/matches/{match}")["version"] == 0


def test_bands_of_a_match_without_the_board_move_at_once(table: Any) -> None:
    """The level control is an action there: 200 and the new levels."""
    panel = table.panel()
    match = panel.new()["id"]
    body = {"level": 1, "match": match, "version": 0, "request_id": "band-three"}
    answer = panel.post("/api/table/bands/3", body)
    assert answer.status_code == 200
    assert panel.json(f"/api/matches/{match}")["view"]["levels"] == [1, 2, 1, 2, 1]


def test_two_phones_play_their_own_seats_only(table: Any) -> None:
    """A seat's key plays that seat; the other's turn is not theirs."""
    host = table.browser()
    made = host.new([{"kind": "phone", "mine": True}, {"kind": "phone"}])
    match = made["id"]
    guest = table.browser(peer="192.168.1.20", host="192.168.1.2:8080")
    assert host.json(f"/api/matches/{match}")["state"] == "lobby"
    joined = guest.post(f"/j/{made['join_url']['1'].rsplit('/', 1)[1]}", {"name": "Ben"})
    assert joined.get_json()["seat"] == 1
    assert host.json(f"/api/matches/{match}")["state"] == "playing"
    early = guest.act(match, "@c")
    assert (early.status_code, early.get_json()["code"]) == (422, "palace.not_turn.0")
    assert guest.act(match, "@c", seat=0).get_json()["code"] == "hosting.seat.other"
    assert host.act(match, "@c").status_code == 200
    assert guest.act(match, "@c").status_code == 200


def test_undo_asks_the_other_player(table: Any) -> None:
    """The last action goes back only when the other agrees; refusing leaves it."""
    panel = table.panel()
    match = panel.new()["id"]
    play(panel, match, "@c")
    asked = panel.post(f"/api/matches/{match}/undo", {"seat": 0, "version": 1})
    assert asked.status_code == 200
    shown = panel.json(f"/api/matches/{match}")
    assert shown["undo"] == {"by": 0, "waiting": [1]}
    assert shown["version"] == 1
    panel.post(f"/api/matches/{match}/undo", {"seat": 1, "agree": False})
    assert panel.json(f"/api/matches/{match}")["undo"] is None
    panel.post(f"/api/matches/{match}/undo", {"seat": 0})
    agreed = panel.post(f"/api/matches/{match}/undo", {"seat": 1})
    assert agreed.status_code == 200
    shown = panel.json(f"/api/matches/{match}")
    assert (shown["version"], shown["moves"], shown["view"]["panes"]) == (2, [], {})


def test_an_action_ends_open_questions(table: Any) -> None:
    """Playing on answers an undo or a draw offer by itself."""
    panel = table.panel()
    match = panel.new()["id"]
    play(panel, match, "@c")
    panel.post(f"/api/matches/{match}/undo", {"seat": 0})
    panel.post(f"/api/matches/{match}/draw", {"seat": 0})
    shown = play(panel, match, "@d")
    assert (shown["undo"], shown["draw"]) == (None, None)


def test_ones_own_unfinished_turn_needs_no_consent(table: Any) -> None:
    """A band moved and nothing played yet goes back at once."""
    panel = table.panel()
    match = panel.new()["id"]
    play(panel, match, "B3=1")
    assert panel.post(f"/api/matches/{match}/undo", {}).status_code == 200
    assert panel.json(f"/api/matches/{match}")["view"]["levels"] == [1, 2, 3, 2, 1]


def test_against_a_bot_undo_takes_its_answer_back_too(table: Any) -> None:
    """After an undo it is the person's turn again, not the bot's."""
    panel = table.panel()
    seats = [{"kind": "panel"}, {"kind": "bot", "bot": "random"}]
    match = panel.new(seats, options={"bands": "locked"})["id"]
    play(panel, match, "@c")
    table.until(lambda: panel.json(f"/api/matches/{match}")["version"] == 2)
    assert panel.post(f"/api/matches/{match}/undo", {}).status_code == 200
    shown = panel.json(f"/api/matches/{match}")
    assert (shown["moves_total"], shown["actor"]) == (0, 0)


def test_resigning_ends_a_match_of_two(table: Any) -> None:
    """The other has won; the match takes no more actions."""
    panel = table.panel()
    match = panel.new()["id"]
    assert panel.post(f"/api/matches/{match}/resign", {"seat": 1}).status_code == 200
    shown = panel.json(f"/api/matches/{match}")
    assert shown["state"] == "over"
    assert (shown["outcome"]["winners"], shown["outcome"]["reason"]) == ([0], "resigned")
    late = panel.act(match, "@c")
    assert (late.status_code, late.get_json()["code"]) == (409, "hosting.over")


def test_a_draw_needs_everybody(table: Any) -> None:
    """Offered by one, agreed by the other."""
    panel = table.panel()
    match = panel.new()["id"]
    panel.post(f"/api/matches/{match}/draw", {"seat": 0})
    assert panel.json(f"/api/matches/{match}")["draw"] == {"by": 0, "waiting": [1]}
    panel.post(f"/api/matches/{match}/draw", {"seat": 1})
    assert panel.json(f"/api/matches/{match}")["outcome"]["reason"] == "agreed"


def test_abandoning_frees_and_ends_all_keys(table: Any) -> None:
    """An abandoned match has no result, and its seats' keys are dead: 401."""
    host, panel = table.browser(), table.panel()
    made = host.new()
    match = made["id"]
    assert panel.post(f"/api/matches/{match}/abandon").status_code == 200
    assert panel.json(f"/api/matches/{match}")["state"] == "abandoned"
    answer = host.act(match, "@c", version=0)
    assert (answer.status_code, answer.get_json()["code"]) == (401, "web.token")


def test_a_rematch_turns_the_seats(table: Any) -> None:
    """Everyone who asks gets their own new seat; the same rematch for all."""
    host = table.browser()
    made = host.new([{"kind": "phone", "mine": True, "name": "Ada"}, {"kind": "phone", "name": "Ben"}])
    guest = table.browser(peer="192.168.1.20")
    guest.post(f"/j/{made['join_url']['1'].rsplit('/', 1)[1]}")
    early = host.post(f"/api/matches/{made['id']}/rematch")
    assert early.get_json()["code"] == "hosting.running"
    host.post(f"/api/matches/{made['id']}/resign")
    first = host.post(f"/api/matches/{made['id']}/rematch").get_json()
    second = guest.post(f"/api/matches/{made['id']}/rematch").get_json()
    assert first["id"] == second["id"]
    assert (list(first["tokens"]), list(second["tokens"])) == (["1"], ["0"])
    shown = guest.json(f"/api/matches/{first['id']}")
    assert [s["name"] for s in shown["seats"]] == ["Ben", "Ada"]
    assert [s["you"] for s in shown["seats"]] == [True, False]
    assert shown["state"] == "playing"
    assert guest.json(f"/api/matches/{made['id']}")["rematch"] == first["id"]


def test_asking_for_a_rematch_first_opens_no_other_seat(table: Any) -> None:
    """A guest's phone gets its own seat only: no hands played at the table, no codes, not the host's key."""
    host, guest, third = (table.browser(peer=f"192.168.1.{n}") for n in (10, 20, 30))
    seats = [{"kind": "panel", "name": "Ada"}, *({"kind": "phone", "name": name} for name in ("Ben", "Cy"))]
    made = host.new(seats, game="cards")
    for number, phone in ((1, guest), (2, third)):
        phone.post(f"/j/{made['join_url'][str(number)].rsplit('/', 1)[1]}")
    hosted = table.house.open(made["id"])
    hosted.row.state = "over"
    first = guest.post(f"/api/matches/{made['id']}/rematch").get_json()
    assert (list(first["tokens"]), first["join_url"], first["host_token"]) == (["0"], {}, None)
    assert guest.post(f"/api/matches/{first['id']}/abandon").status_code == 403
    assert list(third.post(f"/api/matches/{made['id']}/rematch").get_json()["tokens"]) == ["1"]
    shown = guest.json(f"/api/matches/{first['id']}")
    assert [seat["yours"] for seat in shown["seats"]] == [True, False, False]
    again = host.post(f"/api/matches/{made['id']}/rematch").get_json()
    assert (again["id"], list(again["tokens"])) == (first["id"], ["2"])
    assert host.json(f"/api/matches/{first['id']}")["state"] == "playing"
    assert host.post(f"/api/matches/{first['id']}/abandon").status_code == 200


def test_the_record_of_a_match_replays(table: Any) -> None:
    """The record of a running open game is there for all, in both forms."""
    panel = table.panel()
    match = panel.new([{"kind": "panel", "name": "Ada"}, {"kind": "panel", "name": "Ben"}])["id"]
    play(panel, match, "B3=1", "@c", "@d")
    record = table.browser().json(f"/api/matches/{match}/record")
    assert record["actions"] == [[0, "B3=1"], [0, "@c"], [1, "@d"]]
    text = table.browser().get(f"/api/matches/{match}/record?format=text").get_data(as_text=True)
    assert "1. 0 B3=1; @c\n2. 1 @d\n" in text


def test_states_and_moves_can_be_looked_at_again(table: Any) -> None:
    """Stepping through: each state with the action that led to it."""
    panel = table.panel()
    match = panel.new()["id"]
    play(panel, match, "@c", "@d", "c1n")
    states = panel.json(f"/api/matches/{match}/states?from=1&to=3")
    assert states["states_total"] == 4
    assert [s["move"]["action"] for s in states["states"]] == ["@c", "@d"]
    assert states["states"][1]["view"]["panes"] == {"c1": "white", "d10": "black"}
    moves = panel.json(f"/api/matches/{match}/moves?from=2")
    assert [m["text"] for m in moves["moves"]] == [moves["moves"][0]["text"]]
    assert moves["moves"][0]["text"].startswith("c1n")
    assert panel.get(f"/api/matches/{match}/moves?from=-1").status_code == 400


def test_bots_play_each_other_to_the_end(table: Any) -> None:
    """Two bots finish a match by themselves, one action a version."""
    panel = table.panel()
    bots = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
    match = panel.new(bots, options={"bands": "locked", "max_turns": 40})["id"]
    shown = table.until(
        lambda: (m := panel.json(f"/api/matches/{match}"))["state"] == "over" and m, timeout_s=20.0
    )
    assert shown["version"] == shown["moves_total"]


def test_an_unknown_bot_is_refused(table: Any) -> None:
    """A bot seat names one of the game's bots."""
    seats = [{"kind": "panel"}, {"kind": "bot", "bot": "deep thought"}]
    answer = table.panel().post("/api/matches", {"game": "palace", "seats": seats})
    assert (answer.status_code, answer.get_json()["code"]) == (400, "hosting.bot")
    assert answer.get_json()["params"]["field"] == "seats[1].bot"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"game": "chess", "seats": [{"kind": "panel"}]}, "game"),
        ({"game": "palace", "seats": [{"kind": "panel"}]}, "seats"),
        ({"game": "palace", "seats": [{"kind": "panel"}] * 2, "options": {"bands": "wild"}}, "options.bands"),
        ({"game": "palace", "seats": [{"kind": "panel"}] * 2, "options": {"colour": 1}}, "options"),
        ({"game": "palace", "seats": [{"kind": "throne"}] * 2}, "seats[0].kind"),
        ({"game": "palace", "seats": [{"kind": "panel"}] * 2, "on_board": 1}, "on_board"),
        ({"game": "cards", "seats": [{"kind": "panel"}] * 2, "on_board": True}, "on_board"),
        ({"seats": [{"kind": "panel"}] * 2}, "game"),
    ],
)
def test_a_match_that_cannot_be_is_refused_by_field(table: Any, body: dict[str, Any], field: str) -> None:
    """Unknown games, options, kinds and counts: 400 naming the field, and no match was made."""
    panel = table.panel()
    answer = panel.post("/api/matches", body)
    assert answer.status_code == 400
    assert answer.get_json()["params"]["field"] == field
    assert panel.json("/api/matches")["matches"] == []


def test_open_matches_are_limited(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A flood of matches ends with a reason, not with a full disk."""
    monkeypatch.setattr("web_panel.hosting.house.OPEN_LIMIT", 3)
    panel = table.panel()
    for _ in range(2 * 3):  # twice what strangers may open
        panel.new()
    answer = panel.post("/api/matches", {"game": "palace", "seats": [{"kind": "panel"}] * 2})
    assert (answer.status_code, answer.get_json()["code"]) == (409, "hosting.full")


def test_what_could_not_be_written_has_not_happened(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither written nor read: match, moves and clock are as before; play goes on when the disk does."""
    panel = table.panel()
    match = panel.new(clock={"kind": "increment", "seconds": 600, "increment": 60})["id"]
    play(panel, match, "@c")
    before = panel.json(f"/api/matches/{match}")
    with monkeypatch.context() as patch:

        def fail(*_: Any) -> Any:
            raise Unavailable("store.failed")

        patch.setattr(table.store, "append", fail)
        patch.setattr(table.store, "_read", fail)
        refused = panel.act(match, "@c", version=1)
        assert (refused.status_code, refused.get_json()["code"]) == (503, "store.failed")
    after = panel.json(f"/api/matches/{match}")
    left, was = after.pop("clock"), before.pop("clock")
    assert (left["running"], left["left_s"][0]) == (was["running"], was["left_s"][0])
    assert left["left_s"][1] <= was["left_s"][1]
    assert after == before
    play(panel, match, "@c")
    assert table.store.actions(match)[-1].version == 2


def test_the_move_list_names_a_turned_card(table: Any) -> None:
    """Before it is turned nobody knows the card; afterwards the list says which one it was."""
    from web_panel.hosting.hosted import Change

    browser = table.browser()
    seats = [{"kind": "phone", "mine": True}] * 2
    made = browser.new(seats, game="cards", options={"deal": "three", "turn_cap": 0}, seed="turned")
    hosted = table.house.open(made["id"])
    rng = random.Random(4)
    for _ in range(600):
        seat = min(hosted.actors())
        legal = hosted.match.legal(seat)
        chosen = "ready" if "ready" in legal else rng.choice([a for a in legal if a != "take"] or legal)
        table.house.actor.call(table.house.turns.make, hosted, Change("play", seat, chosen))
        if chosen.startswith("turn "):
            break
    move = browser.json(f"/api/matches/{made['id']}")["moves"][-1]
    assert move["action"].startswith("turn ")
    assert move["message"]["code"].split(".")[1] in ("turned", "miss")
    assert "card" in str(move["message"]["params"])


def test_notices_speak_of_people_by_name(table: Any) -> None:
    """Who asks, offers, leaves or runs out of time is named in the reader's language; no seat is counted."""
    panel = table.panel()
    seats = [{"kind": "panel", "name": "Ada"}, {"kind": "phone", "name": "Ben"}]
    made = panel.new(seats, clock={"kind": "sudden", "seconds": 10})
    match, phone = made["id"], table.browser(peer="192.168.1.7")
    place = table.hub.seq
    assert phone.post("/j/" + made["join_url"]["1"].rpartition("/")[2]).status_code == 200
    play(panel, match, "@c")
    assert panel.post(f"/api/matches/{match}/draw", {"seat": 0}).status_code == 200
    assert panel.post(f"/api/matches/{match}/undo", {"seat": 0}).status_code == 200
    assert panel.post(f"/api/matches/{match}/seats/1/release").status_code == 200
    table.house.actor.call(lambda: table.house.hosted[match].clock.left.__setitem__(1, 0.0))
    table.house.call(table.house._clock_out, match)
    told = {}
    for event in table.hub.after(place, 1.0):
        if event.kind == "notice":
            notice = json.loads(event.text(None))
            told[notice["code"]] = notice["params"]
    assert {code: params["name"] for code, params in told.items()} == {
        "hosting.joined": "Ben",
        "hosting.draw.asked": "Ada",
        "hosting.undo.asked": "Ada",
        "hosting.left": "Ben",
        "hosting.clock": "Ben",
    }
    with table.app.test_request_context():
        for lang in texts.LANGUAGES:
            for code, params in told.items():
                said = texts.say(code, params, lang)
                assert params["name"] in said
                assert "{" not in said
                assert not any(character.isdigit() for character in said)
