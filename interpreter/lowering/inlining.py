"""Program to faster program: `inlined(program)` writes short functions out where they are called.

A call costs more than most of what is called. What becomes constant by it is worked out, and branches that are never
taken fall away, so that a value which no card answers costs nothing.
"""

from __future__ import annotations

from attrs import evolve

from ..program.model import Ask, Code, OptionCode, Program, Step
from ..program.rewriting import is_short, simplified, walk, written_out

# How long a code may become.
MOST_PARTS = 40


def inlined(program: Program) -> Program:
    """The program with short functions written out in all routines and decisions."""
    functions = {function.name: function for function in program.functions}

    def code(given: Code) -> Code:
        if is_short(given, functions, MOST_PARTS):
            longer = written_out(given, functions)
            if sum(1 for _ in walk(longer)) <= MOST_PARTS:
                given = longer
        return simplified(given)

    def steps(given: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple(inner for one in given for inner in step(one))

    def step(given: Step) -> tuple[Step, ...]:
        args = tuple(code(arg) for arg in given.args)
        if given.op == "if" and args[0].op == "int":
            return steps(given.blocks[0] if args[0].value else given.blocks[1])
        return (evolve(given, args=args, blocks=tuple(steps(block) for block in given.blocks)),)

    def option(given: OptionCode) -> OptionCode:
        where = code(given.where) if given.where is not None else None
        return evolve(
            given,
            domains=tuple(_in_sight(code(domain)) for domain in given.domains),
            where=None if where is not None and where.op == "int" and where.value else where,
            body=steps(given.body),
            label=tuple(code(hole) for hole in given.label),
            remark=tuple(code(hole) for hole in given.remark),
        )

    def ask(given: Ask) -> Ask:
        return evolve(given, by=code(given.by), options=tuple(option(one) for one in given.options))

    return evolve(
        program,
        routines=tuple(evolve(routine, body=steps(routine.body)) for routine in program.routines),
        asks=tuple(ask(one) for one in program.asks),
    )


def _in_sight(domain: Code) -> Code:
    """The uncovered cards of a layout come in the order of their slots, as people see them."""
    if domain.op == "bits" and domain.args[0].op == "uncovered":
        return Code("by_slot", domain.args, domain.args[0].value)
    return domain
