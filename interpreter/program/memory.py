"""Where everything lies in a position: `plan(game)` gives every field, zone, state and slot its place."""

from __future__ import annotations

from ...dsl.model import Game
from .model import FIRST_FREE, Memory

# A layout zone is: which layout, the mask of occupied slots, the mask of slots face up, the mask of its cards,
# then one card (or -1) per slot.
LAYOUT, OCCUPIED, FACE_UP, CARDS, SLOTS = range(5)

# The place of something that a game does not have.
NOWHERE = -1


def plan(game: Game) -> Memory:
    """Gives everything a place; fields of players have one place per seat, side by side."""
    seats = max(game.players[1], game.seats)
    size = SLOTS + max([len(layout.slots) for layout in game.layouts.values()] + [20])
    next_free = FIRST_FREE
    switches, table, player, states, layouts = {}, {}, {}, {}, {}
    for name in game.switches:
        switches[name] = next_free
        next_free += 1
    for name, model in game.table.items():
        table[name] = next_free
        if model.type.tag == "layout":
            layouts[name] = next_free
        next_free += size if model.type.tag == "layout" else 1
    for name in game.player:
        player[name] = next_free
        next_free += seats
    answers = next_free
    next_free += seats
    zones = [*game.table.values(), *game.player.values()]
    order = known = NOWHERE
    if any(zone.pile for zone in zones):
        order = next_free
        next_free += len(game.cards)
    if any(zone.remembered for zone in zones):
        known = next_free
        next_free += seats
    for kind in game.kinds.values():
        for state in kind.states:
            if state.name not in states:
                states[state.name] = next_free
                next_free += len(game.cards)
    return Memory(
        seats,
        table,
        player,
        switches,
        states,
        layouts,
        size,
        answers,
        order,
        known,
        next_free,
        next_free + len(game.cards),
    )
