"""Parse tree to syntax tree: `Builder.build(tree)` makes nodes from what was read of one piece of a file.

Most rules are the nodes that `shapes.py` says; the others have a method of their name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from attrs import evolve, frozen
from lark import Token, Tree
from lark.tree import Meta

from ..diagnostic import Report, Span
from . import ast, declared, examples
from .labels import holes_of
from .lines import without_comment
from .shapes import LISTS, SHAPES, Shape

Parts = list[Any]
LARGEST = 1_000_000_000


@frozen
class Builder:
    """Builds nodes from the tree of a piece that begins at a place; all places count from the start of the file. What
    stands between the braces of a text is read by `expression`."""

    lines: list[str]
    start: Span
    report: Report
    expression: Callable[[str, Span, Report], ast.Expr | None]

    def build(self, tree: Tree[Token]) -> Any:
        """The node of a tree, or what it adds to the node above it."""
        parts = [self.build(child) if isinstance(child, Tree) else child for child in tree.children]
        shape = SHAPES.get(tree.data)
        if shape is not None:
            return self._shaped(shape, parts, tree.meta)
        if tree.data in LISTS:
            return self._listed(parts)
        return getattr(self, "_" + tree.data)(parts, tree.meta)

    def _shaped(self, shape: Shape, parts: Parts, meta: Meta) -> ast.Node:
        values = dict(shape.said)
        for (name, type), part in zip(shape.parts, parts, strict=False):
            values[name] = self._value(type, part)
        if shape.rest:
            values[shape.rest] = self._listed(parts[len(shape.parts) :])
        return shape.make(**values, span=self._span(meta))

    def _value(self, type: str, part: Any) -> Any:
        if type == "bool":
            return part is not None
        if isinstance(part, Token):
            return self._string(part) if type == "str" else self._number(part) if type == "int" else self._word(part)
        return () if part is None and type.startswith("tuple") else part

    def _listed(self, parts: Parts) -> tuple[Any, ...]:
        found: list[Any] = []
        for part in parts:
            if isinstance(part, tuple):
                found.extend(part)
            elif part is not None:
                found.append(self._word(part) if isinstance(part, Token) else part)
        return tuple(found)

    # -------------------------------------------------------------- places
    def _span(self, meta: Meta) -> Span:
        if meta.empty:
            return self.start
        # What goes on over several lines is shown by its first one.
        end = meta.end_column if meta.end_line == meta.line else self._line_end(meta.line)
        return self._place(meta.line, meta.column, end)

    def _line_end(self, line: int) -> int:
        return len(without_comment(self.lines[line - 1])) + 1 if line <= len(self.lines) else 1

    def _place(self, line: int, column: int, end: int) -> Span:
        shift = self.start.column - 1 if line == 1 else 0
        end = max(end, column + 1)
        return Span(self.start.file, self.start.line + line - 1, column + shift, end + shift)

    # -------------------------------------------------------------- words
    def _word(self, token: Token) -> ast.Word:
        line, column = token.line or 1, token.column or 1
        return ast.Word(self._string(token), self._place(line, column, column + len(token)))

    def _string(self, token: Token) -> str:
        return str(token)[1:-1] if token.type == "STRING" else str(token)

    def _number(self, token: Token) -> int:
        digits = str(token).lstrip("0")
        if len(digits) <= len(str(LARGEST)) and int(digits or 0) <= LARGEST:
            return int(digits or 0)
        self.report.error("out-of-range", f"a number may be {LARGEST:,} at most", self._word(token).span)
        return 1  # which is in range nearly everywhere: one message is enough

    # -------------------------------------------------------------- declarations
    def _declaration(self, parts: Parts, meta: Meta) -> Any:
        return parts[0]

    def _switch(self, parts: Parts, meta: Meta) -> declared.Switch:
        name, *choices, default = self._listed(parts)
        return declared.Switch(name, tuple(choices), default, span=self._span(meta))

    def _kind(self, parts: Parts, meta: Meta) -> declared.Kind:
        name, base, *inner = parts
        slots, events, back = self._kind_parts(inner)
        base = self._word(base) if base is not None else None
        return declared.Kind(self._word(name), base, slots, events, back, span=self._span(meta))

    def _kind_parts(self, parts: Parts) -> tuple[Any, Any, Any]:
        slots = tuple(p for p in parts if isinstance(p, declared.Slot))
        events = tuple(p[1] for p in parts if isinstance(p, tuple) and p[0] == "event")
        back = tuple(word for p in parts if isinstance(p, tuple) and p[0] == "back" for word in p[1])
        return slots, events, back

    def _remove_invariant(self, parts: Parts, meta: Meta) -> declared.Remove:
        title = self._word(parts[0])
        return declared.Remove(ast.Word("invariant", title.span), title, span=self._span(meta))

    def _event(self, parts: Parts, meta: Meta) -> Any:
        return ("event", self._word(parts[0]))

    def _back(self, parts: Parts, meta: Meta) -> Any:
        return ("back", self._listed(parts))

    def _state(self, parts: Parts, meta: Meta) -> declared.Slot:
        slot: declared.Slot = parts[0]
        return evolve(slot, state=True)

    def _slot(self, parts: Parts, meta: Meta) -> declared.Slot:
        name, type, *more = parts
        modifiers = tuple(p for p in more if isinstance(p, declared.Modifier))
        default = next((p for p in more if isinstance(p, ast.Expr)), None)
        return declared.Slot(self._word(name), type, modifiers, default, span=self._span(meta))

    def _layout(self, parts: Parts, meta: Meta) -> declared.Layout:
        rows = []
        for line in str(parts[1]).split("\n"):
            drawn = line.split("#")[0].expandtabs(4)
            if drawn.strip():
                rows.append(tuple((m.start(), m.group()) for m in re.finditer("[A-Z]", drawn)))
        return declared.Layout(self._word(parts[0]), tuple(rows), span=self._span(meta))

    def _score(self, parts: Parts, meta: Meta) -> declared.Score:
        return declared.Score(tuple(parts), span=self._span(meta))

    def _category(self, parts: Parts, meta: Meta) -> Any:
        return (self._word(parts[0]), parts[1])

    def _rank(self, parts: Parts, meta: Meta) -> declared.Rank:
        pairs = zip(parts[::2], parts[1::2], strict=True)
        return declared.Rank(tuple((self._word(n), self._string(way)) for n, way in pairs), span=self._span(meta))

    def _name_line(self, parts: Parts, meta: Meta) -> declared.NameLine:
        of, *named, text = parts
        if of.type == "STRING":
            return declared.NameLine(self._word(of), True, None, self._word(text), span=self._span(meta))
        inner, named_parts = named
        word = self._word(of)
        if inner is not None:
            end = self._word(inner)
            word = ast.Word(f"{word}.{end}", evolve(word.span, end_column=end.span.end_column))
        return declared.NameLine(word, False, named_parts, self._word(text), span=self._span(meta))

    def _card(self, parts: Parts, meta: Meta) -> declared.Card:
        kind, name, id, *abilities = parts
        title = self._word(name)
        named = str(id) if id is not None else ""
        return declared.Card(
            self._word(kind), title.text, title.span, self._listed(abilities), named, span=self._span(meta)
        )

    # -------------------------------------------------------------- what alters other packs
    def _change(self, parts: Parts, meta: Meta) -> declared.Change:
        form, name, *lines = parts
        return declared.Change(self._word(form), self._word(name), *_split(lines), span=self._span(meta))

    def _change_payment(self, parts: Parts, meta: Meta) -> declared.Change:
        return self._change([parts[0], *parts], meta)

    def _change_fields(self, parts: Parts, meta: Meta, form: str = "") -> declared.ChangeFields:
        name, *lines = parts
        changed, expected = _split(lines)
        return declared.ChangeFields(form or str(name), self._word(name), changed, expected, span=self._span(meta))

    def _change_kind(self, parts: Parts, meta: Meta) -> declared.ChangeFields:
        return self._change_fields(parts, meta, "kind")

    def _slot_change(self, parts: Parts, meta: Meta) -> declared.SlotChange:
        name, *more = parts
        modifiers = [p for p in more if isinstance(p, declared.Modifier)]
        types = []
        for part in more:
            # Words that say who sees a zone look like the names of types.
            if isinstance(part, declared.Type) and part.form == "name" and part.name in declared.ZONE_WORDS:
                modifiers.append(declared.Modifier(part.name, span=part.span))
            elif isinstance(part, declared.Type):
                types.append(part)
        default = next((p for p in more if isinstance(p, ast.Expr)), None)
        if len(types) > 1:
            self.report.error("duplicate", "a field has one type", types[1].span, also=types[0].span)
        type = types[0] if types else None
        return declared.SlotChange(self._word(name), type, tuple(modifiers), default, span=self._span(meta))

    def _expect(self, parts: Parts, meta: Meta) -> Any:
        found = parts[0] if isinstance(parts[0], ast.Node) else _back(parts[0])
        return ("expect", evolve(found, span=self._span(meta)))

    _expect_slot = _expect_back = _expect

    def _add_fields(self, parts: Parts, meta: Meta) -> declared.AddFields:
        slots, events, _ = self._kind_parts(parts[1:])
        return declared.AddFields(self._word(parts[0]), slots, events, span=self._span(meta))

    # -------------------------------------------------------------- types
    def _param(self, parts: Parts, meta: Meta) -> declared.Param:
        type = parts[1] or declared.Type("name", "player", span=self._span(meta))
        return declared.Param(self._word(parts[0]), type, span=self._span(meta))

    def _type(self, parts: Parts, meta: Meta) -> declared.Type:
        inner: declared.Type = parts[0]
        # In `set of KIND` it is the kind that can be wrong.
        span = inner.span if inner.form in ("set", "refs", "layout") else self._span(meta)
        return evolve(inner, optional=parts[1] is not None, span=span)

    def _range_type(self, parts: Parts, meta: Meta) -> declared.Type:
        low, high = parts
        return declared.Type("range", "", low, low if high is None else high, span=self._span(meta))

    def _set_type(self, parts: Parts, meta: Meta) -> declared.Type:
        return self._type_of_cards("set", parts[0], meta)

    def _refs_type(self, parts: Parts, meta: Meta) -> declared.Type:
        return self._type_of_cards("refs", parts[0], meta)

    def _layout_type(self, parts: Parts, meta: Meta) -> declared.Type:
        return self._type_of_cards("layout", parts[0], meta)

    def _type_of_cards(self, form: str, kind: Token | None, meta: Meta) -> declared.Type:
        name = self._word(kind) if kind is not None else ast.Word("card", self._span(meta))
        return declared.Type(form, name.text, span=name.span)

    def _signed(self, parts: Parts, meta: Meta) -> int:
        number = self._number(parts[1])
        return -number if parts[0] == "-" else number

    # -------------------------------------------------------------- what a card does
    def _adjust_answer(self, parts: Parts, meta: Meta) -> declared.Answer:
        value, arguments, condition, sign, body, least = parts
        if sign == "-":
            body = ast.Arithmetic("-", ast.Integer(0), body, span=body.span)
        return declared.Answer(
            "adjust", self._word(value), arguments or (), condition, body, least, span=self._span(meta)
        )

    def _field_when(self, parts: Parts, meta: Meta) -> declared.FieldWhen:
        field, change, arguments, by, condition, body = parts
        return declared.FieldWhen(
            self._word(field), arguments or (), condition, body, str(change), by, span=self._span(meta)
        )

    # -------------------------------------------------------------- statements
    def _move(self, parts: Parts, meta: Meta) -> ast.Move:
        what, bottom, to = parts
        return ast.Move(what, to, bottom is not None, span=self._span(meta))

    def _choose(self, parts: Parts, meta: Meta) -> ast.Choose:
        may, name, domain, by, label, body, otherwise = parts
        word = self._word(name)
        text = self._word(label) if label is not None else ast.Word("{" + word.text + "}", word.span)
        binding = ast.Binding(word, domain.of, span=word.span)
        option = self._one_option(text, None, (binding,), domain.where, body, meta)
        return ast.Choose(by, (option,), may is not None, otherwise or (), span=self._span(meta))

    def _choose_options(self, parts: Parts, meta: Meta) -> ast.Choose:
        may, by, *options, otherwise = parts
        return ast.Choose(by, tuple(options), may is not None, otherwise or (), span=self._span(meta))

    def _option(self, parts: Parts, meta: Meta) -> ast.Option:
        label, remark, *bindings, where, body = parts
        remark = self._word(remark) if remark is not None else None
        return self._one_option(self._word(label), remark, self._listed(bindings), where, body, meta)

    def _one_option(
        self, label: ast.Word, remark: ast.Word | None, bindings: Any, where: Any, body: Any, meta: Meta
    ) -> ast.Option:
        label_holes, remark_holes = self._holes(label), self._holes(remark) if remark is not None else ()
        span = self._span(meta)
        return ast.Option(
            label, remark, bindings, where, body, label_holes=label_holes, remark_holes=remark_holes, span=span
        )

    def _holes(self, label: ast.Word) -> tuple[ast.Expr | None, ...]:
        return tuple(self.expression(text, place, self.report) for text, place in holes_of(label))

    # -------------------------------------------------------------- expressions
    def _comprehension(self, parts: Parts, meta: Meta) -> Any:
        body, name, domain = parts
        return ("comprehension", body, self._word(name), domain)

    def _apply(self, parts: Parts, meta: Meta) -> ast.Expr:
        function, arguments = parts[0], parts[1] or ()
        if arguments and arguments[0] == "comprehension":
            word = ast.Word(function.id if isinstance(function, ast.Name) else "", function.span)
            _, body, name, domain = arguments
            return ast.Comprehension(word, body, name, domain, span=self._span(meta))
        return ast.Apply(function, arguments, span=self._span(meta))

    def _compare(self, parts: Parts, meta: Meta) -> ast.Compare:
        left, operator, right = parts
        return ast.Compare(str(operator), left, right, span=self._span(meta))

    def _arithmetic(self, parts: Parts, meta: Meta) -> ast.Arithmetic:
        left, operator, right = parts
        return ast.Arithmetic(str(operator), left, right, span=self._span(meta))

    def _minus(self, parts: Parts, meta: Meta) -> ast.Expr:
        sign: Token = parts[0]
        inner: ast.Expr = parts[1]
        if sign == "+":
            return inner
        return ast.Arithmetic("-", ast.Integer(0), inner, span=self._span(meta))

    # -------------------------------------------------------------- scenarios
    def _scenario(self, parts: Parts, meta: Meta) -> examples.Scenario:
        title, at, *lines = parts
        return examples.Scenario(self._word(title), at, self._listed(lines), span=self._span(meta))

    def _at(self, parts: Parts, meta: Meta) -> ast.Word:
        return self._word(parts[0])

    def _then(self, parts: Parts, meta: Meta) -> Any:
        return tuple(p if isinstance(p, examples.Then) else examples.Then(p, span=p.span) for p in parts)

    def _then_line(self, parts: Parts, meta: Meta) -> examples.Then:
        return examples.Then(parts[0], span=parts[0].span)


def _split(lines: Parts) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The lines of a change, and those that it expects below."""
    expected = tuple(line[1] for line in lines if isinstance(line, tuple) and line[0] == "expect")
    others = (line for line in lines if not (isinstance(line, tuple) and line[0] == "expect"))
    return tuple(_back(line) if isinstance(line, tuple) else line for line in others), expected


def _back(line: Any) -> declared.Back:
    _, words = line
    return declared.Back(words, span=words[0].span)
