"""What a seat cannot know of a position: cards by their backs, secrets of others, names of unseen cards."""

from __future__ import annotations

from typing import Any

from attrs import define, field, frozen

from ..playing.game import Game
from ..playing.view import unseen_cards
from ..program.frames import waiting_secrets
from ..program.model import CHOSEN, RANDOM, Program
from ..program.sets import bits
from ..runtime.chance import State
from .doubts import UNKNOWN, Named, Partly, Placed


@frozen
class Facts:
    """What is the same for all positions of a program: the card that each place belongs to, the places in which sets of
    cards lie, those that name a card, and for each seat those of numbers and of references that are not for it."""

    cards: dict[int, int]
    sets: tuple[int, ...]
    naming: tuple[int, ...]
    numbers: tuple[tuple[int, ...], ...]
    references: tuple[tuple[int, ...], ...]
    answers: range

    @classmethod
    def of(cls, program: Program) -> Facts:
        """The facts of a program."""
        memory, cards, sets, naming = program.memory, dict[int, int](), list[int](), list[int]()
        numbers, references = ([list[int]() for _ in range(memory.seats)] for _ in range(2))
        # These go with the cards, or with what is being decided.
        bound = {RANDOM, CHOSEN, memory.answers, memory.order, memory.known, memory.where}
        for place in program.places:
            cards |= {place.first + card: card for card in range(place.count) if place.per == "card"}
            for at in range(place.first, place.first + place.count):
                hidden = [s for s in range(memory.seats) if place.seen == "hidden" or at != place.first + s]
                if place.type.tag == "set":
                    sets += [at] if place.type.of == "card" and _with_cards(place.name, place.zone) else []
                    for seat in hidden if place.seen != "public" and not _with_cards(place.name, place.zone) else ():
                        references[seat] += [at] if place.first != memory.known else []
                elif place.type.tag == "card":
                    naming += [at] if place.per != "slot" else []
                elif place.seen != "public" and place.first not in bound:
                    for seat in hidden:
                        numbers[seat].append(at)
        answers = range(memory.answers, memory.answers + memory.seats)
        return cls(
            cards, tuple(sets), tuple(naming), tuple(map(tuple, numbers)), tuple(map(tuple, references)), answers
        )


def _with_cards(name: str, zone: bool) -> bool:
    """Whether what a set holds goes where the cards go: a zone, or the cards of a layout."""
    return zone or "." in name


@define
class Veil:
    """The cards that a seat does not see, by their backs. The only one of its back is seen after all, but for what was
    read from it while it was `hidden`."""

    facts: Facts
    cards: int
    classes: tuple[int, ...] = ()
    unseen: int = 0
    hidden: int = 0
    _like: dict[int, int] = field(factory=dict)
    _literals: dict[int, Any] = field(factory=dict)

    @classmethod
    def of(cls, game: Game, state: State, seat: int, facts: Facts) -> Veil:
        """What a seat does not see of a position."""
        groups: dict[str, int] = {}
        hidden = unseen_cards(game, state, seat)
        for card in bits(hidden):
            groups[game.backs[card]] = groups.get(game.backs[card], 0) | 1 << card
        classes = tuple(group for group in groups.values() if group & group - 1)
        like = {card: group for group in classes for card in bits(group)}
        return cls(facts, game.program.cards, classes, sum(classes), hidden, like)

    def like(self, card: int) -> int:
        """All cards that could be this one; nothing for a card that is seen."""
        return self._like.get(card, 0)

    def placed(self, card: int) -> int:
        """A card that lies somewhere."""
        return Placed(card) if card in self._like else card

    def alike(self, cards: int) -> int:
        """Cards with all that could be one of them."""
        for group in self.classes:
            cards |= group if cards & group else 0
        return cards

    def literal(self, mask: int) -> Any:
        """A set that the text names: whether a placed card is in it is certain if all or none of its back are."""
        found = self._literals.get(mask)
        if found is None:
            split = 0
            for group in self.classes:
                split |= group if mask & group and group & ~mask else 0
            found = self._literals[mask] = Named(mask & ~split, split, mask.bit_count(), None, mask) if split else mask
        return found

    def state(self, program: Program, state: State, seat: int) -> State:
        """A position as the seat knows it."""
        found: list[Any] = state[:]
        for at in self.facts.numbers[seat]:
            found[at] = UNKNOWN
        for at in self.facts.references[seat]:
            found[at] = Partly(0, (1 << self.cards) - 1)
        for at in self.facts.naming:
            if found[at] in self._like:
                found[at] = UNKNOWN
        for at, _ in waiting_secrets(program, state, seat, self.hidden):
            found[at] = UNKNOWN
        for other, at in enumerate(self.facts.answers):
            if other != seat and state[at] >= 0:
                # What somebody has answered in secret.
                found[at] = UNKNOWN
        return found


def unanimous(values: list[Any]) -> Any:
    """What all of them are, where that is the same."""
    return values[0] if all(type(one) is int and one == values[0] for one in values) else UNKNOWN
