"""Everything the API's document allows, and much it does not: never a 5xx, always the error's full form."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12),
    st.lists(st.integers(0, 3), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(0, 3), max_size=3),
)
WORDS = st.sampled_from(
    [
        "palace",
        "cards",
        "royal",
        "@c",
        "c1n",
        "B3=1",
        "pass",
        "ready",
        "take",
        "random",
        "locked",
        "a1",
        "abcdefgh",
        "\ud800",
    ]
)


def of_schema(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that fit a JSON schema of the document, mostly."""
    if "anyOf" in schema:
        return st.one_of([of_schema(part) for part in schema["anyOf"]])
    kind = schema.get("type")
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if kind == "null":
        return st.none()
    if kind == "boolean":
        return st.booleans()
    if kind == "integer":
        return st.integers(
            schema.get("minimum", -5), min(schema.get("maximum", 5), schema.get("minimum", -5) + 40)
        )
    if kind == "number":
        return st.floats(schema.get("minimum", -5), schema.get("maximum", 5), allow_nan=False)
    if kind == "string":
        return st.one_of(WORDS, st.text(max_size=min(40, schema.get("maxLength", 40))))
    if kind == "array":
        return st.lists(of_schema(schema["items"]), max_size=4)
    if "propertyNames" in schema:
        keys = st.sampled_from(schema["propertyNames"]["enum"])
        return st.dictionaries(keys, of_schema(schema["additionalProperties"]), max_size=3)
    if "properties" not in schema:
        return st.dictionaries(WORDS, ODD, max_size=3)
    parts = {
        name: st.one_of(of_schema(part), of_schema(part), ODD) for name, part in schema["properties"].items()
    }
    return st.fixed_dictionaries({}, optional=parts)


def play_cases(table: Any, examples: int, done: Any = lambda: None) -> None:
    table.services.limiter.wait_s = lambda purpose, peer: 0.0  # type: ignore[method-assign]
    panel, phone = table.panel(), table.browser(peer="192.168.1.7")
    matches = [
        panel.new()["id"],
        panel.new([{"kind": "phone"}, {"kind": "panel"}])["id"],
        panel.new([{"kind": "panel"}] * 2, game="cards")["id"],
        panel.new([{"kind": "board"}] * 2, on_board=True)["id"],
        phone.new([{"kind": "phone", "mine": True}] * 2)["id"],
    ]
    document = panel.json("/api/openapi.json")
    operations = [
        (path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if path not in ("/api/events", "/api/table/power")
    ]
    values = {
        "id": st.sampled_from([*matches, "none", "../x", "0"]),
        "seat": st.sampled_from(["0", "1", "7", "-1", "x"]),
        "band": st.sampled_from(["1", "3", "5", "0", "9", "99999999999999999999"]),
        "pane": st.sampled_from(["a1", "h10", "z9", "%00"]),
        "code": st.sampled_from(["x" * 22, "%2e%2e", "a"]),
        "lang": st.sampled_from(["en", "fr", "xx"]),
    }
    query = st.dictionaries(
        st.sampled_from(["from", "to", "format", "download", "x"]), st.text(max_size=8), max_size=3
    )
    raw = st.one_of(st.binary(max_size=40), st.sampled_from([b"", b"null", b"[]", b"{", b'{"a":1e999}']))

    @settings(max_examples=examples, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def cases(data: st.DataObject) -> None:
        path, method, operation = data.draw(st.sampled_from(operations))
        path = re.sub(r"{(\w+)}", lambda part: data.draw(values[part[1]]), path)
        browser = data.draw(st.sampled_from([panel, phone]))
        if method == "get":
            answer = browser.get(path, query_string=data.draw(query))
        elif "requestBody" in operation and data.draw(st.integers(0, 5)):
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            answer = browser.post(path, data.draw(of_schema(schema)))
        else:
            answer = browser._send("POST", path, data=data.draw(raw), content_type="application/json")
        text = answer.get_data(as_text=True)
        answer.close()
        assert answer.status_code < 500 or answer.get_json()["code"] == "twin.failed", (path, text)
        if answer.status_code >= 400 and answer.status_code != 308:
            assert {"error", "code", "params", "says", "do"} <= set(json.loads(text)), (path, text)
        done()

    cases()


def test_no_request_makes_a_fault(board_table: Any) -> None:
    """A few hundred cases drawn from the document, as panel and as a phone."""
    play_cases(board_table, 400)


@pytest.mark.soak
def test_no_request_makes_a_fault_for_long(board_table: Any, progress: Any) -> None:
    """Twenty thousand cases."""
    with progress(total=20_000, desc="cases") as bar:
        play_cases(board_table, 20_000, lambda: bar.update())
