"""Fields that change: those of players and of the table and the states of cards, with their limits and defaults."""

from __future__ import annotations

from ..model import PLAYER, SEATS, FieldModel, Type
from ..number_changes import SIZE
from ..reading import ast, declared
from ..reading.declared import VISIBILITIES
from .symbols import PRINTED, UNKNOWN, World

MOST_FIELDS = 1_000


def fields_of(world: World, owner: str, slots: list[declared.Slot]) -> dict[str, FieldModel]:
    """The fields of players or of the table by name."""
    found: dict[str, FieldModel] = {}
    if len(slots) > MOST_FIELDS:
        message = f"the {owner} may have {MOST_FIELDS:,} fields"
        world.report.error("too-large", message, slots[MOST_FIELDS].name.span)
    for slot in slots[:MOST_FIELDS]:
        name, type = slot.name.text, world.type_of(slot.type)
        if name in found:
            message = f"`{name}` is declared twice"
            world.report.error("duplicate", message, slot.name.span, also=found[name].span)
            continue
        world.not_reserved(slot.name)
        if type.tag in (*PRINTED, "pattern") or slot.type.form == "each":
            world.report.error("wrong-type", f"only a kind can have a field of type {type}", slot.type.span)
            type = UNKNOWN
        if type == UNKNOWN:
            world.report.broken.add(name)
            continue
        found[name] = changing_field(world, owner, slot, type)
    return found


def changing_field(world: World, owner: str, slot: declared.Slot, type: Type) -> FieldModel:
    """A field that changes; what lies in a zone at first is worked out later (`home`)."""
    visibility, active, remembered = "public", False, False
    low, high = type.low, type.high
    for modifier in slot.modifiers:
        if modifier.word in VISIBILITIES:
            visibility = modifier.word
        elif modifier.word == "active" and modifier.of is not None:
            if type.tag != "set" or owner != "table":
                message = "only a set of the table can be active for somebody"
                world.report.error("misplaced", message, modifier.span)
        elif modifier.of is not None:
            world.report.unknown("word", modifier.word, modifier.span, ["active"])
        elif modifier.word == "remembered":
            remembered = True
            if type.tag not in ("set", "layout"):
                world.report.error("misplaced", "only a zone can be remembered", modifier.span)
        elif modifier.word == "active":
            active = True
            if type.tag != "set" or owner != "player":
                message = "only a zone of a player can be active"
                world.report.error("misplaced", message, modifier.span)
        elif modifier.word == "stops":
            low = modifier.number
            if type.tag != "number":
                world.report.error("misplaced", "only a number can stop somewhere", modifier.span)
        else:
            world.report.unknown("word", modifier.word, modifier.span, [*VISIBILITIES, "active", "remembered"])
    default = -1 if type.optional else 0
    if type.tag in ("set", "layout"):
        refs = slot.type.form == "refs"
        if slot.default is not None and (owner != "table" or type.tag == "layout" or refs):
            message = "only a set of the table can hold cards when the game begins"
            world.report.error("misplaced", message, slot.default.span)
    elif slot.default is not None:
        default = _constant(world, slot.default, type)
    elif type.tag == "number" and low is not None and low > 0:
        default = low
    if type.tag == "number" and ((low is not None and default < low) or (high is not None and default > high)):
        place = slot.default.span if slot.default else slot.name.span
        limits = str(type) if type.low is not None else f"{low} and above"
        world.out_of_range(f"{default} is outside of {limits}", place, slot.type.span)
    return FieldModel(
        slot.name.text,
        type,
        default,
        stops_low=low,
        stops_high=high,
        visibility=visibility,
        active=active,
        refs=slot.type.form == "refs",
        span=slot.name.span,
        pile=slot.type.form == "pile",
        remembered=remembered,
    )


def _constant(world: World, written: ast.Expr, type: Type) -> int:
    """A default that is known from the text alone."""
    if type.tag == "number":
        match written:
            case ast.Integer(value):
                return value
            case ast.Arithmetic("-", ast.Integer(0), ast.Integer(value)):
                return -value
    elif isinstance(written, ast.Name):
        names: tuple[str, ...] = ()
        if type.tag == "flag":
            names = ("no", "yes")
        elif type.tag == "player":
            names = SEATS[: world.most_seats]
        elif type.tag == "enum":
            names = world.enums[type.of]
        if written.id == "none" and type.optional:
            return -1
        if written.id in names:
            return names.index(written.id)
        world.report.unknown(type.of or "choice", written.id, written.span, names)
        return type.low or 0
    world.report.error("wrong-type", f"expected {type}, written out", written.span)
    return type.low or 0


def number_params(world: World, name: ast.Word) -> tuple[tuple[str, Type], ...] | None:
    """What is said of a change of a number: whose it is, of a player or a card, and by how much."""
    states = {kind: info.states[name.text] for kind, info in world.kinds.items() if name.text in info.states}
    field = world.seen.player.get(name.text) or world.seen.table.get(name.text) or next(iter(states.values()), None)
    if field is None:
        known = [
            *world.seen.player,
            *world.seen.table,
            *(state for info in world.kinds.values() for state in info.states),
        ]
        world.report.unknown("field", name.text, name.span, known)
        return None
    if field.type.tag != "number":
        message = f"`{name}` is no number: it neither falls nor rises"
        world.report.error("wrong-type", message, name.span, "let the rules give a signal where it changes")
        return None
    if name.text in world.seen.player:
        world.read.add(("player", name.text))
        return ("who", PLAYER), SIZE
    if name.text in world.seen.table:
        world.read.add(("table", name.text))
        return (SIZE,)
    world.mark_read("card", name.text)
    above = [kind for kind in states if not any(other != kind and world.is_kind(kind, other) for other in states)]
    return ("card", Type("card", above[0] if len(above) == 1 else "card")), SIZE
