"""Rows of prices and payments: what the goods of a card cost one player, worked out when first asked for.

A row holds for one set of facts (its key): who buys, what they produce, what is waived, what is for sale. A payment is
one integer: the amount for nobody in the lowest bits, then the amounts for the receivers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..errors import RunawayChain
from ..program.model import AMOUNT_BITS, PriceCode, Program
from .chance import State
from .cheapest import cheapest
from .payment import Market, Offer, Stock, TooManyWays, payments, stock_of

MOST_REMEMBERED = 20_000
# More units than any card needs.
MOST_LIMIT = 1_000
MOST_AMOUNT = (1 << AMOUNT_BITS) - 1
# The price of goods that nobody sells: more than anybody has.
NOT_FOR_SALE = 10**9

Vector = tuple[int, ...]
Waived = Callable[[State, int, int], int]


def amounts(payment: int) -> list[int]:
    """What goes to nobody, and to each receiver in turn."""
    found = []
    while payment:
        found.append(payment & MOST_AMOUNT)
        payment >>= AMOUNT_BITS
    return found


def packed(amounts: Vector) -> int:
    """The payment of some amounts: what goes to nobody, and to each receiver."""
    payment = 0
    for amount in reversed(amounts):
        payment = payment << AMOUNT_BITS | amount
    return payment


def payment_total(payment: int) -> int:
    """All amounts of a payment together."""
    total = 0
    while payment:
        total += payment & MOST_AMOUNT
        payment >>= AMOUNT_BITS
    return total


def payment_part(payment: int, place: int) -> int:
    """What a payment gives to nobody (0) or to a receiver (from 1)."""
    return payment >> AMOUNT_BITS * place & MOST_AMOUNT


class TooManyPayments(RunawayChain):
    """A card for which there are more ways to pay than can be looked at."""

    def __init__(self, card: int) -> None:
        super().__init__("there are too many ways to pay")
        self.card = card


class PriceRow(dict[int, int]):
    """Goods prices by card. `position` is one with the row's facts: the one that asked last."""

    __slots__ = ("_buyer", "_needs", "_unit", "_waived", "choices", "fixed", "position")

    position: State

    def __init__(
        self, needs: Sequence[Vector], supply: tuple[Vector, Vector], unit: Vector, buyer: int, waived: Waived
    ) -> None:
        super().__init__()
        self._needs = needs
        self.fixed, self.choices = supply
        self._unit = unit
        self._buyer = buyer
        self._waived = waived

    def __missing__(self, card: int) -> int:
        if card < 0 or not any(self._needs[card]):
            self[card] = 0
            return 0
        waived = max(0, self._waived(self.position, self._buyer, card))
        found = self[card] = cheapest(self._needs[card], self.fixed, self.choices, waived, self._unit)
        return found

    @property
    def trade(self) -> dict[int, int]:
        """What the goods of a card cost."""
        return self


class OmittingRow(PriceRow):
    """Goods prices by card where parts of a cost can be left out: each one good, or all of the printed money. An entry
    is what has to be paid beyond the printed money, less than nothing where that is left out; `trade` holds what the
    goods cost. Of two ways that cost the same, the one with the cheaper goods is taken."""

    __slots__ = ("_money", "_omitted", "_trade")

    def __init__(
        self,
        needs: Sequence[Vector],
        supply: tuple[Vector, Vector],
        unit: Vector,
        buyer: int,
        waived: Waived,
        money: Sequence[int],
        omitted: Waived,
    ) -> None:
        super().__init__(needs, supply, unit, buyer, waived)
        self._money = money
        self._omitted = omitted
        self._trade = TradeOf(self)

    def __missing__(self, card: int) -> int:
        omitted = max(0, self._omitted(self.position, self._buyer, card)) if card >= 0 else 0
        if not omitted:
            found = self._trade[card] = super().__missing__(card)
            return found
        waived = max(0, self._waived(self.position, self._buyer, card))
        ways = [(self._goods(card, waived + omitted), self._money[card])]
        if self._money[card]:
            ways.append((self._goods(card, waived + omitted - 1), 0))
        goods, money = min(ways, key=lambda way: (sum(way), way[0]))
        self._trade[card] = goods
        found = self[card] = goods + money - self._money[card]
        return found

    @property
    def trade(self) -> dict[int, int]:
        """What the goods of a card cost."""
        return self._trade

    def _goods(self, card: int, waived: int) -> int:
        return cheapest(self._needs[card], self.fixed, self.choices, waived, self._unit)


class TradeOf(dict[int, int]):
    """What the goods of a card cost, worked out together with its price."""

    __slots__ = ("_row",)

    def __init__(self, row: OmittingRow) -> None:
        super().__init__()
        self._row = row

    def __missing__(self, card: int) -> int:
        self._row[card]
        return self[card]


