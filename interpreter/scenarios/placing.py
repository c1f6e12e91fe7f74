"""Puts cards in place by hand: what a scenario is given, or an editor of positions.

A card always lies in exactly one place. So every function here says what becomes of the cards that give way: they go
home, to the zone in which they lay before the game began.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from ..playing.game import Game
from ..program.memory import CARDS, FACE_UP, LAYOUT, OCCUPIED, SLOTS
from ..program.sets import bits
from ..runtime.chance import State

EMPTY = -1
# What is marked on a card in a slot, by the first place of each of its states.
Marks = dict[int, int]


@define
class Placing:
    """Moves cards of one position about; `finish` turns up what lies uncovered in the layouts that were touched."""

    game: Game
    state: State
    _touched: set[int] = field(factory=set)

    # -------------------------------------------------------------- zones
    def fill(self, zone: int, cards: Iterable[int]) -> bool:
        """Makes the set at a place hold exactly these cards; False if others stay because their home is there."""
        wanted = list(cards)
        for card in bits(self.state[zone]):
            if card not in wanted:
                self._send_home(card)
        for card in wanted:
            if self._place_of(card) != zone:
                self._take(card)
                self._drop(card, zone)
        return self.state[zone] == sum(1 << card for card in wanted)

    def exchange(self, zone: int, cards: Iterable[int]) -> None:
        """Makes the set at a place hold these cards among others and stay as large as it is, if it is not too small:
        each changes its place with one of the others."""
        wanted = list(cards)
        others = [card for card in bits(self.state[zone]) if card not in wanted]
        for card in wanted:
            at = self._place_of(card)
            if at == zone:
                continue
            self._take(card)
            self._drop(card, zone)
            if others and at > 0:
                other = others.pop(0)
                self._lift(other)
                self._drop(other, at)
            elif others:
                self._send_home(others.pop(0))

    # -------------------------------------------------------------- layouts
    def lay_out(self, base: int, layout: int | None, cards: list[int]) -> bool:
        """Makes a layout zone hold exactly these cards, face up in its last slots; False if there are too few."""
        self._touched.add(base)
        state = self.state
        for card in bits(state[base + CARDS]):
            if card in cards:
                self._lift(card)
                self._unmarked(card)
            else:
                self._send_home(card)
        for card in cards:
            self._take(card)
        if layout is not None:
            state[base + LAYOUT] = layout
        slots = len(self.game.program.layouts[state[base + LAYOUT]].slots)
        first = slots - len(cards)
        if first < 0:
            return False
        for offset, card in enumerate(cards):
            self._lay(card, base, first + offset, face_up=True)
        return True

    def put_in_slot(self, base: int, slot: int, cards: list[int]) -> None:
        """Puts a card (or none) into a slot; it lies as the slot is drawn, with the marks of the card before it."""
        self._touched.add(base)
        there = self.state[base + SLOTS + slot]
        marks: Marks = {}
        if there != EMPTY:
            if [there] == cards:
                return
            marks = self._send_home(there)
        for card in cards:
            self._take(card)
            layout = self.game.program.layouts[self.state[base + LAYOUT]]
            self._lay(card, base, slot, bool(layout.face_up >> slot & 1), marks)

    def uncover(self, base: int, cards: list[int]) -> bool:
        """Lets these cards lie uncovered, in place of others that do; False if there are too few such places."""
        self._touched.add(base)
        state = self.state
        opened = self.game.program.layouts[state[base + LAYOUT]].open_slots(state[base + OCCUPIED])
        there = [state[base + SLOTS + slot] for slot in opened]
        free = [slot for slot, card in zip(opened, there, strict=True) if card not in cards]
        missing = [card for card in cards if card not in there]
        for slot, card in zip(free, missing, strict=False):
            self._send_home(state[base + SLOTS + slot])
            self._take(card)
            self._lay(card, base, slot, face_up=True)
        return len(missing) <= len(free)

    def finish(self) -> None:
        """Turns up every card that lies uncovered in a layout that was touched."""
        state = self.state
        for base in self._touched:
            for slot in self.game.program.layouts[state[base + LAYOUT]].open_slots(state[base + OCCUPIED]):
                state[base + FACE_UP] |= 1 << slot
        self._touched.clear()

    # -------------------------------------------------------------- single cards
    def _place_of(self, card: int) -> int:
        """The place of the zone, or minus that of the slot, in which a card lies; 0 for one that is being moved."""
        return self.state[self.game.program.memory.where + card]

    def _drop(self, card: int, zone: int) -> None:
        self.state[zone] |= 1 << card
        self.state[self.game.program.memory.where + card] = zone

    def _lay(self, card: int, base: int, slot: int, face_up: bool, marks: Marks | None = None) -> None:
        state, bit = self.state, 1 << slot
        state[base + SLOTS + slot] = card
        state[base + OCCUPIED] |= bit
        state[base + CARDS] |= 1 << card
        state[base + FACE_UP] = state[base + FACE_UP] | bit if face_up else state[base + FACE_UP] & ~bit
        state[self.game.program.memory.where + card] = -(base + SLOTS + slot)
        for first, mark in (marks or {}).items():
            state[first + card] = mark

    def _send_home(self, card: int) -> Marks:
        """Puts a card back where it lay before the game began, without its marks, and says what they were."""
        lifted = self._lift(card)
        marks = self._unmarked(card) if lifted is not None else {}
        self._drop(card, self.game.program.first[self.game.program.memory.where + card])
        return marks

    def _unmarked(self, card: int) -> Marks:
        """Takes away what is marked on a card, by the first place of each state, and says what it was."""
        marks: Marks = {}
        for model in self.game.description.kinds[self.game.description.cards[card].kind].states:
            first = self.game.program.memory.states[model.name]
            marks[first], self.state[first + card] = self.state[first + card], model.default
        return marks

    def _take(self, card: int) -> None:
        """Takes a card from where it is; a slot that loses its card so gets another with the same back."""
        slot = self._lift(card)
        if slot is not None:
            marks, other = self._unmarked(card), self._hidden_card_like(card)
            if other is not None:
                base, number, face_up = slot
                self._lift(other)
                self._lay(other, base, number, face_up, marks)

    def _lift(self, card: int) -> tuple[int, int, bool] | None:
        """Takes a card from where it is and says from which slot, if it was one, and whether it lay face up."""
        state, memory = self.state, self.game.program.memory
        at = self._place_of(card)
        state[memory.where + card] = 0
        if at > 0:
            state[at] &= ~(1 << card)
            return None
        if at == 0:
            return None
        base = next(b for b in memory.layouts.values() if b <= -at < b + memory.layout_size)
        slot = -at - base - SLOTS
        face_up = bool(state[base + FACE_UP] >> slot & 1)
        state[-at] = EMPTY
        state[base + OCCUPIED] &= ~(1 << slot)
        state[base + FACE_UP] &= ~(1 << slot)
        state[base + CARDS] &= ~(1 << card)
        return base, slot, face_up

    def _hidden_card_like(self, card: int) -> int | None:
        memory, backs = self.game.program.memory, self.game.backs
        for name, model in self.game.description.table.items():
            if model.type.tag == "set" and model.visibility == "hidden":
                for other in bits(self.state[memory.table[name]]):
                    if backs[other] == backs[card]:
                        return other
        return None
