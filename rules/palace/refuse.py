"""Why an action is refused: one function an action kind, each returns the error or None."""

from __future__ import annotations

from rules.palace import legal, notation
from rules.palace.geometry import COLUMNS, ENTRANCE_BANDS, ENTRANCES, NAMES, WHITE, bit
from rules.palace.notation import Action, BandAction, PassAction, PlaceAction, RollAction
from rules.palace.position import Position
from rules.palace.roll import refusal, slide
from rules.palace.slow import Slide
from rules.palace.tables import terrain
from rules.protocol import IllegalAction, NotYourTurn


def reason(position: Position, action: Action) -> IllegalAction | None:
    """The error that ``apply`` raises for ``action``; None when it is legal."""
    if legal.over(position):
        return NotYourTurn("palace.over", action=str(action))
    match action:
        case PlaceAction():
            return _place(position, action)
        case RollAction():
            return _roll(position, action)
        case BandAction():
            return _band(position, action)
        case PassAction():
            return _pass(position)


def _place(p: Position, action: PlaceAction) -> IllegalAction | None:
    text = str(action)
    reserve = p.white_reserve if p.turn == WHITE else p.black_reserve
    pane = ENTRANCES[p.turn] + action.column
    band = ENTRANCE_BANDS[p.turn]
    if not reserve & bit(action.column):
        return IllegalAction("palace.no_reserve", action=text, column=COLUMNS[action.column])
    if p.occupied & bit(pane):
        return IllegalAction("palace.entrance_taken", action=text, pane=NAMES[pane])
    if p.levels[band] != 1:
        return IllegalAction(
            "palace.entrance_level", action=text, pane=NAMES[pane], band=band + 1, level=p.levels[band]
        )
    return None


def _roll(p: Position, action: RollAction) -> IllegalAction | None:
    there = p.occupied & bit(action.pane)
    done = slide(p, action.pane, action.direction) if there else Slide((), "blocked")
    message = refusal(p, action.pane, action.direction, done)
    return None if message is None else IllegalAction(message.code, **message.params)


def _band(p: Position, action: BandAction) -> IllegalAction | None:
    text = str(action)
    now = p.levels[action.band]
    band = action.band + 1
    if p.bands == "locked":
        return IllegalAction("palace.bands_locked", action=text, band=band)
    if now == action.level:
        return IllegalAction("palace.band_same", action=text, band=band, level=now)
    if p.bands == "free":
        return None
    if p.moved:
        return IllegalAction("palace.band_moved", action=text, band=band, moved=p.moved[0])
    if abs(now - action.level) > 1:
        return IllegalAction("palace.band_far", action=text, band=band, level=now)
    if (action.band, action.level) not in legal.band_moves(p):
        return IllegalAction("palace.band_useless", action=text, band=band, level=action.level)
    return None


def _pass(p: Position) -> IllegalAction | None:
    if legal.may_pass(p):
        return None
    if example := _place_or_roll(p):
        return IllegalAction("palace.pass_can", action=notation.PASS, example=example)
    moves = legal.band_moves(p)
    if p.bands == "free":
        return IllegalAction("palace.pass_terrain", action=notation.PASS)
    return IllegalAction("palace.pass_band", action=notation.PASS, example=str(BandAction(*moves[0])))


def _place_or_roll(p: Position) -> str | None:
    """Some place or roll that is legal now."""
    if free := legal.places(p):
        return notation.place_text(p.turn, free.bit_length() - 1)
    if slots := legal.rolls(p):
        ray = terrain(p.levels).rays[slots.bit_length() - 1]
        assert ray is not None
        return ray.text
    return None
