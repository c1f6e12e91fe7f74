"""The grammar of English, which also serves languages that have no own: how things are counted, named and referred to.

What a language can do with a noun is here; the words between nouns are in `english_words`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import frozen

from .meanings import YOU, Meaning, Mention, Part, Role, Thing
from .nouns import ACC, NOM, Noun, read_noun

VERB = re.compile(r"\b(is|are|was|were|can|may|will|must)\b")
ORDINALS = ("first", "second", "third")


@frozen
class Tongue:
    """Noun phrases, references and sentences. A `case` is what a noun phrase is in its sentence; English has none."""

    words: dict[str, str]

    def say(self, template: str, **parts: str) -> str:
        """A template with its holes filled."""
        return self.words[template].format(**parts)

    # -------------------------------------------------------------- noun phrases
    def either(self, told: Iterable[str]) -> str:
        """`a red apple or a green pear`."""
        return f" {self.words['or']} ".join(told)

    def thing(self, text: str) -> Thing:
        """What a pack calls a set of things."""
        return Thing(read_noun(text, "en"))

    def one(self, thing: Thing, case: str = ACC) -> str:
        """`a red apple on the table`."""
        if thing.union:
            return self.either(self.one(each, case) for each in thing.union)
        phrase = self._phrase(thing)
        return thing.fixed or ("an " if phrase[:1].lower() in "aeiou" else "a ") + phrase

    def each(self, thing: Thing, case: str = ACC) -> str:
        """`each red apple on the table`."""
        if thing.union:
            return self.either(self.each(each, case) for each in thing.union)
        return thing.fixed or "each " + self._phrase(thing)

    def all(self, thing: Thing, case: str = ACC) -> str:
        """`all red apples on the table`."""
        return thing.fixed or "all " + self.many(thing)

    def the(self, thing: Thing, case: str = ACC) -> str:
        """`the red apples on the table`."""
        return thing.fixed or "the " + self.many(thing)

    def many(self, thing: Thing, case: str = ACC) -> str:
        """`red apples on the table`."""
        if thing.union:
            return self.either(self.many(each, case) for each in thing.union)
        return thing.fixed or self._phrase(thing, many=True)

    def some(self, number: str, thing: Thing) -> str:
        """`3 red apples on the table`."""
        if thing.union:
            return f"{number}: {self.many(thing)}"
        return thing.fixed or f"{number} {self._phrase(thing, many=number != '1')}"

    def topmost(self, number: str, thing: Thing) -> str:
        """`the 3 topmost apples`."""
        return (
            f"the {'' if number == '1' else number + ' '}{self.words['topmost']} {self._phrase(thing, number != '1')}"
        )

    def counted_in(self, number: str, noun: Noun) -> str:
        """So many of something behind `with`."""
        return spaced(number, noun.one if number == "1" else noun.many)

    def several(self, number: str, thing: Thing) -> str:
        """`for every 3 red apples on the table`."""
        return self.some(number, thing)

    def none_of(self, thing: Thing) -> str:
        """`no red apples on the table`."""
        return "no " + self.many(thing)

    def counted(self, number: int, noun: Noun, change: str = "") -> str:
        """`3 apples`, or `3 more apples`."""
        word = self.words[change] if change else ""
        return spaced(str(number), word, noun.one if number == 1 else noun.many)

    def _phrase(self, thing: Thing, many: bool = False) -> str:
        joint = f" {self.words['or']} "
        groups = [joint.join(group) for group in thing.adjectives]
        return " ".join([*groups, thing.noun.many if many else thing.noun.one]) + thing.ending(many)

    def yours(self, noun: Noun, case: str = ACC) -> str:
        """`your apples`."""
        return f"your {noun.many}"

    def theirs(self, noun: Noun, of: str, case: str = ACC) -> str:
        """`the apples of your opponent`."""
        return f"the {noun.many} {of}"

    def named(self, noun: Noun, case: str = ACC) -> str:
        """`the wind`: something of which there is only one."""
        return noun.many if noun.many[:1].isupper() or noun.many.startswith("the ") else f"the {noun.many}"

    def zone(self, place: str, noun: Noun, owned: str, of: str) -> str:
        """Where a zone is (`at`, `to` or `from`): in your own, or in one that is somebody's or nobody's."""
        if owned:
            return self.say(f"{place}_whose", whose=owned, zone=noun.many)
        return self.say(place, zone=noun.many, of=of).strip()

    # -------------------------------------------------------------- references
    def it(self, noun: Noun, case: str = ACC) -> str:
        """What was spoken of last."""
        return "it"

    def its(self, noun: Noun) -> str:
        """Belonging to what was spoken of last."""
        return "its"

    def that(self, noun: Noun, case: str = ACC) -> str:
        """`that apple`, where there are other things it could be."""
        return f"that {noun.one}"

    def this(self, noun: Noun) -> str:
        """`this apple`: what the sentence stands on."""
        return f"this {noun.one}"

    def ordinal(self, number: int, noun: Noun, case: str = ACC) -> str:
        """`the second apple`, where there are several."""
        return f"the {ORDINALS[number]} {noun.one}"

    def one_of_them(self, noun: Noun) -> str:
        """One of several that were just spoken of."""
        return "one of them"

    def whose(self, condition: str) -> str:
        """A condition on what a noun stands for, behind the noun: `whose size is 3`; nothing where it is about more."""
        return f"whose {condition[4:]}" if condition.startswith("its ") else ""

    def declined(self, name: str, case: str) -> str:
        """A name as it stands in a sentence."""
        return name

    def denied(self, condition: str) -> str:
        """That something is not so: with `not` behind the first verb that can have it."""
        told, found = VERB.subn(lambda verb: f"{verb[1]} not", condition, count=1)
        return told if found else self.say("not", condition=condition)

    def player(self, words: str, case: str = NOM) -> str:
        """What a player is called, as it stands in a sentence."""
        return words

    # -------------------------------------------------------------- numbers
    def number_of(self, thing: Thing) -> str:
        """`the number of apples on the table`."""
        return self.say("number_of", things=self.many(thing))

    def number_of_verb(self, meaning: Meaning) -> int:
        """Which form of a verb goes with something: 0 for one, 1 for several, -1 where it has no number."""
        if isinstance(meaning, tuple):
            return 0 if meaning[-1:] == (Part(1),) or (meaning[-1].times == 1 and not meaning[-1].text) else 1
        if isinstance(meaning, Role):
            return 1 if meaning.several or meaning == YOU else 0
        if isinstance(meaning, Thing):
            return 1
        return 0 if isinstance(meaning, Mention) else -1

    # -------------------------------------------------------------- sentences
    def headed(self, head: str, body: str) -> str:
        """`when eaten: gain 3 points`."""
        return f"{head}: {body}"


def spaced(*words: str) -> str:
    """The words that are not empty."""
    return " ".join(word for word in words if word)
