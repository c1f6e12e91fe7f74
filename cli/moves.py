"""Decisions told in a line: who chose what and what it changed, as far as the one who reads may know it."""

from __future__ import annotations

from attrs import frozen

from ..interpreter.position import Option, Position
from ..interpreter.view import View, Zone
from .effects import changes
from .options import filled_holes, option_model
from .pen import Pen
from .terminal import cut, padded, styled, width


@frozen
class Move:
    """A decision that was made."""

    number: int
    before: Position
    seat: int
    option: Option
    after: Position

    def line(self, pen: Pen, reader: int, columns: int) -> str:
        """The decision in one line of at most that many columns, for a reader's eyes."""
        option = next(o for o in self.before.options(pen.language) if o.code == self.option.code)
        effects = "  ".join(changes(pen, self.before, self.after, self.seat, reader))
        wide = max(width(pen.seat(seat)) for seat in range(self.before.players))
        number = styled(str(self.number).rjust(3), "dim")
        start = f"{number}  {padded(pen.seat(self.seat), wide)}  "
        room = max(20, min(46, columns - width(start) - 24))
        label = self._readable(pen, option, reader)
        return cut(f"{start}{padded(label, max(room, width(label)))}  {styled(effects, 'dim')}".rstrip(), columns)

    def _readable(self, pen: Pen, option: Option, reader: int) -> str:
        """The option; without its remark, and with `a hidden card` for each card that the reader has never seen."""
        model = option_model(self.before, option)
        if model is None or reader == self.seat:
            return str(option)
        seen = _cards(self.before.seen_by(reader)) | _cards(self.after.seen_by(reader))
        label = option.label
        for is_card, word in filled_holes(model, option):
            if is_card and word not in seen:
                name = pen.words.card(pen.game.card(word).index)
                label = label.replace(name, pen.speech.say("a hidden card"))
        return label if label != option.label else str(option)


def _cards(view: View) -> set[str]:
    """The cards whose faces a view shows."""
    found: set[str] = set()
    for fields in (view.table, *view.players):
        for value in fields.values():
            if isinstance(value, Zone):
                found |= set(value.cards)
            elif isinstance(value, tuple):
                found |= {slot.card for slot in value if isinstance(slot.card, str)}
    return found
