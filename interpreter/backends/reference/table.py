"""Cards on the table, as the reference evaluator moves them: one obvious way for every step that touches a card."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define

from ...program.memory import CARDS, FACE_UP, LAYOUT, NOWHERE, OCCUPIED, SLOTS
from ...program.model import PLAYERS, Place, Program, Step
from ...program.sets import bits
from ...runtime.chance import State

# Picks one of several by chance: what is picked, and what the candidates are called.
Choose = Callable[[State, str, list[str]], int]


@define
class CardTable:
    """Moves the cards of one program's positions."""

    program: Program
    choose: Choose

    def do(self, s: State, step: Step, args: Sequence[int]) -> None:
        """Does a step that is about cards."""
        value = step.value
        match step.op:
            case "move":
                self.move(s, args[0], args[1])
            case "move_all":
                self.move_all(s, args[0], args[1])
            case "draw":
                self.draw(s, args[0], args[1], args[2], value)
            case "put":
                self.put(s, args[0], args[1], value)
            case "shuffle":
                self.shuffle(s, args[0], value)
            case "deal":
                self.deal(s, args[0], args[1], value[0], value[1])
            case "pass_on":
                self.pass_on(s, value[0], value[1])
            case "reveal":
                self.reveal(s, value)
            case "turn":
                self.turn(s, args[0], value)
            case "lay":
                self.lay(s, args[0], args[1], value)

    # -------------------------------------------------------------- where a card lies
    def _base(self, place: int) -> int:
        """The layout zone that a slot belongs to."""
        memory = self.program.memory
        return next(base for base in memory.layouts.values() if base <= place < base + memory.layout_size)

    def _zone(self, at: int) -> Place:
        return next(place for place in self.program.places if place.first <= at < place.first + place.count)

    def _seers(self, s: State, card: int) -> int:
        """The seats that know which card this is: the zone shows it, or they have seen it before."""
        memory = self.program.memory
        everybody, at = (1 << memory.seats) - 1, s[memory.where + card]
        if at < 0:
            base = self._base(-at)
            return everybody if s[base + FACE_UP] >> -at - base - SLOTS & 1 else self._knowing(s, card)
        zone = self._zone(at)
        if zone.seen == "public":
            return everybody
        own = 1 << at - zone.first if zone.seen == "private" and zone.per == "player" else 0
        return own | self._knowing(s, card)

    def _knowing(self, s: State, card: int) -> int:
        """The seats that have seen a card before."""
        memory = self.program.memory
        return sum(1 << seat for seat in range(memory.seats) if s[memory.known + seat] >> card & 1)

    def _note(self, s: State, card: int, seers: int) -> None:
        """Notes who remembers a card."""
        known = self.program.memory.known
        for seat in range(self.program.memory.seats):
            s[known + seat] &= ~(1 << card)
            s[known + seat] |= (seers >> seat & 1) << card

    def _remembers(self, base: int) -> bool:
        """Whether players remember the cards of a layout zone."""
        return self._zone(base + CARDS).remembered

    # -------------------------------------------------------------- moving
    def move(self, s: State, card: int, to: int) -> None:
        """Takes a card from wherever it lies and puts it into the zone at a place."""
        if card < 0:
            return
        memory = self.program.memory
        seers = self._seers(s, card) if memory.known != NOWHERE else 0
        self._take(s, card)
        s[to] |= 1 << card
        s[memory.where + card] = to
        if memory.known != NOWHERE:
            self._note(s, card, seers if self._zone(to).remembered else 0)

    def _take(self, s: State, card: int) -> None:
        at = s[self.program.memory.where + card]
        if at > 0:
            s[at] &= ~(1 << card)
        else:
            base = self._base(-at)
            slot = -at - base - SLOTS
            s[-at] = -1
            s[base + OCCUPIED] &= ~(1 << slot)
            s[base + FACE_UP] &= ~(1 << slot)
            s[base + CARDS] &= ~(1 << card)

    def move_all(self, s: State, cards: int, to: int) -> None:
        """Moves every card of a set."""
        for card in bits(cards):
            self.move(s, card, to)

    def draw(self, s: State, count: int, source: int, to: int, what: str) -> None:
        """Moves so many cards of a set by chance. What was known of the set is not known any more."""
        self._forget(s, source)
        left = bits(source)
        for _ in range(min(count, len(left))):
            self.move(s, left.pop(self._one_of(s, what, left)), to)

    def put(self, s: State, cards: int, to: int, side: int) -> None:
        """Puts cards on top of a pile (1) or under it (-1), in the order of their numbers."""
        order = self.program.memory.order
        for card in bits(cards):
            heights = [s[order + other] for other in bits(s[to]) if other != card] or [0]
            self.move(s, card, to)
            s[order + card] = max(heights) + 1 if side > 0 else min(heights) - 1

    def shuffle(self, s: State, pile: int, what: str) -> None:
        """Gives the cards of a pile an order by chance, the topmost first."""
        self._forget(s, s[pile])
        left = bits(s[pile])
        while left:
            height = len(left)
            s[self.program.memory.order + left.pop(self._one_of(s, what, left))] = height

    def deal(self, s: State, source: int, number: int, base: int, zone: str) -> None:
        """Lays cards of a set into the empty slots of a layout by chance; an empty layout is first drawn anew."""
        self._forget(s, source)
        if not s[base + OCCUPIED]:
            s[base + LAYOUT] = number
        layout = self.program.layouts[s[base + LAYOUT]]
        left = bits(source & ~s[base + CARDS])
        for slot, name in enumerate(layout.slots):
            if left and not s[base + OCCUPIED] >> slot & 1:
                picked = self._one_of(s, f"{zone} {name}", left)
                card, left[picked] = left[picked], left[-1]
                left.pop()
                self._lay(s, card, base, slot, layout.face_up)

    def lay(self, s: State, card: int, slot: int, base: int) -> None:
        """Lays a card into a slot of a layout, if there is such a slot and it is free."""
        layout, memory = self.program.layouts[s[base + LAYOUT]], self.program.memory
        if card < 0 or not 0 <= slot < len(layout.slots) or s[base + OCCUPIED] >> slot & 1:
            return
        seers = self._seers(s, card) if memory.known != NOWHERE else 0
        self._lay(s, card, base, slot, layout.face_up)
        if memory.known != NOWHERE:
            self._note(s, card, seers if self._remembers(base) else 0)

    def turn(self, s: State, cards: int, side: int) -> None:
        """Turns cards of layouts face up (1) or face down (-1)."""
        for card in bits(cards):
            at = s[self.program.memory.where + card]
            if at > 0:
                continue
            base = self._base(-at)
            slot = 1 << -at - base - SLOTS
            if side > 0:
                s[base + FACE_UP] |= slot
                continue
            if s[base + FACE_UP] & slot and self._remembers(base):
                self._note(s, card, (1 << self.program.memory.seats) - 1)
            s[base + FACE_UP] &= ~slot

    def _lay(self, s: State, card: int, base: int, slot: int, face_up: int) -> None:
        where = self.program.memory.where
        self._take(s, card)
        s[where + card] = -(base + SLOTS + slot)
        s[base + SLOTS + slot] = card
        s[base + OCCUPIED] |= 1 << slot
        s[base + CARDS] |= 1 << card
        s[base + FACE_UP] |= face_up & 1 << slot

    def reveal(self, s: State, base: int) -> None:
        """Turns up what nothing covers."""
        for slot in self.program.layouts[s[base + LAYOUT]].open_slots(s[base + OCCUPIED]):
            s[base + FACE_UP] |= 1 << slot

    def pass_on(self, s: State, base: int, direction: int) -> None:
        """Hands every player's zone on to the next seat."""
        players, where = s[PLAYERS], self.program.memory.where
        held = [s[base + seat] for seat in range(players)]
        for seat, cards in enumerate(held):
            to = base + (seat + direction) % players
            s[to] = cards
            for card in bits(cards):
                s[where + card] = to

    def _forget(self, s: State, cards: int) -> None:
        if self.program.memory.known != NOWHERE:
            for seat in range(self.program.memory.seats):
                s[self.program.memory.known + seat] &= ~cards

    def _one_of(self, s: State, what: str, cards: Sequence[int]) -> int:
        return self.choose(s, what, [self.program.names["card"][card] for card in cards])
