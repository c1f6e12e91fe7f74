"""Formulas: checks defines and values, each when it is first used."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from ...diagnostic import Span
from ...model import SEVERAL, Procedure, Term
from ...reading import ast, declared
from ..symbols import World
from .mismatches import as_set, wrong_type
from .players import is_some
from .scope import Scope

# How many formulas may need each other in a chain.
MOST_DEEP = 100


@define
class Formulas:
    """The defines and values that were checked so far; None stands for one with a mistake."""

    world: World
    any_term: Callable[[ast.Expr, Scope], Term | None]
    found: dict[str, Procedure | None] = field(factory=dict)
    _open: list[str] = field(factory=list)

    def of(self, name: str) -> Procedure | None:
        """The checked define or value of that name; one that needs itself is reported."""
        self.world.use("formula", name)
        if name in self.found:
            return self.found[name]
        written = self.world.formulas[name]
        if name in self._open:
            circle = self._open[self._open.index(name) :]
            # The pack that came last closed the circle.
            pack_of = self.world.composed.pack_of
            latest = max(circle, key=lambda one: pack_of[self.world.formulas[one].name.span.file])
            circle = [*circle[circle.index(latest) :], *circle[: circle.index(latest)]]
            way = " -> ".join([*circle, latest])
            self.world.report.error("endless", f"`{latest}` needs itself: {way}", self.world.formulas[latest].name.span)
            return None
        if len(self._open) >= MOST_DEEP:
            self._too_deep(name, written.name.span)
            return None
        self._open.append(name)
        params = self.world.params_of(written.params)
        try:
            body = self.any_term(written.body, Scope(locals=dict(params)))
            body = as_set(body) if body is not None else None
        except RecursionError:
            # Whatever led here is not looked at again.
            self.found[name] = None
            if len(self._open) > 1:
                raise
            self._too_deep(name, written.name.span)
            return None
        finally:
            self._open.pop()
        if (
            body is not None
            and body.type.tag
            in (
                "goods",
                "cost",
                "formula",
                "none",
                "list",
                "switch",
                "text",
                SEVERAL,
            )
        ) or (body is not None and body.type.tag == "domain" and (written.form == "value" or not is_some(body))):
            self._refused(written, body)
            body = None
        checked = Procedure(name, params, body, written.span) if body is not None else None
        self.found[name] = checked
        return checked

    def _refused(self, written: declared.Formula, body: Term) -> None:
        wrong_type(self.world, written.body.span, "number, yes or no, player, card or set", body.type)

    def _too_deep(self, name: str, span: Span) -> None:
        message = f"`{name}` stands in a chain of formulas that need each other, more than {MOST_DEEP} of them"
        self.world.report.error("too-deep", message, span)
