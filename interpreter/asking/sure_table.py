"""Cards on the table as far as a seat can foretell where they go: what chance moves lies anywhere."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from ..backends.reference.table import CardTable, Choose
from ..program.memory import CARDS, FACE_UP, LAYOUT, NOWHERE, OCCUPIED, SLOTS
from ..program.model import PLAYERS
from ..program.sets import bits
from ..runtime.chance import State
from .doubts import UNKNOWN, Doubt, Partly, as_set, partly
from .veil import Facts


def _no_luck(*_: object) -> int:
    raise Doubt


@define
class SureTable(CardTable):
    """Moves cards; where chance decides, it spreads a doubt over all that could move."""

    facts: Facts = field(kw_only=True)
    choose: Choose = _no_luck

    def move_all(self, s: State, cards: Any, to: int) -> None:
        """Moves every card of a set."""
        super().move_all(s, _certain(cards), to)

    def put(self, s: State, cards: Any, to: int, side: int) -> None:
        """Puts a card on top of a pile (1) or under it (-1); of several that are not seen the order is in doubt."""
        if _certain(cards).bit_count() > 1:
            raise Doubt
        super().put(s, cards, to, side)

    def draw(self, s: State, count: int, source: Any, to: int, what: str) -> None:
        """Moves so many cards of a set by chance."""
        found = as_set(source)
        if count > 0 and found.size is not None and count >= found.size and not found.maybe:
            self._forget(s, found.sure)
            super().move_all(s, found.sure, to)
        elif count > 0 and found.all:
            self._scatter(s, found, to, min(count, found.size) if found.size is not None else None)

    def shuffle(self, s: State, pile: int, what: str) -> None:
        """Gives the cards of a pile an order by chance."""
        cards = as_set(s[pile]).all
        if cards & cards - 1:
            self._lose(s, cards, self.program.memory.order)
            self._doubt_known(s, cards)

    def deal(self, s: State, source: Any, number: int, base: int, zone: str) -> None:
        """Lays cards of a set into the empty slots of a layout by chance."""
        if not s[base + OCCUPIED]:
            s[base + LAYOUT] = number
        layout = self.program.layouts[s[base + LAYOUT]]
        left = as_set(source).without(s[base + CARDS])
        number_left = as_set(left).size
        if number_left is None:
            raise Doubt
        slots = [slot for slot in range(len(layout.slots)) if not s[base + OCCUPIED] >> slot & 1][:number_left]
        if not slots:
            return
        self._scatter(s, as_set(left), base + CARDS, len(slots))
        for slot in slots:
            s[base + SLOTS + slot] = UNKNOWN
            s[base + OCCUPIED] |= 1 << slot
            s[base + FACE_UP] |= layout.face_up & 1 << slot

    def turn(self, s: State, cards: Any, side: int) -> None:
        """Turns cards of layouts face up (1) or face down (-1)."""
        super().turn(s, _certain(cards), side)

    def pass_on(self, s: State, base: int, direction: int) -> None:
        """Hands every player's zone on to the next seat."""
        players, where = s[PLAYERS], self.program.memory.where
        held = [s[base + seat] for seat in range(players)]
        for seat, cards in enumerate(held):
            to = base + (seat + direction) % players
            known = as_set(cards)
            s[to] = partly(known.sure, known.maybe, known.size, to)
            for card in bits(known.sure):
                s[where + card] = to

    # -------------------------------------------------------------- doubts
    def _scatter(self, s: State, cards: Partly, to: int, moved: int | None) -> None:
        """Some of these cards, or so many, go to a place; nobody can tell which."""
        memory = self.program.memory
        held = [at for at in self.facts.sets if as_set(s[at]).all & cards.all]
        left = [cards.place] if cards.place in held else held
        for at in held:
            before = as_set(s[at])
            sure = before.sure & ~cards.all if at in left else before.sure
            size = before.size
            if at in left:
                size = size - moved if size is not None and moved is not None and len(left) == 1 else None
            s[at] = partly(sure, before.all & ~sure, size, at)
        before = as_set(s[to])
        size = before.size + moved if before.size is not None and moved is not None and to not in left else None
        sure = before.sure & ~cards.all if to in left else before.sure
        s[to] = partly(sure, (before.all | cards.all) & ~sure, size, to)
        for slot in (slot for base in memory.layouts.values() for slot in self._slots_with(s, base, cards.all)):
            s[slot] = UNKNOWN
        self._lose(s, cards.all, memory.where)
        self._lose(s, cards.all, memory.order)
        self._doubt_known(s, cards.all)

    def _slots_with(self, s: State, base: int, cards: int) -> list[int]:
        slots = range(base + SLOTS, base + self.program.memory.layout_size)
        return [slot for slot in slots if s[slot] is not UNKNOWN and s[slot] >= 0 and cards >> s[slot] & 1]

    def _lose(self, s: State, cards: int, first: int) -> None:
        for card in bits(cards) if first != NOWHERE else ():
            s[first + card] = UNKNOWN

    def _doubt_known(self, s: State, cards: int) -> None:
        known = self.program.memory.known
        for at in range(known, known + self.program.memory.seats) if known != NOWHERE else ():
            before = as_set(s[at])
            s[at] = partly(before.sure & ~cards, (before.maybe | cards))


def _certain(cards: Any) -> int:
    """A set without doubtful members."""
    found = as_set(cards)
    if found.maybe:
        raise Doubt
    return found.sure
