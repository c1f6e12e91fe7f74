"""The phrases of a pack: how it says in a sentence what it declares.

A line `names LANGUAGE` gives with brackets behind the id is a phrase. What stands in the brackets is a role or a
member that must be the one spoken of, or the name of a hole: `sold(self, c): "you sell {c}"`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attrs import define, field, frozen

from ...dsl.languages import ANY, GROUPS, ROLES
from ...dsl.model import Game
from .nouns import forms

HEAD = re.compile(r"([\w.]+)\(([^()]*)\)")
HOLE = re.compile(r"\{([^{}]*)\}")


@frozen
class Phrase:
    """A text with holes, and the words in the brackets of its head."""

    words: tuple[str, ...]
    text: str

    def holes(self, found: Sequence[str | None]) -> dict[str, int] | None:
        """The holes and which part fills them, or None where the head speaks of something else."""
        if len(found) != len(self.words):
            return None
        holes = {}
        for place, (word, known) in enumerate(zip(self.words, found, strict=True)):
            if word != known:
                holes[word] = place
        return holes


@define
class Phrasebook:
    """The phrases of one language by the id that they are for; `members` can never be holes."""

    members: frozenset[str]
    phrases: dict[str, list[Phrase]] = field(factory=dict)

    @classmethod
    def of(cls, names: dict[str, str], members: Iterable[str]) -> Phrasebook:
        """The phrases among the names of a language."""
        book = cls(frozenset(members) | {ANY, *ROLES, *GROUPS})
        for key, text in names.items():
            head = HEAD.fullmatch(key)
            if head is not None:
                words = tuple(word.strip() for word in head[2].split(",") if word.strip())
                book.phrases.setdefault(head[1], []).append(Phrase(words, text))
        return book

    def find(self, name: str, found: Sequence[str | None]) -> tuple[str, dict[str, int]] | None:
        """The phrase that says most about what is spoken of. `found` has the role or member of every part, or
        None where it is neither."""
        best: tuple[str, dict[str, int]] | None = None
        for phrase in self.phrases.get(name, ()):
            holes = phrase.holes(found)
            if holes is None or self.members & holes.keys():
                continue
            if best is None or len(holes) < len(best[1]):
                best = phrase.text, holes
        return best


def never_used(game: Game, name: str, head: Sequence[str], text: str, before: Sequence[Sequence[str]]) -> str:
    """Why a phrase can never be used, beside other phrases for the same thing; nothing where it can."""
    members = {member for enum in game.enums.values() for member in enum} | {ANY, *ROLES, *GROUPS}

    def pattern(words: Sequence[str]) -> list[str]:
        return [word if word in members else "" for word in words]

    earlier = next((words for words in before if pattern(words) == pattern(head)), None)
    if earlier is not None:
        return f"`{name}({', '.join(earlier)})` is about the same"
    if "opponent" in head and game.players != (2, 2):
        return "only in a game for exactly two has anybody an opponent"
    if (name in game.procedures or name in game.signals) and name not in game.values and len(forms(text)) > 1:
        return f"what is done or happens has one form, `{forms(text)[1]}` is another"
    return ""
