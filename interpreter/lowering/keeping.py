"""What somebody chooses for themselves: `Keeping(program).kept(option, types)` gives the names of an option whose
values go to where not everybody sees them, into a private field or a reference. An empty one among them stands for
which option it is.

Whether such a choice has come out all the same shows when the game goes on (`playing/secrecy.py`). A card that is moved
is not among them: whoever sees it before or afterwards knows it. Neither is what a public field is given.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field

from ..program.model import Code, OptionCode, Place, Program, Routine, Step
from ..program.reach import callees, inner_steps, resumable, routines_in_order, waits
from ..program.rewriting import free_names
from ..program.types import Type
from ..program.typing import Typing

Names = frozenset[str]
NOTHING: Names = frozenset()
# Stands among the names for the choice itself.
CHOICE: Names = frozenset(("",))
MOVES = {"move": 1, "move_all": 1, "put": 1, "draw": 2}


@define
class Keeping:
    """Finds out what routines and options of one program keep from others."""

    program: Program
    typing: Typing = field(init=False)
    routines: dict[str, Routine] = field(init=False)
    # For each routine the parameters whose values it puts where not everybody sees them.
    kept_by: dict[str, Names] = field(factory=dict)
    # For each routine the parameters that it shows to everybody before anything else is decided.
    shown_by: dict[str, Names] = field(factory=dict)
    waiting: Names = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.typing = Typing(self.program)
        self.routines = {routine.name: routine for routine in self.program.routines}
        self.waiting = resumable(self.program)
        order, before = routines_in_order(self.program), None
        while before != (before := (dict(self.kept_by), dict(self.shown_by))):
            for routine in (self.routines[name] for name in order):
                types = {local.name: local.type for local in (*routine.params, *routine.locals)}
                params = {param.name: frozenset((param.name,)) for param in routine.params}
                flow = Flow(self, types, params)
                self.kept_by[routine.name] = flow.kept(routine.body)
                self.shown_by[routine.name] = flow.shown(routine.body)

    def kept(self, option: OptionCode, types: Mapping[str, Type]) -> tuple[str, ...]:
        """The names of an option that it keeps; `types` are those of all names around its body."""
        names = {name: frozenset((name,)) for name in option.names}
        flow = Flow(self, types, names)
        return tuple(sorted(flow.kept(option.body) - flow.shown(option.body)))


@define
class Flow:
    """Follows the values of some names through steps: which of them each name was made of, or decided by."""

    keeping: Keeping
    types: Mapping[str, Type]
    made_of: dict[str, Names]
    _kept: set[str] = field(factory=set)
    # What decides whether the steps behind are done at all.
    _stops: Names = NOTHING

    def kept(self, steps: tuple[Step, ...]) -> Names:
        """The names that are kept; that something is kept at all is itself among them."""
        before = None
        while before != (before := (dict(self.made_of), len(self._kept), self._stops)):
            self._block(steps, NOTHING)
        return frozenset(self._kept)

    def shown(self, steps: tuple[Step, ...]) -> Names:
        """The names that these steps show in every case: a card that is moved, what a public field is given."""
        found, program = NOTHING, self.keeping.program
        for step in steps:
            shown = step.args[:1] if step.op in ("move", "store", "lay") else ()
            if step.op == "store" and self._place(step.value).seen != "public":
                shown = ()
            if step.op == "call":
                params, by = self.keeping.routines[step.value].params, self.keeping.shown_by.get(step.value, NOTHING)
                shown = tuple(arg for param, arg in zip(params, step.args, strict=True) if param.name in by)
            found |= {arg.value for arg in shown if arg.op == "local"}
            stops = any(inner.op == "stop" for inner in inner_steps(program, (step,)))
            if stops or waits(program, step, self.keeping.waiting):
                break
        return frozenset(name for name in found if self.made_of.get(name) == frozenset((name,)))

    def _of(self, *codes: Code) -> Names:
        names = NOTHING.union(*(free_names(code) for code in codes))
        return NOTHING.union(*(self.made_of.get(name, NOTHING) for name in names))

    def _note(self, name: str, made_of: Names) -> None:
        self.made_of[name] = self.made_of.get(name, NOTHING) | made_of

    def _block(self, steps: tuple[Step, ...], given: Names) -> None:
        for step in steps:
            self._step(step, given | self._stops)

    def _step(self, step: Step, given: Names) -> None:
        """One step, which is done or not because of what is given."""
        program = self.keeping.program
        match step.op:
            case "let":
                self._note(step.value, given | self._of(*step.args))
            case "pick":
                self._note(step.value[0], given | self._of(*step.args))
            case "store" | "store_if":
                if self._place(step.value).seen != "public":
                    self._kept |= CHOICE | given | self._of(*step.args)
            case "stop":
                self._stops |= given
            case op if op in MOVES:
                if self._zone(step.args[MOVES[op]]).seen != "public":
                    # What is moved by its name is seen as a card.
                    named = op == "move" and step.args[0].op == "local"
                    self._kept |= given | self._of(*step.args[named:])
            case "lay":
                # It may lie face down, but everybody sees that it lies there.
                self._kept |= self._of(*step.args[step.args[0].op == "local" :])
            case "ask":
                for option in program.asks[step.value].options:
                    for name, domain in zip(option.names, option.domains, strict=True):
                        self._note(name, given | self._of(domain))
                    self._block(option.body, given)
            case "if" | "while" | "for" | "repeat":
                given |= self._of(*step.args)
                if step.op == "for":
                    self._note(step.value, given)
        self._called(step, given)
        for block in step.blocks:
            self._block(block, given)

    def _called(self, step: Step, given: Names) -> None:
        args = step.args[1:] if step.op == "run" else step.args
        for name in callees(self.keeping.program, step):
            kept = self.keeping.kept_by.get(name, NOTHING)
            params = self.keeping.routines[name].params
            handed = (self._of(arg) for param, arg in zip(params, args, strict=False) if param.name in kept)
            if kept:
                self._kept |= (CHOICE & kept).union(given, *handed)
                # Which card it is decides what is done.
                self._kept |= self._of(step.args[0]) if step.op == "run" else NOTHING

    def _place(self, at: int) -> Place:
        return self.keeping.typing.place(at)

    def _zone(self, address: Code) -> Place:
        return self._place(self.keeping.typing.of(address, self.types).low)
