"""What is to be done by hand after an action: complete, in order, and told until it is done."""

from __future__ import annotations

from random import Random

import pytest

from rules.palace import BANDS_OPTIONS, GAME, Position
from web_panel.hosting.carrying import Errand, lamps, left, plan


def differing(wanted: dict[str, str], seen: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """What ``seen`` lacks of ``wanted``, and what it has too many, as the referee reports it."""
    wrong = [p for p in wanted.keys() | seen.keys() if wanted.get(p) != seen.get(p)]
    return {p: wanted[p] for p in wrong if p in wanted}, {p: seen[p] for p in wrong if p in seen}


def told(before: str, action: str, **seen: str | None) -> list[tuple[str, str, str | None]]:
    """The errands left after ``action`` when the glass is as before it, but for the panes ``seen``."""
    position = Position.parse(before, "locked")
    glass = dict(position.panes()) | {p: c for p, c in seen.items() if c}
    glass = {p: c for p, c in glass.items() if seen.get(p, c)}
    missing, extra = differing(dict(GAME.apply(position, action).panes()), glass)
    found = left(plan(position, action), missing.items(), extra.items())
    return [(errand.kind, errand.pane, errand.to) for errand in found]


def by_hand(errand: Errand, glass: dict[str, str]) -> None:
    """Does one errand on the glass; the sphere to be moved is there and its goal is free."""
    if errand.kind == "put":
        assert errand.pane not in glass
        glass[errand.pane] = errand.colour
        return
    assert glass.pop(errand.pane) == errand.colour
    if errand.kind == "move":
        assert errand.to not in glass
        glass[errand.to] = errand.colour


@pytest.mark.parametrize("bands", BANDS_OPTIONS)
def test_errands_done_one_after_the_other_carry_every_action_out(bands: str) -> None:
    """Whatever is played: each errand can be done when its turn comes, and then the glass is right."""
    rng, kinds = Random(11), set()
    for _ in range(12):
        position = GAME.new(2, {"bands": bands})
        for _ in range(60):
            actions = GAME.actions(position)
            if not actions:
                break
            rolls = [a for a in actions if not a.startswith("B")]
            action = rng.choice(rolls or actions)
            after = GAME.apply(position, action)
            planned, glass, wanted = plan(position, action), dict(position.panes()), dict(after.panes())
            steps = 0
            while glass != wanted:
                todo = left(planned, *(part.items() for part in differing(wanted, glass)))
                assert todo, (position.text(), action, glass)
                by_hand(todo[0], glass)
                kinds.add(todo[0].kind)
                steps += 1
                assert steps <= len(planned)
            position = after
            if action in rolls and rng.random() < 0.5:
                bands_now = [a for a in GAME.actions(position) if a.startswith("B")]
                position = GAME.apply(position, rng.choice(bands_now)) if bands_now else position
    assert kinds == {"move", "put", "break"}


def test_a_smashed_sphere_is_taken_off_first() -> None:
    """Then the pane is free for the one that smashed it."""
    before = "8/8/8/8/8/8/8/3b4/3w4/8 32111 w abc/abc - 9"
    assert told(before, "d2n") == [("break", "d3", None), ("move", "d2", "d3")]
    assert told(before, "d2n", d3=None) == [("move", "d2", "d3")]
    assert told(before, "d2n", d3=None, d2=None) == [("put", "d3", None)]


def test_a_shoved_sphere_makes_room_first() -> None:
    """Both of one colour or not; who is lifted already is only put."""
    for other in "bw":
        before = f"8/8/8/8/8/8/8/8/8/2w2{other}2 11111 w abd/abcd - 9"
        assert told(before, "c1e") == [("move", "f1", "g1"), ("move", "c1", "f1")]
        assert told(before, "c1e", f1=None) == [("put", "g1", None), ("move", "c1", "f1")]


def test_a_fallen_sphere_is_taken_off() -> None:
    """The mover over the edge, or the one it has pushed off."""
    assert told("8/8/8/8/8/8/8/8/8/2w5 11111 w abd/abcd - 9", "c1s") == [("break", "c1", None)]
    pushed = told("8/8/8/8/8/8/8/8/8/2w4b 11111 w abd/abcd - 9", "c1e")
    assert pushed == [("break", "h1", None), ("move", "c1", "h1")]


def test_other_panes_that_are_wrong_come_first() -> None:
    """A sphere astray is no part of the plan: the usual guidance names it."""
    assert told("8/8/8/8/8/8/8/8/8/2w5 11111 w abd/abcd - 9", "c1e", a9="black") == []


def test_bands_and_passes_need_no_hand() -> None:
    """Bands drive by themselves."""
    assert plan(GAME.new(2, {}), "B3=1") == ()


def test_lamps_say_from_where_to_where_and_what_is_broken() -> None:
    """One lamp a pane, each meaning of its own."""
    errands = (Errand("break", "d3", None, "black"), Errand("move", "d2", "d3", "white"))
    assert lamps(errands) == {"d3": "extra", "d2": "from"}
    assert lamps((Errand("move", "d2", "d3", "white"),)) == {"d2": "from", "d3": "to"}
    assert lamps((Errand("put", "c1", None, "white"),)) == {"c1": "to"}
