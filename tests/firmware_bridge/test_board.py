"""The board: snapshots, events, movements and everything that may end one."""

from __future__ import annotations

import time

import pytest

from firmware_bridge import regmap as reg
from firmware_bridge.board import Board
from firmware_bridge.errors import BoardRefusal


def code(refused: pytest.ExceptionInfo[BoardRefusal]) -> str:
    return refused.value.notice.code


class Lamps:
    """A console that writes down what it is asked for."""

    def __init__(self) -> None:
        self.said: list[tuple[tuple[int, ...], str]] = []
        self.tested = 0

    def motion(self, bands, phase: str) -> None:
        self.said.append((tuple(bands), phase))

    def test_lamps(self) -> None:
        self.tested += 1


def test_a_new_board_is_connected_and_not_homed(board):
    """After the first reading the snapshot shows what is there and assumes nothing."""
    seen = board.snapshot()
    assert seen.connected
    assert not seen.homed
    assert [b.state for b in seen.bands] == ["unhomed"] * 5
    assert len(seen.panes) == 80
    assert seen.panes[0].pane == "a1"
    assert seen.panes[79].pane == "h10"
    assert board.age_ms() < 1000


def test_nothing_moves_before_a_person_homes(fake, board):
    """Connecting sends no motion, and a level is refused until the bands know their height."""
    with pytest.raises(BoardRefusal) as refused:
        board.move({3: 1})
    assert code(refused) in ("board.not_enabled", "board.unhomed")
    assert fake.moves() == []
    assert not fake.enabled


def test_homing_enables_and_confirms(fake, board, events):
    """home() switches the motors on, homes, and says so only when every band is at level 1."""
    pending = board.home()
    assert pending.kind == "home"
    assert pending.targets == dict.fromkeys(range(1, 6), 1)
    result = events.wait("motion")
    assert result.id == pending.id
    assert result.ok
    assert fake.enabled
    assert board.snapshot().homed
    assert board.snapshot().levels == (1, 1, 1, 1, 1)
    assert board.snapshot().pending is None


def test_a_move_warns_first_and_is_confirmed_by_the_level(fake, homed, events):
    """Lamp and buzzer, then the motors, then "motion" with the levels in the snapshot."""
    homed.console = lamps = Lamps()
    before = len(fake.moves())
    asked = time.monotonic()
    pending = homed.move({3: 3, 4: 2})
    assert pending.stage == "warning"
    result = events.wait("motion", lambda r: r.id == pending.id)
    assert result.ok
    assert homed.snapshot().levels == (1, 1, 3, 2, 1)
    assert fake.moves()[before] - asked >= 0.1
    assert lamps.said == [((3, 4), "warning"), ((3, 4), "moving"), ((3, 4), "rest")]
    assert any(s.pending and s.pending.stage == "moving" for s in events.of("snapshot"))


@pytest.mark.timing
def test_heights_arrive_at_most_ten_times_a_second(fake, homed, events):
    """While a band moves the snapshots come often enough to animate and no oftener."""
    pending = homed.move({1: 3})
    events.wait("motion", lambda r: r.id == pending.id)
    between = [s for s in events.of("snapshot") if s.bands[0].level == 0]
    assert 1 <= len(between) <= 6


def test_a_stop_in_the_warning_means_that_nothing_ever_moves(fake, homed, events):
    """Stopped before the motors: not a single frame that moves leaves, now or later."""
    before = len(fake.moves())
    pending = homed.move({2: 3})
    homed.stop()
    result = events.wait("motion", lambda r: r.id == pending.id)
    assert not result.ok
    assert result.notice.code == "board.stopped"
    time.sleep(0.3)
    assert len(fake.moves()) == before
    assert homed.snapshot().stopped


