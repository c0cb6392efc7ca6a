"""Palace, the board game. In reading order: geometry, slow, tables, position, notation, legal, roll, game.

>>> from rules.palace import GAME, Position, preview
>>> preview(Position.parse("8/8/8/8/8/8/8/8/8/2w5 12321 w abdefgh/abcdefgh"), "c1", "e").text
'c1e>x'
"""

from rules.palace.game import GAME, Palace, short
from rules.palace.position import BANDS_OPTIONS, Position
from rules.palace.roll import Roll, preview, rolls

__all__ = ["BANDS_OPTIONS", "GAME", "Palace", "Position", "Roll", "preview", "rolls", "short"]
