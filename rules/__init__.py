"""The rules: games as pure values. Start with ``protocol.py``, then one game's folder, then ``match.py``."""

from rules.cards import GAME as _CARDS
from rules.palace import GAME as _PALACE
from rules.protocol import CHANCE, BadOption, Game, Message, Outcome
from rules.royal import GAME as _ROYAL

__all__ = ["CHANCE", "Game", "Message", "Outcome", "game", "games"]

_GAMES: dict[str, Game] = {known.key: known for known in (_PALACE, _CARDS, _ROYAL)}


def game(key: str) -> Game:
    """The game called ``key``; raises BadOption when there is none."""
    found = _GAMES.get(key) if isinstance(key, str) else None
    if found is None:
        raise BadOption("options.game", field="game", given=str(key)[:40], known=", ".join(_GAMES))
    return found


def games() -> tuple[Game, ...]:
    """All games, in the order in which the panel shows them."""
    return tuple(_GAMES.values())
