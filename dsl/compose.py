"""Packs to one set of declarations: `compose(packs, report)` applies what packs add, change, replace and
remove.

The result does not depend on the order of files. Where two packs touch the same thing and neither builds on
the other, both places are reported.
"""

from __future__ import annotations

from attrs import define, evolve, field

from . import ast, declared
from .diagnostic import Report, Span, did_you_mean
from .packs import Pack

Key = tuple[str, str]

# The word a declaration is known by in `change`, `replace` and `remove`.
FORMS: dict[type, str] = {
    declared.Switch: "switch",
    declared.Enum: "enum",
    declared.Kind: "kind",
    declared.Layout: "layout",
    declared.Signal: "signal",
    declared.Procedure: "procedure",
    declared.Choice: "choice",
    declared.Market: "market",
}


@define
class Composed:
    """All declarations of the composed packs, found by form and name, in a fixed order."""

    packs: tuple[Pack, ...]
    named: dict[Key, declared.Declaration] = field(factory=dict)
    player: list[declared.Slot] = field(factory=list)
    table: list[declared.Slot] = field(factory=list)
    payment: declared.Payment | None = None
    categories: dict[str, tuple[ast.Word, ast.Expr]] = field(factory=dict)
    rank: declared.Rank | None = None
    listeners: list[declared.When] = field(factory=list)
    invariants: list[declared.Invariant] = field(factory=list)
    scenarios: list[declared.Scenario] = field(factory=list)
    names: list[declared.Names] = field(factory=list)
    looks: list[declared.Look] = field(factory=list)
    touched: dict[Key, tuple[str, Span]] = field(factory=dict)


def key_of(declaration: declared.Declaration) -> tuple[Key, Span] | None:
    """How a named declaration is found, and where its name stands."""
    if isinstance(declaration, declared.Card):
        return ("card", declaration.id), declaration.title_span
    if isinstance(declaration, declared.Formula):
        return (declaration.form, declaration.name.text), declaration.name.span
    form = FORMS.get(type(declaration))
    if form is None:
        return None
    name: ast.Word = declaration.name  # type: ignore[attr-defined]
    return (form, name.text), name.span


def compose(packs: list[Pack], report: Report) -> Composed:
    """Puts the packs together; what cannot be put together is reported."""
    composed = Composed(tuple(packs))
    for pack in packs:
        later = []
        for declaration in pack.declarations:
            if isinstance(
                declaration,
                declared.Change
                | declared.Replace
                | declared.Remove
                | declared.AddOptions
                | declared.AddMembers
                | declared.AddFields,
            ):
                later.append(declaration)
            else:
                _add(composed, declaration, report)
        for declaration in later:
            _alter(composed, pack, declaration, report)
    return composed


def _add(composed: Composed, declaration: declared.Declaration, report: Report) -> None:
    if isinstance(declaration, declared.Fields):
        (composed.player if declaration.of == "player" else composed.table).extend(declaration.slots)
    elif isinstance(declaration, declared.Payment):
        if composed.payment is not None:
            report.error("duplicate", "there is a `payment` already", declaration.span, also=composed.payment.span)
        composed.payment = declaration
    elif isinstance(declaration, declared.Score):
        for word, formula in declaration.categories:
            if word.text in composed.categories:
                also = composed.categories[word.text][0].span
                report.error("duplicate", f"there is a category `{word}` already", word.span, also=also)
            composed.categories[word.text] = (word, formula)
    elif isinstance(declaration, declared.Rank):
        if composed.rank is not None:
            report.error("duplicate", "there is a `rank` already", declaration.span, also=composed.rank.span)
        composed.rank = declaration
    elif isinstance(declaration, declared.When):
        composed.listeners.append(declaration)
    elif isinstance(declaration, declared.Invariant):
        composed.invariants.append(declaration)
    elif isinstance(declaration, declared.Scenario):
        composed.scenarios.append(declaration)
    elif isinstance(declaration, declared.Names):
        composed.names.append(declaration)
    elif isinstance(declaration, declared.Look):
        composed.looks.append(declaration)
    elif not isinstance(declaration, declared.Pack):
        _add_named(composed, declaration, report)


def _add_named(composed: Composed, declaration: declared.Declaration, report: Report) -> None:
    found = key_of(declaration)
    assert found is not None, declaration
    key, span = found
    if key in composed.named:
        other = key_of(composed.named[key])
        help = f"to alter it write `change`, or `replace` before it; ids come from names: `{key[1]}`"
        message = f"there is a {key[0]} `{key[1]}` already"
        report.error("duplicate", message, span, help, also=other[1] if other else None)
        return
    composed.named[key] = declaration


