"""Statements: checks what rules and cards do, and gathers every place where somebody decides."""

from __future__ import annotations

from itertools import pairwise
from math import prod
from typing import cast

from attrs import define, evolve, field

from ...diagnostic import Span, listed
from ...model import NONE, NUMBER, PAYMENT, PLAYER, SEVERAL, Act, ChoiceModel, Label, OptionModel, Term, Type
from ...reading import ast
from ...reading.labels import holes_of, texts_of
from ...statics import literal
from ..symbols import UNKNOWN, World
from .expressions import Expressions
from .joint_choices import together
from .mismatches import fits, or_none, wrong_type
from .narrowing import facts_if, facts_unless
from .players import NARROWED
from .scope import Scope
from .several import both
from .zone_statements import ZoneStatements

ASSIGNABLE = ("player_field", "table_field", "card_state", "local")
ENDING = (ast.Stop, ast.Finish, ast.Win)
MOST_NAMES = 3
MOST_OPTIONS = 60
MOST_OF_A_RANGE = 4000
# How many combinations of its names an option may have, and how many where a condition keeps only some of them.
MOST_COMBINATIONS, MOST_WITH_A_CONDITION = 20_000, 300_000


@define
class Statements:
    """The checker of statements; it numbers the choices it meets."""

    expressions: Expressions
    choices: list[ChoiceModel] = field(factory=list)
    ways: list[str] = field(factory=list)
    zones: ZoneStatements = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.zones = ZoneStatements(self.expressions)

    @property
    def world(self) -> World:
        """The names of the game."""
        return self.expressions.world

    def block(self, written: tuple[ast.Statement, ...], scope: Scope) -> tuple[Act, ...]:
        """The checked statements of a block; names made by `let` live to its end."""
        inner = evolve(scope, locals=dict(scope.locals))
        acts = []
        for statement in written:
            acts.append(self._statement(statement, inner))
            if isinstance(statement, ast.If) and statement.then and isinstance(statement.then[-1], ENDING):
                inner = inner.knowing(facts_unless(statement.condition))
            elif isinstance(statement, ast.Assign):
                inner = evolve(inner, known={t: f for t, f in inner.known.items() if t != statement.target})
        self._nothing_after_the_end(written)
        return tuple(act for act in acts if act is not None)

    def _nothing_after_the_end(self, written: tuple[ast.Statement, ...]) -> None:
        for one, following in pairwise(written):
            if isinstance(one, ENDING):
                message = "this is never done: the line above ends it"
                self.world.report.error("never-done", message, following.span)
                return

    # -------------------------------------------------------------- dispatch
    def _statement(self, written: ast.Statement, scope: Scope) -> Act | None:
        name = ast.form_of(written)
        check = getattr(self.zones, name, None) or getattr(self, f"_{name}")
        before = self.world.viewer.moved(written.span)
        act = cast(Act | None, check(written, scope))
        self.world.viewer.place = before
        return act

    def _winner(self, written: ast.Expr, scope: Scope) -> Term | None:
        """Who wins; `nobody` where the game ends in a draw."""
        if isinstance(written, ast.Name) and written.id == "nobody":
            return Term("int", NONE, value=-1, span=written.span)
        return self.expressions.term(written, scope, PLAYER)

    def _win(self, written: ast.Win, scope: Scope) -> Act | None:
        player = self._winner(written.player, scope)
        return Act("win", (player,), self._way(written.way), span=written.span) if player else None

    def _way(self, way: str) -> int:
        if way not in self.ways:
            self.ways.append(way)
        return self.ways.index(way)

    # -------------------------------------------------------------- single statements
    def _call(self, written: ast.Call, scope: Scope) -> Act | None:
        world, call = self.world, written.call
        arguments: tuple[ast.Expr, ...] = ()
        name: ast.Expr = call
        if isinstance(call, ast.Apply):
            name, arguments = call.function, call.arguments
        if not isinstance(name, ast.Name):
            help = "to give a field a value write `=`" if isinstance(call, ast.Compare) else ""
            world.report.error("no-effect", "this line does nothing", written.span, help)
            return None
        seen = world.seen
        if name.id in seen.procedures:
            id = seen.procedures.id(name.id)
            world.use("procedure", id)
            args = self.expressions.calls.arguments(name.id, world.procedures[id], arguments, written.span, scope)
            return Act("call", args, id, span=written.span) if args is not None else None
        known = {*scope.locals, *seen.formulas, *seen.player, *seen.table}
        if name.id in known and (name is call or name.id not in scope.locals):
            world.report.error("no-effect", f"`{name.id}` is a value; this line does nothing", written.span)
        elif name.id in seen.signals:
            help = f"write `emit {name.id}(...)`"
            world.report.error("no-effect", f"`{name.id}` is a signal", name.span, help)
        else:
            world.report.unknown("procedure", name.id, name.span, seen.procedures)
        return None

    def _assign(self, written: ast.Assign, scope: Scope) -> Act | None:
        expressions, report = self.expressions, self.world.report
        # What is known of the old value says nothing about the new one.
        known = {asked: fact for asked, fact in scope.known.items() if asked != written.target}
        target = expressions.any_term(written.target, evolve(scope, known=known))
        wanted = None
        if target is not None and target.op in ASSIGNABLE and target.type.tag not in ("set", "layout"):
            wanted = target.type if written.operator == "=" else NUMBER
        if isinstance(written.value, ast.Random):
            domain = expressions.domain(written.value.of, scope)
            value = None
        else:
            domain = None
            value = expressions.term(written.value, scope, wanted)
        if target is None:
            return None
        if target.op not in ASSIGNABLE or target.type.tag in ("set", "layout"):
            zone = target.type.tag in ("set", "layout")
            message = "cards are not given to a zone as a value" if zone else "this cannot be given a value"
            help = "move cards with `move ... to ...`" if zone else ""
            if target.op == "card_field":
                help = "what is printed on a card does not change; declare a `state` for what does"
            report.error("cannot-assign", message, written.target.span, help)
            return None
        if written.operator != "=" and target.type.tag != "number":
            wrong_type(self.world, written.target.span, NUMBER, target.type)
            return None
        if isinstance(written.value, ast.Random):
            if domain is None:
                return None
            picked = self._picked(domain)
            if written.operator != "=" or not fits(self.world, picked, target.type):
                wrong_type(self.world, written.value.span, target.type, picked)
                return None
            return Act("pick", (target, domain), written.value.label, span=written.span)
        if value is None:
            return None
        number = literal(value)
        if number is not None and written.operator == "=" and not _in_range(number, target.type):
            of = target.args[0].type.of if target.op == "card_state" else target.op.removesuffix("_field")
            changed = self.world.changed(of, str(target.value))
            self.world.out_of_range(f"{number} is outside of {target.type}", written.value.span, changed)
            return None
        return Act("assign", (target, value), written.operator, span=written.span)

    def _picked(self, domain: Term) -> Type:
        """What chance gives: of a set that may be empty perhaps none."""
        element = self.expressions.element(domain)
        return or_none(element) if domain.type.tag == "set" or domain.op == NARROWED else element

    def _let(self, written: ast.Let, scope: Scope) -> Act | None:
        name, expressions = written.name, self.expressions
        expressions.names.new_name(name, scope)
        # A name whose value is broken still exists: using it is not a second mistake.
        type = UNKNOWN
        act: Act | None = None
        if isinstance(written.value, ast.Random):
            domain = expressions.domain(written.value.of, scope)
            if domain is not None:
                type = self._picked(domain)
                local = Term("local", type, value=name.text)
                act = Act("pick", (local, domain), written.value.label, span=written.span)
        else:
            value = expressions.term(written.value, scope)
            if value is not None and value.type.tag in ("none", "list", "text", "switch", "domain", SEVERAL):
                wrong_type(self.world, written.value.span, "number, yes or no, player, card or set", value.type)
            elif value is not None:
                type = value.type
                act = Act("let", (value,), name.text, span=written.span)
        scope.locals[name.text] = type
        return act

    def _emit(self, written: ast.Emit, scope: Scope) -> Act | None:
        world, name, seen = self.world, written.signal.text, self.world.seen.signals
        if name not in seen:
            world.report.unknown("signal", name, written.signal.span, seen)
            return None
        id = seen.id(name)
        world.use("signal", id)
        args = self.expressions.calls.arguments(name, world.signals[id], written.arguments, written.span, scope)
        return Act("emit", args, id, span=written.span) if args is not None else None

    def _run(self, written: ast.Run, scope: Scope) -> Act | None:
        world = self.world
        player = self._decider(written.player, scope, written.span, "it is not said for whom", "`for`")
        if not isinstance(written.event, ast.Attribute):
            message = "expected an event of a card, such as `c.on_play` for a card `c`"
            world.report.error("wrong-type", message, written.event.span)
            return None
        card = self.expressions.term(written.event.of, scope, Type("card", "card"))
        if card is None:
            return None
        event = written.event.name
        kinds = [k for k in world.kinds_below(card.type.of) if event.text in world.kinds[k].events]
        if not kinds:
            legal = [e for k in world.kinds_below(card.type.of) for e in world.kinds[k].events]
            world.report.unknown("event", event.text, event.span, legal)
            return None
        world.mark_read(card.type.of, event.text)
        return Act("run", (card, player), event.text, span=written.span) if player else None

    def _decider(self, written: ast.Expr | None, scope: Scope, span: Span, message: str, word: str) -> Term | None:
        """The player who is named, or the owner of the card where nobody is."""
        if written is not None:
            return self.expressions.term(written, scope, PLAYER)
        if scope.owner is None:
            self.world.report.error("whose", message, span, f"add {word} and a player")
        return scope.owner

    def _settle(self, written: ast.Settle, scope: Scope) -> Act | None:
        payment = self.expressions.term(written.payment, scope, PAYMENT)
        player = self.expressions.term(written.player, scope, PLAYER)
        return Act("settle", (payment, player), span=written.span) if payment and player else None

    def _settle_fees(self, written: ast.SettleFees, scope: Scope) -> Act | None:
        item = self.expressions.term(written.item, scope, Type("card", "card"))
        player = self.expressions.term(written.player, scope, PLAYER)
        if not self.world.goods:
            self.world.report.error("misplaced", "fees need a `payment`", written.span)
            return None
        return Act("settle_fees", (item, player), span=written.span) if item and player else None

    def _finish(self, written: ast.Finish, scope: Scope) -> Act:
        return Act("finish", span=written.span)

    def _stop(self, written: ast.Stop, scope: Scope) -> Act:
        return Act("stop", span=written.span)

    # -------------------------------------------------------------- conditions and loops
    def _if(self, written: ast.If, scope: Scope) -> Act | None:
        condition = self.expressions.flag(written.condition, scope)
        then = self.block(written.then, scope.knowing(facts_if(written.condition)))
        otherwise = self.block(written.otherwise, scope.knowing(facts_unless(written.condition)))
        return Act("if", (condition,), blocks=(then, otherwise), span=written.span) if condition else None

    def _repeat(self, written: ast.Repeat, scope: Scope) -> Act | None:
        count = self.expressions.number(written.count, scope)
        body = self.block(written.body, scope)
        return Act("repeat", (count,), blocks=(body,), span=written.span) if count else None

    def _for(self, written: ast.For, scope: Scope) -> Act | None:
        name = written.name.text
        element, found = self.expressions.narrowed(written.domain, written.name, scope)
        inner = scope.with_local(name, element).knowing(facts_if(written.domain.where))
        body = self.block(written.body, inner)
        if found is None:
            return None
        domain, condition = found
        if condition is not None:
            body = (Act("if", (condition,), blocks=(body, ()), span=written.span),)
        return Act("for", (domain,), name, (body,), written.span)

    def _until(self, written: ast.Until, scope: Scope) -> Act | None:
        if not scope.rules:
            message = "a card may not loop until something happens; only rules may"
            self.world.report.error("until-in-card", message, written.span, "use `repeat` or `for`")
        condition = self.expressions.flag(written.condition, scope)
        body = self.block(written.body, scope)
        return Act("until", (condition,), blocks=(body,), span=written.span) if condition else None

    def _together(self, written: ast.Together, scope: Scope) -> Act | None:
        return together(self, written, scope)

    # -------------------------------------------------------------- decisions
    def _choose(self, written: ast.Choose, scope: Scope) -> Act | None:
        by = self._decider(written.by, scope, written.span, "it is not said who chooses", "`by`")
        choice = self.choice("", by, written.options, written.optional, scope, written)
        otherwise = self.block(written.otherwise, scope)
        return Act("choose", (), choice, (otherwise,), written.span) if choice is not None else None

    def choice(
        self,
        name: str,
        by: Term | None,
        options: tuple[ast.Option, ...],
        optional: bool,
        scope: Scope,
        at: ast.Node,
    ) -> int | None:
        """Registers a choice and returns its number; None after a mistake."""
        number = len(self.choices)
        decider = by or Term("int", PLAYER, value=0)
        # Hold the place: choices inside the options come after this one.
        self.choices.append(ChoiceModel(number, name, decider, (), optional, bool(name), at.span))
        if len(options) > MOST_OPTIONS:
            message = f"a choice may have {MOST_OPTIONS} options at most"
            self.world.report.error("too-large", message, options[MOST_OPTIONS].span)
        checked = [self._option(option, scope) for option in options]
        full = tuple(option for option in checked if option is not None)
        self.choices[number] = ChoiceModel(number, name, decider, full, optional, bool(name), at.span)
        return number if by is not None and len(full) == len(checked) else None

    def _option(self, written: ast.Option, scope: Scope) -> OptionModel | None:
        report = self.world.report
        inner = evolve(scope, locals=dict(scope.locals))
        names: list[str] = []
        domains: list[Term | None] = []
        conditions: list[Term | None] = []
        for binding in written.bindings:
            self.expressions.names.new_name(binding.name, inner)
            domain, held = self.expressions.run_over(binding.domain, binding.name.text, inner)
            conditions.append(held)
            element = self.expressions.element(domain) if domain is not None else UNKNOWN
            if domain is not None and domain.op == "around":
                report.error("misplaced", "options come by seat, not round the table", binding.domain.span)
                domain = None
            if element == NUMBER and not _few_numbers(domain):
                message = "an option runs over cards, players, an enum or numbers that are written out"
                help = f"such as `1..6`, from -{MOST_OF_A_RANGE} to {MOST_OF_A_RANGE} at most"
                report.error("wrong-type", message, binding.domain.span, help)
                domain = None
            inner.locals[binding.name.text] = element
            names.append(binding.name.text)
            domains.append(domain)
        if len(names) > MOST_NAMES:
            message = f"an option may run over {MOST_NAMES} names at most"
            report.error("too-large", message, written.bindings[MOST_NAMES].span)
        self._not_too_many(written, domains)
        where = self.expressions.flag(written.where, inner) if written.where is not None else None
        inner = inner.knowing(facts_if(written.where))
        label = self._label(written.label, written.label_holes, inner)
        remark = self._label(written.remark, written.remark_holes, inner) if written.remark else None
        unseen = [name for name in names if f"{{{name}}}" not in written.label.text]
        if unseen and label is not None:
            message = f"the label does not show {listed(unseen)}, so its options would look alike"
            help = f"write {listed(f'{{{name}}}' for name in unseen)} in it"
            report.error("label", message, written.label.span, help)
        body = self.block(written.body, inner)
        found = tuple(domain for domain in domains if domain is not None)
        if label is None or len(found) != len(domains) or (written.where is not None and where is None):
            return None
        return OptionModel(label, remark, tuple(names), found, both([*conditions, where]), body, written.span)

    def _not_too_many(self, written: ast.Option, domains: list[Term | None]) -> None:
        """Reports an option whose numbers and members alone make more combinations than can be looked through."""
        combinations = prod(self._least(domain) for domain in domains if domain is not None)
        most = MOST_COMBINATIONS if written.where is None else MOST_WITH_A_CONDITION
        if combinations > most:
            message = f"this option has {combinations:,} combinations; {most:,} are possible"
            help = "" if written.where is not None else f"with a condition {MOST_WITH_A_CONDITION:,}"
            self.world.report.error("too-large", message, written.span, help)

    def _least(self, domain: Term) -> int:
        """How many values the text says there are, or 1 where that depends on the game."""
        if domain.op == "members":
            return len(self.world.enums.get(domain.value, ()))
        low, high = (literal(end) for end in domain.args) if domain.op == "range" else (None, None)
        return max(0, high - low + 1) if low is not None and high is not None else 1

    def _label(self, written: ast.Word, holes: tuple[ast.Expr | None, ...], scope: Scope) -> Label | None:
        first, *others = texts_of(written)
        parts: list[str | Term] = [first]
        for expression, (_, place), text in zip(holes, holes_of(written), others, strict=True):
            term = self.expressions.term(expression, scope) if expression is not None else None
            if term is None:
                return None
            if term.type.tag not in ("number", "card", "player", "enum", "payment"):
                wrong_type(self.world, place, "number, card, player or member of an enum", term.type)
                return None
            parts += [term, text]
        return Label(tuple(parts), written.text)


def _few_numbers(domain: Term | None) -> bool:
    """Whether a domain is a range of numbers that are written out and not too large."""
    if domain is None or domain.op != "range":
        return False
    ends = [literal(end) for end in domain.args]
    return all(end is not None and abs(end) <= MOST_OF_A_RANGE for end in ends)


def _in_range(value: int, type: Type) -> bool:
    return (type.low is None or value >= type.low) and (type.high is None or value <= type.high)
