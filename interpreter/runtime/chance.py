"""The one seam for everything random: a generator inside the position, or a script from outside.

The generator is a 64-bit congruential one whose state is a number of the position, so that a copy or a saved game goes
on exactly as the original would, on every platform.
"""

from __future__ import annotations

from typing import Protocol

from ..errors import GameError
from ..program.model import RANDOM

MASK = (1 << 64) - 1

State = list[int]


class Chance(Protocol):
    """Where random outcomes come from: one candidate of several, by its place in the list."""

    def pick(self, what: str, candidates: list[str]) -> int:
        """The index of the outcome; `what` says what is being picked."""


class BadChance(GameError):
    """A script of chance that named no candidate."""


def first_random_state(seed: int) -> int:
    """The random state of a seed: neighbouring seeds must not give neighbouring games (splitmix64)."""
    z = (seed * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def roll(s: State, n: int) -> int:
    """A random number below n, from the generator inside the position."""
    state = s[RANDOM] = (s[RANDOM] * 6364136223846793005 + 1442695040888963407) & MASK
    return (state >> 33) * n >> 31


def scripted(chance: Chance, what: str, candidates: list[str]) -> int:
    """What a script says, checked."""
    found = chance.pick(what, candidates)
    if not isinstance(found, int) or not 0 <= found < len(candidates):
        raise BadChance(f"chance picked {found!r} for {what!r}, which has {len(candidates)} candidates")
    return found
