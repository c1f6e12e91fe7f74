"""How costs are paid: checks the `payment` and its market."""

from __future__ import annotations

from . import ast, declared
from .diagnostic import Span
from .expressions import Expressions
from .model import PLAYER, PaymentModel, Term, Type
from .names import Scope
from .world import PRINTED_TYPES, World

PAYMENT_FIELDS = ("goods", "money", "own", "waived")
MARKET_FIELDS = ("sells", "price", "pays")


def check_payment(world: World, expressions: Expressions) -> PaymentModel | None:
    """The payment of the game, or None where there is none or it has mistakes."""
    written = world.composed.payment
    markets = [d for d in world.composed.named.values() if isinstance(d, declared.Market)]
    if written is None:
        for market in markets:
            world.report.error("misplaced", "a market needs a `payment`", market.name.span)
        _no_printed_costs(world)
        return None
    settings = _settings(world, written.settings, PAYMENT_FIELDS)
    for key in ("goods", "money"):
        if key not in settings:
            world.report.error("missing-field", f"the payment has no `{key}`", written.span)
    if not world.goods or not world.money:
        return None
    scope = Scope(locals={"buyer": PLAYER, "item": Type("card", "card"), "good": Type("enum", world.goods)})
    own: list[Term] = []
    for item in settings["own"].items if "own" in settings else ():
        zone = expressions.term(item, scope, Type("set", "card"))
        if zone is not None:
            own.append(zone)
    waived = expressions.number(settings["waived"].items[0], scope) if "waived" in settings else None
    if len(markets) != 1:
        place = markets[1].name.span if markets else written.span
        world.report.error("misplaced", f"there must be one market, found {len(markets) or 'none'}", place)
        return None
    price = _market_price(world, expressions, markets[0], scope)
    cost, produces = _only_field(world, "cost", written.span), _only_field(world, "goods", written.span)
    if price is None or cost is None or produces is None:
        return None
    return PaymentModel(world.goods, world.money, cost, produces, tuple(own), waived, price)


def _no_printed_costs(world: World) -> None:
    for info in world.kinds.values():
        for slot in info.declaration.slots:
            if slot.type.name in PRINTED_TYPES[:2] and "payment" not in world.report.broken:
                help = "a `payment` says which enum the goods are and which field the money is"
                message = f"a field of type {slot.type.name} needs a `payment`"
                world.report.error("misplaced", message, slot.type.span, help)


def _settings(
    world: World, written: tuple[declared.Setting, ...], known: tuple[str, ...]
) -> dict[str, declared.Setting]:
    found: dict[str, declared.Setting] = {}
    for setting in written:
        key = setting.key
        if key.text not in known:
            world.report.unknown("field", key.text, key.span, known)
        elif key.text in found:
            also = found[key.text].key.span
            world.report.error("duplicate", f"`{key}` is given twice", key.span, also=also)
        elif key.text != "own" and len(setting.items) != 1:
            message = f"expected one value, found {len(setting.items)}"
            world.report.error("wrong-type", message, setting.items[1].span)
        found.setdefault(key.text, setting)
    return found


def _market_price(world: World, expressions: Expressions, market: declared.Market, scope: Scope) -> Term | None:
    found = _settings(world, market.settings, MARKET_FIELDS)
    missing = [key for key in MARKET_FIELDS if key not in found]
    for key in missing:
        message = f"the market `{market.name}` has no `{key}`"
        world.report.error("missing-field", message, market.name.span)
    if missing:
        return None
    sells, pays = found["sells"].items[0], found["pays"].items[0]
    price = expressions.number(found["price"].items[0], scope)
    if not isinstance(sells, ast.AnyOf):
        world.report.error("wrong-type", f"expected `any {world.goods}`", sells.span)
        return None
    if sells.of.text != world.goods:
        world.report.unknown("good", sells.of.text, sells.of.span, [world.goods])
        return None
    if not isinstance(pays, ast.Name) or pays.id != "nobody":
        world.report.error("wrong-type", "expected `nobody`", pays.span)
        return None
    return price


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
