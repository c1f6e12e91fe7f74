"""Figures of a full position that no field holds: defines and values by name, what cards cost a seat.

Bots ask them of guesses. What a seat may be told of a position it does not see all of is worked out by `knowledge.py`.
"""

from __future__ import annotations

from attrs import frozen

from ...dsl.model import Game as Description
from ..playing.position import Position


@frozen
class Production:
    """What a seat makes: units of each good, and sources that give one of several goods (their numbers)."""

    fixed: tuple[int, ...]
    choices: tuple[tuple[int, ...], ...]


def figure(position: Position, name: str, *arguments: int) -> int:
    """The number that a define or a value of the rules gives for seats, members or cards."""
    return position.game.machine.call(position.state, function_of(position.game.description, name), *arguments)


def function_of(description: Description, name: str) -> str:
    """The function of the program that works out a define or a value."""
    return f"define_{name}" if name in description.defines else f"value_{name}"


def price(position: Position, seat: int, card: int) -> int | None:
    """What a card costs a seat in all; None where it has no cost."""
    money = printed_money(position.game.description, card)
    return None if money is None else money + position.game.machine.price(position.state, seat, card)


def printed_money(description: Description, card: int) -> int | None:
    """The money that is printed as the cost of a card; None where it has no cost."""
    cost = None if description.payment is None else description.cards[card].values.get(description.payment.cost_field)
    return None if cost is None else int(cost.money)
