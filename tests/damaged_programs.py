"""Programs with something in them changed by chance: `Damage(program, random).one()` knows no part of one by its name.

Anything that stands somewhere can be left out, doubled, exchanged with something of the same form from elsewhere, or
replaced by a number that is a little or much different.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
from attrs import define, evolve, field

from duel_dsl.interpreter.program.model import Program

# What has no meaning for a machine.
SILENT = ("origin", "origins", "title")
# Rows of a fixed length.
PAIRS = ("players",)
NUMBERS = (-2, -1, 0, 1, 2, 3, 7, 63, 64, 2**31, 2**63)

# The way to a part of a program: names of fields, keys of tables and places in rows.
Path = tuple[Any, ...]


@define
class Damage:
    """Knows all parts of a program, so as to put one where another stood."""

    program: Program
    random: Random
    paths: list[Path] = field(factory=list)
    alike: dict[object, list[object]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for path, form, part in parts(self.program):
            self.paths.append(path)
            self.alike.setdefault(form, []).append(part)

    def one(self) -> tuple[Path, Program]:
        """A program in which one part is different, and where."""
        while True:
            path = self.random.choice(self.paths)
            changed: Program = self._changed(self.program, path)
            if changed != self.program:
                return path, changed

    def _changed(self, whole: Any, path: Path, form: object = None) -> Any:
        if not path:
            return self._other(whole, form)
        first, rest = path[0], path[1:]
        inner = self._changed(part_of(whole, first), rest, form_of(whole, first, form))
        if isinstance(whole, dict):
            return {**whole, first: inner}
        if isinstance(whole, tuple):
            return (*whole[:first], inner, *whole[first + 1 :])
        return evolve(whole, **{first: inner})

    def _other(self, part: Any, form: object) -> Any:
        """Something else of the same form."""
        random = self.random
        if isinstance(part, tuple) and random.random() < 0.7:
            return self._row(part)
        if isinstance(part, bool):
            return not part
        if isinstance(part, int) and random.random() < 0.6:
            return random.choice((part + 1, part - 1, -part, part ^ 1 << random.randrange(8), *NUMBERS))
        if isinstance(part, dict):
            return {key: value for key, value in part.items() if random.random() < 0.9}
        return random.choice(self.alike[form])

    def _row(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        """A row with one more, one less, or two exchanged."""
        if not row:
            return row
        one, other = (self.random.randrange(len(row)) for _ in range(2))
        match self.random.randrange(3):
            case 0:
                return row[:one] + row[one + 1 :]
            case 1:
                return (*row[:one], row[other], *row[one:])
        found = list(row)
        found[one], found[other] = found[other], found[one]
        return tuple(found)


def part_of(whole: Any, name: Any) -> Any:
    """A part of something."""
    return getattr(whole, name) if attrs.has(type(whole)) else whole[name]


def form_of(whole: Any, name: Any, form: object) -> object:
    """What kind of part it is: parts of one form can stand for each other."""
    part = part_of(whole, name)
    if attrs.has(type(part)):
        return type(part)
    if attrs.has(type(whole)):
        return (type(whole), name, type(part))
    return (form, type(part))


def parts(whole: Any, path: Path = (), form: object = None) -> Iterator[tuple[Path, object, Any]]:
    """All parts of something, with their ways and forms."""
    if attrs.has(type(whole)):
        names: Any = [a.name for a in attrs.fields(type(whole)) if a.name not in SILENT]
    elif isinstance(whole, dict):
        names = whole
    else:
        names = range(len(whole)) if isinstance(whole, tuple) else ()
    for name in names:
        part, found = part_of(whole, name), form_of(whole, name, form)
        if name not in PAIRS:
            yield (*path, name), found, part
        yield from parts(part, (*path, name), found)
