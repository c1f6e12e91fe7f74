"""Statements: checks what rules and cards do, and gathers every place where somebody decides."""

from __future__ import annotations

import re

from attrs import define, evolve, field

from . import ast
from .expressions import Expressions, Scope
from .model import NUMBER, PATTERN, PLAYER, Act, ChoiceModel, Label, OptionModel, Term, Type
from .parse import parse_expression

ASSIGNABLE = ("player_field", "table_field", "card_state", "local")
HOLE = re.compile(r"\{([^{}]*)\}")


@define
class Statements:
    """The checker of statements; it numbers the choices it meets."""

    expressions: Expressions
    choices: list[ChoiceModel] = field(factory=list)
    emitted: set[str] = field(factory=set)
    ways: list[str] = field(factory=list)

    def block(self, written: tuple[ast.Statement, ...], scope: Scope) -> tuple[Act, ...]:
        """The checked statements of a block; names made by `let` live to its end."""
        inner = evolve(scope, locals=dict(scope.locals))
        acts = []
        for statement in written:
            act = self._statement(statement, inner)
            if act is not None:
                acts.append(act)
        return tuple(acts)

    # -------------------------------------------------------------- dispatch
    def _statement(self, written: ast.Statement, scope: Scope) -> Act | None:
        span = written.span
        match written:
            case ast.Call():
                return self._call(written, scope)
            case ast.Assign():
                return self._assign(written, scope)
            case ast.Let():
                return self._let(written, scope)
            case ast.Move():
                what = self._set(written.what, scope)
                to = self._zone(written.to, scope)
                return Act("move", (what, to), span=span) if what and to else None
            case ast.Draw():
                count = self.expressions.number(written.count, scope)
                source, to = self._set(written.source, scope), self._zone(written.to, scope)
                return Act("draw", (count, source, to), to.value, span=span) if count and source and to else None
            case ast.Deal():
                source, to = self._set(written.source, scope), self._display(written.to, scope)
                pattern = self.expressions.term(written.layout, scope, PATTERN)
                return Act("deal", (source, to, pattern), to.value, span=span) if source and to and pattern else None
            case ast.Reveal():
                where = self._display(written.where, scope)
                return Act("reveal", (where,), span=span) if where else None
            case ast.Emit():
                return self._emit(written, scope)
            case ast.Run():
                return self._run(written, scope)
            case ast.Win():
                player = self.expressions.term(written.player, scope, PLAYER)
                return Act("win", (player,), self._way(written.way), span=span) if player else None
            case ast.Finish():
                return Act("finish", span=span)
            case ast.Stop():
                return Act("stop", span=span)
            case ast.If():
                condition = self.expressions.flag(written.condition, scope)
                blocks = (self.block(written.then, scope), self.block(written.otherwise, scope))
                return Act("if", (condition,), blocks=blocks, span=span) if condition else None
            case ast.For():
                return self._for(written, scope)
            case ast.Repeat():
                count = self.expressions.number(written.count, scope)
                body = self.block(written.body, scope)
                return Act("repeat", (count,), blocks=(body,), span=span) if count else None
            case ast.Until():
                return self._until(written, scope)
            case ast.Choose():
                return self._choose(written, scope)
        raise AssertionError(written)

    def _way(self, way: str) -> int:
        if way not in self.ways:
            self.ways.append(way)
        return self.ways.index(way)

    # -------------------------------------------------------------- places
    def _set(self, written: ast.Expr, scope: Scope) -> Term | None:
        found = self.expressions._term(written, scope, Type("set", "card"))
        if found is None:
            return None
        if found.type.tag == "layout":
            return Term("contents", Type("set", found.type.of), (found,), span=found.span)
        if found.type.tag not in ("set", "card"):
            self.expressions.wrong(written.span, "card or a set of cards", found.type)
            return None
        return found

    def _zone(self, written: ast.Expr, scope: Scope) -> Term | None:
        found = self.expressions._term(written, scope, None)
        if found is None:
            return None
        if found.type.tag != "set" or found.op not in ("player_field", "table_field"):
            self.expressions.wrong(written.span, "zone that cards can be put in", found.type)
            return None
        return found

    def _display(self, written: ast.Expr, scope: Scope) -> Term | None:
        found = self.expressions._term(written, scope, None)
        if found is None:
            return None
        if found.type.tag != "layout":
            self.expressions.wrong(written.span, "layout zone", found.type)
            return None
        return found

    # -------------------------------------------------------------- single statements
    def _call(self, written: ast.Call, scope: Scope) -> Act | None:
        world = self.expressions.world
        call = written.call
        name, arguments = (call, ()) if isinstance(call, ast.Name) else (getattr(call, "function", None), getattr(call, "arguments", ()))
        if not isinstance(name, ast.Name):
            world.report.error("no-effect", "this does nothing", written.span)
            return None
        if name.id not in world.procedures:
            if name.id in world.formulas or name.id in world.player or name.id in world.table:
                world.report.error("no-effect", f"`{name.id}` is a value; this line does nothing", written.span)
            else:
                world.unknown("procedure", name.id, name.span, world.procedures)
            return None
        args = self.expressions.arguments(name.id, world.procedures[name.id], arguments, written.span, scope)
        return Act("call", args, name.id, span=written.span) if args is not None else None

    def _random(self, written: ast.Random, scope: Scope) -> Term | None:
        return self.expressions.domain(written.of, scope)

    def _assign(self, written: ast.Assign, scope: Scope) -> Act | None:
        report = self.expressions.world.report
        target = self.expressions._term(written.target, scope, None)
        if target is None:
            return None
        if target.op not in ASSIGNABLE or target.type.tag in ("set", "layout"):
            help = "cards are moved with `move`" if target.type.tag in ("set", "layout") else ""
            report.error("cannot-assign", "this cannot be given a value", written.target.span, help)
            return None
        if isinstance(written.value, ast.Random):
            domain = self._random(written.value, scope)
            if domain is None:
                return None
            if not self.expressions.fits(self.expressions.element(domain), target.type):
                self.expressions.wrong(written.value.span, target.type, self.expressions.element(domain))
                return None
            return Act("pick", (target, domain), written.value.label, span=written.span)
        wanted = target.type if written.operator == "=" else NUMBER
        if written.operator != "=" and target.type.tag != "number":
            self.expressions.wrong(written.target.span, NUMBER, target.type)
            return None
        value = self.expressions.term(written.value, scope, wanted)
        if value is None:
            return None
        if value.op == "int" and written.operator == "=" and not _in_range(value.value, target.type):
            report.error("out-of-range", f"{value.value} is outside of {target.type}", written.value.span)
            return None
        return Act("assign", (target, value), written.operator, span=written.span)

    def _let(self, written: ast.Let, scope: Scope) -> Act | None:
        name = written.name
        self._new_name(name, scope)
        if isinstance(written.value, ast.Random):
            domain = self._random(written.value, scope)
            if domain is None:
                return None
            scope.locals[name.text] = type = self.expressions.element(domain)
            return Act("pick", (Term("local", type, value=name.text), domain), written.value.label, span=written.span)
        value = self.expressions.term(written.value, scope)
        # A name whose value is broken still exists: using it is not a second mistake.
        if value is None:
            scope.locals[name.text] = Type("unknown")
            return None
        scope.locals[name.text] = value.type
        return Act("let", (value,), name.text, span=written.span)

    def _new_name(self, name: ast.Word, scope: Scope) -> None:
        if name.text in scope.locals:
            self.expressions.world.report.error("duplicate", f"`{name}` means something else here already", name.span)

    def _emit(self, written: ast.Emit, scope: Scope) -> Act | None:
        world = self.expressions.world
        name = written.signal
        if name.text not in world.signals:
            world.unknown("signal", name.text, name.span, world.signals)
            return None
        self.emitted.add(name.text)
        args = self.expressions.arguments(name.text, world.signals[name.text], written.arguments, written.span, scope)
        return Act("emit", args, name.text, span=written.span) if args is not None else None

    def _run(self, written: ast.Run, scope: Scope) -> Act | None:
        world = self.expressions.world
        player = self.expressions.term(written.player, scope, PLAYER)
        if not isinstance(written.event, ast.Attribute):
            world.report.error("wrong-type", "expected an event of a card, such as `b.on_build`", written.event.span)
            return None
        card = self.expressions.term(written.event.of, scope, Type("card", "card"))
        if card is None or player is None:
            return None
        event = written.event.name
        kinds = [k for k in world.kinds_below(card.type.of) if event.text in world.kinds[k].events]
        if not kinds:
            legal = [e for k in world.kinds_below(card.type.of) for e in world.kinds[k].events]
            world.unknown("event", event.text, event.span, legal)
            return None
        world.mark_read(card.type.of, event.text)
        return Act("run", (card, player), event.text, span=written.span)

    # -------------------------------------------------------------- loops
    def _for(self, written: ast.For, scope: Scope) -> Act | None:
        name = written.name
        self._new_name(name, scope)
        found = self.expressions.narrowed(written.domain, name.text, scope)
        if found is None:
            return None
        domain, condition = found
        body = self.block(written.body, scope.with_locals(**{name.text: self.expressions.element(domain)}))
        if condition is not None:
            body = (Act("if", (condition,), blocks=(body, ()), span=written.span),)
        return Act("for", (domain,), name.text, (body,), written.span)

    def _until(self, written: ast.Until, scope: Scope) -> Act | None:
        if not scope.rules:
            message = "a card may not loop until something happens; only rules may"
            self.expressions.world.report.error("until-in-card", message, written.span, "use `repeat` or `for`")
            return None
        condition = self.expressions.flag(written.condition, scope)
        body = self.block(written.body, scope)
        return Act("until", (condition,), blocks=(body,), span=written.span) if condition else None

    # -------------------------------------------------------------- decisions
    def _choose(self, written: ast.Choose, scope: Scope) -> Act | None:
        by = scope.owner if written.by is None else self.expressions.term(written.by, scope, PLAYER)
        if by is None:
            if written.by is None:
                report = self.expressions.world.report
                report.error("whose", "it is not said who chooses", written.span, "add `by` and a player")
            return None
        choice = self.choice("", by, written.options, written.optional, scope, written)
        otherwise = self.block(written.otherwise, scope)
        return Act("choose", (), choice, (otherwise,), written.span) if choice is not None else None

    def choice(
        self, name: str, by: Term, options: tuple[ast.Option, ...], optional: bool, scope: Scope, at: ast.Node
    ) -> int | None:
        """Registers a choice and returns its number."""
        number = len(self.choices)
        # Hold the place: choices inside the options come after this one.
        self.choices.append(ChoiceModel(number, name, by, (), optional, bool(name), at.span))
        checked = [self._option(option, scope) for option in options]
        if any(option is None for option in checked):
            return None
        full = tuple(option for option in checked if option)
        self.choices[number] = ChoiceModel(number, name, by, full, optional, bool(name), at.span)
        return number

    def _option(self, written: ast.Option, scope: Scope) -> OptionModel | None:
        inner = evolve(scope, locals=dict(scope.locals))
        names, domains = [], []
        for binding in written.bindings:
            self._new_name(binding.name, inner)
            domain = self.expressions.domain(binding.domain, inner)
            if domain is None:
                return None
            inner.locals[binding.name.text] = self.expressions.element(domain)
            names.append(binding.name.text)
            domains.append(domain)
        if len(names) > 3:
            self.expressions.world.report.error("too-large", "an option may run over three names", written.span)
            return None
        where = self.expressions.flag(written.where, inner) if written.where is not None else None
        label = self._label(written.label, written, inner)
        remark = self._label(written.remark, written, inner) if written.remark else None
        if label is None or (written.where is not None and where is None):
            return None
        for name in names:
            if f"{{{name}}}" not in written.label:
                message = f"the label does not show `{name}`, so its options would look alike"
                self.expressions.world.report.error("label", message, written.span, f"write `{{{name}}}` in it")
        body = self.block(written.body, inner)
        return OptionModel(label, remark, tuple(names), tuple(domains), where, body, written.span)

    def _label(self, text: str, written: ast.Option, scope: Scope) -> Label | None:
        parts: list[str | Term] = []
        position = 0
        for hole in HOLE.finditer(text):
            parts.append(text[position : hole.start()])
            position = hole.end()
            expression = parse_expression(hole.group(1), written.span, self.expressions.world.report)
            term = self.expressions.term(expression, scope) if expression is not None else None
            if term is None:
                return None
            parts.append(term)
        parts.append(text[position:])
        return Label(tuple(parts), text)


def _in_range(value: int, type: Type) -> bool:
    return (type.low is None or value >= type.low) and (type.high is None or value <= type.high)
