"""What a pack sees: `Seen` finds declared things by the words of the pack whose text is being checked.

A pack sees what it declares itself and what the packs declare on which it builds. So a word never means something of a
pack that its author did not know, and two packs beside each other can have the same word for different helpers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from attrs import define, field

from ..composing.composed import Composed, name_span, space_of
from ..diagnostic import NOWHERE, Report, Span

T = TypeVar("T")


@define
class Viewer:
    """The place that is being checked, and so the pack that looks at what is declared; at first it is none."""

    composed: Composed
    report: Report
    place: Span = NOWHERE

    def moved(self, place: Span) -> Span:
        """Goes on to a place and returns the one before; what stands nowhere belongs to the place before it."""
        before = self.place
        if place.file in self.composed.pack_of:
            self.place = place
        return before

    @property
    def pack(self) -> str | None:
        """The pack whose text is being checked."""
        number = self.composed.pack_of.get(self.place.file)
        return None if number is None else self.composed.packs[number].name

    def sees(self, space: str, id: str) -> bool:
        """Whether that pack sees a thing."""
        pack = self.pack
        return pack is None or self.composed.sees(pack, space, id)

    def ambiguous(self, word: str, space: str, ids: list[str]) -> None:
        """Reports a word that stands for several things here."""
        named = self.composed.named.items()
        one, other, *_ = (name_span(d) for (form, id), d in named if id in ids and space_of(form) == space)
        message = f"two packs on which this one builds have something called `{word}`"
        help = f"write {' or '.join(f'`{id}`' for id in ids)}; the other is at {other}"
        self.report.error("ambiguous", message, self.place, help, also=one)


@define
class Seen(Mapping[str, T]):
    """All things of one form, by the words that the pack has for them whose text is being checked."""

    viewer: Viewer
    space: str
    all: Mapping[str, T]
    _words: Mapping[str, list[str]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._words = self.viewer.composed.ids.setdefault(self.space, {})

    def ids(self, word: str) -> list[str]:
        """The ids of all that a word can mean here."""
        known = self._words.get(word, (word,))
        return [id for id in known if id in self.all and self.viewer.sees(self.space, id)]

    def id(self, word: str) -> str:
        """The id of what a word means here; that it could mean several things is reported."""
        found = self.ids(word)
        if len(found) > 1:
            self.viewer.ambiguous(word, self.space, found)
        return found[0]

    def __getitem__(self, word: str) -> T:
        found = self.ids(word)
        if not found:
            raise KeyError(word)
        return self.all[found[0]]

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and bool(self.ids(word))

    def __iter__(self) -> Iterator[str]:
        return (word for word in [*self._words] if word in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)
