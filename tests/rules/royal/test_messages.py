"""What Palais Royal says: every code has a text, every text is used, every action reads as a sentence."""

from __future__ import annotations

import ast
import random
import re
import string
from pathlib import Path

import pytest

import rules.royal
from rules.messages import english
from rules.protocol import IllegalAction
from rules.royal.data import BORDERS, CARDS, PHASES, PLACES, PRIVILEGES
from rules.royal.messages import DONE, NAMES, OPTIONS, REFUSALS, TEXTS

FOLDER = Path(rules.royal.__file__).parent


def written_codes() -> set[str]:
    """All constants in the sources that look like codes; holes of f-strings become *."""
    codes = set()
    for path in FOLDER.rglob("*.py"):
        if path.name == "messages.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                text = "".join(p.value if isinstance(p, ast.Constant) else "*" for p in node.values)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value
            else:
                continue
            if re.fullmatch(r"royal\.[a-z_*.]*[a-z_*]", text):
                codes.add(text)
    return codes


def test_every_refusal_in_the_sources_has_a_text_and_every_text_a_use() -> None:
    """Nothing is shown as a bare code, nothing stands there for nothing."""
    codes = written_codes()
    patterns = [re.compile(re.escape(code).replace(r"\*", "[a-z_-]+")) for code in codes]
    for code, pattern in zip(codes, patterns):
        assert any(pattern.match(known) for known in TEXTS), code
    for code in [*REFUSALS, *OPTIONS]:
        if code.count(".") < 3 or code in REFUSALS:
            assert any(pattern.fullmatch(code) for pattern in patterns), code


def test_every_name_has_a_text(royal) -> None:
    """Places, rooms, phases, cards, privileges, borders, options and their values."""
    wanted = [f"royal.place.{place}" for place in PLACES]
    wanted += [f"royal.room.{place}{more}" for place in PLACES for more in ("", ".does")]
    wanted += [f"royal.phase.{phase}" for phase in ("deal", "post", *PHASES, "over")]
    wanted += [f"royal.guide.{phase}" for phase in ("post", *PHASES)]
    wanted += [f"royal.kind.{card.key}{more}" for card in CARDS for more in ("", ".does")]
    wanted += [f"royal.power.{name}" for name in PRIVILEGES]
    wanted += [f"royal.border.{name}" for name in BORDERS]
    wanted += [f"royal.option.{option.name}" for option in royal.options]
    wanted += [
        f"royal.option.{option.name}.{value}"
        for option in royal.options
        if option.kind == "choice"
        for value in option.values
    ]
    assert [code for code in wanted if code not in TEXTS] == []


def test_tables_do_not_overlap() -> None:
    """One code, one text."""
    assert len(TEXTS) == len(NAMES) + len(OPTIONS) + len(DONE) + len(REFUSALS)


@pytest.mark.parametrize("seats", [2, 4])
def test_every_action_of_a_match_reads_as_a_sentence(royal, random_match, random_options, seats):
    """No hole is left open, no code shows through, and the table of what is done is used up to rare cards."""
    rng = random.Random(seats)
    seen = set()
    for _ in range(6):
        for s, _, action, _ in random_match(seats, rng, random_options(rng)):
            message = royal.describe(s, action)
            seen.add(message.code)
            text = english(message)
            assert "{" not in text
            assert "royal." not in text
            holes = {name for _, name, _, _ in string.Formatter().parse(TEXTS[message.code]) if name}
            assert holes <= set(message.params)
    assert seen <= set(DONE)
    assert len(seen) > len(DONE) - 6


@pytest.mark.parametrize(
    ("phase", "action", "sentence"),
    [
        ("reinforce", "reinforce 2", "sends servants to the gate: 2"),
        ("reinforce", "reinforce 0", "sends nobody to the gate"),
        ("move", "move mint-gate", "a servant goes from the mint to the gate"),
        ("move", "stop", "stops moving; points left: 2"),
        (
            "move",
            "card passage gate-back",
            "plays a secret passage: a servant goes from the gate to the service door",
        ),
        ("collect", "collect", "collects 2 gold"),
        ("collect", "card letter mint", "plays a cardinal's letter for the mint"),
        (
            "recruit",
            "recruit a1 t0 v0",
            "recruits Baron de Rochelys from a1 for 4 gold and leaves a servant there; "
            "back to the reserve: 1",
        ),
        (
            "recruit",
            "recruit c3 t0 v0 writ",
            "recruits Banquier de Fontedor from c3 by a writ for 6 gold; back to the reserve: 0",
        ),
        ("recruit", "done", "ends recruiting"),
        ("draw", "draw 1", "draws cards: 1"),
        ("end", "card prestige", "lays a prestige open"),
        ("end", "end", "ends the turn"),
    ],
)
def test_what_actions_are_called(royal, scene, phase, action, sentence):
    """The subject is left out."""
    palace = {"parade": 1, "mint": 1, "gate": 1, "office": 1, "back": 1}
    hand = ["passage", "letter", "writ", "prestige"]
    s = scene(palace, {"stair": 1}, phase=phase, turn={"count": 2 if phase == "move" else 0}, gold={0: 6},
              park={"a1": "N21", "c3": "N22"}, hands={0: hand})  # fmt: skip
    assert str(royal.describe(s, action)) == sentence


def test_collecting_tells_of_what_there_is(royal, scene):
    """Gold and free seals; gold alone; nothing, said as such and not as three noughts."""
    for palace, sentence in (
        ({"mint": 1, "king": 1}, "collects 2 gold; free seals: 1 turquoise, 0 violet"),
        ({"mint": 2}, "collects 3 gold"),
        ({"king": 1}, "collects nothing"),
    ):
        s = scene(palace, {"king": 1} if "mint" not in palace else {}, phase="collect", hands={0: ["letter"]})
        assert str(royal.describe(s, "collect")) == sentence


def test_only_legal_actions_are_described(royal, scene):
    """Anything else is refused as if it were played."""
    with pytest.raises(IllegalAction, match="at most 2"):
        royal.describe(scene({"parade": 1}, {}), "reinforce 3")
