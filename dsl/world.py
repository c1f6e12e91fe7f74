"""The names of a game: what a word can mean, worked out from the composed declarations before bodies are checked."""

from __future__ import annotations

from attrs import define, field

from . import ast
from .compose import Composed
from .diagnostic import Report, did_you_mean
from .model import FLAG, NUMBER, PATTERN, PLAYER, TEXT, FieldModel, Term, Type

SEATS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
VISIBILITIES = ("public", "private", "hidden")
MOST_CARDS = 4_000


@define
class KindInfo:
    """A kind while it is being worked out: own and inherited fields by name."""

    name: str
    base: str | None
    declaration: ast.Kind
    fields: dict[str, Type] = field(factory=dict)
    defaults: dict[str, ast.Expr | None] = field(factory=dict)
    matching: dict[str, str] = field(factory=dict)
    states: dict[str, FieldModel] = field(factory=dict)
    events: list[str] = field(factory=list)
    back: tuple[str, ...] = ()
    places: dict[str, ast.Word] = field(factory=dict)


@define
class World:
    """All names of a composed game, and which fields were read so far."""

    composed: Composed
    report: Report
    players: tuple[int, int] = (2, 2)
    switches: dict[str, tuple[tuple[str, ...], int]] = field(factory=dict)
    enums: dict[str, tuple[str, ...]] = field(factory=dict)
    kinds: dict[str, KindInfo] = field(factory=dict)
    player: dict[str, FieldModel] = field(factory=dict)
    table: dict[str, FieldModel] = field(factory=dict)
    layouts: dict[str, ast.Layout] = field(factory=dict)
    cards: dict[str, tuple[int, ast.Card]] = field(factory=dict)
    formulas: dict[str, ast.Formula] = field(factory=dict)
    signals: dict[str, tuple[tuple[str, Type], ...]] = field(factory=dict)
    procedures: dict[str, tuple[tuple[str, Type], ...]] = field(factory=dict)
    goods: str = ""
    money: str = ""
    read: set[tuple[str, str]] = field(factory=set)

    # -------------------------------------------------------------- types
    def type_of(self, written: ast.Type) -> Type | None:
        """The type that a written type means; unknown names are reported."""
        if written.form == "range":
            return Type("number", low=written.low, high=written.high)
        if written.form in ("set", "layout"):
            if written.name != "card" and written.name not in self.kinds:
                self.unknown("kind", written.name, written.span, self.kinds)
                return None
            return Type(written.form, written.name)
        plain = {"number": NUMBER, "flag": FLAG, "player": PLAYER, "text": TEXT, "layout": PATTERN}
        name = written.name
        if name in plain:
            found = plain[name]
        elif name in ("cost", "goods", "formula"):
            found = Type(name)
        elif name in self.enums:
            found = Type("enum", name)
        elif name in self.kinds or name == "card":
            found = Type("card", name)
        else:
            legal = [*plain, "cost", "goods", "formula", "card", *self.enums, *self.kinds]
            self.unknown("type", name, written.span, legal)
            return None
        return Type(found.tag, found.of, found.low, found.high, written.optional)

    def params_of(self, params: tuple[ast.Param, ...]) -> tuple[tuple[str, Type], ...]:
        """The checked parameters of a signal, procedure or formula."""
        checked = []
        for param in params:
            type = self.type_of(param.type)
            if param.name.text in [name for name, _ in checked]:
                self.report.error("duplicate", f"there are two parameters `{param.name}`", param.name.span)
            checked.append((param.name.text, type or NUMBER))
        return tuple(checked)

    def unknown(self, what: str, name: str, span: ast.Span, legal: object) -> None:
        """Reports a name that means nothing here, with the nearest legal one."""
        code = "unknown-" + what.replace(" ", "-").replace("_", "-")
        self.report.error(code, f"unknown {what} `{name}`", span, did_you_mean(name, legal))  # type: ignore[arg-type]

    # -------------------------------------------------------------- kinds
    def lineage(self, kind: str) -> tuple[str, ...]:
        """A kind and the kinds it is, nearest first."""
        found: list[str] = []
        step: str | None = kind
        while step is not None and step in self.kinds and step not in found:
            found.append(step)
            step = self.kinds[step].base
        return tuple(found)

    def related(self, one: str, other: str) -> bool:
        """Whether a card can be of both kinds."""
        return "card" in (one, other) or one in self.lineage(other) or other in self.lineage(one)

    def kinds_below(self, kind: str) -> list[str]:
        """The kinds whose cards are of this kind."""
        return [name for name in self.kinds if kind == "card" or kind in self.lineage(name)]

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
        for below in (kind, *self.kinds_below(kind)):
            if below in self.kinds and name in self.kinds[below].states:
                return self.kinds[below].states[name]
        return None

    def fields_of(self, kind: str) -> list[str]:
        """All field and state names that a card of the kind may have."""
        kinds = [kind] if kind in self.kinds else self.kinds_below(kind)
        return [name for k in kinds for name in (*self.kinds[k].fields, *self.kinds[k].states, *self.kinds[k].events)]

    def mark_read(self, kind: str, name: str) -> None:
        """Notes that the rules look at a field of a kind."""
        for below in self.kinds_below(kind):
            self.read.add((below, name))
        for above in self.lineage(kind):
            self.read.add((above, name))


