"""The options of a decision as a list that can be taken in at a glance: grouped by what they do, in columns.

A group is what one pattern of the rules offers (`do {a} with {b}`: one group for each `a`). A card stands on a line of
its own, with what is printed on it and what choosing it changes, where it is named first; later groups only name it.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ...interpreter.asking.knowledge import Knowledge
from ...interpreter.playing.position import Option, Position
from ...interpreter.telling.words import capital
from ..terminal import cut, is_styled, padded, styled, width
from .card_style import Pen
from .effects import changes
from .grid import grid_lines

BLANK = "…"
GAP = "  "
LEAST_TEXT = 16


@frozen
class Entry:
    """An option with its number on the list, the cards it speaks of, and what it changes."""

    number: int
    option: Option
    cards: tuple[str | None, ...]
    name: str
    effects: tuple[str, ...]


@frozen
class Group:
    """Options of one pattern that differ only in their last word."""

    title: str
    entries: tuple[Entry, ...]


def option_lines(pen: Pen, position: Position, options: Sequence[Option], columns: int) -> list[str]:
    """The numbered options in lines of at most that many columns."""
    if any(type.tag == "payment" for option in options for type, _ in position.holes(option)):
        return grid_lines(pen, position, options, columns)
    digits = len(str(len(options)))
    lines: list[str] = []
    explained: set[str] = set()
    for group in _groups(pen, position, options):
        named = {card for entry in group.entries for card in entry.cards[-1:] if card}
        whole = named and not named & explained and all(len(entry.cards) == 1 for entry in group.entries)
        lines += _listed(pen, group, digits, columns) if whole else _flowing(pen, group, digits, columns)
        explained |= named
    return lines


def cards_on_offer(position: Position) -> list[str]:
    """The ids of the cards that the options speak of."""
    cards = position.game.description.cards
    holes = (hole for option in position.options() for hole in position.holes(option))
    return list(dict.fromkeys(cards[value].name for type, value in holes if type.tag == "card" and value >= 0))


def private_cards_on_offer(position: Position, seat: int) -> frozenset[str]:
    """The ids of the cards of a seat's private zones that the options speak of; cards elsewhere may be called alike."""
    fields, state = position.game.description.player, position.state
    zones = [name for name, field in fields.items() if field.type.tag == "set" and field.visibility == "private"]
    own = 0
    for name in zones:
        own |= state[position.game.place(name, seat)[0]]
    holes = {value for option in position.options() for type, value in position.holes(option) if type.tag == "card"}
    cards = position.game.description.cards
    return frozenset(cards[value].name for value in holes if value >= 0 and own >> value & 1)


# ------------------------------------------------------------------ grouping
def _groups(pen: Pen, position: Position, options: Sequence[Option]) -> list[Group]:
    seat = position.decider
    assert seat is not None
    known = Knowledge.of(position, seat)
    found: dict[str, list[Entry]] = {}
    for number, option in enumerate(options, 1):
        pattern = position.pattern(option)
        if not pattern:
            found.setdefault(option.label, []).append(Entry(number, option, (), option.label, ()))
            continue
        cards, names = _words(pen, position, option)
        title = pen.filled(pattern, [*names[:-1], BLANK] if names else [])
        name = names[-1] if names else option.label
        # What comes of an answer that is kept in secret depends on the answers of others.
        effects = () if position.together else tuple(changes(pen, known, known.after(option), seat))
        found.setdefault(title, []).append(Entry(number, option, cards, name, effects))
    return [Group(title, tuple(entries)) for title, entries in found.items()]


def _words(pen: Pen, position: Position, option: Option) -> tuple[tuple[str | None, ...], list[str]]:
    """The ids of the cards that an option names (None for other things), and all its words for people."""
    ids = position.game.description.cards
    holes = position.holes(option)
    cards = tuple(ids[value].name if type.tag == "card" and value >= 0 else None for type, value in holes)
    shown = [capital(word) for word in position.spoken(option, pen.language)]
    return cards, [pen.card(card) if card else word for card, word in zip(cards, shown, strict=True)]


# ------------------------------------------------------------------ drawing
def _heading(group: Group, extra: Sequence[str], columns: int) -> str:
    title = group.title if is_styled(group.title) else styled(group.title, "bold")
    return cut("  ".join([title, *(part for part in extra if part)]), columns)


def _number(entry: Entry, digits: int) -> str:
    return styled(str(entry.number).rjust(digits + 1), "cyan")


def _listed(pen: Pen, group: Group, digits: int, columns: int) -> list[str]:
    """A line for each option: number, name, price, what is printed on it, what it changes. A remark that is the same
    for several stands in the heading."""
    rows = []
    remarks = {entry.option.remark for entry in group.entries}
    shared = next(iter(remarks)) if len(remarks) == 1 < len(group.entries) else ""
    for entry in group.entries:
        card = pen.game.card(entry.cards[-1]) if entry.cards[-1] else None
        printed = "  ".join(part for part in (pen.cost(card), pen.facts(card)) if part) if card else ""
        told = styled(pen.abilities(card), "dim") if card else ""
        remark = "" if shared else entry.option.remark
        rows.append((entry, [entry.name, remark, printed, "  ".join(entry.effects), told]))
    widths = [max(width(cells[column]) for _, cells in rows) for column in range(5)]
    # What is missing in width is taken from the text of the cards first, then from what is printed on them.
    for column in (4, 2):
        taken = digits + 3 + sum(wide + len(GAP) for wide in widths if wide) - len(GAP)
        widths[column] = max(0, widths[column] - max(0, taken - columns))
    widths[4] = widths[4] if widths[4] >= LEAST_TEXT else 0
    lines = [_heading(group, [shared], columns)]
    for entry, cells in rows:
        shown = [padded(cell, wide) for cell, wide in zip(cells, widths, strict=True) if wide]
        lines.append(cut(f"{_number(entry, digits)}  {GAP.join(shown)}".rstrip(), columns))
    return lines


def _flowing(pen: Pen, group: Group, digits: int, columns: int) -> list[str]:
    """Names in columns under a heading that tells what is the same for all."""
    remarks = {entry.option.remark for entry in group.entries}
    common = set.intersection(*(set(entry.effects) for entry in group.entries))
    effects = [effect for effect in group.entries[0].effects if effect in common]
    shared = next(iter(remarks)) if len(remarks) == 1 else ""
    facts, told = "", ""
    if len(group.entries[0].cards) > 1 and group.entries[0].cards[0]:
        card = pen.game.card(group.entries[0].cards[0])
        facts, told = pen.facts(card), styled(pen.abilities(card), "dim")
    if len(group.entries) == 1 and not group.entries[0].cards:
        return [cut(f"{_number(group.entries[0], digits)}  {group.entries[0].option}", columns)]
    texts = []
    for entry in group.entries:
        remark = entry.option.remark if len(remarks) > 1 else ""
        own = [effect for effect in entry.effects if effect not in common]
        texts.append("  ".join([_number(entry, digits), f"{entry.name} {remark}".rstrip(), *own]))
    cell = min(columns, max(width(text) for text in texts) + 2)
    beside = max(1, columns // cell)
    lines = [_heading(group, [shared, facts, "  ".join(effects), told], columns)]
    for first in range(0, len(texts), beside):
        lines.append("".join(padded(text, cell) for text in texts[first : first + beside]).rstrip())
    return lines
