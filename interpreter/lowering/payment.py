"""The payment of a game to price codes: needs, production, waivers, and who sells what at which price to whom."""

from __future__ import annotations

from ...dsl.model import MarketModel, PaymentModel
from ..program.model import Code, MarketCode, PriceCode
from ..program.rewriting import substitute
from .printed_fields import bounds
from .terms import Terms, members, number

GOOD = "good"


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
    terms.table("money", money, bounds(money))
    terms.table("needs", needs, bounds(needs), row=goods)
    terms.table("produced", fixed, bounds(fixed), row=goods)
    producers = sum(1 << i for i in range(len(cards)) if choices[i] or any(fixed[i * goods : (i + 1) * goods]))
    own = tuple(Code("&", (terms.term(zone), members(producers))) for zone in payment.own)
    waived = terms.term(payment.waived) if payment.waived is not None else None
    omitted = terms.term(payment.omitted) if payment.omitted is not None else None
    receivers = terms.receivers()
    markets = tuple(_market(terms, market, receivers, producers) for market in payment.markets)
    money_at = terms.memory.player[payment.money]
    return PriceCode(own, waived, markets, receivers, money_at, goods, tuple(choices), omitted)


def _market(terms: Terms, market: MarketModel, receivers: tuple[Code, ...], producers: int) -> MarketCode:
    receiver = 0 if market.pays is None else 1 + receivers.index(terms.term(market.pays))
    stock = tuple(Code("&", (terms.term(cards), members(producers))) for cards in market.stock)
    price = terms.term(market.price)
    prices = tuple(substitute(price, {GOOD: number(good)}) for good in range(terms.goods_count()))
    limit = terms.term(market.limit) if market.limit is not None else None
    return MarketCode(market.sells, stock, prices, receiver, limit)
