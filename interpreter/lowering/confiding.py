"""Program to program that confides nothing: `confiding(program)` says of every frame which of its names can hold what
not everybody knows, although they are no cards: a number read from a hidden hand, a seat that chance picked.
"""

from __future__ import annotations

from attrs import define, evolve, field

from ..program.model import OWN, Code, Frame, Program, Routine, Secret, Step
from ..program.reach import callees, inner_steps
from .unseen import SECRET, SEEN, Read, Unseen, within


def confiding(program: Program) -> Program:
    """The program with the secrets of its frames."""
    unseen, routines = Unseen(program), {routine.name: routine for routine in program.routines}
    found = (
        routine
        if routine.frame is None
        else evolve(routine, frame=Confiding(program, routine, unseen, routines).told())
        for routine in program.routines
    )
    return evolve(program, routines=tuple(found))


@define
class Confiding:
    """Follows what is not for all through the steps of one routine. What its parameters hold is known where it was
    entered, whether cards are seen when somebody asks: so these names stand for themselves."""

    program: Program
    routine: Routine
    _unseen: Unseen
    _routines: dict[str, Routine]
    _read: dict[str, Read] = field(init=False)
    _fixed: frozenset[str] = field(init=False)
    _seats: frozenset[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        frame = self.routine.frame
        assert frame is not None
        known = (*self.routine.params, *self.routine.locals, *frame.locals)
        cards = {local.name for local in known if local.type.tag in ("card", "set")}
        self._fixed = frozenset(cards.union(param.name for param in self.routine.params))
        given = {step.value for step in inner_steps(self.program, self.routine.body) if step.op == "let"}
        seats = {local.name for local in frame.locals if local.type.tag == "player"}
        self._seats = frozenset(seats - given)
        self._read = {name: frozenset((name,)) for name in self._fixed}

    def told(self) -> Frame:
        """The frame with the names that can hold secrets and what they were read from, and with what is handed over."""
        steps, before = list(inner_steps(self.program, self.routine.body)), None
        while before != self._read:
            before = dict(self._read)
            for step in steps:
                self._step(step)
        frame = self.routine.frame
        assert frame is not None
        # What a card, or a parameter, is read from is itself.
        read = {local.name: self._read.get(local.name, SEEN) - self._itself(local.name) for local in frame.locals}
        secrets = tuple(Secret(name, tuple(sorted(names))) for name, names in read.items() if names)
        handed = tuple(one for step in steps if step.place for one in self._handed(step))
        return evolve(frame, secrets=secrets, handed=handed)

    def _itself(self, name: str) -> Read:
        return frozenset((name,)) if name in self._fixed else SEEN

    def _step(self, step: Step) -> None:
        match step.op:
            case "let":
                self._add(step.value, self._kept_by_nobody(self._unseen.of(step.args[0], self._read)))
            case "pick":
                self._add(step.value[0], SECRET)
            case "for" | "repeat":
                read = self._unseen.of(step.args[0], self._read)
                for name in (*([step.value] if step.op == "for" else []), *step.keeps):
                    self._add(name, read)
            case "ask":
                ask = self.program.asks[step.value]
                for option in ask.options:
                    for name, domain in zip(option.names, option.domains, strict=True):
                        self._add(name, self._unseen.of(domain, self._read))
                        if name in option.kept:
                            self._read[name] = self._read.get(name, SEEN) | self._chosen_by(ask.by)

    def _chosen_by(self, by: Code) -> Read:
        """What only the one knows who chose it."""
        code = within(by)
        if code.op == "local" and code.value in self._seats:
            return frozenset((f"{OWN}{code.value}",))
        return frozenset((f"{OWN}{code.value}",)) if code.op == "int" else SECRET

    def _handed(self, step: Step) -> list[Secret]:
        args, found = step.args[1:] if step.op == "run" else step.args, dict[str, Read]()
        for name in callees(self.program, step):
            for param, arg in zip(self._routines[name].params, args, strict=False):
                if param.type.tag not in ("card", "set"):
                    found[param.name] = found.get(param.name, SEEN) | self._unseen.of(arg, self._read)
        return [Secret(name, tuple(sorted(read)), step.place) for name, read in found.items() if read]

    def _kept_by_nobody(self, read: Read) -> Read:
        """What is given a name outlives the choice, and with it who has made it where that is the name of a loop."""
        params = {param.name for param in self.routine.params}
        lost = {name for name in read if name.startswith(OWN) and not name[1:].isdecimal() and name[1:] not in params}
        return (read - lost) | (SECRET if lost else SEEN)

    def _add(self, name: str, read: Read) -> None:
        if name not in self._fixed:
            self._read[name] = self._read.get(name, SEEN) | read
