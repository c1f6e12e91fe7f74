"""The names of a game: what is declared, by name, and which of it was used so far.

`collect` fills it from the composed packs before bodies are checked; the checkers ask it.
"""

from __future__ import annotations

import re

from attrs import define, field, frozen

from ..composing.composed import Composed, fields_of, members_of
from ..diagnostic import Report, Span
from ..model import CATEGORY, FLAG, LIMIT, NUMBER, PATTERN, PAYMENT, PLAYER, SEATS, SEVERAL, FieldModel, Type
from ..reading import ast, declared
from .seen import Seen, Viewer

# The type of something in which a mistake was found: nothing more is said about it.
UNKNOWN = Type("unknown")
PLAIN_TYPES = {
    "number": NUMBER,
    "flag": FLAG,
    "player": PLAYER,
    "layout": PATTERN,
    "payment": PAYMENT,
}
PRINTED_TYPES = ("cost", "goods", "formula")
# Only printed fields can be of these.
PRINTED = (*PRINTED_TYPES, SEVERAL)
# Words of the language that nothing can be called, because they would mean two things in an expression.
RESERVED = {
    *["and", "or", "not", "in", "is", "if", "else", "for", "where", "by", "to", "as", "from", "any", "all"],
    *["self", "opponent", "left", "right", "players", "it", "this", "card", "buyer", "item", "nobody"],
    *["yes", "no", "none", "empty", "nothing", "free", "over", "legal", "has_won", "won_by", "decider", "winner"],
    *["count", "sum", "max", "min", "price", "goods_price", "uncovered", "owner", "score", "total", "random"],
    *["options", "sees", "could_be", "people", "payments", "namesakes"],
    *SEATS,
}
INNER_NAME = re.compile(r"it\d+")


@define
class KindInfo:
    """A kind while it is being worked out: own and inherited fields by name."""

    name: str
    base: str | None
    declaration: declared.Kind
    fields: dict[str, Type] = field(factory=dict)
    defaults: dict[str, ast.Expr | None] = field(factory=dict)
    matching: dict[str, str] = field(factory=dict)
    states: dict[str, FieldModel] = field(factory=dict)
    events: list[str] = field(factory=list)
    back: tuple[str, ...] = ()
    back_of: str = ""
    each: str = ""
    places: dict[str, ast.Word] = field(factory=dict)


@frozen
class Words:
    """What is declared, by the words that a pack has for it."""

    switches: Seen[tuple[tuple[str, ...], int]]
    enums: Seen[tuple[str, ...]]
    kinds: Seen[KindInfo]
    player: Seen[FieldModel]
    table: Seen[FieldModel]
    layouts: Seen[declared.Layout]
    cards: Seen[tuple[int, declared.Card]]
    formulas: Seen[declared.Formula]
    signals: Seen[tuple[tuple[str, Type], ...]]
    procedures: Seen[tuple[tuple[str, Type], ...]]


