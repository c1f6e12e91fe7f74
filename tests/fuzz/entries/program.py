"""A program with something in it changed: what `verify` lets pass runs, on both machines alike."""

from __future__ import annotations

from random import Random

from cases import Case
from damaged_programs import Damage
from two_machines import same_on_both

from duel_dsl.interpreter.program.verify import verify

from .pack import made, opened

__all__ = ["made", "run"]
BUDGET, MOST_DECISIONS, TIMES = 100_000, 4, 3


def run(case: Case) -> None:
    """Damages the program of a pack some times over."""
    game, random = opened(case.text), Random(case.number)
    damage = Damage(game.program, random) if game is not None else None
    for _ in range(TIMES if damage is not None else 0):
        assert damage is not None
        path, program = damage.one()
        if verify(program):
            continue
        try:
            same_on_both(program, BUDGET, MOST_DECISIONS)
        except Exception as failure:
            failure.add_note(f"damaged: {path}")
            raise
