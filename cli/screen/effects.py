"""What a decision changes for all to see: money and other numbers of players, points, tracks, the end of the game.

Only what somebody knows for certain is told; `?` stands where something comes of it that they cannot know.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...interpreter.asking.knowledge import Knowledge
from ..terminal import styled
from .card_style import UNSURE, Pen, shown


def changes(
    pen: Pen,
    before: Knowledge,
    after: Knowledge | None,
    seat: int,
    players: Sequence[int] | None = None,
    ending: bool = True,
) -> list[str]:
    """The differences between what somebody knows of two positions, those of the deciding seat first.

    Only those of some `players` where they are given; those of the table and the end of the game where `ending`.
    """
    if after is None:
        return [styled(UNSURE, "dim")]
    found: list[str] = []
    for player in sorted(before.players if players is None else players, key=lambda player: player != seat):
        parts = _of_player(pen, before, after, player)
        if parts and player != seat:
            parts[0] = f"{pen.seat(player)} {parts[0]}"
        found += parts
    if not ending:
        return found
    for name in pen.look.tracks:
        old, new = before.read(name), after.read(name)
        if old != new and pen.game.description.table[name].visibility == "public":
            found.append(f"{pen.title(name)} {old}→{shown(new)}")
    if after.winners:
        found.append(styled(winning(pen, after.winners), "bold"))
    elif after.over and after.undecided:
        found.append(styled(UNSURE, "dim"))
    return found


def _of_player(pen: Pen, before: Knowledge, after: Knowledge, player: int) -> list[str]:
    parts = []
    for name, field in pen.game.description.player.items():
        if field.type.tag == "number" and field.visibility == "public" and name not in pen.look.hidden:
            old, new = before.read(name, player), after.read(name, player)
            if old != new:
                parts.append(pen.amount(name, f"{old}→{shown(new)}"))
    old_total, new_total = before.total(player), after.total(player)
    if old_total is not None and new_total is not None and old_total != new_total:
        parts.append(pen.amount("total", f"{new_total - old_total:+d}"))
    return parts


def winning(pen: Pen, winners: Sequence[int], how: str = "") -> str:
    """Who has won, and how."""
    *most, last = [pen.seat(seat) for seat in winners]
    if not most:
        return pen.speech.say("{player} wins: {how}" if how else "{player} wins", player=last, how=how)
    players = f"{', '.join(most)} {pen.speech.say('and')} {last}"
    return pen.speech.say("{players} win: {how}" if how else "{players} win", players=players, how=how)
