"""Program to counted program: `counted(program)` makes all work count against the budget of a decision.

The work of a code or a block is known from the text but for its loops and its calls. What is little in every position
is not counted by itself: it belongs to the round of the loop, or to the call, in which it is done. Loops of statements
count every round, loops of expressions and options count where they can become long, functions and routines where they
are long, routines also where they can come back to themselves. So whatever a text says, the work between two counts is
bounded, and a budget ends what does not come to an end.
"""

from __future__ import annotations

from attrs import define, evolve, field

from ..program.memory import SLOTS
from ..program.model import LITTLE, RULES, Ask, Code, Function, OptionCode, Program, Routine, Step
from ..program.operations import MOST_UNCOUNTED
from ..program.prices import PriceCode
from ..program.reach import callees, functions_in_order, returning, routines_in_order
from ..program.types import Type
from ..program.typing import BINDERS, Typing, names_in_prices

# What is not more than this is little.
FREE = MOST_UNCOUNTED
# What a round of a loop, an option on offer and a price cost beside what is worked out for them.
ROUND, OFFER, PRICE = 10, 20, 50
# Operations that look at every card of a set, and how much they do with each.
WITH_EACH = {"move_all": 8, "turn": 4, "put": 8, "draw": 12, "deal": 6, "top": 6, "different": 3, "pick": 3}
# Operations that look at more cards than stand in them: how much they do with each card of the game.
WITH_ALL = {"shuffle": 10, "put": 3, "pass_on": 6}
# Operations that look at every slot of a layout, and how much they do with each.
WITH_SLOTS = {"uncovered": 3, "unrevealed": 3, "face_up": 3, "row_of": 3, "by_slot": 2, "reveal": 2, "deal": 10}

Names = dict[str, Type]


def counted(program: Program) -> Program:
    """The program with all its work counted."""
    counting = Counting(program)
    # What is called comes first: long chains are no deep recursion.
    for name in functions_in_order(program):
        counting.function(name)
    for name in routines_in_order(program):
        counting.routine(name)
    functions = tuple(counting.function(function.name) for function in program.functions)
    routines = tuple(counting.routine(routine.name) for routine in program.routines)
    prices = counting.prices(program.prices) if program.prices is not None else None
    return evolve(
        program,
        functions=functions,
        routines=routines,
        asks=tuple(counting.asks.get(ask.id, ask) for ask in program.asks),
        prices=prices,
    )


