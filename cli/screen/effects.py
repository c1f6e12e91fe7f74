"""What a decision changes for all to see: money and other numbers of players, points, tracks, the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from ...interpreter.asking.figures import known_total
from ...interpreter.playing.position import Position
from ..terminal import styled
from .card_style import Pen


def changes(
    pen: Pen,
    before: Position,
    after: Position,
    seat: int,
    reader: int,
    players: Sequence[int] | None = None,
    ending: bool = True,
) -> list[str]:
    """The differences between two positions that a reader may know, those of the deciding seat first.

    Only those of some `players` where they are given; those of the table and the end of the game where `ending`.
    """
    found: list[str] = []
    told = range(before.players) if players is None else players
    for player in sorted(told, key=lambda player: player != seat):
        parts = _of_player(pen, before, after, player, reader)
        if parts and player != seat:
            parts[0] = f"{pen.seat(player)} {parts[0]}"
        found += parts
    if not ending:
        return found
    for name in pen.look.tracks:
        old, new = before.read(name), after.read(name)
        if old != new and pen.game.description.table[name].visibility == "public":
            found.append(f"{pen.title(name)} {old}→{new}")
    result = after.result
    if result is not None and result.winner is not None:
        found.append(styled(pen.speech.say("{player} wins", player=pen.seat(result.winner)), "bold"))
    return found


def _of_player(pen: Pen, before: Position, after: Position, player: int, reader: int) -> list[str]:
    model = pen.game.description
    parts = []
    for name, field in model.player.items():
        if field.type.tag == "number" and field.visibility == "public" and name not in pen.look.hidden:
            old, new = before.read(name, player), after.read(name, player)
            if old != new:
                parts.append(pen.amount(name, f"{old}→{new}"))
    old_total, new_total = (known_total(position, player, reader) for position in (before, after))
    if old_total is not None and new_total is not None and old_total != new_total:
        parts.append(pen.amount("total", f"{new_total - old_total:+d}"))
    return parts
