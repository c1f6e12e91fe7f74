"""A card as a blank: the same game, in which one card costs nothing and does nothing.

What tells the card apart stays: its name, its kind, its place in the decks, fields with a range and fields that must
have a member. What it gives or asks for goes: cost, goods, formulas, plain numbers, flags, what need not be printed,
and all abilities.
"""

from __future__ import annotations

import hashlib
from typing import Any

from attrs import evolve

from ...dsl.model import FLAG, NUMBER, Act, CardModel, CostModel, GoodsModel, Term, Type
from ...interpreter.errors import BadSetup
from ...interpreter.playing.game import Game, game_of

# What a field holds where nothing is printed, as the checker writes it.
NOTHING_PRINTED = -1
NEVER = Term("int", FLAG, value=0)


def blanked(game: Game, name: str) -> Game:
    """The game with all copies of a card blank; its digest is another one."""
    description = game.description
    blank = {card.index for card in description.cards if card.name == name}
    if not blank:
        # Says what is wrong, with advice; a copy has no name of its own.
        card = game.card(name)
        raise BadSetup(f"`{name}` is a copy; write `{card.name}`")
    changed = evolve(
        description,
        digest=hashlib.sha256(f"{description.digest} without {name}".encode()).hexdigest()[: len(description.digest)],
        cards=tuple(_blank(game, card) if card.index in blank else card for card in description.cards),
        answers=tuple(answer for answer in description.answers if answer.card not in blank),
        listeners=tuple(
            evolve(listener, body=_never(listener.body)) if listener.card in blank else listener
            for listener in description.listeners
        ),
    )
    return game_of(changed)


def _blank(game: Game, card: CardModel) -> CardModel:
    kind = game.description.kinds[card.kind]
    values = {
        name: card.values[name] if name in kind.back or name not in card.values else _nothing(type, card.values[name])
        for name, type in kind.fields
    }
    return evolve(card, values=values, handlers={event: _never(body) for event, body in card.handlers.items()})


def _never(body: tuple[Act, ...]) -> tuple[Act, ...]:
    """Acts that are never reached. They stay in the rules: the decisions in them keep their numbers."""
    return (Act("if", (NEVER,), blocks=(body, ())),)


def _nothing(type: Type, printed: Any) -> Any:
    """What a field holds on a blank."""
    if isinstance(printed, CostModel):
        return CostModel(0, (0,) * len(printed.goods))
    if isinstance(printed, GoodsModel):
        return GoodsModel((0,) * len(printed.fixed))
    if type.tag == "formula":
        return Term("int", NUMBER, value=0)
    if type.optional:
        return NOTHING_PRINTED
    return 0 if type.tag == "flag" or (type.tag == "number" and type.low is None) else printed
