"""Packs that do not know each other and declare the same: what players see can have a name only once."""

from __future__ import annotations

from attrs import define

from ..diagnostic import Report, Span
from ..reading.ast import Word
from ..reading.packs import Pack
from .composed import Composed, fields_of


def strange(composed: Composed, one: Pack, other: Pack) -> bool:
    """Whether neither of two packs builds on the other."""
    return one is not other and not composed.builds_on(one, other.name) and not composed.builds_on(other, one.name)


@define
class Strangers:
    """Finds what two packs declare that do not know each other."""

    composed: Composed
    report: Report

    def met(self, pack: Pack, space: str, id: str, what: str, span: Span, also: Span) -> bool:
        """Whether something was declared by a pack that this one does not know, which is reported."""
        if self.composed.sees(pack.name, space, id):
            return False
        other = sorted(self.composed.owners[space, id])[0]
        message = f"the packs `{other}` and `{pack.name}` both declare the {what}"
        self.report.error("conflict", message, span, "call it something else in one of them", also=also)
        return True

    def met_in_kind(self, pack: Pack, kind: str, word: Word) -> bool:
        """The same for a field, state or event of a kind, which its cards cannot have twice."""
        kinds = [declared for form, declared in self.composed.named if form == "kind"]
        lineage = self.composed.lineage(kind)
        for other in kinds:
            related = other in lineage or kind in self.composed.lineage(other)
            places = self.composed.places.get((fields_of(other), word.text)) if related else None
            what = f"field `{word}` of `{kind}`"
            if places is not None and self.met(pack, fields_of(other), word.text, what, word.span, places):
                return True
        return False
