"""Before the first turn: the deal (a chance outcome) and the posting of five servants by each seat."""

from __future__ import annotations

from collections import Counter
from random import Random

from rules.protocol import IllegalAction
from rules.royal.data import (
    CARDS,
    CENTRE,
    COPIES,
    GATE,
    LAYOUT_FIXED,
    NOBLES,
    NOBLES_DEALT,
    PLACES,
    PLACES_SORTED,
    POSTS,
)
from rules.royal.notation import Action
from rules.royal.state import Court, Piles, Player, State, Turn, seated

POST_TEXTS = tuple(f"post {PLACES[place]}" for place in PLACES_SORTED)


def draw_deal(s: State, rng: Random) -> str:
    """A deal for this table's ``layout`` option, every outcome with the same chance."""
    nobles = rng.sample([noble.id for noble in NOBLES], NOBLES_DEALT)
    kinds = [card.key for card in CARDS for _ in range(COPIES)]
    rng.shuffle(kinds)
    places = list(LAYOUT_FIXED)
    if s.court.options.layout == "random":
        rng.shuffle(places)
    elif s.court.options.layout == "gate-centre":
        around = [place for place in places if place != GATE]
        rng.shuffle(around)
        places = [*around[:CENTRE], GATE, *around[CENTRE:]]
    return f"deal {','.join(nobles)} {','.join(kinds)} {','.join(PLACES[place] for place in places)}"


def deal(s: State, action: Action) -> State:
    """Lays out park, pile and palace as dealt; refuses a deal that these parts and options cannot give."""
    if len(set(action.nobles)) != NOBLES_DEALT:
        raise IllegalAction("royal.deal.nobles")
    if set(Counter(action.kinds).values()) != {COPIES}:
        raise IllegalAction("royal.deal.cards")
    if len(set(action.places)) != len(PLACES):
        raise IllegalAction("royal.deal.places")
    layout = s.court.options.layout
    if layout == "fixed" and action.places != LAYOUT_FIXED:
        raise IllegalAction("royal.deal.fixed")
    if layout == "gate-centre" and action.places[CENTRE] != GATE:
        raise IllegalAction("royal.deal.gate")
    court = Court(s.court.options, layout=action.places, park=action.nobles)
    return State(court, Piles(draw=action.kinds), s.clock, s.players, Turn(0, "post", POSTS))


def post(s: State, action: Action) -> State:
    """One servant from the reserve to any place; a seat posts all of its five before the next seat."""
    turn = s.turn
    player = s.players[turn.seat]
    palace = list(player.palace)
    palace[action.target] += 1
    posted = Player(player.gold, player.reserve - 1, player.supply, tuple(palace))
    players = seated(s.players, turn.seat, posted)
    return State(s.court, s.piles, s.clock, players, Turn(turn.seat, "post", turn.count - 1))
