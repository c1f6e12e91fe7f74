"""Whether a program keeps to the table of operations: `verify(program)` gives what is wrong with it.

A program in which nothing is wrong cannot fail while it runs but by its budget: every name is known and every value is
of a form that the operation takes; what is stored, handed over or looked up lies within bounds; numbers fit into a
machine word; a decision has a place in a frame that holds all it needs.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from ...dsl.meaning import MOST_WORD
from .memory import SLOTS
from .model import Ask, Code, Frame, Function, Local, OptionCode, PriceCode, Program, Routine, Step
from .operations import CODES, STEPS
from .reach import callees, places_in, resumable, waits
from .types import FLAG, Type, number
from .typing import BINDERS, IllTyped, Typing, names_in_prices

Names = dict[str, Type]


def verify(program: Program) -> list[str]:
    """Everything that is wrong with a program, in words, each with where it stands."""
    return Verifier(program).all()


@define
class Verifier:
    """Looks at every part of one program."""

    program: Program
    _typing: Typing = field(init=False)
    _functions: dict[str, Function] = field(init=False)
    _routines: dict[str, Routine] = field(init=False)
    _waiting: frozenset[str] = field(init=False)
    _declared: Names = field(factory=dict)
    _asked: set[int] = field(factory=set)
    _found: list[str] = field(factory=list)
    _where: str = ""

    def __attrs_post_init__(self) -> None:
        self._typing = Typing(self.program)
        self._functions = {function.name: function for function in self.program.functions}
        self._routines = {routine.name: routine for routine in self.program.routines}
        self._waiting = resumable(self.program)

    def all(self) -> list[str]:
        """Looks at everything."""
        self._data()
        for function in self.program.functions:
            self._where = f"function {function.name}"
            names = {param.name: param.type for param in function.params}
            self._into(function.body, names, function.result)
        for routine in self.program.routines:
            self._where = f"routine {routine.name}"
            self._routine(routine)
        if self.program.prices is not None:
            self._where = "prices"
            self._prices(self.program.prices)
        return self._found

    def _wrong(self, what: str) -> None:
        self._found.append(f"{self._where}: {what}")

    # -------------------------------------------------------------- data
    def _data(self) -> None:
        """The position, the tables and the names."""
        program, self._where = self.program, "places"
        end = 0
        for place in program.places:
            if place.first != end:
                self._wrong(f"{place.name} begins at {place.first}, not at {end}")
            end = place.first + place.count
            for value in program.first[place.first : end]:
                if not place.type.fits(value):
                    self._wrong(f"{place.name} begins with {value}, which is no {place.type}")
        if not end == program.memory.stack == len(program.first):
            self._wrong("the places do not fill the position")
        self._where = "tables"
        for name, table in program.tables.items():
            if table.row < 1 or len(table.entries) % table.row:
                self._wrong(f"{name} has no whole rows")
            if any(not table.type.fits(entry) for entry in table.entries):
                self._wrong(f"{name} has an entry that is no {table.type}")
        for name, handlers in program.dispatch.items():
            if len(handlers) != program.cards:
                self._wrong(f"{name} has not one entry for each card")
            for handler in filter(None, handlers):
                if handler not in self._functions and handler not in self._routines:
                    self._wrong(f"{name} names {handler}, which there is not")

    # -------------------------------------------------------------- routines
    def _routine(self, routine: Routine) -> None:
        self._declared = {local.name: local.type for local in (*routine.params, *routine.locals)}
        names = {param.name: param.type for param in routine.params}
        if (routine.name in self._waiting) != (routine.frame is not None):
            self._wrong("it has a frame exactly if it can wait" if routine.frame else "it waits without a frame")
        elif routine.frame is not None:
            self._frame(routine, routine.frame)
        self._steps(routine.body, names, routine.frame)

    def _frame(self, routine: Routine, frame: Frame) -> None:
        places = places_in(self.program, routine.body)
        if sorted(places) != list(range(1, frame.places + 1)):
            self._wrong(f"its places are {places}, not those from 1 to {frame.places}")
        kept = [local.name for local in frame.locals]
        if kept[: len(routine.params)] != [param.name for param in routine.params] or len(set(kept)) != len(kept):
            self._wrong("its frame does not begin with its parameters, or holds a name twice")

    def _steps(self, steps: tuple[Step, ...], names: Names, frame: Frame | None) -> Names:
        """Looks at a block; gives the names that have a value behind it."""
        for step in steps:
            try:
                names = self._step(step, names, frame)
            except IllTyped as wrong:
                self._wrong(f"{step.op}: {wrong}")
        return names

    def _step(self, step: Step, names: Names, frame: Frame | None) -> Names:
        """Looks at a step; gives the names that have a value behind it."""
        if step.op not in STEPS:
            raise IllTyped("there is no such step")
        self._operands(STEPS[step.op].operands, step.args, names, step.op)
        self._waits(step, frame)
        getattr(self, f"_step_{step.op}", self._nothing)(step, names)
        if step.op in ("ask", "gather"):
            self._ask(self.program.asks[step.value], names, frame)
        given = {step.value if step.op != "pick" else step.value[0]} if step.op in ("let", "for", "pick") else set()
        inner = {**names, **{name: self._declared[name] for name in given}}
        ends = [self._steps(block, inner, frame) for block in step.blocks]
        if step.op == "if":
            return {name: type for name, type in ends[0].items() if name in ends[1]}
        return names if step.op == "for" else inner

    def _waits(self, step: Step, frame: Frame | None) -> None:
        """Whether a step that can be left has a place, and its frame what it needs to go on."""
        waiting = waits(self.program, step, self._waiting)
        has_place = step.op in ("ask", "gather", "call", "run", "enter")
        if (step.place > 0) != (waiting and has_place):
            raise IllTyped("it has no place to go on from" if waiting else "it has a place, but never waits")
        kept = [local.name for local in frame.locals] if frame is not None else []
        needed = [*step.keeps]
        if waiting and step.op == "for":
            needed.append(step.value)
        if step.op in ("ask", "gather"):
            needed += self.program.asks[step.value].uses
        if waiting and step.op in ("for", "repeat") and not step.keeps:
            raise IllTyped("its frame does not keep how far it has got")
        if missing := [name for name in needed if name not in kept]:
            raise IllTyped(f"its frame does not hold {', '.join(missing)}")

    def _nothing(self, step: Step, names: Names) -> None:
        return None

    def _step_store(self, step: Step, names: Names) -> None:
        self._into(step.args[0], names, self._typing.place(step.value).type)
        for index in step.args[1:]:
            low = -1 if step.op == "store_if" else 0
            self._into(index, names, number(low, self._typing.room_after(step.value) - 1))

    _step_store_if = _step_store

    def _step_let(self, step: Step, names: Names) -> None:
        self._into(step.args[0], names, self._type_of(step.value))

    def _type_of(self, name: str) -> Type:
        if name not in self._declared:
            raise IllTyped(f"nothing is called `{name}` here")
        return self._declared[name]

    def _step_for(self, step: Step, names: Names) -> None:
        type, member = self._type_of(step.value), self._typing.member(self._typing.of(step.args[0], names))
        if not type.holds(member):
            raise IllTyped(f"`{step.value}` is {type}, which does not hold {member}")

    def _step_pick(self, step: Step, names: Names) -> None:
        name = step.value[0]
        type, member = self._type_of(name), self._typing.member(self._typing.of(step.args[0], names))
        if not type.holds(member.within(min(-1, member.low), member.high)):
            raise IllTyped(f"`{name}` is {type}, which does not hold {member}, or none")

    def _step_call(self, step: Step, names: Names) -> None:
        if step.value not in self._routines:
            raise IllTyped(f"there is no routine `{step.value}`")
        self._arguments(step.args, self._routines[step.value].params, names)

    _step_enter = _step_call

    def _step_run(self, step: Step, names: Names) -> None:
        self._into(step.args[0], names, number(-1, self.program.cards - 1))
        self._into(step.args[1], names, number(0, self.program.memory.seats - 1))
        for handler in callees(self.program, step):
            if len(self._routines[handler].params) != 1:
                raise IllTyped(f"{handler} takes more than a player")

    def _zone(self, code: Code, names: Names) -> None:
        type = self._typing.of(code, names)
        place = self._typing.place(type.low)
        if not place.zone or type.high >= place.first + place.count:
            raise IllTyped("it does not lead to a zone in every case")

    def _step_move(self, step: Step, names: Names) -> None:
        if step.op == "move":
            self._into(step.args[0], names, number(-1, self.program.cards - 1))
        self._zone(step.args[-1] if step.op != "draw" else step.args[2], names)

    _step_move_all = _step_put = _step_draw = _step_shuffle = _step_move

    def _step_deal(self, step: Step, names: Names) -> None:
        self._into(step.args[1], names, number(0, len(self.program.layouts) - 1))
        self._layout(step.value[0])

    def _step_reveal(self, step: Step, names: Names) -> None:
        self._layout(step.value)

    def _layout(self, base: int) -> None:
        if base not in self.program.memory.layouts.values():
            raise IllTyped(f"no layout zone begins at {base}")

    def _step_settle(self, step: Step, names: Names) -> None:
        if self.program.prices is None:
            raise IllTyped("nothing can be paid in this game")
        self._into(step.args[1], names, number(0, self.program.memory.seats - 1))

    def _step_win(self, step: Step, names: Names) -> None:
        self._into(step.args[0], names, number(-1, self.program.memory.seats - 1))
        if step.value not in range(len(self.program.ways)):
            raise IllTyped(f"there is no way {step.value} of winning")

    # -------------------------------------------------------------- decisions
    def _ask(self, ask: Ask, names: Names, frame: Frame | None) -> None:
        if frame is not None and ask.frame != frame.number:
            raise IllTyped(f"decision {ask.id} waits in frame {ask.frame}, not in {frame.number}")
        if ask.id in self._asked:
            return
        self._asked.add(ask.id)
        self._into(ask.by, names, number(0, self.program.memory.seats - 1))
        for option in ask.options:
            self._option(option, names, frame)

    def _option(self, option: OptionCode, names: Names, frame: Frame | None) -> None:
        inner = dict(names)
        parts = (option.names, option.types, option.widths, option.origins, option.spots, option.domains)
        for name, type, width, origin, spots, domain in zip(*parts, strict=True):
            self._form(domain, inner, "m", "an option")
            member = self._typing.member(self._typing.of(domain, inner))
            if name in names:
                raise IllTyped(f"`{name}` stands for something else already")
            most = member.high if not spots else self.program.spotted - 1
            if not type.holds(member):
                raise IllTyped(f"`{name}` is {type}, which does not hold {member}")
            if member.low + origin < 0 or max(member.high, most) + origin >= 1 << width:
                raise IllTyped(f"an option has no room for `{name}`")
            inner[name] = type
        for code in (*((option.where,) if option.where is not None else ()), *option.label, *option.remark):
            self._code(code, inner)
        self._steps(option.body, inner, frame)

    def _prices(self, prices: PriceCode) -> None:
        names = names_in_prices(self.program)
        sets = [*prices.own, *(stock for market in prices.markets for stock in market.stock)]
        numbers = [code for code in (prices.waived, prices.omitted) if code is not None]
        numbers += [price for market in prices.markets for price in market.prices]
        numbers += [market.limit for market in prices.markets if market.limit is not None]
        for codes, form in ((sets, "s"), (numbers, "n"), (prices.receivers, "n")):
            for code in codes:
                try:
                    self._form(code, names, form, "prices")
                except IllTyped as wrong:
                    self._wrong(str(wrong))

    # -------------------------------------------------------------- codes
    def _into(self, code: Code, names: Names, wanted: Type) -> None:
        """Looks whether the value of a code is always of a type."""
        try:
            self._code(code, names)
            found = self._typing.of(code, names)
        except IllTyped as wrong:
            return self._wrong(str(wrong))
        if not wanted.holds(found):
            self._wrong(f"what `{code.op}` gives is {bounds(found)}, wanted is {bounds(wanted)}")

    def _arguments(self, codes: tuple[Code, ...], params: tuple[Local, ...], names: Names) -> None:
        if len(codes) != len(params):
            raise IllTyped(f"{len(params)} arguments are wanted, not {len(codes)}")
        for code, param in zip(codes, params, strict=True):
            self._into(code, names, param.type)

    def _operands(self, forms: str, args: tuple[Code, ...], names: Names, of: str) -> None:
        """Looks whether operands are as many as the table says, each of its form."""
        wanted = forms.split()
        least = sum(1 for form in wanted if form[-1] not in "*?")
        most = len(args) if any(form.endswith("*") for form in wanted) else len(wanted)
        if not least <= len(args) <= most:
            raise IllTyped(f"`{of}` has {len(args)} operands")
        for place, arg in enumerate(args):
            if not (of in BINDERS and place):
                self._form(arg, names, wanted[min(place, len(wanted) - 1)].rstrip("*?"), of)

    def _form(self, code: Code, names: Names, form: str, of: str) -> None:
        self._code(code, names)
        found = self._typing.of(code, names)
        if not any(FORMS[one](found) for one in form.split("|")):
            raise IllTyped(f"`{of}` cannot work with {found}")

    def _code(self, code: Code, names: Names) -> None:
        """Looks at a code and everything inside it."""
        if code.op not in CODES:
            raise IllTyped(f"there is no operation `{code.op}`")
        self._operands(CODES[code.op].operands, code.args, names, code.op)
        if code.op in BINDERS:
            inner = self._typing.inside(code, names)
            for part in code.args[1:]:
                self._code(part, inner)
        type = self._typing.of(code, names)
        if type.tag == "number" and not -MOST_WORD <= type.low <= type.high <= MOST_WORD:
            raise IllTyped(f"`{code.op}` can outgrow a machine word")
        self._bounds(code, names)

    def _bounds(self, code: Code, names: Names) -> None:
        """Looks whether everything that is looked up is there."""
        args = code.args
        cards, seats = self.program.cards, self.program.memory.seats
        match code.op:
            case "get" | "get_if":
                low = -1 if code.op == "get_if" else 0
                for arg in args:
                    self._into(arg, names, number(low, self._typing.room_after(code.value) - 1))
            case "table":
                table = self.program.tables[code.value]
                self._into(args[0], names, number(-1, len(table.entries) // table.row - 1))
                for arg in args[1:]:
                    self._into(arg, names, number(0, table.row - 1))
            case "call":
                self._arguments(args, self._functions[code.value].params, names)
            case "dispatch":
                self._into(args[0], names, number(-1, cards - 1))
                for name in filter(None, self.program.dispatch[code.value]):
                    self._arguments(args[1:], self._functions[name].params, names)
            case "owner" | "bit":
                self._into(args[0], names, number(-1, cards - 1))
            case "at":
                self._into(args[1], names, number(-1, cards - 1))
            case "total" | "row" | "trade_row" | "payment_row":
                self._into(args[0], names, number(0, seats - 1))
            case "card_at":
                self._into(args[0], names, number(-1, self.program.memory.layout_size - SLOTS - 1))
            case "uncovered" | "unrevealed" | "row_of" | "by_slot":
                self._layout(code.value)


FORMS: dict[str, Callable[[Type], bool]] = {
    "n": lambda type: type.scalar or type.tag in ("payment", "option"),
    "b": lambda type: type.scalar and FLAG.holds(type),
    "s": lambda type: type.tag == "set",
    "m": lambda type: type.tag == "many",
    "v": lambda type: type.scalar or type.tag in ("set", "payment", "option"),
    "r": lambda type: type.tag in ("prices", "payments"),
}


def bounds(type: Type) -> str:
    """A type with its bounds, for a message."""
    return f"{type} ({type.low} to {type.high})" if type.scalar else str(type)
