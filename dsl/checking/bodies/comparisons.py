"""Comparisons: checks what is equal to, larger than or one of something else, and what is none, empty or of a kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve

from ...model import FLAG, NONE, NUMBER, SEVERAL, Term, Type
from ...reading import ast
from ..symbols import World
from . import several
from .mismatches import as_set, fits, or_none, with_article, wrong_type
from .names import BROKEN
from .players import belongs, is_some, nobody
from .scope import Scope

if TYPE_CHECKING:
    from .expressions import Expressions

ZERO = Term("int", NUMBER, value=0)


@define
class Comparisons:
    """The checker of comparisons."""

    expressions: Expressions

    @property
    def world(self) -> World:
        """The names of the game."""
        return self.expressions.world

    def compare(self, written: ast.Compare, scope: Scope) -> Term | None:
        """Whether what is compared is so."""
        operator = written.operator
        left = self.expressions.any_term(written.left, scope)
        if left is None:
            return None
        if left.type.tag == "domain" and isinstance(written.left, ast.Name) and not is_some(left):
            name = written.left.id
            message = f"`{name}` means all of them here, not a field of one"
            self.world.report.error("whose", message, written.left.span, f"say whose: `x.{name}` for a card `x`")
            return None
        if operator in ("in", "not in"):
            return self._within(written, left, scope, operator == "not in")
        if operator in ("is", "is not"):
            special = self._is_special(written, left, operator == "is not")
            if special is not None:
                return None if special is BROKEN else special
        if left.type.tag == "switch":
            return self._is_switch(written, left, operator)
        right = self.expressions.any_term(written.right, scope, or_none(several.member_of(left.type)))
        if right is None:
            return None
        symbol = {"is": "==", "is not": "!="}.get(operator, operator)
        if SEVERAL in (left.type.tag, right.type.tag):
            return self._has_members(written, symbol, left, right, scope)
        if operator in ("<", "<=", ">", ">="):
            for term, place in ((left, written.left), (right, written.right)):
                if not fits(self.world, term.type, NUMBER):
                    wrong_type(self.world, place.span, NUMBER, term.type)
                    return None
        types = or_none(left.type), or_none(right.type)
        comparable = fits(self.world, right.type, types[0]) or fits(self.world, left.type, types[1])
        if not comparable or left.type.tag in ("cost", "goods", "formula", "domain", "list", "layout"):
            wrong_type(self.world, written.right.span, left.type, right.type)
            return None
        return Term(symbol, FLAG, (left, right), span=written.span)

    def _has_members(self, written: ast.Compare, op: str, left: Term, right: Term, scope: Scope) -> Term | None:
        """A comparison with a field that holds several members."""
        if op not in ("==", "!="):
            place, held = (written.left, left) if left.type.tag == SEVERAL else (written.right, right)
            wrong_type(self.world, place.span, NUMBER, held.type)
            return None
        found = several.compared(op, left, right, f"it{len(scope.locals)}")
        if found is None:
            wrong_type(self.world, written.right.span, several.member_of(left.type), right.type)
            return None
        return evolve(found, span=written.span)

    def _is_special(self, written: ast.Compare, left: Term, negated: bool) -> Term | None:
        """`is none`, `is empty` and `is KIND`."""
        if not isinstance(written.right, ast.Name):
            return None
        word = written.right.id
        found: Term | None = None
        if word == "empty" and left.type.tag in ("set", "layout"):
            found = Term("==", FLAG, (Term("count", NUMBER, (left,)), ZERO), span=written.span)
        elif word == "empty" and is_some(left):
            found = evolve(nobody(left, self.expressions.players.member()), span=written.span)
        elif word in ("empty", "none") and left.type.tag == SEVERAL:
            found = Term("==", FLAG, (left, Term("int", NONE, value=-1)), span=written.span)
        elif word == "none":
            if not left.type.optional:
                message = f"{with_article(str(left.type))} is never none"
                self.world.report.error("wrong-type", message, written.span)
                return BROKEN
            found = Term("==", FLAG, (left, Term("int", NONE, value=-1)), span=written.span)
        elif word in self.world.seen.kinds and left.type.tag == "card":
            if not self.world.related(left.type.of, word):
                wrong_type(self.world, written.right.span, left.type, Type("card", word))
                return BROKEN
            found = Term("is_kind", FLAG, (left,), word, written.span)
        return Term("not", FLAG, (found,), span=written.span) if found and negated else found

    def _is_switch(self, written: ast.Compare, left: Term, operator: str) -> Term | None:
        choices = self.world.switches[str(left.value)][0]
        if not isinstance(written.right, ast.Name) or operator not in ("is", "is not", "==", "!="):
            message = f"a switch is compared with one of its choices: {', '.join(f'`{c}`' for c in choices)}"
            self.world.report.error("wrong-type", message, written.span)
            return None
        if written.right.id not in choices:
            self.world.report.unknown("choice", written.right.id, written.right.span, choices)
            return None
        symbol = "==" if operator in ("is", "==") else "!="
        chosen = Term("int", NUMBER, value=choices.index(written.right.id))
        return Term(symbol, FLAG, (left, chosen), span=written.span)

    def _within(self, written: ast.Compare, left: Term, scope: Scope, negated: bool) -> Term | None:
        wanted = Type("set", left.type.of) if left.type.tag == "card" else several.member_of(left.type)
        right = self.expressions.any_term(written.right, scope, wanted)
        if right is None:
            return None
        if right.type.tag == SEVERAL:
            return self._has_members(written, "!=" if negated else "==", left, right, scope)
        right = as_set(right)
        if right.op == "listing":
            if not fits(self.world, right.args[0].type, or_none(several.member_of(left.type))):
                wrong_type(self.world, written.right.span, left.type, right.args[0].type)
                return None
            found = Term("among", FLAG, (left, *right.args), span=written.span)
        elif right.type.tag == "set" and left.type.tag == "card":
            if not self.world.related(left.type.of, right.type.of):
                wrong_type(self.world, written.right.span, wanted, right.type)
                return None
            found = Term("has", FLAG, (right, left), span=written.span)
        elif is_some(right) and left.type.tag == "player" and not left.type.optional:
            found = evolve(belongs(left, right), span=written.span)
        elif right.op == "range" and left.type.tag == "number":
            low, high = right.args
            bounds = (Term("<=", FLAG, (low, left)), Term("<=", FLAG, (left, high)))
            found = Term("and", FLAG, bounds, span=written.span)
        else:
            wrong_type(self.world, written.right.span, f"set that can hold {with_article(str(left.type))}", right.type)
            return None
        return Term("not", FLAG, (found,), span=written.span) if negated else found
