"""Whether a program keeps to the table of operations: `verify(program)` gives what is wrong with it.

A program in which nothing is wrong cannot fail while it runs but by its budget: every name is known and every value is
of a form that the operation takes; what is stored, handed over or looked up lies within bounds; numbers fit into a
machine word; a decision has a place in a frame that holds all it needs.
"""

from __future__ import annotations

from collections import Counter

from attrs import define, field

from ...dsl.graph import connected_groups
from .data import wrong_data
from .memory import NOWHERE, PAYMENT_BITS, SLOTS
from .model import FIRST_FREE, LITTLE, Ask, Code, Frame, Function, Local, OptionCode, Place, Program, Routine, Step
from .operands import Operands
from .operations import STEPS
from .prices import PriceCode
from .reach import callees, functions_in, places_in, resumable, returning, waits
from .rewriting import arguments_of
from .secrets import wrong_secrets
from .types import NUMBER, Type, full, number
from .typing import IllTyped, names_in_prices

Names = dict[str, Type]
LOOPS = ("while", "for", "repeat")
# How many blocks steps have; any other has none.
BLOCKS = {**dict.fromkeys(LOOPS, (1,)), "if": (2,), "ask": (0, 1)}


def verify(program: Program) -> list[str]:
    """Everything that is wrong with a program, in words, each with where it stands."""
    return unknown(program) or wrong_data(program) or Verifier(program).all()


def unknown(program: Program) -> list[str]:
    """Routines, events and decisions that something leads to, but that there are not; a decision is asked once."""
    if "card" not in program.names:
        return ["program: its cards have no names"]
    routines, found = {routine.name for routine in program.routines}, []
    functions = {function.name for function in program.functions}
    events = {name for name, handlers in program.dispatch.items() if functions.isdisjoint(handlers)}
    asked = Counter[object]()
    bodies = [routine.body for routine in program.routines]
    bodies += [option.body for ask in program.asks for option in ask.options]
    while bodies:
        for step in bodies.pop():
            bodies += step.blocks
            known = {
                **dict.fromkeys(("call", "enter"), step.value in routines),
                **dict.fromkeys(("ask", "gather"), step.value in range(len(program.asks))),
                "run": step.value in events,
            }
            if not known.get(step.op, True):
                found.append(f"{step.op}: there is no `{step.value}`")
            asked[step.value] += step.op in ("ask", "gather")
    for ask in program.asks:
        if asked[ask.id] > 1 or (ask.options and not asked[ask.id]):
            found.append(f"decision {ask.id} is asked at {asked[ask.id]} places, not at one")
    return found


