"""Parse tree to syntax tree, the upper half: declarations, abilities, scenarios; one method per rule."""

from __future__ import annotations

import re
from typing import Any

from lark import v_args
from lark.tree import Meta

from . import ast, declared
from .phrases import Parts, Phrases, is_token


@v_args(meta=True)
class Builder(Phrases):
    """Turns the parse tree of one piece of a file into nodes."""

    # -------------------------------------------------------------- declarations
    def declaration(self, meta: Meta, parts: Parts) -> Any:
        return parts[0]

    def pack(self, meta: Meta, parts: Parts) -> declared.Pack:
        return declared.Pack(self._word(parts[1]), tuple(parts[2:]), span=self._span(meta))

    def switch(self, meta: Meta, parts: Parts) -> declared.Switch:
        words = self._words(parts)
        return declared.Switch(words[0], words[1:-1], words[-1], span=self._span(meta))

    def enum(self, meta: Meta, parts: Parts) -> declared.Enum:
        words = self._words(parts)
        return declared.Enum(words[0], words[1:], span=self._span(meta))

    def kind(self, meta: Meta, parts: Parts) -> declared.Kind:
        name, base = self._word(parts[1]), self._word(parts[3]) if parts[3] is not None else None
        slots, events, back = self._kind_parts(parts[4:])
        return declared.Kind(name, base, slots, events, back, span=self._span(meta))

    def _kind_parts(self, parts: Parts) -> tuple[Any, Any, Any]:
        slots = tuple(p for p in parts if isinstance(p, declared.Slot))
        events = tuple(p[1] for p in parts if isinstance(p, tuple) and p[0] == "event")
        back = tuple(word for p in parts if isinstance(p, tuple) and p[0] == "back" for word in p[1])
        return slots, events, back

    def event(self, meta: Meta, parts: Parts) -> Any:
        return ("event", self._word(parts[1]))

    def back(self, meta: Meta, parts: Parts) -> Any:
        return ("back", self._words(parts))

    def state(self, meta: Meta, parts: Parts) -> declared.Slot:
        slot: declared.Slot = parts[1]
        return declared.Slot(slot.name, slot.type, slot.modifiers, slot.default, True, span=slot.span)

    def slot(self, meta: Meta, parts: Parts) -> declared.Slot:
        modifiers = tuple(p for p in parts[2:] if isinstance(p, declared.Modifier))
        default = next((p for p in parts[2:] if isinstance(p, ast.Expr)), None)
        return declared.Slot(self._word(parts[0]), parts[1], modifiers, default, span=self._span(meta))

    def player(self, meta: Meta, parts: Parts) -> declared.Fields:
        return declared.Fields("player", tuple(parts[1:]), span=self._span(meta))

    def table(self, meta: Meta, parts: Parts) -> declared.Fields:
        return declared.Fields("table", tuple(parts[1:]), span=self._span(meta))

    def layout(self, meta: Meta, parts: Parts) -> declared.Layout:
        rows = []
        for line in str(parts[2]).split("\n"):
            drawn = line.split("#")[0].expandtabs(4)
            if drawn.strip():
                rows.append(tuple((m.start(), m.group()) for m in re.finditer("[A-Z]", drawn)))
        return declared.Layout(self._word(parts[1]), tuple(rows), span=self._span(meta))

    def define(self, meta: Meta, parts: Parts) -> declared.Formula:
        return declared.Formula("define", self._word(parts[1]), parts[2] or (), parts[3], span=self._span(meta))

    def value(self, meta: Meta, parts: Parts) -> declared.Formula:
        return declared.Formula("value", self._word(parts[1]), parts[2] or (), parts[3], span=self._span(meta))

    def signal(self, meta: Meta, parts: Parts) -> declared.Signal:
        return declared.Signal(self._word(parts[1]), parts[2] or (), span=self._span(meta))

    def procedure(self, meta: Meta, parts: Parts) -> declared.Procedure:
        return declared.Procedure(self._word(parts[1]), parts[2] or (), parts[3], span=self._span(meta))

    def choice(self, meta: Meta, parts: Parts) -> declared.Choice:
        name, params, by = self._word(parts[1]), parts[2] or (), parts[4]
        return declared.Choice(name, params, by, tuple(parts[5:]), span=self._span(meta))

    def payment(self, meta: Meta, parts: Parts) -> declared.Payment:
        return declared.Payment(tuple(parts[1:]), span=self._span(meta))

    def market(self, meta: Meta, parts: Parts) -> declared.Market:
        return declared.Market(self._word(parts[1]), tuple(parts[2:]), span=self._span(meta))

    def score(self, meta: Meta, parts: Parts) -> declared.Score:
        return declared.Score(tuple(parts[1:]), span=self._span(meta))

    def category(self, meta: Meta, parts: Parts) -> Any:
        return (self._word(parts[0]), parts[1])

    def rank(self, meta: Meta, parts: Parts) -> declared.Rank:
        names = [p for p in parts if is_token(p, "NAME")]
        ways = [p for p in parts if is_token(p, "STRING")]
        pairs = tuple((self._word(n), self._string(w)) for n, w in zip(names, ways, strict=True))
        return declared.Rank(pairs, span=self._span(meta))

    def invariant(self, meta: Meta, parts: Parts) -> declared.Invariant:
        every = len(parts) > 3 and parts[3] is not None
        return declared.Invariant(self._string(parts[1]), parts[2], every, span=self._span(meta))

    def names(self, meta: Meta, parts: Parts) -> declared.Names:
        return declared.Names(self._word(parts[1]), tuple(parts[2:]), span=self._span(meta))

    def name_line(self, meta: Meta, parts: Parts) -> declared.NameLine:
        quoted, named_parts = is_token(parts[0], "STRING"), parts[1] if len(parts) > 2 else None
        return declared.NameLine(
            self._word(parts[0]), quoted, named_parts, self._word(parts[-1]), span=self._span(meta)
        )

    def named_parts(self, meta: Meta, parts: Parts) -> Any:
        return self._words(parts)

    def look(self, meta: Meta, parts: Parts) -> declared.Look:
        return declared.Look(tuple(parts[1:]), span=self._span(meta))

    def look_line(self, meta: Meta, parts: Parts) -> declared.LookLine:
        member = self._word(parts[1]) if parts[1] is not None else None
        return declared.LookLine(self._word(parts[0]), member, parts[2], span=self._span(meta))

    def card(self, meta: Meta, parts: Parts) -> declared.Card:
        title = self._word(parts[1])
        named = self._word(parts[3]).text if parts[3] is not None else ""
        abilities = tuple(p for p in parts[4:] if p is not None)
        return declared.Card(self._word(parts[0]), title.text, title.span, abilities, named, span=self._span(meta))

    def change(self, meta: Meta, parts: Parts) -> declared.Change:
        expects = tuple(p[1] for p in parts if isinstance(p, tuple))
        abilities = tuple(p for p in parts[3:] if not isinstance(p, tuple))
        return declared.Change(self._word(parts[1]), self._word(parts[2]), abilities, expects, span=self._span(meta))

    def expect(self, meta: Meta, parts: Parts) -> Any:
        return ("expect", declared.Setting(self._word(parts[1]), parts[2], span=self._span(meta)))

    def replace(self, meta: Meta, parts: Parts) -> declared.Replace:
        return declared.Replace(parts[1], span=self._span(meta))

    def remove(self, meta: Meta, parts: Parts) -> declared.Remove:
        return declared.Remove(self._word(parts[1]), self._word(parts[2]), span=self._span(meta))

    def add_options(self, meta: Meta, parts: Parts) -> declared.AddOptions:
        return declared.AddOptions(self._word(parts[3]), tuple(parts[4:]), span=self._span(meta))

    def add_members(self, meta: Meta, parts: Parts) -> declared.AddMembers:
        words = self._words(parts)
        return declared.AddMembers(words[0], words[1:], span=self._span(meta))

    def add_fields(self, meta: Meta, parts: Parts) -> declared.AddFields:
        slots, events, _ = self._kind_parts(parts[4:])
        return declared.AddFields(self._word(parts[3]), slots, events, span=self._span(meta))

    def setting(self, meta: Meta, parts: Parts) -> declared.Setting:
        return declared.Setting(self._word(parts[0]), parts[1], span=self._span(meta))

    field = setting

    # -------------------------------------------------------------- types
    def params(self, meta: Meta, parts: Parts) -> tuple[declared.Param, ...]:
        return tuple(p for p in parts if p is not None)

    def param(self, meta: Meta, parts: Parts) -> declared.Param:
        type = parts[1] or declared.Type("name", "player", span=self._span(meta))
        return declared.Param(self._word(parts[0]), type, span=self._span(meta))

    def type(self, meta: Meta, parts: Parts) -> declared.Type:
        inner: declared.Type = parts[0]
        optional = parts[1] is not None
        # In `set of KIND` it is the kind that can be wrong.
        span = inner.span if inner.form in ("set", "refs", "layout") else self._span(meta)
        return declared.Type(inner.form, inner.name, inner.low, inner.high, optional, span=span)

    def named_type(self, meta: Meta, parts: Parts) -> declared.Type:
        return declared.Type("name", str(parts[0]), span=self._span(meta))

    def range_type(self, meta: Meta, parts: Parts) -> declared.Type:
        high = parts[1] if len(parts) > 1 and parts[1] is not None else parts[0]
        return declared.Type("range", "", parts[0], high, span=self._span(meta))

    def each_type(self, meta: Meta, parts: Parts) -> declared.Type:
        return declared.Type("each", "", parts[1], parts[2], span=self._span(meta))

    def set_type(self, meta: Meta, parts: Parts) -> declared.Type:
        name = self._word(parts[2]) if parts[2] is not None else ast.Word("card", self._span(meta))
        return declared.Type("set", name.text, span=name.span)

    def pile_type(self, meta: Meta, parts: Parts) -> declared.Type:
        return declared.Type("pile", str(parts[2]), span=self._span(meta))

    def refs_type(self, meta: Meta, parts: Parts) -> declared.Type:
        name = self._word(parts[2])
        return declared.Type("refs", name.text, span=name.span)

    def layout_type(self, meta: Meta, parts: Parts) -> declared.Type:
        name = self._word(parts[2])
        return declared.Type("layout", name.text, span=name.span)

    def signed(self, meta: Meta, parts: Parts) -> int:
        number = self._number(parts[1])
        return -number if parts[0] is not None and str(parts[0]) == "-" else number

    def word_modifier(self, meta: Meta, parts: Parts) -> declared.Modifier:
        return declared.Modifier(str(parts[0]), span=self._span(meta))

    def for_modifier(self, meta: Meta, parts: Parts) -> declared.Modifier:
        return declared.Modifier(str(parts[0]), of=self._word(parts[2]), span=self._span(meta))

    def stops_modifier(self, meta: Meta, parts: Parts) -> declared.Modifier:
        return declared.Modifier("stops", number=parts[2], span=self._span(meta))

    def matching_modifier(self, meta: Meta, parts: Parts) -> declared.Modifier:
        return declared.Modifier("matching", name=str(parts[1]), span=self._span(meta))

    # -------------------------------------------------------------- abilities
    def handler(self, meta: Meta, parts: Parts) -> declared.Handler:
        return declared.Handler(self._word(parts[0]), tuple(parts[1:]), span=self._span(meta))

    def set_answer(self, meta: Meta, parts: Parts) -> declared.Answer:
        (value, arguments), condition = parts[1], parts[3]
        return declared.Answer("set", value, arguments, condition, parts[4], span=self._span(meta))

    def adjust_answer(self, meta: Meta, parts: Parts) -> declared.Answer:
        (value, arguments), condition = parts[1], parts[3]
        body = parts[5]
        if str(parts[4]) == "-":
            body = ast.Arithmetic("-", ast.Integer(0), body, span=body.span)
        return declared.Answer("adjust", value, arguments, condition, body, parts[8], span=self._span(meta))

    def when(self, meta: Meta, parts: Parts) -> declared.When:
        (signal, arguments), condition = parts[1], parts[3]
        return declared.When(signal, arguments, condition, parts[4], span=self._span(meta))

    def pattern(self, meta: Meta, parts: Parts) -> Any:
        return (self._word(parts[0]), tuple(p for p in parts[1:] if p is not None))

    def items(self, meta: Meta, parts: Parts) -> tuple[ast.Expr, ...]:
        return tuple(parts)

    def amount(self, meta: Meta, parts: Parts) -> ast.Amount:
        return ast.Amount(self._number(parts[0]), self._word(parts[1]), span=self._span(meta))

    def any_of(self, meta: Meta, parts: Parts) -> ast.AnyOf:
        return ast.AnyOf(self._word(parts[1]), span=self._span(meta))

    def part_of(self, meta: Meta, parts: Parts) -> ast.PartOf:
        return ast.PartOf(self._word(parts[0]), parts[2], span=self._span(meta))

    # -------------------------------------------------------------- scenarios
    def scenario(self, meta: Meta, parts: Parts) -> declared.Scenario:
        blocks = (p if isinstance(p, tuple) else (p,) for p in parts[3:])
        lines = tuple(line for block in blocks for line in block)
        return declared.Scenario(self._word(parts[1]), parts[2], lines, span=self._span(meta))

    def at(self, meta: Meta, parts: Parts) -> ast.Word:
        return self._word(parts[1])

    def given(self, meta: Meta, parts: Parts) -> Any:
        return tuple(parts[1:])

    def given_line(self, meta: Meta, parts: Parts) -> declared.Given:
        layout = self._word(parts[2]) if parts[2] is not None else None
        return declared.Given(parts[0], layout, parts[3], span=self._span(meta))

    def chance_line(self, meta: Meta, parts: Parts) -> declared.Chance:
        return declared.Chance(self._word(parts[1]), tuple(self._word(p) for p in parts[2:]), span=self._span(meta))

    def step(self, meta: Meta, parts: Parts) -> declared.Step:
        return declared.Step(self._word(parts[1]), self._word(parts[2]), span=self._span(meta))

    def then(self, meta: Meta, parts: Parts) -> Any:
        return tuple(p if isinstance(p, declared.Then) else declared.Then(p, span=p.span) for p in parts[1:])

    def then_line(self, meta: Meta, parts: Parts) -> declared.Then:
        return declared.Then(parts[0], span=parts[0].span)
