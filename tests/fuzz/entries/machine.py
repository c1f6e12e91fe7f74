"""One game on two machines: what the generated code does is what the reference evaluator says that it means."""

from __future__ import annotations

from random import Random

from cases import Case

from duel_dsl.lab.running.lockstep import beside_the_reference

from .pack import made, opened

__all__ = ["made", "run"]
MOST_DECISIONS = 15
COMPARED = 0.4


def run(case: Case) -> None:
    """Plays the pack on both with every number of players, and looks whether every answer is the same."""
    game, random = opened(case.text), Random(case.number)
    if game is None:
        return
    for players in game.description.numbers:
        found = beside_the_reference(game, random.randrange(1000), players, COMPARED, MOST_DECISIONS)
        assert not found.differences, found.differences[0]
