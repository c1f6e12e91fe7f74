"""Rows of prices and payments: what the goods of a card cost one player, worked out when first asked for.

A row holds for one set of facts (its key): who buys, what they produce, what is waived, what is for sale. A payment is
one integer (see `amounts`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add
from typing import Any, NamedTuple

from ..errors import RunawayChain
from ..program.model import Program
from ..program.prices import PriceCode
from .amounts import fits, packed, payment_total
from .chance import State
from .cheapest import cheapest
from .payment import Market, Offer, Stock, TooManyWays, payments, stock_of

MOST_REMEMBERED = 20_000
# More units than any card needs.
MOST_LIMIT = 1_000
# The price of goods that nobody sells: more than anybody has.
NOT_FOR_SALE = 10**9

Vector = tuple[int, ...]
Count = Callable[[State, int, int], int]
Counts = Callable[[State, int, int], Vector]


class TooManyPayments(RunawayChain):
    """A card for which there are more ways to pay than can be looked at."""

    def __init__(self, card: int) -> None:
        super().__init__("there are too many ways to pay")
        self.card = card


class OfItem(NamedTuple):
    """What depends on who buys which item: goods that are waived, parts of the cost that can be left out, units of each
    good that are needed more, and fees by receiver (nobody first). None: the game has nothing of the kind."""

    waived: Count
    omitted: Count | None = None
    added: Counts | None = None
    fees: Counts | None = None


class Row(dict[int, Any]):
    """What is worked out for one buyer by card. `position` is one with the row's facts: the one that asked last."""

    __slots__ = ("_buyer", "_needs", "_of_item", "choices", "fixed", "position")

    position: State

    def __init__(self, needs: Sequence[Vector], supply: tuple[Vector, Vector], buyer: int, of_item: OfItem) -> None:
        super().__init__()
        self._needs = needs
        self.fixed, self.choices = supply
        self._buyer = buyer
        self._of_item = of_item

    def need(self, card: int) -> Vector:
        """The units of each good that an item needs."""
        added = self._of_item.added
        if added is None or card < 0:
            return self._needs[card]
        return tuple(map(add, self._needs[card], _at_least_none(added(self.position, self._buyer, card))))

    def waived(self, card: int) -> int:
        """How many of them need not be paid."""
        return max(0, self._of_item.waived(self.position, self._buyer, card))

    def fees(self, card: int) -> Vector:
        """What is due beside the cost: to nobody, and to each receiver; empty where there are no fees."""
        fees = self._of_item.fees
        return fees(self.position, self._buyer, card) if fees is not None and card >= 0 else ()


class PriceRow(Row):
    """Goods prices by card."""

    __slots__ = ("_unit",)

    def __init__(
        self, needs: Sequence[Vector], supply: tuple[Vector, Vector], unit: Vector, buyer: int, of_item: OfItem
    ) -> None:
        super().__init__(needs, supply, buyer, of_item)
        self._unit = unit

    def __missing__(self, card: int) -> int:
        need = self.need(card) if card >= 0 else ()
        found = self[card] = self._goods(need, self.waived(card)) if any(need) else 0
        return found

    def _goods(self, need: Vector, waived: int) -> int:
        return cheapest(need, self.fixed, self.choices, waived, self._unit)

    @property
    def trade(self) -> dict[int, int]:
        """What the goods of a card cost."""
        return self


class FullRow(PriceRow):
    """Prices by card where fees are due, or parts of a cost can be left out: each one good, or all of the money.

    An entry is what has to be paid beyond the printed money, less than nothing where that is left out; `trade` holds
    what the goods cost. Of two ways that cost the same, the one with the cheaper goods is taken."""

    __slots__ = ("_money", "_trade")

    def __init__(
        self,
        needs: Sequence[Vector],
        supply: tuple[Vector, Vector],
        unit: Vector,
        buyer: int,
        of_item: OfItem,
        money: Sequence[int],
    ) -> None:
        super().__init__(needs, supply, unit, buyer, of_item)
        self._money = money
        self._trade = TradeOf(self)

    def __missing__(self, card: int) -> int:
        omitted = self._of_item.omitted
        parts = max(0, omitted(self.position, self._buyer, card)) if omitted is not None and card >= 0 else 0
        if not parts:
            self._trade[card] = super().__missing__(card)
            found = self[card] = self._trade[card] + sum(self.fees(card))
            return found
        need, money, waived = self.need(card), self._money[card], self.waived(card)
        ways = [(self._goods(need, waived + parts), money)]
        if money:
            ways.append((self._goods(need, waived + parts - 1), 0))
        goods, left = min(ways, key=lambda way: (sum(way), way[0]))
        self._trade[card] = goods
        found = self[card] = goods + left - money + sum(self.fees(card))
        return found

    @property
    def trade(self) -> dict[int, int]:
        """What the goods of a card cost."""
        return self._trade


class TradeOf(dict[int, int]):
    """What the goods of a card cost, worked out together with its price."""

    __slots__ = ("_row",)

    def __init__(self, row: FullRow) -> None:
        super().__init__()
        self._row = row

    def __missing__(self, card: int) -> int:
        self._row[card]
        return self[card]


