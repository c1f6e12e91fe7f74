"""Layouts and tracks drawn with characters: cards where they lie, open, covered or face down, and rows of spaces."""

from __future__ import annotations

from collections.abc import Mapping

from ...dsl.look import TrackModel
from ...dsl.model import SEATS, LayoutModel
from ...interpreter.asking.knowledge import Knowledge
from ...interpreter.playing.view import Marks, Slot, Unknown, Zone
from ...interpreter.telling.words import capital
from ..terminal import cut, padded, plain, styled, width
from .card_style import ABILITY, Pen

WIDEST_CARD, NARROWEST_CARD = 30, 6
MARKER, STANDING, SPACE = "●", "◆", "·"


def layout_lines(
    pen: Pen, layout: LayoutModel, slots: tuple[Slot, ...], marks: Mapping[str, Marks], columns: int
) -> list[str]:
    """The cards of a layout as they were drawn in the text, two lines for each row; `marks` are those of open cards."""
    by_name = dict(zip(layout.slots, zip(layout.rows, layout.columns, strict=True), strict=True))
    occupied = [slot for slot in slots if slot.card is not None]
    if not occupied:
        return []
    # A card is two steps of the drawing wide.
    steps = max(layout.columns) + 2
    card = max(NARROWEST_CARD, min(columns * 2 // steps, _widest(pen, occupied)))
    whole = card * steps // 2
    margin = max(0, (columns - whole) // 2)
    lines = []
    for row in sorted({by_name[slot.name][0] for slot in occupied}):
        cards = [(by_name[slot.name][1], slot) for slot in occupied if by_name[slot.name][0] == row]
        for half in range(2):
            line = " " * margin
            for column, slot in sorted(cards, key=lambda place: place[0]):
                line = padded(line, margin + column * whole // steps) + _half(pen, slot, marks, card - 1, half)
            lines.append(cut(line, columns))
    return lines


def _widest(pen: Pen, slots: list[Slot]) -> int:
    names = [width(pen.card(slot.card)) for slot in slots if isinstance(slot.card, str)]
    return min(WIDEST_CARD, max(names, default=0) + 4)


def _half(pen: Pen, slot: Slot, marks: Mapping[str, Marks], columns: int, half: int) -> str:
    """The upper or lower line of a card."""
    if isinstance(slot.card, Unknown):
        kind, *printed = pen.back(slot.card)
        lower = pen.marks(slot.card.marks) or [text for text in printed if width(text) <= columns - 2]
        return styled(_shaded([kind] if half == 0 else lower[:1], columns), "dim")
    assert slot.card is not None
    card, room = pen.game.card(slot.card), columns - 2 if slot.uncovered else columns
    told = pen.marks(marks.get(slot.card, ()))
    below = "  ".join(part for part in (*told, pen.cost(card), pen.facts(card)) if part)
    name, rest = _split(plain(pen.card(slot.card)), room, "" if below == ABILITY else below)
    if half == 0:
        text = pen.colored(card, name, "bold" if slot.uncovered else "dim")
    else:
        text = f"{rest}  {below}" if rest and width(rest) + 2 + width(below) <= room else rest or below
        text = text if slot.uncovered else styled(plain(text), "dim")
    return f"[{padded(text, room, 'middle')}]" if slot.uncovered else padded(text, room, "middle")


def _split(name: str, room: int, below: str) -> tuple[str, str]:
    """A name that is too wide in two parts, if the second one fits beside what stands on the lower line."""
    words = name.split(" ")
    for count in range(len(words) - 1, 0, -1):
        first, rest = " ".join(words[:count]), " ".join(words[count:])
        if width(name) > room >= width(first) and width(rest) + (width(below) + 2 if below else 0) <= room:
            return first, rest
    return name, ""


def _shaded(texts: list[str], columns: int) -> str:
    """A text, where there is one, in the middle of a shaded line."""
    label = "".join(f" {cut(text, columns - 2)} " for text in texts)
    before = (columns - width(label)) // 2
    return "░" * before + label + "░" * (columns - before - width(label))


def track_line(pen: Pen, track: TrackModel, value: int, cards: Zone | None, known: Knowledge) -> str:
    """A number drawn as a row of spaces, with the cards that stand beside it."""
    places = {known.figure(track.place, pen.game.card(c).index) for c in cards.cards} if cards else set()
    spaces = []
    for space in range(track.low, track.high + 1):
        if space == value:
            spaces.append(styled(MARKER, "bold"))
        elif space in places:
            spaces.append(styled(STANDING, "gold"))
        else:
            spaces.append(styled("0" if space == 0 and track.low < 0 else SPACE, "dim"))
    low, high = (_end(pen, end) for end in (track.low_end, track.high_end))
    return " ".join(part for part in (low, "├", " ".join(spaces), "┤", high) if part)


def _end(pen: Pen, end: str) -> str:
    return pen.seat(SEATS.index(end)) if end in SEATS else capital(pen.words.name(end))
