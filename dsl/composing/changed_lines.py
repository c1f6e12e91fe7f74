"""Lines of a change: what they are about, what they make of a line below them, and whether that is as expected."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ..reading import ast, declared

# What a line is about: lines about the same cannot both hold.
About = tuple[object, ...]
Line = declared.Ability | declared.SlotChange | declared.Back
NOT = "not"


def about(ability: declared.Ability) -> About:
    """What a line of a card, a market or the payment is about: a field, an event, or what it answers or hears."""
    if isinstance(ability, declared.Setting):
        return ("field", ability.key.text)
    if isinstance(ability, declared.Handler):
        return ("field", ability.event.text)
    if isinstance(ability, declared.Answer):
        return ("answer", ability.form, ability.value.text, ability.arguments)
    if isinstance(ability, declared.FieldWhen):
        return ("when", ability.signal.text, ability.change, ability.arguments, ability.by)
    return ("when", ability.signal.text, ability.arguments)


def parts_of(line: declared.SlotChange | declared.Back) -> dict[About, ast.Node]:
    """The parts of a changed field, each by what it is about: packs may change different parts of one field."""
    if isinstance(line, declared.Back):
        return {("back",): line}
    found: dict[About, ast.Node] = {(line.name.text, _of_modifier(m)): m for m in line.modifiers}
    if line.type is not None:
        found[line.name.text, "type"] = line.type
    if line.default is not None:
        found[line.name.text, "start"] = line.default
    return found


def _of_modifier(modifier: declared.Modifier) -> str:
    if modifier.word == NOT and modifier.of is not None:
        return modifier.of.text
    return "visibility" if modifier.word in declared.VISIBILITIES else modifier.word


def over(below: Sequence[declared.Ability], lines: Sequence[declared.Ability]) -> tuple[declared.Ability, ...]:
    """The lines below with others in the place of those about the same; those about something else follow."""
    new = {about(line): line for line in lines}
    kept = tuple(new.pop(about(line), line) for line in below)
    return kept + tuple(new.values())


def changed(slot: declared.Slot, line: declared.SlotChange) -> declared.Slot:
    """A field of which only what the line names is another."""
    replaced = {_of_modifier(modifier) for modifier in line.modifiers}
    if line.type is not None and line.type.form == "range":
        # A range says where the number stops, at both ends.
        replaced.add("stops")
    modifiers = [m for m in slot.modifiers if _of_modifier(m) not in replaced]
    modifiers += [m for m in line.modifiers if m.word != NOT]
    return evolve(slot, type=line.type or slot.type, modifiers=tuple(modifiers), default=line.default or slot.default)


def same_sort(one: declared.Type, other: declared.Type) -> bool:
    """Whether a field of one type can become one of another: a number stays a number, a set may become a pile, and what
    held one member of an enum may hold several."""
    if is_number(one) and is_number(other):
        return True
    wider = (one.form, other.form) in (("set", "pile"), ("name", "set")) and one.name == other.name
    return wider or one == other


def is_number(type: declared.Type) -> bool:
    """Whether a written type is a number, with or without a range."""
    return type.form == "range" or (type.form, type.name) == ("name", "number")


def is_expected(slot: declared.Slot, line: declared.SlotChange) -> bool:
    """Whether a field is what a line expects of it."""
    found = {_of_modifier(m): m for m in slot.modifiers}
    found.setdefault("visibility", declared.Modifier("public"))
    for modifier in line.modifiers:
        expected = None if modifier.word == NOT else modifier
        if found.get(_of_modifier(modifier)) != expected:
            return False
    return line.type in (None, slot.type) and line.default in (None, slot.default)


def word_of(line: Line) -> str:
    """What a line is called in a message."""
    match line:
        case declared.Setting(key=word) | declared.Answer(value=word) | declared.When(signal=word):
            return word.text
        case declared.Handler(event=word) | declared.SlotChange(name=word):
            return word.text
    return "back"