@define
class Counting:
    """Counts the parts of one program; what was counted once is kept with what it costs."""

    program: Program
    asks: dict[int, Ask] = field(factory=dict)
    _costs: dict[str, int] = field(factory=dict)
    _counted: dict[str, Function | Routine] = field(factory=dict)
    _functions: dict[str, Function] = field(init=False)
    _routines: dict[str, Routine] = field(init=False)
    _returning: frozenset[str] = field(init=False)
    _typing: Typing = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._functions = {function.name: function for function in self.program.functions}
        self._routines = {routine.name: routine for routine in self.program.routines}
        self._returning = returning(self.program)
        self._typing = Typing(self.program)

    # -------------------------------------------------------------- functions and routines
    def function(self, name: str) -> Function:
        """The function, counted where its value is much work."""
        if name not in self._counted:
            function = self._functions[name]
            body, cost = self.code(function.body, {param.name: param.type for param in function.params})
            if cost > FREE:
                body, cost = Code("charged", (body,), cost), 1
            self._counted[name] = evolve(function, body=body)
            self._costs[name] = cost
        found = self._counted[name]
        assert isinstance(found, Function)
        return found

    def routine(self, name: str) -> Routine:
        """The routine, counted where it is much work or can come back to itself."""
        if name not in self._counted:
            routine = self._routines[name]
            names = {local.name: local.type for local in (*routine.params, *routine.locals)}
            body, cost = self._block(routine.body, names)
            if name in self._returning or cost > FREE:
                body, cost = (Step("charge", value=cost + ROUND, origin=routine.origin), *body), 1
            self._counted[name] = evolve(routine, body=body)
            self._costs[name] = cost
        found = self._counted[name]
        assert isinstance(found, Routine)
        return found

    def _routine_cost(self, name: str) -> int:
        if name in self._returning:
            # It counts by itself.
            return 1
        if name not in self._costs:
            self.routine(name)
        return self._costs[name]

    # -------------------------------------------------------------- steps
    def _block(self, steps: tuple[Step, ...], names: Names) -> tuple[tuple[Step, ...], int]:
        found, total = [], 0
        for step in steps:
            step, cost = self._step(step, names)
            found.append(step)
            total += cost
        return tuple(found), total

    def _step(self, step: Step, names: Names) -> tuple[Step, int]:
        args, cost = self._codes(step.args, names)
        if step.op in ("ask", "gather"):
            cost += self._ask(step.value, names)
        blocks = [self._block(block, names) for block in step.blocks]
        if step.op in ("for", "repeat", "while"):
            (body, inner), rounds = blocks[0], self._typing.rounds_of(step, names)
            # The condition of `while` is asked again in every round.
            each = inner + ROUND + (cost if step.op == "while" else 0)
            if rounds * each <= LITTLE:
                return evolve(step, args=args, blocks=(body,)), cost + rounds * each + 1
            origin = step.origin if step.origin is not RULES or not body else body[0].origin
            return evolve(step, args=args, blocks=((Step("charge", value=each, origin=origin), *body),)), cost + 1
        cost += sum(inner for _, inner in blocks) + self._with_each(step, names)
        cost += max((self._routine_cost(name) for name in callees(self.program, step)), default=0)
        return evolve(step, args=args, blocks=tuple(body for body, _ in blocks)), cost + 1

    def _ask(self, number: int, names: Names) -> int:
        """Counts the options of a decision; returns what listing them costs."""
        ask = self.program.asks[number]
        by, total = self.code(ask.by, names)
        options = []
        for option in ask.options:
            option, cost = self._option(option, names)
            options.append(option)
            total += cost
        self.asks[number] = evolve(ask, by=by, options=tuple(options))
        return total + 1

    def _option(self, option: OptionCode, names: Names) -> tuple[OptionCode, int]:
        """An option whose loops count their rounds where there can be many."""
        inner, domains, costs, rounds = dict(names), list[Code](), list[int](), list[int]()
        for name, type, domain in zip(option.names, option.types, option.domains, strict=True):
            found, cost = self.code(domain, inner)
            domains.append(found)
            costs.append(cost)
            rounds.append(self._typing.rounds(found, inner))
            inner[name] = type
        where, test = self.code(option.where, inner) if option.where is not None else (None, 0)
        body, done = self._block(option.body, inner)
        label, remark = self._codes(option.label, inner)[0], self._codes(option.remark, inner)[0]
        # From the innermost loop outwards.
        total = test + OFFER
        for level in reversed(range(len(domains))):
            each = total + ROUND
            if rounds[level] * each > FREE:
                domains[level] = Code("counted", (domains[level],), each)
                total = costs[level] + LITTLE
            else:
                total = costs[level] + rounds[level] * each
        counted = evolve(option, domains=tuple(domains), where=where, body=body, label=label, remark=remark)
        return counted, total + done

    def prices(self, prices: PriceCode) -> PriceCode:
        """What prices are made from. Rows of prices are kept, so this is counted only where one is worked out."""
        names, of_item = names_in_prices(self.program), names_in_prices(self.program, of_item=True)

        def every(codes: tuple[Code, ...]) -> tuple[Code, ...]:
            return self._codes(codes, names)[0]

        def one(code: Code | None, names: Names) -> Code | None:
            return None if code is None else self.code(code, names)[0]

        markets = tuple(
            evolve(market, stock=every(market.stock), prices=every(market.prices), limit=one(market.limit, names))
            for market in prices.markets
        )
        receivers, own = every(prices.receivers), every(prices.own)
        waived, omitted = one(prices.waived, of_item), one(prices.omitted, of_item)
        added = self._codes(prices.added, of_item)[0]
        fees = tuple(evolve(fee, amount=self.code(fee.amount, of_item)[0]) for fee in prices.fees)
        return evolve(
            prices,
            own=own,
            waived=waived,
            omitted=omitted,
            markets=markets,
            receivers=receivers,
            added=added,
            fees=fees,
        )

    # -------------------------------------------------------------- codes
    def _with_each(self, part: Code | Step, names: Names) -> int:
        """What an operation costs that looks at every card of a set, or at every slot."""
        slots = max(0, self.program.memory.layout_size - SLOTS)
        cost = WITH_ALL.get(part.op, 0) * self.program.cards + WITH_SLOTS.get(part.op, 0) * slots
        if part.op in WITH_EACH:
            sets = [arg for arg in part.args if self._typing.of(arg, names).tag in ("set", "many")]
            cost += sum(WITH_EACH[part.op] * self._typing.rounds(arg, names) for arg in sets)
        return cost

    def _codes(self, codes: tuple[Code, ...], names: Names) -> tuple[tuple[Code, ...], int]:
        found = [self.code(code, names) for code in codes]
        return tuple(code for code, _ in found), sum(cost for _, cost in found)

    def code(self, code: Code, names: Names) -> tuple[Code, int]:
        """A code whose loops count where they can become long, and what it costs beside."""
        if code.op in BINDERS:
            return self._loop(code, names)
        args, cost = self._codes(code.args, names)
        if code.op == "call":
            self.function(code.value)
            cost += self._costs[code.value]
        elif code.op == "dispatch":
            handlers = [name for name in self.program.dispatch[code.value] if name]
            for name in handlers:
                self.function(name)
            cost += max((self._costs[name] for name in handlers), default=0)
        elif code.op == "total":
            for name in self.program.score:
                self.function(name)
                cost += self._costs[name]
        elif code.op == "at":
            cost += PRICE
        cost += self._with_each(code, names)
        return evolve(code, args=args), cost + 1

    def _loop(self, code: Code, names: Names) -> tuple[Code, int]:
        domain, cost = self.code(code.args[0], names)
        inner = self._typing.inside(code, names)
        parts, each = self._codes(code.args[1:], inner)
        rounds = self._typing.rounds(code.args[0], names)
        if rounds * (each + 1) > FREE:
            if code.op == "keep" and self._typing.of(domain, names).tag == "set":
                domain = Code("bits", (domain,))
            before, plain = (domain.value, domain.args[0]) if domain.op == "counted" else (0, domain)
            counted = Code("counted", (plain,), before + each + 1)
            return Code(code.op, (counted, *parts), code.value), cost + LITTLE + 1
        return Code(code.op, (domain, *parts), code.value), cost + rounds * (each + 1) + 1
