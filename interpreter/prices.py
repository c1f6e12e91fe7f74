"""Rows of goods prices: what the goods of a card cost one player, worked out when first asked for.

A row holds for one set of facts (its key): who buys, what they produce, what is waived, what a unit costs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..dsl.model import Game
from .chance import State
from .payment import cheapest
from .program import Program

MOST_REMEMBERED = 20_000

Vector = tuple[int, ...]


class PriceRow(dict[int, int]):
    """Goods prices by card. `position` is one with the row's facts: the one that asked last."""

    __slots__ = ("_buyer", "_needs", "_unit", "_waived", "choices", "fixed", "position")

    position: State

    def __init__(
        self,
        needs: Sequence[Vector],
        supply: tuple[Vector, Vector],
        unit: Vector,
        buyer: int,
        waived: Callable[[State, int, int], int],
    ) -> None:
        super().__init__()
        self._needs = needs
        self.fixed, self.choices = supply
        self._unit = unit
        self._buyer = buyer
        self._waived = waived

    def __missing__(self, card: int) -> int:
        if not any(self._needs[card]):
            self[card] = 0
            return 0
        waived = max(0, self._waived(self.position, self._buyer, card))
        found = self[card] = cheapest(self._needs[card], self.fixed, self.choices, waived, self._unit)
        return found


def price_helpers(game: Game, program: Program) -> dict[str, Any]:
    """What the generated `goods_prices` calls."""
    prices = program.prices
    if prices is None:
        return {}
    goods = prices.goods
    cards = range(len(game.cards))
    needs = [program.tables["needs"][c * goods : (c + 1) * goods] for c in cards]
    produced = [program.tables["produced"][c * goods : (c + 1) * goods] for c in cards]
    choices = prices.choices
    remembered: dict[tuple[int, ...], PriceRow] = {}

    def price_row(
        key: tuple[int, ...], sources: int, unit: Vector, buyer: int, waived: Callable[[State, int, int], int]
    ) -> PriceRow:
        """A new row for a set of producing cards and the prices of a unit of each good."""
        fixed, chosen = [0] * goods, list[int]()
        while sources:
            low = sources & -sources
            card = low.bit_length() - 1
            sources ^= low
            chosen += choices[card]
            for good, count in enumerate(produced[card]):
                fixed[good] += count
        if len(remembered) >= MOST_REMEMBERED:
            remembered.clear()
        # A price below nothing would make buying a way to earn.
        at_least_free = tuple(max(0, price) for price in unit)
        row = PriceRow(needs, (tuple(fixed), tuple(chosen)), at_least_free, buyer, waived)
        remembered[key] = row
        return row

    return {"remembered": remembered, "price_row": price_row}
