"""Types of the program: what the integers in it can be.

Every value of a program is one integer. A type says what it stands for and within which bounds it lies. A set is a bit
mask; its upper bound is the set of all that it can hold. `-1` stands for none: a card, player, member or slot that is
not there.
"""

from __future__ import annotations

from attrs import evolve, frozen

from ...dsl.meaning import MOST_NUMBER


@frozen
class Type:
    """What a value stands for (`tag`, and `of` which enum or what a set holds), and its bounds.

    Tags: number, flag, player, card, member (of an enum), slot (of a layout); set; payment and option (packed into one
    integer); prices and payments (a row with an entry for each card); many (what a loop goes through).
    """

    tag: str
    low: int
    high: int
    of: str = ""

    def __str__(self) -> str:
        if self.tag == "number":
            return "number" if self == NUMBER else f"{in_words(self.low)}..{in_words(self.high)}"
        if self.tag == "set":
            return f"set of {self.high.bit_count()} {self.of}s".rstrip()
        if self.tag == "many":
            return f"many {self.of}"
        name = self.of if self.tag == "member" else self.tag
        return f"{name}?" if self.tag in NAMED and self.low < 0 else name

    @property
    def width(self) -> int:
        """How many members a set can have at most, or how many values there are."""
        return self.high.bit_count() if self.tag == "set" else self.high - self.low + 1

    @property
    def plainest(self) -> int:
        """The value next to 0."""
        return min(max(self.low, 0), self.high)

    @property
    def scalar(self) -> bool:
        """Whether this is a plain number or stands for one thing."""
        return self.tag in SCALARS

    def holds(self, other: Type) -> bool:
        """Whether every value of another type is within the bounds of this one, and of the same form."""
        if self.tag == "set":
            return other.tag == "set" and not other.high & ~self.high
        alike = self.tag == other.tag or (self.scalar and other.scalar)
        return alike and self.low <= other.low and other.high <= self.high

    def fits(self, value: int) -> bool:
        """Whether an integer is a value of this type."""
        return self.low <= value and not (value & ~self.high if self.tag == "set" else value > self.high)

    def within(self, low: int, high: int) -> Type:
        """The same with other bounds."""
        return evolve(self, low=low, high=high)

    def joined(self, other: Type) -> Type:
        """A type that holds the values of both."""
        if self.tag == "set":
            return self.within(0, self.high | other.high)
        base = self if self.tag == other.tag and self.of == other.of else number(0, 0) if self.scalar else self
        return base.within(min(self.low, other.low), max(self.high, other.high))


SCALARS = ("number", "flag", "player", "card", "member", "slot")
NAMED = ("player", "card", "member", "slot")


def in_words(value: object) -> str:
    """A bound as people read it: the largest number has a name."""
    return {MOST_NUMBER: "most", -MOST_NUMBER: "-most"}.get(value, str(value)) if isinstance(value, int) else str(value)


def number(low: int, high: int) -> Type:
    """A number within bounds."""
    return Type("number", low, high)


def set_of(mask: int, of: str = "card") -> Type:
    """A set of some of the members of a mask."""
    return Type("set", 0, mask, of)


def full(size: int) -> int:
    """The set of so many things."""
    return (1 << size) - 1


NUMBER = number(-MOST_NUMBER, MOST_NUMBER)
FLAG = Type("flag", 0, 1)
NOTHING = number(0, 0)
PRICES = Type("prices", 0, 0)
PAYMENTS = Type("payments", 0, 0)
