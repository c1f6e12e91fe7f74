"""Cards and zones: checks the statements that put cards somewhere, which cards they speak of and where these go."""

from __future__ import annotations

from attrs import define

from ...model import PATTERN, Act, FieldModel, Term, Type
from ...reading import ast
from ..symbols import World
from .expressions import Expressions
from .mismatches import as_set, certain, wrong_type
from .names import ZONE
from .scope import Scope

ANY_CARDS = Type("set", "card")


@define
class ZoneStatements:
    """The checker of statements about zones."""

    expressions: Expressions

    @property
    def world(self) -> World:
        """The names of the game."""
        return self.expressions.world

    # -------------------------------------------------------------- cards and zones
    def _cards(self, written: ast.Expr, scope: Scope) -> Term | None:
        found = self.expressions.any_term(written, scope, ANY_CARDS)
        if found is None:
            return None
        found = as_set(found)
        if found.type.tag not in ("set", "card"):
            wrong_type(self.world, written.span, "card or a set of cards", found.type)
            return None
        if found.type.optional:
            wrong_type(self.world, written.span, certain(found.type), found.type)
            return None
        return found

    def _zone(self, written: ast.Expr, scope: Scope, slots: bool = False) -> Term | None:
        found = self.expressions.any_term(written, scope, ZONE)
        if found is None or (slots and found.op == "slot"):
            return found
        if found.type.tag != "set" or found.op not in ("player_field", "table_field"):
            message = "cards can only be put into a zone of a player or the table"
            help = "`deal` lays cards out, `move` puts one into a slot" if found.type.tag == "layout" else ""
            self.world.report.error("wrong-type", message, written.span, help)
            return None
        if self._is_refs(found):
            message, help = f"no card lies in `{found.value}`: it only refers to cards", "write `mark ... in ...`"
            self.world.report.error("wrong-type", message, written.span, help)
            return None
        return found

    def display(self, written: ast.Expr, scope: Scope) -> Term | None:
        """A zone with a layout."""
        found = self.expressions.any_term(written, scope, ZONE)
        if found is None:
            return None
        if found.type.tag != "layout":
            wrong_type(self.world, written.span, "zone with a layout", found.type)
            return None
        return found

    def _belongs(self, what: Term | None, to: Term | None, written: ast.Expr) -> None:
        """What is put into a zone must be of its kind."""
        if what is None or to is None or self.world.is_kind(what.type.of, to.type.of):
            return
        message = f"`{to.value}` holds cards of the kind `{to.type.of}`, this is `{what.type.of}`"
        self.world.report.error("wrong-type", message, written.span)

    # -------------------------------------------------------------- what kind of zone it is
    def _field(self, zone: Term) -> FieldModel | None:
        """The field that a zone is; None for cards that are no zone."""
        fields = {"player_field": self.world.player, "table_field": self.world.table}.get(zone.op)
        return None if fields is None else fields.get(zone.value)

    def _is_refs(self, zone: Term) -> bool:
        field = self._field(zone)
        return field is not None and field.refs

    def _is_pile(self, zone: Term) -> bool:
        """Whether the cards of a zone, or of a part of it, lie in an order."""
        while zone.op == "filter":
            zone = zone.args[0]
        field = self._field(zone)
        return field is not None and field.pile

    # -------------------------------------------------------------- statements
    def reveal(self, written: ast.Reveal, scope: Scope) -> Act | None:
        """`reveal uncovered in display`."""
        where = self.display(written.where, scope)
        return Act("reveal", (where,), span=written.span) if where else None

    def turn(self, written: ast.Turn, scope: Scope) -> Act | None:
        """`reveal c` and `conceal c`: cards of a layout are turned."""
        what = self._cards(written.what, scope)
        return Act("turn_up" if written.face_up else "conceal", (what,), span=written.span) if what else None

    def move(self, written: ast.Move, scope: Scope) -> Act | None:
        """`move c to zone`: cards go into a zone, on a pile or under it; one card into a slot of a layout."""
        what, to = self._cards(written.what, scope), self._zone(written.to, scope, slots=True)
        self._belongs(what, to, written.what)
        if to is None:
            return None
        if to.op == "slot":
            if written.bottom:
                message = f"`{to.value}` is no pile; it has no bottom"
                self.world.report.error("wrong-type", message, written.to.span)
            if what is not None and what.type.tag != "card":
                wrong_type(self.world, written.what.span, "card, as there is room for one", what.type)
                return None
            return Act("lay", (what, to), span=written.span) if what else None
        pile = self._is_pile(to)
        if written.bottom and not pile:
            message = f"`{to.value}` is no pile; it has no bottom"
            self.world.report.error("wrong-type", message, written.to.span)
        side = "bottom" if written.bottom else "top" if pile else ""
        return Act("move", (what, to), side, span=written.span) if what else None

    def shuffle(self, written: ast.Shuffle, scope: Scope) -> Act | None:
        """`shuffle pile`."""
        zone = self._zone(written.zone, scope)
        if zone is None:
            return None
        if not self._is_pile(zone):
            message = f"`{zone.value}` is no pile; it has no order"
            self.world.report.error("wrong-type", message, written.zone.span)
        return Act("shuffle", (zone,), zone.value, span=written.span)

    def draw(self, written: ast.Draw, scope: Scope) -> Act | None:
        """`draw 2 from zone to zone`: chance says which, or the order of a pile."""
        count = self.expressions.number(written.count, scope)
        source, to = self._cards(written.source, scope), self._zone(written.to, scope)
        self._belongs(source, to, written.source)
        if count is None or source is None or to is None:
            return None
        if self._is_pile(to):
            message = f"`{to.value}` is a pile; cards are put on it with `move`"
            self.world.report.error("wrong-type", message, written.to.span)
        op = "draw_top" if self._is_pile(source) else "draw"
        return Act(op, (count, source, to), to.value, span=written.span)

    def deal(self, written: ast.Deal, scope: Scope) -> Act | None:
        """`deal zone to display as layout`."""
        source, to = self._cards(written.source, scope), self.display(written.to, scope)
        pattern = self.expressions.term(written.layout, scope, PATTERN)
        self._belongs(source, to, written.source)
        if source is None or to is None or pattern is None:
            return None
        return Act("deal", (source, to, pattern), to.value, span=written.span)

    def mark(self, written: ast.Mark, scope: Scope) -> Act | None:
        """`mark c in zone`: the zone refers to a card, or a set of cards, that lies elsewhere."""
        zone = self.expressions.any_term(written.zone, scope, ZONE)
        what = self.expressions.term(written.what, scope, ANY_CARDS)
        if zone is None or what is None:
            return None
        if not self._is_refs(zone):
            wrong_type(self.world, written.zone.span, "zone of references", zone.type)
            return None
        self._belongs(what, zone, written.what)
        return Act("mark" if written.on else "unmark", (zone, what), span=written.span)

    def pass_on(self, written: ast.PassOn, scope: Scope) -> Act | None:
        """`pass hand to left`: every player's zone goes on to a neighbour."""
        world, zone = self.world, written.zone
        model = world.player.get(zone.text)
        if model is None or model.type.tag != "set" or model.refs:
            zones = [name for name, field in world.player.items() if field.type.tag == "set" and not field.refs]
            world.report.unknown("zone of players", zone.text, zone.span, zones)
            return None
        world.read.add(("player", zone.text))
        if written.to.text not in ("left", "right"):
            world.report.unknown("direction", written.to.text, written.to.span, ("left", "right"))
            return None
        return Act("pass_on", (), (zone.text, written.to.text), span=written.span)
