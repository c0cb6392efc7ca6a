"""The page of Palais Royal against the rules' own tables: no code without words, no noble or room undrawn."""

from __future__ import annotations

import re
from pathlib import Path

from rules.royal.data import CARDS, NOBLES, PHASES, PLACES, PRIVILEGES
from web_panel import texts

PANEL = Path(texts.__file__).parent
SCRIPTS = [*sorted((PANEL / "static/js/royal").glob("*.js")), PANEL / "static/js/pages/royal.js"]


def source(name: str) -> str:
    return (PANEL / "static/js/royal" / name).read_text(encoding="utf-8")


def test_every_code_has_words() -> None:
    """Each code that a script or the template names whole stands in the table of texts."""
    code = re.compile(r"""["'`]((?:ui|royal)\.[a-z_]+(?:\.[a-z_-]+)+)["'`]""")
    files = [*SCRIPTS, PANEL / "templates/royal.html"]
    named = {found for path in files for found in code.findall(path.read_text(encoding="utf-8"))}
    assert len(named) > 80
    assert sorted(named - set(texts.english())) == []


def test_every_family_of_codes_is_whole() -> None:
    """What is put together from a table's names exists for each of them."""
    known = texts.english()
    wanted = [f"ui.royal.phase.{phase}" for phase in ("post", *PHASES)]
    wanted += [f"royal.guide.{phase}" for phase in ("post", *PHASES)]
    wanted += [f"ui.royal.card.{card.key}" for card in CARDS]
    wanted += [f"royal.kind.{card.key}.does" for card in CARDS]
    wanted += [f"royal.room.{place}" for place in PLACES] + [f"royal.room.{place}.does" for place in PLACES]
    wanted += [f"royal.power.{name}" for name in PRIVILEGES]
    assert [code for code in wanted if code not in known] == []


def test_everything_is_drawn() -> None:
    """Every noble has features of his own, every room a floor, every card and privilege a sign."""
    traits = re.findall(r"^  (N\d\d): (\[.*\]),$", source("portraits.js"), re.M)
    assert sorted(name for name, _ in traits) == [noble.id for noble in NOBLES]
    assert len({features for _, features in traits}) == len(NOBLES)
    assert sorted(re.findall(r"^  (\w+): \(\) => \[r\(0, 0, 120, 96", source("rooms.js"), re.M)) == sorted(
        PLACES
    )
    signs = source("signs.js")
    for name in [*PRIVILEGES, *(card.key for card in CARDS)]:
        assert re.search(rf'(^|[\s{{,])"?{name}"?: \(\) =>', signs), name
