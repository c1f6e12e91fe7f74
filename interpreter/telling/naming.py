"""Naming: the phrases and nouns of the pack, filled with what is spoken of."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from attrs import define

from ...dsl.model import Game
from .grammars import Tongue
from .meanings import YOU, Amount, Meaning, Meanings, Member, Mention, Role
from .nouns import Noun, read_noun
from .phrasebook import HOLE, Phrasebook
from .words import Words


@define
class Naming:
    """The words of a pack in one language; the lowest part of `Telling`."""

    game: Game
    words: Words
    tongue: Tongue
    book: Phrasebook

    @abstractmethod
    def shown(self, meaning: Meaning, known: Meanings) -> str:
        """What something is called in the middle of a sentence."""

    @abstractmethod
    def amount(self, amount: Amount, noun: Noun | None = None) -> str:
        """A number of something."""

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


def _key(meaning: Meaning) -> str | None:
    """The word in the head of a phrase that stands for exactly this."""
    if isinstance(meaning, Role) and not meaning.name:
        return "self" if meaning == YOU else meaning.key
    return meaning.id if isinstance(meaning, Member) else None
