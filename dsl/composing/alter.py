"""What a pack alters in the packs below it: `change`, `replace`, `remove` and `add to`.

Where two packs alter the same thing differently and neither builds on the other, both places are reported: the
result would depend on their order. Two packs that change different fields of a card do not disturb each other.
"""

from __future__ import annotations

from attrs import define, evolve, field, frozen

from ..diagnostic import Report, Span, did_you_mean
from ..reading import declared
from ..reading.ast import Word, form_of
from ..reading.packs import Pack
from .composed import CARD, FORMS, Composed, Key, Named, key_of, name_span

ALTERING = (
    declared.Change,
    declared.Replace,
    declared.Remove,
    declared.AddOptions,
    declared.AddMembers,
    declared.AddFields,
)
# Of these there is one at most.
ONLY = (declared.Payment, declared.Rank, declared.Sides)


@frozen
class Touch:
    """That a pack altered something: which fields of it (all where None), how, and where."""

    pack: Pack
    fields: frozenset[object] | None
    declaration: declared.Declaration
    span: Span


@define
class Alterations:
    """Applies alterations to the composed declarations and keeps in mind who altered what."""

    composed: Composed
    report: Report
    touched: dict[Key, list[Touch]] = field(factory=dict)

    def alter(self, pack: Pack, declaration: declared.Declaration) -> None:
        """Applies one altering declaration of a pack."""
        match declaration:
            case declared.Replace(declaration=inner):
                self._replace(pack, declaration, inner)
            case declared.Remove(form=form, name=name):
                key = self._target(form, name)
                if key is not None and self._free(key, Touch(pack, None, declaration, name.span)):
                    del self.composed.named[key]
                    self.composed.removed.add(key[1])
            case declared.Change():
                self._change(pack, declaration)
            case declared.AddOptions(choice=word, options=options):
                target = self._known("choice", word)
                if isinstance(target, declared.Choice):
                    self.composed.named["choice", word.text] = evolve(target, options=target.options + options)
            case declared.AddMembers(enum=word, members=members):
                target = self._known("enum", word)
                if isinstance(target, declared.Enum):
                    self.composed.named["enum", word.text] = evolve(target, members=target.members + members)
            case declared.AddFields(kind=word, slots=slots, events=events):
                target = self._known("kind", word)
                if isinstance(target, declared.Kind):
                    wider = evolve(target, slots=target.slots + slots, events=target.events + events)
                    self.composed.named["kind", word.text] = wider

    # -------------------------------------------------------------- what is meant
    def _known(self, form: str, name: Word) -> Named | None:
        found = self.composed.named.get((form, name.text))
        if found is None and name.text in self.composed.removed and (form, name.text) in self.touched:
            before = self.touched[form, name.text][-1]
            message = f"the pack `{before.pack.name}` removes the {form} `{name}`, which this pack alters"
            self.report.error("conflict", message, name.span, "let one build on the other", also=before.span)
        elif found is None and name.text not in self.report.broken:
            legal = [other for kind, other in self.composed.named if kind == form]
            message = f"there is no {form} `{name}` to alter"
            self.report.error(f"unknown-{form}", message, name.span, did_you_mean(name.text, legal))
        return found

    def _target(self, form: Word, name: Word) -> Key | None:
        """What `form name` stands for; cards are altered under the name of their kind."""
        if form.text in FORMS:
            return (form.text, name.text) if self._known(form.text, name) is not None else None
        kinds = [kind for what, kind in self.composed.named if what == "kind"]
        if form.text not in kinds:
            if form.text not in self.report.broken:
                help = did_you_mean(form.text, [*kinds, *FORMS])
                message = f"`{form}` is neither a kind nor a form of declaration"
                self.report.error("unknown-kind", message, form.span, help)
            return None
        card = self._known(CARD, name)
        if not isinstance(card, declared.Card):
            return None
        if form.text not in self._lineage(card.kind.text):
            help = f"write `{card.kind}` instead of `{form}`"
            self.report.error("wrong-kind", f"`{name}` is not a `{form}`", form.span, help, also=card.title_span)
            return None
        return (CARD, name.text)

    def _lineage(self, kind: str) -> set[str]:
        found: set[str] = set()
        while kind not in found:
            found.add(kind)
            declaration = self.composed.named.get(("kind", kind))
            if isinstance(declaration, declared.Kind) and declaration.base is not None:
                kind = declaration.base.text
        return found

    # -------------------------------------------------------------- who altered it before
    def _free(self, key: Key, touch: Touch) -> bool:
        """Whether this can be altered: no other pack beside this one alters it differently."""
        for before in self.touched.setdefault(key, []):
            overlap = before.fields is None or touch.fields is None or before.fields & touch.fields
            if not overlap or before.declaration == touch.declaration:
                continue
            if before.pack is touch.pack:
                message = f"this pack alters the {key[0]} `{key[1]}` twice"
                self.report.error("conflict", message, touch.span, "do it in one place", also=before.span)
                return False
            if not self.composed.builds_on(touch.pack, before.pack.name):
                message = f"the packs `{before.pack.name}` and `{touch.pack.name}` both alter the {key[0]} `{key[1]}`"
                self.report.error("conflict", message, touch.span, "let one build on the other", also=before.span)
                return False
        self.touched[key].append(touch)
        return True

    # -------------------------------------------------------------- alterations
    def _replace(self, pack: Pack, written: declared.Replace, inner: declared.Declaration) -> None:
        composed, report = self.composed, self.report
        if isinstance(inner, ONLY):
            word = form_of(inner)
            if getattr(composed, word) is None:
                report.error(f"unknown-{word}", f"there is no `{word}` to replace", written.span)
            elif self._free((word, word), Touch(pack, None, written, inner.span)):
                setattr(composed, word, inner)
            return
        if not isinstance(inner, Named):
            help = "only what has a name can be replaced, the `payment`, the `rank` and the `sides`"
            report.error("cannot-replace", "this cannot be replaced", written.span, help)
            return
        key, span = key_of(inner), name_span(inner)
        if self._known(key[0], Word(key[1], span)) is not None and self._free(key, Touch(pack, None, written, span)):
            composed.named[key] = inner

    def _change(self, pack: Pack, written: declared.Change) -> None:
        key = self._target(written.form, written.name)
        target = self.composed.named[key] if key is not None else None
        if key is None or target is None:
            return
        if not isinstance(target, declared.Card):
            message = f"a {key[0]} is altered as a whole"
            help = f"write `replace {key[0]} {key[1]}` and all of it"
            self.report.error("cannot-change", message, written.form.span, help)
            return
        before = {a.key.text: a.items for a in target.abilities if isinstance(a, declared.Setting)}
        for expected in written.expects:
            if before.get(expected.key.text) != expected.items:
                message = f"`{target.id}` has another `{expected.key}` than this change expects"
                help = "the pack below has changed; see whether this change is still right"
                self.report.error("expectation", message, expected.span, help, also=target.title_span)
        new = {_ability_key(ability): ability for ability in written.abilities}
        if self._free(key, Touch(pack, frozenset(new), written, written.name.span)):
            kept = tuple(new.pop(_ability_key(ability), ability) for ability in target.abilities)
            self.composed.named[key] = evolve(target, abilities=kept + tuple(new.values()))


def _ability_key(ability: declared.Ability) -> tuple[object, ...]:
    if isinstance(ability, declared.Setting):
        return ("field", ability.key.text)
    if isinstance(ability, declared.Handler):
        return ("field", ability.event.text)
    if isinstance(ability, declared.Answer):
        return ("answer", ability.form, ability.value.text, ability.arguments)
    if isinstance(ability, declared.FieldWhen):
        return ("when", ability.signal.text, ability.change, ability.arguments, ability.by)
    return ("when", ability.signal.text, ability.arguments)
