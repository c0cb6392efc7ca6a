"""A builder's hands: shown what to do, believed by what the board shows, heard when they say a word."""

from __future__ import annotations

import threading

import pytest

from firmware_bridge.selftest.hands import Aborted, Ask, PersonHands, Skipped

ASK = Ask("test.ask.guard_open", deed=("guard", True))


@pytest.fixture
def shown() -> list:
    return []


@pytest.fixture
def person(shown) -> PersonHands:
    return PersonHands(shown.append)


def later(seconds: float, act) -> threading.Timer:
    timer = threading.Timer(seconds, act)
    timer.start()
    return timer


def test_what_the_board_shows_ends_the_waiting(person, shown):
    """Done as soon as the board sees it, without a word; the request is shown and taken away again."""
    done = threading.Event()
    timer = later(0.1, done.set)
    assert person.until(ASK, done.is_set, 5.0)
    assert shown == [ASK, None]
    timer.join()


def test_going_on_as_it_is_tells_what_is_missing(person):
    """The builder says "go on": what is not there by then is missing."""
    timer = later(0.05, lambda: person.answer("yes"))
    assert not person.until(ASK, lambda: False, 5.0)
    timer.join()


def test_nobody_there_is_an_end_too(person):
    """Nothing done, nothing said: the limit ends it."""
    assert not person.until(ASK, lambda: False, 0.15)


@pytest.mark.parametrize(("word", "right"), [("yes", True), ("no", False)])
def test_questions_are_answered_by_words(person, shown, word, right):
    """The look of the simulated board is not asked where there are real eyes."""
    timer = later(0.05, lambda: person.answer(word))
    assert person.confirm(Ask("test.ask.buzzer", question=True), lambda: not right) is right
    assert shown[-1] is None
    timer.join()


@pytest.mark.parametrize(("word", "error"), [("skip", Skipped), ("abort", Aborted)])
def test_skip_and_abort_end_a_request_or_a_question(person, shown, word, error):
    """Both leave the step, by their own way; nothing stays shown."""
    timer = later(0.05, lambda: person.answer(word))
    with pytest.raises(error):
        person.until(ASK, lambda: False, 5.0)
    timer.join()
    timer = later(0.05, lambda: person.answer(word))
    with pytest.raises(error):
        person.confirm(ASK, lambda: True)
    assert shown[-1] is None
    timer.join()


def test_words_said_too_early_do_not_answer_the_next_question(person):
    """A second press of "yes" is not the answer to what comes after."""
    person.answer("yes")
    timer = later(0.05, lambda: person.answer("no"))
    assert person.confirm(Ask("test.ask.buzzer", question=True), lambda: True) is False
    timer.join()
