"""Every code this storey uses has its words, and every placeholder of the words has a parameter's name."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import firmware_bridge
from firmware_bridge import errors, regmap
from firmware_bridge.messages import TEXTS, advice, english, says
from firmware_bridge.selftest.runner import STEPS
from firmware_bridge.values import Notice

FOLDER = Path(firmware_bridge.__file__).parent
CODE = re.compile(r"(link|board|motion|referee|console|twin|bridge|fault|test)\.[a-z][a-z._-]*[a-z]")


def codes_used() -> set[str]:
    """All string constants of this storey's code that look like a message code."""
    used = set()
    for path in FOLDER.rglob("*.py"):
        if path.name in ("regmap.py", "messages.py", "texts.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and CODE.fullmatch(str(node.value)):
                used.add(str(node.value))
    return used


def test_every_code_used_has_words():
    """No notice without a sentence."""
    missing = {code for code in codes_used() if code not in TEXTS}
    assert not missing


def test_every_sentence_is_used():
    """No sentence that nothing says: a leftover would be translated for nobody."""
    used = codes_used() | {f"fault.{fault.code}" for fault in regmap.FAULTS}
    used |= {kind.code for kind in vars(errors).values() if hasattr(kind, "code")}
    used |= {f"test.{step.key}" for step in STEPS}
    unused = {code for code in TEXTS if code not in used}
    assert not unused


def test_the_fault_table_speaks_with_the_firmwares_words():
    """One fault table: name, what happened and what is safe are said, and what to do is the advice."""
    for fault in regmap.FAULTS:
        notice = Notice(f"fault.{fault.code}", {"band": 3, "pane": "c7"})
        for part in (fault.name, fault.happened, fault.safe):
            assert part in says(notice)
        assert advice(notice) == fault.do
        if fault.scope == "band":
            assert "3" in says(notice)


@pytest.mark.parametrize("code", sorted(TEXTS))
def test_a_sentence_ends_and_its_placeholders_are_names(code):
    """Sentences are whole, and parameters are named, never numbered."""
    for text in TEXTS[code].values():
        assert text == text.strip()
        assert not text or text[-1] in ".?!"
        for _, name, _, _ in Formatter().parse(text):
            assert name is None or name.isidentifier()


def test_a_missing_parameter_leaves_a_sentence():
    """Better an odd sentence than an error while telling of an error."""
    assert english(Notice("link.none", {"port": "X"})).startswith("No board: the port X")


def test_errors_speak_english_and_carry_their_notice():
    """str() of an error is its sentence; the notice is what travels."""
    error = errors.PortBusy(port="/dev/x", holder="mbpoll (process 7)")
    assert "mbpoll (process 7)" in str(error)
    assert error.notice == Notice("link.busy", {"port": "/dev/x", "holder": "mbpoll (process 7)"})
    assert isinstance(error, errors.LinkError)
    refusal = errors.BoardRefusal.of(Notice("board.unhomed", {"bands": "2"}))
    assert refusal.notice.params == {"bands": "2"}


def test_the_tree_in_the_docstring_is_the_tree_of_classes():
    """The drawing at the top of errors.py names every class under its parent."""
    parents: list[tuple[int, str]] = []
    drawn = {}
    for line in errors.__doc__.splitlines():
        head = (
            line.split("  ")[0]
            if not line.startswith(" ")
            else line.strip(" |").removeprefix("+-- ").split()[0]
        )
        if not head or not hasattr(errors, head):
            continue
        depth = line.index(head)
        while parents and parents[-1][0] >= depth:
            parents.pop()
        drawn[head] = parents[-1][1] if parents else "Exception"
        parents.append((depth, head))
    real = {
        name: kind.__bases__[0].__name__
        for name, kind in vars(errors).items()
        if isinstance(kind, type) and issubclass(kind, Exception)
    }
    assert drawn == real
