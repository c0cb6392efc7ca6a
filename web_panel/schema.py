"""What a request's body may be, said once: checked here, and printed in the OpenAPI document.

A field is a small value with two methods: ``read(value, path)`` gives the checked value or raises BadField
naming the path and what was expected, ``openapi()`` gives its JSON schema. Unknown keys are refused. What the
client sent is never repeated in an error.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

NAME_LIMIT = 20


class BadField(ValueError):
    """A field is missing, wrong or unknown: ``code``, the ``path`` of the field, and what is ``expected``."""

    def __init__(self, code: str, path: str, expected: str) -> None:
        super().__init__(f"{code} {path}: {expected}")
        self.code = f"web.field.{code}"
        self.params = {"field": path, "expected": expected}


def wrong(path: str, expected: str) -> BadField:
    return BadField("wrong", path, expected)


@dataclass(frozen=True, kw_only=True)
class Field:
    """Base of all fields. ``null``: None is allowed too. ``required``: the key must be there."""

    required: bool = False
    null: bool = False
    default: Any = None
    doc: str = ""

    def read(self, value: Any, path: str) -> Any:
        if value is None and self.null:
            return None
        return self.check(value, path)

    def check(self, value: Any, path: str) -> Any:
        raise NotImplementedError

    def openapi(self) -> dict[str, Any]:
        schema = self.schema()
        if self.null:
            schema = {"anyOf": [schema, {"type": "null"}]}
        if self.doc:
            schema.setdefault("description", self.doc)
        return schema

    def schema(self) -> dict[str, Any]:
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Int(Field):
    low: int
    high: int

    def check(self, value: Any, path: str) -> int:
        if type(value) is not int or not self.low <= value <= self.high:
            raise wrong(path, f"a whole number from {self.low} to {self.high}")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, kw_only=True)
class Number(Field):
    low: float
    high: float

    def check(self, value: Any, path: str) -> float:
        if type(value) not in (int, float) or not self.low <= value <= self.high:
            raise wrong(path, f"a number from {self.low:g} to {self.high:g}")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, kw_only=True)
class Flag(Field):
    def check(self, value: Any, path: str) -> bool:
        if type(value) is not bool:
            raise wrong(path, "true or false")
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True, kw_only=True)
class Choice(Field):
    values: tuple[str, ...]

    def check(self, value: Any, path: str) -> str:
        if not isinstance(value, str) or value not in self.values:
            raise wrong(path, "one of " + ", ".join(self.values))
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.values)}


@dataclass(frozen=True, kw_only=True)
class Text(Field):
    """One line of text: no control, direction-changing or lone surrogate characters."""

    longest: int
    shortest: int = 1
    pattern: str | None = None
    octets: int | None = None
    """The most bytes it may have in UTF-8, where that counts."""

    def check(self, value: Any, path: str) -> str:
        expected = f"text of {self.shortest} to {self.longest} characters"
        if self.pattern:
            expected += f" like {self.pattern}"
        if not isinstance(value, str) or not self.shortest <= len(value) <= self.longest:
            raise wrong(path, expected)
        if any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in value):
            raise wrong(path, "text without control characters")
        if self.octets is not None and len(value.encode()) > self.octets:
            raise wrong(path, f"text of at most {self.octets} bytes")
        if self.pattern and not re.fullmatch(self.pattern, value):
            raise wrong(path, expected)
        return value

    def schema(self) -> dict[str, Any]:
        schema: dict[str, Any] = {
            "type": "string",
            "minLength": self.shortest,
            "maxLength": self.longest,
        }
        return schema | ({"pattern": f"^{self.pattern}$"} if self.pattern else {})


@dataclass(frozen=True, kw_only=True)
class Name(Field):
    """A person's name: made tidy rather than refused where that is possible."""

    UNTIDY: ClassVar[int] = 200

    def check(self, value: Any, path: str) -> str:
        if not isinstance(value, str) or len(value) > self.UNTIDY:
            raise wrong(path, f"a name of at most {NAME_LIMIT} characters")
        tidy = clean_name(value)
        if len(tidy) > NAME_LIMIT:
            raise wrong(path, f"a name of at most {NAME_LIMIT} characters")
        return tidy

    def schema(self) -> dict[str, Any]:
        return {
            "type": "string",
            "maxLength": self.UNTIDY,
            "description": f"{self.doc or 'a name'}; made tidy, it has at most {NAME_LIMIT} characters",
        }


