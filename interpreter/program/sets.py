"""Sets of cards as bit masks: which members a mask has."""

from __future__ import annotations


def bits(mask: int) -> list[int]:
    """The members of a set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
