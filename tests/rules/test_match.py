"""A match: versions, undo and consent, corrections, resigning, draws, repetition."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules import game
from rules.match import Match, SeatInfo
from rules.protocol import BadNotation, BadOption, IllegalAction, NotYourTurn, Outcome, StaleVersion

BOARD = (SeatInfo("Ada", "board"), SeatInfo("Ben", "board"))


def palace(bands: str = "free", seats: Any = BOARD, **options: Any) -> Match:
    return Match.start(game("palace"), seats, {"bands": bands, **options})


@pytest.fixture
def toy_match(toy: Any) -> Match:
    """Three persons of the tiny game, dealt and ready, seat 0 to act."""
    match = Match.start(toy, [SeatInfo("Ada", "phone"), SeatInfo("Ben", "bot"), SeatInfo("Cleo", "panel")])
    match.play("chance", "deal 1,2,3,4,5,6,7,8,9")
    for seat in (2, 0, 1):
        match.play(seat, "ready")
    return match


def snapshot(match: Match) -> tuple[Any, ...]:
    """All that a refused call must leave as it was."""
    return (
        list(match.actions),
        list(match.states),
        match.version,
        list(match.corrections),
        match.result,
        list(match.seats),
    )


def refused(match: Match, kind: type[Exception], words: str, call: Any, *args: Any, **named: Any) -> None:
    """The call is refused in those words and changes nothing."""
    before = snapshot(match)
    with pytest.raises(kind) as caught:
        call(*args, **named)
    assert words in str(caught.value)
    assert snapshot(match) == before


# Playing


def test_every_accepted_change_raises_the_version() -> None:
    """Playing, undoing, correcting and ending each raise the version by one."""
    match = palace("locked")
    versions = [match.version]
    for change in (
        lambda: match.play(0, "@a"),
        lambda: match.correct("@b"),
        lambda: match.play(1, "@a", 2),
        match.undo,
        lambda: match.resign(0),
    ):
        change()
        versions.append(match.version)
    assert versions == [0, 1, 2, 3, 4, 5]


def test_play_returns_the_new_state() -> None:
    """The states are kept, one more than the actions."""
    match = palace()
    assert match.play(0, "@c") is match.state
    assert match.actions == [(0, "@c")]
    assert len(match.states) == 2
    assert match.actor() == 1
    assert "@c" in match.legal(1)
    assert match.legal(0) == []


def test_actions_are_kept_in_their_canonical_text() -> None:
    """What was entered with other case or blanks is kept as the game lists it."""
    match = palace()
    match.play(0, " b3 = 1")
    match.play(0, "@C ")
    assert match.actions == [(0, "B3=1"), (0, "@c")]


@pytest.mark.parametrize(
    ("call", "arguments"),
    [("play", (0, "@c")), ("undo", ()), ("correct", ("@d",)), ("resign", (0,)), ("draw", ())],
)
def test_an_old_version_is_refused(call: str, arguments: tuple[Any, ...]) -> None:
    """Whoever acts on an older (or newer) version is told so, and nothing changes."""
    match = palace("locked")
    match.play(0, "@a")
    for version in (0, 2):
        refused(
            match,
            StaleVersion,
            f"version 1, and this was for {version}",
            getattr(match, call),
            *arguments,
            version,
        )


def test_what_the_rules_refuse_changes_nothing() -> None:
    """Illegal actions, bad texts, wrong seats."""
    match = palace("locked")
    refused(match, IllegalAction, "no sphere on a1", match.play, 0, "a1n")
    refused(match, BadNotation, "is none", match.play, 0, "hello")
    refused(match, BadNotation, "a text is needed", match.play, 0, None)
    refused(match, NotYourTurn, "White's turn", match.play, 1, "@a")
    for seat in (2, -1, "0", None, True):
        refused(match, NotYourTurn, "there is no seat", match.play, seat, "@a")
    assert match.legal("chance") == match.legal(7) == []


def test_an_unknown_kind_of_seat_is_refused() -> None:
    """Seats are of the kinds the table knows; the error names the seat."""
    with pytest.raises(BadOption, match=r"seats\[1\].kind: chair cannot be chosen"):
        palace(seats=[SeatInfo("Ada", "board"), SeatInfo("Ben", "chair")])  # type: ignore[arg-type]


def test_nothing_can_be_played_after_the_end() -> None:
    """When the rules ended the match, it takes no more actions, resignations or draws."""
    match = palace("locked", max_turns=1)
    match.play(0, "@a")
    assert match.result == Outcome((), (), None, (1, 1), "turn_cap")
    assert match.actor() is None
    refused(match, IllegalAction, "the match is over", match.play, 1, "@a")
    refused(match, IllegalAction, "the match is over", match.resign, 1)
    refused(match, IllegalAction, "the match is over", match.draw)


# Undo


def test_undo_takes_one_action_back() -> None:
    """The state before the last action is the present again."""
    match = palace("locked")
    match.play(0, "@a")
    before = match.state
    match.play(1, "@b")
    assert match.undo() is before
    assert match.actions == [(0, "@a")]


def test_undo_of_the_very_last_action_reopens_the_match() -> None:
    """An action that ended the match can be taken back like any other."""
    match = palace("locked", max_turns=1)
    match.play(0, "@a")
    match.undo()
    assert match.result is None
    assert match.actor() == 0


def test_undo_asks_every_other_person() -> None:
    """A finished turn needs the others' consent, whoever asks; bots are not asked."""
    match = palace("locked")
    match.play(0, "@a")
    assert match.undo_needs_consent(0) == {1}
    assert match.undo_needs_consent(1) == {0}
    alone = palace("locked", seats=(SeatInfo("Ada", "board"), SeatInfo("Bot", "bot")))
    alone.play(0, "@a")
    assert alone.undo_needs_consent(0) == set()