def build_world(composed: Composed, report: Report) -> World:
    """Collects every declared name."""
    world = World(composed, report)
    _header(world)
    for (form, name), declaration in composed.named.items():
        if isinstance(declaration, ast.Switch):
            _switch(world, declaration)
        elif isinstance(declaration, ast.Enum):
            world.enums[name] = _members(world, declaration)
        elif isinstance(declaration, ast.Layout):
            world.layouts[name] = declaration
        elif isinstance(declaration, ast.Formula):
            other = world.formulas.get(name)
            if other is not None:
                report.error("duplicate", f"there is a {other.form} `{name}` already", declaration.name.span, also=other.name.span)
            world.formulas[name] = declaration
        elif form == "kind":
            assert isinstance(declaration, ast.Kind)
            base = declaration.base.text if declaration.base else None
            world.kinds[name] = KindInfo(name, base, declaration)
    _kinds(world)
    _cards(world)
    world.player = _slots(world, composed.player)
    world.table = _slots(world, composed.table)
    for name in world.player.keys() & world.table.keys():
        report.error("duplicate", f"`{name}` is a field of players and of the table", world.table[name].span, also=world.player[name].span)
    for (_, name), declaration in composed.named.items():
        if isinstance(declaration, ast.Signal):
            world.signals[name] = world.params_of(declaration.params)
        elif isinstance(declaration, ast.Procedure | ast.Choice):
            if name in world.procedures:
                report.error("duplicate", f"there is a procedure or choice `{name}` already", declaration.name.span)
            world.procedures[name] = world.params_of(declaration.params)
    _payment_words(world)
    return world


def _header(world: World) -> None:
    known = {"title", "players", "extends"}
    for pack in world.composed.packs:
        for setting in pack.header.settings:
            if setting.key.text not in known:
                world.unknown("field", setting.key.text, setting.key.span, known)
            if setting.key.text == "players":
                world.players = _player_numbers(world, setting)


def _player_numbers(world: World, setting: ast.Setting) -> tuple[int, int]:
    item = setting.items[0]
    low = high = 0
    if isinstance(item, ast.Integer):
        low = high = item.value
    elif isinstance(item, ast.Range) and isinstance(item.low, ast.Integer) and isinstance(item.high, ast.Integer):
        low, high = item.low.value, item.high.value
    if not 1 <= low <= high <= len(SEATS):
        world.report.error("out-of-range", f"players must be a number or a range within 1..{len(SEATS)}", setting.span)
        return (2, 2)
    return (low, high)


def _switch(world: World, switch: ast.Switch) -> None:
    choices = tuple(w.text for w in switch.choices)
    if switch.default.text not in choices:
        world.unknown("choice", switch.default.text, switch.default.span, choices)
        return
    world.switches[switch.name.text] = (choices, choices.index(switch.default.text))


def _members(world: World, enum: ast.Enum) -> tuple[str, ...]:
    seen: dict[str, ast.Word] = {}
    for word in enum.members:
        if word.text in seen:
            world.report.error("duplicate", f"`{word}` is listed twice", word.span, also=seen[word.text].span)
        seen.setdefault(word.text, word)
    return tuple(seen)


def _kinds(world: World) -> None:
    for info in world.kinds.values():
        if info.base is not None and info.base not in world.kinds:
            assert info.declaration.base is not None
            world.unknown("kind", info.base, info.declaration.base.span, world.kinds)
            info.base = None
    for name, info in world.kinds.items():
        if len(world.lineage(name)) > 1 and info.base is not None and name in world.lineage(info.base):
            world.report.error("kind-cycle", f"the kind `{name}` builds on itself", info.declaration.name.span)
            info.base = None
    for name in sorted(world.kinds, key=lambda n: len(world.lineage(n))):
        _kind_fields(world, world.kinds[name])


