"""Choices that all make together: what comes of the answers must not ask for another decision.

Answers are carried out one after the other when all are given. A decision in between would be made by somebody who can
see the answers of some and not of others.
"""

from __future__ import annotations

from ...diagnostic import Report
from ...model import Game
from .ability_cycles import Piece, pieces_of


def report_decisions_in_answers(game: Game, report: Report) -> None:
    """Reports every option of a choice made together that leads to another decision."""
    pieces = pieces_of(game)
    together = {act.value[1] for piece in pieces.values() for act in game.walk(piece.body) if act.op == "together"}
    deciding = _deciding(game, pieces)
    for choice in game.choices:
        if choice.name not in together:
            continue
        for index, option in enumerate(choice.options):
            if f"option:{choice.id}.{index}" in deciding:
                message = f"`{choice.name}` is made by all together; this option leads to another decision"
                report.error("decision-in-answer", message, option.span, "let it be made after all have chosen")


def _deciding(game: Game, pieces: dict[str, Piece]) -> set[str]:
    """The pieces in which somebody decides, or that lead to one."""
    led_to_by: dict[str, list[str]] = {}
    for name, piece in pieces.items():
        for target in piece.leads_to:
            led_to_by.setdefault(target, []).append(name)
    waiting = [n for n, piece in pieces.items() if any(a.op == "choose" for a in game.walk(piece.body))]
    found = set(waiting)
    while waiting:
        more = [name for name in led_to_by.get(waiting.pop(), ()) if name not in found]
        found.update(more)
        waiting += more
    return found
