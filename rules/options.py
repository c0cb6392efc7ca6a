"""The options of a match, checked against what the game offers: the same for every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.protocol import BadOption, Option


def settled(offered: Sequence[Option], given: Mapping[str, Any]) -> dict[str, str | bool | int | None]:
    """All options with their values, defaults filled in. Unknown names and values raise BadOption."""
    if not isinstance(given, Mapping):
        raise BadOption("options.type", field="options", given=shown(given))
    known = {option.name: option for option in offered}
    for name in given:
        if name not in known:
            raise BadOption("options.unknown", field=f"options.{name}", known=", ".join(known))
    for name, value in given.items():
        if not allowed(known[name], value):
            raise BadOption(
                "options.value", field=f"options.{name}", given=shown(value), wanted=wanted(known[name])
            )
    return {name: given.get(name, option.default) for name, option in known.items()}


def allowed(option: Option, value: object) -> bool:
    """Whether ``value`` is one of the option's. A flag's true is not the number 1."""
    if option.kind == "int":
        if value is None:
            return None in option.values
        least, most = option.values[0], option.values[1]
        assert isinstance(least, int)
        assert isinstance(most, int)
        return type(value) is int and least <= value <= most
    if option.kind == "flag":
        return type(value) is bool
    return any(type(value) is type(v) and value == v for v in option.values)


def wanted(option: Option) -> str:
    """The option's values in a few words, for an error."""
    if option.kind == "flag":
        return "true, false"
    if option.kind == "int":
        numbers = f"{option.values[0]}-{option.values[1]}"
        return f"{numbers}, null" if None in option.values else numbers
    return ", ".join("null" if v is None else str(v) for v in option.values)


def shown(value: object) -> str:
    """``value`` as a short piece of an error message."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
