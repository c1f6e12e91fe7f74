"""Codes about cards, as far as they are certain: what is read of a position, looked up, or where a card lies."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...dsl.meaning import FOLDS, PURE
from ..program.memory import CARDS, SLOTS
from ..program.model import Code
from ..program.sets import bits
from ..runtime.chance import State
from .doubts import UNKNOWN, Named, Partly, Placed, as_set, partly
from .veil import unanimous

if TYPE_CHECKING:
    from .sure_values import SureValues


def _got(values: SureValues, code: Code, s: State, args: list[Any]) -> Any:
    if code.op == "get_if" and args[0] is not UNKNOWN and args[0] < 0:
        return 0
    at = code.value
    for arg in args:
        if arg is UNKNOWN:
            return UNKNOWN
        at += arg
    values.read.add(at)
    card = values.veil.facts.cards.get(at)
    if card is None or (args and type(args[0]) is Placed):
        return s[at]
    # What lies on a card that the text names is known only where it lies on all that it could be.
    like = values.veil.like(card)
    return unanimous([s[at - card + other] for other in bits(like)]) if like else s[at]


def _table(values: SureValues, code: Code, s: State, args: list[Any]) -> Any:
    table, card, further = values.program.tables[code.value], args[0], args[1:]
    if card is UNKNOWN or any(type(arg) is not int for arg in further):
        return UNKNOWN
    if isinstance(card, Placed):
        found = unanimous([table.entries[c * table.row + sum(further)] for c in bits(values.veil.like(card))])
    else:
        found = table.entries[card * table.row + sum(further)] if card >= 0 else table.none
    return values.veil.literal(found) if table.type.tag == "set" and found is not UNKNOWN else found


def _dispatched(values: SureValues, code: Code, s: State, args: list[Any]) -> Any:
    if args[0] is UNKNOWN:
        return UNKNOWN
    names = values.program.dispatch[code.value]
    if isinstance(args[0], Placed) and len({names[card] for card in bits(values.veil.like(args[0]))}) > 1:
        return UNKNOWN
    function = names[args[0]] if args[0] >= 0 else ""
    return values.call(s, function, *args[1:]) if function else 0


def _bit(values: SureValues, code: Code, s: State, args: list[Any]) -> Any:
    if args[0] is UNKNOWN:
        return values.as_set(UNKNOWN)
    like = 0 if isinstance(args[0], Placed) else values.veil.like(args[0])
    return Partly(0, like, 1) if like else PURE["bit"](int(args[0]))


def _has(values: SureValues, code: Code, s: State, args: list[Any]) -> Any:
    cards, card = args
    if type(cards) is int and type(card) is Placed:
        return cards >> card & 1
    if isinstance(cards, Named) and type(card) is int:
        return PURE["has"](cards.mask, card)
    cards = values.as_set(cards)
    if card is UNKNOWN:
        return UNKNOWN if cards.all else 0
    # A card that the text names can be any of its back.
    could_be = (1 << card if card >= 0 else 0) if isinstance(card, Placed) else values.veil.like(card)
    could_be = could_be or PURE["bit"](int(card))
    return 0 if not cards.all & could_be else 1 if not could_be & ~cards.sure else UNKNOWN


def _owned(values: SureValues, code: Code, s: State, args: list[Any]) -> Any:
    card = args[0]
    if card is UNKNOWN or (not isinstance(card, Placed) and values.veil.like(card)):
        return UNKNOWN
    for place in values.program.places if card >= 0 else ():
        for at in range(place.first, place.first + place.count) if place.zone and place.per == "player" else ():
            values.read.add(at)
            cards = as_set(s[at])
            if cards.all >> card & 1:
                return at - place.first if cards.sure >> card & 1 else UNKNOWN
    return -1


def _highest(values: SureValues, code: Code, s: State, args: list[Any]) -> Any:
    count, cards = args[0], values.as_set(args[1])
    memory = values.program.memory
    lying = [s[memory.where + card] for card in bits(cards.all)]
    heights = [s[memory.order + card] if memory.order >= 0 else 0 for card in bits(cards.all)]
    values.read.update(range(memory.where, memory.where + values.program.cards))
    values.read.update(range(memory.order, memory.order + values.program.cards) if memory.order >= 0 else ())
    known = all(type(at) is int for at in (*lying, *heights)) and not cards.maybe and type(count) is int
    level = [height for at, height in zip(lying, heights, strict=True) if at > 0] if known else []
    if not known or len(set(level)) < len(level):
        size = None if cards.size is None or type(count) is not int else max(0, min(count, cards.size))
        return partly(0, cards.all, size)
    return values.top(s, count, cards.sure)


def _of_layout(values: SureValues, code: Code, s: State, args: list[Any]) -> Any:
    if any(type(arg) is not int for arg in args):
        return UNKNOWN
    base = code.value
    values.read.update(range(base, base + values.program.memory.layout_size))
    if code.op == "card_at":
        card = s[base + SLOTS + args[0]] if args[0] >= 0 else -1
        return card if card is UNKNOWN else values.veil.placed(card)
    cards = [s[base + SLOTS + slot] for slot in values.slots(code, s, args)]
    sure = FOLDS["union"]([1 << card for card in cards if card is not UNKNOWN])
    return partly(
        sure, as_set(s[base + CARDS]).all & ~sure if any(card is UNKNOWN for card in cards) else 0, len(cards)
    )


def _seat(values: SureValues, code: Code, s: State, args: list[Any]) -> Any:
    return UNKNOWN if args[0] is UNKNOWN else values.looked_up(code, s, args)


def _counted_total(values: SureValues, code: Code, s: State, args: list[Any]) -> Any:
    return UNKNOWN if args[0] is UNKNOWN else values.total(s, args[0])


def _function(values: SureValues, code: Code, s: State, args: list[Any]) -> Any:
    return values.call(s, code.value, *args)


ABOUT_CARDS: dict[str, Callable[[SureValues, Code, State, list[Any]], Any]] = {
    **dict.fromkeys(("get", "get_if"), _got),
    **dict.fromkeys(("uncovered", "unrevealed", "face_up", "row_of", "card_at"), _of_layout),
    "table": _table,
    "call": _function,
    "dispatch": _dispatched,
    "bit": _bit,
    "has": _has,
    "owner": _owned,
    "top": _highest,
    "seat": _seat,
    "total": _counted_total,
}
