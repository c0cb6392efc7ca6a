"""Bots by text: what is read, and what is said about the rest."""

from __future__ import annotations

import doctest

import pytest

from rules.bots import protocol
from rules.bots.messages import TEXTS
from rules.bots.palace.bot import AlphaBeta
from rules.bots.specs import BOTS, LEVELS, bot
from rules.protocol import BadOption


def test_parameters_are_read() -> None:
    """Parameters take the type of their defaults; what is not named keeps its default."""
    spec = "alphabeta:depth=3,nodes=20000,jitter=0.5,seconds=2,engine=python"
    wanted = AlphaBeta(depth=3, nodes=20_000, jitter=0.5, seconds=2.0, engine="python", spec=spec)
    assert bot("palace", spec) == wanted
    assert bot("palace", "alphabeta") == AlphaBeta()


def test_every_level_is_a_bot() -> None:
    """Each level of each game names a bot, is called by its key and has a text."""
    for game_key, offered in LEVELS.items():
        for level in offered:
            found = bot(game_key, level.key)
            assert found.spec == level.key
            assert found.seconds > 0
            assert TEXTS[level.code]


def test_every_kind_can_be_made() -> None:
    """Each bot has defaults for all its parameters."""
    for game_key, kinds in BOTS.items():
        for word in kinds:
            assert bot(game_key, word).spec == word


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ("clever", "bots.bad.kind"),
        ("", "bots.bad.kind"),
        (None, "bots.bad.kind"),
        ("alphabeta:deep=3", "bots.bad.parameter"),
        ("alphabeta:spec=x", "bots.bad.parameter"),
        ("alphabeta:depth", "bots.bad.value"),
        ("alphabeta:depth=two", "bots.bad.value"),
        ("alphabeta:depth=-1", "bots.bad.value"),
        ("alphabeta:jitter=nan", "bots.bad.value"),
        ("alphabeta:seconds=61", "bots.bad.value"),
        ("alphabeta:engine=steam", "bots.bad.value"),
    ],
)
def test_what_cannot_be_read(spec: str, code: str) -> None:
    """A wrong spec says which word is wrong and what there is instead."""
    with pytest.raises(BadOption) as refused:
        bot("palace", spec)
    assert refused.value.message.code == code
    assert "{" not in str(refused.value)


def test_the_example_of_the_protocol() -> None:
    """The example in the module's text runs."""
    results = doctest.testmod(protocol)
    assert results.attempted
    assert not results.failed
