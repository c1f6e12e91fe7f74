"""Figures of a position that no field holds: defines and values by name, what a seat produces, what cards cost it.

All of them are worked out from the full position; whoever shows them to a seat asks a `guess` of that seat.
"""

from __future__ import annotations

from attrs import frozen

from ..playing.position import Position

# How many games that could be this one are compared to see whether a figure is known.
GUESSES = 4


@frozen
class Production:
    """What a seat makes: units of each good, and sources that give one of several goods (their numbers)."""

    fixed: tuple[int, ...]
    choices: tuple[tuple[int, ...], ...]


def figure(position: Position, name: str, *arguments: int) -> int:
    """The number that a define or a value of the rules gives for seats, members or cards."""
    form = "define" if name in position.game.description.defines else "value"
    return position.game.machine.call(position.state, f"{form}_{name}", *arguments)


def production(position: Position, seat: int) -> Production | None:
    """What the cards of a seat produce; None in a game without goods."""
    if position.game.program.prices is None:
        return None
    fixed, choices = position.game.machine.production(position.state, seat)
    goods = range(len(fixed))
    return Production(fixed, tuple(tuple(good for good in goods if mask >> good & 1) for mask in choices))


def price(position: Position, seat: int, card: int) -> int | None:
    """What a card costs a seat in all; None where it has no cost."""
    payment = position.game.description.payment
    if payment is None:
        return None
    cost = position.game.description.cards[card].values.get(payment.cost_field)
    return None if cost is None else cost.money + position.game.machine.price(position.state, seat, card)


def printed(position: Position, field: str, card: int, seat: int) -> int:
    """What a formula printed on a card is worth for a seat."""
    return position.game.machine.call(position.state, f"formula_{field}", card, seat)


def known_total(position: Position, seat: int, reader: int) -> int | None:
    """The points of a seat as far as a reader knows them; None where they depend on what the reader does not see."""
    guesses = [position.guess(reader, seed) for seed in range(GUESSES)]
    totals = {sum(guess.scores(seat).values()) for guess in guesses}
    return totals.pop() if len(totals) == 1 else None
