"""Zones that cards only pass through: whatever is put there is put away again by the same list of acts.

Of such a zone a sentence can say `one of them` and `the rest`: nothing else ever lies there in between.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.model import Act, Game, Term


def passing_zones(game: Game) -> set[str]:
    """The names of the zones that cards only pass through."""
    used, lasting = set[str](), {name for name, zone in (game.table | game.player).items() if zone.home is not None}
    for block in _blocks(game):
        emptied: set[Term] = set()
        for act in reversed(block):
            if act.op in ("move", "draw", "deal"):
                to = act.args[1] if act.op != "draw" else act.args[2]
                used.add(str(to.value))
                if to not in emptied:
                    lasting.add(str(to.value))
            if act.op == "move" and act.args[0].op in ("player_field", "table_field"):
                emptied.add(act.args[0])
    return used - lasting


def _blocks(game: Game) -> Iterator[tuple[Act, ...]]:
    """Every list of acts in the game."""
    for _, body in game.bodies():
        yield body
        yield from (block for act in game.walk(body) for block in act.blocks)
    yield from (option.body for choice in game.choices for option in choice.options)
