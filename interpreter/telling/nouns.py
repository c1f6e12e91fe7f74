"""Nouns: a display name of a pack as the forms that it takes in a sentence.

A pack writes one form (`"sand"`), or singular and plural (`"apple|apples"`); where nouns have a gender it puts the
article before them (`"der Apfel|Äpfel"`). Without an article nothing is said about the gender.
"""

from __future__ import annotations

import re

from attrs import field, frozen

GENDERS = {"de": {"der": "m", "die": "f", "das": "n"}}
# A bar inside of a hole belongs to the hole.
BAR = re.compile(r"\|(?![^{}]*\})")
# Who does something, to whom or what it is done, for whom or with what, whose it is.
NOM, ACC, DAT, GEN = "nom", "acc", "dat", "gen"


@frozen
class Noun:
    """What one is called, what several are called, and the gender (m, f, n or unknown)."""

    one: str
    many: str
    gender: str = ""
    several: bool = field(default=False, eq=False)

    @property
    def counts(self) -> bool:
        """Whether there can be several of it: the pack says what they are called."""
        return self.several or self.one != self.many


def forms(text: str) -> list[str]:
    """The forms of a phrase, which are separated by bars."""
    return [form.strip() for form in BAR.split(text)]


def read_noun(text: str, language: str) -> Noun:
    """The noun that a pack wrote."""
    first, *rest = forms(text)
    article, _, bare = first.partition(" ")
    gender = GENDERS.get(language, {}).get(article, "") if bare else ""
    one = bare if gender else first
    return Noun(one, rest[-1] if rest else one, gender, bool(rest))
