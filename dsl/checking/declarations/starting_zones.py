"""Where every card lies when a game begins: each in one zone of the table, and only in one."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ...diagnostic import FEW, listed
from ...model import PLAYER, CardModel, FieldModel, Term, Type
from ...reading import ast, declared
from ...statics import members
from ..bodies.expressions import Expressions
from ..bodies.mismatches import or_none
from ..bodies.scope import Scope
from ..symbols import World

# For how many cards it is worked out in which zone they lie, all zones together.
MOST_WORK = 500_000


def place_cards(world: World, expressions: Expressions, cards: Sequence[CardModel]) -> dict[str, FieldModel]:
    """The fields of the table with what lies in them at first; a card in no zone or in two is reported."""
    table = dict(world.table)
    home_of: dict[int, str] = {}
    certain, work = True, 0
    for slot in world.composed.table:
        name = slot.name.text
        if name in table:
            table[name] = _active_for(expressions, slot, table[name])
        model = table.get(name)
        if model is None or model.type.tag != "set" or model.refs or model.home is not None or slot.default is None:
            certain = certain and (model is not None or slot.default is None)
            continue
        home = expressions.term(slot.default, Scope(), model.type)
        if home is None:
            certain = False
            continue
        work += len(cards)
        if work > MOST_WORK:
            message = "it is too much work to find out what lies in so many zones when the game begins"
            world.report.error("too-large", message, home.span)
            return table
        table[name] = evolve(model, home=home)
        certain = _note(world, cards, home, model, home_of) and certain
    if certain:
        _report_homeless(world, cards, home_of)
    return table


def _active_for(expressions: Expressions, slot: declared.Slot, model: FieldModel) -> FieldModel:
    """The field with the player for whom its cards work: `active for NAME` names a define of the card."""
    word = next((m.of for m in slot.modifiers if m.word == "active" and m.of is not None), None)
    if word is None or model.type.tag != "set" or model.active_for is not None:
        return model
    asked = ast.Apply(ast.Name(word.text, span=word.span), (ast.Name("it", span=word.span),), span=word.span)
    scope = Scope(element=("it", Type("card", model.type.of)))
    return evolve(model, active_for=expressions.term(asked, scope, or_none(PLAYER)))


def _note(world: World, cards: Sequence[CardModel], home: Term, model: FieldModel, home_of: dict[int, str]) -> bool:
    found = members(world, cards, home)
    if found is None:
        message = "expected cards that are known from the text alone"
        world.report.error("wrong-type", message, home.span)
        return False
    twice: dict[str, list[str]] = {}
    for index in sorted(found):
        if index in home_of:
            twice.setdefault(home_of[index], []).append(cards[index].id)
        home_of[index] = model.name
    for other, ids in twice.items():
        some = listed(ids) if len(ids) <= FEW else f"`{ids[0]}` and {len(ids) - 1} more"
        verb = "lies" if len(ids) == 1 else "lie"
        message = f"{some} {verb} in `{other}` and in `{model.name}` when the game begins"
        world.report.error("in-two-decks", message, home.span, also=world.table[other].span)
    return True


def _report_homeless(world: World, cards: Sequence[CardModel], home_of: dict[int, str]) -> None:
    for card in cards:
        if card.index not in home_of:
            zone = f"`deck: set of {card.kind}, hidden = {card.kind}`"
            help = f"let a zone of the table hold it when the game begins: {zone}"
            world.report.error("in-no-deck", f"`{card.id}` is in no deck", card.span, help)
