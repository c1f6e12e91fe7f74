"""The payment of a game to price codes: needs, production, waivers, surcharges, and who sells what to whom."""

from __future__ import annotations

from collections.abc import Callable

from ...dsl.model import MarketModel, PaymentModel, Term
from ...dsl.model import Type as TextType
from ..program.model import Code, Step
from ..program.prices import FeeCode, MarketCode, PriceCode
from ..program.rewriting import substitute
from ..program.types import Type
from .printed_fields import bounds
from .terms import Terms, members, number

BUYER, ITEM, GOOD = "buyer", "item", "good"


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
    places = {pays: place for place, pays in enumerate(payment.receivers, 1)}
    markets = tuple(
        _market(terms, market, 0 if market.pays is None else places[market.pays], producers)
        for market in payment.markets
    )
    fees = tuple(FeeCode(0 if f.pays is None else places[f.pays], terms.term(f.amount)) for f in payment.fees)
    added = _by_good(terms, payment.added) if payment.added is not None else ()
    receivers = terms.receivers()
    money_at = terms.memory.player[payment.money]
    return PriceCode(own, waived, markets, receivers, money_at, goods, tuple(choices), omitted, added, fees)


def _by_good(terms: Terms, number_of: Term) -> tuple[Code, ...]:
    code = terms.term(number_of)
    return tuple(substitute(code, {GOOD: number(good)}) for good in range(terms.goods_count()))


def _market(terms: Terms, market: MarketModel, receiver: int, producers: int) -> MarketCode:
    stock = tuple(Code("&", (terms.term(cards), members(producers))) for cards in market.stock)
    limit = terms.term(market.limit) if market.limit is not None else None
    return MarketCode(market.sells, stock, _by_good(terms, market.price), receiver, limit)


# What is worked out before the first fee is paid out. No name of the text begins with a digit.
FOR_BUYER, FOR_ITEM, AMOUNT_OF, PAID_TO = "0buyer", "0item", "0fee_", "0to_"


def paid_out(terms: Terms, item: Code, player: Code, gives: Callable[[Code, Code], list[Step]]) -> list[Step]:
    """Gives every receiver of a fee what a player owes for an item; who pays has paid it already, in the price.
    `gives` are the steps that give money to a player."""
    payment = terms.game.payment
    assert payment is not None
    asked = {BUYER: Code("local", value=FOR_BUYER), ITEM: Code("local", value=FOR_ITEM)}
    worked_out = [Step("let", (player,), FOR_BUYER), Step("let", (item,), FOR_ITEM)]
    paid = []
    for fee in payment.fees:
        if fee.pays is not None:
            amount, whom = (Code("local", value=name + fee.name) for name in (AMOUNT_OF, PAID_TO))
            owed = Code("max", (number(0), substitute(terms.term(fee.amount), asked)))
            to = substitute(terms.term(fee.pays), asked)
            worked_out += [Step("let", (owed,), amount.value), Step("let", (to,), whom.value)]
            paid.append(Step("if", (Code(">=", (whom, number(0))),), blocks=(tuple(gives(whom, amount)), ())))
    return [*worked_out, *paid] if paid else []


def names_when_paid_out(terms: Terms) -> dict[str, Type]:
    """The names that this needs."""
    payment = terms.game.payment
    assert payment is not None
    player, amount = terms.type(TextType("player", optional=True)), terms.type(TextType("number"))
    due = [fee.name for fee in payment.fees if fee.pays is not None]
    names = {FOR_BUYER: terms.type(TextType("player")), FOR_ITEM: terms.type(TextType("card", "card"))}
    names |= {PAID_TO + name: player for name in due} | {AMOUNT_OF + name: amount for name in due}
    return names if due else {}
