"""What seats see, decided here and nowhere else: which cards a seat does not see, and the spots on which they lie.

An option on a card that its decider does not see speaks of the spot and not of the card: in its integer stands the
number of a position, behind those of the cards. A position is a slot of a layout, or a place in a zone: in a pile from
the top, elsewhere by what everybody can tell of the cards (backs and marks) and beyond that by no order that means
anything.
So positions that look alike to a seat have the same options for it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from attrs import define, field

from ..program.frames import around
from ..program.memory import FACE_UP, NOWHERE, OCCUPIED, SLOTS
from ..program.model import DECIDER, DECLINE, PLAYERS, RANDOM, UNTOLD, Hole, Place, Program, Spot
from ..program.sets import bits
from .chance import MASK, State


@define(eq=False)
class Sight:
    """What the seats of one game see."""

    program: Program
    _hidden: tuple[Place, ...] = field(init=False)
    _first: dict[int, int] = field(init=False)
    _ordered: frozenset[int] = field(init=False)
    _starts: list[int] = field(init=False)
    _layouts: tuple[int, ...] = field(init=False)
    _zones: dict[tuple[int, int], tuple[int, ...]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self._hidden = tuple(place for place in self.program.places if place.zone and place.seen != "public")
        self._first = {spot.place: spot.first for spot in self.program.spots}
        self._ordered = frozenset(
            place.first + seat for place in self._hidden if place.pile for seat in range(place.count)
        )
        self._starts = [spot.first for spot in self.program.spots]
        self._layouts = tuple(self.program.memory.layouts.values())

    # -------------------------------------------------------------- cards
    def unseen(self, s: State, seat: int) -> int:
        """The set of cards whose faces a seat does not see."""
        memory, hidden = self.program.memory, 0
        for base in self._layouts:
            down = s[base + OCCUPIED] & ~s[base + FACE_UP]
            for slot in bits(down) if down else ():
                hidden |= 1 << s[base + SLOTS + slot]
        for zone in self._zones_hidden_from(seat, s[PLAYERS]):
            hidden |= s[zone]
        return hidden if memory.known == NOWHERE else hidden & ~s[memory.known + seat]

    def _zones_hidden_from(self, seat: int, players: int) -> tuple[int, ...]:
        """The places of the zones into which a seat does not see."""
        found = self._zones.get((seat, players))
        if found is None:
            found = self._zones[seat, players] = tuple(
                place.first + owner
                for place in self._hidden
                for owner in range(min(place.count, players))
                if place.seen != "private" or place.per != "player" or owner != seat
            )
        return found

    def by_spot(self, s: State, cards: int, unseen: int) -> list[int]:
        """The unseen ones among some cards, by their spots."""
        return sorted(bits(cards & unseen), key=lambda card: self.spot(s, card, unseen))

    # -------------------------------------------------------------- spots
    def spot(self, s: State, card: int, unseen: int) -> int:
        """The number of the spot on which an unseen card lies."""
        at = s[self.program.memory.where + card]
        if at < 0:
            return self._first[-at]
        return self._first[at] + self._lying(s, at, unseen).index(card)

    def card(self, s: State, spot: int, unseen: int) -> int:
        """The unseen card on a spot; none where none lies there."""
        found = self.spot_at(spot)
        if found.slot:
            return s[found.place]
        lying = self._lying(s, found.place, unseen)
        return lying[spot - found.first] if spot - found.first < len(lying) else -1

    def ordered(self, zone: int) -> bool:
        """Whether the cards of a hidden zone lie in an order."""
        return zone in self._ordered

    def spot_at(self, position: int) -> Spot:
        """The spot to which the number of a position belongs."""
        return self.program.spots[bisect_right(self._starts, position) - 1]

    def _lying(self, s: State, zone: int, unseen: int) -> list[int]:
        """The unseen cards of a zone by their spots."""
        memory, ordered = self.program.memory, zone in self._ordered
        marks = memory.states.values()

        def looks(card: int) -> tuple[int, ...]:
            height = -s[memory.order + card] if ordered else 0
            return (height, self.program.backs[card], *(s[first + card] for first in marks), _mixed(s[RANDOM], card))

        return sorted(bits(s[zone] & unseen), key=looks)

    # -------------------------------------------------------------- options
    def opened(self, s: State, ask: int, option: int, seat: int) -> int:
        """The integer of an option with the cards themselves in place of spots: what is kept, and what is done."""
        number, options = option & DECLINE, self.program.asks[ask].options
        if number >= len(options) or not any(options[number].spots):
            return option
        given = options[number]
        for value, spots, at in zip(given.arguments(option), given.spots, given.shifts, strict=True):
            if spots and value >= self.program.cards:
                option += self.card(s, value, self.unseen(s, seat)) - value << at
        return option

    def told(
        self, s: State, ask: int, number: int, arguments: Sequence[int], values: tuple[int, ...]
    ) -> tuple[int, ...]:
        """What fills the holes of an option, without what the decider does not see: for a card that it does not see
        its spot, for anything else that is read from one nothing that can be told."""
        option = self.program.asks[ask].options[number]
        if not option.holes:
            return values
        names = {**around(self.program, s), **dict(zip(option.names, arguments, strict=True))}
        unseen = self.unseen(s, s[DECIDER])

        def shown(value: int, hole: Hole) -> int:
            if hole.card:
                return self.spot(s, value, unseen) if value >= 0 and unseen >> value & 1 else value
            hides = hole.hidden or any(names[name] >= 0 and unseen >> names[name] & 1 for name in hole.cards)
            return UNTOLD if hides else value

        return tuple(shown(value, hole) for value, hole in zip(values, option.holes, strict=True))


def _mixed(luck: int, card: int) -> int:
    """A number for a card that says nothing about it."""
    return ((luck ^ (card + 1) * 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9 & MASK) >> 17
