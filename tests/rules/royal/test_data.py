"""The numbers agree with each other, so that a retuned table is still a table."""

from __future__ import annotations

from collections import Counter

from rules.royal import data


def test_there_are_42_nobles_with_titles_of_their_own():
    """Ids in order, titles unique, six more than the park has spaces."""
    assert [noble.id for noble in data.NOBLES] == [f"N{n:02}" for n in range(1, 43)]
    assert len({noble.title for noble in data.NOBLES}) == 42
    assert len(data.NOBLES) - len(data.SPACES) == 6


def test_privileges_come_in_pairs():
    """Two nobles for each lasting privilege, four that bring servants, 22 with points alone."""
    found = Counter(noble.privilege for noble in data.NOBLES)
    assert found.pop("") == 22
    assert found.pop("SERVANTS") == 4
    assert set(found.values()) == {2}
    assert {*found, "SERVANTS"} == set(data.PRIVILEGES)


def test_every_noble_can_be_paid():
    """Nothing is negative; a noble without privilege costs something."""
    for noble in data.NOBLES:
        assert min(noble.gold, noble.turquoise, noble.violet) >= 0
        assert noble.gold + noble.turquoise + noble.violet > 0
        assert noble.points > 0
        assert (noble.amount > 0) == bool(noble.privilege)


def test_the_first_noble_is_the_real_one():
    """N01 shows the costs and privilege of a tile of the printed game."""
    first = data.NOBLES[0]
    assert (first.gold, first.turquoise, first.violet, first.points) == (2, 2, 2, 4)
    assert (first.privilege, first.amount) == ("SERVANTS", 3)


def test_servants_and_cards_add_up():
    """25 a player, 8 left in the reserve after posting, 36 cards."""
    assert data.SERVANTS == 25
    assert data.RESERVE_AT_START - data.STAIR_AT_START - data.PARADE_AT_START - data.POSTS == 8
    assert (len(data.CARDS), data.COPIES, data.DECK) == (9, 4, 36)
    assert len(data.GOLD_BY_SEAT) == max(data.SEATS)


def test_the_palace_and_the_park():
    """Nine places, as printed with the gate in the middle; twenty border spaces, four of them corners."""
    layout = [data.PLACES[place] for place in data.LAYOUT_FIXED]
    assert layout == ["back", "office", "cardinal", "mint", "gate", "pomp", "stair", "king", "parade"]
    assert [len(near) for near in data.CELL_NEIGHBOURS] == [2, 3, 2, 3, 4, 3, 2, 3, 2]
    assert [len(near) for near in data.CELL_NEIGHBOURS_DIAGONAL] == [3, 5, 3, 5, 8, 5, 3, 5, 3]
    assert len(data.ON_BORDER) == 20
    corners = Counter(space for border in data.BORDERS.values() for space in border)
    assert {data.SPACES[space] for space, count in corners.items() if count == 2} == {"a1", "f1", "a6", "f6"}
    assert {name: data.SPACES[spaces[1]] for name, spaces in data.BORDERS.items()} == {
        "row1": "b1",
        "row6": "b6",
        "column_a": "a2",
        "column_f": "f2",
    }
    assert sorted(len(near) for near in data.SPACE_NEIGHBOURS) == [2] * 4 + [3] * 16 + [4] * 16
