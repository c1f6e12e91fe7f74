"""Languages: how things are counted, named and referred to in the sentences on a card.

What a language can do with a noun is here; the words between nouns are in `templates`.
"""

from __future__ import annotations

from attrs import frozen

from .meanings import Thing
from .nouns import Noun
from .templates import ENGLISH_WORDS, GERMAN_WORDS


@frozen
class Tongue:
    """The grammar of English, which also serves languages that have no own."""

    words: dict[str, str]

    def say(self, template: str, **parts: str) -> str:
        """A template with its holes filled."""
        return self.words[template].format(**parts)

    # -------------------------------------------------------------- noun phrases
    def one(self, thing: Thing) -> str:
        """`a red apple on the table`."""
        phrase = thing.fixed or self._phrase(thing, "", many=False)
        return phrase if thing.fixed else ("an " if phrase[:1].lower() in "aeiou" else "a ") + phrase

    def each(self, thing: Thing) -> str:
        """`each red apple on the table`."""
        return thing.fixed or "each " + self._phrase(thing, "", many=False)

    def all(self, thing: Thing) -> str:
        """`all red apples on the table`."""
        return thing.fixed or "all " + self._phrase(thing, "", many=True)

    def many(self, thing: Thing) -> str:
        """`red apples on the table`."""
        return thing.fixed or self._phrase(thing, "", many=True)

    def some(self, number: str, thing: Thing) -> str:
        """`3 red apples on the table`."""
        return thing.fixed or f"{number} {self._phrase(thing, '', many=number != '1')}"

    def counted(self, number: int, noun: Noun, change: str = "") -> str:
        """`3 apples`, or `3 more apples`."""
        word = self.words[change] if change else ""
        return spaced(str(number), word, noun.one if number == 1 else noun.many)

    def _phrase(self, thing: Thing, ending: str, many: bool) -> str:
        joint = f" {self.words['or']} "
        groups = [joint.join(self.inflected(a, ending) for a in group) for group in thing.adjectives]
        return " ".join([*groups, thing.noun.many if many else thing.noun.one]) + thing.ending(many)

    def inflected(self, adjective: str, ending: str) -> str:
        """An adjective before a noun."""
        return adjective

    def yours(self, noun: Noun) -> str:
        """`your apples`."""
        return f"your {noun.many}"

    def theirs(self, noun: Noun, of: str) -> str:
        """`the apples of your opponent`."""
        return f"the {noun.many} {of}"

    # -------------------------------------------------------------- references
    def it(self, noun: Noun) -> str:
        """What was spoken of last."""
        return "it"

    def its(self, noun: Noun) -> str:
        """Belonging to what was spoken of last."""
        return "its"

    def that(self, noun: Noun) -> str:
        """`that apple`, where there are other things it could be."""
        return f"that {noun.one}"

    def ordinal(self, number: int, noun: Noun) -> str:
        """`the second apple`, where there are several."""
        return f"the {('first', 'second', 'third')[number]} {noun.one}"

    def one_of_them(self, noun: Noun) -> str:
        """One of several that were just spoken of."""
        return "one of them"

    # -------------------------------------------------------------- sentences
    def headed(self, head: str, body: str) -> str:
        """`when eaten: gain 3 points`."""
        return f"{head}: {body}"


@frozen
class German(Tongue):
    """German: gender decides about articles, pronouns and the endings of adjectives. All noun phrases are in the
    accusative; without a known gender a numeral takes the place of the article."""

    def one(self, thing: Thing) -> str:
        """`einen roten Apfel auf dem Tisch`."""
        article = {"m": "einen", "f": "eine", "n": "ein"}.get(thing.noun.gender, "1")
        ending = {"m": "en", "f": "e"}.get(thing.noun.gender, "es")
        return thing.fixed or f"{article} {self._phrase(thing, ending, many=False)}"

    def each(self, thing: Thing) -> str:
        """`jeden roten Apfel auf dem Tisch`."""
        article = {"m": "jeden", "f": "jede", "n": "jedes"}.get(thing.noun.gender, "je 1")
        ending = {"m": "en", "f": "e", "n": "e"}.get(thing.noun.gender, "es")
        return thing.fixed or f"{article} {self._phrase(thing, ending, many=False)}"

    def all(self, thing: Thing) -> str:
        """`alle roten Äpfel auf dem Tisch`."""
        return thing.fixed or "alle " + self._phrase(thing, "en", many=True)

    def many(self, thing: Thing) -> str:
        """`rote Äpfel auf dem Tisch`."""
        return thing.fixed or self._phrase(thing, "e", many=True)

    def some(self, number: str, thing: Thing) -> str:
        """`3 rote Äpfel auf dem Tisch`."""
        if number == "1":
            ending = {"m": "en", "f": "e"}.get(thing.noun.gender, "es")
            return thing.fixed or f"1 {self._phrase(thing, ending, many=False)}"
        return thing.fixed or f"{number} {self.many(thing)}"

    def counted(self, number: int, noun: Noun, change: str = "") -> str:
        """`3 Äpfel`, or `3 Äpfel mehr`."""
        word = self.words[change] if change else ""
        return spaced(str(number), noun.one if number == 1 else noun.many, word)

    def inflected(self, adjective: str, ending: str) -> str:
        """Adjectives are written small; those that end in `a` have no endings."""
        stem = adjective[:1].lower() + adjective[1:]
        return stem if stem.endswith("a") else stem.removesuffix("e") + ending

    def yours(self, noun: Noun) -> str:
        """`deine Äpfel`, `dein Apfel`."""
        return f"{'dein' if noun.one == noun.many and noun.gender in ('m', 'n') else 'deine'} {noun.many}"

    def theirs(self, noun: Noun, of: str) -> str:
        """`die Äpfel deines Gegners`."""
        article = {"m": "der", "n": "das"}.get(noun.gender, "die") if noun.one == noun.many else "die"
        return f"{article} {noun.many} {of}"

    def it(self, noun: Noun) -> str:
        """What was spoken of last."""
        return {"m": "ihn", "f": "sie", "n": "es"}.get(noun.gender, "diese Karte")

    def its(self, noun: Noun) -> str:
        """Belonging to what was spoken of last."""
        return "deren" if noun.gender in ("f", "") else "dessen"

    def that(self, noun: Noun) -> str:
        """`diesen Apfel`, where there are other things it could be."""
        return f"{ {'m': 'diesen', 'f': 'diese'}.get(noun.gender, 'dieses') } {noun.one}"

    def ordinal(self, number: int, noun: Noun) -> str:
        """`den zweiten Apfel`, where there are several."""
        stem = ("erste", "zweite", "dritte")[number]
        article, ending = {"m": ("den", "n"), "f": ("die", "")}.get(noun.gender, ("das", ""))
        return f"{article} {stem}{ending} {noun.one}"

    def one_of_them(self, noun: Noun) -> str:
        """One of several that were just spoken of."""
        return {"m": "einen davon", "f": "eine davon", "n": "eines davon"}.get(noun.gender, "1 davon")

    def headed(self, head: str, body: str) -> str:
        """`Beim Essen: Erhalte 3 Punkte`; a whole sentence begins with a capital letter."""
        return f"{head}: {body[:1].upper()}{body[1:]}"


TONGUES: dict[str, Tongue] = {"en": Tongue(ENGLISH_WORDS), "de": German(GERMAN_WORDS)}


def spaced(*words: str) -> str:
    """The words that are not empty."""
    return " ".join(word for word in words if word)


def tongue(language: str) -> Tongue:
    """The grammar of a language; English where there is no other."""
    return TONGUES.get(language, TONGUES["en"])
