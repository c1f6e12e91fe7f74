"""What an alteration speaks of: a thing of a form and a name, or a card under the name of its kind."""

from __future__ import annotations

from attrs import define

from ..diagnostic import Report, did_you_mean
from ..reading import declared
from ..reading.ast import Word
from ..reading.packs import Pack
from .composed import CARD, FORMS, Composed, Key, name_span, space_of
from .touches import Touches

CATEGORY, INVARIANT = "score", "invariant"


@define
class Targets:
    """Finds what is altered, and reports what is not there."""

    composed: Composed
    report: Report
    touches: Touches

    def known(self, pack: Pack, form: str, name: Word) -> Key | None:
        """How a thing of a form is found that has a name."""
        ids = self.composed.meant(pack.name, space_of(form), name.text)
        found = [(form, id) for id in ids if (form, id) in self.composed.named]
        if len(found) > 1:
            self._ambiguous(form, name, found)
        if found:
            return found[0]
        removed = next(((form, id) for id in ids if self.touches.is_removed((form, id), name)), None)
        if removed is None and name.text not in self.report.broken:
            words = self.composed.ids.get(space_of(form), {}).items()
            legal = [word for word, ids in words if any((form, id) in self.composed.named for id in ids)]
            message = f"there is no {form} `{name}` to alter"
            self.report.error(f"unknown-{form}", message, name.span, did_you_mean(name.text, legal))
        return None

    def _ambiguous(self, form: str, name: Word, found: list[Key]) -> None:
        one, other = (name_span(self.composed.named[key]) for key in found[:2])
        message = f"two packs on which this one builds have something called `{name}`"
        help = f"write {' or '.join(f'`{id}`' for _, id in found)}; the other is at {other}"
        self.report.error("ambiguous", message, name.span, help, also=one)

    def category(self, name: Word) -> Key | None:
        """The same for a category of points."""
        key = (CATEGORY, name.text)
        if name.text in self.composed.categories:
            return key
        if not self.touches.is_removed(key, name):
            self.report.unknown("category", name.text, name.span, self.composed.categories)
        return None

    def target(self, pack: Pack, form: Word, name: Word) -> Key | None:
        """What `form name` stands for; cards are altered under the name of their kind."""
        if form.text == CATEGORY:
            return self.category(name)
        if form.text in FORMS:
            return self.known(pack, form.text, name)
        kinds = [kind for what, kind in self.composed.named if what == "kind"]
        if form.text not in kinds:
            if form.text not in self.report.broken:
                help = did_you_mean(form.text, [*kinds, *FORMS, CATEGORY, INVARIANT])
                message = f"`{form}` is neither a kind nor a form of declaration"
                self.report.error("unknown-kind", message, form.span, help)
            return None
        key = self.known(pack, CARD, name)
        card = self.composed.named[key] if key is not None else None
        if not isinstance(card, declared.Card):
            return None
        if form.text not in self.composed.lineage(card.kind.text):
            help = f"write `{card.kind}` instead of `{form}`"
            self.report.error("wrong-kind", f"`{name}` is not a `{form}`", form.span, help, also=card.title_span)
            return None
        return key
