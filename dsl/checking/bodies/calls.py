"""Calls: checks what is written with brackets behind a name, and the formulas that are called that way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve

from ...diagnostic import Span
from ...model import CATEGORY, FLAG, NUMBER, PATTERN, PLAYER, SEVERAL, TEXT, Term, Type
from ...reading import ast
from ..symbols import UNKNOWN, World
from .mismatches import counted, wrong_type
from .names import PLAYER_STEPS, Names
from .players import PLAYERS, is_some, replaced
from .players import how_many as count_of
from .scope import Scope
from .several import how_many

if TYPE_CHECKING:
    from .expressions import Expressions

FOLDS = ("sum", "count", "max", "min", "any", "all")
CARD = Type("card", "card")
# What only a scenario can ask: whether a player has won, sees a card's face, or must think that it may be another card.
SCENARIO_CALLS: dict[str, tuple[Type, ...]] = {
    "has_won": (PLAYER,),
    "sees": (PLAYER, CARD),
    "could_be": (PLAYER, CARD, CARD),
}
BUILTINS: dict[str, tuple[Type, ...]] = {
    "price": (PLAYER, CARD),
    "goods_price": (PLAYER, CARD),
    "uncovered": (Type("layout", "card"),),
    "owner": (CARD,),
    "payments": (PLAYER, CARD),
    "namesakes": (CARD,),
    "top": (NUMBER, Type("set", "card")),
    "unrevealed": (Type("layout", "card"),),
    "around": (PLAYER,),
    "face_up": (Type("layout", "card"),),
    "face_down": (Type("layout", "card"),),
    "row": (NUMBER, Type("layout", "card")),
    "slots": (PATTERN,),
    "score": (PLAYER, TEXT),
    "total": (PLAYER,),
}
# Calls whose names a pack may use for things of its own; what it declares to be called so comes first.
NOT_RESERVED = ("top", "row", "slots", "unrevealed", "face_up", "face_down", "around")


@define
class Calls:
    """The checker of calls."""

    expressions: Expressions

    @property
    def world(self) -> World:
        """The names of the game."""
        return self.expressions.world

    @property
    def names(self) -> Names:
        """The checker of single names."""
        return self.expressions.names

    def call(self, written: ast.Apply, scope: Scope) -> Term | None:
        """What a call gives."""
        function = written.function
        if isinstance(function, ast.Attribute):
            return self._apply_formula_field(function, written, scope)
        if not isinstance(function, ast.Name):
            self.world.report.error("misplaced", "this cannot be called", function.span)
            return None
        name, seen = function.id, self.world.seen
        if name in ("count", "max", "min"):
            return self._count(written, scope) if name == "count" else self._largest(name, written, scope)
        if name in BUILTINS and not (name in NOT_RESERVED and (name in seen.formulas or name in seen.player)):
            return self._builtin(name, written, scope)
        if scope.scenario and name in SCENARIO_CALLS:
            params = tuple(("", type) for type in SCENARIO_CALLS[name])
            args = self.arguments(name, params, written.arguments, written.span, scope)
            return Term(name, FLAG, args, span=written.span) if args is not None else None
        if name in seen.formulas:
            return self._call_formula(name, written, scope)
        if name in PLAYER_STEPS or name in seen.player:
            return self._of_player(name, written, scope)
        self._no_function(name, function.span)
        for argument in written.arguments:
            self.expressions.any_term(argument, scope)
        return None

    def _no_function(self, name: str, span: Span) -> None:
        world, seen = self.world, self.world.seen
        if name in ("sum", "any", "all"):
            help = f"write `{name}(... for x in ...)`"
            world.report.error("wrong-arguments", f"`{name}` goes through a set", span, help)
        elif name in seen.procedures:
            world.report.error("misplaced", f"`{name}` does something; it has no value", span)
        elif name in seen.table or name in seen.kinds or name in seen.switches:
            world.report.error("misplaced", f"`{name}` takes no arguments", span)
        else:
            legal = [*seen.formulas, *seen.player, *FOLDS, *PLAYER_STEPS, *BUILTINS]
            world.report.unknown("function", name, span, legal)

    def _of_player(self, name: str, written: ast.Apply, scope: Scope) -> Term | None:
        """`opponent(p)` and `city(p)`."""
        found = self.arguments(name, (("", PLAYER),), written.arguments, written.span, scope)
        if name in PLAYER_STEPS:
            return self.names.step(name, found[0], written.span) if found else None
        self.world.read.add(("player", name))
        return Term("player_field", self.world.player[name].type, found, name, written.span) if found else None

    def _builtin(self, name: str, written: ast.Apply, scope: Scope) -> Term | None:
        if name in ("price", "goods_price", "payments") and not self.world.goods:
            # Where there are costs, that is said with them, and a payment with a mistake has its own message.
            if self.world.composed.payment is None and not self.world.costly():
                message = "there is no `payment` that says how costs are paid"
                self.world.report.error("misplaced", message, written.span)
            return None
        if name == "score" and len(written.arguments) == 2:
            return self._score(written, scope)
        params = tuple(("", type) for type in BUILTINS[name])
        args = self.arguments(name, params, written.arguments, written.span, scope)
        if args is None:
            return None
        if name == "top":
            return Term(name, args[1].type, args, span=written.span)
        if name == "row":
            return Term(name, Type("set", args[1].type.of), args, span=written.span)
        if name in ("uncovered", "unrevealed", "face_up", "face_down"):
            return Term(name, Type("set", args[0].type.of), args, span=written.span)
        if name == "around":
            return Term(name, PLAYERS, args, span=written.span)
        if name == "payments":
            return Term(name, Type("domain", "payment"), args, span=written.span)
        if name == "namesakes":
            return Term(name, Type("set", args[0].type.of), args, span=written.span)
        if name == "owner":
            return Term(name, Type("player", optional=True), args, span=written.span)
        return Term(name, NUMBER, args, span=written.span)

    def _score(self, written: ast.Apply, scope: Scope) -> Term | None:
        player = self.expressions.term(written.arguments[0], scope, PLAYER)
        category = written.arguments[1]
        names = self.world.composed.categories
        known = isinstance(category, ast.Name) and category.id in names and category.id not in scope.locals
        if isinstance(category, ast.Name) and known:
            return Term("score", NUMBER, (player,), category.id, written.span) if player else None
        if isinstance(category, ast.Name) and not self._is_something(category.id, scope):
            self.world.report.unknown("category", category.id, category.span, names)
            return None
        if not names:
            self.world.report.error("misplaced", "there is no `score`, so there are no categories", category.span)
            return None
        self.world.use("enum", CATEGORY)
        found = self.expressions.term(category, scope, Type("enum", CATEGORY))
        return Term("score", NUMBER, (player, found), None, written.span) if player and found else None

    def _is_something(self, name: str, scope: Scope) -> bool:
        seen = self.world.seen
        return any(name in known for known in (scope.locals, seen.table, seen.player, seen.formulas))

    def _apply_formula_field(self, function: ast.Attribute, written: ast.Apply, scope: Scope) -> Term | None:
        of = self.expressions.any_term(function.of, scope)
        found = self.names.field_of(of, function.name, function.span) if of is not None else None
        if found is None:
            return None
        if found.type.tag != "formula":
            message = f"`{function.name}` is not a formula, it takes no arguments"
            self.world.report.error("wrong-type", message, function.name.span)
            return None
        name = function.name.text
        args = self.arguments(name, (("", PLAYER),), written.arguments, written.span, scope)
        return Term("formula", NUMBER, (found.args[0], *args), found.value, written.span) if args else None

    def _count(self, written: ast.Apply, scope: Scope) -> Term | None:
        if not written.arguments:
            self._arity("count", 1, 0, written.span)
            return None
        first, rest = written.arguments[0], written.arguments[1:]
        # `count(items, self)` means `count(items(self))`.
        inner = ast.Apply(first, rest, span=first.span) if rest else first
        found = self.expressions.any_term(inner, scope)
        if found is None:
            return None
        if found.type.tag == SEVERAL:
            return how_many(found, f"it{len(scope.locals)}")
        if is_some(found):
            return evolve(count_of(found, self.expressions.players.member()), span=written.span)
        if found.type.tag not in ("set", "layout", "domain"):
            wrong_type(self.world, first.span, "set", found.type)
            return None
        return Term("count", NUMBER, (found,), span=written.span)

    def _largest(self, name: str, written: ast.Apply, scope: Scope) -> Term | None:
        terms = [self.expressions.term(argument, scope, NUMBER) for argument in written.arguments]
        if len(terms) < 2:
            help = f"write `{name}(a, b)` or `{name}(... for x in ...)`"
            message = f"`{name}` compares two numbers or more"
            self.world.report.error("wrong-arguments", message, written.span, help)
            return None
        found = tuple(term for term in terms if term is not None)
        return Term(name, NUMBER, found, span=written.span) if len(found) == len(terms) else None

    # -------------------------------------------------------------- formulas
    def _call_formula(self, name: str, written: ast.Apply, scope: Scope) -> Term | None:
        id = self.world.seen.formulas.id(name)
        formula = self.expressions.formulas.of(id)
        if formula is None:
            return None
        args = self.arguments(name, formula.params, written.arguments, written.span, scope)
        if args is None:
            return None
        assert isinstance(formula.body, Term)
        if is_some(formula.body):
            names = {param: arg for (param, _), arg in zip(formula.params, args, strict=True)}
            return evolve(replaced(formula.body, names), span=written.span)
        return Term(self.world.formulas[id].form, formula.body.type, args, id, written.span)

    def arguments(
        self,
        name: str,
        params: tuple[tuple[str, Type], ...],
        arguments: tuple[ast.Expr, ...],
        span: Span,
        scope: Scope,
    ) -> tuple[Term, ...] | None:
        """The checked arguments of a call, or None."""
        if len(params) != len(arguments):
            self._arity(name, len(params), len(arguments), span)
            return None
        terms = []
        for argument, (_, type) in zip(arguments, params, strict=True):
            terms.append(self.expressions.term(argument, scope, None if type == UNKNOWN else type))
        found = tuple(term for term in terms if term is not None)
        return found if len(found) == len(terms) else None

    def _arity(self, name: str, wanted: int, found: int, span: Span) -> None:
        if name in self.world.report.broken:
            return
        message = f"`{name}` takes {counted(wanted, 'argument')}, found {found or 'none'}"
        self.world.report.error("wrong-arguments", message, span)
