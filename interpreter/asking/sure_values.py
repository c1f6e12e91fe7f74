"""Values that are certain for a seat: the reference evaluator on placed cards, doubtful sets and unknown numbers.

What comes out is a number or set that is the same in every game that the seat holds possible, a placed card, a set with
doubtful members, or `UNKNOWN`. It is never wrong, but may know less than could be known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, field

from ...dsl.meaning import FOLDS, MOST_NUMBER, PURE
from ..backends.reference.values import Names, Values
from ..program.memory import OCCUPIED, SLOTS
from ..program.model import Code
from ..program.prices import MarketCode, PriceCode
from ..program.sets import bits
from ..runtime.chance import State
from ..runtime.price_rows import NOT_FOR_SALE
from .doubts import UNKNOWN, Doubt, Named, Partly, Placed, as_set, partly, some
from .sure_cards import ABOUT_CARDS
from .veil import Veil

SETS: dict[str, Callable[[Partly, Partly], Any]] = {
    "&": lambda one, other: one & other,
    "|": lambda one, other: one | other,
    "&~": lambda one, other: one.without(other),
}
# What the members of a loop add that adds nothing.
NOTHING_ADDED = {"sum": 0, "total": 0, "any": 0, "union": 0, "all": 1}


@define
class SureValues(Values):
    """Works out what is certain; `read` collects the places that it depends on."""

    veil: Veil = field(init=False)
    read: set[int] = field(factory=set)

    # -------------------------------------------------------------- codes with one value
    def of(self, code: Code, s: State, names: Names) -> Any:
        """The value of a code where these names stand for something."""
        op = code.op
        if op == "local":
            held: Any = names[code.value]
            if isinstance(held, Partly) and held.place is not None:
                # Where the cards of a set lay when it was kept says nothing any more.
                held = partly(held.sure, held.maybe, held.size)
            return held
        if op == "int":
            return code.value
        if op == "set":
            return self.veil.literal(code.value)
        if op in INNER:
            return INNER[op](self, code, s, names)
        args = [self.of(arg, s, names) for arg in code.args]
        if op in ABOUT_CARDS:
            return ABOUT_CARDS[op](self, code, s, args)
        if op in ASKING:
            return ASKING[op](self, op, args)
        for arg in args:
            if type(arg) is not int:
                return UNKNOWN
        return PURE[op](*args) if op in PURE else self._looked_up(code, s, args)

    def call(self, s: State, name: str, *arguments: int) -> Any:
        """The value of a function."""
        return super().call(s, name, *arguments) if name else UNKNOWN

    def total(self, s: State, seat: int) -> Any:
        """All points of a seat."""
        points = [self.call(s, name, seat) for name in self.program.score]
        return UNKNOWN if any(type(one) is not int for one in points) else sum(points)

    def _same(self, op: str, args: list[Any]) -> Any:
        same = self._equal(*args)
        return UNKNOWN if same is None else int(same == (op == "=="))

    def _not(self, op: str, args: list[Any]) -> Any:
        found = some(args[0])
        return UNKNOWN if found is None else int(not found)

    def _both(self, op: str, args: list[Any]) -> Any:
        one, other = args
        if type(one) is int and type(other) is int:
            return PURE[op](one, other)
        if op == "&" and type(one) is int and one >= 0 and isinstance(other, Partly):
            return other & one
        return SETS[op](self.as_set(one), self.as_set(other))

    def _count(self, op: str, args: list[Any]) -> Any:
        if type(args[0]) is int:
            return args[0].bit_count()
        found = self.as_set(args[0]).size
        return UNKNOWN if found is None else found

    def _equal(self, one: Any, other: Any) -> bool | None:
        if type(one) is int and type(other) is int:
            return one == other
        if one is UNKNOWN or other is UNKNOWN:
            return None
        if isinstance(one, Partly) or isinstance(other, Partly):
            one, other = as_set(one), as_set(other)
            return False if one.sure & ~other.all or other.sure & ~one.all else None
        if isinstance(one, Placed) is not isinstance(other, Placed):
            # A placed card beside one that the text names.
            return None if self.veil.like(int(one)) == self.veil.like(int(other)) else False
        return int(one) == int(other)

    def as_set(self, value: Any) -> Partly:
        """A set, or all cards in doubt."""
        return Partly(0, (1 << self.program.cards) - 1) if value is UNKNOWN else as_set(value)

    def looked_up(self, code: Code, s: State, args: list[int]) -> int:
        """What is looked up for numbers that are certain."""
        return self._looked_up(code, s, args)

    def top(self, s: State, count: int, cards: int) -> int:
        """The highest cards of a set of which it is certain how they lie."""
        return self._top(s, count, cards)

    def slots(self, code: Code, s: State, args: list[int]) -> list[int]:
        """The slots of a layout whose cards a code speaks of: everybody sees which."""
        return self._slots(code, s, args)

    # -------------------------------------------------------------- codes that do not work out all of their parts
    def _and(self, code: Code, s: State, names: Names) -> Any:
        return self._asked(code, s, names, ends=False)

    def _or(self, code: Code, s: State, names: Names) -> Any:
        return self._asked(code, s, names, ends=True)

    def _asked(self, code: Code, s: State, names: Names, ends: bool) -> Any:
        for arg in code.args:
            found = some(self.of(arg, s, names))
            if found is None:
                # What comes behind may have a value only if this is so.
                return UNKNOWN
            if found is ends:
                return int(ends)
        return int(not ends)

    def _cond(self, code: Code, s: State, names: Names) -> Any:
        found = some(self.of(code.args[0], s, names))
        return UNKNOWN if found is None else self.of(code.args[1 if found else 2], s, names)

    def _charged(self, code: Code, s: State, names: Names) -> Any:
        self.charge(code.value)
        return self.of(code.args[0], s, names)

    def _at(self, code: Code, s: State, names: Names) -> Any:
        try:
            card = self.of(code.args[1], s, names)
            return int(self.row(code.args[0], s, names)[card]) if type(card) is int else UNKNOWN
        except Doubt:
            return UNKNOWN

    def _keep(self, code: Code, s: State, names: Names) -> Any:
        try:
            members, doubtful = self.through(code.args[0], s, names)
        except Doubt:
            return UNKNOWN
        sure, maybe, all_hold = 0, 0, True
        for number, member in enumerate((*members, *doubtful)):
            holds = some(self.of(code.args[1], s, {**names, code.value: member}))
            all_hold = all_hold and (holds is True or (holds is False and number < len(members)))
            if holds and number < len(members):
                sure |= 1 << int(member)
            elif holds is not False:
                maybe |= 1 << int(member)
        if any(type(member) is int and self.veil.like(member) for member in members):
            # The text names them, so where they are told it is not by their places.
            return Partly(0, self.veil.alike(sure | maybe)) if maybe else self.veil.literal(sure)
        size = self.size(code.args[0], s, names) if doubtful and all_hold else None
        place = self.as_set(self.of(code.args[0], s, names)).place if doubtful and code.args[0].op == "get" else None
        return partly(sure, maybe, None if size is None else size - len(members) + sure.bit_count(), place)

    def _folded(self, code: Code, s: State, names: Names) -> Any:
        fold, name = code.value
        try:
            members, doubtful = self.through(code.args[0], s, names)
        except Doubt:
            return UNKNOWN
        found, doubt = list[Any](), False
        for number, member in enumerate((*members, *doubtful)):
            inner = {**names, name: member}
            holds = some(self.of(code.args[2], s, inner)) if len(code.args) > 2 else True
            if holds is False:
                continue
            value = self.of(code.args[1], s, inner)
            if holds and number < len(members):
                found.append(value)
            elif not (type(value) is int and NOTHING_ADDED.get(fold) == value):
                doubt = True
        return self._made(fold, found, doubt)

    def _made(self, fold: str, found: list[Any], doubt: bool) -> Any:
        if fold in ("any", "all"):
            held = [some(one) for one in found]
            if (fold == "any") in held:
                return int(fold == "any")
            return UNKNOWN if doubt or None in held else int(fold == "all")
        if fold == "union":
            everything: Any = 0 if not doubt else Partly(0, (1 << self.program.cards) - 1)
            for one in found:
                everything = SETS["|"](self.as_set(everything), self.as_set(one))
            return everything
        if doubt or any(type(one) is not int for one in found):
            return UNKNOWN
        if fold == "total" and sum(map(abs, found)) > MOST_NUMBER:
            return UNKNOWN
        return FOLDS[fold](found)

    # -------------------------------------------------------------- codes with many values
    def many(self, code: Code, s: State, names: Names) -> Sequence[int]:
        """What a loop goes through, where its order is certain too."""
        members, doubtful = self.through(code, s, names)
        if isinstance(members, range):
            # It may be very long.
            return members
        if doubtful or (len(members) > 1 and any(isinstance(member, Placed) for member in members)):
            raise Doubt
        return members

    def through(self, code: Code, s: State, names: Names) -> tuple[Sequence[int], Sequence[int]]:
        """The members of a set, or what a loop goes through: those that are certain, and doubtful ones."""
        if code.op == "counted":
            members, doubtful = self.through(code.args[0], s, names)
            self.charge((len(members) + len(doubtful)) * code.value)
            return members, doubtful
        if code.op == "range":
            low, high = (self.of(arg, s, names) for arg in code.args)
            return range(low, high), ()
        if code.op == "at":
            card = self.of(code.args[1], s, names)
            if type(card) is not int:
                raise Doubt
            return tuple(self.row(code.args[0], s, names)[card]), ()
        inner = code.args[0] if code.op in ("bits", "different", "by_slot") else code
        cards = self.as_set(self.of(inner, s, names))
        if isinstance(cards, Named) and code.op != "by_slot":
            return [
                n for n in bits(cards.mask) if code.op != "different" or self._first_of(n, bits(cards.mask), code.value)
            ], ()
        sure, maybe = bits(cards.sure), bits(cards.maybe)
        if code.op == "different":
            first = self.program.tables[code.value].entries
            if len({first[card] for card in (*sure, *maybe)}) < len(sure) + len(maybe):
                if maybe or any(self.veil.like(card) for card in sure):
                    raise Doubt
                sure = [card for card in sure if self._first_of(card, sure, code.value)]
        elif code.op == "by_slot":
            lying = [s[code.value + SLOTS + slot] for slot in bits(s[code.value + OCCUPIED])]
            self.read.update(range(code.value, code.value + self.program.memory.layout_size))
            if maybe or any(card is UNKNOWN for card in lying):
                raise Doubt
            sure = [card for card in lying if card in sure]
        return [self.veil.placed(card) for card in sure], [self.veil.placed(card) for card in maybe]

    def _first_of(self, card: int, cards: Sequence[int], copies: str) -> bool:
        """Whether a card is the first of its copies."""
        first = self.program.tables[copies].entries
        return not any(first[card] == first[other] for other in cards if other < card)

    def size(self, code: Code, s: State, names: Names) -> int | None:
        """How many there are to go through, where that is certain although nobody knows what they are."""
        while code.op in ("counted", "bits", "by_slot"):
            code = code.args[0]
        return None if code.op in ("different", "range", "at") else self.as_set(self.of(code, s, names)).size

    def least(self, code: Code, s: State, names: Names) -> int:
        """How many there certainly are to go through."""
        while code.op == "counted":
            code = code.args[0]
        if code.op == "different":
            return min(1, self.size(code.args[0], s, names) or 0)
        return self.size(code, s, names) or 0

    # -------------------------------------------------------------- prices
    def prices(self, s: State, buyer: int) -> Any:
        """What a buyer pays, by card."""
        if type(buyer) is not int:
            raise Doubt
        assert self.program.prices is not None
        for market in self.program.prices.markets:
            if market.limit is not None:
                self._plain(market.limit, s, {"buyer": buyer})
        return super().prices(s, buyer)

    def production(self, s: State, buyer: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What somebody produces; what is for sale may be in doubt."""
        prices = self.program.prices
        assert prices is not None
        own, goods = bits(self._union(prices.own, s, {"buyer": buyer})), range(prices.goods)
        made = self.program.tables["produced"].entries
        fixed = tuple(sum(made[card * prices.goods + good] for card in own) for good in goods)
        return fixed, tuple(choice for card in own for choice in prices.choices[card])

    def _listed(self, market: MarketCode, s: State, names: Names) -> tuple[int, ...]:
        return tuple(self._plain(price, s, names) for price in market.prices)

    def _least(self, prices: PriceCode, good: int, s: State, names: Names) -> int:
        asked = [self._plain(m.prices[good], s, names) for m in prices.markets if good in m.sells]
        return min(asked, default=NOT_FOR_SALE)

    def _union(self, codes: Sequence[Code], s: State, names: Names) -> int:
        """Cards that produce or are for sale: all of them have to be seen."""
        found: int = FOLDS["union"]([self._plain(code, s, names) for code in codes])
        if any(found & group for group in self.veil.classes):
            raise Doubt
        return found

    def _plain(self, code: Code, s: State, names: Names) -> int:
        found = self.of(code, s, names)
        if type(found) is not int:
            raise Doubt
        return found

    def _of_item(self, code: Code | None) -> Any:
        if code is None:
            return lambda s, buyer, item: 0
        return lambda s, buyer, item: self._plain(code, s, {"buyer": buyer, "item": item})


INNER: dict[str, Callable[[SureValues, Code, State, Names], Any]] = {
    "and": SureValues._and,
    "or": SureValues._or,
    "cond": SureValues._cond,
    "charged": SureValues._charged,
    "at": SureValues._at,
    "keep": SureValues._keep,
    "fold": SureValues._folded,
}
ASKING: dict[str, Callable[[SureValues, str, list[Any]], Any]] = {
    **dict.fromkeys(("==", "!="), SureValues._same),
    **dict.fromkeys(("&", "|", "&~"), SureValues._both),
    "not": SureValues._not,
    "count": SureValues._count,
}