@define
class Verifier:
    """Looks at every part of one program."""

    program: Program
    _codes: Operands = field(init=False)
    _functions: dict[str, Function] = field(init=False)
    _routines: dict[str, Routine] = field(init=False)
    _waiting: frozenset[str] = field(init=False)
    _returning: frozenset[str] = field(init=False)
    _declared: Names = field(factory=dict)
    _params: tuple[Local, ...] = ()
    _loops: set[str] = field(factory=set)
    _found: list[str] = field(factory=list)
    _where: str = ""

    def __attrs_post_init__(self) -> None:
        self._codes = Operands(self.program, self._wrong)
        self._functions = {function.name: function for function in self.program.functions}
        self._routines = {routine.name: routine for routine in self.program.routines}
        self._waiting, self._returning = resumable(self.program), returning(self.program)

    def all(self) -> list[str]:
        """Looks at everything."""
        for function in self.program.functions:
            self._where = f"function {function.name}"
            names = {param.name: param.type for param in function.params}
            self._codes.into(function.body, names, function.result)
        self._no_circles()
        for routine in self.program.routines:
            self._where = f"routine {routine.name}"
            self._routine(routine)
        if self.program.prices is not None:
            self._where = "prices"
            self._prices(self.program.prices)
        return self._found

    def _wrong(self, what: str) -> None:
        self._found.append(f"{self._where}: {what}")

    def _no_circles(self) -> None:
        """A function that needs itself would never have a value: all can be put into an order."""
        leads = {function.name: set(functions_in(self.program, function.body)) for function in self.program.functions}
        for group in connected_groups(leads):
            name = min(group)
            if len(group) > 1 or name in leads.get(name, ()):
                self._where = f"function {name}"
                self._wrong("it needs itself")

    # -------------------------------------------------------------- routines
    def _routine(self, routine: Routine) -> None:
        locals = (*routine.params, *routine.locals)
        self._declared = {local.name: local.type for local in locals}
        self._params, self._loops = routine.params, set()
        if len(self._declared) < len(locals):
            self._wrong("it has a name twice")
        names = {param.name: param.type for param in routine.params}
        if (routine.name in self._waiting) != (routine.frame is not None):
            self._wrong("it has a frame exactly if it can wait" if routine.frame else "it waits without a frame")
        elif routine.frame is not None:
            self._frame(routine, routine.frame)
        if routine.name in self._returning and not _begins_with_charge(routine.body):
            self._wrong("it can come back to itself without being counted")
        self._steps(routine.body, names, routine.frame)

    def _frame(self, routine: Routine, frame: Frame) -> None:
        places = places_in(self.program, routine.body)
        if len(places) != frame.places or places != list(range(1, len(places) + 1)):
            self._wrong(f"its places are {places}, not those from 1 to {frame.places}")
        if self.program.frames.index(routine) != frame.number:
            self._wrong(f"its frame is number {self.program.frames.index(routine)}, not {frame.number}")
        if any(not local.type.holds(self._declared.get(local.name, local.type)) for local in frame.locals):
            self._wrong("its frame has no room for what its names can hold")
        kept = [local.name for local in frame.locals]
        if kept[: len(routine.params)] != [param.name for param in routine.params] or len(set(kept)) != len(kept):
            self._wrong("its frame does not begin with its parameters, or holds a name twice")
        for wrong in wrong_secrets(self.program, routine, frame):
            self._wrong(wrong)

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
        if len(step.blocks) not in BLOCKS.get(step.op, (0,)):
            raise IllTyped(f"it has {len(step.blocks)} blocks")
        self._codes.held(STEPS[step.op].value, step.value, step.op)
        self._codes.operands(STEPS[step.op].operands, step.args, names, step.op)
        counted = step.op not in LOOPS or _begins_with_charge(step.blocks[0])
        if not counted and self._codes.typing.rounds_of(step, names) > LITTLE:
            raise IllTyped("its rounds are not counted")
        self._waits(step, names, frame)
        getattr(self, f"_step_{step.op}", self._nothing)(step, names)
        if step.op in ("ask", "gather"):
            self._ask(self.program.asks[step.value], names, frame)
        given = {step.value if step.op != "pick" else step.value[0]} if step.op in ("let", "for", "pick") else set()
        inner = {**names, **{name: self._declared[name] for name in given}}
        waiting = frame is not None and bool(places_in(self.program, (step,)))
        if waiting and frame is not None and step.op != "if":
            # Behind a decision, and in the next round, there is only what the frame has kept.
            kept = {local.name for local in frame.locals}
            names, inner = ({name: type for name, type in known.items() if name in kept} for known in (names, inner))
        ends = [self._steps(block, inner, frame) for block in step.blocks]
        if step.op == "if":
            return {name: type for name, type in ends[0].items() if name in ends[1]}
        return names if step.op == "for" else inner

    def _waits(self, step: Step, names: Names, frame: Frame | None) -> None:
        """Whether a step that can be left has a place, and its frame what it needs to go on."""
        waiting = waits(self.program, step, self._waiting)
        if waiting and step.op == "for" and step.args[0].op not in ("bits", "range"):
            raise IllTyped(f"it cannot go on in the middle of `{step.args[0].op}`")
        has_place = step.op in ("ask", "gather", "call", "run", "enter")
        if (step.place > 0) != (waiting and has_place):
            raise IllTyped("it has no place to go on from" if waiting else "it has a place, but never waits")
        kept = [local.name for local in frame.locals] if frame is not None else []
        needed = [*step.keeps]
        if waiting and step.op == "for":
            needed.append(step.value)
        if step.op in ("ask", "gather"):
            needed += self.program.asks[step.value].uses
        self._keeps(step, names, waiting)
        if missing := [name for name in needed if name not in kept]:
            raise IllTyped(f"its frame does not hold {', '.join(missing)}")

    def _keeps(self, step: Step, names: Names, waiting: bool) -> None:
        """Whether a loop that waits keeps how far it has got, under names of its own."""
        wanted = 0
        if waiting and step.op in ("for", "repeat"):
            wanted = 2 if step.op == "for" and step.args[0].op == "range" else 1
        if len(set(step.keeps)) != wanted or len(step.keeps) != wanted:
            raise IllTyped("its frame does not keep how far it has got" if wanted else "it keeps what nobody needs")
        if taken := [name for name in step.keeps if name in self._loops or name in self._declared]:
            raise IllTyped(f"`{taken[0]}` holds something else already")
        self._loops.update(step.keeps)

    def _nothing(self, step: Step, names: Names) -> None:
        return None

    def _step_store(self, step: Step, names: Names) -> None:
        place = self._codes.typing.place(step.value)
        if not self._is_field(place):
            raise IllTyped(f"nothing is put into {place.name} like that")
        self._codes.into(step.args[0], names, place.type)
        for index in step.args[1:]:
            low = -1 if step.op == "store_if" else 0
            self._codes.into(index, names, number(low, self._codes.typing.room_after(step.value) - 1))

    _step_store_if = _step_store

    def _is_field(self, place: Place) -> bool:
        """Whether rules give a part of the position a value; cards have to be moved, the rest is the machine's own."""
        memory = self.program.memory
        own = (memory.answers, memory.order, memory.known, memory.where, *memory.switches.values())
        return not (place.zone or place.first < FIRST_FREE or place.first in own or "." in place.name)

    def _step_let(self, step: Step, names: Names) -> None:
        self._codes.into(step.args[0], names, self._type_of(step.value))

    def _type_of(self, name: str) -> Type:
        if name not in self._declared:
            raise IllTyped(f"nothing is called `{name}` here")
        return self._declared[name]

    def _step_for(self, step: Step, names: Names) -> None:
        type, member = self._type_of(step.value), self._codes.typing.member(self._codes.typing.of(step.args[0], names))
        if not type.holds(member):
            raise IllTyped(f"`{step.value}` is {type}, which does not hold {member}")

    def _step_pick(self, step: Step, names: Names) -> None:
        name = step.value[0]
        type, member = self._type_of(name), self._codes.typing.member(self._codes.typing.of(step.args[0], names))
        if not type.holds(member.within(min(-1, member.low), member.high)):
            raise IllTyped(f"`{name}` is {type}, which does not hold {member}, or none")
        called = self.program.names.get(step.value[2])
        if called is not None and not 0 <= member.low <= member.high < len(called):
            raise IllTyped(f"not every {member} has a name among those of {step.value[2]}")

    def _step_gather(self, step: Step, names: Names) -> None:
        seats = number(0, self.program.memory.seats - 1)
        if len(self._params) != 1 or not seats.holds(self._params[0].type):
            raise IllTyped("what is gathered is the answer of a player")

    def _step_call(self, step: Step, names: Names) -> None:
        self._codes.arguments(step.args, self._routines[step.value].params, names)

    def _step_enter(self, step: Step, names: Names) -> None:
        self._step_call(step, names)
        entered = self._routines[step.value]
        if not entered.params or [inner.op for inner in entered.body if inner.op != "charge"] != ["ask"]:
            raise IllTyped(f"{step.value} is not a choice of a player")

    def _step_run(self, step: Step, names: Names) -> None:
        self._codes.into(step.args[0], names, number(-1, self.program.cards - 1))
        self._codes.into(step.args[1], names, number(0, self.program.memory.seats - 1))
        for handler in callees(self.program, step):
            if len(self._routines[handler].params) != 1:
                raise IllTyped(f"{handler} takes more than a player")

    def _zone(self, code: Code, names: Names) -> Place:
        type = self._codes.typing.of(code, names)
        place = self._codes.typing.place(type.low)
        if not place.zone or type.high >= place.first + place.count:
            raise IllTyped("it does not lead to a zone in every case")
        return place

    def _step_move(self, step: Step, names: Names) -> None:
        if step.op == "move":
            self._codes.into(step.args[0], names, number(-1, self.program.cards - 1))
        elif step.op != "shuffle":
            self._codes.cards(step.args[1 if step.op == "draw" else 0], names)
        self._zone(step.args[-1], names)
        if step.op in ("put", "shuffle") and self.program.memory.order == NOWHERE:
            raise IllTyped("there are no piles in this game")

    _step_move_all = _step_put = _step_draw = _step_shuffle = _step_move

    def _step_pass_on(self, step: Step, names: Names) -> None:
        base, direction = step.value
        place = self._codes.typing.place(base)
        if not place.zone or place.per != "player" or place.first != base or direction not in (1, -1):
            raise IllTyped(f"{place.name} is not handed on")

    def _step_deal(self, step: Step, names: Names) -> None:
        self._codes.cards(step.args[0], names)
        self._codes.into(step.args[1], names, number(0, len(self.program.layouts) - 1))
        self._codes.layout(step.value[0])

    def _step_reveal(self, step: Step, names: Names) -> None:
        self._codes.layout(step.value)

    def _step_turn(self, step: Step, names: Names) -> None:
        self._codes.cards(step.args[0], names)
        if step.value not in (1, -1):
            raise IllTyped(f"a card has no side {step.value}")

    def _step_lay(self, step: Step, names: Names) -> None:
        self._codes.into(step.args[0], names, number(-1, self.program.cards - 1))
        self._codes.into(step.args[1], names, number(-1, self.program.memory.layout_size - SLOTS - 1))
        self._codes.layout(step.value)

    def _step_settle(self, step: Step, names: Names) -> None:
        if self.program.prices is None:
            raise IllTyped("nothing can be paid in this game")
        self._codes.between(step.args[0], names, 0, full(PAYMENT_BITS))
        self._codes.into(step.args[1], names, number(0, self.program.memory.seats - 1))

    def _step_win(self, step: Step, names: Names) -> None:
        self._codes.into(step.args[0], names, number(-1, self.program.memory.seats - 1))
        if step.value not in range(len(self.program.ways)):
            raise IllTyped(f"there is no way {step.value} of winning")

    # -------------------------------------------------------------- decisions
    def _ask(self, ask: Ask, names: Names, frame: Frame | None) -> None:
        if frame is not None and ask.frame != frame.number:
            raise IllTyped(f"decision {ask.id} waits in frame {ask.frame}, not in {frame.number}")
        self._codes.form(ask.by, names, "n", "a decision")
        self._codes.into(ask.by, names, number(0, self.program.memory.seats - 1))
        for option in ask.options:
            self._option(option, names, frame)
        if ask.uses != arguments_of(ask):
            raise IllTyped(f"its options speak of {arguments_of(ask)}, not of {ask.uses}")

    def _option(self, option: OptionCode, names: Names, frame: Frame | None) -> None:
        inner = dict(names)
        parts = (option.names, option.types, option.widths, option.origins, option.spots, option.domains)
        for name, type, width, origin, spots, domain in zip(*parts, strict=True):
            self._codes.form(domain, inner, "m", "an option")
            member = self._codes.typing.member(self._codes.typing.of(domain, inner))
            if name in names:
                raise IllTyped(f"`{name}` stands for something else already")
            if not self._declared.get(name, type).holds(type):
                raise IllTyped(f"`{name}` is {self._declared[name]} elsewhere, which does not hold {type}")
            most = member.high if not spots else self.program.spotted - 1
            if not type.holds(member):
                raise IllTyped(f"`{name}` is {type}, which does not hold {member}")
            if member.low + origin < 0 or max(member.high, most) + origin >= 1 << width:
                raise IllTyped(f"an option has no room for `{name}`")
            inner[name] = type
        if not {*option.kept} <= {*option.names, ""}:
            raise IllTyped("an option keeps what it does not speak of")
        if option.where is not None:
            self._codes.form(option.where, inner, "b", "an option")
        for code in (*option.label, *option.remark):
            self._codes.form(code, inner, "v", "a label")
        self._steps(option.body, inner, frame)

    def _prices(self, prices: PriceCode) -> None:
        names, of_item = names_in_prices(self.program), names_in_prices(self.program, of_item=True)
        sets = [*prices.own, *(stock for market in prices.markets for stock in market.stock)]
        numbers = [price for market in prices.markets for price in market.prices]
        numbers += [market.limit for market in prices.markets if market.limit is not None]
        given = [code for code in (prices.waived, prices.omitted) if code is not None]
        given += [*prices.added, *(fee.amount for fee in prices.fees)]
        seat = number(-1, self.program.memory.seats - 1)
        for code, known, type in (
            *((c, names, None) for c in sets),
            *((c, names, NUMBER) for c in numbers),
            *((c, of_item, NUMBER) for c in given),
            *((c, names, seat) for c in prices.receivers),
        ):
            try:
                self._codes.form(code, known, "n" if type else "s", "prices")
                self._codes.into(code, known, type) if type else self._codes.cards(code, known)
            except IllTyped as wrong:
                self._wrong(str(wrong))


def _begins_with_charge(steps: tuple[Step, ...]) -> bool:
    return bool(steps) and steps[0].op == "charge" and bool(steps[0].value)