class PaymentRow(dict[int, tuple[int, ...]]):
    """Payments by card, none of them worse than another in every respect; money that is printed goes to nobody."""

    __slots__ = ("_buyer", "_game", "_solved", "_stock", "_waived", "cheapest", "choices", "fixed", "position")

    position: State

    def __init__(
        self,
        game: tuple[Sequence[Vector], Sequence[int], int],
        supply: tuple[Vector, Vector],
        stock: Stock,
        buyer: int,
        waived: Waived,
    ) -> None:
        super().__init__()
        self._game = game
        self.fixed, self.choices = supply
        self._stock = stock
        self._solved: dict[tuple[Vector, int], tuple[Vector, ...]] = {}
        self._buyer = buyer
        self._waived = waived
        self.cheapest = CheapestOf(self)

    def __missing__(self, card: int) -> tuple[int, ...]:
        needs, money, receivers = self._game
        if card < 0:
            return ()
        if not any(needs[card]):
            self[card] = (money[card],)
            return self[card]
        waived = max(0, self._waived(self.position, self._buyer, card))
        # Many cards need the same goods.
        found = self._solved.get((needs[card], waived))
        if found is None:
            try:
                found = payments(needs[card], self.fixed, self.choices, waived, self._stock, receivers + 1)
            except TooManyWays:
                raise TooManyPayments(card) from None
            self._solved[needs[card], waived] = found
        printed = money[card]
        whole = [(vector[0] + printed, *vector[1:]) for vector in found]
        ways = self[card] = tuple([packed(way) for way in whole if max(way) <= MOST_AMOUNT])
        return ways

    @property
    def money(self) -> Sequence[int]:
        """The printed money of every card."""
        return self._game[1]

    @property
    def trade(self) -> dict[int, int]:
        """What the goods of a card cost."""
        return self.cheapest


class CheapestOf(dict[int, int]):
    """The least that the goods of a card cost, all receivers together."""

    __slots__ = ("_row",)

    def __init__(self, row: PaymentRow) -> None:
        super().__init__()
        self._row = row

    def __missing__(self, card: int) -> int:
        if card < 0:
            return 0
        totals = [payment_total(payment) for payment in self._row[card]]
        found = self[card] = min(totals) - self._row.money[card] if totals else NOT_FOR_SALE
        return found

    @property
    def trade(self) -> dict[int, int]:
        """The same: nothing can be left out."""
        return self


class SinglePayments:
    """The one payment for each card where every good has one price."""

    __slots__ = ("_money", "_row")

    def __init__(self, row: PriceRow, money: Sequence[int]) -> None:
        self._row = row
        self._money = money

    def __getitem__(self, card: int) -> tuple[int, ...]:
        full = self._row[card] + self._money[card] if card >= 0 else MOST_AMOUNT + 1
        return (full,) if full <= MOST_AMOUNT else ()


def price_helpers(program: Program) -> dict[str, Any]:
    """What the generated price functions call."""
    prices = program.prices
    if prices is None:
        return {}
    goods = prices.goods
    cards = range(program.cards)
    needs = [program.tables["needs"].entries[c * goods : (c + 1) * goods] for c in cards]
    produced = [program.tables["produced"].entries[c * goods : (c + 1) * goods] for c in cards]
    money = program.tables["money"].entries
    remembered: dict[tuple[int, ...], PriceRow | PaymentRow] = {}

    def supply(sources: int) -> tuple[Vector, Vector]:
        """What a set of cards produces: fixed units by good, and units that are one of several goods."""
        fixed, chosen = [0] * goods, list[int]()
        while sources:
            low = sources & -sources
            card = low.bit_length() - 1
            sources ^= low
            chosen += prices.choices[card]
            for good, count in enumerate(produced[card]):
                fixed[good] += count
        return tuple(fixed), tuple(chosen)

    def make_room() -> None:
        if len(remembered) >= MOST_REMEMBERED:
            remembered.clear()

    def price_row(
        key: tuple[int, ...], sources: int, unit: Vector, buyer: int, waived: Waived, omitted: Waived | None = None
    ) -> PriceRow:
        """A new row for a set of producing cards and the prices of a unit of each good."""
        make_room()
        parts = (needs, supply(sources), _at_least_free(unit), buyer, waived)
        row = PriceRow(*parts) if omitted is None else OmittingRow(*parts, money, omitted)
        remembered[key] = row
        return row

    def payment_row(
        key: tuple[int, ...],
        sources: int,
        stocks: Vector,
        sold: tuple[Vector, ...],
        limits: Vector,
        buyer: int,
        waived: Waived,
    ) -> PaymentRow:
        """A new row for a set of producing cards and everything that is for sale."""
        make_room()
        stock = stock_of(*_for_sale(prices, stocks, sold, limits, supply), goods)
        shared = (needs, money, len(prices.receivers))
        row = PaymentRow(shared, supply(sources), stock, buyer, waived)
        remembered[key] = row
        return row

    def single_payments(row: PriceRow) -> SinglePayments:
        return SinglePayments(row, money)

    return {
        "remembered": remembered,
        "price_row": price_row,
        "payment_row": payment_row,
        "single_payments": single_payments,
    }


def _at_least_free(unit: Vector) -> Vector:
    """A price below nothing would make buying a way to earn."""
    return unit if min(unit) >= 0 else tuple(max(0, price) for price in unit)


def _for_sale(
    prices: PriceCode,
    stocks: Vector,
    sold: tuple[Vector, ...],
    limits: Vector,
    supply: Callable[[int], tuple[Vector, Vector]],
) -> tuple[tuple[Offer, ...], tuple[Market, ...]]:
    """Single units of the cards in stock or up to a limit, and markets that sell any number."""
    limited: list[Offer] = []
    unlimited: list[Market] = []
    for market, stock, unit, limit in zip(prices.markets, stocks, sold, limits, strict=True):
        asked = _at_least_free(unit)
        if market.stock:
            fixed, choices = supply(stock)
            limited += [Offer(1 << good, asked, market.receiver) for good, n in enumerate(fixed) for _ in range(n)]
            limited += [Offer(mask, asked, market.receiver) for mask in choices]
        elif market.limit is not None:
            mask = sum(1 << good for good in market.sells)
            limited += [Offer(mask, asked, market.receiver)] * min(max(0, limit), MOST_LIMIT)
        else:
            open_to_all = tuple(p if good in market.sells else None for good, p in enumerate(asked))
            unlimited.append(Market(open_to_all, market.receiver))
    return tuple(limited), tuple(unlimited)
