"""Fields that must match others: every symbol that is asked for is offered by some card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...diagnostic import Span
from ...meaning import members_in
from ...model import SEVERAL, CardModel, Type
from ...reading import declared
from ..bodies.several import member_of
from ..symbols import KindInfo, World


def report_unmatched(world: World, cards: Sequence[CardModel]) -> None:
    """A field that must match another: every symbol asked for is offered by some card."""
    for info in world.kinds.values():
        for name, other in info.matching.items():
            place = info.places.get(name, info.declaration.name).span
            type = info.fields[name]
            if other not in info.fields:
                world.report.unknown("field", other, place, info.fields)
            elif not alike(info.fields[other], type):
                message = f"`{name}` and `{other}` are of different types and never match"
                world.report.error("wrong-type", message, place)
            else:
                _offered(world, cards, info, name, other, type)


def _offered(world: World, cards: Sequence[CardModel], info: KindInfo, name: str, other: str, type: Type) -> None:
    offered = {value for card in cards for value in _held(card.values.get(other), info.fields[other])}
    for card in cards:
        wanted = _held(card.values.get(name), type) if card.kind == info.name else []
        for missing in (value for value in wanted if value not in offered):
            word = world.enums[type.of][missing] if type.of in world.enums else str(missing)
            if word in world.report.broken or not world.composed.is_to_blame(card.span):
                continue
            help = f"`{name}` must match the `{other}` of some card"
            world.report.error("unmatched", f"no card has `{other}: {word}`", _place(world, card, name), help)


def _place(world: World, card: CardModel, name: str) -> Span:
    written = world.cards[card.id][1]
    for ability in written.abilities:
        if isinstance(ability, declared.Setting) and ability.key.text == name:
            return ability.items[0].span
    return card.span


def alike(one: Type, other: Type) -> bool:
    """Whether two fields can match: their values, or the members of which they hold several."""
    one, other = member_of(one), member_of(other)
    return (one.tag, one.of) == (other.tag, other.of)


def _held(value: Any, type: Type) -> list[Any]:
    """What a card has in a field: one value, several members or nothing."""
    if type.tag == SEVERAL and value is not None:
        return members_in(value)
    return [] if value in (None, -1) else [value]
