"""A trial of checked rules: they are lowered, verified and begun, so that what validates also loads.

What cannot be seen in the text alone shows here: set-ups that never end, rules that are too much for a machine, and
invariants that do not hold when a game begins, such as that there are enough cards for everybody.
"""

from __future__ import annotations

from ..dsl.diagnostic import Diagnostic, Span
from ..dsl.model import Game as Description
from .errors import GameError
from .playing.game import game_of
from .playing.position import Position
from .program.verify import verify
from .scenarios.conditions import Conditions

CODE = "cannot-begin"


def trial(description: Description) -> list[Diagnostic]:
    """Why no game of these rules can begin as it should, for any number of players; nothing where it can."""
    found: dict[Span, Diagnostic] = {}
    try:
        game = game_of(description)
        wrong = verify(game.program)
        assert not wrong, f"the program of {description.name} is wrong: {wrong[0]}"
        for players in description.numbers:
            position = game.start(players=players)
            # Whoever plays sees the options and the points.
            position.options()
            for seat in range(players):
                position.scores(seat)
            for diagnostic in _broken(position):
                found.setdefault(diagnostic.span, diagnostic)
    except GameError as failure:
        span = failure.span or next(procedure.span for procedure in description.procedures.values())
        return [Diagnostic(CODE, f"no game can begin: {failure}", span)]
    return list(found.values())


def _broken(position: Position) -> list[Diagnostic]:
    """The invariants that do not hold at the first decision."""
    game, broken = position.game, position.broken_invariants()
    few, most = game.description.players
    begins = f"when a game for {position.people} begins" if few < most else "when a game begins"
    found = []
    for invariant in game.description.invariants:
        if invariant.title in broken:
            explained = "" if invariant.every_player else Conditions(game).explain(invariant.condition, position.state)
            message = f"{begins}, it is not true that {invariant.title}"
            found.append(Diagnostic("broken-invariant", message, invariant.span, explained))
    return found
