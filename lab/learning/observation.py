"""What a seat may know as a row of whole numbers of fixed length, for programs that learn.

The row is made from the view of the seat and nothing else, so it holds what the packs declare to be visible. It is seen
from the seat itself: its own fields come first, then those of the next seats in turn, and seats are counted from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import field, frozen

from ...dsl.meaning import MOST_RECEIVERS
from ...dsl.model import FieldModel
from ...interpreter.playing.game import Game
from ...interpreter.playing.view import Seen, Slot, Unknown, View, Zone
from ...interpreter.program.model import AMOUNT_BITS
from ...interpreter.program.sets import bits
from .actions import copies

# What stands for no card, no seat, no member of an enum.
NONE = -1
# Numbers to which the rules set no bounds are cut off here.
LARGEST = 1_000_000
# A slot without a card: not taken, not seen, not uncovered, no card, no back.
EMPTY = [0, 0, 0, NONE, NONE]


@frozen
class Number:
    """One number of the row: what it is, and the least and the most it can be."""

    name: str
    low: int
    high: int


@frozen
class _Column:
    """The numbers for one field: what they are, and how they come from what is seen of it by a seat."""

    entries: tuple[Number, ...]
    write: Callable[[Seen, int], list[int]]


NOTHING = _Column((), lambda value, viewer: [])


@frozen(eq=False)
class Observation:
    """The row for games of some number of seats: the meaning of every entry, and the entries of a view."""

    game: Game
    seats: int
    entries: tuple[Number, ...] = field(init=False)
    _choices: dict[str, int] = field(init=False)
    _table: dict[str, _Column] = field(init=False)
    _own: dict[str, _Column] = field(init=False)
    _others: dict[str, _Column] = field(init=False)

    def __attrs_post_init__(self) -> None:
        description, put = self.game.description, object.__setattr__
        names = dict.fromkeys(["", *(choice.name for choice in description.choices)])
        put(self, "_choices", {name: number for number, name in enumerate(names)})
        put(self, "_table", {name: self._column(model, False) for name, model in description.table.items()})
        put(self, "_own", {name: self._column(model, True) for name, model in description.player.items()})
        put(self, "_others", {name: self._column(model, False) for name, model in description.player.items()})
        put(self, "entries", tuple(self._named()))

    def _named(self) -> Iterator[Number]:
        yield Number("decider", NONE, self.seats - 1)
        yield Number("choice", 0, max(len(self._choices) - 1, 1))
        for column in self._table.values():
            yield from column.entries
        for away in range(self.seats):
            for column in (self._others if away else self._own).values():
                yield from (Number(f"seat+{away} {e.name}", e.low, e.high) for e in column.entries)

    def row(self, view: View) -> list[int]:
        """The numbers of a view, in the order of `entries`."""
        found = [NONE if view.decider is None else self._away(view.decider, view.seat), self._choices[view.choice]]
        for name, column in self._table.items():
            found += column.write(view.table[name], view.seat)
        for away in range(self.seats):
            fields = view.players[(view.seat + away) % self.seats]
            for name, column in (self._others if away else self._own).items():
                found += column.write(fields[name], view.seat)
        return found

    def _away(self, seat: int, viewer: int) -> int:
        """How many seats further than the viewer a seat is."""
        return NONE if seat < 0 else (seat - viewer) % self.seats

    # -------------------------------------------------------------- one field
    def _column(self, model: FieldModel, own: bool) -> _Column:
        seen = model.visibility == "public" or (own and model.visibility == "private")
        if model.type.tag == "set":
            # Nobody else is told even how many references there are.
            return self._zone(model, seen) if seen or not model.refs else NOTHING
        if model.type.tag == "layout":
            return self._layout(model)
        return self._number(model) if seen else NOTHING

    def _zone(self, model: FieldModel, seen: bool) -> _Column:
        """How many of each card are seen there, and of each back how many are not."""
        cards = copies(self.game, model.type.of) if seen else {}
        number = {name: index for index, name in enumerate(cards)}
        backs = {} if seen else self._backs(model)
        back_number = {back: index for index, back in enumerate(backs, start=len(cards))}
        entries = [Number(f"{model.name} {name}", 0, most) for name, most in [*cards.items(), *backs.items()]]

        def write(value: Seen, viewer: int) -> list[int]:
            found = [0] * len(entries)
            assert isinstance(value, Zone)
            for name in value.cards:
                if name in number:
                    found[number[name]] += 1
            for unknown in value.unknown:
                if unknown.back in back_number:
                    found[back_number[unknown.back]] += unknown.count
            return found

        return _Column(tuple(entries), write)

    def _backs(self, model: FieldModel) -> dict[str, int]:
        """The backs that cards of a zone can have, and how many there are of each."""
        found: dict[str, int] = {}
        for card in bits(self.game.description.mask_of_kind(model.type.of)):
            found[self.game.backs[card]] = found.get(self.game.backs[card], 0) + 1
        return dict(sorted(found.items()))

    def _layout(self, model: FieldModel) -> _Column:
        """Which layout it is, and slot by slot what lies there; layouts with fewer slots leave the rest empty."""
        layouts = {layout.slots: number for number, layout in enumerate(self.game.description.layouts.values())}
        length = max(map(len, layouts), default=0)
        cards = {name: index for index, name in enumerate(copies(self.game, model.type.of))}
        backs = {back: index for index, back in enumerate(self._backs(model))}
        entries = [Number(f"{model.name} layout", NONE, max(layouts.values(), default=0))]
        for slot in range(1, length + 1):
            here = f"{model.name} slot {slot}"
            entries += [Number(f"{here} {what}", 0, 1) for what in ("taken", "seen", "uncovered")]
            entries += [Number(f"{here} card", NONE, len(cards)), Number(f"{here} back", NONE, len(backs))]

        def one(slot: Slot) -> list[int]:
            card = slot.card
            if card is None:
                return EMPTY
            if isinstance(card, Unknown):
                return [1, 0, int(slot.uncovered), NONE, backs[card.back]]
            return [1, 1, int(slot.uncovered), cards[card], backs[self.game.backs[self.game.card(card).index]]]

        def write(value: Seen, viewer: int) -> list[int]:
            assert isinstance(value, tuple)
            found = [layouts[tuple(slot.name for slot in value)] if value else NONE]
            for slot in value:
                found += one(slot)
            return found + EMPTY * (length - len(value))

        return _Column(tuple(entries), write)

    def _number(self, model: FieldModel) -> _Column:
        type, name = model.type, model.name
        if type.tag == "payment":
            parts = range(MOST_RECEIVERS + 1)
            most = (1 << AMOUNT_BITS) - 1
            entries = tuple(Number(f"{name} {part}", 0, most) for part in parts)
            return _Column(entries, lambda value, _: [_plain(value) >> AMOUNT_BITS * part & most for part in parts])
        if type.tag == "player":
            entry = Number(name, NONE, self.seats - 1)
            return _Column((entry,), lambda value, viewer: [self._away(_plain(value), viewer)])
        if type.tag == "card":
            cards = {card: index for index, card in enumerate(copies(self.game, type.of))}
            models = self.game.description.cards
            entry = Number(name, NONE, len(cards))
            return _Column(
                (entry,), lambda value, _: [cards[models[_plain(value)].name] if _plain(value) >= 0 else NONE]
            )
        low, high = _range(model, len(self.game.description.enums.get(type.of, ())))
        return _Column((Number(name, low, high),), lambda value, _: [min(max(_plain(value), low), high)])


def _plain(value: Seen) -> int:
    assert isinstance(value, int)
    return value


def _range(model: FieldModel, members: int) -> tuple[int, int]:
    """The least and the most a number, a flag or a member of an enum can be."""
    if model.type.tag == "flag":
        return 0, 1
    if model.type.tag == "enum":
        return NONE, members
    low = model.type.low if model.type.low is not None else model.stops_low
    high = model.type.high if model.type.high is not None else model.stops_high
    return -LARGEST if low is None else low, LARGEST if high is None else high
