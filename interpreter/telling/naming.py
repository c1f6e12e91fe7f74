"""Naming: what is spoken of in words, with the phrases and nouns of the pack."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from .grammars import Tongue
from .meanings import YOU, Amount, Meaning, Meanings, Member, Mention, Part, Role, Thing
from .nouns import Noun, read_noun
from .phrasebook import HOLE, Phrasebook
from .words import Words


@define
class Naming:
    """The words of a pack in one language."""

    words: Words
    tongue: Tongue
    book: Phrasebook

    # -------------------------------------------------------------- phrases of the pack
    def phrase(self, name: str, parts: Sequence[Meaning], known: Meanings, **more: Meaning) -> str | None:
        """What the pack says for something with these parts; `more` are further holes."""
        found = self.book.find(name, [_key(part) for part in parts])
        if found is None:
            return None
        text, holes = found
        values = {hole: parts[place] for hole, place in holes.items()} | more
        return HOLE.sub(lambda hole: self._filled(hole[1], hole[0], values, known), text)

    def names_part(self, name: str, parts: Sequence[Meaning], place: int) -> bool:
        """Whether what is said for something with these parts names the one at that place."""
        found = self.book.find(name, [_key(part) for part in parts])
        if found is None:
            return True
        text, holes = found
        return any(holes.get(hole) == place for hole in HOLE.findall(text))

    def _filled(self, hole: str, whole: str, values: Meanings, known: Meanings) -> str:
        """A hole: `{x}`, `{of x}` for the owner, `{each x}`, or `{x apples}` for so many of them."""
        first, _, second = hole.partition(" ")
        if first == "of" and isinstance(role := values.get(second), Role):
            return self.of(role)
        if first == "each" and isinstance(mention := values.get(second), Mention):
            return self.tongue.each(mention.thing)
        if first not in values:
            return whole
        value = values[first]
        if second and isinstance(value, tuple):
            return self.amount(value, self.words.noun(second))
        return self.shown(value, known)

    def told(self, name: str, parts: Sequence[Meaning], known: Meanings) -> str:
        """What the pack says for something with these parts, or its name with them."""
        return self.phrase(name, parts, known) or self.called(name, parts, known)

    def called(self, name: str, parts: Sequence[Meaning], known: Meanings) -> str:
        """Something that the pack has no phrase for: its name and what it is called with."""
        told = ", ".join(self.shown(part, known) for part in parts)
        noun = self.words.noun(name).one
        return self.tongue.say("call", name=noun, arguments=told) if told else noun

    def kind(self, name: str) -> Noun:
        """What a card of a kind is called; `card` where it can be of any."""
        if name == "card":
            return read_noun(self.tongue.words["card"], self.words.language)
        return self.words.noun(name)

    def listed(self, texts: Sequence[str], joint: str = "and") -> str:
        """`a, b and c`."""
        if len(texts) < 2:
            return "".join(texts)
        return f"{', '.join(texts[:-1])} {self.tongue.words[joint]} {texts[-1]}"

    # -------------------------------------------------------------- players
    def who(self, role: Role) -> str:
        """A player as the subject of a sentence."""
        return role.name or self.tongue.words[role.key]

    def of(self, role: Role) -> str:
        """A player as the owner of what was said before."""
        if role.name:
            return self.tongue.say("of_name", name=role.name)
        return self.tongue.words[f"of_{role.key}"]

    # -------------------------------------------------------------- what is spoken of
    def shown(self, meaning: Meaning, known: Meanings) -> str:
        """What something is called in the middle of a sentence."""
        match meaning:
            case Role():
                return self.who(meaning)
            case Mention():
                return self._mentioned(meaning, known)
            case Thing():
                return self.tongue.all(meaning)
            case Member():
                return self.words.noun(meaning.id).one
            case str():
                return meaning
        return self.plain(meaning)

    def _mentioned(self, mention: Mention, known: Meanings) -> str:
        """A card: introduced, or referred to so that no other could be meant."""
        noun = mention.thing.noun
        if mention.thing.fixed:
            return mention.thing.fixed
        if not mention.known:
            return self.tongue.one(mention.thing)
        others = [m for m in known.values() if isinstance(m, Mention) and m.known]
        alike = [m for m in others if m.thing.noun == noun]
        if len(alike) > 1:
            order = next((n for n, m in enumerate(alike) if m is mention), 0)
            return self.tongue.ordinal(min(order, 2), noun)
        return self.tongue.it(noun) if len(others) < 2 else self.tongue.that(noun)

    # -------------------------------------------------------------- numbers
    def amount(self, amount: Amount, noun: Noun | None = None) -> str:
        """A number of something: `2 apples for each tree in your garden`."""
        return self._sum([self._part(part, noun) for part in amount])

    def _sum(self, told: list[str]) -> str:
        text = told[0]
        for more in told[1:]:
            text = self.tongue.say("plus", left=text, right=more)
        return text

    def _part(self, part: Part, noun: Noun | None) -> str:
        say = self.tongue.say
        if part.text == self.tongue.words["that_many"]:
            return say("that_many_of", nouns=noun.many) if noun else part.text
        if part.text:
            return say("as_many", nouns=noun.many, number=part.text) if noun else part.text
        change = "fewer" if noun and part.change == "less" else part.change
        core = self.tongue.counted(part.times, noun or Noun("", ""), change)
        if part.per is None:
            return core
        if part.every > 1:
            return say("per_several", amount=core, some=self.tongue.some(str(part.every), part.per))
        return say("per", amount=core, each=self.tongue.each(part.per))

    def plain(self, amount: Amount) -> str:
        """A number on its own, for comparisons: `the number of trees in your garden`."""
        told = []
        for part in amount:
            if part.per is not None and (part.times, part.every) == (1, 1):
                told.append(self.tongue.say("number_of", things=self.tongue.many(part.per)))
            elif part.text == self.tongue.words["that_many"]:
                told.append(self.tongue.words["that_number"])
            else:
                told.append(self._part(part, None))
        return self._sum(told)


def _key(meaning: Meaning) -> str | None:
    """The word in the head of a phrase that stands for exactly this."""
    if isinstance(meaning, Role) and not meaning.name:
        return "self" if meaning == YOU else meaning.key
    return meaning.id if isinstance(meaning, Member) else None
