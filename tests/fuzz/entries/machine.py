"""One game on two machines: what the generated code does is what the reference evaluator says that it means."""

from __future__ import annotations

from random import Random

from cases import Case

from duel_dsl.interpreter import Game, Position, RunawayChain
from duel_dsl.interpreter.backends.reference.machine import ReferenceMachine

from .pack import made, opened

__all__ = ["made", "run"]
MOST_DECISIONS = 15


def run(case: Case) -> None:
    """Plays the pack on both with every number of players, and looks whether every number is the same."""
    game, random = opened(case.text), Random(case.number)
    if game is None:
        return
    plain = Game(game.description, game.program, ReferenceMachine(game.program))
    low, high = game.description.players
    for players in range(low, high + 1):
        seed = random.randrange(1000)
        one, other = _started(game, seed, players), _started(plain, seed, players)
        assert (one is None) == (other is None), "the game starts on one machine only"
        if one is not None and other is not None:
            _play(one, other, random)


def _started(game: Game, seed: int, players: int) -> Position | None:
    try:
        return game.start(seed, players)
    except RunawayChain:
        return None


def _play(one: Position, other: Position, random: Random) -> None:
    for _ in range(MOST_DECISIONS):
        assert one.state == other.state, "the positions differ"
        assert one.keys() == other.keys(), "the options differ"
        assert one.broken_invariants() == other.broken_invariants(), "the invariants differ"
        assert [one.scores(seat) for seat in range(one.players)] == [other.scores(seat) for seat in range(one.players)]
        if one.over:
            assert one.result == other.result, "the results differ"
            break
        index = random.randrange(len(one.codes))
        both = [_chosen(position, index) for position in (one, other)]
        assert both[0] == both[1], "the decision works on one machine only"
        if both[0]:
            # The reference needs a second for what does not end: once is enough.
            break


def _chosen(position: Position, index: int) -> str:
    """What comes of a decision: nothing, or the beginning of a refusal."""
    try:
        position.play(index)
    except RunawayChain as failure:
        return str(failure).partition(":")[0]
    return ""
