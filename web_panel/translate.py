"""For whoever translates: keeps the catalogues in step with the texts.

    python -m web_panel.translate           adds the new, drops the gone, compiles, lists what is missing
    python -m web_panel.translate --check   changes nothing; status 1 when something is missing or stale

English is the msgid. A text's codes stand in the comment above it, so that one sees where it is said.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from web_panel import texts

FOLDER = Path(__file__).parent / "translations"
EVER = datetime(2026, 1, 1, tzinfo=UTC)
HOLE = re.compile(r"\{(\w+)\}")


def languages() -> list[str]:
    return [lang for lang in texts.LANGUAGES if lang != "en"]


def folder(lang: str) -> Path:
    return FOLDER / lang / "LC_MESSAGES"


def codes_by_text() -> dict[str, list[str]]:
    """Each English text with the codes that say it, in the order of the text."""
    found: dict[str, list[str]] = {}
    for code, text in texts.english().items():
        if text:
            found.setdefault(text, []).append(code)
    return {text: sorted(codes) for text, codes in sorted(found.items())}


def written(lang: str) -> dict[str, str]:
    """The translations there are, by English text."""
    path = folder(lang) / "messages.po"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        messages = [m for m in read_po(file, locale=lang) if m.id and m.string and not m.fuzzy]
    return {str(m.id): str(m.string) for m in messages}


def catalogue(lang: str) -> Catalog:
    """The catalogue as it should be: every text there is, no other, with the translations known."""
    known = written(lang)
    # Babel stamps the time of making; files that change by themselves could not be compared.
    made = Catalog(
        locale=lang,
        header_comment="# Kept in step with the table's texts by: python -m web_panel.translate",
        project="palace-table",
        version="1",
        last_translator="the table's makers",
        language_team=lang,
        fuzzy=False,
        creation_date=EVER,
        revision_date=EVER,
    )
    for text, codes in codes_by_text().items():
        made.add(text, known.get(text, ""), auto_comments=[", ".join(codes[:6])])
    return made


def as_po(made: Catalog) -> bytes:
    buffer = io.BytesIO()
    write_po(buffer, made, width=0, omit_header=False, sort_output=True)
    return buffer.getvalue()


def as_mo(made: Catalog) -> bytes:
    buffer = io.BytesIO()
    write_mo(buffer, made)
    return buffer.getvalue()


def problems(lang: str) -> list[str]:
    """What a translator still has to do."""
    found = []
    for message in catalogue(lang):
        if not message.id:
            continue
        english, said = str(message.id), str(message.string or "")
        if not said:
            found.append(f"missing: {english}")
        elif sorted(HOLE.findall(said)) != sorted(HOLE.findall(english)):
            found.append(f"other parameters: {english}")
    return found


def main(argv: Sequence[str] | None = None) -> int:
    words = (__doc__ or "").splitlines()[0]
    parser = argparse.ArgumentParser(prog="python -m web_panel.translate", description=words)
    parser.add_argument("--check", action="store_true", help="change nothing, only compare")
    check = parser.parse_args(argv).check
    status = 0
    for lang in languages():
        made = catalogue(lang)
        for name, content in (("messages.po", as_po(made)), ("messages.mo", as_mo(made))):
            path = folder(lang) / name
            if path.exists() and path.read_bytes() == content:
                continue
            if check:
                print(f"{path.relative_to(FOLDER)}: not up to date", file=sys.stderr)
                status = 1
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        for problem in problems(lang):
            print(f"{lang}: {problem}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
