"""A zone of the table in rows: a line for each card, with figures of the players and the cards that stand there."""

from __future__ import annotations

from attrs import frozen

from ...interpreter.asking.knowledge import Knowledge
from ...interpreter.playing.view import View, Zone
from ..terminal import cut, padded, styled, width
from .card_style import ABILITY, Pen, shown

GAP = "  "
LEAST_TEXT = 12


@frozen
class Occupant:
    """A card that stands in a row: its name, what is printed on it and what it does; one not seen has only a name."""

    name: str
    facts: str = ""
    text: str = ""


def row_lines(pen: Pen, zone: str, view: View, known: Knowledge, columns: int) -> list[str]:
    """The rows under a heading that names the zone and the players."""
    rows, seats = pen.look.rows[zone], range(len(view.players))
    cards = view.table[zone]
    names = [pen.seat(seat) for seat in seats] * len(rows.figures)
    table = [[styled(pen.title(zone), "dim"), "", *(styled(name, "dim") for name in names), "", "", ""]]
    for identifier in cards.cards if isinstance(cards, Zone) else ():
        card = pen.game.card(identifier)
        figures = [known.figure(name, seat, card.index) for name in rows.figures for seat in seats]
        start = [pen.card(identifier), pen.facts(card), *map(shown, figures)]
        for occupant in _occupants(pen, zone, identifier, view) or [Occupant("")]:
            table.append([*start, occupant.name, occupant.facts, styled(occupant.text, "dim")])
            start = [""] * len(start)
    widths = [max(width(row[column]) for row in table) for column in range(len(table[0]))]
    room = columns - sum(wide + len(GAP) for wide in widths[:-1] if wide)
    widths[-1] = min(widths[-1], room) if room >= LEAST_TEXT else 0
    sides = ["left", "left", *["right"] * len(names), "left", "left", "left"]
    return [
        cut(
            GAP.join(padded(cut(t, w), w, s) for t, w, s in zip(row, widths, sides, strict=True) if w).rstrip(), columns
        )
        for row in table
    ]


def _occupants(pen: Pen, zone: str, identifier: str, view: View) -> list[Occupant]:
    """What stands in the row of a card, as far as it is seen."""
    found = []
    for name, state in pen.look.rows[zone].standing.items():
        standing = view.table[name]
        if not isinstance(standing, Zone):
            continue
        mark = (state, identifier)
        for card in standing.cards:
            if mark in view.marks.get(card, ()):
                model = pen.game.card(card)
                # The text beside it says more than the sign for it.
                found.append(Occupant(pen.card(card), pen.facts(model).removesuffix(ABILITY), pen.abilities(model)))
        backs = [unknown for unknown in standing.unknown if mark in unknown.marks]
        found += [
            Occupant(styled(" ".join(pen.back(unknown)), "dim")) for unknown in backs for _ in range(unknown.count)
        ]
    return found
