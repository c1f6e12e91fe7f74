"""Phrases: how a pack says in a sentence what it declares, such as `sold(self, c): "you sell {c}"`.

A part in the brackets is a role (`self`), a member that must be meant, or the name of a hole. In the text `{x}` is
filled with the part, `{of x}` with it as the owner, `{each x}` with every such card, `{x apples}` with so many of them
and `{is|are}` by number. A phrase for a value also has the hole `{value}`, which is what a card makes of it.
"""

from __future__ import annotations

import re

from attrs import evolve

from ...model import PLAYER, Type
from ...reading import ast
from ...reading.labels import HOLE
from ..bodies.mismatches import counted
from ..bodies.names import PLAYER_STEPS
from ..symbols import World

ROLES = ("self", *PLAYER_STEPS)
VALUE = "value"


def check_phrase(world: World, word: ast.Word, parts: tuple[ast.Word, ...], text: ast.Word) -> str:
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
            _check_hole(world, hole, text, holes)
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
    if name in world.seen.formulas:
        found.append([type for _, type in world.params_of(world.seen.formulas[name].params)])
    for callables in (world.seen.signals, world.seen.procedures):
        if name in callables:
            found.append([type for _, type in callables[name]])
    if name in world.seen.player:
        found.append([PLAYER])
    if name in world.seen.table:
        found.append([])
    for info in world.kinds.values():
        if name in info.fields:
            found.append([] if info.fields[name].tag == "flag" else [info.fields[name]])
    return found


def _known(world: World) -> list[str]:
    fields = [name for info in world.kinds.values() for name in info.fields]
    seen = world.seen
    return [*seen.formulas, *seen.signals, *seen.procedures, *seen.player, *seen.table, *fields]


def _holes(world: World, parts: tuple[ast.Word, ...], types: list[Type]) -> dict[str, Type]:
    """The parts that are holes, with their types."""
    holes: dict[str, Type] = {}
    for part, type in zip(parts, types, strict=True):
        name = part.text
        if type.tag == "player" and name in ROLES:
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


def _check_hole(world: World, hole: re.Match[str], text: ast.Word, holes: dict[str, Type]) -> None:
    """A hole must name a part, and what stands beside the name must fit it."""
    written = hole[1]
    if "|" in written:
        return
    column = text.span.column + 1 + hole.start(1)
    span = evolve(text.span, column=column, end_column=column + max(1, len(written)))
    first, _, second = written.partition(" ")
    if first in ("of", "each") and second:
        wanted = "player" if first == "of" else "card"
        if second in holes and holes[second].tag != wanted:
            world.report.error("wrong-type", f"`{second}` is no {wanted}", span)
        first, second = second, ""
    if first not in holes:
        world.report.unknown("hole", first, span, holes)
    elif second and second not in {*world.player, *world.table, *world.enums, *world.kinds, *_fields(world)}:
        world.report.unknown("name", second, span, [*world.player, *world.enums, *world.kinds, *_fields(world)])
    elif second and holes[first].tag != "number":
        world.report.error("wrong-type", f"`{first}` is no number", span)


def _fields(world: World) -> list[str]:
    return [name for info in world.kinds.values() for name in info.fields]
