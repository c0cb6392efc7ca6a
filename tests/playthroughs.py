"""Golden playthroughs: recorded matches of every game and number of seats, to see any change of the rules.

``python -m tests.playthroughs`` writes them anew into tests/vectors/playthroughs; the difference in version
control then shows what a change of the rules changed. ``--check`` writes nothing and names the files that
are missing or differ. A match with the default options stands first, then one for each other value of every
choice or flag. Each line of a match is one action: who, what, what it says in English, how many actions the
seat had, and digests of their list and of the state before. Matches are cut after 80 actions,
those of the card game after 240 and of Palais Royal after 450: what matters most in them, face-down cards and
players going out, last rounds and full hands, comes at the end.

Checking replays the recorded actions; random numbers only matter for choosing new ones.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from rules import games
from rules.protocol import CHANCE, RulesError

FOLDER = Path(__file__).parent / "vectors" / "playthroughs"
MOST_ACTIONS = 80
LONGER = {"cards": 240, "royal": 450}
REGENERATE = "python -m tests.playthroughs"


def variants(game: Any) -> Iterator[dict[str, Any]]:
    """The options to play: the defaults, then every other value of each choice and flag by itself."""
    yield {}
    for option in game.options:
        values = {"choice": option.values, "flag": (False, True), "int": ()}[option.kind]
        yield from ({option.name: value} for value in values if value != option.default)


def weight_of_cards(action: str) -> float:
    """How much rather that action is chosen in the card game: low cards, many at once, hardly ever the pile.

    At random cards would be exchanged and taken for ever, and nobody would reach the last ones.
    """
    kind, *cards = action.split()
    if kind == "play":
        return 4.0 ** len(cards) * 0.5 ** "3456789JQKAT2".index(cards[0][0])
    return {"take": 1e-5, "ready": 12.0}.get(kind, 1.0)


def weight_of_royal(action: str) -> float:
    """How much rather that action is chosen in Palais Royal: towards nobles and cards.

    At random most matches end by the stall guard, with a handful of nobles recruited.
    """
    kind, *words = action.split()
    match kind:
        case "move":
            return {"office": 4.0, "king": 2.0, "pomp": 2.0, "mint": 1.5}.get(words[0].split("-")[1], 0.5)
        case "reinforce" | "draw":
            return 4.0 ** int(words[0])
        case _:
            return {"recruit": 100.0, "card": 3.0, "stop": 0.1, "done": 0.1}.get(kind, 1.0)


WEIGHTS: dict[str, Callable[[str], float]] = {"cards": weight_of_cards, "royal": weight_of_royal}
"""By game: how much rather an action is chosen than others; without one all are alike."""


def chosen(game: Any, listed: list[str], rng: random.Random) -> str:
    """One of the listed actions at random."""
    weight = WEIGHTS.get(game.key)
    if weight is None:
        return rng.choice(listed)
    return rng.choices(listed, [weight(action) for action in listed])[0]


def digest(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:12]


def played(
    game: Any, seats: int, options: Mapping[str, Any], actions: list[list[Any]] | None
) -> dict[str, Any]:
    """One match as JSON. ``actions``, (seat, text), are replayed; without them they are chosen at random."""
    rng = random.Random(f"{game.key} {seats} {sorted(options.items())}")
    state = game.new(seats, options)
    steps: list[list[Any]] = []
    most = LONGER.get(game.key, MOST_ACTIONS)
    while (actor := game.actor(state)) is not None and len(steps) < most:
        if actions is not None:
            if len(steps) == len(actions):
                break
            seat, action = actions[len(steps)]
        elif actor == CHANCE:
            seat, action = CHANCE, game.chance(state, rng)
        else:
            seat = rng.choice(sorted(actor)) if isinstance(actor, frozenset) else actor
            action = chosen(game, game.actions(state, seat), rng)
        listed = [] if seat == CHANCE else game.actions(state, seat)
        try:
            says = "" if seat == CHANCE else str(game.describe(state, action))
            after = game.apply(state, action, seat)
        except RulesError as error:
            return {"options": dict(options), "refused": [seat, action, str(error)]}
        steps.append([seat, action, says, len(listed), digest(listed), digest(game.to_json(state))])
        state = after
    outcome = game.outcome(state)
    return {
        "options": dict(options),
        "steps": steps,
        "end": game.to_json(state),
        "outcome": None if outcome is None else outcome.to_json(),
    }


def text(game: Any, seats: int, matches: list[dict[str, Any]]) -> str:
    """The file: JSON with one line for each step, so that differences can be read."""
    parts = []
    for match in matches:
        steps = ",\n".join(f"    {json.dumps(step, ensure_ascii=False)}" for step in match["steps"])
        rest = [f'   "{name}": {json.dumps(match[name])}' for name in ("end", "outcome")]
        parts.append(
            f'  {{"options": {json.dumps(match["options"])}, "steps": [\n{steps}\n   ],\n'
            + ",\n".join(rest)
            + "}"
        )
    head = f'"game": {json.dumps(game.key)}, "version": {game.version}, "seats": {seats}'
    return f'{{{head}, "matches": [\n' + ",\n".join(parts) + "\n]}\n"


def path_of(game: Any, seats: int, folder: Path = FOLDER) -> Path:
    return folder / f"{game.key}-{seats}.json"


def difference(game: Any, seats: int, folder: Path = FOLDER) -> str | None:
    """What is wrong with the playthroughs of that game and number of seats; None when nothing is."""
    path = path_of(game, seats, folder)
    if not path.is_file():
        return f"{path.name}: missing; write it with: {REGENERATE}"
    golden = json.loads(path.read_text(encoding="utf-8"))
    if golden["version"] != game.version:
        return f"{path.name}: made by version {golden['version']} of the rules, now {game.version}"
    if [match["options"] for match in golden["matches"]] != list(variants(game)):
        return f"{path.name}: the options of the game have changed"
    for match in golden["matches"]:
        again = played(game, seats, match["options"], [step[:2] for step in match["steps"]])
        if "refused" in again:
            return f"{path.name} {match['options']}: {again['refused']}"
        again = json.loads(json.dumps(again))
        for number, (was, now) in enumerate(zip(match["steps"], again["steps"])):
            if was != now:
                return f"{path.name} {match['options']} step {number}: was {was}, is {now}"
        if again != match:
            return f"{path.name} {match['options']}: the match ends otherwise"
    return None


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(f"usage: {REGENERATE} [--check]", file=sys.stderr)
        return 2
    wrong = 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game, seats in [(known, number) for known in games() for number in known.seats]:
        if arguments:
            found = difference(game, seats)
            wrong += found is not None
            print(found or f"{path_of(game, seats).name}: the same")
            continue
        matches = [played(game, seats, options, None) for options in variants(game)]
        path_of(game, seats).write_text(text(game, seats, matches), encoding="utf-8")
        print(f"{path_of(game, seats).name}: written")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
