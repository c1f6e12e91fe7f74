"""Packs to one set of declarations: `compose(packs, report)` puts together what they add and alter.

The result does not depend on the order of files: everything a pack adds is there before it alters anything.
"""

from __future__ import annotations

from ..diagnostic import Report
from ..reading import declared
from ..reading.packs import Pack
from .alter import ALTERING, Alterations
from .composed import CARD, Composed, Named, key_of, name_span


def compose(packs: list[Pack], report: Report) -> Composed:
    """Puts the packs together; what cannot be put together is reported."""
    composed = Composed(tuple(packs))
    alterations = Alterations(composed, report)
    for pack in packs:
        for declaration in pack.declarations:
            if not isinstance(declaration, ALTERING):
                _add(composed, declaration, report)
        for declaration in pack.declarations:
            if isinstance(declaration, ALTERING):
                alterations.alter(pack, declaration)
    return composed


def _add(composed: Composed, declaration: declared.Declaration, report: Report) -> None:
    match declaration:
        case declared.Fields(of=of, slots=slots):
            (composed.player if of == "player" else composed.table).extend(slots)
        case declared.Payment():
            if composed.payment is not None:
                _second(report, "payment", declaration, composed.payment)
            composed.payment = composed.payment or declaration
        case declared.Rank():
            if composed.rank is not None:
                _second(report, "rank", declaration, composed.rank)
            composed.rank = composed.rank or declaration
        case declared.Sides():
            if composed.sides is not None:
                _second(report, "sides", declaration, composed.sides)
            composed.sides = composed.sides or declaration
        case declared.Score(categories=categories):
            for word, formula in categories:
                if word.text in composed.categories:
                    also = composed.categories[word.text][0].span
                    report.error("duplicate", f"there is a category `{word}` already", word.span, also=also)
                composed.categories.setdefault(word.text, (word, formula))
        case declared.When():
            composed.listeners.append(declaration)
        case declared.Answer():
            composed.answers.append(declaration)
        case declared.Invariant():
            composed.invariants.append(declaration)
        case declared.Scenario():
            composed.scenarios.append(declaration)
        case declared.Names():
            composed.names.append(declaration)
        case declared.Look():
            composed.looks.append(declaration)
        case _ if isinstance(declaration, Named):
            _add_named(composed, declaration, report)


def _second(report: Report, word: str, one: declared.Declaration, other: declared.Declaration) -> None:
    help = f"to put another in its place write `replace` before `{word}`"
    report.error("duplicate", f"there is a `{word}` already", one.span, help, also=other.span)


def _add_named(composed: Composed, declaration: Named, report: Report) -> None:
    form, name = key_of(declaration)
    if form == CARD and not name:
        help = "ids are made of the letters a to z and digits"
        report.error("bad-name", "a name needs letters or digits", name_span(declaration), help)
        return
    other = composed.named.get((form, name))
    if other is None:
        composed.named[form, name] = declaration
        return
    _excuse(declaration, name, report)
    message = f"the {form} `{name}` is there already"
    help = "to alter what another pack declares write `change` or `replace`"
    if form == CARD:
        message = f"a card with the id `{name}` is there already"
        help += "; ids are made from names, without capitals and signs"
    report.error("duplicate", message, name_span(declaration), help, also=name_span(other))


def _excuse(declaration: Named, name: str, report: Report) -> None:
    """What fits only the second of two declarations is no further mistake."""
    report.broken.add(name)
    if isinstance(declaration, declared.Enum):
        report.broken |= {member.text for member in declaration.members}
    if isinstance(declaration, declared.Card):
        report.broken |= declared.printed_names(declaration)
