"""What a seat may know, and some full state that agrees with it.

The view is built field by field from public parts; of hidden things it holds the asking seat's own hand only.

::

    seat          whose view this is, null for onlookers
    seats         how many play
    options       as agreed
    phase         deal post reinforce move collect recruit draw end over
    turn          the seat whose turn it is, null when nobody's
    round, last_round (null | "park" | "stall"), quiet_rounds, recruited_this_round
    layout        nine places row by row, [] before the deal
    park          {"a1": {"noble", "price"}}: ``price`` is the gold it costs now
    nobles        {"N07": {"title", "gold", "turquoise", "violet", "points", "privilege", "amount"}}, all that
                  lie open
    border        {"a1": seat}: servants in the park
    pile          number of cards to draw
    discard       the open discard pile, oldest first
    players       [{"seat", "gold", "reserve", "supply", "palace", "hand", "prestige", "nobles", "powers"}];
                  ``hand`` is a number here, ``powers`` the lasting privileges added up
    hand          the asking seat's own cards, null for onlookers
    majorities    {"mint": [{"servants", "bonus", "why"}, one a seat]} for the five places with a bonus, as it
                  stands now; ``why`` is a word of ``majority.standing``, its text is royal.why.<word>
    now           the phase. ``left``: what the phase bar shows (servants to post, servants that may be sent,
                  points, cards that may be drawn; null elsewhere). ``capacity`` in reinforce, ``income`` in
                  collect ({"gold", "turquoise", "violet"}), null elsewhere. ``turquoise``, ``violet``: free
                  seals. ``shuffle``: the discard pile is about to be shuffled. ``count``, ``letters`` and
                  ``opened`` as in ``state.Turn``
    offers        in recruit, by space: {"price", "border", "affordable", "short": [messages], "ways":
                  [{"action", "king", "pomp", "free_turquoise", "free_violet"}]}: ``king`` and ``pomp`` are
                  servants sent back. Without the writ, the hand's secret: ``actions`` tells its owner
    passed        [[seat, phase]] passed over by themselves since the last action
    scores        [{"nobles", "prestige", "hand", "park", "total"}] if the match ended now
    borders       [{"border", "counts", "first", "second", "points"}]: the park's part of it
    ranks         1 is best; null before the match is over
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from rules.protocol import Json, Option
from rules.royal.coding import (
    border_json,
    kinds_json,
    options_json,
    palace_json,
    read_state,
    turn_json,
)
from rules.royal.data import (
    BONUS_PLACES,
    CARDS,
    COPIES,
    NOBLES,
    OFFICE,
    ON_BORDER,
    PLACES,
    PRIVILEGES,
    SPACES,
)
from rules.royal.majority import WON, standing
from rules.royal.phases.cards import draw_limit
from rules.royal.phases.nobles import income, payments, price, shortfalls
from rules.royal.phases.servants import capacity
from rules.royal.scoring import border_scores, ranks, scores
from rules.royal.state import EMPTY, State, powers


def view(s: State, seat: int | None) -> dict[str, Json]:
    """What ``seat`` (None: an onlooker) may know; see the module's text for the fields."""
    if seat is not None and seat not in range(len(s.players)):
        raise ValueError(f"there is no seat {seat}")
    court, turn = s.court, s.turn
    over = turn.phase == "over"
    return {
        "seat": seat,
        "seats": len(s.players),
        "options": options_json(court.options),
        "phase": turn.phase,
        "turn": None if over or turn.phase == "deal" else turn.seat,
        "round": s.clock.round,
        "last_round": s.clock.last or None,
        "quiet_rounds": s.clock.quiet,
        "recruited_this_round": s.clock.recruited,
        "layout": [PLACES[place] for place in court.layout],
        "park": {
            SPACES[space]: {"noble": NOBLES[noble].id, "price": price(court, space)}
            for space, noble in enumerate(court.park)
            if noble != EMPTY
        },
        "nobles": _nobles(s),
        "border": border_json(court),
        "pile": len(s.piles.draw),
        "discard": kinds_json(s.piles.discard),
        "players": _players(s),
        "hand": None if seat is None else kinds_json(s.players[seat].hand),
        "majorities": _majorities(s),
        "now": _now(s),
        "offers": _offers(s),
        "passed": [[number, phase] for number, phase in s.passed],
        "scores": [
            {
                "nobles": score.nobles,
                "prestige": score.prestige,
                "hand": score.hand,
                "park": score.park,
                "total": score.total,
            }
            for score in scores(s)
        ],
        "borders": [
            {
                "border": border.border,
                "counts": list(border.counts),
                "first": list(border.first),
                "second": list(border.second),
                "points": list(border.points),
            }
            for border in border_scores(s)
        ],
        "ranks": list(ranks(s)) if over else None,
    }


def _nobles(s: State) -> dict[str, Json]:
    """The tiles that lie face up, in the park or before their owners."""
    open_tiles = {noble for noble in s.court.park if noble != EMPTY}
    open_tiles.update(noble for player in s.players for noble in player.nobles)
    return {
        noble.id: {
            "title": noble.title,
            "gold": noble.gold,
            "turquoise": noble.turquoise,
            "violet": noble.violet,
            "points": noble.points,
            "privilege": noble.privilege or None,
            "amount": noble.amount,
        }
        for noble in (NOBLES[number] for number in sorted(open_tiles))
    }


