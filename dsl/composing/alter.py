"""What a pack alters in the packs below it: `change`, `replace`, `remove` and `add to`.

Where two packs alter the same thing differently and neither builds on the other, both places are reported: the
result would depend on their order. Two packs that change different lines of a card, or different parts of a field, do
not disturb each other; and what a pack adds to a thing stays when a pack beside it replaces that thing.
"""

from __future__ import annotations

from attrs import define, evolve, field

from ..diagnostic import Report, Span, did_you_mean
from ..reading import ast, declared
from ..reading.ast import Word, form_of
from ..reading.packs import Pack
from .changes import Changes
from .composed import Composed, Key, Named, key_of, members_of, name_span
from .strangers import Strangers
from .targets import CATEGORY, INVARIANT, Targets
from .touches import APART, Touch, Touches, thing

ALTERING = (
    declared.Change,
    declared.ChangeFields,
    declared.Replace,
    declared.ReplaceCategory,
    declared.Remove,
    declared.AddOptions,
    declared.AddMembers,
    declared.AddFields,
    declared.AddPoints,
)
# Of these there is one at most.
ONLY = (declared.Payment, declared.Rank, declared.Sides)
Addition = declared.AddOptions | declared.AddMembers | declared.AddFields | declared.AddPoints


@define
class Alterations:
    """Applies alterations to the composed declarations and keeps in mind who altered what."""

    composed: Composed
    report: Report
    strangers: Strangers
    touches: Touches = field(init=False)
    targets: Targets = field(init=False)
    changes: Changes = field(init=False)
    added: dict[Key, list[tuple[Pack, Addition]]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.touches = Touches(self.composed, self.report)
        self.targets = Targets(self.composed, self.report, self.touches)
        self.changes = Changes(self.composed, self.report, self.touches, self.targets)

    def alter(self, pack: Pack, declaration: declared.Declaration) -> None:
        """Applies one altering declaration of a pack."""
        match declaration:
            case declared.Replace(declaration=inner):
                self._replace(pack, declaration, inner)
            case declared.ReplaceCategory(category=word, formula=formula):
                key = self.targets.category(word)
                old = self.composed.categories.get(word.text)
                if key is not None and self.touches.free(key, Touch(pack, None, declaration, word.span), old):
                    self.composed.categories[word.text] = (self.composed.categories[word.text][0], formula)
                    self._add_again(pack, key)
            case declared.Remove():
                self._remove(pack, declaration)
            case declared.Change():
                self.changes.change(pack, declaration)
            case declared.ChangeFields():
                self.changes.change_fields(pack, declaration)
            case declared.AddOptions(choice=word):
                self._add(pack, self.targets.known(pack, "choice", word), declaration)
            case declared.AddMembers(enum=word):
                self._add(pack, self.targets.known(pack, "enum", word), declaration)
            case declared.AddFields(kind=word):
                self._add(pack, self.targets.known(pack, "kind", word), declaration)
            case declared.AddPoints(category=word):
                self._add(pack, self.targets.category(word), declaration)

    # -------------------------------------------------------------- adding to something
    def _add(self, pack: Pack, key: Key | None, written: Addition) -> None:
        if key is None:
            return
        match written:
            case declared.AddOptions(options=options):
                for option in options:
                    self._new_option(pack, key, option)
            case declared.AddMembers(members=members):
                written = evolve(written, members=self._new_members(pack, key[1], members))
            case declared.AddFields(slots=slots, events=events):
                slots = tuple(s for s in slots if not self.strangers.met_in_kind(pack, key[1], s.name))
                events = tuple(word for word in events if not self.strangers.met_in_kind(pack, key[1], word))
                written = evolve(written, slots=slots, events=events)
        self.added.setdefault(key, []).append((pack, written))
        self._put(key, written)
        self.composed.declare_parts(written, key[1], pack)

    def _new_option(self, pack: Pack, key: Key, option: ast.Option) -> None:
        """An option must not look like that of a pack beside this one: players could not tell them apart."""
        for other, written in self.added.get(key, ()):
            if (
                other is pack
                or self.composed.builds_on(pack, other.name)
                or not isinstance(written, declared.AddOptions)
            ):
                continue
            also = next((one.label.span for one in written.options if one.label == option.label), None)
            if also is not None:
                message = f"the packs `{other.name}` and `{pack.name}` both add this option to {thing(key)}"
                help = "give it another label in one of them"
                self.report.error("conflict", message, option.label.span, help, also=also)

    def _new_members(self, pack: Pack, enum: str, words: tuple[Word, ...]) -> tuple[Word, ...]:
        """Members without those that a pack beside this one has added as well: they are the same."""
        space = members_of(enum)
        known = [word for word in words if not self.composed.sees(pack.name, space, word.text)]
        for word in known:
            self.composed.declare(space, word.text, pack)
        return tuple(word for word in words if word not in known)

    def _put(self, key: Key, written: Addition) -> None:
        """Adds to what is there now."""
        composed = self.composed
        match written, composed.named.get(key):
            case declared.AddOptions(), declared.Choice() as choice:
                composed.named[key] = evolve(choice, options=choice.options + written.options)
            case declared.AddMembers(), declared.Enum() as enum:
                composed.named[key] = evolve(enum, members=enum.members + written.members)
            case declared.AddFields(), declared.Kind() as kind:
                slots, events = kind.slots + written.slots, kind.events + written.events
                composed.named[key] = evolve(kind, slots=slots, events=events)
            case declared.AddPoints(), _:
                word, formula = composed.categories[key[1]]
                composed.categories[key[1]] = (word, ast.Arithmetic("+", formula, written.formula, span=formula.span))

    def _add_again(self, pack: Pack, key: Key) -> None:
        """What other packs have added to a thing, and this one itself, stays when the thing is replaced; what it
        builds on is gone."""
        for other, written in self.added.get(key, ()):
            if not self.composed.builds_on(pack, other.name):
                self._put(key, written)

    # -------------------------------------------------------------- replacing
    def _replace(self, pack: Pack, written: declared.Replace, inner: declared.Declaration) -> None:
        composed, report = self.composed, self.report
        if isinstance(inner, ONLY):
            word = form_of(inner)
            if getattr(composed, word) is None:
                report.error(f"unknown-{word}", f"there is no `{word}` to replace", written.span)
            elif self.touches.free((word, word), Touch(pack, None, written, inner.span), getattr(composed, word)):
                setattr(composed, word, inner)
        elif isinstance(inner, declared.Invariant):
            if self._take_invariant(pack, Word(inner.title, inner.span), written):
                composed.invariants.append(inner)
        elif isinstance(inner, Named):
            form, name = key_of(inner)
            key = self.targets.known(pack, form, Word(name, name_span(inner)))
            touch = Touch(pack, None, written, name_span(inner))
            if key is not None and self.touches.free(key, touch, composed.named[key]):
                composed.named[key] = inner
                composed.declare_parts(inner, key[1], pack)
                self._add_again(pack, key)
        else:
            help = "only what has a name can be replaced, the `payment`, the `rank` and the `sides`"
            if isinstance(inner, declared.Score):
                help = "write `replace score`, a category, a colon and its points in one line"
            report.error("cannot-replace", "this cannot be replaced", written.span, help)

    # -------------------------------------------------------------- removing
    def _remove(self, pack: Pack, written: declared.Remove) -> None:
        composed, name = self.composed, written.name
        if written.form.text == INVARIANT:
            self._take_invariant(pack, name, written)
            return
        key = self.targets.target(pack, written.form, name)
        if key is None or self._needed(pack, key, name.span):
            return
        old = composed.categories[key[1]] if key[0] == CATEGORY else composed.named[key]
        if not self.touches.free(key, Touch(pack, None, written, name.span), old):
            return
        if key[0] == CATEGORY:
            del composed.categories[key[1]]
        else:
            del composed.named[key]
        composed.removed.add(key[1])

    def _needed(self, pack: Pack, key: Key, span: Span) -> bool:
        """Whether a pack beside this one adds to what it removes."""
        for other, written in self.added.get(key, ()):
            if not self.composed.builds_on(pack, other.name):
                message = f"this pack removes {thing(key)}, to which the pack `{other.name}` adds something"
                self.report.error("conflict", message, span, APART, also=written.span)
                return True
        return False

    def _take_invariant(self, pack: Pack, title: Word, written: declared.Declaration) -> bool:
        """Takes away the invariants of a title; whether that could be done."""
        key, invariants = (INVARIANT, title.text), self.composed.invariants
        left = [invariant for invariant in invariants if invariant.title != title.text]
        if len(left) == len(invariants):
            if not self.touches.is_removed(key, title):
                help = did_you_mean(title.text, [invariant.title for invariant in left])
                message = "there is no invariant of these words to alter"
                self.report.error("unknown-invariant", message, title.span, help)
            return False
        if not self.touches.free(key, Touch(pack, None, written, title.span)):
            return False
        invariants[:] = left
        self.composed.removed.add(title.text)
        return True
