"""Which bots there are, by text: "greedy", "alphabeta:depth=3,nodes=20000", or the name of a level, "hard".

A new bot is a frozen dataclass whose fields are its parameters (the last one ``spec``), with a method
``choose`` (see ``protocol.Bot``), and one entry in ``BOTS``. Parameters are whole numbers, numbers, or words;
the words that can be chosen stand in its ``WORDS``::

    @dataclass(frozen=True, slots=True)
    class Cautious:
        fear: float = 0.5
        seconds: float = 2.0
        spec: str = "cautious"
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Any, Final, cast

from rules.bots.cards import montecarlo as cards
from rules.bots.palace.bot import AlphaBeta, Greedy
from rules.bots.protocol import Bot
from rules.bots.royal import players as royal
from rules.bots.simple import Random
from rules.options import shown
from rules.protocol import BadOption

BOTS: Final[dict[str, dict[str, type[Any]]]] = {
    "palace": {"random": Random, "greedy": Greedy, "alphabeta": AlphaBeta},
    "cards": {"random": Random, "thumb": cards.Thumb, "montecarlo": cards.MonteCarlo},
    "royal": {"random": Random, "thumb": royal.Thumb, "rollouts": royal.Rollouts},
}
"""The bots of each game, by the first word of their spec."""


@dataclass(frozen=True, slots=True)
class Level:
    """A bot as the panel offers it: ``key`` names it, ``code`` is its name's text, ``spec`` what it is."""

    key: str
    spec: str

    @property
    def code(self) -> str:
        return f"bots.level.{self.key}"


LEVELS: Final[dict[str, tuple[Level, ...]]] = {
    "palace": (
        Level("easy", "alphabeta:depth=1,jitter=1.5"),
        Level("medium", "alphabeta:depth=2,jitter=0.7"),
        Level("hard", "alphabeta:depth=3,jitter=1.3,seconds=2"),
        Level("master", "alphabeta:nodes=300000,seconds=2"),
    ),
    "cards": (
        Level("easy", "thumb:wild=0.3"),
        Level("medium", "thumb"),
        Level("hard", "montecarlo"),
    ),
    "royal": (
        Level("easy", "thumb:wild=0.3"),
        Level("medium", "thumb"),
        Level("hard", "rollouts"),
    ),
}


def levels(game: str) -> tuple[Level, ...]:
    """The levels of a game, the weakest first; () for a game without bots of its own."""
    return LEVELS.get(game, ())


def bot(game: str, spec: str) -> Bot:
    """The bot that ``spec`` names for the game with that key. Raises BadOption that says what there is."""
    for level in levels(game):
        if spec == level.key:
            return cast(Bot, _make(game, level.spec, called=spec))
    return cast(Bot, _make(game, spec, called=spec))


def _make(game: str, spec: str, *, called: str) -> Any:
    word, _, rest = spec.partition(":") if isinstance(spec, str) else (spec, "", "")
    kinds = BOTS.get(game, {"random": Random})
    kind = kinds.get(word)
    if kind is None:
        known = ", ".join([*kinds, *(level.key for level in levels(game))])
        raise BadOption("bots.bad.kind", field="bot", given=shown(word), game=game, known=known)
    parameters = {f.name: f for f in fields(kind) if f.name != "spec"}
    chosen: dict[str, Any] = {}
    for part in rest.split(",") if rest else ():
        name, _, value = part.partition("=")
        if name not in parameters:
            raise BadOption(
                "bots.bad.parameter", field="bot", kind=word, given=shown(name), known=", ".join(parameters)
            )
        default = parameters[name].default
        assert default is not MISSING, "a bot's parameter has a default"
        chosen[name] = _value(kind, name, value, default)
    return kind(**chosen, spec=called)


def _value(kind: type[Any], name: str, text: str, default: object) -> Any:
    """``text`` as the kind of thing the parameter's default is."""
    words: dict[str, tuple[str, ...]] = getattr(kind, "WORDS", {})
    wanted, read = _READERS[type(default)]
    try:
        value = read(text)
    except ValueError:
        value = None
    if isinstance(default, str):
        wanted = ", ".join(words[name])
        fine = value in words[name]
    else:
        most = MOST_SECONDS if name == "seconds" else MOST
        wanted = f"{wanted} from 0 to {most}"
        fine = value is not None and 0 <= value <= most
    if not fine:
        raise BadOption("bots.bad.value", field="bot", name=name, given=shown(text), wanted=wanted)
    return value


MOST: Final = 1_000_000_000
MOST_SECONDS: Final = 60
"""Nobody may keep all the table's bots, who think one after the other, waiting for longer."""
_READERS: Final[dict[type, tuple[str, Callable[[str], Any]]]] = {
    int: ("a whole number", int),
    float: ("a number", float),
    str: ("a word", str),
}
