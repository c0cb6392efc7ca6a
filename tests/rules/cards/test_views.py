"""Who may see what: views hold what their seat may know, and nothing that they hold depends on the rest."""

import json
import random
import re

import pytest

from rules.cards import State
from rules.cards.cards import ALL, mask, members

VIEW = {"seat", "phase", "turn", "open_rank", "hand_size", "ply", "options", "order", "ready", "pile"}
VIEW |= {"removed", "stock_count", "unused_count", "seats", "misfits", "last"}
ROW = {"hand_count", "up", "down", "zone"}
LAST = {"kind", "seat", "cards", "zone", "slot", "taken", "burn", "burned", "drew", "out", "message"}


def text(view):
    return json.dumps(view)


SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}


def named(value):
    """All cards that are named anywhere in a view, as texts or as people read them."""
    found = json.dumps(value, ensure_ascii=False).replace("10", "T")
    return {rank + SIGNS.get(suit, suit) for rank, suit in re.findall(r"([2-9TJQKA])([CDHS♣♦♥♠])", found)}


def secrets(cards, state, seat):
    """The cards that ``seat`` (None: onlookers) may not see, and no public event has shown."""
    d = cards.to_json(state)
    hidden = {card for row in d["seats"] for card in row["down"] if card} | set(d["stock"]) | set(d["unused"])
    hidden |= {card for n, row in enumerate(d["seats"]) if n != seat for card in row["hand"]}
    last = d["last"] or {"cards": [], "taken": []}
    return hidden - set(last["cards"]) - set(last["taken"])


def reshuffled(state, seat, rng):
    """The same moment with every card that ``seat`` does not know exchanged among the hidden places."""
    setup, table = state.setup, state.table
    shown = mask(()) if table.last is None else mask(table.last.cards + table.last.taken)
    known = [one.hand if n == seat else one.hand & shown for n, one in enumerate(table.seats)]
    pool = [card for one in table.seats for card in one.down if card >= 0]
    pool += [*table.stock, *members(setup.unused)]
    for one, kept in zip(table.seats, known):
        pool += members(one.hand & ~kept)
    rng.shuffle(pool)
    seats = []
    for one, kept in zip(table.seats, known):
        hand = kept | mask(pool.pop() for _ in range((one.hand & ~kept).bit_count()))
        seats.append(one._replace(hand=hand, down=tuple(c if c < 0 else pool.pop() for c in one.down)))
    stock = tuple(pool.pop() for _ in table.stock)
    lots = list(setup.lots)
    rng.shuffle(lots)
    return State(
        setup._replace(lots=tuple(lots), unused=mask(pool)),
        table._replace(seats=tuple(seats), stock=stock),
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_views_do_not_change_when_only_hidden_cards_do(cards, random_match, seats):
    """Byte for byte, for every seat and for onlookers, at every moment of random matches."""
    rng = random.Random(seats)
    for _ in range(6):
        for _, _, _, state in random_match(seats, rng):
            for seat in (None, rng.randrange(seats)):
                other = reshuffled(state, seat, rng)
                assert text(cards.view(state, seat)) == text(cards.view(other, seat))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_view_names_no_card_its_seat_may_not_see(cards, random_match, seats):
    """Searched for in the whole text, however deep it may stand."""
    rng = random.Random(40 + seats)
    for _ in range(4):
        for _, _, _, state in random_match(seats, rng):
            for seat in (None, *range(seats)):
                assert not named(cards.view(state, seat)) & secrets(cards, state, seat)


def test_the_search_for_secrets_finds_a_planted_one(cards, random_match):
    """The test above would notice a face-down card under any name, as a text or in a sentence."""
    state = next(after for _, _, _, after in random_match(2, random.Random(1)))
    card = cards.to_json(state)["seats"][0]["down"][0]
    sign = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}[card[1]]
    for planted in (card, f"turns {card[0].replace('T', '10')}{sign}"):
        view = cards.view(state, 1) | {"message": {"deep": [planted]}}
        assert named(view) & secrets(cards, state, 1) == {card}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_view_has_the_listed_fields_and_no_other(cards, random_match, seats):
    """An allow-list: whatever a state may gain, a view does not, until this test is told."""
    rng = random.Random(70 + seats)
    for _, _, _, state in random_match(seats, rng):
        for seat in (None, *range(seats)):
            view = cards.view(state, seat)
            assert set(view) == VIEW
            assert [set(row) for row in view["seats"]] == [
                ROW | {"hand"} if n == seat else ROW for n in range(seats)
            ]
            assert set(view["last"]) == LAST


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_dreamt_up_state_agrees_with_the_view_and_is_sound(cards, random_match, seats):
    """view(determinize(view)) is the view, no invariant is broken, and the seat has the same actions."""
    rng = random.Random(100 + seats)
    for _ in range(6):
        for step, (_, _, _, state) in enumerate(random_match(seats, rng)):
            if step % 4:
                continue
            for seat in (None, *range(seats)):
                view = json.loads(text(cards.view(state, seat)))
                dreamt = cards.determinize(view, rng)
                assert cards.view(dreamt, seat) == view
                assert cards.problems(dreamt) == []
                if seat is not None and cards.actor(state) is not None:
                    assert cards.actions(dreamt, seat) == cards.actions(state, seat)


def test_before_the_deal_there_is_nothing_to_dream_up(cards):
    """The view of an undealt match leads back to it."""
    state = cards.new(3, {"deal": "short"})
    assert cards.determinize(cards.view(state, 1), random.Random(1)) == state