def test_ones_own_unfinished_turn_needs_no_consent() -> None:
    """Bands moved before the action are one's own to take back; nobody else's."""
    for bands in ("free", "single"):
        match = palace(bands)
        match.play(0, "B3=2")
        assert match.undo_needs_consent(0) == set()
        assert match.undo_needs_consent(1) == {0}
        match.play(0, "@a")
        assert match.undo_needs_consent(0) == {1}
    match = palace("action")
    match.play(0, "B3=2")
    assert match.undo_needs_consent(0) == {1}


def test_undo_stops_at_chance_and_reveals(toy_match: Match) -> None:
    """A deal cannot be taken back, nor an action that showed somebody a hidden card."""
    dealt = Match.start(toy_match.game, toy_match.seats)
    dealt.play("chance", "deal 1,2,3,4,5,6,7,8,9")
    refused(dealt, IllegalAction, "a deal cannot be taken back", dealt.undo)
    with pytest.raises(IllegalAction, match="a deal cannot be taken back"):
        dealt.undo_needs_consent(0)
    toy_match.play(0, "draw")
    refused(toy_match, IllegalAction, "somebody has seen", toy_match.undo)
    refused(toy_match, IllegalAction, "somebody has seen", toy_match.correct, "wait")
    toy_match.play(1, "wait")
    assert toy_match.undo_needs_consent(0) == {2}
    toy_match.undo()


def test_own_part_of_a_common_phase_needs_no_consent(toy: Any) -> None:
    """Where several seats act at once, one who may act again takes back alone; one who is done asks."""
    match = Match.start(toy, [SeatInfo("Ada", "phone"), SeatInfo("Ben", "phone")])
    match.play("chance", "deal 1,2,3,4,5,6,7,8,9")
    match.play(1, "ready")
    assert match.undo_needs_consent(1) == {0}
    assert match.undo_needs_consent(0) == {1}


def test_nothing_to_undo() -> None:
    """At the start there is nothing to take back."""
    match = palace()
    refused(match, IllegalAction, "no action to take back", match.undo)
    refused(match, IllegalAction, "no action to take back", match.correct, "@a")


def test_undo_and_redo_give_the_same_match() -> None:
    """Taking back and playing again, at every point of a whole match, leads to the same states."""
    rng = random.Random(3)
    match, plain = palace("single"), palace("single")
    while (seat := match.actor()) is not None:
        action = rng.choice(match.legal(seat))
        match.play(seat, action)
        match.undo()
        match.play(seat, action)
        plain.play(seat, action)
    assert match.states == plain.states
    assert match.record() == plain.record()
    assert match.version == 3 * plain.version


# Corrections


def test_correct_replaces_the_recognised_action() -> None:
    """What the board misread is replaced without asking, and noted."""
    match = palace("locked")
    match.play(0, "@a")
    match.correct("@d", 1)
    assert match.actions == [(0, "@d")]
    assert match.state.panes() == {"d1": "white"}
    assert [(c.index, c.was, c.now) for c in match.corrections] == [(0, "@a", "@d")]


