"""The API against its own document: schemathesis makes the requests up, good ones and bad ones.

``test_fuzz`` asks in the words of the games; here every request comes from the document alone, and every
answer is held against it: its status, its content type, its form.
"""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
)

from web_panel.hosting.grants import Grant, digest

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
ENDLESS = "/api/events"
"""A stream has no end to wait for; its events are looked at in ``test_events``."""
MODES = (GenerationMode.POSITIVE, GenerationMode.POSITIVE, GenerationMode.NEGATIVE)


class Asker:
    """The panel, whose key is renewed when a request has given it up, or a stranger."""

    def __init__(self, table: Any, role: str | None) -> None:
        self.table, self.role, self.key = table, role, ""

    def headers(self) -> dict[str, str]:
        headers = {"Host": "localhost:8080"}
        if self.role is None:
            return headers
        grants = self.table.services.grants
        if grants.find(digest(self.key)) is None:
            self.key = grants.issue(Grant(self.role))
        return headers | {"Authorization": f"Bearer {self.key}"}


def whole(app: Any) -> Any:
    """``app``, its answers taken whole and closed as a server does; schemathesis leaves them open."""

    def answer(environ: Any, start_response: Any) -> list[bytes]:
        parts = app(environ, start_response)
        try:
            return [b"".join(parts)]
        finally:
            parts.close()

    return answer


def ask(table: Any, examples: int, asked: Any = lambda: None) -> dict[str, int]:
    """Asks so many requests; how many answers there were of each hundred. Fails on the first wrong answer."""
    table.services.limiter.wait_s = lambda purpose, peer: 0.0
    panel = table.panel()
    ids = [
        panel.new()["id"],
        panel.new([{"kind": "phone"}, {"kind": "panel"}])["id"],
        panel.new(game="cards")["id"],
        panel.new([{"kind": "board"}] * 2, on_board=True)["id"],
    ]
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", whole(table.app))
    operations = [each for found in schema.get_all_operations() if (each := found.ok()).path != ENDLESS]
    cases = st.one_of(
        [operation.as_strategy(generation_mode=mode) for operation in operations for mode in MODES]
    )
    known = st.sampled_from([*ids, None])
    askers = st.sampled_from([Asker(table, "panel"), Asker(table, None)])
    answers: dict[str, int] = {}

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases, id=known, asker=askers)
    def asking(case: Any, id: str | None, asker: Asker) -> None:
        if id is not None and "id" in case.path_parameters:
            case.path_parameters["id"] = id
        answer = case.call(headers=asker.headers())
        case.validate_response(answer, checks=CHECKS)
        status = str(answer.status_code)
        if answer.status_code < 400:
            assert status in case.operation.definition.raw["responses"], (case.operation.label, status)
        elif "x-panel" in {name.lower() for name in case.headers or {}}:
            assert {"error", "code", "params", "says", "do"} <= set(answer.json())
        answers[status[0]] = answers.get(status[0], 0) + 1
        asked()

    asking()
    return answers


def test_what_the_document_says_holds(board_table: Any) -> None:
    """Two hundred requests of panel and strangers: no fault inside, every answer as the document has it."""
    answers = ask(board_table, 200)
    assert answers["2"] > 10, "requests that the document allows are answered"
    assert answers["4"] > 10, "requests that it does not are refused"


@pytest.mark.soak
def test_what_the_document_says_holds_for_long(board_table: Any, progress: Any) -> None:
    """Twenty thousand requests."""
    with progress(total=20_000, desc="requests") as bar:
        answers = ask(board_table, 20_000, lambda: bar.update())
        print(f"\n{sum(answers.values())} requests, by the first digit of the answer: {answers}")
