"""Exact payment solver: what must be paid, and to whom, to supply a vector of goods.

An item needs a number of units of each good. Some units are at hand, some may be skipped, and the rest must be bought.
`payments` gives every Pareto-minimal vector of amounts per receiver, for any mix of suppliers: a dynamic program over
the units still missing. Prices are never negative, so a unit obtained without payment is always worth taking.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from operator import mul
from typing import NamedTuple


class Offer(NamedTuple):
    """One unit for sale, once: of any one good in the mask `goods`, at the price of that good."""

    goods: int
    prices: tuple[int, ...]
    receiver: int


class Market(NamedTuple):
    """Any number of units for sale. A price of None or -1 means that the good is not sold here."""

    prices: tuple[int | None, ...]
    receiver: int


# A lot is what one kind of unit for sale can be used as: (good index, price) pairs.
Lot = tuple[tuple[int, int], ...]


class _Packing:
    """Vectors of small counts packed in one int, so that adding and comparing them is integer arithmetic.

    Each field has a spare guard bit on top: with the guards of the larger vector set, subtraction clears a
    guard exactly where the other vector is larger.
    """

    __slots__ = ("field", "guards", "ones")

    def __init__(self, fields: int, largest: int) -> None:
        width = largest.bit_length() + 1
        # Field 0 is the most significant, so that packed vectors sort as the vectors do.
        self.ones = tuple(1 << width * place for place in reversed(range(fields)))
        self.guards = sum(self.ones) << (width - 1)
        self.field = (1 << width) - 1

    def pack(self, vector: Iterable[int]) -> int:
        """Return the int whose fields hold the vector."""
        return sum(map(mul, vector, self.ones))

    def unpack(self, packed: int) -> tuple[int, ...]:
        """Return the vector of field values."""
        field = self.field
        return tuple([packed // one & field for one in self.ones])


# Few shapes occur, and a packing is not changed once it is made.
_packing = lru_cache(maxsize=256)(_Packing)


class Stock(NamedTuple):
    """Everything for sale, equal units together: (goods, prices, receiver, number of units), and how many units of
    each good can be had at most."""

    lots: tuple[tuple[int, tuple[int, ...], int, int], ...]
    most: tuple[int, ...]


# What a solver looks at, at most: far more than any game needs. Beyond it nobody could choose either.
MOST_STATES, MOST_PAIRS = 4_000, 100_000


class TooManyWays(Exception):
    """There are more ways to pay than can be looked at."""


# As many units as anybody could need of a good that is sold without limit.
PLENTY = 1_000


def stock_of(limited: Iterable[Offer], unlimited: Iterable[Market], goods: int) -> Stock:
    """Put together what is for sale; made once for many needs."""
    units: Counter[tuple[int, tuple[int, ...], int]] = Counter()
    for offer in limited:
        units[offer.goods, offer.prices, offer.receiver] += 1
    for market in unlimited:
        for good, price in enumerate(market.prices):
            if price is not None and price >= 0:
                prices = tuple(price if other == good else 0 for other in range(goods))
                units[1 << good, prices, market.receiver] += PLENTY
    lots = tuple((*lot, copies) for lot, copies in units.items())
    most = tuple(sum(copies for mask, _, _, copies in lots if mask >> good & 1) for good in range(goods))
    return Stock(lots, most)


def payments(
    need: tuple[int, ...],
    fixed: tuple[int, ...],
    choices: tuple[int, ...],
    waived: int,
    stock: Stock,
    receivers: int,
) -> tuple[tuple[int, ...], ...]:
    """Return all Pareto-minimal vectors of amounts per receiver, sorted; none if the need cannot be met.

    Raises TooManyWays where that is more work than is sensible.

    The amount to one receiver for a given set of bought units is a plain minimum, so each receiver gets a
    table of bought units -> amount; fronts of vectors arise only where the tables are combined.
    """
    missing = tuple([wanted - own if wanted > own else 0 for wanted, own in zip(need, fixed)])  # noqa: B905
    total = sum(missing)
    nothing = (0,) * receivers
    if total <= waived:
        return (nothing,)
    # Most needs that cannot be met lack one good altogether: that is seen without solving anything.
    spare = waived + len(choices)
    for wanted, most in zip(missing, stock.most):  # noqa: B905
        if wanted > most + spare:
            return ()
    if total == 1:
        return _one_unit(missing.index(1), choices, stock, receivers)
    goods = _packing(len(missing), total)
    rests = _rests(missing, goods, choices, waived)
    if 0 in rests:
        return (nothing,)
    lots = _lots(missing, stock)
    dearest = max((price for units in lots.values() for lot in units for _, price in lot), default=0)
    amounts = _packing(receivers, dearest * total)
    start = goods.pack(missing)
    tables = [_bought(start, goods, units, amounts.ones[receiver]) for receiver, units in lots.items()]
    front = _combine(rests, tables, goods.guards, amounts.guards)
    return tuple(amounts.unpack(packed) for packed in front)


def _one_unit(good: int, choices: tuple[int, ...], stock: Stock, receivers: int) -> tuple[tuple[int, ...], ...]:
    """Return the payments for a single unit, which is what is asked for most: one receiver gets the least price."""
    least: dict[int, int] = {}
    for goods, prices, receiver, _ in stock.lots:
        if goods >> good & 1 and prices[good] < least.get(receiver, prices[good] + 1):
            least[receiver] = prices[good]
    if 0 in least.values() or any(goods >> good & 1 for goods in choices):
        return ((0,) * receivers,)
    return tuple(
        [
            tuple([price if place == receiver else 0 for place in range(receivers)])
            for receiver, price in sorted(least.items(), reverse=True)
        ]
    )


def _rests(missing: tuple[int, ...], goods: _Packing, choices: tuple[int, ...], waived: int) -> set[int]:
    """Return the packed vectors that may be left to buy once choices and waivers are used to the full.

    A source that can still give a missing unit is always used: the unit saved never costs less than zero.
    """
    useful = [good for good, count in enumerate(missing) if count]
    sources = [[good for good in useful if mask >> good & 1] for mask in choices] + [useful] * waived
    field = goods.field
    states = {goods.pack(missing)}
    for source in sources:
        if not source:
            continue
        steps = [(goods.ones[good], goods.ones[good] * field) for good in source]
        after: set[int] = set()
        for rest in states:
            reached = [rest - one for one, mask in steps if rest & mask]
            after.update(reached or (rest,))
        states = after
        if len(states) > MOST_STATES:
            raise TooManyWays
    if len(states) == 1:
        return states
    # All maximal ways to use the sources supply equally many units (they are bases of a matroid), so
    # whatever leaves more than the fewest is a dominated order of use.
    sizes = {rest: sum(goods.unpack(rest)) for rest in states}
    fewest = min(sizes.values())
    return {rest for rest, size in sizes.items() if size == fewest}


def _lots(missing: tuple[int, ...], stock: Stock) -> dict[int, dict[Lot, int]]:
    """Collect what is of use per receiver: equal lots together, and no more of them than can be used."""
    useful = sum([1 << good for good, count in enumerate(missing) if count])
    lots: dict[int, dict[Lot, int]] = {}
    for mask, prices, receiver, copies in stock.lots:
        usable = mask & useful
        if usable:
            lot = tuple([(good, prices[good]) for good in range(len(missing)) if usable >> good & 1])
            most = sum([missing[good] for good, _ in lot])
            units = lots.setdefault(receiver, {})
            units[lot] = min(units.get(lot, 0) + copies, most)
    return lots


def _bought(start: int, goods: _Packing, stock: dict[Lot, int], scale: int) -> dict[int, int]:
    """Return the least packed amount for every vector of units that this stock can supply within start."""
    field = goods.field
    best = {start: 0}  # keyed by what is left of start, where a field mask tells if a good is still missing
    for lot, copies in stock.items():
        steps = [(goods.ones[good], goods.ones[good] * field, price * scale) for good, price in lot]
        # Each layer uses one more copy. A state that brings no improvement need not be carried on: the
        # equally good one already known used fewer copies and was extended earlier.
        layer = dict(best)
        for _ in range(copies):
            layer = _extend(layer, steps, best)
            if not layer:
                break
    return {start - rest: amount for rest, amount in best.items()}


def _extend(layer: dict[int, int], steps: list[tuple[int, int, int]], best: dict[int, int]) -> dict[int, int]:
    """Use one more copy of a lot in each state of the layer; record and return the improvements."""
    improved: dict[int, int] = {}
    for rest, amount in layer.items():
        for one, mask, price in steps:
            if rest & mask:
                after = rest - one
                known = improved.get(after, best.get(after))
                if known is None or amount + price < known:
                    improved[after] = amount + price
    best.update(improved)
    if len(best) > MOST_STATES:
        raise TooManyWays
    return improved


def _combine(rests: set[int], tables: list[dict[int, int]], guards: int, amount_guards: int) -> list[int]:
    """Split each rest over the tables in every way and return the packed non-dominated amounts, sorted."""
    if not tables:
        return []
    # The last table is only looked up, so it should be the largest.
    tables.sort(key=len)
    fronts: dict[int, Collection[int]] = dict.fromkeys(rests, (0,))
    for done, table in enumerate(tables[:-1], 1):
        if sum(map(len, fronts.values())) * len(table) > MOST_PAIRS:
            raise TooManyWays
        merged = _merge(fronts, table, guards)
        fronts = {rest: _front(found, amount_guards, done) for rest, found in merged.items()}
    return _front(set(_finish(fronts, tables[-1])), amount_guards, len(tables))


def _merge(fronts: dict[int, Collection[int]], table: dict[int, int], guards: int) -> dict[int, set[int]]:
    """Let one receiver supply any part of each rest."""
    merged: dict[int, set[int]] = {}
    for rest, front in fronts.items():
        guarded = rest | guards
        for part, amount in table.items():
            after = guarded - part
            if after & guards == guards:
                found = merged.get(after)
                if found is None:
                    merged[after] = {paid + amount for paid in front}
                else:
                    found.update([paid + amount for paid in front])
    return {after ^ guards: found for after, found in merged.items()}


def _finish(fronts: dict[int, Collection[int]], table: dict[int, int]) -> Iterator[int]:
    """Let the last receiver supply all that is left, where it can."""
    for rest, front in fronts.items():
        amount = table.get(rest)
        if amount is not None:
            for paid in front:
                yield paid + amount


def _front(packed: Iterable[int], guards: int, paid: int) -> list[int]:
    """Return the non-dominated vectors, sorted; at most `paid` receivers have an amount in any of them."""
    # A dominating vector sorts before those it dominates, so one pass in order is enough.
    ordered = sorted(packed)
    kept = ordered[:1]
    for vector in ordered:
        guarded = vector | guards
        # With two amounts the latest vector kept has the least second one: no other can dominate alone.
        for better in kept if paid > 2 else kept[-1:]:
            if (guarded - better) & guards == guards:
                break
        else:
            kept.append(vector)
    return kept
