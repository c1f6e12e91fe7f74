"""What operations on plain numbers and sets mean: the one place where arithmetic is said.

Whoever works out a constant of the text works by this, and so do the machines that run a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_

# To so many different receivers a payment can go.
MOST_RECEIVERS = 4
# Numbers of a game lie within this: what would be larger or smaller stays at the bound.
MOST_NUMBER = 10**15
# What is worked out on the way lies within this, so that a machine word is enough.
MOST_WORD = 2**62


def clamp(number: int, low: int, high: int) -> int:
    """The nearest number within bounds."""
    return number if low <= number <= high else low if number < low else high


def index(number: int, size: int) -> int:
    """A number at which something can be looked up, or none."""
    return number if 0 <= number < size else -1


def times(one: int, other: int) -> int:
    """A product that stays within the bounds of numbers."""
    return clamp(one * other, -MOST_NUMBER, MOST_NUMBER)


def saturated(numbers: Iterable[int]) -> int:
    """A sum that stays within the bounds of numbers all the way."""
    total = 0
    for number in numbers:
        total = clamp(total + number, -MOST_NUMBER, MOST_NUMBER)
    return total


def union(sets: Iterable[int]) -> int:
    """What one of the sets has."""
    return reduce(or_, sets, 0)


def members_in(mask: int) -> list[int]:
    """The members of a set, lowest first."""
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


def bit(member: int) -> int:
    """The set of one; of none the empty set."""
    return 1 << member if member >= 0 else 0


PURE: dict[str, Callable[..., int]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "/": lambda one, other: one // other,
    "times": times,
    "==": lambda one, other: int(one == other),
    "!=": lambda one, other: int(one != other),
    "<": lambda one, other: int(one < other),
    "<=": lambda one, other: int(one <= other),
    ">": lambda one, other: int(one > other),
    ">=": lambda one, other: int(one >= other),
    "not": lambda one: int(not one),
    "min": min,
    "max": max,
    "&": lambda one, other: one & other,
    "|": lambda one, other: one | other,
    "&~": lambda one, other: one & ~other,
    "bit": bit,
    "has": lambda cards, member: int(bool(cards & bit(member))),
    "count": int.bit_count,
}
# Those of them that give a set.
SETS = ("&", "|", "&~", "bit")

# What is made of the members of a loop.
FOLDS: dict[str, Callable[[list[int]], int]] = {
    "sum": sum,
    "total": saturated,
    "min": lambda found: min(found, default=0),
    "max": lambda found: max(found, default=0),
    "any": lambda found: int(any(found)),
    "all": lambda found: int(all(found)),
    "union": union,
}


def worked_out(op: str, *parts: int) -> int:
    """What comes of an operation on constants. What a machine word has no room for is worked out on numbers within
    their bounds, and stays within them."""
    found = PURE[op](*parts)
    if op in SETS or -MOST_WORD <= found <= MOST_WORD:
        return found
    within = [clamp(part, -MOST_NUMBER, MOST_NUMBER) for part in parts]
    return PURE["times" if op == "*" else op](*within)
