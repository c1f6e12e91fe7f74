"""A trial of checked rules: they are lowered, verified and begun, so that what validates also loads.

What cannot be seen in the text alone shows here: set-ups that never end, and rules that are too much for a machine.
"""

from __future__ import annotations

from ..dsl.diagnostic import Diagnostic
from ..dsl.model import Game as Description
from .errors import GameError
from .playing.game import game_of
from .program.verify import verify

CODE = "cannot-begin"


def trial(description: Description) -> list[Diagnostic]:
    """Why a game of these rules cannot begin, for any number of players; nothing where it can."""
    try:
        game = game_of(description)
        wrong = verify(game.program)
        assert not wrong, f"the program of {description.name} is wrong: {wrong[0]}"
        for players in range(description.players[0], description.players[1] + 1):
            position = game.start(players=players)
            # Whoever plays sees the options and the points.
            position.options()
            for seat in range(players):
                position.scores(seat)
    except GameError as failure:
        span = failure.span or next(procedure.span for procedure in description.procedures.values())
        return [Diagnostic(CODE, f"no game can begin: {failure}", span)]
    return []