@define
class World:
    """All names of a composed game by their ids, and which fields were read so far. What a word means at the place
    that is being checked is found in `seen`."""

    composed: Composed
    report: Report
    # How many can play: all numbers of players, in their order.
    numbers: tuple[int, ...] = (2,)
    seats: int = 0
    limit: tuple[int, str] = LIMIT
    # Where the last pack that says so says how many play.
    players_said: Span | None = None
    switches: dict[str, tuple[tuple[str, ...], int]] = field(factory=dict)
    enums: dict[str, tuple[str, ...]] = field(factory=dict)
    kinds: dict[str, KindInfo] = field(factory=dict)
    player: dict[str, FieldModel] = field(factory=dict)
    table: dict[str, FieldModel] = field(factory=dict)
    layouts: dict[str, declared.Layout] = field(factory=dict)
    cards: dict[str, tuple[int, declared.Card]] = field(factory=dict)
    formulas: dict[str, declared.Formula] = field(factory=dict)
    signals: dict[str, tuple[tuple[str, Type], ...]] = field(factory=dict)
    procedures: dict[str, tuple[tuple[str, Type], ...]] = field(factory=dict)
    goods: str = ""
    money: str = ""
    read: set[tuple[str, str]] = field(factory=set)
    used: set[tuple[str, str]] = field(factory=set)
    viewer: Viewer = field(init=False)
    seen: Words = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.viewer = Viewer(self.composed, self.report)
        self.seen = Words(
            switches=Seen(self.viewer, "switch", self.switches),
            enums=Seen(self.viewer, "enum", self.enums),
            kinds=Seen(self.viewer, "kind", self.kinds),
            player=Seen(self.viewer, "player", self.player),
            table=Seen(self.viewer, "table", self.table),
            layouts=Seen(self.viewer, "layout", self.layouts),
            cards=Seen(self.viewer, "card", self.cards),
            formulas=Seen(self.viewer, "formula", self.formulas),
            signals=Seen(self.viewer, "signal", self.signals),
            procedures=Seen(self.viewer, "procedure", self.procedures),
        )

    @property
    def players(self) -> tuple[int, int]:
        """The fewest and the most that play."""
        return self.numbers[0], self.numbers[-1]

    @property
    def declared_enums(self) -> dict[str, tuple[str, ...]]:
        """The enums that packs declare. A word alone is never a category: it must be expected."""
        return {name: members for name, members in self.enums.items() if name != CATEGORY}

    @property
    def paid_to(self) -> list[str]:
        """The names of markets and fees, which a payment has parts for."""
        named = self.composed.named.values()
        return [d.name.text for d in named if isinstance(d, declared.Market | declared.Fee)]

    @property
    def most_seats(self) -> int:
        """How many seats there are at most."""
        return max(self.players[1], self.seats)

    # -------------------------------------------------------------- types
    def type_of(self, written: declared.Type) -> Type:
        """The type that a written type means; an unknown one is reported."""
        before = self.viewer.moved(written.span)
        found = self._type_of(written)
        self.viewer.place = before
        return found

    def _type_of(self, written: declared.Type) -> Type:
        name = written.name
        if written.form in ("range", "each"):
            if written.low > written.high:
                message = f"nothing lies within {written.low}..{written.high}"
                self.report.error("out-of-range", message, written.span, "write the smaller number first")
                return UNKNOWN
            return Type("number", low=written.low, high=written.high)
        if written.form == "set" and name in self.seen.enums:
            return Type(SEVERAL, self.seen.enums.id(name))
        if written.form in ("set", "pile", "refs", "layout"):
            if name != "card" and name not in self.seen.kinds:
                legal = [*self.seen.kinds, *(self.seen.enums if written.form == "set" else ())]
                self.report.unknown("kind", name, written.span, legal)
                return UNKNOWN
            return Type("layout" if written.form == "layout" else "set", name)
        if name in PLAIN_TYPES:
            found = PLAIN_TYPES[name]
        elif name in PRINTED_TYPES:
            found = Type(name)
        elif name in self.seen.enums:
            found = Type("enum", self.seen.enums.id(name))
            self.use("enum", found.of)
        elif name in self.seen.kinds or name == "card":
            found = Type("card", name)
        else:
            legal = [*PLAIN_TYPES, *PRINTED_TYPES, "card", *self.seen.enums, *self.seen.kinds]
            self.report.unknown("type", name, written.span, legal)
            return UNKNOWN
        return Type(found.tag, found.of, found.low, found.high, written.optional)

    def params_of(self, params: tuple[declared.Param, ...]) -> tuple[tuple[str, Type], ...]:
        """The checked parameters of a signal, procedure or formula."""
        checked: dict[str, Type] = {}
        before = self.viewer.place
        for param in params:
            type, name = self.type_of(param.type), param.name
            self.viewer.moved(param.span)
            if param.type.form == "refs":
                self.report.error("wrong-type", "only players and the table have references", param.type.span)
                type = UNKNOWN
            if type.tag in PRINTED:
                self.report.error("wrong-type", f"only a kind can have a field of type {type}", param.type.span)
                type = UNKNOWN
            if name.text in checked:
                self.report.error("duplicate", f"there are two parameters `{name}`", name.span)
            elif name.text in self.seen.table or name.text in self.seen.player:
                message = f"`{name}` means something else here already"
                self.report.error("name-clash", message, name.span, "take another name")
            self.not_reserved(name)
            checked[name.text] = type
        self.viewer.place = before
        return tuple(checked.items())

    def not_reserved(self, word: ast.Word, is_type: bool = False) -> None:
        """Reports a name that is a word of the language, for kinds and enums also the words for types."""
        reserved = word.text in RESERVED or INNER_NAME.fullmatch(word.text)
        if reserved or (is_type and word.text in (*PLAIN_TYPES, *PRINTED_TYPES, CATEGORY)):
            message = f"`{word}` is a word of the language and cannot be a name"
            self.report.error("reserved-name", message, word.span, "take another name")

    # -------------------------------------------------------------- kinds
    def lineage(self, kind: str) -> tuple[str, ...]:
        """A kind and the kinds it is, nearest first."""
        found: dict[str, None] = {}
        step: str | None = kind
        while step is not None and step in self.kinds and step not in found:
            found[step] = None
            step = self.kinds[step].base
        return tuple(found)

    def is_kind(self, kind: str, of: str) -> bool:
        """Whether every card of a kind is also of another."""
        return of == "card" or of in self.lineage(kind)

    def related(self, one: str, other: str) -> bool:
        """Whether a card can be of both kinds."""
        return one == "card" or self.is_kind(one, other) or self.is_kind(other, one)

    def kinds_below(self, kind: str) -> list[str]:
        """The kinds whose cards are of this kind."""
        return [name for name in self.kinds if self.is_kind(name, kind)]

    def kind_of_card(self, index: int) -> str:
        """The kind of the card with a number."""
        return next(card.kind.text for number, card in self.cards.values() if number == index)

    def field_type(self, kind: str, name: str) -> Type | None:
        """The type of a card's field; for `card`, of the first kind that has it, then it may be missing."""
        if kind in self.kinds and name in self.kinds[kind].fields:
            return self.kinds[kind].fields[name]
        for below in self.kinds_below(kind):
            found = self.kinds[below].fields.get(name)
            if found is not None:
                return Type(found.tag, found.of, found.low, found.high, optional=True)
        return None

    def state_of(self, kind: str, name: str) -> FieldModel | None:
        """The state field of that name which cards of the kind have."""
        for below in (*self.lineage(kind), *self.kinds_below(kind)):
            if name in self.kinds[below].states:
                return self.kinds[below].states[name]
        return None

    def has_field(self, kind: str, name: str) -> bool:
        """Whether a card of the kind can have a field or state of that name."""
        return self.field_type(kind, name) is not None or self.state_of(kind, name) is not None

    def fields_of(self, kind: str) -> list[str]:
        """All field and state names that a card of the kind may have."""
        kinds = [kind] if kind in self.kinds else self.kinds_below(kind)
        return [name for k in kinds for name in (*self.kinds[k].fields, *self.kinds[k].states)]

    def costly(self) -> bool:
        """Whether any card has a cost."""
        return any(type.tag == "cost" for info in self.kinds.values() for type in info.fields.values())

    # -------------------------------------------------------------- ranges
    def out_of_range(self, message: str, span: Span, changed: Span | None) -> None:
        """Reports a number outside of its range. Where a later pack has changed that range, this is what it is told."""
        if changed is not None and self.report.is_later(changed, span):
            self.report.error("out-of-range", message, changed, "another range is needed below", also=span)
        else:
            self.report.error("out-of-range", message, span)

    def changed(self, of: str, name: str) -> Span | None:
        """Where a pack has changed a field of players, of the table or of a kind, if one has."""
        owners = (of, *self.lineage(of))
        return next((self.composed.changed[o, name] for o in owners if (o, name) in self.composed.changed), None)

    # -------------------------------------------------------------- what a pack sees of things it knows
    def is_member(self, enum: str, name: str) -> bool:
        """Whether a word is a member of an enum, as far as that pack sees."""
        return name in self.enums[enum] and self.viewer.sees(members_of(enum), name)

    def sees_field(self, kind: str, name: str) -> bool:
        """Whether that pack sees the field or state of a kind, or of one that is related to it."""
        kinds = (*self.lineage(kind), *self.kinds_below(kind))
        return any(name in self.kinds[k].places and self.viewer.sees(fields_of(k), name) for k in kinds)

    # -------------------------------------------------------------- use
    def mark_read(self, kind: str, name: str) -> None:
        """Notes that the rules look at a field of a kind."""
        for related in (*self.kinds_below(kind), *self.lineage(kind)):
            self.read.add((related, name))

    def use(self, form: str, name: str) -> None:
        """Notes that something declared is used."""
        self.used.add((form, name))
