"""What an alteration speaks of: a thing of a form and a name, or a card under the name of its kind."""

from __future__ import annotations

from attrs import define

from ..diagnostic import Report, did_you_mean
from ..reading import declared
from ..reading.ast import Word
from ..reading.packs import Pack
from .composed import CARD, FORMS, Composed, Key
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
        key = (form, name.text)
        if key in self.composed.named:
            return key
        if not self.touches.is_removed(key, name) and name.text not in self.report.broken:
            legal = [other for kind, other in self.composed.named if kind == form]
            message = f"there is no {form} `{name}` to alter"
            self.report.error(f"unknown-{form}", message, name.span, did_you_mean(name.text, legal))
        return None

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
