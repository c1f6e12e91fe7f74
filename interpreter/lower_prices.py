"""The payment of a game to price codes: needs, production, waivers and the least price of a unit at any market."""

from __future__ import annotations

from ..dsl.model import PaymentModel
from .lower_terms import Terms, number
from .program import Code, PriceCode

# The price of a unit that nobody sells: more than anybody has.
NOT_FOR_SALE = 10**9


def lower_prices(terms: Terms, payment: PaymentModel) -> PriceCode:
    """What prices depend on; the tables of costs and production are added to those of the terms."""
    cards, goods = terms.game.cards, terms.goods_count()
    money, needs, fixed = list[int](), list[int](), list[int]()
    choices: list[tuple[int, ...]] = []
    for card in cards:
        cost = card.values.get(payment.cost_field)
        produced = card.values.get(payment.produces_field)
        money.append(cost.money if cost is not None else 0)
        needs.extend(cost.goods if cost is not None else (0,) * goods)
        fixed.extend(produced.fixed if produced is not None else (0,) * goods)
        choices.append(produced.choices if produced is not None else ())
    terms.tables |= {"money": money, "needs": needs, "produced": fixed}
    producers = sum(1 << i for i in range(len(cards)) if choices[i] or any(fixed[i * goods : (i + 1) * goods]))
    own = tuple(Code("&", (terms.term(zone), number(producers))) for zone in payment.own)
    waived = terms.term(payment.waived) if payment.waived is not None else None
    units = tuple(_least_price(terms, payment, good) for good in range(goods))
    return PriceCode(own, waived, units, goods, tuple(choices))


def _least_price(terms: Terms, payment: PaymentModel, good: int) -> Code:
    prices = [terms.term(market.price) for market in payment.markets if good in market.sells]
    if not prices:
        return number(NOT_FOR_SALE)
    return prices[0] if len(prices) == 1 else Code("min", tuple(prices))
