"""Declarations to names: `collect(composed, report)` gathers everything that is declared, with its types."""

from __future__ import annotations

from itertools import combinations

from ..composing.composed import Composed
from ..diagnostic import NOWHERE, Report, nearest
from ..model import CATEGORY, LIMIT, SEATS, SEVERAL
from ..reading import ast, declared
from ..reading.declared import printed_names
from ..reading.packs import Pack
from .fields import changing_field, fields_of
from .symbols import PRINTED, UNKNOWN, KindInfo, World

# What the packs of a game must agree on.
ONE_FOR_ALL = {
    "players": "how many play",
    "seats": "how many seats there are",
    "decisions": "after how many decisions a game is stopped",
}
HEADER_FIELDS = ("title", "players", "seats", "decisions", "extends")
MOST_CARDS, MOST_DECISIONS = 4_000, 1_000_000
MOST_KINDS, MOST_LINEAGE, MOST_PRINTED = 1_000, 50, 100
MOST_MEMBERS, MOST_GOODS = 4_000, 60
# On the back of a kind: its cards look alike from behind.
NO_SIGNS = "nothing"


def collect(composed: Composed, report: Report) -> World:
    """Gathers every declared name."""
    world = World(composed, report)
    _header(world)
    for (form, name), declaration in composed.named.items():
        if isinstance(declaration, declared.Switch):
            _switch(world, declaration)
        elif isinstance(declaration, declared.Enum):
            world.not_reserved(declaration.name, is_type=True)
            world.enums[name] = _members(world, declaration)
        elif isinstance(declaration, declared.Layout):
            world.not_reserved(declaration.name)
            world.layouts[name] = declaration
        elif isinstance(declaration, declared.Formula):
            world.not_reserved(declaration.name)
            world.formulas[name] = declaration
        elif form == "kind":
            assert isinstance(declaration, declared.Kind)
            world.not_reserved(declaration.name, is_type=True)
            base = declaration.base.text if declaration.base else None
            world.kinds[name] = KindInfo(name, base, declaration)
    if composed.categories:
        world.enums.setdefault(CATEGORY, tuple(composed.categories))
    _kinds(world)
    _cards(world)
    world.player.update(fields_of(world, "player", composed.player))
    world.table.update(fields_of(world, "table", composed.table))
    for name in world.player.keys() & world.table.keys():
        message = f"`{name}` is a field of players and of the table"
        report.error("duplicate", message, world.table[name].span, also=world.player[name].span)
    _procedures(world)
    _fields_and_formulas(world)
    _payment_words(world)
    return world


# ------------------------------------------------------------------ header, switches, enums
def _header(world: World) -> None:
    said: list[tuple[Pack, declared.Setting]] = []
    for pack in world.composed.packs:
        seen: dict[str, declared.Setting] = {}
        misspelt: set[str | None] = set()
        for setting in pack.header.settings:
            key = setting.key.text
            if key not in HEADER_FIELDS:
                world.report.unknown("field", key, setting.key.span, HEADER_FIELDS)
                misspelt.add(nearest(key, HEADER_FIELDS))
            elif key in seen:
                message = f"`{key}` is given twice"
                world.report.error("duplicate", message, setting.key.span, also=seen[key].key.span)
            elif key == "players":
                world.numbers, world.players_said = _player_numbers(world, setting), setting.span
            elif key == "seats":
                world.seats, world.players_said = _player_numbers(world, setting)[0], setting.span
            elif key == "decisions":
                world.limit = _limit(world, setting)
            elif key == "title" and not isinstance(setting.items[0], ast.Text):
                world.report.error("wrong-type", "expected a text in quotes", setting.items[0].span)
            if key in ONE_FOR_ALL and key not in seen:
                said.append((pack, setting))
            seen[key] = setting
        place = (pack.header.span.file, pack.header.span.line)
        if "title" not in {*seen, *misspelt} and place not in world.report.damaged:
            help = 'write `title: "..."` under it'
            world.report.error("missing-field", f"the pack `{pack.name}` has no `title`", pack.header.name.span, help)
    for (pack, setting), (other, also) in combinations(reversed(said), 2):
        differ = setting.key == also.key and setting.items != also.items
        if differ and not world.composed.builds_on(pack, other.name):
            message = f"the packs `{other.name}` and `{pack.name}` both say {ONE_FOR_ALL[setting.key.text]}"
            world.report.error("conflict", message, setting.span, "let one build on the other", also=also.span)


def _player_numbers(world: World, setting: declared.Setting) -> tuple[int, ...]:
    """How many can play, in their order: numbers and ranges in a list."""
    found: set[int] = set()
    for item in setting.items:
        low = high = 0
        if isinstance(item, ast.Integer):
            low = high = item.value
        elif isinstance(item, ast.Range) and isinstance(item.low, ast.Integer) and isinstance(item.high, ast.Integer):
            low, high = item.low.value, item.high.value
        if not 1 <= low <= high <= len(SEATS):
            message = f"players must be numbers and ranges within 1..{len(SEATS)}"
            world.report.error("out-of-range", message, item.span)
            return (2,)
        found.update(range(low, high + 1))
    return tuple(sorted(found))


