"""What operations on plain numbers and sets mean: the one place where arithmetic is said.

The reference evaluator works by this, and lowering works out constants by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...dsl.model import MOST_NUMBER
from .sets import bits


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
    found = 0
    for one in sets:
        found |= one
    return found


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
    "count": lambda cards: len(bits(cards)),
}

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
