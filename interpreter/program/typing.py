"""Which values a code can have: `Typing(program).of(code, locals)` works out its type, bounds included.

What is worked out is never too narrow. Where a code does not fit the table of operations, `IllTyped` says why.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping

from attrs import define, field

from ...dsl.meaning import MOST_NUMBER, clamp
from .memory import CARDS, PAYMENT_BITS, SLOTS
from .model import Code, Function, Place, Program, Step
from .types import FLAG, NUMBER, PAYMENTS, PRICES, Type, full, number, set_of

Locals = Mapping[str, Type]

BINDERS = ("fold", "keep")
# What an expression goes through without counting, at most.
MOST_ROUNDS = 10**7


class IllTyped(Exception):
    """A code that the table of operations does not allow."""


def bound_name(code: Code) -> str | None:
    """The name that a loop inside an expression gives to its members."""
    if code.op == "fold":
        return str(code.value[1])
    return str(code.value) if code.op == "keep" else None


@define
class Typing:
    """Types of the codes of one program."""

    program: Program
    _places: dict[int, Place] = field(init=False)
    _firsts: list[int] = field(init=False)
    _results: dict[str, Type] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._places = {place.first: place for place in self.program.places}
        self._firsts = sorted(self._places)
        self._results = {function.name: function.result for function in self.program.functions}

    def note(self, function: Function) -> None:
        """Learns the result of a function anew."""
        self._results[function.name] = function.result

    # -------------------------------------------------------------- places
    def place(self, first: int) -> Place:
        """The part of a position that begins there."""
        found = self._places.get(first)
        if found is None:
            # A single seat or card whose number is known is read at a place of its own.
            before = bisect_right(self._firsts, first) - 1
            found = self._places[self._firsts[before]] if before >= 0 else None
            if found is None or first >= found.first + found.count:
                raise IllTyped(f"nothing lies at {first}")
        return found

    def room_after(self, first: int) -> int:
        """How many numbers of the same kind lie from a place on."""
        place = self.place(first)
        return place.first + place.count - first

    # -------------------------------------------------------------- codes
    def of(self, code: Code, locals: Locals) -> Type:
        """The type of a code where these names are known."""
        match code.op:
            case "int":
                return number(code.value, code.value)
            case "set":
                return Type("set", 0, code.value, "card")
            case "local":
                if code.value not in locals:
                    raise IllTyped(f"nothing is called `{code.value}` here")
                return locals[code.value]
            case "keep":
                domain = self.of(code.args[0], locals)
                self.of(code.args[1], self.inside(code, locals))
                return domain if domain.tag == "set" else set_of(full(domain.high + 1), domain.of)
            case "fold":
                return self._fold(code, locals)
        args = [self.of(arg, locals) for arg in code.args]
        found = getattr(self, f"_{NAMES[code.op]}", None) if code.op in NAMES else None
        if found is None:
            raise IllTyped(f"there is no operation `{code.op}`")
        typed: Type = found(code, args)
        return typed

    def inside(self, code: Code, locals: Locals) -> dict[str, Type]:
        """The names known inside a loop of an expression."""
        name, domain = bound_name(code), self.of(code.args[0], locals)
        item = self.member(domain) if domain.tag in ("many", "set") else None
        if name is None or item is None:
            raise IllTyped(f"`{code.op}` has nothing to go through")
        return {**locals, name: item}

    def member(self, domain: Type) -> Type:
        """What a loop's name stands for."""
        if domain.tag == "set":
            return Type(domain.of, 0, max(0, domain.high.bit_length() - 1))
        return Type(domain.of, domain.low, domain.high)

    def rounds(self, code: Code, locals: Locals) -> int:
        """How many members there can be to go through, at most."""
        if code.op in ("counted", "different", "bits", "by_slot", "keep"):
            found = self.rounds(code.args[0], locals)
            return min(found, self.program.memory.layout_size - SLOTS) if code.op == "by_slot" else found
        if code.op == "range":
            low, high = (self.of(arg, locals) for arg in code.args)
            return max(0, high.high - low.low)
        if code.op == "set":
            return int(code.value.bit_count())
        if code.op == "&":
            return min(self.rounds(arg, locals) for arg in code.args)
        if code.op == "&~":
            return self.rounds(code.args[0], locals)
        if code.op in ("uncovered", "unrevealed", "face_up", "row_of"):
            return self.program.memory.layout_size - SLOTS
        if code.op == "bit":
            return 1
        if code.op == "table":
            return max((entry.bit_count() for entry in self.program.tables[code.value].entries), default=0)
        if code.op == "at":
            return MOST_ROUNDS
        return self.of(code, locals).width

    def rounds_of(self, step: Step, locals: Locals) -> int:
        """How many rounds a loop of statements can have, at most."""
        if step.op == "while":
            return MOST_ROUNDS
        return self.rounds(step.args[0], locals) if step.op == "for" else max(0, self.of(step.args[0], locals).high)

    # -------------------------------------------------------------- one method for each form
    def _fold(self, code: Code, locals: Locals) -> Type:
        inner = self.inside(code, locals)
        for part in code.args[1:]:
            self.of(part, inner)
        fold, body = code.value[0], self.of(code.args[1], inner)
        if fold in ("any", "all"):
            return FLAG
        if fold in ("union", "total"):
            return body if fold == "union" else NUMBER
        if fold == "sum":
            most = self.rounds(code.args[0], locals)
            return number(min(0, most * body.low), max(0, most * body.high))
        return number(min(0, body.low), max(0, body.high))

    def _get(self, code: Code, args: list[Type]) -> Type:
        found = self.place(code.value)
        if code.op == "get_if":
            return found.type.within(min(0, found.type.low), max(0, found.type.high))
        return found.type

    def _table(self, code: Code, args: list[Type]) -> Type:
        table = self.program.tables.get(code.value)
        if table is None:
            raise IllTyped(f"there is no table `{code.value}`")
        none = table.none if args and args[0].low < 0 else 0
        return table.type.within(min(none, table.type.low), max(none, table.type.high))

    def _call(self, code: Code, args: list[Type]) -> Type:
        if code.value not in self._results:
            raise IllTyped(f"there is no function `{code.value}`")
        return self._results[code.value]

    def _dispatch(self, code: Code, args: list[Type]) -> Type:
        found = number(0, 0)
        if code.value not in self.program.dispatch:
            raise IllTyped(f"there is no table of functions `{code.value}`")
        for name in filter(None, self.program.dispatch[code.value]):
            if name not in self._results:
                raise IllTyped(f"`{name}` is no function")
            found = found.joined(self._results[name])
        return found

    def _add(self, code: Code, args: list[Type]) -> Type:
        return number(args[0].low + args[1].low, args[0].high + args[1].high)

    def _subtract(self, code: Code, args: list[Type]) -> Type:
        low, high = args[0].low - args[1].high, args[0].high - args[1].low
        # One of two seats taken from the last one is the other one.
        seat = args[1].tag == "player" and low >= -1 and high < self.program.memory.seats
        return (args[1] if seat else number(0, 0)).within(low, high)

    def _multiply(self, code: Code, args: list[Type]) -> Type:
        ends = [one * other for one in (args[0].low, args[0].high) for other in (args[1].low, args[1].high)]
        if code.op == "times":
            ends = [clamp(end, NUMBER.low, NUMBER.high) for end in ends]
        return number(min(ends), max(ends))

    def _divide(self, code: Code, args: list[Type]) -> Type:
        if args[1].low < 1:
            raise IllTyped("what is divided by can be 0 or less")
        ends = [one // other for one in (args[0].low, args[0].high) for other in (args[1].low, args[1].high)]
        return number(min(ends), max(ends))

    def _clamp(self, code: Code, args: list[Type]) -> Type:
        low, high = code.value
        kept = min(max(args[0].low, low), high), max(min(args[0].high, high), low)
        # What is put where the value never was is a plain number.
        return args[0].within(*kept) if args[0].low <= kept[0] and kept[1] <= args[0].high else number(*kept)

    def _index(self, code: Code, args: list[Type]) -> Type:
        return args[0].within(-1, min(args[0].high, code.value - 1) if args[0].high >= 0 else -1)

    def _condition(self, code: Code, args: list[Type]) -> Type:
        return FLAG

    def _either(self, code: Code, args: list[Type]) -> Type:
        return args[1].joined(args[2])

    def _smallest(self, code: Code, args: list[Type]) -> Type:
        return number(min(a.low for a in args), min(a.high for a in args))

    def _largest(self, code: Code, args: list[Type]) -> Type:
        return number(max(a.low for a in args), max(a.high for a in args))

    def _same(self, code: Code, args: list[Type]) -> Type:
        return args[0]

    def _single(self, code: Code, args: list[Type]) -> Type:
        # A number says nothing of what it stands for, a flag is one of them.
        most = max(1, min(args[0].high + 1, max(self.program.cards, self.program.memory.seats)))
        return set_of(full(most), "card" if args[0].tag in ("number", "flag") else args[0].tag)

    def _both(self, code: Code, args: list[Type]) -> Type:
        return args[0].within(0, args[0].high & args[1].high)

    def _one_of(self, code: Code, args: list[Type]) -> Type:
        found = args[0]
        for arg in args[1:]:
            found = found.joined(arg)
        return found

    def _counting(self, code: Code, args: list[Type]) -> Type:
        return number(0, self.rounds(code.args[0], {}) if not _mentions_local(code.args[0]) else args[0].width)

    def _members(self, code: Code, args: list[Type]) -> Type:
        item = self.member(args[0]) if args[0].tag == "set" else args[0]
        return Type("many", item.low, item.high, item.tag)

    def _range(self, code: Code, args: list[Type]) -> Type:
        return Type("many", args[0].low, max(args[0].low, args[1].high - 1), "number")

    def _seat(self, code: Code, args: list[Type]) -> Type:
        return Type("player", 0, self.program.memory.seats - 1)

    def _owner(self, code: Code, args: list[Type]) -> Type:
        return Type("player", -1, self.program.memory.seats - 1)

    def _total(self, code: Code, args: list[Type]) -> Type:
        low = high = 0
        for name in self.program.score:
            low, high = low + self._results[name].low, high + self._results[name].high
        return number(low, high)

    def _cards_of(self, code: Code, args: list[Type]) -> Type:
        return self.place(code.value + CARDS).type

    def _card_of(self, code: Code, args: list[Type]) -> Type:
        return self.place(code.value + SLOTS).type

    def _highest(self, code: Code, args: list[Type]) -> Type:
        return args[1]

    def _row(self, code: Code, args: list[Type]) -> Type:
        return PAYMENTS if code.op == "payment_row" else PRICES

    def _at(self, code: Code, args: list[Type]) -> Type:
        if args[0].tag == "payments":
            return Type("many", 0, (1 << PAYMENT_BITS) - 1, "payment")
        return NUMBER

    def _payment(self, code: Code, args: list[Type]) -> Type:
        return number(0, MOST_NUMBER if code.op == "payment_total" else (1 << PAYMENT_BITS) - 1)


def names_in_prices(program: Program, of_item: bool = False) -> dict[str, Type]:
    """The names that codes of prices speak of: who buys, and what for what is worked out for one item."""
    item = {"item": Type("card", 0, program.cards - 1)} if of_item else {}
    return {"buyer": Type("player", 0, program.memory.seats - 1), **item}


def _mentions_local(code: Code) -> bool:
    return code.op == "local" or any(_mentions_local(arg) for arg in code.args)


# Which method works out the type of an operation.
NAMES: dict[str, str] = {
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "and", "or", "not", "has"), "condition"),
    **dict.fromkeys(("bits", "different", "by_slot"), "members"),
    **dict.fromkeys(("uncovered", "unrevealed", "face_up", "row_of"), "cards_of"),
    **dict.fromkeys(("row", "trade_row", "payment_row"), "row"),
    **dict.fromkeys(("payment_total", "payment_part"), "payment"),
    **dict.fromkeys(("charged", "&~", "counted"), "same"),
    **dict.fromkeys(("*", "times"), "multiply"),
    **dict.fromkeys(("get", "get_if"), "get"),
    "table": "table",
    "call": "call",
    "dispatch": "dispatch",
    "+": "add",
    "-": "subtract",
    "/": "divide",
    "clamp": "clamp",
    "index": "index",
    "cond": "either",
    "min": "smallest",
    "max": "largest",
    "bit": "single",
    "&": "both",
    "|": "one_of",
    "count": "counting",
    "range": "range",
    "seat": "seat",
    "owner": "owner",
    "total": "total",
    "card_at": "card_of",
    "top": "highest",
    "at": "at",
}
