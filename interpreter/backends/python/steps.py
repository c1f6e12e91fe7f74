"""Routines to Python functions, one run of which goes to the next decision.

A routine that can never reach a decision becomes a plain function. Any other can be left in the middle and entered
again: its first argument after the position is `pc`, 0 for a fresh run and otherwise the number of the place to go on
from. Where it has to wait it notes its frame (pc, locals, its own number) in `pending` and returns True; its callers do
the same, so that what is still to be done ends up in the position as plain numbers. When the frames are entered again
the innermost comes first, and `pc` leads each one past what is already done: guards skip it, and the place that waited
sets `pc` back to 0.
"""

from __future__ import annotations

from attrs import define, field

from ...program.model import ASKED, CHOSEN, DECIDER, NOTHING, OPEN, OPTION_BITS, Ask, Code, Program, Routine, Step
from ...program.reach import callees, places_in
from .codes import Printer

Lines = list[str]
OPTION_MASK = (1 << OPTION_BITS) - 1


def python_name(name: str) -> str:
    """How a name of the text is called in Python, apart from all names of our own."""
    return f"v_{name}"


def indented(lines: Lines) -> Lines:
    """The lines one level deeper; an empty block says so."""
    return [f"    {line}" for line in lines or ["pass"]]


@define
class Writer:
    """Writes one routine. `entered_with_pc` are all routines called with a `pc`."""

    program: Program
    routine: Routine
    entered_with_pc: frozenset[str]
    _printer: Printer = field(init=False)
    _answers: int = 0

    def __attrs_post_init__(self) -> None:
        self._printer = Printer(python_name, self.program.tables)

    # -------------------------------------------------------------- the whole function
    def lines(self) -> Lines:
        """The Python function of the routine."""
        params = [python_name(param.name) for param in self.routine.params]
        frame = self.routine.frame
        if frame is None:
            pc = ["pc"] if self.routine.name in self.entered_with_pc else []
            return [
                f"def {self.routine.name}({', '.join(['s', *pc, *params])}):",
                *indented(self._plain(self.routine.body)),
            ]
        own = [f"{python_name(local.name)}=0" for local in frame.locals[len(params) :]]
        head = f"def {self.routine.name}({', '.join(['s', 'pc', *params, *own])}):"
        return [head, *indented(self._block(self.routine.body))]

    def _text(self, code: Code, level: int = 0) -> str:
        return self._printer.text(code, level)

    def _texts(self, codes: tuple[Code, ...]) -> list[str]:
        return [self._text(c) for c in codes]

    # -------------------------------------------------------------- routines that wait
    def _places_of(self, *steps: Step) -> list[int]:
        return places_in(self.program, steps)

    def _block(self, steps: tuple[Step, ...]) -> Lines:
        """A block that may be entered in the middle."""
        waits = [bool(self._places_of(step)) for step in steps]
        lines: Lines = []
        plain: list[Step] = []
        for index, step in enumerate(steps):
            more_to_come = any(waits[index + 1 :])
            if not waits[index]:
                plain.append(step)
                if index + 1 == len(steps) or waits[index + 1]:
                    done = self._plain(tuple(plain))
                    lines += ["if not pc:", *indented(done)] if more_to_come else done
                    plain = []
                continue
            written = self._waiting_step(step)
            lines += [f"if pc <= {self._places_of(step)[-1]}:", *indented(written)] if more_to_come else written
        return lines

    def _waiting_step(self, step: Step) -> Lines:
        match step.op:
            case "call":
                return self._waiting_call(step, f"{step.value}({', '.join(['s', '0', *self._texts(step.args)])})")
            case "run":
                card, player = self._texts(step.args)
                call = f"BY_CARD_{step.value}[{card}](s, 0, {player})"
                return self._waiting_call(step, call)
            case "if":
                return self._waiting_if(step)
            case "while":
                body = self._block(step.blocks[0])
                return [f"while pc or {self._text(step.args[0], 1)}:", *indented(body)]
            case "for" | "repeat":
                return self._waiting_loop(step)
            case "ask":
                return self._ask(step)
            case "gather":
                return self._gather(step)
            case "enter":
                return self._enter(step)
        raise AssertionError(step.op)

    def _wait(self, place: int) -> Lines:
        """Notes the frame and leaves."""
        frame = self.routine.frame
        assert frame is not None
        kept = [str(place), *(python_name(local.name) for local in frame.locals), str(frame.number)]
        return [f"pending.append(({', '.join(kept)}))", "return True"]

    def _waiting_call(self, step: Step, call: str) -> Lines:
        return ["if pc:", "    pc = 0", f"elif {call}:", *indented(self._wait(step.place))]

    def _waiting_if(self, step: Step) -> Lines:
        places = self._places_of(*step.blocks[0])
        enters = f"pc <= {places[-1]} if pc else {self._text(step.args[0], 1)}" if places else ""
        test = enters or f"not pc and {self._text(step.args[0], 3)}"
        then, otherwise = (self._block(block) for block in step.blocks)
        return [f"if {test}:", *indented(then), *(["else:", *indented(otherwise)] if step.blocks[1] else [])]

    def _waiting_loop(self, step: Step) -> Lines:
        rest = python_name(step.keeps[0])
        if step.op == "repeat":
            start = f"{rest} = {self._text(step.args[0])}"
            test = f"{rest} > 0"
            begin = [f"{rest} -= 1"]
        elif step.args[0].op == "range":
            low, high = step.args[0].args
            name, end = python_name(step.value), python_name(step.keeps[1])
            start = f"{rest} = {self._text(low)}; {end} = {self._text(high)}"
            test = f"{rest} < {end}"
            begin = [f"{name} = {rest}", f"{rest} += 1"]
        else:
            name = python_name(step.value)
            start = f"{rest} = {self._text(step.args[0].args[0])}"
            test = rest
            begin = [f"{name} = ({rest} & -{rest}).bit_length() - 1", f"{rest} &= {rest} - 1"]
        body = self._block(step.blocks[0])
        return [
            "if not pc:",
            f"    {start}",
            f"while pc or {test}:",
            *indented(["if not pc:", *indented(begin), *body]),
        ]

    def _gather(self, step: Step) -> Lines:
        """A choice that all make together: the answer is kept until everybody has given one."""
        ask: Ask = self.program.asks[step.value]
        kept = f"s[{self.program.memory.answers} + {python_name(self.routine.params[0].name)}]"
        arguments = ", ".join(["s", *(python_name(n) for n in ask.uses)])
        return [
            "if pc:",
            f"    {kept} = {self._opened(ask, f's[{CHOSEN}]')}",
            "    return",
            f"found = options_{ask.id}({arguments})",
            "if not found:",
            f"    {kept} = {NOTHING}",
            "    return",
            *self._put(ask, "found"),
            *self._wait(step.place),
        ]

    def _put(self, ask: Ask, found: str) -> Lines:
        """Puts the question."""
        return [f"s[{ASKED}] = {ask.id}", f"s[{DECIDER}] = {self._text(ask.by)}", f"asked({found})"]

    def _opened(self, ask: Ask, answer: str) -> str:
        """An answer with the cards themselves where it speaks of spots."""
        return f"opened(s, {ask.id}, {answer}, {self._text(ask.by)})" if ask.hides else answer

    def _enter(self, step: Step) -> Lines:
        """Enters a choice behind its question, with the answer that was kept."""
        player, *more = self._texts(step.args)
        kept = f"s[{self.program.memory.answers} + player]"
        # Place 1 is the question of the choice, which is all that its routine consists of.
        call = self._waiting_call(step, f"{step.value}({', '.join(['s', '1', 'player', *more])})")
        return ["if not pc:", f"    player = {player}", f"    s[{CHOSEN}], {kept} = {kept}, {OPEN}", *call]

    def _ask(self, step: Step) -> Lines:
        ask: Ask = self.program.asks[step.value]
        self._answers += 1
        answer = f"answer{self._answers}"
        arguments = ", ".join(["s", *(python_name(n) for n in ask.uses)])
        lines = [
            f"if pc <= {step.place}:",
            "    if pc:",
            "        pc = 0",
            f"        {answer} = {self._opened(ask, f's[{CHOSEN}]')}",
            "    else:",
            f"        found = options_{ask.id}({arguments})",
            "        if not found:",
            f"            {answer} = -1",
        ]
        if not ask.named and not ask.optional:
            lines += ["        elif len(found) == 1:", f"            {answer} = {self._opened(ask, 'found[0]')}"]
        # A declined choice has one more option, so it is never forced.
        lines += [
            "        else:",
            *indented(indented(indented([*self._put(ask, "found"), *self._wait(step.place)]))),
            f"    which = {answer} & {OPTION_MASK}",
        ]
        word = "if"
        entered_later = self._places_of(step) != [step.place]
        for number, option in enumerate(ask.options):
            places = self._places_of(*option.body)
            chosen = [
                f"{python_name(name)} = ({answer} >> {at} & {(1 << width) - 1})" + (f" - {origin}" if origin else "")
                for name, at, width, origin in zip(
                    option.names, option.shifts, option.widths, option.origins, strict=True
                )
            ]
            if places:
                test = f"{places[0]} <= pc <= {places[-1]} if pc else which == {number}"
                # The names were taken over before the body waited.
                chosen = ["if not pc:", *indented(chosen)] if chosen else []
            else:
                test = f"not pc and which == {number}" if entered_later else f"which == {number}"
            lines += [f"{word} {test}:", *indented([*chosen, *self._block(option.body)])]
            word = "elif"
        if step.blocks and step.blocks[0]:
            lines += ["else:", *indented(self._block(step.blocks[0]))]
        return lines

    # -------------------------------------------------------------- steps that never wait
    def _plain(self, steps: tuple[Step, ...]) -> Lines:
        return [line for step in steps for line in self._plain_step(step)]

    def _plain_step(self, step: Step) -> Lines:
        args = step.args
        match step.op:
            case "store":
                return [f"{self._printer.place(step.value, args[1:])} = {self._text(args[0])}"]
            case "store_if":
                return [
                    f"after = {self._text(args[1])}",
                    "if after >= 0:",
                    f"    s[{step.value} + after] = {self._text(args[0])}",
                ]
            case "let":
                return [f"{python_name(step.value)} = {self._text(args[0])}"]
            case "charge":
                return [f"charge({step.value})"]
            case "if":
                otherwise = ["else:", *indented(self._plain(step.blocks[1]))] if step.blocks[1] else []
                return [f"if {self._text(args[0])}:", *indented(self._plain(step.blocks[0])), *otherwise]
            case "while":
                return [f"while {self._text(args[0])}:", *indented(self._plain(step.blocks[0]))]
            case "for":
                # As in a loop that waits, cards come by number.
                by_number = args[0].op == "bits"
                domain = f"bits({self._text(args[0].args[0])})" if by_number else self._text(args[0])
                return [f"for {python_name(step.value)} in {domain}:", *indented(self._plain(step.blocks[0]))]
            case "repeat":
                return [f"for _ in range({self._text(args[0])}):", *indented(self._plain(step.blocks[0]))]
            case "call":
                pc = ["0"] if step.value in self.entered_with_pc else []
                return [f"{step.value}({', '.join(['s', *pc, *self._texts(args)])})"]
            case "run":
                return self._plain_run(step)
            case "pick":
                name, label, of = step.value
                return [f"{python_name(name)} = pick(s, {label!r}, {self._text(args[0])}, {of!r})"]
            case "put":
                return [f"put(s, {', '.join(self._texts(args))}, {step.value})"]
            case "shuffle":
                return [f"shuffle(s, {self._text(args[0])}, {step.value!r})"]
            case "move" | "move_all":
                return [f"{step.op}(s, {', '.join(self._texts(args))})"]
            case "draw":
                return [f"draw(s, {', '.join(self._texts(args))}, {step.value!r})"]
            case "deal":
                base, zone = step.value
                return [f"deal(s, {', '.join(self._texts(args))}, {base}, {zone!r})"]
            case "pass_on":
                base, direction = step.value
                return [f"pass_on(s, {base}, {direction})"]
            case "settle":
                return [f"settle(s, {', '.join(self._texts(args))})"]
            case "reveal":
                return [f"reveal(s, {step.value})"]
            case "turn":
                return [f"turn(s, {self._text(args[0])}, {step.value})"]
            case "lay":
                return [f"lay(s, {', '.join(self._texts(args))}, {step.value})"]
            case "win":
                return [f"win(s, {self._text(args[0])}, {step.value})"]
            case "finish":
                return ["finish(s)"]
            case "stop":
                return ["return"]
        raise AssertionError(step.op)

    def _plain_run(self, step: Step) -> Lines:
        if not any(callees(self.program, step)):
            return ["pass"]
        pc = ["0"] if any(c in self.entered_with_pc for c in callees(self.program, step)) else []
        card, player = self._texts(step.args)
        return [f"BY_CARD_{step.value}[{card}]({', '.join(['s', *pc, player])})"]
