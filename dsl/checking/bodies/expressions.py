"""Expressions: finds out what every part means and what type it has.

`Expressions.term` returns a checked term, or None after a mistake was reported; a part that is None is
passed on in silence, so one mistake gives one message.
"""

from __future__ import annotations

from typing import cast

from attrs import define, evolve, field

from ...meaning import MOST_NUMBER
from ...model import FLAG, NUMBER, PAYMENT, PLAYER, SEVERAL, TEXT, Term, Type
from ...reading import ast
from ...statics import literal
from ..symbols import UNKNOWN, World
from . import several
from .calls import FOLDS, Calls
from .comparisons import Comparisons
from .formulas import Formulas
from .mismatches import as_set, certain, fits, or_none, with_article, wrong_type
from .names import Names
from .narrowing import facts_if, facts_unless
from .players import PlayerSets, can_be_some, is_some, opened
from .scope import Scope


@define
class Expressions:
    """The checker of expressions."""

    world: World
    formulas: Formulas = field(init=False)
    names: Names = field(init=False)
    calls: Calls = field(init=False)
    comparisons: Comparisons = field(init=False)
    players: PlayerSets = field(factory=PlayerSets)

    def __attrs_post_init__(self) -> None:
        self.formulas = Formulas(self.world, self.any_term)
        self.names = Names(self.world, self.formulas)
        self.calls = Calls(self)
        self.comparisons = Comparisons(self)

    # -------------------------------------------------------------- entry points
    def term(self, written: ast.Expr, scope: Scope, expected: Type | None = None) -> Term | None:
        """The checked form of an expression, of the expected type where one is given."""
        found = self.any_term(written, scope, expected)
        if found is not None and (expected is None or expected.tag == "set"):
            found = as_set(found)
        if found is None or expected is None or fits(self.world, found.type, expected):
            return found
        # In a scenario it is the scenario that fails where there is none.
        if scope.scenario and fits(self.world, certain(found.type), expected):
            return found
        if expected.tag == "set" and found.type.tag == "card" and self.world.is_kind(found.type.of, expected.of):
            return Term("singleton", Type("set", found.type.of), (found,), span=written.span)
        wrong_type(self.world, written.span, expected, found.type)
        return None

    def number(self, written: ast.Expr, scope: Scope) -> Term | None:
        """A term that is a number."""
        return self.term(written, scope, NUMBER)

    def flag(self, written: ast.Expr, scope: Scope) -> Term | None:
        """A term that is true or false."""
        return self.term(written, scope, FLAG)

    def any_term(self, written: ast.Expr, scope: Scope, hint: Type | None = None) -> Term | None:
        """The checked form of an expression, whatever its type; the hint says what words may mean."""
        before = self.world.viewer.moved(written.span)
        found = self._read(written, scope, hint)
        self.world.viewer.place = before
        fact = scope.known.get(written) if found is not None and scope.known else None
        if found is None or fact is None:
            return found
        type = certain(found.type)
        if type.tag == "card" and fact in self.world.kinds and self.world.is_kind(fact, type.of):
            type = evolve(type, of=fact)
        return evolve(found, type=type)

    def _read(self, written: ast.Expr, scope: Scope, hint: Type | None) -> Term | None:
        check = getattr(self, f"_{ast.form_of(written)}", self._misplaced)
        return cast(Term | None, check(written, scope, hint))

    def _misplaced(self, written: ast.Expr, scope: Scope, hint: Type | None) -> Term | None:
        self.world.report.error("misplaced", "this cannot stand here", written.span)
        return None

    # -------------------------------------------------------------- single words and what is behind them
    def _integer(self, written: ast.Integer, scope: Scope, hint: Type | None) -> Term:
        return Term("int", NUMBER, value=written.value, span=written.span)

    def _text(self, written: ast.Text, scope: Scope, hint: Type | None) -> Term:
        return Term("text", TEXT, value=written.value, span=written.span)

    def _name(self, written: ast.Name, scope: Scope, hint: Type | None) -> Term | None:
        return self.names.name(written.id, written.span, scope, hint)

    def _attribute(self, written: ast.Attribute, scope: Scope, hint: Type | None) -> Term | None:
        of = self.any_term(written.of, scope)
        if of is not None and of.type.tag == "layout":
            return self.names.slot(of, written.name, written.span, strict=scope.scenario)
        if of is None:
            return None
        known = evolve(of, type=certain(of.type)) if scope.scenario else of
        return self.names.field_of(known, written.name, written.span)

    def _apply(self, written: ast.Apply, scope: Scope, hint: Type | None) -> Term | None:
        return self.calls.call(written, scope)

    def _legal(self, written: ast.Legal, scope: Scope, hint: Type | None) -> Term | None:
        return self._of_scenario("legal", written.key, written, scope)

    def _won_by(self, written: ast.WonBy, scope: Scope, hint: Type | None) -> Term | None:
        return self._of_scenario("won_by", written.way, written, scope)

    def _of_scenario(self, op: str, text: str, written: ast.Expr, scope: Scope) -> Term | None:
        if scope.scenario:
            return Term(op, FLAG, value=text, span=written.span)
        return self._misplaced(written, scope, None)

    def _amount(self, written: ast.Amount, scope: Scope, hint: Type | None) -> Term | None:
        if hint is None:
            return self._misplaced(written, scope, hint)
        message = f"expected {with_article(str(hint))}, found an amount of `{written.of}`"
        self.world.report.error("wrong-type", message, written.span)
        return None

    # -------------------------------------------------------------- sets and loops
    def element(self, domain: Term) -> Type:
        """The type of the things a domain or set holds."""
        if domain.type.tag == "domain":
            of = domain.type.of
            if of == "payment":
                return PAYMENT
            return PLAYER if of == "player" else NUMBER if of == "number" else Type("enum", of)
        return Type("card", domain.type.of)

    def domain(self, written: ast.Expr, scope: Scope) -> Term | None:
        """Something a name can run over."""
        found = self.any_term(written, scope, Type("set", "card"))
        return self._gone_through(found, written) if found is not None else None

    def _gone_through(self, found: Term, written: ast.Expr) -> Term | None:
        found = as_set(found)
        if found.type.tag not in ("set", "domain"):
            wrong_type(self.world, written.span, "set", found.type)
            return None
        return found

    def run_over(self, written: ast.Expr, name: str, scope: Scope) -> tuple[Term | None, Term | None]:
        """What a name runs over, and what must hold for it where that is said with it."""
        found = self.any_term(written, scope, Type("set", "card"))
        if found is not None and found.type.tag == SEVERAL:
            return several.gone_through(found, name)
        if found is not None and is_some(found):
            return opened(found, name)
        return self._gone_through(found, written) if found is not None else None, None

    def narrowed(
        self, written: ast.Domain, name: ast.Word, scope: Scope
    ) -> tuple[Type, tuple[Term, Term | None] | None]:
        """What a name stands for that runs over a domain, and the domain with its condition, or None after a mistake.
        For sets the condition becomes part of the set."""
        self.names.new_name(name, scope)
        domain, held = self.run_over(written.of, name.text, scope)
        element = self.element(domain) if domain is not None else UNKNOWN
        condition = None
        if written.where is not None:
            condition = self.flag(written.where, scope.with_local(name.text, element))
        if domain is None or (condition is None and written.where is not None):
            return element, None
        if domain.type.tag == "set" and condition is not None:
            return element, (Term("filter", domain.type, (domain, condition), name.text, written.span), None)
        return element, (domain, several.both((held, condition)))

    def _comprehension(self, written: ast.Comprehension, scope: Scope, hint: Type | None) -> Term | None:
        fold, name = written.function.text, written.name.text
        if fold not in FOLDS:
            self.world.report.unknown("function", fold, written.function.span, FOLDS)
            return None
        element, found = self.narrowed(written.domain, written.name, scope)
        inner = scope.with_local(name, element)
        inner = inner.knowing(facts_if(written.domain.where))
        body: Term | None
        if fold == "count":
            # What is counted is the name itself; another body would change nothing.
            if not isinstance(written.body, ast.Name) or written.body.id != name:
                message = f"write `count({name} for {name} in ...)`"
                self.world.report.error("misplaced", message, written.body.span)
                return None
            body = Term("int", NUMBER, value=1)
        else:
            body = self.flag(written.body, inner) if fold in ("any", "all") else self.number(written.body, inner)
        if body is None or found is None:
            return None
        domain, condition = found
        args = (domain, body) if condition is None else (domain, body, condition)
        return Term("fold", FLAG if fold in ("any", "all") else NUMBER, args, (fold, name), written.span)

    def _filter(self, written: ast.Filter, scope: Scope, hint: Type | None) -> Term | None:
        of = self.domain(written.of, scope)
        if of is None:
            return None
        if of.type.tag != "set" and not is_some(of):
            wrong_type(self.world, written.of.span, "set", of.type)
            return None
        name = f"it{len(scope.locals)}"
        inner = evolve(scope.with_local(name, self.element(of)), element=(name, self.element(of)))
        condition = self.flag(written.condition, inner)
        if condition is None:
            return None
        if is_some(of):
            return self.players.narrowed(of, name, condition)
        kind = _kind_asked_for(condition, name) or of.type.of
        return Term("filter", Type("set", kind), (of, condition), name, written.span)

    def _listing(self, written: ast.Listing, scope: Scope, hint: Type | None) -> Term | None:
        inner = Type("card", hint.of) if hint and hint.tag == "set" else hint
        terms = [self.any_term(item, scope, inner) for item in written.items]
        items = tuple(term for term in terms if term is not None)
        if len(items) != len(terms):
            return None
        if not items:
            self.world.report.error("misplaced", "a list needs something in it", written.span)
            return None
        if all(item.type.tag == "card" for item in items):
            kinds = {item.type.of for item in items}
            return Term("cards", Type("set", kinds.pop() if len(kinds) == 1 else "card"), items, span=written.span)
        for item in items[1:]:
            if not fits(self.world, item.type, items[0].type):
                wrong_type(self.world, item.span, items[0].type, item.type)
                return None
        return Term("listing", Type("list", items[0].type.of or items[0].type.tag), items, span=written.span)

    def _index(self, written: ast.Index, scope: Scope, hint: Type | None) -> Term | None:
        of = self.any_term(written.of, scope)
        if of is None:
            return None
        if of.type.tag not in ("goods", "cost"):
            message = f"{with_article(str(of.type))} has no parts"
            self.world.report.error("wrong-type", message, written.span, "only costs and goods have parts")
            return None
        if of.type.tag == "cost" and isinstance(written.at, ast.Name) and written.at.id == self.world.money:
            return Term("printed_money", NUMBER, of.args, of.value, written.span)
        at = self.term(written.at, scope, Type("enum", self.world.goods)) if self.world.goods else None
        return Term("amount", NUMBER, (of.args[0], at), of.value, written.span) if at else None

    def _range(self, written: ast.Range, scope: Scope, hint: Type | None) -> Term | None:
        low, high = self.number(written.low, scope), self.number(written.high, scope)
        if low is None or high is None:
            return None
        return Term("range", Type("domain", "number"), (low, high), span=written.span)

    # -------------------------------------------------------------- operators
    def _logic(self, written: ast.Logic, scope: Scope, hint: Type | None) -> Term | None:
        terms = []
        for part in written.parts:
            terms.append(self.flag(part, scope))
            # The next part is only looked at where this one did not settle it.
            scope = scope.knowing(facts_if(part) if written.operator == "and" else facts_unless(part))
        found = tuple(term for term in terms if term is not None)
        return Term(written.operator, FLAG, found, span=written.span) if len(found) == len(terms) else None

    def _ternary(self, written: ast.Ternary, scope: Scope, hint: Type | None) -> Term | None:
        condition = self.flag(written.condition, scope)
        then = self.any_term(written.then, scope.knowing(facts_if(written.condition)), hint)
        other_scope = scope.knowing(facts_unless(written.condition))
        otherwise = self.any_term(written.otherwise, other_scope, hint or (then.type if then else None))
        if condition is None or then is None or otherwise is None:
            return None
        if SEVERAL in (then.type.tag, otherwise.type.tag):
            wrong_type(self.world, written.span, "single value", then.type)
            return None
        then, otherwise = as_set(then), as_set(otherwise)
        type = then.type
        if type.tag == "none" or otherwise.type.tag == "none":
            type = or_none(otherwise.type if type.tag == "none" else type)
        elif fits(self.world, certain(then.type), or_none(otherwise.type)):
            type = otherwise.type
        elif not fits(self.world, certain(otherwise.type), or_none(then.type)):
            wrong_type(self.world, written.otherwise.span, then.type, otherwise.type)
            return None
        if type.optional is False and (then.type.optional or otherwise.type.optional):
            type = or_none(type)
        return Term("cond", type, (condition, then, otherwise), span=written.span)

    def _arithmetic(self, written: ast.Arithmetic, scope: Scope, hint: Type | None) -> Term | None:
        left, right = self.any_term(written.left, scope), self.any_term(written.right, scope)
        if left is None or right is None:
            return None
        left, right = as_set(left), as_set(right)
        if left.type.tag == "set" and right.type.tag == "set" and written.operator in "+-":
            op = "union" if written.operator == "+" else "without"
            kind = left.type.of if op == "without" or fits(self.world, right.type, left.type) else "card"
            return Term(op, Type("set", kind), (left, right), span=written.span)
        if written.operator in "+-" and is_some(left) and can_be_some(right):
            return evolve(self.players.combined(written.operator, left, right), span=written.span)
        for term, place in ((left, written.left), (right, written.right)):
            if not fits(self.world, term.type, NUMBER):
                wrong_type(self.world, place.span, NUMBER, term.type)
                return None
        if written.operator == "/" and not (right.op == "int" and right.value > 0):
            message = "divide only by a number above 0 that is written out"
            self.world.report.error("out-of-range", message, written.right.span)
            return None
        found = Term(written.operator, NUMBER, (left, right), span=written.span)
        constant = literal(found)
        if constant is not None and abs(constant) > MOST_NUMBER:
            message = f"this comes to more than a number can be, {MOST_NUMBER:,}"
            self.world.report.error("out-of-range", message, written.span)
            return None
        return found

    def _compare(self, written: ast.Compare, scope: Scope, hint: Type | None) -> Term | None:
        return self.comparisons.compare(written, scope)


def _kind_asked_for(condition: Term, name: str) -> str | None:
    """The kind that every element fulfilling a condition is of, where the condition says so."""
    if condition.op == "is_kind" and condition.args[0].op == "local" and condition.args[0].value == name:
        return str(condition.value)
    if condition.op == "and":
        return next((kind for part in condition.args if (kind := _kind_asked_for(part, name))), None)
    return None
