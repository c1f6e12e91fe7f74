"""Words for people: display names per language, and how things look."""

from __future__ import annotations

from . import ast, declared
from .world import SEATS, World

LOOKS_OF_FIELDS = ("order", "hide", "track")
OTHER_LOOKS = ("tint",)


def check_names(world: World) -> dict[str, dict[str, str]]:
    """Display names per language; a line for something that does not exist is a mistake."""
    known = {*world.cards, *world.enums, *world.kinds, *world.player, *world.table, *world.switches}
    known |= {"title", "total", *world.composed.categories, *SEATS}
    known |= {member for members in world.enums.values() for member in members}
    known |= {choice for choices, _ in world.switches.values() for choice in choices}
    known |= {pack.name for pack in world.composed.packs}
    known |= {name for info in world.kinds.values() for name in (*info.fields, *info.states, *info.events)}
    found: dict[str, dict[str, str]] = {}
    for block in world.composed.names:
        lines = found.setdefault(block.language.text, {})
        for line in block.lines:
            word = line.of
            if not line.quoted and word.text not in known:
                world.report.unknown("name", word.text, word.span, known)
            elif word.text in lines:
                message = f"`{word}` has a name in this language already"
                world.report.error("duplicate", message, word.span)
            lines[word.text] = line.text
    return found


def check_look(world: World) -> dict[str, object]:
    """How things are drawn; a line about something that does not exist is a mistake."""
    found: dict[str, object] = {}
    for look in world.composed.looks:
        for line in look.lines:
            _check_look_line(world, line)
            words = tuple(i.id if isinstance(i, ast.Name) else getattr(i, "value", "") for i in line.items)
            found[line.subject.text + (f".{line.member}" if line.member else "")] = words
    return found


def _check_look_line(world: World, line: declared.LookLine) -> None:
    subject = line.subject.text
    known = [*LOOKS_OF_FIELDS, *OTHER_LOOKS, *world.enums]
    if subject not in known:
        world.report.unknown("look", subject, line.subject.span, known)
    elif line.member is not None and subject in world.enums and line.member.text not in world.enums[subject]:
        world.report.unknown(subject, line.member.text, line.member.span, world.enums[subject])
    elif line.member is not None and subject in LOOKS_OF_FIELDS:
        _check_field(world, line.member.text, line.member)
    elif subject in LOOKS_OF_FIELDS:
        for item in line.items:
            if isinstance(item, ast.Name):
                _check_field(world, item.id, item)
            elif subject != "track":
                world.report.error("wrong-type", "expected the name of a field", item.span)


def _check_field(world: World, name: str, at: ast.Word | ast.Name) -> None:
    if name not in world.player and name not in world.table:
        world.report.unknown("field", name, at.span, [*world.player, *world.table])
