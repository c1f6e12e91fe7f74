"""Parse tree to syntax tree, one method per rule of `grammar.lark`."""

from __future__ import annotations

import re
from typing import Any

from lark import Token, Transformer, v_args
from lark.tree import Meta

from . import ast
from .diagnostic import Span

Parts = list[Any]


def _is(part: Any, kind: str) -> bool:
    return isinstance(part, Token) and part.type == kind


@v_args(meta=True)
class Builder(Transformer[Token, Any]):
    """Turns the parse tree of one piece of a file into nodes; places count from the start of the file."""

    def __init__(self, file: str, line_offset: int, column_offset: int) -> None:
        super().__init__(visit_tokens=False)
        self.file = file
        self.line_offset = line_offset
        self.column_offset = column_offset

    # -------------------------------------------------------------- places
    def _span(self, meta: Meta) -> Span:
        if meta.empty:
            return Span(self.file, self.line_offset + 1, 1, 2)
        shift = self.column_offset if meta.line == 1 else 0
        end = meta.end_column if meta.end_line == meta.line else meta.column + 1
        return Span(self.file, meta.line + self.line_offset, meta.column + shift, end + shift)

    def _word(self, token: Token) -> ast.Word:
        line, column = token.line or 1, token.column or 1
        shift = self.column_offset if line == 1 else 0
        span = Span(self.file, line + self.line_offset, column + shift, column + shift + len(token))
        return ast.Word(str(token).strip('"'), span)

    def _words(self, parts: Parts) -> tuple[ast.Word, ...]:
        return tuple(self._word(p) for p in parts if _is(p, "NAME"))

    def _string(self, token: Token | None) -> str:
        return str(token)[1:-1] if token is not None else ""

    # -------------------------------------------------------------- declarations
    def declaration(self, meta: Meta, parts: Parts) -> Any:
        return parts[0]

    def pack(self, meta: Meta, parts: Parts) -> ast.Pack:
        return ast.Pack(self._word(parts[1]), tuple(parts[2:]), span=self._span(meta))

    def switch(self, meta: Meta, parts: Parts) -> ast.Switch:
        words = self._words(parts)
        return ast.Switch(words[0], words[1:-1], words[-1], span=self._span(meta))

    def enum(self, meta: Meta, parts: Parts) -> ast.Enum:
        words = self._words(parts)
        return ast.Enum(words[0], words[1:], span=self._span(meta))

    def kind(self, meta: Meta, parts: Parts) -> ast.Kind:
        name, base = self._word(parts[1]), self._word(parts[3]) if parts[3] is not None else None
        slots, events, back = self._kind_parts(parts[4:])
        return ast.Kind(name, base, slots, events, back, span=self._span(meta))

    def _kind_parts(self, parts: Parts) -> tuple[Any, Any, Any]:
        slots = tuple(p for p in parts if isinstance(p, ast.Slot))
        events = tuple(p[1] for p in parts if isinstance(p, tuple) and p[0] == "event")
        back = tuple(word for p in parts if isinstance(p, tuple) and p[0] == "back" for word in p[1])
        return slots, events, back

    def event(self, meta: Meta, parts: Parts) -> Any:
        return ("event", self._word(parts[1]))

    def back(self, meta: Meta, parts: Parts) -> Any:
        return ("back", self._words(parts))

    def state(self, meta: Meta, parts: Parts) -> ast.Slot:
        slot: ast.Slot = parts[1]
        return ast.Slot(slot.name, slot.type, slot.modifiers, slot.default, True, span=slot.span)

    def slot(self, meta: Meta, parts: Parts) -> ast.Slot:
        modifiers = tuple(p for p in parts[2:] if isinstance(p, ast.Modifier))
        default = next((p for p in parts[2:] if isinstance(p, ast.Expr)), None)
        return ast.Slot(self._word(parts[0]), parts[1], modifiers, default, span=self._span(meta))

    def player(self, meta: Meta, parts: Parts) -> ast.Fields:
        return ast.Fields("player", tuple(parts[1:]), span=self._span(meta))

    def table(self, meta: Meta, parts: Parts) -> ast.Fields:
        return ast.Fields("table", tuple(parts[1:]), span=self._span(meta))

    def layout(self, meta: Meta, parts: Parts) -> ast.Layout:
        rows = []
        for line in str(parts[2]).split("\n"):
            drawn = line.split("#")[0].expandtabs(4)
            if drawn.strip():
                rows.append(tuple((m.start(), m.group()) for m in re.finditer("[A-Z]", drawn)))
        return ast.Layout(self._word(parts[1]), tuple(rows), span=self._span(meta))

    def define(self, meta: Meta, parts: Parts) -> ast.Formula:
        return ast.Formula("define", self._word(parts[1]), parts[2] or (), parts[3], span=self._span(meta))

    def value(self, meta: Meta, parts: Parts) -> ast.Formula:
        return ast.Formula("value", self._word(parts[1]), parts[2] or (), parts[3], span=self._span(meta))

    def signal(self, meta: Meta, parts: Parts) -> ast.Signal:
        return ast.Signal(self._word(parts[1]), parts[2], span=self._span(meta))

    def procedure(self, meta: Meta, parts: Parts) -> ast.Procedure:
        return ast.Procedure(self._word(parts[1]), parts[2] or (), parts[3], span=self._span(meta))

    def choice(self, meta: Meta, parts: Parts) -> ast.Choice:
        name, params, by = self._word(parts[1]), parts[2] or (), parts[4]
        return ast.Choice(name, params, by, tuple(parts[5:]), span=self._span(meta))

    def payment(self, meta: Meta, parts: Parts) -> ast.Payment:
        return ast.Payment(tuple(parts[1:]), span=self._span(meta))

    def market(self, meta: Meta, parts: Parts) -> ast.Market:
        return ast.Market(self._word(parts[1]), tuple(parts[2:]), span=self._span(meta))

    def score(self, meta: Meta, parts: Parts) -> ast.Score:
        return ast.Score(tuple(parts[1:]), span=self._span(meta))

    def category(self, meta: Meta, parts: Parts) -> Any:
        return (self._word(parts[0]), parts[1])

    def rank(self, meta: Meta, parts: Parts) -> ast.Rank:
        names = [p for p in parts if _is(p, "NAME")]
        ways = [p for p in parts if _is(p, "STRING")]
        pairs = tuple((self._word(n), self._string(w)) for n, w in zip(names, ways, strict=True))
        return ast.Rank(pairs, span=self._span(meta))

    def invariant(self, meta: Meta, parts: Parts) -> ast.Invariant:
        every = len(parts) > 3 and parts[3] is not None
        return ast.Invariant(self._string(parts[1]), parts[2], every, span=self._span(meta))

    def names(self, meta: Meta, parts: Parts) -> ast.Names:
        return ast.Names(self._word(parts[1]), tuple(parts[2:]), span=self._span(meta))

    def name_line(self, meta: Meta, parts: Parts) -> Any:
        return (self._word(parts[0]), self._string(parts[1]))

    def look(self, meta: Meta, parts: Parts) -> ast.Look:
        return ast.Look(tuple(parts[1:]), span=self._span(meta))

    def look_line(self, meta: Meta, parts: Parts) -> ast.LookLine:
        member = self._word(parts[1]) if parts[1] is not None else None
        return ast.LookLine(self._word(parts[0]), member, parts[2], span=self._span(meta))

    def card(self, meta: Meta, parts: Parts) -> ast.Card:
        title = self._word(parts[1])
        abilities = tuple(p for p in parts[2:] if p is not None)
        return ast.Card(self._word(parts[0]), title.text, title.span, abilities, span=self._span(meta))

    def change(self, meta: Meta, parts: Parts) -> ast.Change:
        expects = tuple(p[1] for p in parts if isinstance(p, tuple))
        abilities = tuple(p for p in parts[3:] if not isinstance(p, tuple))
        return ast.Change(self._word(parts[1]), self._word(parts[2]), abilities, expects, span=self._span(meta))

    def expect(self, meta: Meta, parts: Parts) -> Any:
        return ("expect", ast.Setting(self._word(parts[1]), parts[2], span=self._span(meta)))

    def replace(self, meta: Meta, parts: Parts) -> ast.Replace:
        return ast.Replace(parts[1], span=self._span(meta))

    def remove(self, meta: Meta, parts: Parts) -> ast.Remove:
        return ast.Remove(self._word(parts[1]), self._word(parts[2]), span=self._span(meta))

    def add_options(self, meta: Meta, parts: Parts) -> ast.AddOptions:
        return ast.AddOptions(self._word(parts[3]), tuple(parts[4:]), span=self._span(meta))

    def add_members(self, meta: Meta, parts: Parts) -> ast.AddMembers:
        words = self._words(parts)
        return ast.AddMembers(words[0], words[1:], span=self._span(meta))

    def add_fields(self, meta: Meta, parts: Parts) -> ast.AddFields:
        slots, events, _ = self._kind_parts(parts[4:])
        return ast.AddFields(self._word(parts[3]), slots, events, span=self._span(meta))

    def setting(self, meta: Meta, parts: Parts) -> ast.Setting:
        return ast.Setting(self._word(parts[0]), parts[1], span=self._span(meta))

    field = setting

    # -------------------------------------------------------------- types
    def params(self, meta: Meta, parts: Parts) -> tuple[ast.Param, ...]:
        return tuple(p for p in parts if p is not None)

    def param(self, meta: Meta, parts: Parts) -> ast.Param:
        type = parts[1] or ast.Type("name", "player", span=self._span(meta))
        return ast.Param(self._word(parts[0]), type, span=self._span(meta))

    def type(self, meta: Meta, parts: Parts) -> ast.Type:
        inner: ast.Type = parts[0]
        # The `?` itself is an unnamed token that is filtered out; its length shows it was there.
        optional = self._span(meta).end_column > inner.span.end_column
        return ast.Type(inner.form, inner.name, inner.low, inner.high, optional, span=self._span(meta))

    def named_type(self, meta: Meta, parts: Parts) -> ast.Type:
        return ast.Type("name", str(parts[0]), span=self._span(meta))

    def range_type(self, meta: Meta, parts: Parts) -> ast.Type:
        high = parts[1] if len(parts) > 1 and parts[1] is not None else parts[0]
        return ast.Type("range", "", parts[0], high, span=self._span(meta))

    def set_type(self, meta: Meta, parts: Parts) -> ast.Type:
        return ast.Type("set", str(parts[2]), span=self._span(meta))

    def layout_type(self, meta: Meta, parts: Parts) -> ast.Type:
        return ast.Type("layout", str(parts[2]), span=self._span(meta))

    def signed(self, meta: Meta, parts: Parts) -> int:
        number = min(int(parts[-1]), 10**9)
        # As with types: a minus sign shows only in the length.
        return -number if (meta.end_column - meta.column) > len(parts[-1]) else number

    def word_modifier(self, meta: Meta, parts: Parts) -> ast.Modifier:
        return ast.Modifier(str(parts[0]), span=self._span(meta))

    def stops_modifier(self, meta: Meta, parts: Parts) -> ast.Modifier:
        return ast.Modifier("stops", number=parts[2], span=self._span(meta))

    def matching_modifier(self, meta: Meta, parts: Parts) -> ast.Modifier:
        return ast.Modifier("matching", name=str(parts[1]), span=self._span(meta))

    # -------------------------------------------------------------- abilities
    def handler(self, meta: Meta, parts: Parts) -> ast.Handler:
        return ast.Handler(self._word(parts[0]), tuple(parts[1:]), span=self._span(meta))

    def set_answer(self, meta: Meta, parts: Parts) -> ast.Answer:
        (value, arguments), condition = parts[1], parts[3]
        return ast.Answer("set", value, arguments, condition, parts[4], span=self._span(meta))

    def adjust_answer(self, meta: Meta, parts: Parts) -> ast.Answer:
        (value, arguments), condition = parts[1], parts[3]
        body = parts[5]
        if str(parts[4]) == "-":
            body = ast.Arithmetic("-", ast.Integer(0), body, span=body.span)
        return ast.Answer("adjust", value, arguments, condition, body, parts[8], span=self._span(meta))

    def when(self, meta: Meta, parts: Parts) -> ast.When:
        (signal, arguments), condition = parts[1], parts[3]
        return ast.When(signal, arguments, condition, parts[4], span=self._span(meta))

    def pattern(self, meta: Meta, parts: Parts) -> Any:
        return (self._word(parts[0]), tuple(p for p in parts[1:] if p is not None))

    def items(self, meta: Meta, parts: Parts) -> tuple[ast.Expr, ...]:
        return tuple(parts)

    def amount(self, meta: Meta, parts: Parts) -> ast.Amount:
        return ast.Amount(min(int(parts[0]), 10**9), self._word(parts[1]), span=self._span(meta))

    def any_of(self, meta: Meta, parts: Parts) -> ast.AnyOf:
        return ast.AnyOf(self._word(parts[1]), span=self._span(meta))

    # -------------------------------------------------------------- statements
    def block(self, meta: Meta, parts: Parts) -> tuple[ast.Statement, ...]:
        return tuple(parts)

    suite = block

    def call(self, meta: Meta, parts: Parts) -> ast.Call:
        return ast.Call(parts[0], span=self._span(meta))

    def assign(self, meta: Meta, parts: Parts) -> ast.Assign:
        return ast.Assign(parts[0], str(parts[1]), parts[2], span=self._span(meta))

    def let(self, meta: Meta, parts: Parts) -> ast.Let:
        return ast.Let(self._word(parts[1]), parts[2], span=self._span(meta))

    def random(self, meta: Meta, parts: Parts) -> ast.Random:
        return ast.Random(parts[1], self._string(parts[2]), span=self._span(meta))

    def move(self, meta: Meta, parts: Parts) -> ast.Move:
        return ast.Move(parts[1], parts[3], span=self._span(meta))

    def draw(self, meta: Meta, parts: Parts) -> ast.Draw:
        return ast.Draw(parts[1], parts[3], parts[5], span=self._span(meta))

    def deal(self, meta: Meta, parts: Parts) -> ast.Deal:
        return ast.Deal(parts[1], parts[3], parts[5], span=self._span(meta))

    def reveal(self, meta: Meta, parts: Parts) -> ast.Reveal:
        return ast.Reveal(parts[3], span=self._span(meta))

    def emit(self, meta: Meta, parts: Parts) -> ast.Emit:
        signal, arguments = parts[1]
        return ast.Emit(signal, arguments, span=self._span(meta))

    def run(self, meta: Meta, parts: Parts) -> ast.Run:
        return ast.Run(parts[1], parts[3], span=self._span(meta))

    def win(self, meta: Meta, parts: Parts) -> ast.Win:
        return ast.Win(parts[1], self._string(parts[3]), span=self._span(meta))

    def finish(self, meta: Meta, parts: Parts) -> ast.Finish:
        return ast.Finish(span=self._span(meta))

    def stop(self, meta: Meta, parts: Parts) -> ast.Stop:
        return ast.Stop(span=self._span(meta))

    def if_(self, meta: Meta, parts: Parts) -> ast.If:
        return ast.If(parts[1], parts[2], parts[3] or (), span=self._span(meta))

    def else_(self, meta: Meta, parts: Parts) -> tuple[ast.Statement, ...]:
        branch = parts[1]
        return branch if isinstance(branch, tuple) else (branch,)

    def for_(self, meta: Meta, parts: Parts) -> ast.For:
        return ast.For(self._word(parts[1]), parts[3], parts[4], span=self._span(meta))

    def repeat(self, meta: Meta, parts: Parts) -> ast.Repeat:
        return ast.Repeat(parts[1], parts[2], span=self._span(meta))

    def until(self, meta: Meta, parts: Parts) -> ast.Until:
        return ast.Until(parts[1], parts[2], span=self._span(meta))

    def choose(self, meta: Meta, parts: Parts) -> ast.Choose:
        may, _, name, _, domain, _, by, label, body, otherwise = parts
        word = self._word(name)
        text = self._string(label) if label is not None else "{" + word.text + "}"
        binding = ast.Binding(word, domain.of, span=word.span)
        option = ast.Option(text, "", (binding,), domain.where, body, span=self._span(meta))
        return ast.Choose(by, (option,), may is not None, otherwise or (), span=self._span(meta))

    def choose_options(self, meta: Meta, parts: Parts) -> ast.Choose:
        return ast.Choose(parts[3], tuple(parts[4:]), parts[0] is not None, (), span=self._span(meta))

    def option(self, meta: Meta, parts: Parts) -> ast.Option:
        bindings = tuple(p for p in parts if isinstance(p, ast.Binding))
        where = parts[-2] if isinstance(parts[-2], ast.Expr) else None
        label, remark = self._string(parts[1]), self._string(parts[2])
        return ast.Option(label, remark, bindings, where, parts[-1], span=self._word(parts[1]).span)

    def binding(self, meta: Meta, parts: Parts) -> ast.Binding:
        return ast.Binding(self._word(parts[0]), parts[2], span=self._span(meta))

    def domain(self, meta: Meta, parts: Parts) -> ast.Domain:
        return ast.Domain(parts[0], parts[2], span=self._span(meta))

    # -------------------------------------------------------------- expressions
    def name(self, meta: Meta, parts: Parts) -> ast.Name:
        return ast.Name(str(parts[0]), span=self._span(meta))

    def integer(self, meta: Meta, parts: Parts) -> ast.Integer:
        return ast.Integer(min(int(parts[0]), 10**9), span=self._span(meta))

    def text(self, meta: Meta, parts: Parts) -> ast.Text:
        return ast.Text(self._string(parts[0]), span=self._span(meta))

    def listing(self, meta: Meta, parts: Parts) -> ast.Listing:
        return ast.Listing(tuple(p for p in parts if p is not None), span=self._span(meta))

    def legal(self, meta: Meta, parts: Parts) -> ast.Legal:
        return ast.Legal(self._string(parts[1]), span=self._span(meta))

    def won_by(self, meta: Meta, parts: Parts) -> ast.WonBy:
        return ast.WonBy(self._string(parts[1]), span=self._span(meta))

    def attribute(self, meta: Meta, parts: Parts) -> ast.Attribute:
        return ast.Attribute(parts[0], self._word(parts[1]), span=self._span(meta))

    def index(self, meta: Meta, parts: Parts) -> ast.Index:
        return ast.Index(parts[0], parts[1], span=self._span(meta))

    def arguments(self, meta: Meta, parts: Parts) -> tuple[ast.Expr, ...]:
        return tuple(parts)

    def comprehension(self, meta: Meta, parts: Parts) -> Any:
        return ("comprehension", parts[0], self._word(parts[2]), parts[4])

    def apply(self, meta: Meta, parts: Parts) -> ast.Expr:
        function, arguments = parts[0], parts[1] or ()
        if arguments and arguments[0] == "comprehension":
            word = ast.Word(function.id if isinstance(function, ast.Name) else "", function.span)
            _, body, name, domain = arguments
            return ast.Comprehension(word, body, name, domain, span=self._span(meta))
        return ast.Apply(function, arguments, span=self._span(meta))

    def filter(self, meta: Meta, parts: Parts) -> ast.Filter:
        return ast.Filter(parts[0], parts[2], span=self._span(meta))

    def ternary(self, meta: Meta, parts: Parts) -> ast.Ternary:
        return ast.Ternary(parts[0], parts[2], parts[4], span=self._span(meta))

    def any(self, meta: Meta, parts: Parts) -> ast.Logic:
        return ast.Logic("or", tuple(p for p in parts if isinstance(p, ast.Expr)), span=self._span(meta))

    def all(self, meta: Meta, parts: Parts) -> ast.Logic:
        return ast.Logic("and", tuple(p for p in parts if isinstance(p, ast.Expr)), span=self._span(meta))

    def negate(self, meta: Meta, parts: Parts) -> ast.Logic:
        return ast.Logic("not", (parts[1],), span=self._span(meta))

    def compare(self, meta: Meta, parts: Parts) -> ast.Compare:
        return ast.Compare(str(parts[1]), parts[0], parts[2], span=self._span(meta))

    def is_(self, meta: Meta, parts: Parts) -> ast.Compare:
        return ast.Compare("is", parts[0], parts[2], span=self._span(meta))

    def is_not(self, meta: Meta, parts: Parts) -> ast.Compare:
        return ast.Compare("is not", parts[0], parts[3], span=self._span(meta))

    def within(self, meta: Meta, parts: Parts) -> ast.Compare:
        return ast.Compare("in", parts[0], parts[2], span=self._span(meta))

    def not_within(self, meta: Meta, parts: Parts) -> ast.Compare:
        return ast.Compare("not in", parts[0], parts[3], span=self._span(meta))

    def range(self, meta: Meta, parts: Parts) -> ast.Range:
        return ast.Range(parts[0], parts[1], span=self._span(meta))

    def arithmetic(self, meta: Meta, parts: Parts) -> ast.Arithmetic:
        return ast.Arithmetic(str(parts[1]), parts[0], parts[2], span=self._span(meta))

    def minus(self, meta: Meta, parts: Parts) -> ast.Expr:
        inner: ast.Expr = parts[1]
        if str(parts[0]) == "+":
            return inner
        return ast.Arithmetic("-", ast.Integer(0), inner, span=self._span(meta))

    # -------------------------------------------------------------- scenarios
    def scenario(self, meta: Meta, parts: Parts) -> ast.Scenario:
        at = next((p for p in parts if isinstance(p, ast.Word)), None)
        lines = tuple(line for p in parts if isinstance(p, tuple) for line in p)
        return ast.Scenario(self._string(parts[1]), at, lines, span=self._span(meta))

    def at(self, meta: Meta, parts: Parts) -> ast.Word:
        return self._word(parts[1])

    def given(self, meta: Meta, parts: Parts) -> Any:
        return tuple(parts[1:])

    def given_line(self, meta: Meta, parts: Parts) -> ast.Given:
        return ast.Given(parts[0], parts[1], span=self._span(meta))

    def chance_line(self, meta: Meta, parts: Parts) -> ast.Chance:
        return ast.Chance(self._string(parts[1]), self._words(parts), span=self._span(meta))

    def step(self, meta: Meta, parts: Parts) -> Any:
        return (ast.Step(self._word(parts[1]), " ".join(str(parts[2]).split()), span=self._span(meta)),)

    def then(self, meta: Meta, parts: Parts) -> Any:
        return tuple(p if isinstance(p, ast.Then) else ast.Then(p, span=p.span) for p in parts[1:])

    def then_line(self, meta: Meta, parts: Parts) -> ast.Then:
        return ast.Then(parts[0], span=parts[0].span)


# Rules whose names are words of Python.
for _rule in ("if", "for", "else", "is"):
    setattr(Builder, _rule, getattr(Builder, _rule + "_"))