def test_hidden_cards_are_dreamt_up_evenly(cards, position):
    """Over 2,000 worlds each of the six unseen cards lies in a hidden place about as often as any other."""
    state = position("3S", ("4C 5C", "", "6C"), ("7C 8C", "", "9C"), stock=["TC", "JC"])
    rng, places = random.Random(9), {}
    for _ in range(2000):
        dreamt = cards.determinize(cards.view(state, 0), rng)
        for card in members(dreamt.table.seats[1].hand):
            places[card] = places.get(card, 0) + 1
    unseen = members(mask(state.table.stock) | state.table.seats[1].hand) + [
        card for one in state.table.seats for card in one.down
    ]
    assert set(places) == set(unseen)
    assert all(abs(count - 2000 * 2 / 6) < 100 for count in places.values())


def test_a_dreamt_up_opening_could_have_come_about(cards):
    """Nobody holds a lower card than the opening rank, and the opener holds one and wins its tie."""
    rng = random.Random(12)
    for _ in range(60):
        state = cards.new(3, {})
        state = cards.apply(state, cards.chance(state, rng))
        for seat in range(3):
            state = cards.apply(state, "ready", seat)
        for seat in (None, 0, 1, 2):
            dreamt = cards.determinize(cards.view(state, seat), rng)
            assert cards.problems(dreamt) == []
            assert cards.actor(dreamt) == cards.actor(state)


def test_what_everybody_saw_being_taken_stays_in_that_hand(cards, position):
    """The pile just taken, a turned card with it, and a card just exchanged for are in the dreamt-up hand."""
    rng = random.Random(13)
    taken = cards.apply(position("3S KS", ("4C 5C", "", ""), ("7C 8C", "", "9C 9D"), stock=["TC"]), "take")
    missed = cards.apply(position("3S KS", ("", "", "4C 6C"), ("7C 8C", "", "9C 9D")), "turn 1")
    swapping = position("", ("4C 5C", "KC", "6C"), ("7C", "", ""), phase="swap")
    swapped = cards.apply(swapping, "swap 4C KC", 0)
    for state, seen in ((taken, "3S KS"), (missed, "3S KS 4C"), (swapped, "KC")):
        for _ in range(20):
            dreamt = cards.determinize(cards.view(state, 1), rng)
            assert set(seen.split()) <= set(cards.to_json(dreamt)["seats"][0]["hand"])


def test_an_onlooker_sees_what_is_public_and_no_hand(cards, position):
    """Pile, removed and face-up cards, numbers, and which slots still hold a card."""
    state = position("3S KS", ("4C 5C", "QD QH", "- 6C"), ("7C", "", "9C"), stock=["TC"], unused=["AS"])
    view = cards.view(state, None)
    assert (view["pile"], view["stock_count"], view["unused_count"]) == (["3S", "KS"], 1, 1)
    assert view["seats"] == [
        {"hand_count": 2, "up": ["QD", "QH"], "down": [False, True], "zone": "hand"},
        {"hand_count": 1, "up": [], "down": [True], "zone": "hand"},
    ]
    assert set(view["removed"]) == {
        name for name in cards.to_json(state)["removed"] if name not in ("AS", "TC")
    }


def test_zone_says_where_a_seat_plays_from(cards, position):
    """Hand, then face-up, then face-down cards; then it is out."""
    state = position("3S", ("4C", "5C", "6C"), ("", "7C", "8C"), ("", "", "9C -"), ("", "", "-"))
    assert [row["zone"] for row in cards.view(state, 0)["seats"]] == ["hand", "up", "down", "out"]


@pytest.mark.parametrize(
    ("pile", "more", "misfits"),
    [
        ("", {}, ""),
        ("9S", {}, "TJQKA"),
        ("JS", {}, "3456789T"),
        ("AS", {"options": {"ten": "always"}}, "3456789JQK"),
        ("", {"phase": "open"}, "2356789TJQKA"),
    ],
)
def test_misfits_say_of_every_rank_why_it_does_not_go(cards, position, pile, more, misfits):
    """The panel dims these and says why on touch; they follow from the pile alone, so everybody gets them."""
    state = position(pile, ("4C 4D", "", ""), ("7C", "", ""), **more)
    view = cards.view(state, 1)
    assert "".join(view["misfits"]) == misfits
    assert cards.view(state, None)["misfits"] == view["misfits"]


def test_misfits_and_refusals_use_the_same_words(cards, position, refused):
    """What the panel says beforehand is what the rules say afterwards."""
    for pile in ("JS", "9S", "2S 6C"):
        for name in ("3D", "4D", "TD", "KD"):
            state = position(pile, (f"{name} AH", "", ""), ("7C", "", ""))
            reason = cards.view(state, 0)["misfits"].get(name[0])
            if reason is None:
                assert f"play {name}" in cards.actions(state)
            else:
                assert refused(state, f"play {name}").message.to_json() == reason


def test_describing_an_action_tells_nothing_hidden(cards, position):
    """A face-down card is called by its slot, whatever it is: buttons may be labelled beforehand."""
    one = position("KS", ("", "", "4C AC"), ("7C", "", ""))
    other = position("KS", ("", "", "AC 4C"), ("7C", "", ""))
    assert cards.describe(one, "turn 1") == cards.describe(other, "turn 1")


def test_all_cards_are_somewhere_in_a_dreamt_up_state(cards, random_match):
    """Conservation holds in dreams too."""
    for _, _, _, state in random_match(4, random.Random(77)):
        dreamt = cards.determinize(cards.view(state, 2), random.Random(1))
        table = dreamt.table
        counted = [card for one in table.seats for card in one.cards] + [*table.stock, *table.pile]
        counted += members(table.removed) + members(dreamt.setup.unused)
        assert len(counted) == 52
        assert mask(counted) == ALL
