"""Where everything lies in a position: `plan(game)` gives every field, zone, state and slot its place, and
`places(game, memory)` says what can stand there and who sees it."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.model import FieldModel, Game
from ...dsl.model import Type as TextType
from ..errors import BadSetup
from ..program.memory import (
    CARDS,
    FACE_UP,
    LAYOUT,
    MOST_OPTION_NAMES,
    MOST_PLACES,
    NOWHERE,
    OCCUPIED,
    PAYMENT_BITS,
    SLOTS,
)
from ..program.model import (
    ARGUMENT_BITS,
    ASKED,
    CHOSEN,
    DECIDER,
    DECISIONS,
    FIRST_FREE,
    OPEN,
    OPTION_BITS,
    OVER,
    PEOPLE,
    PLAYERS,
    RANDOM,
    WAY,
    WINNER,
    Memory,
    Place,
)
from ..program.types import FLAG, NUMBER, Type, full, number, set_of

FEWEST_SLOTS = 20
HIDDEN = "hidden"


def plan(game: Game) -> Memory:
    """Gives everything a place; fields of players have one place per seat, side by side."""
    seats = max(game.players[1], game.seats)
    size = SLOTS + max([len(layout.slots) for layout in game.layouts.values()] + [FEWEST_SLOTS])
    next_free = FIRST_FREE
    switches, table, player, states, layouts = {}, {}, {}, {}, {}
    for name in game.switches:
        switches[name] = next_free
        next_free += 1
    for name, model in game.table.items():
        table[name] = next_free
        if model.type.tag == "layout":
            layouts[name] = next_free
        next_free += size if model.type.tag == "layout" else 1
    for name in game.player:
        player[name] = next_free
        next_free += seats
    answers = next_free
    next_free += seats
    zones = [*game.table.values(), *game.player.values()]
    order = known = NOWHERE
    if any(zone.pile for zone in zones):
        order = next_free
        next_free += len(game.cards)
    if any(zone.remembered for zone in zones):
        known = next_free
        next_free += seats
    for kind in game.kinds.values():
        for state in kind.states:
            if state.name not in states:
                states[state.name] = next_free
                next_free += len(game.cards)
    stack = next_free + len(game.cards)
    if stack > MOST_PLACES:
        raise BadSetup(f"a position of {game.title} would have {stack:,} numbers; {MOST_PLACES:,} are possible")
    return Memory(
        seats,
        table,
        player,
        switches,
        states,
        layouts,
        size,
        answers,
        order,
        known,
        next_free,
        stack,
    )


def type_in(game: Game, memory: Memory, given: TextType) -> Type:
    """What a type of the text is in the program. Whatever holds a card may hold none."""
    least = -1 if given.optional else 0
    match given.tag:
        case "number":
            low = -NUMBER.high if given.low is None else given.low
            return number(low, NUMBER.high if given.high is None else given.high)
        case "flag":
            return FLAG
        case "player":
            return Type("player", least, memory.seats - 1)
        case "card":
            return Type("card", -1, len(game.cards) - 1)
        case "enum":
            return Type("member", least, len(game.enums[given.of]) - 1, given.of)
        case "several":
            return number(0, full(len(game.enums[given.of])))
        case "switch":
            return Type("member", 0, len(game.switches[given.of][0]) - 1, given.of)
        case "set":
            return set_of(game.mask_of_kind(given.of))
        case "pattern":
            return Type("member", 0, max(1, len(game.layouts)) - 1, "layout")
        case "payment":
            return Type("payment", 0, (1 << PAYMENT_BITS) - 1)
        case _:
            return number(0, 0)


def places(game: Game, memory: Memory) -> tuple[Place, ...]:
    """Everything that a position has before its stack, in the order in which it lies."""
    return tuple(sorted(_places(game, memory), key=lambda place: place.first))


def _places(game: Game, memory: Memory) -> Iterator[Place]:
    cards, seats = len(game.cards), memory.seats
    someone = Type("player", -1, seats - 1)
    option = Type("option", OPEN, (1 << OPTION_BITS + max(PAYMENT_BITS, ARGUMENT_BITS) * MOST_OPTION_NAMES) - 1)
    yield Place("random", RANDOM, 1, number(0, 2**64 - 1), seen=HIDDEN)
    yield Place("over", OVER, 1, FLAG)
    yield Place("winner", WINNER, 1, someone)
    yield Place("way", WAY, 1, number(-1, len(game.ways) + len(game.rank) + 1))
    yield Place("asked", ASKED, 1, number(-1, 2 * len(game.choices) - 1))
    yield Place("decider", DECIDER, 1, Type("player", 0, seats - 1))
    yield Place("chosen", CHOSEN, 1, option, seen=HIDDEN)
    yield Place("players", PLAYERS, 1, number(0, seats))
    yield Place("people", PEOPLE, 1, number(0, seats))
    yield Place("decisions", DECISIONS, 1, number(0, game.limit[0]))
    for name, (choices, _) in game.switches.items():
        yield Place(name, memory.switches[name], 1, Type("member", 0, len(choices) - 1, name))
    for name, model in game.table.items():
        if model.type.tag == "layout":
            yield from _layout(game, memory, name)
        else:
            yield _field(game, memory, model, memory.table[name], 1)
    for name, model in game.player.items():
        yield _field(game, memory, model, memory.player[name], seats)
    yield Place("answers", memory.answers, seats, option, "player", HIDDEN)
    if memory.order != NOWHERE:
        yield Place("order", memory.order, cards, NUMBER, "card", HIDDEN)
    if memory.known != NOWHERE:
        yield Place("known", memory.known, seats, set_of(full(cards)), "player", HIDDEN)
    for name, first in memory.states.items():
        yield Place(name, first, cards, _state_type(game, memory, name), "card")
    yield Place("where", memory.where, cards, number(-memory.stack, memory.stack), "card", HIDDEN)


def _layout(game: Game, memory: Memory, name: str) -> Iterator[Place]:
    first, slots, model = memory.layouts[name], memory.layout_size - SLOTS, game.table[name]
    yield Place(f"{name}.layout", first + LAYOUT, 1, Type("member", 0, max(1, len(game.layouts)) - 1, "layout"))
    yield Place(f"{name}.occupied", first + OCCUPIED, 1, set_of(full(slots), "slot"))
    yield Place(f"{name}.face_up", first + FACE_UP, 1, set_of(full(slots), "slot"))
    yield Place(
        f"{name}.cards",
        first + CARDS,
        1,
        set_of(game.mask_of_kind(model.type.of)),
        seen=HIDDEN,
        remembered=model.remembered,
    )
    yield Place(f"{name}.slots", first + SLOTS, slots, Type("card", -1, len(game.cards) - 1), "slot", HIDDEN)


def _field(game: Game, memory: Memory, model: FieldModel, first: int, count: int) -> Place:
    per = "" if count == 1 and model.name in game.table else "player"
    zone = model.type.tag == "set" and not model.refs
    type = _limited(type_in(game, memory, model.type), model)
    return Place(model.name, first, count, type, per, model.visibility, zone, model.remembered, model.pile)


def _limited(type: Type, model: FieldModel) -> Type:
    """The type with the ends at which the text says that a number stops."""
    if type.tag != "number":
        return type
    low = type.low if model.stops_low is None else model.stops_low
    return type.within(low, type.high if model.stops_high is None else model.stops_high)


def _state_type(game: Game, memory: Memory, name: str) -> Type:
    """States of one name on several kinds share their places."""
    models = [state for kind in game.kinds.values() for state in kind.states if state.name == name]
    found = _limited(type_in(game, memory, models[0].type), models[0])
    for model in models[1:]:
        found = found.joined(_limited(type_in(game, memory, model.type), model))
    # Where a card has no such state there is a 0.
    return found.within(min(0, found.low), max(0, found.high))
