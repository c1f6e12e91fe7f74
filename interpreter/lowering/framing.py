"""Program to program that can be left and entered again: `framed(program)` numbers the places where a decision can come
up, and says what is kept of a routine that waits.

A frame holds the parameters, then the local names in the order in which the routine comes to them, among them those
that a loop needs to go on: how much is left of it, and where a range ends. Their names begin with a digit, as no name
of the text does.
"""

from __future__ import annotations

from attrs import define, evolve, field

from ..program.model import Ask, Code, Frame, Local, OptionCode, Program, Routine, Step
from ..program.reach import inner_steps, resumable, waits
from ..program.rewriting import arguments_of
from ..program.types import NUMBER, Type, number
from ..program.typing import Typing


def framed(program: Program) -> Program:
    """The program with the frames of all routines that can wait."""
    waiting = resumable(program)
    order = [routine.name for routine in program.routines if routine.name in waiting]
    asks = dict(enumerate(program.asks))
    routines = []
    for routine in program.routines:
        if routine.name in waiting:
            routine = Framing(program, routine, waiting, asks).framed(order.index(routine.name))
        routines.append(routine)
    return evolve(program, routines=tuple(routines), asks=tuple(asks[number] for number in sorted(asks)))


@define
class Framing:
    """Numbers the places of one routine and gathers what its frame holds."""

    program: Program
    routine: Routine
    waiting: frozenset[str]
    asks: dict[int, Ask]
    _locals: dict[str, Local] = field(factory=dict)
    _known: dict[str, Local] = field(init=False)
    _typing: Typing = field(init=False)
    _places: int = 0
    _loops: int = 0

    def __attrs_post_init__(self) -> None:
        self._known = {local.name: local for local in (*self.routine.params, *self.routine.locals)}
        self._typing = Typing(self.program)

    def framed(self, number: int) -> Routine:
        """The routine with its places and its frame."""
        body = self._block(self.routine.body)
        frame = Frame(number, (*self.routine.params, *self._locals.values()), self._places)
        asked = [step.value for step in inner_steps(self.program, body) if step.op in ("ask", "gather")]
        for ask in dict.fromkeys(asked):
            self.asks[ask] = evolve(self.asks[ask], uses=arguments_of(self.asks[ask]), frame=number)
        return evolve(self.routine, body=body, frame=frame)

    def _keep(self, name: str, local: Local | None = None) -> str:
        """Notes a name that the frame holds."""
        if name not in self._locals and name not in [param.name for param in self.routine.params]:
            self._locals[name] = local or self._known[name]
        return name

    def _type(self, code: Code) -> Type:
        return self._typing.of(code, {name: local.type for name, local in self._known.items()})

    def _place(self) -> int:
        self._places += 1
        return self._places

    def _block(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple(self._step(step) for step in steps)

    def _step(self, step: Step) -> Step:
        if not waits(self.program, step, self.waiting):
            return self._plain(step)
        match step.op:
            case "call" | "run" | "enter":
                return evolve(step, place=self._place())
            case "for" | "repeat":
                return self._loop(step)
            case "gather":
                return evolve(step, place=self._place())
            case "ask":
                return self._ask(step)
        return evolve(step, blocks=tuple(self._block(block) for block in step.blocks))

    def _plain(self, step: Step) -> Step:
        """What never waits, but for the names that it gives: they are needed later."""
        if step.op in ("let", "pick"):
            name = step.value if step.op == "let" else step.value[0]
            if step.op == "let":
                self._keep(name)
        elif step.op != "for":
            for block in step.blocks:
                for inner in block:
                    self._plain(inner)
        else:
            for inner in step.blocks[0]:
                self._plain(inner)
        return step

    def _loop(self, step: Step) -> Step:
        self._loops += 1
        rest, end = f"{self._loops}rest", f"{self._loops}end"
        if step.op == "repeat":
            kept: tuple[str, ...] = (self._keep(rest, Local(rest, NUMBER)),)
        elif step.args[0].op == "range":
            within = self._type(step.args[0])
            within = number(within.low, within.high + 1)
            kept = (self._keep(rest, Local(rest, within)),)
            self._keep(step.value)
            kept += (self._keep(end, Local(end, within)),)
        else:
            kept = (self._keep(rest, Local(rest, self._type(step.args[0].args[0]))),)
            self._keep(step.value)
        return evolve(step, blocks=(self._block(step.blocks[0]),), keeps=kept)

    def _ask(self, step: Step) -> Step:
        place = self._place()
        self._loops += 1
        ask = self.asks[step.value]
        options: list[OptionCode] = []
        for option in ask.options:
            for name in option.names:
                self._keep(name)
            options.append(evolve(option, body=self._block(option.body)))
        self.asks[ask.id] = evolve(ask, options=tuple(options))
        return evolve(step, place=place, blocks=tuple(self._block(block) for block in step.blocks))
