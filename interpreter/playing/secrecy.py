"""Decisions of which nothing has come yet that all can see: answers being gathered, plans laid in private zones."""

from __future__ import annotations

from ..program.model import ASKED
from .position import Position


def undisclosed(before: Position, after: Position) -> bool:
    """Whether decisions that led from one position to another have changed nothing yet but what is private."""
    if after.over or after.gathered:
        return not after.over
    if _part(before, public=True) != _part(after, public=True):
        return False
    return _part(before, public=False) != _part(after, public=False)


def untold(before: Position, after: Position) -> bool:
    """Whether decisions are not told yet. Where something may be kept it is not told either that nothing was."""
    if undisclosed(before, after):
        return True
    return not after.over and may_keep(before) and _part(before, public=True) == _part(after, public=True)


def may_keep(position: Position) -> bool:
    """Whether what is chosen now may be for nobody else."""
    return any(option.kept for option in position.game.program.asks[position.state[ASKED]].options)


def _part(position: Position, public: bool) -> list[int]:
    """Everything that all can see, or everything else."""
    description, memory, found = position.game.description, position.game.program.memory, list[int]()
    for name, model in description.table.items():
        place = memory.table[name]
        if model.type.tag == "layout":
            # Whatever happens to a display is seen.
            found += position.state[place : place + memory.layout_size] if public else []
        elif (model.visibility == "public") is public:
            found.append(position.state[place])
        elif public and model.type.tag == "set" and not model.refs:
            # It is seen that a card is put onto a pile or into a bag, and where.
            found.append(position.state[place].bit_count())
    for name, model in description.player.items():
        if (model.visibility == "public") is public:
            found += position.state[memory.player[name] : memory.player[name] + memory.seats]
    return found
