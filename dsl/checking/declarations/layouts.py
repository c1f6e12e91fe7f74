"""Drawings to layouts: which slot lies where, how it is dealt, and which slots lie on it."""

from __future__ import annotations

from ...diagnostic import Span
from ...model import LayoutModel
from ...reading import declared
from ..symbols import World

FACE_UP, FACE_DOWN = "U", "D"
MOST_SLOTS = 60
CARD_WIDTH = 2


def check_layout(world: World, drawn: declared.Layout) -> LayoutModel | None:
    """A slot is covered by those of the next row that lie less than a card's width away."""
    slots: list[tuple[int, int]] = []
    face_up = 0
    fine = True
    for number, row in enumerate(drawn.rows):
        for column, letter in row:
            if letter not in (FACE_UP, FACE_DOWN):
                # The drawing begins on the line below its name.
                line = drawn.name.span.line + 1 + number
                span = Span(drawn.name.span.file, line, column + 1, column + 2)
                help = f"`{FACE_UP}` is a card face up, `{FACE_DOWN}` one face down"
                world.report.error("unknown-letter", f"unknown letter `{letter}`", span, help)
                fine = False
            if letter == FACE_UP:
                face_up |= 1 << len(slots)
            slots.append((number, column))
    if len(slots) > MOST_SLOTS:
        world.report.error("too-large", f"a layout may have {MOST_SLOTS} cards", drawn.name.span)
        return None
    covers = tuple(
        sum(1 << i for i, (r, c) in enumerate(slots) if r == row + 1 and abs(c - column) < CARD_WIDTH)
        for row, column in slots
    )
    left = min((column for _, column in slots), default=0)
    if not fine:
        return None
    rows, columns = tuple(row for row, _ in slots), tuple(column - left for _, column in slots)
    return LayoutModel(drawn.name.text, drawn.slots, rows, columns, face_up, covers)
