"""One program on both machines: `same_on_both(program, budget)` plays it by chance and compares every answer."""

from __future__ import annotations

from itertools import count
from random import Random

from duel_dsl.interpreter import RunawayChain
from duel_dsl.interpreter.backends.protocol import Machine
from duel_dsl.interpreter.backends.python.machine import PythonMachine
from duel_dsl.interpreter.backends.python.source import write
from duel_dsl.interpreter.backends.reference.machine import ReferenceMachine
from duel_dsl.interpreter.program.model import CHOSEN, OVER, PEOPLE, PLAYERS, RANDOM, Program
from duel_dsl.interpreter.runtime.chance import State, first_random_state
from duel_dsl.lab.running.lockstep import Lockstep, apart


def same_on_both(program: Program, budget: int, most: int | None = None, seed: int = 1) -> None:
    """Begins a program and plays it to its end (or so many decisions), with every question at every decision."""
    random = Random(seed)
    one, other = PythonMachine.of(program, write(program), budget), ReferenceMachine(program, budget=budget)
    lockstep, people = Lockstep(one, other, random), program.players[1]
    state = list(program.first)
    state[RANDOM], state[PEOPLE], state[PLAYERS] = first_random_state(seed), people, max(people, program.seats)
    state, found = begun(one, other, state)
    for _ in count() if most is None else range(most):
        assert out_of_bounds(program, state) == []
        if not found:
            return
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


def out_of_bounds(program: Program, state: State) -> list[str]:
    """The parts of a position that are not of their type. Which cards lie in a zone is the checker's promise."""
    fields = [place for place in program.places if not place.zone and not place.name.endswith(".cards")]
    return [
        f"{place.name} holds {value}"
        for place in fields
        for value in state[place.first : place.first + place.count]
        if not place.type.fits(value)
    ]
