"""Names: what a word means at a place in the text, and which fields things have."""

from __future__ import annotations

import re

from attrs import define, evolve

from ...diagnostic import Span
from ...model import FLAG, NONE, NUMBER, PATTERN, PLAYER, SEATS, Term, Type
from ...reading import ast
from ..symbols import UNKNOWN, World
from .formulas import Formulas
from .mismatches import certain, counted, with_article, wrong_type
from .players import is_some
from .scope import Scope

PLAYER_STEPS = ("opponent", "left", "right")
# What only a scenario can speak of: who decides among how many options, and who has won.
SCENARIO_WORDS = {
    "decider": Type("player", optional=True),
    "winner": Type("player", optional=True),
    "options": NUMBER,
}
# What cards can be put into; only a hint for advice.
ZONE = Type("zone")
# A part in which a mistake was found; whoever gets it keeps silent about it.
BROKEN = Term("broken", UNKNOWN)
SLOT_NAME = re.compile(r"r[1-9]c[1-9]")
OTHER_LANGUAGES = {"true": "yes", "false": "no", "null": "none", "None": "none", "nil": "none"}


@define
class Names:
    """Turns single words and `thing.field` into terms: locals first, then what is expected here, then fields, then the
    rest."""

    world: World
    formulas: Formulas

    # -------------------------------------------------------------- names
    def new_name(self, word: ast.Word, scope: Scope) -> None:
        """Reports a name for something new that means something else already."""
        name, world, seen = word.text, self.world, self.world.seen
        before = world.viewer.moved(word.span)
        formula = seen.formulas.get(name)
        taken = name in scope.locals or name in seen.table or name in seen.player or name in seen.switches
        if taken or name in seen.kinds or name in seen.enums or (formula is not None and not formula.params):
            message = f"`{name}` means something else here already"
            world.report.error("name-clash", message, word.span, "take another name")
        else:
            world.not_reserved(word)
        world.viewer.place = before

    def name(self, name: str, span: Span, scope: Scope, expected: Type | None) -> Term | None:
        """What a word stands for; None after a mistake."""
        found = (
            self._local(name, span, scope)
            or self._expected(name, span, expected)
            or self._field(name, span, scope)
            or self._global(name, span, scope)
        )
        if found is None:
            self._unknown(name, span, scope, expected)
            return None
        return None if found.type == UNKNOWN else found

    def _local(self, name: str, span: Span, scope: Scope) -> Term | None:
        if name in scope.locals:
            return Term("local", scope.locals[name], value=name, span=span)
        if name == "it" and scope.element is not None:
            return Term("local", scope.element[1], value=scope.element[0], span=span)
        if scope.owner is not None:
            if name == "self":
                return evolve(scope.owner, span=span)
            if name in PLAYER_STEPS:
                return self.step(name, scope.owner, span) or BROKEN
        if name == "this" and scope.card is not None:
            return Term("card", Type("card", self.world.kind_of_card(scope.card)), value=scope.card, span=span)
        if scope.element is not None:
            of = scope.element[1]
            if of.tag == "card" and self.world.sees_field(of.of, name):
                element = Term("local", of, value=scope.element[0], span=span)
                return self._card_field(element, ast.Word(name, span)) or BROKEN
            if of.tag == "player" and name in self.world.seen.player:
                self.world.read.add(("player", name))
                them = Term("local", PLAYER, value=scope.element[0], span=span)
                return Term("player_field", self.world.player[name].type, (them,), name, span)
            # The field may be declared where the text could not be read.
            if of.tag == "card" and name in self.world.report.broken:
                return BROKEN
        return None

    def step(self, name: str, player: Term, span: Span) -> Term | None:
        """The player who sits next to another one, or opposite."""
        if name == "opponent" and (self.world.players != (2, 2) or self.world.seats > 2):
            said, pack_of = self.world.players_said, self.world.composed.pack_of
            # Who changes how many play is told that once, not at every place of the packs below.
            place = said if said is not None and pack_of[said.file] > pack_of[span.file] else span
            self.world.report.error(
                "misplaced", "there is an opponent only where two play", place, also=span if place is said else None
            )
            return None
        return Term(name, PLAYER, (player,), span=span)

    def _expected(self, name: str, span: Span, expected: Type | None) -> Term | None:
        if expected is None:
            return None
        if name == "none" and expected.optional:
            return Term("int", NONE, value=-1, span=span)
        if expected.tag == "enum" and self.world.is_member(expected.of, name):
            return self._member(expected.of, name, span)
        if expected.tag == "flag" and name in ("yes", "no"):
            return Term("int", FLAG, value=int(name == "yes"), span=span)
        if expected.tag == "player" and name in SEATS[: self.world.most_seats]:
            return Term("int", PLAYER, value=SEATS.index(name), span=span)
        if expected.tag == "pattern" and name in self.world.seen.layouts:
            return self._pattern(name, span)
        return None

    def _member(self, enum: str, name: str, span: Span) -> Term:
        return Term("int", Type("enum", enum), value=self.world.enums[enum].index(name), span=span)

    def _card(self, name: str, span: Span) -> Term:
        index, card = self.world.cards[name]
        return Term("card", Type("card", card.kind.text), value=index, span=span)

    def _pattern(self, name: str, span: Span) -> Term:
        id = self.world.seen.layouts.id(name)
        self.world.use("layout", id)
        return Term("int", PATTERN, value=list(self.world.layouts).index(id), span=span)

    def _field(self, name: str, span: Span, scope: Scope) -> Term | None:
        world, seen = self.world, self.world.seen
        if name in seen.player and scope.owner is not None:
            world.read.add(("player", name))
            return Term("player_field", world.player[name].type, (scope.owner,), name, span)
        if name in seen.table:
            world.read.add(("table", name))
            return Term("table_field", world.table[name].type, (), name, span)
        if name in seen.formulas and not seen.formulas[name].params:
            id = seen.formulas.id(name)
            formula = self.formulas.of(id)
            if formula is None:
                return BROKEN
            assert isinstance(formula.body, Term)
            if is_some(formula.body):
                return evolve(formula.body, span=span)
            return Term(world.formulas[id].form, formula.body.type, (), id, span)
        if name in seen.switches:
            world.use("switch", name)
            return Term("switch", Type("switch", name), (), name, span)
        return None

    def _global(self, name: str, span: Span, scope: Scope) -> Term | None:
        world, seen = self.world, self.world.seen
        if name in ("players", "people"):
            return Term(name, Type("domain", "player"), span=span)
        if name in ("yes", "no"):
            return Term("int", FLAG, value=int(name == "yes"), span=span)
        if name == "none":
            return Term("int", NONE, value=-1, span=span)
        if name == "over":
            return Term("over", FLAG, span=span)
        if scope.scenario and name in SCENARIO_WORDS:
            return Term(name, SCENARIO_WORDS[name], span=span)
        if name in seen.kinds or name == "card":
            return Term("kind", Type("set", name), value=name, span=span)
        if name in SEATS[: world.most_seats]:
            return Term("int", PLAYER, value=SEATS.index(name), span=span)
        if name in seen.enums:
            id = seen.enums.id(name)
            world.use("enum", id)
            return Term("members", Type("domain", id), value=id, span=span)
        if name in seen.layouts:
            return self._pattern(name, span)
        if name in seen.cards:
            return self._card(name, span)
        owners = self._enums_with(name)
        return self._member(owners[0], name, span) if len(owners) == 1 else None

    def _enums_with(self, name: str) -> list[str]:
        """The enums of which a word is a member, as far as the pack sees them."""
        world = self.world
        known = (enum for enum in world.declared_enums if world.viewer.sees("enum", enum))
        return [enum for enum in known if world.is_member(enum, name)]

    def _unknown(self, name: str, span: Span, scope: Scope, expected: Type | None) -> None:
        world, seen = self.world, self.world.seen
        if expected is not None and expected.tag == "enum":
            world.report.unknown(expected.of, name, span, world.enums[expected.of])
        elif name in seen.player:
            help = f"say whose: `self.{name}` on a card, `p.{name}` for a player `p`"
            world.report.error("whose", f"`{name}` belongs to a player, but it is not said to whom", span, help)
        elif name in seen.formulas:
            help = f"it takes {counted(len(seen.formulas[name].params), 'argument')}"
            world.report.error("wrong-arguments", f"`{name}` needs its arguments in brackets", span, help)
        elif name in OTHER_LANGUAGES:
            help = f"did you mean `{OTHER_LANGUAGES[name]}`?"
            world.report.error("unknown-name", f"unknown name `{name}`", span, help)
        elif len(self._enums_with(name)) > 1:
            enums = " and ".join(f"`{enum}`" for enum in self._enums_with(name))
            message = f"`{name}` could be of {enums}, and nothing here says of which"
            world.report.error("ambiguous", message, span)
        else:
            world.report.unknown("name", name, span, self._legal(scope, expected))

    def _legal(self, scope: Scope, expected: Type | None) -> list[str]:
        """The names that could stand at a place, for advice."""
        seen, tag = self.world.seen, expected.tag if expected is not None else ""
        world = self.world
        of = scope.element[1] if scope.element else None
        element = [] if of is None else [*seen.player] if of.tag == "player" else world.fields_of(of.of)
        owned = seen.player if scope.owner is not None else {}
        fields = [n for n, f in (*seen.table.items(), *owned.items()) if not tag or _can_be(f.type, tag)]
        legal = [n for n, type in scope.locals.items() if not tag or _can_be(type, tag)]
        if tag in (ZONE.tag, PATTERN.tag):
            return [*legal, *fields, *(seen.layouts if tag == PATTERN.tag else ())]
        legal += [*element, *fields, *seen.formulas]
        if tag in ("", "flag"):
            legal += [*seen.switches, "yes", "no"]
        if tag in ("", "player"):
            legal += ["players", "people", *SEATS[: world.most_seats]]
            legal += ["self", *PLAYER_STEPS] if scope.owner is not None else []
        if tag in ("", "card", "set"):
            legal += [*seen.cards, *seen.kinds]
        if not tag:
            legal += [*seen.enums, *(member for members in world.declared_enums.values() for member in members)]
        return legal

    # -------------------------------------------------------------- fields
    def field_of(self, of: Term, name: ast.Word, span: Span) -> Term | None:
        """A field of a player, a card or a payment: `thing.field`."""
        world = self.world
        if of.type.optional and of.type.tag in ("player", "card"):
            wrong_type(world, of.span, certain(of.type), of.type)
            return None
        if of.type.tag == "player":
            if name.text in PLAYER_STEPS:
                return self.step(name.text, of, span)
            if name.text in world.seen.player:
                world.read.add(("player", name.text))
                return Term("player_field", world.player[name.text].type, (of,), name.text, span)
            world.report.unknown("player field", name.text, name.span, [*world.seen.player, *PLAYER_STEPS])
            return None
        if of.type.tag == "card":
            found = self._card_field(of, name)
            return evolve(found, span=span) if found else None
        if of.type.tag == "payment":
            if name.text == "total":
                return Term("payment_total", NUMBER, (of,), span=span)
            if name.text in world.paid_to:
                return Term("payment_part", NUMBER, (of,), name.text, span)
            world.report.unknown("field", name.text, name.span, ["total", *world.paid_to])
            return None
        help = ""
        if of.type.tag == "set":
            help = "a set has no fields; go through it with `for`, or choose one card"
        message = f"{with_article(str(of.type))} has no field `{name}`"
        world.report.error("wrong-type", message, name.span, help)
        return None

    def slot(self, layout: Term, name: ast.Word, span: Span, strict: bool = True) -> Term | None:
        """The card in a slot of a layout zone, which may be empty: `table.r2c1`. In rules a slot that no drawing has
        is always empty: a pack may speak of the larger layouts of a pack that is not there."""
        slots = [slot for drawn in self.world.layouts.values() for slot in drawn.slots]
        if name.text not in slots and (strict or not SLOT_NAME.fullmatch(name.text)):
            self.world.report.unknown("slot", name.text, name.span, slots)
            return None
        return Term("slot", Type("card", layout.type.of, optional=True), (layout,), name.text, span)

    def _card_field(self, card: Term, name: ast.Word) -> Term | None:
        kind = card.type.of
        if not self.world.sees_field(kind, name.text):
            self.world.report.unknown("field", name.text, name.span, self.world.fields_of(kind))
            return None
        state = self.world.state_of(kind, name.text)
        if state is not None:
            self.world.mark_read(kind, name.text)
            return Term("card_state", state.type, (card,), name.text, name.span)
        type = self.world.field_type(kind, name.text)
        if type is None:
            self.world.report.unknown("field", name.text, name.span, self.world.fields_of(kind))
            return None
        self.world.mark_read(kind, name.text)
        return Term("card_field", type, (card,), name.text, name.span)


def _can_be(type: Type, tag: str) -> bool:
    """Whether a field of a type can be what is expected, or lead to it."""
    if tag == ZONE.tag:
        return type.tag in ("set", "layout", "player")
    return type.tag in (tag, "card", "player") or (tag == "set" and type.tag == "layout")
