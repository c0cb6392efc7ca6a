"""Every code that can be said has words, in three languages, with the same parameters."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import web_panel
from web_panel import texts

ROOT = Path(web_panel.__file__).parent
CODE = re.compile(r'"((?:web|hosting|table|store)\.[a-z_.]+)"')
NOT_CODES = {"table.local"}
HOLE = re.compile(r"\{(\w+)\}")


def codes_in_sources() -> set[str]:
    found: set[str] = set()
    for path in ROOT.rglob("*.py"):
        if path.name not in ("texts.py", "texts_ui.py"):
            found |= set(CODE.findall(path.read_text(encoding="utf-8")))
    return found - NOT_CODES


def test_every_code_in_the_sources_has_words() -> None:
    """What routes and hosting refuse with stands in the table of texts, advice included."""
    said = texts.panel_texts()
    missing = sorted(code for code in codes_in_sources() if code not in said)
    assert missing == []


def test_every_refusal_advises() -> None:
    """A refusal says what is wrong and what to do next."""
    for code, (says, do) in texts.REFUSALS.items():
        assert says.endswith((".", "}")), code
        assert do.endswith("."), code


def test_no_two_storeys_use_one_code() -> None:
    """A code belongs to one storey, so that no text hides another."""
    from firmware_bridge.messages import TEXTS as bridge
    from rules.messages import TEXTS as rules

    own = set(texts.panel_texts())
    assert own & set(bridge) == set()
    assert own & set(rules) == set()
    assert set(bridge) & set(rules) == set()


def test_filling_leaves_what_has_no_value() -> None:
    """A hole without a parameter stays visible; a value with braces is not filled again."""
    assert texts.fill("{a} and {b}", {"a": "{b}"}) == "{b} and {b}"
    assert texts.fill("{missing}", {}) == "{missing}"


def test_a_parameter_may_be_a_code() -> None:
    """Places, cards and phases stand in sentences in the reader's language."""
    assert texts.english_text("royal.move.no_servant", {"place": "royal.place.mint"}).endswith("the mint")
    assert texts.fill("{a}", {"a": "x"}, {"x": "text"}) == "text"


@pytest.mark.parametrize("lang", sorted(set(texts.LANGUAGES) - {"en"}))
def test_the_catalogue_is_complete(lang: str) -> None:
    """Every English text has a translation with the same parameters, and none is fuzzy or left over."""
    with (ROOT / "translations" / lang / "LC_MESSAGES" / "messages.po").open("rb") as file:
        catalogue = read_po(file, locale=lang)
    english = {text for text in texts.english().values() if text}
    problems = []
    for text in sorted(english):
        message = catalogue.get(text)
        if message is None or not message.string:
            problems.append(f"missing: {text}")
        elif message.fuzzy:
            problems.append(f"fuzzy: {text}")
        elif sorted(HOLE.findall(str(message.string))) != sorted(HOLE.findall(text)):
            problems.append(f"other parameters: {text}")
    left_over = {str(message.id) for message in catalogue if message.id} - english
    problems += [f"left over: {text}" for text in sorted(left_over)]
    assert problems == []


@pytest.mark.parametrize("lang", sorted(set(texts.LANGUAGES) - {"en"}))
def test_the_compiled_catalogue_is_the_written_one(lang: str) -> None:
    """The file the service reads holds exactly what the translators wrote."""
    folder = ROOT / "translations" / lang / "LC_MESSAGES"
    with (folder / "messages.po").open("rb") as file:
        written = {str(m.id): str(m.string) for m in read_po(file, locale=lang) if m.id and m.string}
    with (folder / "messages.mo").open("rb") as file:
        compiled = {str(m.id): str(m.string) for m in read_mo(file) if m.id}
    assert compiled == written


def test_the_language_is_the_browsers_or_the_chosen_one(table: Any) -> None:
    """The cookie wins over Accept-Language, which wins over English."""
    browser = table.browser()
    path = "/api/matches/none"
    assert "no such match" in browser.get(path).get_json()["says"]
    italian = browser.get(path, headers={"Accept-Language": "it-IT,it;q=0.9"}).get_json()["says"]
    assert "partita" in italian
    assert browser.post("/api/language", {"lang": "fr"}).status_code == 200
    french = browser.get(path, headers={"Accept-Language": "it-IT"}).get_json()["says"]
    assert "partie" in french


def test_browsers_get_all_texts(table: Any) -> None:
    """/i18n/<lang>.json holds every code; an unknown language is a 404."""
    browser = table.browser()
    english = browser.json("/i18n/en.json")
    assert english == texts.english()
    assert browser.json("/i18n/it.json").keys() == english.keys()
    assert browser.get("/i18n/de.json").status_code == 404
