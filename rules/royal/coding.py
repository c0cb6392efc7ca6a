"""The public state format: JSON with the names people use, written canonically, read leniently.

::

    {"options": {"layout", "cardinal", "discount", "stall_rounds"},
     "layout": ["back", ...nine, row by row] or [] before the deal,
     "park": {"a1": "N07", ...}, "border": {"a1": 0, ...},
     "draw": ["purse", ...last drawn first], "discard": [...],
     "players": [{"gold", "reserve", "supply", "palace": {"stair": 3, ...}, "hand": ["purse", ...],
                  "prestige": 1, "nobles": ["N07", ...]}, ...],
     "turn": {"seat", "phase", "count", "turquoise", "violet", "letters": ["mint"], "opened"},
     "round", "quiet", "recruited", "last": "park" | "stall" | null, "passed": [[seat, phase], ...]}

Left out when reading: anything with a default in ``state``; a place without servants; the options' defaults.
``turn.count`` etc. mean what ``state.Turn`` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rules.options import settled
from rules.protocol import BadNotation, BadOption, Json, Option
from rules.royal.data import (
    CARD_INDEX,
    CARDS,
    NOBLE_INDEX,
    NOBLES,
    PHASES,
    PLACE_INDEX,
    PLACES,
    SEATS,
    SPACE_INDEX,
    SPACES,
)
from rules.royal.problems import problems
from rules.royal.state import EMPTY, Clock, Court, Options, Piles, Player, State, Turn

ALL_PHASES = ("deal", "post", *PHASES, "over")


# ----------------------------------------------------------------------------------- writing
def kinds_json(kinds: Iterable[int]) -> list[str]:
    return [CARDS[kind].key for kind in kinds]


def palace_json(palace: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(PLACES, palace, strict=True))


def options_json(options: Options) -> dict[str, Json]:
    return {
        "layout": options.layout,
        "cardinal": options.cardinal,
        "discount": options.discount,
        "stall_rounds": options.stall_rounds,
    }


def park_json(court: Court) -> dict[str, str]:
    return {SPACES[space]: NOBLES[noble].id for space, noble in enumerate(court.park) if noble != EMPTY}


def border_json(court: Court) -> dict[str, int]:
    return {SPACES[space]: seat for space, seat in enumerate(court.border) if seat != EMPTY}


def turn_json(turn: Turn) -> dict[str, Json]:
    return {
        "seat": turn.seat,
        "phase": turn.phase,
        "count": turn.count,
        "turquoise": turn.turquoise,
        "violet": turn.violet,
        "letters": [PLACES[place] for place in turn.letters],
        "opened": turn.opened,
    }


def to_json(s: State) -> dict[str, Json]:
    court = s.court
    return {
        "options": options_json(court.options),
        "layout": [PLACES[place] for place in court.layout],
        "park": park_json(court),
        "border": border_json(court),
        "draw": kinds_json(s.piles.draw),
        "discard": kinds_json(s.piles.discard),
        "players": [
            {
                "gold": player.gold,
                "reserve": player.reserve,
                "supply": player.supply,
                "palace": palace_json(player.palace),
                "hand": kinds_json(player.hand),
                "prestige": player.prestige,
                "nobles": [NOBLES[noble].id for noble in player.nobles],
            }
            for player in s.players
        ],
        "turn": turn_json(s.turn),
        "round": s.clock.round,
        "quiet": s.clock.quiet,
        "recruited": s.clock.recruited,
        "last": s.clock.last or None,
        "passed": [[seat, phase] for seat, phase in s.passed],
    }


# ----------------------------------------------------------------------------------- reading
def from_json(d: Json, options: Sequence[Option]) -> State:
    """The state that ``d`` writes. BadNotation names the field, or the first broken invariant."""
    s = read_state(d, options)
    if broken := problems(s):
        raise BadNotation("royal.state.unsound", problem=broken[0])
    return s


def read_state(d: Json, options: Sequence[Option]) -> State:
    """As ``from_json``, without asking whether the parts add up."""
    top = _Reader(d, "state")
    try:
        chosen = settled(options, top.given("options", {}))
    except BadOption as error:
        raise BadNotation("royal.state.options", problem=str(error)) from None
    layout = top.names("layout", PLACE_INDEX)
    if len(layout) not in (0, len(PLACES)) or len(set(layout)) != len(layout):
        raise top.bad("layout", "each of the nine places once, or none before the deal")
    players = tuple(_player(_Reader(one, f"players.{seat}")) for seat, one in enumerate(top.list("players")))
    if len(players) not in SEATS:
        raise top.bad("players", f"a list of {SEATS[0]} to {SEATS[-1]} players")
    court = Court(
        options=Options(**chosen),  # type: ignore[arg-type]  # the values were checked one by one
        layout=layout,
        park=_by_space(top, "park", lambda name: _one(NOBLE_INDEX, name), "an id from N01 to N42"),
        border=_by_space(top, "border", lambda seat: _seat(seat, len(players)), "a seat"),
    )
    clock = Clock(
        round=top.number("round"),
        quiet=top.number("quiet"),
        recruited=top.flag("recruited"),
        last=top.choice("last", (None, "park", "stall")) or "",
    )
    turn = _Reader(top.given("turn", {"phase": "deal"}), "turn")
    return State(
        court,
        Piles(top.names("draw", CARD_INDEX), top.names("discard", CARD_INDEX)),
        clock,
        players,
        Turn(
            seat=turn.number("seat", most=len(players) - 1),
            phase=turn.choice("phase", ALL_PHASES) or "",
            count=turn.number("count"),
            turquoise=turn.number("turquoise"),
            violet=turn.number("violet"),
            letters=turn.names("letters", PLACE_INDEX),
            opened=turn.flag("opened"),
        ),
        tuple(_passed(top, one, len(players)) for one in top.list("passed")),
    )


def _player(r: _Reader) -> Player:
    palace = r.object("palace")
    counts = _Reader(palace, f"{r.name}.palace")
    for place in palace:
        if place not in PLACE_INDEX:
            raise counts.bad(str(place)[:20], "a place of the palace")
    return Player(
        gold=r.number("gold"),
        reserve=r.number("reserve"),
        supply=r.number("supply"),
        palace=tuple(counts.number(place) for place in PLACES),
        hand=tuple(sorted(r.names("hand", CARD_INDEX))),
        prestige=r.number("prestige"),
        nobles=r.names("nobles", NOBLE_INDEX),
    )


def _one(names: Mapping[str, int], name: Json) -> int | None:
    return names.get(name) if isinstance(name, str) else None


def _seat(value: Json, seats: int) -> int | None:
    return value if type(value) is int and 0 <= value < seats else None


def _by_space(top: _Reader, key: str, read: Callable[[Json], int | None], wanted: str) -> tuple[int, ...]:
    found = [EMPTY] * len(SPACES)
    for name, value in top.object(key).items():
        number = read(value)
        if name not in SPACE_INDEX:
            raise top.bad(key, "names of spaces from a1 to f6")
        if number is None:
            raise top.bad(f"{key}.{name}", wanted)
        found[SPACE_INDEX[name]] = number
    return tuple(found)


def _passed(top: _Reader, one: Json, seats: int) -> tuple[int, str]:
    if isinstance(one, list) and len(one) == 2 and _seat(one[0], seats) is not None and one[1] in PHASES:
        return one[0], one[1]
    raise top.bad("passed", "pairs of a seat and a phase")


class _Reader:
    """Reads the fields of one JSON object; what is wrong raises BadNotation with the field's whole name."""

    def __init__(self, d: Json, name: str) -> None:
        self.name = name
        if not isinstance(d, Mapping):
            raise BadNotation("royal.state.field", field=name, wanted="an object")
        self._d: Mapping[str, Any] = d

    def bad(self, key: str, wanted: str) -> BadNotation:
        field = key if self.name == "state" else f"{self.name}.{key}"
        return BadNotation("royal.state.field", field=field, wanted=wanted)

    def given(self, key: str, default: Json) -> Json:
        return self._d.get(key, default)

    def object(self, key: str) -> Mapping[str, Any]:
        value = self._d.get(key, {})
        if not isinstance(value, Mapping):
            raise self.bad(key, "an object")
        return value

    def list(self, key: str) -> Sequence[Any]:
        value = self._d.get(key, [])
        if not isinstance(value, list | tuple):
            raise self.bad(key, "a list")
        return value

    def number(self, key: str, most: int = 10**6) -> int:
        value = self._d.get(key, 0)
        if type(value) is not int or not 0 <= value <= most:
            raise self.bad(key, f"a whole number from 0 to {most}")
        return value

    def flag(self, key: str) -> bool:
        value = self._d.get(key, False)
        if type(value) is not bool:
            raise self.bad(key, "true or false")
        return value

    def choice(self, key: str, values: Sequence[str | None]) -> str | None:
        value = self._d.get(key)
        if not (value is None or isinstance(value, str)) or value not in values:
            raise self.bad(key, " or ".join(str(one or "null") for one in values))
        return value

    def names(self, key: str, known: Mapping[str, int]) -> tuple[int, ...]:
        values = self.list(key)
        numbers = [_one(known, name) for name in values]
        if None in numbers:
            raise self.bad(key, f"only names such as {next(iter(known))}")
        return tuple(number for number in numbers if number is not None)
