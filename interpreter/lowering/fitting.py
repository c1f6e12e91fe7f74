"""Program to fitting program: `fitted(program)` keeps every value within the type of where it goes.

What is stored, handed over or looked up lies within bounds where that can be seen in the text; elsewhere an operation
is added that keeps it there. So no number outgrows a machine word, and nothing is looked up where nothing is.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, evolve, field

from ...dsl.meaning import MOST_WORD
from ..program.memory import SLOTS
from ..program.model import NUMBER_ORIGIN, Ask, Code, Function, OptionCode, Program, Routine, Step
from ..program.prices import PriceCode
from ..program.reach import functions_in_order
from ..program.types import NUMBER, Type, number
from ..program.typing import BINDERS, Typing, names_in_prices

Names = dict[str, Type]


def fitted(program: Program) -> Program:
    """The program with everything kept within its type."""
    fitting = Fitting(program)
    # What is called comes first: long chains are no deep recursion.
    for name in functions_in_order(program):
        fitting.function(name)
    functions = tuple(fitting.function(function.name) for function in program.functions)
    routines = tuple(fitting.routine(routine) for routine in program.routines)
    asks = tuple(fitting.asks.get(ask.id, evolve(ask, options=())) for ask in program.asks)
    prices = fitting.prices(program.prices) if program.prices is not None else None
    return evolve(program, functions=functions, routines=routines, asks=asks, prices=prices)


@define
class Fitting:
    """Fits the parts of one program. Decisions are met in the routines that ask them, whose names they know."""

    program: Program
    asks: dict[int, Ask] = field(factory=dict)
    _typing: Typing = field(init=False)
    _params: dict[str, tuple[Type, ...]] = field(init=False)
    _given: dict[str, Function] = field(init=False)
    _functions: dict[str, Function] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self._typing = Typing(self.program)
        self._given = {function.name: function for function in self.program.functions}
        callables: list[Function | Routine] = [*self.program.functions, *self.program.routines]
        self._params = {made.name: tuple(param.type for param in made.params) for made in callables}

    # -------------------------------------------------------------- parts
    def function(self, name: str) -> Function:
        """A function whose value is of its type: of a number, within the bounds that its body has."""
        if name not in self._functions:
            function = self._given[name]
            names = {param.name: param.type for param in function.params}
            body, type = self.code(function.body, names)
            if function.result != NUMBER or not (type.scalar and _for_words(type)):
                body, type = self._into(function.body, names, function.result), function.result
            self._functions[name] = evolve(function, body=body, result=type)
            self._typing.note(self._functions[name])
        return self._functions[name]

    def routine(self, routine: Routine) -> Routine:
        """A routine that keeps its names and the position within their types."""
        names = {local.name: local.type for local in (*routine.params, *routine.locals)}
        return evolve(routine, body=self._steps(routine.body, names))

    def _ask(self, ask: Ask, names: Names) -> Ask:
        options = tuple(self._option(option, names) for option in ask.options)
        return evolve(ask, by=self._seat(ask.by, names), options=options)

    def _option(self, option: OptionCode, names: Names) -> OptionCode:
        inner, domains, types = dict(names), [], []
        for name, domain in zip(option.names, option.domains, strict=True):
            if domain.op == "range":
                # What does not fit into the integer of an option cannot be offered.
                ends = (number(-NUMBER_ORIGIN, NUMBER_ORIGIN),) * 2
                domain = Code("range", self._all(domain.args, inner, ends))
            domain, type = self.code(domain, inner)
            domains.append(domain)
            # Where an option is on offer nothing is missing.
            inner[name] = self._typing.member(type)
            types.append(inner[name])
        return evolve(
            option,
            types=tuple(types),
            domains=tuple(domains),
            where=self.code(option.where, inner)[0] if option.where is not None else None,
            body=self._steps(option.body, inner),
            label=tuple(self.code(hole, inner)[0] for hole in option.label),
            remark=tuple(self.code(hole, inner)[0] for hole in option.remark),
        )

    def prices(self, prices: PriceCode) -> PriceCode:
        """The codes that prices are made from."""
        names, of_item = names_in_prices(self.program), names_in_prices(self.program, of_item=True)
        anybody = Type("player", -1, self.program.memory.seats - 1)

        def fit(codes: Iterable[Code]) -> tuple[Code, ...]:
            return tuple(self._into(code, names, NUMBER) for code in codes)

        def sets(codes: Iterable[Code]) -> tuple[Code, ...]:
            return tuple(self.code(code, names)[0] for code in codes)

        def one(code: Code | None, names: Names) -> Code | None:
            return None if code is None else self._into(code, names, NUMBER)

        markets = tuple(
            evolve(market, stock=sets(market.stock), prices=fit(market.prices), limit=one(market.limit, names))
            for market in prices.markets
        )
        return evolve(
            prices,
            own=sets(prices.own),
            waived=one(prices.waived, of_item),
            omitted=one(prices.omitted, of_item),
            receivers=tuple(self._into(receiver, names, anybody) for receiver in prices.receivers),
            markets=markets,
            added=tuple(self._into(added, of_item, NUMBER) for added in prices.added),
            fees=tuple(evolve(fee, amount=self._into(fee.amount, of_item, NUMBER)) for fee in prices.fees),
        )

    # -------------------------------------------------------------- steps
    def _steps(self, steps: tuple[Step, ...], names: Names) -> tuple[Step, ...]:
        return tuple(self._step(step, names) for step in steps)

    def _step(self, step: Step, names: Names) -> Step:
        if step.op in ("ask", "gather") and step.value not in self.asks:
            self.asks[step.value] = self._ask(self.program.asks[step.value], names)
        fitted = evolve(step, blocks=tuple(self._steps(block, names) for block in step.blocks))
        args = step.args
        match step.op:
            case "store":
                return self._store(fitted, names)
            case "let":
                return evolve(fitted, args=(self._into(args[0], names, names[step.value]),))
            case "call" | "enter":
                return evolve(fitted, args=self._all(args, names, self._params[step.value]))
            case "run":
                return evolve(fitted, args=(self._card(args[0], names), self._seat(args[1], names)))
            case "move":
                return evolve(fitted, args=(self._card(args[0], names), self._address(args[1], names)))
            case "move_all" | "put" | "draw" | "shuffle":
                inner = tuple(self.code(arg, names)[0] for arg in args[:-1])
                return evolve(fitted, args=(*inner, self._address(args[-1], names)))
            case "deal":
                layouts = number(0, max(1, len(self.program.layouts)) - 1)
                return evolve(fitted, args=(self.code(args[0], names)[0], self._into(args[1], names, layouts)))
            case "lay":
                slots = number(-1, self.program.memory.layout_size - SLOTS - 1)
                return evolve(fitted, args=(self._card(args[0], names), self._into(args[1], names, slots)))
            case "settle":
                return evolve(fitted, args=(self.code(args[0], names)[0], self._seat(args[1], names)))
            case "win":
                winner = number(-1, self.program.memory.seats - 1)
                return evolve(fitted, args=(self._into(args[0], names, winner),))
            case "repeat":
                return evolve(fitted, args=(self._into(args[0], names, NUMBER),))
        return evolve(fitted, args=tuple(self.code(arg, names)[0] for arg in args))

    def _store(self, step: Step, names: Names) -> Step:
        type = self._typing.place(step.value).type
        value = self._into(step.args[0], names, type)
        if len(step.args) == 1:
            return evolve(step, args=(value,))
        index, found = self._index(step.args[1], names, self._typing.room_after(step.value))
        return evolve(step, op="store_if" if found.low < 0 else "store", args=(value, index))

    def _address(self, code: Code, names: Names) -> Code:
        """The place of a zone: that of a player's zone is the first one and the number of the player."""
        if code.op == "+" and code.args[0].op == "int":
            return Code("+", (code.args[0], self._seat(code.args[1], names)))
        return code

    # -------------------------------------------------------------- codes
    def _into(self, code: Code, names: Names, wanted: Type) -> Code:
        """A code whose value lies within a type."""
        found, type = self.code(code, names)
        if wanted.holds(type):
            return found
        if wanted.tag == type.tag == "set":
            return Code("&", (found, Code("set", value=wanted.high)))
        if not (wanted.scalar and type.scalar):
            return found
        return Code("clamp", (found,), (wanted.low, wanted.high))

    def _all(self, codes: tuple[Code, ...], names: Names, wanted: tuple[Type, ...]) -> tuple[Code, ...]:
        return tuple(self._into(code, names, type) for code, type in zip(codes, wanted, strict=True))

    def _index(self, code: Code, names: Names, size: int) -> tuple[Code, Type]:
        """A number at which something can be looked up, or none."""
        found, type = self.code(code, names)
        if type.low >= -1 and type.high < size:
            return found, type
        return Code("index", (found,), size), type.within(-1, size - 1)

    def _card(self, code: Code, names: Names) -> Code:
        return self._index(code, names, self.program.cards)[0]

    def _seat(self, code: Code, names: Names) -> Code:
        return self._into(code, names, Type("player", 0, self.program.memory.seats - 1))

    def code(self, code: Code, names: Names) -> tuple[Code, Type]:
        """The code with everything inside it kept within bounds, and its type."""
        if code.op in ("int", "set", "local"):
            return code, self._typing.of(code, names)
        if code.op in BINDERS:
            return self._loop(code, names)
        if code.op in ("+", "-", "*"):
            found = self._arithmetic(code, names)
        else:
            found = getattr(self, f"_fit_{code.op}", self._plain)(code, names)
        return found, self._typing.of(found, names)

    def _plain(self, code: Code, names: Names) -> Code:
        return evolve(code, args=tuple(self.code(arg, names)[0] for arg in code.args))

    def _loop(self, code: Code, names: Names) -> tuple[Code, Type]:
        domain = self.code(code.args[0], names)[0]
        inner = self._typing.inside(evolve(code, args=(domain, *code.args[1:])), names)
        parts = tuple(self.code(arg, inner)[0] for arg in code.args[1:])
        found = Code(code.op, (domain, *parts), code.value)
        type = self._typing.of(found, names)
        if code.op == "fold" and code.value[0] == "sum" and not _for_words(type):
            body = self._into(parts[0], inner, NUMBER)
            found = Code("fold", (domain, body, *parts[1:]), ("total", code.value[1]))
            type = NUMBER
        return found, type

    def _arithmetic(self, code: Code, names: Names) -> Code:
        """A sum, difference or product that a machine word has room for."""
        found = self._plain(code, names)
        type = self._typing.of(found, names)
        if type.low >= -MOST_WORD and type.high <= MOST_WORD:
            return found
        args = tuple(self._into(arg, names, NUMBER) for arg in code.args)
        return Code("times" if code.op == "*" else code.op, args)

    def _fit_get(self, code: Code, names: Names) -> Code:
        if not code.args:
            return code
        index, type = self._index(code.args[0], names, self._typing.room_after(code.value))
        return Code("get_if" if type.low < 0 else "get", (index,), code.value)

    def _fit_table(self, code: Code, names: Names) -> Code:
        table = self.program.tables[code.value]
        index = self._index(code.args[0], names, len(table.entries) // table.row)[0]
        within = tuple(self._into(arg, names, number(0, table.row - 1)) for arg in code.args[1:])
        return Code("table", (index, *within), code.value)

    def _fit_call(self, code: Code, names: Names) -> Code:
        self.function(code.value)
        return evolve(code, args=self._all(code.args, names, self._params[code.value]))

    def _fit_dispatch(self, code: Code, names: Names) -> Code:
        for name in filter(None, self.program.dispatch[code.value]):
            self.function(name)
        return evolve(code, args=(self._card(code.args[0], names), *(self._seat(a, names) for a in code.args[1:])))

    def _fit_has(self, code: Code, names: Names) -> Code:
        within = max(self.program.cards, self.program.memory.seats, *map(len, self.program.names.values()))
        return Code("has", (self.code(code.args[0], names)[0], self._index(code.args[1], names, within)[0]))

    def _of_card(self, code: Code, names: Names) -> Code:
        return evolve(code, args=(self._card(code.args[0], names),))

    def _fit_total(self, code: Code, names: Names) -> Code:
        for name in self.program.score:
            self.function(name)
        return self._of_seat(code, names)

    def _of_seat(self, code: Code, names: Names) -> Code:
        return evolve(code, args=(self._seat(code.args[0], names),))

    def _fit_at(self, code: Code, names: Names) -> Code:
        return evolve(code, args=(self.code(code.args[0], names)[0], self._card(code.args[1], names)))

    def _fit_card_at(self, code: Code, names: Names) -> Code:
        return evolve(code, args=(self._index(code.args[0], names, self.program.memory.layout_size - SLOTS)[0],))

    _fit_bit = _fit_owner = _of_card
    _fit_row = _fit_trade_row = _fit_payment_row = _of_seat


def _for_words(type: Type) -> bool:
    """Whether a machine word has room for every value of a type."""
    return type.low >= -MOST_WORD and type.high <= MOST_WORD
