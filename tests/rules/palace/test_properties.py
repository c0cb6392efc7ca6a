"""What must hold in every position: mirror, conservation, texts, replay, exactly the listed actions."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.palace import GAME, Position, rolls
from rules.palace.geometry import COLUMNS, DIRECTIONS, LEVELS, NAMES, PANES, turned
from rules.palace.position import BANDS_OPTIONS
from rules.protocol import BadNotation, IllegalAction

EVERY_ACTION = [
    *(f"@{column}" for column in COLUMNS),
    *(f"{pane}{direction}" for pane in NAMES for direction in DIRECTIONS),
    *(f"B{band}={level}" for band in range(1, 6) for level in LEVELS),
    "pass",
]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any sound position, reachable or not; spheres crowd a few rows often enough to meet."""
    rows = draw(st.sets(st.integers(0, 9), min_size=1, max_size=4))
    panes = draw(
        st.lists(st.sampled_from([p for p in range(PANES) if p // 8 in rows]), unique=True, max_size=16)
    )
    cut = draw(st.integers(max(0, len(panes) - 8), min(8, len(panes))))
    on_board = (panes[:cut], panes[cut:])
    reserves = [
        draw(st.sets(st.integers(0, 7), min_size=max(0, 3 - len(own)), max_size=8 - len(own)))
        for own in on_board
    ]
    bands = draw(st.sampled_from(BANDS_OPTIONS))
    moved = draw(st.sampled_from([(), (), (1,), (3,)])) if bands == "single" else ()
    position = Position(
        *(sum(1 << pane for pane in own) for own in on_board),
        *(sum(1 << column for column in waiting) for waiting in reserves),
        tuple(draw(st.lists(st.sampled_from(LEVELS), min_size=5, max_size=5))),
        draw(st.integers(0, 1)),
        moved,
        draw(st.integers(1, 200)),
        bands,
        draw(st.sampled_from([None, None, 100])),
    )
    if max(position.spheres) < 4:  # both broken cannot be: give White one more
        position = Position.parse(
            position.text().replace(f" {position.reserves[0] or '-'}/", " abcde/", 1), bands
        )
    return position


def mirrored(p: Position) -> Position:
    """Colours swapped, the board turned by 180 degrees, the bands' order reversed."""

    def columns(reserve: int) -> int:
        return sum(1 << 7 - n for n in range(8) if reserve >> n & 1)

    return Position(
        turned(p.black),
        turned(p.white),
        columns(p.black_reserve),
        columns(p.white_reserve),
        p.levels[::-1],
        1 - p.turn,
        tuple(6 - band for band in p.moved),
        p.count,
        p.bands,
        p.max_turns,
    )


def mirrored_action(text: str) -> str:
    if text == "pass":
        return text
    if text[0] == "@":
        return f"@{COLUMNS[7 - COLUMNS.index(text[1])]}"
    if text[0] == "B":
        return f"B{6 - int(text[1])}={text[3]}"
    return NAMES[79 - NAMES.index(text[:-1])] + dict(zip("nesw", "swne"))[text[-1]]


@given(positions())
def test_text_round_trip(position: Position) -> None:
    """Reading what was written gives the same position; JSON and repr too."""
    assert Position.parse(position.text(), position.bands, position.max_turns) == position
    assert GAME.from_json(GAME.to_json(position)) == position
    assert GAME.determinize(GAME.view(position, 0), None) == position
    assert eval(repr(position), {"Position": Position}) == position
    assert GAME.problems(position) == []


@given(positions())
def test_apply_accepts_exactly_the_listed_actions(position: Position) -> None:
    """Of all action texts there are, those listed are accepted and all others are refused in words."""
    listed = GAME.actions(position)
    assert listed == sorted(set(listed))
    before = position.text()
    for text in EVERY_ACTION:
        if text in listed:
            assert GAME.apply(position, text) != position
            continue
        with pytest.raises(IllegalAction) as caught:
            GAME.apply(position, text)
        assert str(caught.value).startswith(f"{text}: ")
        assert "{" not in str(caught.value)
    assert position.text() == before


@given(positions(), st.one_of(st.text(max_size=12), st.text("abch12310@B=nesw ps", max_size=6)))
def test_other_texts_are_refused(position: Position, text: str) -> None:
    """Any text that is accepted is a listed action but for case and blanks."""
    plain = "".join(text.split()).lower()
    if plain in [action.lower() for action in GAME.actions(position)]:
        GAME.apply(position, text)
        return
    with pytest.raises((IllegalAction, BadNotation)):
        GAME.apply(position, text)


@given(positions())
def test_mirror(position: Position) -> None:
    """The mirrored position has the mirrored actions, and they lead to the mirrored positions."""
    mirror = mirrored(position)
    actions = GAME.actions(position)
    assert GAME.actions(mirror) == sorted(map(mirrored_action, actions))
    for action in actions:
        assert GAME.apply(mirror, mirrored_action(action)) == mirrored(GAME.apply(position, action))
    ours, theirs = GAME.outcome(position), GAME.outcome(mirror)
    assert (ours is None) == (theirs is None)
    if ours is not None and theirs is not None:
        assert ours.ranks == theirs.ranks[::-1]


@given(positions())
def test_conservation(position: Position) -> None:
    """An action takes at most one sphere from the game, and only a roll takes any."""
    for action in GAME.actions(position):
        after = GAME.apply(position, action)
        assert GAME.problems(after) == []
        gone = sum(position.spheres) - sum(after.spheres)
        assert gone in ((0, 1) if action[0] in COLUMNS else (0,))
        assert all(new <= old for new, old in zip(after.spheres, position.spheres))
        assert not after.white & after.black
        assert after.count - position.count == (after.turn != position.turn)


@given(positions())
def test_previews_tell_what_happens(position: Position) -> None:
    """A legal preview names exactly the panes that the roll then changes."""
    for roll in rolls(position):
        if not roll.legal:
            assert roll.refusal is not None
            assert roll.path == ()
            continue
        panes = position.panes()
        mover = panes.pop(roll.pane)
        if roll.victim is not None:
            shoved = panes.pop(roll.victim)
            if roll.victim_to is not None:
                assert roll.victim_to not in panes
                panes[roll.victim_to] = shoved
        if roll.target is not None:
            assert roll.target not in panes
            panes[roll.target] = mover
        assert GAME.apply(position, roll.action).panes() == panes


@given(st.sampled_from(BANDS_OPTIONS), st.integers(0, 2**32))
def test_replay(bands: str, seed: int) -> None:
    """Start, options and the list of actions give the same position again."""
    rng = random.Random(seed)
    state = GAME.new(2, {"bands": bands, "max_turns": 60})
    played = []
    while GAME.actor(state) is not None and len(played) < 150:
        played.append(rng.choice(GAME.actions(state)))
        state = GAME.apply(state, played[-1])
    again = GAME.new(2, {"bands": bands, "max_turns": 60})
    for action in played:
        again = GAME.apply(again, action)
    assert again == state
    assert hash(again) == hash(state)
