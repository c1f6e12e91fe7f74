"""The reference machine: it does the steps of a program one after the other, as the table of operations says.

A routine that meets a decision notes its frame, leaves, and its callers do the same. To go on, a routine is entered at
the place that its frame names: what comes before that place is passed over, and the step at the place goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import TypeVar

from attrs import define, field

from ...errors import RunawayChain
from ...program.frames import around, around_another
from ...program.model import (
    ASKED,
    CHOSEN,
    DECIDER,
    DECISIONS,
    DECLINE,
    NOTHING,
    OPEN,
    OVER,
    START,
    Ask,
    Code,
    Program,
    Routine,
    Step,
)
from ...program.reach import places_in
from ...runtime.chance import Chance, State, roll, scripted
from ...runtime.runtime import BUDGET, MOST_OPTIONS, GameOver, TooManyOptions
from ...runtime.sides import Side
from ..chains import label, told
from .ends import Ends
from .loops import begun, goes_on, next_round
from .options import Options
from .table import CardTable
from .values import Values

Names = dict[str, int]
T = TypeVar("T")


class Stopped(Exception):
    """Ends the routine that says `stop`."""


@define(eq=False)
class ReferenceMachine:
    """A program, done step by step."""

    program: Program
    budget: int = field(default=BUDGET, kw_only=True)
    _values: Values = field(init=False)
    _table: CardTable = field(init=False)
    _options: Options = field(init=False)
    _ends: Ends = field(init=False)
    _routines: dict[str, Routine] = field(init=False)
    _chance: Chance | None = None
    _found: list[int] = field(factory=list)
    _waiting: list[tuple[int, ...]] = field(factory=list)
    _at_work: list[str] = field(factory=list)
    _shared: bool = False

    def __attrs_post_init__(self) -> None:
        self._values = Values(self.program)
        self._table = CardTable(self.program, self._choose)
        self._options = Options(self.program, self._values)
        self._ends = Ends(self.program, self._values)
        self._routines = {routine.name: routine for routine in self.program.routines}

    # -------------------------------------------------------------- running
    def start(self, state: State, chance: Chance | None = None) -> list[int]:
        """Begins the game; returns the options of the first decision."""
        return self._run(state, chance, lambda: self._fresh(state, START, ()))

    def run(self, state: State, chance: Chance | None = None) -> list[int]:
        """Goes on from a decision whose option has been put at `CHOSEN`; returns the options of the next one."""
        state[DECISIONS] += 1
        return self._run(state, chance, lambda: False)

    def playout(
        self,
        state: State,
        found: list[int],
        luck: Callable[[], float],
        most: int | None = None,
        chance: Chance | None = None,
    ) -> list[int]:
        """Chooses by luck among the options found, again and again, to the end or so many times."""
        for _ in count() if most is None else range(most):
            if state[OVER]:
                return []
            state[CHOSEN] = found[int(luck() * len(found))]
            found = self.run(state, chance)
        return found

    def _run(self, s: State, chance: Chance | None, begin: Callable[[], bool]) -> list[int]:
        self._chance, self._values.left = chance, self.budget
        self._found, self._waiting, self._at_work = [], [], []
        stack = self.program.memory.stack
        try:
            waits = begin()
            while not waits and len(s) > stack:
                waits = self._entered(s)
            if not waits:
                self._ends.finish(s)
            if s[DECISIONS] >= self.program.limit:
                # The game has gone on for too long: a draw that all share.
                self._ends.end(s, -1, self.program.stopped)
            s.extend(number for frame in reversed(self._waiting) for number in frame)
        except GameOver:
            del s[stack:]
            return []
        except (RunawayChain, RecursionError) as failure:
            raise self._told_of(failure) from None
        return self._found

    def _told_of(self, failure: BaseException) -> RunawayChain:
        return told(self.program, failure, self._at_work)

    def _entered(self, s: State) -> bool:
        """Enters the innermost routine that waits; whether it waits again."""
        routine = self.program.frames[s.pop()]
        assert routine.frame is not None
        kept = s[-routine.frame.size :]
        del s[-routine.frame.size :]
        names = {local.name: number for local, number in zip(routine.frame.locals, kept[1:], strict=True)}
        return self._routine(s, routine, names, kept[0])

    def _fresh(self, s: State, name: str, arguments: Sequence[int], at: int = 0) -> bool:
        """Begins a routine (or enters it at a place); whether it waits."""
        routine = self._routines[name]
        names = {param.name: number for param, number in zip(routine.params, arguments, strict=True)}
        return self._routine(s, routine, names, at)

    def _routine(self, s: State, routine: Routine, names: Names, at: int) -> bool:
        self._at_work.append(routine.name)
        try:
            place = self._block(s, routine.body, names, at)
        except Stopped:
            place = 0
        self._at_work.pop()
        if place and routine.frame is not None:
            kept = (names.get(local.name, 0) for local in routine.frame.locals)
            self._waiting.append((place, *kept, routine.frame.number))
        return place != 0

    # -------------------------------------------------------------- steps: each gives the place where it waits, or 0
    def _block(self, s: State, steps: tuple[Step, ...], names: Names, at: int) -> int:
        for step in steps:
            if at and not self._within(at, (step,)):
                continue
            waits = self._step(s, step, names, at)
            if waits:
                return waits
            at = 0
        return 0

    def _within(self, at: int, steps: tuple[Step, ...]) -> bool:
        """Whether a place to go on from lies inside these steps."""
        return at in places_in(self.program, steps)

    def _step(self, s: State, step: Step, names: Names, at: int) -> int:
        match step.op:
            case "call" | "run" | "enter":
                return 0 if at else self._called(s, step, names)
            case "if":
                return self._if(s, step, names, at)
            case "while":
                while at or self._of(step.args[0], s, names):
                    if waits := self._block(s, step.blocks[0], names, at):
                        return waits
                    at = 0
                return 0
            case "for" | "repeat":
                return self._loop(s, step, names, at)
            case "ask":
                return self._ask(s, step, names, at)
            case "gather":
                return self._gather(s, step, names, at)
        self._plain(s, step, names)
        return 0

    def _called(self, s: State, step: Step, names: Names) -> int:
        args = [self._of(arg, s, names) for arg in step.args]
        if step.op == "run":
            handler = self.program.dispatch[step.value][args[0]] if args[0] >= 0 else ""
            waits = bool(handler) and self._fresh(s, handler, args[1:])
        elif step.op == "enter":
            # The answer that was kept is put as if it had just been given: place 1 is the question of the choice.
            kept = self.program.memory.answers + args[0]
            s[CHOSEN], s[kept] = s[kept], OPEN
            waits = self._fresh(s, step.value, args, at=1)
        else:
            waits = self._fresh(s, step.value, args)
        return step.place if waits else 0

    def _if(self, s: State, step: Step, names: Names, at: int) -> int:
        if at:
            return self._block(s, next(block for block in step.blocks if self._within(at, block)), names, at)
        return self._block(s, step.blocks[0 if self._of(step.args[0], s, names) else 1], names, 0)

    def _loop(self, s: State, step: Step, names: Names, at: int) -> int:
        if step.keeps:
            return self._waiting_loop(s, step, names, at)
        if step.op == "repeat":
            members: Sequence[int] = range(self._of(step.args[0], s, names))
        else:
            members = self._values.many(step.args[0], s, names)
        for member in members:
            if step.op == "for":
                names[step.value] = member
            self._block(s, step.blocks[0], names, 0)
        return 0

    def _next(self, step: Step, names: Names) -> None:
        """Begins another round of a loop in which a decision can come up."""
        next_round(step, names)

    def _waiting_loop(self, s: State, step: Step, names: Names, at: int) -> int:
        """A loop in which a decision can come up: its frame keeps what is left of it."""
        if not at:
            names |= begun(step, self._values, s, names)
        while at or goes_on(step, names):
            if not at:
                self._next(step, names)
            if waits := self._block(s, step.blocks[0], names, at):
                return waits
            at = 0
        return 0

    # -------------------------------------------------------------- decisions
    def _ask(self, s: State, step: Step, names: Names, at: int) -> int:
        ask = self.program.asks[step.value]
        if at and at != step.place:
            # Inside what an option does, or what is done where there is none.
            bodies = [*(option.body for option in ask.options), *step.blocks]
            return self._block(s, next(body for body in bodies if self._within(at, body)), names, at)
        answer = s[CHOSEN]
        if not at:
            found = self._options.of(s, ask, names)
            if len(found) > 1 or (found and (ask.named or ask.optional)):
                return self._put(s, ask, names, found, step.place)
            answer = found[0] if found else -1
        if answer >= 0:
            answer = self._options.opened(s, ask, answer, names)
        number = answer & DECLINE
        if number >= len(ask.options):
            return self._block(s, step.blocks[0], names, 0) if step.blocks else 0
        option = ask.options[number]
        names |= zip(option.names, option.arguments(answer), strict=True)
        return self._block(s, option.body, names, 0)

    def _gather(self, s: State, step: Step, names: Names, at: int) -> int:
        ask, player = self.program.asks[step.value], next(iter(names.values()))
        kept = self.program.memory.answers + player
        if at:
            s[kept] = self._options.opened(s, ask, s[CHOSEN], names)
            return 0
        found = self._options.of(s, ask, names)
        if found:
            return self._put(s, ask, names, found, step.place)
        s[kept] = NOTHING
        return 0

    def _put(self, s: State, ask: Ask, names: Names, found: list[int], place: int) -> int:
        """Puts a question."""
        if len(found) > MOST_OPTIONS:
            raise TooManyOptions
        s[ASKED], s[DECIDER], self._found = ask.id, self._of(ask.by, s, names), found
        return place

    # -------------------------------------------------------------- steps in which nothing waits
    def _of(self, code: Code, s: State, names: Names) -> int:
        return self._values.of(code, s, names)

    def _plain(self, s: State, step: Step, names: Names) -> None:
        value = step.value
        if step.op == "charge":
            return self._values.charge(value)
        if step.op == "stop":
            raise Stopped
        if step.op == "pick":
            return self._pick(s, step, names)
        if step.op == "store_if":
            if (after := self._of(step.args[1], s, names)) >= 0:
                s[value + after] = self._of(step.args[0], s, names)
            return None
        args = [self._of(arg, s, names) for arg in step.args]
        match step.op:
            case "let":
                names[value] = args[0]
            case "store":
                s[value + sum(args[1:])] = args[0]
            case "settle":
                self._ends.settle(s, args[0], args[1])
            case "win":
                self._ends.end(s, args[0], value)
            case "finish":
                self._ends.finish(s)
            case _:
                self._table.do(s, step, args)

    # -------------------------------------------------------------- chance
    def _choose(self, s: State, what: str, candidates: list[str]) -> int:
        if self._chance is not None:
            return scripted(self._chance, what, candidates)
        return roll(s, len(candidates))

    def _pick(self, s: State, step: Step, names: Names) -> None:
        name, what, of = step.value
        members = self._values.many(step.args[0], s, names)
        called = self.program.names.get(of)
        candidates = [called[member] if called else str(member) for member in members]
        names[name] = members[self._choose(s, what, candidates)] if members else -1

    # -------------------------------------------------------------- asking
    def evaluate(self, state: State, code: Code, names: Mapping[str, int] | None = None) -> int:
        """The value of any code on a position."""
        return self._asked(lambda: self._values.of(code, state, names or {}))

    def options(self, state: State) -> list[int]:
        """The options of the decision that a position waits for."""
        ask = self.program.asks[state[ASKED]]
        found = self._asked(lambda: self._options.of(state, ask, around(self.program, state)), f"options_{ask.id}")
        if len(found) > MOST_OPTIONS:
            raise self._told_of(TooManyOptions())
        return found

    def answers(self, state: State, seat: int) -> list[int]:
        """The options of another seat in a decision that all make together."""
        ask = self.program.asks[state[ASKED]]
        names = around_another(self.program, state, seat)
        found = self._asked(lambda: self._options.of(state, ask, names), f"options_{ask.id}")
        return [self._options.sight.opened(state, ask.id, option, seat) for option in found]

    def told(self, state: State, option: int) -> tuple[int, ...]:
        """What fills the holes in an option's label and remark."""
        asked, number = state[ASKED], option & DECLINE
        ask = self.program.asks[asked]
        given = ask.options[number]
        arguments = given.arguments(self._options.sight.opened(state, asked, option, state[DECIDER]))
        names = {**around(self.program, state), **dict(zip(given.names, arguments, strict=True))}
        holes = (*given.label, *given.remark)
        values = self._asked(lambda: tuple(self._of(hole, state, names) for hole in holes), label(ask, number))
        return self._options.sight.told(state, asked, number, arguments, values)

    def call(self, state: State, function: str, *arguments: int) -> int:
        """The value of a function of the program."""
        return self._asked(lambda: self._values.call(state, function, *arguments), function)

    def price(self, state: State, seat: int, card: int) -> int:
        """What the goods of a card cost a seat beside its printed money."""
        row = Code("row", (Code("int", value=seat),))
        return self.evaluate(state, Code("at", (row, Code("int", value=card))))

    def production(self, state: State, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What the cards of a seat produce: units of each good, and units that are one of several (as sets)."""
        row = self._asked(lambda: self._values.prices(state, seat))
        return row.fixed, row.choices

    def sides(self, state: State) -> tuple[Side, ...]:
        """The seats of every side: who ranks and wins together."""
        return self._asked(lambda: self._ends.sides(state))

    def leading(self, state: State) -> tuple[Side, ...]:
        """The sides that are ahead by rank."""
        return self._asked(lambda: self._ends.leading(state)[0])

    def move(self, state: State, card: int, zone: int) -> None:
        """Moves a card to the zone at a place."""
        self._table.move(state, card, zone)

    @contextmanager
    def sharing(self) -> Iterator[None]:
        """What is asked inside has one budget."""
        shared, self._shared = self._shared, True
        if not shared:
            self._values.left = self.budget
        try:
            yield
        finally:
            self._shared = shared

    def _asked(self, answer: Callable[[], T], *at_work: str) -> T:
        """Every question has a budget of its own, unless several share one."""
        if not self._shared:
            self._values.left = self.budget
        self._at_work = [*at_work]
        try:
            return answer()
        except (RunawayChain, RecursionError) as failure:
            raise self._told_of(failure) from None