def test_a_stop_on_the_way_ends_the_movement_and_stays(fake, homed, events):
    """Stopped in motion: the result says so, new movements are refused until somebody resumes."""
    pending = homed.move({2: 3})
    events.wait("snapshot", lambda s: s.moving)
    homed.stop()
    result = events.wait("motion", lambda r: r.id == pending.id)
    assert not result.ok
    assert result.notice.code == "board.stopped"
    events.wait("snapshot", lambda s: s.stopped and not s.moving)
    for ask in (lambda: homed.move({1: 2}), homed.home):
        with pytest.raises(BoardRefusal) as refused:
            ask()
        assert code(refused) == "board.stopped"
    homed.resume()
    again = homed.move({2: 3})
    assert events.wait("motion", lambda r: r.id == again.id).ok


def test_one_movement_at_a_time(homed, events):
    """A second movement is refused while one is pending."""
    pending = homed.move({2: 2})
    with pytest.raises(BoardRefusal) as refused:
        homed.move({3: 2})
    assert code(refused) == "board.busy"
    events.wait("motion", lambda r: r.id == pending.id)


def test_a_band_at_its_level_is_confirmed_at_once(fake, homed, events):
    """Asking for the levels that are there sends nothing and is answered."""
    before = len(fake.moves())
    pending = homed.move({1: 1, 5: 1})
    assert events.wait("motion", lambda r: r.id == pending.id).ok
    assert len(fake.moves()) == before


@pytest.mark.parametrize("targets", [{}, {0: 1}, {6: 1}, {1: 0}, {1: 4}])
def test_levels_and_bands_that_do_not_exist_are_refused(homed, targets):
    """Bands 1-5, levels 1-3, at least one."""
    with pytest.raises(BoardRefusal) as refused:
        homed.move(targets)
    assert code(refused) == "board.level"


def test_cancelling_takes_a_movement_back_without_latching(fake, homed, events):
    """cancel() in the warning: nothing moves, and the next movement needs no resume."""
    assert not homed.cancel()
    before = len(fake.moves())
    pending = homed.move({2: 3})
    assert homed.cancel()
    assert events.wait("motion", lambda r: r.id == pending.id).notice.code == "motion.cancelled"
    assert len(fake.moves()) == before
    again = homed.move({2: 2})
    assert events.wait("motion", lambda r: r.id == again.id).ok


def test_a_jam_is_told_once_with_its_band(fake, homed, events):
    """A fault on the way ends the movement with the fault table's words, and is not told twice."""
    fake.jam = 1
    pending = homed.move({2: 3})
    result = events.wait("motion", lambda r: r.id == pending.id)
    assert result.notice.code == "fault.stall"
    assert result.notice.params == {"band": 2}
    events.wait("snapshot", lambda s: any(f.code == "fault.stall" for f in s.faults))
    assert not any(n.code == "fault.stall" for n in events.of("notice"))
    with pytest.raises(BoardRefusal) as refused:
        homed.move({2: 1})
    assert code(refused) == "board.band_fault"
    fake.jam = None
    homed.clear()
    events.wait("snapshot", lambda s: s.bands[1].state == "unhomed" and not s.faults)


def test_the_emergency_stop_ends_a_movement(fake, homed, events):
    """The board's e-stop bit ends what is pending; nothing may be asked for until it is released."""
    pending = homed.move({2: 3})
    fake.status &= ~reg.STATUS.ESTOP_OK
    fake._stop()
    result = events.wait("motion", lambda r: r.id == pending.id)
    assert result.notice.code == "board.estop"
    events.wait("snapshot", lambda s: s.estop)
    with pytest.raises(BoardRefusal) as refused:
        homed.home()
    assert code(refused) == "board.estop"
    with pytest.raises(BoardRefusal) as refused:
        homed.resume()
    assert code(refused) == "board.estop"


