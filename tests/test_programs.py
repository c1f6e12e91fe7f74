"""Programs that Hypothesis makes: nothing is wrong with them, and both machines do the same with them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from made_programs import Made, programs

from duel_dsl.interpreter import RunawayChain, load
from duel_dsl.interpreter.backends.protocol import Machine
from duel_dsl.interpreter.backends.python import machine as python_machine
from duel_dsl.interpreter.backends.python.machine import PythonMachine
from duel_dsl.interpreter.backends.python.source import write
from duel_dsl.interpreter.backends.reference.machine import ReferenceMachine
from duel_dsl.interpreter.lowering import counting
from duel_dsl.interpreter.program.model import CHOSEN, OVER, PEOPLE, PLAYERS, RANDOM, Code, Program
from duel_dsl.interpreter.program.operations import CODES, STEPS
from duel_dsl.interpreter.program.reach import inner_steps
from duel_dsl.interpreter.program.rewriting import walk
from duel_dsl.interpreter.program.verify import verify
from duel_dsl.interpreter.runtime import runtime
from duel_dsl.interpreter.runtime.chance import State, first_random_state
from duel_dsl.lab.running.lockstep import Lockstep, apart

# What fails is readable as it is, and making it small takes minutes.
SOME = settings(
    max_examples=80,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)


@pytest.mark.parametrize("budget", [300, 1_500, 8_000])
def test_made_programs_are_the_same_on_both_machines(budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """So little work is free, and so little allowed, that programs of a few lines come to the end of it."""
    monkeypatch.setattr(counting, "FREE", 100)
    monkeypatch.setattr(runtime, "WATCHED", 0)
    monkeypatch.setattr(python_machine, "BUDGET", budget)
    SOME(given(programs())(same_on_both_machines))()


def same_on_both_machines(made: Made) -> None:
    """Looks at a program, begins it and plays it to its end, with every question at every decision."""
    program, random = made.program, Random(1)
    assert verify(program) == []
    one, other = PythonMachine.of(program, write(program)), ReferenceMachine(program, budget=python_machine.BUDGET)
    lockstep, state = Lockstep(one, other, random), list(program.first)
    state[RANDOM], state[PEOPLE], state[PLAYERS] = first_random_state(1), 3, 3
    state, found = begun(one, other, state)
    while found:
        assert lockstep.differences(state) == []
        chosen = random.choice(found)
        assert lockstep.chosen(state, chosen) == []
        state[CHOSEN] = chosen
        try:
            found = one.run(state)
        except RunawayChain:
            return


def begun(one: Machine, other: Machine, first: State) -> tuple[State, list[int]]:
    """A game begun on both machines: the same position and options, or none on either."""
    results: list[tuple[State, list[int]] | str] = []
    for machine in (one, other):
        state = list(first)
        try:
            results.append((state, machine.start(state)))
        except RunawayChain as failure:
            results.append(str(failure).partition(":")[0])
    mine, its = results
    if isinstance(mine, str) or isinstance(its, str):
        assert mine == its
        return first, []
    assert apart(mine[0], its[0]) == []
    assert mine == its
    assert bool(mine[1]) is not bool(mine[0][OVER])
    return mine


def codes(program: Program) -> Iterator[Code]:
    """All codes of a program."""
    yield from (function.body for function in program.functions)
    for routine in program.routines:
        for step in inner_steps(program, routine.body):
            yield from step.args
    for ask in program.asks:
        yield ask.by
        for option in ask.options:
            yield from (*option.domains, *option.label, *option.remark)
            yield from (option.where,) if option.where is not None else ()


def operations(program: Program) -> set[str]:
    """What is done anywhere in a program: codes by their names, steps behind a colon."""
    steps = {f":{step.op}" for routine in program.routines for step in inner_steps(program, routine.body)}
    return steps | {part.op for code in codes(program) for part in walk(code)}


def test_every_operation_is_tried() -> None:
    """The made programs and the shipped ones reach all of the table."""
    found = set[str]()

    @SOME
    @given(programs())
    def collect(made: Made) -> None:
        found.update(operations(made.program))

    collect()
    for pack in ("duel+pantheon+agora", "wonders+leaders"):
        found |= operations(load(pack).program)
    assert found == {*CODES, *(f":{name}" for name in STEPS)}