def _kind_fields(world: World, info: KindInfo) -> None:
    if info.base is not None:
        base = world.kinds[info.base]
        info.fields.update(base.fields)
        info.defaults.update(base.defaults)
        info.matching.update(base.matching)
        info.states.update(base.states)
        info.events.extend(base.events)
        info.back = base.back
    for slot in info.declaration.slots:
        name = slot.name.text
        if name in info.fields and not slot.state and slot.default is None and slot.type.form in ("name", "range"):
            # A kind that is another kind says what its cards have in common: `color: purple`.
            value: ast.Expr = ast.Integer(slot.type.low) if slot.type.form == "range" else ast.Name(slot.type.name)
            info.defaults[name] = type(value)(value.value if isinstance(value, ast.Integer) else value.id, span=slot.type.span)  # type: ignore[call-arg, union-attr, attr-defined, arg-type]
            continue
        checked = world.type_of(slot.type)
        if name in info.fields or name in info.states:
            world.report.error("duplicate", f"`{name}` is declared twice", slot.name.span)
        if checked is None:
            continue
        info.places[name] = slot.name
        if slot.state:
            info.states[name] = _field(world, slot, checked)
            continue
        info.fields[name] = checked
        if slot.default is not None or not checked.optional:
            info.defaults[name] = slot.default
        for modifier in slot.modifiers:
            if modifier.word == "matching":
                info.matching[name] = modifier.name
            else:
                world.unknown("word", modifier.word, modifier.span, ["matching"])
        if checked.optional:
            info.defaults[name] = slot.default or ast.Name("none")
    info.events.extend(w.text for w in info.declaration.events)
    for word in info.declaration.back:
        if word.text not in info.fields:
            world.unknown("field", word.text, word.span, info.fields)
    info.back = tuple(w.text for w in info.declaration.back) or info.back
    for name, other in info.matching.items():
        if other not in info.fields:
            world.unknown("field", other, info.places.get(name, info.declaration.name).span, info.fields)


def _cards(world: World) -> None:
    found = [d for d in world.composed.named.values() if isinstance(d, ast.Card)]
    order = {name: i for i, name in enumerate(world.kinds)}
    known = []
    for card in found:
        if card.kind.text not in world.kinds:
            world.unknown("kind", card.kind.text, card.kind.span, world.kinds)
        elif not card.id:
            world.report.error("bad-name", "a name needs letters or digits", card.title_span)
        else:
            known.append(card)
    if len(known) > MOST_CARDS:
        world.report.error("too-large", f"a game may have {MOST_CARDS:,} cards", known[-1].title_span)
        known = known[:MOST_CARDS]
    # Cards are numbered by kind, then in the order of the text.
    known.sort(key=lambda c: order[c.kind.text])
    for index, card in enumerate(known):
        world.cards[card.id] = (index, card)


def _slots(world: World, slots: list[ast.Slot]) -> dict[str, FieldModel]:
    found: dict[str, FieldModel] = {}
    for slot in slots:
        name = slot.name.text
        type = world.type_of(slot.type)
        if name in found:
            world.report.error("duplicate", f"`{name}` is declared twice", slot.name.span, also=found[name].span)
        elif type is not None:
            if type.tag in ("cost", "goods", "formula", "text", "pattern"):
                world.report.error("wrong-type", f"only a kind can have a field of type {type}", slot.type.span)
                continue
            found[name] = _field(world, slot, type)
    return found


def _field(world: World, slot: ast.Slot, type: Type) -> FieldModel:
    """A variable field; its default is worked out later for zones (`home`)."""
    visibility, active = "public", False
    low, high = type.low, type.high
    for modifier in slot.modifiers:
        if modifier.word in VISIBILITIES:
            visibility = modifier.word
        elif modifier.word == "active":
            active = True
        elif modifier.word == "stops":
            low = modifier.number
        else:
            world.unknown("word", modifier.word, modifier.span, [*VISIBILITIES, "active"])
    default = -1 if type.optional else 0
    if slot.default is not None and type.tag != "set":
        default = _constant(world, slot.default, type)
    if (low is not None and default < low or high is not None and default > high) and type.tag == "number":
        place = slot.default.span if slot.default else slot.name.span
        world.report.error("out-of-range", f"{default} is outside of {type}", place)
    return FieldModel(slot.name.text, type, default, low, high, visibility, active, None, slot.name.span)


def _constant(world: World, written: ast.Expr, type: Type) -> int:
    """A default that is known from the text alone."""
    negative = isinstance(written, ast.Arithmetic) and written.left == ast.Integer(0)
    inner = written.right if negative and isinstance(written, ast.Arithmetic) else written
    if type.tag == "number" and isinstance(inner, ast.Integer):
        return -inner.value if negative else inner.value
    if isinstance(written, ast.Name):
        names: tuple[str, ...] = ()
        if type.tag == "flag":
            names = ("no", "yes")
        elif type.tag == "player":
            names = SEATS[: world.players[1]]
        elif type.tag == "enum":
            names = world.enums[type.of]
        if written.id == "none" and type.optional:
            return -1
        if written.id in names:
            return names.index(written.id)
        world.unknown(type.of or str(type), written.id, written.span, names)
        return 0
    world.report.error("wrong-type", f"expected {type} that is known from the text", written.span)
    return 0


def _payment_words(world: World) -> None:
    if world.composed.payment is None:
        return
    for setting in world.composed.payment.settings:
        item = setting.items[0]
        if setting.key.text == "goods" and isinstance(item, ast.Name):
            if item.id in world.enums:
                world.goods = item.id
            else:
                world.unknown("enum", item.id, item.span, world.enums)
        if setting.key.text == "money" and isinstance(item, ast.Name):
            if item.id in world.player:
                world.money = item.id
                world.read.add(("player", item.id))
            else:
                world.unknown("player field", item.id, item.span, world.player)


__all__ = ["SEATS", "KindInfo", "Term", "World", "build_world"]