def test_the_pis_own_contact_counts_as_well(fake, homed, events):
    """An open contact at the Pi stops the board, even when the board sees its own closed."""
    pending = homed.move({2: 3})
    events.wait("snapshot", lambda s: s.moving)
    homed.sense_estop(True)
    assert events.wait("motion", lambda r: r.id == pending.id).notice.code == "board.estop"
    assert events.wait("snapshot", lambda s: s.estop)
    fake.until(fake.stops)
    homed.sense_estop(False)
    assert events.wait("snapshot", lambda s: not s.estop)


def test_a_board_that_rests_without_being_there_is_named(fake, homed, events):
    """The firmware gave up without a fault: the movement ends with the band that is missing."""
    pending = homed.move({4: 3})
    events.wait("snapshot", lambda s: s.moving)
    fake._stop()
    result = events.wait("motion", lambda r: r.id == pending.id)
    assert result.notice.code == "motion.timeout"
    assert result.notice.params == {"bands": "4"}


def test_a_loss_on_the_way_ends_the_movement_and_shows_why(fake, homed, events):
    """Silence during a movement: a result, then a snapshot that is not connected and says why."""
    pending = homed.move({4: 3})
    fake.mute = True
    result = events.wait("motion", lambda r: r.id == pending.id)
    assert not result.ok
    lost = events.wait("snapshot", lambda s: not s.connected)
    assert lost.faults[0].code == "link.silent"
    assert not lost.homed
    with pytest.raises(BoardRefusal) as refused:
        homed.move({1: 2})
    assert code(refused) == "link.silent"
    fake.mute = False
    events.wait("snapshot", lambda s: s.connected and s.seq > lost.seq)


def test_uncertain_panes_hold_their_band_until_distrusted(fake, homed, events):
    """A pane that cannot be read keeps its band where it is; marking it as not to be trusted frees it."""
    fake.classes[16] = reg.PANE.UNCERTAIN  # a3, on band 2
    events.wait("snapshot", lambda s: s.panes[16].state == "uncertain")
    with pytest.raises(BoardRefusal) as refused:
        homed.move({2: 2})
    assert code(refused) == "board.uncertain"
    assert refused.value.notice.params == {"panes": "a3"}
    assert homed.move({3: 2})
    events.wait("motion", lambda r: r.targets == {3: 2})
    homed.trust("a3", False)
    events.wait("snapshot", lambda s: not s.panes[16].trusted)
    pending = homed.move({2: 2})
    assert events.wait("motion", lambda r: r.id == pending.id).ok
    with pytest.raises(BoardRefusal):
        homed.trust("i3", False)


def test_spheres_show_their_colour(fake, board, events):
    """Dark is black, light is white, a broken sensor is a fault and told."""
    fake.classes[0], fake.classes[79], fake.classes[5] = reg.PANE.DARK, reg.PANE.LIGHT, reg.PANE.SENSOR_FAULT
    seen = events.wait("snapshot", lambda s: s.panes[79].state == "full")
    assert seen.panes[0].colour == "black"
    assert seen.panes[79].colour == "white"
    told = events.wait("notice", lambda n: n.code == "fault.pane-sensor")
    assert told.params == {"pane": "f1"}


def test_a_restart_of_the_board_is_told(fake, homed, events):
    """Another boot count: people hear of it, and nothing homes by itself."""
    fake.input[reg.IN.BOOT_COUNT] += 1
    fake.phase = [int(reg.STATE.UNHOMED)] * 5
    fake.enabled = False
    before = len(fake.moves())
    events.wait("notice", lambda n: n.code == "board.restarted")
    events.wait("snapshot", lambda s: s.connected and not s.homed)
    time.sleep(0.2)
    assert len(fake.moves()) == before


