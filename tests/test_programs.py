"""Programs that Hypothesis makes, and damaged ones: where nothing is wrong with them, both machines do the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from damaged_programs import Damage
from hypothesis import HealthCheck, Phase, given, settings
from made_programs import Made, programs
from two_machines import same_on_both

from duel_dsl.interpreter import load
from duel_dsl.interpreter.lowering import counting
from duel_dsl.interpreter.program.model import Code, Program
from duel_dsl.interpreter.program.operations import CODES, STEPS
from duel_dsl.interpreter.program.reach import inner_steps
from duel_dsl.interpreter.program.rewriting import walk
from duel_dsl.interpreter.program.verify import verify
from duel_dsl.interpreter.runtime import runtime

PACKS = Path(__file__).parent / "packs"
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

    @SOME
    @given(programs())
    def same(made: Made) -> None:
        assert verify(made.program) == []
        same_on_both(made.program, budget)

    same()


@pytest.mark.parametrize("pack", ["workshop", "hands", "garden", "passing"])
def test_damaged_programs_that_pass_do_no_harm(pack: str) -> None:
    """What `verify` lets pass runs, on both machines alike, and stays within its types."""
    damage, passed = Damage(load(PACKS / pack).program, Random(pack)), 0
    for _ in range(60):
        path, program = damage.one()
        if not verify(program):
            passed += 1
            with told_with(path):
                same_on_both(program, 100_000, most=6)
    assert 5 < passed < 45


@contextmanager
def told_with(path: tuple[object, ...]) -> Iterator[None]:
    """Says with a failure what was damaged."""
    try:
        yield
    except Exception as failure:
        failure.add_note(f"damaged: {path}")
        raise


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