def _alter(composed: Composed, pack: Pack, declaration: declared.Declaration, report: Report) -> None:
    if isinstance(declaration, declared.Replace):
        found = key_of(declaration.declaration)
        if found is None:
            report.error("cannot-replace", "only a declaration with a name can be replaced", declaration.span)
            return
        key, span = found
    elif isinstance(declaration, declared.Change | declared.Remove):
        key, span = _form(composed, declaration.form), declaration.name.span
        key = (key[0], declaration.name.text)
    elif isinstance(declaration, declared.AddOptions):
        key, span = ("choice", declaration.choice.text), declaration.choice.span
    elif isinstance(declaration, declared.AddMembers):
        key, span = ("enum", declaration.enum.text), declaration.enum.span
    else:
        assert isinstance(declaration, declared.AddFields)
        key, span = ("kind", declaration.kind.text), declaration.kind.span
    target = composed.named.get(key)
    if target is None:
        names = [name for form, name in composed.named if form == key[0]]
        report.error("unknown-name", f"there is no {key[0]} `{key[1]}` to alter", span, did_you_mean(key[1], names))
        return
    if isinstance(declaration, declared.Change | declared.Replace | declared.Remove) and not _free_to_touch(
        composed, pack, key, span, report
    ):
        return
    if isinstance(declaration, declared.Replace):
        composed.named[key] = declaration.declaration
    elif isinstance(declaration, declared.Remove):
        del composed.named[key]
    elif isinstance(declaration, declared.Change):
        _change(composed, key, target, declaration, report)
    elif isinstance(declaration, declared.AddOptions):
        assert isinstance(target, declared.Choice)
        composed.named[key] = evolve(target, options=target.options + declaration.options)
    elif isinstance(declaration, declared.AddMembers):
        assert isinstance(target, declared.Enum)
        composed.named[key] = evolve(target, members=target.members + declaration.members)
    else:
        assert isinstance(target, declared.Kind)
        composed.named[key] = evolve(
            target, slots=target.slots + declaration.slots, events=target.events + declaration.events
        )


def _form(composed: Composed, form: ast.Word) -> Key:
    """Cards are altered under the name of their kind: `change building arena`."""
    return ("card" if ("kind", form.text) in composed.named else form.text, "")


def _free_to_touch(composed: Composed, pack: Pack, key: Key, span: Span, report: Report) -> bool:
    before = composed.touched.get(key)
    composed.touched[key] = (pack.name, span)
    if before is None or before[0] == pack.name or before[0] in _below(composed, pack):
        return True
    message = f"the packs `{before[0]}` and `{pack.name}` both alter the {key[0]} `{key[1]}`"
    report.error("conflict", message, span, "let one of them build on the other", also=before[1])
    return False


def _below(composed: Composed, pack: Pack) -> set[str]:
    by_name = {p.name: p for p in composed.packs}
    below: set[str] = set()
    waiting = list(pack.extends)
    while waiting:
        name = waiting.pop()
        if name not in below:
            below.add(name)
            waiting.extend(by_name[name].extends if name in by_name else ())
    return below


def _ability_key(ability: declared.Ability) -> tuple[object, ...]:
    if isinstance(ability, declared.Setting):
        return ("field", ability.key.text)
    if isinstance(ability, declared.Handler):
        return ("field", ability.event.text)
    if isinstance(ability, declared.Answer):
        return ("answer", ability.form, ability.value.text, ability.arguments)
    return ("when", ability.signal.text, ability.arguments)


def _change(
    composed: Composed, key: Key, target: declared.Declaration, change: declared.Change, report: Report
) -> None:
    if not isinstance(target, declared.Card):
        report.error("cannot-change", f"a {key[0]} is altered with `replace`, not `change`", change.form.span)
        return
    written = {a.key.text: a.items for a in target.abilities if isinstance(a, declared.Setting)}
    for expected in change.expects:
        if written.get(expected.key.text) != expected.items:
            message = f"`{target.id}` has another `{expected.key}` than this change expects"
            report.error(
                "expectation",
                message,
                expected.key.span,
                "the pack below has moved on",
                also=target.title_span,
            )
    new = {_ability_key(a): a for a in change.abilities}
    kept = tuple(new.pop(_ability_key(a), a) for a in target.abilities)
    composed.named[key] = evolve(target, abilities=kept + tuple(new.values()))