def clean_name(text: str) -> str:
    """Composed (NFC), one line, without control, format or direction characters, blanks single."""
    kept = (" " if c.isspace() else c for c in unicodedata.normalize("NFC", text))
    return " ".join("".join(c for c in kept if c == " " or unicodedata.category(c)[0] != "C").split())


@dataclass(frozen=True, kw_only=True)
class List(Field):
    of: Field
    longest: int
    shortest: int = 0

    def check(self, value: Any, path: str) -> list[Any]:
        if not isinstance(value, list) or not self.shortest <= len(value) <= self.longest:
            raise wrong(path, f"a list of {self.shortest} to {self.longest} entries")
        return [self.of.read(item, f"{path}[{n}]") for n, item in enumerate(value)]

    def schema(self) -> dict[str, Any]:
        return {
            "type": "array",
            "items": self.of.openapi(),
            "minItems": self.shortest,
            "maxItems": self.longest,
        }


@dataclass(frozen=True, kw_only=True)
class Scalars(Field):
    """An object of plain values under free names, such as a match's options; judged by whoever knows them."""

    longest: int = 32

    def check(self, value: Any, path: str) -> dict[str, Any]:
        if not isinstance(value, dict) or len(value) > self.longest:
            raise wrong(path, f"an object of at most {self.longest} entries")
        for key, item in value.items():
            if not re.fullmatch(r"[a-z][a-z0-9_]{0,31}", key):
                raise wrong(path, "an object with plain lower-case names")
            if isinstance(item, str):
                Text(longest=64, shortest=0).check(item, path)
            elif item is not None and type(item) not in (bool, int):
                raise wrong(path, "an object of texts, true, false, whole numbers or null")
        return value

    def schema(self) -> dict[str, Any]:
        kinds = [{"type": kind} for kind in ("string", "boolean", "integer", "null")]
        return {"type": "object", "additionalProperties": {"anyOf": kinds}}


@dataclass(frozen=True, kw_only=True)
class Keyed(Field):
    """An object whose keys come from a fixed set and whose values share a field, such as panes."""

    keys: tuple[str, ...]
    of: Field
    shortest: int = 1

    def check(self, value: Any, path: str) -> dict[str, Any]:
        where = path or "the body"
        if not isinstance(value, dict) or len(value) < self.shortest:
            raise wrong(where, f"an object of at least {self.shortest} entry")
        if unknown := set(value) - set(self.keys):
            del unknown
            raise BadField("unknown", where, f"{self.keys[0]} to {self.keys[-1]}")
        return {key: self.of.read(item, f"{path}.{key}" if path else key) for key, item in value.items()}

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "propertyNames": {"enum": list(self.keys)},
            "additionalProperties": self.of.openapi(),
            "minProperties": self.shortest,
        }


@dataclass(frozen=True, kw_only=True)
class Object(Field):
    fields: Mapping[str, Field] = field(default_factory=dict)

    def check(self, value: Any, path: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise wrong(path or "the body", "a JSON object")
        if set(value) - set(self.fields):
            raise BadField("unknown", path or "the body", ", ".join(self.fields) or "nothing")
        return {name: self._one(name, part, value, path) for name, part in self.fields.items()}

    def _one(self, name: str, part: Field, value: Mapping[str, Any], path: str) -> Any:
        inner = f"{path}.{name}" if path else name
        if name in value:
            return part.read(value[name], inner)
        if part.required:
            raise BadField("missing", inner, part.doc or "a value")
        return part.default

    def schema(self) -> dict[str, Any]:
        schema: dict[str, Any] = {
            "type": "object",
            "properties": {name: part.openapi() for name, part in self.fields.items()},
            "additionalProperties": False,
        }
        required = [name for name, part in self.fields.items() if part.required]
        return schema | ({"required": required} if required else {})


def _no_constant(text: str) -> None:
    raise ValueError(f"{text} is not JSON")


def parse_json(raw: bytes) -> Any:
    """``raw`` as strict JSON in UTF-8: no NaN, no endless nesting. Raises ValueError."""
    try:
        return json.loads(raw.decode("utf-8"), parse_constant=_no_constant)
    except RecursionError:
        raise ValueError("nested too deep") from None


# Fields that several routes share.
REQUEST_ID = Text(
    longest=64, pattern=r"[A-Za-z0-9._-]{1,64}", doc="a text of your own; the same one is one request"
)
VERSION = Int(low=0, high=10**9, doc="the match's version that the caller has seen")
SEAT = Int(low=0, high=15, doc="the seat acted for, when the caller has several")
NOTHING = Object(
    fields={"request_id": replace(REQUEST_ID, null=True), "version": replace(VERSION, null=True)}
)
"""The body of a request that says all by its address."""
