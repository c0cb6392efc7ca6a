"""Every sentence the table says, by code, in English; and how it is found in another language.

Three tables meet here: the rules' (``rules.messages``), the bridge's (``firmware_bridge.messages``) and the
panel's own below. A code's English text is the msgid in the catalogues under ``translations/``; texts hold
``{name}`` for their parameters. Where a text comes with advice, the advice has the code ``<code>.do``.

The same merged table goes to browsers as ``/i18n/<lang>.json``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from flask import request
from flask_babel import Babel, force_locale, gettext

LANGUAGES = {"en": "English", "fr": "Français", "it": "Italiano"}

# code: (what is wrong, what to do)
REFUSALS: dict[str, tuple[str, str]] = {
    # the request itself
    "web.host": (
        "This table does not go by that name.",
        "Open the address that the table shows, for example http://127.0.0.1:8080/.",
    ),
    "web.origin": (
        "This request came from a page that is not the table's own.",
        "Open the table's page and try there.",
    ),
    "web.header": (
        "The request lacks the header X-Panel: 1.",
        "Send X-Panel: 1 with every POST.",
    ),
    "web.content_type": (
        "The request's body is not marked as JSON.",
        "Send it with Content-Type: application/json.",
    ),
    "web.not_json": ("The request's body is not JSON.", "Send one JSON object."),
    "web.too_large": ("The request is too large: {limit} bytes is the most.", "Send less."),
    "web.field.missing": ("The field {field} is missing.", "Send {field}: {expected}."),
    "web.field.wrong": ("The field {field} is not right.", "Send {field} as {expected}."),
    "web.field.unknown": (
        "{field} holds a name that is not known here.",
        "Allowed in {field}: {expected}.",
    ),
    "web.too_many": ("Too many requests in a short time.", "Wait {seconds} s and try again."),
    "web.not_found": ("There is nothing at this address.", "Go back to the first page."),
    "web.method": ("This address does not take that kind of request.", "See /api/openapi.json."),
    "web.internal": (
        "Something went wrong inside the table; it has been written down.",
        "Try once more; if it happens again, restart the table.",
    ),
    "web.busy": ("The table did not answer in time.", "Try again in a moment."),
    "web.full": ("Too much is being asked of the table at once.", "Try again in a moment."),
    "web.streams": ("Too many pages are open on this table.", "Close a page you do not need."),
    "web.illegal": (
        "That is not legal now.",
        "Choose another action; what is possible is marked.",
    ),
    "web.wifi.none": (
        "No wireless network has been set.",
        "Name it in the settings.",
    ),
    # rights
    "web.right.player": (
        "Only players of this match may do this.",
        "Take a seat first: let the host show its code.",
    ),
    "web.right.seat": (
        "Only whoever has this seat may do this.",
        "Take the seat first: let the host show its code.",
    ),
    "web.right.host": ("Only the host of the match or the panel may do this.", "Ask the host."),
    "web.right.panel": (
        "Only the table's own panel may do this.",
        "Use the touch panel, or log in with the PIN.",
    ),
    "web.right.builder": (
        "Only a builder may do this.",
        "Log in with the PIN.",
    ),
    "web.token": (
        "This seat's key is no longer valid: the seat was released or taken by another phone.",
        "Scan the seat's code again.",
    ),
    "web.code.wrong": ("This code is not known.", "Ask the host for a new code."),
    "web.code.used": ("This code was used already.", "Ask the host for a new code."),
    "web.code.old": ("This code is too old: a code holds for two minutes.", "Ask the host for a new code."),
    "web.start.wrong": (
        "This start address was used already or belongs to an earlier start.",
        "Take the newest address the service has printed, or log in with the PIN.",
    ),
    "web.pin.wrong": ("The PIN is wrong.", "Try again."),
    "web.pin.none": (
        "No PIN has been set yet.",
        "Set one on the table's own panel, or with the command: palace pin.",
    ),
    "web.pin.old": ("Changing the PIN needs the old one.", "Give the old PIN too."),
    # matches
    "hosting.none": ("There is no such match.", "Go to the first page and choose one."),
    "hosting.seat.none": ("This match has no such seat.", "Name one of its seats."),
    "hosting.seat.which": ("Several seats could be meant.", "Name the seat."),
    "hosting.seat.other": ("That seat belongs to someone else.", "Act for your own seat."),
    "hosting.seat.kind": (
        "Only a seat for a phone can be joined by code.",
        "Choose a seat for a phone.",
    ),
    "hosting.board.seats": (
        "A match on the board needs the game of the board.",
        "Choose Palace, or play without the board.",
    ),
    "hosting.board.taken": (
        "Another match is on the board.",
        "Finish it, resume it or abandon it first.",
    ),
    "hosting.board.away": (
        "The board cannot be reached.",
        "Check its cable and power, or play without the board.",
    ),
    "hosting.version": (
        "The match has moved on meanwhile.",
        "Look at the new position and choose again.",
    ),
    "hosting.lobby": ("The match has not begun: seats are free.", "Wait until everybody has joined."),
    "hosting.setup": (
        "The board is being set up for this match.",
        "Wait until the bands stand and the spheres lie as shown.",
    ),
    "hosting.resume": (
        "The table was restarted in the middle of this match.",
        "Resume or abandon it.",
    ),
    "hosting.over": ("The match is over.", "Start a new one."),
    "hosting.abandoned": ("The match was abandoned.", "Start a new one."),
    "hosting.pending": ("A band is about to move.", "Wait until it stands, or press Stop motion."),
    "hosting.stopped": ("Motion was stopped meanwhile.", "Resume the table, then ask again."),
    "hosting.nothing": ("There is nothing to answer.", "Ask first."),
    "hosting.undo.open": ("An undo has been asked for already.", "Wait for the others' answer."),
    "hosting.correct.none": (
        "The last action was not one that the board recognised.",
        "Use undo instead.",
    ),
    "hosting.bot": ("No bot of that name plays this game.", "Choose one of the listed levels."),
    "hosting.record.line": ("Line {line} of the record is not right.", "There it needs: {wanted}."),
    "hosting.running": ("The match is still running.", "Wait for its end, or abandon it."),
    "hosting.record.secret": (
        "The record of a running match with hidden cards is not shown to anyone.",
        "Wait for its end.",
    ),
    "hosting.band": ("Bands go from 1 to 5, levels from 1 to 3.", "Choose another."),
    "hosting.clock": ("Time is up for {name}.", "The others have won."),
    "hosting.full": ("Too many matches are open: {limit} is the most.", "Finish or abandon some."),
    "hosting.bands": (
        "The bands do not stand as the match has them.",
        "Home them if they are not homed, then resume the match.",
    ),
    "hosting.board.seat": (
        "A seat at the board needs a match on the board.",
        "Choose the match to be on the board, or another kind of seat.",
    ),
    "hosting.code.none": ("No code is valid for this seat now.", "Ask for a new code."),
    "hosting.draw.alone": ("There is nobody to agree on a draw with.", "Resign, or play on."),
    "hosting.draw.open": ("A draw has been offered already.", "Wait for the others' answer."),
    "hosting.handle.end": (
        "Band {band} is at the end of its travel.",
        "Turn its handle the other way.",
    ),
    "hosting.button.turn": ("It is not the turn of this button's player.", "Wait for your turn."),
    "hosting.button.awaited": (
        "There is nothing to confirm yet.",
        "Place or roll a sphere, or turn a handle.",
    ),
    "hosting.handle.turn": (
        "Band {band} may not be moved now: it is not a person's turn.",
        "Wait for your turn.",
    ),
    "hosting.replay": (
        "The stored match cannot be replayed: {reason}",
        "Abandon it; its record is kept.",
    ),
    "hosting.state.none": ("The match has no such state.", "Choose a number within the match."),
    "hosting.advice.palace": ("Only Palace is advised on.", "Play on."),
    "hosting.threats.none": (
        "Threats are shown while a match is being played, and not in puzzles.",
        "Look for them on the glass.",
    ),
    "hosting.hint.none": (
        "There are no hints in this match.",
        "They are for one person who plays against computers.",
    ),
    "hosting.hint.turn": ("It is not your turn.", "Ask for a hint when it is."),
    "hosting.analysis.busy": (
        "Several matches are being analysed already.",
        "Wait until one of them is done.",
    ),
    "hosting.puzzle.none": ("This match is no puzzle.", "Choose one on the page of the puzzles."),
    "store.unread": (
        "The table could not read its memory.",
        "Check the data folder; palace doctor tells more.",
    ),
    "store.row": (
        "The stored match {match} is damaged and cannot be opened.",
        "It is kept as it is; all others can be played. Import it from a backup to have it again.",
    ),
    "store.failed": (
        "The table could not write to its memory; nothing was changed.",
        "Check the free space of the data folder; palace doctor tells more.",
    ),
    "store.damaged": (
        "The stored matches were damaged. The damaged file was kept as {kept}.",
        "Import a backup with: palace import.",
    ),
    "table.twin.none": ("This is not a simulated board.", "Use the real handles and spheres."),
    "table.power.none": (
        "The simulated board has no power switch.",
        "Close the program instead.",
    ),
    "table.power.failed": (
        "The table's computer could not be switched off from here.",
        "Allow the service's user to do it, or use the power switch.",
    ),
    "table.none": ("No board is connected.", "Start the service with --board."),
    "table.closed": ("A match is on the board.", "Bands then move by the match's rules."),
    "table.test": (
        "The hardware test has the board.",
        "Wait for its end, or end it on the Board page.",
    ),
    "table.test.none": ("No hardware test is running.", "Start one on the Board page."),
    "table.test.report": ("There is no report yet.", "Run the hardware test first."),
    "table.pane": ("There is no such pane.", "Panes go from a1 to h10."),
}

NOTICES: dict[str, str] = {
    "hosting.undo.asked": "{name} asks to take the last action back.",
    "hosting.undo.refused": "The undo was refused.",
    "hosting.draw.asked": "{name} offers a draw.",
    "hosting.draw.refused": "The draw was refused.",
    "hosting.bot.random": "Plays at random",
    "hosting.bot.silent": "The bot {name} gave no answer; a random action was played for it.",
    "hosting.aboard": "Bands are about to move with spheres aboard, on {panes}.",
    "hosting.chance": "The table deals.",
    "hosting.joined": "{name} has joined.",
    "hosting.left": "The seat of {name} is free again.",
    "table.stop.pressed": "Motion was stopped.",
}


def panel_texts() -> dict[str, str]:
    """This storey's own texts: refusals with their advice, notices, and the pages' words."""
    from web_panel.texts_advice import ADVICE
    from web_panel.texts_cards import CARDS
    from web_panel.texts_match import MATCH
    from web_panel.texts_royal import ROYAL
    from web_panel.texts_ui import UI
    from web_panel.texts_wizard import WIZARD

    texts = dict(NOTICES)
    for code, (says, do) in REFUSALS.items():
        texts[code], texts[f"{code}.do"] = says, do
    return texts | UI | CARDS | ROYAL | WIZARD | MATCH | ADVICE


@cache
def english() -> dict[str, str]:
    """Every code of every storey with its English text."""
    from firmware_bridge.messages import TEXTS as BRIDGE
    from rules.messages import TEXTS as RULES

    texts = dict(RULES)
    for code, pair in BRIDGE.items():
        texts[code], texts[f"{code}.do"] = pair["says"], pair["do"]
    return texts | panel_texts()


@cache
def catalogue(lang: str) -> dict[str, str]:
    """Every code with its text in ``lang``; needs an application context the first time."""
    if lang == "en":
        return english()
    with force_locale(lang):
        return {code: gettext(text) if text else "" for code, text in english().items()}


_HOLE = re.compile(r"\{(\w+)\}")


def fill(text: str, params: Mapping[str, Any], names: Mapping[str, str] | None = None) -> str:
    """``text`` with its ``{name}`` holes filled; a hole without a parameter stays visible.

    A parameter that is itself a code stands for its text in ``names``: a place, a card, a phase.
    """
    names = names or {}

    def value(hole: re.Match[str]) -> str:
        given = str(params.get(hole[1], hole[0]))
        return names.get(given, given)

    return _HOLE.sub(value, text)


def say(code: str, params: Mapping[str, Any] | None = None, lang: str | None = None) -> str:
    """The sentence for ``code`` in the request's language, or the code itself if it is unknown."""
    texts = catalogue(lang or language())
    return fill(texts.get(code, code), params or {}, texts)


def advise(code: str, params: Mapping[str, Any] | None = None, lang: str | None = None) -> str:
    """What to do about ``code``; the closest advice there is, "" when there is none."""
    texts = catalogue(lang or language())
    return fill(texts.get(f"{code}.do", ""), params or {}, texts)


def english_text(code: str, params: Mapping[str, Any] | None = None) -> str:
    """The English sentence for ``code``, where there is no request."""
    return fill(english().get(code, code), params or {}, english())


def language() -> str:
    """The request's language: the cookie ``lang``, else the browser's wish, else English."""
    chosen = request.cookies.get("lang", "")
    if chosen in LANGUAGES:
        return chosen
    return request.accept_languages.best_match(list(LANGUAGES), "en") or "en"


babel = Babel()
