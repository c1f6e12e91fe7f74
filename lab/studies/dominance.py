"""Cards that are dominated on paper: another one of the same kind and back costs no more and prints no less.

Only what is printed counts, and more of a plain number is taken for better. Cards with abilities of their own are left
out: whether one ability is better than another cannot be read from a text.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from ...dsl.model import CardModel, CostModel, GoodsModel, Term, Type
from ...interpreter.playing.game import Game


@frozen
class Dominated:
    """A card, and one that is at least as good in everything that is printed and better in something."""

    card: str
    by: str


def dominated(game: Game) -> list[Dominated]:
    """All cards that another one dominates, each with the first that does."""
    description = game.description
    able = {answer.card for answer in description.answers} | {listener.card for listener in description.listeners}
    plain = {card.name: card for card in reversed(description.cards) if card.index not in able and not card.handlers}
    found = []
    for card in description.cards:
        if plain.get(card.name) is not card:
            continue
        others = (other for other in plain.values() if other is not card and _same_place(game, card, other))
        better = min((other.name for other in others if _dominates(game, other, card)), default=None)
        if better is not None:
            found.append(Dominated(card.name, better))
    return found


def _same_place(game: Game, one: CardModel, other: CardModel) -> bool:
    return one.kind == other.kind and game.backs[one.index] == game.backs[other.index]


def _dominates(game: Game, one: CardModel, other: CardModel) -> bool:
    """Whether the first card is at least as good in every field, and better in one."""
    signs = [
        _compared(type, one.values.get(name), other.values.get(name))
        for name, type in game.description.kinds[one.kind].fields
    ]
    return all(sign is not None for sign in signs) and any(sign == 1 for sign in signs)


def _compared(type: Type, one: Any, other: Any) -> int | None:
    """1 if the first is better, 0 if both are equal, None if the first may be worse."""
    if one == other:
        return 0
    if isinstance(one, CostModel) and isinstance(other, CostModel):
        pairs = [(one.money, other.money), *zip(one.goods, other.goods, strict=True)]
        return 1 if all(a <= b for a, b in pairs) else None
    if isinstance(one, GoodsModel) and isinstance(other, GoodsModel):
        more = all(a >= b for a, b in zip(one.fixed, other.fixed, strict=True))
        return 1 if more and one.choices[: len(other.choices)] == other.choices else None
    if isinstance(one, Term) and isinstance(other, Term):
        return 1 if one.op == other.op == "int" and one.value > other.value else None
    if type.optional:
        return 1 if other == -1 else None
    return 1 if type.tag == "number" and type.low is None and one > other else None