def test_correct_is_possible_until_the_next_action() -> None:
    """The next accepted action, an undo or a correction by hand closes the chance to correct."""
    match = palace("locked")
    match.play(0, "@a")
    match.play(1, "@a", recognised=False)
    refused(match, IllegalAction, "has just recognised", match.correct, "@b")
    match.undo()
    refused(match, IllegalAction, "has just recognised", match.correct, "@b")
    match.play(1, "@a")
    match.correct("@b")
    refused(match, IllegalAction, "has just recognised", match.correct, "@c")
    assert match.actions == [(0, "@a"), (1, "@b")]


def test_only_recognised_actions_are_corrected() -> None:
    """What a phone, the panel or a bot played is not corrected; what the referee read for any seat is."""
    match = palace("locked", seats=(SeatInfo("Ada", "phone"), SeatInfo("Ben", "bot")))
    match.play(0, "@a")
    refused(match, IllegalAction, "has just recognised", match.correct, "@b")
    match.play(1, "@a", recognised=True)
    match.correct("@b")
    assert match.actions[-1] == (1, "@b")


def test_a_correction_must_be_legal() -> None:
    """What could not have been played is refused, and so is what was recorded anyway."""
    match = palace("locked")
    match.play(0, "@a")
    refused(match, IllegalAction, "no sphere on c7", match.correct, "c7n")
    refused(match, IllegalAction, "that is what was recorded", match.correct, "@A")


def test_a_corrected_action_taken_back_is_forgotten() -> None:
    """The record's corrections speak of actions that are still there."""
    match = palace("locked")
    match.play(0, "@a")
    match.correct("@b")
    match.undo()
    assert match.corrections == []


# Ends by the players


def test_resigning_from_two_seats() -> None:
    """The other has won, out of turn too; nothing more can be played, taken back or resigned."""
    match = palace()
    match.resign(1)
    assert match.result == Outcome((0,), (1,), None, (1, 2), "resigned")
    assert match.actor() is None
    assert match.legal(0) == []
    refused(match, IllegalAction, "the match is over", match.play, 0, "@a")
    refused(match, IllegalAction, "ended by the players", match.undo)
    refused(match, IllegalAction, "the match is over", match.resign, 0)


def test_resigning_from_three_seats(toy_match: Match) -> None:
    """A bot plays on, and the person has lost whatever the bot reaches."""
    toy_match.resign(0)
    assert toy_match.result is None
    assert toy_match.seats[0] == SeatInfo("Ada", "bot")
    refused(toy_match, IllegalAction, "this player has resigned already", toy_match.resign, 0)
    for seat, action in (
        (0, "wait"),
        (1, "play 3"),
        (2, "play 6"),
        (0, "play 2"),
        (1, "draw"),
        (2, "play 5"),
    ):
        toy_match.play(seat, action)
    result = toy_match.result
    assert result is not None
    assert (result.winners, result.losers, result.scores) == ((2,), (0, 1), (2, 3, 11))
    assert Match.start(toy_match.game, toy_match.seats).resigned == []


def test_a_bot_that_took_over_does_not_win_for_its_person(toy_match: Match) -> None:
    """The seat that resigned is among the losers even when its bot came first."""
    toy_match.resign(2)
    for seat, action in (
        (0, "play 1"),
        (1, "play 3"),
        (2, "play 6"),
        (0, "wait"),
        (1, "wait"),
        (2, "play 5"),
    ):
        toy_match.play(seat, action)
    result = toy_match.result
    assert result is not None
    assert (result.winners, result.losers, result.ranks[2]) == ((), (0, 1, 2), 1)


def test_draw_by_agreement() -> None:
    """An agreed draw has no winner and no loser."""
    match = palace()
    match.draw(0)
    assert match.result == Outcome((), (), None, (1, 1), "agreed")
    assert match.ended_by_players


def test_repetitions_are_counted(toy_match: Match) -> None:
    """How often the present position stood here, by the game's own key; 0 where the game has none."""
    counts = [toy_match.repetitions()]
    for n in range(6):
        toy_match.play(n % 3, "wait")
        counts.append(toy_match.repetitions())
    assert counts[0] == counts[3] - 1
    assert counts[6] == counts[3] + 1
    assert palace().repetitions() == 0
