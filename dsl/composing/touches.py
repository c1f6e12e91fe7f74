"""Who altered what: two packs that do not know each other and alter the same thing differently are in conflict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define, field, fields, frozen

from ..diagnostic import Report, Span
from ..reading import ast, declared
from ..reading.ast import Word
from ..reading.packs import Pack
from .composed import Altered, Composed, Key

APART = "let one build on the other"


@frozen
class Touch:
    """That a pack altered something: which lines of it, by what they are about (all of it where None), and where."""

    pack: Pack
    lines: Mapping[object, ast.Node] | None
    declaration: declared.Declaration
    span: Span


@define
class Touches:
    """Everything that was altered so far."""

    composed: Composed
    report: Report
    touched: dict[Key, list[Touch]] = field(factory=dict)

    def free(self, key: Key, touch: Touch, old: object = ()) -> bool:
        """Whether this can be altered: no other pack beside this one alters it differently. `old` is what it was."""
        for before in self.touched.setdefault(key, []):
            places = _clash(before, touch)
            if places is None:
                continue
            if before.pack is touch.pack:
                message, help = f"this pack alters {thing(key)} twice", "do it in one place"
            elif not self.composed.builds_on(touch.pack, before.pack.name):
                message = f"the packs `{before.pack.name}` and `{touch.pack.name}` both alter {thing(key)}"
                help = APART
            else:
                continue
            self.report.error("conflict", message, places[0], help, also=places[1])
            return False
        self.touched[key].append(touch)
        new = () if isinstance(touch.declaration, declared.Remove) else texts_in(touch.declaration)
        words = frozenset(texts_in(old)).difference(new)
        self.composed.altered.append(Altered(touch.pack.name, touch.span, key[1], words))
        return True

    def is_removed(self, key: Key, name: Word) -> bool:
        """Whether a thing is not there because another pack removes it, which is said then."""
        if key[1] not in self.composed.removed or key not in self.touched:
            return False
        before = self.touched[key][-1]
        message = f"the pack `{before.pack.name}` removes the {key[0]} `{name}`, which this pack alters"
        self.report.error("conflict", message, name.span, APART, also=before.span)
        return True


def _clash(before: Touch, touch: Touch) -> tuple[Span, Span] | None:
    """Where two packs alter the same differently: the later place and the earlier one."""
    if before.lines is None or touch.lines is None:
        return None if before.declaration == touch.declaration else (touch.span, before.span)
    for part, line in touch.lines.items():
        if part in before.lines and before.lines[part] != line:
            return line.span, before.lines[part].span
    return None


def texts_in(node: object) -> Iterator[str]:
    """All texts in a part of the syntax tree."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, tuple):
        for part in node:
            yield from texts_in(part)
    elif isinstance(node, ast.Node | Word):
        for field in fields(type(node)):
            yield from texts_in(getattr(node, field.name))


def thing(key: Key) -> str:
    """What a key stands for, as it stands in a sentence."""
    return f"the {key[0]}" if key[0] == key[1] else f"the {key[0]} `{key[1]}`"