def _limit(world: World, setting: declared.Setting) -> tuple[int, str]:
    """After how many decisions a game is stopped, and what that end is called."""
    number, *texts = setting.items
    if not isinstance(number, ast.Integer) or not 1 <= number.value <= MOST_DECISIONS:
        message = f"a game is stopped after a number of decisions within 1..{MOST_DECISIONS:,}"
        world.report.error("out-of-range", message, number.span)
        return LIMIT
    if not texts:
        return number.value, LIMIT[1]
    name = texts[0]
    if len(texts) > 1 or not isinstance(name, ast.Text) or not name.value.strip():
        help = 'such as `decisions: 500, "stalemate"`'
        world.report.error("wrong-type", "expected one text in quotes that names this end", texts[-1].span, help)
        return LIMIT
    return number.value, name.value


def _switch(world: World, switch: declared.Switch) -> None:
    world.not_reserved(switch.name)
    _no_doubles(world, switch.choices)
    choices = tuple(dict.fromkeys(word.text for word in switch.choices))
    default = 0
    if switch.default.text in choices:
        default = choices.index(switch.default.text)
    else:
        world.report.unknown("choice", switch.default.text, switch.default.span, choices)
    world.switches[switch.name.text] = (choices, default)


def _members(world: World, enum: declared.Enum) -> tuple[str, ...]:
    _no_doubles(world, enum.members)
    for word in enum.members:
        world.not_reserved(word)
    if len(enum.members) > MOST_MEMBERS:
        world.report.error("too-large", f"an enum may have {MOST_MEMBERS:,} members", enum.members[MOST_MEMBERS].span)
    return tuple(dict.fromkeys(word.text for word in enum.members))


def _no_doubles(world: World, words: tuple[ast.Word, ...]) -> None:
    seen: dict[str, ast.Word] = {}
    for word in words:
        if word.text in seen:
            message = f"`{word}` is listed twice"
            world.report.error("duplicate", message, word.span, also=seen[word.text].span)
        seen.setdefault(word.text, word)


# ------------------------------------------------------------------ what can be called
def _procedures(world: World) -> None:
    for (_, name), declaration in world.composed.named.items():
        if isinstance(declaration, declared.Signal):
            world.not_reserved(declaration.name)
            world.signals[name] = world.params_of(declaration.params)
        elif isinstance(declaration, declared.Procedure | declared.Choice):
            world.not_reserved(declaration.name)
            world.procedures[name] = world.params_of(declaration.params)


def _fields_and_formulas(world: World) -> None:
    """A word that is a field and a formula for the same pack."""
    for formula in world.formulas.values():
        name = formula.name.text
        for fields, seen in ((world.table, world.seen.table), (world.player, world.seen.player)):
            clash = fields.get(name)
            if clash is None:
                continue
            world.viewer.moved(formula.name.span)
            known = name in seen
            world.viewer.moved(clash.span)
            if known or name in world.seen.formulas:
                message = f"`{name}` is a field already"
                world.report.error("duplicate", message, formula.name.span, also=clash.span)
    world.viewer.place = NOWHERE


# ------------------------------------------------------------------ kinds and cards
def _kinds(world: World) -> None:
    for info in world.kinds.values():
        if info.base is not None and info.base not in world.kinds:
            assert info.declaration.base is not None
            world.report.unknown("kind", info.base, info.declaration.base.span, world.kinds)
            info.base = None
    for name, info in world.kinds.items():
        if info.base is not None and name in world.lineage(info.base):
            world.report.error("kind-cycle", f"the kind `{name}` builds on itself", info.declaration.name.span)
            info.base = None
        elif len(world.lineage(name)) > MOST_LINEAGE:
            message = f"kinds may build on each other {MOST_LINEAGE} times"
            world.report.error("too-deep", message, info.declaration.name.span)
            info.base = None
    kinds = [world.kinds[name] for name in sorted(world.kinds, key=lambda n: len(world.lineage(n)))]
    if len(kinds) > MOST_KINDS:
        span = list(world.kinds.values())[MOST_KINDS].declaration.name.span
        world.report.error("too-large", f"a game may have {MOST_KINDS:,} kinds", span)
        kinds = kinds[:MOST_KINDS]
    for info in kinds:
        _kind_fields(world, info)


def _kind_fields(world: World, info: KindInfo) -> None:
    info.back_of = info.name
    if info.base is not None:
        base = world.kinds[info.base]
        info.fields.update(base.fields)
        info.defaults.update(base.defaults)
        info.matching.update(base.matching)
        info.states.update(base.states)
        info.events.extend(base.events)
        if not info.declaration.back:
            info.back, info.back_of = base.back, base.back_of
        info.each = base.each
    for slot in info.declaration.slots:
        if len(info.fields) + len(info.states) >= MOST_PRINTED:
            world.report.error("too-large", f"a kind may have {MOST_PRINTED} fields", slot.name.span)
            break
        _kind_field(world, info, slot)
    for word in info.declaration.events:
        if word.text in info.events or word.text in info.fields or word.text in info.states:
            world.report.error("duplicate", f"`{word}` is declared twice", word.span)
        world.not_reserved(word)
        info.events.append(word.text)
    if [word.text for word in info.declaration.back] == [NO_SIGNS]:
        info.back = ()
        return
    for word in info.declaration.back:
        if word.text not in info.fields:
            world.report.unknown("field", word.text, word.span, info.fields)
    info.back = tuple(w.text for w in info.declaration.back) or info.back


