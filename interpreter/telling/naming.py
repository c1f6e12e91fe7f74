"""Naming: what is spoken of in words, with the phrases and nouns of the pack."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from ...dsl.languages import ANY, CASES
from .grammars import Tongue
from .meanings import ANY_NUMBER, YOU, Amount, Meaning, Meanings, Member, Mention, Part, Role, Thing
from .nouns import ACC, NOM, Noun, forms, read_noun
from .phrasebook import HOLE, Phrasebook
from .words import Words


@define
class Naming:
    """The words of a pack in one language. What had no words of its own is kept in `bare`."""

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
        return self._filled(text, {hole: parts[place] for hole, place in holes.items()} | more, known)

    def form(self, name: str, parts: Sequence[Meaning], known: Meanings, number: int, **more: Meaning) -> str | None:
        """One of the forms of a phrase, which bars part; nothing where it has not so many."""
        found = self.book.find(name, [_key(part) for part in parts])
        if found is None:
            return None
        text, holes = found
        told = forms(text)
        if len(told) <= number:
            return None
        return self._filled(told[number], {hole: parts[place] for hole, place in holes.items()} | more, known)

    def names_part(self, name: str, parts: Sequence[Meaning], place: int) -> bool:
        """Whether what is said for something with these parts names the one at that place."""
        found = self.book.find(name, [_key(part) for part in parts])
        if found is None:
            return True
        text, holes = found
        return any(holes.get(hole.split(" ")[-1]) == place for hole in HOLE.findall(text))

    def _filled(self, text: str, values: Meanings, known: Meanings) -> str:
        """A phrase with its holes filled: `{x}`, `{of x}` for the owner, `{each x}`, `{x apples}` for so many of them,
        an article before the name for a case, and `{is|are}` by the number of what the last hole was filled with."""
        told, end, number, subject = [], 0, -1, -1
        for hole in HOLE.finditer(text):
            told.append(text[end : hole.start()])
            end = hole.end()
            first, _, second = hole[1].partition(" ")
            if "|" in hole[1] and not (first in values and second):
                choices = hole[1].split("|")
                # With a form for whoever is spoken to it goes with the player.
                chosen = subject if len(choices) > 2 and subject >= 0 else number
                told.append(choices[min(chosen, len(choices) - 1)] if chosen >= 0 else hole[0])
                continue
            value = values.get(first, values.get(second))
            if value is None:
                told.append(hole[0])
                continue
            told.append(self._fitted(first, second, value, first in values, known))
            if isinstance(value, Role) and first in values:
                subject = self.tongue.number_of_verb(value)
            # A verb goes with who does it, not with what it is done to.
            if number < 0 or not isinstance(value, Mention):
                found_number = self.tongue.number_of_verb(value)
                number = found_number if found_number >= 0 else number
        return "".join(told) + text[end:]

    def _fitted(self, first: str, second: str, value: Meaning, plain: bool, known: Meanings) -> str:
        """What fills a hole: of its two words the first or only one names the part where it is `plain`."""
        if plain:
            if second and isinstance(value, tuple):
                one, _, many = second.partition("|")
                return self.amount(value, Noun(one, many) if many else self.words.noun(second))
            return self.shown(value, known)
        if first == "of" and isinstance(value, Role):
            return self.of(value)
        if first == "each" and isinstance(value, Mention):
            return self.tongue.each(value.thing)
        return self.shown(value, known, CASES.get(self.words.language, {}).get(first, ACC))

    def told(self, name: str, parts: Sequence[Meaning], known: Meanings) -> str:
        """What the pack says for something with these parts, or its name with them."""
        found = self.form(name, parts, known, 0)
        return found if found is not None else self.called(name, parts, known)

    def called(self, name: str, parts: Sequence[Meaning], known: Meanings) -> str:
        """Something that the pack has no phrase for: its name and what it is called with."""
        self.words.missing.add((name, True))
        told = ", ".join(self.shown(part, known, NOM) for part in parts)
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
    def who(self, role: Role, case: str = NOM) -> str:
        """A player as the subject of a sentence, or in another case."""
        return self.tongue.player(role.name or self.tongue.words[role.key], case)

    def of(self, role: Role) -> str:
        """A player as the owner of what was said before."""
        if role.name:
            return self.tongue.say("of_name", name=role.name)
        return self.tongue.words[f"of_{role.key}"]

    def whose(self, role: Role) -> str:
        """A player as the owner of what is said next; empty where that is said with `of`."""
        return "" if role.name else self.tongue.words.get(f"whose_{role.key}", "")

    def having(self, role: Role) -> str:
        """Behind a noun: that a player has it."""
        if role == YOU:
            return self.tongue.words["with_you"]
        template = "with_several" if role.several else "with_others"
        return self.tongue.say(template, who=self.who(role), of=self.of(role))

    # -------------------------------------------------------------- what is spoken of
    def shown(self, meaning: Meaning, known: Meanings, case: str = "") -> str:
        """What something is called in the middle of a sentence: a thing as an object where no other case is asked
        for, a player as the subject."""
        match meaning:
            case Role():
                return self.who(meaning, case or NOM)
            case Mention():
                return self._mentioned(meaning, known, case or ACC)
            case Thing():
                return self.tongue.all(meaning, case or ACC)
            case Member():
                return self.words.noun(meaning.id).one
            case str():
                return meaning
        return self.plain(meaning)

    def _mentioned(self, mention: Mention, known: Meanings, case: str) -> str:
        """A card: introduced, or referred to so that no other could be meant."""
        noun = mention.thing.name
        if mention.thing.fixed:
            return self.tongue.declined(mention.thing.fixed, case)
        if not mention.known:
            return self.tongue.one(mention.thing, case)
        others = [m for m in known.values() if isinstance(m, Mention) and m.known and not (m.thing.fixed or m.member)]
        alike = [m for m in others if m.thing.name == noun]
        if len(alike) > 1:
            order = next((n for n, m in enumerate(alike) if m is mention), 0)
            return self.tongue.ordinal(min(order, 2), noun, case)
        if mention.member or len(others) > 1:
            return self.tongue.that(noun, case)
        return self.tongue.it(noun, case)

    # -------------------------------------------------------------- numbers
    def amount(self, amount: Amount, noun: Noun | None = None) -> str:
        """A number of something: `2 apples for each tree in your garden`."""
        plain = [part for part in amount if part.text and not part.change]
        if noun is not None and len(plain) == len(amount) > 1 and self._of_words(amount):
            return self.tongue.say("as_many", nouns=noun.many, number=self.plain(amount))
        return self._sum([self._limited(part, self._part(part, noun)) for part in amount])

    def _of_words(self, amount: Amount) -> bool:
        """Whether a number is told in words that could stand behind `as many as`."""
        return all(part.text != self.tongue.words["that_many"] for part in amount)

    def _sum(self, told: list[str]) -> str:
        text = told[0]
        for more in told[1:]:
            text = self.tongue.say("plus", left=text, right=more)
        return text

    def _limited(self, part: Part, told: str) -> str:
        if part.most:
            return self.tongue.say("at_most", amount=told, number=part.most)
        return self.tongue.say("at_least", amount=told, number=part.least) if part.least else told

    def _part(self, part: Part, noun: Noun | None) -> str:
        say = self.tongue.say
        if part == ANY_NUMBER[0]:
            return self.tongue.say("any_number_of", nouns=noun.many) if noun else self.tongue.words["any_number"]
        if part.text == self.tongue.words["that_many"]:
            changed = self.tongue.words.get(f"that_many_{part.change}", "") if part.change else ""
            if noun and changed:
                return changed.format(nouns=noun.many)
            return say(f"that_{_many(noun)}_of", nouns=noun.many) if noun else part.text
        if part.text and noun:
            template = f"as_many_{part.change}" if part.change else f"as_{_many(noun)}"
            return say(template, nouns=noun.many, number=part.text)
        if part.text:
            return say(f"by_{part.change}", number=part.text) if part.change else part.text
        change = "fewer" if noun and part.change == "less" else part.change
        core = self.tongue.counted(part.times, noun or Noun("", ""), change)
        if part.per is None:
            return core
        if part.every > 1:
            return say("per_several", amount=core, some=self.tongue.several(str(part.every), part.per))
        return say("per", amount=core, each=self.tongue.each(part.per))

    def plain(self, amount: Amount) -> str:
        """A number on its own, for comparisons: `the number of trees in your garden`."""
        return self._sum([self._limited(part, self._plain(part)) for part in amount])

    def _plain(self, part: Part) -> str:
        if part.per is not None and (part.times, part.every) == (1, 1):
            return self.tongue.number_of(part.per)
        if part.text == self.tongue.words["that_many"]:
            return self.tongue.words["that_number"]
        return self._part(part, None)


def _many(noun: Noun) -> str:
    """Many of what can be counted, much of anything else."""
    return "many" if noun.counts else "much"


def _key(meaning: Meaning) -> str | None:
    """The word in the head of a phrase that stands for exactly this."""
    if meaning == ANY_NUMBER or (isinstance(meaning, Mention) and meaning.member and not meaning.known):
        return ANY
    if isinstance(meaning, Role) and not meaning.name:
        return "self" if meaning == YOU else meaning.key
    return meaning.id if isinstance(meaning, Member) else None