def test_lights_are_written_and_written_again_after_a_restart(fake, board, events):
    """The lamps show what they were asked to, also when the board has started anew."""
    board.light({"a1": "missing", "h10": "#ffffff"})
    fake.until(lambda: fake.holding[reg.HOLD.PANE_COLOUR + 79] == 0xFFFF)
    assert fake.holding[reg.HOLD.PANE_COLOUR] != 0
    fake.holding[reg.HOLD.PANE_COLOUR + 79] = 0
    fake.input[reg.IN.BOOT_COUNT] += 1
    fake.until(lambda: fake.holding[reg.HOLD.PANE_COLOUR + 79] == 0xFFFF)
    for lights, wrong in (({"z9": "missing"}, "board.pane"), ({"a1": "pinkish"}, "board.colour")):
        with pytest.raises(BoardRefusal) as refused:
            board.light(lights)
        assert code(refused) == wrong


def test_raw_values_for_the_builder(fake, homed):
    """raw() brings values, quality, counters and the log of movements."""
    told = homed.raw()
    assert told["panes"][0] == {"pane": "a1", "raw": 100, "confidence": 500 & 0xFF, "noise": 500 >> 8}
    assert told["panes"][79]["raw"] == 179
    assert told["motions"][0]["kind"] == "home"
    assert told["link"]["replies"] > 0
    assert "crc_errors" in told["board"]


def test_lamps_test_lights_panes_and_handles(fake, board):
    """One call tests the pane lamps and the handle lamps."""
    board.console = lamps = Lamps()
    board.lamps_test()
    assert fake.coils[reg.COIL.LAMP_TEST]
    assert lamps.tested == 1


def test_without_a_board_everything_is_refused_and_stop_works(events, tmp_path):
    """No port: a snapshot that says so, refusals with the reason, and Stop latches all the same."""
    board = Board(str(tmp_path / "nothing"), simulated=False)
    board.subscribe(events)
    board.start()
    try:
        events.wait(
            "snapshot", lambda s: s.faults and s.faults[0].params.get("reason", "").startswith("No such")
        )
        assert board.age_ms() is None
        with pytest.raises(BoardRefusal) as refused:
            board.home()
        assert code(refused) == "link.none"
        with pytest.raises(BoardRefusal):
            board.lamps_test()
        board.stop()
        events.wait("snapshot", lambda s: s.stopped)
        assert board.raw()["panes"] == []
    finally:
        board.close()


def test_unsubscribed_listeners_hear_nothing_more(fake, board, events):
    """After unsubscribing no event arrives; twice is as good as once."""
    heard = []
    unsubscribe = board.subscribe(lambda kind, value: heard.append(kind))
    unsubscribe()
    unsubscribe()
    fake.classes[3] = reg.PANE.LIGHT
    events.wait("snapshot", lambda s: s.panes[3].state == "full")
    assert heard == ["snapshot"]


def test_closing_in_mid_move_stops_the_board(fake, homed, events):
    """A service that ends sends Stop; it does not leave glass in motion to the watchdog alone."""
    homed.move({2: 3})
    events.wait("snapshot", lambda s: s.moving)
    homed.close()
    fake.until(fake.stops)


def test_contacts_that_disagree_are_named(fake, board, events):
    """A contact of the e-stop that the Pi sees open and the board closed for more than a second is told."""
    board.sense_estop(False)
    board.sense_estop(True)
    assert events.wait("notice", lambda n: n.code == "console.estop_wire")
    board.sense_estop(False)
    events.wait("snapshot", lambda s: not s.estop and not s.faults)


def test_case_14_a_motion_without_an_answer_is_capped_and_stopped(fake, homed, events):
    """The answers to a movement's request are lost: three tries, then a Stop and the reason in words."""
    before = len(fake.moves())
    fake.reply = lambda frame: [] if frame[1] == 16 else [(0.0, frame)]
    pending = homed.move({2: 3})
    result = events.wait("motion", lambda r: r.id == pending.id)
    assert result.notice.code == "link.silent"
    assert len(fake.moves()) - before == 3
    fake.until(fake.stops)
    fake.until(lambda: fake.goal[1] is None)
    fake.reply = lambda frame: [(0.0, frame)]
    again = homed.move({2: 2})
    assert events.wait("motion", lambda r: r.id == again.id).ok, "no Stop was latched"
