"""How costs are paid: checks the `payment`, its markets and its fees."""

from __future__ import annotations

from ...diagnostic import Span, nearest
from ...meaning import MOST_RECEIVERS
from ...model import PLAYER, FeeModel, MarketModel, PaymentModel, Term, Type
from ...reading import ast, declared
from ...statics import literal
from ..bodies.expressions import Expressions
from ..bodies.scope import Scope
from ..symbols import PRINTED_TYPES, World

PAYMENT_FIELDS = ("goods", "money", "own", "waived", "omitted", "added")
MARKET_FIELDS = ("sells", "price", "pays")
MARKET_EXTRAS = ("limit",)
FEE_FIELDS = ("amount", "pays")
ANYBODY = Type("player", optional=True)
NEGATIVE = "what is needed more stands under `added`"


def check_payment(world: World, expressions: Expressions) -> PaymentModel | None:
    """The payment of the game, or None where there is none or it has mistakes."""
    written = world.composed.payment
    markets = [d for d in world.composed.named.values() if isinstance(d, declared.Market)]
    fees = [d for d in world.composed.named.values() if isinstance(d, declared.Fee)]
    if written is None:
        found = [("market", market.name) for market in markets] + [("fee", fee.name) for fee in fees]
        for what, name in found if "payment" not in world.report.broken else ():
            world.report.error("misplaced", f"a {what} needs a `payment`", name.span)
        _no_printed_costs(world)
        return None
    settings = _settings(world, written.settings, PAYMENT_FIELDS)
    for key in ("goods", "money"):
        if key not in settings:
            world.report.error("missing-field", f"the payment has no `{key}`", written.span)
    cost, produces = _only_field(world, "cost", written.span), _only_field(world, "goods", written.span)
    if not world.goods or not world.money:
        return None
    scope = Scope(locals={"buyer": PLAYER})
    of_item = scope.with_local("item", Type("card", "card"))
    own: list[Term] = []
    for item in settings["own"].items if "own" in settings else ():
        zone = expressions.term(item, scope, Type("set", "card"))
        if zone is not None:
            own.append(zone)
    _no_two_of_one_name(world, markets, fees)
    waived, omitted = (
        _not_negative(world, expressions, settings[key].items[0], of_item) if key in settings else None
        for key in ("waived", "omitted")
    )
    added: Term | None = None
    if "added" in settings:
        by_good = of_item.with_local("good", Type("enum", world.goods))
        added = _not_negative(world, expressions, settings["added"].items[0], by_good)
    checked = [_market(world, expressions, market, scope) for market in markets]
    due = [_fee(world, expressions, fee) for fee in fees]
    if None in checked or None in due or cost is None or produces is None:
        return None
    sellers = tuple(market for market in checked if market is not None)
    charged = tuple(fee for fee in due if fee is not None)
    if omitted is not None and any(market.stock or market.pays is not None for market in sellers):
        message = "parts of a cost can be left out only where every market sells any number and pays nobody"
        world.report.error("misplaced", message, settings["omitted"].span)
        return None
    whole = PaymentModel(world.goods, world.money, cost, produces, tuple(own), waived, sellers, omitted, added, charged)
    if len(whole.receivers) > MOST_RECEIVERS:
        message = f"markets and fees may pay {MOST_RECEIVERS} different receivers"
        world.report.error("too-large", message, written.span)
        return None
    return whole


def _no_two_of_one_name(world: World, markets: list[declared.Market], fees: list[declared.Fee]) -> None:
    selling = {market.name.text: market.name.span for market in markets}
    for fee in fees:
        if fee.name.text in selling:
            message = f"a market is called `{fee.name}` as well: a payment has one part of that name"
            world.report.error("duplicate", message, fee.name.span, also=selling[fee.name.text])


def _not_negative(world: World, expressions: Expressions, written: ast.Expr, scope: Scope) -> Term | None:
    """A number of units. Less than none is a mistake where the text says so; otherwise it counts as none."""
    found = expressions.number(written, scope)
    known = literal(found) if found is not None else None
    if known is not None and known < 0:
        world.report.error("out-of-range", "there cannot be less than none", written.span, NEGATIVE)
        return None
    return found


def _fee(world: World, expressions: Expressions, fee: declared.Fee) -> FeeModel | None:
    found = _settings(world, fee.settings, FEE_FIELDS)
    for key in FEE_FIELDS:
        if key not in found:
            world.report.error("missing-field", f"the fee `{fee.name}` has no `{key}`", fee.name.span)
            return None
    scope = Scope(locals={"buyer": PLAYER, "item": Type("card", "card")})
    amount = _not_negative(world, expressions, found["amount"].items[0], scope)
    receiver, fine = _receiver(expressions, found["pays"].items[0], ANYBODY)
    return FeeModel(fee.name.text, amount, receiver) if amount is not None and fine else None


