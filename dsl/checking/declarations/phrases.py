"""Phrases: how a pack says in a sentence what it declares, such as `sold(self, c): "you sell {c}"`.

A part in the brackets is a role (`self`), a member that must be meant, or the name of a hole. In the text `{x}` is
filled with the part, `{of x}` with it as the owner, `{each x}` with every such card, `{x apples}` with so many of them
and `{is|are}` by number. Some languages have words for cases, as in `{dem x}`. A phrase for a value also has the hole
`{value}`, which is what a card makes of it.
"""

from __future__ import annotations

import re
from collections.abc import Container

from attrs import evolve

from ...languages import ANY, CASES, GROUPS, ROLES
from ...model import NUMBER, PLAYER, Type
from ...reading import ast
from ...reading.labels import HOLE
from ..bodies.mismatches import counted
from ..symbols import World

VALUE = "value"


def check_phrase(world: World, language: str, word: ast.Word, parts: tuple[ast.Word, ...], text: ast.Word) -> str:
    """Checks a phrase and returns the key it is kept under."""
    world.viewer.moved(word.span)
    key = f"{_id(world, word.text)}({', '.join(part.text for part in parts)})"
    possible = _params(world, word.text)
    types = next((types for types in possible if len(types) == len(parts)), None)
    if not possible:
        world.report.unknown("name", word.text, word.span, _known(world))
    elif types is None:
        message = f"`{word}` has {counted(len(possible[0]), 'part')}, found {len(parts) or 'none'}"
        world.report.error("wrong-arguments", message, word.span)
    else:
        holes = _holes(world, parts, types)
        formula = world.seen.formulas.get(word.text)
        if formula is not None and formula.form == "value":
            holes[VALUE] = Type("number")
        for hole in HOLE.finditer(text.text):
            _check_hole(world, hole, text, holes, CASES.get(language, {}))
    return key


def _id(world: World, word: str) -> str:
    """The id of what a phrase is for."""
    for things in (world.seen.formulas, world.seen.signals, world.seen.procedures):
        if word in things:
            return things.id(word)
    return word


def _params(world: World, name: str) -> list[list[Type]]:
    """The types of the parts that something of that name can have."""
    found: list[list[Type]] = []
    kind, _, field = name.partition(".")
    if field:
        type = world.kinds[kind].fields.get(field) if kind in world.kinds else None
        return [] if type is None else [[] if type.tag == "flag" else [type]]
    if name in world.seen.formulas:
        found.append([type for _, type in world.params_of(world.seen.formulas[name].params)])
    for callables in (world.seen.signals, world.seen.procedures):
        if name in callables:
            found.append([type for _, type in callables[name]])
    if name in world.seen.player:
        found.append([PLAYER])
        if world.seen.player[name].type.tag == "number":
            found.append([PLAYER, NUMBER])
    if name in world.seen.table:
        found.append([])
    for info in world.kinds.values():
        if name in info.fields:
            found.append([] if info.fields[name].tag == "flag" else [info.fields[name]])
    return found


def _known(world: World) -> list[str]:
    fields = [name for info in world.kinds.values() for name in info.fields]
    dotted = [f"{kind}.{name}" for kind, info in world.kinds.items() for name in info.fields]
    seen = world.seen
    return [*seen.formulas, *seen.signals, *seen.procedures, *seen.player, *seen.table, *fields, *dotted]


def _holes(world: World, parts: tuple[ast.Word, ...], types: list[Type]) -> dict[str, Type]:
    """The parts that are holes, with their types."""
    holes: dict[str, Type] = {}
    for part, type in zip(parts, types, strict=True):
        name = part.text
        if type.tag == "player" and name in (*ROLES, *GROUPS):
            continue
        if type.tag in ("number", "enum") and name == ANY:
            continue
        if type.tag == "enum" and world.is_member(type.of, name):
            continue
        known = (enum for enum in world.declared_enums if world.viewer.sees("enum", enum))
        members = [enum for enum in known if world.is_member(enum, name)]
        if name in ROLES or members:
            world.report.error("wrong-type", f"`{name}` is no {type}", part.span)
        elif name in holes:
            world.report.error("duplicate", f"there are two parts `{name}`", part.span)
        holes[name] = type
    return holes


def _check_hole(
    world: World, hole: re.Match[str], text: ast.Word, holes: dict[str, Type], cases: Container[str]
) -> None:
    """A hole must name a part, and what stands beside the name must fit it."""
    written = hole[1]
    if "|" in written and not (written.partition(" ")[0] in holes and " " in written):
        return
    column = text.span.column + 1 + hole.start(1)
    span = evolve(text.span, column=column, end_column=column + max(1, len(written)))
    first, _, second = written.partition(" ")
    if first in ("of", "each") and second:
        wanted = "player" if first == "of" else "card"
        if second in holes and holes[second].tag != wanted:
            world.report.error("wrong-type", f"`{second}` is no {wanted}", span)
        first, second = second, ""
    elif first in cases and second:
        first, second = second, ""
    if first not in holes:
        world.report.unknown("hole", first, span, holes)
    elif second and "|" not in second and second not in (nouns := _nouns(world)):
        world.report.unknown("name", second, span, nouns)
    elif second and holes[first].tag != "number":
        world.report.error("wrong-type", f"`{first}` is no number", span)


def _nouns(world: World) -> list[str]:
    """What can be counted in a hole."""
    fields = [name for info in world.kinds.values() for name in info.fields]
    return [*world.player, *world.table, *world.enums, *world.kinds, *fields]
