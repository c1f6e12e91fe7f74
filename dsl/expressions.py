"""Expressions: finds out what every name means and what type every part has.

`Expressions.term` returns a checked term, or None after a mistake was reported; a part that is None is passed on
in silence, so one mistake gives one message.
"""

from __future__ import annotations

from attrs import define, evolve, field

from . import ast
from .diagnostic import Span
from .model import FLAG, NONE, NUMBER, PATTERN, PLAYER, TEXT, Procedure, Term, Type
from .world import SEATS, World

FOLDS = ("sum", "count", "max", "min", "any", "all")
PLAYER_STEPS = ("opponent", "left", "right")


@define
class Scope:
    """What names mean at a place: the locals, whose fields bare names are, and the element of a `where`."""

    locals: dict[str, Type] = field(factory=dict)
    owner: Term | None = None
    element: tuple[str, Type] | None = None
    card: int | None = None
    scenario: bool = False
    rules: bool = True

    def with_locals(self, **more: Type) -> Scope:
        """The same place with further names."""
        return evolve(self, locals={**self.locals, **more})


@define
class Expressions:
    """The checker of expressions; formulas are checked when first used."""

    world: World
    formulas: dict[str, Procedure | None] = field(factory=dict)
    _open: list[str] = field(factory=list)

    # -------------------------------------------------------------- entry points
    def term(self, written: ast.Expr, scope: Scope, expected: Type | None = None) -> Term | None:
        """The checked form of an expression, of the expected type where one is given."""
        found = self._term(written, scope, expected)
        if found is None or expected is None or self.fits(found.type, expected):
            return found
        if expected.tag == "set" and found.type.tag == "card" and self.world.related(found.type.of, expected.of):
            return Term("singleton", Type("set", found.type.of), (found,), span=written.span)
        self.wrong(written.span, expected, found.type)
        return None

    def number(self, written: ast.Expr, scope: Scope) -> Term | None:
        """A term that is a number."""
        return self.term(written, scope, NUMBER)

    def flag(self, written: ast.Expr, scope: Scope) -> Term | None:
        """A term that is true or false."""
        return self.term(written, scope, FLAG)

    def fits(self, found: Type, expected: Type) -> bool:
        """Whether a value of one type can stand where another is expected."""
        if found.tag == "none":
            return expected.optional
        if found.tag in ("card", "set", "layout") and expected.tag == found.tag:
            return self.world.related(found.of, expected.of)
        return found.tag == expected.tag and found.of == expected.of

    def wrong(self, span: Span, expected: Type | str, found: Type) -> None:
        """Reports a value of the wrong type."""
        self.world.report.error("wrong-type", f"expected {_article(str(expected))}, found {_article(str(found))}", span)

    # -------------------------------------------------------------- dispatch
    def _term(self, written: ast.Expr, scope: Scope, expected: Type | None) -> Term | None:
        match written:
            case ast.Integer(value=value):
                return Term("int", NUMBER, value=value, span=written.span)
            case ast.Text(value=text):
                return Term("text", TEXT, value=text, span=written.span)
            case ast.Name(id=name):
                return self._name(name, written.span, scope, expected)
            case ast.Attribute():
                return self._attribute(written, scope)
            case ast.Apply():
                return self._apply(written, scope)
            case ast.Index():
                return self._index(written, scope)
            case ast.Comprehension():
                return self._comprehension(written, scope)
            case ast.Filter():
                return self._filter(written, scope)
            case ast.Ternary():
                return self._ternary(written, scope, expected)
            case ast.Logic(operator=operator, parts=parts):
                terms = [self.flag(part, scope) for part in parts]
                if any(t is None for t in terms):
                    return None
                return Term(operator, FLAG, tuple(t for t in terms if t), span=written.span)
            case ast.Compare():
                return self._compare(written, scope)
            case ast.Range():
                low, high = self.number(written.low, scope), self.number(written.high, scope)
                return Term("range", Type("domain", "number"), (low, high), span=written.span) if low and high else None
            case ast.Arithmetic():
                return self._arithmetic(written, scope)
            case ast.Listing():
                return self._listing(written, scope, expected)
            case ast.Legal() | ast.WonBy() if scope.scenario:
                op, text = ("legal", written.key) if isinstance(written, ast.Legal) else ("won_by", written.way)
                return Term(op, FLAG, value=text, span=written.span)
        self.world.report.error("misplaced", "this cannot stand here", written.span)
        return None

    # -------------------------------------------------------------- names
    def _name(self, name: str, span: Span, scope: Scope, expected: Type | None) -> Term | None:
        found = (
            self._local(name, span, scope)
            or self._expected(name, span, expected)
            or self._field(name, span, scope)
            or self._global(name, span, scope)
        )
        if found is None:
            self._unknown(name, span, scope, expected)
        elif found.op == "broken":
            return None
        return found

    def _local(self, name: str, span: Span, scope: Scope) -> Term | None:
        if name in scope.locals:
            return Term("local", scope.locals[name], value=name, span=span)
        if name == "it" and scope.element is not None:
            return Term("local", scope.element[1], value=scope.element[0], span=span)
        if scope.owner is not None:
            if name == "self":
                return evolve(scope.owner, span=span)
            if name in PLAYER_STEPS:
                return self._step(name, scope.owner, span)
        if name == "this" and scope.card is not None:
            card = next(c for i, c in self.world.cards.values() if i == scope.card)
            return Term("card", Type("card", card.kind.text), value=scope.card, span=span)
        if scope.element is not None:
            of = scope.element[1]
            if of.tag == "card" and (self.world.field_type(of.of, name) or self.world.state_of(of.of, name)):
                element = Term("local", of, value=scope.element[0], span=span)
                return self._card_field(element, ast.Word(name, span)) or Term("broken", NONE)
        return None

    def _step(self, name: str, player: Term, span: Span) -> Term | None:
        if name == "opponent" and self.world.players != (2, 2):
            self.world.report.error("misplaced", "there is an opponent only where two play", span)
            return None
        return Term(name, PLAYER, (player,), span=span)

    def _expected(self, name: str, span: Span, expected: Type | None) -> Term | None:
        if expected is None:
            return None
        if name == "none" and expected.optional:
            return Term("int", NONE, value=-1, span=span)
        if expected.tag == "enum" and name in self.world.enums[expected.of]:
            return Term("int", Type("enum", expected.of), value=self.world.enums[expected.of].index(name), span=span)
        if expected.tag == "flag" and name in ("yes", "no"):
            return Term("int", FLAG, value=int(name == "yes"), span=span)
        if expected.tag == "player" and name in SEATS[: self.world.players[1]]:
            return Term("int", PLAYER, value=SEATS.index(name), span=span)
        if expected.tag in ("card", "set") and name in self.world.cards:
            return self._card(name, span)
        if expected.tag == "pattern" and name in self.world.layouts:
            return self._pattern(name, span)
        return None

    def _card(self, name: str, span: Span) -> Term:
        index, card = self.world.cards[name]
        return Term("card", Type("card", card.kind.text), value=index, span=span)

    def _pattern(self, name: str, span: Span) -> Term:
        return Term("int", PATTERN, value=list(self.world.layouts).index(name), span=span)

    def _field(self, name: str, span: Span, scope: Scope) -> Term | None:
        world = self.world
        if name in world.player and scope.owner is not None:
            world.read.add(("player", name))
            return Term("player_field", world.player[name].type, (scope.owner,), name, span)
        if name in world.table:
            world.read.add(("table", name))
            return Term("table_field", world.table[name].type, (), name, span)
        if name in world.formulas and not world.formulas[name].params:
            formula = self.formula(name)
            if formula is None:
                return Term("broken", NONE)
            assert isinstance(formula.body, Term)
            return Term(world.formulas[name].form, formula.body.type, (), name, span)
        if name in world.switches:
            return Term("switch", Type("switch", name), (), name, span)
        return None

    def _global(self, name: str, span: Span, scope: Scope) -> Term | None:
        world = self.world
        if name == "players":
            return Term("players", Type("domain", "player"), span=span)
        if name in ("yes", "no"):
            return Term("int", FLAG, value=int(name == "yes"), span=span)
        if name == "none":
            return Term("int", NONE, value=-1, span=span)
        if name == "over":
            return Term("over", FLAG, span=span)
        if name in ("decider", "winner") and scope.scenario:
            return Term(name, Type("player", optional=True), span=span)
        if name in world.kinds or name == "card":
            return Term("kind", Type("set", name), value=name, span=span)
        if name in SEATS[: world.players[1]]:
            return Term("int", PLAYER, value=SEATS.index(name), span=span)
        if name in world.enums:
            return Term("members", Type("domain", name), value=name, span=span)
        if name in world.layouts:
            return self._pattern(name, span)
        if name in world.cards:
            return self._card(name, span)
        owners = [enum for enum, members in world.enums.items() if name in members]
        if len(owners) == 1:
            return Term("int", Type("enum", owners[0]), value=world.enums[owners[0]].index(name), span=span)
        return None

    def _unknown(self, name: str, span: Span, scope: Scope, expected: Type | None) -> None:
        world = self.world
        if expected is not None and expected.tag == "enum":
            world.unknown(expected.of, name, span, world.enums[expected.of])
            return
        if name in world.player:
            help = f"say whose: `self.{name}` on a card, `p.{name}` for a player `p`"
            world.report.error("whose", f"`{name}` belongs to a player, but it is not said to whom", span, help)
            return
        if name in world.formulas:
            world.report.error("wrong-arguments", f"`{name}` needs its arguments in brackets", span)
            return
        element = world.fields_of(scope.element[1].of) if scope.element else []
        legal = [*scope.locals, *element, *world.table, *world.formulas, *world.switches, *world.kinds, *world.enums]
        if scope.owner is not None:
            legal += ["self", *PLAYER_STEPS, *world.player]
        if expected is not None and expected.tag in ("card", "set"):
            legal += world.cards
        if expected is not None and expected.tag == "player":
            legal += SEATS[: world.players[1]]
        world.unknown("name", name, span, legal)

    # -------------------------------------------------------------- fields
    def _attribute(self, written: ast.Attribute, scope: Scope) -> Term | None:
        of = self._term(written.of, scope, None)
        if of is None:
            return None
        name = written.name
        if of.type.tag == "player":
            if name.text in PLAYER_STEPS:
                return self._step(name.text, of, written.span)
            if name.text in self.world.player:
                self.world.read.add(("player", name.text))
                return Term("player_field", self.world.player[name.text].type, (of,), name.text, written.span)
            self.world.unknown("player field", name.text, name.span, self.world.player)
            return None
        if of.type.tag == "card":
            found = self._card_field(of, name)
            return evolve(found, span=written.span) if found else None
        self.world.report.error("wrong-type", f"{_article(str(of.type))} has no fields", name.span)
        return None

    def _card_field(self, card: Term, name: ast.Word) -> Term | None:
        kind = card.type.of
        state = self.world.state_of(kind, name.text)
        if state is not None:
            self.world.mark_read(kind, name.text)
            return Term("card_state", state.type, (card,), name.text, name.span)
        type = self.world.field_type(kind, name.text)
        if type is None:
            self.world.unknown("field", name.text, name.span, self.world.fields_of(kind))
            return None
        self.world.mark_read(kind, name.text)
        return Term("card_field", type, (card,), name.text, name.span)

    def _index(self, written: ast.Index, scope: Scope) -> Term | None:
        of = self._term(written.of, scope, None)
        if of is None:
            return None
        if of.type.tag not in ("goods", "cost"):
            self.world.report.error("wrong-type", f"{_article(str(of.type))} has no parts", written.span)
            return None
        at = self.term(written.at, scope, Type("enum", self.world.goods)) if self.world.goods else None
        return Term("amount", NUMBER, (of.args[0], at), of.value, written.span) if at else None

    # -------------------------------------------------------------- calls
    def _apply(self, written: ast.Apply, scope: Scope) -> Term | None:
        function, arguments = written.function, written.arguments
        if isinstance(function, ast.Attribute):
            return self._apply_formula_field(function, written, scope)
        if not isinstance(function, ast.Name):
            self.world.report.error("misplaced", "this cannot be called", function.span)
            return None
        name = function.id
        if name == "count" and arguments:
            return self._count(written, scope)
        if name in FOLDS and len(arguments) >= 2 and name in ("max", "min"):
            terms = [self.number(a, scope) for a in arguments]
            return None if None in terms else Term(name, NUMBER, tuple(t for t in terms if t), span=written.span)
        builtin = self._builtin(name, written, scope)
        if builtin is not None:
            return None if builtin.op == "broken" else builtin
        if name in PLAYER_STEPS and len(arguments) == 1:
            player = self.term(arguments[0], scope, PLAYER)
            return self._step(name, player, written.span) if player else None
        if name in self.world.player and len(arguments) == 1:
            player = self.term(arguments[0], scope, PLAYER)
            self.world.read.add(("player", name))
            return Term("player_field", self.world.player[name].type, (player,), name, written.span) if player else None
        if name in self.world.formulas:
            return self._call_formula(name, function.span, arguments, written.span, scope)
        if name in self.world.procedures:
            self.world.report.error("misplaced", f"`{name}` does something; it has no value", function.span)
            return None
        legal = [*self.world.formulas, *self.world.player, *FOLDS, *PLAYER_STEPS, *BUILTINS]
        self.world.unknown("function", name, function.span, legal)
        return None

    def _builtin(self, name: str, written: ast.Apply, scope: Scope) -> Term | None:
        shape = BUILTINS.get(name)
        if shape is None or name in self.world.formulas:
            return None
        if len(written.arguments) != len(shape):
            self._arity(name, len(shape), len(written.arguments), written.span)
            return Term("broken", NONE)
        if name in ("price", "goods_price") and not self.world.goods:
            self.world.report.error("misplaced", "there is no `payment` that says how costs are paid", written.span)
            return Term("broken", NONE)
        if name == "score":
            return self._score(written, scope) or Term("broken", NONE)
        terms = [self.term(a, scope, t) for a, t in zip(written.arguments, shape, strict=True)]
        if None in terms:
            return Term("broken", NONE)
        args = tuple(t for t in terms if t)
        if name == "uncovered":
            return Term(name, Type("set", args[0].type.of), args, span=written.span)
        if name == "owner":
            return Term(name, Type("player", optional=True), args, span=written.span)
        return Term(name, NUMBER, args, span=written.span)

    def _score(self, written: ast.Apply, scope: Scope) -> Term | None:
        player = self.term(written.arguments[0], scope, PLAYER)
        category = written.arguments[1]
        names = self.world.composed.categories
        if not isinstance(category, ast.Name) or category.id not in names:
            self.world.unknown("category", getattr(category, "id", "?"), category.span, names)
            return None
        return Term("score", NUMBER, (player,), category.id, written.span) if player else None

    def _apply_formula_field(self, function: ast.Attribute, written: ast.Apply, scope: Scope) -> Term | None:
        found = self._attribute(function, scope)
        if found is None:
            return None
        if found.type.tag != "formula":
            self.world.report.error("wrong-type", f"`{function.name}` is not a formula", function.name.span)
            return None
        if len(written.arguments) != 1:
            self._arity(function.name.text, 1, len(written.arguments), written.span)
            return None
        player = self.term(written.arguments[0], scope, PLAYER)
        return Term("formula", NUMBER, (found.args[0], player), found.value, written.span) if player else None

    def _count(self, written: ast.Apply, scope: Scope) -> Term | None:
        first, rest = written.arguments[0], written.arguments[1:]
        # count(wonders, self) means count(wonders(self)).
        inner = ast.Apply(first, rest, span=first.span) if rest else first
        found = self._term(inner, scope, None)
        if found is None:
            return None
        if found.type.tag not in ("set", "layout", "domain"):
            self.wrong(first.span, "set", found.type)
            return None
        return Term("count", NUMBER, (found,), span=written.span)

    def _call_formula(self, name: str, at: Span, arguments: tuple[ast.Expr, ...], span: Span, scope: Scope) -> Term | None:
        formula = self.formula(name)
        if formula is None:
            return None
        args = self.arguments(name, formula.params, arguments, span, scope)
        if args is None:
            return None
        assert isinstance(formula.body, Term)
        return Term(self.world.formulas[name].form, formula.body.type, args, name, span)

    def arguments(
        self, name: str, params: tuple[tuple[str, Type], ...], arguments: tuple[ast.Expr, ...], span: Span, scope: Scope
    ) -> tuple[Term, ...] | None:
        """The checked arguments of a call, or None."""
        if len(params) != len(arguments):
            self._arity(name, len(params), len(arguments), span)
            return None
        terms = [self.term(a, scope, type) for a, (_, type) in zip(arguments, params, strict=True)]
        return None if None in terms else tuple(t for t in terms if t)

    def _arity(self, name: str, wanted: int, found: int, span: Span) -> None:
        plural = "argument" if wanted == 1 else "arguments"
        self.world.report.error("wrong-arguments", f"`{name}` takes {wanted} {plural}, found {found}", span)

    def formula(self, name: str) -> Procedure | None:
        """The checked define or value of that name; one that needs itself is reported."""
        if name in self.formulas:
            return self.formulas[name]
        written = self.world.formulas[name]
        if name in self._open:
            way = " -> ".join([*self._open[self._open.index(name) :], name])
            self.world.report.error("endless", f"`{name}` is defined by itself: {way}", written.name.span)
            return None
        self._open.append(name)
        params = self.world.params_of(written.params)
        body = self._term(written.body, Scope(locals=dict(params)), None)
        self._open.pop()
        if body is not None and body.type.tag == "card":
            pass
        checked = Procedure(name, params, body, written.span) if body is not None else None
        self.formulas[name] = checked
        return checked

    # -------------------------------------------------------------- sets and loops
    def element(self, domain: Term) -> Type:
        """The type of the things a domain or set holds."""
        if domain.type.tag == "domain":
            of = domain.type.of
            return PLAYER if of == "player" else NUMBER if of == "number" else Type("enum", of)
        return Type("card", domain.type.of)

    def domain(self, written: ast.Expr, scope: Scope) -> Term | None:
        """Something a name can run over."""
        found = self._term(written, scope, Type("set", "card"))
        if found is None:
            return None
        if found.type.tag == "layout":
            return Term("contents", Type("set", found.type.of), (found,), span=found.span)
        if found.type.tag not in ("set", "domain"):
            self.wrong(written.span, "set", found.type)
            return None
        return found

    def narrowed(self, written: ast.Domain, name: str, scope: Scope) -> tuple[Term, Term | None] | None:
        """A domain with its condition; for sets the condition becomes part of the set."""
        domain = self.domain(written.of, scope)
        if domain is None:
            return None
        if written.where is None:
            return domain, None
        condition = self.flag(written.where, scope.with_locals(**{name: self.element(domain)}))
        if condition is None:
            return None
        if domain.type.tag == "set":
            return Term("filter", domain.type, (domain, condition), name, written.span), None
        return domain, condition

    def _comprehension(self, written: ast.Comprehension, scope: Scope) -> Term | None:
        fold, name = written.function.text, written.name.text
        if fold not in FOLDS:
            self.world.unknown("function", fold, written.function.span, FOLDS)
            return None
        found = self.narrowed(written.domain, name, scope)
        if found is None:
            return None
        domain, condition = found
        inner = scope.with_locals(**{name: self.element(domain)})
        if fold == "count":
            # What is counted is the name itself; another body would change nothing.
            if not isinstance(written.body, ast.Name) or written.body.id != name:
                self.world.report.error("misplaced", f"write `count({name} for {name} in ...)`", written.body.span)
                return None
            body: Term | None = Term("int", NUMBER, value=1)
        else:
            body = self.flag(written.body, inner) if fold in ("any", "all") else self.number(written.body, inner)
        if body is None:
            return None
        type = FLAG if fold in ("any", "all") else NUMBER
        args = (domain, body) if condition is None else (domain, body, condition)
        return Term("fold", type, args, (fold, name), written.span)

    def _filter(self, written: ast.Filter, scope: Scope) -> Term | None:
        of = self.domain(written.of, scope)
        if of is None:
            return None
        if of.type.tag != "set":
            self.wrong(written.of.span, "set", of.type)
            return None
        name = f"it{len(scope.locals)}"
        inner = evolve(scope.with_locals(**{name: self.element(of)}), element=(name, self.element(of)))
        condition = self.flag(written.condition, inner)
        return Term("filter", of.type, (of, condition), name, written.span) if condition else None

    def _listing(self, written: ast.Listing, scope: Scope, expected: Type | None) -> Term | None:
        inner = Type("card", expected.of) if expected and expected.tag == "set" else expected
        terms = [self._term(item, scope, inner) for item in written.items]
        if None in terms:
            return None
        items = tuple(t for t in terms if t)
        if not items:
            self.world.report.error("misplaced", "a list needs something in it", written.span)
            return None
        for item in items[1:]:
            if not self.fits(item.type, items[0].type):
                self.wrong(item.span, items[0].type, item.type)
                return None
        if all(item.type.tag == "card" for item in items):
            return Term("cards", Type("set", items[0].type.of if len({i.type.of for i in items}) == 1 else "card"), items, span=written.span)
        return Term("listing", Type("list", items[0].type.of or items[0].type.tag), items, span=written.span)

    # -------------------------------------------------------------- operators
    def _ternary(self, written: ast.Ternary, scope: Scope, expected: Type | None) -> Term | None:
        condition = self.flag(written.condition, scope)
        then = self._term(written.then, scope, expected)
        otherwise = self._term(written.otherwise, scope, expected or (then.type if then else None))
        if condition is None or then is None or otherwise is None:
            return None
        if not self.fits(otherwise.type, then.type):
            self.wrong(written.otherwise.span, then.type, otherwise.type)
            return None
        return Term("cond", then.type, (condition, then, otherwise), span=written.span)

    def _arithmetic(self, written: ast.Arithmetic, scope: Scope) -> Term | None:
        left, right = self._term(written.left, scope, None), self._term(written.right, scope, None)
        if left is None or right is None:
            return None
        if left.type.tag == "set" and right.type.tag == "set" and written.operator in "+-":
            kind = left.type.of if left.type.of == right.type.of else "card"
            return Term("union" if written.operator == "+" else "without", Type("set", kind), (left, right), span=written.span)
        for term, place in ((left, written.left), (right, written.right)):
            if term.type.tag != "number":
                self.wrong(place.span, NUMBER, term.type)
                return None
        if written.operator == "/" and not (right.op == "int" and right.value > 0):
            self.world.report.error("out-of-range", "divide only by a number above 0 that is written out", written.right.span)
            return None
        return Term(written.operator, NUMBER, (left, right), span=written.span)

    def _compare(self, written: ast.Compare, scope: Scope) -> Term | None:
        operator = written.operator
        left = self._term(written.left, scope, None)
        if left is None:
            return None
        if operator in ("in", "not in"):
            return self._within(written, left, scope, operator == "not in")
        if operator in ("is", "is not"):
            special = self._is_special(written, left, operator == "is not")
            if special is not None:
                return None if special.op == "broken" else special
        if left.type.tag == "switch":
            return self._is_switch(written, left, operator)
        right = self._term(written.right, scope, evolve_optional(left.type))
        if right is None:
            return None
        if operator in ("<", "<=", ">", ">=") and left.type.tag != "number":
            self.wrong(written.left.span, NUMBER, left.type)
            return None
        comparable = self.fits(right.type, left.type) or self.fits(left.type, right.type)
        if not comparable or left.type.tag in ("cost", "goods", "formula", "domain", "list"):
            self.wrong(written.right.span, left.type, right.type)
            return None
        symbol = {"is": "==", "is not": "!="}.get(operator, operator)
        return Term(symbol, FLAG, (left, right), span=written.span)

    def _is_special(self, written: ast.Compare, left: Term, negated: bool) -> Term | None:
        """`is none`, `is empty` and `is KIND`."""
        if not isinstance(written.right, ast.Name):
            return None
        word = written.right.id
        found: Term | None = None
        if word == "empty" and left.type.tag in ("set", "layout"):
            found = Term("==", FLAG, (Term("count", NUMBER, (left,)), Term("int", NUMBER, value=0)), span=written.span)
        elif word == "none":
            if not left.type.optional:
                self.world.report.error("wrong-type", f"{_article(str(left.type))} is never none", written.span)
                return Term("broken", NONE)
            found = Term("==", FLAG, (left, Term("int", NONE, value=-1)), span=written.span)
        elif word in self.world.kinds and left.type.tag == "card":
            found = Term("is_kind", FLAG, (left,), word, written.span)
        return Term("not", FLAG, (found,), span=written.span) if found and negated else found

    def _is_switch(self, written: ast.Compare, left: Term, operator: str) -> Term | None:
        choices = self.world.switches[str(left.value)][0]
        word = written.right.id if isinstance(written.right, ast.Name) else ""
        if word not in choices or operator not in ("is", "is not", "==", "!="):
            self.world.unknown("choice", word or "?", written.right.span, choices)
            return None
        symbol = "==" if operator in ("is", "==") else "!="
        return Term(symbol, FLAG, (left, Term("int", NUMBER, value=choices.index(word))), span=written.span)

    def _within(self, written: ast.Compare, left: Term, scope: Scope, negated: bool) -> Term | None:
        wanted = Type("set", left.type.of) if left.type.tag == "card" else left.type
        right = self._term(written.right, scope, wanted)
        if right is None:
            return None
        if right.op == "listing":
            if not self.fits(right.args[0].type, left.type):
                self.wrong(written.right.span, left.type, right.args[0].type)
                return None
            found = Term("among", FLAG, (left, *right.args), span=written.span)
        elif right.type.tag == "set" and left.type.tag == "card":
            found = Term("has", FLAG, (right, left), span=written.span)
        elif right.op == "range" and left.type.tag == "number":
            low, high = right.args
            found = Term("and", FLAG, (Term("<=", FLAG, (low, left)), Term("<=", FLAG, (left, high))), span=written.span)
        else:
            self.wrong(written.right.span, f"set that can hold {_article(str(left.type))}", right.type)
            return None
        return Term("not", FLAG, (found,), span=written.span) if negated else found


BUILTINS: dict[str, tuple[Type, ...]] = {
    "price": (PLAYER, Type("card", "card")),
    "goods_price": (PLAYER, Type("card", "card")),
    "uncovered": (Type("layout", "card"),),
    "owner": (Type("card", "card"),),
    "score": (PLAYER, TEXT),
    "total": (PLAYER,),
}


def evolve_optional(type: Type) -> Type:
    """The same type, which may be none."""
    return Type(type.tag, type.of, type.low, type.high, True)


def _article(words: str) -> str:
    if words[:1].isdigit() or words.startswith(("yes", "-", "nothing")):
        return words
    return ("an " if words[:1] in "aeiou" else "a ") + words