def _receiver(expressions: Expressions, pays: ast.Expr, type: Type) -> tuple[Term | None, bool]:
    """Who gets the money, and whether that is no mistake. When it is paid the card is not known any more."""
    if isinstance(pays, ast.Name) and pays.id == "nobody":
        return None, True
    receiver = expressions.term(pays, Scope(locals={"buyer": PLAYER}), type)
    return receiver, receiver is not None


def _no_printed_costs(world: World) -> None:
    for info in world.kinds.values():
        for slot in info.declaration.slots:
            if slot.type.name not in PRINTED_TYPES[:2]:
                continue
            world.mark_read(info.name, slot.name.text)
            if "payment" not in world.report.broken:
                help = "a `payment` says which enum the goods are and which field the money is"
                message = f"a field of type {slot.type.name} needs a `payment`"
                world.report.error("misplaced", message, slot.type.span, help)


def _settings(
    world: World, written: tuple[declared.Setting, ...], known: tuple[str, ...]
) -> dict[str, declared.Setting]:
    found: dict[str, declared.Setting] = {}
    misspelt: dict[str, declared.Setting] = {}
    for setting in written:
        key = setting.key
        if key.text not in known:
            world.report.unknown("field", key.text, key.span, known)
            misspelt[nearest(key.text, known) or ""] = setting
        elif key.text in found:
            also = found[key.text].key.span
            world.report.error("duplicate", f"`{key}` is given twice", key.span, also=also)
        elif key.text not in ("own", "sells") and len(setting.items) != 1:
            message = f"expected one value, found {len(setting.items)}"
            world.report.error("wrong-type", message, setting.items[1].span)
        found.setdefault(key.text, setting)
    # A misspelt field is not missing as well.
    return {**misspelt, **found}


def _market(world: World, expressions: Expressions, market: declared.Market, scope: Scope) -> MarketModel | None:
    found = _settings(world, market.settings, MARKET_FIELDS + MARKET_EXTRAS)
    missing = [key for key in MARKET_FIELDS if key not in found]
    for key in missing:
        message = f"the market `{market.name}` has no `{key}`"
        world.report.error("missing-field", message, market.name.span)
    if missing:
        return None
    pays, items = found["pays"].items[0], found["sells"].items
    price = expressions.number(found["price"].items[0], scope.with_local("good", Type("enum", world.goods)))
    receiver, fine = _receiver(expressions, pays, PLAYER)
    if not fine:
        return None
    stock = _stock(world, expressions, items, scope)
    sells = (
        ()
        if isinstance(items[0], ast.PartOf)
        else tuple(dict.fromkeys(good for item in items for good in _sold(world, item)))
    )
    if price is None or not (sells or stock):
        return None
    limit: Term | None = None
    if "limit" in found:
        limit = expressions.number(found["limit"].items[0], scope)
        if stock:
            message = "cards are in stock here: that is limit enough"
            world.report.error("misplaced", message, found["limit"].key.span)
        if limit is None or stock:
            return None
    return MarketModel(market.name.text, sells, stock, price, receiver, limit)


def _stock(world: World, expressions: Expressions, items: tuple[ast.Expr, ...], scope: Scope) -> tuple[Term, ...]:
    """The sets of cards whose production is for sale: `goods of SET, SET`; nothing where goods are listed."""
    first = items[0]
    if not isinstance(first, ast.PartOf):
        return ()
    if first.what.text != "goods":
        world.report.unknown("word", first.what.text, first.what.span, ["goods"])
        return ()
    terms = [expressions.term(item, scope, Type("set", "card")) for item in (first.of, *items[1:])]
    found = tuple(term for term in terms if term is not None)
    return found if len(found) == len(terms) else ()


def _sold(world: World, item: ast.Expr) -> tuple[int, ...]:
    """The goods that an item of `sells` stands for: one by name, or all; none after a mistake."""
    goods = world.enums[world.goods]
    if isinstance(item, ast.AnyOf):
        if item.of.text == world.goods:
            return tuple(range(len(goods)))
        world.report.unknown("good", item.of.text, item.of.span, [world.goods])
    elif isinstance(item, ast.Name) and item.id in goods:
        return (goods.index(item.id),)
    elif isinstance(item, ast.Name):
        world.report.unknown(world.goods, item.id, item.span, goods)
    else:
        world.report.error("wrong-type", f"expected `any {world.goods}` or names of goods", item.span)
    return ()


def _only_field(world: World, tag: str, span: Span) -> str | None:
    """The name under which kinds have their field of type cost or goods: it must be the same everywhere."""
    names = {name for info in world.kinds.values() for name, type in info.fields.items() if type.tag == tag}
    if len(names) != 1:
        if not names & world.report.broken:
            found = " and ".join(f"`{name}`" for name in sorted(names)) or "none"
            message = f"the kinds must have one field of type {tag}, called the same everywhere; found {found}"
            world.report.error("misplaced", message, span)
        return None
    name = names.pop()
    for kind in world.kinds:
        world.read.add((kind, name))
    return name
