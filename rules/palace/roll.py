"""The preview of a roll: each pane passed and what happens at the end, or why it cannot be played."""

from __future__ import annotations

from dataclasses import dataclass

from rules.palace import legal
from rules.palace.geometry import DIRECTIONS, NAMES, NUMBERS, WHITE, band_of, panes_of, step
from rules.palace.position import Position
from rules.palace.slow import End, Slide, Why
from rules.palace.tables import terrain
from rules.protocol import Message

_BLOCKED: dict[Why, str] = {
    "wall": "palace.wall",
    "upper_taken": "palace.upper_taken",
    "backed_sphere": "palace.backed_sphere",
    "backed_higher": "palace.backed_higher",
    "backed_lower": "palace.backed_lower",
}
"""The refusal for each reason that keeps a sphere from leaving its pane."""


@dataclass(frozen=True, slots=True)
class Roll:
    """What rolling the sphere on ``pane`` does. Panes are names.

    ``path`` holds the panes passed and landed on, in order; ``target`` where the sphere stops (None when it
    falls or cannot roll); ``victim`` the pane of the sphere shoved or smashed and ``victim_to`` the pane it
    is shoved to (None when it is gone). ``end`` is one of ``rules.palace.slow.End``. ``text`` is the action
    with what it did, as in move lists; ``refusal`` says why it is not legal.
    """

    pane: str
    direction: str
    path: tuple[str, ...]
    end: End
    target: str | None
    victim: str | None
    victim_to: str | None
    legal: bool
    refusal: Message | None
    text: str

    @property
    def start(self) -> str:
        return self.pane

    @property
    def action(self) -> str:
        """The plain action text, to be played."""
        return self.pane + self.direction


def preview(position: Position, pane: str, direction: str) -> Roll:
    """What the sphere on ``pane`` would do, rolled in ``direction`` ("n", "e", "s" or "w").

    For a sphere of the side that does not move the path is told as well, but ``legal`` is false.
    Raises ValueError when there is no such pane or direction.
    """
    if pane not in NUMBERS or direction not in DIRECTIONS or len(direction) != 1:
        raise ValueError(f"no roll: pane {pane!r}, direction {direction!r}")
    return rolled(position, NUMBERS[pane], direction)


def rolls(position: Position) -> list[Roll]:
    """All four directions of every sphere of the side to move, legal or not; none when the match is over."""
    if legal.over(position):
        return []
    return [rolled(position, pane, d) for pane in panes_of(legal.own(position)) for d in DIRECTIONS]


def slide(position: Position, pane: int, direction: str) -> Slide:
    """What the roll does, wherever the sphere came from: by the tables."""
    return terrain(position.levels).ray(pane, direction).effect(position.occupied).slide


def rolled(position: Position, pane: int, direction: str) -> Roll:
    """``preview`` by the pane's number."""
    there = position.occupied >> pane & 1
    done = slide(position, pane, direction) if there else Slide((), "blocked")
    refused = refusal(position, pane, direction, done)
    return Roll(
        pane=NAMES[pane],
        direction=direction,
        path=tuple(NAMES[passed] for passed in done.path),
        end=done.end,
        target=_name(done.target),
        victim=_name(done.victim),
        victim_to=_name(done.victim_to),
        legal=refused is None,
        refusal=refused,
        text=annotated(NAMES[pane] + direction, done),
    )


def refusal(position: Position, pane: int, direction: str, done: Slide) -> Message | None:
    """Why the roll is not legal, naming rule, pane and band; None when it is."""
    params: dict[str, str | int] = {"action": NAMES[pane] + direction, "pane": NAMES[pane]}
    if legal.over(position):
        return Message("palace.over", params)
    if not position.occupied >> pane & 1:
        return Message("palace.no_sphere", params)
    if not legal.own(position) >> pane & 1:
        return Message("palace.not_own.white" if position.turn == WHITE else "palace.not_own.black", params)
    if done.end != "blocked" or done.at is None:
        return None
    params["pane"] = NAMES[done.at]
    params["band"] = band_of(done.at) + 1
    if done.why.startswith("backed_"):
        beyond = step(done.at, direction)
        assert beyond is not None, "a sphere at the edge is not backed"
        params["beyond"] = NAMES[beyond]
        params["band"] = band_of(beyond) + 1
    return Message(_BLOCKED[done.why], params)


def annotated(action: str, done: Slide) -> str:
    """The action and what it did, for move lists.

    ``c7n>c9`` rolled to c9; ``c7n>x`` fell off; ``c7nxc8`` smashed on c8; ``c7n>c8*c9`` took c8 and shoved
    its sphere to c9; ``c7n>c10*x`` took c10 and shoved its sphere off. What cannot be played stays bare.
    """
    target = _name(done.target)
    if done.end == "blocked":
        return action
    if done.end == "fall":
        return f"{action}>x"
    if done.end == "smash":
        return f"{action}x{target}"
    if done.end in ("shove", "shove_off"):
        return f"{action}>{target}*{_name(done.victim_to) or 'x'}"
    return f"{action}>{target}"


def _name(pane: int | None) -> str | None:
    return None if pane is None else NAMES[pane]
