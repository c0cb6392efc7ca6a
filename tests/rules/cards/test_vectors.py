"""The worked positions of tests/vectors/cards.json, every key of them."""

import json
from collections import Counter
from pathlib import Path

import pytest

from rules.protocol import RulesError

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "cards.json").read_text())["vectors"]


def by_id(vector):
    return vector["id"]


def load(cards, vector):
    return cards.from_json(vector["state"] | {"options": vector.get("options", {})})


def legal(cards, state):
    """What may be done, in the vectors' words, over all seats that may act."""
    actor = cards.actor(state)
    seats = sorted(actor) if isinstance(actor, frozenset) else [] if actor is None else [actor]
    listed = [action.split() for seat in seats for action in cards.actions(state, seat)]
    plays: Counter[str] = Counter()
    for words in listed:
        if words[0] == "play":
            rank = words[1][0]
            assert {card[0] for card in words[1:]} == {rank}
            plays[rank] = max(plays[rank], len(words) - 1)
    counts = [(words[1][0], len(words) - 1) for words in listed if words[0] == "play"]
    assert sorted(counts) == sorted((rank, n) for rank, most in plays.items() for n in range(1, most + 1))
    return {
        "play": dict(plays),
        "take": ["take"] in listed,
        "turn_slots": [int(words[1]) for words in listed if words[0] == "turn"],
        "swap": sum(words[0] == "swap" for words in listed),
        "ready": listed.count(["ready"]),
    }


def result(cards, state):
    """A state and its outcome in the vectors' words."""
    outcome, d = cards.outcome(state), cards.to_json(state)
    return d | {
        "stock_count": len(d["stock"]),
        "winners": sorted(outcome.winners) if outcome else None,
        "loser": next(iter(outcome.losers), None) if outcome else None,
        "reason": outcome.reason if outcome else None,
    }


def check_legal(cards, state, expected):
    found = legal(cards, state)
    assert {key: found[key] for key in expected} == expected


def check_result(cards, state, expected):
    found = result(cards, state)
    for key, value in expected.items():
        if key == "seats":
            for index, zones in value.items():
                for zone, wanted in zones.items():
                    have = found["seats"][int(index)][zone]
                    assert (have if zone == "down" else sorted(have)) == (
                        wanted if zone == "down" else sorted(wanted)
                    ), f"seat {index} {zone}"
        elif key == "removed_has":
            assert set(value) <= set(found["removed"])
        elif key == "legal_after":
            check_legal(cards, state, value)
        else:
            assert found[key] == value, key


@pytest.mark.parametrize("vector", VECTORS, ids=by_id)
def test_what_may_be_done_is_what_the_vector_says(cards, vector):
    """Ranks with their greatest number, the pile, the slots, the exchanges."""
    check_legal(cards, load(cards, vector), vector.get("legal", {}))


@pytest.mark.parametrize("vector", [v for v in VECTORS if "illegal" in v], ids=by_id)
def test_what_the_vector_refuses_is_refused_and_changes_nothing(cards, vector):
    """Every illegal action raises one of the rules' errors."""
    state = load(cards, vector)
    before = cards.to_json(state)
    for wrong in vector["illegal"]:
        with pytest.raises(RulesError):
            cards.apply(state, wrong["action"], wrong["seat"])
    assert cards.to_json(state) == before


@pytest.mark.parametrize("vector", VECTORS, ids=by_id)
def test_the_actions_lead_to_the_result(cards, vector):
    """Only the keys the vector gives are compared; nothing is lost on the way and no invariant broken."""
    state = load(cards, vector)
    assert cards.problems(state) == []
    for done in vector["actions"]:
        state = cards.apply(state, done["action"], done["seat"])
        assert cards.problems(state) == []
    check_result(cards, state, vector["result"])


@pytest.mark.parametrize("vector", VECTORS, ids=by_id)
def test_the_position_survives_json(cards, vector):
    """Written canonically and read again it is the same state."""
    state = load(cards, vector)
    text = json.dumps(cards.to_json(state))
    assert cards.from_json(json.loads(text)) == state


def test_the_endless_game_comes_back_to_where_it_was(cards):
    """V54 ends in the position it began with, and the repetition key says so."""
    vector = next(v for v in VECTORS if v["id"] == "V54")
    state = start = load(cards, vector)
    keys = [cards.repetition_key(state)]
    for done in vector["actions"]:
        state = cards.apply(state, done["action"], done["seat"])
        keys.append(cards.repetition_key(state))
    assert keys[0] == keys[-1] == cards.repetition_key(start)
    assert len(set(keys)) == len(keys) - 1
