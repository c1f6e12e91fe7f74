"""What the parts of a sentence stand for: players, cards, things to count, members and numbers.

Meanings are made from terms by `noun_phrases.py` and `terms.py`, and become words only where they stand in a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import evolve, frozen

from .nouns import Noun

# The end of a clause behind a noun that commas part from its sentence.
CLOSED = "\x1f"
UNNEEDED = re.compile(f"{CLOSED}+(?=$|[.,;:)!?])")
# In what stands behind a noun: words for one and for several.
CHOICE = re.compile(r"\{([^{}|]*)\|([^{}|]*)\}")


@frozen
class Thing:
    """Something countable: a noun, adjectives (each a list of alternatives), and what stands behind it. A `fixed`
    text stands for all of it."""

    noun: Noun
    adjectives: tuple[tuple[str, ...], ...] = ()
    tail: str = ""
    fixed: str = ""
    # What it is called when it is spoken of again, where that is shorter; and several things of which it is one.
    short: Noun | None = None
    union: tuple[Thing, ...] = ()

    @property
    def name(self) -> Noun:
        """What it is called when it is spoken of again."""
        return self.short or self.noun

    def behind(self, more: str) -> Thing:
        """The same with more words behind it."""
        if not more:
            return self
        if self.union:
            return evolve(self, union=tuple(thing.behind(more) for thing in self.union))
        return evolve(self, tail=f"{self.tail} {more}{CLOSED if more.startswith(',') else ''}".strip(" "))

    def ending(self, many: bool) -> str:
        """What stands behind the noun, in the right number."""
        tail = CHOICE.sub(lambda hole: hole[2 if many else 1], self.tail)
        return tail if tail.startswith(",") else tail and f" {tail}"


def finished(text: str) -> str:
    """A text with the commas that clauses inside of it need."""
    return UNNEEDED.sub("", text.replace(" ,", ",")).replace(CLOSED, ",")


@frozen
class Role:
    """A player, or several, as a sentence speaks of them; `name` where it is a certain one."""

    key: str
    name: str = ""

    @property
    def several(self) -> bool:
        """Whether the word behind it is that for several."""
        return self.key in ("neighbours", "neighbourhood", "players")


@frozen
class Mention:
    """One card: still to be introduced (`a red apple`), or spoken of before (`it`)."""

    thing: Thing
    known: bool = True
    # Whether it is no card, but a member of an enum.
    member: bool = False


@frozen
class Member:
    """A member of an enum."""

    id: str


@frozen
class Part:
    """Part of a number: so many for each of something (or for every so many), or a number told in words. A `change`
    makes it so many more or less than before; `most` and `least` are its limits."""

    times: int
    per: Thing | None = None
    every: int = 1
    text: str = ""
    change: str = ""
    most: str = ""
    least: str = ""


Amount = tuple[Part, ...]
Meaning = Role | Mention | Thing | Member | Amount | str
Meanings = Mapping[str, Meaning]
YOU = Role("you")
# A number that a head only gives a name to.
ANY_NUMBER: Amount = (Part(1, text="any number"),)
# What stands for the card itself; no name of a pack has a blank.
THIS = "this card"
