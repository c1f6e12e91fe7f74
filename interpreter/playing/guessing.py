"""Games that could be this one: positions that agree with all that a seat knows, with the rest dealt anew.

A guess depends on the seed and on what the seat knows, on nothing else. What all guesses of a position have in common
is worked out once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ...dsl.model import FieldModel
from ..program.frames import waiting_locals, waiting_secrets
from ..program.memory import NOWHERE
from ..program.model import CHOSEN, NOTHING, OVER, PLAYERS, RANDOM
from ..program.sets import bits
from ..runtime.chance import State, first_random_state, roll
from .view import may_see, unseen_cards

if TYPE_CHECKING:
    from .game import Game


@frozen
class Guesser:
    """Deals what one seat does not know of one position."""

    game: Game
    state: State
    seat: int
    # Cards with the same back, in the order of their numbers and in that of the places they lie in.
    backs: list[tuple[list[int], list[int]]]
    # Sets with unseen cards: the place, the set of all others in it, the unseen ones.
    sets: list[tuple[int, int, list[int]]]
    # What is marked on unseen cards, and how high they lie: this belongs to a place and not to a face.
    marked: list[int]
    # What is a secret in itself, numbers and references to cards: the place, and what stood there at first.
    secrets: list[tuple[int, int]]

    @classmethod
    def of(cls, game: Game, state: State, seat: int) -> Guesser:
        """The guesser of a seat; the state must not change as long as it is used."""
        memory, unseen, state = game.program.memory, unseen_cards(game, state, seat), _in_order(game, state)
        groups: dict[str, list[int]] = {}
        for card in bits(unseen):
            groups.setdefault(game.backs[card], []).append(card)
        changing = [*memory.states.values(), *([memory.order] if memory.order != NOWHERE else [])]
        marked = [first for first in changing if len({state[first + card] for card in bits(unseen)}) > 1]

        def place_of(card: int) -> tuple[int, ...]:
            at = state[memory.where + card]
            # How high a card lay in a pile that it has left says what it is.
            means = [first for first in marked if first != memory.order or game.sight.ordered(at)]
            return (at, *(state[first + card] for first in means), card)

        # Dealt by place: positions that look alike to the seat give the same guess, whatever is hidden.
        backs = [(cards, sorted(cards, key=place_of)) for cards in groups.values()]
        secrets = _secrets(game, state[PLAYERS], seat)
        secrets += [(place, local.type.plainest) for place, local in waiting_secrets(game.program, state, seat, unseen)]
        # What others have seen of what lies hidden now only they know.
        known = range(memory.known, memory.known + memory.seats) if memory.known != NOWHERE else ()
        secrets += [(place, 0) for place in known if place != memory.known + seat]
        kept = {place for place, _ in secrets}
        hiding = [place for place in game.set_places if state[place] & unseen and place not in kept]
        sets = [(place, state[place] & ~unseen, bits(state[place] & unseen)) for place in hiding]
        return cls(game, state, seat, backs, sets, marked, secrets)

    def deal(self, seed: int) -> State:
        """The state with every unseen card exchanged at random with others of the same back, and new luck."""
        found, where = self.state[:], self.game.program.memory.where
        found[RANDOM] = first_random_state(seed)
        # What was chosen last may be a secret; nothing goes on from it.
        found[CHOSEN] = 0
        becomes: dict[int, int] = {}
        for cards, placed in self.backs:
            mixed = cards[:]
            for last in range(len(mixed) - 1, 0, -1):
                other = roll(found, last + 1)
                mixed[last], mixed[other] = mixed[other], mixed[last]
            for card, other in zip(placed, mixed, strict=True):
                becomes[card] = other
                at = self.state[where + card]
                found[where + other] = at
                if at < 0:
                    found[-at] = other
        for place, seen, unseen in self.sets:
            found[place] = seen | sum([1 << becomes[card] for card in unseen])
        for first in self.marked:
            for card, other in becomes.items():
                found[first + other] = self.state[first + card]
        for place, default in self.secrets:
            found[place] = default
        self._exchange_in_frames(found, becomes)
        self._answer_anew(found)
        # What comes after the guess must not be the luck that the guess was made with.
        found[RANDOM] = first_random_state(found[RANDOM])
        return found

    def _exchange_in_frames(self, state: State, becomes: dict[int, int]) -> None:
        """Names that wait in the middle of an effect may stand for unseen cards too."""
        for place, local in waiting_locals(self.game.program, state):
            if local.type.tag == "card":
                state[place] = becomes.get(state[place], state[place])
            elif local.type.tag == "set":
                state[place] = sum(1 << becomes.get(card, card) for card in bits(state[place]))

    def _answer_anew(self, state: State) -> None:
        """Answers that others have given in secret are not known: each is given anew, at random."""
        answers = self.game.program.memory.answers
        for other in range(state[PLAYERS]):
            if other != self.seat and state[answers + other] >= 0:
                # A game can be won before all are carried out; then nothing is asked any more.
                options = self.game.machine.answers(state, other) if not state[OVER] else []
                state[answers + other] = options[roll(state, len(options))] if options else NOTHING


def _in_order(game: Game, state: State) -> State:
    """The state with the cards of every pile numbered from below: how high a card lies tells no more than that, not
    what lay there before, nor how often something was put onto a pile or under it."""
    order = game.program.memory.order
    if order == NOWHERE:
        return state
    heights = [0] * game.program.cards
    for place in (place for place in game.program.places if place.pile):
        for pile in state[place.first : place.first + place.count]:
            for height, card in enumerate(sorted(bits(pile), key=lambda card: state[order + card]), 1):
                heights[card] = height
    return [*state[:order], *heights, *state[order + len(heights) :]]


def _secrets(game: Game, players: int, seat: int) -> list[tuple[int, int]]:
    """The places of all that is kept from a seat and is no card, and what stood there at first."""
    memory, description = game.program.memory, game.description
    fields: list[tuple[int, FieldModel, int | None]]
    fields = [(memory.table[name], model, None) for name, model in description.table.items()]
    for name, model in description.player.items():
        fields += [(memory.player[name] + owner, model, owner) for owner in range(players)]
    return [
        (place, 0 if model.refs else model.default)
        for place, model, owner in fields
        if (model.refs or model.type.tag not in ("set", "layout")) and not may_see(model, owner, seat)
    ]
