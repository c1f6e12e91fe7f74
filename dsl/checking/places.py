"""Places: checks which cards a statement speaks of, and into which zone they are put or marked."""

from __future__ import annotations

from attrs import define

from ..model import Act, Term, Type
from ..reading import ast
from .expressions import Expressions
from .names import ZONE, Scope, certain

ANY_CARDS = Type("set", "card")


@define
class Places:
    """The part of the checker of statements that knows zones."""

    expressions: Expressions

    def _cards(self, written: ast.Expr, scope: Scope) -> Term | None:
        found = self.expressions.any_term(written, scope, ANY_CARDS)
        if found is None:
            return None
        if found.type.tag == "layout":
            return Term("contents", Type("set", found.type.of), (found,), span=found.span)
        if found.type.tag not in ("set", "card"):
            self.expressions.wrong(written.span, "card or a set of cards", found.type)
            return None
        if found.type.optional:
            self.expressions.wrong(written.span, certain(found.type), found.type)
            return None
        return found

    def _zone(self, written: ast.Expr, scope: Scope) -> Term | None:
        found = self.expressions.any_term(written, scope, ZONE)
        if found is None:
            return None
        if found.type.tag != "set" or found.op not in ("player_field", "table_field"):
            message = "cards can only be put into a zone of a player or the table"
            self.expressions.world.report.error("wrong-type", message, written.span)
            return None
        if self._is_refs(found):
            message, help = f"no card lies in `{found.value}`: it only refers to cards", "write `mark ... in ...`"
            self.expressions.world.report.error("wrong-type", message, written.span, help)
            return None
        return found

    def _is_refs(self, zone: Term) -> bool:
        world = self.expressions.world
        fields = world.player if zone.op == "player_field" else world.table if zone.op == "table_field" else {}
        return str(zone.value) in fields and fields[str(zone.value)].refs

    def _mark(self, written: ast.Mark, scope: Scope) -> Act | None:
        """`mark c in zone`: the zone refers to a card, or a set of cards, that lies elsewhere."""
        zone = self.expressions.any_term(written.zone, scope, ZONE)
        what = self.expressions.term(written.what, scope, ANY_CARDS)
        if zone is None or what is None:
            return None
        if not self._is_refs(zone):
            self.expressions.wrong(written.zone.span, "zone of references", zone.type)
            return None
        self._belongs(what, zone, written.what)
        return Act("mark" if written.on else "unmark", (zone, what), span=written.span)

    def _display(self, written: ast.Expr, scope: Scope) -> Term | None:
        found = self.expressions.any_term(written, scope, ZONE)
        if found is None:
            return None
        if found.type.tag != "layout":
            self.expressions.wrong(written.span, "zone with a layout", found.type)
            return None
        return found

    def _belongs(self, what: Term | None, to: Term | None, written: ast.Expr) -> None:
        """What is put into a zone must be of its kind."""
        if what is None or to is None or self.expressions.world.is_kind(what.type.of, to.type.of):
            return
        message = f"`{to.value}` holds cards of the kind `{to.type.of}`, this is `{what.type.of}`"
        self.expressions.world.report.error("wrong-type", message, written.span)
