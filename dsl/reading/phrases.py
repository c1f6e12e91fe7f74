"""Parse tree to syntax tree, the lower half: places, statements, expressions; one method per rule."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from lark.tree import Meta

from ..diagnostic import Report, Span
from . import ast
from .lines import without_comment

Parts = list[Any]
LARGEST = 1_000_000_000


def is_token(part: Any, kind: str) -> bool:
    """Whether a part of the tree is a token of that kind."""
    return isinstance(part, Token) and part.type == kind


@v_args(meta=True)
class Phrases(Transformer[Token, Any]):
    """Builds the inside of declarations; places count from the start of the file."""

    def __init__(self, lines: list[str], start: Span, report: Report) -> None:
        super().__init__(visit_tokens=False)
        self._lines = lines
        self._start = start
        self._report = report

    # -------------------------------------------------------------- places
    def _span(self, meta: Meta) -> Span:
        if meta.empty:
            return self._start
        # What goes on over several lines is shown by its first one.
        end = meta.end_column if meta.end_line == meta.line else self._line_end(meta.line)
        return self._place(meta.line, meta.column, end)

    def _line_end(self, line: int) -> int:
        return len(without_comment(self._lines[line - 1])) + 1 if line <= len(self._lines) else 1

    def _place(self, line: int, column: int, end: int) -> Span:
        shift = self._start.column - 1 if line == 1 else 0
        end = max(end, column + 1)
        return Span(self._start.file, self._start.line + line - 1, column + shift, end + shift)

    def _word(self, token: Token) -> ast.Word:
        line, column = token.line or 1, token.column or 1
        text = str(token)[1:-1] if token.type == "STRING" else str(token)
        return ast.Word(text, self._place(line, column, column + len(token)))

    def _words(self, parts: Parts) -> tuple[ast.Word, ...]:
        return tuple(self._word(p) for p in parts if is_token(p, "NAME"))

    def _string(self, token: Token) -> str:
        return str(token)[1:-1]

    def _number(self, token: Token) -> int:
        digits = str(token).lstrip("0")
        if len(digits) <= len(str(LARGEST)) and int(digits or 0) <= LARGEST:
            return int(digits or 0)
        self._report.error("out-of-range", f"a number may be {LARGEST:,} at most", self._word(token).span)
        return 1  # which is in range nearly everywhere: one message is enough

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
        return ast.Move(parts[1], parts[-1], parts[3] is not None, span=self._span(meta))

    def shuffle(self, meta: Meta, parts: Parts) -> ast.Shuffle:
        return ast.Shuffle(parts[1], span=self._span(meta))

    def mark(self, meta: Meta, parts: Parts) -> ast.Mark:
        return ast.Mark(parts[1], parts[3], True, span=self._span(meta))

    def unmark(self, meta: Meta, parts: Parts) -> ast.Mark:
        return ast.Mark(parts[1], parts[3], False, span=self._span(meta))

    def draw(self, meta: Meta, parts: Parts) -> ast.Draw:
        return ast.Draw(parts[1], parts[3], parts[5], span=self._span(meta))

    def deal(self, meta: Meta, parts: Parts) -> ast.Deal:
        return ast.Deal(parts[1], parts[3], parts[5], span=self._span(meta))

    def reveal(self, meta: Meta, parts: Parts) -> ast.Reveal:
        return ast.Reveal(parts[3], span=self._span(meta))

    def pass_on(self, meta: Meta, parts: Parts) -> ast.PassOn:
        return ast.PassOn(self._word(parts[1]), self._word(parts[3]), span=self._span(meta))

    def settle(self, meta: Meta, parts: Parts) -> ast.Settle:
        return ast.Settle(parts[1], parts[3], span=self._span(meta))

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

    def if_else(self, meta: Meta, parts: Parts) -> ast.If:
        return ast.If(parts[1], parts[2], parts[3] or (), span=self._span(meta))

    def otherwise(self, meta: Meta, parts: Parts) -> tuple[ast.Statement, ...]:
        branch = parts[1]
        return branch if isinstance(branch, tuple) else (branch,)

    def for_each(self, meta: Meta, parts: Parts) -> ast.For:
        return ast.For(self._word(parts[1]), parts[3], parts[4], span=self._span(meta))

    def repeat(self, meta: Meta, parts: Parts) -> ast.Repeat:
        return ast.Repeat(parts[1], parts[2], span=self._span(meta))

    def until(self, meta: Meta, parts: Parts) -> ast.Until:
        return ast.Until(parts[1], parts[2], span=self._span(meta))

    def together(self, meta: Meta, parts: Parts) -> ast.Together:
        return ast.Together(self._word(parts[1]), parts[3], parts[4], span=self._span(meta))

    def choose(self, meta: Meta, parts: Parts) -> ast.Choose:
        may, _, name, _, domain, _, by, label, body, otherwise = parts
        word = self._word(name)
        text = self._word(label) if label is not None else ast.Word("{" + word.text + "}", word.span)
        binding = ast.Binding(word, domain.of, span=word.span)
        option = ast.Option(text, None, (binding,), domain.where, body, span=self._span(meta))
        return ast.Choose(by, (option,), may is not None, otherwise or (), span=self._span(meta))

    def choose_options(self, meta: Meta, parts: Parts) -> ast.Choose:
        return ast.Choose(parts[3], tuple(parts[4:-1]), parts[0] is not None, parts[-1] or (), span=self._span(meta))

    def option(self, meta: Meta, parts: Parts) -> ast.Option:
        bindings = tuple(p for p in parts if isinstance(p, ast.Binding))
        where = parts[-2] if isinstance(parts[-2], ast.Expr) else None
        label = self._word(parts[1])
        remark = self._word(parts[2]) if parts[2] is not None else None
        return ast.Option(label, remark, bindings, where, parts[-1], span=self._span(meta))

    def binding(self, meta: Meta, parts: Parts) -> ast.Binding:
        return ast.Binding(self._word(parts[0]), parts[2], span=self._span(meta))

    def domain(self, meta: Meta, parts: Parts) -> ast.Domain:
        return ast.Domain(parts[0], parts[2], span=self._span(meta))

    # -------------------------------------------------------------- expressions
    def name(self, meta: Meta, parts: Parts) -> ast.Name:
        return ast.Name(str(parts[0]), span=self._span(meta))

    def integer(self, meta: Meta, parts: Parts) -> ast.Integer:
        return ast.Integer(self._number(parts[0]), span=self._span(meta))

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

    def same(self, meta: Meta, parts: Parts) -> ast.Compare:
        return ast.Compare("is", parts[0], parts[2], span=self._span(meta))

    def not_same(self, meta: Meta, parts: Parts) -> ast.Compare:
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