class PaymentRow(Row):
    """Payments by card, none of them worse than another in every respect; money that is printed goes to nobody."""

    __slots__ = ("_game", "_solved", "_stock", "cheapest")

    def __init__(
        self,
        game: tuple[Sequence[Vector], Sequence[int], int],
        supply: tuple[Vector, Vector],
        stock: Stock,
        buyer: int,
        of_item: OfItem,
    ) -> None:
        super().__init__(game[0], supply, buyer, of_item)
        self._game = game
        self._stock = stock
        self._solved: dict[tuple[Vector, int], tuple[Vector, ...]] = {}
        self.cheapest = CheapestOf(self)

    def __missing__(self, card: int) -> tuple[int, ...]:
        _, money, receivers = self._game
        if card < 0:
            return ()
        need, due = self.need(card), (money[card], *(0,) * receivers)
        if fees := self.fees(card):
            due = tuple(map(add, due, fees))
        ways: tuple[Vector, ...] = ((0,) * (receivers + 1),)
        if any(need):
            waived = self.waived(card)
            # Many cards need the same goods.
            found = self._solved.get((need, waived))
            if found is None:
                try:
                    found = payments(need, self.fixed, self.choices, waived, self._stock, receivers + 1)
                except TooManyWays:
                    raise TooManyPayments(card) from None
                self._solved[need, waived] = found
            ways = found
        full = [tuple(map(add, way, due)) for way in ways]
        self[card] = all_ways = tuple([packed(way) for way in full if fits(way)])
        return all_ways

    @property
    def money(self) -> Sequence[int]:
        """The printed money of every card."""
        return self._game[1]

    @property
    def trade(self) -> dict[int, int]:
        """What the goods of a card cost."""
        return self.cheapest.trade


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
        """What the goods of a card cost, without fees."""
        return TradeIn(self._row)


class TradeIn(dict[int, int]):
    """The least that the goods of a card cost where fees are due as well."""

    __slots__ = ("_row",)

    def __init__(self, row: PaymentRow) -> None:
        super().__init__()
        self._row = row

    def __missing__(self, card: int) -> int:
        least = self._row.cheapest[card]
        found = self[card] = least if least == NOT_FOR_SALE else least - sum(self._row.fees(card))
        return found


class SinglePayments:
    """The one payment for each card where every good has one price."""

    __slots__ = ("_money", "_row")

    def __init__(self, row: PriceRow, money: Sequence[int]) -> None:
        self._row = row
        self._money = money

    def __getitem__(self, card: int) -> tuple[int, ...]:
        if card < 0:
            return ()
        full, fees = self._row[card] + self._money[card], self._row.fees(card)
        vector = (full - sum(fees[1:]), *fees[1:])
        return (packed(vector),) if fits(vector) else ()


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

    def of_item(
        waived: Count, omitted: Count | None = None, added: Counts | None = None, fees: Counts | None = None
    ) -> OfItem:
        """What depends on the item, with the fees put together by receiver."""
        return OfItem(waived, omitted, added, None if fees is None else by_receiver(fees))

    def by_receiver(fees: Counts) -> Counts:
        places = [fee.receiver for fee in prices.fees]

        def due(s: State, buyer: int, item: int) -> Vector:
            found = [0] * (len(prices.receivers) + 1)
            for place, amount in zip(places, _at_least_none(fees(s, buyer, item)), strict=True):
                found[place] += amount
            return tuple(found)

        return due

    def price_row(key: tuple[int, ...], sources: int, unit: Vector, buyer: int, of_item: OfItem) -> PriceRow:
        """A new row for a set of producing cards and the prices of a unit of each good."""
        make_room()
        plain = of_item.omitted is None and of_item.fees is None
        parts = (needs, supply(sources), _at_least_none(unit), buyer, of_item)
        row = PriceRow(*parts) if plain else FullRow(*parts, money)
        remembered[key] = row
        return row

    def payment_row(
        key: tuple[int, ...],
        sources: int,
        stocks: Vector,
        sold: tuple[Vector, ...],
        limits: Vector,
        buyer: int,
        of_item: OfItem,
    ) -> PaymentRow:
        """A new row for a set of producing cards and everything that is for sale."""
        make_room()
        stock = stock_of(*_for_sale(prices, stocks, sold, limits, supply), goods)
        shared = (needs, money, len(prices.receivers))
        row = PaymentRow(shared, supply(sources), stock, buyer, of_item)
        remembered[key] = row
        return row

    def single_payments(row: PriceRow) -> SinglePayments:
        return SinglePayments(row, money)

    return {
        "remembered": remembered,
        "of_item": of_item,
        "price_row": price_row,
        "payment_row": payment_row,
        "single_payments": single_payments,
    }


def _at_least_none(numbers: Vector) -> Vector:
    """A price below nothing would make buying a way to earn; what is needed more is never less."""
    return numbers if min(numbers) >= 0 else tuple([max(0, number) for number in numbers])


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
        asked = _at_least_none(unit)
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
