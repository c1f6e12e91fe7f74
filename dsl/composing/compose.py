"""Packs to one set of declarations: `compose(packs, report)` puts together what they add and alter.

The result does not depend on the order of files: everything a pack adds is there before it alters anything.
"""

from __future__ import annotations

from itertools import combinations

from attrs import define

from ..diagnostic import Report
from ..reading import ast, declared, examples
from ..reading.packs import Pack
from .alter import ALTERING, Alterations
from .composed import CARD, Composed, Named, forms_of, is_helper, key_of, name_span, space_of
from .strangers import Strangers, strange


def compose(packs: list[Pack], report: Report) -> Composed:
    """Puts the packs together; what cannot be put together is reported."""
    composed = Composed(tuple(packs))
    report.pack_of = composed.pack_of
    strangers = Strangers(composed, report)
    alterations = Alterations(composed, report, strangers)
    additions = _Additions(composed, report, strangers, _shared_words(composed))
    for pack in packs:
        for declaration in pack.declarations:
            if not isinstance(declaration, ALTERING):
                additions.add(pack, declaration)
        for declaration in pack.declarations:
            if isinstance(declaration, ALTERING):
                alterations.alter(pack, declaration)
    return composed


def _shared_words(composed: Composed) -> set[tuple[str, str]]:
    """The words, by space, that packs which do not know each other have for helpers of their own."""
    users: dict[tuple[str, str], list[Pack]] = {}
    for pack in composed.packs:
        for declaration in pack.declarations:
            if isinstance(declaration, Named):
                form, word = key_of(declaration)
                if is_helper(space_of(form), word):
                    users.setdefault((space_of(form), word), []).append(pack)
    return {key for key, packs in users.items() if any(strange(composed, *two) for two in combinations(packs, 2))}


@define
class _Additions:
    """Adds what packs declare to what is there."""

    composed: Composed
    report: Report
    strangers: Strangers
    shared: set[tuple[str, str]]

    def add(self, pack: Pack, declaration: declared.Declaration) -> None:
        """Adds one declaration of a pack."""
        composed = self.composed
        match declaration:
            case declared.Fields(of=of, slots=slots):
                composed.fields(of).extend(slot for slot in slots if self._field(pack, of, slot.name))
            case declared.Payment() | declared.Rank() | declared.Sides():
                form = ast.form_of(declaration)
                before = getattr(composed, form)
                self._only(pack, form, declaration, before)
                setattr(composed, form, before or declaration)
            case declared.Score(categories=categories):
                for word, formula in categories:
                    self._category(pack, word, formula)
            case declared.When():
                composed.listeners.append(declaration)
            case declared.Answer():
                composed.answers.append(declaration)
            case declared.Invariant():
                composed.invariants.append(declaration)
            case examples.Scenario():
                composed.scenarios.append(declaration)
            case declared.Names():
                composed.names.append(declaration)
            case declared.Look():
                composed.looks.append(declaration)
            case _ if isinstance(declaration, Named):
                self._named(pack, declaration)

    def _only(self, pack: Pack, word: str, one: declared.Declaration, other: declared.Declaration | None) -> None:
        """There is one of its kind at most."""
        if other is not None and not self.strangers.met(pack, word, word, word, one.span, other.span):
            help = f"to put another in its place write `replace` before `{word}`"
            self.report.error("duplicate", f"there is a `{word}` already", one.span, help, also=other.span)
        self.composed.declare(word, word, pack)

    def _category(self, pack: Pack, word: ast.Word, formula: ast.Expr) -> None:
        composed = self.composed
        if word.text not in composed.categories:
            composed.categories[word.text] = (word, formula)
        else:
            also = composed.categories[word.text][0].span
            if not self.strangers.met(pack, "score", word.text, f"category `{word}`", word.span, also):
                self.report.error("duplicate", f"there is a category `{word}` already", word.span, also=also)
        composed.declare("score", word.text, pack)

    def _field(self, pack: Pack, of: str, word: ast.Word) -> bool:
        """Whether a field of players or of the table can be there beside those of other packs."""
        fine = True
        for owner in ("player", "table"):
            also = next((slot.name.span for slot in self.composed.fields(owner) if slot.name == word), None)
            if also is not None:
                fine = fine and not self.strangers.met(pack, owner, word.text, f"field `{word}`", word.span, also)
        self.composed.declare(of, word.text, pack)
        return fine

    def _named(self, pack: Pack, declaration: Named) -> None:
        composed, (form, name) = self.composed, key_of(declaration)
        if form == CARD and not name:
            help = "ids are made of the letters a to z and digits"
            self.report.error("bad-name", "a name needs letters or digits", name_span(declaration), help)
            return
        space = space_of(form)
        other = self._before(pack, space, name)
        if other is None:
            id = name
            if (space, name) in self.shared:
                # A pack on top of both can use the ids.
                id = self._new_id(pack, space, name)
                composed.declare(space, id, pack)
            composed.named[form, id] = declaration
            composed.declare_parts(declaration, composed.declare(space, name, pack, id), pack)
            return
        _excuse(declaration, name, self.report)
        if self.strangers.met(pack, space, name, f"{form} `{name}`", name_span(declaration), name_span(other)):
            return
        message = f"the {form} `{name}` is there already"
        help = "to alter what another pack declares write `change` or `replace`"
        if form == CARD:
            message = f"a card with the id `{name}` is there already"
            help += "; ids are made from names, without capitals and signs"
        elif key_of(other)[0] != form:
            message = f"there is a {key_of(other)[0]} `{name}` already"
        self.report.error("duplicate", message, name_span(declaration), help, also=name_span(other))

    def _before(self, pack: Pack, space: str, name: str) -> Named | None:
        """What stands in the way of something new: of helpers what the pack sees, of all else whatever there is."""
        ids = self.composed.ids.get(space, {}).get(name, [])
        if is_helper(space, name):
            ids = self.composed.meant(pack.name, space, name)
        found = (self.composed.named.get((form, id)) for id in ids for form in forms_of(space))
        return next((declaration for declaration in found if declaration is not None), None)

    def _new_id(self, pack: Pack, space: str, word: str) -> str:
        id = f"{word}_of_{pack.name}"
        while (space, id) in self.shared or id in self.composed.ids.get(space, {}):
            id += "_"
        return id


def _excuse(declaration: Named, name: str, report: Report) -> None:
    """What fits only the second of two declarations is no further mistake."""
    report.broken.add(name)
    if isinstance(declaration, declared.Enum):
        report.broken |= {member.text for member in declaration.members}
    if isinstance(declaration, declared.Card):
        report.broken |= declared.printed_names(declaration)
