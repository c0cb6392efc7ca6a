"""Fields: what passes, what is refused with which path, and that the document says the same."""

from __future__ import annotations

from typing import Any

import pytest

from web_panel.schema import (
    BadField,
    Choice,
    Flag,
    Int,
    Keyed,
    List,
    Name,
    Number,
    Object,
    Scalars,
    Text,
    clean_name,
    parse_json,
)

SEATS = Object(
    fields={"seats": List(of=Object(fields={"kind": Choice(values=("a", "b"), required=True)}), longest=2)}
)


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        (Int(low=1, high=3), [1, 3], [0, 4, True, 1.0, "1", None, [], {}]),
        (Number(low=0, high=1), [0, 0.5, 1], [-1, 2, True, "0", float("nan"), float("inf"), None]),
        (Flag(), [True, False], [0, 1, "true", None]),
        (Choice(values=("x", "y")), ["x"], ["z", "", 1, None, ["x"]]),
        (Text(longest=3), ["a", "äöü"], ["", "abcd", 1, None, "a\n", "\u202e", "\ud800", "\u2028", "\x00"]),
        (Text(longest=9, pattern="[a-z]+"), ["abc"], ["ABC", "a b", "a\n"]),
        (Int(low=1, high=3, null=True), [None, 2], [0, False]),
        (
            Keyed(keys=("a1", "b1"), of=Flag(null=True)),
            [{"a1": None}],
            [{}, {"z9": True}, {"a1": 1}, [], None],
        ),
        (
            Scalars(longest=2),
            [{}, {"a": None, "b": 1}],
            [{"A": 1}, {"a": 1.5}, {"a": []}, {"a": 1, "b": 1, "c": 1}, []],
        ),
    ],
)
def test_a_field_takes_the_good_and_refuses_the_bad(field: Any, good: list[Any], bad: list[Any]) -> None:
    """With the path of the field in the error."""
    for value in good:
        assert field.read(value, "f") == value
    for value in bad:
        with pytest.raises(BadField) as refused:
            field.read(value, "f")
        assert refused.value.params["field"].startswith("f")
        assert refused.value.params["expected"]


@pytest.mark.parametrize(
    ("body", "path", "code"),
    [
        ({"seats": [{"kind": "a"}, {"kind": "c"}]}, "seats[1].kind", "wrong"),
        ({"seats": [{}]}, "seats[0].kind", "missing"),
        ({"seats": [{"kind": "a", "x": 1}]}, "seats[0]", "unknown"),
        ({"seats": [{"kind": "a"}] * 3}, "seats", "wrong"),
        ({"seats": 1}, "seats", "wrong"),
        ([], "the body", "wrong"),
    ],
)
def test_a_deep_field_is_named_by_its_path(body: Any, path: str, code: str) -> None:
    """Lists by number, objects by name."""
    with pytest.raises(BadField) as refused:
        SEATS.read(body, "")
    assert (refused.value.params["field"], refused.value.code) == (path, f"web.field.{code}")


def test_the_document_says_what_is_checked() -> None:
    """Bounds, choices and required keys stand in the schema."""
    assert Int(low=1, high=3, null=True).openapi() == {
        "anyOf": [{"type": "integer", "minimum": 1, "maximum": 3}, {"type": "null"}]
    }
    inner = SEATS.openapi()["properties"]["seats"]["items"]
    assert (inner["required"], inner["additionalProperties"]) == (["kind"], False)


@pytest.mark.parametrize("raw", [b"", b"{", b"NaN", b"[Infinity]", b"\xff", b"[" * 100_000, b"1" * 10_000])
def test_what_is_not_strict_json_is_a_value_error(raw: bytes) -> None:
    """Whatever the JSON module would let through or choke on."""
    with pytest.raises(ValueError):
        parse_json(raw)


def test_names_become_tidy() -> None:
    """Composed, single blanks, nothing invisible."""
    assert clean_name(" A\u0301da\u00a0\n Love\u200blace\ufeff ") == "Áda Lovelace"
    assert Name().read("<b>", "name") == "<b>"
