"""Options with payments as a grid: a row for each card, a column for each thing that can be done with it.

In a cell stand the numbers of the options, each with what it costs and who is paid.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field, frozen

from ...interpreter.asking.knowledge import Knowledge
from ...interpreter.playing.position import Option, Position
from ..terminal import cut, padded, styled, width, words_of, wrapped
from .card_style import Pen

BLANK, GAP = "…", "  "
WIDEST_NAME, NARROWEST_CELL, LEAST_TEXT = 24, 9, 24


@frozen
class Cell:
    """An option in the grid: its number, and what it costs or another remark."""

    number: int
    remark: str


def grid_lines(pen: Pen, position: Position, options: Sequence[Option], columns: int) -> list[str]:
    """The numbered options in lines of at most that many columns."""
    decider, seat = position.decider, position.concerned
    assert decider is not None
    assert seat is not None
    grid = Grid(pen, Knowledge.of(position, decider), seat)
    for number, option in enumerate(options, 1):
        grid.add(number, option, position)
    return grid.lines(columns)


@define
class Grid:
    """The options by card and by what is done; those that speak of no card stand apart."""

    pen: Pen
    known: Knowledge
    seat: int
    columns: list[str] = field(factory=list)
    rows: dict[str, dict[str, list[Cell]]] = field(factory=dict)
    others: list[tuple[int, Option]] = field(factory=list)

    def add(self, number: int, option: Option, position: Position) -> None:
        """Puts an option where it belongs."""
        holes = position.holes(option)
        cards = [place for place, (type, value) in enumerate(holes) if type.tag == "card" and value >= 0]
        pattern = position.pattern(option)
        if not cards:
            self.others.append((number, option))
            return
        spoken = position.spoken(option, self.pen.language)
        words = ["" if type.tag == "payment" else word for (type, _), word in zip(holes, spoken, strict=True)]
        words[cards[-1]] = BLANK
        title = self.pen.filled(pattern, words)
        paid = [self.pen.paid(value) for type, value in holes if type.tag == "payment"]
        card = position.game.description.cards[holes[cards[-1]][1]].name
        if title not in self.columns:
            self.columns.append(title)
        cell = Cell(number, ", ".join([*paid, *([option.remark] if option.remark else [])]))
        self.rows.setdefault(card, {}).setdefault(title, []).append(cell)

    # -------------------------------------------------------------- drawing
    def lines(self, columns: int) -> list[str]:
        """The grid in lines of at most that many columns."""
        digits = len(str(max(cell.number for row in self.rows.values() for cells in row.values() for cell in cells)))
        shared = {title: self._shared(title) for title in self.columns}
        table = [self._row(card, digits, shared) for card in sorted(self.rows, key=self._first)]
        fixed = [min(WIDEST_NAME, max(width(row[0][0]) for row in table)), *(self._widest(table, n) for n in (1, 2))]
        titles = [f"{title} {shared[title]}".rstrip() for title in self.columns]
        natural = [
            max(width(max(title.split(), key=len)), *(sum(width(part) + 2 for part in row[n]) - 2 for row in table))
            for n, title in enumerate(titles, 3)
        ]
        used = [wide for wide in fixed if wide]
        room = columns - 2 - sum(used) - len(GAP) * (len(used) + len(natural) - 1)
        cells = _fitted(natural, room, [width(title) for title in titles])
        if sum(cells) > room and fixed[2]:
            # Too narrow even so: what is printed is found by asking for the card.
            room, fixed[2] = room + fixed[2] + len(GAP), 0
            cells = _fitted(natural, room, [width(title) for title in titles])
        widths = [*fixed, *cells]
        left = columns - 2 - sum(wide + len(GAP) for wide in widths if wide)
        heading = [[""], [""], [""], *([styled(title, "bold")] for title in titles)]
        lines = self._drawn(heading, widths, columns)
        for card, row in zip(sorted(self.rows, key=self._first), table, strict=True):
            drawn = self._drawn(row, widths, columns)
            told = self.pen.abilities(self.pen.game.card(card)) if left >= LEAST_TEXT else ""
            if told:
                drawn[0] = padded(drawn[0], columns - left) + styled(cut(told, left), "dim")
            lines += drawn
        return [*lines, *(f"  {styled(str(number), 'cyan')} {option}" for number, option in self.others)]

    def _first(self, card: str) -> int:
        return min(cell.number for cells in self.rows[card].values() for cell in cells)

    def _shared(self, title: str) -> str:
        """What stands in every cell of a column, so that its heading can say it."""
        remarks = {cell.remark for row in self.rows.values() for cell in row.get(title, [])}
        return next(iter(remarks)) if len(remarks) == 1 else ""

    def _widest(self, table: Sequence[Sequence[Sequence[str]]], column: int) -> int:
        return max(width(row[column][0]) for row in table)

    def _row(self, identifier: str, digits: int, shared: dict[str, str]) -> list[list[str]]:
        """Name, cost, what is printed, and the parts of every cell."""
        pen, card = self.pen, self.pen.game.card(identifier)
        facts = pen.facts(card, lambda name: self.known.printed(name, card.index, self.seat))
        row = [[pen.card(identifier)], [pen.cost(card)], [facts]]
        for title in self.columns:
            parts = []
            for cell in self.rows[identifier].get(title, []):
                number = styled(str(cell.number).rjust(digits), "cyan")
                parts.append(number if shared[title] else f"{number} {cell.remark}".rstrip())
            row.append(parts or [styled("-".rjust(digits), "dim")])
        return row

    def _drawn(self, row: Sequence[Sequence[str]], widths: Sequence[int], columns: int) -> list[str]:
        """A row in as many lines as its highest cell has."""
        blocks = []
        for place, (parts, wide) in enumerate(zip(row, widths, strict=True)):
            if wide:
                words = parts if place < 3 or len(parts) > 1 else _broken(parts[0], wide)
                blocks.append((wrapped(words, wide, "  " if len(parts) > 1 else " "), wide))
        height = max(len(block) for block, _ in blocks)
        lines = []
        for number in range(height):
            cells = [padded(block[number] if number < len(block) else "", wide) for block, wide in blocks]
            lines.append(cut("  " + GAP.join(cells).rstrip(), columns))
        return lines


def _broken(text: str, wide: int) -> list[str]:
    """A text that has to be broken, word by word; styles stay with each word."""
    return [text] if width(text) <= wide else words_of(text)


def _fitted(natural: Sequence[int], room: int, titles: Sequence[int]) -> list[int]:
    """The widths of columns: where there is room, headings get fewer lines; else the widest columns give way."""
    widths = list(natural)
    while sum(widths) > room and max(widths) > NARROWEST_CELL:
        widths[widths.index(max(widths))] -= 1
    while sum(widths) < room:
        heights = [-(-title // wide) for title, wide in zip(titles, widths, strict=True)]
        if max(heights) < 2:
            break
        widths[heights.index(max(heights))] += 1
    return widths
