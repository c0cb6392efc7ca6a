"""Fair dealing: every chance outcome comes from a secret that was fixed, and shown as a hash, beforehand.

The rule, so that anyone can check it afterwards:

1. When a match is made, 32 random bytes are drawn: the *secret*. Its SHA-256 in hexadecimal, the
   *commitment*, is shown from the start; the secret itself when the match is over.
2. The outcome that is action number ``n`` of the match (counted from 0, all actions counted) is drawn with a
   random generator whose bits are the blocks SHA-256(secret | n | 0), SHA-256(secret | n | 1), ..., where n
   and the block's number are 8 bytes each, most significant first. ``k`` bits are the next ceil(k / 8) bytes
   read as a number, most significant first, shifted right by the bits too many. A fraction is 53 bits
   divided by 2**53.
3. From there the game's ``chance`` draws as Python's ``random.Random`` does (``shuffle`` is Fisher-Yates from
   the end, ``randrange(m)`` draws bit_length(m) bits until the number is below m).

A match with a given seed uses SHA-256("palace-table training " + seed) as its secret and is marked training.
"""

from __future__ import annotations

import hashlib
import random
import secrets
from typing import Any

from rules.match import Match
from rules.protocol import CHANCE


def new_secret() -> bytes:
    return secrets.token_bytes(32)


def training_secret(seed: str) -> bytes:
    return hashlib.sha256(f"palace-table training {seed}".encode()).digest()


def commitment(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


class FairRandom(random.Random):
    """The generator of rule 2 for one secret and one action number."""

    def __init__(self, secret: bytes, number: int) -> None:
        self._prefix = secret + number.to_bytes(8, "big")
        self._block = 0
        self._bytes = b""
        super().__init__(0)

    def seed(self, *_args: Any, **_kwargs: Any) -> None:
        """The secret is the only seed there is."""

    def getrandbits(self, k: int, /) -> int:
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        length = (k + 7) // 8
        while len(self._bytes) < length:
            self._bytes += hashlib.sha256(self._prefix + self._block.to_bytes(8, "big")).digest()
            self._block += 1
        taken, self._bytes = self._bytes[:length], self._bytes[length:]
        return int.from_bytes(taken, "big") >> (length * 8 - k)

    def random(self) -> float:
        return self.getrandbits(53) / 2.0**53

    def getstate(self) -> Any:
        raise NotImplementedError("a fair generator is made anew for each outcome")

    def setstate(self, state: Any) -> None:
        raise NotImplementedError("a fair generator is made anew for each outcome")


def draw(match: Match, secret: bytes) -> str:
    """The outcome that chance has for the present state of ``match``."""
    return match.game.chance(match.state, FairRandom(secret, len(match.actions)))


def mismatches(match: Match, secret: bytes) -> list[int]:
    """The numbers of the chance actions of ``match`` that do not come from ``secret``; [] means fair."""
    wrong = []
    for number, (seat, action) in enumerate(match.actions):
        if seat != CHANCE:
            continue
        drawn = match.game.chance(match.states[number], FairRandom(secret, number))
        if drawn != action:
            wrong.append(number)
    return wrong
