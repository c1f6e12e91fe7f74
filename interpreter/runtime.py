"""What generated code calls: moving cards, displays, chance, the budget of a decision and the ends of a game.

All state of a game is in the flat list `s`. The functions are closures over the tables of one game, made once at load.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

from ..dsl.model import Game
from .chance import Chance, State, roll, scripted
from .errors import RunawayChain
from .memory import CARDS, FACE_UP, LAYOUT, OCCUPIED, SLOTS
from .prices import amounts, payment_part, payment_total, price_helpers
from .program import ASKED, OVER, PEOPLE, PLAYERS, WAY, WINNER, Program

# How many rounds of loops and repeated calls one decision may set off.
BUDGET = 100_000
# How many of these, the last ones, are watched to tell what goes on for ever.
WATCHED = 500
MOST_NUMBER = 10**15

DRAW = "draw"


class GameOver(Exception):
    """Raised inside generated code when the game has ended."""


class Runaway(RunawayChain):
    """Raised inside generated code when the budget is used up; whoever runs it tells the chain."""

    def __init__(self) -> None:
        super().__init__("this does not come to an end")


def bits(mask: int) -> list[int]:
    """The members of a set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def within(number: int) -> int:
    """A number kept within bounds, for what could grow from round to round."""
    return max(-MOST_NUMBER, min(MOST_NUMBER, number))


def times(one: int, other: int) -> int:
    """A product kept within bounds, so that no chain of products can fill the memory."""
    return within(one * other)


def _nothing(*_: object) -> None:
    return None