def _players(s: State) -> list[Json]:
    return [
        {
            "seat": seat,
            "gold": player.gold,
            "reserve": player.reserve,
            "supply": player.supply,
            "palace": palace_json(player.palace),
            "hand": len(player.hand),
            "prestige": player.prestige,
            "nobles": [NOBLES[noble].id for noble in player.nobles],
            "powers": {
                name: amount
                for name, amount in zip(PRIVILEGES, powers(player.nobles), strict=True)
                if amount and name != "SERVANTS"
            },
        }
        for seat, player in enumerate(s.players)
    ]


def _majorities(s: State) -> dict[str, Json]:
    """For each place with a bonus, how every seat stands there if its turn worked the bonus out now."""

    def entry(seat: int, place: int) -> Json:
        letter = seat == s.turn.seat and place in s.turn.letters
        why = standing(s, seat, place, letter=letter)
        return {"servants": s.players[seat].palace[place], "bonus": why in WON, "why": why}

    return {PLACES[place]: [entry(seat, place) for seat in range(len(s.players))] for place in BONUS_PLACES}


def _now(s: State) -> dict[str, Json]:
    turn = s.turn
    raw = turn_json(turn)
    now: dict[str, Json] = {key: raw[key] for key in ("count", "turquoise", "violet", "letters", "opened")}
    waits = turn.phase == "draw" and turn.count > 0
    now |= {"left": None, "capacity": None, "income": None, "shuffle": waits}
    match turn.phase:
        case "post" | "move":
            now["left"] = turn.count
        case "reinforce":
            now["capacity"] = capacity(s, turn)
            now["left"] = min(now["capacity"], s.players[turn.seat].reserve)
        case "collect":
            now["income"] = dict(zip(("gold", "turquoise", "violet"), income(s, turn), strict=True))
        case "draw":
            now["left"] = turn.count if waits else draw_limit(s, turn)
    return now


def _offers(s: State) -> dict[str, Json]:
    """What each noble costs the turn's player and how it can be paid, cards in the hand left aside."""
    turn, court = s.turn, s.court
    if turn.phase != "recruit":
        return {}
    palace = s.players[turn.seat].palace
    offers: dict[str, Json] = {}
    for space, number in enumerate(court.park):
        if number == EMPTY:
            continue
        noble = NOBLES[number]
        short = shortfalls(s, space)
        ways = [] if short else payments(space, noble, turn, palace)
        offers[SPACES[space]] = {
            "price": price(court, space),
            "border": space in ON_BORDER,
            "affordable": not short and palace[OFFICE] > 0,
            "short": [message.to_json() for message in short],
            "ways": [
                {
                    "action": way.text,
                    "king": noble.turquoise - way.turquoise,
                    "pomp": noble.violet - way.violet,
                    "free_turquoise": way.turquoise,
                    "free_violet": way.violet,
                }
                for way in ways
            ],
        }
    return offers


def determinize(seen: Mapping[str, Json], rng: Random, options: Sequence[Option]) -> State:
    """A full state with the same view: the unseen cards go at random to the other hands and the pile.

    Every arrangement of them has the same chance. (After a reshuffle people could know a little more: which
    kinds were not in the discard pile then. That is not used.)
    """
    hands: list[list[str]] = [[] for _ in seen["players"]]
    pile: list[str] = []
    if seen["phase"] != "deal":
        unseen = [card.key for card in CARDS for _ in range(COPIES)]
        for kind in seen["discard"]:
            unseen.remove(kind)
        for player in seen["players"]:
            for _ in range(player["prestige"]):
                unseen.remove("prestige")
        for kind in seen["hand"] or []:
            unseen.remove(kind)
        rng.shuffle(unseen)
        for seat, player in enumerate(seen["players"]):
            if seen["hand"] is not None and seat == seen["seat"]:
                hands[seat] = list(seen["hand"])
            else:
                hands[seat] = [unseen.pop() for _ in range(player["hand"])]
        pile = unseen
    known = ("gold", "reserve", "supply", "palace", "prestige", "nobles")
    now = ("count", "turquoise", "violet", "letters", "opened")
    return read_state(
        {
            "options": seen["options"],
            "layout": seen["layout"],
            "park": {space: tile["noble"] for space, tile in seen["park"].items()},
            "border": seen["border"],
            "draw": pile,
            "discard": seen["discard"],
            "players": [
                {key: player[key] for key in known} | {"hand": hand}
                for player, hand in zip(seen["players"], hands, strict=True)
            ],
            "turn": {key: seen["now"][key] for key in now}
            | {"seat": seen["turn"] or 0, "phase": seen["phase"]},
            "round": seen["round"],
            "quiet": seen["quiet_rounds"],
            "recruited": seen["recruited_this_round"],
            "last": seen["last_round"],
            "passed": seen["passed"],
        },
        options,
    )
