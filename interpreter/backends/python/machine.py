"""The machine of the Python backend: `PythonMachine.of(program, source)` ties generated code to a runtime."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from attrs import define

from ...errors import RunawayChain
from ...program.frames import around_another
from ...program.model import ASKED, CHOSEN, DECIDER, DECISIONS, DECLINE, START, Program
from ...runtime.chance import Chance, State
from ...runtime.runtime import BUDGET, MOST_OPTIONS, GameOver, Runtime, TooManyOptions
from ...runtime.sides import Side
from ..chains import told
from .generated import Source


@define(eq=False)
class PythonMachine:
    """A program as generated Python."""

    program: Program
    source: Source
    _runtime: Runtime
    _names: dict[str, Any]
    _routines: tuple[Callable[..., bool | None], ...]
    _sizes: tuple[int, ...]
    _asked: tuple[Callable[[State], list[int]], ...]
    _go_on: Callable[[State], None]
    budget: int = BUDGET
    _shared: bool = False

    @classmethod
    def of(cls, program: Program, source: Source, budget: int = BUDGET) -> PythonMachine:
        """The machine that runs a program by its source."""
        runtime = Runtime(program)
        names: dict[str, Any] = {f"T_{n}": (*t.entries, *(t.none,) * t.row) for n, t in program.tables.items()}
        names |= runtime.helpers()
        text = source.text
        linecache.cache[source.file] = (len(text), None, text.splitlines(keepends=True), source.file)
        exec(source.compiled(), names)
        runtime.score_functions = [names[name] for name in program.score]
        runtime.side_function = names[program.side] if program.side else None
        runtime.receivers = list(names.get("RECEIVERS", ()))
        sizes = tuple(routine.frame.size for routine in program.frames if routine.frame is not None)
        go_on = _runner(program, runtime, names["ROUTINES"], sizes)
        return cls(program, source, runtime, names, names["ROUTINES"], sizes, names["ASKED"], go_on, budget)

    # -------------------------------------------------------------- running
    def start(self, state: State, chance: Chance | None = None) -> list[int]:
        """Begins the game; returns the options of the first decision."""
        with self._running(state, chance):
            begin = self._names[START]
            if begin in self._routines:
                number = self._routines.index(begin)
                state.extend((0,) * self._sizes[number])
                state.append(number)
            else:
                begin(state)
            self._go_on(state)
        return self._runtime.found

    def run(self, state: State, chance: Chance | None = None) -> list[int]:
        """Goes on from a decision whose option has been put at `CHOSEN`; returns the options of the next one."""
        with self._running(state, chance):
            state[DECISIONS] += 1
            self._go_on(state)
        return self._runtime.found

    def playout(
        self,
        state: State,
        found: list[int],
        luck: Callable[[], float],
        most: int | None = None,
        chance: Chance | None = None,
    ) -> list[int]:
        """Chooses by luck among the options found, again and again, to the end or so many times."""
        runtime, go_on = self._runtime, self._go_on
        with self._running(state, chance):
            for _ in count() if most is None else range(most):
                state[CHOSEN] = found[int(luck() * len(found))]
                state[DECISIONS] += 1
                runtime.left = self.budget
                go_on(state)
                found = runtime.found
            runtime.found = found
        return runtime.found

    @contextmanager
    def _running(self, state: State, chance: Chance | None) -> Iterator[None]:
        """Runs generated code: the end of the game ends the run."""
        runtime = self._runtime
        runtime.chance, runtime.left = chance, self.budget
        try:
            yield
        except GameOver:
            del state[self.program.memory.stack :]
            runtime.found = []
        except (RunawayChain, RecursionError) as failure:
            raise self._told_of(failure) from None
        finally:
            runtime.stop_watching()
            runtime.pending.clear()
            runtime.chance = None

    def _told_of(self, failure: BaseException) -> RunawayChain:
        """The error that names the abilities that were at work, innermost last, then those that came and went."""
        called: list[str] = []
        trace = failure.__traceback__
        while trace is not None:
            called.append(trace.tb_frame.f_code.co_name)
            trace = trace.tb_next
        called += self._runtime.stop_watching()
        return told(self.program, failure, called)

    # -------------------------------------------------------------- asking
    def options(self, state: State) -> list[int]:
        """The options of the decision that a position waits for."""
        with self._answering():
            found = self._asked[state[ASKED]](state)
            if len(found) > MOST_OPTIONS:
                raise TooManyOptions
        return found

    def answers(self, state: State, seat: int) -> list[int]:
        """The options of another seat in a decision that all make together."""
        with self._answering():
            names = around_another(self.program, state, seat)
            used = [names[name] for name in self.program.asks[state[ASKED]].uses]
            found: list[int] = self._names[f"options_{state[ASKED]}"](state, *used)
            return [self._runtime.sight.opened(state, state[ASKED], option, seat) for option in found]

    def told(self, state: State, option: int) -> tuple[int, ...]:
        """What fills the holes in an option's label and remark."""
        asked, number, sight = state[ASKED], option & DECLINE, self._runtime.sight
        opened = sight.opened(state, asked, option, state[DECIDER])
        arguments = self.program.asks[asked].options[number].arguments(opened)
        with self._answering():
            found: tuple[int, ...] = self._names["TOLD"][asked][number](state, *arguments)
        return sight.told(state, asked, number, arguments, found)

    def call(self, state: State, function: str, *arguments: int) -> int:
        """The value of a function of the program."""
        with self._answering():
            return int(self._names[function](state, *arguments))

    def price(self, state: State, seat: int, card: int) -> int:
        """What the goods of a card cost a seat beside its printed money."""
        with self._answering():
            return int(self._names["goods_prices"](state, seat)[card])

    def production(self, state: State, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What the cards of a seat produce: units of each good, and units that are one of several (as sets)."""
        with self._answering():
            row = self._names["price_rows"](state, seat)
        return row.fixed, row.choices

    def sides(self, state: State) -> tuple[Side, ...]:
        """The seats of every side: who ranks and wins together."""
        with self._answering():
            return self._runtime.sides(state)

    def leading(self, state: State) -> tuple[Side, ...]:
        """The sides that are ahead by rank."""
        with self._answering():
            return self._runtime.leading(state)[0]

    def move(self, state: State, card: int, zone: int) -> None:
        """Moves a card to the zone at a place."""
        self._runtime.move(state, card, zone)

    @contextmanager
    def sharing(self) -> Iterator[None]:
        """What is asked inside has one budget."""
        shared, self._shared = self._shared, True
        if not shared:
            self._runtime.left = self.budget
        try:
            yield
        finally:
            self._shared = shared

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """Every question has a budget of its own, unless several share one."""
        if not self._shared:
            self._runtime.left = self.budget
        try:
            yield
        except (RunawayChain, RecursionError) as failure:
            raise self._told_of(failure) from None
        finally:
            self._runtime.stop_watching()


def _runner(
    program: Program, runtime: Runtime, routines: tuple[Callable[..., bool | None], ...], sizes: tuple[int, ...]
) -> Callable[[State], None]:
    """The innermost loop of every game: a closure, because it is entered at every decision."""
    stack, limit, pending = program.memory.stack, program.limit, runtime.pending

    def go_on(s: State) -> None:
        """Goes on with what is still to be done, innermost first, up to the next decision or the end."""
        while len(s) > stack:
            number = s.pop()
            size = sizes[number]
            frame = s[-size:]
            del s[-size:]
            if routines[number](s, *frame):
                pending.reverse()
                for waiting in pending:
                    s.extend(waiting)
                pending.clear()
                if s[DECISIONS] >= limit:
                    runtime.break_off(s)
                return
        runtime.finish(s)

    return go_on
