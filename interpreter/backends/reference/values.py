"""Values: `Values(program).of(code, state, names)` works out a code by what the table of operations says it means."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import define, field

from ....dsl.meaning import FOLDS, PURE, clamp, index
from ...program.memory import FACE_UP, LAYOUT, OCCUPIED, SLOTS
from ...program.model import LITTLE, PLAYERS, Code, Function, Program
from ...program.prices import MarketCode, PriceCode
from ...program.sets import bits
from ...runtime.amounts import payment_part, payment_total
from ...runtime.chance import State
from ...runtime.price_rows import NOT_FOR_SALE, price_helpers
from ...runtime.runtime import BUDGET, Runaway

Names = Mapping[str, int]
# What a row of prices or payments is looked up in.
Row = Any


@define
class Values:
    """Works out the codes of one program; `left` is what is left of the budget. Functions can be given as Python."""

    program: Program
    left: int = BUDGET
    given: Mapping[str, Callable[..., int]] = field(factory=dict)
    _functions: dict[str, Function] = field(init=False)
    _rows: dict[str, Any] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._functions = {function.name: function for function in self.program.functions}
        self._rows = price_helpers(self.program)

    def charge_for_each(self, many: Sequence[int], work: int) -> None:
        """Counts the work of every round of a loop, where it is not little altogether."""
        if len(many) * work > LITTLE:
            self.charge(len(many) * work)

    def charge(self, work: int) -> None:
        """Counts work against the budget."""
        self.left -= work
        if self.left < 0:
            raise Runaway

    def call(self, s: State, name: str, *arguments: int) -> int:
        """The value of a function."""
        if name in self.given:
            return int(self.given[name](s, *arguments))
        function = self._functions[name]
        names = {param.name: argument for param, argument in zip(function.params, arguments, strict=True)}
        return self.of(function.body, s, names)

    def total(self, s: State, seat: int) -> int:
        """All points of a seat."""
        return sum(self.call(s, name, seat) for name in self.program.score)

    # -------------------------------------------------------------- codes with one value
    def of(self, code: Code, s: State, names: Names) -> int:
        """The value of a code where these names stand for something."""
        match code.op:
            case "int" | "set":
                return int(code.value)
            case "local":
                return names[code.value]
            case "and":
                return int(all(self.of(arg, s, names) for arg in code.args))
            case "or":
                return int(any(self.of(arg, s, names) for arg in code.args))
            case "cond":
                return self.of(code.args[1 if self.of(code.args[0], s, names) else 2], s, names)
            case "charged":
                self.charge(code.value)
                return self.of(code.args[0], s, names)
            case "keep":
                members = self._members(code.args[0], s, names)
                return sum(1 << m for m in members if self.of(code.args[1], s, {**names, code.value: m}))
            case "fold":
                return self._fold(code, s, names)
            case "at":
                return int(self.row(code.args[0], s, names)[self.of(code.args[1], s, names)])
        args = [self.of(arg, s, names) for arg in code.args]
        if code.op in PURE:
            return int(PURE[code.op](*args))
        return self._looked_up(code, s, args)

    def _fold(self, code: Code, s: State, names: Names) -> int:
        """What is made of many, one after the other: `any` and `all` look no further than they must."""
        fold, name = code.value
        found = []
        for member in self.many(code.args[0], s, names):
            inner = {**names, name: member}
            if len(code.args) < 3 or self.of(code.args[2], s, inner):
                found.append(self.of(code.args[1], s, inner))
                if (fold == "any" and found[-1]) or (fold == "all" and not found[-1]):
                    break
        return int(FOLDS[fold](found))

    def _looked_up(self, code: Code, s: State, args: list[int]) -> int:
        """What is read from the position, from a table or from a layout."""
        value = code.value
        match code.op:
            case "get":
                return int(s[value + sum(args)])
            case "get_if":
                return int(s[value + args[0]]) if args[0] >= 0 else 0
            case "table":
                table = self.program.tables[value]
                return table.entries[args[0] * table.row + sum(args[1:])] if args[0] >= 0 else table.none
            case "call":
                return self.call(s, value, *args)
            case "dispatch":
                function = self.program.dispatch[value][args[0]] if args[0] >= 0 else ""
                return self.call(s, function, *args[1:]) if function else 0
            case "clamp":
                return clamp(args[0], *value)
            case "index":
                return index(args[0], value)
            case "seat":
                return int((args[0] + value) % s[PLAYERS])
            case "owner":
                return self._owner(s, args[0])
            case "total":
                return self.total(s, args[0])
            case "payment_total":
                return payment_total(args[0])
            case "payment_part":
                return payment_part(args[0], args[1])
            case "top":
                return self._top(s, args[0], args[1])
            case "card_at":
                return s[value + SLOTS + args[0]] if args[0] >= 0 else -1
        # What is left are sets of cards of a layout.
        slots = self._slots(code, s, args)
        return sum(1 << s[value + SLOTS + slot] for slot in slots)

    def _slots(self, code: Code, s: State, args: list[int]) -> list[int]:
        layout = self.program.layouts[s[code.value + LAYOUT]]
        occupied, face_up = s[code.value + OCCUPIED], s[code.value + FACE_UP]
        if code.op == "row_of":
            return [slot for slot in bits(occupied) if layout.rows[slot] == args[0] - 1]
        if code.op == "face_up":
            return bits(occupied & face_up)
        wanted = 1 if code.op == "uncovered" else 0
        return [slot for slot in layout.open_slots(occupied) if face_up >> slot & 1 == wanted]

    def _owner(self, s: State, card: int) -> int:
        zones = [place for place in self.program.places if place.zone and place.per == "player"]
        lies = [seat for zone in zones for seat in range(zone.count) if s[zone.first + seat] >> max(card, 0) & 1]
        return lies[0] if card >= 0 and lies else -1

    def _top(self, s: State, count: int, cards: int) -> int:
        """The highest cards of a set; in a layout those of later slots lie higher."""
        memory = self.program.memory

        def height(card: int) -> int:
            at = s[memory.where + card]
            return -at if at < 0 else s[memory.order + card] if memory.order >= 0 else 0

        return sum(1 << card for card in sorted(bits(cards), key=height, reverse=True)[: max(0, count)])

    # -------------------------------------------------------------- codes with many values
    def many(self, code: Code, s: State, names: Names) -> Sequence[int]:
        """What a loop goes through."""
        match code.op:
            case "counted":
                found = self.many(code.args[0], s, names)
                self.charge_for_each(found, code.value)
                return found
            case "range":
                low, high = (self.of(arg, s, names) for arg in code.args)
                return range(low, high)
            case "at":
                return tuple(self.row(code.args[0], s, names)[self.of(code.args[1], s, names)])
        cards = bits(self.of(code.args[0], s, names))
        if code.op == "by_slot":
            lying = [s[code.value + SLOTS + slot] for slot in bits(s[code.value + OCCUPIED])]
            return [card for card in lying if card in cards]
        if code.op == "different":
            first = self.program.tables[code.value].entries
            return [card for card in cards if not any(first[card] == first[other] for other in cards if other < card)]
        return cards

    def _members(self, code: Code, s: State, names: Names) -> Sequence[int]:
        """The members of a set, or what a loop goes through."""
        many = code.op in ("counted", "bits", "different", "by_slot")
        return self.many(code, s, names) if many else bits(self.of(code, s, names))

    # -------------------------------------------------------------- prices
    def row(self, code: Code, s: State, names: Names) -> Row:
        """A row of prices or of payments, worked out from nothing."""
        prices = self.program.prices
        assert prices is not None
        found = self.prices(s, self.of(code.args[0], s, names))
        if code.op == "payment_row":
            return self._rows["single_payments"](found) if prices.one_price else found
        if code.op == "row":
            return found if prices.one_price else found.cheapest
        return found.trade

    def prices(self, s: State, buyer: int) -> Row:
        """What a buyer pays, by card."""
        prices = self.program.prices
        assert prices is not None
        names = {"buyer": buyer}
        own = self._union(prices.own, s, names)
        of_item = self._rows["of_item"](
            self._of_item(prices.waived),
            self._of_item(prices.omitted) if prices.omitted is not None else None,
            self._each_of_item(prices.added) if prices.added else None,
            self._each_of_item([fee.amount for fee in prices.fees]) if prices.fees else None,
        )
        if prices.one_price:
            unit = tuple(self._least(prices, good, s, names) for good in range(prices.goods))
            row = self._rows["price_row"]((), own, unit, buyer, of_item)
        else:
            stock = tuple(self._union(market.stock, s, names) for market in prices.markets)
            sold = tuple(self._listed(market, s, names) for market in prices.markets)
            limits = tuple(self.of(m.limit, s, names) if m.limit is not None else 0 for m in prices.markets)
            row = self._rows["payment_row"]((), own, stock, sold, limits, buyer, of_item)
        row.position = s
        return row

    def _of_item(self, code: Code | None) -> Any:
        if code is None:
            return lambda s, buyer, item: 0
        return lambda s, buyer, item: self.of(code, s, {"buyer": buyer, "item": item})

    def _each_of_item(self, codes: Sequence[Code]) -> Any:
        each = [self._of_item(code) for code in codes]
        return lambda s, buyer, item: tuple(one(s, buyer, item) for one in each)

    def _union(self, codes: Sequence[Code], s: State, names: Names) -> int:
        return FOLDS["union"]([self.of(code, s, names) for code in codes])

    def _listed(self, market: MarketCode, s: State, names: Names) -> tuple[int, ...]:
        return tuple(self.of(price, s, names) for price in market.prices)

    def _least(self, prices: PriceCode, good: int, s: State, names: Names) -> int:
        """The least price of a good at any market that sells it."""
        asked = [self.of(m.prices[good], s, names) for m in prices.markets if good in m.sells]
        return min(asked, default=NOT_FOR_SALE)