class Runtime:
    """The functions and tables of one game that generated code uses, and what a run hands back beside the position."""

    def __init__(self, game: Game, program: Program) -> None:
        self.game = game
        self.memory = program.memory
        self.prices = price_helpers(game, program)
        self.chance: Chance | None = None
        self.pending: list[tuple[int, ...]] = []
        self.found: list[int] = []
        self.left = BUDGET
        self.recent: dict[str, None] = {}
        self.ways = (*game.ways, *(way for _, way in game.rank), DRAW)
        self.layouts = tuple(game.layouts.values())
        self.card_ids = tuple(card.name for card in game.cards)
        self.score_functions: list[Callable[[State, int], int]] = []
        self.invariants: list[Callable[..., int]] = []
        self.receivers: list[Callable[[State, int], int]] = []

    def helpers(self, program: Program) -> dict[str, Any]:
        """The names that generated code may use."""
        return {
            "bits": bits,
            "times": times,
            "within": within,
            "span": self._span,
            "BIT": self._bits_of_members(),
            "by_card": self._by_card,
            "pending": self.pending,
            "asked": self._asked,
            "tick": self._tick,
            "pick": self._pick,
            "owner": self._owner,
            "win": self._win,
            "finish": self.finish,
            "total": self.total,
            "payment_total": payment_total,
            "payment_part": payment_part,
            "settle": self._settle(program),
            **self._cards(),
            **self.prices,
        }

    def _bits_of_members(self) -> tuple[int, ...]:
        """The set of one member, for every card, seat and member of an enum; at the end, for none, the empty set."""
        most = max(len(self.card_ids), self.memory.seats, *map(len, self.game.enums.values()), 1)
        return (*(1 << member for member in range(most)), 0)

    def _by_card(self, handlers: dict[int, Callable[..., object]]) -> tuple[Callable[..., object], ...]:
        """One function per card; a card without a handler does nothing."""
        return tuple(handlers.get(card, _nothing) for card in range(len(self.card_ids)))

    # -------------------------------------------------------------- the run
    def _asked(self, found: list[int]) -> None:
        self.found = found

    def _tick(self) -> None:
        self.left -= 1
        if self.left < WATCHED:
            self._watch()
            if self.left < 0:
                raise Runaway

    def _watch(self) -> None:
        """Notes which functions are called in the last rounds, so that an error can name what goes round."""
        if sys.getprofile() is None:
            sys.setprofile(self._note_call)

    def _note_call(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            self.recent[frame.f_code.co_name] = None

    def stop_watching(self) -> list[str]:
        """The names of the functions called in the last rounds of an endless decision."""
        found = list(self.recent)
        self.recent.clear()
        if sys.getprofile() == self._note_call:
            sys.setprofile(None)
        return found

    def _span(self, low: int, high: int) -> range:
        """A range that an expression goes through, counted against the budget."""
        self.left -= max(0, high - low)
        if self.left < 0:
            raise Runaway
        return range(low, high)

    # -------------------------------------------------------------- chance
    def _choose(self, s: State, what: str, candidates: Callable[[], list[str]], number: int) -> int:
        return roll(s, number) if self.chance is None else scripted(self.chance, what, candidates())

    def _pick(self, s: State, what: str, items: Sequence[int], of: str) -> int:
        """One of the items by chance; -1 where there is none."""
        if not items:
            return -1
        names = self.card_ids if of == "card" else self.game.enums.get(of)

        def candidates() -> list[str]:
            return [names[i] if names else str(i) for i in items]

        return items[self._choose(s, what, candidates, len(items))]

    # -------------------------------------------------------------- paying
    def _settle(self, program: Program) -> Callable[[State, int, int], None]:
        prices = program.prices
        money = prices.money if prices is not None else 0

        def settle(s: State, payment: int, player: int) -> None:
            """Takes a payment from a player and gives every receiver their part."""
            for place, amount in enumerate(amounts(payment)):
                s[money + player] -= amount
                if place:
                    s[money + self.receivers[place - 1](s, player)] += amount

        return settle

    # -------------------------------------------------------------- cards and displays
    def _cards(self) -> dict[str, Any]:
        where = self.memory.where
        layouts, card_ids = self.layouts, self.card_ids
        slot_info: dict[int, tuple[int, int]] = {}
        for base in self.memory.layouts.values():
            for slot in range(self.memory.layout_size - SLOTS):
                slot_info[base + SLOTS + slot] = (base, 1 << slot)
        opened: dict[tuple[int, int], tuple[int, ...]] = {}

        def take(s: State, card: int, bit: int) -> None:
            """Takes a card from wherever it is."""
            at = s[where + card]
            if at > 0:
                s[at] ^= bit
            else:
                base, slot = slot_info[-at]
                s[-at] = -1
                s[base + OCCUPIED] ^= slot
                s[base + FACE_UP] &= ~slot
                s[base + CARDS] ^= bit

        def move(s: State, card: int, to: int) -> None:
            """Takes a card from wherever it is and puts it into the zone at place `to`."""
            if card < 0:
                return
            bit = 1 << card
            take(s, card, bit)
            s[to] |= bit
            s[where + card] = to

        def move_all(s: State, cards: int, to: int) -> None:
            """Moves every card of a set."""
            for card in bits(cards):
                move(s, card, to)

        def draw(s: State, count: int, source: int, to: int, what: str) -> None:
            """Moves cards of a set by chance, as many as there are at most."""
            cards = bits(source)
            for _ in range(min(count, len(cards))):
                index = self._choose(s, what, lambda: [card_ids[c] for c in cards], len(cards))
                move(s, cards.pop(index), to)

        def deal(s: State, source: int, layout: int, base: int, zone: str) -> None:
            """Lays out cards of a set by chance, slot by slot. Where cards lie already, only empty slots are filled."""
            occupied, dealt = s[base + OCCUPIED], s[base + CARDS]
            if not occupied:
                s[base + LAYOUT] = layout
            model = layouts[s[base + LAYOUT]]
            cards = bits(source & ~dealt)
            face_up = s[base + FACE_UP]
            for slot, name in enumerate(model.slots):
                if not cards:
                    break
                if occupied >> slot & 1:
                    continue
                if self.chance is None:
                    index = roll(s, len(cards))
                else:
                    index = scripted(self.chance, f"{zone} {name}", [card_ids[c] for c in cards])
                card = cards[index]
                # The last card takes the place of the picked one: which is picked next is chance anyway.
                cards[index] = cards[-1]
                cards.pop()
                bit = 1 << card
                take(s, card, bit)
                place = base + SLOTS + slot
                s[place] = card
                s[where + card] = -place
                occupied |= 1 << slot
                face_up |= model.face_up & 1 << slot
                dealt |= bit
            s[base + OCCUPIED] = occupied
            s[base + FACE_UP] = face_up
            s[base + CARDS] = dealt

        def open_slots(layout: int, occupied: int) -> tuple[int, ...]:
            """The occupied slots that nothing covers."""
            found = opened.get((layout, occupied))
            if found is None:
                covers = layouts[layout].covers
                found = opened[layout, occupied] = tuple(i for i in bits(occupied) if not covers[i] & occupied)
            return found

        def uncovered_cards(s: State, base: int) -> list[int]:
            """The cards that nothing covers and that lie face up, in the order of their slots."""
            face_up = s[base + FACE_UP]
            base_slots = base + SLOTS
            opened_slots = open_slots(s[base + LAYOUT], s[base + OCCUPIED])
            return [s[base_slots + slot] for slot in opened_slots if face_up >> slot & 1]

        def uncovered(s: State, base: int) -> int:
            """The same cards as a set."""
            return sum([1 << card for card in uncovered_cards(s, base)])

        def reveal(s: State, base: int) -> None:
            """Turns up every card that nothing covers any more."""
            face_up = s[base + FACE_UP]
            for slot in open_slots(s[base + LAYOUT], s[base + OCCUPIED]):
                face_up |= 1 << slot
            s[base + FACE_UP] = face_up

        same = {card.name: card.index for card in reversed(self.game.cards)}
        first_copy = [same[card.name] for card in self.game.cards]

        def different(mask: int) -> list[int]:
            """The members of a set, of several copies of a card only one."""
            found, seen = [], 0
            while mask:
                low = mask & -mask
                card = low.bit_length() - 1
                mask ^= low
                if not seen >> first_copy[card] & 1:
                    seen |= 1 << first_copy[card]
                    found.append(card)
            return found

        def pass_on(s: State, base: int, direction: int) -> None:
            """Hands every player's zone on to the next seat in a direction."""
            players = s[PLAYERS]
            held = s[base : base + players]
            for seat in range(players):
                to = base + (seat + direction) % players
                s[to] = held[seat]
                for card in bits(held[seat]):
                    s[where + card] = to

        self.open_slots = open_slots
        self.move = move
        return {
            "move": move,
            "move_all": move_all,
            "draw": draw,
            "deal": deal,
            "uncovered": uncovered,
            "uncovered_cards": uncovered_cards,
            "different": different,
            "pass_on": pass_on,
            "reveal": reveal,
        }

    def _owner(self, s: State, card: int) -> int:
        """The seat in whose zones a card lies, or -1."""
        at = s[self.memory.where + card] if card >= 0 else 0
        for name, model in self.game.player.items():
            base = self.memory.player[name]
            if model.type.tag == "set" and base <= at < base + self.memory.seats:
                return at - base
        return -1

    # -------------------------------------------------------------- ends
    def _win(self, s: State, player: int, way: int) -> None:
        self._end(s, player, way)

    def _end(self, s: State, winner: int, way: int) -> None:
        s[OVER], s[WINNER], s[WAY], s[ASKED] = 1, winner, way, -1
        raise GameOver

    def total(self, s: State, player: int) -> int:
        """All points of a player."""
        return sum(score(s, player) for score in self.score_functions)

    def finish(self, s: State) -> None:
        """Ends the game by rank: the first category in which one player is ahead decides."""
        leading, number = self.leading(s)
        if len(leading) == 1 and number is not None:
            self._end(s, leading[0], len(self.game.ways) + number)
        self._end(s, leading[0] if len(leading) == 1 else -1, len(self.ways) - 1)

    def leading(self, s: State) -> tuple[list[int], int | None]:
        """The seats that are ahead by rank, and the number of the category that decided."""
        categories = list(self.game.score)
        leading = list(range(s[PEOPLE]))
        for number, (category, _) in enumerate(self.game.rank):
            if category in categories:
                points = [self.score_functions[categories.index(category)](s, p) for p in leading]
            elif category == "total":
                points = [self.total(s, p) for p in leading]
            else:
                points = [s[self.memory.player[category] + p] for p in leading]
            leading = [p for p, n in zip(leading, points, strict=True) if n == max(points)]
            if len(leading) == 1:
                return leading, number
        return leading, None
