"""The end of a game: who won how, and the points of every seat by category."""

from __future__ import annotations

from ...dsl.model import LIMIT
from ...interpreter.playing.result import Result
from ...interpreter.program.model import DRAW
from ..terminal import cut, padded, styled, width
from .card_style import Pen
from .effects import winning


def result_lines(pen: Pen, result: Result, columns: int) -> list[str]:
    """The result as a sentence and a table."""
    lines = [styled(_sentence(pen, result), "bold"), ""]
    if not pen.game.description.score:
        return lines[:1]
    seats = [pen.seat(seat) for seat in range(len(result.scores))]
    rows = [(pen.title(name), [str(scores[name]) for scores in result.scores]) for name in result.scores[0]]
    total = (pen.title("total"), list(result.totals))
    label = max(width(row[0]) for row in (*rows, total))
    wide = [max(6, width(seat)) for seat in seats]

    def line(name: str, cells: list[str]) -> str:
        return "  ".join([padded(name, label), *(padded(c, w, "right") for c, w in zip(cells, wide, strict=True))])

    won = () if result.drawn else result.winners
    bold = [styled(seat, "bold") if seat_number in won else seat for seat_number, seat in enumerate(seats)]
    lines.append(line("", bold))
    lines += [line(name, cells) for name, cells in rows]
    lines.append(styled("─" * (label + sum(w + 2 for w in wide)), "dim"))
    lines.append(line(total[0], [styled(str(points), "bold") for points in total[1]]))
    return [cut(text, columns) for text in lines]


def _sentence(pen: Pen, result: Result) -> str:
    how = pen.words.name(result.how)
    if result.drawn:
        draw = pen.speech.say("the game ends in a draw").capitalize()
        # Packs that do not say when a game is stopped do not translate what that is called either.
        why = pen.speech.say(how) if how == LIMIT[1] else how
        return draw if not how or result.how == DRAW else f"{draw}: {why}"
    return winning(pen, result.winners, how)
