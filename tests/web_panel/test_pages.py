"""The pages: served in every language, under the content policy, with what they need to begin."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

PAGES = [
    "/",
    "/new",
    "/board",
    "/twin",
    "/help",
    "/help/board",
    "/records",
    "/start",
    "/start?code=x",
    "/j/unknown",
]
BOOT = re.compile(r'<script type="application/json" id="boot">(.*?)</script>', re.S)
HTML = {"Accept": "text/html"}


def boot_of(answer: Any) -> dict[str, Any]:
    return json.loads(BOOT.search(answer.get_data(as_text=True))[1])


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_served_under_the_policy(board_table: Any, path: str) -> None:
    """HTML in the browser's language, without inline script, style or handler, with its boot values."""
    answer = board_table.panel().get(path, headers=HTML | {"Accept-Language": "it"})
    html = answer.get_data(as_text=True)
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert '<html lang="it">' in html
    assert not re.search(r"\sstyle\s*=|\son\w+\s*=|<style|javascript:", html, re.I)
    for tag in re.findall(r"<script[^>]*>", html):
        assert "src=" in tag or 'type="application/json"' in tag
    boot = boot_of(answer)
    assert boot["rights"]["panel"] is True
    assert (boot["lang"], boot["simulated"], boot["epoch"]) == ("it", True, board_table.hub.epoch)


def test_a_match_gets_its_own_page(board_table: Any) -> None:
    """Palace its board; what has no page of its own the plain one; review for all."""
    panel = board_table.panel()
    match = panel.new()["id"]
    assert boot_of(panel.get(f"/match/{match}", headers=HTML))["page"] == "palace"
    review = boot_of(panel.get(f"/review/{match}", headers=HTML))
    assert (review["page"], review["match"], review["game"]) == ("review", match, "palace")
    missing = panel.get("/match/none", headers=HTML)
    assert (missing.status_code, missing.mimetype) == (404, "text/html")
    assert boot_of(missing)["error"]["code"] == "hosting.none"


def test_a_join_page_uses_nothing_up(table: Any) -> None:
    """Looking at an invitation (a preview does) leaves it valid; its boot says whose seat it is."""
    host = table.browser()
    made = host.new([{"kind": "phone", "name": "Ada"}, {"kind": "panel"}])
    path = "/j/" + made["join_url"]["0"].rsplit("/", 1)[1]
    phone = table.browser()
    for _ in range(3):
        assert boot_of(phone.get(path, headers=HTML))["join"]["name"] == "Ada"
    assert phone.post(path).status_code == 200
    assert boot_of(phone.get(path, headers=HTML))["error"]["code"] == "web.code.used"


def test_static_files_are_kept_by_version(table: Any) -> None:
    """Under the present version's address for ever, elsewhere revalidated; never outside the folder."""
    browser = table.browser()
    version = table.services.asset_version
    kept = browser.get(f"/static/v-{version}/img/palace.svg")
    assert (kept.status_code, "immutable" in kept.headers["Cache-Control"]) == (200, True)
    kept.close()
    old = browser.get("/static/v-0123456789ab/img/palace.svg")
    assert (old.status_code, old.headers["Cache-Control"]) == (200, "no-cache")
    old.close()
    for path in ("../app.py", "..%2fapp.py", f"v-{version}/../../app.py", "//etc/passwd", "js"):
        assert browser.get(f"/static/{path}").status_code in (404, 308), path


def test_scripts_are_served_as_scripts(table: Any) -> None:
    """A module needs its type, or nosniff refuses it."""
    answer = table.browser().get("/static/js/boot.js")
    assert answer.mimetype == "text/javascript"
    answer.close()


def test_a_rule_book_has_no_inline_styles(table: Any, tmp_path: Any) -> None:
    """Aligned tables get classes; raw HTML in a book is shown, not run."""
    from web_panel.pages import rendered

    book = tmp_path / "book.md"
    book.write_text("| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n<script>x</script>\n", encoding="utf-8")
    html = rendered(book)
    assert "style=" not in html
    assert 'class="align-center"' in html
    assert "<script>" not in html


def test_an_unknown_page_is_an_error_page(table: Any) -> None:
    """A person gets a page that says so, a program JSON."""
    browser = table.browser()
    page = browser.get("/nowhere", headers=HTML)
    assert (page.status_code, page.mimetype) == (404, "text/html")
    assert browser.get("/nowhere").mimetype == "application/json"
    assert browser.get("/twin", headers=HTML).status_code == 404  # there is none
