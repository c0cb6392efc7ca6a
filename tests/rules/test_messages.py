"""The English texts: one for each code, and every code that is used has one."""

from __future__ import annotations

import ast
import pickle
import re
from pathlib import Path

import pytest

import rules
from rules.messages import TEXTS, english
from rules.protocol import BadNotation, BadOption, IllegalAction, Message, RulesError

FOLDER = Path(rules.__file__).parent


def written_codes() -> set[str]:
    """All string constants in the rules' sources that look like codes; f-string holes become *."""
    codes = set()
    for path in FOLDER.rglob("*.py"):
        if path.name == "messages.py":
            continue
        tree = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        pieces = {id(value) for node in tree if isinstance(node, ast.JoinedStr) for value in node.values}
        for node in tree:
            if isinstance(node, ast.JoinedStr):
                text = "".join(p.value if isinstance(p, ast.Constant) else "*" for p in node.values)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in pieces:
                text = node.value
            else:
                continue
            if re.fullmatch(r"(palace|match|record|options)\.[a-z_*.0-9]*[a-z_*0-9]", text):
                codes.add(text)
    return codes


def test_every_used_code_has_a_text() -> None:
    """No refusal or description can show a bare code."""
    codes = written_codes()
    assert {"palace.wall", "match.over", "record.missing", "palace.did.*"} <= codes
    for code in codes:
        pattern = re.escape(code).replace(r"\*", "[a-z_0-9]+")
        assert any(re.fullmatch(pattern, known) for known in TEXTS), code


def test_every_text_is_used() -> None:
    """No text stands there for nothing."""
    patterns = [re.compile(re.escape(code).replace(r"\*", "[a-z_0-9]+")) for code in written_codes()]
    own = [code for code in TEXTS if code.split(".")[0] in ("palace", "match", "record", "options")]
    shown_by_the_panel = re.compile(r"palace\.(name|about|seat\.[01]|option\.bands\.[a-z]+)")
    unused = [
        code
        for code in own
        if not shown_by_the_panel.fullmatch(code) and not any(p.fullmatch(code) for p in patterns)
    ]
    assert unused == []


def test_english_fills_in_the_parameters() -> None:
    """A message reads as a sentence."""
    message = Message("palace.wall", {"action": "e4n", "band": 3, "pane": "e5"})
    assert str(message) == english(message) == "e4n: a wall: band 3 is two levels higher"
    assert message.to_json() == {"code": "palace.wall", "params": {"action": "e4n", "band": 3, "pane": "e5"}}


def test_a_code_from_elsewhere_is_shown_as_it_is() -> None:
    """A game that is not registered has no texts here; its messages still can be printed."""
    assert str(Message("toy.did", {"action": "wait"})) == "toy.did {'action': 'wait'}"
    assert str(Message("toy.did")) == "toy.did"


@pytest.mark.parametrize("kind", [BadNotation, BadOption, IllegalAction])
def test_errors_survive_the_way_to_another_process(kind: type[RulesError]) -> None:
    """An error pickled and read back says the same."""
    error = kind("record.missing", field="seats")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert again.message == error.message
    assert str(again) == "seats: missing"
