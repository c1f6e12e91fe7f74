"""Decisions told in lines: who chose what and what it changed, as far as the one who reads may know it.

A decision is told to others as soon as something has come of it that all can see. What several decided in secret is
told together.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import field, frozen

from ...interpreter.asking.knowledge import Knowledge
from ...interpreter.playing.outcomes import CHOICE, Played, kept_from
from ...interpreter.playing.position import Option, Position
from ...interpreter.playing.secrecy import untold
from ...interpreter.playing.view import unseen_cards
from ..terminal import cut, padded, styled, width
from .card_style import Pen
from .effects import changes


@frozen
class Move:
    """A decision that was made."""

    number: int
    before: Position
    seat: int
    option: Option
    after: Position

    @property
    def concerned(self) -> int:
        """The seat that the decision was made for."""
        found = self.before.concerned
        return self.seat if found is None else found

    def line(self, pen: Pen, reader: int, columns: int) -> str:
        """The decision, told on its own, in one line of at most that many columns, for a reader's eyes."""
        return Episode((self,), True).line(self, pen, reader, columns)


@frozen
class Episode:
    """Decisions that are told together; not `told` while others may know only that they were made."""

    moves: tuple[Move, ...]
    told: bool
    _kept: dict[tuple[int, int], frozenset[str]] = field(factory=dict, eq=False, repr=False)

    def lines(self, pen: Pen, reader: int | None, columns: int) -> list[str]:
        """The decisions in a line each; a reader of None may know what everybody knew when deciding."""
        return [self.line(move, pen, move.seat if reader is None else reader, columns) for move in self.moves]

    def line(self, move: Move, pen: Pen, reader: int, columns: int) -> str:
        """One of the decisions in one line."""
        wide = max(width(pen.seat(seat)) for seat in range(move.before.players))
        number = styled(str(move.number).rjust(3), "dim")
        start = f"{number}  {padded(pen.seat(move.seat), wide)}  "
        room = max(20, min(46, columns - width(start) - 24))
        if not self.told and reader != move.seat:
            return cut(start + styled(pen.speech.say("chooses in secret"), "dim"), columns)
        label = self._readable(move, pen, reader)
        effects = styled("  ".join(self._effects(move, pen, reader)), "dim")
        return cut(f"{start}{padded(label, max(room, width(label)))}  {effects}".rstrip(), columns)

    def _readable(self, move: Move, pen: Pen, reader: int) -> str:
        """The option; with `a hidden card` for each card that the reader has never seen, and without what it keeps."""
        option = next(o for o in move.before.options(pen.language) if o.code == move.option.code)
        if reader != move.seat:
            hidden, kept = hidden_cards(move, self.moves[-1].after, reader), self.kept_from(reader, move)
            if CHOICE in kept:
                return pen.speech.say("chooses in secret")
            option = move.before.veiled(option, hidden, pen.speech.say("a hidden card"), pen.language, kept)
        text = str(option)
        if move.concerned != move.seat:
            text += " " + pen.speech.say("for {player}", player=pen.seat(move.concerned))
        return text

    def kept_from(self, reader: int, move: Move) -> frozenset[str]:
        """The names of the option of one of these decisions that another cannot tell in the end."""
        if (reader, move.number) not in self._kept:
            played = [Played(one.before, one.option.code) for one in self.moves if one.number >= move.number]
            self._kept[reader, move.number] = kept_from(reader, played, self.moves[-1].after)
        return self._kept[reader, move.number]

    def _effects(self, move: Move, pen: Pen, reader: int) -> list[str]:
        """What came of it. Of decisions told together each tells of its own seat, the last one of all else."""
        before, after = self.moves[0].before, self.moves[-1].after
        if len(self.moves) > 1 and not self.told:
            return []
        known, then = (Knowledge.of(position, reader) for position in (before, after))
        if len(self.moves) == 1:
            return changes(pen, known, then, move.seat)
        last = {m.concerned: m.number for m in self.moves}
        seats = [move.concerned] if last[move.concerned] == move.number else []
        if move is self.moves[-1]:
            seats += [seat for seat in range(before.players) if seat not in last]
        return changes(pen, known, then, move.concerned, seats, ending=move is self.moves[-1])


def hidden_cards(move: Move, end: Position, reader: int) -> list[int]:
    """The cards in a decision that a reader has seen neither before it nor in the end."""
    unseen = unseen_cards(end.game, move.before.state, reader) & unseen_cards(end.game, end.state, reader)
    return [card for card in move.before.cards_of(move.option) if unseen >> card & 1]


def episodes(moves: Iterable[Move]) -> list[Episode]:
    """Decisions put together to what is told at once; the last ones may not be told yet."""
    found: list[Episode] = []
    waiting: list[Move] = []
    for move in moves:
        waiting.append(move)
        if not untold(waiting[0].before, move.after):
            found.append(Episode(tuple(waiting), True))
            waiting = []
    return [*found, Episode(tuple(waiting), False)] if waiting else found
