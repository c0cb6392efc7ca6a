"""The players of Palace as they sit at the table: none misses a win in one or walks into a loss in one."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from rules.bots import LEVELS, WON, Bot, Budget, Decision, bot
from rules.bots.palace.evaluate import WIN
from rules.bots.palace.search import Search
from rules.bots.palace.turns import result, turns
from rules.palace import GAME, Position, legal

PLAYERS = ["greedy", "alphabeta:engine=python,nodes=2000", *(level.key for level in LEVELS["palace"])]
WINS_IN_ONE = "8/8/8/8/8/8/8/8/8/b2w4 11111 w aef/abc - 9"
# In each a single turn, or very few, leave Black no win in one.
LOSSES_IN_ONE = {
    "free": "1w6/b7/2w5/8/8/8/8/8/8/wb6 13111 w a/abc - 9",
    "single": "6w1/4w3/8/8/8/1b3b2/8/8/8/1w6 22322 w a/abc - 9",
    "action": "6w1/3b4/5w2/8/4b3/8/8/8/2b5/2w5 22222 w a/ab - 9",
    "locked": "2b4w/5b2/b7/8/8/5w2/8/8/1b6/2w5 11122 w a/- - 9",
}


def choice(player: Bot, position: Position, seed: int) -> tuple[Decision, Position]:
    """What the player decides, and the position after its turn."""
    view = GAME.view(position, position.turn)
    decision = player.choose(GAME, view, GAME.actions(position), Budget(work=3000), Random(seed))
    here = position
    for action in decision.line:
        if here.turn != position.turn or legal.over(here):
            break
        here = GAME.apply(here, action)
    return decision, here


@cache
def safe(option: str) -> frozenset[tuple[int, ...]]:
    """The turns of ``LOSSES_IN_ONE`` after which the other side has no win in one."""
    position = Position.parse(LOSSES_IN_ONE[option], option)
    found = turns(position)
    kept = frozenset(
        turn.key
        for turn in found
        if not legal.over(turn.after) and Search(turn.after).run(1).value != WIN - 1
    )
    assert 0 < len(kept) < len(found) / 10
    return kept


@pytest.mark.parametrize("spec", PLAYERS)
def test_wins_in_one(spec: str, option: str) -> None:
    """Where one turn wins, every player but the random one plays it and knows it, however much it errs."""
    for seed in range(3):
        decision, after = choice(bot("palace", spec), Position.parse(WINS_IN_ONE, option), seed)
        assert legal.broken(after) == 1
        assert decision.value is not None
        assert decision.value > WON


@pytest.mark.parametrize("spec", PLAYERS)
def test_sees_a_loss_in_one(spec: str, option: str) -> None:
    """Where all turns but one in ten or fewer lose to the answer, every player finds one that does not."""
    position = Position.parse(LOSSES_IN_ONE[option], option)
    for seed in range(3):
        _, after = choice(bot("palace", spec), position, seed)
        assert after.turn != position.turn
        assert result(after) in safe(option)


@pytest.mark.parametrize("engine", ["auto", "python"])
def test_no_error_of_judgement_is_taken_for_a_win(engine: str) -> None:
    """However much a player may misjudge, it calls only those matches won by force that are."""
    player = bot("palace", f"alphabeta:engine={engine},depth=2,jitter=1000000000")
    for seed in range(4):
        decision, _ = choice(player, Position.start("locked"), seed)
        assert decision.value is not None
        assert abs(decision.value) < WON