def _kind_field(world: World, info: KindInfo, slot: declared.Slot) -> None:
    name, written = slot.name.text, slot.type
    several = name in info.fields and info.fields[name].tag == SEVERAL
    bare = not slot.state and slot.default is None and (several or not slot.modifiers) and not written.optional
    if name in info.fields and name not in info.places and bare and written.form in ("name", "range"):
        # A kind that is another kind says what its cards have in common: `color: purple`.
        number = ast.Integer(written.low, span=written.span)
        value = number if written.form == "range" else ast.Name(written.name, span=written.span)
        more = tuple(ast.Name(modifier.word, span=modifier.span) for modifier in slot.modifiers)
        info.defaults[name] = ast.Listing((value, *more), span=written.span) if more else value
        return
    if name in info.fields or name in info.states:
        world.report.error("duplicate", f"`{name}` is declared twice", slot.name.span)
        return
    world.not_reserved(slot.name)
    type = world.type_of(written)
    if type.tag in ("set", "layout", "pattern", "payment") or (slot.state and type.tag in PRINTED):
        what = "changing field" if slot.state else "field"
        world.report.error("wrong-type", f"a card cannot have a {what} of type {type}", written.span)
        type = UNKNOWN
    if written.form == "each":
        if slot.state or info.each or slot.default is not None:
            message = "a kind has one field with `each` at most; it is printed and has no default"
            world.report.error("wrong-type", message, written.span)
        info.each = name
    if type == UNKNOWN:
        world.report.broken.add(name)
        return
    info.places[name] = slot.name
    if slot.state:
        info.states[name] = changing_field(world, "kind", slot, type)
        return
    info.fields[name] = type
    info.defaults[name] = slot.default or (ast.Name("none") if type.optional else None)
    for modifier in slot.modifiers:
        if modifier.word == "matching":
            info.matching[name] = modifier.name
        else:
            world.report.unknown("word", modifier.word, modifier.span, ["matching"])


def _cards(world: World) -> None:
    order = {name: i for i, name in enumerate(world.kinds)}
    known: list[declared.Card] = []
    for card in world.composed.named.values():
        if not isinstance(card, declared.Card):
            continue
        if card.kind.text not in world.kinds:
            world.report.unknown("kind", card.kind.text, card.kind.span, world.kinds)
            # What speaks of this card is not wrong because of that.
            world.report.broken |= {card.id, *printed_names(card)}
        else:
            known += [card] * _copies(world, card)
    if len(known) > MOST_CARDS:
        world.report.error("too-large", f"a game may have {MOST_CARDS:,} cards", known[MOST_CARDS].title_span)
        known = known[:MOST_CARDS]
    # Cards are numbered by kind, then in the order of the text.
    known.sort(key=lambda c: order[c.kind.text])
    copies: dict[str, int] = {}
    for index, card in enumerate(known):
        copies[card.id] = number = copies.get(card.id, 0) + 1
        world.cards[card.id if number == 1 else f"{card.id}.{number}"] = (index, card)


def _copies(world: World, card: declared.Card) -> int:
    """How many cards a declaration stands for: one for each number in the field that says so."""
    field = world.kinds[card.kind.text].each
    settings = [a for a in card.abilities if isinstance(a, declared.Setting) and field and a.key.text == field]
    return len(settings[0].items) if settings else 1


# ------------------------------------------------------------------ paying
def _payment_words(world: World) -> None:
    if world.composed.payment is None:
        return
    for setting in world.composed.payment.settings:
        item = setting.items[0]
        if setting.key.text not in ("goods", "money"):
            continue
        if not isinstance(item, ast.Name) or len(setting.items) != 1:
            what = "an enum" if setting.key.text == "goods" else "a field of players"
            world.report.error("wrong-type", f"expected the name of {what}", item.span)
        elif setting.key.text == "goods":
            if len(world.enums.get(item.id, ())) > MOST_GOODS:
                world.report.error("too-large", f"there may be {MOST_GOODS} goods", item.span)
                world.enums[item.id] = world.enums[item.id][:MOST_GOODS]
            if item.id in world.enums:
                world.goods = item.id
            else:
                world.report.unknown("enum", item.id, item.span, world.enums)
        elif item.id not in world.player:
            world.report.unknown("player field", item.id, item.span, world.player)
        elif world.player[item.id].type.tag != "number":
            world.report.error("wrong-type", f"`{item.id}` is not a number", item.span)
        else:
            world.money = item.id
            world.read.add(("player", item.id))
